"""Meshes of other programs: their numbering, their sets, their units, their levels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import meshio
import numpy as np
import pytest

from pirqa.errors import ModelError, SurveyError
from pirqa.fem.build import build
from pirqa.fem.elements import CORNERS, MIDDLES
from pirqa.fem.exchange import _mesh, read_mesh, write_vtu
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.mesh import check_mesh, measure
from pirqa.fem.options import FeOptions, FeSpring, Opening
from pirqa.fem.stage import run_fe
from pirqa.fem.structure import Solid
from pirqa.fem.system import assemble
from pirqa.verification.fe import KINDS, box, box_structure, stepped_wall

SOFT = Solid(youngs_modulus=1e9, poisson_ratio=0.3, density=2000.0)

# nodes 9 to 20 of a second-order hexahedron in Gmsh's own order (its manual, "Node ordering"): the edges 0-1, 0-3, 0-4,
# 1-2, 1-5, 2-3, 2-6, 3-7, 4-5, 4-7, 5-6, 6-7
_GMSH = ((0, 1), (0, 3), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (4, 7), (5, 6), (6, 7))


def gmsh_file(path: Path) -> None:
    places = [*CORNERS, *(0.5 * (CORNERS[a] + CORNERS[b]) for a, b in _GMSH)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "1", '3 7 "Wall"', "$EndPhysicalNames"]
    lines += ["$Nodes", "20", *(f"{n} {x} {y} {z}" for n, (x, y, z) in enumerate(places, 1)), "$EndNodes"]
    lines += ["$Elements", "1", "1 17 2 7 1 " + " ".join(str(n) for n in range(1, 21)), "$EndElements"]
    path.write_text("\n".join(lines) + "\n")


def test_gmsh_numbers_its_edges_otherwise(tmp_path):
    gmsh_file(tmp_path / "wall.msh")
    mesh = read_mesh(tmp_path / "wall.msh", ("top", "wall"))
    expected = np.vstack([CORNERS, MIDDLES]) + np.array([0.0, 0.0, 1.0])
    assert mesh.nodes[mesh.bricks[0]] == pytest.approx(expected)
    assert mesh.zone.tolist() == [1]
    assert check_mesh(mesh).volume.sum() == pytest.approx(8.0)


@pytest.mark.parametrize(
    ("kind", "name"), [("abaqus", "w.inp"), ("vtk", "w.vtk"), ("nastran", "w.bdf"), ("vtu", "w.vtu")]
)
def test_bricks_of_20_nodes_keep_their_curves(tmp_path, kind, name):
    mesh = curved()
    meshio.write(tmp_path / name, meshio.Mesh(mesh.nodes, [("hexahedron20", mesh.bricks)]), file_format=kind)
    back = read_mesh(tmp_path / name, ("box",))
    assert measure(back).volume == pytest.approx(measure(mesh).volume, rel=1e-6)


def test_sets_of_some_blocks_only():
    mesh = box((1.0, 1.0, 4.0), (1, 1, 4))
    blocks = [("hexahedron", mesh.bricks[:1]), ("quad", mesh.bricks[:1, :4]), ("hexahedron", mesh.bricks[1:])]
    sets = {
        "Upper": [None, None, np.array([1, 2])],
        "lower": [np.array([0]), None, np.array([0])],
        "face": [None, [0], None],
    }
    found = _mesh(meshio.Mesh(mesh.nodes, blocks, cell_sets=sets), Path("wall.msh"), ("lower", "upper"))
    assert found.zone.tolist() == [0, 0, 1, 1]


def test_bricks_of_27_nodes_are_taken_without_their_inner_ones():
    mesh = curved()
    rows, nodes = [], [mesh.nodes]
    for number, brick in enumerate(mesh.bricks):
        rows.append([*brick, *range(len(mesh.nodes) + 7 * number, len(mesh.nodes) + 7 * number + 7)])
        nodes.append(np.repeat(mesh.nodes[brick].mean(axis=0)[None], 7, axis=0))
    given = meshio.Mesh(np.concatenate(nodes), [("hexahedron27", np.array(rows))])
    found = _mesh(given, Path("wall.vtu"), ("box",))
    assert len(found.nodes) == len(mesh.nodes)
    assert measure(found).volume == pytest.approx(measure(mesh).volume)


def test_a_mesh_on_its_height_above_the_sea_stands_at_zero(tmp_path):
    wall = stepped_wall()
    own = build(wall, FeOptions(size=1.0)).mesh
    write_vtu(tmp_path / "wall.vtu", replace(own, nodes=own.nodes + np.array([0.0, 0.0, 3400.0])))
    options = FeOptions(modes=3, springs={"s": FeSpring(along=3.0, level=4.0, stiffness=118e6)})
    read = run_fe(wall, replace(options, mesh="wall.vtu"), folder=tmp_path)
    assert read.main.frequency == pytest.approx(run_fe(wall, replace(options, size=1.0)).main.frequency, rel=1e-6)


def test_millimetres_are_told(tmp_path):
    own = build(stepped_wall(), FeOptions(size=1.0)).mesh
    write_vtu(tmp_path / "wall.vtu", replace(own, nodes=1000.0 * own.nodes))
    with pytest.raises(ModelError, match=r"wall\.vtu: the mesh is 6000 m long and 5000 m high, the wall 6 by 5 m"):
        run_fe(stepped_wall(), FeOptions(mesh="wall.vtu"), folder=tmp_path)


def test_parts_that_touch_without_sharing_nodes_are_told():
    own = build(stepped_wall(), FeOptions(size=1.0)).mesh
    parted = replace(own, nodes=own.nodes[own.bricks].reshape(-1, 3), bricks=np.arange(8 * len(own)).reshape(-1, 8))
    with pytest.raises(ModelError, match="merge those"):
        assemble(build(stepped_wall(), FeOptions(), parted))


def test_a_mesh_without_bricks_of_one_kind():
    mesh = box((1.0, 1.0, 2.0), (1, 1, 2))
    mixed = meshio.Mesh(mesh.nodes, [("hexahedron", mesh.bricks), ("tetra", mesh.bricks[:, :4])])
    with pytest.raises(SurveyError, match="holds tetra beside hexahedra"):
        _mesh(mixed, Path("wall.vtu"), ("box",))


def curved(size: float = 0.06):
    """8 bricks of 20 nodes, every inner corner and every inner edge's middle moved at random."""
    mesh = box((1.0, 1.0, 1.0), (2, 2, 2), distort=0.3).quadratic()
    inner = np.all((mesh.nodes > 1e-9) & (mesh.nodes < 1.0 - 1e-9), axis=1)
    push = np.random.default_rng(5).uniform(-size, size, mesh.nodes.shape)
    return replace(mesh, nodes=mesh.nodes + push * inner[:, None])


def test_curved_bricks_pass_the_patch_test():
    mesh = curved()
    system = assemble(box_structure(mesh, "quadratic", SOFT, held=False))
    gradient = 1e-3 * np.random.default_rng(3).standard_normal((3, 3))
    place = mesh.nodes[system.order]
    force = (system.stiffness @ (place @ gradient.T).ravel()).reshape(-1, 3)
    inner = np.all((place > 1e-9) & (place < 1.0 - 1e-9), axis=1)
    assert inner.sum() > 1
    assert np.abs(force[inner]).max() < 1e-12 * np.abs(force).max()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ratio", [0.0, 0.3, 0.49])
def test_a_single_crooked_brick_has_six_rigid_motions_and_no_other(kind, ratio):
    mesh = box((1.0, 1.0, 1.0), (1, 1, 1))
    nodes = mesh.nodes + np.random.default_rng(7).uniform(-0.25, 0.25, mesh.nodes.shape)
    solid = Solid(youngs_modulus=1e9, poisson_ratio=ratio, density=2000.0)
    system = assemble(box_structure(replace(mesh, nodes=nodes), kind, solid, held=False))
    values = np.linalg.eigvalsh(system.stiffness.toarray())
    assert np.abs(values[:6]).max() < 1e-12 * values[-1]
    assert values[6] > 1e-4 * values[-1]


def test_bending_does_not_lock_as_the_solid_becomes_incompressible():
    def first(kind, bricks):
        solid = Solid(youngs_modulus=1e9, poisson_ratio=0.49, density=2000.0)
        return find_modes(assemble(box_structure(box((1.0, 0.2, 4.0), bricks), kind, solid)), 1).frequency[0]

    fine = first("quadratic", (4, 2, 16))
    assert first("incompatible", (2, 1, 8)) == pytest.approx(fine, rel=0.02)
    assert first("plain", (2, 1, 8)) > 1.5 * fine


def test_an_edge_whose_middle_lies_near_its_end_is_a_fold():
    mesh = box((1.0, 1.0, 1.0), (1, 1, 1)).quadratic()
    nodes = mesh.nodes.copy()
    middle = int(mesh.bricks[0, 8])
    nodes[middle, 0] = 0.2  # within a quarter of the edge the map turns back at its end
    with pytest.raises(ModelError, match="flat or turned inside out"):
        check_mesh(replace(mesh, nodes=nodes))


def test_what_a_mesh_from_a_file_cannot_gain_is_refused():
    with pytest.raises(ModelError, match=r"fe\.openings: a mesh that is read from a file is taken as it is"):
        FeOptions(mesh="wall.vtu", openings={"door": Opening(start=1.0, end=2.0, top=2.0)})
