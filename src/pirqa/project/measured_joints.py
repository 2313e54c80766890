"""What the calibration of joints takes from vibrations: frequencies, damping and which modes they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.stone import ControlPoint
from pirqa.model.wall import Wall
from pirqa.oma.result import OmaResult
from pirqa.progress import SILENT, Observer
from pirqa.shaking.identify.stage import settled_modes
from pirqa.shaking.joint_calibration import JointCalibrationOptions
from pirqa.shaking.options import DynamicsOptions

__all__ = ["sensors_on_stones", "with_measured_modes"]

_FARTHEST = 0.5
"""Metres that a sensor may stand off the nearest stone: beyond, it does not belong to this wall."""
_LEAST, _TIMES = 20, 3
"""Modes of the stones among which the measured ones are looked for: so many, or so many times the measured ones."""


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
    normals = part.face_areas
    corners = part.vertices[[face[0] for face in part.faces]]
    heights = np.einsum("ij,ij->i", normals, place - corners) / np.linalg.norm(normals, axis=1)
    return max(float(heights.max()), 0.0)
