"""Verification group ``campaign``."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification import campaign_card, campaign_fragility, campaign_incremental, campaign_resume
from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    yield from campaign_fragility.cases()
    yield from campaign_incremental.cases()
    yield from campaign_resume.cases()
    yield from campaign_card.cases()
