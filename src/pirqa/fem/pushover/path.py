"""A path from rest: from one equilibrium to the next, shorter steps where none is found, and what is tried then."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.fem.pushover.equilibrium import EquilibriumState, PushoverEquilibrium
from pirqa.fem.pushover.model import Model
from pirqa.fem.pushover.point_law import extrapolate_all
from pirqa.fem.pushover.record import PathRecord, cracked_points
from pirqa.model.polyhedron import FloatArray

_RESIDUAL = 1e-3
"""Of the norm of the weight, to which forces equilibrium."""

_SOLVED = 0.03
"""Of that, to which one correction is found."""

_ENERGY = 1e-5
"""Of the work of the loads in the step, which unbalanced forces may do over the last correction."""

_MOST = 10
"""Corrections, after which a shorter step finds it sooner."""

_GROWS = 2.0
"""How many times larger unbalanced forces may become in a correction before it is taken back in part."""

_SEARCHES = 3

_LOOSE = 2e-3
"""Of the norm of the weight, to which they balance where a point flips between two states for ever: a crack that just
opens or just closes. What is left is told. Measured on the rigid limit at the base (bricks of 0.075 m): 1.009 without
this, 0.998 with 2e-3, 1.043 and 1.047 with 5e-3, which is quicker but no longer leaves the answer alone."""

_FLIPS = 4
"""Corrections after which that is taken for true."""

_STALLS = 0.7
"""Of the unbalanced forces before, above which a correction has not helped, and the next one is halved."""

_HOPE = 5
"""Corrections after which unbalanced forces that are still ten times too large are given up where a shorter step can
be tried: few of those attempts come back, and it costs less."""

_HOPELESS = 1e3
"""Unbalanced forces over the weight from which no correction comes back."""

_GAMMA = 0.6

_BETA = 0.25 * (_GAMMA + 0.5) ** 2
"""Newmark's numbers with a little damping of what is too quick for the step (Hughes 1987, section 9.1)."""

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


@dataclass(frozen=True, kw_only=True, eq=False)
class Push:
    """The lateral load and whose displacement is controlled; all of all degrees, shape (3 nodes,)."""

    load: FloatArray
    """Forces that sum up to the weight [N]."""
    control: FloatArray
    """Shares of the degrees in the displacement that grows by steps."""
    arc: bool = False
    """Whether the length of the whole step is controlled instead, as from the second one on."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Found:
    """A next equilibrium."""

    rest: EquilibriumState
    iterations: int
    residual: float
    """Norm of unbalanced forces over that of the weight."""
    inertia: float = 0.0
    """Sum of inertia forces over the weight."""


@dataclass(kw_only=True, eq=False)
class Inertia:
    """The wall in slow motion."""

    speed: float
    """Of what is controlled [m/s]."""
    velocity: FloatArray
    """Of all degrees [m/s]."""
    acceleration: FloatArray
    """[m/s2]"""
    matrix: FloatArray
    """Mass at the places of the stiffness' numbers [kg]."""


@dataclass(kw_only=True, eq=False)
class PathProgress:
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
class PathOutcome:
    """How a path ended."""

    ended: str
    message: str


def under_weight(model: Model, equilibrium: PushoverEquilibrium) -> tuple[EquilibriumState, float]:
    """The wall at rest under its weight, which comes in steps, and the share of its volume that has cracked."""
    rest = equilibrium.at_rest()
    done, part, cuts = 0.0, 1.0 / _WEIGHT_STEPS, 0
    while done < 1.0 - 1e-12:
        share = min(done + part, 1.0)
        found = settle(equilibrium, rest, share)
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


def follow(
    equilibrium: PushoverEquilibrium,
    record: PathRecord,
    rest: EquilibriumState,
    push: Push,
    *,
    step: float,
    viscosity: float,
    reach: float,
    jump: float = _JUMP,
    progress: PathProgress | None = None,
    tell: Callable[[PathRecord, EquilibriumState, PathProgress], None] = lambda record, rest, progress: None,
) -> tuple[EquilibriumState, PathOutcome]:
    """Push from ``rest`` until the record's target; ``viscosity`` over ``step`` [m].

    A step in which the control point moves further than ``reach`` [m] leaves out what lies between, and is cut; so
    is one in which λ changes by more than ``jump``.
    ``tell`` is called after each step; ``progress`` goes on where an earlier run was stopped.
    """
    model = equilibrium.model
    progress = progress or PathProgress(step=step)
    delay = viscosity * step
    if not record.rows:
        record.add(equilibrium, rest, None)
        progress.first_slope = _first_slope(equilibrium, rest, push)
    mass: FloatArray | None = None
    residual = 0.0
    while record.displacement < record.target - 1e-9:
        length = progress.step
        if not push.arc and push.control is record.point:
            length = min(length, record.target - record.displacement)
        found, strategy = None, "newton"
        if progress.way == "newton":
            found = step_static(equilibrium, rest, push, length, delay, hurried=progress.step > _HURRY * step)
            strategy = "newton" if progress.step >= step * (1.0 - 1e-9) else "cut"
        elif progress.way == "implex":
            found, strategy = step_implex(equilibrium, rest, push, length, delay), "implex"
            if found is not None and found.residual > _OFF:
                residual, found = found.residual, None
        else:
            mass = mass_numbers(model) if mass is None else mass
            inertia = _motion(progress, rest, mass)
            found, strategy = step_dynamic(equilibrium, rest, push, length, delay, inertia), "dynamic"
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
            equilibrium.renew()
            outcome = _turn_aside(progress, step)
            if outcome is not None:
                return rest, _stopped(record, residual, outcome)
            continue
        residual = found.residual
        if strategy == "dynamic":
            progress.velocity, progress.acceleration = inertia.velocity, inertia.acceleration
        record.add(
            equilibrium,
            found.rest,
            rest,
            strategy=strategy,
            iterations=found.iterations,
            residual=found.residual,
            inertia=found.inertia,
        )
        rest = found.rest
        equilibrium.renew(wholly=record.fresh)
        _go_on(progress, found, step)
        tell(record, rest, progress)
        if rest.multiplier <= 0.0:
            return rest, _without_load(record, residual)
    return rest, PathOutcome(ended="target", message="")


def _without_load(record: PathRecord, residual: float) -> PathOutcome:
    """Return the end of a path at which the wall bears no lateral load any more."""
    if record.displacement < _RETURNED * record.column("displacement").max():
        return _stopped(record, residual, "the path went back the way it had come until it bore no load")
    return PathOutcome(ended="dropped", message="")


def settle(equilibrium: PushoverEquilibrium, rest: EquilibriumState, share: float) -> Found | None:
    """The wall under ``share`` of its weight, without any lateral load."""
    return _iterate(equilibrium, rest, None, 0.0, weight=share)


def step_static(
    equilibrium: PushoverEquilibrium,
    rest: EquilibriumState,
    push: Push,
    step: float,
    viscosity: float,
    *,
    hurried: bool = False,
) -> Found | None:
    """What is controlled grows by ``step`` [m]; ``viscosity`` η [m]. None where no equilibrium is found.

    ``hurried``: a step that goes badly is given up early.
    """
    return _iterate(equilibrium, rest, push, step, viscosity=viscosity, hurried=hurried)


def step_implex(
    equilibrium: PushoverEquilibrium, rest: EquilibriumState, push: Push, step: float, viscosity: float
) -> Found | None:
    """The same with cracks that are extrapolated from the two equilibria before (Oliver and others 2008).

    The wall is then nearly linear in the step, and equilibrium is found; cracks follow afterwards, and the unbalanced
    forces that they leave are told.
    """
    ratio = step / rest.last_step if rest.last_step > 0.0 else 0.0
    extrapolate_all(equilibrium.model.matter.law, rest.state, rest.before, ratio, equilibrium.state)
    found = _iterate(equilibrium, rest, push, step, frozen=True)
    if found is None:
        return None
    made = found.rest
    forces = equilibrium.forces(made.shift, made.inner, rest.state, viscosity=viscosity, step=step)
    model = equilibrium.model
    missed = (forces - model.weight - made.multiplier * push.load)[model.rows]
    left = float(np.linalg.norm(missed)) / model.reference
    rest = equilibrium.accept(rest, made.shift, made.inner, made.multiplier, step)
    return Found(rest=rest, iterations=found.iterations, residual=left)


def step_dynamic(
    equilibrium: PushoverEquilibrium,
    rest: EquilibriumState,
    push: Push,
    step: float,
    viscosity: float,
    inertia: Inertia,
) -> Found | None:
    """The same in slow motion, with the wall's mass; ``inertia`` goes on with it."""
    return _iterate(equilibrium, rest, push, step, viscosity=viscosity, inertia=inertia)


def _iterate(
    equilibrium: PushoverEquilibrium,
    rest: EquilibriumState,
    push: Push | None,
    step: float,
    *,
    viscosity: float = 0.0,
    weight: float = 1.0,
    frozen: bool = False,
    hurried: bool = False,
    inertia: Inertia | None = None,
) -> Found | None:
    """Newton's corrections of shifts and multiplier together (Batoz and Dhatt 1979); None where they do not end."""
    model = equilibrium.model
    rows = model.rows
    reference = model.reference
    shift, inner, multiplier = rest.shift.copy(), rest.inner.copy(), rest.multiplier
    load = np.zeros_like(shift) if push is None else push.load
    pushed = load[rows]
    enough = _SOLVED * _RESIDUAL * reference
    held, amount = _constraint(rest, push, step)
    motion = None if inertia is None else _Motion(equilibrium, rest, inertia, step)
    before, change, inner_change = math.inf, np.zeros_like(shift), np.zeros_like(inner)
    multiplier_change = 0.0
    searches = 0
    for count in range(_MOST + 1):
        # the matrix and the forces with which the last equilibrium was found are those with which the step begins
        if count == 0 and not frozen and equilibrium.last_forces is not None and equilibrium.found is rest:
            forces = equilibrium.last_forces
        else:
            forces = equilibrium.forces(
                shift,
                inner,
                rest.state,
                start=rest.inner,
                viscosity=viscosity,
                step=step or 1.0,
                frozen=frozen,
                stiff=True,
            )
        missed = (forces - weight * model.weight - multiplier * load)[rows]
        if motion is not None:
            missed = missed + motion.force(shift)
        size = float(np.linalg.norm(missed)) / reference
        if not math.isfinite(size) or size > _HOPELESS:
            return None
        if count > 1 and size > _GROWS * before and size > 10.0 * _RESIDUAL and searches < _SEARCHES:
            # too far: half of the correction is taken back
            searches += 1
            change, inner_change, multiplier_change = 0.5 * change, 0.5 * inner_change, 0.5 * multiplier_change
            shift, inner, multiplier = shift - change, inner - inner_change, multiplier - multiplier_change
            continue
        if hurried and count >= _HOPE and size > 10.0 * _RESIDUAL:
            return None
        work = abs(float((weight * model.weight + multiplier * load) @ (shift - rest.shift))) or 1.0
        energy = abs(float(change[rows] @ missed))
        if count > 0 and size <= (_RESIDUAL if count < _FLIPS else _LOOSE) and energy <= _ENERGY * work:
            made = equilibrium.accept(rest, shift, inner, multiplier, step)
            taken = 0.0 if motion is None else motion.accept(shift)
            return Found(rest=made, iterations=count, residual=size, inertia=taken)
        change = np.zeros_like(shift)
        if push is not None and push.arc and count > 0:
            held, left = shift - rest.shift, 0.0  # the plane across what has been done so far
        else:
            left = amount - float(held @ (shift - rest.shift))
        added = None if motion is None else motion.added
        try:
            if push is None:
                change[rows] = equilibrium.factor().solve(-missed)
            else:
                change[rows], multiplier_change = equilibrium.correct(
                    -missed, pushed, held[rows], left, enough=enough, added=added
                )
        except ComputationError:
            return None
        if not np.isfinite(change).all():
            return None
        inner_change = equilibrium.inner_change(change)
        if count > 2 and size > _STALLS * before:
            change, inner_change, multiplier_change = 0.5 * change, 0.5 * inner_change, 0.5 * multiplier_change
        before, searches = size if count else math.inf, 0
        shift, inner, multiplier = shift + change, inner + inner_change, multiplier + multiplier_change
    return None


def _constraint(rest: EquilibriumState, push: Push | None, step: float) -> tuple[FloatArray, float]:
    """Shares of the degrees in what is controlled, and by how much it grows."""
    if push is None:
        return np.zeros_like(rest.shift), 0.0
    if not push.arc or rest.last_shift is None or rest.last_step == 0.0:
        return push.control, step
    # along the last step, whichever way the control point went: the wall may snap back
    length = float(np.linalg.norm(rest.last_shift))
    return rest.last_shift / length, length * step / rest.last_step


class _Motion:
    """Newmark's method over one step."""

    def __init__(self, equilibrium: PushoverEquilibrium, rest: EquilibriumState, inertia: Inertia, step: float) -> None:
        self._balance, self._rest, self._inertia = equilibrium, rest, inertia
        self._time = step / inertia.speed
        self.added = inertia.matrix / (_BETA * self._time**2)

    def force(self, shift: FloatArray) -> FloatArray:
        """Mass times acceleration [N] of the degrees that move."""
        model = self._balance.model
        return model.system.mass_times(self._acceleration(shift)[model.rows])

    def accept(self, shift: FloatArray) -> float:
        """The step is done: how large the sum of inertia forces was, over the weight."""
        model, inertia = self._balance.model, self._inertia
        acceleration = self._acceleration(shift)
        inertia.velocity = inertia.velocity + self._time * (
            (1.0 - _GAMMA) * inertia.acceleration + _GAMMA * acceleration
        )
        inertia.acceleration = acceleration
        whole = model.system.mass_times(acceleration[model.rows]).reshape(-1, 3).sum(axis=0)
        return float(np.linalg.norm(whole)) / model.total_weight

    def _acceleration(self, shift: FloatArray) -> FloatArray:
        inertia, time = self._inertia, self._time
        moved = shift - self._rest.shift - time * inertia.velocity
        return np.asarray((moved / time**2 - (0.5 - _BETA) * inertia.acceleration) / _BETA)


def _weightless(model: Model, rest: EquilibriumState, done: float) -> str:
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


def _motion(progress: PathProgress, rest: EquilibriumState, mass: FloatArray) -> Inertia:
    """Slow motion that goes on, or begins as the last step has moved the wall."""
    velocity, acceleration = progress.velocity, progress.acceleration
    if velocity is None or acceleration is None:
        moved = np.zeros_like(rest.shift) if rest.last_shift is None else rest.last_shift
        velocity = moved * (progress.speed / (rest.last_step or 1.0))
        acceleration = np.zeros_like(rest.shift)
    return Inertia(speed=progress.speed, velocity=velocity, acceleration=acceleration, matrix=mass)


def _first_slope(equilibrium: PushoverEquilibrium, rest: EquilibriumState, push: Push) -> float:
    """λ per displacement of what is controlled [1/m], of the wall at rest."""
    equilibrium.state[:] = rest.state
    equilibrium.forces(rest.shift, rest.inner, rest.state, frozen=True, stiff=True)
    rows = equilibrium.model.rows
    moved = float(push.control[rows] @ equilibrium.factor().solve(push.load[rows]))
    return 1.0 / moved if moved > 0.0 else 0.0


def _believable(found: Found, rest: EquilibriumState, length: float, progress: PathProgress, jump: float) -> bool:
    """Whether λ has not jumped to another branch."""
    change = found.rest.multiplier - rest.multiplier
    return -jump <= change <= max(jump, _STIFFER * progress.first_slope * length)


def _turn_aside(progress: PathProgress, step: float) -> str | None:
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


def _go_on(progress: PathProgress, found: Found, step: float) -> None:
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


def _stopped(record: PathRecord, residual: float, why: str) -> PathOutcome:
    multiplier = record.rows[-1][2]
    return PathOutcome(
        ended="stopped",
        message=f"stopped at {1e3 * record.displacement:.1f} mm, λ {multiplier:.3f}, residual {residual:.1e}: {why}",
    )
