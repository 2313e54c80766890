"""Which stones matter: those that leave first, move first, and are lost most often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pirqa.campaign.summary import RunSummary
from pirqa.model.table import Table
from pirqa.units import STANDARD_GRAVITY

__all__ = ["FirstToGo", "first_to_go", "stone_table"]

_MOST_NAMED = 8
"""Stones that one sentence names."""


@dataclass(frozen=True, kw_only=True)
class FirstToGo:
    """Where the wall gives way first, in one sentence."""

    kind: Literal["fall", "move", "none"]
    """Stones fall; or none does, but some stay displaced; or not even that."""
    level: float
    """Lowest level at which they do [m/s2]; the highest that was tried where none does."""
    stones: tuple[str, ...]
    """The first one first."""
    motions: tuple[str, ...]
    """Under which."""
    more: int
    """Stones that go at the same level beside those named."""
    left_out: int = 0
    """Runs that say nothing: their energy does not close, or they failed."""

    def __str__(self) -> str:
        level = f"{self.level / STANDARD_GRAVITY:.3g} g"
        if self.kind == "none":
            doubt = f" ({self.left_out} runs that are not reliable left out)" if self.left_out else ""
            return f"no stone leaves its place up to {level}{doubt}"
        names = _listed(self.stones)
        more = f" (and {self.more} more)" if self.more else ""
        plural = len(self.stones) > 1
        verb = ("leave", "leaves") if self.kind == "fall" else ("stay displaced", "stays displaced")
        return f"stone{'s' if plural else ''} {names}{more} {verb[0 if plural else 1]} first, from {level}"


def first_to_go(runs: Sequence[RunSummary], limit: float) -> FirstToGo:
    """Stones that go at the lowest level at which any does; ``limit``: lasting displacement that counts [m]."""
    sound = [run for run in runs if run.reliable]
    fallen = [run for run in sound if run.falls]
    if fallen:
        level = min(run.level for run in fallen)
        here = [run for run in fallen if run.level == level]
        earliest: dict[str, float] = {}
        for run in here:
            for fall in run.falls:
                earliest[fall.stone] = min(fall.time, earliest.get(fall.stone, math.inf))
        order = sorted(earliest, key=lambda stone: earliest[stone])
        return _first("fall", level, order, here)
    moved = [run for run in sound if run.residual_size.max(initial=0.0) > limit]
    if moved:
        level = min(run.level for run in moved)
        here = [run for run in moved if run.level == level]
        farthest: dict[str, float] = {}
        for run in here:
            for stone, size in zip(run.stones, run.residual_size.tolist(), strict=True):
                if size > limit:
                    farthest[stone] = max(size, farthest.get(stone, 0.0))
        return _first("move", level, sorted(farthest, key=lambda stone: -farthest[stone]), here)
    highest = max((run.level for run in sound), default=0.0)
    return FirstToGo(kind="none", level=highest, stones=(), motions=(), more=0, left_out=len(runs) - len(sound))


def _first(kind: Literal["fall", "move"], level: float, order: Sequence[str], runs: Sequence[RunSummary]) -> FirstToGo:
    return FirstToGo(
        kind=kind,
        level=level,
        stones=tuple(order[:_MOST_NAMED]),
        motions=tuple(dict.fromkeys(run.motion for run in runs)),
        more=max(0, len(order) - _MOST_NAMED),
    )


def stone_table(runs: Sequence[RunSummary], limit: float) -> Table:
    """A row for each stone: runs in which it was lost and moved, the lowest levels of both, its largest residual."""
    sound = [run for run in runs if run.reliable]
    names = sound[0].stones if sound else ()
    rows: list[dict[str, Any]] = []
    for index, stone in enumerate(names):
        lost = [run for run in sound if any(fall.stone == stone for fall in run.falls)]
        stood = [run for run in sound if run not in lost]
        sizes = [float(run.residual_size[index]) for run in stood]
        moved = [run for run, size in zip(stood, sizes, strict=True) if size > limit]
        rows.append(
            {
                "stone": stone,
                "runs": len(sound),
                "lost": len(lost),
                "moved": len(moved) + len(lost),
                "lost_from": min((run.level for run in lost), default=math.inf),
                "moved_from": min((run.level for run in (*moved, *lost)), default=math.inf),
                "first": sum(bool(run.falls) and run.falls[0].stone == stone for run in sound),
                "residual": max(sizes, default=0.0),
                "peak": max((float(run.peak[index]) for run in stood), default=0.0),
                "turned": max((float(run.turned[index]) for run in stood), default=0.0),
            }
        )
    return Table.of(rows)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
