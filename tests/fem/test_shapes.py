"""Shapes beside the zones: niches, piers, returns, a second wall, bands between materials."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.fem.build import build
from pirqa.fem.grid import Sizes, mesh_slabs
from pirqa.fem.mesh import measure
from pirqa.fem.options import Buttress, FeOptions, Opening, RearWall, ReturnWall, Transition
from pirqa.model import Envelope, Zone
from pirqa.verification.fe import stepped_wall
from tests.fem.test_mesh import joined, slab

COARSE = FeOptions(size=1.0)
WHOLE = 6 * 3 * 1.3 + 6 * 2 * 0.6
"""Of the stepped wall, whose front leans back by 0.4 m over its lower 3 m [m3]."""


def volume(options: FeOptions, wall=None) -> float:
    return float(measure(build(wall or stepped_wall(), options).mesh).volume.sum())


def test_a_niche_in_a_leaning_face_is_as_deep_everywhere():
    niche = Opening(start=1.0, end=2.0, bottom=1.0, top=1.8, depth=0.3)
    assert volume(replace(COARSE, openings={"n": niche})) == pytest.approx(WHOLE - 1.0 * 0.8 * 0.3)


def test_a_niche_over_a_step_is_as_deep_in_both_zones():
    niche = Opening(start=1.0, end=2.0, bottom=2.5, top=3.5, depth=0.3)
    assert volume(replace(COARSE, openings={"n": niche})) == pytest.approx(WHOLE - 1.0 * 1.0 * 0.3)


def test_a_niche_that_goes_through_the_thinner_zone_is_refused():
    niche = Opening(start=1.0, end=2.0, bottom=2.5, top=3.5, depth=0.7)
    with pytest.raises(ModelError, match=r"goes through the wall, which is 0\.6 m thick at 3"):
        volume(replace(COARSE, openings={"n": niche}))


def test_a_door_cuts_neither_the_wall_behind_nor_a_return():
    door = {"d": Opening(start=0.2, end=1.2, top=2.0)}
    cut = 1.0 * 2.0 * (1.5 - 0.4 / 3.0)
    pair = replace(
        COARSE, rear_wall=RearWall(gap=3.0), returns={"r": ReturnWall(at="start", length=2.0, thickness=0.5)}
    )
    assert volume(pair) - volume(replace(pair, openings=door)) == pytest.approx(cut)


def test_a_pier_stands_out_from_a_leaning_face_as_told_at_foot_and_top():
    pier = Buttress(start=2.0, end=3.0, height=3.0, depth=1.0, depth_top=0.5, side="front")
    assert volume(replace(COARSE, buttresses={"p": pier})) == pytest.approx(WHOLE + 1.0 * 3.0 * 0.75)
    upright = replace(pier, depth_top=None)
    assert volume(replace(COARSE, buttresses={"p": upright})) == pytest.approx(WHOLE + 1.0 * 3.0 * (1.0 + 1.4) / 2)


def test_piers_on_both_sides_higher_than_a_zone():
    piers = {side: Buttress(start=2.0, end=3.0, height=4.0, depth=1.0, side=side) for side in ("front", "back")}
    mesh = build(stepped_wall(), replace(COARSE, buttresses=piers)).mesh
    # front: 1.0 to 1.4 m deep below, then 1.9 m to the face that stands 0.9 m back; back: 1.0 m
    assert measure(mesh).volume.sum() == pytest.approx(WHOLE + 3.0 * 1.2 + 1.0 * 1.9 + 4.0)
    assert joined(mesh) == 1


def test_a_pier_higher_than_the_wall_is_refused():
    with pytest.raises(ModelError, match='buttress "p": it is 8 m high, the wall there only 5 m'):
        volume(replace(COARSE, buttresses={"p": Buttress(start=1.0, end=2.0, height=8.0, depth=0.5)}))


def test_a_pier_that_a_zone_above_overhangs_is_refused():
    zones = (
        Zone(name="foot", material="stone", bottom=0.0, top=1.0, thickness=0.5),
        Zone(name="head", material="stone", bottom=1.0, top=2.0, thickness=1.5, flush="back"),
    )
    wall = replace(stepped_wall(), envelope=Envelope(zones=zones, length=6.0))
    pier = Buttress(start=1.0, end=2.0, height=2.0, depth=0.5, side="front")
    with pytest.raises(ModelError, match='zone "head" stands out further'):
        volume(replace(COARSE, buttresses={"p": pier}), wall)


def test_parts_in_the_same_place_are_refused():
    wing = {"r": ReturnWall(at="start", length=2.0, thickness=0.5)}
    with pytest.raises(ModelError, match=r'same place.*"lower" and "rear lower"'):
        volume(replace(COARSE, rear_wall=RearWall(gap=1.0), returns=wing))


def test_returns_as_long_as_the_gap_join_both_walls():
    zone = Zone(name="wall", material="stone", bottom=0.0, top=3.0, thickness=1.0)
    wall = replace(stepped_wall(), envelope=Envelope(zones=(zone,), length=6.0))
    wings = {at: ReturnWall(at=at, length=2.0, thickness=0.5) for at in ("start", "end")}
    mesh = build(wall, replace(COARSE, rear_wall=RearWall(gap=2.0), returns=wings)).mesh
    assert measure(mesh).volume.sum() == pytest.approx(2 * 18.0 + 2 * 3.0)
    assert joined(mesh) == 1


def test_bands_above_and_below_a_low_zone_must_both_fit():
    zones = tuple(
        Zone(name=f"z{k}", material=("stone", "rubble")[k % 2], bottom=float(k), top=k + 1.0, thickness=1.0)
        for k in range(3)
    )
    wall = replace(stepped_wall(), envelope=Envelope(zones=zones, length=6.0))
    assert volume(replace(COARSE, transition=Transition(height=0.8)), wall) == pytest.approx(18.0)
    with pytest.raises(OptionsError, match='higher than zone "z1"'):
        volume(replace(COARSE, transition=Transition(height=1.2)), wall)


def test_a_pier_of_another_material_brings_no_band_into_the_wall_above_it():
    zones = tuple(Zone(name=f"z{k}", material="stone", bottom=float(k), top=k + 1.0, thickness=1.0) for k in range(2))
    wall = replace(stepped_wall(), envelope=Envelope(zones=zones, length=6.0))
    pier = Buttress(start=1.0, end=2.0, height=1.0, depth=1.0, material="rubble")
    mesh = build(wall, replace(COARSE, buttresses={"p": pier}, transition=Transition(height=0.2))).mesh
    assert not [zone for zone in mesh.zones if zone.startswith("transition")]


def test_faces_a_hair_apart_are_one():
    lower, upper = slab(back=(1.0, 1.0)), slab("b", up=(1.0, 2.0), front=(4e-7, 4e-7), back=(1.0 + 4e-7, 1.0 + 4e-7))
    for move in (0.0, 1.3e-7, 2.5e-7, 3.7e-7):
        slabs = [
            replace(part, front=(part.front[0] + move,) * 2, back=(part.back[0] + move,) * 2) for part in (lower, upper)
        ]
        mesh = mesh_slabs(slabs, Sizes(along=1.0, up=1.0, through=1.0, layers=1))
        assert len(mesh.nodes) == 3 * 2 * 3


def test_bricks_of_atoms_are_refused_before_they_fill_the_memory():
    with pytest.raises(ModelError, match=r"larger fe\.size"):
        build(stepped_wall(), FeOptions(size=1e-12))
