from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import ModelError, SurveyError
from pirqa.fe.attachment import attach
from pirqa.fe.mesh.exchange import read_mesh, write_vtu
from pirqa.fe.mesh.grid import Sizes, mesh_slabs
from pirqa.fe.mesh.mesh import Mesh
from pirqa.fe.mesh.quality import check_mesh, measure
from pirqa.fe.mesh.slabs import Slab, Void, wall_slabs
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.verification.fe_boxes import box

SIZES = Sizes(along=0.4, up=0.4, through=0.3)


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


ABAQUS = """*NODE
1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0\n5, 0, 0, 1\n6, 1, 0, 1\n7, 1, 1, 1\n8, 0, 1, 1
9, 0, 0, 2\n10, 1, 0, 2\n11, 1, 1, 2\n12, 0, 1, 2
*ELEMENT, TYPE=C3D8, ELSET=Lower
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8, ELSET=Upper
2, 5, 6, 7, 8, 9, 10, 11, 12
"""


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
