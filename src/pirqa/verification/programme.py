"""The programme of the Sacsayhuaman paper on a wall like its own: records that stand for its records, levels, Table 3.

The paper's records are not public. Shipped ones stand for them, by their frequencies (where 5 and 95 % of the square of
the Fourier amplitudes are reached): Coalinga 1983 at Parkfield Fault Zone 14, 0.8 to 2.9 Hz with its peak at 0.94 Hz,
for Paruro 2014 (0.46 to 1 Hz); Pisagua 2009, 3.6 to 31 Hz, for Cusco 2023 (1.5 Hz and more); Lima 1966 at Parque de la
Reserva, 1.7 to 14 Hz, for Ancash 1970 at the same station (1.3 to 13 Hz).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pirqa.model import GroundMotion
from pirqa.motion.options import MotionOptions, RecordOptions
from pirqa.motion.prepare import prepare_record
from pirqa.motion.process import ProcessingOptions

__all__ = ["LEVELS", "RECORDS", "SINE_CLASSES", "STANDS_FOR", "TABLE_3", "record_motion"]

RECORDS = {
    "slow": RecordOptions(file="pirqa:ce36456p_CE36456.V2", across="0"),
    "fast": RecordOptions(file="pirqa:pisagua0911131.v1", across="NS"),
    "lima_1966": RecordOptions(file="pirqa:PRQ_19661017164100.txt", across="NS"),
}
STANDS_FOR = {"slow": "Paruro 2014", "fast": "Cusco 2023", "lima_1966": "Ancash 1970"}
LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.5, 2.0, 2.5)
"""Peak accelerations of the records [g]."""
_LOW_CORNER = 0.2
"""Of the filter of the records [Hz], well below the paper's dominant frequency of the wall."""
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
    """One of the records, fit to drive the wall."""
    options = MotionOptions(records=RECORDS, processing=ProcessingOptions(low_corner=_LOW_CORNER))
    return prepare_record(name, RECORDS[name], options, {}, Path()).motion
