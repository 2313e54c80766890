"""Many walls at once, and each by itself through the limit and codes stages: the same numbers."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest

from pirqa.codes import CodesOptions, verify_mechanisms
from pirqa.codes.screening import ScreeningOptions, Walls, screen
from pirqa.codes.screening.stage import compare
from pirqa.limit import LimitOptions, analyse, mechanism
from pirqa.limit.options import LimitStrut
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.support import Backfill, Support
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import E030, E0302003, DesignSpectra
from pirqa.project.stages.limit import FillThrust
from pirqa.statics.options import StaticsOptions

COUNT = 30
SUPERSEDED = {"rule_superseded", "spectrum_superseded"}
BESIDE = {"linear_form_beside", "confidence_factor_beside"}
STATES = {"onset": "onset", "damage": "damage", "wall_falls": "collapse"}
CODES = CodesOptions(
    spectra=DesignSpectra(e030_2018=E030(zone=2, soil="S2"), e030_2003=E0302003(zone=2, soil="S2")),
    structure_period=0.45,
)


def random_walls() -> Walls:
    """A third each of plain or tapered, stepped, and retaining walls; some with struts."""
    generator = np.random.default_rng(8)
    kind = np.arange(COUNT) % 3
    height = generator.uniform(1.5, 8.0, COUNT)
    thickness = height * generator.uniform(0.15, 0.45, COUNT)
    narrow = thickness * generator.uniform(0.4, 0.95, COUNT)
    tapered = (kind == 0) & (generator.random(COUNT) < 0.6)
    stepped, filled = kind == 1, kind == 2
    strut = ~filled & (generator.random(COUNT) < 0.4)
    faces = generator.choice(["front", "back", "centre"], COUNT)
    return Walls.of(
        name=[f"W{index}" for index in range(COUNT)],
        height=height,
        thickness=np.where(filled, 1.3 * thickness, thickness),
        thickness_top=np.where(stepped | tapered, narrow, np.nan),
        step_level=np.where(stepped, height * generator.uniform(0.3, 0.8, COUNT), np.nan),
        flush=faces,
        length=np.full(COUNT, 10.0),
        unit_weight=generator.uniform(18e3, 26e3, COUNT),
        strut_force=np.where(strut, generator.uniform(1e3, 8e3, COUNT), np.nan),
        strut_level=np.where(strut, 0.9 * height, np.nan),
        strut_side=np.where(strut, generator.choice(["front", "back"], COUNT), ""),
        strut_lasts=np.where(generator.random(COUNT) < 0.5, "yes", "no"),
        fill_height=np.where(filled, height * generator.uniform(0.3, 0.8, COUNT), np.nan),
        fill_friction_angle=np.where(filled, generator.uniform(0.5, 0.7, COUNT), np.nan),
        fill_unit_weight=np.where(filled, 16e3, np.nan),
    )


def by_itself(walls: Walls, index: int):
    one = walls.only(np.array([index]))

    def get(name):
        value = getattr(one, name)[0]
        return None if isinstance(value, float) and math.isnan(value) else value

    flush, top, step = str(get("flush")), get("thickness_top"), get("step_level")
    height, thickness = float(get("height")), float(get("thickness"))
    if step is None:
        zones = [
            Zone(name="all", material="s", bottom=0.0, top=height, thickness=thickness, thickness_top=top, flush=flush)
        ]
    else:
        zones = [
            Zone(name="low", material="s", bottom=0.0, top=step, thickness=thickness),
            Zone(name="high", material="s", bottom=step, top=height, thickness=top, flush=flush),
        ]
    fill = get("fill_height")
    wall = Wall(
        envelope=Envelope(zones=tuple(zones), length=10.0),
        materials={"s": Material(unit_weight=float(get("unit_weight")))},
        support=Support(kind="rock", friction_angle=0.5),
        joints=JointProperties(friction_angle=0.5),
        backfill=None
        if fill is None
        else Backfill(
            unit_weight=float(get("fill_unit_weight")),
            friction_angle=float(get("fill_friction_angle")),
            height=float(fill),
        ),
    )
    struts = {}
    if get("strut_force") is not None:
        struts["s"] = LimitStrut(
            level=float(get("strut_level")),
            side=str(get("strut_side")),
            capacity=10.0 * float(get("strut_force")),
            lasts=str(get("strut_lasts")) == "yes",
        )
    thrust = None if fill is None else FillThrust(wall=wall, statics=StaticsOptions())
    return analyse(wall, LimitOptions(struts=struts, backfill="static"), thrust=thrust)


@pytest.fixture(scope="module")
def walls():
    return random_walls()


@pytest.fixture(scope="module")
def screened(walls):
    return screen(walls, CODES, ScreeningOptions(fill_thrust="static"))


@pytest.mark.parametrize("index", range(COUNT))
def test_each_wall_by_itself_says_the_same(walls, screened, index, monkeypatch):
    # the limit stage reads its curve between 81 points, which costs up to 1e-5; with finer ones the two meet
    monkeypatch.setattr(mechanism, "_POINTS", 641)
    found = by_itself(walls, index)
    step = walls.step_level[index]
    verified = verify_mechanisms(found.mechanisms, CODES)
    expected = {
        (row.mechanism, row.rule, row.spectrum, row.measure): (row.demand, row.capacity)
        for row in verified.verifications
        if row.governs
    }
    name = f"W{index}"
    ours = {}
    for row in screened.checks.where(name=name).rows():
        at = "base" if row["mechanism"].endswith("base") else f"{step:.2f}m"
        key = (row["mechanism"].rpartition(".")[0] + f".{at}", row["rule"], row["spectrum"], row["measure"])
        if row["rule"] != "activation":  # of which a verdict on one wall keeps only the worst
            ours[key] = (row["demand"], row["capacity"])
    assert set(ours) == set(expected)
    for key, numbers in expected.items():
        assert ours[key] == pytest.approx(numbers, rel=1e-6), key
    row = screened.walls.where(name=name).rows()[0]
    # a screening compares ratios with 1: superseded rules and spectra count, omissions do not
    kept = [
        check
        for check in verified.checks
        if (check.votes or SUPERSEDED & set(check.notes)) and not BESIDE & set(check.notes)
    ]
    for state, column in STATES.items():
        ratios: dict[str, float] = defaultdict(lambda: math.inf)
        for check in kept:
            if check.limit_state == state:
                ratios[check.method] = min(ratios[check.method], check.ratio)
        assert row[column] == compare([np.array([ratio]) for ratio in ratios.values()] or [np.array([math.nan])])[0]
    lowest = defaultdict(lambda: math.inf)
    for check in kept:
        lowest[check.limit_state] = min(lowest[check.limit_state], check.ratio)
    linear = [item.factor for item in verified.verifications if item.governs and item.measure == "acceleration"]
    assert row["start_ratio"] == pytest.approx(lowest["onset"], rel=1e-6)
    assert row["acceleration_ratio"] == pytest.approx(min(linear), rel=1e-6)
    assert row["displacement_ratio"] == pytest.approx(lowest["wall_falls"], rel=1e-6)
