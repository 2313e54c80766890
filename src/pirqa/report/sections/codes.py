"""The codes stage on the page, with mechanisms printed elsewhere and spectra with the demand of the codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from pirqa.codes import CodesResult, Retrofit
from pirqa.codes.result import DemandCurve, Verification
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.project import Assessment
from pirqa.project.published import PublishedMechanism
from pirqa.report.figures.style import INK, WIDTH, drawing, ink_for, line_styles, to_svg
from pirqa.report.names import all_mechanisms, leading, mechanism_name, place_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Heading, Note, Section, Text, once, table
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
    factor = words.plain(first.confidence_factor)
    title = words("codes.panel", rule=_rule(rule, words), state=first.limit_state, factor=factor)
    return SpectraPanel(title=title, verifications=tuple(found.values()), demands=tuple(curves.values()))


class _Verified(NamedTuple):
    """A verification, for each confidence factor."""

    one: Verification
    """The one that governs, where one does."""
    by_factor: dict[float, Verification]
    is_first: bool
    """Whether it is the first row of its mechanism."""


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
    rows = [
        _Verified(next((item for item in row.values() if item.governs), next(iter(row.values()))), row, bool(title))
        for row, title in zip(found.values(), once(key[0] for key in found), strict=True)
    ]
    if not rows:
        return []

    def mechanism(row: _Verified) -> str:
        return names.get(row.one.mechanism, row.one.mechanism) if row.is_first else ""

    def height(row: _Verified) -> str:
        return words("codes.local" if row.one.local else "codes.global") if row.is_first else ""

    def by_factor(factor: float) -> Column[_Verified]:
        title = words("codes.column_factor", factor=words.plain(factor))
        return Column("", lambda row: _factor(row.by_factor.get(factor), words), title=title)

    columns: tuple[Column[_Verified], ...] = (
        Column("codes.column_mechanism", mechanism, strong=True, small=height),
        Column("codes.column_rule", lambda row: _unbroken(f"{_rule(row.one.rule, words)} {row.one.limit_state}")),
        Column("codes.column_spectrum", lambda row: _unbroken(_spectrum(row.one.spectrum, words))),
        Column("codes.column_measure", lambda row: words(f"codes.measure_{row.one.measure}")),
        *map(by_factor, factors),
        Column("codes.column_capacity", lambda row: _amount(row.one.capacity, row.one, words), number=True),
        Column("codes.column_demand", lambda row: _amount(row.one.demand, row.one, words), number=True),
        Column("codes.column_intensity", lambda row: f"{words.number(row.one.intensity, 3)} g", number=True),
        Column("codes.column_period", lambda row: row.one.period),
        Column("codes.column_clause", lambda row: f"({clauses[_clause(row.one)]})"),
    )
    left = len({item.mechanism for item in result.verifications} - shown)
    caption = words("codes.table") + (f" {words('codes.table_left', count=left)}" if left and mechanisms else "")
    told = "; ".join(f"({number}) {words.citation(clause)}" for clause, number in clauses.items())
    return [
        Heading(text=words("codes.table_title")),
        table(rows, columns, words, caption),
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

    def column(
        name: str,
        ours: Callable[[PublishedMechanism], float | None],
        printed: Callable[[PublishedMechanism], float | None],
        scale: float = 1.0,
    ) -> Column[PublishedMechanism]:
        return Column(f"codes.printed_{name}", lambda item: _cell(ours(item), printed(item), scale, words))

    def of(measure: str, quantity: str) -> Callable[[PublishedMechanism], float | None]:
        return lambda item: getattr(_verification(item, result, measure), quantity, None)

    columns: tuple[Column[PublishedMechanism], ...] = (
        Column(
            "codes.printed_mechanism", lambda item: names[item.mechanism], strong=True, small=lambda item: item.label
        ),
        column("multiplier", lambda item: mechanisms[item.mechanism].multiplier, lambda item: item.multiplier),
        column(
            "acceleration",
            lambda item: mechanisms[item.mechanism].spectral_acceleration,
            lambda item: item.spectral_acceleration,
            STANDARD_GRAVITY,
        ),
        column("ultimate", of("displacement", "capacity"), lambda item: item.ultimate_displacement, 1e-3),
        column("period", of("displacement", "period"), lambda item: item.secant_period),
        column("demand_a", of("acceleration", "demand"), lambda item: item.acceleration_demand, STANDARD_GRAVITY),
        column("demand_d", of("displacement", "demand"), lambda item: item.displacement_demand, 1e-3),
        column("sf_a", of("acceleration", "factor"), lambda item: item.acceleration_factor),
        column("sf_d", of("displacement", "factor"), lambda item: item.displacement_factor),
    )
    sources = "; ".join(dict.fromkeys(item.source for item in published))
    notes = dict.fromkeys(item.note for item in published if item.note)
    return [
        Heading(text=words("codes.printed_title")),
        table(published, columns, words, words("codes.printed", source=sources)),
        *(Text(text=note) for note in notes),
    ]


def _verification(item: PublishedMechanism, result: CodesResult, measure: str) -> Verification | None:
    found = (
        one
        for one in result.verifications
        if (one.mechanism, one.rule, one.spectrum, one.measure) == (item.mechanism, item.rule, item.spectrum, measure)
        and one.limit_state == item.limit_state
        and abs(one.confidence_factor - item.confidence_factor) < 1e-9
    )
    return next(found, None)


def _cell(ours: float | None, printed: float | None, scale: float, words: Words) -> Cell:
    text = "–" if ours is None else words.number(ours / scale, 3)
    beside = "" if printed is None else words("codes.printed_value", value=words.typeset(f"{printed / scale:.4g}"))
    return Cell(text=text, number=True, strong=ours is not None, small=beside)


@dataclass(frozen=True, kw_only=True)
class SpectraPanel:
    """One rule beside the demand of one spectrum."""

    title: str
    verifications: tuple[Verification, ...]
    """In displacement, with the confidence factor that governs: one for each mechanism that is drawn."""
    demands: tuple[DemandCurve, ...]


def demand_of(verification: Verification, demands: Sequence[DemandCurve]) -> DemandCurve | None:
    """The curve on which a verification's demand lies at its period; the nearest."""
    if verification.period is None:
        return None
    distances: list[tuple[float, int]] = []
    for number, curve in enumerate(demands):
        if curve.name == verification.spectrum and curve.mechanism in ("", verification.mechanism):
            there = float(np.interp(verification.period, curve.period, curve.displacement))
            distances.append((abs(there - verification.demand), number))
    return demands[min(distances)[1]] if distances else None


def draw_spectra(
    panels: Sequence[SpectraPanel],
    mechanisms: Mapping[str, Mechanism],
    styles: Mapping[str, dict[str, Any]],
    names: Mapping[str, str],
    words: Words,
    *,
    name: str,
) -> str:
    """SVG of a* against d*: capacity, demand, secant periods, and how far codes let the mechanisms go."""
    drawn = list(dict.fromkeys(item.mechanism for panel in panels for item in panel.verifications))
    with drawing(WIDTH, 3.5 + 0.18 * len(drawn)) as figure:
        plots = figure.subplots(1, len(panels), sharex=True, sharey=True, squeeze=False)[0]
        most_a, most_d, most_ring = 0.0, 0.0, 0.0
        for axes, panel in zip(plots, panels, strict=True):
            axes.set_title(panel.title)
            axes.set_xlabel(words("codes.axis_displacement"))
            for item in panel.verifications:
                curve = mechanisms[item.mechanism].curve
                assert curve is not None
                _capacity(axes, curve, item, styles[item.mechanism], names[item.mechanism], words)
                most_a = max(most_a, float(curve.spectral_acceleration.max()) / STANDARD_GRAVITY)
                most_d = max(most_d, 1e3 * curve.ultimate_spectral_displacement)
                most_ring = max(most_ring, _ring(item)[1])
            _demands(axes, panel, styles, names, words)
        plots[0].set_ylabel(words("codes.axis_acceleration"))
        plots[0].set_xlim(0.0, 1.04 * most_d)
        plateau = max((float(curve.acceleration.max()) for panel in panels for curve in panel.demands), default=0.0)
        most = min(max(2.0 * most_a, 1.3 * most_ring), 1.2 * max(plateau / STANDARD_GRAVITY, most_a))
        plots[0].set_ylim(0.0, most)
        for axes, panel in zip(plots, panels, strict=True):
            _secants(axes, panel, styles, names, words)
            _demand_labels(axes, panel, words)
        handles, labels = plots[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", handlelength=3.4)
        return to_svg(figure, name)


def _capacity(
    axes: Axes, curve: CapacityCurve, item: Verification, style: dict[str, Any], label: str, words: Words
) -> None:
    d, a = 1e3 * curve.spectral_displacement, curve.spectral_acceleration / STANDARD_GRAVITY
    axes.plot(d, a / item.confidence_factor, label=label, zorder=4, **style)
    if item.confidence_factor != 1.0:
        undivided = f"_{words('codes.curve_undivided', name=label)}"
        axes.plot(d, a, linewidth=0.5, color=style["color"], alpha=0.6, zorder=3, label=undivided)
    there = curve.acceleration_at(item.capacity) / STANDARD_GRAVITY / item.confidence_factor
    end = [1e3 * item.capacity] * 2
    reached = f"_{words('codes.curve_capacity', name=label)}"
    axes.vlines(end[0], 0.0, there, color=style["color"], linewidth=0.7, linestyle=":", zorder=3)
    diamond: dict[str, Any] = {"marker": "D", "markersize": 5, "markeredgecolor": "white", "label": reached}
    axes.plot(end[:1], [there], color=style["color"], zorder=6, **diamond)


def _demands(
    axes: Axes, panel: SpectraPanel, styles: Mapping[str, dict[str, Any]], names: Mapping[str, str], words: Words
) -> None:
    for curve in panel.demands:
        label = _demand_mark(curve, words) + (f": {names[curve.mechanism]}" if curve.mechanism in names else "")
        colour = styles[curve.mechanism]["color"] if curve.mechanism else INK
        d, a = 1e3 * curve.displacement, curve.acceleration / STANDARD_GRAVITY
        axes.plot(d, a, color=colour, linewidth=1.1 if not curve.mechanism else 0.9, zorder=2.5, label=f"_{label}")


def _ring(item: Verification) -> tuple[float, float]:
    """Where the demand lies at the secant period: d* [mm] and a* [g]."""
    if item.period is None:
        return 0.0, 0.0
    return 1e3 * item.demand, (2.0 * np.pi / item.period) ** 2 * item.demand / STANDARD_GRAVITY


def _secants(
    axes: Axes, panel: SpectraPanel, styles: Mapping[str, dict[str, Any]], names: Mapping[str, str], words: Words
) -> None:
    """From the origin to the demand, at the secant period; labels below where there is one just above."""
    right, top = axes.get_xlim()[1], axes.get_ylim()[1]
    written: list[tuple[float, float]] = []
    for item in sorted((one for one in panel.verifications if one.period is not None), key=lambda one: -_ring(one)[1]):
        colour = styles[item.mechanism]["color"]
        d, a = _ring(item)
        axes.plot(
            [0.0, d],
            [0.0, a],
            color=colour,
            linewidth=0.7,
            zorder=2.8,
            label=f"_{words('codes.curve_secant', name=names[item.mechanism])}",
        )
        ring = {"marker": "o", "markersize": 4.6, "markerfacecolor": "white", "color": colour, "zorder": 6}
        axes.plot([d], [a], label=f"_{words('codes.curve_demand', name=names[item.mechanism])}", **ring)
        near = [place for place in written if abs(place[0] - d) < 0.2 * right and abs(place[1] - a) < 0.07 * top]
        if any(np.allclose(place, (d, a), rtol=1e-3) for place in near) or d > right:
            continue
        assert item.period is not None
        text = words("codes.period_mark", period=words.number(item.period, 3))
        offset = (7, -9) if near else (7, 4)
        style = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.4}
        axes.annotate(
            text, (d, a), offset, textcoords="offset points", fontsize=7.6, color=ink_for(colour), bbox=style, zorder=7
        )
        written.append((d, a))


def _demand_mark(curve: DemandCurve, words: Words) -> str:
    key = "codes.floor_mark" if curve.mechanism else "codes.ground_mark"
    return words(key, damping=words.typeset(f"{100 * curve.damping:g}"))


def _demand_labels(axes: Axes, panel: SpectraPanel, words: Words) -> None:
    """The damping of each curve where it enters the picture: the ground's at its left, a floor's at its right."""
    top = axes.get_ylim()[1]
    written: set[str] = set()
    for curve in panel.demands:
        d, a = 1e3 * curve.displacement, curve.acceleration / STANDARD_GRAVITY
        aloft = bool(curve.mechanism)
        above = np.flatnonzero(a > (0.95 if aloft else 0.88) * top)
        entry = int(above[-1]) + 1 if len(above) else int(np.flatnonzero(a > 0.97 * a.max())[-1])
        aloft = aloft or not len(above)
        text = _demand_mark(curve, words)
        if entry < len(d) and text not in written:
            place = (float(d[entry]), float(a[entry]))
            axes.annotate(
                text,
                place,
                (5 if aloft else -5, 0),
                textcoords="offset points",
                fontsize=7.6,
                va="center",
                ha="left" if aloft else "right",
                bbox={"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.4},
                zorder=7,
            )
            written.add(text)
