"""The cases that ``pirqa verify`` runs: one file a group."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pirqa.errors import InputError, did_you_mean
from pirqa.verification import (
    campaign,
    codes,
    dynamics,
    fe,
    limit,
    motion,
    oma,
    pushover,
    shaking,
    statics,
    survey,
    updating,
    verdict,
)
from pirqa.verification.case import Case, Outcome, judge_case, manual, to_json

__all__ = ["GROUPS", "Case", "Outcome", "manual", "run_cases", "to_json"]

GROUPS: dict[str, Callable[[], Iterable[Case]]] = {
    "statics": statics.cases,
    "survey": survey.cases,
    "motion": motion.cases,
    "oma": oma.cases,
    "fe": fe.cases,
    "updating": updating.cases,
    "pushover": pushover.cases,
    "dynamics": dynamics.cases,
    "shaking": shaking.cases,
    "limit": limit.cases,
    "codes": codes.cases,
    "campaign": campaign.cases,
    "verdict": verdict.cases,
}


def run_cases(groups: list[str], *, full: bool = False) -> list[Outcome]:
    """Run the cases of ``groups`` in order."""
    for group in groups:
        if group not in GROUPS:
            raise InputError(f'no verification group is called "{group}": {did_you_mean(group, GROUPS)}')
    chosen = [case for group in dict.fromkeys(groups) for case in GROUPS[group]()]
    return [judge_case(case, full=full) for case in chosen if full or not case.full]
