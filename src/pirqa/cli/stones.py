"""The survey on the screen: what was found, done and doubted, and tables of stones and joints."""

from __future__ import annotations

import math
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.console import print_remarks
from pirqa.report import Words
from pirqa.survey import SurveyResult

__all__ = ["print_survey"]

_MOST = 60
_WIDEST = 10


def print_survey(console: Console, result: SurveyResult, words: Words) -> None:
    """Both tables, the remarks, and a digest last, where the eye rests."""
    console.print(_stones(result))
    console.print()
    console.print(_joints(result))
    console.print()
    print_remarks(console, result.remarks, words)
    console.print(escape(str(result)), highlight=False, soft_wrap=True)


def _table(heads: dict[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, side in heads.items():
        table.add_column(name, justify=side, no_wrap=True)  # type: ignore[arg-type]
    return table


def _stones(result: SurveyResult) -> Table:
    weighed = not any(math.isnan(mass) for mass in result.stones["mass"].tolist())
    # narrow enough for 80 columns: width × height × depth, volume, mass
    heads = {"Stone": "left", "Zone": "left", "W × H × D m": "right", "m³": "right"}
    heads |= {"t": "right"} if weighed else {}
    heads |= {"Corners": "right", "Parts": "right", "Touches": "right", "Base": "left"}
    table = _table(heads)
    for row in result.stones.rows()[:_MOST]:
        size = f"{row['width']:.2f}×{row['height']:.2f}×{row['depth']:.2f}"
        mass = [f"{row['mass'] / 1e3:.2f}"] if weighed else []
        cells = [_short(row["stone"]), _short(row["zone"]), size, f"{row['volume']:.3f}", *mass]
        counts = [str(row[key]) for key in ("corners", "parts", "contacts")]
        table.add_row(*map(escape, cells), *counts, "yes" if row["on_base"] else "")
    _more(table, len(result.stones))
    return table


def _joints(result: SurveyResult) -> Table:
    table = _table({"Joint": "left", "Faces": "right", "Area m²": "right", "Slope °": "right", "Gap mm": "right"})
    for row in result.joints.rows()[:_MOST]:
        pair = f"{row['first']} – {row['second']}"
        table.add_row(
            escape(pair), str(row["faces"]), f"{row['area']:.4f}", f"{_slope(row):.0f}", f"{row['gap'] * 1e3:.1f}"
        )
    _more(table, len(result.joints))
    return table


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 1]}…"


def _slope(row: dict[str, Any]) -> float:
    """Of the joint against the level: 0 a bed joint, 90 a head joint [deg]."""
    return math.degrees(math.acos(min(1.0, abs(row["normal_z"]))))


def _more(table: Table, count: int) -> None:
    if count > _MOST:
        table.add_row(f"… and {count - _MOST} more")
