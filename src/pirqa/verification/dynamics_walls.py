"""Dynamics: whole walls at rest, mirrored, renumbered, tilted and shaken; convergence; the energy ledger."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal

import numpy as np

from pirqa.dynamics import Drive, Engine, Hold, SimulationOptions, TiltOptions, Trajectory, simulate
from pirqa.dynamics.simulate import settle
from pirqa.model import BASE, Contact, ContactFace, Direction, GroundMotion, Polyhedron, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.solids import build_stone
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.dynamics_joints import body_ledger_errors, joint_ledger_errors
from pirqa.verification.dynamics_rocking import rocking_ledger_errors
from pirqa.verification.walls import (
    block_on_base,
    coursed_wall,
    polygonal_wall,
    pulled,
    run_for,
    running_bond_wall,
    stiff_joints,
)

_case = partial(Case, group="dynamics")
_PLACE = 82
_WALLS = {"box": running_bond_wall, "polygonal": polygonal_wall}
_LIMITS = {"box": 0.005, "polygonal": 0.03}
_LEVELS = (0.05, 0.1, 0.2)
_FREQUENCY = 0.976
_COURSES = 8


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _at_rest()
    yield from _symmetries()
    yield from _equivalences()
    yield from _guides()
    yield from _step_sizes()
    yield from _point_contact()
    yield from _closure()


@cache
def _resting() -> Trajectory:
    """The 44 boxes, settled and left alone for 10 s."""
    wall = replace(running_bond_wall(), joints=stiff_joints(2e8, tangential_stiffness=1e8, friction=0.4))
    return simulate(wall, Hold(duration=10.0), SimulationOptions(free=0.0))


@cache
def _course_settlements() -> list[FloatArray]:
    """Return the settlements of each course's stones, from the lowest [m]."""
    run = _resting()
    drawn = run.reference[:, 2] - run.settled.displacement[:, 2]
    course = np.rint((drawn - 0.25) / 0.5).astype(int)
    sunk = -run.settled.displacement[:, 2]
    return [sunk[course == level] for level in range(_COURSES)]


def _closing(course: int) -> float:
    """Way of a course into the one below [m], of the stone farthest from the others' mean."""
    levels = _course_settlements()
    share = levels[course] - levels[course - 1].mean()
    return float(share[np.argmax(np.abs(share - share.mean()))])


def _at_rest() -> Iterator[Case]:
    weight = 2300.0 * STANDARD_GRAVITY * 0.5
    yield _case("wall_at_rest.settlement", "settlement of the top course of the 44 boxes", "m",
        "28 ρ g h/Kn: the joint under course k bears the weight of those above it", 1.5794e-3, {"rel": 0.005},
        "given; the number was made with g = 9.81 m/s2, 0.03 % more than here",
        lambda: float(_course_settlements()[-1].max()))  # fmt: skip
    for course in range(1, _COURSES):
        yield _case(f"wall_at_rest.course.{course}", f"closing of the joint under course {course}", "m",
            f"{_COURSES - course} ρ g h/Kn", (_COURSES - course) * weight / 2e8, {"rel": 1e-4},
            "at rest when the kinetic energy is below 1e-9 of the elastic: amplitudes of 3e-5",
            partial(_closing, course))  # fmt: skip
    yield _case("wall_at_rest.creep", "largest way of a stone in 10 s at rest", "m", "nothing moves", 0.0,
        {"max": 1e-6}, "given", lambda: float(_resting().peak.max()), "Damping 5 % of critical.")  # fmt: skip


def _shaken_both_ways(sign: float) -> GroundMotion:
    """1 s at 0.4 g across the wall and 0.3 g along it, the latter times ``sign``."""
    times = 0.005 * np.arange(201)
    samples = np.column_stack([np.sin(2.0 * math.pi * 2.0 * times), sign * 0.75 * np.sin(2.0 * math.pi * 3.0 * times)])
    return GroundMotion(
        name="both",
        step=0.005,
        acceleration=0.4 * STANDARD_GRAVITY * samples,
        directions=(Direction(name="across"), Direction(name="along")),
    )


def _mirrored(wall: Wall) -> Wall:
    """The wall seen from behind a mirror that stands across it at x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])

    def solid(shape: Polyhedron) -> Polyhedron:
        return Polyhedron(vertices=shape.vertices * flip, faces=tuple(tuple(reversed(face)) for face in shape.faces))

    def face(one: ContactFace) -> ContactFace:
        return replace(one, polygon=one.polygon[::-1] * flip, normal=one.normal * flip)

    return replace(
        wall,
        stones=tuple(
            build_stone(
                solid(stone.solid), name=stone.name, zone=stone.zone, material=stone.material,
                parts=tuple(solid(part) for part in stone.parts),
            )
            for stone in wall.stones
        ),
        contacts=tuple(replace(contact, faces=tuple(map(face, contact.faces))) for contact in wall.contacts),
        control_points=(),
    )  # fmt: skip


def _renumbered(wall: Wall) -> Wall:
    """Return the wall with stones and joints in another order, every second joint with its stones exchanged."""
    draw = np.random.default_rng(5)

    def turned(contact: Contact) -> Contact:
        faces = tuple(replace(face, polygon=face.polygon[::-1], normal=-face.normal) for face in contact.faces)
        return replace(contact, first=contact.second, second=contact.first, faces=faces)

    contacts = [
        turned(contact) if index % 2 and contact.second != BASE else contact
        for index, contact in enumerate(wall.contacts)
    ]
    return replace(
        wall,
        stones=tuple(wall.stones[i] for i in draw.permutation(len(wall.stones))),
        contacts=tuple(contacts[i] for i in draw.permutation(len(contacts))),
    )


@cache
def _shaken(which: str, name: str) -> FloatArray:
    """Displacement of the stones, in the order of their names, after 1 s [m], shape (stones, 3)."""
    wall = _WALLS[name]()
    change = {"plain": lambda given: given, "mirror": _mirrored, "numbering": _renumbered}[which]
    wall = change(replace(wall, control_points=()))
    run = simulate(wall, _shaken_both_ways(-1.0 if which == "mirror" else 1.0), SimulationOptions(free=0.0))
    order = np.argsort(run.stones)
    last = run.displacement[-1][order]
    return np.asarray(last * [-1.0, 1.0, 1.0]) if which == "mirror" else last


def _difference(which: str) -> float:
    """Largest difference of a stone's place after 1 s on both walls [m]."""
    return max(float(np.abs(_shaken(which, name) - _shaken("plain", name)).max()) for name in _WALLS)


def _symmetries() -> Iterator[Case]:
    source = "the same wall"
    why = "given; rounding, which shaking makes grow"
    setting = "of the 44 boxes and of 40 polygonal stones after 1 s of 0.4 g across and 0.3 g along"
    yield _case("symmetry.mirror", f"largest difference between a run and its mirror image, {setting}", "m", source,
                0.0, {"max": 1e-9}, why, partial(_difference, "mirror"),
                "Mirrored end for end, and the motion along the wall with it.")  # fmt: skip
    yield _case("symmetry.numbering", f"largest difference between two numberings, {setting}", "m", source, 0.0,
                {"max": 1e-9}, why, partial(_difference, "numbering"),
                "Stones and joints in random order, half the joints turned about.")  # fmt: skip


@cache
def _loaded(by: str) -> FloatArray:
    """Displacement of the top stone across the wall, relative to the base, in 2 s of 0.15 g [m], shape (k,)."""
    engine = Engine.of(running_bond_wall())
    settle(engine)
    omega, strength = 2.0 * math.pi * _FREQUENCY, 0.15 * STANDARD_GRAVITY

    def shift(times: FloatArray) -> FloatArray:
        return np.outer(strength * (times / omega - np.sin(omega * times) / omega**2), [0.0, 1.0, 0.0])

    def gravity(times: FloatArray) -> FloatArray:
        return np.column_stack([0.0 * times, -strength * np.sin(omega * times), np.full_like(times, -STANDARD_GRAVITY)])

    drive = Drive(duration=2.0, shift=shift) if by == "base" else Drive(duration=2.0, gravity=gravity)
    run = run_for(engine, drive)
    return engine.displacement(run, run.pose[0])[:, -2, 1]


@cache
def _tilted(turning: Literal["platform", "gravity"], rate: float) -> float:
    """Way of the top of a low stack of four courses, as the wall sees it, after a tilt of 12° and a hold [m]."""
    tilt = TiltOptions(to=math.radians(12.0), by=math.radians(12.0), held=5.0, rate=math.radians(rate), turning=turning)
    joints = stiff_joints(2e8, tangential_stiffness=1e8, friction=0.4, damping_ratio=0.5)
    run = simulate(coursed_wall(1.0, 0.4, 0.25, 4, 2300.0, joints), tilt, SimulationOptions(free=0.0))
    angle = float(run.tilt[-1]) if turning == "platform" else 0.0
    place = run.position[-1, -1]
    # the base has turned about the x axis through the origin: turn back
    return float(math.cos(angle) * place[1] + math.sin(angle) * place[2] - run.reference[-1, 1])


def _equivalences() -> Iterator[Case]:
    yield _case("base_motion.inertial", "difference of the top stone's way, base shaken against a force −m a, over its "
        "peak", "", "the same equations in the frame of the base", 0.0, {"max": 0.005},
        "the base's path is sampled at steps: its acceleration is right to (ωΔt)²/12",
        lambda: float(np.abs(_loaded("base") - _loaded("force")).max() / np.abs(_loaded("base")).max()),
        "The 44 boxes under 2 s of 0.976 Hz at 0.15 g.")  # fmt: skip
    quantity = "way of the top stone when the base is tilted by 12°, over that when gravity is"
    stack = (
        "Four courses of 0.25 m, 0.4 m thick, the lowest joint partly open at that tilt; held for 5 s; damping half of "
        "critical, which changes no equilibrium."
    )
    for name, rate in (("", 0.1), (".default_rate", 1.0)):
        yield _case(f"tilt.platform_or_gravity{name}", f"{quantity}, {rate:g}°/s", "", "the same equilibrium", 1.0,
            {"rel": 1e-3}, "a base that starts to turn pushes the wall, whose joints keep a trace: 0.5 % at 1°/s, less "
            "when slower", partial(lambda rate: _tilted("platform", rate) / _tilted("gravity", rate), rate), stack,
            compare_only=bool(name))  # fmt: skip


def _off_guide() -> float:
    """Largest forbidden way of a guided stone, or of its axis, of 40 polygonal stones shaken both ways [m or -]."""
    wall = polygonal_wall()
    run = simulate(wall, _shaken_both_ways(1.0), SimulationOptions(free=0.0))
    guided = [wall.stone_numbers[name] for name in wall.guided]
    along = np.abs(run.displacement[:, guided, 0]).max()
    turned = np.abs(run.quaternion[:, guided, 2:]).max()
    moved = np.abs(run.displacement[:, guided, 1]).max()
    return float(max(along, turned)) if moved > 1e-3 else math.inf


def _guides() -> Iterator[Case]:
    yield _case("guided.stays", "largest way along the wall, or turn out of its guide, of guided stones", "",
                "they may move up and across, and turn about the wall's length", 0.0, {"max": 1e-12}, "rounding",
                _off_guide, "40 polygonal stones, 0.4 g across and 0.3 g along; they do move across.")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Sine:
    peak: float
    """Largest way of a stone of the top course across the wall [m]."""
    error: float
    """Residual of the energy ledger."""
    settling_error: float


@cache
def _swung(name: str, level: float, finer: int) -> _Sine:
    """5 s of 0.976 Hz at ``level`` [g], at a step ``finer`` times shorter than the default one."""
    wall = _WALLS[name]()
    options = SimulationOptions(free=0.0)
    if finer > 1:
        options = replace(options, step=Engine.of(wall, options).step / finer)
    times = 0.005 * np.arange(1001)
    samples = level * STANDARD_GRAVITY * np.sin(2.0 * math.pi * _FREQUENCY * times)
    motion = GroundMotion(
        name="sine", step=0.005, acceleration=samples[:, None], directions=(Direction(name="across"),)
    )
    run = simulate(wall, motion, options)
    tops = [stone.solid.vertices[:, 2].max() for stone in wall.stones]
    top = [index for index, height in enumerate(tops) if height > max(tops) - 1e-6]
    peak = float(np.abs(run.displacement[:, top, 1]).max())
    return _Sine(peak=peak, error=run.ledger.error, settling_error=run.settled.ledger.error)


def _change(name: str, level: float) -> float:
    return abs(_swung(name, level, 1).peak / _swung(name, level, 4).peak - 1.0)


def _step_sizes() -> Iterator[Case]:
    setting = "5 s of 0.976 Hz"
    source = "the same run at a quarter of the default time step"
    for name, limit in _LIMITS.items():
        for level in _LEVELS:
            yield _case(f"convergence.step.{name}.{level:g}",
                f"relative change of the peak way of the top, {setting} at {level:g} g, {name} wall", "", source, 0.0,
                {"max": limit}, "given", partial(_change, name, level))  # fmt: skip
    yield _case("convergence.step", "worst of these six changes over its limit (0.5 % for boxes, 3 % for polygons)", "",
        source, 0.0, {"max": 1.0}, "given",
        lambda: max(_change(name, level) / limit for name, limit in _LIMITS.items() for level in _LEVELS))  # fmt: skip


@cache
def _leaning(points: int) -> float:
    """Turn of a block 0.8 × 4 m at rest under gravity that leans by 6°, its joint partly open [rad]."""
    options = SimulationOptions() if points == 0 else SimulationOptions(contact="points", points=points)
    engine = Engine.of(block_on_base(1.0, 0.8, 4.0, 2300.0, stiff_joints(2e8, damping_ratio=0.5)), options)
    lean = math.radians(6.0)
    down = pulled(0.0, STANDARD_GRAVITY * math.sin(lean), -STANDARD_GRAVITY * math.cos(lean), ramp=2.0)
    run = run_for(engine, Drive(duration=20.0, gravity=down))
    turned = run.pose[-1, 0, 3:].reshape(3, 3) @ engine.assembly.bodies.attitude[0].T
    return float(abs(math.atan2(turned[2, 1], turned[1, 1])))


def _point_contact() -> Iterator[Case]:
    source = "the exact integral over the joint"
    setting = "turn of a block 0.8 × 4 m leaning at 6°, its joint partly open"
    yield _case("convergence.points.exact", f"{setting}, exact joint", "rad", "triangle of pressure: L/3 = t/2 − h/2 "
        "tan(φ + θ), L = √(2 W cos φ/(Kn θ))", _lean_by_hand(), {"rel": 0.005}, "the formula sets the cosine of the "
        "turn to one, and the foot's shear moves the block by Kt", lambda: _leaning(0))  # fmt: skip
    for points in (3, 6, 12, 24):
        yield _case(f"convergence.points.{points}", f"{setting}: {points} points along a side over the exact joint", "",
            source, 1.0, {"rel": 0.01}, "not judged: it shows how far points are off", partial(_point_ratio, points),
            compare_only=True)  # fmt: skip
    yield _case("convergence.points", f"{setting}: error of 12 points over that of 3", "", source, 0.0, {"max": 0.25},
        "four times as many points: at least the first order", lambda: _point_error(12) / _point_error(3))  # fmt: skip


def _lean_by_hand() -> float:
    """The lesser root: the block that still stands [rad]."""
    lean, weight = math.radians(6.0), 2300.0 * STANDARD_GRAVITY * 0.8 * 4.0

    def excess(turn: float) -> float:
        length = math.sqrt(2.0 * weight * math.cos(lean) / (2e8 * turn))
        return 0.4 - 2.0 * math.tan(lean + turn) - length / 3.0

    low, high = 1e-5, 5e-3  # between them the arm grows beyond what the pressure needs
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if excess(middle) < 0.0 else (low, middle)
    return low


def _point_ratio(points: int) -> float:
    return _leaning(points) / _leaning(0)


def _point_error(points: int) -> float:
    return abs(_point_ratio(points) - 1.0)


def _worst_closing() -> float:
    found = {**joint_ledger_errors(), **body_ledger_errors(), **rocking_ledger_errors()}
    rest = _resting()
    found |= {"at rest": rest.settled.ledger.error}
    for name in _WALLS:
        for level in _LEVELS:
            for finer in (1, 4):
                run = _swung(name, level, finer)
                found[f"{name} {level} {finer}"] = max(run.error, run.settling_error)
    return max(found.values())


def _closure() -> Iterator[Case]:
    yield _case("energy.closure", "worst residual of the energy ledger over the largest of base work, gravity work and "
        "motion", "", "what is brought is found again", 0.0, {"max": 1e-3}, "given", _worst_closing,
        "Runs at rest, sines, a slide, impacts (fine step), rocking, pulses, struts, four blocks. A "
        "block that rocks on a stiff, hardly damped joint is made again with half the step, as a run of "
        "a user is.")  # fmt: skip
    yield _case("energy.closure.default_step", "the same of blocks that rock on stiff joints, without making runs "
        "again", "", "what is brought is found again", 0.0, {"max": 1e-3}, "not judged: such a run is made again with "
        "half the step", lambda: max(rocking_ledger_errors(refine=False).values()), compare_only=True)  # fmt: skip
