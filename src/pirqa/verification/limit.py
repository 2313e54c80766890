"""Limit analysis: mechanisms and rigid blocks against closed forms and published numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import limit_blocks, limit_mechanisms

    yield from limit_mechanisms.cases()
    yield from limit_blocks.cases()
