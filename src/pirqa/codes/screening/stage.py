"""Screening: from a table of walls to a class of urgency for each.

A screening orders walls and judges none: its methods leave out what the verdict on one wall accounts for
(:mod:`pirqa.model.verdict`). One check below 1 is a sign, whatever the others give. A question that the row of a wall
leaves open is a sign too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np

from pirqa.codes.checks import floor_under, life_safety_requested
from pirqa.codes.options import CodesOptions
from pirqa.codes.rule import Capacity, RuleRow, Situation
from pirqa.codes.rules import RULES
from pirqa.codes.screening.mechanics import MECHANISMS, Overturning, overturning, sliding_multiplier
from pirqa.codes.screening.result import (
    OPEN_QUESTIONS,
    SIGNS,
    OpenQuestion,
    ScreeningOptions,
    ScreeningResult,
    Sign,
    Urgency,
)
from pirqa.codes.screening.walls import BadCell, MaskArray, Walls, WordArray
from pirqa.errors import ModelError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.units import STANDARD_GRAVITY

ACTIVATION, SLIDING = "activation", "sliding"
"""Rules that no code divides by q: whether anything starts to move."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Judgement:
    """One rule, spectrum, limit state and measure; arrays of shape (mechanisms, walls), ``nan`` where not judged."""

    rule: str
    spectrum: str
    measure: str
    """``acceleration`` or ``displacement``."""
    limit_state: str
    """As the code calls it."""
    demand: FloatArray
    """[m/s2] or [m]"""
    capacity: FloatArray
    """[m/s2] or [m], FC included"""

    @property
    def method(self) -> str:
        """Whose opinion it is part of."""
        return f"{self.rule}.{self.spectrum}"

    @property
    def state(self) -> Literal["onset", "damage", "collapse"] | None:
        """The column that it decides; None for the linear form of a verification beside its displacement form."""
        if self.rule in (ACTIVATION, SLIDING):
            return "onset"
        if self.limit_state == "SLD":
            return "damage"
        return None if self.measure == "acceleration" else "collapse"

    @property
    def ratio(self) -> FloatArray:
        """Capacity over demand."""
        return self.capacity / self.demand


def verify_overturning(moving: Overturning, walls: Walls, options: CodesOptions) -> list[Judgement]:
    """Verify by every rule that ``options`` request, with the confidence factor that governs."""
    for key in ("free_standing", "retrofit"):
        if getattr(options, key) is not None:
            raise OptionsError(f"codes.{key} is about one wall: leave it out for a table of walls")
    if options.measured:
        raise OptionsError("codes.measured is about one wall: give fundamental_period in the table, or leave it out")
    site = math.nan if options.structure_period is None else options.structure_period
    period = np.where(np.isfinite(walls.fundamental_period), walls.fundamental_period, site)
    floor = floor_under(options, period, moving.level, walls.height)
    capacity = Capacity(
        ultimate=moving.ultimate_displacement,
        acceleration_at=lambda displacement: moving.multiplier_at(np.asarray(displacement)) * STANDARD_GRAVITY,
    )
    start = np.maximum(moving.multiplier, 0.0) * STANDARD_GRAVITY
    found: list[Judgement] = []
    for rule in (RULES[key] for key in options.rules):
        factor = rule.confidence_factor(options.knowledge, crushing=False)
        for limit_state in rule.states(options.limit_states):
            for spectrum in options.elastic_spectra(limit_state).values():
                case = Situation(
                    spectrum=spectrum,
                    floor=floor,
                    local=np.asarray(moving.level > 1e-9),
                    start=start / factor,
                    capacity=capacity,
                    confidence_factor=factor,
                    behaviour_factor=options.behaviour_factor,
                )
                rows = rule.verify(case, limit_state)
                found += [_judgement(rule.key, moving, case, row, limit_state) for row in rows]
                if limit_state == "SLV" and all(item.method != f"{ACTIVATION}.{spectrum.name}" for item in found):
                    found.append(_activation(moving, replace(case, start=start)))
    return found


def _activation(moving: Overturning, case: Situation) -> Judgement:
    """Return whether anything moves, without q and FC."""
    demand = case.at_floor(case.spectrum.pga, lambda floor: floor.acceleration(case.spectrum))
    row = RuleRow(measure="acceleration", demand=demand, capacity=case.start)
    return _judgement(ACTIVATION, moving, case, row, "SLV")


def verify_sliding(multiplier: FloatArray, options: CodesOptions) -> dict[str, Judgement]:
    """Verify sliding on the base against the ground's own acceleration, for each spectrum.

    q is not used: it is the codes' allowance for rocking that comes back, and what has slid stays where it is.
    """
    spectra = options.elastic_spectra("SLV") if life_safety_requested(options) else {}
    return {
        name: Judgement(
            rule=SLIDING,
            spectrum=spectrum.name,
            measure="acceleration",
            limit_state="SLV",
            demand=np.full_like(multiplier, spectrum.pga),
            capacity=np.maximum(multiplier, 0.0) * STANDARD_GRAVITY,
        )
        for name, spectrum in spectra.items()
    }


def _judgement(rule: str, moving: Overturning, case: Situation, row: RuleRow, limit_state: str) -> Judgement:
    """Return the row with ``nan`` for what is not there, and for displacements of what falls by itself."""
    shape = moving.multiplier.shape
    demand = np.broadcast_to(np.asarray(row.demand, dtype=np.float64), shape)
    there = np.isfinite(moving.multiplier) & np.isfinite(demand)
    if row.measure == "displacement":
        there &= moving.multiplier > 0.0
    return Judgement(
        rule=rule,
        spectrum=case.spectrum.name,
        measure=row.measure,
        limit_state=limit_state,
        demand=np.where(there, demand, np.nan),
        capacity=np.where(there, row.capacity, np.nan),
    )


_URGENCY: dict[Sign, Urgency] = {
    "rest": "look_first",
    "fall": "look_first",
    "motion": "look_next",
    "open": "look_next",
    "none": "no_sign",
}


def lowest(ratios: FloatArray) -> FloatArray:
    """Return the lowest value along the first axis; ``nan`` where there is none."""
    return np.asarray(np.fmin.reduce(ratios, axis=0, initial=np.nan), dtype=np.float64)


def compare(ratios: Sequence[FloatArray]) -> WordArray:
    """Return how the lowest ratio of each method, shape (walls,), compares with 1: one word a wall.

    ``below`` where all methods are below 1, ``above`` where none is, ``mixed`` where they differ, ``not_judged`` where
    no method gives a ratio.
    """
    rows = np.stack(ratios)
    judged = np.isfinite(rows) | np.isposinf(rows)
    above = np.any(judged & (rows >= 1.0), axis=0)
    below = np.any(judged & (rows < 1.0), axis=0)
    return np.select([above & below, below, above], ["mixed", "below", "above"], "not_judged").astype(np.str_)


def sign_of(
    *, gravity: WordArray, onset: WordArray, damage: WordArray, collapse: WordArray, is_open: MaskArray
) -> WordArray:
    """Return the gravest sign of each wall.

    Parameters
    ----------
    gravity, onset, damage, collapse
        Comparisons with 1 as :func:`compare` returns them, shape (walls,).
    is_open
        Whether the row of a wall leaves a question open, shape (walls,).
    """
    choices: list[tuple[MaskArray, Sign]] = [
        (_has_sign(gravity), "rest"),
        (_has_sign(collapse), "fall"),
        (_has_sign(onset) | _has_sign(damage), "motion"),
        (is_open | (gravity != "above") | (onset != "above") | (collapse != "above"), "open"),
    ]
    return np.select([mask for mask, _ in choices], [sign for _, sign in choices], "none").astype(np.str_)


def urgency_of(signs: WordArray) -> WordArray:
    """Return the class of urgency of each wall from its gravest sign."""
    masks = [signs == sign for sign in _URGENCY]
    return np.select(masks, list(_URGENCY.values()), "look_first").astype(np.str_)


def join_questions(questions: Mapping[OpenQuestion, MaskArray]) -> WordArray:
    """Return the open questions of each wall as one word, separated by spaces."""
    words = np.full(len(next(iter(questions.values()))), "", dtype=np.str_)
    for name in OPEN_QUESTIONS:
        words = np.where(questions[name], np.char.add(words, f" {name}"), words)
    return np.asarray(np.char.strip(words), dtype=np.str_)


def _has_sign(comparison: WordArray) -> MaskArray:
    return np.asarray((comparison == "below") | (comparison == "mixed"), dtype=np.bool_)


_SLIDING = "sliding.base"


@dataclass(frozen=True, kw_only=True, eq=False)
class _Group:
    """Walls of one site, judged."""

    walls: Walls
    moving: Overturning
    slides: FloatArray
    judgements: list[Judgement]
    sliding: dict[str, Judgement]


def screen(
    walls: Walls,
    codes: CodesOptions,
    options: ScreeningOptions | None = None,
    *,
    skipped: tuple[BadCell, ...] = (),
    remarks: tuple[Remark, ...] = (),
) -> ScreeningResult:
    """Every wall by every rule that ``codes`` ask for; ``skipped`` and ``remarks`` are those of the table."""
    options = options or ScreeningOptions()
    if not len(walls):
        raise ModelError("there is no wall to judge")
    sites = np.char.add(np.char.add(walls.zone, "/"), walls.soil)
    tables, checks = [], []
    methods: dict[str, None] = {}
    for site in np.unique(sites):
        members = walls.only(sites == site)
        group = _judged(members, _codes_of(members, codes), options)
        methods |= dict.fromkeys(item.method for item in group.judgements if item.rule != ACTIVATION)
        bare = _judged(_without_struts(members), _codes_of(members, codes), options)
        tables.append(_summary(group, bare))
        checks.append(_checks(group))
    table = _joined(tables)
    order = _ranking(table)
    ranked = {"rank": np.arange(1, len(walls) + 1), **{name: column[order] for name, column in table.items()}}
    ranked.pop("deciding")
    return ScreeningResult(
        walls=Table(ranked),
        checks=Table(_joined(checks)),
        methods=tuple(methods),
        skipped=skipped,
        remarks=(*remarks, *_remarks(walls, table, codes)),
    )


def _codes_of(walls: Walls, codes: CodesOptions) -> CodesOptions:
    """The codes' options with the zone and soil of ``walls``, which share them."""
    zone, soil = str(walls.zone[0]), str(walls.soil[0])
    if not zone and not soil:
        return codes
    given = codes.spectra
    if (given is not None and given.given != ("e030_2018",)) or codes.limit_states != ("SLV",):
        raise OptionsError(
            "the columns zone and soil are those of E.030-2018: leave them out, or let the site file have "
            "codes.spectra.e030_2018 alone, for SLV"
        )
    base = None if given is None else given.e030_2018
    if base is None and not (zone and soil):
        raise OptionsError(
            f'wall "{walls.name[0]}" has zone or soil but not both, and there is no site file with the other: fill both'
        )
    # the reader let only known words through
    changes: dict[str, Any] = ({"zone": int(zone)} if zone else {}) | ({"soil": soil} if soil else {})
    spectrum = E030(**changes) if base is None else replace(base, **changes)
    return replace(codes, spectra=DesignSpectra(e030_2018=spectrum))


def _judged(walls: Walls, codes: CodesOptions, options: ScreeningOptions) -> _Group:
    seismic = options.fill_thrust == "seismic"
    moving = overturning(walls, seismic_fill=seismic)
    slides = sliding_multiplier(walls, seismic_fill=seismic)
    return _Group(
        walls=walls,
        moving=moving,
        slides=slides,
        judgements=verify_overturning(moving, walls, codes),
        sliding=verify_sliding(slides, codes),
    )


def _opinions(group: _Group, state: str) -> list[FloatArray]:
    """The lowest ratio of each method; all of them know whether the wall slides."""
    found: dict[str, list[FloatArray]] = {}
    for item in group.judgements:
        if item.state == state:
            found.setdefault(item.method, []).extend(item.ratio)
            if state == "onset" and item.spectrum in group.sliding:
                found[item.method].append(group.sliding[item.spectrum].ratio)
    return [lowest(np.stack(rows)) for rows in found.values()] or [np.full(len(group.walls), np.nan)]


def _without_struts(walls: Walls) -> Walls:
    return replace(walls, strut_force=np.full(len(walls), np.nan))


def _comparisons(group: _Group) -> dict[str, WordArray]:
    """Return the comparison of each limit state with 1."""
    at_rest = lowest(np.vstack([group.moving.multiplier, group.slides]))
    return {
        "gravity": np.where(at_rest > 0.0, "above", "below").astype(np.str_),
        **{name: compare(_opinions(group, name)) for name in ("onset", "damage", "collapse")},
    }


def _complete(group: _Group) -> MaskArray:
    """Return whether all mechanisms of each wall were judged."""
    there = np.isfinite(group.moving.multiplier)
    judged = np.isfinite(np.stack([item.demand for item in group.judgements])).any(axis=0)
    return np.asarray(np.all(judged | ~there, axis=0), dtype=np.bool_)


def _open_questions(group: _Group, bare: _Group, states: dict[str, WordArray]) -> dict[OpenQuestion, MaskArray]:
    """Return which questions of each wall are open; ``bare``: the walls without their struts."""
    walls = group.walls
    sign_without = sign_of(**_comparisons(bare), is_open=np.zeros(len(walls), dtype=np.bool_))
    return {
        "upper_part": ~_complete(group),
        "displacement": states["collapse"] == "not_judged",
        "start": states["onset"] == "not_judged",
        "sliding": np.isnan(group.slides) | (not group.sliding),
        # a cross-section has not what happens along the wall
        "along": walls.length < np.fmax(walls.thickness, walls.thickness_top),
        "fill": np.isfinite(walls.fill_height),
        "struts": np.isfinite(walls.strut_force) & np.isin(sign_without, ["rest", "fall", "motion"]),
    }


def _summary(group: _Group, bare: _Group) -> dict[str, np.ndarray[Any, Any]]:
    walls, moving = group.walls, group.moving
    start, linear, displacement = (_by_mechanism(group, state) for state in ("onset", None, "collapse"))
    sliding = lowest(np.stack([np.full(len(walls), np.nan), *(item.ratio for item in group.sliding.values())]))
    states = _comparisons(group)
    questions = _open_questions(group, bare, states)
    sign = sign_of(**states, is_open=np.any(np.stack(list(questions.values())), axis=0))
    mechanism, deciding = _deciding(group, sign, start, displacement, sliding)
    names = np.array([*MECHANISMS, _SLIDING])
    here = np.arange(len(walls))
    level = np.vstack([moving.level, np.zeros(len(walls))])
    multiplier = np.vstack([moving.multiplier, group.slides])
    with np.errstate(invalid="ignore"):
        ultimate = np.vstack([moving.ultimate_displacement, np.full(len(walls), np.nan)])
    return {
        "name": walls.name,
        "row": walls.row,
        "height": walls.height,
        "thickness": walls.thickness,
        "urgency": urgency_of(sign),
        "sign": sign,
        "not_judged": join_questions(questions),
        **states,
        "mechanism": names[mechanism],
        "level": level[mechanism, here],
        "multiplier": multiplier[mechanism, here],
        "ultimate_displacement": ultimate[mechanism, here],
        "start_ratio": np.fmin(lowest(start), sliding),
        "acceleration_ratio": lowest(linear),
        "displacement_ratio": lowest(displacement),
        "sliding_ratio": sliding,
        "complete": _complete(group),
        "deciding": deciding,
    }


def _by_mechanism(group: _Group, state: str | None) -> FloatArray:
    """The lowest ratio of each mechanism of each wall, of all methods."""
    nothing = np.full_like(group.moving.multiplier, np.nan)
    return lowest(np.stack([nothing, *(item.ratio for item in group.judgements if item.state == state)]))


def _deciding(
    group: _Group, sign: WordArray, start: FloatArray, displacement: FloatArray, sliding: FloatArray
) -> tuple[np.ndarray[Any, Any], FloatArray]:
    """Return the mechanism that decides the class of each wall, and its number."""
    multiplier = np.vstack([group.moving.multiplier, group.slides])
    onset = np.vstack([start, sliding])
    fall = np.vstack([displacement, np.full_like(sliding, np.nan)])
    either = np.where(sign == "motion", onset, np.fmin(onset, fall))
    numbers = np.where(sign == "rest", multiplier, np.where(sign == "fall", fall, either))
    # a symmetric wall goes either way: rounding must not choose
    which = np.argmin(np.where(np.isnan(numbers), np.inf, np.round(numbers, 9)), axis=0)
    return which, lowest(numbers)


def _checks(group: _Group) -> dict[str, np.ndarray[Any, Any]]:
    """Long form: only what was judged."""
    walls = group.walls
    parts: list[dict[str, np.ndarray[Any, Any]]] = []
    rows = [(item, name, item.demand[index], item.capacity[index]) for item in group.judgements
            for index, name in enumerate(MECHANISMS)]  # fmt: skip
    rows += [(item, _SLIDING, item.demand, item.capacity) for item in group.sliding.values()]
    for item, name, demand, capacity in rows:
        judged = np.isfinite(demand) & np.isfinite(capacity)
        count = int(judged.sum())
        words = {
            "mechanism": name,
            "rule": item.rule,
            "spectrum": item.spectrum,
            "limit_state": item.limit_state,
            "measure": item.measure,
        }
        parts.append(
            {
                "name": walls.name[judged],
                **{key: np.full(count, word) for key, word in words.items()},
                "demand": demand[judged],
                "capacity": capacity[judged],
                "ratio": capacity[judged] / demand[judged],
            }
        )
    return _joined(parts)


def _joined(parts: Sequence[dict[str, np.ndarray[Any, Any]]]) -> dict[str, np.ndarray[Any, Any]]:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _ranking(table: dict[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """Return the order of the walls: gravest sign first, then the lowest number that decides, then as in the table."""
    severity = np.array([SIGNS.index(cast(Any, sign)) for sign in table["sign"].tolist()])
    return np.lexsort((table["row"], table["deciding"], severity))


def _remarks(walls: Walls, table: dict[str, np.ndarray[Any, Any]], codes: CodesOptions) -> list[Remark]:
    remarks = []
    frictionless = int(np.sum(np.isnan(walls.friction_angle)))
    if frictionless:
        remarks.append(Remark(kind="assumption", key="walls_sliding_unknown", count=frictionless))
    unjudged = tuple(str(name) for name in table["name"][~table["complete"]])
    if unjudged:
        remarks.append(Remark(kind="warning", key="walls_without_period", stones=unjudged, count=len(unjudged)))
    filled = int(np.sum(np.isfinite(walls.fill_height)))
    if filled:
        remarks.append(Remark(kind="assumption", key="walls_filled", count=filled))
    fading = int(np.sum(np.isfinite(walls.strut_force) & (walls.strut_lasts != "yes")))
    if fading:
        remarks.append(Remark(kind="assumption", key="walls_struts_fade", count=fading))
    if codes.knowledge != "LC1" and "ntc2018" in codes.rules:
        remarks.append(Remark(kind="warning", key="knowledge_overruled", text=codes.knowledge))
    return remarks
