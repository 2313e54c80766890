"""``pirqa oma``: modes off ambient vibrations, the site's period off ground noise, and the test that finds both."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pirqa.assessment import assess_project
from pirqa.cli.arguments import keep_source, parse_changes
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.cli.moving import naming, run_with_bars, show
from pirqa.errors import OptionsError, ProjectError
from pirqa.files import write_text_whole
from pirqa.oma.measurement import Point
from pirqa.oma.planning import PlanningOptions, TestDesign, design_test, read_expected_modes
from pirqa.oma.result import OmaResult
from pirqa.oma.uff import write_modes_uff
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.load import Project, parse_project
from pirqa.project.pipeline import STAGES, wall_of
from pirqa.project.plan_file import read_plan, write_plan
from pirqa.report import load_words

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(help="Test plan, or project file with \\[oma] (TOML).", show_default=False)],
    design: Annotated[
        bool, typer.Option("--design", help="Plan a test on a project's wall; write the plan with -o.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Results folder with a report; of --design: the plan's file.")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Set an option, e.g. oma.subspace.order=80."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    uff_file: Annotated[
        Path | None, typer.Option("--uff", help="Write the modes as a universal file (UFF 55).")
    ] = None,
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")] = None,
) -> None:
    """Read modes off a wall's ambient vibrations, and the site's period off ground noise.

    Takes a test plan (points, setups, files) alone, or a project whose \\[oma] names one.
    """
    words = load_words(language or "en")  # a wrong word is told before the long work
    keep_source(file, json_file, uff_file)
    if design:
        if json_file is not None or uff_file is not None:
            raise OptionsError("--design writes a plan with -o; --json and --uff are for what was measured")
        _design(file, output, parse_changes(change), language or "en")
        return
    project = _project(file, parse_changes(change))
    if output is not None:
        with ProgressBars(Console(stderr=True)) as observer:
            done = assess_project(project, output, language=language, observer=observer)
        result: OmaResult = done.stages["oma"]
    else:
        with naming(file):
            result = run_with_bars(lambda observer: _run(project, observer))
    show(result, language=words.language, json_file=json_file)
    console = Console()
    if uff_file is not None:
        places = zip(result.modes.points, result.places.tolist(), strict=True)
        points = {name: Point(name=name, place=(x, y, z)) for name, (x, y, z) in places}
        write_modes_uff(uff_file, result.modes, points, lines=result.lines, title=result.name)
        console.print(f"modes in {uff_file}", highlight=False, markup=False, soft_wrap=True)
    if output is not None:
        console.print(f"\nReport: {done.report}", soft_wrap=True, highlight=False, markup=False)


def _is_plan(file: Path) -> bool:
    """Whether ``file`` is a test plan and no project: a project says which analyses it wants."""
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # whoever reads projects says what is wrong with it
    return "analyses" not in raw and "project" not in raw and bool({"points", "setups", "ground"} & raw.keys())


def _project(file: Path, changes: dict[str, str]) -> Project:
    """The project in ``file``, for its vibrations alone; a plan becomes a project of its own."""
    if file.is_file() and _is_plan(file):
        plan = read_plan(file)
        head = f'format = 1\nanalyses = ["oma"]\n[project]\nname = {_quoted(plan.name)}\n'
        text = f"{head}[oma]\nplan = {_quoted(file.name)}\n"
        return parse_project(text, file=str(file), changes=changes)
    project = read_project(file, changes=changes)
    if not project.options["oma"].plan:
        raise ProjectError(f"{file}: oma.plan: missing; add [oma] with plan = the path of the test plan")
    surveyed = ("survey",) if "survey" in project.analyses else ()
    return replace(project, analyses=(*surveyed, "oma"), published=(), published_mechanisms=())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _run(project: Project, observer: Observer) -> OmaResult:
    stages = {stage.name: stage for stage in STAGES}
    earlier: dict[str, Any] = {}
    for name in project.analyses:
        earlier[name] = stages[name].run(project, earlier, Path(), observer)
    result: OmaResult = earlier["oma"]
    return result


def _design(file: Path, output: Path | None, changes: dict[str, str], language: str) -> None:
    """Where sensors go on the wall of a project: told, and written as a plan to be filled in."""
    keep_source(file, output)
    if output is not None and output.exists():
        raise OptionsError(f"{output}: is there already, and may be filled in; give another name with -o")
    if file.is_file() and _is_plan(file):
        raise OptionsError(f"{file}: is a test plan; --design takes a project file with the wall, and writes a plan")
    with naming(file):
        # a project that is to have vibrations need not have a plan yet
        project = read_project(file, changes={"oma.plan": "to be designed", **changes})
        if project.wall is None and project.options["survey"] is None:
            raise ProjectError(f"{file}: --design needs the wall that is to be listened to; add [wall] or [survey]")
        planning: PlanningOptions = project.options["oma"].planning
        modes = read_expected_modes(project.folder / planning.modes) if planning.modes else None
        found: TestDesign = run_with_bars(
            lambda observer: design_test(wall_of(project, observer=observer), modes, planning)
        )
    console = Console()
    console.print(str(found), highlight=False, markup=False, soft_wrap=True)
    print_remarks(console, found.remarks, load_words(language))
    if output is None:
        console.print("give -o plan.toml to write the plan", highlight=False, markup=False, soft_wrap=True)
        return
    write_text_whole(output, write_plan(found.plan(project.info.name)))
    console.print(f"plan in {output}: fill in files and columns", highlight=False, markup=False, soft_wrap=True)
