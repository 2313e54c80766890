"""Codes: demands, periods and factors against the Chokepukio paper and the codes' formulas."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.verification.case import Case

__all__ = ["cases"]


def cases() -> Iterator[Case]:
    """All cases of the group."""
    # late, so that whoever asks for another group need not wait for what these are computed with
    from pirqa.verification import codes_rules, motion_codes

    yield from motion_codes.rule_spectra()
    yield from codes_rules.cases()
