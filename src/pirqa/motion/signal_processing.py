"""Sampling and filtering of motions: one even time base, acausal filters, tapers, pads, rest at the end.

Between filed samples the acceleration is taken as linear, as it is when the motion drives a wall; what a coarser step
could not carry is filtered out first. Filters act in the frequency domain with the exact gain of a Butterworth filter
run forwards and backwards: no phase, no start-up transient, no warping near the Nyquist frequency.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from pirqa.errors import ModelError, OptionsError, RecordError
from pirqa.model.ground_motion import Direction, GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.record import Channel

_FEWEST = 8
"""Samples that a smooth correction takes."""


def butterworth_gain(
    frequencies: FloatArray, *, low: float | None = None, high: float | None = None, order: int = 2
) -> FloatArray:
    """Gain of Butterworth filters of ``order`` run both ways; corners ``low`` and ``high`` [Hz], where the gain is ½.

    One way |H|² = 1/(1 + (f/fc)^2n) (Butterworth 1930); both ways the gain is |H|².
    """
    gain = np.ones_like(frequencies, dtype=np.float64)
    with np.errstate(divide="ignore", over="ignore"):
        if low is not None:
            gain /= 1.0 + np.divide(low, frequencies) ** (2 * order)
        if high is not None:
            gain /= 1.0 + np.divide(frequencies, high) ** (2 * order)
    return gain


def filter_acausal(
    values: FloatArray, step: float, *, low: float | None = None, high: float | None = None, order: int = 2
) -> FloatArray:
    """``values`` (shape (samples, …), ``step`` [s] apart) without what is below ``low`` and above ``high`` [Hz].

    Zeros are added for the computation, so that the end of the record does not reach round to its start; the samples
    given are those returned. What the filter spreads beyond them is lost: :func:`pad` first.
    """
    reach = 2.0 * pad_time(low or high, order)
    count = next_fast_len(len(values) + math.ceil(reach / step), real=True)
    gain = butterworth_gain(rfftfreq(count, step), low=low, high=high, order=order)
    spectrum = rfft(values, count, axis=0)
    filtered = irfft(spectrum * gain.reshape(-1, *(1,) * (values.ndim - 1)), count, axis=0)
    return np.ascontiguousarray(filtered[: len(values)])


def pad_time(corner: float | None, order: int) -> float:
    """Zeros that an acausal filter needs at each end [s]: 1.5 n/fc, n the order of one pass.

    Boore (2005, "On pads and filters", BSSA 95:745–750) after Converse and Brady (1992). Both ends together have
    1.5 n/fc with n the order of both passes.
    """
    return 0.0 if not corner else 1.5 * order / corner


def pad(values: FloatArray, count: int) -> FloatArray:
    """``values`` (shape (samples, …)) with ``count`` zeros before and after."""
    return np.pad(values, ((count, count), *((0, 0),) * (values.ndim - 1)))


def taper(values: FloatArray, share: float) -> FloatArray:
    """``values`` (shape (samples, …)) brought to zero by half a cosine over a ``share`` of their length at each end."""
    count = min(math.ceil(share * len(values)), len(values) // 2)
    if count == 0:
        return values
    ramp = 0.5 * (1.0 - np.cos(np.pi * np.arange(count) / count))
    window = np.ones(len(values))
    window[:count] = ramp
    window[len(values) - count :] = ramp[::-1]
    return np.asarray(values * window.reshape(-1, *(1,) * (values.ndim - 1)))


def final_state(
    acceleration: FloatArray, step: float, *, velocity: FloatArray | float = 0.0, displacement: FloatArray | float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """Velocity [m/s] and displacement [m] at the last sample, each of shape (components,), exact for linear steps."""
    gained, moved = final_weights(len(acceleration), step) @ acceleration
    return velocity + gained, displacement + velocity * step * (len(acceleration) - 1) + moved


def final_weights(count: int, step: float) -> FloatArray:
    """What each sample [m/s2] adds to velocity [s] and displacement [s2] at the last, shape (2, count).

    v = ∫a dt and d = ∫(T − t) a dt; the second moment of a hat function about its sample shows only at the ends.
    """
    left = step * np.arange(count - 1, -1, -1, dtype=np.float64)
    weight = np.full(count, step)
    weight[[0, -1]] = 0.5 * step
    moment = step * left
    moment[0] = 0.5 * step * left[0] - step**2 / 6.0
    moment[-1] = step**2 / 6.0
    return np.stack((weight, moment))


def bring_to_rest(
    acceleration: FloatArray,
    step: float,
    *,
    first: int = 0,
    velocity: FloatArray | float = 0.0,
    displacement: FloatArray | float = 0.0,
) -> FloatArray:
    """``acceleration`` (shape (samples, components)) changed from sample ``first`` on so that v and d end at zero.

    The change is sin²(πs) (c₀ + c₁ s), s from 0 to 1 over those samples, with the two constants that it takes; it is as
    small as what is left to remove, and smooth. ``velocity`` and ``displacement`` are those of the first sample.
    """
    if len(acceleration) - first < _FEWEST:
        raise ModelError(f"bringing a motion to rest takes {_FEWEST} samples, got {len(acceleration) - first}")
    share = np.zeros(len(acceleration))
    share[first:] = np.linspace(0.0, 1.0, len(acceleration) - first)
    window = np.sin(np.pi * share) ** 2
    shapes = np.stack((window, window * share), axis=1)
    effect = np.stack(final_state(shapes, step))
    resting = np.array(acceleration, dtype=np.float64)
    for _ in range(3):  # each pass removes the rounding of the one before
        left = np.stack(final_state(resting, step, velocity=velocity, displacement=displacement))
        resting -= shapes @ np.linalg.solve(effect, left)
    return resting


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
