"""Dynamics: single stones in flight, in impact, on struts and on a base that sinks, against closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.energy import ledger_of
from pirqa.model import Polyhedron, Strut
from pirqa.model.polyhedron import FloatArray
from pirqa.model.strut import StrutKind
from pirqa.survey.solids import extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import block_on_base, coursed_wall, stiff_joints
from pirqa.verification.case import Case, case_of
from pirqa.verification.dynamics_runs import pulled, run_for, stones_on_base

__all__ = ["cases", "ledger_errors"]

_case = partial(case_of, "dynamics")
_ROUNDING = "rounding"
_NO_GRAVITY = pulled(0.0, 0.0, 0.0)


def cases() -> Iterator[Case]:
    """Cases of stones one by one."""
    yield from _free_body()
    yield from _bounces()
    yield from _struts()
    yield from _sinking()


def ledger_errors() -> dict[str, float]:
    """Relative residual of the energy ledger of runs in this file, by name."""
    return {
        "bounce.height": _bounce().error,
        **{f"bounce.restitution.{ratio}": _impact(ratio)[1] for ratio in _RATIOS},
        **{f"strut.{kind}": _struck(kind).error for kind in _KINDS},
    }


def _irregular_brick() -> Polyhedron:
    """A flat-faced brick with no two edges alike, its foot level [m]."""
    ring = np.array([[0.0, 0.0], [0.9, 0.0], [0.75, 0.42], [0.1, 0.35]])
    return extrude(
        ring,
        lambda places: 0.05 * places[:, 0] - 0.1 * places[:, 1],
        lambda places: 0.6 + 0.1 * places[:, 0] + 0.05 * places[:, 1],
    )


@cache
def _spun() -> tuple[float, float]:
    """Largest relative change of energy and of angular momentum in space over 1e5 steps."""
    engine = Engine.of(stones_on_base({"brick": _irregular_brick()}, 2300.0, stiff_joints(2e8)))
    bodies = engine.assembly.bodies
    bodies.position[0, 2] += 10.0  # it flies: the base is out of its way however it turns
    engine.forget_motion()
    # about the axis of the middle moment, which is not stable: it tumbles over and over
    bodies.momentum[0] = bodies.inertia[0] * np.array([0.01, 5.0, 0.01])
    start = bodies.rotation[0] @ bodies.momentum[0]
    size = float(np.linalg.norm(start))
    energies, worst = [], 0.0
    for _ in range(100):
        record, _ = engine.run(Drive(duration=1.0, gravity=_NO_GRAVITY), 0, 1000)
        energies.append(record.energy[:, 0])
        worst = max(worst, float(np.linalg.norm(bodies.rotation[0] @ bodies.momentum[0] - start)) / size)
    energy = np.concatenate(energies)
    return float(np.abs(energy / energy[0] - 1.0).max()), worst


def _free_body() -> Iterator[Case]:
    note = (
        "An irregular brick that spins at 5 rad/s about its middle axis and tumbles, far from any other; default step."
    )
    source = "no forces act; splitting of Dullweber, Leimkuhler and McLachlan 1997"
    yield _case("free_body.energy", "largest relative change of its energy in 1e5 steps", "", source, 0.0,
                {"max": 1e-6}, "the splitting keeps the energy within a ripple of the order (ωΔt)², without drift",
                lambda: _spun()[0], note)  # fmt: skip
    yield _case("free_body.momentum", "largest relative change of its angular momentum in 1e5 steps", "", source, 0.0,
                {"max": 1e-10}, "5e5 plane rotations, each exact to rounding", lambda: _spun()[1], note)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Bounce:
    height: float
    """Of the tenth return over the first drop."""
    error: float


_FINE = 0.005
"""Share of the stable step at which an impact takes some hundred steps."""


@cache
def _bounce(safety: float = _FINE) -> _Bounce:
    engine = Engine.of(
        block_on_base(0.4, 0.4, 0.2, 2300.0, stiff_joints(2e8, damping=0.0)),
        SimulationOptions(output_step=1e-3, safety=safety),
    )
    drop = 0.05
    engine.assembly.bodies.position[0, 2] += drop
    engine.forget_motion()
    engine.assembly.bodies.velocity[0, 2] = 0.5 * STANDARD_GRAVITY * engine.step  # half a step before it is let go
    once = 2.0 * math.sqrt(2.0 * drop / STANDARD_GRAVITY)
    run = run_for(engine, Drive(duration=10.5 * once))
    rise = run.pose[:, 0, 2] - run.pose[0, 0, 2] + drop
    late = run.times > 9.5 * once
    return _Bounce(height=float(rise[late].max() / drop), error=ledger_of(run.energy).error)


_RATIOS = (0.05, 0.2, 0.5)


@cache
def _impact(ratio: float, safety: float = _FINE) -> tuple[float, float]:
    """Speed after over speed before of a block that hits the base flat, and the ledger's error."""
    wall = block_on_base(0.4, 0.4, 0.2, 2300.0, stiff_joints(2e8, damping_ratio=ratio))
    engine = Engine.of(wall, SimulationOptions(safety=safety))
    bodies = engine.assembly.bodies
    bodies.position[0, 2] += 0.01
    engine.forget_motion()
    bodies.velocity[0, 2] = -1.0
    run = run_for(engine, Drive(duration=0.1, gravity=_NO_GRAVITY))
    return float(bodies.velocity[0, 2]), ledger_of(run.energy).error


def restitution(ratio: float) -> float:
    """Of a linear spring and dashpot that cannot pull, by its share of critical damping (Schwager and Pöschel 2007)."""
    left = math.sqrt(1.0 - ratio * ratio)
    return math.exp(-ratio / left * (math.pi - math.atan2(2.0 * ratio * left, 1.0 - 2.0 * ratio * ratio)))


def _bounces() -> Iterator[Case]:
    fine = f"Time step {_FINE} of the stable one: an impact of a single flat block lasts five default steps."
    coarse = "The same at the default time step: shown, and why a flight and its impact ask for a smaller one."
    yield _case(
        "bounce.height", "tenth return of a dropped block over its first height, no damping", "", "nothing is lost",
        1.0, {"rel": 1e-3}, "each impact begins and ends within a step, which shifts its energy by some (ωΔt)²",
        lambda: _bounce().height, fine,
    )  # fmt: skip
    yield _case(
        "bounce.height.default_step", "tenth return of a dropped block over its first height, no damping", "",
        "nothing is lost", 1.0, {"rel": 1e-3}, "not judged", lambda: _bounce(SimulationOptions().safety).height, coarse,
        compare_only=True,
    )  # fmt: skip
    source = (
        "Schwager and Pöschel 2007: exp[−ζ/√(1−ζ²) (π − atan(2ζ√(1−ζ²)/(1−2ζ²)))], contact ends where its force does"
    )
    for ratio in _RATIOS:
        quantity = f"speed after over speed before an impact, {ratio} of critical damping"
        yield _case(
            f"bounce.restitution.{ratio}", quantity, "", source, restitution(ratio), {"rel": 0.005},
            "damping is taken half a step late: an error of the first order, 0.4 % at this step",
            lambda ratio=ratio: _impact(ratio)[0], fine,  # type: ignore[misc]
        )  # fmt: skip
        yield _case(
            f"bounce.restitution.{ratio}.default_step", quantity, "", source, restitution(ratio), {"rel": 0.005},
            "not judged", lambda ratio=ratio: _impact(ratio, SimulationOptions().safety)[0], coarse,  # type: ignore[misc]
            compare_only=True,
        )  # fmt: skip


_KINDS: tuple[StrutKind, ...] = ("strut", "tie", "wedged")
_SPRING = (2e6, 4e3)
"""Stiffness [N/m], strength [N]."""
_SPEED = 0.6
"""[m/s]"""


@dataclass(frozen=True, kw_only=True)
class _Struck:
    farthest: float
    """Largest displacement away from the base's point [m]."""
    middle: float
    """About which it swings afterwards, or its last speed over the first where it flies away."""
    error: float


@cache
def _struck(kind: StrutKind) -> _Struck:
    """A block without weight, thrown so that it loads a strut of this kind beyond its strength."""
    stiffness, strength = _SPRING
    wall = block_on_base(0.4, 0.4, 0.2, 2300.0, stiff_joints(2e8, damping=0.0))
    centre = wall.stones[0].centroid
    strut = Strut(
        name="s",
        kind=kind,
        stone="block",
        point=tuple(centre.tolist()),
        other_point=(float(centre[0]) - 2.0, float(centre[1]), float(centre[2])),
        stiffness=stiffness,
        strength=strength,
    )
    engine = Engine.of(wall, SimulationOptions(output_step=1e-3), struts=(strut,))
    bodies = engine.assembly.bodies
    away = -1.0 if kind == "wedged" else 1.0
    bodies.velocity[0, 0] = away * _SPEED
    run = run_for(engine, Drive(duration=0.5, gravity=_NO_GRAVITY))
    moved = away * (run.pose[:, 0, 0] - run.pose[0, 0, 0])
    if kind == "strut":
        turns = np.flatnonzero((moved[1:-1] > moved[:-2]) & (moved[1:-1] >= moved[2:])) + 1
        dips = np.flatnonzero((moved[1:-1] < moved[:-2]) & (moved[1:-1] <= moved[2:])) + 1
        middle = 0.5 * float(moved[turns[1:]].mean() + moved[dips].mean())
    else:
        middle = -float(away * bodies.velocity[0, 0]) / _SPEED
    return _Struck(farthest=float(moved.max()), middle=middle, error=ledger_of(run.energy).error)


def _struts() -> Iterator[Case]:
    stiffness, strength = _SPRING
    mass = 2300.0 * 0.4 * 0.4 * 0.2
    elastic = strength / stiffness
    farthest = elastic / 2.0 + mass * _SPEED**2 / (2.0 * strength)
    setting = "a block thrown at 0.6 m/s, spring 2 kN/mm, strength 4 kN"
    source = "energy: m v²/2 = F (x − F/(2k))"
    why = "0.35 of the stable step, and peaks are read at states 1 ms apart"
    # after the yielding the elastic energy alone is left: F²/(2k) = m v²/2
    back = strength / math.sqrt(stiffness * mass) / _SPEED
    for kind in _KINDS:
        name = "yield" if kind == "strut" else kind
        yield _case(f"strut.{name}", f"farthest way of {setting} ({kind})", "m", source, farthest, {"rel": 0.01}, why,
                    lambda kind=kind: _struck(kind).farthest)  # type: ignore[misc]  # fmt: skip
    yield _case("strut.lasting", "middle of its swing after the strut has yielded", "m", "farthest way − F/k",
                farthest - elastic, {"rel": 0.01}, why, lambda: _struck("strut").middle)  # fmt: skip
    for kind in _KINDS[1:]:
        yield _case(f"strut.{kind}.slack", f"speed with which it flies back over its first ({kind})", "",
                    "F/√(k m)/v, and a slack one does not hold it", back, {"rel": 0.02},
                    "0.35 of the stable step", lambda kind=kind: _struck(kind).middle)  # type: ignore[misc]  # fmt: skip


def _sinking() -> Iterator[Case]:
    yield _case("settlement.follow", "way of a stone on a fixed one that sinks by 10 mm in 2 s", "m", "it goes with it",
                0.010, {"abs": 1e-7}, "at rest after 2 s of swinging out", _sunk)  # fmt: skip


@cache
def _sunk() -> float:
    engine = Engine.of(coursed_wall(0.8, 0.8, 0.5, 2, 2300.0, stiff_joints(2e8, friction=0.4)))

    def sinking(times: FloatArray) -> FloatArray:
        return np.outer(np.clip(times / 2.0, 0.0, 1.0), [0.0, 0.0, -0.010])

    rest = run_for(engine, Drive(duration=3.0, gravity=pulled(0.0, 0.0, -STANDARD_GRAVITY, ramp=1.0)))
    run = run_for(engine, Drive(duration=4.0, settlement=sinking, sinking=("1",)))
    return float(rest.pose[-1, 1, 2] - run.pose[-1, 1, 2])
