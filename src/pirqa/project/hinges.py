"""What the pushed wall tells limit: the levels about which it turned."""

from __future__ import annotations

from dataclasses import replace

from pirqa.limit import LimitOptions
from pirqa.model.remark import Remark
from pirqa.pushover.result import PushoverResult

__all__ = ["hinge_remarks", "with_hinges"]


def with_hinges(options: LimitOptions, pushed: PushoverResult | None) -> LimitOptions:
    """``options`` with the levels of the hinges that the cracks of a wall pushed over show."""
    if pushed is None:
        return options
    across = [reading for reading in pushed.readings if reading.direction in ("outward", "inward")]
    found = [round(float(hinge.level), 2) for reading in across if (hinge := reading.cracks.main) is not None]
    return replace(options, hinge_levels=(*options.hinge_levels, *dict.fromkeys(found)))


def hinge_remarks(given: LimitOptions, filled: LimitOptions) -> tuple[Remark, ...]:
    """Which hinges come from the analysis pushover."""
    return tuple(
        Remark(kind="assumption", key="limit_hinge_from_pushover", amount=float(level), unit="m")
        for level in filled.hinge_levels[len(given.hinge_levels) :]
    )
