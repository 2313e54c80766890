"""The motion stage: from records and signals to motions that can drive a wall, their spectra and sliding blocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.compiled import is_first_use
from pirqa.errors import OptionsError
from pirqa.model.check import Basis, Check, Effect, MethodDeclaration, Place
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Table
from pirqa.motion.design_spectrum import DesignSpectrum, design_spectra
from pirqa.motion.options import MotionOptions, SlidingOptions
from pirqa.motion.prepare import prepare_record, prepare_sequence, prepare_set, prepare_signal
from pirqa.motion.result import DesignCurve, MotionResult, PreparedMotion, SlidingCase
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.sliding_block import Sliding, slide
from pirqa.motion.sliding_regressions import Prediction, predict_displacements
from pirqa.motion.spectra import response_spectrum, rotated_spectrum
from pirqa.motion.synthetic.matching import match_spectrum
from pirqa.motion.synthetic.options import ArtificialOptions
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_TINY = np.sin(0.7 * np.arange(50.0))


@dataclass(frozen=True, kw_only=True)
class Block:
    """The wall as one rigid block, for p·PGV/(g·tanα)."""

    height: float
    """[m]"""
    thickness: float
    """[m]"""


def prepare_motions(
    options: MotionOptions,
    *,
    folder: Path,
    block: Block | None = None,
    yields: Yields | None = None,
    observer: Observer = SILENT,
) -> MotionResult:
    """All that ``options`` ask for; paths of records start from ``folder``."""
    if is_first_use():
        _compile(options, observer)
    designs = design_spectra(options.design) if options.design is not None else {}
    motions: list[PreparedMotion] = []
    chosen: MotionSet | None = None
    if options.set is not None:
        chosen, members = prepare_set(options, designs, folder, observer=observer)
        motions += members
    alone = {name: item for name, item in options.signals.items() if name not in options.synthetic_signals}
    observer.begin("Ground motions", len(options.records) + len(alone))
    for name, record in options.records.items():
        motions.append(prepare_record(name, record, options, designs, folder))
        observer.advance()
    for name, signal in alone.items():
        motions.append(prepare_signal(name, signal, options, designs, folder))
        observer.advance()
    shocks = {item.name: item for item in motions}
    motions += [prepare_sequence(name, item, options, shocks) for name, item in options.sequences.items()]
    observer.end(f"{len(motions)} motion{'s' if len(motions) != 1 else ''}")
    periods = np.geomspace(options.spectrum.shortest, options.spectrum.longest, options.spectrum.points)
    slid = slide_all(motions, options.sliding, yields or Yields(), observer)
    return MotionResult(
        motions=tuple(motions),
        damping=options.spectrum.damping,
        spectra=spectra_table(motions, periods, options.spectrum.damping),
        design=tuple(
            DesignCurve(name=item.name, source=item.source, verified=item.verified, corners=item.corners)
            for item in designs.values()
        ),
        design_curves=_design_table(list(designs.values()), periods),
        block=() if block is None else (block.height, block.thickness),
        sliding=slid.cases,
        sliding_runs=slid.runs,
        sliding_curve=slid.curve,
        sliding_history=slid.history,
        checks=slid.checks if chosen is None else chosen.allowed(slid.checks),
        set=chosen,
    )


def _compile(options: MotionOptions, observer: Observer) -> None:
    """Call every kernel once on next to nothing, so that the user sees what takes so long."""
    work: list[Callable[[], object]] = [
        lambda: response_spectrum(_TINY, 0.01, periods=[0.1, 1.0]),
        lambda: rotated_spectrum(_TINY, _TINY[::-1].copy(), 0.01, periods=[0.1]),
        lambda: slide(_TINY, 0.01, yield_acceleration=0.1, yield_backward=0.1),
    ]
    if options.matchings:
        easy = ArtificialOptions(duration=5.0, shortest=0.5, longest=1.0, periods=30, tolerance=0.5)
        work.append(lambda: match_spectrum(None, np.ones_like, easy))
    observer.begin("Compiling, at the first use only", len(work))
    for part in work:
        part()
        observer.advance()
    observer.end()


def seed_of(options: MotionOptions) -> int | None:
    """Seed of the first signal that draws random numbers, none where none does."""
    for signal in options.signals.values():
        made = signal.noise or signal.artificial or signal.stochastic
        if made is not None:
            return int(made.seed)
    return None


def spectra_table(motions: Sequence[PreparedMotion], periods: FloatArray, damping: float) -> Table:
    """A row for each motion, component and period; RotD too where two components are at right angles."""
    parts: list[dict[str, Any]] = []
    for item in motions:
        motion = item.motion
        for index, direction in enumerate(motion.directions):
            found = response_spectrum(motion.acceleration[:, index], motion.step, periods=periods, damping=damping)
            parts.append(_rows(item.name, direction.name, periods, found.sd, found.psv, found.psa, found.sa))
        pair = _right_angle(motion)
        if pair is not None:
            first, second = (np.ascontiguousarray(motion.acceleration[:, index]) for index in pair)
            turned = rotated_spectrum(first, second, motion.step, periods=periods, damping=damping)
            for percentile in turned.percentiles:
                psa = turned.rotd(percentile)
                psv = psa * periods / (2.0 * np.pi)
                nothing = np.full(len(periods), np.nan)  # the absolute acceleration of all directions is not computed
                name = f"rotd{percentile:.0f}"
                parts.append(_rows(item.name, name, periods, psv * periods / (2.0 * np.pi), psv, psa, nothing))
    return Table({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def _rows(motion: str, component: str, periods: FloatArray, *values: FloatArray) -> dict[str, Any]:
    names = ("sd", "psv", "psa", "sa")
    count = len(periods)
    return {
        "motion": np.array([motion] * count),
        "component": np.array([component] * count),
        "period": periods,
        **dict(zip(names, values, strict=True)),
    }


def _right_angle(motion: GroundMotion) -> tuple[int, int] | None:
    """Columns of two horizontal components at right angles, where the motion has exactly these."""
    level = [index for index, direction in enumerate(motion.directions) if not direction.vertical]
    if len(level) != 2:
        return None
    azimuths = [motion.directions[index].azimuth for index in level]
    if azimuths[0] is None or azimuths[1] is None:
        return None
    return (level[0], level[1]) if abs(np.cos(azimuths[0] - azimuths[1])) < 0.02 else None


def _design_table(designs: Sequence[DesignSpectrum], periods: FloatArray) -> Table:
    rows = [
        {"code": item.name, "period": period, "acceleration": value}
        for item in designs
        for period, value in zip(periods.tolist(), item.acceleration(periods).tolist(), strict=True)
    ]
    return Table.of(rows)


DECLARATION = MethodDeclaration(
    family="sliding_block",
    limit_states=("damage",),
    effects={
        "self_weight": "included",
        "fill_at_rest": "included",  # these five by the yield coefficient of statics; not by one that is given
        "fill_dynamic": "included",
        "water": "included",
        "surcharge": "included",
        "vertical_motion": "included",  # where site.kv is above 0; else the check leaves it out
        "sliding": "included",
        "duration": "included",
        "shape": "included",
        "struts": "safe",
        "returns": "safe",
        "mortar": "safe",
        "head_joint_friction": "none",  # the wall slides as one block
        "crushing": "none",
    },
)
"""A sliding block answers for sliding on one joint; effects that are not listed are left out, unsafely."""

_FROM_STATICS: tuple[Effect, ...] = (
    *("self_weight", "fill_at_rest", "fill_dynamic", "water", "surcharge", "vertical_motion", "shape"),
)
"""Effects that reach the block through its yield coefficient."""

_CURVE = np.geomspace(0.01, 1.0, 61)
"""Yield coefficients of the curves."""


@dataclass(frozen=True, kw_only=True)
class YieldCase:
    """Acceleration at which a wall starts to slide, and why."""

    name: str
    """Thrust theory, ``free`` without fill, ``given`` where the user said it."""
    coefficient: float
    """Of gravity; 0 where the wall slides without any earthquake."""
    level: float = 0.0
    """Of the joint that slides, above the base [m]."""
    rocking: float | None = None
    """Coefficient at which the wall would start to rock, of gravity; none where it is not known, or beyond reach."""
    still_fill: bool = False
    """Whether its fill pushes as without an earthquake: the wall then slides earlier than this coefficient says."""
    vertical: bool = False
    """Whether the vertical motion of the ground lowers it."""

    @property
    def omits(self) -> tuple[Effect, ...]:
        """Effects that do not reach the block through this coefficient."""
        if self.name == "given":
            return _FROM_STATICS
        return (*(("fill_dynamic",) if self.still_fill else ()), *(() if self.vertical else ("vertical_motion",)))

    @property
    def rocks_first(self) -> bool:
        """Whether the wall rocks before it slides: then a sliding block is not what it does."""
        return self.rocking is not None and self.rocking < self.coefficient


@dataclass(frozen=True, kw_only=True)
class Yields:
    """What statics knows of the wall's sliding."""

    cases: tuple[YieldCase, ...] = ()
    retained: bool = True
    """Whether fill keeps the wall from sliding back; where nobody knows, one way is on the safe side."""
    missing: str = ""
    """Why there is no case, where statics was run and found none."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Slid:
    """What sliding blocks did under the motions."""

    cases: tuple[SlidingCase, ...] = ()
    runs: Table
    curve: Table
    history: Table
    checks: tuple[Check, ...] = ()


def slide_all(
    motions: Sequence[PreparedMotion],
    options: SlidingOptions | None,
    yields: Yields,
    observer: Observer,
) -> Slid:
    """Every yield coefficient under every motion, component and sense; the worst of each is judged."""
    if options is None:
        return Slid(runs=Table({}), curve=Table({}), history=Table({}))
    cases = _cases(options, yields)
    pushed = [item for item in motions if item.horizontal]
    if not pushed:
        raise OptionsError(
            "motion.sliding: no motion has a component that could push the wall; give a record with one as across"
        )
    both_ways = options.ways == "both" or (options.ways == "auto" and not yields.retained)
    observer.begin("Sliding blocks", len(cases))
    found: list[SlidingCase] = []
    rows: list[dict[str, Any]] = []
    histories: list[Table] = []
    for case in cases:
        if case.coefficient <= 0.0:
            found.append(_never_still(case, both_ways))
            observer.advance()
            continue
        worst: tuple[dict[str, Any], Sliding, PreparedMotion] | None = None
        for item in pushed:
            for row, run in _runs(item, case, both_ways):
                rows.append(row)
                if worst is None or row["displacement"] > worst[0]["displacement"]:
                    worst = row, run, item
        assert worst is not None
        found.append(_worst(case, *worst, options, both_ways))
        histories.append(_history(case.name, worst[1], worst[2].motion.step))
        observer.advance()
    observer.end()
    known = {case.name: case for case in cases}
    names = list(histories[0].columns) if histories else []
    return Slid(
        cases=tuple(found),
        runs=Table.of(rows),
        curve=_curve(pushed, [case.coefficient for case in cases if case.coefficient > 0.0], both_ways),
        history=Table({name: np.concatenate([table[name] for table in histories]) for name in names}),
        # what slides without any earthquake fails, whatever is tolerated
        checks=tuple(
            _check(case, options, {item.name: item for item in pushed}, known[case.name])
            for case in found
            if options.allowable is not None or case.yield_coefficient <= 0.0
        ),
    )


def _cases(options: SlidingOptions, yields: Yields) -> tuple[YieldCase, ...]:
    if options.yield_coefficient is not None:
        known = [case.rocking for case in yields.cases if case.rocking is not None]
        rocking = min(known) if known else None
        return (YieldCase(name="given", coefficient=options.yield_coefficient, rocking=rocking),)
    if yields.cases:
        return yields.cases
    if yields.missing:
        raise OptionsError(
            "motion.sliding.yield_coefficient: statics found no coefficient at which the wall slides "
            f"({yields.missing}); give it"
        )
    raise OptionsError(
        "motion.sliding.yield_coefficient: nothing says when the wall starts to slide: give it, or add statics to the "
        "analyses with site.kh or site.acceleration (its critical coefficient of sliding is taken)"
    )


def _runs(item: PreparedMotion, case: YieldCase, both_ways: bool) -> list[tuple[dict[str, Any], Sliding]]:
    """Each component that may push the wall, both ways round: nobody knows which way the next earthquake starts."""
    limit = case.coefficient * STANDARD_GRAVITY
    back = limit if both_ways else None
    runs = []
    for name in item.horizontal:
        samples = item.motion.acceleration[:, item.motion.column(name)]
        for sign in (1.0, -1.0):
            run = slide(sign * samples, item.motion.step, yield_acceleration=limit, yield_backward=back)
            row = {
                "case": case.name,
                "motion": item.name,
                "component": name,
                "reversed": sign < 0.0,
                "displacement": abs(run.final),
                "largest": run.largest,
                "slips": run.slips,
            }
            runs.append((row, run))
    return runs


def _never_still(case: YieldCase, both_ways: bool) -> SlidingCase:
    """A wall that slides without any earthquake."""
    return SlidingCase(
        name=case.name,
        yield_coefficient=0.0,
        level=case.level,
        both_ways=both_ways,
        motion="",
        component="",
        reversed=False,
        displacement=math.inf,
        largest=math.inf,
        slips=0,
        rocks_first=False,
        predictions=(),
    )


def _worst(
    case: YieldCase,
    row: dict[str, Any],
    run: Sliding,
    item: PreparedMotion,
    options: SlidingOptions,
    both_ways: bool,
) -> SlidingCase:
    found = item.measures[item.motion.column(row["component"])]
    predictions: tuple[Prediction, ...] = ()
    if found.pga > 0.0:
        predictions = predict_displacements(
            case.coefficient, found.pga, pgv=found.pgv, arias=found.arias, magnitude=options.magnitude
        )
    return SlidingCase(
        name=case.name,
        yield_coefficient=case.coefficient,
        level=case.level,
        both_ways=both_ways,
        motion=item.name,
        component=row["component"],
        reversed=row["reversed"],
        displacement=row["displacement"],
        largest=row["largest"],
        slips=run.slips,
        rocks_first=case.rocks_first,
        predictions=predictions,
    )


def _history(case: str, run: Sliding, step: float) -> Table:
    count = len(run.displacement)
    times: FloatArray = step * np.arange(count, dtype=np.float64)
    return Table({"case": np.array([case] * count), "time": times, "displacement": run.displacement})


def _curve(motions: Sequence[PreparedMotion], own: list[float], both_ways: bool) -> Table:
    rows = []
    coefficients = np.unique(np.concatenate([_CURVE, own]))
    for item in motions:
        for coefficient in coefficients.tolist():
            case = YieldCase(name="", coefficient=coefficient)
            worst = max(row["displacement"] for row, _ in _runs(item, case, both_ways))
            rows.append({"motion": item.name, "yield_coefficient": coefficient, "displacement": worst})
    return Table.of(rows)


def _check(
    case: SlidingCase, options: SlidingOptions, motions: Mapping[str, PreparedMotion], start: YieldCase
) -> Check:
    worst = motions.get(case.motion)
    peak = None if worst is None else worst.measures[worst.motion.column(case.component)].pga / STANDARD_GRAVITY
    stands = case.yield_coefficient > 0.0
    notes = ["sliding_worst_motion"] if stands else ["slides_at_rest"]
    if case.rocks_first:
        notes.append("rocks_before_sliding")
    if stands and start.still_fill:
        notes.append("static_thrust_only")
    return Check(
        id=f"motion.sliding_block.{case.name}",
        mode="sliding",
        limit_state="damage",
        method=f"sliding_block.{case.name}",
        place=Place(name="joint", level=case.level) if case.level > 0.0 else Place(name="base"),
        demand=case.displacement,
        capacity=options.allowable or 0.0,
        unit="m",
        source="Newmark 1965; exact integration of a rigid block",
        votes=not case.rocks_first and not (stands and start.still_fill),
        basis=Basis(
            driving="weight" if worst is None else "record",
            name=case.motion,
            acceleration=peak,
            body="block",
            way="displacement",
        ),
        notes=tuple(notes),
        family=DECLARATION.family,
        intensity=_intensity(case, options, worst, peak),
        demand_intensity=peak,
        omits=start.omits,
        # shocks that are joined are no motions of their own
        motions=sum(item.kind != "sequence" for item in motions.values()) if stands else None,
    )


def _intensity(
    case: SlidingCase, options: SlidingOptions, worst: PreparedMotion | None, peak: float | None
) -> float | None:
    """Peak acceleration over g to which the worst motion is scaled where the block slides as far as is tolerated.

    0 for a wall that slides without any earthquake; None where that would be beyond 3 g.
    """
    if case.yield_coefficient <= 0.0:
        return 0.0
    allowable = options.allowable
    if worst is None or peak is None or peak <= 0.0 or allowable is None:
        return None
    samples = worst.motion.acceleration[:, worst.motion.column(case.component)] * (-1.0 if case.reversed else 1.0)
    limit = case.yield_coefficient * STANDARD_GRAVITY

    def excess(intensity: float) -> float:
        run = slide(
            intensity / peak * samples,
            worst.motion.step,
            yield_acceleration=limit,
            yield_backward=limit if case.both_ways else None,
        )
        return abs(run.final) - allowable

    # below its yield coefficient the block does not slide; what it has slid may come back where it slides both ways
    tried = np.geomspace(min(case.yield_coefficient, 3.0), 3.0, 60).tolist()
    for low, high in pairwise(tried):
        if excess(high) >= 0.0:
            return _bisected(excess, low, high)
    return None


def _bisected(excess: Callable[[float], float], low: float, high: float) -> float:
    """First intensity between ``low``, where ``excess`` is negative, and ``high`` at which it is not, to 1e-9."""
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if excess(middle) >= 0.0 else (middle, high)
    return high
