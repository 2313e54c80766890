"""Bricks, springs and struts one by one: patch tests, rigid motions, bars, beams and plates with closed forms."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np

from pirqa.fe.elements.bricks import BrickKind, strain_at
from pirqa.fe.modal import NodeModes, find_modes
from pirqa.fe.static import rest
from pirqa.fe.structure import Bed, PointMass, Solid, Spring, StrutBar
from pirqa.fe.system import assemble
from pirqa.model.modes import AXES
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of
from pirqa.verification.fe_boxes import KINDS, box, box_structure

__all__ = ["cases"]

_case = functools.partial(case_of, "fe")
_STONE = Solid(youngs_modulus=1e9, poisson_ratio=0.3, density=2000.0)
_PLAIN = Solid(youngs_modulus=1e9, poisson_ratio=0.0, density=2000.0)
"""Without sideways strain a brick wall is a beam to the last digit."""
_ROUND = {"max": 1e-10}
_WHY_ROUND = "rounding alone: the element holds a constant strain exactly"


def cases() -> Iterator[Case]:
    """All of this file."""
    for kind in KINDS:
        yield _case(
            f"fe.patch.{kind}.force", "largest force on an inner node of 27 distorted bricks in a constant strain, "
            "over the largest on an outer one", "", "patch test (Taylor, Beresford and Wilson 1976; Irons)", 0.0,
            _ROUND, _WHY_ROUND, functools.partial(_patch, kind, "force"),
        )  # fmt: skip
        yield _case(
            f"fe.patch.{kind}.strain", "largest error of the strain inside them, over the largest strain", "",
            "patch test", 0.0, _ROUND, _WHY_ROUND, functools.partial(_patch, kind, "strain"),
        )  # fmt: skip
        yield _case(
            f"fe.rigid.{kind}", "sixth frequency of the free distorted body over its seventh", "",
            "a body that nothing holds has six motions without strain", 0.0, {"max": 1e-4},
            "squares of frequencies are zero to rounding, 1e-12 of the largest: their roots to some 1e-6",
            functools.partial(_rigid, kind),
        )  # fmt: skip
    yield from _beams()
    yield from _others()


def _patch(kind: BrickKind, what: str) -> float:
    structure = box_structure(box((1.0, 1.0, 1.0), (3, 3, 3), distort=0.3), kind, _STONE, held=False)
    gradient = 1e-3 * np.random.default_rng(3).standard_normal((3, 3))
    shift = structure.mesh.nodes @ gradient.T
    if what == "strain":
        twice = gradient + gradient.T
        expected = np.array([*np.diag(gradient), twice[0, 1], twice[1, 2], twice[2, 0]])
        places = np.array([[0.0, 0.0, 0.0], [0.7, -0.4, 0.2]])
        found = strain_at(structure.bricks, shift[structure.mesh.bricks], places)
        return float(np.abs(found - expected).max() / np.abs(expected).max())
    system = assemble(structure)
    force = (system.stiffness @ shift[system.order].ravel()).reshape(-1, 3)
    place = structure.mesh.nodes[system.order]
    inner = np.all((place > 1e-9) & (place < 1.0 - 1e-9), axis=1)
    return float(np.abs(force[inner]).max() / np.abs(force).max())


def _rigid(kind: BrickKind) -> float:
    structure = box_structure(box((1.0, 1.0, 1.0), (3, 3, 3), distort=0.3), kind, _STONE, held=False)
    frequency = find_modes(assemble(structure), 7).frequency
    return float(frequency[5] / frequency[6])


# a cantilever of 20 m on a square of 1 m: slender, yet its shear shows in the fourth digit


_HEIGHT, _SIDE = 20.0, 1.0


def _cantilever(kind: BrickKind, up: int, across: int = 2) -> tuple[float, float]:
    """Its first frequency, and the shift of its top under its weight pulled sideways."""
    structure = box_structure(box((_SIDE, _SIDE, _HEIGHT), (1, across, up)), kind, _PLAIN)
    system = assemble(structure)
    pulled = rest(system, acceleration=(0.0, 0.001 * STANDARD_GRAVITY, 0.0))
    top = structure.mesh.nodes[:, 2] > _HEIGHT - 1e-9
    return float(find_modes(system, 2).frequency[0]), float(pulled.shift[top, 1].mean())


def _bending() -> float:
    """Shift of the top by bending and shear: q H⁴/8EI + q H²/(2 κ G A), κ = 5/6 of a rectangle."""
    load = _PLAIN.density * _SIDE**2 * 0.001 * STANDARD_GRAVITY
    inertia, shear = _SIDE**4 / 12.0, 0.5 * _PLAIN.youngs_modulus
    return load * _HEIGHT**4 / (8.0 * _PLAIN.youngs_modulus * inertia) + load * _HEIGHT**2 / (
        2.0 * 5.0 / 6.0 * shear * _SIDE**2
    )


def _timoshenko() -> float:
    """First frequency of the cantilever as a Timoshenko beam with the inertia of its sections' turning [Hz].

    The roots of its frequency equation (Huang 1961, fixed–free), in b² = ρA ω² H⁴/EI, r² = I/AH², s² = EI/κGAH².
    """
    from scipy.optimize import brentq

    inertia, area, shear = _SIDE**4 / 12.0, _SIDE**2, 0.5 * _PLAIN.youngs_modulus
    r2 = inertia / (area * _HEIGHT**2)
    s2 = _PLAIN.youngs_modulus * inertia / (5.0 / 6.0 * shear * area * _HEIGHT**2)

    def equation(b: float) -> float:
        root = math.sqrt((r2 - s2) ** 2 + 4.0 / b**2)
        alpha, beta = math.sqrt((-(r2 + s2) + root) / 2.0), math.sqrt((r2 + s2 + root) / 2.0)
        pair = math.cosh(b * alpha) * math.cos(b * beta)
        mixed = math.sinh(b * alpha) * math.sin(b * beta)
        return 2.0 + (b**2 * (r2 - s2) ** 2 + 2.0) * pair - b * (r2 + s2) / math.sqrt(1.0 - b**2 * r2 * s2) * mixed

    b = float(brentq(equation, 3.0, 4.0))
    scale = math.sqrt(_PLAIN.youngs_modulus * inertia / (_PLAIN.density * area)) / _HEIGHT**2
    return b * scale / (2.0 * math.pi)


def _beams() -> Iterator[Case]:
    euler = (
        1.8751040687**2
        / (2.0 * math.pi * _HEIGHT**2)
        * math.sqrt(_PLAIN.youngs_modulus * _SIDE**2 / 12.0 / _PLAIN.density)
    )
    yield _case(
        "fe.cantilever.bernoulli", "first frequency of a slender cantilever", "Hz",
        "Euler–Bernoulli: 1.8751² √(EI/ρA)/2πH²", euler, {"rel": 0.002},
        "shear and turning of sections, which this beam leaves out, lower it by 0.16 % at a slenderness of 20",
        lambda: _cantilever("quadratic", 20)[0],
    )  # fmt: skip
    for kind, up, tolerance, why in (
        ("quadratic", 20, 2e-4, "20 bricks up: within the error of second-order bricks there"),
        ("incompatible", 40, 1e-3, "40 bricks of 0.5 m up: bending is held exactly in each, its change is not"),
    ):
        yield _case(
            f"fe.cantilever.timoshenko.{kind}", "the same with bricks, against a beam with shear and turning", "Hz",
            "Timoshenko beam, fixed–free (Huang 1961), κ = 5/6", _timoshenko(), {"rel": tolerance}, why,
            functools.partial(lambda kind, up: _cantilever(kind, up)[0], kind, up),
        )  # fmt: skip
        yield _case(
            f"fe.cantilever.static.{kind}", "shift of its top pulled sideways by its weight", "m",
            "q H⁴/8EI + q H²/2κGA", _bending(), {"rel": 2e-3},
            "the fixed foot cannot warp as the beam's shear wants it to",
            functools.partial(lambda kind, up: _cantilever(kind, up)[1], kind, up),
        )  # fmt: skip
    yield _case(
        "fe.cantilever.locking", "first frequency of plain bricks over incompatible ones, 1 m high and two through",
        "", "plain bricks lock in bending", 1.0, {"min": 1.1}, "known fault of the element that the paper used",
        lambda: _cantilever("plain", 20)[0] / _cantilever("incompatible", 20)[0],
    )  # fmt: skip
    rod = math.sqrt(_PLAIN.youngs_modulus / _PLAIN.density) / (2.0 * 10.0)
    yield _case(
        "fe.bar.free_free", "first frequency of a free bar that lengthens and shortens", "Hz", "c/2L, c = √(E/ρ)",
        rod, {"rel": 1e-4}, "20 quadratic bricks in half a wave", _free_bar,
    )  # fmt: skip
    orders: tuple[tuple[BrickKind, float], ...] = (("quadratic", 4.0), ("plain", 2.0))
    for kind, order in orders:
        yield _case(
            f"fe.convergence.{kind}", "order in which the error of a bar's first frequency falls with the brick's size",
            "", "2(k + 1 − m) for functions of order k and m = 1 (Strang and Fix 1973)", order, {"abs": 0.05},
            "read off 8 and 16 bricks in a quarter of a wave, against c/4L", functools.partial(_order, kind),
        )  # fmt: skip
    stiff = 1e10 * 0.1**3 / (12.0 * (1.0 - 0.3**2))
    plate = 2.0 * math.pi**2 * math.sqrt(stiff / (2000.0 * 0.1)) / (2.0 * math.pi * 4.0**2)
    yield _case(
        "fe.plate", "first frequency of a square plate on supported edges, incompatible bricks", "Hz",
        "Kirchhoff: 2π²√(D/ρh)/2πa²", plate, {"rel": 0.01},
        "thickness a/40: shear lowers it by 0.2 %; 16 bricks in half a wave, two through the thickness", _plate,
    )  # fmt: skip


def _free_bar() -> float:
    structure = box_structure(box((0.2, 0.2, 10.0), (1, 1, 20)), "quadratic", _PLAIN, held=False)
    return _stretching(find_modes(assemble(structure), 24))


def _stretching(modes: NodeModes) -> float:
    """First frequency of a mode that moves along z alone."""
    along = np.abs(modes.shape[:, :, 2]).max(axis=1)
    across = np.abs(modes.shape[:, :, :2]).max(axis=(1, 2))
    return float(modes.frequency[(along > 10.0 * across) & (modes.frequency > 1.0)][0])


def _order(kind: BrickKind) -> float:
    """Of a bar that is held at its foot and lengthens and shortens."""
    exact = math.sqrt(_PLAIN.youngs_modulus / _PLAIN.density) / (4.0 * 10.0)

    def error(up: int) -> float:
        structure = box_structure(box((0.2, 0.2, 10.0), (1, 1, up)), kind, _PLAIN)
        return _stretching(find_modes(assemble(structure), 12)) / exact - 1.0

    return math.log2(error(8) / error(16))


def _plate() -> float:
    """Supported along its edges: the nodes of the edges' middle plane cannot move up."""
    from scipy.sparse.linalg import eigsh

    mesh = box((4.0, 4.0, 0.1), (16, 16, 2))
    structure = box_structure(
        mesh, "incompatible", Solid(youngs_modulus=1e10, poisson_ratio=0.3, density=2000.0), held=False
    )
    system = assemble(structure)
    place = mesh.nodes[system.order]
    edge = (np.abs(place[:, :2] - 2.0) > 2.0 - 1e-9).any(axis=1) & (np.abs(place[:, 2] - 0.05) < 1e-9)
    fixed = np.zeros((len(place), 3), dtype=bool)
    fixed[edge, 2] = True
    centre = np.argmin(np.linalg.norm(place - np.array([2.0, 2.0, 0.05]), axis=1))
    fixed[centre, :2] = True
    fixed[np.argmin(np.linalg.norm(place - np.array([4.0, 2.0, 0.05]), axis=1)), 1] = True
    free = np.flatnonzero(~fixed.ravel())
    from scipy.sparse import kron

    mass = kron(system.node_mass, np.eye(3), format="csc")[free][:, free]
    squares = eigsh(system.stiffness.tocsc()[free][:, free], 1, M=mass, sigma=0.0, return_eigenvectors=False)
    return float(math.sqrt(squares[0]) / (2.0 * math.pi))


# springs, struts, masses and beds on a body that hardly bends


_RIGID = Solid(youngs_modulus=1e14, poisson_ratio=0.0, density=2000.0)


def _others() -> Iterator[Case]:
    stiffness, mass = 4e6, 2000.0
    sways = math.sqrt(stiffness / mass) / (2.0 * math.pi)
    yield _case(
        "fe.bed.bounce", "frequency of a stiff cube of 1 m on an elastic bed, up and down", "Hz", "√(k A/m)/2π",
        math.sqrt(4e6 / 2000.0) / (2.0 * math.pi), {"rel": 1e-6}, "the cube is 10⁸ times as stiff as its bed",
        lambda: _cube("up", Bed(normal=4e6, shear=4e12)),
    )  # fmt: skip
    yield _case(
        "fe.bed.sway", "the same sideways, the bed so hard under it that it does not rock", "Hz", "√(k A/m)/2π",
        sways, {"rel": 1e-4}, "rocking on a bed 10⁶ times as hard adds 1e-6 of its motion",
        lambda: _cube("across", Bed(normal=4e12, shear=4e6)),
    )  # fmt: skip
    yield _case(
        "fe.spring", "frequency of that cube with a spring at its middle as stiff as the bed is",
        "Hz", "√(2k/m)/2π", math.sqrt(2.0 * stiffness / mass) / (2.0 * math.pi), {"rel": 1e-4},
        "the cube is 10⁸ times as stiff as the spring", _with_spring,
    )  # fmt: skip
    yield _case(
        "fe.mass", "frequency of that cube with its own mass once more at its middle", "Hz",
        "√(k/2m)/2π", math.sqrt(stiffness / (2.0 * mass)) / (2.0 * math.pi), {"rel": 1e-4},
        "the point and the cube move as one", _with_mass,
    )  # fmt: skip
    axial = 15e9 * math.pi * 0.1**2 / 4.0 / 1.0
    yield _case(
        "fe.strut.axial", "stiffness of a timber of 0.1 m and 1 m between two stiff blocks", "N/m",
        "EA/L; 118 MN/m in the Chokepukio paper, section 4.1", axial, {"rel": 1e-9}, "rounding alone",
        lambda: _strut_stiffness(clamped=False),
    )  # fmt: skip
    bending = 12.0 * 15e9 * math.pi * 0.1**4 / 64.0 / 1.0**3
    yield _case(
        "fe.strut.clamped", "its stiffness sideways where its ends cannot turn", "N/m", "12EI/L³", bending,
        {"rel": 1e-9}, "rounding alone", lambda: _strut_stiffness(clamped=True),
    )  # fmt: skip
    yield _case(
        "fe.weight", "settlement of the top of a column of 20 m under its weight", "m", "ρ g H²/2E",
        _PLAIN.density * STANDARD_GRAVITY * _HEIGHT**2 / (2.0 * _PLAIN.youngs_modulus), {"rel": 1e-9},
        "a linear stress is held exactly", _settlement,
    )  # fmt: skip


def _cube(way: str, bed: Bed, **others: object) -> float:
    """Frequency of the mode in which a stiff cube moves this way."""
    structure = box_structure(box((1.0, 1.0, 1.0), (2, 2, 2)), "incompatible", _RIGID, bed=bed, **others)  # type: ignore[arg-type]
    modes = find_modes(assemble(structure), 6)
    return float(modes.frequency[np.argmax(modes.effective_mass[:, AXES.index(way)])])


def _with_spring() -> float:
    spring = Spring(name="prop", place=(0.5, 0.5, 0.5), direction=(0.0, 1.0, 0.0), stiffness=4e6)
    return _cube("across", Bed(normal=4e12, shear=4e6), springs=(spring,))


def _with_mass() -> float:
    mass = PointMass(name="capping", place=(0.5, 0.5, 0.5), mass=2000.0)
    return _cube("across", Bed(normal=4e12, shear=4e6), masses=(mass,))


def _strut_stiffness(*, clamped: bool) -> float:
    """Twice the energy of the strut when its second end is moved by 1 m along it, or sideways without turning."""
    strut = StrutBar(
        name="timber", first=(0.0, 0.5, 0.5), second=(1.0, 0.5, 0.5), youngs_modulus=15e9, diameter=0.1, clamped=clamped
    )
    soft = Solid(youngs_modulus=1e-6, poisson_ratio=0.0, density=1.0)
    structure = box_structure(box((1.0, 1.0, 1.0), (1, 1, 1)), "plain", soft, held=False, struts=(strut,))
    system = assemble(structure)
    place = structure.mesh.nodes[system.order]
    shift = np.zeros_like(place)
    if clamped:
        # u_y = x and u_x = y: a shear in which nothing turns, and both ends move along alike
        shift[:, 0], shift[:, 1] = place[:, 1], place[:, 0]
    else:
        shift[:, 0] = place[:, 0]
    return float(shift.ravel() @ (system.stiffness @ shift.ravel()))


def _settlement() -> float:
    structure = box_structure(box((_SIDE, _SIDE, _HEIGHT), (1, 1, 10)), "quadratic", _PLAIN)
    return float(-rest(assemble(structure)).shift[:, 2].min())
