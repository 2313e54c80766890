"""What to do now: how far to stay away, what to have looked at and computed, and how to strengthen the wall."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.model.check import LimitState
from pirqa.model.verdict import Verdict
from pirqa.report.facts import Facts, TurningPart
from pirqa.report.inspection import inspection_effects, left_out, unanswered
from pirqa.report.open_questions import MOTIONS_OF_A_SET, group_names, needs_stones, step_names
from pirqa.report.verdict import effects_text, has_fill, is_drained
from pirqa.report.words import Words

__all__ = ["measures"]

_DISTANCE_STEP = 0.5
"""The wall's height, as a distance, is rounded up to it [m]."""
_THICKEST = 2.0
"""Greatest thickness, over the present one, that is named as a way to strengthen a wall."""
_FARTHER = 1.2
"""Distance to keep over the farthest that a stone came in the runs; rounded up to whole metres."""


def measures(verdict: Verdict, facts: Facts, words: Words) -> list[str]:
    """Return what to do now: the distance, drains, an inspection, the engineer's next steps and strengthening."""
    lines = list(_distance(verdict, facts, words))
    if has_fill(verdict) and verdict.wet.state != "satisfied":
        drained = verdict.circumstances.of("water").presence == "absent"
        lines.append(words("answer.keep_drains" if drained else "answer.drain"))
    elif is_drained(verdict):
        lines.append(words("answer.keep_drains"))
    if inspection_effects(verdict):
        lines.append(words("answer.have_inspected"))
    if steps := list(_engineer_steps(verdict, facts, words)):
        lines.append(words("answer.engineer_steps", steps="; ".join(steps)))
    lines += _retrofit(verdict, facts, words)
    lines.append(words("answer.again"))
    return lines


def _engineer_steps(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield what an engineer does next about a wall of which an answer is open or bad."""
    falls: tuple[LimitState, ...] = ("gravity", "stones_fall", "wall_falls")
    failing = any(verdict.of(state).state == "not_satisfied" for state in falls) or verdict.wet.state == "not_satisfied"
    counts = [row.check.motions for row in verdict.of("wall_falls").evidence if row.check.motions]
    steps = step_names(verdict, facts)
    if not steps and not failing and not unanswered(verdict) and not verdict.circumstances.demonstration:
        return
    if groups := group_names(verdict, words):
        yield words("todo.measure", groups=", ".join(groups))
    for name in steps:
        if name == "ida" and counts and max(counts) < MOTIONS_OF_A_SET:
            yield words("todo.complete_set", count=max(counts), needed=MOTIONS_OF_A_SET)
        else:
            step = words(f"step.{name}")
            yield words("todo.survey", step=step) if needs_stones(name) and not facts.stones else step
    present, _, shaking = left_out(unanswered(verdict), verdict)
    if present or shaking:
        yield words("todo.include", effects=effects_text([*present, *shaking], words))
    if facts.reach is None and not _nothing_falls(verdict):
        yield words("todo.reach")
    if failing or facts.first_fall is not None:
        yield words("todo.secure")
    elif not _nothing_falls(verdict):
        yield words("todo.judge")


def _nothing_falls(verdict: Verdict) -> bool:
    """Return whether it is shown for a real wall, dry and wet, that nothing falls."""
    states = [verdict.of(state).state for state in ("gravity", "stones_fall", "wall_falls")]
    wet = not has_fill(verdict) or verdict.wet.state == "satisfied"
    return set(states) == {"satisfied"} and wet and not verdict.circumstances.demonstration


def _distance(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the distance to keep from the wall, unless it is shown that nothing falls."""
    if _nothing_falls(verdict):
        yield words("answer.no_distance")
        return
    height = None if facts.height is None else math.ceil(facts.height / _DISTANCE_STEP - 1e-9) * _DISTANCE_STEP
    if facts.reach is None:
        if height is None:
            yield words("answer.distance_unknown")
        else:
            yield words("answer.distance_height", metres=words.typeset(f"{height:g}"))
        yield words("answer.secured")
        return
    metres = max(math.ceil(_FARTHER * facts.reach - 1e-9), height or 0.0)
    yield words("answer.distance_reach", metres=words.typeset(f"{metres:g}"), reach=words.number(facts.reach, 2))
    if facts.reach_runs == 1:
        yield words("answer.distance_one_run")
    yield words("answer.secured")


def _retrofit(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the force, and the thickness of each part, that would bring the mechanisms to their target."""
    struts = verdict.circumstances.of("struts")
    wanting = [row for row in facts.retrofits if row.needed and row.present < row.target]
    forces = [row for row in wanting if row.kind == "force"]
    if forces:
        worst = max(forces, key=lambda row: row.needed or 0.0)
        level = "–" if worst.level is None else words.number(worst.level, 3)
        counted = "counted" if struts.presence == "present" and struts.modelled else "not_counted"
        force = words.number((worst.needed or 0.0) / 1e3, 3)
        yield words("answer.retrofit_force", force=force, level=level, existing=words(f"answer.struts_{counted}"))
    parts: dict[TurningPart, float] = {}
    for row in wanting:
        if row.kind == "thickness" and row.mechanism in facts.turning:
            part = facts.turning[row.mechanism]
            parts[part] = max(parts.get(part, 0.0), row.needed or 0.0)
    # a part that must become several times as thick is no way to strengthen a wall
    if parts and all(needed <= _THICKEST * part.thickness for part, needed in parts.items()):
        yield words("answer.retrofit_thickness", parts="; ".join(_thicker(part, parts[part], words) for part in parts))


def _thicker(part: TurningPart, needed: float, words: Words) -> str:
    """Return how thick a part must become, and how thick it is."""
    name = words("part_of.whole") if part.level <= 0.0 else words("part_of.above", level=f"{part.level:.3g}")
    numbers = {"needed": words.number(needed, 3), "now": words.number(part.thickness, 3)}
    return words("answer.thicker", part=f"{name[:1].lower()}{name[1:]}", **numbers)
