"""The finite-element stage: models of the wall, their modes, their rest under weight, their response to spectra."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.fem.build import build, face_point
from pirqa.fem.exchange import read_mesh
from pirqa.fem.factorise import factorise
from pirqa.fem.linear_analysis import NodeModes, find_modes, respond, rest
from pirqa.fem.mesh import Mesh, check_mesh
from pirqa.fem.options import MAIN_MODEL, FeOptions
from pirqa.fem.result import FeModelResult, FeResult, SpectrumResponse
from pirqa.fem.structure import Attachment, Structure, attach
from pirqa.fem.system import assemble
from pirqa.model.modes import AXES, Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import design_spectra
from pirqa.progress import SILENT, Observer

_FULL = 0.9
"""Of the moving mass that modes should take along in a response (EN 1998-1 §4.3.3.3.1)."""
_REACH = 0.1
"""Metres that a sensor may stand off the mesh: on the wall's crest, or beside a mesh that was read from a file."""
_SLIP = 3.0
"""How much longer or higher than the wall a mesh may be: feet are taken for metres, or axes for others, beyond it."""
_OFF = 0.05
"""Metres by which a sensor is moved onto the wall without a word."""

Places = Mapping[str, tuple[float, float, float]]


def run_fe(
    wall: Wall,
    options: FeOptions,
    *,
    folder: Path = Path(),
    sensors: Places | None = None,
    observer: Observer = SILENT,
) -> FeResult:
    """All models of the wall; ``sensors`` are points [m] at which their modes are told beside those of the options."""
    wanted = [("", "", wall, options)]
    for name, model in options.models.items():
        changed = _with(wall, model.youngs_modulus, model.unit_weight)
        wanted.append((name, model.label or name, changed, options.variant(name)))
    observer.begin("finite elements", 3 * len(wanted))
    found, remarks = [], []
    for name, label, here, chosen in wanted:
        mesh = None
        if chosen.mesh:
            zones = tuple(zone.name for zone in wall.envelope.zones)
            mesh = read_mesh(folder / chosen.mesh, zones)
            _check_size(mesh, wall, chosen.mesh)
        result, told = _model(name, label, here, chosen, mesh, sensors or {}, observer)
        found.append(result)
        remarks += told
    observer.end(f"{found[0].frequency[0]:.3g} Hz first")
    return FeResult(models=tuple(found), remarks=tuple(dict.fromkeys(remarks)))


def _check_size(mesh: Mesh, wall: Wall, name: str) -> None:
    """A mesh of quite another size than the wall has other units."""
    long, _, high = (float(value) for value in np.ptp(mesh.nodes, axis=0))
    length, height = float(wall.envelope.length or long), float(wall.envelope.height)
    if not (length / _SLIP < long < _SLIP * length and height / _SLIP < high < _SLIP * height):
        raise ModelError(
            f"{name}: the mesh is {long:.4g} m long and {high:.4g} m high, the wall {length:.4g} by {height:.4g} m: "
            "it needs metres, x along the wall, y from front to back and z up"
        )


def _with(wall: Wall, youngs_modulus: float | None, unit_weight: float | None) -> Wall:
    """The wall with other materials."""
    changed = {
        name: replace(
            material,
            youngs_modulus=youngs_modulus or material.youngs_modulus,
            unit_weight=unit_weight or material.unit_weight,
        )
        for name, material in wall.materials.items()
    }
    return replace(wall, materials=changed)


def _model(
    name: str, label: str, wall: Wall, options: FeOptions, mesh: Mesh | None, sensors: Places, observer: Observer
) -> tuple[FeModelResult, list[Remark]]:
    structure = build(wall, options, mesh)
    quality = check_mesh(structure.mesh, options.mesh or "the mesh")
    system = assemble(structure)
    observer.advance()
    factor = factorise(system.stiffness, options.solver)
    modes = find_modes(system, options.modes, factor=factor)
    observer.advance()
    resting = rest(system, factor=factor)
    del factor  # the largest of all arrays
    observer.advance()
    largest = np.abs(modes.shape).max(axis=(1, 2))
    shapes = modes.shape / largest[:, None, None]
    points, remarks = _points(structure, modes, shapes, wall, options, sensors)
    called = label or MAIN_MODEL
    responses, more = _responses(modes, options, called)
    remarks += more
    if options.element == "plain":
        remarks.append(Remark(kind="warning", key="fe_plain_locks", text=called))
    if quality.poor:
        remarks.append(Remark(kind="warning", key="fe_poor_bricks", count=quality.poor, text=called))
    result = FeModelResult(
        name=name,
        label=label,
        element=options.element,
        solver=modes.solver,
        mesh=structure.mesh,
        youngs_modulus=np.array([structure.solids[zone].youngs_modulus for zone in structure.mesh.zones]),
        springs=np.array([item.place for item in structure.springs]).reshape(-1, 3),
        struts=np.array([(*item.first, *item.second) for item in structure.struts]).reshape(-1, 6),
        bedded=structure.bed is not None,
        freedoms=3 * len(system.order),
        least_jacobian=float(quality.scaled_jacobian.min()),
        largest_aspect=float(quality.aspect.max()),
        poor=quality.poor,
        frequency=modes.frequency,
        # pictures and other programs need no more digits, and a results folder half the room
        node_shape=np.ascontiguousarray(shapes.transpose(1, 0, 2).reshape(shapes.shape[1], -1), dtype=np.float32),
        participation=modes.participation * largest[:, None],
        effective_mass=modes.effective_mass,
        damping=options.damping,
        mass=system.total_mass,
        points=points,
        settlement=float(max(-resting.shift[:, 2].min(), 0.0)),
        stress=resting.stress.astype(np.float32),
        responses=responses,
    )
    return result, remarks


def _points(
    structure: Structure, modes: NodeModes, shapes: FloatArray, wall: Wall, options: FeOptions, sensors: Places
) -> tuple[Modes, list[Remark]]:
    """The modes at the points that were asked for; sensors a little off the mesh are moved onto it, and told."""
    remarks: list[Remark] = []
    rows, names, moved = [], [], {}
    for name, point in options.points.items():
        place = face_point(wall, options, f"fe.points.{name}", point.along, point.level, point.side)
        rows.append(attach(structure.mesh, f"fe.points.{name}", np.asarray(place)))
        names.append(name)
    for name, given in sensors.items():
        if name in options.points:
            raise OptionsError(f"fe.points.{name}: a sensor of the vibration test has this name too; give it another")
        row = _sensor(structure, wall, options, name, given)
        off = float(np.linalg.norm(row.shift @ structure.mesh.nodes[row.nodes] - np.asarray(given)))
        if off > _OFF:
            moved[name] = off
        rows.append(row)
        names.append(name)
    if moved:
        farthest, told = max(moved.values()), ", ".join(moved)
        remarks.append(
            Remark(kind="assumption", key="fe_sensor_moved", count=len(moved), amount=farthest, unit="m", text=told)
        )
    shape = np.zeros((len(modes.frequency), len(rows), 3))
    for number, row in enumerate(rows):
        shape[:, number] = np.einsum("i,mia->ma", row.shift, shapes[:, row.nodes])
    return (
        Modes(
            frequency=modes.frequency,
            damping=np.full(len(modes.frequency), options.damping),
            points=tuple(names),
            point_shape=shape,
            participation=modes.participation * np.abs(modes.shape).max(axis=(1, 2))[:, None],
            effective_mass=modes.effective_mass,
        ),
        remarks,
    )


def _sensor(
    structure: Structure, wall: Wall, options: FeOptions, name: str, given: tuple[float, float, float]
) -> Attachment:
    """The point of the mesh nearest to the sensor; one that stands further off is moved through the thickness."""
    try:
        return attach(structure.mesh, f"sensor {name}", np.asarray(given), reach=_REACH)
    except ModelError:
        along, across, level = given
        front, back = (face_point(wall, options, f"sensor {name}", along, level, side) for side in ("front", "back"))
        place = (along, min(max(across, front[1]), back[1]), level)
        return attach(structure.mesh, f"sensor {name}", np.asarray(place), reach=_REACH)


def _responses(modes: NodeModes, options: FeOptions, called: str) -> tuple[tuple[SpectrumResponse, ...], list[Remark]]:
    if options.response is None:
        return (), []
    asked, found, remarks = options.response, [], []
    axis = AXES.index(asked.direction)
    for key, spectrum in design_spectra(asked.spectra).items():
        made = respond(
            modes,
            spectrum,
            direction=asked.direction,
            combination=asked.combination,
            damping=options.damping,
            behaviour_factor=asked.behaviour_factor,
        )
        found.append(
            SpectrumResponse(
                spectrum=key,
                direction=asked.direction,
                combination=asked.combination,
                acceleration=made.acceleration,
                shear=made.shear,
                base_shear=made.base_shear,
                top_shift=float(made.shift[:, axis].max()),
                mass_share=made.mass_share,
                node_shift=made.shift.astype(np.float32),
            )
        )
    if found and found[0].mass_share < _FULL:
        remarks.append(Remark(kind="warning", key="fe_mass_missing", amount=found[0].mass_share, text=called))
    return tuple(found), remarks
