"""Pushing a wall over: material laws at a point, bars and walls, against closed forms and papers."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import pushover_beam, pushover_demand, pushover_points, pushover_walls

    yield from pushover_points.cases()
    yield from pushover_walls.cases()
    yield from pushover_beam.cases()
    yield from pushover_demand.cases()
