"""A set of ground motions on the page: of the motion stage and of a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from pirqa.motion.sets.characteristics import Refused
from pirqa.motion.sets.result import Lack, MotionSet, SetMember, SetRule
from pirqa.report.figures.motion_set import draw_set, has_deviation
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Text
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["lack_text", "refused_text", "set_blocks", "set_sentence", "target_name"]

_MOST_REFUSED = 8
"""Refused candidates that are listed; the others are in the file."""
_COUNTS = ("motions", "events", "of_one_event", "synthetic", "near_fault", "type", "types_given")
"""Rules about whole numbers."""
_FACTORS = ("least_factor", "greatest_factor", "greatest_factor_ever")


def set_blocks(found: MotionSet, words: Words, *, name: str = "motion-set") -> list[Block]:
    """Return the part of a section that shows a set; ``name`` keeps the ids of its picture apart on the page."""
    sentence = set_sentence(found, words)
    blocks: list[Block] = [Heading(text=words("set.title"))]
    blocks.append(Text(text=sentence) if found.complete else Note(text=f"{sentence} {words('set.shows_failure')}"))
    blocks += [Text(text=_provenance(found, words)), Text(text=_fit(found, words))]
    caption = words("set.picture", combination=_combination(found, words), count=len(found.members))
    if has_deviation(found):
        caption += " " + words("set.picture_deviation")
    blocks.append(Figure(svg=draw_set(found, words, name=name), caption=caption, alt=words("set.picture_alt")))
    blocks += [_members(found, words), _rules(found, words)]
    if found.remarks:
        blocks.append(_remarks(found, words))
    if found.refused:
        blocks.append(_refused(found.refused, words))
    blocks.append(_sources(found, words))
    return blocks


def set_sentence(found: MotionSet, words: Words) -> str:
    """Return whether a set is complete, and what it lacks."""
    if found.complete:
        return words("set.complete", motions=_motions(len(found.members), words), events=_events(found, words))
    lacks = [lack_text(lack, words) for lack in found.lacks]
    lacks += [
        words("set.broken", rule=_lower(_rule_name(rule, words)), found=_found(rule, words), required=_required(rule))
        for rule in found.broken
    ]
    return words("set.incomplete", motions=_motions(len(found.members), words), lacks="; ".join(lacks))


def target_name(found: MotionSet, words: Words) -> str:
    """Return the target in words: the code whose design spectrum it is, or what else it is."""
    return words.get(f"code.{found.target}", words.get(f"set.target_{found.target}", found.target))


def _lower(text: str) -> str:
    """Return a sentence's words for the middle of another; an abbreviation keeps its capitals."""
    return text[0].lower() + text[1:] if text[1:2].islower() else text


def _motions(count: int, words: Words) -> str:
    return words("set.motion_one" if count == 1 else "set.motion_many", count=count)


def _events(found: MotionSet, words: Words) -> str:
    key = {0: "set.event_none", 1: "set.event_one"}.get(found.events, "set.event_many")
    return words(key, count=found.events)


def lack_text(lack: Lack, words: Words) -> str:
    """Return what a set lacks."""
    if lack.kind == "too_few" or lack.key in ("near_fault", "types_given"):
        return words(f"set.lack_{lack.key}", found=lack.found, needed=lack.needed)
    key = "set.lack_type" if lack.found else "set.lack_type_none"
    return words(key, type=_type(lack.key, words), found=lack.found, needed=lack.needed)


def _type(mechanism: str, words: Words) -> str:
    return words.get(f"value.mechanism_{mechanism}", mechanism)


def _combination(found: MotionSet, words: Words) -> str:
    return words(f"value.combination_{found.combination}")


def _provenance(found: MotionSet, words: Words) -> str:
    """Where the motions come from."""
    recorded = [member for member in found.members if not member.synthetic]
    synthetic = len(found.members) - len(recorded)
    agencies = list(dict.fromkeys(member.agency for member in recorded if member.agency))
    bundled = sum(_is_bundled(member) for member in recorded)
    parts = []
    if recorded:
        agency = f" ({', '.join(agencies)})" if agencies else ""
        motions, events = _motions(len(recorded), words), _events(found, words)
        parts.append(words("set.recorded", motions=motions, events=events, agencies=agency))
    if bundled:
        parts.append(words("set.bundled", motions=_motions(bundled, words)))
    if synthetic:
        filed = sum(member.synthetic and bool(member.files) for member in found.members)
        if synthetic > filed:
            parts.append(words("set.synthetic", motions=_motions(synthetic - filed, words)))
        if filed:
            parts.append(words("set.synthetic_filed", motions=_motions(filed, words)))
    parts.append(words("set.candidates", candidates=found.candidates, refused=len(found.refused)))
    return " ".join(parts)


def _is_bundled(member: SetMember) -> bool:
    return any(file.startswith("pirqa:") for file in member.files)


def _fit(found: MotionSet, words: Words) -> str:
    """Why the motions fit."""
    mean = found.rule("mean")
    secant = "" if found.secant_period is None else words("set.secant", period=f"{found.secant_period:.3g}")
    text = words(
        "set.fit",
        target=target_name(found, words),
        combination=_combination(found, words),
        shortest=f"{found.shortest:.3g}",
        longest=f"{found.longest:.3g}",
        period=f"{found.period:.3g}",
        secant=secant,
        lowest=words.number(mean.found),
        at=mean.text,
    )
    if found.demand is not None:
        pga, demand = (words.number(value / STANDARD_GRAVITY) for value in (found.mean_pga, found.demand))
        text += " " + words("set.peak", pga=pga, demand=demand)
    return text


def _members(found: MotionSet, words: Words) -> Grid:
    rows = []
    for member in found.members:
        made = words("set.made_up") if member.synthetic else ""
        kind = _type(member.mechanism, words) if member.mechanism else words("set.type_unknown")
        pulse = words("set.pulse", period=words.number(member.pulse_period, 2)) if member.pulse_period else ""
        near = words("set.near_fault") if member.near_fault else ""
        vs30 = "" if member.vs30 is None else words("set.vs30", speed=words.number(member.vs30))
        event = "–" if member.synthetic else member.event or words("set.event_unknown")
        rows.append(
            (
                Cell(text=member.name, strong=True, small=made, tone="unsure" if member.synthetic else ""),
                Cell(text=event, small=", ".join(text for text in (member.date, kind) if text)),
                Cell(text="–" if member.magnitude is None else f"{member.magnitude:.1f}", number=True),
                Cell(
                    text="–" if member.distance is None else words.number(member.distance / 1e3),
                    number=True,
                    small=", ".join(text for text in (near, pulse) if text),
                ),
                Cell(text=member.station or "–", small=vs30),
                Cell(text=words.number(member.factor), number=True, tone=_factor_tone(member)),
                Cell(text=words.number(member.pga / STANDARD_GRAVITY), number=True),
                Cell(text=words.number(member.pgv), number=True),
                Cell(text=words.number(member.duration), number=True),
                Cell(text=words.number(member.mean_period), number=True),
                Cell(text=member.agency or "–", small=words.citation(member.licence)),
            )
        )
    names = ("motion", "event", "magnitude", "distance", "station_of", "factor", "pga", "pgv", "duration")
    head = tuple(words(f"set.column_{name}" if f"set.column_{name}" in words else f"column.{name}") for name in names)
    head = (*head, words("column.mean_period"), words("set.column_source"))
    return Grid(head=head, rows=tuple(rows), caption=words("set.members"))


def _factor_tone(member: SetMember) -> str:
    return "unsure" if not 0.25 <= member.factor <= 4.0 else ""


def _rules(found: MotionSet, words: Words) -> Grid:
    rows = []
    for rule in found.rules:
        bad = "bad" if rule.binding else "unsure"
        rows.append(
            (
                Cell(text=_rule_name(rule, words), strong=True),
                Cell(text=_found(rule, words), number=True),
                Cell(text=_required(rule), number=True),
                Cell(
                    text=words("set.satisfied" if rule.satisfied else "set.not_satisfied"),
                    tone="good" if rule.satisfied else bad,
                ),
                Cell(text=words("set.binding" if rule.binding else "set.remarked")),
            )
        )
    head = tuple(words(f"set.column_{name}") for name in ("rule", "found", "required", "satisfied", "effect"))
    return Grid(head=head, rows=tuple(rows), caption=words("set.rules"))


def _rule_name(rule: SetRule, words: Words) -> str:
    text = _type(rule.text, words) if rule.key == "type" else rule.text
    return words(f"set_rule.{rule.key}", text=text)


def _found(rule: SetRule, words: Words) -> str:
    return f"{rule.found:.0f}" if rule.key in _COUNTS else words.number(rule.found)


def _required(rule: SetRule) -> str:
    least = "" if rule.least is None else f"≥ {rule.least:g}"
    most = "" if rule.most is None else f"≤ {rule.most:g}"
    return ", ".join(text for text in (least, most) if text)


def _remarks(found: MotionSet, words: Words) -> Grid:
    order = {"warning": 0, "assumption": 1, "repair": 2}
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(remark, words)),
        )
        for remark in sorted(found.remarks, key=lambda remark: order[remark.kind])
    )
    return Grid(head=(words("column.kind"), words("column.what")), rows=rows, caption=words("set.remarks"))


def _refused(refused: Sequence[Refused], words: Words) -> Grid:
    shown = refused[:_MOST_REFUSED]
    rows = tuple((Cell(text=item.name, strong=True), Cell(text=refused_text(item, words))) for item in shown)
    caption = words("set.refused", count=len(refused))
    if len(refused) > len(shown):
        caption += " " + words("set.refused_more", count=len(refused) - len(shown))
    return Grid(head=(words("set.column_candidate"), words("column.reason")), rows=rows, caption=caption)


def refused_text(item: Refused, words: Words) -> str:
    """Return why a candidate was refused; the reader's own message where its file cannot be read."""
    key = f"set_refused.{item.key}"
    if not item.key or key not in words:
        return words("set_refused.unreadable", reason=item.reason)
    amount, stated = (words.number(value) for value in (item.amount, item.stated))
    return words(key, amount=amount, stated=stated, count=f"{item.amount:.0f}", text=item.text)


def _sources(found: MotionSet, words: Words) -> Grid:
    """Return what must be cited: target and records, with the terms of the records."""
    rows = [
        (
            Cell(text=words("set.target"), strong=True),
            Cell(text=words.citation(found.source)),
            Cell(text="" if found.verified else words("motion.code_unverified"), tone="unsure"),
        )
    ]
    named: dict[tuple[str, str], list[str]] = {}
    for member in found.members:
        if not member.synthetic:
            named.setdefault((member.citation, member.licence), []).append(member.name)
    rows += [
        (
            Cell(text=", ".join(names), strong=True),
            Cell(text=words.citation(citation) or words("set.no_citation")),
            Cell(text=words.citation(licence) or words("set.no_licence")),
        )
        for (citation, licence), names in named.items()
    ]
    head = tuple(words(f"set.column_{name}") for name in ("of", "citation", "licence"))
    return Grid(head=head, rows=tuple(rows), caption=words("set.sources"))
