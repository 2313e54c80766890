"""From many checks to one verdict a limit state.

The worst check that votes governs its limit state. Where whole methods disagree about 1.0 the answer is
*undetermined*, with the methods on either side named; so it is where all are content but a part of the wall could not
be judged. A force ratio below 1 means that the wall
starts to move, not that it falls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from pirqa.model.check import LIMIT_STATES, Check, LimitState

__all__ = ["LimitStateVerdict", "State", "Verdict", "judge"]

State = Literal["satisfied", "not_satisfied", "undetermined", "not_assessed"]


@dataclass(frozen=True, kw_only=True)
class LimitStateVerdict:
    """What the checks of one limit state say together."""

    limit_state: LimitState
    state: State
    governing: Check | None = None
    """The worst check."""
    above: tuple[str, ...] = ()
    """Methods whose every check is satisfied."""
    below: tuple[str, ...] = ()
    """Methods with a check that is not."""
    notes: tuple[str, ...] = ()
    """Notes that all of the checks carry: what none of the methods looks at."""
    partial: bool = False
    """Whether a part of the wall could not be judged, so that satisfied checks are not enough."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One verdict for each limit state, in the order of their severity."""

    limit_states: tuple[LimitStateVerdict, ...]

    def of(self, limit_state: LimitState) -> LimitStateVerdict:
        """The verdict of one limit state."""
        return next(item for item in self.limit_states if item.limit_state == limit_state)

    def __str__(self) -> str:
        lines = []
        for item in self.limit_states:
            line = f"{item.limit_state:<9} {item.state.replace('_', ' ')}"
            if item.governing is not None:
                governing = item.governing
                line += f": worst ratio {governing.ratio:.3g}, {governing.mode}, {governing.method}, {governing.place}"
            lines.append(line)
        return "\n".join(lines)


def judge(checks: Iterable[Check], *, partial: Collection[LimitState] = ()) -> Verdict:
    """The verdict that ``checks`` give together; ``partial``: limit states for which a part could not be judged."""
    rows = list(checks)
    return Verdict(limit_states=tuple(_judge_one(state, rows, state in partial) for state in LIMIT_STATES))


def _judge_one(limit_state: LimitState, checks: list[Check], partial: bool) -> LimitStateVerdict:
    mine = [check for check in checks if check.limit_state == limit_state and check.votes]
    if not mine:
        return LimitStateVerdict(limit_state=limit_state, state="not_assessed")
    methods = list(dict.fromkeys(check.method for check in mine))
    below = tuple(name for name in methods if any(c.method == name and not c.satisfied for c in mine))
    above = tuple(name for name in methods if name not in below)
    state: State = "not_satisfied" if not above else "undetermined" if below or partial else "satisfied"
    worst = min(mine, key=lambda check: round(check.ratio, 9))  # of equal ones the first, whatever the rounding
    return LimitStateVerdict(
        limit_state=limit_state,
        state=state,
        governing=worst,
        above=above,
        below=below,
        notes=tuple(note for note in worst.notes if all(note in check.notes for check in mine)),
        partial=partial,
    )
