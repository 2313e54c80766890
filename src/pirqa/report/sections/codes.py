"""The codes stage on the page, with mechanisms printed elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pirqa.codes import CodesResult, Retrofit, Verification
from pirqa.model.mechanism import Mechanism
from pirqa.project import Assessment
from pirqa.project.published import PublishedMechanism
from pirqa.report.figures.mechanism import SpectraPanel, demand_of, draw_spectra, line_styles
from pirqa.report.names import all_mechanisms, leading, mechanism_name, place_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, table
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_DRAWN_STATE = "SLV"
"""The limit state that is drawn where there are several: life safety, as the paper has it."""


_MOST_SHOWN = 8
"""Mechanisms whose verifications are on the page; all are in the results folder."""


def build(result: CodesResult, assessment: Assessment, words: Words) -> Section:
    """The section of the codes stage."""
    mechanisms = all_mechanisms(assessment)
    names = {name: mechanism_name(item, words) for name, item in mechanisms.items()}
    blocks: list[Block] = [Text(text=_sentence(result, names, words)), Text(text=words("codes.intro"))]
    blocks += _activation(result, mechanisms, names, words)
    blocks += _spectra(result, mechanisms, names, words)
    blocks += _verifications(result, mechanisms, names, words)
    blocks += printed_table(assessment.published.get("published_mechanisms", ()), result, mechanisms, names, words)
    blocks += _retrofits(result.retrofits, mechanisms, names, words)
    blocks += _unofficial(result, words)
    blocks += remarks_table(result.remarks, words)
    blocks += [Heading(text=words("limit.limits_title")), Text(text=words("codes.limits"))]
    return Section(id="codes", title=words("codes.title"), blocks=tuple(blocks))


def _sentence(result: CodesResult, names: Mapping[str, str], words: Words) -> str:
    governs = [item for item in result.verifications if item.governs]
    judged = [item for item in governs if not item.superseded] or governs
    if not judged:
        return words("codes.sentence_none")
    worst = min(judged, key=lambda item: item.factor)
    failing = sum(item.factor < 1.0 for item in judged)
    return words(
        "codes.sentence_unsafe" if failing else "codes.sentence_safe",
        count=len(judged),
        failing=failing,
        mechanism=names.get(worst.mechanism, worst.mechanism),
        measure=words(f"codes.measure_{worst.measure}").lower(),
        rule=_rule(worst.rule, words),
        spectrum=_spectrum(worst.spectrum, words),
        factor=words.factor(worst.factor),
    )


def _activation(
    result: CodesResult, mechanisms: Mapping[str, Mechanism], names: Mapping[str, str], words: Words
) -> list[Block]:
    """Where motion starts first, as acceleration of the ground and, higher up, at the foot of the part."""
    blocks: list[Block] = []
    for check in result.checks:
        if check.limit_state != "onset" or check.intensity is None or check.demand_intensity is None:
            continue
        moved = next((names[name] for name, item in mechanisms.items() if item.place == check.place), "")
        blocks.append(
            Text(
                text=words(
                    "codes.activation" if check.at_foot is None else "codes.activation_floor",
                    mechanism=moved or place_name(check.place, words),
                    spectrum=_spectrum(check.method.partition(".")[2], words),
                    ground=words.number(check.intensity, 3),
                    demand=words.number(check.demand_intensity, 3),
                    foot="" if check.at_foot is None else words.number(check.at_foot, 3),
                )
            )
        )
    return [Heading(text=words("codes.activation_title")), *blocks] if blocks else []


def _rule(rule: str, words: Words) -> str:
    return words.get(f"codes.rule_{rule}", rule)


def _spectrum(spectrum: str, words: Words) -> str:
    return words.get(f"code.{spectrum}", spectrum)


def _spectra(
    result: CodesResult, mechanisms: Mapping[str, Mechanism], names: Mapping[str, str], words: Words
) -> list[Block]:
    """A figure for each spectrum, a panel for each rule."""
    drawn = leading(item for item in mechanisms.values() if item.curve is not None and item.multiplier > 0.0)
    kept = {item.name for item in drawn}
    styles = line_styles([item.name for item in drawn])
    judged = [
        item
        for item in result.verifications
        if item.governs and item.measure == "displacement" and item.mechanism in kept and item.capacity > 0.0
    ]
    blocks: list[Block] = []
    for number, spectrum in enumerate(dict.fromkeys(item.spectrum for item in judged), 1):
        mine = [item for item in judged if item.spectrum == spectrum]
        panels = [_panel(rule, mine, result, words) for rule in dict.fromkeys(item.rule for item in mine)]
        svg = draw_spectra(panels, mechanisms, styles, names, words, name=f"codes-spectra-{number}")
        caption = words("codes.spectra", spectrum=_spectrum(spectrum, words))
        blocks.append(Figure(svg=svg, caption=caption, alt=words("codes.spectra_alt")))
    return [Heading(text=words("codes.spectra_title")), *blocks] if blocks else []


def _panel(rule: str, verifications: Sequence[Verification], result: CodesResult, words: Words) -> SpectraPanel:
    mine = [item for item in verifications if item.rule == rule]
    chosen = [item for item in mine if item.limit_state == _DRAWN_STATE] or mine
    found: dict[str, Verification] = {}
    for item in chosen:
        found.setdefault(item.mechanism, item)
    curves: dict[int, Any] = {}
    for item in found.values():
        curve = demand_of(item, result.demands)
        if curve is not None:
            curves[id(curve)] = curve
    first = next(iter(found.values()))
    factor = words.typeset(f"{first.confidence_factor:g}")
    title = words("codes.panel", rule=_rule(rule, words), state=first.limit_state, factor=factor)
    return SpectraPanel(title=title, verifications=tuple(found.values()), demands=tuple(curves.values()))


def _verifications(
    result: CodesResult, mechanisms: Mapping[str, Mechanism], names: Mapping[str, str], words: Words
) -> list[Block]:
    """A row for each verification, a column for each confidence factor; those of the mechanisms that lead."""
    factors = sorted({item.confidence_factor for item in result.verifications})
    shown = {item.name for item in leading(mechanisms.values(), most=_MOST_SHOWN)}
    worst = min((item for item in result.verifications if item.governs), key=lambda item: item.factor, default=None)
    if worst is not None:
        shown.add(worst.mechanism)
    found: dict[tuple[Any, ...], dict[float, Verification]] = {}
    for item in result.verifications:
        if item.mechanism in shown or not mechanisms:
            key = (item.mechanism, item.rule, item.spectrum, item.limit_state, item.measure)
            found.setdefault(key, {})[item.confidence_factor] = item
    clauses = {clause: number for number, clause in enumerate(dict.fromkeys(map(_clause, _flat(found))), 1)}
    rows = []
    last = ""
    for (mechanism, rule, spectrum, state, measure), row in found.items():
        one = next((item for item in row.values() if item.governs), next(iter(row.values())))
        height = words("codes.local" if one.local else "codes.global")
        first = mechanism != last
        rows.append(
            (
                Cell(
                    text=names.get(mechanism, mechanism) if first else "",
                    strong=True,
                    small=height if first else "",
                ),
                Cell(text=_unbroken(f"{_rule(rule, words)} {state}")),
                Cell(text=_unbroken(_spectrum(spectrum, words))),
                Cell(text=words(f"codes.measure_{measure}")),
                *(_factor(row.get(factor), words) for factor in factors),
                Cell(text=_amount(one.capacity, one, words), number=True),
                Cell(text=_amount(one.demand, one, words), number=True),
                Cell(text=f"{words.number(one.intensity, 3)} g", number=True),
                Cell(text="–" if one.period is None else words.number(one.period, 3), number=True),
                Cell(text=f"({clauses[_clause(one)]})"),
            )
        )
        last = mechanism
    if not rows:
        return []
    heads = (words(f"codes.column_{name}") for name in ("mechanism", "rule", "spectrum", "measure"))
    columns = (words("codes.column_factor", factor=words.typeset(f"{factor:g}")) for factor in factors)
    last_heads = (words(f"codes.column_{name}") for name in ("capacity", "demand", "intensity", "period", "clause"))
    head = (*heads, *columns, *last_heads)
    left = len({item.mechanism for item in result.verifications} - shown)
    caption = words("codes.table") + (f" {words('codes.table_left', count=left)}" if left and mechanisms else "")
    told = "; ".join(f"({number}) {words.citation(clause)}" for clause, number in clauses.items())
    return [
        Heading(text=words("codes.table_title")),
        Grid(head=head, rows=tuple(rows), caption=caption),
        Text(text=words("codes.clauses", clauses=told)),
    ]


def _unbroken(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _flat(found: Mapping[tuple[Any, ...], Mapping[float, Verification]]) -> list[Verification]:
    return [item for row in found.values() for item in row.values()]


def _clause(item: Verification) -> str:
    """With a star where its formula was not compared with an official text."""
    return item.clause + ("" if item.official else " *")


def _factor(item: Verification | None, words: Words) -> Cell:
    if item is None:
        return Cell(text="–", number=True)
    tone = ("good" if item.factor >= 1.0 else "bad") if item.governs else ""
    return Cell(text=words.factor(item.factor), number=True, strong=item.governs, tone=tone)


def _amount(value: float, item: Verification, words: Words) -> str:
    if item.measure == "acceleration":
        return f"{words.number(value / STANDARD_GRAVITY, 3)} g"
    return f"{words.number(1e3 * value, 3)} mm"


def _retrofits(
    retrofits: Sequence[Retrofit], mechanisms: Mapping[str, Mechanism], names: Mapping[str, str], words: Words
) -> list[Block]:
    """A row for each verification of the mechanisms that lead, a column for each kind of help."""
    shown = {item.name for item in leading(mechanisms.values(), most=_MOST_SHOWN)}
    found: dict[tuple[str, str, str], dict[str, Retrofit]] = {}
    for item in retrofits:
        if item.mechanism in shown or not mechanisms:
            found.setdefault((item.mechanism, item.rule, item.measure), {})[item.kind] = item
    kinds = [kind for kind in ("force", "thickness") if any(kind in row for row in found.values())]
    if not found:
        return []

    def one(row: dict[str, Retrofit]) -> Retrofit:
        return next(iter(row.values()))

    def needed(kind: str) -> Column[dict[str, Retrofit]]:
        level = next((row[kind].level for row in found.values() if kind in row), None)
        title = words(f"codes.retrofit_{kind}", level="" if level is None else words.number(level, 3))
        return Column("", lambda row: _needed(row.get(kind), words), title=title)

    columns: tuple[Column[dict[str, Retrofit]], ...] = (
        Column("codes.column_mechanism", lambda row: names.get(one(row).mechanism, one(row).mechanism), strong=True),
        Column(
            "codes.column_rule",
            lambda row: _unbroken(_rule(one(row).rule, words)),
            small=lambda row: words(f"codes.measure_{one(row).measure}"),
        ),
        Column(
            "codes.column_present",
            lambda row: words.factor(one(row).present),
            number=True,
            tone=lambda row: "good" if one(row).present >= 1.0 else "bad",
        ),
        Column("codes.column_target", lambda row: words.factor(one(row).target), number=True),
        *map(needed, kinds),
    )
    grid = table(found.values(), columns, words, words("codes.retrofit"))
    return [Heading(text=words("codes.retrofit_title")), grid]


def _needed(item: Retrofit | None, words: Words) -> Cell:
    if item is None:
        return Cell(text="–", number=True)
    if item.needed is None:
        return Cell(text=words("codes.retrofit_never"), number=True, tone="unsure")
    text = f"{words.number(item.needed / 1e3, 3)} kN" if item.kind == "force" else f"{words.number(item.needed, 3)} m"
    return Cell(text=text, number=True, strong=True)


def _unofficial(result: CodesResult, words: Words) -> list[Block]:
    """Clauses whose formulas were not compared with an official text."""
    clauses = dict.fromkeys(words.citation(item.clause) for item in result.verifications if not item.official)
    return [Note(text=words("codes.unofficial", clauses="; ".join(clauses)))] if clauses else []


def printed_table(
    published: Sequence[PublishedMechanism],
    result: CodesResult,
    mechanisms: Mapping[str, Mechanism],
    names: Mapping[str, str],
    words: Words,
) -> list[Block]:
    """Ours in the cells, what is printed below it."""
    if not published:
        return []
    rows = tuple(_row(item, result, mechanisms[item.mechanism], names[item.mechanism], words) for item in published)
    columns = ("mechanism", "multiplier", "acceleration", "ultimate", "period", "demand_a", "demand_d", "sf_a", "sf_d")
    head = tuple(words(f"codes.printed_{name}") for name in columns)
    sources = "; ".join(dict.fromkeys(item.source for item in published))
    caption = words("codes.printed", source=sources)
    notes = dict.fromkeys(item.note for item in published if item.note)
    return [
        Heading(text=words("codes.printed_title")),
        Grid(head=head, rows=rows, caption=caption),
        *(Text(text=note) for note in notes),
    ]


def _row(
    item: PublishedMechanism, result: CodesResult, mechanism: Mechanism, name: str, words: Words
) -> tuple[Cell, ...]:
    acceleration, displacement = (_verification(item, result, measure) for measure in ("acceleration", "displacement"))
    force, reach = STANDARD_GRAVITY, 1e-3
    return (
        Cell(text=name, strong=True, small=item.label),
        _cell(mechanism.multiplier, item.multiplier, 1.0, words),
        _cell(mechanism.spectral_acceleration, item.spectral_acceleration, force, words),
        _cell(_of(displacement, "capacity"), item.ultimate_displacement, reach, words),
        _cell(_of(displacement, "period"), item.secant_period, 1.0, words),
        _cell(_of(acceleration, "demand"), item.acceleration_demand, force, words),
        _cell(_of(displacement, "demand"), item.displacement_demand, reach, words),
        _cell(_of(acceleration, "factor"), item.acceleration_factor, 1.0, words),
        _cell(_of(displacement, "factor"), item.displacement_factor, 1.0, words),
    )


def _verification(item: PublishedMechanism, result: CodesResult, measure: str) -> Verification | None:
    found = (
        one
        for one in result.verifications
        if (one.mechanism, one.rule, one.spectrum, one.measure) == (item.mechanism, item.rule, item.spectrum, measure)
        and one.limit_state == item.limit_state
        and abs(one.confidence_factor - item.confidence_factor) < 1e-9
    )
    return next(found, None)


def _of(verification: Verification | None, quantity: str) -> float | None:
    return None if verification is None else getattr(verification, quantity)


def _cell(ours: float | None, printed: float | None, scale: float, words: Words) -> Cell:
    text = "–" if ours is None else words.number(ours / scale, 3)
    beside = "" if printed is None else words("codes.printed_value", value=words.typeset(f"{printed / scale:.4g}"))
    return Cell(text=text, number=True, strong=ours is not None, small=beside)
