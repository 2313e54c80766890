"""Dynamics: walls that fall down: their energy and their debris."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics import Drive, Engine
from pirqa.dynamics.arrays import DEAD, HELD, TOUCHING
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.simulate import settle
from pirqa.model import Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import polygonal_wall, running_bond_wall, stiff_joints
from pirqa.verification.case import Case, case_of
from pirqa.verification.dynamics_runs import run_for

__all__ = ["cases"]

_case = partial(case_of, "dynamics")


def cases() -> Iterator[Case]:
    """Cases of collapse."""
    yield from _collapses()
    yield from _any_energy()
    yield from _piles()


_PART = 1.0 / 6.0
"""Of critical damping: what 2e5 Pa·s/m are on the beds of the polygonal wall."""


def _damped_by_part() -> Wall:
    """The polygonal wall, its damping a fraction of critical on whatever area stones touch."""
    joints = stiff_joints(2e8, tangential_stiffness=1e8, friction=0.4, damping_ratio=_PART)
    return replace(polygonal_wall(), joints=joints)


_WALLS: dict[str, Callable[[], Wall]] = {
    "box": running_bond_wall,
    "polygonal": polygonal_wall,
    "by_part": _damped_by_part,
}
_STRENGTH, _FREQUENCY, _CYCLES = 0.9, 0.976, 3
"""[g], [Hz], and how many"""
_AFTER = 10.0
"""[s]"""


@dataclass(frozen=True, kw_only=True)
class _Collapse:
    engine: Engine
    """As it is at the end."""
    error: float
    """Of the ledger, from the first shake to the end."""
    fallen: float
    """Part of the stones that could."""
    kinetic: float
    """Largest energy of motion in the last second over the work of gravity."""
    drift: float
    """Farthest that a stone's mean place went from the last second but one to the last [m]."""
    push: float
    """Of all stones on the base at the end, over their weight."""


@cache
def _collapsed(name: str, strength: float = _STRENGTH) -> _Collapse:
    """A wall under three sines of ``strength`` [g] across it, and 10 s later."""
    engine = Engine.of(_WALLS[name]())
    settle(engine)
    engine.restart_clock()
    engine.assembly.loads.spent[:] = 0.0
    bodies = engine.assembly.bodies
    start, omega = bodies.position.copy(), 2.0 * math.pi * _FREQUENCY

    def shift(times: FloatArray) -> FloatArray:
        times = np.minimum(times, _CYCLES / _FREQUENCY)
        way = strength * STANDARD_GRAVITY * (times / omega - np.sin(omega * times) / omega**2)
        return np.outer(way, [0.0, 1.0, 0.0])

    run = run_for(engine, Drive(duration=_CYCLES / _FREQUENCY + _AFTER, shift=shift))
    moving = np.flatnonzero(bodies.role != HELD)
    late = run.times > run.times[-1] - 1.0
    before = (run.times > run.times[-1] - 2.0) & ~late
    drift = run.pose[late][:, moving, :3].mean(axis=0) - run.pose[before][:, moving, :3].mean(axis=0)
    weight = bodies.mass[moving].sum() * STANDARD_GRAVITY
    return _Collapse(
        engine=engine,
        error=ledger_of(run.energy).error,
        fallen=float(np.mean(start[moving, 2] - bodies.position[moving, 2] > 0.25)),
        kinetic=float(run.energy[late, 0].max() / (run.energy[-1, 7] - run.energy[0, 7])),
        drift=float(np.linalg.norm(drift, axis=1).max()),
        push=float(-run.push[late, 2].mean() / weight),
    )


def _collapses() -> Iterator[Case]:
    for name, words in (("box", "44 boxes"), ("polygonal", "40 polygonal stones")):
        yield _case(
            "collapse.energy" if name == "box" else f"collapse.energy.{name}",
            f"largest residual of the energy of {words} that fall down, over the work of gravity", "",
            "what the base and gravity bring is found again", 0.0, {"max": 0.01}, "given",
            lambda name=name: _collapsed(name).error if _collapsed(name).fallen > 0.5 else math.nan,  # type: ignore[misc]
            "Three sines of 0.976 Hz at 0.9 g, and 10 s; default step; no number where half of the stones still stand.",
        )  # fmt: skip


def _planes(engine: Engine, solid: int) -> FloatArray:
    """Half-spaces of a convex part as it lies: a·x + b ≤ 0, shape (faces, 4)."""
    made = engine.assembly
    solids, bodies = made.solids, made.bodies
    b = int(solids.body[solid])
    faces = range(solids.first_face[solid], solids.first_face[solid + 1])
    normals = solids.normal[faces.start : faces.stop] @ bodies.rotation[b].T
    points = solids.corner[[solids.ring[solids.first_ring[face]] for face in faces]] @ bodies.rotation[b].T
    offsets = np.einsum("ij,ij->i", normals, points + bodies.position[b])
    return np.column_stack([normals, -offsets])


def _overlap(one: FloatArray, other: FloatArray) -> float:
    """Volume that two convex solids share, from their half-spaces [m3]."""
    from scipy.optimize import linprog
    from scipy.spatial import ConvexHull, HalfspaceIntersection

    planes = np.vstack([one, other])
    # the centre of the largest ball within both
    found = linprog(
        [0.0, 0.0, 0.0, -1.0], A_ub=np.column_stack([planes[:, :3], np.ones(len(planes))]), b_ub=-planes[:, 3],
        bounds=[(None, None)] * 4,
    )  # fmt: skip
    if found.x is None or found.x[3] <= 1e-8:
        return 0.0
    return float(ConvexHull(HalfspaceIntersection(planes, found.x[:3]).intersections).volume)


@cache
def _excess() -> float:
    """Largest force that the shared volume of two stones asks for, over the elastic force between them."""
    engine = _collapsed("polygonal").engine
    made = engine.assembly
    near, solids, joints = made.near, made.solids, made.joints
    count, stiffness = len(solids.body), 2e8
    force: dict[tuple[int, int], float] = {}
    for i in range(near.tally[0]):
        if near.state[near.slot[i]] == TOUCHING:
            low, high = divmod(int(near.key[i]), count)
            force[low, high] = float(made.loose.thrust[near.slot[i]] - made.loose.viscous[near.slot[i], 0])
    for j in range(len(joints.first)):
        if made.motion.state[j] != DEAD:
            low, high = sorted((int(joints.solid_first[j]), int(joints.solid_second[j])))
            force[low, high] = force.get((low, high), 0.0) + float(made.memory.thrust[j] - made.memory.viscous[j, 0])
    planes = [_planes(engine, solid) for solid in range(count)]
    reach = np.array([_bounds(engine, solid) for solid in range(count)])
    worst = 0.0
    for low in range(count):
        for high in range(low + 1, count):
            one, two = int(solids.body[low]), int(solids.body[high])
            held = made.bodies.role[one] == HELD and made.bodies.role[two] == HELD
            apart = np.any(reach[low, 0] > reach[high, 1]) or np.any(reach[high, 0] > reach[low, 1])
            if one == two or held or apart:
                continue
            asked = stiffness * _overlap(planes[low], planes[high])
            lighter = min(float(made.bodies.mass[b]) for b in (one, two) if made.bodies.role[b] != HELD)
            if asked > 0.01 * lighter * STANDARD_GRAVITY:  # less is nothing to a stone that still sways
                worst = max(worst, asked / max(force.get((low, high), 0.0), 1.0))
    return worst


def _bounds(engine: Engine, solid: int) -> FloatArray:
    """Least and greatest coordinates of a part as it lies [m], shape (2, 3)."""
    solids, bodies = engine.assembly.solids, engine.assembly.bodies
    b = int(solids.body[solid])
    corners = solids.corner[solids.first_corner[solid] : solids.first_corner[solid + 1]]
    places = corners @ bodies.rotation[b].T + bodies.position[b]
    return np.array([places.min(axis=0), places.max(axis=0)])


_STRENGTHS = (0.8, 0.85, 0.9, 0.95, 1.0)
"""No two collapses are alike: what is said of one debris must hold for others [g]."""


def _worst(what: str, name: str = "by_part") -> float:
    """Of all five collapses; no number where half of the stones of one still stand."""
    found = [_collapsed(name, strength) for strength in _STRENGTHS]
    if min(one.fallen for one in found) <= 0.5:
        return math.nan
    return max(float(getattr(one, what)) for one in found)


def _any_energy() -> Iterator[Case]:
    yield _case(
        "collapse.energy.any", "largest residual of the energy of 40 polygonal stones that fall down, over the work of "
        "gravity, of five collapses", "", "what the base and gravity bring is found again", 0.0, {"max": 0.01}, "given",
        lambda: _worst("error"),
        "Three sines of 0.976 Hz at 0.8 to 1 g, and 10 s; damping a sixth of critical; one contact seen late is more.",
    )  # fmt: skip


def _piles() -> Iterator[Case]:
    five = "debris of 40 polygonal stones, 10 s after three sines of 0.8 to 1 g, the worst of five"
    setting = "debris of 40 polygonal stones, 10 s after three sines of 0.9 g"
    for name, which, damping in (
        ("", "by_part", "Damping a sixth of critical."),
        (
            ".given_damping",
            "polygonal",
            "2e5 Pa·s/m, as much on a corner as on a bed: a stone may rock for longer than 10 s.",
        ),
    ):
        yield _case(
            f"collapse.pile{name}", f"energy of motion over what the fall has brought: {five}", "",
            "it has come to rest", 0.0, {"max": 1e-6}, "a millionth: about 1 mm/s of 40 tonnes",
            lambda which=which: _worst("kinetic", which),  # type: ignore[misc]
            damping, compare_only=name != "",
        )  # fmt: skip
    yield _case(
        "collapse.pile.drift", f"farthest that a stone's mean place goes in a second: {five}", "m",
        "nothing slides, rolls or sinks any more", 0.0, {"max": 1e-3}, "means over a second of a sway of a millimetre",
        lambda: _worst("drift"), "Damping a sixth of critical.",
    )  # fmt: skip
    yield _case(
        "collapse.pile.overlap",
        f"Kn × the volume that two stones share, over the elastic force between them, largest: {setting}",
        "", "elastic penetration; volumes by intersecting half-spaces (Qhull), all pairs of convex parts", 1.0,
        {"max": 1.1},
        "a joint's overlap is found again after 1 mm of slide: some per cent of the 17 mm on which a stone leans",
        _excess, "Stones lie in each other by no more than the forces between them press them.",
    )  # fmt: skip
    yield _case(
        "collapse.pile.weight", f"push on the base over the weight of the stones: {setting}", "", "equilibrium", 1.0,
        {"rel": 1e-3}, "a mean over a second of swaying", lambda: _collapsed("polygonal").push,
    )  # fmt: skip
