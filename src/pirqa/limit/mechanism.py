"""A mechanism from a motion and its forces: start, poses and capacity curve (Chokepukio paper, eqs 9–11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pirqa.limit.virtual_work import (
    GuideLost,
    MechanismMotion,
    MotionState,
    Resistance,
    directed,
    move,
    multiplier,
    participation,
    works,
)
from pirqa.model.check import Place
from pirqa.model.mechanism import CapacityCurve, CurveEvent, Mechanism, MechanismBody, MechanismForce, MechanismKind
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

_STEP = 5e-3
"""Of the leading angle in the search for the end [rad]; the end itself is a root, not a step."""

_FARTHEST = np.pi / 2

_POINTS = 81

_POSES = 13


@dataclass(frozen=True, kw_only=True, eq=False)
class Moved:
    """A mechanism, and what holds and drives it before any earthquake."""

    mechanism: Mechanism
    holding: float
    """Work of all that holds, where the control point moves by 1 m, no earthquake [N]."""
    driving: float
    """Work of all that drives, likewise [N]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace:
    """The motion from rest to the end of its capacity."""

    curve: CapacityCurve | None
    """None where it cannot be driven to zero, or was there from the start."""
    angles: FloatArray
    """Leading angle of each point of the curve [rad]."""
    note: str = ""
    """Key of what stopped it, where the multiplier did not come to zero."""
    motion: MechanismMotion
    """As given, with the displacements at which fading forces are gone."""
    poses: FloatArray | None = None
    pose_displacement: FloatArray | None = None


def follow(
    motion: MechanismMotion,
    *,
    kind: MechanismKind,
    place: Place,
    level: float,
    height: float,
    crushing: bool = False,
    notes: Sequence[str] = (),
    curve: bool = True,
) -> Moved:
    """Start and follow ``motion``."""
    motion = directed(motion)
    rest = move(motion.links, 0.0)
    start = multiplier(motion, rest)
    share = participation(motion, rest)
    traced = trace(motion) if curve else None
    speed = motion.control_speed(rest)
    forces = _forces(motion, rest, speed, max(start, 0.0))
    holding, driving = _balance(motion, rest, speed)
    told = [*notes, *([traced.note] if traced is not None and traced.note else [])]
    if motion.soil is not None and start >= motion.soil.limit:
        told.append("fill_fails_first")
    mechanism = Mechanism(
        name=motion.name,
        kind=kind,
        place=place,
        level=level,
        height=height,
        direction=motion.direction,
        multiplier=start,
        mass_fraction=share.mass_fraction,
        participating_mass=share.mass,
        bodies=tuple(
            MechanismBody(
                name=body.name,
                weight=body.weight,
                centroid=body.centroid,
                virtual=rest.velocity(index, body.centroid) / speed,
                outline=body.outline,
            )
            for index, body in enumerate(motion.bodies)
        ),
        hinges=tuple(body.link.hinge for body in motion.bodies),
        forces=forces,
        curve=None if traced is None else traced.curve,
        poses=None if traced is None else traced.poses,
        pose_displacement=None if traced is None else traced.pose_displacement,
        at_rest=driving / holding if holding > 0.0 else 1.0,
        crushing=crushing,
        notes=tuple(dict.fromkeys(told)),
    )
    return Moved(mechanism=mechanism, holding=holding, driving=driving)


def trace(motion: MechanismMotion) -> Trace:
    """The curve of ``motion``: α over the displacement of its control point until it is zero."""
    fading = ""
    if any(item.fades for item in motion.resistances):
        motion, fading = _with_fading(motion)
    path = _Path(motion)
    if multiplier(motion, path.state(0.0)) <= 0.0:
        return Trace(curve=None, angles=np.zeros(1), note="falls_by_itself", motion=motion)
    if fading == "falls_without_struts":
        # its force is gone at once: nothing is left of the multiplier as soon as it moves
        return _assemble(path, [(np.zeros(1), frozenset())], [], fading, collapses=True)
    pieces: list[tuple[FloatArray, frozenset[str]]] = []
    events: list[CurveEvent] = []
    failed: frozenset[str] = frozenset()
    start, note = 0.0, fading
    while True:
        end, reason, broken = _march(path, start, failed)
        if reason == "never_falls":
            return Trace(curve=None, angles=np.array([0.0, end]), note="never_falls", motion=motion)
        pieces.append((_spread(path, start, end, failed), failed))
        if broken:
            failed = failed | {item.name for item in broken}
            events += [_event(path, "strut_fails", item.name, end) for item in broken]
            if multiplier(motion, path.state(end), failed) <= 0.0:
                note = "falls_when_strut_fails"
                break
            start = end
            continue
        if reason:
            events.append(_event(path, reason, _whom(path, reason, end), end))
            note = reason
        break
    return _assemble(path, pieces, events, note, collapses=note == "falls_when_strut_fails")


class _Path:
    """The states along the motion, each near the one before."""

    def __init__(self, motion: MechanismMotion) -> None:
        self.motion = motion
        self.links = motion.links
        self._guided = any(link.guide is not None for link in self.links)
        self._kept: list[MotionState] = [move(self.links, 0.0)]
        self._angles: list[float] = [0.0]

    def state(self, angle: float) -> MotionState:
        """At ``angle``, going on from the nearest one that is known."""
        if not self._guided:
            return move(self.links, angle)
        nearest = int(np.argmin(np.abs(np.asarray(self._angles) - angle)))
        return move(self.links, angle, self._kept[nearest].angles)

    def keep(self, angle: float, state: MotionState) -> None:
        self._angles.append(angle)
        self._kept.append(state)


def _with_fading(motion: MechanismMotion) -> tuple[MechanismMotion, str]:
    """Fading forces are gone where the wall would fall without them; else why that is nowhere, or at rest."""
    without = replace(motion, resistances=tuple(item for item in motion.resistances if not item.fades))
    alone = trace(without)
    if alone.curve is None:
        return motion, "falls_without_struts" if alone.note == "falls_by_itself" else "cannot_fade"
    path = _Path(without)
    for angle in alone.angles:
        path.keep(float(angle), path.state(float(angle)))
    end = path.state(float(alone.angles[-1]))
    items = tuple(
        replace(item, gone_at=item.displacement(end)) if item.fades and item.displacement(end) > 0.0 else item
        for item in motion.resistances
    )
    return replace(motion, resistances=items), ""


def _event(path: _Path, name: str, what: str, angle: float) -> CurveEvent:
    return CurveEvent(name=name, what=what, displacement=path.motion.control(path.state(angle)))


def _whom(path: _Path, reason: str, angle: float) -> str:
    if reason != "guide_lost":
        return path.motion.bodies[path.motion.control_body].name
    try:
        path.state(angle + 1e-6)
    except GuideLost as lost:
        return path.motion.bodies[lost.body].name
    return ""


def _march(path: _Path, start: float, failed: frozenset[str]) -> tuple[float, str, tuple[Resistance, ...]]:
    """From ``start`` to the next end: where it is, why (empty: α is zero), and the resistances that fail there."""
    from scipy.optimize import brentq

    motion = path.motion
    breaking = [item for item in motion.resistances if item.failure is not None and item.name not in failed]
    angle = start
    speed_limit = motion.control_speed(path.state(start))
    while angle < _FARTHEST:
        following, lost = min(angle + _STEP, _FARTHEST), False
        try:
            state = path.state(following)
        except GuideLost:
            following, lost = _last_followed(path, angle, following), True
            state = path.state(following)
        path.keep(following, state)
        ends: list[float] = [
            float(brentq(_gap(path, item), angle, following, xtol=1e-15))
            for item in breaking
            if _gap(path, item)(following) >= 0.0
        ]
        if motion.control_speed(state) <= 1e-9 * speed_limit:
            return angle, "control_turns_back", ()
        load = multiplier(motion, state, failed)
        if np.isnan(load):
            return angle, "never_falls", ()
        if load <= 0.0:
            where = brentq(lambda at: multiplier(motion, path.state(at), failed), angle, following, xtol=1e-15)
            ends.append(float(where))
        if ends:
            end = min(ends)
            # those at the same displacement go together
            return end, "", tuple(item for item in breaking if _gap(path, item)(end) >= -1e-12)
        if lost:
            return following, "guide_lost", ()
        angle = following
    return angle, "never_falls", ()


def _gap(path: _Path, item: Resistance) -> Callable[[float], float]:
    """How far the point of ``item`` is beyond where it fails."""
    limit = np.inf if item.failure is None else item.failure
    return lambda at: item.displacement(path.state(at)) - limit


def _last_followed(path: _Path, low: float, high: float) -> float:
    """The last angle between the two at which the guides can be followed."""
    for _ in range(50):
        middle = 0.5 * (low + high)
        try:
            path.state(middle)
        except GuideLost:
            high = middle
        else:
            low = middle
    return low


def _spread(path: _Path, start: float, end: float, failed: frozenset[str]) -> FloatArray:
    """Angles of the curve's points between two ends, with the kinks of springs that yield."""
    from scipy.optimize import brentq

    angles = np.linspace(start, end, _POINTS)
    kinks: list[float] = []
    for item in path.motion.resistances:
        if item.stiffness is None or item.name in failed:
            continue
        limit = item.capacity / item.stiffness
        gaps = [item.displacement(path.state(at)) - limit for at in (start, end)]
        if gaps[0] < 0.0 < gaps[1]:
            kinks.append(float(brentq(lambda at, i=item, x=limit: i.displacement(path.state(at)) - x, start, end)))
    return np.asarray(np.unique(np.concatenate([angles, kinks])))


def _assemble(
    path: _Path,
    pieces: list[tuple[FloatArray, frozenset[str]]],
    events: list[CurveEvent],
    note: str,
    *,
    collapses: bool,
) -> Trace:
    motion = path.motion
    angles, displacement, load = [], [], []
    for piece, failed in pieces:
        for angle in piece:
            state = path.state(float(angle))
            angles.append(float(angle))
            displacement.append(motion.control(state))
            load.append(multiplier(motion, state, failed))
    if note in ("", "cannot_fade"):
        load[-1] = 0.0
    if collapses:
        angles.append(angles[-1])
        displacement.append(displacement[-1])
        load.append(0.0)
    rest = participation(motion, path.state(0.0))
    d, a = np.array(displacement), np.array(load)
    curve = CapacityCurve(
        displacement=d,
        multiplier=a,
        spectral_displacement=d * rest.factor,
        spectral_acceleration=a * STANDARD_GRAVITY / rest.mass_fraction,
        events=tuple(events),
    )
    poses, at = _poses(path, np.linspace(0.0, angles[-1], _POSES))
    return Trace(curve=curve, angles=np.array(angles), note=note, motion=motion, poses=poses, pose_displacement=at)


def _poses(path: _Path, angles: FloatArray) -> tuple[FloatArray, FloatArray]:
    states = [path.state(float(angle)) for angle in angles]
    poses = np.stack([np.concatenate([item.rotation, item.shift[:, :, None]], axis=2) for item in states])
    return poses, np.array([path.motion.control(item) for item in states])


def _forces(motion: MechanismMotion, rest: MotionState, speed: float, coefficient: float) -> tuple[MechanismForce, ...]:
    found: list[tuple[str, str, int, FloatArray, FloatArray]] = [
        (item.name, item.kind, item.body, item.point, np.array([0.0, 0.0, -item.weight])) for item in motion.weights
    ]
    found += [(item.name, item.kind, item.body, item.point, item.force) for item in motion.dead]
    if motion.soil is not None:
        pushing = motion.soil.forces(coefficient if motion.soil.seismic else 0.0)
        found += [(item.name, item.kind, item.body, item.point, item.force) for item in pushing]
    for item in motion.resistances:
        idle = float(item.direction @ rest.velocity(item.body, item.point)) >= 0.0
        size = 0.0 if idle else item.size(0.0, failed=False)
        found.append((item.name, item.kind, item.body, item.point, size * item.direction))
    return tuple(
        MechanismForce(
            name=name,
            kind=kind,
            point=point,
            force=force,
            virtual_work=float(force @ rest.velocity(body, point)) / speed,
        )
        for name, kind, body, point, force in found
    )


def _balance(motion: MechanismMotion, rest: MotionState, speed: float) -> tuple[float, float]:
    """Work of what holds and of what drives without any earthquake, each positive."""
    work = works(motion, rest)
    parts = [*work.lifting, *(-item for item in work.dead), *work.resisting]
    if motion.soil is not None:
        parts += [-float(item.force @ rest.velocity(item.body, item.point)) for item in motion.soil.forces(0.0)]
    holding = sum(part for part in parts if part > 0.0) / speed
    driving = -sum(part for part in parts if part < 0.0) / speed
    return holding, driving
