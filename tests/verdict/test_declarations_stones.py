"""Trials of the declarations of methods on stones: what is included moves the capacity, what is left out does not."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.experiments.checks import DECLARATIONS
from pirqa.experiments.damage import outcome_of
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.shaking import run_dynamics
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.stage import run_soil
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import DECLARATION as TILT
from pirqa.experiments.tilt.stage import run_tilt
from pirqa.limit.blocks import DECLARATION as BLOCKS
from pirqa.limit.blocks import BlocksOptions, LoadPattern, run_blocks
from pirqa.model import Backfill, Direction, GroundMotion, JointProperties, Material, Support, Wall
from pirqa.model.check import Effect
from pirqa.model.masonry import JointException
from pirqa.model.support import Strut
from pirqa.survey.solids import extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.limit_blocks import boxes_wall, solids_wall, u_corner
from tests.limit.walls import wedge_in_a_notch

FAMILIES = {item.family: item for item in (BLOCKS, TILT, *DECLARATIONS)}
MOTION = FAMILIES["dynamics"]
JOINTS = JointProperties(
    friction_angle=math.atan(0.7), normal_stiffness=2e8, tangential_stiffness=1e8, damping_ratio=0.3
)
QUICK = SimulationOptions(free=1.5, output_step=0.02)
TOLERANCE = 0.02


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A wall, what holds it, and the components and cycles of the motion that shakes it."""

    wall: Wall
    struts: tuple[Strut, ...] = ()
    components: Mapping[str, float] = field(default_factory=lambda: {"across": 1.0})
    cycles: int = 1
    rough: bool = True


def stack(*, joints: JointProperties = JOINTS, depth: float = 0.3, courses: int = 2, heavy: float = 0.0) -> Wall:
    """Boxes 1.0 × ``depth`` × 0.45 m on each other; the last one of ``heavy`` unit weight [N/m3]."""
    wall = boxes_wall([(1.0, depth, 0.45, (0.0, 0.0, 0.45 * i)) for i in range(courses)], joints)
    if not heavy:
        return wall
    stones = (*wall.stones[:-1], replace(wall.stones[-1], material="heavy"))
    return replace(wall, stones=stones, materials={**wall.materials, "heavy": Material(unit_weight=heavy)})


def leaning(angle: float) -> Wall:
    """The stack as one stone that leans to the front by ``angle`` [deg]."""
    from pirqa.model import Polyhedron

    shift = -0.9 * math.tan(math.radians(angle))
    straight = extrude(
        np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.9], [0.0, 0.9]]),
        lambda p: np.zeros(len(p)),
        lambda p: 0.3 + 0.0 * p[:, 0],
    )
    places = straight.vertices.copy()
    places[:, 1] += shift * places[:, 2] / 0.9
    return solids_wall([Polyhedron(vertices=places, faces=straight.faces)], JOINTS)


def panel(*, returned: bool) -> Wall:
    """A front of two courses, 1.2 × 0.2 × 0.8 m, alone or with a return whose upper stone runs through it."""
    if not returned:
        return boxes_wall([(1.2, 0.2, 0.4, (0.0, 0.0, level)) for level in (0.0, 0.4)], JOINTS)
    below = [(1.2, 0.2, 0.4, (0.0, 0.0, 0.0)), (0.2, 0.6, 0.4, (0.5, 0.2, 0.0))]
    above = [(0.5, 0.2, 0.4, (0.0, 0.0, 0.4)), (0.2, 0.8, 0.4, (0.5, 0.0, 0.4)), (0.5, 0.2, 0.4, (0.7, 0.0, 0.4))]
    return boxes_wall([*below, *above], JOINTS)


def leaves(*, apart: bool) -> Wall:
    """A wall 0.4 m thick: one stone, or two that only touch."""
    depths = (0.2, 0.2) if apart else (0.4,)
    return boxes_wall([(1.0, d, 0.9, (0.0, sum(depths[:i]), 0.0)) for i, d in enumerate(depths)], JOINTS)


def on_pedestal(*, pedestal: bool) -> Wall:
    """A stone on the ground, or on a flexible pedestal whose own joint is mortared."""
    stone = (1.0, 0.25, 0.5)
    if not pedestal:
        return boxes_wall([(*stone, (0.0, 0.0, 0.0))], JOINTS)
    mortar = JointException(between=("1", "base"), tension=1e7, cohesion=1e7, normal_stiffness=2e7)
    joints = replace(JOINTS, exceptions=(mortar,))
    return boxes_wall([(1.0, 0.5, 2.0, (0.0, -0.125, 0.0)), (*stone, (0.0, 0.0, 2.0))], joints)


TIE = Strut(
    name="tie", kind="tie", stone="2", point=(0.5, 0.3, 0.8), other_point=(0.5, 2.0, 0.8), stiffness=1e6, strength=400.0
)
PLAIN = Subject(wall=stack())


def rubbed(friction: float) -> JointProperties:
    return replace(JOINTS, friction_angle=math.atan(friction))


COMMON: dict[Effect, tuple[Subject, Subject, int]] = {
    # without the effect (or with less of it), with it, and which way the capacity must go
    "self_weight": (PLAIN, Subject(wall=stack(heavy=55e3)), -1),
    "sliding": (PLAIN, Subject(wall=stack(joints=rubbed(0.12))), -1),
    "shape": (PLAIN, Subject(wall=leaning(5.0)), -1),
    "lean": (Subject(wall=leaning(0.0)), Subject(wall=leaning(5.0)), -1),
    "returns": (Subject(wall=panel(returned=False)), Subject(wall=panel(returned=True)), +1),
    "leaves": (Subject(wall=leaves(apart=False)), Subject(wall=leaves(apart=True)), -1),
    "joint_compliance": (PLAIN, Subject(wall=stack(joints=replace(JOINTS, normal_stiffness=5e6))), -1),
}
MOVING: dict[Effect, tuple[Subject, Subject, int]] = {
    **COMMON,
    "head_joint_friction": (
        Subject(wall=wedge_in_a_notch(60.0, rubbed(0.05))),
        Subject(wall=wedge_in_a_notch(60.0, rubbed(0.25))),
        +1,
    ),
    "struts": (PLAIN, replace(PLAIN, struts=(TIE,)), +1),
    "mortar": (PLAIN, Subject(wall=stack(joints=replace(JOINTS, tension=5e4, cohesion=5e4))), +1),
}
SHAKEN: dict[Effect, tuple[Subject, Subject, int]] = {
    **MOVING,
    # a wall that slides rocks less
    "sliding": (PLAIN, Subject(wall=stack(joints=rubbed(0.12))), +1),
    "duration": (PLAIN, replace(PLAIN, cycles=3), -1),
    "vertical_motion": (PLAIN, replace(PLAIN, components={"across": 1.0, "up": -0.8}), -1),
    "both_components": (
        Subject(wall=boxes_wall([(0.3, 0.3, 0.9, (0.0, 0.0, 0.0))], JOINTS)),
        Subject(wall=boxes_wall([(0.3, 0.3, 0.9, (0.0, 0.0, 0.0))], JOINTS), components={"across": 1.0, "along": 1.0}),
        -1,
    ),
    "amplification": (Subject(wall=on_pedestal(pedestal=False)), Subject(wall=on_pedestal(pedestal=True)), -1),
}


def outward(subject: Subject) -> float:
    """Lower multiplier of the push to the front, with its allowance for elastic joints."""
    (values,) = run_blocks(subject.wall, BlocksOptions(patterns={"out": LoadPattern()})).ranges
    assert values.smooth is not None
    assert values.compliance is not None
    return values.smooth * values.compliance


def held(subject: Subject) -> float:
    """Tangent of the tilt to the front that the stones hold."""
    options = TiltTestOptions(
        to=math.radians(40.0),
        rate=math.radians(6.0),
        slow_rate=math.radians(2.0),
        resolution=math.radians(0.25),
        held=3.0,
    )
    dynamics = DynamicsOptions(simulation=QUICK, struts=subject.struts)
    (test,) = run_tilt(subject.wall, options, dynamics).tests
    assert test.falls is not None
    return math.tan(test.falls.low)


def shock(subject: Subject, level: float) -> GroundMotion:
    """Cycles of a sine of 1.25 s, ``level`` [g] across."""
    times = np.arange(0.0, 1.25 * subject.cycles + 0.5, 0.01)
    pulse = np.where(times <= 1.25 * subject.cycles, np.sin(2.0 * math.pi * times / 1.25), 0.0)
    parts = np.array(list(subject.components.values()))
    directions = tuple(Direction(name=name, vertical=name == "up") for name in subject.components)
    motion = GroundMotion(
        name="shock", step=0.01, acceleration=level * STANDARD_GRAVITY * pulse[:, None] * parts, directions=directions
    )
    start = -level * STANDARD_GRAVITY * 1.25 / (2.0 * math.pi) * parts
    return replace(motion, initial_velocity=start)


def falls_from(subject: Subject) -> float:
    """Peak acceleration across at which a stone falls [g], within 2 %."""
    low, high = 0.02, 3.0
    while high / low > 1.02:
        middle = math.sqrt(low * high)
        run = simulate(subject.wall, shock(subject, middle), QUICK, struts=subject.struts)
        low, high = (middle, high) if outcome_of(run, subject.wall).stands else (low, middle)
    return math.sqrt(low * high)


def moved(capacity: Callable[[Subject], float], trial: tuple[Subject, Subject, int]) -> float:
    without, with_it, way = trial
    return way * (capacity(with_it) / capacity(without) - 1.0)


@pytest.mark.parametrize("effect", COMMON)
def test_an_included_effect_moves_the_multiplier(effect):
    assert moved(outward, COMMON[effect]) > TOLERANCE
    # the compliance of joints is an allowance of each check, not a part of the multiplier
    assert BLOCKS.treatment(effect) == ("unsafe" if effect == "joint_compliance" else "included")


def test_friction_in_head_joints_moves_the_upper_bound():
    joints = JointProperties(friction_angle=math.atan(0.6), normal_stiffness=2e9)
    asked = BlocksOptions(patterns={"out": LoadPattern()})
    (rough,) = run_blocks(u_corner(joints), asked).ranges
    (smooth,) = run_blocks(u_corner(joints), replace(asked, head_joints="smooth")).ranges
    assert rough.associative > (1.0 + TOLERANCE) * smooth.associative
    assert BLOCKS.treatment("head_joint_friction") == "included"


def test_every_included_effect_of_the_multiplier_has_a_trial():
    included = {effect for effect, treatment in BLOCKS.effects.items() if treatment == "included"}
    assert included == (set(COMMON) | {"head_joint_friction"}) - {"joint_compliance"}


@pytest.mark.long
@pytest.mark.parametrize("effect", MOVING)
def test_an_included_effect_moves_the_held_tilt(effect):
    assert moved(held, MOVING[effect]) > TOLERANCE
    # a mortar is felt where its strength is given
    assert TILT.treatment(effect) == ("safe" if effect == "mortar" else "included")


def test_every_included_effect_of_a_tilt_has_a_trial():
    included = {effect for effect, treatment in TILT.effects.items() if treatment == "included"}
    assert included == set(MOVING) - {"mortar"}


OF_A_RUN = ("vertical_motion", "both_components", "mortar")


@pytest.mark.long
@pytest.mark.parametrize("effect", SHAKEN)
def test_an_included_effect_moves_the_acceleration_at_which_stones_fall(effect):
    assert moved(falls_from, SHAKEN[effect]) > TOLERANCE


@pytest.mark.parametrize("family", ["dynamics", "sweep", "campaign"])
def test_every_included_effect_of_a_motion_has_a_trial(family):
    included = {effect for effect, treatment in FAMILIES[family].effects.items() if treatment == "included"}
    assert included == set(SHAKEN) - set(OF_A_RUN)


@pytest.mark.parametrize("effect", OF_A_RUN)
def test_effects_of_single_runs_are_stated_by_their_checks(effect):
    without, with_it, _ = SHAKEN[effect]
    for subject, expected in ((without, False), (with_it, True)):
        checks = run_dynamics(
            subject.wall, DynamicsOptions(simulation=replace(QUICK, free=0.1)), {"shock": shock(subject, 0.05)}
        ).checks
        assert {effect in check.includes for check in checks} == {expected}


FILL = Backfill(
    unit_weight=16e3, friction_angle=math.radians(30.0), saturated_unit_weight=20e3, water_level=0.5, surcharge=1e4
)


def with_fill(wall: Wall) -> Wall:
    return replace(wall, backfill=FILL, support=Support(kind="rock", friction_angle=JOINTS.friction_angle))


EXCLUDED: dict[str, Callable[[Wall], Wall]] = {
    "fill, water and surcharge": with_fill,
    "crushing and cracking": lambda wall: replace(
        wall, materials={name: replace(item, youngs_modulus=5e7) for name, item in wall.materials.items()}
    ),
    "foundation": lambda wall: replace(
        wall, support=Support(kind="rock", friction_angle=JOINTS.friction_angle, bearing_capacity=1e3)
    ),
}


@pytest.mark.parametrize("effect", EXCLUDED)
def test_an_effect_that_is_left_out_changes_not_one_bit(effect):
    """Multiplier, tilt and run on the plain wall and on the wall with the effect."""
    plain, other = stack(), EXCLUDED[effect](stack())
    one, two = (run_blocks(wall).checks for wall in (plain, other))
    assert [check.capacity for check in one] == [check.capacity for check in two]
    motion = shock(PLAIN, 0.3)
    runs = [simulate(wall, motion, QUICK) for wall in (plain, other)]
    assert np.array_equal(runs[0].position, runs[1].position)
    tilts = [
        run_tilt(
            wall,
            TiltTestOptions(to=math.radians(4.0), rate=math.radians(4.0), held=0.5),
            DynamicsOptions(simulation=QUICK),
        )
        for wall in (plain, other)
    ]
    assert np.array_equal(tilts[0].tests[0].run.position, tilts[1].tests[0].run.position)
    for family in ("blocks", "tilt", "dynamics", "sweep", "campaign"):
        for name in ("fill_at_rest", "fill_dynamic", "water", "surcharge", "crushing", "cracking", "foundation"):
            assert FAMILIES[family].treatment(name) == "unsafe"


def test_mortar_changes_no_multiplier():
    mortar = stack(joints=replace(JOINTS, tension=1e5, cohesion=1e5))
    one, two = (run_blocks(wall).checks for wall in (stack(), mortar))
    assert [check.capacity for check in one] == [check.capacity for check in two]
    assert BLOCKS.treatment("mortar") == "safe"


def leaning_out(fill: Backfill, *, level: float = 0.0) -> float:
    """Residual displacement to the front [m] of a wall with soil behind it, after a shock of ``level`` [g]."""
    wall = replace(stack(), backfill=fill, support=Support(kind="rock", friction_angle=math.radians(30.0)))
    options = SoilOptions(ramp=False, compare_bare=False)
    motion = shock(PLAIN, max(level, 1e-6))
    return run_soil(wall, options, DynamicsOptions(simulation=QUICK), {"shock": motion}).runs[0].lasting


def test_the_fill_moves_the_wall_of_the_soil_stage():
    light = Backfill(unit_weight=8e3, friction_angle=math.radians(40.0), height=0.5)
    heavy = replace(light, unit_weight=18e3, height=0.7)
    loaded = replace(light, surcharge=3e3)
    shaken = {
        name: leaning_out(fill, level=0.15) for name, fill in (("light", light), ("heavy", heavy), ("loaded", loaded))
    }
    assert shaken["heavy"] > (1.0 + TOLERANCE) * shaken["light"]
    assert shaken["loaded"] > (1.0 + TOLERANCE) * shaken["light"]
    assert shaken["light"] > (1.0 + TOLERANCE) * leaning_out(light)
    for effect in ("fill_at_rest", "fill_dynamic", "surcharge"):
        assert FAMILIES["soil"].treatment(effect) == "included"
        assert MOTION.treatment(effect) == "unsafe"
