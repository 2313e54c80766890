"""From files and options to a wall: thickness, zones, what holds the stones, and what is said about it all."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from pirqa.errors import InputError, MissingExtraError, ModelError, SurveyError
from pirqa.model import BASE, Envelope, JointProperties, Leaf, Material, Wall, Zone
from pirqa.survey import (
    GenerateOptions,
    LayerRule,
    Niche,
    StoneRule,
    Surroundings,
    SurveyOptions,
    WatchedStone,
    survey,
)
from pirqa.survey import bond as bond_stones
from pirqa.survey.formats import FORMATS, format_of, own, write_stones
from pirqa.survey.options import FormatName
from pirqa.verification.walls import like_sacsayhuaman, weathered
from tests.survey.walls import bond, noisy, shrunk

STONE = Surroundings(materials={"stone": Material(unit_weight=23e3)})
BOND = GenerateOptions(pattern="running_bond", length=4.0, height=2.0, courses=4, unit_length=1.0)


def draw(folder, rings, name="wall.json", unit="m", **stone):
    """A wall file of outlines."""
    stones = [{"outline": np.asarray(ring).tolist(), **stone} for ring in rings]
    (folder / name).write_text(json.dumps({"pirqa_wall": 1, "unit": unit, "stones": stones}), encoding="utf-8")
    return SurveyOptions(file=name, thickness=0.8)


def remark_keys(result):
    return {remark.key for remark in result.remarks}


def test_the_wall_like_sacsayhuaman():
    result = like_sacsayhuaman()
    wall = result.wall
    assert len(wall.stones) == 40
    assert wall.base_stones == wall.fixed == ("1", "2", "3", "4", "5", "6", "7")
    assert len(wall.guided) == 7
    assert not set(wall.guided) & set(wall.fixed)
    for name in wall.guided:
        x = wall.stone(name).solid.vertices[:, 0]
        assert x.min() == 0.0 or x.max() == 8.64
    assert [point.name for point in wall.control_points] == ["A", "B", "C", "D"]
    assert len({point.stone for point in wall.control_points}) == 4
    assert [point.position[2] for point in wall.control_points] == pytest.approx([4.0] * 4)
    assert sorted(point.position[0] for point in wall.control_points) == [p.position[0] for p in wall.control_points]
    assert sum(len(stone.parts) > 1 for stone in wall.stones) >= 3
    assert sum(map(wall.mass, wall.stones)) == pytest.approx(27.648 * 23e3 / 9.80665)
    assert (wall.envelope.height, wall.envelope.length) == (pytest.approx(4.0), pytest.approx(8.64))
    assert "generated_like" in remark_keys(result)
    assert "like sacsayhuaman" in str(result)
    assert not result.of_kind("warning")


def test_a_noisy_drawing_in_millimetres(tmp_path):
    rings = noisy([1000.0 * ring for ring in bond()], 1.5, 3)
    result = survey(draw(tmp_path, rings, unit="mm"), folder=tmp_path, around=STONE)
    assert len(result.wall.contacts) == 106 + 5
    assert sum(stone.volume for stone in result.wall.stones) == pytest.approx(34.56 * 0.8, rel=5e-4)
    assert {"snapped", "t_vertices", "straightened", "area_changed", "origin"} <= remark_keys(result)
    assert result.stones["mass"].sum() == pytest.approx(34.56 * 0.8 * 23e3 / 9.80665, rel=5e-4)
    assert result.wall.base_stones == ("1", "2", "3", "4", "5")


def test_open_joints_are_closed_when_asked(tmp_path):
    options = draw(tmp_path, shrunk(bond(), 0.008))
    with pytest.raises(SurveyError, match="joint_width"):
        survey(options, folder=tmp_path)
    closed = SurveyOptions(file=options.file, thickness=0.8, joint_width=0.03)
    result = survey(closed, folder=tmp_path)
    assert len(result.wall.contacts) == 106 + 5
    assert "joints_closed" in remark_keys(result)


def box_wall(tmp_path, **options):
    return survey(SurveyOptions(generate=BOND, **options), folder=tmp_path, around=STONE)


def test_taper_keeps_the_back_upright(tmp_path):
    result = box_wall(tmp_path, thickness=1.0, thickness_top=0.6)
    assert sum(stone.volume for stone in result.wall.stones) == pytest.approx(4.0 * 2.0 * 0.8, rel=1e-12)
    assert max(stone.solid.vertices[:, 1].max() for stone in result.wall.stones) == pytest.approx(1.0)
    top = [stone for stone in result.wall.stones if stone.solid.vertices[:, 2].max() > 1.99]
    assert max(stone.solid.vertices[:, 1].min() for stone in top) == pytest.approx(0.3)
    zone = result.wall.envelope.zones[0]
    assert (zone.thickness, zone.thickness_top, zone.flush) == (1.0, 0.6, "back")
    # sides stay flat, so joints still match exactly
    assert result.joints["gap"].max() == pytest.approx(0.0, abs=1e-12)
    heads, beds, seats = 2 * 3 + 2 * 4, 3 * 8, 4
    assert len(result.wall.contacts) == heads + beds + seats


def test_batter(tmp_path):
    result = box_wall(tmp_path, thickness=1.0, front_batter=math.atan(0.1), back_batter=math.atan(0.05))
    assert sum(stone.volume for stone in result.wall.stones) == pytest.approx(4.0 * 2.0 * (1.0 - 0.15), rel=1e-12)


def test_one_thick_stone_touches_its_neighbours_by_what_they_share(tmp_path):
    plain = box_wall(tmp_path, thickness=0.5)
    thick = box_wall(tmp_path, thickness=0.5, stones={"6": StoneRule(thickness=0.9)})
    assert thick.wall.stone("6").volume == pytest.approx(plain.wall.stone("6").volume * 0.9 / 0.5)
    areas = [sum(contact.area for contact in result.wall.contacts) for result in (plain, thick)]
    assert areas[0] == pytest.approx(areas[1])
    row = next(row for row in thick.stones.rows() if row["stone"] == "6")
    assert (row["thickness_from"], row["depth"]) == ("stone", pytest.approx(0.9))
    assert "mean_thickness" in remark_keys(thick)


def test_a_back_survey_tilts_the_backs(tmp_path):
    places = [(x, z) for x in np.arange(0, 4.01, 0.2) for z in (0.1, 0.4, 0.6, 0.9, 1.1, 1.4, 1.6, 1.9)]
    rows = [f"{x},{z},{0.8 + 0.05 * x - 0.1 * z}" for x, z in places]
    (tmp_path / "back.csv").write_text("\n".join(["x,z,y", *rows]), encoding="utf-8")
    result = box_wall(tmp_path, thickness=0.8, back_survey="back.csv")
    assert sum(stone.volume for stone in result.wall.stones) == pytest.approx(4.0 * 2.0 * (0.8 + 0.1 - 0.1), rel=1e-9)
    assert set(result.stones["thickness_from"].tolist()) == {"back_survey"}
    (tmp_path / "back.csv").write_text("0.5,0.5,0.9\n0.6,0.5,0.9\n0.5,0.6,0.9\n", encoding="utf-8")
    few = box_wall(tmp_path, thickness=0.8, back_survey="back.csv")
    remark = next(remark for remark in few.remarks if remark.key == "back_from_neighbours")
    assert remark.count == 17


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2\n", "line 1 must hold three numbers"),
        ("1,2,3\n", "has 1 points"),
        ("1,2,nan\n1,1,1\n2,2,2\n", "not finite"),
        ("0.5,0.5,-1\n0.6,0.5,-1\n0.5,0.6,-1\n", "no thickness"),
    ],
)
def test_bad_back_surveys(tmp_path, text, message):
    (tmp_path / "back.csv").write_text(text, encoding="utf-8")
    with pytest.raises(SurveyError, match=message):
        box_wall(tmp_path, thickness=0.8, back_survey="back.csv")


def test_leaves_and_infill(tmp_path):
    leaves = (
        Leaf(name="facing", thickness=0.5, stones=True),
        Leaf(name="infill", thickness=0.4, material="rubble"),
        Leaf(name="inner facing", thickness=0.3, stones=True),
    )
    around = Surroundings(materials={"stone": Material(unit_weight=23e3), "rubble": Material(unit_weight=18e3)})
    options = SurveyOptions(generate=BOND, leaves=leaves, material="stone")
    wall = survey(options, around=around).wall
    assert len(wall.stones) == 36
    assert {stone.zone for stone in wall.stones} == {"facing", "inner facing"}
    assert wall.stone("3").solid.vertices[:, 1].max() == pytest.approx(0.5)
    assert wall.stone("3/inner facing").solid.vertices[:, 1].min() == pytest.approx(0.9)
    assert len(wall.base_stones) == 8
    known = [(leaf.name, leaf.material, leaf.thickness, leaf.stones) for leaf in wall.envelope.leaves]
    assert known[1] == ("infill", "rubble", 0.4, False)
    assert len(known) == 3
    assert wall.envelope.zones[0].thickness == pytest.approx(0.8)
    odd = (replace(leaves[0]), replace(leaves[1], material="rubbish"))
    with pytest.raises(ModelError, match='leaf "infill": its material "rubbish" is unknown; did you mean "rubble"'):
        survey(replace(options, leaves=odd), around=around)
    assert not [c for c in wall.contacts if ("/" in c.first) != ("/" in c.second) and c.second != BASE]


def test_niche_is_a_thinner_stone_set_back():
    niche = Niche(x=2.0, z=0.6, width=0.6, height=0.8, depth=0.3)
    generate = GenerateOptions(pattern="ashlar", length=4.0, height=2.2, stones=20, seed=2, niches=(niche,))
    result = survey(SurveyOptions(generate=generate, thickness=0.8))
    back = [row for row in result.stones.rows() if row["thickness_from"] == "niche"]
    assert back
    assert {round(row["depth"], 9) for row in back} == {0.5}
    lost = 0.3 * 0.8 * 0.5 * (0.6 + 0.85 * 0.6)
    assert result.stones["volume"].sum() == pytest.approx(4.0 * 2.2 * 0.8 - lost, rel=1e-9)


def test_layers_become_zones_and_materials(tmp_path):
    rings = bond(3, 2, 3.0, 2.0)
    stones = [{"outline": ring.tolist(), "zone": "low" if ring[0, 1] < 0.5 else "high"} for ring in rings]
    (tmp_path / "wall.json").write_text(json.dumps({"pirqa_wall": 1, "unit": "m", "thickness": 0.7, "stones": stones}))
    around = Surroundings(materials={"stone": Material(unit_weight=23e3), "tuff": Material(unit_weight=16e3)})
    options = SurveyOptions(
        file="wall.json", material="stone", layers={"low": LayerRule(zone="foundation", material="tuff")}
    )
    wall = survey(options, folder=tmp_path, around=around).wall
    assert {(stone.zone, stone.material) for stone in wall.stones} == {("foundation", "tuff"), ("high", "stone")}
    with pytest.raises(SurveyError, match="which of the materials"):
        survey(SurveyOptions(file="wall.json"), folder=tmp_path, around=around)
    with pytest.raises(SurveyError, match=r'no layer or label "lo".*did you mean "low"'):
        survey(SurveyOptions(file="wall.json", layers={"lo": LayerRule()}), folder=tmp_path, around=around)
    skipped = SurveyOptions(file="wall.json", material="stone", layers={"high": LayerRule(skip=True)})
    assert len(survey(skipped, folder=tmp_path, around=around).wall.stones) == 3


def test_an_envelope_of_the_project_gives_the_thickness():
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=1.0, thickness=1.0),
        Zone(name="high", material="stone", bottom=1.0, top=2.0, thickness=0.6, flush="back"),
    )
    around = Surroundings(materials=STONE.materials, envelope=Envelope(zones=zones, length=4.0))
    wall = survey(SurveyOptions(generate=BOND), around=around).wall
    assert sum(stone.volume for stone in wall.stones) == pytest.approx(4.0 * (1.0 + 0.6))
    assert wall.envelope is around.envelope
    thin = Surroundings(materials=STONE.materials, envelope=Envelope(zones=zones, length=4.0))
    told = [remark.text for remark in survey(SurveyOptions(generate=BOND, thickness=0.3), around=thin).remarks]
    assert "thickness" in told
    tall = Surroundings(materials=STONE.materials, envelope=Envelope(zones=zones, length=5.0))
    assert "envelope_differs" in remark_keys(survey(SurveyOptions(generate=BOND), around=tall))


def test_stones_for_an_envelope(base):
    zone = Zone(name="wall", material="stone", bottom=0.0, top=2.0, thickness=0.9, thickness_top=0.7)
    joints = JointProperties(friction_angle=0.5)
    envelope = Envelope(zones=(zone,), length=5.0, courses=4)
    bare = Wall(envelope=envelope, materials=STONE.materials, support=base, joints=joints)
    wall = bond_stones(bare, "running_bond", unit_length=1.0)
    assert len(wall.stones) == 2 * 5 + 2 * 6
    assert sum(stone.volume for stone in wall.stones) == pytest.approx(5.0 * 2.0 * 0.8)
    assert (wall.envelope, wall.support, wall.joints) == (envelope, base, joints)
    endless = replace(bare, envelope=replace(envelope, length=None))
    with pytest.raises(ModelError, match="needs a length"):
        bond_stones(endless, "inca")


def test_floating_and_hanging_stones_are_named(tmp_path):
    rings = [*bond(2, 2, 2.0, 1.0), np.array([[5, 0.5], [6, 0.5], [6, 1.0], [5, 1.0]])]
    result = survey(draw(tmp_path, rings), folder=tmp_path)
    assert next(remark.stones for remark in result.remarks if remark.key == "floating") == ("3",)
    # wedged between two stones by upright faces only
    wedge = [
        np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]]),
        np.array([[1, 0.4], [2, 0.4], [2, 1], [1, 1.0]]),
        np.array([[2, 0], [3, 0], [3, 1], [2, 1.0]]),
    ]
    hanging = survey(draw(tmp_path, wedge), folder=tmp_path)
    assert next(remark.stones for remark in hanging.remarks if remark.key == "held_by_nothing") == ("2",)


def test_worn_stones_through_a_file(tmp_path):
    solids, known = weathered(3)
    stones = [{"vertices": s.vertices.tolist(), "faces": [list(f) for f in s.faces], "irregular": True} for s in solids]
    (tmp_path / "scan.json").write_text(json.dumps({"pirqa_wall": 1, "unit": "m", "stones": stones}))
    result = survey(SurveyOptions(file="scan.json", tolerance=0.01), folder=tmp_path, around=STONE)
    touching = [contact for contact in result.wall.contacts if contact.second != BASE]
    assert len(touching) == len(known)
    assert {contact.kind for contact in touching} == {"patch"}
    assert all(stone.irregular for stone in result.wall.stones)
    assert all(np.linalg.norm(face.normal) == pytest.approx(1.0) for contact in touching for face in contact.faces)
    # normals point from the first stone to the second
    for contact in touching:
        across = result.wall.stone(contact.second).centroid - result.wall.stone(contact.first).centroid
        assert max(float(face.normal @ across) for face in contact.faces) > 0.0


def test_stones_in_space_that_run_into_each_other(tmp_path):
    from pirqa.verification.walls import box

    solids = [box(1, 1, 1), box(1, 1, 1, at=(0.95, 0, 0))]
    stones = [{"vertices": s.vertices.tolist(), "faces": [list(f) for f in s.faces]} for s in solids]
    (tmp_path / "scan.json").write_text(json.dumps({"pirqa_wall": 1, "unit": "m", "stones": stones}))
    with pytest.raises(SurveyError, match=r'"stone 1" and "stone 2" by 50 mm'):
        survey(SurveyOptions(file="scan.json"), folder=tmp_path)


def test_our_own_file_and_back(tmp_path):
    wall = like_sacsayhuaman().wall
    (tmp_path / "wall.json").write_bytes(own.write(wall, like="sacsayhuaman"))
    result = survey(SurveyOptions(file="wall.json"), folder=tmp_path, around=STONE)
    again = result.wall
    assert result.source.like == "sacsayhuaman"
    assert (again.fixed, again.guided) == (wall.fixed, wall.guided)
    assert [point.stone for point in again.control_points] == [point.stone for point in wall.control_points]
    for before, after in zip(wall.stones, again.stones, strict=True):
        assert before.name == after.name
        assert np.array_equal(before.solid.vertices, after.solid.vertices)
        assert sum(part.properties.volume for part in after.parts) == pytest.approx(before.volume, rel=1e-12)
    assert [(c.first, c.second) for c in wall.contacts] == [(c.first, c.second) for c in again.contacts]
    assert own.write(again, like="sacsayhuaman") == own.write(wall, like="sacsayhuaman")


def test_toml_written_by_hand(tmp_path):
    text = """
    pirqa_wall = 1
    unit = "cm"
    thickness = 60
    fixed = ["a"]
    [[stones]]
    name = "a"
    outline = [[0, 0], [120, 0], [120, 50], [0, 50]]
    [[stones]]
    name = "b"
    thickness = 40
    outline = [[0, 50], [120, 50], [120, 90], [0, 90]]
    """
    (tmp_path / "wall.toml").write_text(text)
    wall = survey(SurveyOptions(file="wall.toml"), folder=tmp_path).wall
    assert [stone.volume for stone in wall.stones] == pytest.approx([1.2 * 0.5 * 0.6, 1.2 * 0.4 * 0.4])
    assert wall.fixed == ("a",)


GOOD = {"pirqa_wall": 1, "unit": "m", "thickness": 0.8, "stones": [{"outline": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}
CUBE = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stone": []}, 'stone: unknown key; did you mean "stones"'),
        ({"pirqa_wall": 2}, "pirqa_wall must be 1, got 2"),
        ({"unit": None}, "does not say its unit"),
        ({"unit": "yards"}, "unit must be one of m, cm"),
        ({"stones": []}, "stones must be a list"),
        ({"stones": "many"}, "stones must be a list"),
        ({"thickness": -1}, "thickness must be a number above 0"),
        ({"thickness": "0.8 m"}, "thickness must be a number above 0 in the file's unit"),
        ({"thickness": None}, "outlines have no depth"),
        ({"stones": [{"outline": [[0, 0], [1, 0]]}]}, "stone 1: outline must be a list of at least three points"),
        ({"stones": [{"outline": [[0, 0], [1, "a"], [2, 2]]}]}, "stone 1: outline must be a list of 2 numbers"),
        ({"stones": [{"outline": [[0, 0], [1, 1e300], [2, 2]]}]}, "absurdly large"),
        ({"stones": [{"outlines": []}]}, 'outlines: unknown key; did you mean "outline"'),
        ({"stones": [{}]}, "stone 1: give an outline, or vertices and faces"),
        ({"stones": [{"outline": [[0, 0], [1, 0], [1, 1]]}, {"vertices": []}]}, "the same way"),
        ({"stones": [{"vertices": CUBE, "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2]]}]}, "at least four lists"),
        ({"stones": [{"vertices": CUBE, "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 9]]}]}, "from 0 to 3"),
        ({"stones": [{"vertices": CUBE, "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 3, 2]]}]}, "do not close"),
        ({"stones": [{"name": 7, "outline": [[0, 0], [1, 0], [1, 1]]}]}, "stone 1: name must be a text"),
        ({"fixed": ["9"]}, 'fixed: no stone is called "9"'),
        ({"control_points": [{"name": "A"}]}, "control_points 1 must have name, stone and position"),
    ],
)  # fmt: skip
def test_bad_wall_files(tmp_path, change, message):
    document = {key: value for key, value in (GOOD | change).items() if value is not None}
    (tmp_path / "wall.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        survey(SurveyOptions(file="wall.json"), folder=tmp_path)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("wall.json", b'{"pirqa_wall": 1', "cannot be understood"),
        ("wall.json", b'\xff\xfe{"pirqa_wall"', "not UTF-8"),
        ("wall.json", b"[" * 100_000 + b'"pirqa_wall"', "none of"),
        ("wall.json", b'{"pirqa_wall":' + b"[" * 100_000, "cannot be understood"),
        ("wall.toml", b"pirqa_wall = = 1", "cannot be understood"),
        ("wall.xyz", b"", 'suffix ".xyz" is not known'),
        ("wall.json", b"{}", "is none of pirqa, labelme, coco"),
    ],
)
def test_files_that_are_something_else(tmp_path, name, data, message):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SurveyError, match=message):
        survey(SurveyOptions(file=name, thickness=0.8), folder=tmp_path)


def test_missing_file(tmp_path):
    with pytest.raises(SurveyError, match=r"wall\.dxf: is not there"):
        survey(SurveyOptions(file="wall.dxf", thickness=0.8), folder=tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give either file"),
        ({"file": "a.dxf", "generate": BOND}, "give either file"),
        ({"file": "a.dxf", "thickness": -1.0}, "survey.thickness must be greater than 0 m"),
        ({"file": "a.dxf", "thickness_top": 0.5}, "thickness_top needs thickness"),
        (
            {"file": "a.dxf", "leaves": (Leaf(name="a", thickness=0.5, stones=True),), "thickness": 0.6},
            "add up to 0.5 m",
        ),
        ({"file": "a.dxf", "leaves": (Leaf(name="a", thickness=0.5),)}, "none has stones"),
        ({"file": "a.dxf", "leaves": (Leaf(name="a", thickness=0.5, stones=True),) * 2}, 'two leaves are called "a"'),
        ({"file": "a.dxf", "control_points": (WatchedStone(name="A", stone="1"),) * 2}, "two control points"),
        ({"file": "a.dxf", "tolerance": 0.0}, "survey.tolerance must be greater than 0 m"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ModelError, match=message):
        SurveyOptions(**options)


def test_unknown_stones_are_named():
    with pytest.raises(SurveyError, match='stones: no stone is called "99"'):
        survey(SurveyOptions(generate=BOND, thickness=0.5, stones={"99": StoneRule(thickness=1.0)}))
    with pytest.raises(SurveyError, match='control point "A": no stone is called "x"'):
        survey(SurveyOptions(generate=BOND, thickness=0.5, control_points=(WatchedStone(name="A", stone="x"),)))


def test_photos_are_told_from_labels_by_their_marks(tmp_path):
    (tmp_path / "wall.png").write_bytes(b"")
    assert format_of(tmp_path / "wall.png") == "label_raster"
    (tmp_path / "wall.marks.toml").write_text("")
    assert format_of(tmp_path / "wall.png") == "image"


def test_unknown_formats_to_write():
    wall = like_sacsayhuaman().wall
    from pathlib import Path

    with pytest.raises(SurveyError, match=r'suffix "\.step"'):
        write_stones(wall, Path("wall.step"))
    with pytest.raises(SurveyError, match='did you mean "dxf-solids"'):
        write_stones(wall, Path("wall.dxf"), format="dxf_solids")


def test_missing_extra_says_the_command():
    assert str(MissingExtraError("a photo", "image")).endswith("pip install 'pirqa[image]'")


def test_places_are_told_in_the_drawing_too(tmp_path):
    rings = [ring + np.array([500.0, 20.0]) for ring in shrunk(bond(), 0.01)]
    with pytest.raises(SurveyError, match=r"lower left corner, which is at x = 500\.010 m, z = 20\.010 m"):
        survey(draw(tmp_path, rings), folder=tmp_path)


def test_a_control_point_is_in_the_middle_of_its_edge_on_a_battered_wall(tmp_path):
    options = draw(tmp_path, noisy(bond(), 0.001, 1))
    tapered = replace(options, thickness_top=0.6, control_points=(WatchedStone(name="A", stone="42"),))
    wall = survey(tapered, folder=tmp_path).wall
    x = wall.stone("42").solid.vertices[:, 0]
    assert wall.control_points[0].position[0] == pytest.approx(0.5 * (x.min() + x.max()), abs=0.01)


def boxes(*spans):
    return [np.array([[a, b], [c, b], [c, d], [a, d]], dtype=float) for a, b, c, d in spans]


@pytest.mark.parametrize(
    "rings",
    [
        boxes((0, 0, 1, 1), (1, 0, 2, 1), (2.01, 0, 3, 1)),
        boxes((0, 0, 1.003, 1), (1, 0, 2, 1), (2.01, 0, 3, 1)),
        boxes((0, 0, 1, 1), (2, 0, 3, 1), (1, 0, 2, 1), (3.01, 0, 4, 1)),
        boxes((0, 0, 1, 0.5), (1.01, 0, 2, 0.5), (0, 0.498, 1.2, 1), (1.21, 0.502, 2, 1)),
        boxes((0, 0, 2, 0.5), (0, 0.5, 2, 0.6), (0, 0.6, 0.99, 1), (1, 0.6, 2, 1)),
    ],
)
def test_open_joints_beside_stones_that_touch(tmp_path, rings):
    drawn = sum((ring[1, 0] - ring[0, 0]) * (ring[2, 1] - ring[1, 1]) for ring in rings)
    result = survey(replace(draw(tmp_path, rings), joint_width=0.02), folder=tmp_path)
    assert len(result.wall.stones) == len(rings)
    assert result.area == pytest.approx(drawn, rel=0.02)
    assert {len(stone.parts) for stone in result.wall.stones} == {1}, "closing leaves no teeth"


def test_a_back_survey_in_the_drawing_s_place_and_unit(tmp_path):
    rings = [1000.0 * (ring + np.array([2.0, 1.0])) for ring in bond(4, 2, 4.0, 1.0)]
    options = replace(draw(tmp_path, rings, unit="mm"), back_survey="back.csv", thickness=None)
    places = [(x, z) for x in np.arange(2.05, 6.0, 0.1) for z in (1.1, 1.4, 1.6, 1.9)]
    lines = [f"{1000 * x},{1000 * (0.5 + 0.1 * x)},{1000 * z}" for x, z in places]
    (tmp_path / "back.csv").write_text("\n".join(["x,y,z", *lines]), encoding="utf-8")
    result = survey(options, folder=tmp_path)
    assert result.stones["volume"].sum() == pytest.approx(4.0 * 1.0 * (0.5 + 0.1 * 4.0), rel=1e-6)
    assert "back_from_neighbours" not in remark_keys(result)


def test_an_envelope_that_changes_along_the_wall():
    zones = (
        Zone(name="thin", material="stone", bottom=0.0, top=2.0, thickness=0.5, end=2.0),
        Zone(name="thick", material="stone", bottom=0.0, top=2.0, thickness=1.5, start=2.0),
    )
    around = Surroundings(materials=STONE.materials, envelope=Envelope(zones=zones, length=4.0))
    wall = survey(SurveyOptions(generate=BOND), around=around).wall
    depth = {stone.name: float(np.ptp(stone.solid.vertices[:, 1])) for stone in wall.stones}
    assert (depth["1"], depth["4"]) == (pytest.approx(0.5), pytest.approx(1.5))


def test_our_file_is_read_as_it_was_made(tmp_path):
    low = boxes((0, 0, 1, 1), (1, 0.3, 2, 1), (0, 1, 2, 2))
    made = survey(replace(draw(tmp_path, low), base="lower_edge", tolerance=0.01), folder=tmp_path)
    assert made.wall.base_stones == ("1", "2")
    data = own.write(made.wall, tolerance=made.tolerance, base=made.base, generated=True)
    (tmp_path / "again.json").write_bytes(data)
    again = survey(SurveyOptions(file="again.json", thickness=2.0), folder=tmp_path)
    assert (again.tolerance, again.base, again.wall.base_stones) == (0.01, "lower_edge", ("1", "2"))
    assert {"generated_wall", "thickness_not_used"} <= remark_keys(again)
    assert len(again.source.digest) == 64


def test_control_points_move_with_the_wall(tmp_path):
    document = GOOD | {"control_points": [{"name": "A", "stone": "1", "position": [10.5, 0.0, 6.0]}]}
    document["stones"] = [{"name": "1", "outline": [[10, 5], [11, 5], [11, 6], [10, 6]]}]
    (tmp_path / "wall.json").write_text(json.dumps(document))
    (point,) = survey(SurveyOptions(file="wall.json"), folder=tmp_path).wall.control_points
    assert point.position.tolist() == pytest.approx([0.5, 0.0, 1.0])


def test_a_missing_stone_is_called_that(tmp_path):
    rings = bond(3, 3, 3.0, 1.5)
    del rings[4]
    with pytest.raises(SurveyError, match="a stone is missing, or its outline is open"):
        survey(draw(tmp_path, rings), folder=tmp_path)


def test_scans_in_the_wrong_unit(tmp_path):
    solids = [{"vertices": [[0, 0, 0], [900, 0, 0], [0, 900, 0], [0, 0, 900]],
               "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}]  # fmt: skip
    (tmp_path / "wall.json").write_text(json.dumps({"pirqa_wall": 1, "unit": "m", "stones": solids}))
    with pytest.raises(SurveyError, match="900 m high, so the unit must be wrong"):
        survey(SurveyOptions(file="wall.json"), folder=tmp_path)


def test_every_format_is_an_option():
    assert set(get_args(FormatName)) == set(FORMATS)
