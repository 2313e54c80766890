"""The verdict in words: the first thing on the page, for people who are not engineers."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.model.check import LIMIT_STATES, Check
from pirqa.model.verdict import LimitStateVerdict, Verdict
from pirqa.project import Assessment
from pirqa.report.names import drive_name, method_name, place_name, variant_name
from pirqa.report.words import Words

__all__ = ["TONES", "disagreement", "explain", "first_sentence", "unjudged_start", "worst_of_many"]


def unjudged_start(assessment: Assessment) -> float | None:
    """Least acceleration over gravity at which a limit analysis has the wall start, where no demand judges it."""
    if any(check.limit_state == "onset" for check in assessment.checks):
        return None
    found: list[float | None] = []
    if (blocks := assessment.stages.get("blocks")) is not None:
        found += [one.lower for one in blocks.solutions if one.friction == "associative" and one.kind == "mass"]
    if (limit := assessment.stages.get("limit")) is not None:
        found += [one.multiplier for one in limit.mechanisms]
    return min((value for value in found if value is not None and value > 0.0), default=None)


TONES = {"satisfied": "good", "not_satisfied": "bad", "undetermined": "unsure", "not_assessed": "none"}


def first_sentence(verdict: Verdict, words: Words, *, start: float | None = None) -> str:
    """What the checks come to, in plain words; ``start`` is what is known of the onset where nothing judges it."""
    if all(item.state == "not_assessed" for item in verdict.limit_states):
        return words("sentence.nothing_judged")
    gravity, onset, damage, collapse = (verdict.of(state) for state in LIMIT_STATES)
    parts: list[str] = []
    if gravity.state in ("not_satisfied", "undetermined") and gravity.governing is not None:
        mode = words(f"mode.{gravity.governing.mode}").lower()
        parts.append(words(f"sentence.gravity_{gravity.state}").format(mode=mode))
    if onset.state == "not_assessed" and start is not None:
        parts.append(words("sentence.onset_no_demand", acceleration=words.number(start, 3)))
    else:
        parts.append(_onset_sentence(onset, words))
    moves = onset.governing is not None and onset.governing.factor < 1.0
    if moves and gravity.state != "not_satisfied":
        parts.append(words("sentence.need_not_fall"))
    return " ".join([*parts, *_later_sentences(onset, damage, collapse, words)])


def _later_sentences(
    onset: LimitStateVerdict, damage: LimitStateVerdict, collapse: LimitStateVerdict, words: Words
) -> Iterator[str]:
    """Damage and collapse, each with the earthquake that it rests on: it need not be the one of the onset."""
    last = ""
    for item in (damage, collapse):
        if item is damage and damage.state == "not_assessed":
            continue
        said = words(f"sentence.{item.limit_state}_{'partial' if _only_partial(item) else item.state}")
        drive = _drive(item, words)
        if drive and drive != last:
            first = _drive(onset, words)
            still = onset.governing is not None and onset.governing.factor >= 1.0
            if not last and still and item.state == "not_satisfied" and first and first != drive:
                yield words("sentence.bridge", first=first, second=drive)
            else:
                said = words("sentence.under", drive=drive, said=said[0].lower() + said[1:])
            last = drive
        yield said


def _drive(item: LimitStateVerdict, words: Words) -> str:
    """What the worst check rests on; nothing where methods disagree, since theirs may differ, or no earthquake does."""
    basis = None if item.governing is None else item.governing.basis
    known = basis is not None and basis.driving != "weight" and (item.state != "undetermined" or _only_partial(item))
    return drive_name(basis, words) if basis is not None and known else ""


def _onset_sentence(onset: LimitStateVerdict, words: Words) -> str:
    """Whether the wall moves, or only lacks the margin that is required of it."""
    worst = onset.governing
    if _only_partial(onset):
        return words("sentence.onset_partial")
    if onset.state == "satisfied" and "sliding_not_judged" in onset.notes:
        return words("sentence.onset_satisfied_turning")
    if worst is None or onset.state == "satisfied":
        return words(f"sentence.onset_{onset.state}")
    if worst.factor >= 1.0:
        key = "onset_margin" if onset.state == "not_satisfied" else "onset_margin_undetermined"
        return words(f"sentence.{key}", mode=words(f"mode.{worst.mode}").lower())
    return words(f"sentence.onset_{onset.state}", moving=words(f"moving.{worst.mode}"))


def _only_partial(item: LimitStateVerdict) -> bool:
    """Whether no method objects, but a part of the wall could not be judged."""
    return item.state == "undetermined" and not item.below


def explain(item: LimitStateVerdict, words: Words) -> list[str]:
    """What governs a limit state."""
    lines: list[str] = []
    if item.governing is not None and math.isfinite(item.governing.ratio):
        check = item.governing
        lines.append(
            words(
                "verdict.governing",
                ratio=words.factor(check.ratio),
                mode=words(f"mode.{check.mode}").lower(),
                method=method_name(check, words, short=True),
                place=place_name(check.place, words),
            )
        )
    return lines


def disagreement(item: LimitStateVerdict, words: Words) -> str:
    """Why a limit state is undetermined: which methods stand on either side, and what sets them apart."""
    if item.state != "undetermined":
        return ""
    if _only_partial(item):
        return words("verdict.partial")
    text = words("verdict.disagree", above=_grouped(item.above, words), below=_grouped(item.below, words))
    sides = [{name.partition(".")[0] for name in side} for side in (item.above, item.below)]
    if sides == [{"pseudo_static"}, {"inertia"}]:
        text += " " + words("verdict.kh_versus_peak")
    return text


def _grouped(cases: tuple[str, ...], words: Words) -> str:
    """Methods, each with its thrust theories after it."""
    theories: dict[str, list[str]] = {}
    for case in cases:
        method, _, thrust = case.partition(".")
        theories.setdefault(method, []).extend([variant_name(thrust, words)] if thrust else [])
    return "; ".join(
        words.get(f"method.{method}", method) + (f": {', '.join(names)}" if names else "")
        for method, names in theories.items()
    )


def worst_of_many(checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """Codes verify every mechanism by every rule: the worst of each rule and limit state, its section has them all."""
    worst: dict[tuple[str, str], Check] = {}
    for check in checks:
        if _is_verification(check) and check.votes:
            key = (check.method, check.limit_state)
            worst[key] = min(worst.get(key, check), check, key=lambda one: one.ratio)
    return tuple(check for check in checks if not _is_verification(check) or check in worst.values())


def _is_verification(check: Check) -> bool:
    return check.id.startswith("codes.")
