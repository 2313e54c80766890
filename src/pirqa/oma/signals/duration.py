"""How long a wall must be listened to."""

from __future__ import annotations

from pirqa.model.remark import Remark
from pirqa.oma.measurement import Measurement

__all__ = ["FEWEST_PERIODS", "GOOD_PERIODS", "needed_duration", "short_records"]

FEWEST_PERIODS = 1000
"""Of the first mode, which a record should hold (Chokepukio paper, section 3, after Ramos 2007: 1,000 to 2,000)."""
GOOD_PERIODS = 2000
"""Of the first mode, with which nothing is lost (the same)."""


def needed_duration(first_frequency: float, periods: int = FEWEST_PERIODS) -> float:
    """Time [s] in which a mode of ``first_frequency`` [Hz] swings ``periods`` times.

    >>> needed_duration(2.0), needed_duration(2.0, GOOD_PERIODS)
    (500.0, 1000.0)
    """
    return periods / first_frequency


def short_records(measurement: Measurement, first_frequency: float) -> tuple[Remark, ...]:
    """A warning for the setups that are shorter than 1,000 periods of the first mode, with the time they needed."""
    needed = needed_duration(first_frequency)
    short = [recording for recording in measurement.recordings if recording.duration < needed]
    if not short:
        return ()
    return (
        Remark(
            kind="warning",
            key="records_short",
            text=", ".join(recording.setup for recording in short),
            count=len(short),
            amount=needed,
            unit="s",
            stated=min(recording.duration for recording in short),
        ),
    )
