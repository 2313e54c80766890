"""The stage: the wall with soil behind it, shaken beside the same wall without, and pulled beside statics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.drive import Ramp
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError
from pirqa.experiments.checks import RunLimits, checks_of, in_doubt, judged_row
from pirqa.experiments.damage import Outcome
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import (
    check_movable,
    check_whole,
    corners_of,
    joint_remarks,
    motion_remarks,
    pick_motions,
    run_remarks,
)
from pirqa.experiments.runs import RunSetup, compile_engine
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.pressure import rest_coefficient, soil_behind
from pirqa.experiments.soil.result import Onset, SoilProfile, SoilRamp, SoilResult, SoilRun, onset_of
from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.statics.critical import CriticalCoefficient, critical_coefficient
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import MODES, Case
from pirqa.units import STANDARD_GRAVITY

_BEYOND, _UNKNOWN = 1.5, 0.6
"""How far the pull goes beyond what statics says; to what coefficient where statics says nothing."""
_NAME = "soil"


def run_soil(
    wall: Wall,
    options: SoilOptions,
    dynamics: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> SoilResult:
    """Every motion on the wall with soil behind it and without, and a slow level pull beside statics.

    ``dynamics`` says how runs are computed and when a stone has fallen; ``folder`` is where runs are kept while the
    stage is on its way.
    """
    check_movable(wall)
    asked = _asked(options, motions, dynamics.simulation.ramp)
    soil = soil_behind(wall, options)
    compile_engine(wall, observer)
    setup = RunSetup(wall=wall, dynamics=dynamics, folder=folder, observer=observer)
    remarks = [*_assumed(wall, options, soil, asked), *infill_remarks(wall, dynamics.infill), *motion_remarks(asked)]
    groups = _levels(soil, options)
    runs: list[SoilRun] = []
    checks: list[Check] = []
    ramps: list[SoilRamp] = []
    for case, joints in corners_of(wall).items():
        for motion in asked:
            for behind in (soil, None) if options.compare_bare else (soil,):
                run = setup.run(motion, joints, case, soil=behind)
                outcome = setup.outcome(run)
                runs.append(_told(run, outcome, behind, groups))
                if behind is not None:
                    name = f"{run.action} ({case})" if case else run.action
                    remarks += run_remarks(run, outcome, name)
                    checks += _checks(run, outcome, wall, dynamics, motion) if run.reliable else ()
        if options.ramp:
            ramps.append(_pulled(setup, options, soil, case, joints))
    sound = all(run.reliable for run in runs if run.soil)
    at_rest, active = (soil.thrust((values + soil.water)[None, :])[0][0] for values in (soil.rest, soil.active))
    return SoilResult(
        thrust=options.thrust,
        rest_coefficient=_coefficient(wall, options),
        modulus_low=float(soil.stiffness.min()),
        modulus_high=float(soil.stiffness.max()),
        modulus_assumed=options.subgrade_modulus is None,
        patches=len(soil.stones),
        rest_thrust=float(at_rest),
        active_thrust=float(active),
        profile=_profile(soil, groups),
        runs=tuple(runs),
        ramps=tuple(ramps),
        checks=tuple(checks) if sound else tuple(map(in_doubt, checks)),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _asked(options: SoilOptions, motions: Mapping[str, GroundMotion], ramp: float) -> list[GroundMotion]:
    asked = pick_motions(options.motions, motions, "soil.motions")
    for motion in asked:
        check_whole(motion, ramp, "soil.motions")
    if not asked and not options.ramp:
        raise OptionsError(
            'soil: nothing is done to the wall; add "motion" to analyses with a record under [motion], or set '
            "soil.ramp = true"
        )
    return asked


def _coefficient(wall: Wall, options: SoilOptions) -> float:
    assert wall.backfill is not None
    return rest_coefficient(wall.backfill, options)


def _assumed(wall: Wall, options: SoilOptions, soil: SoilPressure, motions: Sequence[GroundMotion]) -> Iterator[Remark]:
    """What is assumed and doubtful about the wall and the soil before anything moves."""
    assert wall.joints is not None
    assert wall.backfill is not None
    yield from (remark for remark in joint_remarks(wall, wall.joints) if remark.key != "fill_left_out")
    if options.rest_coefficient is None:
        yield Remark(kind="assumption", key="soil_rest_assumed", amount=_coefficient(wall, options))
    if options.subgrade_modulus is None:
        yield Remark(
            kind="assumption",
            key="soil_modulus_assumed",
            amount=float(np.median(soil.stiffness)) * 1e-6,
            unit="MN/m³",
            text=f"{options.active_movement:g}",
        )
    if wall.backfill.water_level > 0.0:
        yield Remark(kind="warning", key="soil_water_not_in_joints")
    held = [name for name in wall.base_stones if name in wall.fixed]
    if held and options.ramp:
        yield Remark(kind="warning", key="soil_base_fixed", stones=tuple(held), count=len(held))
    last = float(soil.coefficients[-1])
    for motion in motions:
        across = [index for index, direction in enumerate(motion.directions) if direction.name == "across"]
        peak = float(np.abs(motion.acceleration[:, across]).max()) / STANDARD_GRAVITY if across else 0.0
        if not across:
            yield Remark(kind="warning", key="soil_not_across", text=motion.name)
        elif 0.0 < last < peak:
            yield Remark(kind="warning", key="soil_theory_ends", amount=last, stated=peak, text=motion.name)


def _levels(soil: SoilPressure, options: SoilOptions) -> list[IntArray]:
    """Patches that lie at about the same level, from the base up: their numbers."""
    heights = soil.centre[:, 2]
    edges = np.linspace(0.0, float(heights.max()) * (1.0 + 1e-9), options.strips + 1)
    strip = np.clip(np.digitize(heights, edges) - 1, 0, options.strips - 1)
    found = (np.flatnonzero(strip == number).astype(np.int64) for number in range(options.strips))
    return [group for group in found if len(group)]


def _means(values: FloatArray, soil: SoilPressure, groups: Sequence[IntArray]) -> FloatArray:
    """Means of something on the patches by level, weighted by area."""
    return np.array([float(np.average(values[group], weights=soil.area[group])) for group in groups])


def _profile(soil: SoilPressure, groups: Sequence[IntArray]) -> SoilProfile:
    means = {name: _means(getattr(soil, name), soil, groups) for name in ("rest", "active", "passive", "water")}
    return SoilProfile(level=_means(soil.centre[:, 2], soil, groups), **means)


def _told(run: Trajectory, outcome: Outcome, soil: SoilPressure | None, groups: Sequence[IntArray]) -> SoilRun:
    free = run.free
    outward = -run.displacement[:, free, 1]
    farthest = int(np.argmax(outward.max(axis=0)))
    none = np.zeros(0)
    thrust, height = (none, none) if soil is None else soil.thrust(run.soil_pressure)
    rows = (0, int(np.argmax(thrust)), -1) if soil is not None else ()
    pressures = [_means(run.soil_pressure[row], soil, groups) for row in rows if soil is not None] or [none] * 3
    return SoilRun(
        action=run.action,
        case=run.case,
        soil=soil is not None,
        outcome=outcome,
        reliable=run.reliable,
        ledger_error=run.ledger.error,
        step=run.step,
        times=run.times,
        outward=outward[:, farthest],
        stone=run.stones[free[farthest]],
        lasting=float(-run.residual[free[farthest], 1]),
        peak=float(outward[:, farthest].max()),
        thrust=thrust,
        height=height,
        settled_pressure=pressures[0],
        largest_pressure=pressures[1],
        final_pressure=pressures[2],
    )


def _checks(
    run: Trajectory, outcome: Outcome, wall: Wall, dynamics: DynamicsOptions, motion: GroundMotion
) -> Iterator[Check]:
    """Those of stones in motion, under this stage's name."""
    limits = RunLimits.of(wall, dynamics)
    for check in checks_of(run, outcome, judged_row(run, outcome), wall, limits, motion=motion):
        name, method = (text.replace("dynamics", _NAME, 1) for text in (check.id, check.method))
        yield replace(check, id=name, method=method, family=_NAME)


def statics_beside(
    wall: Wall, options: SoilOptions, joints: JointProperties | None = None
) -> tuple[CriticalCoefficient, ...]:
    """Critical coefficients of statics for the same wall and thrust; none where it is not known what it stands on.

    Water does not lift the joints there, as it does not here.
    """
    if wall.support is None:
        return ()
    like = wall if joints is None else replace(wall, joints=joints)
    case = Case(
        method="pseudo_static", thrust=options.thrust, inertia=0.0, soil=0.0, soil_follows=True, kv=0.0
    )  # fmt: skip
    plain = StaticsOptions(uplift=False)
    return tuple(critical_coefficient(like, case, mode, plain) for mode in MODES)


def _pulled(setup: RunSetup, options: SoilOptions, soil: SoilPressure, case: str, joints: JointProperties) -> SoilRamp:
    """Until the stones give way, the soil being active from the start, as statics presumes."""
    critical = statics_beside(setup.wall, options, joints)
    found = [item.coefficient for item in critical if item.coefficient]
    to = options.ramp_to
    if to is None:
        to = _BEYOND * min(found) if found else _UNKNOWN
    ramp = Ramp(to=to, duration=options.ramp_duration)
    simulation = replace(setup.dynamics.simulation, free=0.0, refine=0)
    run = setup.run(ramp, joints, case, simulation=simulation, soil=replace(soil, rest=soil.active))
    onset = onset_of(run, ramp, speed=options.onset_speed)
    outward = -run.displacement[:, :, 1]
    stone = run.stones.index(onset.stone) if onset is not None else run.free[int(np.argmax(outward[-1, run.free]))]
    return SoilRamp(
        case=case,
        to=to,
        onset=onset,
        # how the wall falls afterwards is of no interest here
        reliable=not run.failed and ledger_of(run.energy[: _rows_until(run, onset)]).closes,
        coefficient=ramp.at(run.times),
        outward=outward[:, stone],
        critical=critical,
    )


def _rows_until(run: Trajectory, onset: Onset | None) -> int:
    return len(run.times) if onset is None else int(np.searchsorted(run.times, onset.time)) + 2
