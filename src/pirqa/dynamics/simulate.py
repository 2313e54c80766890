"""One run from beginning to end: gravity, rest, the action, swinging out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from pirqa.dynamics.arrays import HELD
from pirqa.dynamics.drive import Action, Drive, Hold, drive_of, initial_velocity, settling, tilt_angle
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import LOOK, Engine, Record
from pirqa.dynamics.events import fallen_stones, find_events, stone_heights
from pirqa.dynamics.options import SimulationOptions, TiltOptions
from pirqa.dynamics.trajectory import Outcome, Settled, Trajectory, seen_from_base
from pirqa.errors import ComputationError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["name_of", "quaternions", "settle", "simulate"]

_REST = 1e-6
"""Kinetic over elastic energy at which a shaken wall has swung out."""
_LEAST_FREE = 3.0
"""At least this long it swings out [s], where there is time for it."""


def simulate(
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    keep: Callable[[Record], None] = lambda _: None,
    observer: Observer = SILENT,
) -> Trajectory:
    """Let ``wall`` come to rest under its weight, do ``action`` to it, and let it swing out.

    ``joints`` replaces the wall's own joint properties, ``case`` names them; ``keep`` is handed each stretch of the run
    as it is computed. A run whose energy does not close is made again with half the time step, from its start, unless
    the step is given.
    """
    options = SimulationOptions() if options is None else options
    for halvings in range(options.refine + 1):
        finer = replace(options, safety=options.safety / 2**halvings)
        engine = Engine.of(wall, finer, joints=joints, struts=struts)
        trajectory = _once(engine, action, case, keep, observer)
        if trajectory.reliable or options.step is not None:
            break
    return replace(trajectory, halvings=halvings)


def _once(
    engine: Engine,
    action: Action,
    case: str,
    keep: Callable[[Record], None],
    observer: Observer,
) -> Trajectory:
    settled = settle(engine, observer=observer)
    reference = engine.assembly.bodies.position.copy()
    engine.done = 0
    if isinstance(action, GroundMotion):
        engine.start_with(initial_velocity(action))
    drive = drive_of(action, engine.assembly.wall, free=engine.options.free)
    run = _Run(engine=engine, drive=drive, reference=reference, action_ends=drive.duration - engine.options.free)
    observer.begin(name_of(action), math.ceil(drive.duration / LOOK))
    outcome: Outcome = run.through(keep, observer)
    trajectory = _gather(run, action, case, settled, outcome)
    closes = "" if trajectory.reliable else f", energy closes within {trajectory.ledger.error:.1g} only"
    observer.end(f"{outcome}, {trajectory.times[-1]:.1f} s{closes}")
    return trajectory


def name_of(action: Action) -> str:
    """What an action is called in tables."""
    if isinstance(action, GroundMotion):
        return action.name
    return "tilt" if isinstance(action, TiltOptions) else ("hold" if isinstance(action, Hold) else "settlement")


def settle(engine: Engine, *, observer: Observer = SILENT) -> Settled:
    """Gravity grows and the wall comes to rest; joints are damped well meanwhile, which changes no resting place."""
    options, made = engine.options, engine.assembly
    drive = settling(options.ramp, options.ramp + options.hold)
    engine.damp_at_least(options.settling_damping)
    start = made.bodies.position.copy()
    heights = stone_heights(made.wall)
    chunk = engine.stretch
    records: list[Record] = []
    observer.begin("gravity", math.ceil(drive.duration / LOOK))
    first, quiet = 0, math.inf
    while quiet > options.quiet:
        if first * engine.step >= drive.duration:
            _refuse_restless(engine, start, quiet)
        record, sound = engine.run(drive, first, chunk)
        first += chunk
        if not sound:
            raise ComputationError(
                f"the wall flew apart under its own weight after {engine.time:.2f} s; check for stones that overlap, "
                "and the time step"
            )
        records.append(record)
        down = fallen_stones(made.bodies.position[:-1] - start[:-1], heights, made.wall)
        if down:
            raise ComputationError(
                f'the wall does not stand under its own weight: stone "{down[0]}" falls after {engine.time:.2f} s of '
                "growing gravity; check what it rests on, the joints' friction, and joints.normal_stiffness: stones "
                "sink into soft joints"
            )
        energy = record.energy[-1]
        if first * engine.step > options.ramp and energy[1] > 0.0:
            quiet = float(record.energy[:, 0].max() / energy[1])
        elif first * engine.step > options.ramp and not np.any(made.bodies.role != HELD):
            quiet = 0.0
        observer.advance()
    observer.end(f"at rest after {engine.time:.1f} s")
    engine.damp_as_given()
    made.bodies.velocity[:] = 0.0
    made.bodies.momentum[:] = 0.0
    moving = made.bodies.role != HELD
    return Settled(
        duration=engine.time,
        displacement=(made.bodies.position - start)[:-1],
        quiet=quiet,
        ledger=ledger_of(np.concatenate([record.energy for record in records])),
        weight=float(-made.loads.gravity[2] * made.bodies.mass[moving].sum()),
        push=records[-1].push[-1].copy(),
    )


def _refuse_restless(engine: Engine, start: FloatArray, quiet: float) -> None:
    bodies, wall = engine.assembly.bodies, engine.assembly.wall
    speeds = np.linalg.norm(bodies.velocity, axis=1)
    worst = int(np.argmax(speeds))
    moved = float(np.linalg.norm(bodies.position[worst] - start[worst]))
    raise ComputationError(
        f"the wall has not come to rest under its own weight after {engine.time:.1f} s: stone "
        f'"{wall.stones[worst].name}" still moves at {1e3 * speeds[worst]:.3g} mm/s and has moved by {1e3 * moved:.3g} '
        f"mm (kinetic over elastic energy {quiet:.2g}); if it slides, raise the friction or fix what holds it, else "
        "raise dynamics.simulation.hold"
    )


@dataclass(kw_only=True, eq=False)
class _Run:
    """A phase on its way."""

    engine: Engine
    drive: Drive
    reference: FloatArray
    action_ends: float
    records: list[Record] = field(default_factory=list)

    def sunk(self, times: FloatArray) -> FloatArray:
        """How far the sinking stones have sunk [m], shape (k,)."""
        return np.maximum(-self.drive.settlement(times)[:, 2], 0.0)

    def through(self, keep: Callable[[Record], None], observer: Observer) -> Outcome:
        engine, wall = self.engine, self.engine.assembly.wall
        heights = stone_heights(wall)
        total, first = math.ceil(self.drive.duration / engine.step - 1e-9), 0
        chunk = engine.stretch
        engine.assembly.loads.spent[:] = 0.0
        while first < total:
            record, sound = engine.run(self.drive, first, min(chunk, total - first))
            first += chunk
            self.records.append(record)
            keep(record)
            observer.advance()
            if not sound:
                self.records[-1] = _finite(record)
                return "failed"
            if not len(record.times):  # the last stretch may be too short to keep a state
                continue
            moved = _seen(record.pose[-1:], self.reference)[0] - self.reference[:-1]
            if fallen_stones(moved, heights, wall, sunk=float(self.sunk(record.times[-1:])[0])):
                return "collapse"
            late = first * engine.step - self.action_ends
            if late >= min(_LEAST_FREE, engine.options.free) and len(record.energy):
                kinetic, elastic = record.energy[:, 0].max(), record.energy[-1, 1]
                if kinetic < _REST * elastic:
                    break
        return "standing"


def _finite(record: Record) -> Record:
    """Without the states after which there are no numbers any more."""
    sound = np.asarray(np.isfinite(record.pose).all(axis=(1, 2)) & np.isfinite(record.energy).all(axis=1))
    until = len(sound) if sound.all() else int(np.argmin(sound))
    kept = {item.name: getattr(record, item.name)[:until] for item in fields(record)}
    return Record(**kept)


def _gather(run: _Run, action: Action, case: str, settled: Settled, outcome: Outcome) -> Trajectory:
    made, wall = run.engine.assembly, run.engine.assembly.wall

    def joined(name: str) -> FloatArray:
        return np.concatenate([getattr(record, name) for record in run.records])

    times, pose, joint = joined("times"), joined("pose"), joined("joint")
    turned = pose[:, :-1, 3:].reshape(len(times), -1, 3, 3) @ made.bodies.attitude[:-1].transpose(0, 2, 1)
    energy = joined("energy")
    slip = joint[:, :, 6] - joint[0, :, 6]
    events = find_events(
        times, _seen(pose, run.reference) - run.reference[:-1], joint, slip, made, sunk=run.sunk(times)
    )
    return Trajectory(
        action=name_of(action),
        case=case,
        stones=tuple(stone.name for stone in wall.stones),
        held=wall.fixed,
        joints=made.names,
        times=times,
        position=pose[:, :-1, :3].copy(),
        quaternion=quaternions(turned),
        platform=pose[:, -1, :3] - run.reference[-1],
        platform_turn=quaternions(pose[:, -1, 3:].reshape(-1, 3, 3)),
        tilt=_tilts(action, times),
        normal_force=joint[:, :, 0].copy(),
        shear_force=np.hypot(joint[:, :, 1], joint[:, :, 2]),
        closed_area=joint[:, :, 4].copy(),
        opening=joint[:, :, 5].copy(),
        slip=slip,
        push=joined("push"),
        strut_force=joined("tie"),
        energy=energy,
        control_points=wall.control_points,
        settled=settled,
        ledger=ledger_of(energy),
        outcome=outcome,
        events=events,
        reference=run.reference[:-1].copy(),
        step=run.engine.step,
        stable_step=run.engine.limit,
        action_ends=run.action_ends,
    )


def _seen(pose: FloatArray, reference: FloatArray) -> FloatArray:
    """Mass centres as seen from the base [m], shape (k, stones, 3)."""
    turn = quaternions(pose[:, -1, 3:].reshape(-1, 3, 3))
    return seen_from_base(pose[:, :-1, :3], pose[:, -1, :3] - reference[-1], turn)


def _tilts(action: Action, times: FloatArray) -> FloatArray:
    if not isinstance(action, TiltOptions):
        return np.zeros(len(times))
    return np.asarray(tilt_angle(action)[1](times))


def quaternions(rotation: FloatArray) -> FloatArray:
    """(w, x, y, z) of rotation matrices of any turn, shape (…, 4); w is never negative."""
    from scipy.spatial.transform import Rotation

    flat = Rotation.from_matrix(rotation.reshape(-1, 3, 3)).as_quat(canonical=True)
    return np.asarray(np.roll(flat, 1, axis=-1).reshape(*rotation.shape[:-2], 4))
