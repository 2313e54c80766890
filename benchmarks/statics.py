"""Speed of the statics: a million sampled walls, a whole assessment, a sweep; beside OpenTURNS and plain loops.

All samplers answer one question: how often the terrace wall of the Inka walls paper fails at kh = 0.15 (Whitman's
thrust, five uncertain inputs). A timing only counts if their answers agree.
"""

from __future__ import annotations

import itertools
import math
import platform
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import openturns as ot

import pirqa
from benchmarks.harness import ROOT, Row, race
from pirqa.model import Backfill, JointProperties, Site, Support, Wall
from pirqa.statics import Reliability, StaticsOptions, Study, Variable
from pirqa.statics.inputs import sweep, vary
from pirqa.statics.pseudo_static import MODES, cases_for, weakest_factors
from pirqa.statics.reliability import simulate

EXAMPLE = ROOT / "examples" / "machu_picchu" / "project.toml"
SAMPLES = 1_000_000
LOOP_SAMPLES = 20_000
BLOCK = 1000
"""Samples OpenTURNS evaluates at once: none from 10² to 10⁶ is faster, as its arrays then stay in the cache."""
POINTS = 1000

HEIGHT, KH = 1.68, 0.15
PHI, PHI_SD = math.radians(40), math.radians(3)
DELTA, DELTA_SD = math.radians(30), math.radians(2)
SOIL, SOIL_COV = 15.7e3, 0.07
STONE, STONE_COV = 23.6e3, 0.05
THIN, THICK = 0.70, 0.85

EQUATIONS = f"""
var H := {HEIGHT!r};
var kh := {KH!r};
var W := stone * t * H;
var q := tan({math.pi / 4!r} - phi / 2);
var P := 0.5 * soil * H * H * (q * q + 0.75 * kh);
factor := min(W * tan(delta) / (P + kh * W), 0.5 * W * t / (0.6 * H * P + 0.5 * kh * W * H));
"""
"""The paper's factors at the base, the least of sliding and overturning, for OpenTURNS to compile."""


def run() -> list[Row]:
    """All rows; first the samplers, which share their repeats."""
    ot.TBB.Disable()
    return [*_monte_carlo(), _assessment(), _sweep()]


def terrace_wall(courses: int) -> Wall:
    """The wall of the example with its nominal values."""
    return Wall.prismatic(
        height=HEIGHT,
        thickness=0.762,
        unit_weight=STONE,
        support=Support(kind="rock", friction_angle=DELTA),
        joints=JointProperties(friction_angle=math.radians(30)),
        courses=courses,
        backfill=Backfill(unit_weight=SOIL, friction_angle=PHI),
    )


def sampled_by_pirqa(courses: int) -> float:
    """Probability of failure by the public function."""
    variables = (
        Variable(input="backfill.friction_angle", distribution="normal", mean=PHI, sd=PHI_SD),
        Variable(input="backfill.unit_weight", distribution="normal", mean=SOIL, cov=SOIL_COV),
        Variable(input="materials.stone.unit_weight", distribution="normal", mean=STONE, cov=STONE_COV),
        Variable(input="base.friction_angle", distribution="normal", mean=DELTA, sd=DELTA_SD),
        Variable(input="wall.thickness", distribution="uniform", low=THIN, high=THICK),
    )
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("whitman",))
    asked = Reliability(variables=variables, samples=SAMPLES, method="pseudo_static", thrust="whitman")
    return simulate(terrace_wall(courses), Site(kh=KH), options, asked).probability().probability


def _openturns_parts() -> tuple[Any, Any]:
    distribution = ot.JointDistribution(
        [
            ot.Normal(PHI, PHI_SD),
            ot.Normal(SOIL, SOIL * SOIL_COV),
            ot.Normal(STONE, STONE * STONE_COV),
            ot.Normal(DELTA, DELTA_SD),
            ot.Uniform(THIN, THICK),
        ]
    )
    return distribution, ot.SymbolicFunction(["phi", "soil", "stone", "delta", "t"], ["factor"], EQUATIONS)


def sampled_by_openturns() -> float:
    """Probability of failure by OpenTURNS' own simulation: sample, function and count, block by block."""
    distribution, factor = _openturns_parts()
    output = ot.CompositeRandomVector(factor, ot.RandomVector(distribution))
    algorithm = ot.ProbabilitySimulationAlgorithm(ot.ThresholdEvent(output, ot.Less(), 1.0), ot.MonteCarloExperiment())
    algorithm.setBlockSize(BLOCK)
    algorithm.setMaximumOuterSampling(SAMPLES // BLOCK)
    algorithm.setMaximumCoefficientOfVariation(0.0)  # never content before the last sample
    algorithm.run()
    result = algorithm.getResult()
    if result.getOuterSampling() * result.getBlockSize() != SAMPLES:
        raise RuntimeError("OpenTURNS stopped before its last sample")
    return float(result.getProbabilityEstimate())


def sampled_by_openturns_at_once() -> float:
    """The same with one array of all samples, as many scripts do it."""
    distribution, factor = _openturns_parts()
    return float(np.mean(np.asarray(factor(distribution.getSample(SAMPLES))) < 1.0))


def sampled_by_loop() -> float:
    """Probability of failure as a spreadsheet finds it, one wall after the other."""
    generator = random.Random(1)
    failures = 0
    for _ in range(LOOP_SAMPLES):
        phi, delta = generator.gauss(PHI, PHI_SD), generator.gauss(DELTA, DELTA_SD)
        soil, stone = generator.gauss(SOIL, SOIL * SOIL_COV), generator.gauss(STONE, STONE * STONE_COV)
        t = generator.uniform(THIN, THICK)
        W = stone * t * HEIGHT
        KA = math.tan(math.pi / 4 - phi / 2) ** 2
        P = 0.5 * soil * HEIGHT**2 * (KA + 0.75 * KH)
        sliding = W * math.tan(delta) / (P + KH * W)
        overturning = W * t / 2 / (0.6 * HEIGHT * P + KH * W * HEIGHT / 2)
        failures += min(sliding, overturning) < 1.0
    return failures / LOOP_SAMPLES


def _agree(ours: float, other: float, samples: int) -> str:
    """Both probabilities in words; refuses them where they differ by more than 5 standard errors."""
    error = math.sqrt(ours * (1.0 - ours) * (1.0 / SAMPLES + 1.0 / samples))
    if abs(ours - other) > 5.0 * error:
        raise RuntimeError(f"P(failure) {ours:.5f} and {other:.5f} differ by more than 5 standard errors ({error:.2g})")
    return f"P(failure) {ours:.4f}, peer {other:.4f}"


def _monte_carlo() -> list[Row]:
    ot.RandomGenerator.SetSeed(1)
    wall, base, blocks, at_once, loop = race(
        lambda: sampled_by_pirqa(5),
        lambda: sampled_by_pirqa(1),
        sampled_by_openturns,
        sampled_by_openturns_at_once,
        sampled_by_loop,
        repeats=9,
    )
    _agree(base.result, at_once.result, SAMPLES)
    peer: dict[str, Any] = {"peer": "OpenTURNS", "peer_version": ot.__version__, "peer_value": blocks.seconds}
    script: dict[str, Any] = {"peer": "a loop in Python", "peer_version": platform.python_version()}
    return [
        Row(
            id="monte_carlo.machu_picchu",
            value=wall.seconds,
            target=2.0,
            **peer,
            note=f"{SAMPLES:,} samples. pirqa evaluates all five joints, the peer the base joint only. "
            + _agree(wall.result, blocks.result, SAMPLES),
        ),
        Row(
            id="monte_carlo.base_joint",
            value=base.seconds,
            **peer,
            note=f"Like for like: {SAMPLES:,} samples, one course, base joint only. The peer in blocks of {BLOCK}, its "
            f"fastest way; in one array it takes {at_once.seconds:.3g} s. "
            + _agree(base.result, blocks.result, SAMPLES),
        ),
        Row(
            id="monte_carlo.loop",
            value=wall.seconds,
            **script,
            peer_value=loop.seconds * (SAMPLES / LOOP_SAMPLES),
            note=f"The peer timed on {LOOP_SAMPLES:,} samples, base joint only, and scaled up to {SAMPLES:,}; "
            "pirqa as in the first row. " + _agree(wall.result, loop.result, LOOP_SAMPLES),
        ),
    ]


def _assessment() -> Row:
    with tempfile.TemporaryDirectory() as parent:
        number = itertools.count()
        (whole,) = race(lambda: pirqa.assess(EXAMPLE, Path(parent) / str(next(number))), repeats=7)
    return Row(
        id="assess.machu_picchu",
        value=whole.seconds,
        target=10.0,
        note="Project file to report, in a fresh folder, after one warm-up in the same process",
    )


def _sweep() -> Row:
    project = pirqa.read_project(EXAMPLE)
    wall, site, options = project.wall, project.site, project.options["statics"]
    study = Study(input="wall.thickness", start=0.762, stop=1.0, points=POINTS)

    def one_by_one() -> Any:
        factors: list[list[list[Any]]] = []
        for value in np.linspace(study.start, study.stop, study.points).tolist():
            thicker, place = vary(wall, site, {study.input: value})
            cases = [weakest_factors(thicker, case, options) for case in cases_for(thicker, place, options)]
            factors.append([[case[mode] for mode in MODES] for case in cases])
        return np.array(factors, dtype=float)

    together, single = race(lambda: sweep(wall, site, options, study), one_by_one, repeats=5)
    points, cases, modes = single.result.shape
    np.testing.assert_allclose(
        together.result.curves["factor"].reshape(cases, modes, points), np.moveaxis(single.result, 0, -1), rtol=1e-12
    )
    return Row(
        id="sweep.thickness",
        value=together.seconds,
        peer="pirqa, one value at a time",
        peer_version=pirqa.__version__,
        peer_value=single.seconds,
        note=f"{POINTS:,} values, all {cases} cases of the example, five joints; the same factors to 12 digits",
    )
