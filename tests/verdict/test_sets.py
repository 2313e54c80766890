"""Walls under sets of motions: a complete set shows safety or failure, an incomplete one shows no safety."""

from __future__ import annotations

import pytest

from tests.verdict.compare import assert_page_is_true_of, assert_true_of, marked
from tests.verdict.sets import SETS


@pytest.mark.parametrize("trial", marked(SETS))
def test_the_verdict_is_true(trial, result_of):
    done = result_of(trial)
    assert_true_of(trial, done)
    assert_page_is_true_of(trial, done)
