"""What was measured, the finite-element twin, and what it learns from the measurement."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pirqa.fe.result import FeResult
from pirqa.fe.stage import run_fe
from pirqa.oma.result import OmaResult
from pirqa.oma.stage import listen
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.stages.wall import surveyed_wall, wall_inputs
from pirqa.project.vibrations import earlier_plans, plan_of, vibration_digests
from pirqa.provenance import digest
from pirqa.updating.result import UpdatingResult
from pirqa.updating.stage import run_updating

__all__ = [
    "fe_inputs",
    "fe_stage",
    "oma_inputs",
    "oma_stage",
    "sensors_of",
    "updating_inputs",
    "updating_seed",
    "updating_stage",
]


def oma_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> OmaResult:
    """Modes that vibrations tell."""
    wall = earlier["survey"].wall if "survey" in earlier else project.wall
    options = project.options["oma"]
    plan, folder = plan_of(options, project.folder)
    earlier_ones = earlier_plans(options, project.folder)
    return listen(plan, options, folder=folder, wall=wall, earlier=earlier_ones, observer=observer)


def oma_inputs(project: Project) -> dict[str, Any]:
    """Records and plans are inputs too."""
    return {**wall_inputs(project), "files": vibration_digests(project.options["oma"], project.folder)}


def fe_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> FeResult:
    """Finite-element models of the wall, also told at the sensors."""
    return run_fe(
        surveyed_wall(project, earlier),
        project.options["fe"],
        folder=project.folder,
        sensors=sensors_of(earlier.get("oma")),
        observer=observer,
    )


def sensors_of(oma: OmaResult | None) -> dict[str, tuple[float, float, float]]:
    """Where sensors stood, by name [m]: there the modes of a model are told too, to stand beside measured ones."""
    if oma is None:
        return {}
    return {name: (x, y, z) for name, (x, y, z) in zip(oma.modes.points, oma.places.tolist(), strict=True)}


def fe_inputs(project: Project) -> dict[str, Any]:
    """A mesh that is read is an input too; its reader says where it is missing."""
    given = project.options["fe"].mesh
    path = project.folder / given
    files = {given: digest(path.read_bytes()) if path.is_file() else ""} if given else {}
    return {**wall_inputs(project), "files": files}


def updating_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> UpdatingResult:
    """The main model of [fe] is fitted; its springs and bed are those of [fe] too."""
    heard: OmaResult = earlier["oma"]
    return run_updating(
        surveyed_wall(project, earlier),
        project.options["fe"],
        project.options["updating"],
        heard.modes,
        sensors_of(heard),
        folder=project.folder,
        observer=observer,
    )


def updating_inputs(project: Project) -> dict[str, Any]:
    """The model that is fitted is that of [fe]."""
    return {**fe_inputs(project), "fe": to_plain(project.options["fe"])}


def updating_seed(project: Project) -> int:
    """Of the other starts, and of the samples."""
    return int(project.options["updating"].seed)
