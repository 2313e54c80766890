"""Shaking: what users do with the engine, against closed forms, other rooms and published numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import (
        shaking_calibration,
        shaking_identify,
        shaking_isolation,
        shaking_leaves,
        shaking_soil,
        shaking_sweep,
        shaking_tilt,
    )

    yield from shaking_identify.cases()
    yield from shaking_tilt.cases()
    yield from shaking_calibration.cases()
    yield from shaking_isolation.cases()
    yield from shaking_soil.cases()
    yield from shaking_leaves.cases()
    yield from shaking_sweep.cases()
