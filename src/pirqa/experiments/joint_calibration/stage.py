"""The stage: joint properties from tilt tests and measured frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.errors import OptionsError
from pirqa.experiments.joint_calibration.fit import (
    Box,
    FrequencyTable,
    Profile,
    TiltSurface,
    idle_joints,
    joints_with,
    lowest,
    profile_of,
    stiffness_ratio,
    tabulate_frequencies,
    tilt_surface,
)
from pirqa.experiments.joint_calibration.options import JointCalibrationOptions
from pirqa.experiments.joint_calibration.result import Datum, JointCalibrationResult, Parameter, TiltPoint
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import check_movable, joint_remarks
from pirqa.experiments.runs import RunSetup, compile_engine, settled_wall
from pirqa.model.masonry import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

_NAMES = ("normal_stiffness", "stiffness_ratio", "friction")
"""Of the parameters in the misfit, in this order: ln Kn, ln Kt/Kn, μ."""
_SETTLINGS = 4
"""How often the wall may come to rest anew on stiffer or softer joints."""
_SAME = 2e-3
"""Change of ln Kn after which it need not."""
_FAR = 16.0
"""Misfit beyond which frequencies leave a stiffness out: four standard deviations."""
_POOR = 0.01
"""Probability below which data do not agree with each other or the wall."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Model:
    """What was measured and what computes it."""

    options: JointCalibrationOptions
    frequencies: FrequencyTable | None
    surface: TiltSurface | None

    def misfit(self, points: FloatArray) -> FloatArray:
        """At some (ln Kn, ln Kt/Kn, μ), shape (k, 3)."""
        total = np.zeros(len(points))
        if self.frequencies is not None:
            computed = np.exp(self.frequencies.at(points[:, 0], points[:, 1]))
            measured, deviation = np.array(self.options.frequencies), np.array(self.options.deviations)
            total += (((measured - computed) / deviation) ** 2).sum(axis=1)
        if self.surface is not None:
            angle, deviation_of = self.tilt(points)
            total += ((float(self.options.tilt_angle or math.nan) - angle) / deviation_of) ** 2
        return np.asarray(total)

    def tilt(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Computed angle and standard deviation of what is measured less what is computed [rad], shape (k,) each."""
        assert self.surface is not None
        angle, width = self.surface.at(points[:, 0], points[:, 2])
        # an angle known to lie within a width is spread evenly over it
        return angle, np.sqrt(float(self.options.tilt_sd or math.nan) ** 2 + width**2 / 12.0)


def run_joint_calibration(
    wall: Wall,
    options: JointCalibrationOptions,
    dynamics: DynamicsOptions,
    *,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> JointCalibrationResult:
    """Joint properties from tilt tests and measured frequencies.

    ``dynamics`` says how runs are computed and when a stone has fallen; ``folder`` is where runs are kept while the
    stage is on its way.
    """
    if not options.frequencies and options.tilt_angle is None:
        raise OptionsError(
            'joint_calibration: nothing was measured; give frequencies = ["1.9 Hz"] and frequency_sd = ["0.05 Hz"], or '
            'tilt_angle = "14.3 deg" and tilt_sd = "0.8 deg"'
        )
    given = check_movable(wall)
    first = next(iter(given.corners().values()))
    if first.normal_stiffness is None:
        raise OptionsError(
            'joints.normal_stiffness: missing; give a value to start from, for example normal_stiffness = "2e8 N/m3"'
        )
    start = damping_for_restitution(wall, joints_with(first, float(first.normal_stiffness)))
    compile_engine(wall, observer)
    remarks = [*joint_remarks(wall, given), *infill_remarks(wall, dynamics.infill), *_assumed(given, start, options)]
    box = _box(start, options)
    model = _Model(options=options, frequencies=None, surface=None)
    if options.frequencies:
        table, box, told = _frequencies(wall, start, options, dynamics, box, observer)
        model = replace(model, frequencies=table)
        remarks += told
    if options.tilt_angle is not None:
        setup = RunSetup(wall=wall, dynamics=dynamics, folder=folder, observer=observer)
        surface = _surface(setup, start, options, _cut(model, box))
        model = replace(model, surface=surface)
        remarks += _surface_remarks(surface, options)
    return _told(model, box, start, given, remarks)


def _box(start: JointProperties, options: JointCalibrationOptions) -> Box:
    """Ranges of (ln Kn, ln Kt/Kn, μ): a point for what is not looked for."""
    fixed = (math.log(float(start.normal_stiffness or math.nan)), math.log(stiffness_ratio(start)), start.friction)
    ranges = (
        (math.log(options.stiffness_low), math.log(options.stiffness_high)),
        (math.log(options.ratio_low), math.log(options.ratio_high)),
        (options.friction_low, options.friction_high),
    )
    used = [
        ends if name in options.sought else (value, value)
        for name, ends, value in zip(_NAMES, ranges, fixed, strict=True)
    ]
    return Box(low=tuple(ends[0] for ends in used), high=tuple(ends[1] for ends in used))


def _frequencies(
    wall: Wall,
    start: JointProperties,
    options: JointCalibrationOptions,
    dynamics: DynamicsOptions,
    box: Box,
    observer: Observer,
) -> tuple[FrequencyTable, Box, list[Remark]]:
    """Frequencies about the wall at rest on the joints that fit them, the range in which it has any, and doubts."""
    ratio = (options.ratio_low, options.ratio_high) if "stiffness_ratio" in options.sought else None
    free = "normal_stiffness" in options.sought
    known = float(start.normal_stiffness or math.nan)
    span = (options.stiffness_low, options.stiffness_high) if free else (0.9 * known, 1.1 * known)
    joints = start
    for _ in range(_SETTLINGS):
        made = settled_wall(wall, dynamics, joints=joints, observer=observer)
        table = tabulate_frequencies(made, joints, modes=options.numbers, stiffness=span, ratio=ratio)
        within = replace(box, low=(max(box.low[0], float(table.stiffness[0])), *box.low[1:]))
        best, _ = lowest(_Model(options=options, frequencies=table, surface=None).misfit, within)
        before = math.log(float(joints.normal_stiffness or math.nan))
        if not free or abs(best[0] - before) < _SAME:
            break
        joints = joints_with(joints, math.exp(best[0]), ratio=math.exp(best[1]))
    return table, within, list(_idle_remarks(made, options))


def _idle_remarks(made: Assembly, options: JointCalibrationOptions) -> Iterator[Remark]:
    """Where joints that merely touch move a frequency by more than it is known to, Kn is less well known than told."""
    count, change = idle_joints(made, options.numbers)
    if count and change > min(sd / f for sd, f in zip(options.deviations, options.frequencies, strict=True)):
        yield Remark(kind="warning", key="calibration_idle_joints", count=count, amount=change)


def _cut(model: _Model, box: Box) -> Box:
    """The range without stiffnesses that the frequencies leave out: tilts there need not be computed."""
    if model.frequencies is None or box.high[0] <= box.low[0]:
        return box
    best, least = lowest(model.misfit, box)
    found = profile_of(model.misfit, box, 0, best, least, _FAR)
    low, high = (box.low[0] if found.low is None else found.low), (box.high[0] if found.high is None else found.high)
    return replace(box, low=(low, *box.low[1:]), high=(high, *box.high[1:]))


def _surface(setup: RunSetup, start: JointProperties, options: JointCalibrationOptions, box: Box) -> TiltSurface:
    stiffness = np.exp(
        np.linspace(box.low[0], box.high[0], options.stiffness_points if box.high[0] > box.low[0] else 1)
    )
    friction = np.linspace(box.low[2], box.high[2], options.friction_points if box.high[2] > box.low[2] else 1)
    return tilt_surface(
        setup,
        start,
        options.tilt,
        stiffness=stiffness.tolist(),
        friction=friction.tolist(),
        event=options.tilt_event,
    )


def _told(
    model: _Model, box: Box, start: JointProperties, given: JointProperties, remarks: list[Remark]
) -> JointCalibrationResult:
    from scipy.stats import chi2

    options = model.options
    limit = float(chi2.ppf(options.confidence, 1))
    best, least = lowest(model.misfit, box)
    parameters: list[Parameter] = []
    profiles: list[FloatArray] = []
    own = {
        "normal_stiffness": given.normal_stiffness,
        "stiffness_ratio": stiffness_ratio(start) if given.tangential_stiffness is not None else None,
        "friction": start.friction,
    }
    for index, name in enumerate(_NAMES):
        if name in options.sought:
            found = profile_of(model.misfit, box, index, best, least, limit)
            plain = float if name == "friction" else math.exp
            parameters.append(_parameter(name, own[name], float(best[index]), found, box, index, plain))
            profiles.append(np.column_stack([[plain(value) for value in found.values.tolist()], found.misfit]))
    data = [*_data(model, best)]
    if "damping" in options.sought:
        parameter, curve, fitted, extra = _damping(options, parameters, math.exp(best[0]), given.damping, limit)
        parameters.append(parameter)
        profiles.append(curve)
        data += fitted
        least += extra
    spare = len(data) - sum(item.known != "unknown" for item in parameters)
    if spare > 0 and least > chi2.ppf(1.0 - _POOR, spare):
        remarks.append(Remark(kind="warning", key="calibration_poor", amount=least, count=spare))
    vague = [item for item in parameters if item.known != "between"]
    remarks += [Remark(kind="warning", key=f"calibration_{item.known}", text=item.name) for item in vague]
    return JointCalibrationResult(
        parameters=tuple(parameters),
        profiles=tuple(profiles),
        data=tuple(data),
        points=tuple(_points(model.surface)),
        misfit=least,
        limit=limit,
        confidence=options.confidence,
        stiffness=math.exp(best[0]),
        ratio=math.exp(best[1]),
        checks=(),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _parameter(
    name: Any, given: float | None, best: float, found: Profile, box: Box, index: int, plain: Any
) -> Parameter:
    return Parameter(
        name=name,
        given=None if given is None else float(given),
        best=plain(best),
        low=None if found.low is None else plain(found.low),
        high=None if found.high is None else plain(found.high),
        range_low=plain(box.low[index]),
        range_high=plain(box.high[index]),
    )


def _data(model: _Model, best: FloatArray) -> Iterator[Datum]:
    """What was measured beside what the best parameters give."""
    options, point = model.options, best[None]
    if model.frequencies is not None:
        computed = np.exp(model.frequencies.at(point[:, 0], point[:, 1]))[0].tolist()
        rows = zip(options.numbers, options.frequencies, options.deviations, computed, strict=True)
        for number, measured, deviation, value in rows:
            yield Datum(
                kind="frequency", number=number + 1, measured=measured, deviation=deviation, computed=float(value)
            )
    if model.surface is not None:
        angle, spread = model.tilt(point)
        measured = float(options.tilt_angle or math.nan)
        yield Datum(kind="tilt", number=0, measured=measured, deviation=float(spread[0]), computed=float(angle[0]))


def _damping(
    options: JointCalibrationOptions, found: list[Parameter], stiffness: float, given: float | None, limit: float
) -> tuple[Parameter, FloatArray, list[Datum], float]:
    """Damping c of the joints from that of the modes.

    The engine damps both ways of a joint by the same lag c/Kn, so the damping matrix is c/Kn times the stiffness and
    ζ = c ω/(2 Kn) in every mode (stiffness-proportional damping, Clough and Penzien, eq. 12-38a).
    """
    omega = 2.0 * math.pi * np.array(options.frequencies)
    ratios, deviation = np.array(options.damping_ratios), float(options.damping_ratio_sd or math.nan)
    weight = float((omega**2).sum() / 4.0) / deviation**2
    lag = float((omega * ratios).sum() / 2.0) / deviation**2 / weight
    least = float((((ratios - 0.5 * lag * omega) / deviation) ** 2).sum())
    kn = next((item for item in found if item.name == "normal_stiffness"), None)
    spread = math.sqrt(limit / weight) / lag
    low = high = None
    if kn is None or kn.known == "between":
        # independent of each other: half-widths in ln c add as squares
        own = 0.0 if kn is None or kn.low is None or kn.high is None else 0.5 * math.log(kn.high / kn.low)
        half = math.hypot(own, spread)
        low, high = lag * stiffness * math.exp(-half) if spread < 1.0 else None, lag * stiffness * math.exp(half)
    values = np.linspace(0.0, 2.0, 61)
    curve = np.column_stack([lag * stiffness * values, weight * lag**2 * (values - 1.0) ** 2])
    data = [
        Datum(kind="damping", number=number + 1, measured=ratio, deviation=deviation, computed=0.5 * lag * turn)
        for number, ratio, turn in zip(options.numbers, options.damping_ratios, omega.tolist(), strict=True)
    ]
    parameter = Parameter(
        name="damping",
        given=given,
        best=lag * stiffness,
        low=low,
        high=high,
        range_low=0.0,
        range_high=2.0 * lag * stiffness,
    )
    return parameter, curve, data, least


def _points(surface: TiltSurface | None) -> Iterator[TiltPoint]:
    if surface is None:
        return
    for row, stiffness in enumerate(np.exp(surface.stiffness).tolist()):
        for column, friction in enumerate(surface.friction.tolist()):
            angle, width = float(surface.angle[row, column]), float(surface.width[row, column])
            yield TiltPoint(stiffness=stiffness, friction=friction, angle=angle, width=width)


def _assumed(given: JointProperties, start: JointProperties, options: JointCalibrationOptions) -> Iterator[Remark]:
    if "stiffness_ratio" not in options.sought:
        yield Remark(kind="assumption", key="calibration_ratio", amount=stiffness_ratio(start))
    if len(given.corners()) > 1:
        yield Remark(kind="assumption", key="calibration_pairs")
    if any(item.normal_stiffness is not None for item in given.exceptions):
        yield Remark(kind="warning", key="calibration_exceptions")


def _surface_remarks(surface: TiltSurface, options: JointCalibrationOptions) -> Iterator[Remark]:
    if surface.standing:
        amount = math.degrees(options.tilt.to)
        yield Remark(kind="warning", key="calibration_standing", count=surface.standing, amount=amount, unit="deg")
    if surface.fallen:
        yield Remark(kind="warning", key="calibration_fallen", count=surface.fallen)
