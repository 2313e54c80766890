"""Dynamics: all cases of stones that move."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # Numba comes with the engine: it is left alone until the cases are asked for
    from pirqa.verification import (
        dynamics_bodies,
        dynamics_checkpoint,
        dynamics_collapse,
        dynamics_column,
        dynamics_joints,
        dynamics_loose,
        dynamics_rocking,
        dynamics_scanned,
        dynamics_tilt,
        dynamics_toppling,
        dynamics_walls,
    )

    yield from dynamics_joints.cases()
    yield from dynamics_bodies.cases()
    yield from dynamics_rocking.cases()
    yield from dynamics_tilt.cases()
    yield from dynamics_walls.cases()
    yield from dynamics_loose.cases()
    yield from dynamics_toppling.cases()
    yield from dynamics_column.cases()
    yield from dynamics_collapse.cases()
    yield from dynamics_scanned.cases()
    yield from dynamics_checkpoint.cases()
