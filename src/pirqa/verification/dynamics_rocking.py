"""Dynamics: a block that rocks freely, that strikes, that a pulse overturns, and that swings on one joint."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.nearness import PARTED
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.restitution import lean_block, measure_restitution, rocking_angle, seat_block
from pirqa.model import Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import block_on_base, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases", "ledger_errors"]

_case = partial(case_of, "dynamics")

_DENSITY = 2300.0
_STIFF = 2e11
"""[N/m3]"""
_HOUSNER = "Housner, Bull. Seism. Soc. Am. 53, 403 (1963)"
_THICKNESSES = (0.25, 0.17, 0.12)
"""Of the blocks, 1 m high [m]."""
_FEET = 0.02
"""Depth of the feet over the block's."""


def cases() -> Iterator[Case]:
    """Free rocking, impacts, pulses and the frequency of a block on one joint."""
    yield from _quarter_periods()
    yield from _impacts()
    yield from _pulses()
    yield from _edges()
    yield from _frequency()


def _edges() -> Iterator[Case]:
    for degrees in (5.0, 20.0):
        yield _case(
            f"edge_contact.resultant.{degrees:g}",
            f"horizontal over vertical push of a smooth block that leans by {degrees:g}° on its edge", "",
            "an edge on a smooth face pushes along the face's normal", 0.0, {"max": 2e-3},
            "the mean normal of both faces alone would give tan of half the angle, 0.04 and 0.18",
            partial(_edge_push, math.radians(degrees)),
        )  # fmt: skip


def _edge_push(angle: float) -> float:
    joints = replace(stiff_joints(_STIFF, friction=1e-6), damping=0.0, damping_ratio=None)
    engine = Engine.of(block_on_base(1.0, 0.25, 1.0, _DENSITY, joints), _dense())
    lean_block(engine, angle)
    record, _ = engine.run(Drive(duration=1.0), 0, 1)
    return abs(float(record.push[0, 1] / record.push[0, 2]))


def ledger_errors(*, refine: bool = True) -> dict[str, float]:
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
    """As users get it, with states kept often enough to see an impact."""
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
        yield _case(
            name, quantity, "s", source, expected, {"rel": 0.01}, why, partial(_quarter_period, thickness, _STIFF), note
        )  # fmt: skip
        for power in (8, 9, 10):
            yield _case(
                f"{name}.kn_2e{power}", f"{quantity}, Kn 2e{power} N/m3", "s", source, expected,
                {"rel": 0.01}, "shown, not judged", partial(_quarter_period, thickness, 2.0 * 10.0**power),
                "The trend with the stiffness: softer joints move the pivot inwards and slow the rocking.",
                compare_only=True,
            )  # fmt: skip


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
        yield _case(
            f"housner.restitution.{size}", "speed after over speed before the first impact, contact at two edges", "",
            f"{_HOUSNER}: 1 − 1.5 sin²α", expected, {"rel": 0.02},
            "the feet have a width, 2 % of the block's, and 3 mm of height",
            partial(_impact, thickness, 1.0, _FEET * thickness),
            "A block with two narrow feet along its edges; damping critical, Kn 2e11 N/m3, from 0.5α; speeds from the "
            "ends of the swings before and after.",
        )  # fmt: skip
        yield _case(
            f"housner.restitution_floor.{size}", "the same on the whole flat face, damped as strongly as it helps", "",
            "a blow that damping spreads over the face acts at half the lever: 1 − 0.75 sin²α",
            1.0 - 0.75 * math.sin(angle) ** 2, {"rel": 0.005},
            "an order less than its distance to Housner's number; the joint gives a little while the block rolls over",
            partial(_impact, thickness, 1.9, None),
            "1.9 of critical damping, Kn 2e11 N/m3; twice that gives no less. Housner's number is out of reach for a "
            "viscous flat joint, so a restitution below this floor is refused.",
        )  # fmt: skip
        yield _case(
            f"housner.restitution_undamped.{size}", "the same without damping", "",
            "no loss would be 1: what is missing bounces", 1.0, {"max": 1.0}, "shown, not judged",
            partial(_impact, thickness, 0.0, None), compare_only=True,
        )  # fmt: skip


def _impact(thickness: float, damping_ratio: float, feet: float | None) -> float:
    block = _block(thickness, _STIFF, damping_ratio=damping_ratio, feet=feet)
    return measure_restitution(block, 0.5 * math.atan(thickness))


def _pulses() -> Iterator[Case]:
    source = f"nonlinear equation of {_HOUSNER}, integrated; half-sine base acceleration, then constant velocity"
    for ratio, expected in ((1, 1.3484), (2, 1.8384), (3, 2.3444), (5, 3.3665)):
        quantity = f"least amplitude that overturns a block 0.25 × 1.0 m, over αg, ω/p = {ratio}"
        yield _case(
            f"rocking_pulse.half_sine.{ratio}", quantity, "", source, expected, {"rel": 0.02},
            "a compliant joint yields earlier, by 1.3 to 1.8 % at Kn 2e11 and 0.8 % at 2e12 N/m3; 0.1 % for the search",
            partial(_overturning, ratio, _STIFF),
            "Density 2300 kg/m3, Kn 2e11 N/m3; bisection below Housner's own estimate √(1 + (ω/p)²).",
        )  # fmt: skip
        yield _case(
            f"rocking_pulse.half_sine.{ratio}.kn_2e8", f"{quantity}, Kn 2e8 N/m3", "", source, expected, {"rel": 0.02},
            "shown, not judged", partial(_overturning, ratio, 2e8),
            "A result, not an error: on joints as soft as those fitted in the Sacsayhuaman paper a smaller pulse "
            "overturns the block.",
            compare_only=True,
        )  # fmt: skip


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
    """Whether the block goes far past its balance; not if it is upright again after the pulse."""
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
    yield _case(
        "joint_frequency.rocking", "frequency of a block 0.8 × 4 m on one joint, small swings", "Hz",
        "ω² = (Kn t³/12 − W h/2) / (m (h²/3 + t²/12)), per metre; rocking about the middle of its foot",
        math.sqrt(turning / inertia) / (2.0 * math.pi), {"rel": 0.01},
        "the formula lets the foot turn only; shear and vertical give add 0.1 %",
        _rocking_frequency, "Kn 2e8 N/m3, Kt 100 Kn, no damping; a tenth of the angle at which the joint opens.",
    )  # fmt: skip


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
