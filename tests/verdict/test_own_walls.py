"""Walls for one effect or rule each: those that are safe come out safe, the others never do."""

from __future__ import annotations

import pytest

from tests.verdict.compare import assert_page_is_true_of, assert_true_of, marked
from tests.verdict.own_walls import OTHERS, SAFE_WALLS
from tests.verdict.traps import TRAPS


@pytest.mark.parametrize("trial", marked(SAFE_WALLS))
def test_a_wall_that_any_engineer_calls_safe_is_safe(trial, result_of):
    done = result_of(trial)
    assert_true_of(trial, done)
    empty = [item.limit_state for item in done.verdict.limit_states if item.state == "not_assessed"]
    assert len(empty) <= 1, f"complete input, and not assessed: {empty}"


@pytest.mark.parametrize("trial", marked((*OTHERS, *TRAPS)))
def test_the_verdict_is_true(trial, result_of):
    assert_true_of(trial, result_of(trial))


@pytest.mark.parametrize("trial", marked((*SAFE_WALLS, *OTHERS, *TRAPS)))
def test_page_one_is_true(trial, result_of):
    assert_page_is_true_of(trial, result_of(trial))
