"""The motion stage on the page, and sets of ground motions, which ida and campaign show too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from pirqa.model.check import Check
from pirqa.model.ground_motion import Treatment
from pirqa.model.remark import Remark
from pirqa.motion.intensity import Measures, rocking_acceleration, rocking_velocity
from pirqa.motion.processing import Change
from pirqa.motion.result import MotionResult, PreparedMotion, SlidingCase
from pirqa.motion.sets.characteristics import Refused
from pirqa.motion.sets.result import Lack, MotionSet, SetMember, SetRule
from pirqa.motion.sliding_regressions import Prediction
from pirqa.project import Assessment
from pirqa.report.figures.motion import (
    draw_motion,
    draw_regressions,
    draw_set,
    draw_sliding,
    draw_spectra,
    has_deviation,
)
from pirqa.report.names import uncapped
from pirqa.report.remarks import rank_of, remark_text, remarks_table, tone_of
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, figure, table
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY, pretty

_ORDINATES = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 4.0)
"""Periods whose spectral accelerations stand in a table [s]."""
_MOST_DRAWN = 8
"""Motions that get a figure of their own; the others are in the tables and the spectra."""
_MOST_REFUSED = 8
"""Refused candidates that are listed; the others are in the file."""
_COUNTS = ("motions", "events", "of_one_event", "synthetic", "near_fault", "type", "types_given")
"""Rules about whole numbers."""


def build(result: MotionResult, assessment: Assessment, words: Words) -> Section:
    """The section of the motion stage."""
    blocks: list[Block] = [Text(text=words("motion.intro"))]
    if result.set is not None:
        blocks += set_blocks(result.set, words)
        blocks.append(Heading(text=words("set.all_motions")))
    blocks += [_origins(result, words), _remarks(result, words), Heading(text=words("motion.spectra_title"))]
    blocks += [_spectra(result, words), *_unverified(result, words), _measures(result, words)]
    blocks += _stronger(result, assessment, words)
    blocks.append(_ordinates(result, words))
    blocks += _block_measures(result, words)
    blocks.append(Heading(text=words("motion.histories_title")))
    blocks += [_drawn(item, result, words) for item in result.motions[:_MOST_DRAWN]]
    if len(result.motions) > _MOST_DRAWN:
        blocks.append(Text(text=words("motion.more_motions", count=len(result.motions) - _MOST_DRAWN)))
    blocks += _processing(result, words)
    blocks += _sliding(result, assessment.checks, words)
    return Section(id="motion", title=words("motion.title"), blocks=tuple(_present(blocks)))


def _present(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not (isinstance(block, Grid) and not block.rows)]


def _origins(result: MotionResult, words: Words) -> Grid:
    def source(item: PreparedMotion) -> str:
        origin = item.motion.origin
        if item.kind == "record":
            text = f"{origin.file} ({words.get(f'value.{origin.format}', origin.format)})"
        else:
            text = words(f"motion.kind_{item.kind}")
        if item.target:
            text += f"; {words('motion.matched_to', code=words.get(f'code.{item.target}', item.target))}"
        return text

    def digest(item: PreparedMotion) -> str:
        return f"{words('motion.digest')} {item.motion.origin.digest[:12]}" if item.motion.origin.digest else ""

    def joined(*texts: str) -> str:
        return ", ".join(text for text in texts if text)

    def filed(item: PreparedMotion) -> str:
        return "; ".join(
            words(
                "motion.filed" if channel.even else "motion.filed_uneven",
                name=channel.name,
                samples=channel.samples,
                step=words.plain(channel.step),
                unit=channel.unit,
            )
            for channel in item.filed
        )

    columns: tuple[Column[PreparedMotion], ...] = (
        Column("column.motion", lambda item: item.name, strong=True),
        Column("column.source", source, small=digest),
        Column(
            "column.station",
            lambda item: joined(item.motion.origin.station, item.motion.origin.agency) or "–",
            small=lambda item: joined(item.motion.origin.event, item.motion.origin.time),
        ),
        Column("column.filed", lambda item: filed(item) or "–"),
        Column("column.scale", lambda item: item.motion.factor, digits=4),
    )
    return table(result.motions, columns, words, words("motion.origins"))


def _remarks(result: MotionResult, words: Words) -> Grid:
    rows = [(item.name, remark) for item in result.motions for remark in item.remarks]
    columns: tuple[Column[tuple[str, Remark]], ...] = (
        Column("column.kind", lambda row: words(f"remark_kind.{row[1].kind}"), tone=lambda row: tone_of(row[1])),
        Column("column.motion", lambda row: row[0]),
        Column("column.what", lambda row: remark_text(row[1], words)),
    )
    return table(sorted(rows, key=lambda row: rank_of(row[1])), columns, words, words("motion.remarks"))


def _spectra(result: MotionResult, words: Words) -> Figure:
    svg = draw_spectra(result, words, name="spectra")
    key = "motion.spectra_design" if result.design else "motion.spectra"
    caption = words(key, damping=words.number(100.0 * result.damping, 2))
    return Figure(svg=svg, caption=caption, alt=words("motion.spectra_alt"))


def _unverified(result: MotionResult, words: Words) -> list[Block]:
    blocks: list[Block] = []
    for code in result.design:
        name = words.get(f"code.{code.name}", code.name)
        text = words("motion.code_source", code=name, source=words.citation(code.source))
        blocks.append(Text(text=text) if code.verified else Note(text=f"{text} {words('motion.code_unverified')}"))
    return blocks


def _measures(result: MotionResult, words: Words) -> Grid:
    rows = [
        (item.name, direction.name, found)
        for item in result.motions
        for direction, found in zip(item.motion.directions, item.measures, strict=True)
    ]
    columns: tuple[Column[tuple[str, str, Measures]], ...] = (
        Column("column.motion", lambda row: row[0], strong=True),
        Column("column.component", lambda row: words.get(f"direction.{row[1]}", row[1])),
        Column("column.pga", lambda row: row[2].pga, unit="g"),
        Column("column.pgv", lambda row: row[2].pgv),
        Column("column.pgd", lambda row: row[2].pgd),
        Column("column.arias", lambda row: row[2].arias),
        Column("column.duration", lambda row: row[2].duration),
        Column("column.mean_period", lambda row: row[2].mean_period),
        Column("column.cav", lambda row: row[2].cav),
        Column("column.housner", lambda row: row[2].housner),
    )
    return table(rows, columns, words, words("motion.measures"))


def _ordinates(result: MotionResult, words: Words) -> Grid:
    """Return spectral accelerations at a few periods, of the components and of all directions at once."""
    rows = []
    for item in result.motions:
        mine = result.spectra.where(motion=item.name)
        for component in dict.fromkeys(mine["component"].tolist()):
            curve = mine.where(component=component)
            values = np.interp(_ORDINATES, curve["period"], curve["psa"], left=math.nan, right=math.nan).tolist()
            rows.append(
                (item.name, words.get(f"direction.{component}", component), dict(zip(_ORDINATES, values, strict=True)))
            )

    def at(period: float) -> Callable[[tuple[str, str, dict[float, float]]], float]:
        return lambda row: row[2][period]

    columns: tuple[Column[tuple[str, str, dict[float, float]]], ...] = (
        Column("column.motion", lambda row: row[0], strong=True),
        Column("column.component", lambda row: row[1]),
        *(Column("", at(period), unit="g", title=f"{period:g} s") for period in _ORDINATES),
    )
    return table(rows, columns, words, words("motion.ordinates"))


def _stronger(result: MotionResult, assessment: Assessment, words: Words) -> list[Block]:
    """A word where motions are stronger than the earthquake that the force methods look at."""
    design = next((row.value for row in assessment.inputs if row.key == "site.acceleration"), None)
    if design is None:
        return []
    names = [
        item.name
        for item in result.motions
        if any(item.measures[item.motion.column(name)].pga > 1.05 * design for name in item.horizontal)
    ]
    return [Note(text=words("motion.stronger", motions=", ".join(names)))] if names else []


def _block_measures(result: MotionResult, words: Words) -> list[Block]:
    """What the motions are to the wall as one rigid block."""
    if not result.block:
        return []
    height, thickness = result.block
    rows = [
        (item.name, name, item.measures[item.motion.column(name)])
        for item in result.motions
        for name in item.horizontal
    ]

    def push(row: tuple[str, str, Measures]) -> float:
        return rocking_acceleration(row[2].pga, height=height, thickness=thickness)

    columns: tuple[Column[tuple[str, str, Measures]], ...] = (
        Column("column.motion", lambda row: row[0], strong=True),
        Column("column.component", lambda row: words.get(f"direction.{row[1]}", row[1])),
        Column("column.rocking_pga", push, tone=lambda row: "unsure" if push(row) > 1.0 else ""),
        Column("column.rocking_pgv", lambda row: rocking_velocity(row[2].pgv, height=height, thickness=thickness)),
    )
    caption = words("motion.block", height=f"{height:.2f}", thickness=f"{thickness:.2f}")
    return [table(rows, columns, words, caption)]


def _drawn(item: PreparedMotion, result: MotionResult, words: Words) -> Figure:
    svg = draw_motion(item, result.spectra, words, name=f"motion-{item.name}")
    done = "; ".join(_treatment(step, words) for step in item.motion.treatments)
    caption = words("motion.history", name=item.name, treatments=done or words("motion.untouched"))
    return Figure(svg=svg, caption=caption, alt=words("motion.history_alt", name=item.name))


def _treatment(step: Treatment, words: Words) -> str:
    shown = {name: words.typeset(_amount(name, amount)) for name, amount in step.amounts.items()}
    key = f"treatment.{step.key}"
    if key in words:
        return pretty(words(key, **shown)) if shown else words(key)
    amounts = ", ".join(f"{name} {amount}" for name, amount in shown.items())
    return f"{step.key} {amounts}".strip()


def _amount(name: str, amount: float) -> str:
    """A share in per cent, a direction in degrees; whole numbers, such as seeds, as they are."""
    if name == "share":
        return f"{100.0 * amount:g} %"
    if name in ("azimuth", "facing", "phase"):
        return f"{math.degrees(amount):.4g} deg"
    return f"{amount:.0f}" if amount == round(amount) and abs(amount) < 1e9 else f"{amount:.3g}"


def _processing(result: MotionResult, words: Words) -> list[Block]:
    changes = [(item.name, change) for item in result.motions for change in item.changes]
    if not changes:
        return []
    columns: tuple[Column[tuple[str, Change]], ...] = (
        Column("column.motion", lambda row: row[0], strong=True),
        Column("column.component", lambda row: row[1].component),
        Column("column.pga_before", lambda row: row[1].pga_before, unit="g", digits=4),
        Column("column.pga_after", lambda row: row[1].pga_after, unit="g", digits=4),
        Column("column.pga_change", lambda row: row[1].pga_change, unit="%", form="{:+.2f}"),
        Column("column.end_before", lambda row: row[1].final_displacement_before),
        Column("column.end_after", lambda row: _rest(row[1].final_displacement_after, words), number=True),
        Column("column.pgd", lambda row: row[1].pgd_after),
    )
    grid = table(changes, columns, words, words("motion.processing"))
    return [Heading(text=words("motion.processing_title")), grid]


def _rest(value: float, words: Words) -> str:
    """A displacement at the end; what is below a micrometre is rest."""
    return "0" if abs(value) < 1e-6 else words.number(value, 3)


def _sliding(result: MotionResult, checks: tuple[Check, ...], words: Words) -> list[Block]:
    if not result.sliding:
        return []
    svg = draw_sliding(result, words, name="sliding")
    blocks: list[Block] = [Heading(text=words("motion.sliding_title")), Text(text=words("motion.sliding_intro"))]
    if result.set is not None and not result.set.complete:
        blocks.append(Note(text=f"{set_sentence(result.set, words)} {words('set.shows_failure')}"))
    blocks.append(figure(svg, "motion.sliding", words))
    judged = {check.id.rpartition(".")[2]: check for check in checks if check.id.startswith("motion.sliding_block.")}

    def tone(case: SlidingCase) -> str:
        check = judged.get(case.name)
        return "" if check is None or not check.votes else "good" if check.satisfied else "bad"

    def largest(case: SlidingCase) -> str:
        return words("motion.largest", largest=words.number(case.largest * 1e3, 3)) if case.both_ways else ""

    columns: tuple[Column[SlidingCase], ...] = (
        Column("column.yield", lambda case: _yield_name(case, words), small=lambda case: _sliding_doubt(case, words)),
        Column("column.yield_coefficient", lambda case: case.yield_coefficient, digits=4),
        Column("column.ways", lambda case: words("motion.both_ways" if case.both_ways else "motion.one_way")),
        Column(
            "column.worst_motion",
            lambda case: case.motion or "–",
            small=lambda case: words("motion.reversed") if case.reversed else "",
        ),
        Column("column.slide", lambda case: case.displacement, unit="mm", strong=True, tone=tone, small=largest),
        Column("column.slips", lambda case: case.slips),
    )
    blocks.append(table(result.sliding, columns, words, words("motion.sliding_cases")))
    moved = [case for case in result.sliding if case.motion]
    if moved:
        blocks += _predictions(max(moved, key=lambda case: case.displacement), words)
    return blocks


def _sliding_doubt(case: SlidingCase, words: Words) -> str:
    if case.yield_coefficient <= 0.0:
        return words("motion.slides_at_rest")
    return words("motion.rocks_first") if case.rocks_first else ""


def _yield_name(case: SlidingCase, words: Words) -> str:
    return words.get(f"thrust.{case.name}", words.get(f"motion.yield_{case.name}", case.name))


def _predictions(case: SlidingCase, words: Words) -> list[Block]:
    """Return what regressions give for the case that slides farthest."""

    def doubt(found: Prediction) -> str:
        unverified = "" if found.verified else words("motion.regression_unverified")
        outside = "" if found.valid else words("motion.regression_outside")
        return f"{unverified} {outside}".strip()

    def spread(found: Prediction) -> str:
        ends = (words.number(value * 1e3, 3) for value in (found.low, found.high))
        return " – ".join(ends) if found.sigma_ln > 0.0 else "–"

    columns: tuple[Column[Prediction], ...] = (
        Column("column.regression", lambda found: words.get(f"regression.{found.name}", found.name), small=doubt),
        Column("column.median", lambda found: found.median, unit="mm"),
        Column("column.spread", spread, number=True),
        Column("column.sigma_ln", lambda found: found.sigma_ln if found.sigma_ln > 0.0 else None),
        Column("column.source", lambda found: words.citation(found.source)),
    )
    blocks: list[Block] = []
    if any(found.median > 0.0 for found in case.predictions):
        svg = draw_regressions(case, words, name="regressions")
        caption = words("motion.regressions_figure", case=_yield_name(case, words), motion=case.motion)
        blocks.append(Figure(svg=svg, caption=caption, alt=words("motion.regressions_alt")))
    blocks.append(table(case.predictions, columns, words, words("motion.regressions", motion=case.motion)))
    return blocks


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
    blocks += remarks_table(found.remarks, words, caption="set.remarks")
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
        words("set.broken", rule=uncapped(_rule_name(rule, words)), found=_found(rule, words), required=_required(rule))
        for rule in found.broken
    ]
    return words("set.incomplete", motions=_motions(len(found.members), words), lacks="; ".join(lacks))


def target_name(found: MotionSet, words: Words) -> str:
    """Return the target in words: the code whose design spectrum it is, or what else it is."""
    return words.get(f"code.{found.target}", words.get(f"set.target_{found.target}", found.target))


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
    def kind(member: SetMember) -> str:
        return _type(member.mechanism, words) if member.mechanism else words("set.type_unknown")

    def near(member: SetMember) -> str:
        pulse = words("set.pulse", period=words.number(member.pulse_period, 2)) if member.pulse_period else ""
        return ", ".join(text for text in (words("set.near_fault") if member.near_fault else "", pulse) if text)

    columns: tuple[Column[SetMember], ...] = (
        Column(
            "column.motion",
            lambda member: member.name,
            strong=True,
            small=lambda member: words("set.made_up") if member.synthetic else "",
            tone=lambda member: "unsure" if member.synthetic else "",
        ),
        Column(
            "set.column_event",
            lambda member: "–" if member.synthetic else member.event or words("set.event_unknown"),
            small=lambda member: ", ".join(text for text in (member.date, kind(member)) if text),
        ),
        Column("set.column_magnitude", lambda member: member.magnitude, form="{:.1f}"),
        Column("set.column_distance", lambda member: member.distance, unit="km", small=near),
        Column(
            "set.column_station_of",
            lambda member: member.station or "–",
            small=lambda member: "" if member.vs30 is None else words("set.vs30", speed=words.number(member.vs30)),
        ),
        Column("set.column_factor", lambda member: member.factor, tone=_factor_tone),
        Column("column.pga", lambda member: member.pga, unit="g"),
        Column("column.pgv", lambda member: member.pgv),
        Column("column.duration", lambda member: member.duration),
        Column("column.mean_period", lambda member: member.mean_period),
        Column(
            "set.column_source",
            lambda member: member.agency or "–",
            small=lambda member: words.citation(member.licence),
        ),
    )
    return table(found.members, columns, words, words("set.members"))


def _factor_tone(member: SetMember) -> str:
    return "unsure" if not 0.25 <= member.factor <= 4.0 else ""


def _rules(found: MotionSet, words: Words) -> Grid:
    def tone(rule: SetRule) -> str:
        return "good" if rule.satisfied else "bad" if rule.binding else "unsure"

    columns: tuple[Column[SetRule], ...] = (
        Column("set.column_rule", lambda rule: _rule_name(rule, words), strong=True),
        Column("set.column_found", lambda rule: _found(rule, words), number=True),
        Column("set.column_required", _required, number=True),
        Column(
            "set.column_satisfied", lambda rule: words(f"set.{'' if rule.satisfied else 'not_'}satisfied"), tone=tone
        ),
        Column("set.column_effect", lambda rule: words("set.binding" if rule.binding else "set.remarked")),
    )
    return table(found.rules, columns, words, words("set.rules"))


def _rule_name(rule: SetRule, words: Words) -> str:
    text = _type(rule.text, words) if rule.key == "type" else rule.text
    return words(f"set_rule.{rule.key}", text=text)


def _found(rule: SetRule, words: Words) -> str:
    return f"{rule.found:.0f}" if rule.key in _COUNTS else words.number(rule.found)


def _required(rule: SetRule) -> str:
    least = "" if rule.least is None else f"≥ {rule.least:g}"
    most = "" if rule.most is None else f"≤ {rule.most:g}"
    return ", ".join(text for text in (least, most) if text)


def _refused(refused: Sequence[Refused], words: Words) -> Grid:
    shown = refused[:_MOST_REFUSED]
    caption = words("set.refused", count=len(refused))
    if len(refused) > len(shown):
        caption += " " + words("set.refused_more", count=len(refused) - len(shown))
    columns: tuple[Column[Refused], ...] = (
        Column("set.column_candidate", lambda item: item.name, strong=True),
        Column("column.reason", lambda item: refused_text(item, words)),
    )
    return table(shown, columns, words, caption)


def refused_text(item: Refused, words: Words) -> str:
    """Return why a candidate was refused; the reader's own message where its file cannot be read."""
    key = f"set_refused.{item.key}"
    if not item.key or key not in words:
        return words("set_refused.unreadable", reason=item.reason)
    amount, stated = (words.number(value) for value in (item.amount, item.stated))
    return words(key, amount=amount, stated=stated, count=f"{item.amount:.0f}", text=item.text)


def _sources(found: MotionSet, words: Words) -> Grid:
    """Return what must be cited: target and records, with the terms of the records."""
    named: dict[tuple[str, str], list[str]] = {}
    for member in found.members:
        if not member.synthetic:
            named.setdefault((member.citation, member.licence), []).append(member.name)
    unverified = "" if found.verified else words("motion.code_unverified")
    rows = [(words("set.target"), words.citation(found.source), Cell(text=unverified, tone="unsure"))]
    for (citation, licence), names in named.items():
        terms = words.citation(licence) or words("set.no_licence")
        rows.append((", ".join(names), words.citation(citation) or words("set.no_citation"), Cell(text=terms)))
    columns: tuple[Column[tuple[str, str, Cell]], ...] = (
        Column("set.column_of", lambda row: row[0], strong=True),
        Column("set.column_citation", lambda row: row[1]),
        Column("set.column_licence", lambda row: row[2]),
    )
    return table(rows, columns, words, words("set.sources"))
