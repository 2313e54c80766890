"""Verification cases of signals: each passes, and states what it must."""

from __future__ import annotations

import pytest

from pirqa.verification.case import judge_case
from pirqa.verification.oma_signals import cases

CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_signals_are_verified(case):
    outcome = judge_case(case)
    assert outcome.ok, (outcome.computed, outcome.note)
    assert case.group == "oma"
    assert case.source


def test_ids_are_distinct():
    assert len({case.id for case in CASES}) == len(CASES)
