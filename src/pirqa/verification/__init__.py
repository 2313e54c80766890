"""The cases that ``pirqa verify`` runs: numbers that pirqa computes, compared with numbers that can be defended.

A module with cases declares its group and its place on two lines, ``_case = partial(Case, group="statics")`` and
``_PLACE = 10``, and yields its cases from ``cases``. The groups are found from these declarations, in the order of
places; a module is imported when its group is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from pirqa.errors import InputError, did_you_mean
from pirqa.verification.case import Case, Outcome, judge_case, manual, to_json

__all__ = ["GROUPS", "Case", "Outcome", "manual", "run_cases", "to_json"]

_DECLARATION = re.compile(r'^_case = partial\(Case, group="(\w+)"\)\n_PLACE = (\d+)$', flags=re.MULTILINE)


def _groups() -> dict[str, Callable[[], Iterable[Case]]]:
    """Return the functions that yield the cases of each group, in the order of places."""
    declared = []
    for path in Path(__file__).parent.glob("*.py"):
        found = _DECLARATION.search(path.read_text(encoding="utf-8"))
        if found is not None:
            declared.append((int(found[2]), found[1], path.stem))
    modules: dict[str, list[str]] = {}
    for _, group, module in sorted(declared):
        modules.setdefault(group, []).append(module)
    return {group: partial(_cases_of, names) for group, names in modules.items()}


def _cases_of(modules: list[str]) -> Iterator[Case]:
    for name in modules:
        yield from import_module(f"pirqa.verification.{name}").cases()


GROUPS: dict[str, Callable[[], Iterable[Case]]] = _groups()
"""Function that yields the cases of each group, by the name of the group."""


def run_cases(groups: list[str], *, full: bool = False) -> list[Outcome]:
    """Run the cases of ``groups`` in order; the slow ones only with ``full``."""
    for group in groups:
        if group not in GROUPS:
            raise InputError(f'no verification group is called "{group}": {did_you_mean(group, GROUPS)}')
    chosen = [case for group in dict.fromkeys(groups) for case in GROUPS[group]()]
    return [judge_case(case, full=full) for case in chosen if full or not case.full]
