"""From one equilibrium of the pushed wall to the next."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.balance import Balance, Rest
from pirqa.pushover.extrapolation import extrapolate_all

__all__ = ["Found", "Inertia", "Push", "settle", "step_dynamic", "step_implex", "step_static"]

_RESIDUAL = 1e-3
"""Of the norm of the weight, to which forces balance."""
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

    rest: Rest
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


def settle(balance: Balance, rest: Rest, share: float) -> Found | None:
    """The wall under ``share`` of its weight, without any lateral load."""
    return _iterate(balance, rest, None, 0.0, weight=share)


def step_static(
    balance: Balance, rest: Rest, push: Push, step: float, viscosity: float, *, hurried: bool = False
) -> Found | None:
    """What is controlled grows by ``step`` [m]; ``viscosity`` η [m]. None where no equilibrium is found.

    ``hurried``: a step that goes badly is given up early.
    """
    return _iterate(balance, rest, push, step, viscosity=viscosity, hurried=hurried)


def step_implex(balance: Balance, rest: Rest, push: Push, step: float, viscosity: float) -> Found | None:
    """The same with cracks that are extrapolated from the two equilibria before (Oliver and others 2008).

    The wall is then nearly linear in the step, and equilibrium is found; cracks follow afterwards, and the unbalanced
    forces that they leave are told.
    """
    ratio = step / rest.last_step if rest.last_step > 0.0 else 0.0
    extrapolate_all(balance.model.matter.law, rest.state, rest.before, ratio, balance.state)
    found = _iterate(balance, rest, push, step, frozen=True)
    if found is None:
        return None
    made = found.rest
    forces = balance.forces(made.shift, made.inner, rest.state, viscosity=viscosity, step=step)
    model = balance.model
    missed = (forces - model.weight - made.multiplier * push.load)[model.rows]
    left = float(np.linalg.norm(missed)) / model.reference
    rest = balance.accept(rest, made.shift, made.inner, made.multiplier, step)
    return Found(rest=rest, iterations=found.iterations, residual=left)


def step_dynamic(
    balance: Balance, rest: Rest, push: Push, step: float, viscosity: float, inertia: Inertia
) -> Found | None:
    """The same in slow motion, with the wall's mass; ``inertia`` goes on with it."""
    return _iterate(balance, rest, push, step, viscosity=viscosity, inertia=inertia)


def _iterate(
    balance: Balance,
    rest: Rest,
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
    model = balance.model
    rows = model.rows
    reference = model.reference
    shift, inner, multiplier = rest.shift.copy(), rest.inner.copy(), rest.multiplier
    load = np.zeros_like(shift) if push is None else push.load
    pushed = load[rows]
    enough = _SOLVED * _RESIDUAL * reference
    held, amount = _constraint(rest, push, step)
    motion = None if inertia is None else _Motion(balance, rest, inertia, step)
    before, change, inner_change = math.inf, np.zeros_like(shift), np.zeros_like(inner)
    multiplier_change = 0.0
    searches = 0
    for count in range(_MOST + 1):
        # the matrix and the forces with which the last equilibrium was found are those with which the step begins
        if count == 0 and not frozen and balance.last_forces is not None and balance.found is rest:
            forces = balance.last_forces
        else:
            forces = balance.forces(
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
            made = balance.accept(rest, shift, inner, multiplier, step)
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
                change[rows] = balance.factor().solve(-missed)
            else:
                change[rows], multiplier_change = balance.correct(
                    -missed, pushed, held[rows], left, enough=enough, added=added
                )
        except ComputationError:
            return None
        if not np.isfinite(change).all():
            return None
        inner_change = balance.inner_change(change)
        if count > 2 and size > _STALLS * before:
            change, inner_change, multiplier_change = 0.5 * change, 0.5 * inner_change, 0.5 * multiplier_change
        before, searches = size if count else math.inf, 0
        shift, inner, multiplier = shift + change, inner + inner_change, multiplier + multiplier_change
    return None


def _constraint(rest: Rest, push: Push | None, step: float) -> tuple[FloatArray, float]:
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

    def __init__(self, balance: Balance, rest: Rest, inertia: Inertia, step: float) -> None:
        self._balance, self._rest, self._inertia = balance, rest, inertia
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
