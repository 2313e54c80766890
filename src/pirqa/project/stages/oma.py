"""Vibrations: the test plan that a project names, the files it leads to, and the modes that they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import ProjectError
from pirqa.progress import Observer
from pirqa.project.stage import Stage
from pirqa.project.walls import wall_inputs
from pirqa.provenance import digest

if TYPE_CHECKING:
    from pirqa.oma.options import OmaOptions
    from pirqa.oma.plan import TestPlan
    from pirqa.oma.result import OmaResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> OmaResult:
    from pirqa.oma.stage import listen

    wall = earlier["survey"].wall if "survey" in earlier else project.wall
    options = project.options["oma"]
    plan, folder = plan_of(options, project.folder)
    before = [_plan(path, project.folder, "earlier") for path in options.earlier]
    return listen(plan, options, folder=folder, wall=wall, earlier=before, observer=observer)


def plan_of(options: OmaOptions, folder: Path) -> tuple[TestPlan, Path]:
    """The plan that ``options`` name, and the folder that its files' paths start from."""
    return _plan(options.plan, folder, "plan")


def _plan(path: str, folder: Path, key: str) -> tuple[TestPlan, Path]:
    from pirqa.project.plan_file import read_plan

    try:
        return read_plan(folder / path), (folder / path).parent
    except ProjectError as error:
        raise ProjectError(f"oma.{key}: {error}") from error


def _inputs(project: Project) -> dict[str, Any]:
    """Records and plans are inputs too."""
    return {**wall_inputs(project), "files": _digests(project.options["oma"], project.folder)}


def _digests(options: OmaOptions, folder: Path) -> dict[str, str]:
    """Return the digest of the plans and of every file that they name, by path.

    A file that is not there has none: its reader says so, with its channel.
    """
    found: dict[str, str] = {}
    for path in (options.plan, *options.earlier):
        plan, home = _plan(path, folder, "plan" if path == options.plan else "earlier")
        for file in (folder / path, *_files(plan, home)):
            found[file.as_posix()] = digest(file.read_bytes()) if file.is_file() else ""
    return found


def _files(plan: TestPlan, home: Path) -> Iterator[Path]:
    from pirqa.oma.plan import is_placeholder

    named = [channel.file or setup.file for setup in plan.setups for channel in setup.channels]
    for name in dict.fromkeys(name for name in named if not is_placeholder(name)):
        yield home / name
        for visit in plan.visits:
            yield home / visit.folder / name
    for noise in plan.ground:
        if not is_placeholder(noise.file):
            yield home / noise.file


def _missing(parsed: ProjectFile) -> str:
    if parsed.options_of("oma").plan:
        return ""
    return 'oma.plan: missing; add [oma] with plan = the path of the test plan, such as "plan.toml"'


def _idle(parsed: ProjectFile) -> set[str]:
    """What is not asked for, and how ground noise is read."""
    options = parsed.options_of("oma")
    tables = ("planning", "tracking", "hvsr")
    return {f"oma.{key}.{name}" for key in tables for name in getattr(options, key).__dataclass_fields__}


STAGE = Stage(
    name="oma",
    rank=40,
    options="pirqa.oma.options:OmaOptions",
    result="pirqa.oma.result:OmaResult",
    takes=("survey",),
    missing=_missing,
    inputs=_inputs,
    run=_run,
    idle=_idle,
    wallless=True,
)
