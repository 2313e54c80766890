"""Random walls: whatever is stacked, bricks fill it whole, once, and meet node on node."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, SurveyError
from pirqa.fem.build import _shape, build
from pirqa.fem.exchange import read_mesh, write_vtu
from pirqa.fem.grid import Sizes, Slab, Void, mesh_slabs, wall_slabs
from pirqa.fem.mesh import FACES, Mesh, check_mesh, measure
from pirqa.fem.options import Buttress, FeOptions, Opening, RearWall, ReturnWall, Transition
from pirqa.fem.structure import attach
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.model.masonry import JointProperties
from pirqa.verification.fe import box

SIZES = Sizes(along=0.4, up=0.4, through=0.3)

ABAQUS = """*NODE
1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0\n5, 0, 0, 1\n6, 1, 0, 1\n7, 1, 1, 1\n8, 0, 1, 1
9, 0, 0, 2\n10, 1, 0, 2\n11, 1, 1, 2\n12, 0, 1, 2
*ELEMENT, TYPE=C3D8, ELSET=Lower
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8, ELSET=Upper
2, 5, 6, 7, 8, 9, 10, 11, 12
"""

LENGTH = 6.0

FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

MATERIALS = {
    "stone": Material(unit_weight=25e3, youngs_modulus=800e6),
    "rubble": Material(unit_weight=20e3, youngs_modulus=300e6),
}


def slab(zone="a", along=(0.0, 2.0), up=(0.0, 1.0), front=(0.0, 0.0), back=(1.0, 1.0)) -> Slab:
    return Slab(zone=zone, along=along, up=up, front=front, back=back)


def volume(mesh: Mesh) -> float:
    return float(measure(mesh).volume.sum())


def joined(mesh: Mesh) -> int:
    """Pieces that hang together."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows = np.repeat(mesh.bricks[:, :1], mesh.bricks.shape[1], axis=1).ravel()
    graph = coo_array((np.ones(mesh.bricks.size), (rows, mesh.bricks.ravel())), (len(mesh.nodes),) * 2)
    return int(connected_components(graph, directed=False)[0])


def test_a_box_has_its_bricks_nodes_and_faces():
    mesh = box((2.0, 1.0, 3.0), (4, 2, 3))
    assert len(mesh) == 24
    assert len(mesh.nodes) == 5 * 3 * 4
    faces, owners = mesh.outer_faces
    assert len(faces) == 2 * (4 * 2 + 4 * 3 + 2 * 3) == len(owners)
    # anticlockwise from outside: the divergence theorem gives the volume
    a, b, c, d = (mesh.nodes[faces[:, k]] for k in range(4))
    flux = np.einsum("fi,fi->f", (a + b + c + d) / 4.0, 0.5 * np.cross(c - a, d - b))
    assert flux.sum() / 3.0 == pytest.approx(6.0)
    assert volume(mesh) == pytest.approx(6.0)


@pytest.mark.parametrize("flush", ["front", "back"])
def test_steps_meet_node_on_node(flush):
    upper = slab("b", up=(1.0, 2.0), front=(0.0, 0.0), back=(0.4, 0.4))
    if flush == "back":
        upper = slab("b", up=(1.0, 2.0), front=(0.6, 0.6), back=(1.0, 1.0))
    mesh = mesh_slabs([slab(), upper], SIZES)
    assert volume(mesh) == pytest.approx(2.0 + 0.8)
    assert joined(mesh) == 1
    assert mesh.zones == ("a", "b")
    # the contact of both is whole: no outer face inside it
    faces, _ = mesh.outer_faces
    middle = mesh.nodes[faces].mean(axis=1)
    low, high = (0.0, 0.4) if flush == "front" else (0.6, 1.0)
    inside = (np.abs(middle[:, 2] - 1.0) < 1e-9) & (middle[:, 1] > low) & (middle[:, 1] < high)
    assert not inside.any()


def test_taper_over_a_step_with_niche_door_and_pier():
    slabs = [
        slab("a", along=(0.0, 6.0), up=(0.0, 3.0), front=(0.0, 0.4), back=(1.5, 1.5)),
        slab("b", along=(0.0, 6.0), up=(3.0, 5.0), front=(0.9, 0.9), back=(1.5, 1.4)),
        slab("pier", along=(2.0, 3.0), up=(0.0, 2.0), front=(-1.0, -0.2), back=(0.0, 0.8 / 3.0)),
    ]
    voids = [
        Void(name="niche", along=(4.0, 4.6), up=(1.0, 1.8), depth=0.3, side="back"),
        Void(name="door", along=(0.5, 1.5), up=(0.0, 2.0)),
    ]
    mesh = mesh_slabs(slabs, SIZES, voids)
    expected = 6 * 3 * 1.3 + 6 * 2 * 0.55 + 2 * (1.0 + 0.2 + 0.8 / 3.0) / 2 - 2 * (1.5 - 0.4 / 3) - 0.6 * 0.8 * 0.3
    assert volume(mesh) == pytest.approx(expected)
    assert joined(mesh) == 1
    assert measure(mesh).scaled_jacobian.min() > 0.8


def test_bricks_keep_to_the_size_and_are_finer_at_changes():
    even = mesh_slabs([slab()], Sizes(along=0.3, up=0.3, through=0.3))
    edges = np.unique(even.nodes[:, 0].round(9))
    assert np.diff(edges).max() <= 0.3 + 1e-9
    graded = mesh_slabs([slab()], Sizes(along=0.3, up=0.3, through=0.3, finer=3.0))
    steps = np.diff(np.unique(graded.nodes[:, 0].round(9)))
    assert steps.max() <= 0.3 + 1e-9
    assert steps[0] == pytest.approx(steps.max() / 3.0, rel=0.01)
    assert steps[0] == pytest.approx(steps[-1])


def test_at_least_as_many_layers_as_asked():
    mesh = mesh_slabs([slab(back=(0.2, 0.2))], Sizes(along=1.0, up=1.0, through=1.0, layers=3))
    assert len(np.unique(mesh.nodes[:, 1].round(9))) == 4


def test_places_on_the_edge_of_rounding_are_one_node():
    mesh = mesh_slabs([slab(back=(0.0078125, 0.0078125))], Sizes(along=1.0, up=1.0, through=1.0, layers=1))
    assert len(mesh.nodes) == 3 * 2 * 2


def test_faces_that_cross_are_refused():
    other = slab("b", along=(2.0, 4.0), front=(0.0, 0.5), back=(1.0, 1.0))
    with pytest.raises(ModelError, match="let them lean alike, or import a mesh"):
        mesh_slabs([slab(), other], SIZES)


def test_openings_that_take_all_are_refused():
    with pytest.raises(ModelError, match="openings take all of it"):
        mesh_slabs([slab()], SIZES, [Void(name="all", along=(0.0, 2.0), up=(0.0, 1.0))])


def test_too_many_bricks_are_refused():
    with pytest.raises(ModelError, match=r"larger fe\.size"):
        mesh_slabs([slab()], Sizes(along=0.005, up=0.005, through=0.05))


def test_a_wall_without_length_is_refused():
    wall = Wall(
        envelope=Envelope(zones=(Zone(name="w", material="m", bottom=0.0, top=2.0, thickness=1.0),)),
        materials={"m": Material(unit_weight=25e3)},
    )
    with pytest.raises(ModelError, match=r"wall\.length is missing"):
        wall_slabs(wall)


def test_quadratic_bricks_have_nodes_in_the_middle_of_edges_and_go_back():
    mesh = box((2.0, 1.0, 1.0), (2, 1, 1), distort=0.0)
    fine = mesh.quadratic()
    assert fine.bricks.shape == (2, 20)
    assert len(fine.nodes) == 12 + 20
    assert volume(fine) == pytest.approx(2.0)
    assert fine.linear().nodes.shape == mesh.nodes.shape
    assert fine.quadratic() is fine


def test_a_brick_turned_inside_out_is_named():
    mesh = box((2.0, 1.0, 1.0), (2, 1, 1))
    wrong = mesh.bricks.copy()
    wrong[1] = wrong[1][[4, 5, 6, 7, 0, 1, 2, 3]]
    with pytest.raises(ModelError, match=r"1 of 2 bricks .* \(numbers 2; the first at \(1\.5, 0\.5, 0\.5\) m\)"):
        check_mesh(Mesh(nodes=mesh.nodes, bricks=wrong, zone=mesh.zone, zones=mesh.zones))


def test_a_point_inside_moves_and_turns_with_its_brick():
    mesh = box((2.0, 1.0, 1.0), (2, 2, 2), distort=0.3)
    point = attach(mesh, "sensor", np.array([0.7, 0.4, 0.6]))
    gradient = np.array([[0.0, -0.3, 0.1], [0.3, 0.0, -0.2], [-0.1, 0.2, 0.0]])
    shift = mesh.nodes @ gradient.T + 1.0
    moved = point.motion() @ shift[point.nodes].ravel()
    assert moved == pytest.approx(np.array([0.7, 0.4, 0.6]) @ gradient.T + 1.0)
    assert point.turn() @ shift[point.nodes].ravel() == pytest.approx([0.2, 0.1, 0.3])


def test_a_point_off_the_wall_is_told_how_far():
    mesh = box((2.0, 1.0, 1.0), (2, 1, 1))
    with pytest.raises(ModelError, match=r'spring "prop": the point \(1, 3, 0\.5\) m lies off the wall, 2\.\d+ m'):
        attach(mesh, 'spring "prop"', np.array([1.0, 3.0, 0.5]))
    near = attach(mesh, "sensor", np.array([1.0, 1.1, 0.5]), reach=0.2)
    assert near.motion() @ mesh.nodes[near.nodes].ravel() == pytest.approx([1.0, 1.0, 0.5])


@pytest.mark.parametrize("kind", ["hexahedron", "hexahedron20"])
def test_vtu_round_trip(tmp_path, kind):
    mesh = mesh_slabs([slab(), slab("b", up=(1.0, 2.0))], SIZES)
    mesh = mesh if kind == "hexahedron" else mesh.quadratic()
    shape = np.random.default_rng(0).standard_normal(mesh.nodes.shape)
    write_vtu(tmp_path / "wall.vtu", mesh, points={"mode 1": shape})
    back = read_mesh(tmp_path / "wall.vtu", mesh.zones)
    assert np.array_equal(back.bricks, mesh.bricks)
    assert np.array_equal(back.zone, mesh.zone)
    assert back.nodes == pytest.approx(mesh.nodes)


def test_abaqus_sets_are_zones(tmp_path):
    (tmp_path / "wall.inp").write_text(ABAQUS)
    mesh = read_mesh(tmp_path / "wall.inp", ("lower", "upper"))
    assert mesh.zone.tolist() == [0, 1]
    assert volume(mesh) == pytest.approx(2.0)
    with pytest.raises(SurveyError, match="1 bricks belong to no zone"):
        read_mesh(tmp_path / "wall.inp", ("lower", "middle"))


def test_files_that_hold_no_bricks(tmp_path):
    (tmp_path / "wall.inp").write_text("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n*ELEMENT, TYPE=S3\n1, 1, 2, 3\n")
    with pytest.raises(SurveyError, match="holds triangle; bricks of one kind are needed"):
        read_mesh(tmp_path / "wall.inp", ("a",))
    (tmp_path / "broken.vtu").write_text("<VTKFile")
    with pytest.raises(SurveyError, match=r"broken\.vtu: no mesh can be read from it"):
        read_mesh(tmp_path / "broken.vtu", ("a",))
    (tmp_path / "wall.xyz").write_text("")
    with pytest.raises(SurveyError, match=r"wall\.xyz"):
        read_mesh(tmp_path / "wall.xyz", ("a",))
    with pytest.raises(SurveyError, match=r"nothing\.vtu"):
        read_mesh(tmp_path / "nothing.vtu", ("a",))


def test_mesh_refuses_what_is_no_mesh():
    nodes = np.zeros((8, 3))
    with pytest.raises(ModelError, match="8 or 20 nodes"):
        Mesh(nodes=nodes, bricks=np.zeros((1, 6), dtype=np.int64), zone=np.zeros(1, dtype=np.int64), zones=("a",))
    with pytest.raises(ModelError, match="names another"):
        Mesh(nodes=nodes, bricks=np.arange(1, 9)[None], zone=np.zeros(1, dtype=np.int64), zones=("a",))


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
