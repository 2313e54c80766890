"""The pushover stage: the wall under its weight, then pushed every way that is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from pirqa.errors import Interrupted, OptionsError
from pirqa.fe.attachment import Attachment, attach
from pirqa.fe.build import build, face_point
from pirqa.fe.mesh.exchange import read_mesh
from pirqa.fe.mesh.mesh import Mesh
from pirqa.fe.mesh.quality import check_mesh
from pirqa.fe.options import FeOptions
from pirqa.fe.structure import Structure
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer, tell
from pirqa.pushover.balance import Balance, Rest
from pirqa.pushover.bricks import shape_of
from pirqa.pushover.checkpoint import Done, Keeper, Kept
from pirqa.pushover.matter import matter_of
from pirqa.pushover.model import Model, control_vector, lateral_load, make_model, mean_vector
from pirqa.pushover.options import ControlKind, LoadDirection, PushoverOptions
from pirqa.pushover.path import Progress, follow, under_weight
from pirqa.pushover.record import Record
from pirqa.pushover.result import PushoverResult
from pirqa.pushover.steps import Push
from pirqa.version import __version__

__all__ = ["run_pushover"]

_STILL = 1e-6
"""Of the largest motion of the pushed wall, below which a point does not move."""
_OTHER: dict[ControlKind, ControlKind] = {"node": "mean", "mean": "node", "arc_length": "node"}
_LEAP = 4.0
"""Steps of the control point that may be made at once where something else is controlled."""
_REACH = 0.1
"""Metres that a control point may lie off a mesh that was read from a file."""


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """One path that is to be followed."""

    direction: LoadDirection
    control: ControlKind
    viscosity: float
    main: bool


def run_pushover(
    wall: Wall,
    fe: FeOptions,
    options: PushoverOptions,
    *,
    folder: Path | None = None,
    source: Path = Path(),
    observer: Observer = SILENT,
    bricks: float = 1.0,
    keep: bool = False,
) -> PushoverResult:
    """All paths of ``wall``, modelled as ``fe`` says.

    ``folder`` is where the run is kept while it goes, and taken up if it was stopped; ``source`` the folder of the
    project file, from which a mesh is read. ``bricks`` multiplies the size of the bricks; ``keep`` leaves the finished
    run in ``folder``, for a caller that has more to do.
    """
    fe = _model_options(fe, options, bricks)
    structure = build(wall, fe, _given_mesh(wall, fe, source))
    check_mesh(structure.mesh, fe.mesh or "the mesh")
    length = shape_of(structure.kind, structure.mesh.bricks, structure.mesh.places).length
    matter, remarks = matter_of(wall, fe, options, structure, length)
    model = make_model(structure, matter, large=options.large_displacements, solver=options.solver)
    point = _control_point(wall, fe, options, structure)
    keeper = Keeper(folder, _digest(model, options))
    balance = Balance(model)
    observer.begin("pushover, weight", 1)
    rest, cracked = under_weight(model, balance)
    observer.advance()
    observer.end(f"{model.total_weight / 1e3:.4g} kN, {len(model.rows)} degrees of freedom")
    if cracked > 0.0:
        remarks = (*remarks, Remark(kind="warning", key="pushover_cracked_at_rest", amount=cracked))
    done = _follow_all(balance, rest, point, options, keeper, observer)
    for path in done.paths:
        if path.ended == "stopped":
            told = f"{path.direction}, {path.control}: {path.message}"
            remarks = (*remarks, Remark(kind="warning", key="pushover_stopped", text=told))
    if not keep:
        keeper.clear()
    return PushoverResult(
        mesh=structure.mesh,
        control_point=tuple(float(value) for value in point.place),  # type: ignore[arg-type]
        weight=model.total_weight,
        freedoms=len(model.rows),
        solver=model.solver_name,
        paths=tuple(done.paths),
        snapshots=tuple(done.snapshots),
        pattern=options.pattern,
        mass=model.system.weights,
        remarks=remarks,
    )


def _model_options(fe: FeOptions, options: PushoverOptions, bricks: float) -> FeOptions:
    """[fe] with the bricks that pushing asks for; cracks need two of them through the thickness at least."""
    given = {key: value for key in ("size", "through", "element") if (value := getattr(options, key)) is not None}
    made = replace(fe, models={}, response=None, points={}, layers=options.layers or max(fe.layers, 2), **given)
    if bricks == 1.0:
        return made
    if made.mesh:
        raise OptionsError("pushover.second_mesh: the mesh is read from a file (fe.mesh); leave one of the two out")
    return replace(
        made,
        size=bricks * made.size,
        through=None if made.through is None else bricks * made.through,
        layers=max(round(made.layers / bricks), 2),
    )


def _given_mesh(wall: Wall, fe: FeOptions, source: Path) -> Mesh | None:
    if not fe.mesh:
        return None
    return read_mesh(source / fe.mesh, tuple(zone.name for zone in wall.envelope.zones))


def _control_point(wall: Wall, fe: FeOptions, options: PushoverOptions, structure: Structure) -> Attachment:
    """The point that is asked for, or the foremost at the top in the middle of the length."""
    mesh, asked = structure.mesh, options.control_point
    name = "pushover.control_point"
    if asked is not None:
        place = face_point(wall, fe, name, asked.along, asked.level, asked.side)
        return attach(mesh, name, np.asarray(place), reach=_REACH if fe.mesh else 1e-6)
    nodes = mesh.nodes
    used = np.unique(mesh.bricks)
    top = used[nodes[used, 2] >= nodes[used, 2].max() - 1e-6]
    middle = 0.5 * (nodes[used, 0].min() + nodes[used, 0].max())
    near = np.abs(nodes[top, 0] - middle)
    chosen = top[near <= near.min() + 1e-6]
    return attach(mesh, name, nodes[chosen[np.argmin(nodes[chosen, 1])]])


def _plans(options: PushoverOptions) -> Iterator[_Plan]:
    for direction in options.directions:
        yield _Plan(direction=direction, control=options.control, viscosity=options.viscosity, main=True)
        if options.halved_viscosity and options.viscosity > 0.0:
            yield _Plan(direction=direction, control=options.control, viscosity=0.5 * options.viscosity, main=False)
        if options.other_control:
            yield _Plan(direction=direction, control=_OTHER[options.control], viscosity=options.viscosity, main=False)


def _follow_all(
    balance: Balance, rest: Rest, point: Attachment, options: PushoverOptions, keeper: Keeper, observer: Observer
) -> Done:
    """All paths, from where an earlier run was stopped."""
    model = balance.model
    kept = keeper.read()
    done = Done() if kept is None else kept.done
    loads: dict[LoadDirection, FloatArray] = {}
    for number, plan in enumerate(_plans(options)):
        if number < len(done.paths):
            continue
        if plan.direction not in loads:
            loads[plan.direction] = lateral_load(model, options.pattern, plan.direction)
        _follow(balance, rest, point, plan, loads[plan.direction], options, keeper, kept, done, observer)
        kept = None
        keeper.write(done, None, None, None)
    return done


def _follow(
    balance: Balance,
    rest: Rest,
    point: Attachment,
    plan: _Plan,
    load: FloatArray,
    options: PushoverOptions,
    keeper: Keeper,
    kept: Kept | None,
    done: Done,
    observer: Observer,
) -> None:
    model = balance.model
    top, mean = control_vector(model, point, plan.direction), mean_vector(model, plan.direction)
    share = _moved_share(balance, rest, load, top, mean, plan.direction)
    push = Push(load=load, control=mean if plan.control == "mean" else top, arc=plan.control == "arc_length")
    record = Record(
        model=model, load=load, point=top, mean=mean, target=options.target, start=rest.shift, snapshots=plan.main
    )
    progress, current = None, rest
    if kept is not None and kept.rest is not None:
        record.rows, record.shots = kept.rows, kept.shots
        record.inner_work, record.outer_work = kept.numbers["inner"], kept.numbers["outer"]
        record.first_energy = kept.numbers["first"]
        progress, current = kept.progress, kept.rest
    total = max(round(options.target / options.step), 1)
    told = 0
    observer.begin(f"pushover {plan.direction}, {plan.control.replace('_', ' ')}, η {plan.viscosity:g}", total)

    # a run that is taken up goes on as this one does only from where no step takes a factor of earlier ones
    last: tuple[Record | None, Rest | None, Progress | None] = (None, None, None)
    if progress is not None:
        last = (replace(record, rows=list(record.rows), shots=dict(record.shots)), current, replace(progress))

    def look(record: Record, rest: Rest, progress: Progress) -> None:
        nonlocal told, last
        tell(observer, f"{1e3 * record.displacement:.1f} mm, λ {rest.multiplier:.3f}")
        if record.fresh:
            last = (replace(record, rows=list(record.rows), shots=dict(record.shots)), rest, replace(progress))
            if keeper.due():
                keeper.write(done, *last)
        reached = min(int(record.displacement / options.target * total), total)
        try:
            if reached > told:
                observer.advance(reached - told)
        except Interrupted:
            keeper.write(done, *last)
            raise
        told = max(reached, told)

    current, outcome = follow(
        balance,
        record,
        current,
        push,
        step=options.step * (share if plan.control == "mean" else 1.0),
        viscosity=plan.viscosity,
        reach=_LEAP * options.step,
        progress=progress,
        tell=look,
    )
    record.finish(current)
    path = record.path(
        direction=plan.direction,
        control=plan.control,
        viscosity=plan.viscosity,
        ended=outcome.ended,
        message=outcome.message,
    )
    done.paths.append(path)
    if plan.main:
        done.snapshots.append(record.taken())
    peak = int(path.multiplier.argmax())
    found = f"λ {path.multiplier[peak]:.3f} at {1e3 * path.displacement[peak]:.0f} mm"
    observer.end(f"{found}, {outcome.message or outcome.ended}")


def _moved_share(
    balance: Balance, rest: Rest, load: FloatArray, top: FloatArray, mean: FloatArray, direction: str
) -> float:
    """Mean displacement over that of the control point, of the wall that has not cracked yet."""
    balance.state[:] = rest.state
    balance.forces(rest.shift, rest.inner, rest.state, frozen=True, stiff=True)
    rows = balance.model.rows
    moved = balance.factor().solve(load[rows])
    if float(top[rows] @ moved) <= _STILL * float(np.abs(moved).max()):
        raise OptionsError(
            f"pushover.control_point: it does not move when the wall is pushed {direction}: it stands at the base, or "
            "something holds it; give a point higher up"
        )
    return float(mean[rows] @ moved) / float(top[rows] @ moved)


def _digest(model: Model, options: PushoverOptions) -> str:
    """Of all that a path depends on."""
    structure = model.structure
    total = hashlib.blake2b(digest_size=16)
    mesh = structure.mesh
    for array in (mesh.nodes, mesh.bricks, mesh.zone, model.matter.law, model.matter.properties, model.weight):
        total.update(np.ascontiguousarray(array).tobytes())
    others = [getattr(structure, item.name) for item in fields(structure) if item.name not in ("mesh", "solids")]
    total.update(repr((__version__, options, others, model.solver_name)).encode())
    return total.hexdigest()
