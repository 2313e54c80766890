"""Dynamics: walls that collapse, walls of scanned stones, and runs that are killed and go on from a checkpoint."""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Literal

import numpy as np
import shapely

from pirqa.dynamics import Drive, Engine, SimulationOptions, Trajectory, simulate
from pirqa.dynamics.arrays import DEAD, HELD, TOUCHING
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.simulate import settle
from pirqa.dynamics.state_recorder import HistoryWriter
from pirqa.errors import ComputationError
from pirqa.model import Polyhedron, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer, SilentObserver
from pirqa.survey import SurveyOptions
from pirqa.survey.build import bodies_to_stones
from pirqa.survey.facets import triangulate
from pirqa.survey.generate import GenerateOptions, generate
from pirqa.survey.raw import Bodies, Body
from pirqa.survey.solids import extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.walls import (
    coursed_wall,
    polygonal_wall,
    run_for,
    running_bond_wall,
    sine_motion,
    stiff_joints,
    stones_on_base,
    wall_of_stones,
)

_case = partial(Case, group="dynamics")
_PLACE = 85


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _collapses()
    yield from _any_energy()
    yield from _piles()
    yield from _scanned_stones()
    yield from _checkpoints()


_PART = 1.0 / 6.0
"""Ratio of critical damping to which 2e5 Pa·s/m amount on the beds of the polygonal wall."""


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
    """The engine at the end of the run."""
    error: float
    """Residual of the energy ledger, from the first shake to the end."""
    fallen: float
    """Part of the stones that could."""
    kinetic: float
    """Largest energy of motion in the last second over the work of gravity."""
    drift: float
    """Farthest that a stone's mean place went from the last second but one to the last [m]."""
    push: float
    """Push of all stones on the base at the end, over their weight."""


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
        yield _case("collapse.energy" if name == "box" else f"collapse.energy.{name}",
            f"largest residual of the energy of {words} that fall down, over the work of gravity", "",
            "what the base and gravity bring is found again", 0.0, {"max": 0.01}, "given",
            partial(lambda name: _collapsed(name).error if _collapsed(name).fallen > 0.5 else math.nan, name),
            "Three sines of 0.976 Hz at 0.9 g, and 10 s; default step; no number where half of the "
            "stones still stand.")  # fmt: skip


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
    """Return the largest value of all five collapses; NaN if half of the stones of one still stand."""
    found = [_collapsed(name, strength) for strength in _STRENGTHS]
    if min(one.fallen for one in found) <= 0.5:
        return math.nan
    return max(float(getattr(one, what)) for one in found)


def _any_energy() -> Iterator[Case]:
    yield _case("collapse.energy.any", "largest residual of the energy of 40 polygonal stones that fall down, over the "
        "work of gravity, of five collapses", "", "what the base and gravity bring is found again", 0.0, {"max": 0.01},
        "given", lambda: _worst("error"), "Three sines of 0.976 Hz at 0.8 to 1 g, and 10 s; damping a sixth of "
        "critical; one contact seen late is more.")  # fmt: skip


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
        yield _case(f"collapse.pile{name}", f"energy of motion over what the fall has brought: {five}", "",
            "it has come to rest", 0.0, {"max": 1e-6}, "a millionth: about 1 mm/s of 40 tonnes",
            partial(_worst, 'kinetic', which), damping, compare_only=name != "")  # fmt: skip
    yield _case("collapse.pile.drift", f"farthest that a stone's mean place goes in a second: {five}", "m",
        "nothing slides, rolls or sinks any more", 0.0, {"max": 1e-3}, "means over a second of a sway of a millimetre",
        lambda: _worst("drift"), "Damping a sixth of critical.")  # fmt: skip
    yield _case("collapse.pile.overlap", "Kn × the volume that two stones share, over the elastic force between them, "
        f"largest: {setting}", "", "elastic penetration; volumes by intersecting half-spaces (Qhull), all pairs of "
        "convex parts", 1.0, {"max": 1.1}, "a joint's overlap is found again after 1 mm of slide: some per cent of the "
        "17 mm on which a stone leans", _excess, "Stones lie in each other by no more than the forces between them "
        "press them.")  # fmt: skip
    yield _case("collapse.pile.weight", f"push on the base over the weight of the stones: {setting}", "", "equilibrium",
        1.0, {"rel": 1e-3}, "a mean over a second of swaying", lambda: _collapsed("polygonal").push)  # fmt: skip


# ---- walls of scanned stones ----

_LENGTH, _HEIGHT, _THICK = 4.0, 2.2, 0.6
_DENSITY = 2300.0
_JOINTS = stiff_joints(2e8, tangential_stiffness=1e8, friction=0.6, damping=2e5)
_NOISE = 5e-4
"""Noise of the scanner, either way [m]."""


@cache
def _rings(seed: int) -> tuple[FloatArray, ...]:
    made = GenerateOptions(pattern="inca", length=_LENGTH, height=_HEIGHT, stones=14, courses=3, seed=seed)
    return generate(made).rings


def _drawn(ring: FloatArray) -> Polyhedron:
    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), _THICK))


@cache
def drawn_wall(seed: int = 7) -> Wall:
    """The fitted polygons as they are drawn, with flat faces through the wall."""
    solids = {str(number): _drawn(ring) for number, ring in enumerate(_rings(seed), 1)}
    return stones_on_base(solids, _DENSITY, _JOINTS)


@cache
def scanned_wall(seed: int = 7, *, warp: float = 0.006, bulge: float = 0.04, noise: float = _NOISE) -> Wall:
    """The same stones in space, as a scanner sees them, through the survey: some thousand facets each.

    All joints are bent and twisted by up to ``warp``, alike for the stones at both sides, so that they fit; the front
    swells by ``bulge``; then every corner of every stone is off by up to ``noise`` along its normal by itself [m].
    """
    draw = np.random.default_rng(seed)
    turns = draw.uniform(0.0, 2.0 * np.pi, 6)
    bodies = []
    for number, ring in enumerate(_rings(seed), 1):
        vertices, triangles = _fine(_drawn(ring))
        seen = _swollen(vertices, ring, bulge)
        seen = _warped(seen, warp, turns)
        normals = np.zeros_like(seen)
        a, b, c = (seen[triangles[:, i]] for i in range(3))
        for corner in range(3):
            np.add.at(normals, triangles[:, corner], np.cross(b - a, c - a))
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        seen = seen + normals * draw.uniform(-noise, noise, (len(seen), 1))
        solid = Polyhedron(vertices=seen, faces=tuple(map(tuple, triangles.tolist())))
        bodies.append(Body(solid=solid, name=str(number)))
    found = Bodies(file="scanned wall", format="mesh", bodies=tuple(bodies), scanned=True)
    made = bodies_to_stones(found, lambda _, __: ("wall", "stone"), SurveyOptions(file="scanned wall"), SILENT)
    size = (_LENGTH, _THICK, _HEIGHT)
    return wall_of_stones(made.stones, made.contacts, size, _DENSITY * STANDARD_GRAVITY, _JOINTS)


def _fine(solid: Polyhedron) -> tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.intp]]]:
    """Every triangle in 64, by the middles of its edges."""
    vertices, triangles = solid.vertices, triangulate(solid)
    for _ in range(3):
        edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
        used, number = np.unique(edges, axis=0, return_inverse=True)
        ab, bc, ca = (number.reshape(3, -1) + len(vertices)).astype(np.intp)
        a, b, c = triangles.T
        vertices = np.vstack([vertices, 0.5 * (vertices[used[:, 0]] + vertices[used[:, 1]])])
        pieces = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        triangles = np.concatenate([np.column_stack(piece) for piece in pieces])
    return vertices, triangles


def _swollen(vertices: FloatArray, ring: FloatArray, bulge: float) -> FloatArray:
    """The front swells between its joints, as Inca masons left it."""
    edge = shapely.LinearRing(ring)
    inside = shapely.distance(shapely.points(vertices[:, [0, 2]]), edge) / 0.2
    swell = bulge * np.where(vertices[:, 1] == 0.0, 1.0 - (1.0 - np.minimum(inside, 1.0)) ** 2, 0.0)
    return np.asarray(vertices - swell[:, None] * np.array([0.0, 1.0, 0.0]))


def _warped(vertices: FloatArray, warp: float, turns: FloatArray) -> FloatArray:
    """Space bent by long waves that also change through the wall; the base stays flat."""
    x, y, z = vertices.T
    waves = 2.0 * np.pi / np.array([2.5, 1.1, 1.8])
    along = np.sin(waves[0] * x + turns[0]) * np.sin(waves[2] * z + turns[1]) * np.cos(waves[1] * y + turns[2])
    up = np.sin(waves[0] * x + turns[3]) * np.cos(waves[1] * y + turns[4]) * np.minimum(z / 0.3, 1.0)
    return np.asarray(vertices + warp * np.column_stack([along, np.zeros(len(x)), up]))


@dataclass(frozen=True, kw_only=True, eq=False)
class _Stood:
    settled: FloatArray
    """Settlement of each stone [m], from the left of the base to the right of the top."""
    creep: float
    """Farthest way of a stone in the two seconds after it had come to rest [m]."""
    push: float
    """Force on the base over the weight."""


@cache
def _stood(kind: Literal["drawn", "scanned", "flat"]) -> _Stood:
    """Return the outcome of a wall under its weight, at the defaults."""
    match kind:
        case "drawn":
            wall = drawn_wall()
        case "flat":
            wall = scanned_wall(warp=0.0, bulge=0.0)
        case _:
            wall = scanned_wall()
    engine = Engine.of(wall)
    rest = settle(engine)
    before = engine.assembly.bodies.position.copy()
    run_for(engine, Drive(duration=2.0))
    moved = engine.assembly.bodies.position - before
    # the survey numbers stones by itself: the same stone is the one at the same place
    drawn = np.array([stone.centroid for stone in drawn_wall().stones])
    places = [int(np.argmin([np.linalg.norm(stone.centroid - at) for stone in wall.stones])) for at in drawn]
    return _Stood(
        settled=-rest.displacement[places, 2],
        creep=float(np.linalg.norm(moved, axis=1).max()),
        push=float(-rest.push[2] / rest.weight),
    )


def _scanned_stones() -> Iterator[Case]:
    note = (
        "14 fitted polygonal stones of 768 to 1,536 facets each, joints bent and twisted by up to 6 mm, swollen "
        "fronts, each surface with its own noise of 0.5 mm; through the survey's patches."
    )
    flat = (
        "The same stones with flat joints and fronts, cut into small facets with noise of 0.5 mm, beside the drawing."
    )
    yield _case("irregular.stands", "farthest way of a stone in 2 s after the scanned wall came to rest", "m",
                "stones that fit stand still", 0.0, {"max": 1e-5}, "a tenth of the least residual that is read",
                lambda: _stood("scanned").creep, note)  # fmt: skip
    yield _case("irregular.weight", "force on the base over the weight of the scanned wall", "", "equilibrium", 1.0,
                {"rel": 1e-5}, "at rest to 1e-9 of its elastic energy, so to some 1e-5 of its forces",
                lambda: _stood("scanned").push, note)  # fmt: skip
    yield _case("irregular.settlement", "largest difference of a stone's settlement, scanned over drawn, less 1", "",
                "the same wall as drawn, on exact flat joints", 0.0, {"max": 0.01},
                "the rim of a joint is found to 1 mm, of joints half a metre wide: 0.4 % of their area a side",
                lambda: float(np.abs(_stood("flat").settled / _stood("drawn").settled - 1.0).max()), flat)  # fmt: skip


# ---- checkpoints ----

_KILLED_AT = (4, 9, 15)
"""Checkpoints after which a process is killed: while the wall comes to rest, again, and when it has fallen apart."""
_PATIENCE = 300.0
"""For a process to come so far [s]."""
_CHILD = """
import sys, time
from pirqa.progress import SilentObserver
from pirqa.verification.dynamics_collapse import fall_into

class Slow(SilentObserver):
    def advance(self, steps=1):
        time.sleep(0.02)

fall_into(sys.argv[1], Slow())
"""
"""Slow enough to be killed on its way."""


class _Heard(SilentObserver):
    """Remembers the tasks that it is told of."""

    def __init__(self) -> None:
        self.tasks: list[str] = []

    def begin(self, task: str, total: int) -> None:
        """Remember."""
        self.tasks.append(task)


def fall_into(path: str | Path, observer: Observer = SILENT) -> Trajectory:
    """A stack of five boxes thrown off its base by 1.5 g, with a checkpoint at every look; its history in ``path``."""
    joints = stiff_joints(2e7, tangential_stiffness=1e7, friction=0.5, damping_ratio=0.2)
    wall = coursed_wall(0.6, 0.3, 0.4, 5, 2300.0, joints)
    motion = sine_motion(1.5 * STANDARD_GRAVITY, 1.2, 1.0 / 1.2)
    writer = HistoryWriter(path, interval=0.0)
    run = simulate(wall, motion, SimulationOptions(free=1.0, quiet=1e-6, refine=0), keep=writer, observer=observer)
    writer.finish(run)
    return run


def _kill_after(path: Path, number: int) -> None:
    """Let a process come to its checkpoint of that ``number``, and kill it."""
    process = subprocess.Popen([sys.executable, "-c", _CHILD, str(path)], stderr=subprocess.PIPE)
    until = time.monotonic() + _PATIENCE
    try:
        while not any(int(state.stem[-6:]) >= number for state in path.parent.glob("*/state_*.checkpoint")):
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                said = process.communicate()[1].decode(errors="replace")
                raise ComputationError(f"the process was not killed on its way: {said[-300:]}")
            time.sleep(0.002)
    finally:
        process.kill()
        process.communicate()
    if path.exists():
        raise ComputationError("the process came to its end before it was killed")


def _bytes_that_differ() -> float:
    """Between the history of a run and that of one killed thrice, in all their files."""
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole.zarr", Path(folder) / "killed.zarr"
        if not fall_into(whole).parted:
            raise ComputationError("the wall should have fallen apart")
        for number in _KILLED_AT:
            _kill_after(killed, number)
        heard = _Heard()
        fall_into(killed, heard)
        if "resumed" not in heard.tasks or "gravity" in heard.tasks:
            raise ComputationError("the killed run did not go on where it was")
        found = [{file.relative_to(run): file for file in run.rglob("*") if file.is_file()} for run in (whole, killed)]
        return float(sum(_difference(*(files.get(name) for files in found)) for name in {*found[0], *found[1]}))


def _difference(one: Path | None, other: Path | None) -> int:
    content = [b"" if file is None else file.read_bytes() for file in (one, other)]
    return sum(first != second for first, second in zip_longest(*content))


def _checkpoints() -> Iterator[Case]:
    yield _case("checkpoint.identical", "bytes by which the history of a run differs from that of one killed three "
        "times", "", "the same inputs give the same bytes", 0.0, {"max": 0.0}, "given", _bytes_that_differ,
        "Five boxes thrown off their base; the process is killed twice while they come to rest and once "
        "in the fall.")  # fmt: skip
