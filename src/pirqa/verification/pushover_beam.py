"""The notched beam of Petersson's tests in three-point bending: shown beside a peak that is remembered, not judged."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.fe.mesh.grid import Sizes, mesh_slabs
from pirqa.fe.mesh.mesh import Mesh
from pirqa.fe.mesh.slabs import Slab, Void
from pirqa.fe.structure import Solid, Spring, Structure
from pirqa.pushover.balance import Balance
from pirqa.pushover.laws.masonry import describe
from pirqa.pushover.model import Matter, make_model
from pirqa.pushover.options import Masonry
from pirqa.pushover.path import follow
from pirqa.pushover.record import Record
from pirqa.pushover.steps import Push
from pirqa.verification.case import Case, case_of

__all__ = ["beam_peak", "cases"]

_case = functools.partial(case_of, "pushover")
_HALF, _WIDTH, _DEPTH = 1.0, 0.05, 0.2
"""Half of the span, and the section [m]."""
_NOTCH = (0.01, 0.1)
"""Half of its width, and its depth [m]."""
_MODULUS, _RATIO = 30e9, 0.2
_CONCRETE = Masonry(tensile_strength=3.33e6, tensile_energy=124.0, compressive_strength=40e6, compressive_energy=20e3)
_STIFF = 1e12
"""Of the springs that hold the middle and the load [N/m]."""


@functools.cache
def beam_peak(rows: int = 10) -> float:
    """Greatest load of the beam [N] with ``rows`` bricks above the notch.

    Half of it: its middle is held along the span where there is no notch, and up at its top, where the load stands; the
    support pushes up at the other end. The crack opens in the column of bricks above the notch, as wide as it.
    """
    mesh = _half(rows)
    middle = np.flatnonzero(mesh.nodes[:, 0] < 1e-9)
    top = middle[mesh.nodes[middle, 2] > _DEPTH - 1e-9]
    structure = Structure(
        mesh=mesh,
        kind="incompatible",
        solids={"beam": Solid(youngs_modulus=_MODULUS, poisson_ratio=_RATIO, density=1.0)},
        held=False,
        springs=(
            *(_spring(mesh, node, (1.0, 0.0, 0.0)) for node in middle),
            *(_spring(mesh, node, (0.0, 0.0, 1.0)) for node in top),
            *(_spring(mesh, node, (0.0, 1.0, 0.0)) for node in np.flatnonzero(mesh.nodes[:, 1] < 1e-9)),
        ),
    )
    law = describe("beam", _CONCRETE, youngs_modulus=_MODULUS, poisson_ratio=_RATIO)
    matter = Matter(law=np.full(len(mesh), law.number), properties=np.tile(law.properties, (len(mesh), 1)))
    model = make_model(structure, matter, large=False, solver="superlu")
    band = mesh.places[:, :, 0].max(axis=1) < _NOTCH[0] + 1e-9
    push = np.zeros((len(mesh.nodes), 3))
    end = (mesh.nodes[:, 0] > _HALF - 1e-9) & (mesh.nodes[:, 2] < 1e-9)
    push[end, 2] = 1.0 / end.sum()
    # of half a beam: a crack across its middle opens by twice what the bricks there are pulled apart
    model = replace(
        model, weight=np.zeros(push.size), scale=500.0, length=np.where(band, 2.0 * _NOTCH[0], model.length)
    )
    balance = Balance(model)
    rest = balance.at_rest()
    control = push.ravel()
    record = Record(
        model=model, load=control, point=control, mean=control, target=6e-4, start=rest.shift, snapshots=False
    )
    _, outcome = follow(
        balance, record, rest, Push(load=control, control=control), step=1e-5, viscosity=0.0, reach=1.0, jump=math.inf
    )
    if outcome.ended != "target":
        raise ArithmeticError(outcome.message or outcome.ended)
    return 2.0 * float(record.column("multiplier").max())


def _half(rows: int) -> Mesh:
    """Half of the beam, its middle at x = 0; bricks grow longer away from the notch."""
    width, depth = _NOTCH
    slab = Slab(zone="beam", along=(0.0, _HALF), up=(0.0, _DEPTH), front=(0.0, 0.0), back=(_WIDTH, _WIDTH))
    void = Void(name="notch", along=(0.0, width), up=(0.0, depth))
    sizes = Sizes(along=0.1, up=(_DEPTH - depth) / rows, through=_WIDTH, layers=1)
    mesh = mesh_slabs([slab], sizes, [void])
    nodes = mesh.nodes.copy()
    beyond = np.maximum(nodes[:, 0] - width, 0.0)
    nodes[:, 0] = np.minimum(nodes[:, 0], width) + beyond**2 / (_HALF - width)
    return Mesh(nodes=nodes, bricks=mesh.bricks, zone=mesh.zone, zones=mesh.zones)


def _spring(mesh: Mesh, node: int | np.integer[Any], direction: tuple[float, float, float]) -> Spring:
    x, y, z = mesh.nodes[node].tolist()
    return Spring(name=str(node), place=(x, y, z), direction=direction, stiffness=_STIFF)


def cases() -> Iterator[Case]:
    """All of this file."""
    yield _case(
        "beam.petersson.peak", "greatest load of a notched concrete beam of 2 m by 0.2 m in three-point bending", "N",
        "Petersson 1981, thesis, Lund: about 0.8 kN, from memory", 800.0, {"rel": 0.15},
        "shown only: no page with dimensions, strengths and load could be found", beam_peak,
        "Notch of half the depth; E 30 GPa, ft 3.33 MPa, Gf 124 N/m, all from memory; exponential softening, own "
        "weight left out.", compare_only=True,
    )  # fmt: skip
