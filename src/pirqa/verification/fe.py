"""Finite elements against closed forms, and against CalculiX on the same mesh."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import fe_calculix, fe_chokepukio, fe_elements, fe_walls

    yield from fe_elements.cases()
    yield from fe_walls.cases()
    yield from fe_calculix.cases()
    yield from fe_chokepukio.cases()
