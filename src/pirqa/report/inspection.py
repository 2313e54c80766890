"""What an inspection of the wall would settle, and what a computation that shows safety takes for granted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pirqa.model.check import Check, Effect
from pirqa.model.effects import Circumstance
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.project.circumstances import LEAN_ALLOWED, STRENGTH_ALLOWED
from pirqa.report.verdict import OF_SHAKING, omitted, seasons
from pirqa.report.words import Words

__all__ = ["Question", "engineer_keys", "inspection_effects", "lacking", "left_out", "presumed", "unanswered"]

Question = tuple[str, LimitStateVerdict]
"""Limit state or season, as page one names it, and its verdict."""
_DECIDED = ("satisfied", "not_satisfied")


def unanswered(verdict: Verdict) -> list[Question]:
    """Return the questions of page one that no evidence decides."""
    return [(name, item) for name, item in seasons(verdict) if name != "damage" and item.state not in _DECIDED]


def lacking(item: LimitStateVerdict) -> tuple[Effect, ...]:
    """Return the effects without a bound that keep methods, or a set of motions once complete, from showing safety."""
    of_motions = (
        omission.effect
        for row in item.evidence
        if row.check.motions is not None
        for omission in row.omissions
        if omission.side == "unsafe" and omission.factor is None
    )
    return tuple(dict.fromkeys((*item.omissions, *of_motions)))


def left_out(questions: Sequence[Question], verdict: Verdict) -> tuple[list[Effect], list[Effect], list[Effect]]:
    """Return what the methods for ``questions`` leave out: present, not stated, and of the shaking."""
    return omitted(dict.fromkeys(effect for _, item in questions for effect in lacking(item)), verdict)


def inspection_effects(verdict: Verdict) -> list[Effect]:
    """Return the effects that are not stated and keep an answer open."""
    return left_out(unanswered(verdict), verdict)[1]


def engineer_keys(verdict: Verdict) -> list[str]:
    """Return the keys of the project file that state what keeps an answer open."""
    _, unstated, shaking = left_out(unanswered(verdict), verdict)
    known = verdict.circumstances
    return list(dict.fromkeys(known.of(effect).remedy for effect in (*unstated, *shaking) if known.of(effect).remedy))


def presumed(verdict: Verdict, asked: Sequence[str], words: Words) -> list[str]:
    """Return what the safety of the limit states ``asked`` takes for granted: allowances for what was not measured.

    An effect within its allowance needs no statement to be judged; beyond it the wall is weaker than judged.
    """
    items = dict(seasons(verdict))
    rows = [row for name in asked for row in _showing(items[name], verdict)]
    found: dict[Effect, None] = {}
    for row in rows:
        for omission in row.omissions:
            bounded = omission.side == "unsafe" and omission.factor is not None
            if bounded and omission.effect not in OF_SHAKING and _is_guessed(row.check, omission.effect, verdict):
                found[omission.effect] = None
    texts = [_limit(effect, verdict.circumstances.of(effect), words) for effect in found]
    drained = any("wet_drained" in row.check.notes for row in rows)
    return [*texts, words("presumed.drains")] if drained else texts


def _showing(item: LimitStateVerdict, verdict: Verdict) -> Iterator[Evidence]:
    """Yield the evidence that shows safety, of the limit state that decides this one."""
    while item.follows_from is not None:
        item = verdict.of(item.follows_from)
    yield from (row for row in item.evidence if row.shows == "safety")


def _is_guessed(check: Check, effect: Effect, verdict: Verdict) -> bool:
    """Return whether the bound on an effect rests on a value that is not given for this wall."""
    circumstance = verdict.circumstances.of(effect)
    own = next((item for item in check.allowances if item.effect == effect), None)
    if own is not None and own.factor >= 1.0:
        return False  # the capacity has the effect
    if circumstance.allowance is not None:
        return circumstance.allowance.assumed or (own is not None and own.assumed)
    return own is None or own.assumed or circumstance.presence == "unknown"


def _limit(effect: Effect, circumstance: Circumstance, words: Words) -> str:
    """Return up to where an effect is allowed for."""
    if effect == "lean":
        key = "lean" if circumstance.presence == "unknown" else "lean_stated"
        return words(f"presumed.{key}", degrees=words.typeset(f"{math.degrees(LEAN_ALLOWED):.3g}"))
    if effect == "crushing":
        return words("presumed.crushing", strength=words.typeset(f"{STRENGTH_ALLOWED / 1e6:.2g}"))
    return words.get(f"presumed.{effect}", "") or words("presumed.other", effect=words(f"effect.{effect}"))
