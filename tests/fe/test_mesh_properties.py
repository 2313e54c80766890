"""Random walls: whatever is stacked, bricks fill it whole, once, and meet node on node."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError
from pirqa.fe.build import _shape, build
from pirqa.fe.mesh.mesh import FACES, Mesh
from pirqa.fe.mesh.quality import measure
from pirqa.fe.options import FeOptions, Transition
from pirqa.fe.shape_options import Buttress, Opening, RearWall, ReturnWall
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.model.joint import JointProperties
from tests.fe.test_mesh import joined

LENGTH = 6.0
FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
MATERIALS = {
    "stone": Material(unit_weight=25e3, youngs_modulus=800e6),
    "rubble": Material(unit_weight=20e3, youngs_modulus=300e6),
}


def number(low: float, high: float) -> st.SearchStrategy[float]:
    """As people write them: to the millimetre."""
    return st.integers(round(low * 1000), round(high * 1000)).map(lambda value: value / 1000)


@st.composite
def walls(draw: st.DrawFn) -> Wall:
    stretches = draw(st.integers(1, 3))
    cuts = [0.0, *sorted(draw(st.lists(number(0.5, 5.5), min_size=stretches - 1, max_size=stretches - 1))), LENGTH]
    assume(min(np.diff(cuts)) > 0.01)
    zones = []
    for stretch in range(stretches):
        floor = 0.0
        for level in range(draw(st.integers(1, 3))):
            top = floor + draw(number(0.3, 2.5))
            thickness = draw(number(0.3, 2.0))
            # leaning faces of neighbours cross as often as not, and are refused then: they lean in a single stretch
            taper = draw(st.none() | number(0.2, 1.5)) if stretches == 1 else None
            zones.append(
                Zone(
                    name=f"z{stretch}{level}",
                    material=draw(st.sampled_from(["stone", "rubble"])),
                    bottom=floor,
                    top=top,
                    thickness=thickness,
                    thickness_top=taper,
                    flush=draw(st.sampled_from(["front", "back", "centre"])),
                    front=draw(number(0.0, 0.5)) if level == 0 else 0.0,
                    start=cuts[stretch],
                    end=cuts[stretch + 1],
                )
            )
            floor = top
    try:
        return Wall(
            envelope=Envelope(zones=tuple(zones), length=LENGTH),
            materials=MATERIALS,
            joints=JointProperties(friction_angle=0.5),
        )
    except ModelError:  # a zone that does not rest on the one below
        assume(False)
        raise


def by_hand(wall: Wall) -> float:
    """Trapezia of all zones [m3]."""
    return sum(
        (zone.end - zone.start)
        * (zone.top - zone.bottom)
        * 0.5
        * (zone.thickness + (zone.thickness_top or zone.thickness))
        for zone in wall.envelope.zones
    )


def stretches_join(wall: Wall) -> bool:
    """Whether neighbours overlap at the base, so that the wall is one piece for sure."""
    foot = sorted((z.start, z.front, z.front + z.thickness) for z in wall.envelope.zones if z.bottom == 0.0)
    return all(min(a[2], b[2]) - max(a[1], b[1]) > 1e-3 for a, b in pairwise(foot))


def check_whole(mesh: Mesh, wall: Wall, options: FeOptions) -> None:
    """No brick twice, no node twice or unused, and no outer face that has stone on its other side."""
    assert measure(mesh).scaled_jacobian.min() > 0.0
    assert np.array_equal(np.unique(mesh.bricks), np.arange(len(mesh.nodes)))
    faces = np.sort(mesh.bricks[:, FACES].reshape(-1, 4), axis=1)
    assert np.unique(faces, axis=0, return_counts=True)[1].max() <= 2
    near = np.sort(mesh.nodes.round(5).view([("", float)] * 3), axis=0)
    assert len(np.unique(near)) == len(mesh.nodes)
    slabs, voids, _ = _shape(wall, options)
    corners, _ = mesh.outer_faces
    a, b, c, d = (mesh.nodes[corners[:, k]] for k in range(4))
    normal = np.cross(c - a, d - b)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    hair = 2e-5
    x, y, z = ((a + b + c + d) / 4.0 + hair * normal).T
    stone = np.zeros(len(x), dtype=bool)
    for slab in slabs:
        front, back = slab.faces(z)
        here = (
            (x > slab.along[0]) & (x < slab.along[1]) & (z > slab.up[0]) & (z < slab.up[1]) & (y > front) & (y < back)
        )
        for void in voids if slab.opened else ():
            open_there = (x > void.along[0]) & (x < void.along[1]) & (z > void.up[0]) & (z < void.up[1])
            if void.depth is not None:
                open_there &= y < front + void.depth if void.side == "front" else y > back - void.depth
            here &= ~open_there
        stone |= here
    assert not stone.any(), f"{stone.sum()} outer faces inside the wall"


@FEW
@given(wall=walls(), size=number(0.3, 1.5), layers=st.integers(1, 3), finer=st.sampled_from([1.0, 2.0, 4.0]))
def test_zones_are_filled_once_and_meet(wall, size, layers, finer):
    options = FeOptions(size=size, layers=layers, finer=finer)
    mesh = build(wall, options).mesh
    assert measure(mesh).volume.sum() == pytest.approx(by_hand(wall), rel=1e-9)
    check_whole(mesh, wall, options)
    if stretches_join(wall):
        assert joined(mesh) == 1


@FEW
@given(wall=walls(), data=st.data())
def test_openings_piers_returns_and_a_second_wall(wall, data):
    draw = data.draw
    least = min(min(zone.thickness, zone.thickness_top or zone.thickness) for zone in wall.envelope.zones)
    lowest = min(wall.envelope.top(x) for x in wall.envelope.stations)
    face = st.sampled_from(["front", "back"])
    window = Opening(start=draw(number(0.2, 1.0)), end=draw(number(1.1, 2.0)), bottom=0.1, top=draw(number(0.2, 3.0)))
    niche = Opening(
        start=draw(number(3.5, 4.0)),
        end=draw(number(4.1, 5.0)),
        bottom=draw(number(0.0, 0.2)),
        top=draw(number(0.21, 3.0)),
        depth=least * draw(st.sampled_from([0.1, 0.5, 0.9])),
        side=draw(face),
    )
    pier = Buttress(
        start=2.0,
        end=3.0,
        height=draw(number(0.2, lowest)),
        depth=1.6,
        material=draw(st.sampled_from([None, "rubble"])),
    )
    wing = {"length": 1.7, "thickness": draw(number(0.1, 0.8)), "side": draw(face)}
    rear = RearWall(gap=6.0, turned=draw(st.booleans()), length_share=draw(st.sampled_from([0.5, 1.0])))
    options = FeOptions(
        size=1.0,
        openings={"window": window, "niche": niche},
        buttresses={"pier": pier},
        returns={at: ReturnWall(at=at, **wing) for at in ("start", "end")},
        rear_wall=draw(st.sampled_from([None, rear])),
        transition=draw(st.sampled_from([None, Transition(height=0.1)])),
    )
    try:
        mesh = build(wall, options).mesh
    except ModelError as error:
        # told, not meshed wrongly
        if any(word in str(error) for word in ("meet or cross", "stands out further")):
            assume(False)
        raise
    check_whole(mesh, wall, options)
    rear = np.char.startswith(np.array(mesh.zones), "rear ")[mesh.zone]
    assert mesh.nodes[mesh.bricks[~rear]][:, :, 1].max() < 5.0
