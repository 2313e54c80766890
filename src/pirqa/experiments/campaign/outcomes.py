"""The table of outcomes: one row a run, one file ``outcomes.parquet``, and what reads it back.

Columns, in this order (SI units; ``COLUMNS`` is the one place where they are said):

- those of ``COLUMNS``;
- ``sa_PERIOD`` for each of the plan's spectral periods, such as ``sa_0.5``: PSA of the scaled motion, 5 % damping
  [m/s2];
- one for each uncertain parameter, by its name (:data:`pirqa.experiments.campaign.uncertainty.PARAMETERS`).

Runs that failed (the computation went wrong) or were stopped (``timeout``) have their reason, their intensity measures
and parameters, and nulls for what they would have said about the wall. Stones are numbered as ``CampaignResult.stones``
of the wall names them.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import ResultsError
from pirqa.experiments.damage_states import DAMAGE_MEASURES
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.model.plain import canonical_json, from_plain, to_plain
from pirqa.motion.sets.result import MotionSet

if TYPE_CHECKING:
    import polars

COLUMNS: Mapping[str, tuple[str, str]] = {
    "key": ("String", "digest of all that the run depends on"),
    "wall": ("String", "name of the wall in the plan"),
    "record": ("String", "name of the record or signal"),
    "component": ("String", "component of the record that drives the wall across"),
    "case": ("String", "end of each pair of joint properties; empty where there is no pair"),
    "sample": ("Int32", "number of the sample of the uncertain parameters, from 0"),
    "level_im": ("String", "measure of the level: pga, pgv, sa, demand; factor for a cloud"),
    "level": ("Float64", "what the motion was scaled to [m/s2 or m/s]; its PGA for a cloud"),
    "factor": ("Float64", "by which the record was scaled in all [-]"),
    "pga": ("Float64", "peak ground acceleration of the scaled motion, across [m/s2]"),
    "pgv": ("Float64", "peak ground velocity [m/s]"),
    "pgd": ("Float64", "peak ground displacement [m]"),
    "arias": ("Float64", "Arias intensity [m/s]"),
    "d5_95": ("Float64", "duration from 5 to 95 % of the Arias intensity [s]"),
    "tm": ("Float64", "mean period (Rathje et al. 1998) [s]"),
    "cav": ("Float64", "cumulative absolute velocity [m/s]"),
    "sa_avg": ("Float64", "geometric mean of PSA over the spectral periods [m/s2]"),
    "demand": (
        "Float64",
        "peak ground acceleration of the set's target spectrum, scaled as the motion is [m/s2]; null where the motion "
        "is of no set",
    ),
    "pga_star": ("Float64", "PGA/(g tan α) of the wall as one block [-]"),
    "pgv_star": ("Float64", "p PGV/(g tan α) of the wall as one block [-]"),
    "status": ("String", "done, failed or timeout"),
    "reason": ("String", "why it is not done; empty where it is"),
    "reliable": ("Boolean", "whether its energy closes"),
    "at_rest": ("Boolean", "whether the wall had come to rest at the end"),
    "collapse": ("String", "class of collapse: none, local, partial, total; empty where it is not done"),
    "residual": ("Float64", DAMAGE_MEASURES["residual"].meaning),
    "residual_stone": ("String", "of which stone"),
    "peak": ("Float64", "largest displacement across of a stone that did not fall [m]"),
    "lean": ("Float64", DAMAGE_MEASURES["lean"].meaning),
    "drift": ("Float64", "largest displacement across of a stone that did not fall, of the wall's thickness [-]"),
    # the first two have their places above; every other measure of damage follows here
    **{key: ("Float64", measure.meaning) for key, measure in DAMAGE_MEASURES.items()},
    "lost": ("Int32", "stones that fell"),
    "lost_share": ("Float64", "of the stones that could fall [-]"),
    "lost_area": ("Float64", "area of the front of stones that fell, of those that could fall [-]"),
    "top_lost": ("Boolean", "whether all stones of the top row fell"),
    "first_stone": ("String", "stone that left first; empty where none did"),
    "first_time": ("Float64", "when [s]"),
    "fell": ("List(UInt16)", "numbers of the stones that fell, the first one first"),
    "stone_residual": ("List(Float32)", "lasting displacement of each stone, in the wall's order [m]"),
    "ledger_error": ("Float64", "by which the energy does not close [-]"),
    "wall_seconds": ("Float64", "by the clock on the wall [s]"),
    "cpu_seconds": ("Float64", "of the processor [s]"),
    "simulated": ("Float64", "simulated time, from the start of the motion [s]"),
    "ended_at": (
        "Float64",
        "when the run was ended before its time, since the wall had collapsed: all it says is until then [s]; null "
        "where it was not",
    ),
    "time_limit": ("Float64", "that it was under [s]"),
    "history": ("String", "path of its history from the campaign's folder; empty where none was kept"),
}
"""Type (Polars) and meaning of each column that every campaign has."""

_TABLE, _HEAD = "outcomes.parquet", "campaign.json"
_FORMAT = 3
_READABLE = (1, 2, _FORMAT)
"""Formats that are read; columns that a table does not have yet (``ended_at``, ``demand``) are null."""


def spectral_column(period: float) -> str:
    """Name of the column of PSA at ``period`` [s].

    >>> spectral_column(0.5)
    'sa_0.5'
    """
    return f"sa_{period:g}"


def measure_columns(periods: Iterable[float]) -> tuple[str, ...]:
    """Columns that are intensity measures, of a table with these spectral ``periods`` [s]."""
    always = ("pga", "pgv", "pgd", "arias", "cav", "sa_avg", "pga_star", "pgv_star")
    return (*always, *map(spectral_column, periods))


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignResult:
    """All runs of a campaign that are there."""

    name: str
    strategy: str
    level_im: str
    """Measure of the levels: pga, pgv, sa, demand; factor for a cloud."""
    level_period: float | None
    """Of the levels, where they are PSA [s]."""
    spectral_periods: tuple[float, ...]
    """Of the columns ``sa_…`` [s]."""
    parameters: tuple[str, ...]
    """Uncertain ones: names of their columns."""
    stones: Mapping[str, tuple[str, ...]]
    """Names of the stones of each wall, in the order of the lists in the table."""
    planned: int | None
    """Runs of the whole plan; of a hunt, whose number is found on the way, at the least so many, none where it is over.
    """
    table: polars.DataFrame
    """Columns as :mod:`pirqa.experiments.campaign.outcomes` says."""
    set: MotionSet | None = None
    """The set that some of the motions belong to, if one was asked for."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Columns that are intensity measures of the scaled motion."""
        known = measure_columns(self.spectral_periods)
        whole = len(self.table) > 0 and self.table["demand"].null_count() == 0
        return (*known, "demand") if whole else known

    @property
    def failed(self) -> float:
        """Share of the runs that failed or were stopped [-]."""
        if not len(self.table):
            return 0.0
        return float((self.table["status"] != "done").sum()) / len(self.table)

    def __str__(self) -> str:
        import polars

        counts = self.table.group_by("status").len().sort("status")
        told = ", ".join(f"{count} {status}" for status, count in counts.iter_rows()) or "no run yet"
        of = f" of {self.planned}" if self.planned is not None else ""
        lines = [f"{self.name}: {len(self.table)}{of} runs ({told})"]
        if ended := self.table["ended_at"].count():
            lines.append(f"ended before their time, since the wall had collapsed: {ended}")
        done = self.table.filter(polars.col("status") == "done")
        if len(done) and self.strategy == "stripes":
            by = done.group_by("wall", "level").agg(
                polars.len().alias("runs"),
                (polars.col("lost") > 0).sum().alias("fell"),
                polars.col("collapse").is_in(["partial", "total"]).sum().alias("collapsed"),
                polars.col("residual").filter(polars.col("lost") == 0).median().alias("residual"),  # who stood
            )
            lines.append(f"{'wall':<16}{'level':>12}{'runs':>6}{'a stone fell':>14}{'collapsed':>11}{'lasting mm':>12}")
            lines += [
                f"{wall[:15]:<16}{_level(level, self.level_im):>12}{runs:>6}{fell:>14}{collapsed:>11}"
                f"{math.nan if residual is None else 1e3 * residual:>12.2f}"
                for wall, level, runs, fell, collapsed, residual in by.sort("wall", "level").iter_rows()
            ]
        return "\n".join(lines)


def _level(value: float, measure: str) -> str:
    return f"{value:.4g} m/s" if measure == "pgv" else f"{value / 9.80665:.4g} g"


def _schema(periods: Sequence[float], parameters: Sequence[str]) -> dict[str, Any]:
    import polars

    kinds: dict[str, Any] = {
        "List(UInt16)": polars.List(polars.UInt16),
        "List(Float32)": polars.List(polars.Float32),
        **{name: getattr(polars, name) for name in ("String", "Int32", "Float64", "Boolean")},
    }
    found = {name: kinds[kind] for name, (kind, _) in COLUMNS.items()}
    return found | dict.fromkeys((*(spectral_column(period) for period in periods), *parameters), polars.Float64)


def to_frame(
    rows: Iterable[Mapping[str, Any]], *, periods: Sequence[float], parameters: Sequence[str]
) -> polars.DataFrame:
    """Rows as dictionaries (arrays and lists alike) as the table of outcomes; what is not in a row is null."""
    import polars

    schema = _schema(periods, parameters)
    given = list(rows)
    return polars.DataFrame({name: [row.get(name) for row in given] for name in schema}, schema=schema, strict=False)


def write_campaign(result: CampaignResult, folder: Path) -> Path:
    """Put the table and its head into ``folder``, each whole; the path of the table."""
    buffer = io.BytesIO()
    result.table.write_parquet(buffer, compression="zstd")
    head = {
        "format": _FORMAT,
        "name": result.name,
        "strategy": result.strategy,
        "level_im": result.level_im,
        "level_period": result.level_period,
        "spectral_periods": list(result.spectral_periods),
        "parameters": list(result.parameters),
        "stones": {wall: list(names) for wall, names in result.stones.items()},
        "planned": result.planned,
        "set": to_plain(result.set),
    }
    write_text_whole(folder / _HEAD, canonical_json(head))
    write_bytes_whole(folder / _TABLE, buffer.getvalue())
    return folder / _TABLE


def read_campaign(folder: Path | str) -> CampaignResult:
    """The campaign whose runs are in ``folder``."""
    import polars

    folder = Path(folder)
    try:
        head = json.loads((folder / _HEAD).read_text(encoding="utf-8"))
        table = polars.read_parquet(folder / _TABLE)
    except OSError as error:
        raise ResultsError(
            f"{folder}: there is no campaign ({error.strerror or error}); give the folder of pirqa campaign run"
        ) from error
    except (ValueError, polars.exceptions.PolarsError) as error:
        raise ResultsError(f"{folder}: is damaged ({error}); run pirqa campaign run again, it goes on") from error
    if head.get("format") not in _READABLE:
        raise ResultsError(f"{folder}: has campaign format {head.get('format')}, this pirqa reads {_FORMAT}")
    schema = _schema(head["spectral_periods"], head["parameters"])
    missing = {name: kind for name, kind in schema.items() if name not in table.columns}
    table = table.with_columns(polars.lit(None, dtype=kind).alias(name) for name, kind in missing.items())
    return CampaignResult(
        name=head["name"],
        strategy=head["strategy"],
        level_im=head["level_im"],
        level_period=head["level_period"],
        spectral_periods=tuple(head["spectral_periods"]),
        parameters=tuple(head["parameters"]),
        stones={wall: tuple(names) for wall, names in head["stones"].items()},
        planned=head["planned"],
        table=table,
        set=from_plain(MotionSet | None, head.get("set")),
    )
