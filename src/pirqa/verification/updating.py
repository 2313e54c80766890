"""Updating: slopes, what modes cannot tell, Douglas and Reid beside the model itself, pairing, walls that are known."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import updating_chokepukio, updating_model, updating_twin

    yield from updating_model.cases()
    yield from updating_twin.cases()
    yield from updating_chokepukio.cases()
