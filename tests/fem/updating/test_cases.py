"""The quick cases of the verification that take no campaign."""

from __future__ import annotations

import pytest

from pirqa.verification.case import judge_case
from pirqa.verification.updating import cases

QUICK = [case for case in cases() if not (case.compare_only or case.full or ".twin." in case.id)]


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.id)
def test_case(case):
    outcome = judge_case(case)
    assert outcome.ok, outcome.note
