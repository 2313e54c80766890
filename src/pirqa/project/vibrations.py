"""The test plan that a project names, and the files it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pirqa.errors import ProjectError
from pirqa.oma.options import OmaOptions
from pirqa.oma.plan import TestPlan, is_placeholder
from pirqa.project.plan_file import read_plan
from pirqa.provenance import digest

__all__ = ["earlier_plans", "plan_of", "vibration_digests"]


def plan_of(options: OmaOptions, folder: Path) -> tuple[TestPlan, Path]:
    """The plan that ``options`` name, and the folder that its files' paths start from."""
    return _plan(options.plan, folder, "plan")


def earlier_plans(options: OmaOptions, folder: Path) -> list[tuple[TestPlan, Path]]:
    """Plans of earlier measurements of the same wall."""
    return [_plan(path, folder, "earlier") for path in options.earlier]


def _plan(path: str, folder: Path, key: str) -> tuple[TestPlan, Path]:
    try:
        return read_plan(folder / path), (folder / path).parent
    except ProjectError as error:
        raise ProjectError(f"oma.{key}: {error}") from error


def vibration_digests(options: OmaOptions, folder: Path) -> dict[str, str]:
    """Digest of the plans and of every file that they name, by path: a changed file is another measurement.

    A file that is not there has none: its reader says so, with its channel.
    """
    found: dict[str, str] = {}
    for path in (options.plan, *options.earlier):
        plan, home = _plan(path, folder, "plan" if path == options.plan else "earlier")
        for file in (folder / path, *_files(plan, home)):
            found[file.as_posix()] = digest(file.read_bytes()) if file.is_file() else ""
    return found


def _files(plan: TestPlan, home: Path) -> Iterator[Path]:
    named = [channel.file or setup.file for setup in plan.setups for channel in setup.channels]
    for name in dict.fromkeys(name for name in named if not is_placeholder(name)):
        yield home / name
        for visit in plan.visits:
            yield home / visit.folder / name
    for noise in plan.ground:
        if not is_placeholder(noise.file):
            yield home / noise.file
