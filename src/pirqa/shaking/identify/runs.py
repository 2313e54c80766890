"""One shaken wall: how its points moved relative to the base, and whether its joints stayed as they were."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.dynamics.simulate import kept_run
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.shaking.damage import outcome_of
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.remarks import run_remarks

__all__ = ["Response", "shake", "watched_points"]

_SLIPPED = 0.01
"""Slip of a joint, as part of the largest motion of the points, from which it has slipped."""
_OPENED = 0.01
"""Part of its bearing area that an opening joint loses, at least."""
_BEARING = 1e-6
"""Force of a joint, as part of the largest at rest, below which it bears none: head joints of a bond only touch."""
_TOPMOST = 3
"""Stones watched where the wall has no control points."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Response:
    """What is read out of one run."""

    base: FloatArray
    """Displacement of the base in the direction of shaking [m], shape (k,)."""
    relative: FloatArray
    """Of the watched points relative to the base and to rest [m], shape (k, points)."""
    acceleration: float
    """Largest of the base [m/s2]."""
    displacement: float
    """Largest of the base, also between what is kept [m]."""
    slipped: float
    """Share of the joints that bore pressure at rest and slipped by more than a hundredth of the wall's motion."""
    opened: float
    """Share of them that at some time lost more than a hundredth of their bearing area."""
    reliable: bool
    remarks: tuple[Remark, ...]

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened: the wall then is a linear system, and has frequencies."""
        return self.reliable and self.slipped == 0.0 and self.opened == 0.0


def watched_points(wall: Wall) -> tuple[str, ...]:
    """Names of the control points, or of the topmost stones that can move where there are none."""
    if wall.control_points:
        return tuple(point.name for point in wall.control_points)
    free = [stone for stone in wall.stones if stone.name not in wall.fixed]
    return tuple(stone.name for stone in sorted(free, key=lambda stone: -float(stone.centroid[2]))[:_TOPMOST])


def shake(
    wall: Wall,
    motion: GroundMotion,
    dynamics: DynamicsOptions,
    *,
    direction: str,
    sampling: float,
    joints: JointProperties | None = None,
    case: str = "",
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> Response:
    """Shake ``wall`` by ``motion`` turned into ``direction``, as it is kept ``sampling`` times a second [Hz].

    The run ends with the motion: nothing waits for the wall to swing out.
    """
    turned = replace(motion, directions=(Direction(name=direction),))
    options = replace(dynamics.simulation, output_step=1.0 / sampling, free=0.0)
    run = kept_run(
        folder, wall, turned, options, joints=joints, case=case, struts=dynamics.struts_on(wall), observer=observer
    )
    axis = AXES.index(direction)
    if wall.control_points:
        moved = [run.point(point.name)[:, axis] for point in wall.control_points]
    else:
        moved = [run.displacement[:, run.stones.index(name), axis] for name in watched_points(wall)]
    relative = np.column_stack(moved)
    slipped, opened = _disturbed(run, float(np.abs(relative).max()))
    told = run_remarks(run, outcome_of(run, wall, dynamics.damage), run.title)
    return Response(
        base=run.platform[:, axis].copy(),
        relative=relative,
        acceleration=float(turned.peak_acceleration[0]),
        displacement=float(turned.peak_displacement[0]),
        slipped=slipped,
        opened=opened,
        reliable=run.reliable,
        remarks=tuple(remark for remark in told if remark.key != "run_not_at_rest"),
    )


def _disturbed(run: Trajectory, moved: float) -> tuple[float, float]:
    """Share of the joints bearing at rest that slipped, and that opened; ``moved``: how far the points did [m]."""
    bearing = run.normal_force[0] > _BEARING * float(run.normal_force[0].max(initial=0.0))
    if not bearing.any() or moved == 0.0:
        return 0.0, 0.0
    slipped = run.slip[:, bearing].max(axis=0) > _SLIPPED * moved
    area = run.closed_area[:, bearing]
    return float(slipped.mean()), float((area.min(axis=0) < (1.0 - _OPENED) * area[0]).mean())
