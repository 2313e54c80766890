"""Single numbers and signs of the survey that later stages trust."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import SurveyError
from pirqa.model import BASE, JointProperties, Material
from pirqa.survey import LayerRule, StoneRule, Surroundings, SurveyOptions, WatchedStone, survey
from pirqa.survey.contacts import base_faces, face_contacts
from pirqa.survey.partition import close_joints
from pirqa.survey.solids import extrude
from pirqa.survey.stage import source_digest
from pirqa.verification.walls import box
from tests.survey.test_stage import boxes, draw, remark_keys
from tests.survey.walls import bond, labels


def level(y):
    return lambda places: np.full(len(places), y)


def write_bodies(folder: Path, solids, **keys) -> SurveyOptions:
    stones = [{"vertices": s.vertices.tolist(), "faces": [list(f) for f in s.faces]} for s in solids]
    (folder / "wall.json").write_text(json.dumps({"pirqa_wall": 1, "unit": "m", "stones": stones, **keys}))
    return SurveyOptions(file="wall.json")


@pytest.mark.parametrize("turn", [1, -1])
def test_bodies_in_any_order_have_normals_from_first_to_second(tmp_path, turn):
    solids = [box(1, 0.5, 0.5), box(1, 0.5, 0.5, at=(1, 0, 0)), box(1.2, 0.5, 0.5, at=(0.4, 0, 0.5))][::turn]
    wall = survey(write_bodies(tmp_path, solids), folder=tmp_path).wall
    assert [stone.name for stone in wall.stones] == ["1", "2", "3"]
    assert wall.stone("3").centroid[2] == pytest.approx(0.75)
    between = [contact for contact in wall.contacts if contact.second != BASE]
    assert [(contact.first, contact.second) for contact in between] == [("1", "2"), ("1", "3"), ("2", "3")]
    for contact in between:
        across = wall.stone(contact.second).centroid - wall.stone(contact.first).centroid
        for face in contact.faces:
            assert float(face.normal @ across) > 0.0
            arms = face.polygon - face.polygon[0]
            assert 0.5 * np.cross(arms[1:-1], arms[2:]).sum(axis=0) @ face.normal == pytest.approx(face.area)


def test_a_wall_along_y_is_said(tmp_path):
    solids = [box(0.5, 2, 1), box(0.5, 2, 1, at=(0, 2, 0))]
    assert "runs_along_y" in remark_keys(survey(write_bodies(tmp_path, solids), folder=tmp_path))


def test_control_point_on_the_front_of_a_battered_stone(tmp_path):
    options = replace(
        draw(tmp_path, boxes((0, 0, 2, 1), (0, 1, 1.5, 2), (1.5, 1, 2, 2))),
        thickness=1.0,
        thickness_top=0.6,
        control_points=(WatchedStone(name="A", stone="2"),),
    )
    (point,) = survey(options, folder=tmp_path).wall.control_points
    assert point.position.tolist() == pytest.approx([0.75, 0.4, 2.0])


def test_a_control_point_in_millimetres(tmp_path):
    ring = [[0, 0], [1000, 0], [1000, 800], [0, 800]]
    document = {
        "pirqa_wall": 1,
        "unit": "mm",
        "thickness": 500,
        "stones": [{"name": "a", "outline": ring}],
        "control_points": [{"name": "A", "stone": "a", "position": [500, 0, 800]}],
    }
    (tmp_path / "wall.json").write_text(json.dumps(document))
    wall = survey(SurveyOptions(file="wall.json"), folder=tmp_path).wall
    assert wall.control_points[0].position.tolist() == pytest.approx([0.5, 0.0, 0.8])
    assert wall.stones[0].volume == pytest.approx(0.4)


def test_only_stones_with_an_edge_at_the_end_are_guided(tmp_path):
    tip = np.array([[0.0, 1.5], [1.0, 1.0], [1.0, 2.0]])
    low = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [0, 1.5]])
    right = np.array([[1, 1], [2, 1], [2, 2], [1, 2.0]])
    top = np.array([[0, 1.5], [1, 2], [2, 2], [2, 3], [0, 3]])
    options = replace(draw(tmp_path, [low, tip, right, top]), guided="sides")
    wall = survey(options, folder=tmp_path).wall
    pointed = next(stone.name for stone in wall.stones if len(stone.solid.vertices) == 6)
    assert pointed not in wall.guided
    assert len(wall.guided) == 2


def test_parallel_faces_of_a_pair_stay_apart():
    step = extrude(np.array([[0, 0], [2, 0], [2, 1.05], [1, 1.05], [1, 1], [0, 1.0]]), level(0.0), level(0.5))
    above = extrude(np.array([[0, 1], [1, 1], [1, 1.05], [2, 1.05], [2, 2], [0, 2.0]]), level(0.0), level(0.5))
    (faces,) = face_contacts([step, above], tolerance=0.005).values()
    assert sorted(round(face.area, 9) for face in faces) == [0.025, 0.5, 0.5]


def test_the_gap_of_a_contact_is_its_largest():
    low = box(1, 0.5, 0.5)
    high = extrude(np.array([[0, 0.501], [1, 0.504], [1, 1], [0, 1.0]]), level(0.0), level(0.5))
    ((face,),) = face_contacts([low, high], tolerance=0.005).values()
    assert face.gap == pytest.approx(0.004, abs=1e-6)
    assert face.polygon[:, 2].min() == pytest.approx(0.5005, abs=1e-6)


def test_boxes_that_meet_in_an_edge_do_not_touch():
    assert face_contacts([box(1, 0.5, 1), box(1, 0.5, 1, at=(1, 0, 1))], tolerance=0.005) == {}


def test_a_seat_on_a_slope_has_its_true_area():
    solid = extrude(np.array([[0, 0], [2, 1], [2, 2], [0, 2.0]]), level(0.0), level(0.5))
    ((face,),) = base_faces([solid], {}, rule="lower_edge", tolerance=0.005).values()
    assert face.area == pytest.approx(np.hypot(2, 1) * 0.5)
    assert face.normal == pytest.approx(np.array([1.0, 0.0, -2.0]) / np.sqrt(5.0))


def test_own_rules_come_before_those_of_the_layer(tmp_path):
    rings = dict(zip("ab", boxes((0, 0, 1, 1), (1, 0, 2, 1)), strict=True))
    stones = [{"outline": ring.tolist(), "zone": "low", "name": name} for name, ring in rings.items()]
    document = {"pirqa_wall": 1, "unit": "m", "thickness": 0.5, "stones": stones}
    (tmp_path / "wall.json").write_text(json.dumps(document))
    around = Surroundings(materials={name: Material(unit_weight=2e4) for name in ("s", "t", "u")})
    options = SurveyOptions(
        file="wall.json",
        material="s",
        layers={"low": LayerRule(zone="foundation", material="t")},
        stones={"b": StoneRule(zone="patch", material="u")},
    )
    wall = survey(options, folder=tmp_path, around=around).wall
    assert [(stone.zone, stone.material) for stone in wall.stones] == [("foundation", "t"), ("patch", "u")]


def test_every_file_that_is_read_is_in_the_digest(tmp_path):
    options = replace(draw(tmp_path, bond(2, 1, 2.0, 1.0)), back_survey="back.csv", marks="m.toml")
    seen = set()
    for name in ("wall.json", "back.csv", "m.toml", "wall.marks.toml"):
        (tmp_path / name).write_text(f"{name} 1")
        seen.add(source_digest(options, tmp_path))
        (tmp_path / name).write_text(f"{name} 2")
        seen.add(source_digest(options, tmp_path))
    assert len(seen) == 8


def test_the_mean_thickness_and_an_uneven_top_are_said(tmp_path):
    options = replace(
        draw(tmp_path, boxes((0, 0, 1, 1), (1, 0, 2, 1), (0, 1, 1, 2))), stones={"1": StoneRule(thickness=1.0)}
    )
    result = survey(options, folder=tmp_path)
    amounts = {remark.key: remark.amount for remark in result.remarks}
    assert amounts["mean_thickness"] == pytest.approx((1.0 + 0.8 + 0.8) / 4.0)
    assert amounts["uneven_top"] == pytest.approx(1.0)


def test_one_deep_stone_does_not_thicken_the_wall(tmp_path):
    options = replace(draw(tmp_path, bond(4, 3, 4.0, 1.5)), thickness=0.6, stones={"7": StoneRule(thickness=1.4)})
    assert survey(options, folder=tmp_path).wall.envelope.zones[0].thickness == pytest.approx(0.6)


def test_bed_joints_that_run_through_are_joints_of_the_section(tmp_path):
    options = draw(tmp_path, bond(4, 3, 4.0, 1.5))
    joints = JointProperties(friction_angle=0.5)
    around = Surroundings(materials={"stone": Material(unit_weight=2e4)}, joints=joints)
    wall = survey(options, folder=tmp_path, around=around).wall
    assert wall.envelope.joint_levels == pytest.approx((0.5, 1.0))
    without = survey(options, folder=tmp_path)
    assert without.wall.envelope.joint_levels == ()
    assert "beds_without_friction" in remark_keys(without)


def test_a_deep_overlap_of_traced_outlines_is_refused():
    rings = boxes((0, 0, 1.05, 1), (1, 0, 2, 1))
    with pytest.raises(SurveyError, match="draw these stones apart"):
        close_joints(rings, labels(rings), file="traced", width=0.02)


def test_the_middle_line_of_an_open_joint(tmp_path):
    options = replace(draw(tmp_path, boxes((0, 0, 1, 1), (1.016, 0, 2, 1))), joint_width=0.03)
    wall = survey(options, folder=tmp_path).wall
    left = wall.stone("1").solid.vertices
    assert left[:, 0].max() == pytest.approx(1.008, abs=2e-4)
    assert sum(stone.volume for stone in wall.stones) == pytest.approx(2.0 * 0.8, rel=1e-6)
