"""Finite elements: models of the wall, and their modes at the sensors of a measurement."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.origins import idle_spectra
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall, wall_inputs
from pirqa.provenance import digest

if TYPE_CHECKING:
    from pirqa.fem.result import FeResult
    from pirqa.oma.result import OmaResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> FeResult:
    from pirqa.fem.stage import run_fe

    return run_fe(
        surveyed_wall(project, earlier),
        project.options["fe"],
        folder=project.folder,
        sensors=sensors_of(earlier.get("oma")),
        observer=observer,
    )


def sensors_of(oma: OmaResult | None) -> dict[str, tuple[float, float, float]]:
    """Return where sensors stood, by name [m]; the modes of a model are given there too, beside measured ones."""
    if oma is None:
        return {}
    return {name: (x, y, z) for name, (x, y, z) in zip(oma.modes.points, oma.places.tolist(), strict=True)}


def _inputs(project: Project) -> dict[str, Any]:
    """A mesh that is read is an input too; its reader says where it is missing."""
    given = project.options["fe"].mesh
    path = project.folder / given
    files = {given: digest(path.read_bytes()) if path.is_file() else ""} if given else {}
    return {**wall_inputs(project), "files": files}


def model_inputs(project: Project) -> dict[str, Any]:
    """Return the inputs of a stage whose model is that of [fe]."""
    return {**_inputs(project), "fe": to_plain(project.options["fe"])}


def _idle(parsed: ProjectFile) -> set[str]:
    """How models are computed, and what is seldom otherwise."""
    fe = parsed.options_of("fe")
    idle = {"fe.solver", "fe.modes", "fe.finer", "fe.layers"}
    idle |= {"fe.damping"} if fe.response is None else idle_spectra("fe.response.spectra")
    models = {**{f"fe.models.{name}": item for name, item in fe.models.items()}, "fe": fe}
    for prefix, model in models.items():
        idle |= {f"{prefix}.struts.{name}.{key}" for name in model.struts for key in ("clamped", "unit_weight")}
        idle |= {f"{prefix}.springs.{name}.direction" for name in model.springs}
        idle |= {f"{prefix}.rear_wall.{key}" for key in ("turned", "length_share")}
    return idle | {f"fe.points.{name}.side" for name in fe.points}


STAGE = Stage(
    name="fe",
    rank=50,
    options="pirqa.fem.options:FeOptions",
    result="pirqa.fem.result:FeResult",
    takes=("survey", "oma"),
    inputs=_inputs,
    run=_run,
    idle=_idle,
)
