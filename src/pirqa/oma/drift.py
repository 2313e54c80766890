"""Frequencies that differ from setup to setup by more than chance: what one system of all setups cannot know."""

from __future__ import annotations

import numpy as np

from pirqa.model.modes import Modes, paired
from pirqa.model.remark import Remark
from pirqa.oma.identification import Identified

__all__ = ["drift_remarks"]

_CHANCE = 1e-3
"""Of setups that agree, to be called drifting."""


def drift_remarks(modes: Modes, after: Identified) -> tuple[Remark, ...]:
    """A warning for each of ``modes`` whose setups, identified one by one in ``after``, do not agree on its frequency.

    Temperature and moisture change a wall within hours. Setups that are merged before have one frequency, whose
    standard deviation holds the scatter of the records and not that change.
    """
    merged = after.merged
    if merged is None or not len(modes) or not len(after.modes):
        return ()
    rows = np.argsort(merged.poles.frequency, kind="stable")
    pairs = paired(modes.frequency, modes.complex_shape, after.modes.frequency, after.modes.complex_shape)
    return tuple(
        Remark(
            kind="warning",
            key="setups_drift",
            count=mode + 1,
            amount=float(merged.frequency_spread[rows[other]]),
            unit="Hz",
            stated=float(merged.expected_spread[rows[other]]),
        )
        for mode, other in pairs
        if merged.agreement[rows[other]] < _CHANCE
    )
