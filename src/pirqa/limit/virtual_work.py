"""The load multiplier by the principle of virtual work, at rest and in any displaced position.

Chokepukio paper, eq. 8, written with velocities v of a mechanism with one freedom (up is positive, e is the level
direction of the load): α Σ W (v·e) − Σ W v_z + Σ F·v = 0, the first sum over all that shakes, the second over all
that is heavy, the third over every other force.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pirqa.errors import ComputationError, OptionsError
from pirqa.limit.kinematics import GuideLost, Link, State, move
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

__all__ = [
    "Body",
    "DeadForce",
    "Motion",
    "Participation",
    "Resistance",
    "Soil",
    "Weight",
    "Work",
    "directed",
    "multiplier",
    "participation",
    "works",
]

_NOTHING = 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class Body:
    """One rigid body and its hinge."""

    name: str
    weight: float
    """[N]"""
    centroid: FloatArray
    """At rest [m], shape (3,)."""
    link: Link
    outline: FloatArray
    """Cross-section (y, z) for drawing [m], shape (n, 2)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Weight:
    """A weight that a body carries: a dead body of eq. 8."""

    name: str
    kind: str
    body: int
    point: FloatArray
    """At rest [m], shape (3,)."""
    weight: float
    """[N]"""
    shaken: float
    """Weight of the mass that shakes with the body here: none of it, all, or more than rests here [N]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DeadForce:
    """A force that stays as it is and goes with its point."""

    name: str
    kind: str
    body: int
    point: FloatArray
    """At rest [m], shape (3,)."""
    force: FloatArray
    """[N], shape (3,)"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Resistance:
    """A force that holds: along a fixed direction, as large as the displacement against it lets it be."""

    name: str
    kind: str
    body: int
    point: FloatArray
    """At rest [m], shape (3,)."""
    direction: FloatArray
    """Unit vector of the force on the body, shape (3,)."""
    capacity: float
    """[N]"""
    stiffness: float | None = None
    """Force over displacement until the capacity is reached [N/m]; rigid where None."""
    failure: float | None = None
    """Displacement at which it is gone [m]."""
    fades: bool = False
    """Whether it falls linearly; :attr:`gone_at` is then set once that is known."""
    gone_at: float | None = None
    """Displacement at which a fading force has come to zero [m]."""

    def displacement(self, state: State) -> float:
        """How far its point has gone against it [m]."""
        return -float(self.direction @ state.moved(self.body, self.point))

    def size(self, displacement: float, *, failed: bool) -> float:
        """Its force at that displacement [N]."""
        if failed:
            return 0.0
        if self.fades:
            if self.gone_at is None:
                return self.capacity
            return self.capacity * float(np.clip(1.0 - displacement / self.gone_at, 0.0, 1.0))
        if self.stiffness is None:
            return self.capacity
        return float(np.clip(self.stiffness * displacement, 0.0, self.capacity))


@dataclass(frozen=True, kw_only=True, eq=False)
class Soil:
    """What the fill does, which may depend on the load multiplier."""

    forces: Callable[[float], tuple[DeadForce, ...]]
    """Forces in an earthquake of that coefficient; with a component ``nan`` where no thrust exists."""
    seismic: bool
    """Whether they grow with the load multiplier."""
    limit: float = np.inf
    """Greatest coefficient in which the fill can stand [-]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Motion:
    """A mechanism with all that acts on it."""

    name: str
    bodies: tuple[Body, ...]
    direction: FloatArray
    """Of the load: a level unit vector, shape (3,)."""
    control_body: int
    control_point: FloatArray
    """At rest [m], shape (3,)."""
    weights: tuple[Weight, ...] = ()
    dead: tuple[DeadForce, ...] = ()
    resistances: tuple[Resistance, ...] = ()
    soil: Soil | None = None

    @property
    def links(self) -> tuple[Link, ...]:
        """How the bodies hang together."""
        return tuple(body.link for body in self.bodies)

    @property
    def heavy(self) -> tuple[tuple[int, FloatArray, float, float], ...]:
        """Body, point, weight and weight that shakes, of all that is heavy: P, P + Q of Circolare 7/2019 C8.7.1.1."""
        own = tuple((index, body.centroid, body.weight, body.weight) for index, body in enumerate(self.bodies))
        return own + tuple((item.body, item.point, item.weight, item.shaken) for item in self.weights)

    def control(self, state: State) -> float:
        """Displacement of the control point in the load's direction [m]."""
        return float(self.direction @ state.moved(self.control_body, self.control_point))

    def control_speed(self, state: State) -> float:
        """Its velocity in that direction per unit of the leading angle [m]."""
        return float(self.direction @ state.velocity(self.control_body, self.control_point))


@dataclass(frozen=True, kw_only=True)
class Work:
    """Power of all forces per unit of the leading angle [N m]."""

    inertia: float
    """Σ W (v·e): of the earthquake's force where α is 1."""
    lifting: tuple[float, ...]
    """Against each weight, in the order of :attr:`Motion.heavy`: positive where it goes up."""
    dead: tuple[float, ...]
    """Of each dead force: positive where it drives."""
    resisting: tuple[float, ...]
    """Against each resistance: positive where it holds."""

    @property
    def withstanding(self) -> float:
        """What the earthquake's force must do, but for the soil's part."""
        return sum(self.lifting) - sum(self.dead) + sum(self.resisting)


def directed(motion: Motion) -> Motion:
    """The same with the leading axis turned so that the load drives it; refuses what nothing can move."""
    try:
        state = move(motion.links, 0.0)
    except GuideLost as lost:
        raise OptionsError(
            f'mechanism "{motion.name}": the guide of body "{motion.bodies[lost.body].name}" stops everything: nothing '
            "can move; put the guide's point elsewhere, or change its direction"
        ) from lost
    work = _drive(motion, state)
    size = sum(weight * (1.0 + float(np.linalg.norm(point))) for _, point, weight, _ in motion.heavy)
    if abs(work) <= _NOTHING * size:
        raise OptionsError(
            f'mechanism "{motion.name}": nothing moves in the direction of the load, so no load multiplier starts it; '
            "change its hinge, axis or direction"
        )
    if work < 0.0:
        bodies = tuple(
            replace(body, link=replace(body.link, axis=-body.link.axis)) if body.link.guide is None else body
            for body in motion.bodies
        )
        motion = replace(motion, bodies=bodies)
        state = move(motion.links, 0.0)
    if motion.control_speed(state) <= _NOTHING * (1.0 + float(np.linalg.norm(motion.control_point))):
        raise OptionsError(
            f'mechanism "{motion.name}": its control point does not move with the load: choose another control point'
        )
    lifted = sum(abs(power) for power in works(motion, state).lifting)
    if lifted <= _NOTHING * abs(work) and not (motion.dead or motion.resistances or motion.soil):
        raise OptionsError(
            f'mechanism "{motion.name}": no weight is lifted and nothing else holds it, so any push would move it; '
            "check its hinge and axis (one that turns about an upright axis needs a force that resists)"
        )
    return motion


def _drive(motion: Motion, state: State) -> float:
    return sum(
        shaken * float(motion.direction @ state.velocity(body, point)) for body, point, _, shaken in motion.heavy
    )


def works(motion: Motion, state: State, failed: frozenset[str] = frozenset()) -> Work:
    """Power of every force in ``state``; those called in ``failed`` are gone."""
    return Work(
        inertia=_drive(motion, state),
        lifting=tuple(weight * float(state.velocity(body, point)[2]) for body, point, weight, _ in motion.heavy),
        dead=tuple(float(item.force @ state.velocity(item.body, item.point)) for item in motion.dead),
        resisting=tuple(
            # what only holds never drives
            item.size(item.displacement(state), failed=item.name in failed)
            * max(-float(item.direction @ state.velocity(item.body, item.point)), 0.0)
            for item in motion.resistances
        ),
    )


def multiplier(motion: Motion, state: State, failed: frozenset[str] = frozenset()) -> float:
    """α in ``state``: at rest it is α0 (Chokepukio paper, eq. 8)."""
    work = works(motion, state, failed)
    if work.inertia <= 0.0:
        return np.nan
    soil = motion.soil
    if soil is None:
        return work.withstanding / work.inertia

    def without_earthquake(coefficient: float) -> float:
        driving = sum(
            float(item.force @ state.velocity(item.body, item.point)) for item in soil.forces(max(coefficient, 0.0))
        )
        return (work.withstanding - driving) / work.inertia

    still = without_earthquake(0.0)
    if np.isnan(still):
        raise ComputationError(f'mechanism "{motion.name}": the fill has no thrust even without an earthquake')
    if not soil.seismic or still <= 0.0:
        return still
    return _consistent(without_earthquake, min(still, soil.limit))


def _consistent(answer: Callable[[float], float], high: float) -> float:
    """α up to ``high`` with α = answer(α): the thrust grows with the earthquake that the wall just withstands."""
    from scipy.optimize import brentq

    if answer(high) >= high:
        return high
    return float(brentq(lambda k: answer(k) - k, 0.0, high, xtol=1e-13))


@dataclass(frozen=True, kw_only=True)
class Participation:
    """The mechanism as one mass."""

    mass_fraction: float
    """e* (Circolare 617/2009 C8A.4.4; Circolare 7/2019 C8.7.1.2.1)."""
    mass: float
    """M* [kg]"""
    factor: float
    """d*/d_k (Chokepukio paper, eq. 10)."""


def participation(motion: Motion, state: State) -> Participation:
    """e*, M* and the factor from d_k to d*, by the virtual displacements in ``state``, which is that at rest."""
    moved = [(shaken, float(motion.direction @ state.velocity(body, point))) for body, point, _, shaken in motion.heavy]
    total = sum(weight for weight, _ in moved)
    first = sum(weight * delta for weight, delta in moved)
    second = sum(weight * delta**2 for weight, delta in moved)
    return Participation(
        mass_fraction=first**2 / (total * second),
        mass=first**2 / (STANDARD_GRAVITY * second),
        factor=second / (motion.control_speed(state) * first),
    )
