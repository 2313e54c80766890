"""Leaves behind the face: stones of their own, where they touch, what does not go together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, SurveyError
from pirqa.model import BASE, JointProperties, Leaf, Material
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.options import LeafBond, Niche, StoneRule

LEAVES = (
    Leaf(name="front", thickness=0.4, stones=True),
    Leaf(name="infill", thickness=0.5, material="rubble", stones=True),
    Leaf(name="back", thickness=0.3, stones=True),
)
FACE = GenerateOptions(length=3.0, height=1.5, stones=12, seed=5)
OPTIONS = SurveyOptions(
    generate=FACE,
    leaves=LEAVES,
    bonds={"infill": LeafBond(stones=20, seed=3), "back": LeafBond(pattern="inca", stones=12, seed=8)},
    material="stone",
)
AROUND = Surroundings(materials={"stone": Material(unit_weight=23e3), "rubble": Material(unit_weight=18e3)})


@pytest.fixture(scope="module")
def found():
    return survey(OPTIONS, around=AROUND)


def test_each_leaf_has_its_own_stones(found):
    wall = found.wall
    counts = {leaf.name: sum(stone.zone == leaf.name for stone in wall.stones) for leaf in LEAVES}
    assert counts == {"front": 12, "infill": 20, "back": 12}
    assert [stone.name for stone in wall.stones if stone.zone == "infill"][:2] == ["1/infill", "2/infill"]
    assert all("/" not in stone.name for stone in wall.stones if stone.zone == "front")
    assert {stone.material for stone in wall.stones if stone.zone == "infill"} == {"rubble"}
    assert {stone.material for stone in wall.stones if stone.zone != "infill"} == {"stone"}
    start = 0.0
    for leaf in LEAVES:
        corners = np.concatenate([stone.solid.vertices for stone in wall.stones if stone.zone == leaf.name])
        assert corners.min(axis=0) == pytest.approx([0.0, start, 0.0], abs=1e-9)
        start += leaf.thickness
        assert corners.max(axis=0) == pytest.approx([3.0, start, 1.5], abs=1e-9)
        volume = sum(stone.volume for stone in wall.stones if stone.zone == leaf.name)
        assert volume == pytest.approx(3.0 * 1.5 * leaf.thickness, rel=1e-9)
    assert [remark.text for remark in found.remarks if remark.key == "generated_leaf"] == ["infill", "back"]


def test_leaves_touch_all_over(found):
    wall = found.wall
    zone = {stone.name: stone.zone for stone in wall.stones} | {BASE: BASE}
    areas: dict[tuple[str, ...], float] = {}
    for contact in wall.contacts:
        pair = tuple(sorted((zone[contact.first], zone[contact.second])))
        areas[pair] = areas.get(pair, 0.0) + contact.area
        if len(set(pair)) == 2 and BASE not in pair:
            assert all(abs(abs(face.normal[1]) - 1.0) < 1e-12 for face in contact.faces)
    assert areas["front", "infill"] == pytest.approx(4.5, rel=1e-5)
    assert areas["back", "infill"] == pytest.approx(4.5, rel=1e-5)
    assert ("back", "front") not in areas
    assert areas["base", "infill"] == pytest.approx(3.0 * 0.5, rel=1e-9)
    # corners of one leaf's joints on those of the other are no flaws of the drawing
    assert not [remark for remark in found.remarks if remark.kind == "warning"]


def test_the_seed_of_a_leaf_is_its_own(found):
    other = survey(replace(OPTIONS, bonds={**OPTIONS.bonds, "back": LeafBond(pattern="inca", stones=12, seed=9)}))
    for zone, same in (("front", True), ("infill", True), ("back", False)):
        one, two = ([stone.volume for stone in wall.stones if stone.zone == zone] for wall in (found.wall, other.wall))
        assert (one == two) is same


def test_a_bed_joint_of_one_leaf_does_not_part_the_wall():
    courses = GenerateOptions(pattern="running_bond", length=3.0, height=1.5, courses=3, unit_length=0.5)
    around = replace(AROUND, joints=JointProperties(friction_angle=0.5))
    same = survey(SurveyOptions(generate=courses, leaves=LEAVES, material="stone"), around=around)
    assert same.wall.envelope.joint_levels == pytest.approx((0.5, 1.0))
    bonds = {"back": LeafBond(pattern="running_bond", stones=8, courses=2)}
    other = survey(SurveyOptions(generate=courses, leaves=LEAVES, material="stone", bonds=bonds), around=around)
    assert other.wall.envelope.joint_levels == ()


def test_leaves_lean_together():
    wall = survey(replace(OPTIONS, front_batter=0.05), around=AROUND).wall
    (zone,) = wall.envelope.zones
    assert zone.thickness == pytest.approx(1.2)
    front, back = zone.offsets()
    assert front == pytest.approx(-back)
    top = max(wall.stones, key=lambda stone: (stone.zone == "back") * stone.solid.vertices[:, 2].max())
    assert top.solid.vertices[:, 1].max() == pytest.approx(1.2 + 1.5 * np.tan(0.05), rel=1e-6)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"thickness": 1.3}, r"leaves: 0\.4 \+ 0\.5 \+ 0\.3 m add up to 1\.2 m, not to the thickness of 1\.3 m"),
        ({"thickness_top": 1.0}, "thickness_top or leaves"),
        ({"back_survey": "back.csv"}, "back_survey or leaves"),
        ({"back_batter": 0.1}, "back_batter or leaves"),
        ({"bonds": {"infil": LeafBond(stones=5)}}, 'bonds: no leaf is called "infil"; did you mean "infill"'),
        ({"bonds": {"front": LeafBond(stones=5)}}, r"bonds\.front: the first leaf with stones has those of the face"),
        ({"leaves": (LEAVES[0], replace(LEAVES[1], stones=False), LEAVES[2])}, r"bonds\.infill: .* has no stones"),
        ({"leaves": ()}, r"bonds\.infill: there are no leaves"),
        ({"stones": {"1": StoneRule(thickness=0.6)}}, r"stones\.1\.thickness: .* would run into leaves"),
    ],
)
def test_what_does_not_go_together(changes, message):
    with pytest.raises(ModelError, match=message):
        replace(OPTIONS, **changes)


def test_thicknesses_that_add_up():
    assert survey(replace(OPTIONS, thickness=1.2), around=AROUND).wall.envelope.zones[0].thickness == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("bond", "message"),
    [
        ({"stones": 0}, r"survey\.bonds\.stones must be at least 1"),
        ({"stones": 5, "courses": 3}, "rubble has no courses"),
        ({"stones": 3, "courses": 9, "pattern": "inca"}, "more than the 3 stones"),
        ({"stones": 5, "pattern": "bricks"}, 'pattern "bricks" is not known'),
    ],
)
def test_bad_bonds(bond, message):
    with pytest.raises(ModelError, match=message):
        LeafBond(**bond)


def test_a_face_with_a_window_cannot_hide_generated_stones():
    window = Niche(x=1.5, z=0.5, width=0.5, height=0.5)
    options = replace(OPTIONS, generate=replace(FACE, niches=(window,)))
    with pytest.raises(SurveyError, match=r"leave 0\.2\d* m2 of its 3 × 1\.5 m open.*leave out bonds\.infill"):
        survey(options, around=AROUND)
