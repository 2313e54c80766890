"""The programme of the Sacsayhuaman paper on a wall like its own: records that stand for its records, levels, Table 3.

The paper's records are not public. Shipped ones stand for them, by their frequencies (where 5 and 95 % of the square of
the Fourier amplitudes are reached): Coalinga 1983 at Parkfield Fault Zone 14, 0.8 to 2.9 Hz with its peak at 0.94 Hz,
for Paruro 2014 (0.46 to 1 Hz); Pisagua 2009, 3.6 to 31 Hz, for Cusco 2023 (1.5 Hz and more); Lima 1966 at Parque de la
Reserva, 1.7 to 14 Hz, for Ancash 1970 at the same station (1.3 to 13 Hz).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.experiments.campaign.options import SweepOptions
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import SweepResult, run_sweep
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import GroundMotion
from pirqa.motion.options import MotionOptions, ProcessingOptions, RecordOptions
from pirqa.motion.prepare import make_signal, prepare_record
from pirqa.motion.synthetic.options import SineOptions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.walls import polygonal_wall

_case = partial(Case, group="shaking")
_PLACE = 92

RECORDS = {
    "slow": RecordOptions(file="pirqa:ce36456p_CE36456.V2", across="0"),
    "fast": RecordOptions(file="pirqa:pisagua0911131.v1", across="NS"),
    "lima_1966": RecordOptions(file="pirqa:PRQ_19661017164100.txt", across="NS"),
}
STANDS_FOR = {"slow": "Paruro 2014", "fast": "Cusco 2023", "lima_1966": "Ancash 1970"}
LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.5, 2.0, 2.5)
"""Peak accelerations of the records [g]."""
_LOW_CORNER = 0.2
"""Low corner of the records' filter [Hz], well below the paper's dominant frequency of the wall."""
_ALL = 33
"""Stones of the wall that are not fixed."""

TABLE_3: dict[str, tuple[float | int, ...]] = {
    "slow": (0.5, 2.9, 12.0, _ALL, _ALL, _ALL, _ALL, _ALL, _ALL),
    "fast": (0.3, 0.3, 0.1, 0.1, 0.7, 20.0, 31.8, 32.4, 32.1),
    "lima_1966": (0.6, 1.8, 3.0, 7.3, 21.4, 112.5, 129.9, 4, _ALL),
}
"""Table 3 of the paper, by level: largest lasting displacement [mm] where it is a float, else stones that collapsed."""
SINE_CLASSES = {0.1: 0, 0.2: 0, 0.3: 0, 0.4: 4, 0.9: _ALL}
"""Fig. 24 and section 4.3: stones that collapse under 10 s of a sine of 0.976 Hz, by its peak [g]."""


@cache
def record_motion(name: str) -> GroundMotion:
    """Return one of the records, prepared to drive the wall."""
    options = MotionOptions(records=RECORDS, processing=ProcessingOptions(low_corner=_LOW_CORNER))
    return prepare_record(name, RECORDS[name], options, {}, Path()).motion


# ---- cases ----

_WHY = "a generated wall beside the paper's own, under another record: shown, not judged"
_SCALED = {
    "slow": "The paper scaled its record of 0.01 g by up to 250, and tells of 0.9 m at the top of a wall 0.8 m thick "
    "that stood at 0.3 g.",
    "fast": "The paper scaled its record of 0.054 g by up to 46.",
    "lima_1966": "The paper scaled its record of 0.1 g by up to 25.",
}


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _sines()
    yield from _records()


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
        yield _case(f"sacsayhuaman.sine.{level:g}.fallen", "stones that fall under ten cycles of 0.976 Hz at "
            f"{level:g} g", "", "Sacsayhuaman paper, section 4.3 and Fig. 24", float(lost), {"abs": 0.0}, _WHY,
            partial(_lost_in_sine, level), full=True, compare_only=True)  # fmt: skip


def _records() -> Iterator[Case]:
    for name, printed in TABLE_3.items():
        for level, value in zip(LEVELS, printed, strict=True):
            where = f"{name} ({STANDS_FOR[name]} in the paper) scaled to {level:g} g"
            lost = float(value) if isinstance(value, int) else 0.0
            yield _case(f"sacsayhuaman.{name}.{level:g}.fallen", f"stones that fall under {where}", "",
                "Sacsayhuaman paper, Table 3", lost, {"abs": 0.0}, _WHY, partial(_lost, name, level), _SCALED[name],
                full=True, compare_only=True)  # fmt: skip
            if isinstance(value, float):
                yield _case(f"sacsayhuaman.{name}.{level:g}.residual", f"largest lasting displacement, {where}", "m",
                    "Sacsayhuaman paper, Table 3", 1e-3 * value, {"rel": 0.0}, _WHY, partial(_residual, name, level),
                    _SCALED[name], full=True, compare_only=True)  # fmt: skip


def _lost_in_sine(level: float) -> float:
    return len(_sine(level).runs[0].falls)


def _lost(name: str, level: float) -> float:
    return len(_run(name, level).falls)


def _run(name: str, level: float) -> RunSummary:
    return _swept_record(name).run(name, level * STANDARD_GRAVITY)


def _residual(name: str, level: float) -> float:
    """Return the residual displacement of the stones that did not fall."""
    run = _run(name, level)
    stood = ~np.isin(run.stones, [fall.stone for fall in run.falls])
    return float(run.residual_size[stood].max(initial=0.0))
