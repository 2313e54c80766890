"""Infill between two leaves: as springs that push as much as the infill would, and as stones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from pirqa.dynamics import SimulationOptions, TiltOptions
from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.damage import half_thickness
from pirqa.experiments.leaves import four_points, infill_springs
from pirqa.experiments.options import DynamicsOptions, InfillOptions
from pirqa.experiments.shaking import run_dynamics
from pirqa.model import JointException, JointProperties, Leaf, Material, Wall
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.options import LeafBond
from tests.experiments.test_shaking import QUICK, keys, pulse

JOINTS = JointProperties(
    friction_angle=math.atan(0.6), normal_stiffness=2e8, tangential_stiffness=1e8, damping_ratio=0.3
)
FACE = GenerateOptions(pattern="running_bond", length=1.8, height=0.9, courses=3, unit_length=0.6)
AROUND = Surroundings(materials={"stone": Material(unit_weight=22e3)}, joints=JOINTS)
SPRINGS = InfillOptions(modulus=1e7)


def two_leaves(*, stones: bool = False, bonds: bool = True) -> Wall:
    """Leaves of 0.3 and 0.25 m, 1.8 × 0.9 m, with 0.4 m of infill between them; the lowest courses fixed."""
    leaves = (
        Leaf(name="front", thickness=0.3, stones=True),
        Leaf(name="infill", thickness=0.4, stones=stones),
        Leaf(name="back", thickness=0.25, stones=True),
    )
    own = {"back": LeafBond(pattern="ashlar", stones=7, courses=2, seed=2)} if bonds else {}
    own |= {"infill": LeafBond(stones=8, seed=3)} if stones else {}
    # infill of stones would run out at the ends
    guided = "sides" if stones else "none"
    options = SurveyOptions(generate=FACE, leaves=leaves, bonds=own, fixed="base", guided=guided)
    return survey(options, around=AROUND).wall


@pytest.fixture(scope="module")
def wall() -> Wall:
    return two_leaves()


@pytest.mark.parametrize("bonds", [False, True])
def test_springs_are_as_stiff_as_the_infill(bonds):
    (springs,) = infill_springs(two_leaves(bonds=bonds), InfillOptions(modulus=1e7, strength=1e5))
    assert (springs.near, springs.far) == ("front", "back")
    assert springs.area == pytest.approx(1.8 * 0.9, rel=1e-9)
    stiffness = np.array([strut.stiffness for strut in springs.struts])
    z = np.array([strut.point[2] for strut in springs.struts])
    # against squeezing and against turning about the foot: E·A/t and E·I/t, I = length·height³/3
    assert stiffness.sum() == pytest.approx(1e7 * 1.8 * 0.9 / 0.4, rel=1e-9)
    assert stiffness @ z**2 == pytest.approx(1e7 / 0.4 * 1.8 * 0.9**3 / 3.0, rel=1e-9)
    assert sum(strut.strength for strut in springs.struts) == pytest.approx(1e5 * 1.8 * 0.9, rel=1e-9)
    for strut in springs.struts:
        assert (strut.kind, strut.point[1]) == ("wedged", pytest.approx(0.3))
        assert strut.other_point == pytest.approx((strut.point[0], 0.7, strut.point[2]))
        assert (strut.stone, "/back" in strut.other) == (strut.stone.split("/")[0], True)


@pytest.mark.parametrize("seed", range(5))
def test_four_points_weigh_as_their_polygon(seed):
    random = np.random.default_rng(seed)
    corners = random.uniform(-1.0, 1.0, (3 + 3 * seed, 2)) @ np.diag([1.0, 0.1 ** (seed % 3)])
    polygon = shapely.geometry.polygon.orient(shapely.MultiPoint(corners + 5.0).convex_hull)
    ring = np.asarray(polygon.exterior.coords)[:-1]
    points = four_points(ring)
    assert points.mean(axis=0) == pytest.approx(np.array(polygon.centroid.coords[0]), rel=1e-9)
    # second moments by sampling its triangles at the middles of their sides, which is exact
    triangles = np.array([[ring[0], ring[k], ring[k + 1]] for k in range(1, len(ring) - 1)])
    (x, y), (u, w) = (triangles[:, 1] - triangles[:, 0]).T, (triangles[:, 2] - triangles[:, 0]).T
    areas = 0.5 * np.abs(x * w - y * u)
    middles = 0.5 * (triangles + np.roll(triangles, -1, axis=1))
    moments = np.einsum("t,tmi,tmj->ij", areas / 3.0, middles, middles) / areas.sum()
    assert points.T @ points / 4.0 == pytest.approx(moments, rel=1e-9)
    assert shapely.contains_xy(polygon.buffer(1e-9), points).all()
    assert four_points(ring[::-1]).mean(axis=0) == pytest.approx(points.mean(axis=0))


def test_springs_hold_the_leaf_that_leans_on_them(wall):
    """Tilted to the back by more than a leaf of 0.25 m can bear alone, both stand on their common infill."""
    tilt = TiltOptions(to=math.radians(10.0), rate=math.radians(10.0), towards="back")
    asked = DynamicsOptions(tilt=tilt, infill=SPRINGS, simulation=QUICK)
    result = run_dynamics(wall, asked, {})
    (run,) = result.runs
    assert result.outcomes[0].collapse == "none"
    (row,) = result.struts.rows()
    assert (row["strut"], row["kind"], row["stone"], row["other"]) == ("infill", "infill", "front", "back")
    assert row["stiffness"] == pytest.approx(1e7 * 1.8 * 0.9 / 0.4)
    assert row["strength"] == math.inf
    assert row["push"] > 0.0
    assert run.strut_force.max() <= 0.0, "infill does not pull"
    assert {"infill_springs"} <= keys(result)
    assert result.half_thickness == pytest.approx(0.125)


def test_struts_and_infill_together(wall):
    strut = replace(infill_springs(wall, SPRINGS)[0].struts[0], name="prop", kind="strut")
    asked = DynamicsOptions(struts=(strut,), infill=SPRINGS, simulation=QUICK)
    result = run_dynamics(wall, asked, {"pulse": pulse(1.0)})
    assert [(row["strut"], row["kind"]) for row in result.struts.rows()] == [("prop", "strut"), ("infill", "infill")]
    assert len(asked.struts_on(wall)) == 1 + len(infill_springs(wall, SPRINGS)[0].struts)
    assert DynamicsOptions().struts_on(wall) == ()


def test_infill_that_is_left_out_is_told(wall):
    result = run_dynamics(wall, DynamicsOptions(simulation=QUICK), {"pulse": pulse(1.0)})
    (said,) = (remark for remark in result.remarks if remark.key == "infill_left_out")
    assert (said.text, said.amount) == ("infill", 0.4)
    assert len(result.struts) == 0


def test_infill_of_stones_is_shaken():
    wall = two_leaves(stones=True)
    soft = JointException(between=("front", "infill"), normal_stiffness=5e7, friction_angle=0.4)
    asked = DynamicsOptions(simulation=QUICK)
    held = replace(wall, joints=replace(JOINTS, exceptions=(soft,)))
    result = run_dynamics(held, asked, {"pulse": pulse(1.0)})
    (run,) = result.runs
    assert result.outcomes[0].collapse == "none"
    assert run.reliable
    assert run.settled.push[2] == pytest.approx(-run.settled.weight, rel=1e-5)
    plain = run_dynamics(wall, asked, {"pulse": pulse(1.0)}).runs[0]
    assert not np.array_equal(run.peak, plain.peak), "the joints between two zones have properties of their own"
    unknown = replace(wall, joints=replace(JOINTS, exceptions=(replace(soft, between=("front", "infil")),)))
    with pytest.raises(ModelError, match='no stone or zone is called "infil"; did you mean'):
        run_dynamics(unknown, asked, {"pulse": pulse(1.0)})


def test_the_thinner_outer_leaf_counts(wall):
    assert half_thickness(wall) == pytest.approx(0.125)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"between": ("front", "bak")}, 'between: no leaf or zone with stones is called "bak"; did you mean "back"'),
        ({"between": ("front", "infill")}, 'no leaf or zone with stones is called "infill"'),
        ({"between": ("back", "front")}, "leave no room for infill"),
    ],
)
def test_bad_leaves(wall, options, message):
    with pytest.raises((OptionsError, ModelError), match=message):
        infill_springs(wall, InfillOptions(modulus=1e7, **options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modulus": 0.0}, r"dynamics\.infill\.modulus must be greater than 0"),
        ({"modulus": 1e7, "strength": -1.0}, r"dynamics\.infill\.strength must be greater than 0"),
        ({"modulus": 1e7, "between": ("front",)}, "needs two names of leaves, not 1"),
        ({"modulus": 1e7, "between": ("front", "front")}, 'names "front" twice'),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ModelError, match=message):
        InfillOptions(**options)


def test_springs_need_two_leaves():
    single = survey(SurveyOptions(generate=FACE, thickness=0.3), around=AROUND).wall
    for wall in (single, two_leaves(stones=True)):
        with pytest.raises(OptionsError, match="no two leaves of stones with a leaf without stones between them"):
            run_dynamics(wall, DynamicsOptions(infill=SPRINGS, simulation=SimulationOptions()), {"pulse": pulse(1.0)})
