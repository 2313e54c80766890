"""Dynamics: contact of stones without a joint: corners, edges and faces pressed in, bounces and drops."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.arrays import DEAD
from pirqa.dynamics.energy import ledger_of
from pirqa.model import Polyhedron, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.solids import build_stone, extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.dynamics_joints import restitution
from pirqa.verification.walls import (
    block_on_base,
    box,
    pulled,
    right_tetrahedron,
    run_for,
    stiff_joints,
    stones_on_base,
)

_case = partial(Case, group="dynamics")
_PLACE = 83
_DENSITY = 2300.0
_STIFFNESS = 2e8
"""[N/m3]"""
_NO_GRAVITY = pulled(0.0, 0.0, 0.0)
_FINE = 0.005
"""Share of the stable step at which an impact takes some hundred steps."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _pressed()
    yield from _flat()
    yield from _sliding_off()
    yield from _drops()


def loosen(engine: Engine) -> None:
    """Every joint has ended: the stones are loose."""
    engine.assembly.motion.state[:] = DEAD
    engine.assembly.frames.sides[:] = 0


def turned(x: float, y: float, z: float) -> FloatArray:
    """Rotation about the vector (x, y, z), by its length [rad]."""
    from scipy.spatial.transform import Rotation

    return np.asarray(Rotation.from_rotvec([x, y, z]).as_matrix())


def put(engine: Engine, stone: int, turn: FloatArray, *, lowest: float) -> None:
    """Turn a stone from where it was drawn; its lowest corner then at the height ``lowest`` [m]."""
    bodies, shape = engine.assembly.bodies, engine.assembly.wall.stones[stone]
    bodies.rotation[stone] = turn @ bodies.attitude[stone]
    reach = (shape.solid.vertices - shape.centroid) @ turn.T
    bodies.position[stone, 2] = lowest - reach[:, 2].min()
    engine.forget_motion()


_DEPTH = 2e-3
"""Depth to which solids are pressed in [m]."""
_SIDE = 0.4
"""Side of the cube [m]."""


def _first_push(engine: Engine) -> tuple[FloatArray, float]:
    """Force on the base and all that is fixed to it [N], and the elastic energy [J], of a pose."""
    record, _ = engine.run(Drive(duration=1.0, gravity=_NO_GRAVITY), 0, 1)
    return record.push[0], float(record.energy[0, 1])


@cache
def _pressed_in(what: str) -> tuple[float, float]:
    """Thrust [N] and elastic energy [J] of a cube's corner or edge 2 mm in the ground, or of an edge across another."""
    cube = box(_SIDE, _SIDE, _SIDE)
    joints = stiff_joints(_STIFFNESS, friction=1e-6)
    if what == "crossed edges":
        ridge = extrude(
            np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 0.5]]),
            lambda places: np.full(len(places), -1.0),
            lambda places: np.full(len(places), 1.0),
        )
        engine = Engine.of(
            stones_on_base(
                {"ridge": ridge, "cube": box(_SIDE, _SIDE, _SIDE, at=(2.0, 0.0, 0.0))}, _DENSITY, joints,
                fixed=("ridge",),
            )
        )  # fmt: skip
        loosen(engine)
        engine.assembly.bodies.position[1, :2] = 0.5, 0.1
        put(engine, 1, turned(0.25 * math.pi, 0.0, 0.0), lowest=0.5 - _DEPTH)
    else:
        engine = Engine.of(stones_on_base({"cube": cube}, _DENSITY, joints))
        loosen(engine)
        tip = math.acos(1.0 / math.sqrt(3.0))  # the cube's diagonal upright, then its edge or face level
        turn = {
            "corner": turned(tip / math.sqrt(2.0), -tip / math.sqrt(2.0), 0.0),
            "edge": turned(0.25 * math.pi, 0.0, 0.0),
            "face": np.eye(3),
        }[what]
        put(engine, 0, turn, lowest=-_DEPTH)
    push, energy = _first_push(engine)
    if math.hypot(push[0], push[1]) > 1e-6 * abs(push[2]):
        return math.nan, energy
    return float(-push[2]), energy


def _pressed() -> Iterator[Case]:
    d, side, kn = _DEPTH, _SIDE, _STIFFNESS
    root = math.sqrt(3.0)
    forms = {
        "corner": ("√3/2 d³", 0.5 * root * d**3, "√3/4 d⁴", 0.25 * root * d**4),
        "edge": ("a d²", side * d**2, "2/3 a d³", 2.0 / 3.0 * side * d**3),
        "face": ("a² d", side**2 * d, "a² d²", side**2 * d**2),
        "crossed edges": ("2/3 d³", 2.0 / 3.0 * d**3, "1/3 d⁴", d**4 / 3.0),
    }
    for what, (volume, shared, square, squared) in forms.items():
        where = "2 mm in another across it, both at 45°" if "crossed" in what else "2 mm in the ground"
        name = what.replace("crossed edges", "edges")
        yield _case(f"loose.{name}.thrust", f"thrust of a cube's {what.removeprefix('crossed ')} {where}", "N",
            f"Kn × the shared volume, {volume}", kn * shared, {"rel": 1e-9}, "rounding",
            partial(lambda what: _pressed_in(what)[0], what))  # fmt: skip
        yield _case(f"loose.{name}.energy", f"elastic energy of a cube's {what.removeprefix('crossed ')} {where}", "J",
            f"Kn/2 ∫p² dA, ∫p² dA = {square}: the work of the thrust", 0.5 * kn * squared, {"rel": 1e-6},
            "rounding: far sides of the stones are added and taken off again",
            partial(lambda what: _pressed_in(what)[1], what))  # fmt: skip


@cache
def _loose_impact(ratio: float) -> float:
    """Speed after over speed before of a loose block that hits the ground flat."""
    wall = block_on_base(0.4, 0.4, 0.2, _DENSITY, stiff_joints(_STIFFNESS, damping_ratio=ratio))
    engine = Engine.of(wall, SimulationOptions(safety=_FINE))
    loosen(engine)
    put(engine, 0, np.eye(3), lowest=0.01)
    engine.assembly.bodies.velocity[0, 2] = -1.0
    run_for(engine, Drive(duration=0.1, gravity=_NO_GRAVITY))
    return float(engine.assembly.bodies.velocity[0, 2])


@cache
def _tumbled() -> tuple[float, float]:
    """Relative change of the energy of a smooth undamped brick in 2 s of bouncing on its corners; impacts it had."""
    joints = stiff_joints(_STIFFNESS, friction=1e-6, damping=0.0)
    engine = Engine.of(stones_on_base({"brick": box(0.5, 0.4, 0.3)}, _DENSITY, joints), SimulationOptions(safety=0.05))
    loosen(engine)
    put(engine, 0, turned(0.5, 0.3, 0.2), lowest=0.3)
    run = run_for(engine, Drive(duration=2.0))
    energy = run.energy[:, 0] + run.energy[:, 1] - run.energy[:, 7]
    touching = run.energy[:, 1] > 0.0
    impacts = int((touching[1:] & ~touching[:-1]).sum())
    scale = run.energy[:, 0].max()
    return (float(np.abs(energy - energy[0]).max() / scale), float(impacts)) if impacts >= 3 else (math.nan, 0.0)


def _flat() -> Iterator[Case]:
    source = "Schwager and Pöschel 2007, as for a joint"
    for ratio in (0.05, 0.5):
        yield _case(f"loose.face.restitution.{ratio}",
            f"speed after over speed before of a loose block that hits the ground flat, {ratio} of critical damping",
            "", source, restitution(ratio), {"rel": 0.005}, "as in bounce.restitution: face on face is a joint",
            partial(_loose_impact, ratio), f"Time step {_FINE} of the stable one.")  # fmt: skip
    yield _case("loose.bounce.energy", "largest change of energy of a brick that bounces on corners and edges, over "
        "its motion", "", "no friction, no damping: nothing is lost", 0.0, {"max": 2e-3},
        "impacts begin and end within a step; 0.05 of the stable step", lambda: _tumbled()[0],
        "0.5 × 0.4 × 0.3 m, let go 0.3 m above the ground, turned about all axes; 2 s, at least three "
        "impacts.")  # fmt: skip


@cache
def _jump(increments: int) -> float:
    """Largest change of the force on a table between increments, over the largest force, as a corner goes off it."""
    joints = stiff_joints(_STIFFNESS, friction=1e-6, damping=0.0)
    solids = {"table": box(1.0, 1.0, 0.5), "cube": box(_SIDE, _SIDE, _SIDE, at=(2.0, 0.0, 0.0))}
    engine = Engine.of(stones_on_base(solids, _DENSITY, joints, fixed=("table",)))
    loosen(engine)
    bodies = engine.assembly.bodies
    put(engine, 1, turned(0.5, -0.6, 0.2), lowest=0.5 - 0.02)
    reach = (engine.assembly.wall.stones[1].solid.vertices - engine.assembly.wall.stones[1].centroid) @ (
        turned(0.5, -0.6, 0.2).T
    )
    tip = reach[np.argmin(reach[:, 2])]
    place = bodies.position[1].copy()
    place[:2] = np.array([0.9, 0.5]) - tip[:2]
    forces = []
    for way in np.linspace(0.0, 0.2, increments):
        bodies.position[1], bodies.velocity[1], bodies.momentum[1] = place + np.array([way, 0.0, 0.0]), 0.0, 0.0
        engine.restart_clock()  # so that it looks around at every increment
        forces.append(_first_push(engine)[0])
    table = np.array(forces)
    if table[0, 2] == 0.0 or table[-1, 2] != 0.0:  # it must begin on the table and end beside it
        return math.nan
    sizes = np.linalg.norm(np.diff(table, axis=0), axis=1)
    return float(sizes.max() / np.linalg.norm(table, axis=1).max())


def _sliding_off() -> Iterator[Case]:
    yield _case("loose.continuity", "largest change of the force when a cube's corner, 20 mm deep, goes over a table's "
        "edge by 0.05 mm more, over the largest force", "", "the shared volume and its vector area have no jump", 0.0,
        {"max": 0.02}, "0.05 mm of 20 mm is 1/400: 2 % allows the force to turn or fall 8 times as fast as that",
        lambda: _jump(4001))  # fmt: skip


_SHAPES = {"tetrahedron": right_tetrahedron(0.6, 0.5, 0.4), "box": box(0.6, 0.5, 0.3)}


@dataclass(frozen=True, kw_only=True)
class _Drop:
    tilt: float
    """Between the lowest face and the level [rad]."""
    expected: float
    """Tilt that the weight of the stone above that face gives it on springs [rad]."""
    error: float
    """Residual of the energy ledger."""
    speed: float
    """At the end [m/s]."""


@cache
def _dropped(name: str, finer: int = 1) -> _Drop:
    """A stone let go 0.5 m above the ground, on no face, and 5 s later; default step, or so many times finer."""
    shape = _SHAPES[name]
    engine = _finer(stones_on_base({"stone": shape}, _DENSITY, stiff_joints(_STIFFNESS, friction=0.4)), finer)
    loosen(engine)
    put(engine, 0, turned(0.7, 0.5, 0.3), lowest=0.5)
    run = run_for(engine, Drive(duration=5.0))
    areas = shape.face_areas
    normals = areas / np.linalg.norm(areas, axis=1, keepdims=True)
    turn = run.pose[-1, 0, 3:].reshape(3, 3) @ engine.assembly.bodies.attitude[0].T
    face = int(np.argmin((normals @ turn.T)[:, 2]))
    down = turn @ normals[face]
    speed = float(np.linalg.norm(engine.assembly.bodies.velocity[0]))
    return _Drop(
        tilt=math.hypot(down[0], down[1]),
        expected=_DENSITY * STANDARD_GRAVITY / _STIFFNESS * _lean_on_springs(shape, face),
        error=ledger_of(run.energy).error,
        speed=speed,
    )


def _finer(wall: Wall, times: int) -> Engine:
    """Return the engine with a step ``times`` times finer than the default."""
    return Engine.of(wall, SimulationOptions(step=Engine.of(wall).step / times))


@cache
def _worst_drop(finer: int) -> float:
    """Largest error of the ledger of stones dropped on a fixed one, each turned in 12 ways: some spin on a face, some
    tip over its edge."""
    ways, worst = np.random.default_rng(1).uniform(-1.5, 1.5, (12, 3)), 0.0
    for shape in _SHAPES.values():
        floor = box(0.8, 0.8, 0.5, at=(-0.1, -0.15, -0.5))
        joints = stiff_joints(_STIFFNESS, friction=0.4)
        wall = stones_on_base({"stone": shape, "floor": floor}, _DENSITY, joints, fixed=("floor",))
        for way in ways:
            engine = _finer(wall, finer)
            loosen(engine)
            put(engine, 0, turned(*way), lowest=0.5)
            worst = max(worst, ledger_of(run_for(engine, Drive(duration=3.0)).energy).error)
    return worst


def _lean_on_springs(shape: Polyhedron, face: int) -> float:
    """Slope of an even bed of unit springs under a triangle that bears the stone's volume [m/m2]; not a number where
    a corner lifts; nothing under a box.
    """
    corners = shape.vertices[list(shape.faces[face])]
    if len(corners) != 3:
        return 0.0
    stone = build_stone(shape, name="stone")
    volume, centre = stone.volume, stone.centroid
    normal = shape.face_areas[face] / np.linalg.norm(shape.face_areas[face])
    along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    axes = np.array([along, np.cross(normal, along)])
    middle = corners.mean(axis=0)
    places = (corners - middle) @ axes.T
    area = float(np.linalg.norm(shape.face_areas[face]))
    # second moments of a triangle about its centroid: A/12 Σ of the corners' products
    slopes = np.linalg.solve(area / 12.0 * places.T @ places, volume * (centre - middle) @ axes.T)
    if np.min(volume / area + places @ slopes) < -1e-9:
        return math.nan
    return float(np.linalg.norm(slopes))


def _drops() -> Iterator[Case]:
    for name in _SHAPES:
        yield _case(f"drop.{name}.rest", f"tilt of the face on which a dropped {name} comes to rest", "rad",
            "it lies on a face", 0.0, {"max": 1e-3}, "given; springs under an uneven weight tilt it by 1e-4",
            partial(lambda name: _dropped(name).tilt if _dropped(name).speed < 1e-3 else math.nan, name),
            "Let go 0.5 m above the ground, turned about all axes; after 5 s; default step.")  # fmt: skip
        yield _case(f"drop.{name}.ledger",
            f"largest residual of the energy of a dropped {name}, over the work of its " "weight", "",
            "what gravity brings is found again", 0.0, {"max": 0.01}, "given",
            partial(lambda name: _dropped(name, 2).error, name),
            "Half the default step: where the energy of a run does not close, it is made again with that.")  # fmt: skip
    for name in _SHAPES:
        yield _case(f"drop.{name}.ledger.default_step", f"as drop.{name}.ledger, with the default step", "",
            "what gravity brings is found again", 0.0, {"max": 0.01}, "given",
            partial(lambda name: _dropped(name).error, name), compare_only=True)  # fmt: skip
    for finer, step in ((2, "half the default step"), (1, "default step")):
        yield _case("drop.any" if finer == 2 else "drop.any.default_step", "largest residual of the energy of stones "
            "dropped on a fixed one, each turned in 12 ways", "", "what gravity brings is found again", 0.0,
            {"max": 0.01}, "given", partial(_worst_drop, finer), f"A box and a tetrahedron, 0.5 m, {step}; a contact "
            "that is missed, or seen late, is many times the limit.", compare_only=finer == 1)  # fmt: skip
    yield _case("drop.tetrahedron.tilt", "tilt of that face over that of a bed of springs", "",
        "equilibrium of the face on even springs, by its second moments", 1.0, {"rel": 0.01},
        "it still swings a little",
        lambda: _dropped("tetrahedron").tilt / _dropped("tetrahedron").expected)  # fmt: skip
