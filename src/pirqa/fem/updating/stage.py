"""The updating stage: what can be told from the modes, the fit, how well it is known, and the model beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from pirqa.errors import OptionsError
from pirqa.fem.build import face_point
from pirqa.fem.exchange import read_mesh
from pirqa.fem.mesh import Mesh
from pirqa.fem.options import FeOptions
from pirqa.fem.updating.fits import (
    Fit,
    Pairing,
    Round,
    Target,
    best_of,
    calibrate,
    fit,
    jacobian,
    pair,
    settled,
    starts_of,
)
from pirqa.fem.updating.identifiability import (
    Identifiability,
    demand_enough,
    demand_identifiable,
    identifiability,
    sensitivity,
)
from pirqa.fem.updating.options import DIMENSION, Parameter, UpdatingOptions, applied, parameters_of
from pirqa.fem.updating.posterior import Posterior, Samples, laplace, sample
from pirqa.fem.updating.result import Comparison, StartResult, UpdatedParameter, UpdatingResult
from pirqa.fem.updating.twin import State, Twin
from pirqa.model.modes import Modes, coordinate_assurance, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

_MORE = 6
"""Computed modes beyond the measured ones: along, up, and those that the sensors did not see."""
_OFF = 0.05
"""Metres by which a sensor is moved through the thickness onto the wall without a word."""
_FARTHEST = 2.0
"""Metres beyond which it does not belong to this wall."""
_APART = 0.01
"""Relative difference of parameters above which two ends, or two ways, are not the same."""
_FINER = 1.5
"""How many times smaller the bricks of the mesh are that checks the other one."""
_LAYERS = 50
"""Most that a mesh may have."""
_COST = 1.05
"""Of the best cost, and half a unit more: other starts that end as low are other solutions."""
_SURFACE = 0.5
"""Standard deviations of a residual, as large as the fit has made them, by which the samples' response surface may be
off the model: half of one moves the end of a 95 % interval by a quarter of its half-width."""


def run_updating(
    wall: Wall,
    fe_options: FeOptions,
    options: UpdatingOptions,
    measured: Modes,
    sensors: Mapping[str, tuple[float, float, float]],
    *,
    folder: Path = Path(),
    observer: Observer = SILENT,
) -> UpdatingResult:
    """The wall with the values that best explain the ``measured`` modes at ``sensors`` (along, across, up [m]).

    ``folder`` is where a mesh that the options name is looked for.
    """
    modes = used_modes(measured, options.modes)
    parameters = parameters_of(options, wall, fe_options)
    target = Target(modes=modes, model_error=options.model_error, shape_sd=options.shape_sd, least=options.least_mac)
    demand_enough(parameters, len(modes) * (1 if options.shape_sd is None else 2))
    places, remarks = _places(wall, fe_options, modes, sensors)
    count = options.computed or max(fe_options.modes, len(modes) + _MORE)
    twin = Twin(wall, fe_options, parameters, places, modes=count, mesh=_mesh(wall, fe_options, folder), shapes=True)
    start = twin.evaluate(twin.starts)
    twin.shapes = options.shape_sd is not None  # from here on only where the fit needs them
    first = pair(target, start)
    told = _identified(target, start, first, parameters, remarks)
    ways = (options.starts if options.method != "douglas_reid" else 0, options.rounds)
    observer.begin("updating", ways[0] + (ways[1] if options.method != "direct" else 0) + 1)
    fits, rounds, best = _fits(twin, target, options, observer)
    best_pairing = pair(target, best.state, demand=True)
    known = laplace(target, best.state, best_pairing, parameters)
    samples = None
    if options.mcmc is not None:
        samples = sample(twin, target, best, known, options.mcmc, options.seed, observer)
    finer = _finer(twin, target, best, best_pairing) if options.mesh_check and twin.mesh is None else None
    observer.advance()
    ends = [f"{item.name} {v:.4g} {DIMENSION[item.kind].si}" for item, v in zip(parameters, best.values, strict=True)]
    observer.end(", ".join(item.rstrip() for item in ends))
    remarks += _doubts(parameters, options, fits, rounds, best, known, samples)
    remarks += _kept_shear(parameters, fe_options)
    if finer is not None and np.any(np.abs(finer) > target.deviation / modes.frequency):
        remarks.append(Remark(kind="warning", key="updating_mesh_coarse", amount=float(np.abs(finer).max())))
    changed, model = applied(parameters, best.values, wall, fe_options)
    names = tuple(places)
    return UpdatingResult(
        method=options.method,
        parameters=tuple(_updated(parameters, best, known, rounds if options.method == "both" else ())),
        measured=modes,
        numbers=tuple(sorted(options.modes)) or tuple(range(1, len(modes) + 1)),
        places=np.array(list(places.values()), dtype=np.float64).reshape(-1, 3),
        before=_compared(target, start, first, names, fe_options.damping),
        after=_compared(target, best.state, best_pairing, names, fe_options.damping),
        sensitivity=sensitivity(target, start, first),
        identifiability=told,
        posterior=known,
        samples=samples,
        starts=tuple(
            StartResult(
                start=item.steps[0].values,
                values=item.values,
                cost=item.cost,
                converged=item.converged,
                evaluations=len(item.steps),
            )
            for item in fits
        ),
        step_values=np.array([step.values for step in best.steps]),
        step_cost=np.array([step.cost for step in best.steps]),
        rounds=rounds,
        finer=finer,
        freedoms=twin.freedoms,
        solves=twin.solves,
        factorisations=twin.factors,
        wall=changed,
        springs=model.springs,
        bed=model.bed,
        remarks=tuple(remarks),
    )


def used_modes(measured: Modes, numbers: Sequence[int]) -> Modes:
    """Those of the ``numbers``, from 1, the lowest first; all where there are none."""
    if not numbers:
        return measured
    for number in numbers:
        if number > len(measured):
            raise OptionsError(
                f"updating.modes: there is no mode {number}; {len(measured)} were measured: name some of these, or "
                "leave updating.modes out"
            )
    rows = np.array(sorted(numbers)) - 1
    kept = {
        item.name: value[rows]
        for item in fields(measured)
        if isinstance(value := getattr(measured, item.name), np.ndarray)
    }
    return replace(measured, **kept)


def _mesh(wall: Wall, options: FeOptions, folder: Path) -> Mesh | None:
    if not options.mesh:
        return None
    return read_mesh(folder / options.mesh, tuple(zone.name for zone in wall.envelope.zones))


def _places(
    wall: Wall, options: FeOptions, modes: Modes, sensors: Mapping[str, tuple[float, float, float]]
) -> tuple[dict[str, tuple[float, float, float]], list[Remark]]:
    """Of the sensors, in the order of the shapes; on the wall."""
    remarks: list[Remark] = []
    found = {}
    moved: dict[str, float] = {}
    for name in modes.points:
        if name not in sensors:
            raise OptionsError(f'updating: nobody says where the sensor "{name}" of the measured modes stands')
        along, across, level = sensors[name]
        front, back = (face_point(wall, options, f"sensor {name}", along, level, side)[1] for side in ("front", "back"))
        off = max(front - across, across - back, 0.0)
        if off > _FARTHEST:
            raise OptionsError(
                f'sensor "{name}" stands {off:.3g} m off the wall, which is {front:g} to {back:g} m across there; '
                "correct its place in the test plan"
            )
        if off > _OFF:
            moved[name] = float(off)
        found[name] = (float(along), float(across), float(level))
    if moved:
        told, farthest = ", ".join(moved), max(moved.values())
        remarks.append(
            Remark(kind="assumption", key="fe_sensor_moved", count=len(moved), amount=farthest, unit="m", text=told)
        )
    return found, remarks


def _identified(
    target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter], remarks: list[Remark]
) -> Identifiability:
    """By the modes alone; raise where priors do not help either."""
    slopes = jacobian(target, state, pairing, parameters)
    demand_identifiable(identifiability(slopes, state.values), parameters)
    data = len(slopes) - sum(item.prior_sd is not None for item in parameters)
    alone = identifiability(slopes[:data], state.values)
    names = [item.name for item in parameters]
    for index in alone.null:
        text = alone.describe(index, names)
        remarks.append(Remark(kind="warning", key="updating_null", text=text))
    for index in alone.weak:
        text, amount = alone.describe(index, names), 1.0 / float(alone.singular[index])
        remarks.append(Remark(kind="warning", key="updating_weak", text=text, amount=amount))
    return alone


def _fits(
    twin: Twin, target: Target, options: UpdatingOptions, observer: Observer
) -> tuple[list[Fit], tuple[Round, ...], Fit]:
    fits: list[Fit] = []
    rounds: tuple[Round, ...] = ()
    if options.method != "douglas_reid":
        for begin in starts_of(twin, options.starts, options.seed):
            fits.append(fit(twin, target, begin, observer))
            observer.advance()
    if options.method != "direct":
        rounds = calibrate(twin, target, rounds=options.rounds, step=options.step, observer=observer)
    best = best_of(fits) if fits else settled(twin, target, rounds, options.step)
    return fits, rounds, best


def _finer(twin: Twin, target: Target, best: Fit, pairing: Pairing) -> FloatArray:
    """Relative change of the paired frequencies on a mesh of smaller bricks, twice as many through the thickness."""
    options = twin.options
    through = None if options.through is None else options.through / _FINER
    smaller = replace(options, size=options.size / _FINER, through=through, layers=min(2 * options.layers, _LAYERS))
    state = Twin(twin.wall, smaller, twin.parameters, twin.sensors, modes=twin.modes).evaluate(
        best.values, slopes=False
    )
    before = best.state.frequency[pairing.computed]
    return np.asarray(state.frequency[pair(target, state).computed] / before - 1.0)


def _doubts(
    parameters: Sequence[Parameter],
    options: UpdatingOptions,
    fits: Sequence[Fit],
    rounds: Sequence[Round],
    best: Fit,
    known: Posterior,
    samples: Samples | None,
) -> list[Remark]:
    """What the reader must know of the fit."""
    found = [Remark(kind="warning", key="updating_on_bound", text=name) for name in best.on_bound]
    if options.model_error > 0.0:
        found.append(Remark(kind="assumption", key="updating_model_error", amount=options.model_error))
    kept = _kept_weights(parameters)
    if kept:
        found.append(Remark(kind="assumption", key="updating_weight_kept", count=len(kept), text=", ".join(kept)))
    if known.scale > 1.0:
        found.append(Remark(kind="warning", key="updating_scaled", amount=known.scale, count=known.freedoms))
    if known.freedoms <= 0:
        found.append(Remark(kind="warning", key="updating_no_freedom", count=len(parameters)))
    stopped = sum(not item.converged for item in fits)
    if stopped:
        found.append(Remark(kind="warning", key="updating_starts_stopped", count=stopped))
    others = sum(
        item.cost <= _COST * best.cost + 0.5 and float(np.abs(item.values / best.values - 1.0).max()) > _APART
        for item in fits
        if item.converged
    )
    if others:
        found.append(Remark(kind="warning", key="updating_other_solutions", count=others))
    if rounds and options.method == "both":
        apart = np.abs(rounds[-1].values / best.values - 1.0)
        if rounds[-1].moved >= options.step:
            found.append(Remark(kind="warning", key="updating_rounds_stopped", count=len(rounds)))
        elif apart.max() > _APART:
            name = parameters[int(apart.argmax())].name
            found.append(Remark(kind="warning", key="updating_ways_apart", amount=float(apart.max()), text=name))
    if samples is not None and not samples.long_enough:
        found.append(Remark(kind="warning", key="updating_chain_short", amount=float(samples.autocorrelation.max())))
    if samples is not None and samples.surface_error > _SURFACE * float(np.sqrt(max(known.scale, 1.0))):
        found.append(Remark(kind="warning", key="updating_surface_poor", amount=samples.surface_error))
    return found


def _kept_shear(parameters: Sequence[Parameter], options: FeOptions) -> list[Remark]:
    """A bed of which only the normal stiffness is looked for keeps a shear that nobody gave."""
    kinds = {item.kind for item in parameters}
    if options.bed is None or options.bed.shear is not None or "bed_normal" not in kinds or "bed_shear" in kinds:
        return []
    kept = 0.5 * options.bed.normal
    return [Remark(kind="assumption", key="updating_shear_kept", amount=kept, unit="N/m3")]


def _kept_weights(parameters: Sequence[Parameter]) -> list[str]:
    """Materials whose modulus is looked for and whose unit weight is not: frequencies tell one over the other."""
    sought = {kind: [name for item in parameters if item.kind == kind for name in item.of]
              for kind in ("youngs_modulus", "unit_weight")}  # fmt: skip
    return [name for name in sought["youngs_modulus"] if name not in sought["unit_weight"]]


def _updated(
    parameters: Sequence[Parameter], best: Fit, known: Posterior, rounds: Sequence[Round]
) -> list[UpdatedParameter]:
    return [
        UpdatedParameter(
            name=item.name,
            kind=item.kind,
            of=item.of,
            unit=DIMENSION[item.kind].si,
            start=item.start,
            low=item.low,
            high=item.high,
            prior_sd=item.prior_sd,
            value=float(best.values[k]),
            sd=float(known.sd[k]),
            interval_low=float(known.low[k]),
            interval_high=float(known.high[k]),
            on_bound=item.name in best.on_bound,
            response_functions=float(rounds[-1].values[k]) if rounds else None,
        )
        for k, item in enumerate(parameters)
    ]


def _compared(target: Target, state: State, pairing: Pairing, points: tuple[str, ...], damping: float) -> Comparison:
    largest = np.abs(state.shape).max(axis=(1, 2), initial=np.finfo(float).tiny)
    measured = target.modes
    frequency = state.frequency[pairing.computed]
    return Comparison(
        modes=Modes(
            frequency=state.frequency,
            damping=np.full(len(state.frequency), damping),
            points=points,
            point_shape=state.shape / largest[:, None, None],
        ),
        assurance=modal_assurance(measured.complex_shape, state.shape.astype(np.complex128)),
        computed=tuple(int(number) for number in pairing.computed),
        frequency=frequency,
        difference=frequency / measured.frequency - 1.0,
        mac=pairing.assurance,
        coordinate=coordinate_assurance(measured.complex_shape, state.shape[pairing.computed].astype(np.complex128)),
    )
