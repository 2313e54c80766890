"""Calibration of the joints: their stiffness from measured frequencies, damping and tilts.

Measured modes come from given numbers or from the analysis oma, which names the shape of each at its sensors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import OptionsError
from pirqa.model.masonry import ControlPoint
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.project.moving import moving_inputs
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.experiments.joint_calibration.options import JointCalibrationOptions
    from pirqa.experiments.joint_calibration.result import JointCalibrationResult
    from pirqa.experiments.options import DynamicsOptions
    from pirqa.model.polyhedron import FloatArray, Polyhedron
    from pirqa.oma.result import OmaResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile

_FARTHEST = 0.5
"""Metres that a sensor may stand off the nearest stone: beyond, it does not belong to this wall."""
_LEAST, _TIMES = 20, 3
"""Modes of the stones among which the measured ones are looked for: so many, or so many times the measured ones."""


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> JointCalibrationResult:
    from pirqa.experiments.joint_calibration.stage import run_joint_calibration

    wall, dynamics = surveyed_wall(project, earlier), project.options["dynamics"]
    options = with_measured_modes(project.options["joint_calibration"], wall, dynamics, earlier.get("oma"), observer)
    return run_joint_calibration(wall, options, dynamics, folder=folder, observer=observer)


def with_measured_modes(
    options: JointCalibrationOptions,
    wall: Wall,
    dynamics: DynamicsOptions,
    oma: OmaResult | None,
    observer: Observer = SILENT,
) -> JointCalibrationOptions:
    """``options`` with the measured modes in place of given numbers, where they ask for them.

    Which mode of the stones a measured one is, is told by its shape at the sensors: that of the wall at rest on the
    joints that the file gives.
    """
    from pirqa.experiments.identify.stage import settled_modes

    if options.measured != "oma":
        return options
    if oma is None:
        raise OptionsError(
            'joint_calibration.measured: measured modes come from the analysis "oma"; add it to analyses, with [oma] '
            "plan = the test plan"
        )
    if wall.joints is None:
        raise OptionsError('joints: missing; add [joints] with friction_angle = "…" and normal_stiffness = "…"')
    places = zip(oma.modes.points, oma.places, strict=True)
    watched = replace(wall, control_points=tuple(sensors_on_stones(wall, dict(places))))
    first = replace(next(iter(wall.joints.corners().values())), restitution=None)  # damping does not bend a shape
    count = max(_LEAST, _TIMES * len(oma.modes))
    model = settled_modes(watched, dynamics, joints=first, count=count, observer=observer)
    return options.measured_as(oma.modes, model=model)


def sensors_on_stones(wall: Wall, places: dict[str, FloatArray]) -> Iterator[ControlPoint]:
    """Each sensor on the stone that is nearest to it; ``places`` [m] by name."""
    import numpy as np

    for name, place in places.items():
        off = [min(_distance(part, place) for part in stone.parts) for stone in wall.stones]
        nearest = int(np.argmin(off))
        if off[nearest] > _FARTHEST:
            raise OptionsError(
                f'sensor "{name}" stands {off[nearest]:.3g} m off the nearest stone, {wall.stones[nearest].name}; '
                "correct its place in the test plan"
            )
        yield ControlPoint(name=name, stone=wall.stones[nearest].name, position=np.asarray(place, dtype=np.float64))


def _distance(part: Polyhedron, place: FloatArray) -> float:
    """How far ``place`` is outside the planes of a convex part [m]: its distance, or a little less at edges."""
    import numpy as np

    normals = part.face_areas
    corners = part.vertices[[face[0] for face in part.faces]]
    heights = np.einsum("ij,ij->i", normals, place - corners) / np.linalg.norm(normals, axis=1)
    return max(float(heights.max()), 0.0)


def _asks(project: Project) -> tuple[str, ...]:
    """Measured modes, where these are to be those of the analysis oma."""
    return ("oma",) if project.options["joint_calibration"].measured == "oma" else ()


def _missing(parsed: ProjectFile) -> str:
    if parsed.options_of("joint_calibration").measured != "oma" or "oma" in parsed.analyses:
        return ""
    return (
        'joint_calibration.measured: measured modes come from the analysis "oma"; add it to analyses, with [oma] '
        "plan = the test plan, or give frequencies and frequency_sd"
    )


STAGE = Stage(
    name="joint_calibration",
    rank=110,
    options="pirqa.experiments.joint_calibration.options:JointCalibrationOptions",
    result="pirqa.experiments.joint_calibration.result:JointCalibrationResult",
    takes=("survey",),
    asks=_asks,
    missing=_missing,
    inputs=moving_inputs,
    run=_run,
    idle=lambda _: {"joint_calibration.measured"},
    moves_stones=True,
)
