"""The command ``pirqa oma``."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pirqa.assessment import assess_project
from pirqa.cli.arguments import Change, JsonFile, ProjectLanguage, keep_source, parse_changes, with_options
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.cli.project_input import StageInput
from pirqa.errors import OptionsError, ProjectError
from pirqa.files import write_text_whole
from pirqa.oma.formats.uff58 import write_modes_uff
from pirqa.oma.measurement import Point
from pirqa.oma.options import PlanningOptions
from pirqa.oma.planning import TestDesign, design_test, read_expected_modes
from pirqa.oma.result import OmaResult
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.load import Project, parse_project
from pirqa.project.pipeline import wall_of
from pirqa.project.plan_file import read_plan, write_plan
from pirqa.project.stages import STAGES


@with_options
def command(
    file: Annotated[Path, typer.Argument(help="Test plan, or project file with \\[oma] (TOML).", show_default=False)],
    design: Annotated[bool, "Plan a test on a project's wall; write the plan with -o."] = False,
    output: Annotated[Path | None, "Results folder with a report; of --design: the plan's file."] = None,
    change: Change = None,
    json_file: JsonFile = None,
    uff: Annotated[Path | None, "Write the modes as a universal file (UFF 55)."] = None,
    language: ProjectLanguage = None,
) -> None:
    """Read modes off a wall's ambient vibrations, and the site's period off ground noise.

    Takes a test plan (points, setups, files) alone, or a project whose \\[oma] names one.
    """
    source = StageInput(project=file, change=change, json_file=json_file, language=language or "en")
    keep_source(file, uff)
    if design:
        if json_file is not None or uff is not None:
            raise OptionsError("--design writes a plan with -o; --json and --uff are for what was measured")
        _design(source, output)
        return
    project = _project(file, parse_changes(change))
    if output is not None:
        with ProgressBars(Console(stderr=True)) as observer:
            done = assess_project(project, output, language=language, observer=observer)
        result: OmaResult = done.stages["oma"]
    else:
        result = source.run(lambda observer: _run(project, observer))
    source.show(result)
    console = Console()
    if uff is not None:
        places = zip(result.modes.points, result.places.tolist(), strict=True)
        points = {name: Point(name=name, place=(x, y, z)) for name, (x, y, z) in places}
        write_modes_uff(uff, result.modes, points, lines=result.lines, title=result.name)
        say(console, f"modes in {uff}")
    if output is not None:
        say(console, f"\nReport: {done.report}")


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
    return replace(project, analyses=(*surveyed, "oma"), published={})


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _run(project: Project, observer: Observer) -> OmaResult:
    stages = {stage.name: stage for stage in STAGES}
    earlier: dict[str, Any] = {}
    for name in project.analyses:
        earlier[name] = stages[name].run(project, earlier, Path(), observer)
    result: OmaResult = earlier["oma"]
    return result


def _design(source: StageInput, output: Path | None) -> None:
    """Place the sensors of a test on the wall of a project; print them, and write the plan to be filled in."""
    file = source.project
    keep_source(file, output)
    if output is not None and output.exists():
        raise OptionsError(f"{output}: is there already, and may be filled in; give another name with -o")
    if file.is_file() and _is_plan(file):
        raise OptionsError(f"{file}: is a test plan; --design takes a project file with the wall, and writes a plan")

    def work(observer: Observer) -> tuple[Project, TestDesign]:
        # a project that is to have vibrations need not have a plan yet
        project = read_project(file, changes={"oma.plan": "to be designed", **parse_changes(source.change)})
        if project.wall is None and project.options["survey"] is None:
            raise ProjectError(f"{file}: --design needs the wall that is to be listened to; add [wall] or [survey]")
        planning: PlanningOptions = project.options["oma"].planning
        modes = read_expected_modes(project.folder / planning.modes) if planning.modes else None
        return project, design_test(wall_of(project, observer=observer), modes, planning)

    project, found = source.run(work)
    console = Console()
    say(console, str(found))
    print_remarks(console, found.remarks, source.words)
    if output is None:
        say(console, "give -o plan.toml to write the plan")
        return
    write_text_whole(output, write_plan(found.plan(project.info.name)))
    say(console, f"plan in {output}: fill in files and columns")
