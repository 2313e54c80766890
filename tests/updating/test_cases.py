"""The quick cases of the verification that take no campaign."""

from __future__ import annotations

import pytest

from pirqa.verification.case import judge_case
from pirqa.verification.updating_model import cases


@pytest.mark.parametrize("case", [case for case in cases() if not case.compare_only], ids=lambda case: case.id)
def test_case(case):
    outcome = judge_case(case)
    assert outcome.ok, outcome.note
