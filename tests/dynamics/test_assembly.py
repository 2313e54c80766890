from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pirqa.dynamics import Engine, SimulationOptions, assembly
from pirqa.dynamics.arrays import FREE, GUIDED, HELD
from pirqa.dynamics.assembly import assemble
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.simulate import settle
from pirqa.errors import InputError
from pirqa.model import Envelope, JointProperties, Material, Polyhedron, Wall, Zone
from pirqa.model.masonry import BASE, Contact, JointException
from pirqa.model.support import Support
from pirqa.survey.contacts import base_faces, face_contacts
from pirqa.survey.solids import build_stone, convex_parts
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box, ell, running_bond_wall

DENSITY = 2300.0
DRY = JointProperties(friction_angle=math.atan(0.4), normal_stiffness=2e8, tangential_stiffness=1e8, damping=2e5)


def wall_of(
    solids: Mapping[str, Polyhedron],
    *,
    fixed: Sequence[str] = (),
    guided: Sequence[str] = (),
    joints: JointProperties | None = DRY,
    **more: Any,
) -> Wall:
    """A wall of solids that touch each other, or the level of the lowest corner."""
    names, bodies = list(solids), list(solids.values())
    stones = tuple(
        build_stone(
            solid, name=name, zone="wall", material="stone", parts=convex_parts(solid, name=name, scanned=False).parts
        )
        for name, solid in solids.items()
    )
    pairs = face_contacts(bodies, tolerance=1e-3)
    seats = base_faces(bodies, pairs, rule="level", tolerance=1e-3)
    contacts = [Contact(first=names[one], second=BASE, faces=tuple(faces)) for one, faces in seats.items()]
    contacts += [
        Contact(first=names[one], second=names[other], faces=tuple(faces)) for (one, other), faces in pairs.items()
    ]
    top = max(float(solid.vertices[:, 2].max()) for solid in bodies)
    return Wall(
        envelope=Envelope(zones=(Zone(name="wall", material="stone", bottom=0.0, top=top, thickness=1.0),)),
        materials={"stone": Material(unit_weight=DENSITY * STANDARD_GRAVITY)},
        joints=joints,
        stones=stones,
        contacts=tuple(contacts),
        fixed=tuple(fixed),
        guided=tuple(guided),
        **more,
    )


def stack(count: int = 2, *, joints: JointProperties = DRY, **more: Any) -> Wall:
    """Boxes 1.0 × 0.8 × 0.5 m on each other, named 1, 2 … from below; the lowest is fixed."""
    solids = {str(k + 1): box(1.0, 0.8, 0.5, at=(0.0, 0.0, 0.5 * k)) for k in range(count)}
    return wall_of(solids, joints=joints, **{"fixed": ("1",), **more})


def test_stones_become_bodies_with_their_mass_and_inertia():
    _, solid = ell()
    wall = wall_of({"L": solid, "box": box(0.7, 0.8, 0.6, at=(0.5, 0.0, 0.4))}, guided=("box",))
    bodies = assemble(wall).bodies
    assert bodies.role.tolist() == [FREE, GUIDED, HELD]
    boxes = ((1.2, 0.4, 0.6, 0.2), (0.5, 0.6, 0.25, 0.7))  # width, height, x and z of its middle
    masses = np.array([DENSITY * 0.8 * width * height for width, height, _, _ in boxes])
    middles = np.array([[x, 0.4, z] for _, _, x, z in boxes])
    centroid = masses @ middles / masses.sum()
    tensor = np.zeros((3, 3))
    for mass, middle, (width, height, _, _) in zip(masses, middles, boxes, strict=True):
        sides = np.array([width, 0.8, height])
        arm = middle - centroid
        tensor += mass / 12.0 * (np.eye(3) * (sides @ sides) - np.diag(sides**2))
        tensor += mass * (np.eye(3) * (arm @ arm) - np.outer(arm, arm))
    assert bodies.mass[0] == pytest.approx(masses.sum(), rel=1e-12)
    np.testing.assert_allclose(bodies.position[0], centroid, atol=1e-12)
    turn = bodies.rotation[0]
    assert np.linalg.det(turn) == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose((turn * bodies.inertia[0]) @ turn.T, tensor, rtol=1e-10, atol=1e-9)
    assert bodies.inertia[1, 0] == pytest.approx(bodies.mass[1] * (0.8**2 + 0.6**2) / 12.0, rel=1e-12)


def test_joints_lie_where_stones_touch():
    made = assemble(stack(3))
    assert [(name.first, name.second) for name in made.names] == [("1", "2"), ("2", "3")]
    for number, name in enumerate(made.names):
        assert name.area == pytest.approx(0.8, rel=1e-12)
        assert name.centre == pytest.approx((0.5, 0.4, 0.5 * (number + 1)), abs=1e-12)
        assert name.normal == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)


def test_what_was_not_given_is_half_the_stiffness_and_a_twentieth_of_critical_damping():
    given = JointProperties(friction_angle=0.5, normal_stiffness=3e8)
    made = assemble(stack(3, joints=given))
    # mass per area of all joints of a stone: the middle one has two, the upper one, the lowest is held
    middle, upper = DENSITY * 0.5 / 2.0, DENSITY * 0.5
    critical = [2.0 * math.sqrt(3e8 * reduced) for reduced in (middle, middle * upper / (middle + upper))]
    assert made.joints.shear_stiffness == pytest.approx([1.5e8, 1.5e8])
    assert made.joints.normal_damping == pytest.approx([0.05 * value for value in critical])
    assert made.joints.shear_damping == pytest.approx([0.025 * value for value in critical])


def test_an_exception_changes_its_joint_alone():
    odd = JointException(between=("2", "3"), friction_angle=math.atan(0.7), normal_stiffness=5e8, damping=1e4)
    made = assemble(stack(3, joints=replace(DRY, exceptions=(odd,))))
    assert made.joints.friction == pytest.approx([0.4, 0.7])
    assert made.joints.normal_stiffness == pytest.approx([2e8, 5e8])
    assert made.joints.normal_damping == pytest.approx([2e5, 1e4])


def test_on_the_base_the_ground_gives_the_friction():
    ground = Support(kind="rock", friction_angle=math.atan(0.6))
    made = assemble(stack(2, fixed=(), support=ground))
    friction = {name.second: value for name, value in zip(made.names, made.joints.friction, strict=True)}
    assert friction == pytest.approx({BASE: 0.6, "2": 0.4})


def settled_box(wall: Wall, name: str) -> tuple[np.ndarray, np.ndarray]:
    """How far a stone's mass centre went [m] and the turn of its axes, at rest."""
    engine = Engine.of(wall)
    settle(engine)
    bodies, number = engine.assembly.bodies, engine.assembly.body(name)
    turn = bodies.rotation[number] @ bodies.attitude[number].T
    return bodies.position[number] - bodies.home[number], turn


def on_linear_bed(wall: Wall, name: str, strips: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """By hand: penetration under the mass centre [m] and slope [-] of a stone on strips of one bed, all pressed."""
    stone = wall.stone(name)
    weight = DENSITY * STANDARD_GRAVITY * stone.volume
    area = sum(0.8 * (b - a) for a, b in strips)
    middle = sum(0.8 * (b - a) * 0.5 * (a + b) for a, b in strips) / area
    second = sum(0.8 * ((b - middle) ** 3 - (a - middle) ** 3) / 3.0 for a, b in strips)
    lever = stone.centroid[0] - middle
    slope = weight * lever / (2e8 * second)
    return weight / (2e8 * area) + slope * lever, slope


@pytest.mark.parametrize("cut", ["upright", "level", "by the survey"])
def test_an_l_shaped_stone_leans_as_by_hand_however_it_is_cut(cut):
    _, solid = ell()
    pieces = {
        "upright": (box(0.5, 0.8, 1.0), box(0.7, 0.8, 0.4, at=(0.5, 0.0, 0.0))),
        "level": (box(1.2, 0.8, 0.4), box(0.5, 0.8, 0.6, at=(0.0, 0.0, 0.4))),
    }
    wall = wall_of({"L": solid})
    if cut in pieces:
        wall = replace(wall, stones=(replace(wall.stones[0], parts=pieces[cut]),))
        assert len(assemble(wall).names) == (2 if cut == "upright" else 1)
    moved, turn = settled_box(wall, "L")
    deep, slope = on_linear_bed(wall, "L", [(0.0, 1.2)])
    assert -moved[2] == pytest.approx(deep, rel=1e-3)  # finite rotation: slope² = 6e-10 is far below
    assert -turn[2, 0] == pytest.approx(slope, rel=1e-3)


def test_a_stone_on_two_feet_presses_both_as_by_hand():
    ring = np.array([[0.0, 0.0], [0.2, 0.0], [0.2, 0.5], [0.9, 0.5], [0.9, 0.0], [1.2, 0.0], [1.2, 1.0], [0.0, 1.0]])
    wall = wall_of({"table": box(1.2, 0.8, 0.3), "portal": _extruded(ring + np.array([0.0, 0.3]))}, fixed=("table",))
    made = assemble(wall)
    assert [name.first for name in made.names] == ["table", "table"]
    assert sorted(name.area for name in made.names) == pytest.approx([0.16, 0.24])
    moved, turn = settled_box(wall, "portal")
    deep, slope = on_linear_bed(wall, "portal", [(0.0, 0.2), (0.9, 1.2)])
    assert -moved[2] == pytest.approx(deep, rel=1e-3)
    assert -turn[2, 0] == pytest.approx(slope, rel=1e-3)


def _extruded(ring: np.ndarray) -> Polyhedron:
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), 0.8))


def shrunk_joint(wall: Wall) -> Wall:
    """A joint drawn half a metre beyond the faces that bear it."""
    (contact,) = [contact for contact in wall.contacts if contact.second != BASE]
    wide = replace(contact.faces[0], polygon=contact.faces[0].polygon * [2.0, 1.0, 1.0], area=2.0 * contact.area)
    return replace(wall, contacts=(replace(contact, faces=(wide,)),))


FLOATING = box(0.5, 0.5, 0.5, at=(3.0, 0.0, 2.0))
HIGHER = box(0.5, 0.5, 0.5, at=(3.0, 0.0, 2.5))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: wall_of({"a": box(1, 1, 1), "lost": FLOATING}), '"lost" touches nothing'),
        (lambda: wall_of({"a": box(1, 1, 1), "b": FLOATING, "c": HIGHER}), '"b", "c" is not connected with the base'),
        (lambda: stack(3, guided=("1",)), '"1" is both fixed and guided'),
        (lambda: stack(joints=JointProperties(friction_angle=0.4)), "joints.normal_stiffness is missing"),
        (lambda: replace(stack(), joints=None), "joints: missing"),
        (lambda: replace(stack(), stones=(), contacts=(), fixed=()), "no stones"),
        (lambda: shrunk_joint(stack()), 'stones "1" and "2": only 50% of their joint'),
        (lambda: replace(stack(), materials={}), "has no mass"),
        (lambda: stack(joints=replace(DRY, normal_stiffness_high=9e9)), "are two runs; give one of joints.corners()"),
        (lambda: stack(joints=replace(DRY, damping=None, restitution=0.97)), "joints.restitution: its damping must be"),
        (
            lambda: stack(joints=replace(DRY, exceptions=(JointException(between=("1", "nosuch"), tension=1.0),))),
            'no stone or zone is called "nosuch"',
        ),
    ],
)
def test_what_cannot_be_shaken_is_refused_with_a_name(make, says):
    with pytest.raises(InputError) as refusal:
        assemble(make())
    assert says in str(refusal.value)


@pytest.mark.parametrize("moved", [(0.0, 0.0, -0.05), (-0.1, 0.0, 0.0)], ids=["sunk into a joint", "side by side"])
def test_stones_that_overlap_at_the_start_are_refused_by_name(moved):
    lower = {"1": box(2.0, 0.8, 0.5), "2": box(1.0, 0.8, 0.5, at=(0.0, 0.0, 0.5))}
    wall = wall_of({**lower, "3": box(1.0, 0.8, 0.5, at=(1.0, 0.0, 0.5))}, fixed=("1",))
    overlapping = build_stone(wall.stones[2].solid.moved(np.array(moved)), name="3")
    contacts = tuple(contact for contact in wall.contacts if {contact.first, contact.second} != {"2", "3"})
    with pytest.raises(InputError) as refusal:
        assemble(replace(wall, stones=(*wall.stones[:2], overlapping), contacts=contacts))
    assert "overlap" in str(refusal.value)
    assert '"3"' in str(refusal.value)
    assert ('"1"' if moved[2] else '"2"') in str(refusal.value)


def test_points_know_no_mortar():
    with pytest.raises(InputError, match="knows no mortar"):
        Engine.of(stack(joints=replace(DRY, tension=1e4)), SimulationOptions(contact="points"))
    mortared = replace(DRY, exceptions=(JointException(between=("1", "2"), tension=1e4),))
    with pytest.raises(InputError, match="knows no mortar"):
        Engine.of(stack(joints=mortared), SimulationOptions(contact="points"))


def test_a_step_above_the_stable_one_is_refused_with_the_limit():
    limit = Engine.of(stack()).limit
    with pytest.raises(InputError, match=f"above the stable time step of this wall, {limit:.3g} s"):
        Engine.of(stack(), SimulationOptions(step=1.01 * limit))
    assert Engine.of(stack(), SimulationOptions(step=1.01 * limit, allow_unstable=True)).step == 1.01 * limit
    assert Engine.of(stack(), SimulationOptions(step=0.99 * limit)).step == 0.99 * limit


def test_samples_of_one_wall_share_its_shape_and_nothing_else():
    wall = running_bond_wall()
    assert wall.joints is not None
    other = replace(wall.joints, normal_stiffness=1.3e8, friction_angle=0.5, cohesion=1e4, tension=5e3)
    assembly._LAST_LAID.clear()
    alone = assemble(wall, joints=other)
    assembly._LAST_LAID.clear()
    first = assemble(wall)
    advanced = Engine.of(wall)
    advanced.run(Drive(duration=1.0), 0, 50)
    again = assemble(wall, joints=other)
    for kind in ("bodies", "joints", "frames", "motion", "memory", "solids", "near", "loose"):
        for name, column in getattr(alone, kind)._asdict().items():
            assert np.array_equal(column, getattr(getattr(again, kind), name)), name
            if kind != "solids":
                assert not np.shares_memory(getattr(getattr(first, kind), name), getattr(getattr(again, kind), name))
    assert again.names == alone.names
