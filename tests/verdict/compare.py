"""What is true of every wall of this folder."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pirqa.project import Assessment
from tests.verdict.conftest import page_one
from tests.verdict.walls import Trial

__all__ = ["assert_page_is_true_of", "assert_true_of", "marked", "states_of"]

SAFE_PHRASES = {
    "onset": ("not expected to start", "no se espera que este muro", "nothing moves", "nada se mueve"),
    "damage": ("no lasting damage is expected", "no se espera daño permanente"),
    "stones_fall": ("no stone is expected to fall", "no se espera que caiga ninguna piedra"),
    "wall_falls": (
        "not expected to collapse",
        "no se espera que colapse",
        "not expected to fall",
        "no se espera que caiga el muro",
    ),
}
"""Phrases that page one has only where the limit state is shown safe."""
FALL_PHRASES = (
    "it may collapse",
    "podría colapsar",
    "the wall, or part of it, falls",
    "the wall, or part of it, collapses",
)
"""Phrases that page one never has where the wall is shown not to fall."""


def marked(trials: Iterable[Trial]) -> list[object]:
    """Return the trials as parameters, the slow ones marked."""
    return [
        pytest.param(trial, id=trial.name.replace(" ", "_"), marks=[pytest.mark.long] if trial.slow else [])
        for trial in trials
    ]


def states_of(done: Assessment) -> dict[str, str]:
    verdict = done.verdict
    return {item.limit_state: item.state for item in verdict.limit_states} | {"wet": verdict.wet.state}


def assert_true_of(trial: Trial, done: Assessment) -> None:
    """Compare the verdict with what is true of the wall."""
    found = states_of(done)
    wrong = {key: found[key] for key, allowed in trial.states.items() if found[key] not in allowed}
    assert not wrong, f"{found}; expected { ({key: sorted(trial.states[key]) for key in wrong}) }"
    verdict = done.verdict
    for key in {*trial.mode, *trial.part}:
        governing = verdict.of(key).governing
        assert governing is not None, key
        assert trial.mode.get(key, governing.mode) == governing.mode, key
        assert governing.part.startswith(trial.part.get(key, "")), (key, governing.part)
    checks = {check.id: check for check in done.checks}
    for identity, factor in trial.factors.items():
        assert checks[identity].factor == pytest.approx(factor, rel=1e-3), identity


def assert_page_is_true_of(trial: Trial, done: Assessment) -> None:
    """Compare the sentences of page one with what is true of the wall."""
    found = states_of(done)
    pages = {language: page_one(done, language) for language in ("en", "es")}
    for language, page in pages.items():
        banned = list(trial.never)
        for state, phrases in SAFE_PHRASES.items():
            banned += phrases if found[state] != "satisfied" else ()
        banned += FALL_PHRASES if found["wall_falls"] == "satisfied" else ()
        said = [phrase for phrase in banned if phrase in page]
        assert not said, f"page one ({language}) has {said}: {page[:1500]}"
    if trial.says:
        assert any(word in page for word in trial.says for page in pages.values()), (
            f"{trial.says}: {pages['en'][:1500]}"
        )
