"""Result of a screening."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.screening.walls import BadCell

__all__ = ["VERDICTS", "ScreeningResult", "WallVerdict"]

WallVerdict = Literal["unstable", "may_fall", "undetermined", "moves", "safe"]
"""``unstable``: falls without any earthquake; ``may_fall``: the displacement check fails; ``undetermined``: methods
disagree, or a part could not be judged; ``moves``: starts to move but is not expected to fall; ``safe``: neither."""

VERDICTS: tuple[WallVerdict, ...] = ("unstable", "may_fall", "undetermined", "moves", "safe")
"""Worst first."""

_SHOWN = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class ScreeningResult:
    """A verdict for each wall of a table."""

    walls: Table
    """Ranked, worst first: rank, name, row of the table, height and thickness [m], verdict, state of each limit state
    (gravity, onset, damage, collapse), mechanism that decides it, its hinge's level [m], α0 as multiplier and d0* as
    ultimate_displacement [m]; the lowest ratios of all mechanisms and methods: start_ratio (anything moves,
    without q and FC), acceleration_ratio (the codes' linear form), displacement_ratio, that of sliding; and whether all
    mechanisms could be judged."""
    checks: Table
    """A row for each wall, mechanism, rule, spectrum, limit state and measure: demand, capacity [m/s2 or m], ratio."""
    methods: tuple[str, ...]
    """Rule and spectrum of each opinion."""
    skipped: tuple[BadCell, ...] = ()
    """Cells of the rows that were left out."""
    remarks: tuple[Remark, ...] = ()

    @property
    def counts(self) -> dict[WallVerdict, int]:
        """How many walls have each verdict, worst first."""
        found = Counter(self.walls["verdict"].tolist())
        return {verdict: found[verdict] for verdict in VERDICTS}

    def __str__(self) -> str:
        told = ", ".join(f"{count} {verdict.replace('_', ' ')}" for verdict, count in self.counts.items() if count)
        lines = [f"{len(self.walls)} walls: {told}", "  worst first: α0, ratio in acceleration, in displacement"]
        lines += [
            f"  {row['rank']:>4} {row['name'][:24]:<24} {row['mechanism']:<26} {row['multiplier']:7.3f} "
            f"{row['acceleration_ratio']:7.3f} {row['displacement_ratio']:7.3f}  {row['verdict'].replace('_', ' ')}"
            for row in self.walls.rows()[:_SHOWN]
        ]
        if len(self.walls) > _SHOWN:
            lines.append(f"  … and {len(self.walls) - _SHOWN} more")
        return "\n".join(lines)
