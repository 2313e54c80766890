"""Vibrations: the cases of every part of the room."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification import oma_hvsr, oma_modes, oma_signals, oma_subspace
from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of vibrations."""
    yield from oma_signals.cases()
    yield from oma_subspace.cases()
    yield from oma_modes.cases()
    yield from oma_hvsr.cases()
