"""Random walls of all shapes against :mod:`tests.statics.oracle`."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.model import Backfill, Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import StaticsOptions
from pirqa.statics.earth_pressure import Loading
from pirqa.statics.inputs import inputs_of, vary
from pirqa.statics.pseudo_static import cases_for, joint_states, weakest_factors
from tests.statics import oracle


def random_wall(dice: random.Random) -> Wall:
    """One to three zones, battered, tapered or stepped, with or without a fill of any kind; retried until possible."""
    while True:
        try:
            return _try_wall(dice)
        except ModelError:
            continue


def _try_wall(dice: random.Random) -> Wall:
    draw = dice.uniform
    height, count = draw(0.8, 5.0), dice.choice([1, 1, 2, 3])
    cuts = sorted([0.0, height, *(draw(0.15, 0.85) * height for _ in range(count - 1))])
    zones, thickness = [], draw(0.4, 2.2)
    for number in range(count):
        shape = dice.choice(["plain", "taper", "batter"])
        more = {}
        if shape == "taper":
            more = {"thickness_top": thickness * draw(0.5, 1.0)}
        if shape == "batter":
            more = {"front_batter": draw(-0.05, 0.2), "back_batter": draw(-0.2, 0.3)}
        zones.append(
            Zone(
                name=f"zone {number}",
                material=dice.choice(["stone", "rubble"]),
                bottom=cuts[number],
                top=cuts[number + 1],
                thickness=thickness,
                flush=dice.choice(["front", "back", "centre"]),
                **more,
            )
        )
        thickness *= draw(0.5, 1.0)
    phi = math.radians(draw(30, 44))
    fill_height = dice.choice([None, draw(0.2, 1.0) * height])
    water = dice.choice([0.0, draw(0, 1) * (fill_height or height)])
    fill = Backfill(
        unit_weight=draw(14e3, 18e3),
        friction_angle=phi,
        wall_friction=draw(0, 0.8) * phi,
        slope=dice.choice([0.0, draw(0, 0.3) * phi]),
        height=fill_height,
        water_level=water,
        saturated_unit_weight=draw(18.5e3, 21.5e3) if water else None,
        surcharge=dice.choice([0.0, draw(0, 20e3)]),
    )
    return Wall(
        envelope=Envelope(zones=tuple(zones), courses=dice.choice([1, 3])),
        materials={"stone": Material(unit_weight=draw(18e3, 28e3)), "rubble": Material(unit_weight=draw(16e3, 26e3))},
        support=Support(kind="rock", friction_angle=draw(0.3, 0.7)),
        joints=JointProperties(friction_angle=draw(0.3, 0.7)),
        backfill=dice.choice([fill, fill, fill, None]),
    )


@pytest.mark.parametrize("seed", range(24))
def test_factors_at_every_joint(seed):
    dice = random.Random(seed)
    wall = random_wall(dice)
    level_fill = wall.backfill is None or wall.backfill.slope == 0.0
    theories = ["rankine", "coulomb", "seed_whitman", "mononobe_okabe", *(["whitman"] if level_fill else [])]
    options = StaticsOptions(
        methods=("static", "pseudo_static"),
        thrusts=(dice.choice(theories), dice.choice(theories)),
        water=dice.choice(["pervious", "impervious"]),
        uplift=dice.choice([True, False]),
    )
    site = Site(kh=dice.uniform(0, 0.12), kv=dice.choice([0.0, 0.08]))
    for case in cases_for(wall, site, options):
        signs = {"outward": [1.0, -1.0] if case.kv else [0.0], "inward": [1.0, -1.0] if case.kv else [0.0]}
        seen: dict[tuple[int, str], int] = {}
        for state in joint_states(wall, case, options):
            turn = seen.get((state.joint, state.direction), 0)
            seen[state.joint, state.direction] = turn + 1
            kv = signs[state.direction][turn] * case.kv
            inward = state.direction == "inward"
            fill = None if inward else wall.backfill
            load = Loading(theory=case.thrust, kh=case.soil, kv=kv, water=options.water, uplift=options.uplift)
            found = oracle.factors(
                state.section.mirrored() if inward else state.section,
                state.joint,
                wall.joint_friction(state.joint),
                case.inertia,
                kv,
                fill,
                load if fill is not None else None,
            )
            ours = float(state.equilibrium.sliding_factor), float(state.equilibrium.overturning_factor)
            assert ours == pytest.approx(found, rel=1e-6), (case.name, state.joint, state.direction)


@pytest.mark.parametrize("seed", range(100, 112))
def test_an_array_of_walls_is_many_single_walls(seed):
    dice = random.Random(seed)
    wall, site = random_wall(dice), Site(kh=0.08, kv=0.04)
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("coulomb", "rankine"))
    for key, target in inputs_of(wall, site).items():
        values = np.array([0.0, 0.02, 0.05]) if target.value == 0.0 else target.value * np.array([0.93, 0.99, 1.0])
        try:
            many, place = vary(wall, site, {key: values})
        except OptionsError:
            continue  # an impossible wall among them
        for case in cases_for(many, place, options):
            together = weakest_factors(many, case, options)
            for index, value in enumerate(values):
                one, there = vary(wall, site, {key: float(value)})
                alone = next(item for item in cases_for(one, there, options) if item.name == case.name)
                for mode, factor in weakest_factors(one, alone, options).items():
                    assert np.broadcast_to(together[mode], 3)[index] == pytest.approx(float(factor), rel=1e-9), key


def test_oracle_knows_the_paper(terrace_wall):
    load = Loading(theory="whitman", kh=0.15, kv=0.0, water="pervious", uplift=True)
    found = oracle.factors(terrace_wall.section(), 0, math.radians(30), 0.15, 0.0, terrace_wall.backfill, load)
    assert found == pytest.approx((1.473, 1.030), abs=5e-4)
    free = replace(terrace_wall, backfill=None)
    assert oracle.factors(free.section(), 0, 0.5, 0.1, 0.0, None, None)[1] == pytest.approx(0.762 / 1.68 / 0.1)
