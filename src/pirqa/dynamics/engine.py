"""A wall that moves: the thin object over the arrays and the compiled loop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from pirqa.dynamics.arrays import DEAD, SOME_PARTED, Log
from pirqa.dynamics.assembly import Assembly, assemble, critical_damping, with_room
from pirqa.dynamics.convex_parts import damp_loose
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.joint_contact_transition import hand_over
from pirqa.dynamics.joint_geometry import follow_faces
from pirqa.dynamics.linear import highest_frequency, loose_step, most_lag, stable_step
from pirqa.dynamics.neighbours import look_around
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.springs import SoilPressure, stiffest_soil
from pirqa.dynamics.step import advance
from pirqa.errors import OptionsError
from pirqa.model.masonry import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Strut
from pirqa.model.wall import Wall

LOOK = 0.25
"""Simulated time between looks at the wall, and of one step of the observer [s]."""
_LONGEST = 200_000
"""Steps in one compiled call, whose path must fit into memory."""
_MOST = 1e7
"""Steps of a simulated second beyond which a run would never end."""
_FALLEN = 0.7
"""Share of the stable time step of a stone on its largest face, which few stones ever lie on from both sides."""
_SOIL_LAG = 0.1
"""Damping over stiffness of soil while the wall comes to rest [s]: joints hardly damp a wall that leans on it."""
FASTEST = 200.0
"""Speed of a stone that no earthquake gives it [m/s]: the run has gone wrong."""


SPARED = (0, 5)
"""Columns of the joints in a log that a sparing stretch keeps: normal force and opening."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Record:
    """What was kept of a stretch of a run."""

    times: FloatArray
    """[s], shape (k,)"""
    pose: FloatArray
    """Mass centre (3) [m] and rotation from the principal axes (9) of each body, shape (k, b, 12)."""
    joint: FloatArray
    """See :class:`pirqa.dynamics.arrays.Log`, shape (k, j, 7); of a sparing stretch :data:`SPARED` alone may be there,
    shape (k, j, 2)."""
    energy: FloatArray
    """Columns as in :data:`pirqa.dynamics.energy.ENERGIES` [J], shape (k, 8)."""
    push: FloatArray
    """On the platform and its guides [N], shape (k, 3)."""
    tie: FloatArray
    """Force of each strut, tension positive [N], shape (k, t)."""
    soil: FloatArray
    """Pressure of soil and water on each patch [Pa], shape (k, p)."""

    @property
    def normal_force(self) -> FloatArray:
        """Of each joint [N], shape (k, j)."""
        return self.joint[:, :, 0]

    @property
    def opening(self) -> FloatArray:
        """Widest gap of each joint [m], shape (k, j)."""
        return self.joint[:, :, SPARED[1] if self.joint.shape[2] > len(SPARED) else 1]

    def finite(self) -> Record:
        """Without the states after which there are no numbers any more."""
        sound = np.asarray(np.isfinite(self.pose).all(axis=(1, 2)) & np.isfinite(self.energy).all(axis=1))
        return self.until(len(sound) if sound.all() else int(np.argmin(sound)))

    def until(self, count: int) -> Record:
        """The first ``count`` states."""
        return Record(**{item.name: getattr(self, item.name)[:count] for item in fields(self)})


@dataclass(kw_only=True, eq=False)
class Engine:
    """Stones, joints and a clock. Build it with :meth:`of`, then :meth:`run` phases."""

    assembly: Assembly
    options: SimulationOptions
    step: float
    """[s]"""
    limit: float
    """Stable time step [s]."""
    highest: float
    """Highest circular frequency with all joints closed [rad/s]."""
    soil: SoilPressure | None = None
    """What leans on its back."""
    done: int = 0
    """Steps so far."""
    _own: FloatArray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(
        cls,
        wall: Wall,
        options: SimulationOptions | None = None,
        *,
        joints: JointProperties | None = None,
        struts: Sequence[Strut] = (),
        soil: SoilPressure | None = None,
    ) -> Engine:
        """``wall`` with its joints, or with ``joints`` instead; held by ``struts``; ``soil`` leans on its back."""
        options = SimulationOptions() if options is None else options
        points = options.points if options.contact == "points" else 0
        made = assemble(wall, joints=joints, struts=struts, soil=soil, points=points, scan=options.scan)
        highest = highest_frequency(made.bodies, made.joints, made.frames, made.motion, made.ties)
        # no higher than both together, whatever the shapes of their modes
        highest = math.sqrt(highest**2 + stiffest_soil(made.bodies, made.soil))
        limit = stable_step(highest, _lag(made)) if highest > 0.0 else math.inf
        step = options.safety * limit if options.step is None else options.step
        # stones that fall may lie on larger faces than those they stand on
        if options.step is None:
            step = min(step, _FALLEN * loose_step(made.bodies, made.solids))
        if not math.isfinite(step):  # nothing is elastic: stones in free flight
            step = options.output_step
        if step > limit and not options.allow_unstable:
            raise OptionsError(
                f"dynamics.simulation.step: {step:g} s is above the stable time step of this wall, {limit:.3g} s; "
                "give less, or leave it out, or set allow_unstable = true"
            )
        if step * _MOST < 1.0:
            raise OptionsError(
                f"a simulated second would take {1.0 / step:.2g} steps; the stable time step, {limit:.2g} s, follows "
                "from the stiffest joint or strut: check joints.normal_stiffness, the struts and the step"
            )
        if options.step is None:  # so that whole steps fit between the states that are kept
            step = options.output_step / math.ceil(options.output_step / step)
        return cls(assembly=made, options=options, step=step, limit=limit, highest=highest, soil=soil)

    @property
    def time(self) -> float:
        """[s]"""
        return self.done * self.step

    @property
    def stride(self) -> int:
        """Steps between the states that are kept."""
        return max(1, round(self.options.output_step / self.step))

    @property
    def stretch(self) -> int:
        """Steps between looks at the wall: at least one state is kept in them."""
        return max(1, min(round(LOOK / self.step), _LONGEST), self.stride)

    def restart_clock(self) -> None:
        """Steps count from nothing again; whoever was to look again at a step of the old clock looks at once."""
        self.done = 0
        self.assembly.near.wake[:] = 0

    def run(self, drive: Drive, first: int, count: int) -> tuple[Record, bool]:
        """``count`` steps of ``drive``, from its step ``first``; what was kept, and whether the run is still sound."""
        made = self.assembly
        made.bodies.share[:] = 0.0
        for name in drive.sinking:
            made.bodies.share[made.body(name)] = 1.0
        path = drive.rows(first, count, self.step)
        if self.soil is not None:
            path[:, 14] = self.soil.surge(path[:, 13])
        stride = self.stride
        rows = count // stride + 2
        log = Log(
            step=np.zeros(rows, dtype=np.int64),
            pose=np.zeros((rows, len(made.bodies.mass), 12)),
            joint=np.zeros((rows, len(made.joints.first), 7)),
            energy=np.zeros((rows, len(ENERGIES))),
            push=np.zeros((rows, 3)),
            tie=np.zeros((rows, len(made.ties.first))),
            soil=np.zeros((rows, len(made.soil.body))),
        )
        steps = kept = 0
        axis = np.asarray(drive.axis, dtype=np.float64)
        while True:
            more, rows = advance(
                made.bodies,
                made.joints,
                made.frames,
                made.motion,
                made.memory,
                made.loads,
                made.ties,
                made.soil,
                made.solids,
                made.near,
                made.loose,
                path[steps:],
                axis,
                self.step,
                self.options.renew_after,
                FASTEST,
                made.scratch,
                self.done + steps,
                stride,
                log._replace(**{name: column[kept:] for name, column in log._asdict().items()}),
            )
            steps, kept = steps + more, kept + rows
            if not made.near.tally[5]:
                break
            made = self._look_around(self.done + steps)
        self.done += steps
        record = Record(
            times=np.asarray(log.step[:kept] * self.step, dtype=np.float64),
            pose=log.pose[:kept],
            joint=log.joint[:kept],
            energy=log.energy[:kept],
            push=log.push[:kept],
            tie=log.tie[:kept],
            soil=log.soil[:kept],
        )
        return record, steps == count

    def _look_around(self, number: int) -> Assembly:
        """See which parts are near each other before step ``number``, and end joints that are none any more."""
        made = self.assembly
        some_parted, made.near.tally[5] = made.near.tally[5] == SOME_PARTED, 0
        while True:
            joined = made.bodies, made.joints, made.frames, made.motion, made.memory.lift
            look_around(number, *joined, made.solids, made.near, made.loose)
            if made.near.tally[4] == 0:
                break
            made = self.assembly = with_room(made)
        # most walls stand: they need not wait until this is compiled
        if some_parted or np.any(made.motion.state == DEAD) or np.any(made.motion.agape):
            self.hand_over_joints()
        return made

    def hand_over_joints(self) -> None:
        """End joints whose faces have left each other, and take back those that lie on each other again."""
        made = self.assembly
        contact = made.bodies, made.joints, made.frames, made.motion, made.memory, made.solids, made.near
        made.loads.spent[2] += hand_over(*contact, made.loose, made.scratch)

    def forget_motion(self) -> None:
        """After stones were put elsewhere by hand: their joints start from where they are now."""
        made = self.assembly
        follow_faces(0, len(made.joints.first), made.bodies, made.joints, made.frames, made.motion)
        made.memory.gap[:] = made.motion.gap
        made.memory.slide[:] = made.motion.slide

    def start_with(self, velocity: FloatArray) -> None:
        """All stones at one velocity [m/s], shape (3,)."""
        self.assembly.bodies.velocity[:] = velocity

    def damp_at_least(self, ratio: float) -> None:
        """Damp joints by at least ``ratio`` of critical, as far as the step allows, until :meth:`damp_as_given`."""
        joints = self.assembly.joints
        self._own = np.array([joints.normal_damping, joints.shear_damping])
        least = ratio * critical_damping(joints, self.assembly.frames, self.assembly.bodies)
        least = np.minimum(least, 0.8 * most_lag(self.highest, self.step) * joints.normal_stiffness)
        joints.normal_damping[:] = np.maximum(joints.normal_damping, least)
        joints.shear_damping[:] = joints.normal_damping * joints.shear_stiffness / joints.normal_stiffness
        damp_loose(self.assembly.solids, self.assembly.near, ratio)
        # soil is soft: it bears more of it than the stiffest joint before the step is too long
        softer = self.highest**2 / max(stiffest_soil(self.assembly.bodies, self.assembly.soil), 1e-9)
        self.assembly.soil.lag[0] = min(_SOIL_LAG, 0.2 * softer * most_lag(self.highest, self.step))

    def damp_as_given(self) -> None:
        """The joints' own damping again."""
        damp_loose(self.assembly.solids, self.assembly.near, 0.0)
        self.assembly.soil.lag[0] = 0.0
        if len(self._own):
            self.assembly.joints.normal_damping[:], self.assembly.joints.shear_damping[:] = self._own

    def displacement(self, record: Record, reference: FloatArray) -> FloatArray:
        """Of the mass centres from ``reference``, a row of ``pose``, less the platform's [m], shape (k, b, 3)."""
        moved = record.pose[:, :, :3] - reference[None, :, :3]
        return np.asarray(moved - moved[:, -1:, :])


def _lag(made: Assembly) -> float:
    """Largest ratio of damping to stiffness [s]."""
    stiff = made.joints
    return max(
        float(np.max(stiff.normal_damping / stiff.normal_stiffness, initial=0.0)),
        float(np.max(stiff.shear_damping / stiff.shear_stiffness, initial=0.0)),
    )
