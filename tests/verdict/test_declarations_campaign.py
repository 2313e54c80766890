"""Trials of effects that the soil stage, the incremental dynamic analysis and a campaign's fragility include.

They run the engine of the other methods on stones; each trial reads the capacity off its own results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pirqa.dynamics import simulate
from pirqa.experiments.campaign.fragility import fit_fragility
from pirqa.experiments.campaign.incremental import CornerRanges, IdaOptions, run_ida
from pirqa.experiments.damage import outcome_of
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.pressure import soil_behind
from pirqa.model import Backfill, Support
from pirqa.model.check import Effect
from pirqa.project.stages import declarations
from pirqa.units import STANDARD_GRAVITY
from tests.verdict.test_declarations_stones import MOTION, OF_A_RUN, QUICK, SHAKEN, TOLERANCE, Subject, shock

Trial = tuple[Subject, Subject, int]
OF_MOTIONS: Mapping[Effect, Trial] = {effect: trial for effect, trial in SHAKEN.items() if effect not in OF_A_RUN}
SOIL = LADDERS = FRAGILITY = OF_MOTIONS
"""Trials of each family; what single runs include is stated by their checks."""
LITTLE = Backfill(unit_weight=5e3, friction_angle=math.radians(44.0), height=0.3)
"""A fill that pushes with less than a hundredth of the weight of the stones."""
PERIODS = (0.9, 1.1, 1.25, 1.4, 1.6)
KNOWN = CornerRanges(normal_stiffness=(1.0, 1.0), friction=(1.0, 1.0), damping=(1.0, 1.0))


def bisected(stands: Callable[[float], bool], ratio: float) -> list[tuple[float, bool]]:
    """Return the levels [g] that a search of the falling level visits, and whether the wall stood."""
    low, high = 0.03, 3.0
    found = []
    while high / low > ratio:
        level = math.sqrt(low * high)
        found.append((level, stands(level)))
        low, high = (level, high) if found[-1][1] else (low, level)
    return found


def before_fill(subject: Subject) -> float:
    """Peak acceleration at which a stone falls [g], with soil behind the wall."""
    friction = subject.wall.joints.friction_angle
    wall = replace(subject.wall, backfill=LITTLE, support=Support(kind="rock", friction_angle=friction))
    soil = soil_behind(wall, SoilOptions())

    def stands(level: float) -> bool:
        run = simulate(wall, shock(subject, level), QUICK, struts=subject.struts, soil=soil)
        return outcome_of(run, wall).stands

    return max(level for level, stood in bisected(stands, 1.02) if stood)


@cache
def _median(key: int) -> float:
    subject = _SUBJECTS[key]
    rows = []
    for number, period in enumerate(PERIODS):

        def stands(level: float, period: float = period) -> bool:
            motion = shock(subject, level)
            # the same pulse, slower or faster
            scale = period / 1.25
            motion = replace(
                motion, step=motion.step * scale, initial_velocity=np.asarray(motion.initial_velocity) * scale
            )
            run = simulate(subject.wall, motion, QUICK, struts=subject.struts)
            return outcome_of(run, subject.wall).stands

        rows += [(level, not stood, number) for level, stood in bisected(stands, 1.03)]
    values, fell, records = (np.array(column) for column in zip(*rows, strict=True))
    fit = fit_fragility(values, fell, records, replicates=50)
    # where one level parts all runs, the median is known between its neighbours
    return float(fit.theta if math.isfinite(fit.theta) else math.sqrt(math.prod(fit.theta_interval)))


_SUBJECTS: dict[int, Subject] = {}


def median(subject: Subject) -> float:
    """Median peak acceleration of falling [g] under pulses of five periods, by maximum likelihood."""
    _SUBJECTS[id(subject)] = subject
    return _median(id(subject))


def on_a_ladder(subject: Subject) -> float:
    """Capacity of the incremental dynamic analysis under the shock [g]: a stone falls."""
    options = IdaOptions(corners=KNOWN, film=False, ratio=1.02, least=0.1, most=9.0)
    dynamics = DynamicsOptions(simulation=QUICK, struts=subject.struts)
    done = run_ida(
        subject.wall, options, dynamics, {"shock": shock(subject, 0.3)}, demand=0.3 * STANDARD_GRAVITY, workers=1
    )
    (state,) = (item for item in done.states if item.limit_state == "stones_fall")
    return state.capacities[0].estimate / STANDARD_GRAVITY


def assert_moves(capacity: Callable[[Subject], float], trial: Trial) -> None:
    without, with_it, way = trial
    old, new = capacity(without), capacity(with_it)
    assert way * (new / old - 1.0) > TOLERANCE, (old, new)


@pytest.mark.long
@pytest.mark.parametrize("effect", SOIL)
def test_an_included_effect_moves_the_wall_before_its_fill(effect):
    assert_moves(before_fill, SOIL[effect])


@pytest.mark.long
@pytest.mark.parametrize("effect", FRAGILITY)
def test_an_included_effect_moves_the_median_of_the_fragility(effect):
    assert_moves(median, FRAGILITY[effect])


@pytest.mark.long
@pytest.mark.parametrize("effect", LADDERS)
def test_an_included_effect_moves_the_capacity_on_the_ladder(effect):
    assert_moves(on_a_ladder, LADDERS[effect])


@pytest.mark.parametrize("family", ["ida", "campaign"])
def test_families_of_stones_under_motions_declare_the_same_effects(family):
    assert declarations()[family].effects == MOTION.effects
