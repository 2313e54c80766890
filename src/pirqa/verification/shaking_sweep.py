"""Shaking: the Sacsayhuaman paper's programme beside its numbers; shown, for its wall and records are not public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.campaign.options import SweepOptions
from pirqa.campaign.result import SweepResult
from pirqa.campaign.summary import RunSummary
from pirqa.campaign.sweep import run_sweep
from pirqa.model import GroundMotion
from pirqa.motion.synthetic import SineOptions, make_signal
from pirqa.shaking.options import DynamicsOptions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import polygonal_wall
from pirqa.verification.case import Case, case_of
from pirqa.verification.programme import LEVELS, SINE_CLASSES, STANDS_FOR, TABLE_3, record_motion

__all__ = ["cases"]

_case = partial(case_of, "shaking", compare_only=True)
_WHY = "a generated wall beside the paper's own, under another record: shown, not judged"
_SCALED = {
    "slow": "The paper scaled its record of 0.01 g by up to 250, and tells of 0.9 m at the top of a wall 0.8 m thick "
    "that stood at 0.3 g.",
    "fast": "The paper scaled its record of 0.054 g by up to 46.",
    "lima_1966": "The paper scaled its record of 0.1 g by up to 25.",
}


def cases() -> Iterator[Case]:
    """All cases of the part."""
    for case in (*_sines(), *_records()):
        yield replace(case, full=True)


@cache
def _sine(level: float) -> SweepResult:
    made = make_signal(
        SineOptions(amplitude=level * STANDARD_GRAVITY, frequency=0.976, duration=10.0 / 0.976), name="sine"
    )
    return _swept({"sine": made.motion}, (level,))


@cache
def _swept_record(name: str) -> SweepResult:
    return _swept({name: record_motion(name)}, LEVELS)


def _swept(motions: dict[str, GroundMotion], levels: tuple[float, ...]) -> SweepResult:
    options = SweepOptions(levels=tuple(level * STANDARD_GRAVITY for level in levels))
    return run_sweep(polygonal_wall(), options, DynamicsOptions(), motions)


def _sines() -> Iterator[Case]:
    for level, lost in SINE_CLASSES.items():
        yield _case(
            f"sacsayhuaman.sine.{level:g}.fallen", f"stones that fall under ten cycles of 0.976 Hz at {level:g} g", "",
            "Sacsayhuaman paper, section 4.3 and Fig. 24", float(lost), {"abs": 0.0}, _WHY,
            partial(_lost_in_sine, level),
        )  # fmt: skip


def _records() -> Iterator[Case]:
    for name, printed in TABLE_3.items():
        for level, value in zip(LEVELS, printed, strict=True):
            where = f"{name} ({STANDS_FOR[name]} in the paper) scaled to {level:g} g"
            lost = float(value) if isinstance(value, int) else 0.0
            yield _case(
                f"sacsayhuaman.{name}.{level:g}.fallen", f"stones that fall under {where}", "",
                "Sacsayhuaman paper, Table 3", lost, {"abs": 0.0}, _WHY,
                partial(_lost, name, level), note=_SCALED[name],
            )  # fmt: skip
            if isinstance(value, float):
                yield _case(
                    f"sacsayhuaman.{name}.{level:g}.residual", f"largest lasting displacement, {where}", "m",
                    "Sacsayhuaman paper, Table 3", 1e-3 * value, {"rel": 0.0}, _WHY,
                    partial(_residual, name, level), note=_SCALED[name],
                )  # fmt: skip


def _lost_in_sine(level: float) -> float:
    return len(_sine(level).runs[0].falls)


def _lost(name: str, level: float) -> float:
    return len(_run(name, level).falls)


def _run(name: str, level: float) -> RunSummary:
    return _swept_record(name).run(name, level * STANDARD_GRAVITY)


def _residual(name: str, level: float) -> float:
    """Of the stones that did not fall."""
    run = _run(name, level)
    stood = ~np.isin(run.stones, [fall.stone for fall in run.falls])
    return float(run.residual_size[stood].max(initial=0.0))
