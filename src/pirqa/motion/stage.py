"""The motion stage: from files and signals to motions that can drive a wall, with spectra, measures and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.compiled import is_first_use
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Table
from pirqa.motion.design_spectrum import DesignSpectrum, design_spectra
from pirqa.motion.options import MotionOptions
from pirqa.motion.prepare import prepare_record, prepare_sequence, prepare_set, prepare_signal
from pirqa.motion.result import DesignCurve, MotionResult, PreparedMotion
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.sliding_block import slide
from pirqa.motion.sliding_stage import Yields, slide_all
from pirqa.motion.spectra import response_spectrum, rotated_spectrum
from pirqa.motion.synthetic.matching import match_spectrum
from pirqa.motion.synthetic.options import ArtificialOptions
from pirqa.progress import SILENT, Observer

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
