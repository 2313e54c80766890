"""Made-up tables of outcomes: what a wall with a known median and spread of capacity would give."""

from __future__ import annotations

import math

import numpy as np
import polars

from pirqa.experiments.campaign.outcomes import COLUMNS, CampaignResult
from pirqa.units import STANDARD_GRAVITY

STONES = tuple(f"s{number}" for number in range(1, 9))
LEVELS = tuple(level * STANDARD_GRAVITY for level in (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5))
MEDIANS = {"DS1": 0.2, "DS2": 0.35, "DS3": 0.45, "DS4": 0.6, "DS5": 0.9}
"""[g]"""
PERIODS = (0.2, 0.5, 1.0)


def made_up(
    records=30,
    *,
    levels=LEVELS,
    samples=1,
    beta=0.4,
    failed=0.0,
    seed=1,
    strategy="stripes",
    parameters=("friction", "thickness"),
    wall="terrace",
    stones=STONES,
):
    """Every record at every level with every sample; a record is the kinder the shorter its pulse is."""
    chance = np.random.default_rng(seed)
    count = records * len(levels) * samples
    record, level, sample = (
        part.ravel() for part in np.meshgrid(np.arange(records), np.array(levels), np.arange(samples), indexing="ij")
    )
    pulse = chance.normal(size=records)
    period = 0.5 * np.exp(0.45 * pulse)
    duration = 15.0 * np.exp(0.4 * chance.normal(size=records))
    friction = chance.uniform(0.4, 0.7, size=(records, samples))[record, sample]
    thickness = chance.uniform(0.9, 1.1, size=(records, samples))[record, sample]
    # most of the spread is the pulse's, so that PGV tells more than PGA
    own = 0.3 * chance.normal(size=(records, samples))[record, sample]
    kindness = beta * (-0.9 * pulse[record] + own) + 0.8 * np.log(friction / 0.55) + 0.5 * np.log(thickness)
    reached = {name: level / STANDARD_GRAVITY >= median * np.exp(kindness) for name, median in MEDIANS.items()}
    strength = level / STANDARD_GRAVITY / (0.2 * np.exp(kindness))
    residual = 3e-3 * np.minimum(strength, 30.0) ** 3.0
    lost = np.select([reached["DS5"], reached["DS4"], reached["DS3"]], [5, 2, 1], 0)
    lost = np.minimum(lost, len(stones))
    share = lost / len(stones)
    classes = np.select([share > 0.5, share >= 0.1 + 1e-9, share > 0.0], ["total", "partial", "local"], "none")
    classes = np.where(
        reached["DS4"], np.where(reached["DS5"], "total", "partial"), np.where(lost > 0, "local", "none")
    )
    weight = np.linspace(0.2, 1.0, len(stones))
    order = np.argsort(-weight)
    status = np.where(chance.random(count) < failed * 2.0 * level / max(levels), "failed", "done")
    done = status == "done"
    pgv = level * period[record] / (2.0 * math.pi) * 1.2
    columns = {
        "key": [f"{number:064x}" for number in range(count)],
        "wall": [wall] * count,
        "record": [f"R{number:02d}" for number in record],
        "component": ["across"] * count,
        "case": [""] * count,
        "sample": sample,
        "level_im": ["pga"] * count,
        "level": level,
        "factor": level / 2.0,
        "demand": [None] * count,
        "pga": level,
        "pgv": pgv,
        "pgd": pgv * period[record] / 6.0,
        "arias": 0.1 * level**2 * duration[record] / 10.0,
        "d5_95": duration[record],
        "tm": period[record],
        "cav": level * duration[record] / 4.0,
        "sa_avg": 1.4 * level * np.sqrt(period[record]),
        "pga_star": level / (STANDARD_GRAVITY * 0.25),
        "pgv_star": 2.5 * pgv / (STANDARD_GRAVITY * 0.25),
        "status": status,
        "reason": np.where(done, "", "the time step became too small"),
        "reliable": done,
        "at_rest": done,
        "collapse": np.where(done, classes, ""),
        "residual": np.where(done, residual, np.nan),
        "residual_stone": [stones[-1]] * count,
        "peak": residual * 3.0,
        "lean": np.clip(0.05 * strength, 0.0, 0.39),
        "drift": residual * 3.0 / 0.8,
        "lost": lost,
        "lost_share": share,
        "lost_area": share,
        "top_lost": share > 0.5,
        "first_stone": np.where(lost > 0, stones[-1], ""),
        "first_time": np.full(count, 4.0),
        "fell": [order[:number].tolist() for number in lost],
        "stone_residual": (residual[:, None] * weight).tolist(),
        "ledger_error": np.full(count, 1e-4),
        "wall_seconds": np.full(count, 5.0),
        "cpu_seconds": np.full(count, 4.9),
        "simulated": np.full(count, 30.0),
        "ended_at": np.where(done & (classes == "total"), 30.0, np.nan),
        "time_limit": np.full(count, 3600.0),
        "history": [""] * count,
        **{f"sa_{span:g}": 2.2 * level * np.exp(-((np.log(span / period[record])) ** 2) / 2.0) for span in PERIODS},
        **({"friction": friction} if "friction" in parameters else {}),
        **({"thickness": thickness} if "thickness" in parameters else {}),
    }
    assert set(COLUMNS) <= set(columns)
    table = polars.DataFrame(columns, strict=False)
    table = table.with_columns(
        polars.col("fell").cast(polars.List(polars.UInt16)),
        polars.col("stone_residual").cast(polars.List(polars.Float32)),
        polars.col("residual", "ended_at").fill_nan(None),
    )
    return CampaignResult(
        name="made-up",
        strategy=strategy,
        level_im="pga" if strategy != "cloud" else "factor",
        level_period=None,
        spectral_periods=PERIODS,
        parameters=tuple(parameters),
        stones={wall: stones},
        planned=count,
        table=table,
    )
