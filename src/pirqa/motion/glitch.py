"""Samples that no ground motion explains: spikes, a stray first or last sample, stretches that stand still.

A spike is judged by its neighbours: how far one or two samples lie off the line between the samples beside them, in
terms of how far samples nearby lie off theirs. The scale is robust (the larger of 1.4826 × the median and the 95 %
quantile / 1.96, both one standard deviation of normal values), and a spike must leave nothing odd once it is bridged:
an onset, a step or a kink does. Real records reach 6 such deviations; 10 are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

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
