"""One even time base for all components of a record.

Between filed samples the acceleration is taken as linear, as it is when the motion drives a wall; what a coarser step
could not carry is filtered out first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.ground_motion import Direction, GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.filtering import filter_acausal
from pirqa.motion.record import Channel

__all__ = ["LARGEST_COUNT", "TimeBase", "common_time_base", "make_even", "resample"]

LARGEST_COUNT = 20_000_000
"""Samples of a component: a day at 200 Hz; more is a mistake in the time column or the step."""
_ALIGNED = 1e-3
"""Of a step: samples that agree so far are at the same time."""
_GAP = 5.0
"""Of the step: a longer pause between samples is a hole in the record."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TimeBase:
    """All components at the same times."""

    values: FloatArray
    """[m/s2], shape (samples, components)."""
    step: float
    """[s]"""
    coarsest_step: float
    """Of the filed samples and these [s]: it says which frequencies they can hold."""
    initial_velocity: FloatArray
    """As the file says it, at the first sample [m/s], shape (components,)."""
    initial_displacement: FloatArray
    """As the file says it, at the first sample [m], shape (components,)."""
    treatments: tuple[Treatment, ...] = ()
    remarks: tuple[Remark, ...] = ()


def make_even(channel: Channel, values: FloatArray, *, file: str) -> tuple[FloatArray, tuple[Remark, ...]]:
    """``values`` of ``channel`` at its median step [s], linear between the filed samples."""
    times = channel.times
    if times is None:
        return values, ()
    if len(times) != len(values) or not np.all(np.isfinite(times)):
        raise RecordError(f"{file}: component {channel.name}: its times are not {len(values)} finite numbers")
    pauses = np.diff(times)
    if not np.all(pauses > 0.0):
        at = int(np.argmax(~(pauses > 0.0))) + 1
        raise RecordError(
            f"{file}: component {channel.name}: time does not grow at sample {at + 1}: {times[at - 1]:g} s, then "
            f"{times[at]:g} s; sort the samples or drop the double one"
        )
    span, step = float(times[-1] - times[0]), _plain(channel.step)
    count = _samples(span, step)
    if not count <= min(10 * len(values) + 1000, LARGEST_COUNT):
        raise RecordError(
            f"{file}: component {channel.name}: {len(values)} samples are spread over {span:g} s though most follow "
            f"each other by {step:g} s; mend the time column or cut out the earthquake"
        )
    even = np.interp(times[0] + step * np.arange(int(count)), times, values)
    remarks = [
        Remark(
            kind="repair",
            key="record_made_even",
            text=channel.name,
            count=int(np.count_nonzero(np.abs(pauses - step) > _ALIGNED * step)),
            amount=step,
            unit="s",
        )
    ]
    if pauses.max() > _GAP * step:
        at_gap = f"{channel.name}: {times[int(pauses.argmax())]:.6g} s"
        remarks.append(
            Remark(
                kind="warning", key="record_time_gap", text=at_gap, amount=float(pauses.max()), unit="s", stated=step
            )
        )
    return even, tuple(remarks)


def resample(
    values: FloatArray, old: float, new: float, *, offset: float = 0.0, count: int | None = None
) -> FloatArray:
    """``values`` (shape (samples,), ``old`` [s] apart) every ``new`` [s] from ``offset`` [s] on, linear in between.

    Where ``new`` is coarser, what is above 0.8 of its Nyquist frequency is filtered out first (acausal Butterworth,
    order 4 each way), about the line from the first sample to the last.
    """
    if new > old * (1.0 + _ALIGNED):
        line = np.linspace(values[0], values[-1], len(values))
        values = line + filter_acausal(values - line, old, high=0.4 / new, order=4)
    wanted = int(_samples(old * (len(values) - 1) - offset, new)) if count is None else count
    return np.asarray(np.interp(offset + new * np.arange(wanted), old * np.arange(len(values)), values))


def common_time_base(
    channels: Sequence[Channel], values: Sequence[FloatArray], *, step: float | None, file: str
) -> TimeBase:
    """The ``values`` of ``channels`` at common times: every ``step`` [s], or the finest of the channels' where none."""
    evened = [make_even(channel, samples, file=file) for channel, samples in zip(channels, values, strict=True)]
    remarks = [remark for _, said in evened for remark in said]
    samples = [even for even, _ in evened]
    steps = [_plain(channel.step) for channel in channels]
    starts = [channel.delay + (0.0 if channel.times is None else float(channel.times[0])) for channel in channels]
    base = min(steps) if step is None else step
    start = max(starts)
    lasts = [at + (len(even) - 1) * own for at, own, even in zip(starts, steps, samples, strict=True)]
    span = min(lasts) - start
    count = _samples(span, base)
    if not count >= 2:
        raise _too_few(channels, step, span, file)
    if count > LARGEST_COUNT:
        raise OptionsError(
            f"motion.processing.step: {base:g} s makes {count:.3g} samples of {span:g} s; give a longer step"
        )
    columns, velocities, displacements = [], [], []
    for channel, even, own, begun in zip(channels, samples, steps, starts, strict=True):
        offset = start - begun
        columns.append(_placed(even, own, base, offset, int(count)))
        moved = _moved(channel, even, own, offset)
        velocities.append(moved[0])
        displacements.append(moved[1])
    cut = max(max(lasts) - min(lasts), start - min(starts))
    if cut > 0.5 * base:
        names = ", ".join(channel.name for channel in channels)
        remarks.append(
            Remark(kind="repair", key="record_common_span", text=names, count=int(count), amount=cut, unit="s")
        )
    treatments: list[Treatment] = []
    if any(channel.times is not None for channel in channels) or any(_differ(own, base) for own in steps):
        treatments.append(Treatment(key="resample", amounts={"step": base}))
    return TimeBase(
        values=np.stack(columns, axis=1),
        step=base,
        coarsest_step=max(*steps, base),
        initial_velocity=np.array(velocities),
        initial_displacement=np.array(displacements),
        treatments=tuple(treatments),
        remarks=tuple(remarks),
    )


def _plain(step: float) -> float:
    """``step`` without the noise of differences between printed times."""
    return float(f"{step:.9g}")


def _differ(one: float, other: float) -> bool:
    return abs(one - other) > 1e-9 * max(one, other)


def _samples(span: float, step: float) -> float:
    """How many samples fit into ``span`` [s]; infinite or less than one where it is absurd."""
    ratio = span / step
    return math.floor(ratio + _ALIGNED) + 1 if math.isfinite(ratio) else math.inf


def _placed(even: FloatArray, own: float, base: float, offset: float, count: int) -> FloatArray:
    shift = offset / own
    if not _differ(own, base) and abs(shift - round(shift)) < _ALIGNED:
        piece = even[round(shift) : round(shift) + count]
        if len(piece) == count:
            return piece
    return resample(even, own, base, offset=offset, count=count)


def _moved(channel: Channel, even: FloatArray, own: float, offset: float) -> tuple[float, float]:
    """Velocity and displacement that the file's initial ones have become at ``offset`` [s]."""
    if offset <= 0.0:
        return channel.initial_velocity, channel.initial_displacement
    state = GroundMotion(
        name=channel.name,
        step=own,
        acceleration=even[:, None],
        directions=(Direction(name=channel.name),),
        initial_velocity=np.array([channel.initial_velocity]),
        initial_displacement=np.array([channel.initial_displacement]),
    ).at(offset)
    return float(state.velocity[0]), float(state.displacement[0])


def _too_few(channels: Sequence[Channel], step: float | None, span: float, file: str) -> RecordError | OptionsError:
    if step is not None and span > 0.0:
        return OptionsError(
            f"motion.processing.step: {step:g} s leaves no two samples of {span:g} s; give a shorter step"
        )
    names = ", ".join(channel.name for channel in channels)
    return RecordError(f"{file}: components {names} have no time in common; give files of one recording")
