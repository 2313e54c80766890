"""Main shock and aftershocks as one motion: shocks joined with rest between, so that a wall keeps its damage.

A wall is simulated through the whole history: stones that the first shock displaced start the second one displaced.
Between shocks the ground is still. Each shock starts and ends at rest, or is brought to rest; a displacement that a
shock leaves (fling) stays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.orientation import pushing
from pirqa.motion.signal_processing import LARGEST_COUNT, bring_to_rest, final_state, resample
from pirqa.provenance import digest

_MOVING = 1e-9
"""Velocity at the end of a shock, over its peak, that is more than rounding."""
_SMALL = 1e-3
"""The same, up to which it is taken away without a remark and the displacement that the shock leaves is kept."""
_ROUNDING = 1e-9
"""Sample at an end of a shock, over its peak, that is zero but for rounding."""
_ALIKE = 1e-6
"""Of a step or of a direction [rad]."""
_FINEST = 5
"""Parts of the finest step that are tried, so that no sample of a coarser shock is lost between two."""
_TURNED = math.radians(1.0)
"""Difference of azimuth up to which two components of one name point the same way."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedShocks:
    """Shocks joined to one motion."""

    motion: GroundMotion
    shocks: tuple[GroundMotion, ...]
    """Each as it stands in the motion, at its step."""
    starts: tuple[float, ...]
    """When each begins [s]."""
    remarks: tuple[Remark, ...]


def join_shocks(name: str, motions: Sequence[GroundMotion], *, rest: float) -> JoinedShocks:
    """Return ``motions`` one after the other as the motion ``name``, with ``rest`` [s] of still ground between.

    They need the same components. The step is the finest of them, or a whole part of it that also divides the others;
    coarser shocks are linear between their samples, as they are when they drive a wall alone.

    Example
    -------
    >>> joined = join_shocks("both", [main, after], rest=20.0)  # doctest: +SKIP
    >>> joined.motion.duration  # doctest: +SKIP
    """
    names = [direction.name for direction in motions[0].directions]
    for motion in motions:
        _check_components(name, motions[0], motion)
    step = _common_step([motion.step for motion in motions])
    spans = sum(motion.duration for motion in motions) + rest * (len(motions) - 1)
    if spans / step > LARGEST_COUNT:
        raise OptionsError(f"sequence {name}: {spans:g} s at a step of {step:g} s is too long; give a shorter rest")
    remarks: list[Remark] = []
    shocks: list[GroundMotion] = []
    for motion in motions:
        shock, told = _at_rest(motion.with_columns([motion.column(part) for part in names]), step)
        shocks.append(shock)
        remarks += told
    still = np.zeros((max(1, math.ceil(rest / step - 1e-6)) - 1, len(names)))
    parts: list[FloatArray] = []
    starts: list[float] = []
    for shock in shocks:
        if parts:
            parts.append(still)
        starts.append(step * sum(len(part) for part in parts))
        parts.append(shock.acceleration)
    strongest = max(shocks, key=_strength)
    joined = GroundMotion(
        name=name,
        step=step,
        acceleration=np.concatenate(parts),
        directions=_directions(shocks),
        origin=_origin(shocks),
        treatments=(Treatment(key="sequence", amounts={"count": float(len(shocks)), "rest": rest}),),
        band=_band(shocks),
        factor=strongest.factor,
    )
    return JoinedShocks(motion=joined, shocks=tuple(shocks), starts=tuple(starts), remarks=tuple(remarks))


def _strength(motion: GroundMotion) -> float:
    names = pushing(motion) or tuple(direction.name for direction in motion.directions)
    return max(float(motion.peak_acceleration[motion.column(name)]) for name in names)


def _check_components(name: str, first: GroundMotion, other: GroundMotion) -> None:
    mine = {direction.name: direction for direction in first.directions}
    theirs = {direction.name: direction for direction in other.directions}
    if set(mine) != set(theirs):
        raise OptionsError(
            f"sequence {name}: its shocks have different components: {first.name} {', '.join(mine)}; {other.name} "
            f"{', '.join(theirs)}: give both the same, by facing or by across, along and up"
        )
    for key, direction in theirs.items():
        one, two = mine[key].azimuth, direction.azimuth
        if key in ("across", "along", "up") or one is None or two is None:
            continue
        if abs(math.remainder(one - two, 2.0 * math.pi)) > _TURNED:
            raise OptionsError(
                f"sequence {name}: component {key} of {first.name} points to {math.degrees(one):.0f} deg, that of "
                f"{other.name} to {math.degrees(two):.0f} deg: give facing, or across for each"
            )
    assert other.initial_velocity is not None
    if np.any(other.initial_velocity != 0.0):
        raise OptionsError(
            f"sequence {name}: shock {other.name} starts with a velocity, but the ground is still before it: process "
            'it (kind = "standard"), or give the signal ramps'
        )


def _common_step(steps: Sequence[float]) -> float:
    """Return the finest step, or the largest whole part of it that divides all of them."""
    finest = min(steps)
    for parts in range(1, _FINEST + 1):
        step = finest / parts
        if all(abs(item / step - round(item / step)) < _ALIKE * item / step for item in steps):
            return step
    return finest


def _at_rest(motion: GroundMotion, step: float) -> tuple[GroundMotion, list[Remark]]:
    """Return the motion at ``step``, from zero to zero in acceleration and velocity."""
    values = motion.acceleration
    if abs(motion.step - step) > _ALIKE * step:
        columns = [resample(np.ascontiguousarray(column), motion.step, step) for column in values.T]
        values = np.stack(columns, axis=1)
    peaks = np.abs(values).max(axis=0)
    ends = values[[0, -1]]
    values = np.array(values)
    values[[0, -1]] = np.where(np.abs(ends) <= _ROUNDING * peaks, 0.0, ends)
    # a jump would go on for a step into the rest
    values = np.pad(values, ((int(np.any(values[0] != 0.0)), int(np.any(values[-1] != 0.0))), (0, 0)))
    shape = GroundMotion(name=motion.name, step=step, acceleration=values, directions=motion.directions)
    fastest = float(shape.peak_velocity.max())
    velocity, displacement = final_state(values, step)
    left = float(np.abs(velocity).max())
    remarks: list[Remark] = []
    if left > _MOVING * fastest:
        kept = displacement if left <= _SMALL * fastest else np.zeros_like(displacement)
        try:
            values = bring_to_rest(values, step, displacement=-kept)
        except ModelError as error:
            raise OptionsError(f"shock {motion.name}: {error}; give a longer one") from error
        if left > _SMALL * fastest:
            remarks.append(
                Remark(kind="repair", key="sequence_brought_to_rest", text=motion.name, amount=left, unit="m/s")
            )
    return (
        GroundMotion(
            name=motion.name,
            step=step,
            acceleration=values,
            directions=motion.directions,
            origin=motion.origin,
            band=motion.band,
            factor=motion.factor,
        ),
        remarks,
    )


def _directions(shocks: Sequence[GroundMotion]) -> tuple[Direction, ...]:
    """Return the common directions; an azimuth only where all shocks have the same."""
    found: list[Direction] = []
    for column, direction in enumerate(shocks[0].directions):
        azimuths = {shock.directions[column].azimuth for shock in shocks}
        found.append(
            Direction(
                name=direction.name,
                azimuth=direction.azimuth if len(azimuths) == 1 else None,
                vertical=direction.vertical,
            )
        )
    return tuple(found)


def _origin(shocks: Sequence[GroundMotion]) -> Origin:
    digests = "".join(shock.origin.digest for shock in shocks)
    stations = list(dict.fromkeys(shock.origin.station for shock in shocks if shock.origin.station))
    return Origin(
        file=" + ".join(shock.origin.file for shock in shocks if shock.origin.file),
        format="sequence",
        digest=digest(digests.encode()) if digests else "",
        station=" + ".join(stations),
        event=" + ".join(shock.name for shock in shocks),
    )


def _band(shocks: Sequence[GroundMotion]) -> tuple[float, ...]:
    """Return the frequencies that every shock can be trusted for; none where a record does not say."""
    if any(shock.origin.file and len(shock.band) != 2 for shock in shocks):
        return ()
    bands = [shock.band for shock in shocks if len(shock.band) == 2]
    return (max(band[0] for band in bands), min(band[1] for band in bands)) if bands else ()
