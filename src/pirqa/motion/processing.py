"""The chain that makes a record fit to drive a wall.

Glitches, one time base, baseline, taper, pads that stay, acausal high-pass and low-pass, rest at the end. Every step is
written into the motion, and its changes are listed by component.

Glitches are samples that no ground motion explains: spikes, a stray first or last sample, stretches that stand still. A
spike is judged by its neighbours: how far one or two samples lie off the line between the samples next to them, in
terms of how far samples nearby lie off theirs. The scale is robust (the larger of 1.4826 × the median and the 95 %
quantile / 1.96, both one standard deviation of normal values), and a spike must leave nothing odd once it is bridged:
an onset, a step or a kink does. Real records reach 6 such deviations; 10 are asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.ground_motion import Direction, GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.options import Baseline, ProcessingOptions
from pirqa.motion.record import Channel, Record
from pirqa.motion.signal_processing import (
    LARGEST_COUNT,
    TimeBase,
    bring_to_rest,
    common_time_base,
    filter_acausal,
    final_state,
    pad,
    pad_time,
    taper,
)
from pirqa.units import STANDARD_GRAVITY

_LARGEST = 1e5
"""[m/s2]: ten thousand g is no ground motion in any unit."""
_IMPLAUSIBLE = 5.0 * STANDARD_GRAVITY
"""[m/s2]: above every ground acceleration recorded so far."""
_SMALL = 1e-3
"""Of the peak: what may be left of velocity or displacement at the end without a word."""
_USABLE = 1.25
"""A corner times this is where a record can be trusted (Chiou et al. 2008, NGA flatfile: 1.25 fc)."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What processing did to one component."""

    component: str
    pga_before: float
    """Largest |a| as filed [m/s2]."""
    pga_after: float
    """[m/s2]"""
    pgd_before: float
    """Largest |d| by plain integration of the filed samples [m]."""
    pgd_after: float
    """[m]"""
    final_velocity_before: float
    """[m/s]"""
    final_velocity_after: float
    """[m/s]"""
    final_displacement_before: float
    """[m]"""
    final_displacement_after: float
    """[m]"""
    residual_velocity: float = 0.0
    """At the end, before the last correction [m/s]."""
    residual_displacement: float = 0.0
    """At the end, before the last correction [m]."""
    glitches: tuple[Glitch, ...] = ()

    @property
    def pga_change(self) -> float:
        """Change of the peak acceleration as a share of it."""
        return self.pga_after / self.pga_before - 1.0 if self.pga_before > 0.0 else 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Processed:
    """A record made fit to drive a wall."""

    motion: GroundMotion
    changes: tuple[Change, ...]
    """One for each component."""
    remarks: tuple[Remark, ...] = ()
    """What processing repaired, assumed or noticed; the record's own remarks are not among them."""


def process(record: Record, options: ProcessingOptions | None = None, *, name: str = "") -> Processed:
    """The accelerations of ``record`` as a motion called ``name``, by its file where it is empty."""
    options = options or ProcessingOptions()
    channels = record.accelerations
    file = record.origin.file or name or "record"
    remarks = _check_channels(channels, file)
    standard = options.kind == "standard"
    glitches = [find_glitches(channel.values, channel.step) for channel in channels]
    samples, treatments, said = _without_glitches(channels, glitches, standard and options.glitches == "repair")
    base = common_time_base(channels, samples, step=options.step, file=file)
    treatments += base.treatments
    remarks += [*said, *base.remarks]
    plain = _plain_motion(record, base, name or file)
    if standard:
        acceleration, done, residuals, said = _chain(base, options, file)
        treatments += done
        remarks += [*_file_remarks(record, channels, options), *said]
        start = np.zeros(len(channels))
        motion = replace(plain, acceleration=acceleration, initial_velocity=start, initial_displacement=start)
    else:
        motion, residuals = plain, np.zeros((2, len(channels)))
        remarks += _unrest_remarks(plain)
    motion = replace(
        motion,
        treatments=tuple(treatments),
        band=_usable_band(channels, options if standard else None, base.coarsest_step),
    )
    changes = tuple(_change(channels, plain, motion, residuals, glitches, at) for at in range(len(channels)))
    remarks += _change_remarks(changes)
    return Processed(motion=motion, changes=changes, remarks=tuple(remarks))


def _without_glitches(
    channels: tuple[Channel, ...], glitches: list[tuple[Glitch, ...]], repairs: bool
) -> tuple[list[FloatArray], list[Treatment], list[Remark]]:
    samples: list[FloatArray] = []
    remarks: list[Remark] = []
    for channel, found in zip(channels, glitches, strict=True):
        values = np.asarray(channel.values, dtype=np.float64)
        if repairs:
            values, said = repair_glitches(values, found, channel=channel.name)
        else:
            said = glitch_remarks(found, channel=channel.name, repaired=False)
        samples.append(values)
        remarks += said
    count = sum(glitch.repairable for found in glitches for glitch in found)
    done = [Treatment(key="glitches", amounts={"count": float(count)})] if repairs and count else []
    return samples, done, remarks


def _check_channels(channels: tuple[Channel, ...], file: str) -> list[Remark]:
    if not channels:
        raise RecordError(f"{file}: holds no acceleration; give the file with accelerations")
    names = [channel.name for channel in channels]
    if len(set(names)) < len(names):
        raise RecordError(f"{file}: two components have one name: {', '.join(names)}; give components their names")
    remarks: list[Remark] = []
    for channel in channels:
        where = f"{file}: component {channel.name}"
        if channel.values.ndim != 1 or len(channel.values) < 2 or not 0.0 < channel.step < math.inf:
            raise RecordError(
                f"{where}: {len(channel.values)} samples, step {channel.step} s: no record; fetch it again"
            )
        if not np.all(np.isfinite(channel.values)):
            at = int(np.argmin(np.isfinite(channel.values)))
            raise RecordError(f"{where}: sample {at + 1} is {channel.values[at]}, no number; mend or fetch the file")
        if not np.all(np.isfinite((channel.delay, channel.initial_velocity, channel.initial_displacement))):
            raise RecordError(f"{where}: its delay, initial velocity or displacement is no number; mend the header")
        peak = float(np.abs(channel.values).max())
        if peak > _LARGEST:
            raise RecordError(f"{where}: its largest value is {peak:.4g} m/s2, no ground motion; give its true unit")
        if peak > _IMPLAUSIBLE:
            remarks.append(
                Remark(kind="warning", key="motion_peak_implausible", text=channel.name, amount=peak, unit="m/s2")
            )
    return remarks


def _plain_motion(record: Record, base: TimeBase, name: str) -> GroundMotion:
    """The record on one time base, nothing else done."""
    return GroundMotion(
        name=name,
        step=base.step,
        acceleration=base.values,
        directions=tuple(
            Direction(
                name=channel.name,
                azimuth=None if channel.vertical else channel.azimuth,
                vertical=channel.vertical,
                known_by=channel.known_by,
            )
            for channel in record.accelerations
        ),
        initial_velocity=base.initial_velocity,
        initial_displacement=base.initial_displacement,
        origin=record.origin,
    )


def _file_remarks(record: Record, channels: tuple[Channel, ...], options: ProcessingOptions) -> list[Remark]:
    """What the file says was done before, and what the chain does not keep of it."""
    remarks = [
        Remark(
            kind="assumption",
            key="motion_starts_at_rest",
            text=channel.name,
            stated=channel.initial_velocity,
            unit="m/s",
        )
        for channel in channels
        if channel.initial_velocity != 0.0 or channel.initial_displacement != 0.0
    ]
    lows = [channel.band[0] for channel in channels if channel.band and channel.band[0] > 0.0]
    if record.corrected and lows:
        remarks.append(
            Remark(
                kind="warning",
                key="motion_filtered_before",
                text=record.origin.file,
                amount=options.low_corner,
                stated=max(lows),
                unit="Hz",
            )
        )
    elif record.corrected:
        remarks.append(Remark(kind="warning", key="motion_corrected_before", text=record.origin.file))
    return remarks


def _chain(
    base: TimeBase, options: ProcessingOptions, file: str
) -> tuple[FloatArray, list[Treatment], FloatArray, list[Remark]]:
    """Baseline, taper, pads, filters, rest: the acceleration, what was done, what was left at the end, remarks."""
    count = _check_corners(base, options)
    low, high, order = options.low_corner or None, options.high_corner, options.order
    values, done = _without_baseline(base, options.baseline)
    if options.taper > 0.0:
        values = taper(values, options.taper)
        done.append(Treatment(key="taper", amounts={"share": options.taper}))
    if count:
        values = pad(values, count)
        done.append(Treatment(key="pads", amounts={"each": count * base.step}))
    if len(values) < 8:
        raise RecordError(f"{file}: {len(values)} samples are too few to be brought to rest; give a longer record")
    if low or high:
        values = filter_acausal(values, base.step, low=low, high=high, order=order)
    if low:
        done.append(Treatment(key="high_pass", amounts={"corner": low, "order": float(order)}))
    if high:
        done.append(Treatment(key="low_pass", amounts={"corner": high, "order": float(order)}))
    residuals = np.stack(final_state(values, base.step))
    free = GroundMotion(
        name="",
        step=base.step,
        acceleration=values,
        directions=tuple(Direction(name=str(i)) for i in range(values.shape[1])),
    )
    peaks = np.stack((free.peak_velocity, free.peak_displacement))
    small = bool(np.all(np.abs(residuals) <= _SMALL * peaks))
    remarks: list[Remark] = []
    duration = base.step * (len(base.values) - 1)
    if low and duration * low < 1.0:
        remarks.append(
            Remark(kind="warning", key="motion_shorter_than_corner", amount=duration, stated=1.0 / low, unit="s")
        )
    if not small:
        worst = float(residuals[1][np.abs(residuals[1]).argmax()])
        remarks.append(
            Remark(kind="warning", key="motion_forced_to_rest", amount=worst, stated=float(peaks[1].max()), unit="m")
        )
    first = len(values) - count if small and count >= 8 else 0
    values = bring_to_rest(values, base.step, first=first)
    done.append(
        Treatment(
            key="rest",
            amounts={"velocity": float(np.abs(residuals[0]).max()), "displacement": float(np.abs(residuals[1]).max())},
        )
    )
    return values, done, residuals, remarks


def _check_corners(base: TimeBase, options: ProcessingOptions) -> int:
    """Samples of a pad; an error where the corners and the step do not go together."""
    low, high, nyquist = options.low_corner, options.high_corner, 0.5 / base.coarsest_step
    if high is not None and high >= nyquist:
        raise OptionsError(
            f"motion.processing.high_corner: {high:g} Hz is not below the {nyquist:g} Hz that a step of "
            f"{base.coarsest_step:g} s can hold; give a lower one or none"
        )
    if low >= (high or nyquist):
        what = "high_corner" if high else f"half the sampling rate (step {base.coarsest_step:g} s)"
        raise OptionsError(
            f"motion.processing.low_corner: {low:g} Hz leaves nothing below {what}, {high or nyquist:g} Hz; "
            "give a lower one"
        )
    each = pad_time(low, options.order) if options.pad is None else options.pad
    if not each / base.step * 2.0 + len(base.values) <= LARGEST_COUNT:
        key = "low_corner" if options.pad is None else "pad"
        raise OptionsError(
            f"motion.processing.{key}: pads of {each:.4g} s at each end are too long at a step of {base.step:g} s; "
            f"give {'a higher corner' if options.pad is None else 'a shorter pad'}"
        )
    return math.ceil(each / base.step - 1e-9)


def _without_baseline(base: TimeBase, baseline: Baseline) -> tuple[FloatArray, list[Treatment]]:
    if baseline == "none":
        return base.values, []
    if baseline == "mean":
        return base.values - base.values.mean(axis=0), [Treatment(key="baseline_mean")]
    share = np.linspace(-1.0, 1.0, len(base.values))
    slope = share @ base.values / (share @ share)
    return base.values - base.values.mean(axis=0) - np.outer(share, slope), [Treatment(key="baseline_linear")]


def _usable_band(
    channels: tuple[Channel, ...], options: ProcessingOptions | None, coarsest_step: float
) -> tuple[float, ...]:
    """Frequencies [Hz] that every component can be trusted for; none where nobody says where the noise begins."""
    lows = [channel.band[0] for channel in channels if len(channel.band) == 2]
    highs = [channel.band[1] for channel in channels if len(channel.band) == 2] + [0.5 / coarsest_step]
    if options is not None:
        lows.append(options.low_corner)
        highs.append(options.high_corner or math.inf)
    low = max(lows, default=0.0)
    return (_USABLE * low, min(highs) / _USABLE) if low > 0.0 else ()


def _unrest_remarks(motion: GroundMotion) -> list[Remark]:
    ends, peaks = np.abs(motion.displacement[-1]), motion.peak_displacement
    moving, fastest = np.abs(motion.velocity[-1]), motion.peak_velocity
    if np.all(ends <= _SMALL * peaks) and np.all(moving <= _SMALL * fastest):
        return []
    worst = int(np.argmax(ends))
    return [
        Remark(
            kind="warning",
            key="motion_ends_moving",
            text=motion.directions[worst].name,
            amount=float(motion.displacement[-1, worst]),
            unit="m",
        )
    ]


def _change(
    channels: tuple[Channel, ...],
    plain: GroundMotion,
    motion: GroundMotion,
    residuals: FloatArray,
    glitches: list[tuple[Glitch, ...]],
    at: int,
) -> Change:
    return Change(
        component=channels[at].name,
        pga_before=float(np.abs(channels[at].values).max()),
        pga_after=float(motion.peak_acceleration[at]),
        pgd_before=float(plain.peak_displacement[at]),
        pgd_after=float(motion.peak_displacement[at]),
        final_velocity_before=float(plain.velocity[-1, at]),
        final_velocity_after=float(motion.velocity[-1, at]),
        final_displacement_before=float(plain.displacement[-1, at]),
        final_displacement_after=float(motion.displacement[-1, at]),
        residual_velocity=float(residuals[0, at]),
        residual_displacement=float(residuals[1, at]),
        glitches=glitches[at],
    )


def _change_remarks(changes: tuple[Change, ...]) -> list[Remark]:
    """A peak that processing changed by more than a tenth; an offset that was taken off also counts."""
    return [
        Remark(
            kind="warning",
            key="motion_peak_changed",
            text=change.component,
            amount=change.pga_after,
            stated=change.pga_before,
            unit="m/s2",
        )
        for change in changes
        if abs(change.pga_change) > 0.1
    ]


GlitchKind = Literal["spike", "end", "flat", "clipped"]
"""``spike``: one or two samples; ``end``: the first or last one or two; ``flat``: the same value again and again while
the ground moves; ``clipped``: the same at the largest value, the instrument's limit."""

_DEVIATIONS = 10.0
_LEFT_OVER = 0.4
"""Share of a spike that may stay beside it once it is bridged: a step or a kink leaves half."""
_REACH = 40
"""Samples on each side that make up the neighbourhood."""
_BLOCK = 64
_FLAT_RUN, _CLIPPED_RUN = 8, 4
"""Equal samples in a row: a crest of finely sampled, coarsely printed motion has three."""
_FLAT_TIME = 0.1
"""[s]; digitised film repeats a value for up to 0.07 s (Los Angeles 116th St. School, 1994)."""
_PASSES = 3
"""A spike may hide a smaller one."""


@dataclass(frozen=True, kw_only=True)
class Glitch:
    """One or more samples in a row that no ground motion explains."""

    kind: GlitchKind
    first: int
    """Number of its first sample."""
    count: int
    """Samples."""
    time: float
    """Of its first sample after the channel's first [s]."""
    value: float
    """Its largest, as filed [m/s2]."""
    jump: float
    """How far that lies off a line between its neighbours [m/s2]."""

    @property
    def repairable(self) -> bool:
        """Whether a line between its neighbours may stand for it: what was clipped is lost."""
        return self.kind in ("spike", "end")


def find_glitches(values: FloatArray, step: float) -> tuple[Glitch, ...]:
    """The glitches among ``values`` [m/s2], shape (samples,), ``step`` [s] apart, in order."""
    if len(values) < 12:
        return ()
    clean = np.array(values, dtype=np.float64)
    found: list[tuple[GlitchKind, int, int]] = []
    for _ in range(_PASSES):
        before = len(found)
        for search in (_stray_ends, _spikes):
            for kind, first, count in search(clean):
                _bridge(clean, first, count)
                found.append((kind, first, count))
        if len(found) == before:
            break
    found = _merged(found) + _still_stretches(np.asarray(values, dtype=np.float64), step)
    return tuple(_glitch(values, step, *place) for place in sorted(found, key=lambda item: item[1]))


def _glitch(values: FloatArray, step: float, kind: GlitchKind, first: int, count: int) -> Glitch:
    line = np.array(values, dtype=np.float64)
    _bridge(line, first, count)
    here = slice(first, first + count)
    jump = _largest(values[here] - line[here])
    return Glitch(kind=kind, first=first, count=count, time=first * step, value=_largest(values[here]), jump=jump)


def _merged(found: list[tuple[GlitchKind, int, int]]) -> list[tuple[GlitchKind, int, int]]:
    """Finds that touch or overlap are one: a later pass may see the rest of an earlier one."""
    merged: list[tuple[GlitchKind, int, int]] = []
    for kind, first, count in sorted(found, key=lambda item: item[1]):
        if merged and first <= merged[-1][1] + merged[-1][2] - 1:
            last_kind, start, length = merged[-1]
            merged[-1] = ("end" if "end" in (kind, last_kind) else kind, start, max(length, first + count - start))
        else:
            merged.append((kind, first, count))
    return merged


def repair_glitches(
    values: FloatArray, glitches: Sequence[Glitch], *, channel: str
) -> tuple[FloatArray, tuple[Remark, ...]]:
    """``values`` with a line instead of each spike, and its neighbour's value instead of a stray end; what was done."""
    repaired = np.array(values, dtype=np.float64)
    for glitch in glitches:
        if glitch.repairable:
            _bridge(repaired, glitch.first, glitch.count)
    return repaired, glitch_remarks(glitches, channel=channel, repaired=True)


def glitch_remarks(glitches: Sequence[Glitch], *, channel: str, repaired: bool) -> tuple[Remark, ...]:
    """Remarks on the glitches of a channel: one on those that can be bridged, one on the others."""
    remarks: list[Remark] = []
    bridged = [glitch for glitch in glitches if glitch.repairable]
    still = [glitch for glitch in glitches if not glitch.repairable]
    if bridged:
        text, count, amount = _where(channel, bridged), len(bridged), _worst(bridged)
        if repaired:
            said = Remark(
                kind="repair", key="record_glitch_repaired", text=text, count=count, amount=amount, unit="m/s2"
            )
        else:
            said = Remark(kind="warning", key="record_glitch_found", text=text, count=count, amount=amount, unit="m/s2")
        remarks.append(said)
    if still:
        text, count, amount = _where(channel, still), len(still), _worst(still)
        remarks.append(
            Remark(kind="warning", key="record_stands_still", text=text, count=count, amount=amount, unit="m/s2")
        )
    return tuple(remarks)


def _where(channel: str, glitches: Sequence[Glitch]) -> str:
    times = ", ".join(f"{glitch.time:.6g} s" for glitch in glitches[:3])
    return f"{channel}: {times}{' …' if len(glitches) > 3 else ''}"


def _worst(glitches: Sequence[Glitch]) -> float:
    return max((glitch.jump if glitch.repairable else glitch.value for glitch in glitches), key=abs)


def _largest(values: FloatArray) -> float:
    return float(values[np.abs(values).argmax()])


def _bridge(values: FloatArray, first: int, count: int) -> None:
    """Put a line between the neighbours in place of samples; at an end, the neighbour's value."""
    before, after = first - 1, first + count
    if before < 0:
        values[first:after] = values[after]
    elif after >= len(values):
        values[first:after] = values[before]
    else:
        values[first:after] = np.linspace(values[before], values[after], count + 2)[1:-1]


def _deviation(sizes: FloatArray) -> float:
    """Robust standard deviation of what is about zero and has these ``sizes``."""
    ordered = np.sort(sizes)
    return max(1.4826 * float(ordered[len(ordered) // 2]), float(ordered[int(0.95 * (len(ordered) - 1))]) / 1.96)


def _bend(values: FloatArray) -> FloatArray:
    """How far each sample lies off the middle of its neighbours; zero at the ends."""
    bend = np.zeros(len(values))
    bend[1:-1] = values[1:-1] - 0.5 * (values[:-2] + values[2:])
    return bend


def _least(values: FloatArray) -> float:
    """What is too small to be called a glitch: a hundredth of the motion's strong part."""
    return 0.01 * float(np.quantile(np.abs(values - np.median(values)), 0.99))


def _stray_ends(values: FloatArray) -> list[tuple[GlitchKind, int, int]]:
    found: list[tuple[GlitchKind, int, int]] = []
    last, least = len(values), _least(values)
    for at_end in (False, True):
        near = values[-2 * _REACH :] if at_end else values[2 * _REACH - 1 :: -1]
        limit = max(_DEVIATIONS * _deviation(np.abs(np.diff(near[:-2]))), least)
        for count in (1, 2):
            if np.all(np.abs(near[-count:] - near[-count - 1]) > limit):
                found.append(("end", last - count if at_end else 0, count))
                break
    return found


def _spikes(values: FloatArray) -> list[tuple[GlitchKind, int, int]]:
    bend = _bend(values)
    size, least = np.abs(bend), _least(values)
    suspects = np.flatnonzero(size > np.maximum(2.5 * _block_level(size), 0.5 * least))
    found: list[tuple[GlitchKind, int, int]] = []
    # a spike bends its neighbours too: of all places in a row, the one that leaves least is the spike
    for group in np.split(suspects, np.flatnonzero(np.diff(suspects) > 2) + 1):
        places = [(first, count) for at in group.tolist() for first, count in ((at, 1), (at, 2), (at - 1, 2))]
        left, place = min(
            ((_left_over(values, size, *place, least), place) for place in places), default=(np.inf, (0, 0))
        )
        if left <= _LEFT_OVER:
            found.append(("spike", *place))
    return found


def _block_level(size: FloatArray) -> FloatArray:
    """90 % quantile of ``size`` in the block of each sample: a cheap first look, which a few spikes do not raise."""
    blocks = max(1, len(size) // _BLOCK)
    whole = size[: blocks * _BLOCK] if len(size) >= _BLOCK else size
    levels = np.sort(whole.reshape(blocks, -1), axis=1)
    level = levels[:, int(0.9 * (levels.shape[1] - 1))]
    return np.asarray(level[np.minimum(np.arange(len(size)) // _BLOCK, blocks - 1)])


def _left_over(values: FloatArray, size: FloatArray, first: int, count: int, least: float) -> float:
    """What stays beside these samples once they are bridged, as a share of them; infinite where they are no spike."""
    low, high = max(0, first - _REACH), min(len(values), first + count + _REACH)
    if first < 2 or first + count > len(values) - 2:
        return np.inf
    # bends beside the spike are its own doing
    nearby = np.concatenate((size[low + 1 : first - 1], size[first + count + 1 : high - 1]))
    piece = values[first - 2 : first + count + 2].copy()
    _bridge(piece, 2, count)
    height = np.abs(values[first : first + count] - piece[2:-2])
    if len(nearby) < 8 or height.min() <= max(_DEVIATIONS * _deviation(nearby), least):
        return np.inf
    return float(np.abs(_bend(piece)).max() / height.min())


def _still_stretches(values: FloatArray, step: float) -> list[tuple[GlitchKind, int, int]]:
    """Runs of one value while the ground moves by many times the file's resolution."""
    jumps = np.abs(np.diff(values))
    largest = float(np.abs(values).max())
    moving = jumps > 1e-9 * largest
    if not moving.any():
        return []
    resolution = float(jumps[moving].min())
    edges = np.flatnonzero(moving)
    starts, ends = edges[:-1] + 1, edges[1:] + 1  # the runs at either end are pads, not faults
    found: list[tuple[GlitchKind, int, int]] = []
    for run in np.flatnonzero(ends - starts >= _CLIPPED_RUN).tolist():
        first, after = int(starts[run]), int(ends[run])
        clipped = abs(values[first]) >= 0.99 * largest
        around = np.concatenate((jumps[max(0, first - _REACH) : first], jumps[after - 1 : after + _REACH]))
        if (clipped or after - first >= max(_FLAT_RUN, _FLAT_TIME / step)) and float(
            np.median(around)
        ) >= 8.0 * resolution:
            found.append(("clipped" if clipped else "flat", first, after - first))
    return found
