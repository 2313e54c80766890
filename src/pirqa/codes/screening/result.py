"""Options and result of a screening, and the files in which a result is saved."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from pirqa.codes.screening.walls import BadCell
from pirqa.model.remark import Remark, Table


@dataclass(frozen=True, kw_only=True)
class ScreeningOptions:
    """Options of a screening, beside those of the codes."""

    fill_thrust: Literal["seismic", "static"] = "seismic"
    """Thrust of a fill: with ¾ kh of Seed and Whitman as the load grows, or as without an earthquake."""


Urgency = Literal["look_first", "look_next", "no_sign"]
"""``look_first``: a check at rest or in displacement is below 1; ``look_next``: something starts to move, or a question
is open; ``no_sign``: every question was judged and no check is below 1. None of them states that a wall is safe."""
URGENCIES: tuple[Urgency, ...] = ("look_first", "look_next", "no_sign")
"""Most urgent first."""
Sign = Literal["rest", "fall", "motion", "open", "none"]
SIGNS: tuple[Sign, ...] = ("rest", "fall", "motion", "open", "none")
"""Gravest first. ``rest``: the load multiplier is not above 0; ``fall``: the displacement check of a rule is below 1;
``motion``: the start of motion, sliding or the damage check is below 1; ``open``: a question was not judged."""
OpenQuestion = Literal["upper_part", "displacement", "start", "sliding", "along", "fill", "struts"]
OPEN_QUESTIONS: tuple[OpenQuestion, ...] = (
    *("upper_part", "displacement", "start", "sliding", "along", "fill", "struts"),
)
"""``upper_part``: the part above the step, without T1; ``displacement``, ``start``: not asked for in the site file;
``sliding``: no friction angle; ``along``: the wall is shorter than thick, and may turn along itself; ``fill``: its
water and surcharge, which the table does not have; ``struts``: without its struts the wall has a sign."""

_SHOWN = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class ScreeningResult:
    """A class of urgency for each wall of a table."""

    walls: Table
    """Ranked, most urgent first: rank, name, row of the table, height and thickness [m], urgency, its sign, open
    questions, comparison of each limit state with 1 (gravity, onset, damage, collapse), mechanism that decides, its
    hinge's level [m], α0 as multiplier and d0* as ultimate_displacement [m]; the lowest ratios of all mechanisms and
    methods: start_ratio (anything moves, without q and FC), acceleration_ratio (the codes' linear form),
    displacement_ratio, that of sliding; and whether all mechanisms were judged."""
    checks: Table
    """A row for each wall, mechanism, rule, spectrum, limit state and measure: demand, capacity [m/s2 or m], ratio."""
    methods: tuple[str, ...]
    """Rule and spectrum of each opinion."""
    skipped: tuple[BadCell, ...] = ()
    """Cells of the rows that were left out."""
    remarks: tuple[Remark, ...] = ()

    @property
    def counts(self) -> dict[Urgency, int]:
        """Number of walls of each class, most urgent first."""
        found = Counter(self.walls["urgency"].tolist())
        return {urgency: found[urgency] for urgency in URGENCIES}

    @property
    def counts_of_signs(self) -> dict[Sign, int]:
        """Number of walls with each sign as their gravest, gravest first."""
        found = Counter(self.walls["sign"].tolist())
        return {sign: found[sign] for sign in SIGNS}

    def __str__(self) -> str:
        told = ", ".join(f"{count} {urgency.replace('_', ' ')}" for urgency, count in self.counts.items() if count)
        lines = [f"{len(self.walls)} walls: {told}", "  most urgent first: α0, ratio in acceleration, in displacement"]
        lines += [
            f"  {row['rank']:>4} {row['name'][:24]:<24} {row['mechanism']:<26} {row['multiplier']:7.3f} "
            f"{row['acceleration_ratio']:7.3f} {row['displacement_ratio']:7.3f}  {row['urgency'].replace('_', ' ')}"
            for row in self.walls.rows()[:_SHOWN]
        ]
        if len(self.walls) > _SHOWN:
            lines.append(f"  … and {len(self.walls) - _SHOWN} more")
        return "\n".join(lines)


UNITS = {"height": "m", "thickness": "m", "level": "m", "ultimate_displacement": "m"}
"""Units of the ranked table's columns, where they have one."""


def ranked_csv(result: ScreeningResult) -> str:
    """The ranked walls; numbers to six digits, empty where there is none."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    columns = result.walls.columns
    writer.writerow(f"{name} [{UNITS[name]}]" if name in UNITS else name for name in columns)
    for row in zip(*(column.tolist() for column in columns.values()), strict=True):
        writer.writerow(_cell(value) for value in row)
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    text = str(value)
    # a spreadsheet would run a name that begins like a formula
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and isinstance(value, str) else text


def table_parquet(table: Table) -> bytes:
    """The table as a Parquet file."""
    import polars

    buffer = io.BytesIO()
    polars.DataFrame(dict(table.columns)).write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
