"""A path from rest: steps of the control, shorter ones where no equilibrium is found, and what is tried then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.balance import Balance, Rest
from pirqa.pushover.model import Model
from pirqa.pushover.record import Record, cracked_points
from pirqa.pushover.steps import Found, Inertia, Push, settle, step_dynamic, step_implex, step_static

__all__ = ["Outcome", "Progress", "follow", "mass_numbers", "under_weight"]

_JUMP = 0.02
"""Change of λ in one step from which another branch was found (measured: spurious ones are far off)."""
_STIFFER = 1.1
"""A larger rise is believed up to so many times what the wall's first stiffness gives."""
_SHORTEST = 256.0
"""How many times shorter than asked a step may become before something else is tried: viscosity stays as it was, and
so bricks that crush all at once stiffen in a short step. With 32, walls of coarse bricks stopped there."""
_HURRY = 0.2
"""Of the step that was asked for, above which one that goes badly is given up early."""
_EASY = 5
"""Corrections up to which the next step may be longer."""
_LONGER = 1.5
_DETOUR = 12
"""Steps with extrapolated cracks, or with inertia, before Newton is tried again."""
_DETOUR_STEP = 0.5
"""Length of those steps over the step that was asked for."""
_SPEED = 0.01
"""Of the control in slow motion, at first [m/s]."""
_SLOWEST = 0.0005
"""[m/s]"""
_INERTIA = 0.02
"""Of the weight, above which motion is no longer slow."""
_OFF = 0.02
"""Unbalanced forces over the weight that extrapolated cracks may leave."""
_RETURNED = 0.5
"""Of the farthest displacement: a path that comes to no load short of it has unloaded, and the wall has not failed."""
_WEIGHT_STEPS = 4
_WEIGHT_CUTS = 5


@dataclass(kw_only=True, eq=False)
class Progress:
    """How the way on is looked for."""

    step: float
    """Of the next attempt [m]."""
    detour: int = 0
    """Steps left before Newton is tried again."""
    way: str = "newton"
    """Which one is being tried."""
    first_slope: float = 0.0
    """λ per displacement of the control in the first step [1/m]."""
    speed: float = _SPEED
    """Of the control, while the wall is in slow motion [m/s]."""
    velocity: FloatArray | None = None
    """Of all degrees, while the wall is in slow motion [m/s]."""
    acceleration: FloatArray | None = None
    """[m/s2]"""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a path ended."""

    ended: str
    message: str


def under_weight(model: Model, balance: Balance) -> tuple[Rest, float]:
    """The wall at rest under its weight, which comes in steps, and the share of its volume that has cracked."""
    rest = balance.at_rest()
    done, part, cuts = 0.0, 1.0 / _WEIGHT_STEPS, 0
    while done < 1.0 - 1e-12:
        share = min(done + part, 1.0)
        found = settle(balance, rest, share)
        if found is None:
            part *= 0.5
            cuts += 1
            if cuts > _WEIGHT_CUTS:
                raise ComputationError(_weightless(model, rest, done))
            continue
        rest, done = found.rest, share
    rest.before = rest.state
    rest.last_shift, rest.last_step = None, 0.0
    cracked = cracked_points(model, rest)
    return rest, float((model.shape.volume * cracked).sum() / model.shape.volume.sum())


def _weightless(model: Model, rest: Rest, done: float) -> str:
    """Where it cracks under its weight."""
    cracked = np.asarray(cracked_points(model, rest).any(axis=1))
    where = ""
    if cracked.any():
        brick = int(np.flatnonzero(cracked)[0])
        middle = model.structure.mesh.places[brick].mean(axis=0)
        zone = model.structure.mesh.zones[model.structure.mesh.zone[brick]]
        listed = ", ".join(f"{value:.3g}" for value in middle)
        where = f": {cracked.sum()} of {len(cracked)} bricks have cracked, the first at ({listed}) m in zone {zone!r}"
    return (
        f"the wall finds no rest under its own weight: no equilibrium beyond {100 * done:.0f} % of it{where}. Its "
        "strengths are too small for its weight, or something that holds it is missing; check pushover.masonry"
    )


def mass_numbers(model: Model) -> FloatArray:
    """The mass of the degrees that move at the places of the stiffness' numbers [kg]."""
    from scipy.sparse import csr_array, kron

    mass = kron(model.system.node_mass, np.eye(3), format="csr")
    size = len(model.rows)
    # a matrix of place numbers, so that those of the mass are read off it
    places = csr_array((np.arange(1, len(model.columns) + 1), model.columns, model.starts), shape=(size, size))
    found = np.zeros(len(model.columns))
    mass = mass.tocoo()
    found[np.asarray(places[mass.row, mass.col]).ravel().astype(np.int64) - 1] = mass.data
    return found


def follow(
    balance: Balance,
    record: Record,
    rest: Rest,
    push: Push,
    *,
    step: float,
    viscosity: float,
    reach: float,
    jump: float = _JUMP,
    progress: Progress | None = None,
    tell: Callable[[Record, Rest, Progress], None] = lambda record, rest, progress: None,
) -> tuple[Rest, Outcome]:
    """Push from ``rest`` until the record's target; ``viscosity`` over ``step`` [m].

    A step in which the control point moves further than ``reach`` [m] leaves out what lies between, and is cut; so
    is one in which λ changes by more than ``jump``.
    ``tell`` is called after each step; ``progress`` goes on where an earlier run was stopped.
    """
    model = balance.model
    progress = progress or Progress(step=step)
    delay = viscosity * step
    if not record.rows:
        record.add(balance, rest, None)
        progress.first_slope = _first_slope(balance, rest, push)
    mass: FloatArray | None = None
    residual = 0.0
    while record.displacement < record.target - 1e-9:
        length = progress.step
        if not push.arc and push.control is record.point:
            length = min(length, record.target - record.displacement)
        found, strategy = None, "newton"
        if progress.way == "newton":
            found = step_static(balance, rest, push, length, delay, hurried=progress.step > _HURRY * step)
            strategy = "newton" if progress.step >= step * (1.0 - 1e-9) else "cut"
        elif progress.way == "implex":
            found, strategy = step_implex(balance, rest, push, length, delay), "implex"
            if found is not None and found.residual > _OFF:
                residual, found = found.residual, None
        else:
            mass = mass_numbers(model) if mass is None else mass
            inertia = _motion(progress, rest, mass)
            found, strategy = step_dynamic(balance, rest, push, length, delay, inertia), "dynamic"
            if found is not None and found.inertia > _INERTIA:
                if progress.speed <= _SLOWEST:
                    why = f"in slow motion, inertia comes to {100 * found.inertia:.1f} % of the weight"
                    return rest, _stopped(record, found.residual, why)
                scale = 0.5  # slower: all that was moving does so too
                progress.speed *= scale
                if progress.velocity is not None and progress.acceleration is not None:
                    progress.velocity = progress.velocity * scale
                    progress.acceleration = progress.acceleration * scale**2
                continue
        if found is not None and not (
            _believable(found, rest, length, progress, jump)
            and abs(record.displacement_of(found.rest.shift) - record.displacement) <= reach
        ):
            found = None
        if found is None:
            balance.renew()
            outcome = _turn_aside(progress, step)
            if outcome is not None:
                return rest, _stopped(record, residual, outcome)
            continue
        residual = found.residual
        if strategy == "dynamic":
            progress.velocity, progress.acceleration = inertia.velocity, inertia.acceleration
        record.add(
            balance,
            found.rest,
            rest,
            strategy=strategy,
            iterations=found.iterations,
            residual=found.residual,
            inertia=found.inertia,
        )
        rest = found.rest
        balance.renew(wholly=record.fresh)
        _go_on(progress, found, step)
        tell(record, rest, progress)
        if rest.multiplier <= 0.0:
            if record.displacement < _RETURNED * record.column("displacement").max():
                return rest, _stopped(record, residual, "the path went back the way it had come until it bore no load")
            return rest, Outcome(ended="dropped", message="")
    return rest, Outcome(ended="target", message="")


def _motion(progress: Progress, rest: Rest, mass: FloatArray) -> Inertia:
    """Slow motion that goes on, or begins as the last step has moved the wall."""
    velocity, acceleration = progress.velocity, progress.acceleration
    if velocity is None or acceleration is None:
        moved = np.zeros_like(rest.shift) if rest.last_shift is None else rest.last_shift
        velocity = moved * (progress.speed / (rest.last_step or 1.0))
        acceleration = np.zeros_like(rest.shift)
    return Inertia(speed=progress.speed, velocity=velocity, acceleration=acceleration, matrix=mass)


def _first_slope(balance: Balance, rest: Rest, push: Push) -> float:
    """λ per displacement of what is controlled [1/m], of the wall at rest."""
    balance.state[:] = rest.state
    balance.forces(rest.shift, rest.inner, rest.state, frozen=True, stiff=True)
    rows = balance.model.rows
    moved = float(push.control[rows] @ balance.factor().solve(push.load[rows]))
    return 1.0 / moved if moved > 0.0 else 0.0


def _believable(found: Found, rest: Rest, length: float, progress: Progress, jump: float) -> bool:
    """Whether λ has not jumped to another branch."""
    change = found.rest.multiplier - rest.multiplier
    return -jump <= change <= max(jump, _STIFFER * progress.first_slope * length)


def _turn_aside(progress: Progress, step: float) -> str | None:
    """What is tried next, or why nothing is."""
    if progress.way == "newton":
        if progress.step > step / _SHORTEST * 1.001:
            progress.step *= 0.5
            return None
        progress.way, progress.detour, progress.step = "implex", _DETOUR, _DETOUR_STEP * step
        return None
    if progress.step > 0.125 * step:
        progress.step *= 0.5
        return None
    if progress.way == "implex":
        progress.way, progress.detour, progress.step = "dynamic", _DETOUR, _DETOUR_STEP * step
        return None
    return "no equilibrium is found with shorter steps, with extrapolated cracks, nor with inertia"


def _go_on(progress: Progress, found: Found, step: float) -> None:
    """Lengthen steps that are easy, and come back to Newton."""
    if progress.way == "newton":
        if found.iterations <= _EASY:
            progress.step = min(_LONGER * progress.step, step)
        return
    progress.detour -= 1
    if progress.detour <= 0:
        progress.way, progress.step = "newton", 0.25 * step
        progress.velocity = progress.acceleration = None
        progress.speed = _SPEED


def _stopped(record: Record, residual: float, why: str) -> Outcome:
    multiplier = record.rows[-1][2]
    return Outcome(
        ended="stopped",
        message=f"stopped at {1e3 * record.displacement:.1f} mm, λ {multiplier:.3f}, residual {residual:.1e}: {why}",
    )
