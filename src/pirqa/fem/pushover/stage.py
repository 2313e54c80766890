"""The pushover stage: the wall under its weight, pushed every way that is asked for, and what its paths mean.

Variants repeat the push on a second mesh, with a second pattern and on a second wall: what the answer depends on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from pirqa.errors import Interrupted, OptionsError
from pirqa.fem.build import build, face_point
from pirqa.fem.exchange import read_mesh
from pirqa.fem.mesh import Mesh, check_mesh
from pirqa.fem.options import FeOptions
from pirqa.fem.pushover.bricks import shape_of
from pirqa.fem.pushover.capacity import (
    band_of,
    capacity_spectrum,
    n2,
    oscillator_of,
    read_curve,
    spectrum_curve,
    volume_masses,
)
from pirqa.fem.pushover.checkpoint import CheckpointFile, FinishedPaths, StoppedRun
from pirqa.fem.pushover.checks import checks_of
from pirqa.fem.pushover.equilibrium import EquilibriumState, PushoverEquilibrium
from pirqa.fem.pushover.masonry import matter_of
from pirqa.fem.pushover.mechanism import read_cracks
from pirqa.fem.pushover.model import Model, control_vector, lateral_load, make_model, mean_vector
from pirqa.fem.pushover.options import ControlKind, LoadPattern, PushoverOptions
from pirqa.fem.pushover.path import PathProgress, Push, follow, under_weight
from pirqa.fem.pushover.record import PathRecord
from pirqa.fem.pushover.result import PushoverReading, PushoverResult, PushoverVariant, Snapshots, VariantKind
from pirqa.fem.structure import Attachment, Structure, attach
from pirqa.model.mechanism import LoadDirection
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.progress import SILENT, Observer, tell
from pirqa.version import __version__

_STILL = 1e-6
"""Of the largest motion of the pushed wall, below which a point does not move."""

_OTHER: dict[ControlKind, ControlKind] = {"node": "mean", "mean": "node", "arc_length": "node"}

_LEAP = 4.0
"""Steps of the control point that may be made at once where something else is controlled."""

_REACH = 0.1
"""Metres that a control point may lie off a mesh that was read from a file."""

_ELASTIC = 0.05

_LONG_STEP = 0.75
"""Of the yield displacement. Measured on a prism 2.4 m high that yields at 0.5 mm: steps of 4 mm in place of 0.5 mm
raise its peak from 0.265 to 0.303."""

_CRUSHED = 0.5
"""Damage in compression of a brick that bears no more than half of its strength: the toe has gone. Measured on the wall
of the Chokepukio paper: loads at 140 mm were between 0.05 and 0.13 for steps of 1 to 5 mm and bricks of 0.55 to 1 m."""

_BEYOND = 1.3
"""How far spectra are drawn beyond what is asked and what can be."""


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
    checkpoint = CheckpointFile(folder, _digest(model, options))
    equilibrium = PushoverEquilibrium(model)
    observer.begin("pushover, weight", 1)
    rest, cracked = under_weight(model, equilibrium)
    observer.advance()
    observer.end(f"{model.total_weight / 1e3:.4g} kN, {len(model.rows)} degrees of freedom")
    if cracked > 0.0:
        remarks = (*remarks, Remark(kind="warning", key="pushover_cracked_at_rest", amount=cracked))
    standing = _Wall(equilibrium=equilibrium, rest=rest, point=point, options=options)
    done = _follow_all(standing, checkpoint, observer)
    for path in done.paths:
        if path.ended == "stopped":
            told = f"{path.direction}, {path.control}: {path.message}"
            remarks = (*remarks, Remark(kind="warning", key="pushover_stopped", text=told))
    if not keep:
        checkpoint.clear()
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


def read_result(result: PushoverResult, options: PushoverOptions, *, governing: str | None = None) -> PushoverResult:
    """``result`` with its readings and checks; ``governing`` is the key of the spectrum that governs at the site."""
    spectra = elastic_spectra(options.spectra)
    readings = tuple(
        _read(result, direction, snapshots, options.pattern, spectra)
        for direction, snapshots in zip(result.directions, result.snapshots, strict=True)
    )
    checks = tuple(
        check for reading in readings for check in checks_of(reading, spectra, result.variants, governing=governing)
    )
    told = (*result.remarks, *_long_steps(readings, options), *_crushed(result))
    return replace(result, readings=readings, checks=checks, remarks=told)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A wall and its finite elements."""

    wall: Wall
    fe: FeOptions


def run_variants(
    subject: Subject,
    options: PushoverOptions,
    *,
    second: Subject | None = None,
    folder: Path | None = None,
    source: Path = Path(),
    observer: Observer = SILENT,
) -> tuple[PushoverVariant, ...]:
    """Return the variants that ``options`` ask for, each of the main path of every direction alone.

    ``second`` is the wall of ``options.second_wall``. The states of finished runs stay in folders below ``folder``, so
    that a stopped stage goes on; the caller removes them.
    """
    made = []
    for change in _changes(subject, options, second):
        asked = replace(
            options,
            pattern=change.pattern or options.pattern,
            halved_viscosity=False,
            other_control=False,
            second_mesh=None,
            second_pattern=None,
            second_wall=False,
        )
        home = None if folder is None else folder / f"second_{change.kind}"
        if home is not None:
            home.mkdir(parents=True, exist_ok=True)
        result = run_pushover(
            change.subject.wall,
            change.subject.fe,
            asked,
            folder=home,
            source=source,
            observer=observer,
            bricks=change.bricks,
            keep=True,
        )
        made.append(
            PushoverVariant(
                kind=change.kind,
                pattern=asked.pattern,
                bricks=len(result.mesh),
                readings=read_result(result, asked).readings,
            )
        )
    return tuple(made)


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A path that is to be followed."""

    direction: LoadDirection
    control: ControlKind
    viscosity: float
    main: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class _Wall:
    """The wall at rest under its weight, ready to be pushed."""

    equilibrium: PushoverEquilibrium
    rest: EquilibriumState
    point: Attachment
    """The control point."""
    options: PushoverOptions


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


def _follow_all(wall: _Wall, checkpoint: CheckpointFile, observer: Observer) -> FinishedPaths:
    """Follow all paths, from where an earlier run was stopped."""
    model, options = wall.equilibrium.model, wall.options
    stopped = checkpoint.read()
    done = FinishedPaths() if stopped is None else stopped.done
    loads: dict[LoadDirection, FloatArray] = {}
    for number, plan in enumerate(_plans(options)):
        if number < len(done.paths):
            continue
        if plan.direction not in loads:
            loads[plan.direction] = lateral_load(model, options.pattern, plan.direction)
        _follow(wall, plan, loads[plan.direction], checkpoint, stopped, done, observer)
        stopped = None
        checkpoint.write(done, None, None, None)
    return done


def _follow(
    wall: _Wall,
    plan: _Plan,
    load: FloatArray,
    checkpoint: CheckpointFile,
    stopped: StoppedRun | None,
    done: FinishedPaths,
    observer: Observer,
) -> None:
    """Follow the path ``plan`` under ``load`` and append it to ``done``; ``stopped`` is where an earlier run ended."""
    equilibrium, rest, options = wall.equilibrium, wall.rest, wall.options
    model = equilibrium.model
    top, mean = control_vector(model, wall.point, plan.direction), mean_vector(model, plan.direction)
    share = _moved_share(equilibrium, rest, load, top, mean, plan.direction)
    push = Push(load=load, control=mean if plan.control == "mean" else top, arc=plan.control == "arc_length")
    record = PathRecord(
        model=model, load=load, point=top, mean=mean, target=options.target, start=rest.shift, snapshots=plan.main
    )
    progress, current = None, rest
    if stopped is not None and stopped.rest is not None:
        record.rows, record.shots = stopped.rows, stopped.shots
        record.inner_work, record.outer_work = stopped.numbers["inner"], stopped.numbers["outer"]
        record.first_energy = stopped.numbers["first"]
        progress, current = stopped.progress, stopped.rest
    total = max(round(options.target / options.step), 1)
    told = 0
    observer.begin(f"pushover {plan.direction}, {plan.control.replace('_', ' ')}, η {plan.viscosity:g}", total)

    # a run that is taken up goes on as this one does only from where no step takes a factor of earlier ones
    last: tuple[PathRecord | None, EquilibriumState | None, PathProgress | None] = (None, None, None)
    if progress is not None:
        last = (replace(record, rows=list(record.rows), shots=dict(record.shots)), current, replace(progress))

    def look(record: PathRecord, rest: EquilibriumState, progress: PathProgress) -> None:
        nonlocal told, last
        tell(observer, f"{1e3 * record.displacement:.1f} mm, λ {rest.multiplier:.3f}")
        if record.fresh:
            last = (replace(record, rows=list(record.rows), shots=dict(record.shots)), rest, replace(progress))
            if checkpoint.due():
                checkpoint.write(done, *last)
        reached = min(int(record.displacement / options.target * total), total)
        try:
            if reached > told:
                observer.advance(reached - told)
        except Interrupted:
            checkpoint.write(done, *last)
            raise
        told = max(reached, told)

    current, outcome = follow(
        equilibrium,
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
    equilibrium: PushoverEquilibrium,
    rest: EquilibriumState,
    load: FloatArray,
    top: FloatArray,
    mean: FloatArray,
    direction: str,
) -> float:
    """Mean displacement over that of the control point, of the wall that has not cracked yet."""
    equilibrium.state[:] = rest.state
    equilibrium.forces(rest.shift, rest.inner, rest.state, frozen=True, stiff=True)
    rows = equilibrium.model.rows
    moved = equilibrium.factor().solve(load[rows])
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


def _long_steps(readings: Sequence[PushoverReading], options: PushoverOptions) -> Iterator[Remark]:
    """Steps that leave the way up to the yield unseen: the delay of cracks goes with them, and the peak grows."""
    bent = [reading.main.bilinear.yield_displacement for reading in readings if reading.main.bilinear is not None]
    if bent and options.step > _LONG_STEP * min(bent):
        yield Remark(kind="warning", key="pushover_step_long", amount=float(1e3 * min(bent)), unit="mm")


def _crushed(result: PushoverResult) -> Iterator[Remark]:
    """From where on bricks have crushed: what they still bear depends on their size and on the step."""
    found = []
    for direction, snapshots in zip(result.directions, result.snapshots, strict=True):
        crushed = snapshots.crushing.max(axis=1, initial=0.0) > _CRUSHED
        if crushed.any():
            found.append(float(result.of(direction)[0].displacement[snapshots.step[int(np.argmax(crushed))]]))
    if found:
        yield Remark(kind="warning", key="pushover_crushed", amount=1e3 * min(found), unit="mm")


def elastic_spectra(given: DesignSpectra | None) -> dict[str, DesignSpectrum]:
    """Design spectra by name, which must be elastic, level and for 5 % damping: the methods reduce them themselves."""
    if given is None:
        return {}
    for name in given.given:
        table = getattr(given, name)
        if getattr(table, "reduction", 1.0) != 1.0:
            raise OptionsError(f"pushover.spectra.{name}.reduction must be 1: N2 reduces the spectrum itself")
        if getattr(table, "vertical", False):
            raise OptionsError(f"pushover.spectra.{name}.vertical must be false: the wall is pushed sideways")
        if getattr(table, "damping", _ELASTIC) != _ELASTIC:
            raise OptionsError(f"pushover.spectra.{name}.damping must be 0.05: the methods bring their own damping")
    return {spectrum.name: spectrum for spectrum in design_spectra(given).values()}


def _read(
    result: PushoverResult,
    direction: str,
    snapshots: Snapshots,
    pattern: LoadPattern,
    spectra: Mapping[str, DesignSpectrum],
) -> PushoverReading:
    paths = result.of(direction)
    curves = tuple(read_curve(path) for path in paths)
    main = curves[0]
    mass = result.mass if len(result.mass) else volume_masses(result.mesh, result.weight)
    levels = result.mesh.nodes[:, 2] - float(result.mesh.nodes[:, 2].min())
    oscillator = oscillator_of(mass, levels, pattern, snapshots, paths[0], main.elastic_end.step, main.peak.step)
    demands = (
        [how(main.bilinear, oscillator, spectrum) for spectrum in spectra.values() for how in (n2, capacity_spectrum)]
        if main.bilinear is not None and main.bilinear.yield_multiplier > 0.0
        else []
    )
    reach = max([main.end.displacement, *(item.displacement for item in demands)]) / oscillator.participation
    drawn = [
        spectrum_curve(spectra[item.spectrum], item.damping, _BEYOND * float(np.clip(reach, 1e-3, 10.0)))
        for item in demands
    ]
    return PushoverReading(
        direction=direction,
        curves=curves,
        band=band_of(paths),
        oscillator=oscillator,
        demands=tuple(demands),
        spectra=tuple(drawn),
        cracks=read_cracks(result.mesh, snapshots, paths[0]),
    )


@dataclass(frozen=True, kw_only=True)
class _Change:
    """What one variant changes."""

    kind: VariantKind
    subject: Subject
    bricks: float = 1.0
    pattern: LoadPattern | None = None


def _changes(subject: Subject, options: PushoverOptions, second: Subject | None) -> Iterator[_Change]:
    if options.second_mesh is not None:
        yield _Change(kind="mesh", subject=subject, bricks=options.second_mesh)
    if options.second_pattern is not None:
        yield _Change(kind="pattern", subject=subject, pattern=options.second_pattern)
    if second is not None:
        yield _Change(kind="wall", subject=second)
