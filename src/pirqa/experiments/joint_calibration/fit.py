"""Joint properties from data: frequencies and tilt angle that given joints would have, and the fit to measured ones.

The fit is a least-squares search in a box, with profiles of the misfit: what the data say about a parameter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.linear import bearing_joints, linear_modes
from pirqa.errors import ComputationError
from pirqa.experiments.runs import RunSetup
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.stage import tilt_one
from pirqa.model.masonry import STIFFNESS_RATIO, JointProperties
from pirqa.model.polyhedron import FloatArray

_STIFFNESS_NODES, _RATIO_NODES = 25, 9
"""Of the table of frequencies; between them ln f is smooth, and nearly ½ ln Kn."""


def joints_with(
    joints: JointProperties, stiffness: float, *, ratio: float | None = None, friction: float | None = None
) -> JointProperties:
    """The joints with another Kn [N/m3]; their ratio Kt/Kn is kept where none is given."""
    return replace(
        joints.without_pairs(),
        normal_stiffness=stiffness,
        tangential_stiffness=stiffness * (stiffness_ratio(joints) if ratio is None else ratio),
        friction_angle=joints.friction_angle if friction is None else math.atan(friction),
    )


def stiffness_ratio(joints: JointProperties) -> float:
    """Kt/Kn [-]: as given, or as assumed."""
    if joints.tangential_stiffness is None or joints.normal_stiffness is None:
        return STIFFNESS_RATIO
    return joints.tangential_stiffness / joints.normal_stiffness


@dataclass(frozen=True, kw_only=True, eq=False)
class FrequencyTable:
    """Frequencies of some modes against the stiffness of the joints."""

    stiffness: FloatArray
    """ln Kn, rising, shape (n,)."""
    ratio: FloatArray
    """ln Kt/Kn, rising, shape (m,); one entry where it is fixed."""
    frequency: FloatArray
    """ln f, shape (n, m, modes)."""

    @cached_property
    def _spline(self) -> Any:
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.stiffness, self.frequency, axis=0)

    def at(self, stiffness: FloatArray, ratio: FloatArray) -> FloatArray:
        """ln f at some ln Kn and ln Kt/Kn, shape (k, modes)."""
        along = np.asarray(self._spline(stiffness))
        if len(self.ratio) == 1:
            return np.asarray(along[:, 0])
        place = np.clip(np.searchsorted(self.ratio, ratio) - 1, 0, len(self.ratio) - 2)
        low, high = self.ratio[place], self.ratio[place + 1]
        share = np.clip((ratio - low) / (high - low), 0.0, 1.0)[:, None]
        rows = np.arange(len(place))
        return np.asarray((1.0 - share) * along[rows, place] + share * along[rows, place + 1])


def tabulate_frequencies(
    made: Assembly,
    joints: JointProperties,
    *,
    modes: Sequence[int],
    stiffness: tuple[float, float],
    ratio: tuple[float, float] | None,
) -> FrequencyTable:
    """Frequencies of ``modes`` (from 0) between two Kn [N/m3] and two ratios, about the wall at rest ``made``.

    What is closed at rest, and the weight that the joints bear, are those of ``joints``, with which it came to rest.
    Stiffnesses so low that the wall would sway over by its weight are left out.
    """
    base = float(joints.normal_stiffness or math.nan)
    kept = float(joints.tangential_stiffness or math.nan) / base
    ratios = (
        np.array([math.log(kept)])
        if ratio is None
        else np.linspace(math.log(ratio[0]), math.log(ratio[1]), _RATIO_NODES)
    )
    grid = np.linspace(math.log(stiffness[0]), math.log(stiffness[1]), _STIFFNESS_NODES)
    found: list[FloatArray] = []
    used: list[float] = []
    count = max(modes) + 1
    turns = [math.exp(turn) / kept for turn in ratios.tolist()]
    for place in grid.tolist():
        try:
            rows = [_frequencies(made, math.exp(place) / base, turn, count) for turn in turns]
        except ComputationError:
            if used:
                raise
            continue
        used.append(place)
        found.append(np.log(np.array(rows)[:, list(modes)]))
    if len(used) < 3:
        raise ComputationError(
            "joint_calibration: between stiffness_low and stiffness_high the joints do not hold the wall; raise them"
        )
    return FrequencyTable(stiffness=np.array(used), ratio=ratios, frequency=np.array(found))


def _frequencies(made: Assembly, normal: float, ratio: float, count: int) -> FloatArray:
    """[Hz], shape (count,), with Kn times ``normal`` and Kt/Kn times ``ratio``."""
    joints = made.joints
    changed = joints._replace(
        normal_stiffness=joints.normal_stiffness * normal, shear_stiffness=joints.shear_stiffness * normal * ratio
    )
    found = linear_modes(replace(made, joints=changed), count).frequency
    if len(found) < count:
        raise ComputationError(f"joint_calibration.modes: the wall has only {len(found)} modes")
    return found


def idle_joints(made: Assembly, modes: Sequence[int]) -> tuple[int, float]:
    """How many joints bear nothing at rest, and by how much that moves the frequencies of ``modes`` (from 0).

    The change is from all of them open (as they are, where the wall would not hold then) to all of them closed, as a
    part of the frequency.
    """
    motion = made.motion
    idle = ~bearing_joints(made)
    if not idle.any():
        return 0, 0.0

    def frequencies(part: FloatArray) -> FloatArray:
        resisting = np.where(idle[:, None], part, motion.closed)
        return linear_modes(made, max(modes) + 1, resisting).frequency[list(modes)]

    try:
        open_ = frequencies(np.zeros_like(motion.closed))
    except ComputationError:
        open_ = frequencies(motion.closed)
    return int(idle.sum()), float(np.abs(frequencies(made.frames.whole) / open_ - 1.0).max())


@dataclass(frozen=True, kw_only=True, eq=False)
class TiltSurface:
    """Angle of a tilt test against stiffness and friction: linear between the points at which it was computed."""

    stiffness: FloatArray
    """ln Kn, rising, shape (n,)."""
    friction: FloatArray
    """μ, rising, shape (m,)."""
    angle: FloatArray
    """Middle of its interval [rad], shape (n, m)."""
    width: FloatArray
    """Of the interval [rad], shape (n, m)."""
    standing: int
    """Points at which the wall still stood at the end of the test: its angle is taken as that."""
    fallen: int
    """Points at which it did not stand at all."""

    def at(self, stiffness: FloatArray, friction: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Angle and width of its interval [rad], shape (k,) each."""
        return _bilinear(self, self.angle, stiffness, friction), _bilinear(self, self.width, stiffness, friction)


def _bilinear(surface: TiltSurface, values: FloatArray, stiffness: FloatArray, friction: FloatArray) -> FloatArray:
    rows, row_share = _placed(surface.stiffness, stiffness)
    columns, column_share = _placed(surface.friction, friction)
    right, above = np.minimum(rows + 1, values.shape[0] - 1), np.minimum(columns + 1, values.shape[1] - 1)
    near = values[rows, columns] * (1.0 - column_share) + values[rows, above] * column_share
    far = values[right, columns] * (1.0 - column_share) + values[right, above] * column_share
    return np.asarray(near * (1.0 - row_share) + far * row_share)


def _placed(nodes: FloatArray, wanted: FloatArray) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.intp]], FloatArray]:
    if len(nodes) == 1:
        return np.zeros(len(wanted), dtype=np.intp), np.zeros(len(wanted))
    place = np.clip(np.searchsorted(nodes, wanted) - 1, 0, len(nodes) - 2)
    return place, np.clip((wanted - nodes[place]) / (nodes[place + 1] - nodes[place]), 0.0, 1.0)


def tilt_surface(
    setup: RunSetup,
    joints: JointProperties,
    options: TiltTestOptions,
    *,
    stiffness: Sequence[float],
    friction: Sequence[float],
    event: str,
) -> TiltSurface:
    """The test computed at every Kn [N/m3] and μ; ``event``: what is taken for its angle."""
    angle, width = (np.zeros((len(stiffness), len(friction))) for _ in range(2))
    standing = fallen = 0
    for row, stiff in enumerate(stiffness):
        for column, rough in enumerate(friction):
            used = joints_with(joints, stiff, friction=rough)
            try:
                test = tilt_one(setup, used, options)
            except ComputationError:  # it falls under its own weight, or never comes to rest
                fallen += 1
                continue
            if test.outcome.collapse == "failed":
                raise ComputationError(
                    f"joint_calibration: the tilt with Kn {stiff:.3g} N/m3 and μ {rough:.3g} went wrong; give a "
                    "smaller dynamics.simulation.step"
                )
            found = test.falls if event == "fall" else test.collapse
            if found is None:
                standing += 1
            angle[row, column] = options.to if found is None else 0.5 * (found.low + found.high)
            width[row, column] = 0.0 if found is None else found.width
    return TiltSurface(
        stiffness=np.log(np.array(stiffness)),
        friction=np.array(friction),
        angle=angle,
        width=width,
        standing=standing,
        fallen=fallen,
    )


_SIDE = 15
"""Points along each side of the box in one look."""
_LOOKS = 11
_ZOOM = 0.35
"""Of the box's side after each look: several times the spacing of its points, so that the lowest one stays inside."""
_CURVE, _NEAR = 61, 16
"""Points of a profile over the whole range, and at each side of the best value."""

Misfit = Callable[[FloatArray], FloatArray]
"""Sum of squared deviations over variances at some points, shape (k, parameters) → (k,)."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """Within which parameters are looked for; those that do not move have equal ends."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Profile:
    """The least misfit that is possible at each value of one parameter."""

    values: FloatArray
    """Rising, shape (n,)."""
    misfit: FloatArray
    """Above the least of all, shape (n,)."""
    low: float | None
    """End of the interval; none where the range ends before."""
    high: float | None


def lowest(misfit: Misfit, box: Box, fixed: Mapping[int, float] | None = None) -> tuple[FloatArray, float]:
    """Where the misfit is least in ``box``, some parameters being ``fixed``, and how large it is there."""
    low, high = np.array(box.low), np.array(box.high)
    for index, value in (fixed or {}).items():
        low[index] = high[index] = value
    best, least = 0.5 * (low + high), math.inf
    side = high - low
    for _ in range(_LOOKS):
        start, stop = np.maximum(best - 0.5 * side, low), np.minimum(best + 0.5 * side, high)
        axes = [np.linspace(a, b, _SIDE) if b > a else np.array([a]) for a, b in zip(start, stop, strict=True)]
        points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(low))
        found = misfit(points)
        place = int(np.argmin(found))
        if found[place] < least:
            best, least = points[place], float(found[place])
        side = _ZOOM * side
        if not np.any(high > low):
            break
    return best, least


def profile_of(misfit: Misfit, box: Box, index: int, best: FloatArray, least: float, limit: float) -> Profile:
    """Profile of one parameter; the interval is where its misfit is less than ``limit`` above the least of all.

    Likelihood-ratio interval of one parameter, the others being fitted anew at each of its values (Wilks 1938).
    """
    low, high = box.low[index], box.high[index]

    def above(value: float) -> float:
        return lowest(misfit, box, {index: value})[1] - least

    values = np.linspace(low, high, _CURVE).tolist()
    ends = [_end(above, float(best[index]), side, limit) for side in (low, high)]
    middle, inner = float(best[index]), [float(best[index])]
    for end in ends:
        if end is not None:
            inner += np.clip(np.linspace(middle, middle + 3.0 * (end - middle), _NEAR), low, high).tolist()
    curve = {value: above(value) for value in sorted({*values, *inner})}
    # a second valley is part of what the data allow
    allowed = [value for value, height in curve.items() if height <= limit]
    if ends[0] is not None and allowed[0] < ends[0] - 1e-12:
        ends[0] = None if allowed[0] <= low else _crossing(above, allowed[0], _before(curve, allowed[0]), limit)
    if ends[1] is not None and allowed[-1] > ends[1] + 1e-12:
        ends[1] = None if allowed[-1] >= high else _crossing(above, allowed[-1], _after(curve, allowed[-1]), limit)
    return Profile(values=np.array(list(curve)), misfit=np.array(list(curve.values())), low=ends[0], high=ends[1])


def _end(above: Callable[[float], float], best: float, bound: float, limit: float) -> float | None:
    """Where the misfit passes ``limit`` between ``best`` and ``bound``; none where it does not."""
    if bound == best:
        return None
    inside, step = best, 1e-4 * (bound - best)
    while abs(step) < abs(bound - best):
        outside = best + step
        if above(outside) > limit:
            return _crossing(above, inside, outside, limit)
        inside, step = outside, 2.0 * step
    return _crossing(above, inside, bound, limit) if above(bound) > limit else None


def _crossing(above: Callable[[float], float], inside: float, outside: float, limit: float) -> float:
    for _ in range(30):
        middle = 0.5 * (inside + outside)
        if above(middle) > limit:
            outside = middle
        else:
            inside = middle
    return 0.5 * (inside + outside)


def _before(curve: Mapping[float, float], value: float) -> float:
    return next(first for first, second in pairwise(curve) if second == value)


def _after(curve: Mapping[float, float], value: float) -> float:
    return next(second for first, second in pairwise(curve) if first == value)
