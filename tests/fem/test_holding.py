"""What is not held, and what holds: pieces in the air, mechanisms, beds, factors."""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, ModelError
from pirqa.fem.build import build
from pirqa.fem.factorise import factorise
from pirqa.fem.linear_analysis import find_modes, rest
from pirqa.fem.mesh import Mesh
from pirqa.fem.options import FeOptions, Opening
from pirqa.fem.structure import Bed, PointMass, Solid, Spring, StrutBar
from pirqa.fem.system import assemble, dissect
from pirqa.verification.fe import KINDS, box, box_structure, stepped_wall

SOFT = Solid(youngs_modulus=1e9, poisson_ratio=0.2, density=2000.0)


def pair(shift: tuple[float, float, float], bricks: int = 1) -> Mesh:
    """Two cubes that share the nodes where they meet."""
    one = box((1.0, 1.0, 1.0), (bricks,) * 3)
    nodes, place = np.unique(
        np.concatenate([one.nodes, one.nodes + np.array(shift)]).round(9), axis=0, return_inverse=True
    )
    both = place.ravel()[np.concatenate([one.bricks, one.bricks + len(one.nodes)])]
    return Mesh(nodes=nodes, bricks=both, zone=np.zeros(len(both), dtype=np.int64), zones=("box",))


@pytest.mark.parametrize("kind", KINDS)
def test_a_brick_on_an_edge_is_a_mechanism(kind):
    system = assemble(box_structure(pair((1.0, 0.0, 1.0)), kind, SOFT))
    # a pivot may be zero to the last digit, or to rounding only
    with pytest.raises(ComputationError, match=r"moves without any force, most at|exactly singular.* not held"):
        find_modes(system, 3)
    with pytest.raises(ComputationError, match="not held"):
        rest(system)


def test_a_piece_on_one_spring_is_a_mechanism():
    spring = Spring(name="s", place=(3.5, 0.5, 2.5), direction=(0.0, 0.0, 1.0), stiffness=1e6)
    system = assemble(box_structure(pair((3.0, 0.0, 2.0), 2), "incompatible", SOFT, springs=(spring,)))
    with pytest.raises(ComputationError, match="moves without any force"):
        find_modes(system, 3)


def test_a_bed_that_does_not_hold_sideways_is_a_mechanism():
    mesh = box((1.0, 1.0, 1.0), (2, 2, 2))
    system = assemble(box_structure(mesh, "incompatible", SOFT, bed=Bed(normal=1e6, shear=1e-6)))
    with pytest.raises(ComputationError, match="moves without any force"):
        find_modes(system, 4)


def test_an_opening_that_cuts_the_wall_in_two_is_told():
    slit = FeOptions(size=1.0, openings={"slit": Opening(start=0.0, end=6.0, bottom=1.0, top=1.2)})
    with pytest.raises(ModelError, match=r"nothing holds .* Openings cut them off"):
        assemble(build(stepped_wall(), slit))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turned", [(4, 0, 3, 7, 5, 1, 2, 6), (0, 4, 5, 1, 3, 7, 6, 2), (6, 5, 4, 7, 2, 1, 0, 3)])
def test_a_bed_holds_bricks_whichever_of_their_faces_is_below(kind, turned):
    mesh = box((1.0, 0.6, 0.8), (2, 2, 2))
    other = replace(mesh, bricks=mesh.bricks[:, turned])
    bed = Bed(normal=1e6, shear=3e5)
    one, two = (find_modes(assemble(box_structure(m, kind, SOFT, bed=bed)), 6).frequency for m in (mesh, other))
    assert two == pytest.approx(one, rel=1e-8)


def test_a_base_that_a_file_keeps_to_seven_digits_is_all_held():
    mesh = box((2.0, 1.0, 3.0), (2, 2, 3))
    rough = replace(mesh, nodes=mesh.nodes + np.random.default_rng(0).uniform(-1e-6, 1e-6, mesh.nodes.shape))
    assert len(box_structure(rough, "plain", SOFT).foot) == 9


@pytest.mark.parametrize("kind", KINDS)
def test_shares_of_the_mass_come_to_one(kind):
    system = assemble(box_structure(box((1.0, 0.6, 2.0), (1, 1, 3)), kind, SOFT))
    modes = find_modes(system, 3 * len(system.order) - 2)
    assert modes.effective_mass.sum(axis=0) == pytest.approx([1.0, 1.0, 1.0], abs=1e-3)
    assert modes.effective_mass.sum(axis=0).max() < 1.0 + 1e-9


def test_a_mass_on_the_held_base_weighs_but_does_not_move():
    bare = assemble(box_structure(box((1.0, 1.0, 1.0), (2, 2, 2)), "plain", SOFT))
    mass = PointMass(name="m", place=(0.5, 0.5, 0.0), mass=1e5)
    loaded = assemble(box_structure(box((1.0, 1.0, 1.0), (2, 2, 2)), "plain", SOFT, masses=(mass,)))
    assert loaded.total_mass == pytest.approx(bare.total_mass + 1e5)
    one, two = (find_modes(system, 3) for system in (bare, loaded))
    assert two.frequency == pytest.approx(one.frequency)
    assert two.effective_mass == pytest.approx(one.effective_mass, abs=1e-9)


@pytest.mark.parametrize("clamped", [True, False])
def test_a_strut_resists_no_rigid_motion(clamped):
    mesh = box((3.0, 2.0, 1.0), (3, 2, 1), distort=0.2)
    strut = StrutBar(
        name="s", first=(0.2, 0.1, 0.9), second=(2.7, 1.8, 0.3), youngs_modulus=1e10, diameter=0.3, clamped=clamped
    )
    bare, held = (assemble(box_structure(mesh, "plain", SOFT, held=False, struts=found)) for found in ((), (strut,)))
    rows = np.argsort(bare.order), np.argsort(held.order)
    added = [
        s.stiffness.toarray().reshape(len(r), 3, len(r), 3)[r][:, :, r] for s, r in zip((bare, held), rows, strict=True)
    ]
    only = (added[1] - added[0]).reshape(3 * len(mesh.nodes), -1)
    assert np.linalg.matrix_rank(only, tol=1.0) == (6 if clamped else 1)
    turn = np.array([[0.0, -0.3, 0.1], [0.3, 0.0, -0.2], [-0.1, 0.2, 0.0]])
    rigid = (mesh.nodes @ turn.T + np.array([1.0, -2.0, 3.0])).ravel()
    assert np.abs(only @ rigid).max() < 1e-9 * np.abs(only).max()


def test_twist_of_a_clamped_strut_has_its_own_modulus():
    mesh = box((1.0, 1.0, 1.0), (1, 1, 1))
    nearly = Solid(youngs_modulus=1e-6, poisson_ratio=0.0, density=1.0)
    twist = np.zeros_like(mesh.nodes)  # about x, growing along it: u_y = −x z, u_z = x y
    twist[:, 1] = -mesh.nodes[:, 0] * (mesh.nodes[:, 2] - 0.5)
    twist[:, 2] = mesh.nodes[:, 0] * (mesh.nodes[:, 1] - 0.5)
    found = []
    for modulus in (None, 5e9):
        strut = StrutBar(
            name="s", first=(0.0, 0.5, 0.5), second=(1.0, 0.5, 0.5), youngs_modulus=1.6e10, diameter=0.2,
            clamped=True, shear_modulus=modulus,
        )  # fmt: skip
        system = assemble(box_structure(mesh, "plain", nearly, held=False, struts=(strut,)))
        shift = twist[system.order].ravel()
        found.append(shift @ (system.stiffness @ shift))
    # G J/L with J = π d⁴/32; the ends turn by 0 and 1
    assert found == pytest.approx([1e9 * np.pi * 0.2**4 / 32, 5e9 * np.pi * 0.2**4 / 32], rel=1e-6)


def test_one_factor_serves_modes_and_rest():
    system = assemble(build(stepped_wall(), FeOptions(size=1.0)))
    factor = factorise(system.stiffness)
    assert find_modes(system, 3, factor=factor).frequency == pytest.approx(find_modes(system, 3).frequency, rel=1e-9)
    assert rest(system, factor=factor).shift == pytest.approx(rest(system).shift, abs=1e-12)


def test_order_parts_nodes_across_another_side_where_the_longest_cannot():
    import scipy.sparse as sparse

    # two layers along x, 100 nodes in a row along y: x is the longest side, and every node has a neighbour across it
    places = np.array([(x * 1000.0, y, 0.0) for x in (0, 1) for y in range(100)])
    row = sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(100, 100))
    graph = sparse.kron(np.ones((2, 2)), row).tocsr()
    order = dissect(places, graph, np.arange(200))
    assert sorted(order.tolist()) == list(range(200))
    assert order.tolist() != list(range(200))
    assert {int(number) % 100 for number in order[-2:]} == {50}


@pytest.mark.skipif(importlib.util.find_spec("pypardiso") is None, reason="pypardiso is not installed")
def test_pardiso_agrees_and_lets_its_memory_go():
    system = assemble(build(stepped_wall(), FeOptions(size=0.5)))
    right = np.random.default_rng(0).standard_normal((system.stiffness.shape[0], 2))
    factor = factorise(system.stiffness, "pardiso")
    assert system.stiffness @ factor.solve(right) == pytest.approx(right, abs=1e-6)
    one, other = (find_modes(system, 4, solver=solver).frequency for solver in ("pardiso", "superlu"))
    assert one == pytest.approx(other, rel=1e-9)
    with pytest.raises(ComputationError):
        find_modes(assemble(box_structure(pair((1.0, 0.0, 1.0)), "plain", SOFT)), 3, solver="pardiso")
