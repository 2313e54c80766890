"""Walls on which page one was wrong: the verdict that is true, and the sentences that must not come back."""

from __future__ import annotations

import pytest

from tests.verdict.compare import assert_page_is_true_of, assert_true_of, marked
from tests.verdict.issue_rows import ROWS


@pytest.mark.parametrize("trial", marked(ROWS))
def test_the_verdict_is_true(trial, result_of):
    assert_true_of(trial, result_of(trial))


@pytest.mark.parametrize("trial", marked(ROWS))
def test_page_one_is_true(trial, result_of):
    assert_page_is_true_of(trial, result_of(trial))
