"""All stages: one file each, found by its name and ending in a ``STAGE``.

Their order follows from what they need and take, and from their rank where that leaves a choice.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pirqa.model.check import MethodDeclaration
    from pirqa.project.stage import Stage

__all__ = ["BY_NAME", "STAGES", "declarations"]

NAMED_BY_CALLERS = True
"""The key of a stage holds its own file; the files of other stages are found here and change nothing of its result."""


def in_order(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Return ``stages`` so that each follows all that it needs, takes or comes after; by rank where that is free."""
    known = {stage.name: stage for stage in stages}
    sorter = TopologicalSorter({name: {*item.needs, *item.takes, *item.after} for name, item in known.items()})
    sorter.prepare()
    ready: list[Stage] = []
    ordered: list[Stage] = []
    while sorter.is_active():
        ready = sorted((*ready, *(known[name] for name in sorter.get_ready())), key=lambda stage: stage.rank)
        ordered.append(ready.pop(0))
        sorter.done(ordered[-1].name)
    return tuple(ordered)


def declarations(stages: Iterable[str] | None = None) -> dict[str, MethodDeclaration]:
    """Return the declaration of every method of ``stages`` (of all where none are named), by family."""
    wanted = STAGES if stages is None else tuple(BY_NAME[name] for name in stages)
    return {method.family: method for stage in wanted for method in stage.declarations}


STAGES: tuple[Stage, ...] = in_order(
    importlib.import_module(f"{__name__}.{found.name}").STAGE for found in pkgutil.iter_modules(__path__)
)
"""All stages in the order in which they run."""
BY_NAME: Mapping[str, Stage] = {stage.name: stage for stage in sorted(STAGES, key=lambda stage: stage.rank)}
"""All stages by name, in the order of their ranks: that of the project file's tables."""
