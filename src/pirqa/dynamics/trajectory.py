"""The result of a run: motion of all stones, forces of the joints, energies, and first events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.energy import Ledger
from pirqa.dynamics.engine import Record
from pirqa.dynamics.rigid_body import find_quaternions, find_uprights, see_from_base, take_poses
from pirqa.errors import OptionsError, did_you_mean
from pirqa.model.masonry import ControlPoint
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

EventKind = Literal["slip", "opening"]

PARTED_OPENING = 1.0
"""What the engine keeps as the opening of a joint whose faces have left each other [m]: no gap is measured then."""
_NEARLY_PARTED = 0.99
"""The least of it over the opening of the settled wall, in tables that do not state which joints parted [m]."""


def is_parted(row: Mapping[str, Any]) -> bool:
    """Return whether the joint that opened most in a run has parted, from the run's row in a table of results.

    Rows kept without ``opening_parted`` have the engine's opening of one metre alone.
    """
    return bool(row.get("opening_parted", row["opening"] >= _NEARLY_PARTED))


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened to a joint for the first time."""

    time: float
    """Since the action began [s]."""
    kind: EventKind
    """``slip``: a joint slid by a millimetre; ``opening``: it gaped by one."""
    place: str
    """Name of the joint."""
    amount: float
    """How far [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Settled:
    """The wall at rest under its own weight, before anything is done to it."""

    duration: float
    """It took [s]."""
    displacement: FloatArray
    """Of each stone's mass centre from the drawing [m], shape (stones, 3)."""
    quiet: float
    """Kinetic over elastic energy at the end [-]."""
    ledger: Ledger
    weight: float
    """Of the stones that are not fixed [N]."""
    push: FloatArray
    """On the platform [N], shape (3,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class States:
    """What is kept of a run at each of its times, counted from the action's start; a row each."""

    times: FloatArray
    """[s], shape (k,)"""
    position: FloatArray
    """Of the mass centres, in space [m], shape (k, stones, 3)."""
    quaternion: FloatArray
    """Rotation of each stone from the drawing (w, x, y, z), shape (k, stones, 4)."""
    platform: FloatArray
    """Shift of the base [m], shape (k, 3)."""
    platform_turn: FloatArray
    """Rotation of the base (w, x, y, z), shape (k, 4)."""
    tilt: FloatArray
    """Of the base, or of gravity [rad], shape (k,)."""
    normal_force: FloatArray
    """Of each joint [N], shape (k, joints)."""
    shear_force: FloatArray
    """Size of it [N], shape (k, joints)."""
    closed_area: FloatArray
    """That bears pressure [m2], shape (k, joints)."""
    opening: FloatArray
    """Widest gap of each joint [m], shape (k, joints); ``PARTED_OPENING`` while its stones touch loosely, if at all."""
    slip: FloatArray
    """Length of slip of each joint so far, from the settled state [m], shape (k, joints)."""
    push: FloatArray
    """Of the wall on its base and guides [N], shape (k, 3)."""
    strut_force: FloatArray
    """Tension positive [N], shape (k, struts)."""
    energy: FloatArray
    """Columns as in :data:`pirqa.dynamics.energy.ENERGIES` [J], shape (k, 8)."""
    soil_pressure: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    """Of soil and water on each patch of the back [Pa], shape (k, patches)."""

    @property
    def parted_joints(self) -> NDArray[np.bool_]:
        """Joints whose faces have left each other, shape (k, joints)."""
        return np.equal(self.opening, PARTED_OPENING)

    def until(self, count: int) -> States:
        """The first ``count`` of them."""
        return States(**{item.name: getattr(self, item.name)[:count] for item in fields(States)})


@dataclass(frozen=True, kw_only=True, eq=False)
class History(States):
    """States of a run, and whose they are."""

    action: str
    """Name of the motion, or ``tilt``, ``settlement``, ``hold``."""
    case: str
    """Which end of each pair of joint properties was used; empty where there is no pair."""
    stones: tuple[str, ...]
    held: tuple[str, ...]
    """Stones that move with the base."""
    joints: tuple[JointName, ...]
    reference: FloatArray
    """Mass centres in the settled state [m], shape (stones, 3)."""

    @cached_property
    def displacement(self) -> FloatArray:
        """Of the mass centres, from the settled state, as seen from the base [m], shape (k, stones, 3)."""
        return displacements(self, self.reference)

    @property
    def title(self) -> str:
        """Name of the action, and of the case where there is one."""
        return f"{self.action} ({self.case})" if self.case else self.action

    @property
    def free(self) -> list[int]:
        """Numbers of the stones that do not move with the base; of all where every one does."""
        return [b for b, name in enumerate(self.stones) if name not in self.held] or list(range(len(self.stones)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Trajectory(History):
    """A run of the wall under one action; times count from the action's start, displacements from the settled state."""

    control_points: tuple[ControlPoint, ...]
    settled: Settled
    ledger: Ledger
    """Of the action and what followed."""
    failed: bool
    """Whether the computation went wrong, which says nothing about the wall."""
    parted: tuple[str, ...]
    """Joints whose faces had left each other at one of the looks at the wall: their stones touch loosely then."""
    events: tuple[Event, ...]
    step: float
    """Time step [s]."""
    stable_step: float
    """[s]"""
    action_ends: float
    """When the action is over and the wall swings out [s]."""
    halvings: int = 0
    """How often the default time step was halved before the energy closed."""
    ended_at: float | None = None
    """When it was ended before its time, since nothing that came later was of use [s]; none where it was not. All that
    is said of the run is said of the time until then."""

    @cached_property
    def peak(self) -> FloatArray:
        """Largest displacement of each stone relative to the base [m], shape (stones,)."""
        return np.asarray(np.linalg.norm(self.displacement, axis=2).max(axis=0))

    @cached_property
    def residual(self) -> FloatArray:
        """Displacement of each stone at the end [m], shape (stones, 3): the mean of the last second."""
        late = self.times >= self.times[-1] - 1.0
        return np.asarray(self.displacement[late].mean(axis=0))

    @property
    def reliable(self) -> bool:
        """Whether the energy ledger closes and the computation did not fail."""
        return not self.failed and self.ledger.closes

    @property
    def rotation(self) -> FloatArray:
        """Angle by which each stone is turned in space from the drawing [rad], shape (k, stones)."""
        return np.asarray(2.0 * np.arcsin(np.clip(np.linalg.norm(self.quaternion[..., 1:], axis=-1), 0.0, 1.0)))

    def point(self, name: str) -> FloatArray:
        """Displacement of a control point relative to the base and the settled state [m], shape (k, 3)."""
        found = next((point for point in self.control_points if point.name == name), None)
        if found is None:
            known = [point.name for point in self.control_points]
            raise OptionsError(f'no control point is called "{name}"; {did_you_mean(name, known)}')
        stone = self.stones.index(found.stone)
        arm = found.position - (self.reference[stone] - self.settled.displacement[stone])
        place = self.position[:, stone] + turn_by(self.quaternion[:, stone], arm)
        start = self.reference[stone] + turn_by(self.quaternion[:1, stone], arm)
        return np.asarray(seen_from_base(place[:, None, :], self.platform, self.platform_turn)[:, 0] - start)

    def __str__(self) -> str:
        free = self.free
        worst = free[int(np.argmax(np.linalg.norm(self.residual[free], axis=1)))]
        highest = free[int(np.argmax(self.peak[free]))]
        how = "FAILED" if self.failed else "complete" if self.ended_at is None else "ended before its time"
        lines = [
            f"{self.title}: {how} after {self.times[-1]:.2f} s",
            f"  largest displacement {1e3 * self.peak[highest]:.2f} mm, stone {self.stones[highest]}",
            f"  lasting displacement {1e3 * float(np.linalg.norm(self.residual[worst])):.3f} mm, stone "
            f"{self.stones[worst]}",
            f"  energy closes within {self.ledger.error:.2g}{'' if self.reliable else ': NOT RELIABLE'}",
        ]
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True, eq=False)
class PartialRun(History):
    """What is left of a run that was stopped: as far as it was computed, and no further."""

    def __str__(self) -> str:
        if not len(self.times):
            return f"{self.title}: stopped before a state was kept"
        moved, free = np.linalg.norm(self.displacement, axis=2), self.free
        highest, last = (free[int(np.argmax(sizes[free]))] for sizes in (moved.max(axis=0), moved[-1]))
        return (
            f"{self.title}: stopped after {self.times[-1]:.2f} s; {len(self.times)} states of "
            f"{len(self.stones)} stones and {len(self.joints)} joints are left\n"
            f"  largest displacement so far {1e3 * moved[:, highest].max():.2f} mm, stone {self.stones[highest]}\n"
            f"  displacement in the last state {1e3 * moved[-1, last]:.3f} mm, stone {self.stones[last]}"
        )


def states_of(
    record: Record,
    *,
    attitude: FloatArray,
    reference: FloatArray,
    path: FloatArray,
    tilt: FloatArray,
    sparing: bool = False,
) -> States:
    """The rows of ``record`` as seen from outside.

    ``attitude`` is the bodies' rotation in the drawing, shape (b, 3, 3), ``reference`` their settled places [m], shape
    (b, 3), ``path`` the joints' length of slip until then [m], shape (j,), ``tilt`` that of each row [rad].
    ``sparing``: without shear, closed area and slip of the joints, which nobody asks for who only judges the wall.
    """
    pose, joint, count = record.pose, record.joint, len(record.times)
    position, quaternion = np.empty((count, pose.shape[1] - 1, 3)), np.empty((count, pose.shape[1] - 1, 4))
    take_poses(pose, np.ascontiguousarray(attitude), position, quaternion)
    spared = np.empty((count, 0, 7)) if sparing else joint
    return States(
        times=record.times,
        position=position,
        quaternion=quaternion,
        platform=pose[:, -1, :3] - reference[-1],
        platform_turn=quaternions(pose[:, -1, 3:].reshape(-1, 3, 3)),
        tilt=tilt,
        normal_force=record.normal_force,
        shear_force=np.hypot(spared[:, :, 1], spared[:, :, 2]),
        closed_area=spared[:, :, 4],
        opening=record.opening,
        slip=spared[:, :, 6] - path[: spared.shape[1]],
        push=record.push,
        strut_force=record.tie,
        soil_pressure=record.soil,
        energy=record.energy,
    )


def displacements(states: States, reference: FloatArray) -> FloatArray:
    """Of the mass centres from ``reference``, shape (stones, 3), as seen from the base [m], shape (k, stones, 3)."""
    moved = seen_from_base(states.position, states.platform, states.platform_turn)
    moved -= reference
    return moved


def uprights(states: States) -> FloatArray:
    """Where the upright of each stone as surveyed points, as seen from the base, shape (k, stones, 3)."""
    found = np.empty((*states.quaternion.shape[:2], 3))
    find_uprights(np.ascontiguousarray(states.quaternion), np.ascontiguousarray(states.platform_turn), found)
    return found


def seen_from_base(position: FloatArray, shift: FloatArray, turn: FloatArray) -> FloatArray:
    """Places [m], shape (k, n, 3), in axes that move and turn with the base; ``turn`` as quaternions, shape (k, 4)."""
    seen = np.empty(position.shape)
    see_from_base(np.ascontiguousarray(position), np.ascontiguousarray(shift), np.ascontiguousarray(turn), seen)
    return seen


def turn_by(quaternion: FloatArray, arm: FloatArray) -> FloatArray:
    """Vectors turned by quaternions (w, x, y, z), shape (…, 3)."""
    scalar, vector = quaternion[..., :1], quaternion[..., 1:]
    across = 2.0 * np.cross(vector, arm)
    return np.asarray(arm + scalar * across + np.cross(vector, across))


def quaternions(rotation: FloatArray) -> FloatArray:
    """(w, x, y, z) of rotation matrices of any turn, shape (…, 4); w is never negative."""
    found = np.empty((*rotation.shape[:-2], 4))
    find_quaternions(np.ascontiguousarray(rotation).reshape(-1, 3, 3), found.reshape(-1, 4))
    return found


_NOTICEABLE = 1e-3
"""Slip or opening of a joint that is told [m]."""


def stone_heights(wall: Wall) -> FloatArray:
    """Of each stone from its lowest to its highest corner [m]."""
    return np.array([np.ptp(stone.solid.vertices[:, 2]) for stone in wall.stones])


def dropped_stones(moved: FloatArray, heights: FloatArray, wall: Wall) -> list[str]:
    """Names of the stones that sank by more than half their height, most first: a wall that does not stand at all.

    ``moved`` is their displacement [m], shape (stones, 3). ``experiments/shaking/damage`` decides what falls in a run.
    """
    share = -moved[:, 2] / heights
    order = [wall.stones[index].name for index in np.argsort(-share, kind="stable") if share[index] > 0.5]
    return [name for name in order if name not in wall.fixed]


def find_events(
    times: FloatArray, opening: FloatArray, slip: FloatArray, joints: Sequence[JointName]
) -> tuple[Event, ...]:
    """First slip and opening of each joint, in the order of time; ``opening`` and ``slip`` [m], shape (k, joints)."""
    events: list[Event] = []
    amounts: dict[EventKind, FloatArray] = {"slip": slip, "opening": opening}
    for kind, values in amounts.items():
        passed = values > _NOTICEABLE
        for j in np.flatnonzero(passed.any(axis=0)).tolist():
            at = int(passed[:, j].argmax())
            place, amount = str(joints[j]), float(values[at, j])
            events.append(Event(time=float(times[at]), kind=kind, place=place, amount=amount))
    return tuple(sorted(events, key=lambda event: (event.time, event.kind, event.place)))
