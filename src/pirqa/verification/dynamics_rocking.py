"""Dynamics: a block that rocks, strikes and is overturned by a pulse; blocks and walls that a tilt brings down."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.neighbours import PARTED
from pirqa.dynamics.restitution import lean_block, measure_restitution, rocking_angle, seat_block
from pirqa.dynamics.simulate import settle
from pirqa.errors import ComputationError
from pirqa.model import Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.walls import block_on_base, coursed_wall, running_bond_wall, stiff_joints

_case = partial(Case, group="dynamics")
_PLACE = 81
_DENSITY = 2300.0
_STIFF = 2e11
"""[N/m3]"""
_HOUSNER = "Housner, Bull. Seism. Soc. Am. 53, 403 (1963)"
_THICKNESSES = (0.25, 0.17, 0.12)
"""Thicknesses of the blocks, 1 m high [m]."""
_FEET = 0.02
"""Depth of the feet over the block's."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _quarter_periods()
    yield from _impacts()
    yield from _pulses()
    yield from _edges()
    yield from _frequency()
    yield from _tilts()


def _edges() -> Iterator[Case]:
    for degrees in (5.0, 20.0):
        yield _case(f"edge_contact.resultant.{degrees:g}", "horizontal over vertical push of a smooth block that "
            f"leans by {degrees:g}° on its edge", "", "an edge on a smooth face pushes along the face's normal", 0.0,
            {"max": 2e-3}, "the mean normal of both faces alone would give tan of half the angle, 0.04 and 0.18",
            partial(_edge_push, math.radians(degrees)))  # fmt: skip


def _edge_push(angle: float) -> float:
    joints = replace(stiff_joints(_STIFF, friction=1e-6), damping=0.0, damping_ratio=None)
    engine = Engine.of(block_on_base(1.0, 0.25, 1.0, _DENSITY, joints), _dense())
    lean_block(engine, angle)
    record, _ = engine.run(Drive(duration=1.0), 0, 1)
    return abs(float(record.push[0, 1] / record.push[0, 2]))


def rocking_ledger_errors(*, refine: bool = True) -> dict[str, float]:
    """Relative residual of the energy ledger of free rocking through several impacts, and of pulses, by name.

    With ``refine`` a run that does not close is made again with half the step, as a run of a user is.
    """
    found: dict[str, float] = {}
    for thickness in _THICKNESSES:
        for kind, ratio, feet in (("flat", None, None), ("heavy", 1.9, None), ("feet", 1.0, _FEET * thickness)):
            block, angle = _block(thickness, _STIFF, damping_ratio=ratio, feet=feet), 0.5 * math.atan(thickness)
            found[f"housner.{thickness:.2f}.{kind}"] = _ledger_error(
                block, partial(lean_block, angle=angle), Drive(duration=2.0), refine=refine
            )
    for stiffness in (2e8, _STIFF):
        for amplitude in (1.5, 2.5):  # returns, and overturns
            omega = 2.0 * _frequency_parameter(0.25)
            shift = _half_sine(amplitude * math.atan(0.25) * STANDARD_GRAVITY, omega)
            error = _ledger_error(_block(0.25, stiffness), seat_block, Drive(duration=1.2, shift=shift), refine=refine)
            found[f"rocking_pulse.{stiffness:g}.{amplitude}"] = error
    return found


def _ledger_error(block: Wall, start: Callable[[Engine], object], drive: Drive, *, refine: bool) -> float:
    options = _dense()
    for halvings in range(options.refine + 1 if refine else 1):
        engine = Engine.of(block, replace(options, safety=options.safety / 2**halvings))
        start(engine)
        record, _ = engine.run(drive, 0, round(drive.duration / engine.step))
        # a block that has overturned has left its joint: from there on its ledger may be off by more, as a user's may
        left = np.flatnonzero(np.abs(rocking_angle(engine, record)) > PARTED)
        whole = ledger_of(record.energy, parted=len(left) > 0)
        ledger = ledger_of(record.energy[: left[0]]) if len(left) else whole
        error = max(ledger.error, whole.error * ledger.limit / whole.limit)
        if ledger.closes and whole.closes:
            break
    return error


def _frequency_parameter(thickness: float) -> float:
    """Housner's p of a block 1 m high [1/s]."""
    return math.sqrt(0.75 * STANDARD_GRAVITY / (0.5 * math.hypot(thickness, 1.0)))


def _dense() -> SimulationOptions:
    """Return the default options, with states stored often enough to show an impact."""
    return SimulationOptions(output_step=1e-3)


def _block(
    thickness: float, stiffness: float, *, damping_ratio: float | None = None, feet: float | None = None
) -> Wall:
    joints = stiff_joints(stiffness, damping_ratio=damping_ratio)
    return block_on_base(1.0, thickness, 1.0, _DENSITY, joints, feet=feet)


def _quarter_periods() -> Iterator[Case]:
    source = f"{_HOUSNER}: θ'' = −p² sin(α − θ), p² = 3g/4R, released at 0.5α"
    why = "the pivot lies a third of the contact inside the edge: +0.1 to 0.4 % at this stiffness, falling as Kn^-1/2"
    note = (
        "Density 2300 kg/m3, Kn 2e11 N/m3. Released at rest with the toe pressed in as the release presses it, so that "
        "it hardly bounces; until it is upright."
    )
    for thickness, expected in zip(_THICKNESSES, (0.3492, 0.3461, 0.3447), strict=True):
        name = f"housner.quarter_period.{thickness:.2f}x1.0"
        quantity = f"quarter period of a block {thickness:.2f} × 1.0 m"
        yield _case(name, quantity, "s", source, expected, {"rel": 0.01}, why,
            partial(_quarter_period, thickness, _STIFF), note)  # fmt: skip
        for power in (8, 9, 10):
            yield _case(f"{name}.kn_2e{power}", f"{quantity}, Kn 2e{power} N/m3", "s", source, expected, {"rel": 0.01},
                "shown, not judged", partial(_quarter_period, thickness, 2.0 * 10.0**power),
                "The trend with the stiffness: softer joints move the pivot inwards and slow the rocking.",
                compare_only=True)  # fmt: skip


def _quarter_period(thickness: float, stiffness: float) -> float:
    engine = Engine.of(_block(thickness, stiffness), _dense())
    lean_block(engine, 0.5 * math.atan(thickness))
    record, _ = engine.run(Drive(duration=0.5), 0, round(0.5 / engine.step))
    return float(_zeros(record.times, rocking_angle(engine, record))[0])


def _zeros(times: FloatArray, values: FloatArray) -> FloatArray:
    """When ``values`` change their sign [s]."""
    before = np.flatnonzero(np.signbit(values[:-1]) != np.signbit(values[1:]))
    share = values[before] / (values[before] - values[before + 1])
    return np.asarray(times[before] + share * (times[before + 1] - times[before]))


def _impacts() -> Iterator[Case]:
    for thickness, expected in zip(_THICKNESSES, (0.9118, 0.9579, 0.9787), strict=True):
        size = f"{thickness:.2f}x1.0"
        angle = math.atan(thickness)
        yield _case(f"housner.restitution.{size}", "speed after over speed before the first impact, contact at two "
            "edges", "", f"{_HOUSNER}: 1 − 1.5 sin²α", expected, {"rel": 0.02}, "the feet have a width, 2 % of the "
            "block's, and 3 mm of height", partial(_impact, thickness, 1.0, _FEET * thickness),
            "A block with two narrow feet along its edges; damping critical, Kn 2e11 N/m3, from 0.5α; "
            "speeds from the ends of the swings before and after.")  # fmt: skip
        yield _case(f"housner.restitution_floor.{size}", "the same on the whole flat face, damped as strongly as it "
            "helps", "", "a blow that damping spreads over the face acts at half the lever: 1 − 0.75 sin²α",
            1.0 - 0.75 * math.sin(angle) ** 2, {"rel": 0.005}, "an order less than its distance to Housner's number; "
            "the joint gives a little while the block rolls over", partial(_impact, thickness, 1.9, None),
            "1.9 of critical damping, Kn 2e11 N/m3; twice that gives no less. Housner's number is out of "
            "reach for a viscous flat joint, so a restitution below this floor is refused.")  # fmt: skip
        yield _case(f"housner.restitution_undamped.{size}", "the same without damping", "",
            "no loss would be 1: what is missing bounces", 1.0, {"max": 1.0}, "shown, not judged",
            partial(_impact, thickness, 0.0, None), compare_only=True)  # fmt: skip


def _impact(thickness: float, damping_ratio: float, feet: float | None) -> float:
    block = _block(thickness, _STIFF, damping_ratio=damping_ratio, feet=feet)
    return measure_restitution(block, 0.5 * math.atan(thickness))


def _pulses() -> Iterator[Case]:
    source = f"nonlinear equation of {_HOUSNER}, integrated; half-sine base acceleration, then constant velocity"
    for ratio, expected in ((1, 1.3484), (2, 1.8384), (3, 2.3444), (5, 3.3665)):
        quantity = f"least amplitude that overturns a block 0.25 × 1.0 m, over αg, ω/p = {ratio}"
        yield _case(f"rocking_pulse.half_sine.{ratio}", quantity, "", source, expected, {"rel": 0.02},
            "a compliant joint yields earlier, by 1.3 to 1.8 % at Kn 2e11 and 0.8 % at 2e12 N/m3; 0.1 % for the search",
            partial(_overturning, ratio, _STIFF),
            "Density 2300 kg/m3, Kn 2e11 N/m3; bisection below Housner's own estimate √(1 + (ω/p)²).")  # fmt: skip
        yield _case(f"rocking_pulse.half_sine.{ratio}.kn_2e8", f"{quantity}, Kn 2e8 N/m3", "", source, expected,
            {"rel": 0.02}, "shown, not judged", partial(_overturning, ratio, 2e8),
            "A result, not an error: on joints as soft as those fitted in the Sacsayhuaman paper a smaller pulse "
            "overturns the block.", compare_only=True)  # fmt: skip


def _overturning(ratio: float, stiffness: float) -> float:
    """Amplitude over αg at which the block begins to overturn, within 0.1 %."""
    thickness = 0.25
    angle = math.atan(thickness)
    omega = ratio * _frequency_parameter(thickness)
    low, high = 0.0, math.sqrt(1.0 + ratio**2)
    while high - low > 0.002 * high:
        amplitude = 0.5 * (low + high)
        if _overturns(thickness, stiffness, _half_sine(amplitude * angle * STANDARD_GRAVITY, omega), math.pi / omega):
            high = amplitude
        else:
            low = amplitude
    return 0.5 * (low + high)


def _half_sine(amplitude: float, omega: float) -> Callable[[FloatArray], FloatArray]:
    """Displacement of the base across the wall under a half sine of acceleration, and its drift afterwards [m]."""

    def shift(times: FloatArray) -> FloatArray:
        during = np.minimum(times, math.pi / omega)
        moved = np.zeros((len(times), 3))
        moved[:, 1] = amplitude / omega * (during - np.sin(omega * during) / omega + 2.0 * (times - during))
        return moved

    return shift


def _overturns(
    thickness: float, stiffness: float, shift: Callable[[FloatArray], FloatArray], pulse: float, limit: float = 20.0
) -> bool:
    """Return whether the block goes far past its balance; false if it is upright again after the pulse."""
    engine = Engine.of(_block(thickness, stiffness), _dense())
    seat_block(engine)
    chunk, first = round(0.05 / engine.step), 0
    while first * engine.step < limit:
        record, _ = engine.run(Drive(duration=limit, shift=shift), first, chunk)
        first += chunk
        turned = rocking_angle(engine, record)
        if abs(turned[-1]) > 2.0 * math.atan(thickness):
            return True
        if first * engine.step > pulse and turned[-1] <= 0.0:
            return False
    return False


def _frequency() -> Iterator[Case]:
    thickness, height, stiffness = 0.8, 4.0, 2e8
    mass = _DENSITY * thickness * height
    turning = stiffness * thickness**3 / 12.0 - mass * STANDARD_GRAVITY * height / 2.0
    inertia = mass * (height**2 / 3.0 + thickness**2 / 12.0)
    yield _case("joint_frequency.rocking", "frequency of a block 0.8 × 4 m on one joint, small swings", "Hz",
        "ω² = (Kn t³/12 − W h/2) / (m (h²/3 + t²/12)), per metre; rocking about the middle of its foot",
        math.sqrt(turning / inertia) / (2.0 * math.pi), {"rel": 0.01},
        "the formula lets the foot turn only; shear and vertical give add 0.1 %", _rocking_frequency,
        "Kn 2e8 N/m3, Kt 100 Kn, no damping; a tenth of the angle at which the joint opens.")  # fmt: skip


def _rocking_frequency() -> float:
    joints = stiff_joints(2e8, tangential_stiffness=2e10, damping=0.0)
    engine = Engine.of(block_on_base(1.0, 0.8, 4.0, _DENSITY, joints), _dense())
    seat_block(engine)
    bodies = engine.assembly.bodies
    # set off with an angular velocity about the middle of the foot; +x turns the top to −y
    angular = 1e-4 * 2.0 * math.pi * 2.3
    bodies.velocity[0, 1] = -2.0 * angular
    turn = bodies.rotation[0]
    bodies.momentum[0] = bodies.inertia[0] * (turn.T @ np.array([angular, 0.0, 0.0]))
    record, _ = engine.run(Drive(duration=4.5), 0, round(4.5 / engine.step))
    zeros = _zeros(record.times[5:], rocking_angle(engine, record)[5:])
    return float((len(zeros) - 1) / 2.0 / (zeros[-1] - zeros[0]))


# ---- tilts ----

_THICKNESS, _HEIGHT, _COURSE = 0.8, 4.0, 0.5
_TURNING, _HELD = 6.0, 12.0
"""Durations of a smooth step of the tilt and of its hold at most [s]: several swings of the wall."""
_REST = 1e-9
"""Kinetic over elastic energy at which the wall is at rest, and need not be held on."""
_SEARCH = (
    "Stepped from below: each step is turned in 6 s without a jerk and held until the wall is at rest, 12 s at most; "
    "where it falls, it goes on from before with a quarter of the step, down to 0.03 deg"
)
_DAMPED = f"{_SEARCH}. Joints are damped by half of critical, which changes no equilibrium."


def _tilts() -> Iterator[Case]:
    """Tilts at which a block and a wall tip, against statics."""
    for power in (7, 8, 9, 10, 11):
        stiffness = 2.0 * 10.0**power
        yield _case(f"compliant_joint.tilt.2e{power}", f"tilt at which a block 0.8 × 4 m tips on Kn 2e{power} N/m3",
            "rad", "statics: at a rotation θ the no-tension contact is √(2W/(Kn θ)) long and its resultant a third of "
            "it from the toe; the largest tilt over θ is tan φ = t/h − 3θ*, θ* = (√(2W/Kn)/(3h))^(2/3)",
            _block_tilt(stiffness), {"rel": 0.01}, "the formula takes small angles (0.1 %), the search ends within "
            "0.02 deg (0.3 %)", partial(_tipping_block, stiffness), _DAMPED)  # fmt: skip
    why = "the search ends within 0.02 deg, and swings that have not died out tip a wall that close to its balance"
    source = (
        "independent static solution: rigid courses in series on no-tension beds with shear springs, in equilibrium on "
        "the displaced wall; the largest tilt along its path"
    )
    yield _case("tilt.coursed_wall", "tilt at which a running-bond wall 0.8 m thick tips on Kn 2e8 N/m3", "rad", source,
        static_tilt(2e8), {"abs": math.radians(0.1)}, why, _tipping_wall,
        f"44 boxes, 8 courses of 0.5 m, the lowest fixed; damping 2e5 Pa s/m. {_SEARCH}.")  # fmt: skip
    for power in (9, 10):
        stiffness = 2.0 * 10.0**power
        yield _case(f"tilt.coursed_wall.2e{power}", f"the same on Kn 2e{power} N/m3, one stone a course", "rad", source,
            static_tilt(stiffness), {"abs": math.radians(0.1)}, why, partial(_tipping_stack, stiffness), _DAMPED,
            full=power > 9)  # fmt: skip
    yield _case("tilt.coursed_wall.rigid", "the same on Kn 2e9 N/m3, beside rigid stones", "rad",
        "rigid stones: tan φ = t/h over the lowest open joint, 0.8/3.5", math.atan(_THICKNESS / (_HEIGHT - _COURSE)),
        {"abs": math.radians(0.1)}, "shown, not judged", partial(_tipping_stack, 2e9),
        "The trend to the rigid angle: statics gives 9.61, 11.45, 12.23, 12.58 and 12.74 deg for Kn 2e8 to 2e12 N/m3, "
        "and 12.88 deg for rigid stones.", compare_only=True)  # fmt: skip


def _block_tilt(stiffness: float) -> float:
    weight = _DENSITY * STANDARD_GRAVITY * _THICKNESS * _HEIGHT
    turned = (math.sqrt(2.0 * weight / stiffness) / (3.0 * _HEIGHT)) ** (2.0 / 3.0)
    return math.atan(_THICKNESS / _HEIGHT - 3.0 * turned)


def _tipping_block(stiffness: float) -> float:
    joints = stiff_joints(stiffness, damping_ratio=0.5)
    return _tipping(block_on_base(1.0, _THICKNESS, _HEIGHT, _DENSITY, joints), math.atan(_THICKNESS / _HEIGHT), 0)


def _tipping_wall() -> float:
    wall = running_bond_wall(2e8, 1e8, 0.4, 2e5, _DENSITY)
    return _tipping(wall, math.atan(_THICKNESS / (_HEIGHT - _COURSE)), len(wall.stones) - 1)


@cache
def _tipping_stack(stiffness: float) -> float:
    joints = stiff_joints(stiffness, friction=0.4, damping=_half_critical(stiffness))
    wall = coursed_wall(1.0, _THICKNESS, _COURSE, 8, _DENSITY, joints)
    return _tipping(wall, math.atan(_THICKNESS / (_HEIGHT - _COURSE)), len(wall.stones) - 1)


def _half_critical(stiffness: float) -> float:
    """Half of the critical damping of one course [Pa s/m]."""
    return math.sqrt(stiffness * _DENSITY * _COURSE)


def _tipping(wall: Wall, rigid: float, top: int) -> float:
    """Tilt at which the stone ``top`` turns beyond the ``rigid`` angle on the base [rad], within 0.02 deg."""
    standing = Engine.of(wall)
    settle(standing)
    tilt, by = 0.0, rigid / 6.0
    while True:
        trial = copy.deepcopy(standing)
        if _stands(trial, tilt, by, rigid, top):
            standing, tilt = trial, tilt + by
        elif by < math.radians(0.04):
            return tilt + 0.5 * by
        else:
            by /= 4.0


def _stands(engine: Engine, tilt: float, by: float, rigid: float, top: int) -> bool:
    """Turn the base on and hold it: whether the wall comes to rest, or has not fallen when the time is over."""

    def angle(times: FloatArray) -> FloatArray:
        share = np.clip(times / _TURNING, 0.0, 1.0)
        return np.asarray(tilt + by * (share - np.sin(2.0 * math.pi * share) / (2.0 * math.pi)))

    drive, chunk = Drive(duration=_TURNING + _HELD, tilt=angle), round(0.25 / engine.step)
    for first in range(0, round((_TURNING + _HELD) / engine.step), chunk):
        record, sound = engine.run(drive, first, chunk)
        if not sound or abs(rocking_angle(engine, record, top)[-1]) - tilt - by > rigid:
            return False
        if first * engine.step > _TURNING and record.energy[:, 0].max() < _REST * record.energy[-1, 1]:
            return True
    return True


@cache
def static_tilt(stiffness: float, *, courses: int = 7, course: float = _COURSE, shear_ratio: float = 0.5) -> float:
    """Largest tilt [rad] at which rigid courses of a height [m], 0.8 m thick, are in equilibrium on joints in series.

    Along the path of equilibria the rotation of the lowest joint grows; tilt and the other rotations follow from the
    balance of moments at every joint.
    """
    from scipy.optimize import fsolve

    unknown = np.zeros(courses)
    turns = np.geomspace(1e-5, 0.2, 100)
    tilts: list[float] = []
    for turned in turns:

        def unbalanced(values: FloatArray, turned: float = turned) -> FloatArray:
            rotations = np.concatenate([[turned], values[1:]])
            return _moments_left(float(values[0]), rotations, course, stiffness, shear_ratio * stiffness)

        unknown, details, _, _ = fsolve(unbalanced, unknown, full_output=True, xtol=1e-12)
        if np.abs(details["fvec"]).max() > 1e-9:
            raise ComputationError(f"no equilibrium at a rotation of {turned:g} rad")
        tilts.append(float(unknown[0]))
        if tilts[-1] < 0.98 * max(tilts):
            break
    # the top of the parabola through the highest point and its neighbours
    top = int(np.argmax(tilts))
    bend, slope, level = np.polyfit(np.log(turns[top - 1 : top + 2] / turns[top]), tilts[top - 1 : top + 2], 2)
    return float(level - slope**2 / (4.0 * bend))


def _moments_left(tilt: float, rotations: FloatArray, course: float, stiffness: float, shear: float) -> FloatArray:
    """Moment of the joint less that of the weights above, over weight and thickness, at every joint; shape (n,).

    Seen from the base: y across, positive to where the wall leans, z up; gravity turns. A joint's forces are taken in
    the mean of its two faces; its bed reacts with N = Kn ℓ²θ/2 a third of the contact length ℓ from the toe, or with
    its whole width.
    """
    count = len(rotations)
    weight = _DENSITY * STANDARD_GRAVITY * course * _THICKNESS
    pull = weight * np.array([math.sin(tilt), -math.cos(tilt)])
    place, turned = np.zeros(2), 0.0
    centres, seats, resisting = [], [], []
    for joint in range(count):
        above = float(count - joint)
        middle = turned + 0.5 * rotations[joint]
        along = np.array([math.cos(middle), -math.sin(middle)])
        normal = np.array([math.sin(middle), math.cos(middle)])
        load, push = -above * float(pull @ normal), above * float(pull @ along)
        pressed, length, moment = _bed(rotations[joint], load, stiffness)
        place = place - pressed * normal + push / (shear * length) * along
        seats.append(place - 0.5 * (push / (shear * length) * along - pressed * normal))
        resisting.append(moment)
        turned += rotations[joint]
        axis = np.array([math.sin(turned), math.cos(turned)])
        centres.append(place + 0.5 * course * axis)
        place = place + course * axis
    left = np.empty(count)
    for joint in range(count):
        arms = np.array(centres[joint:]) - seats[joint]
        overturning = float(np.sum(arms[:, 1] * pull[0] - arms[:, 0] * pull[1]))
        left[joint] = (resisting[joint] - overturning) / (weight * (count - joint) * _THICKNESS)
    return left


def _bed(rotation: float, load: float, stiffness: float) -> tuple[float, float, float]:
    """A no-tension bed: how deep its middle is pressed in [m], how much of it bears [m], its moment [N m/m]."""
    even = load / (stiffness * _THICKNESS)
    if abs(rotation) * 0.5 * _THICKNESS <= even:
        return even, _THICKNESS, stiffness * _THICKNESS**3 / 12.0 * rotation
    length = math.sqrt(2.0 * load / (stiffness * abs(rotation)))
    moment = math.copysign(load * (0.5 * _THICKNESS - length / 3.0), rotation)
    return abs(rotation) * (length - 0.5 * _THICKNESS), length, moment
