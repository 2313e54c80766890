"""Which runs of a campaign are shown as the wall lies in the end: those of the hardest and of a middling record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.campaign.outcomes import CampaignResult
from pirqa.campaign.pages import Pages
from pirqa.campaign.summary import RunSummary, failed_summary
from pirqa.shaking.damage import Fall

if TYPE_CHECKING:
    import polars

__all__ = ["choose_films", "last_states"]

_MOST = 10
"""Runs of one record."""


def choose_films(result: CampaignResult, wall: str, case: str) -> list[list[str]]:
    """Keys of runs of one record each, the weakest first: of the hardest record, and of one in the middle."""
    import polars

    table = result.table.filter(
        (polars.col("wall") == wall) & (polars.col("case") == case) & (polars.col("status") == "done")
    )
    if not len(table):
        return []
    by = (
        table.group_by("record")
        .agg(
            polars.col("lost_share").mean().alias("lost"),
            polars.col("residual").mean().alias("residual"),
        )
        .sort("lost", "residual", "record", descending=[True, True, False])
    )
    names = by["record"].to_list()
    chosen = list(dict.fromkeys([names[0], names[len(names) // 2]]))
    return [_runs_of(table.filter(polars.col("record") == name)) for name in chosen]


def _runs_of(table: polars.DataFrame) -> list[str]:
    """Of one record: those of its first sample, evenly chosen where there are many."""
    import polars

    own = table.filter(polars.col("sample") == table["sample"].min()).sort("level")
    keys = own["key"].to_list()
    places = np.unique(np.linspace(0, len(keys) - 1, min(len(keys), _MOST)).astype(int))
    return [keys[place] for place in places]


def last_states(pages: Pages, keys: Sequence[str], stones: tuple[str, ...]) -> tuple[RunSummary, ...]:
    """How the wall lies at the end of these runs; runs whose page has no places are left out."""
    found = []
    for key in keys:
        row = pages.read(key)
        if row is not None and row.get("pose"):
            found.append(_state(row, stones))
    return tuple(found)


def _state(row: dict[str, Any], stones: tuple[str, ...]) -> RunSummary:
    pose = np.array(row["pose"], dtype=float)
    sizes = np.array(row["stone_residual"], dtype=float)
    blank = failed_summary(
        stones,
        key=row["key"],
        motion=row["record"],
        level=float(row["pga"]),
        factor=float(row["factor"]),
        case=row["case"],
        reason="",
    )
    return replace(
        blank,
        collapse=row["collapse"],
        falls=tuple(
            Fall(stone=stones[number], time=float(row["first_time"] or 0.0), kind="dropped") for number in row["fell"]
        ),
        reliable=bool(row["reliable"]),
        ended_at=row.get("ended_at"),
        at_rest=bool(row["at_rest"]),
        residual=np.column_stack([sizes, np.zeros((len(sizes), 2))]),
        last=pose[:, :3],
        turn=pose[:, 3:] / np.linalg.norm(pose[:, 3:], axis=1, keepdims=True),
    )
