"""Virtual work on rigid bodies that move with one freedom: the load multiplier at rest and in any displaced position.

A body turns about a hinge line fixed in what carries it. One body leads, by the angle θ. Each other one is closed by a
guide: a point of it that cannot go in one direction. Positions follow from products of rotations, the guides' angles
in closed form, velocities per unit of θ from the twists of the hinges: nothing is linearised.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pirqa.errors import ComputationError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

_ROUNDING = 1e-13

_NOTHING = 1e-12


class GuideLost(Exception):  # noqa: N818 - the motion ends there, it is no fault
    """A guide that cannot be followed any further; ``body`` is its number."""

    def __init__(self, body: int) -> None:
        super().__init__(body)
        self.body = body


@dataclass(frozen=True, kw_only=True, eq=False)
class Guide:
    """A point of a body, at rest [m], that cannot go along the unit vector ``direction``."""

    point: FloatArray
    direction: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Link:
    """How a body hangs on what carries it."""

    hinge: FloatArray
    """A point of the hinge line at rest [m], shape (3,)."""
    axis: FloatArray
    """Unit vector along it, shape (3,)."""
    parent: int = -1
    """Number of the body that carries it; less than its own; -1 is the ground."""
    guide: Guide | None = None
    """None for the one that leads."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MotionState:
    """All bodies at one angle of the leading one."""

    angles: FloatArray
    """Of each about its hinge, relative to what carries it [rad], shape (n,)."""
    rotation: FloatArray
    """R of x → R x + t, shape (n, 3, 3)."""
    shift: FloatArray
    """t of it [m], shape (n, 3)."""
    spin: FloatArray
    """Angular velocity per unit of θ, shape (n, 3)."""
    drift: FloatArray
    """Velocity of the body's point at the origin per unit of θ [m], shape (n, 3)."""

    def place(self, body: int, point: FloatArray) -> FloatArray:
        """Where a point of ``body``, given at rest, is now [m]."""
        return np.asarray(self.rotation[body] @ point + self.shift[body])

    def velocity(self, body: int, point: FloatArray) -> FloatArray:
        """Its velocity per unit of θ [m]; the point is given at rest."""
        return np.asarray(self.drift[body] + _cross(self.spin[body], self.place(body, point)))

    def moved(self, body: int, point: FloatArray) -> FloatArray:
        """Its displacement since rest [m]."""
        return np.asarray(self.place(body, point) - point)


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

    def displacement(self, state: MotionState) -> float:
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
class MechanismMotion:
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

    def control(self, state: MotionState) -> float:
        """Displacement of the control point in the load's direction [m]."""
        return float(self.direction @ state.moved(self.control_body, self.control_point))

    def control_speed(self, state: MotionState) -> float:
        """Its velocity in that direction per unit of the leading angle [m]."""
        return float(self.direction @ state.velocity(self.control_body, self.control_point))


@dataclass(frozen=True, kw_only=True)
class VirtualWork:
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


@dataclass(frozen=True, kw_only=True)
class Participation:
    """The mechanism as one mass."""

    mass_fraction: float
    """e* (Circolare 617/2009 C8A.4.4; Circolare 7/2019 C8.7.1.2.1)."""
    mass: float
    """M* [kg]"""
    factor: float
    """d*/d_k (Chokepukio paper, eq. 10)."""


def move(links: Sequence[Link], angle: float, near: FloatArray | None = None) -> MotionState:
    """The state where the leading body has turned by ``angle`` [rad]; ``near`` are the angles of a state close to it.

    Raises :class:`GuideLost` where a guide cannot be followed.
    """
    count = len(links)
    angles = np.zeros(count)
    rotation, shift = np.zeros((count, 3, 3)), np.zeros((count, 3))
    spin, drift = np.zeros((count, 3)), np.zeros((count, 3))
    for body, link in enumerate(links):
        grounded = link.parent < 0
        carrier = np.eye(3) if grounded else rotation[link.parent]
        carried = np.zeros(3) if grounded else shift[link.parent]
        axis, hinge = carrier @ link.axis, carrier @ link.hinge + carried
        speed = 1.0
        if link.guide is None:
            angles[body] = angle
        else:
            start = 0.0 if near is None else float(near[body])
            angles[body] = _close(link, body, axis, hinge, carrier, carried, start)
        turn = _turn(axis, angles[body])
        rotation[body] = turn @ carrier
        shift[body] = turn @ (carried - hinge) + hinge
        base_spin = np.zeros(3) if grounded else spin[link.parent]
        base_drift = np.zeros(3) if grounded else drift[link.parent]
        if link.guide is not None:
            here = rotation[body] @ link.guide.point + shift[body]
            carried_along = float(link.guide.direction @ (base_drift + _cross(base_spin, here)))
            lever = float(link.guide.direction @ _cross(axis, here - hinge))
            if abs(lever) < 1e-9 * (1.0 + float(np.linalg.norm(here - hinge))):
                raise GuideLost(body)
            speed = -carried_along / lever
        spin[body] = base_spin + speed * axis
        drift[body] = base_drift + speed * _cross(hinge, axis)
    return MotionState(angles=angles, rotation=rotation, shift=shift, spin=spin, drift=drift)


def directed(motion: MechanismMotion) -> MechanismMotion:
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


def works(motion: MechanismMotion, state: MotionState, failed: frozenset[str] = frozenset()) -> VirtualWork:
    """Power of every force in ``state``; those called in ``failed`` are gone."""
    return VirtualWork(
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


def multiplier(motion: MechanismMotion, state: MotionState, failed: frozenset[str] = frozenset()) -> float:
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


def participation(motion: MechanismMotion, state: MotionState) -> Participation:
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


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    # np.cross is many times slower on three numbers
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _turn(axis: FloatArray, angle: float) -> FloatArray:
    """Rotation by ``angle`` about the unit vector ``axis`` (Rodrigues)."""
    x, y, z = axis
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    # 1 − cos as 2 sin²(φ/2): exact for small angles
    return np.asarray(np.eye(3) + np.sin(angle) * skew + 2.0 * np.sin(0.5 * angle) ** 2 * (skew @ skew))


def _close(
    link: Link,
    body: int,
    axis: FloatArray,
    hinge: FloatArray,
    carrier: FloatArray,
    carried: FloatArray,
    start: float,
) -> float:
    """Angle about the hinge at which the guide's point has not gone along the guide's direction."""
    guide = link.guide
    assert guide is not None
    arm = carrier @ guide.point + carried - hinge
    target = float(guide.direction @ (guide.point - hinge))
    # direction · R(φ) arm = target is A cos φ + B sin φ = C
    along = float(axis @ arm) * axis
    across = arm - along
    cosine, sine = float(guide.direction @ across), float(guide.direction @ _cross(axis, across))
    constant = target - float(guide.direction @ along)
    reach = float(np.hypot(cosine, sine))
    if reach <= 1e-12 * (1.0 + float(np.linalg.norm(arm))) or abs(constant) > reach * (1.0 + _ROUNDING):
        raise GuideLost(body)
    middle = float(np.arctan2(sine, cosine))
    spread = float(np.arccos(np.clip(constant / reach, -1.0, 1.0)))
    both = (middle - spread, middle + spread)
    # of the two ways to close it, the one that goes on from where it was
    turned = [angle + 2.0 * np.pi * round((start - angle) / (2.0 * np.pi)) for angle in both]
    return float(min(turned, key=lambda angle: abs(angle - start)))


def _drive(motion: MechanismMotion, state: MotionState) -> float:
    return sum(
        shaken * float(motion.direction @ state.velocity(body, point)) for body, point, _, shaken in motion.heavy
    )


def _consistent(answer: Callable[[float], float], high: float) -> float:
    """α up to ``high`` with α = answer(α): the thrust grows with the earthquake that the wall just withstands."""
    from scipy.optimize import brentq

    if answer(high) >= high:
        return high
    return float(brentq(lambda k: answer(k) - k, 0.0, high, xtol=1e-13))
