from __future__ import annotations

import numpy as np
import pytest

from pirqa.fem.elements import Bricks, brick_stiffness
from pirqa.fem.pushover.bricks import shape_of
from pirqa.fem.pushover.equilibrium import PushoverEquilibrium
from pirqa.fem.pushover.model import Matter, Model, make_model
from pirqa.fem.pushover.point_law import ELASTIC, LAWS
from pirqa.fem.structure import Bed, PointMass, Solid, Spring
from pirqa.verification.fe import box, box_structure

SOLID = Solid(youngs_modulus=1e9, poisson_ratio=0.2, density=2000.0)


def body(kind: str = "incompatible", *, law: str = "elastic", large: bool = True, **others) -> Model:
    mesh = box((1.0, 0.6, 2.0), (2, 2, 3), distort=0.2)
    structure = box_structure(mesh, kind, SOLID, **others)
    properties = np.tile([1e9, 0.2, 1e5, 50.0, 2e6, 3e3, 0.1, 0.0], (len(mesh), 1))
    matter = Matter(law=np.full(len(mesh), LAWS[law]), properties=properties)
    return make_model(structure, matter, large=large, solver="superlu")


@pytest.mark.parametrize("kind", ["incompatible", "plain"])
def test_stiffness_at_rest_is_that_of_the_finite_element_stage(kind):
    model = body(kind, bed=Bed(normal=1e8, shear=5e7), springs=(
        Spring(name="a", place=(0.3, 0.1, 1.0), direction=(0.0, 1.0, 0.0), stiffness=1e6),
    ))  # fmt: skip
    equilibrium = PushoverEquilibrium(model)
    rest = equilibrium.at_rest()
    equilibrium.forces(rest.shift, rest.inner, rest.state, stiff=True)
    stiff = model.system.stiffness
    assert abs(equilibrium.matrix() - stiff).max() < 1e-10 * abs(stiff).max()


def test_one_brick_is_that_of_the_finite_element_stage():
    mesh = box((1.0, 0.6, 2.0), (1, 1, 1))
    model = make_model(
        box_structure(mesh, "incompatible", SOLID, held=False),
        Matter(law=np.zeros(1, dtype=np.int64), properties=np.array([[1e9, 0.2, 0, 0, 0, 0, 0, 0]])),
        solver="superlu",
    )
    equilibrium = PushoverEquilibrium(model)
    rest = equilibrium.at_rest()
    equilibrium.forces(rest.shift, rest.inner, rest.state, stiff=True)
    whole = brick_stiffness(
        Bricks(
            kind="incompatible",
            corners=mesh.places,
            youngs_modulus=np.array([1e9]),
            poisson_ratio=np.array([0.2]),
            density=np.array([1.0]),
        )
    )[0]
    order = (3 * model.system.order[:, None] + np.arange(3)).ravel()
    local = np.argsort(mesh.bricks[0])  # node number to place in the brick
    degrees = (3 * local[model.system.order][:, None] + np.arange(3)).ravel()
    assert len(order) == 24
    assert np.abs(equilibrium.matrix().toarray() - whole[np.ix_(degrees, degrees)]).max() < 1e-10 * np.abs(whole).max()


@pytest.mark.parametrize("kind", ["incompatible", "plain", "quadratic"])
def test_a_turn_makes_no_forces(kind):
    model = body(kind)
    equilibrium = PushoverEquilibrium(model)
    rest = equilibrium.at_rest()
    angle = 0.7
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    nodes = model.structure.mesh.nodes
    forces = equilibrium.forces((nodes @ turn.T - nodes).ravel(), rest.inner, rest.state)
    assert np.abs(equilibrium.strain).max() < 1e-13
    assert np.abs(forces).max() < 1e-3  # of 1e9 Pa over some square decimetres


@pytest.mark.parametrize("kind", ["incompatible", "plain", "quadratic"])
@pytest.mark.parametrize("large", [True, False])
@pytest.mark.parametrize("law", ["elastic", "fixed_crack"])
def test_stiffness_is_the_slope_of_forces(kind, large, law):
    model = body(kind, large=large, law=law)
    equilibrium = PushoverEquilibrium(model)
    rest = equilibrium.at_rest()
    rng = np.random.default_rng(3)
    size = 0.01 if law == "elastic" else 3e-4
    shift = rng.normal(size=rest.shift.shape) * size
    inner = rng.normal(size=rest.inner.shape) * 0.1 * size
    plain = equilibrium.forces(shift, inner, rest.state)
    pulled = equilibrium.pulled.copy()
    equilibrium.forces(shift, inner, rest.state, stiff=True)
    matrix = equilibrium.matrix().copy()
    change = np.zeros_like(shift)
    change[model.rows] = rng.normal(size=len(model.rows))
    small = 1e-9
    moved = equilibrium.inner_change(small * change) - equilibrium.inner_change(np.zeros_like(change))
    after = equilibrium.forces(shift + small * change, inner + moved, rest.state)
    slope = (after - plain)[model.rows] / small
    expected = matrix @ change[model.rows]
    assert np.abs(slope - expected).max() < 2e-4 * np.abs(expected).max()
    if pulled.size:  # the modes go along so that nothing is left on them
        assert np.abs(equilibrium.pulled - pulled).max() < 1e-5 * np.abs(pulled).max()


def test_crack_band_is_the_side_of_the_cube():
    mesh = box((1.0, 1.0, 1.0), (2, 2, 2))
    assert np.allclose(shape_of("incompatible", mesh.bricks, mesh.places).length, 0.5)
    fine = mesh.quadratic()
    assert np.allclose(shape_of("quadratic", fine.bricks, fine.places).length, 0.25)


def test_masses_weigh_and_all_is_counted():
    model = body(masses=(PointMass(name="beam", place=(0.5, 0.3, 2.0), mass=500.0),))
    assert model.total_weight == pytest.approx((1.2 * 2000.0 + 500.0) * 9.80665)
    assert -model.weight.sum() == pytest.approx(model.total_weight)
    assert ELASTIC == 0


@pytest.mark.parametrize("kind", ["incompatible", "plain"])
@pytest.mark.parametrize("large", [True, False])
def test_calm_bricks_keep_their_stiffness_and_find_their_forces(kind, large):
    model = body(kind, large=large, law="fixed_crack")
    equilibrium, other = PushoverEquilibrium(model), PushoverEquilibrium(model)
    rest = equilibrium.at_rest()
    rng = np.random.default_rng(5)
    shift, inner = (1e-6 * rng.normal(size=size.shape) for size in (rest.shift, rest.inner))
    first = equilibrium.forces(shift, inner, rest.state, stiff=True)
    matrix = equilibrium.matrix().copy()
    assert np.abs(equilibrium.forces(shift, inner, rest.state, stiff=True) - first).max() < 1e-10 * np.abs(first).max()
    assert abs(equilibrium.matrix() - matrix).max() < 1e-12 * abs(matrix).max()
    # a little further the stiffness is that of before, and all else that of a wall without memory
    further = shift + 3e-6 * rng.normal(size=shift.shape)
    equilibrium.forces(further, inner, rest.state, stiff=True)
    other.forces(further, inner, rest.state, stiff=True)
    assert abs(equilibrium.matrix() - matrix).max() < 1e-12 * abs(matrix).max()
    assert equilibrium.stress == pytest.approx(other.stress, abs=1e-9 * np.abs(other.stress).max())
    assert equilibrium.pulled == pytest.approx(other.pulled, abs=1e-9 * np.abs(first).max())
    # far away, or cracked, it is made anew
    for far in (1e-2, 3e-4):
        there = shift + far * rng.normal(size=shift.shape)
        equilibrium.forces(there, inner, rest.state, stiff=True)
        other.renew(wholly=True)
        forces = other.forces(there, inner, rest.state, stiff=True)
        assert abs(equilibrium.matrix() - other.matrix()).max() < 1e-12 * abs(other.matrix()).max()
        again = equilibrium.forces(there, inner, rest.state, stiff=True)
        assert again == pytest.approx(forces, abs=1e-9 * np.abs(forces).max())
