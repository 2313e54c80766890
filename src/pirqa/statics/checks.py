"""Statics results as rows of the verdict."""

from __future__ import annotations

import math
import re
from math import tan

from pirqa.model.check import (
    Allowance,
    Basis,
    Check,
    Driving,
    Effect,
    LimitState,
    MethodDeclaration,
    Place,
    Treatment,
)
from pirqa.model.ground_motion import Site
from pirqa.model.wall import Wall
from pirqa.statics.critical import bearing_intensity, mode_intensity
from pirqa.statics.earth_pressure import Loading, increment_falls_short
from pirqa.statics.options import STATIC_THRUSTS, StaticsOptions
from pirqa.statics.pseudo_static import Case, Equilibrium, JointState, Mode, weakest_factors

_FORCES: dict[Effect, Treatment] = {
    "self_weight": "included",
    "fill_at_rest": "included",
    "water": "included",
    "surcharge": "included",
    "sliding": "included",
    "shape": "included",  # thickness, batter, taper and steps of the section
    "struts": "safe",
    "returns": "safe",
    "mortar": "safe",
    "head_joint_friction": "none",  # neighbouring sections move alike: their head joints carry nothing
    "duration": "none",  # a force at one instant
}
DECLARATIONS = (
    MethodDeclaration(
        family="statics_gravity",
        limit_states=("gravity",),
        effects={
            **_FORCES,
            "fill_dynamic": "none",
            "vertical_motion": "none",
            "both_components": "none",
            "amplification": "none",
        },
    ),
    MethodDeclaration(
        family="statics_onset",
        limit_states=("onset", "damage"),
        at_rest="statics_gravity",
        effects={**_FORCES, "fill_dynamic": "included", "vertical_motion": "included"},
    ),
)
"""A force method answers one mode of one part of the section; effects that are not listed are left out, unsafely."""

_OTHER_COMPONENT = Allowance(
    effect="both_components",
    factor=1.0 / math.hypot(1.0, 0.3),
    source="friction shared with 30 % of the other component (EN 1998-1 4.3.3.5.1(3), NTC 2018 7.3.5; from memory)",
)
"""The driving force is at least the part's inertia, which the other component joins at a right angle."""

THIN = 1.3
"""Factor of safety below which a satisfied check is called thin (a common global factor is 1.5 at rest)."""

_PAPER = "Inka walls paper"
_SOURCES: dict[str | None, str] = {
    None: f"{_PAPER}, eqs 1–6",
    "whitman": f"{_PAPER}, eqs 7–15; Whitman 1990",
    "rankine": "Rankine 1857, active pressure",
    "coulomb": "Coulomb 1776, wedge",
    "mononobe_okabe": "Mononobe and Matsuo 1929; Okabe 1926",
    "seed_whitman": "Seed and Whitman 1970",
    "seed_whitman_half": "Seed and Whitman 1970, increment at H/2",
}


def mode_check(case: Case, mode: Mode, state: JointState, wall: Wall, site: Site, options: StaticsOptions) -> Check:
    """The row of one mode of one case, at the joint that governs it."""
    balanced = state.equilibrium
    sliding = mode == "sliding"
    prefix = "" if case.seismic else "static_"
    demand = balanced.sliding_force if sliding else balanced.overturning_moment
    capacity = balanced.sliding_resistance if sliding else balanced.resisting_moment
    required = getattr(options.required, f"{prefix}{mode}")
    factor = float(balanced.factor(mode))
    falls_short = _falls_short(case, state, wall, options)
    return Check(
        id=f"statics.{case.name}.{mode}",
        mode=mode,
        limit_state=_limit_state(case, site),
        method=case.name,
        place=place_of(state),
        demand=float(demand),
        capacity=float(capacity),
        unit="N/m" if sliding else "N",
        required=required,
        required_source=options.required.source,
        source=_source(case),
        votes=_votes(case, site),
        basis=_basis(case, friction=tan(float(balanced.friction_angle)) if sliding else None),
        notes=_notes(case, state, wall, site, options, required=required, factor=factor, falls_short=falls_short),
        family=_family(case),
        bound="upper" if falls_short else "estimate",
        intensity=mode_intensity(wall, case, mode, options, required=required) if _answers_onset(case, site) else None,
        demand_intensity=_demand_intensity(case, site),
        at_rest=_at_rest(wall, case, mode, options, required=required) if _answers_onset(case, site) else 0.0,
        season="wet" if case.method == "wet" else "",
        includes=() if sliding or not case.seismic else ("both_components",),
        omits=_omits(case, state, options),
        allowances=(_OTHER_COMPONENT,) if sliding and case.seismic else (),
    )


def bearing_check(case: Case, state: JointState, wall: Wall, site: Site, options: StaticsOptions) -> Check:
    """The toe pressure at the base against what the base can bear."""
    balanced: Equilibrium = state.equilibrium
    capacity = wall.ground.bearing_capacity or 0.0
    required = options.required.bearing
    factor = capacity / float(balanced.edge_pressure)
    falls_short = _falls_short(case, state, wall, options)
    return Check(
        id=f"statics.{case.name}.bearing",
        mode="bearing",
        limit_state=_limit_state(case, site),
        method=case.name,
        place=place_of(state),
        demand=float(balanced.edge_pressure),
        capacity=capacity,
        unit="Pa",
        required=required,
        required_source=options.required.source,
        source="Navier 1826",
        votes=_votes(case, site),
        basis=_basis(case),
        notes=(
            "joint_without_tension",
            *_notes(case, state, wall, site, options, required=required, factor=factor, falls_short=falls_short),
        ),
        family=_family(case),
        bound="upper" if falls_short else "estimate",
        intensity=(
            bearing_intensity(wall, case, capacity, options, required=required) if _answers_onset(case, site) else None
        ),
        demand_intensity=_demand_intensity(case, site),
        season="wet" if case.method == "wet" else "",
        includes=("both_components",) if case.seismic else (),
        omits=_omits(case, state, options),
    )


def place_of(state: JointState) -> Place:
    """The joint of ``state``; its station only where the wall has several sections."""
    return Place(
        name="base" if state.joint == 0 else "joint",
        level=None if state.joint == 0 else float(state.equilibrium.level),
        inward=state.direction == "inward",
        station=state.section.station or None,
        vertical=state.vertical,
    )


def _basis(case: Case, *, friction: float | None = None) -> Basis:
    driving: dict[str, Driving] = {"pseudo_static": "kh", "inertia": "peak", "inertia_kh": "peak"}
    return Basis(
        driving=driving.get(case.method, "weight"),
        acceleration=case.inertia if case.seismic else None,
        body="section",
        way="force",
        friction=friction,
    )


def _source(case: Case) -> str:
    source = _SOURCES[case.thrust]
    if case.method == "inertia_kh" and case.thrust in (None, "whitman"):
        return f"{source}, eq. 16"
    return source


def _limit_state(case: Case, site: Site) -> LimitState:
    """A kh below a/g presumes that some sliding is tolerated: its question is damage and not onset."""
    if not case.seismic:
        return "gravity"
    return "damage" if case.method == "pseudo_static" and site.tolerates_sliding else "onset"


def _votes(case: Case, site: Site) -> bool:
    """Whether the case answers its limit state.

    Named variants do not, nor does a thrust without increment in an earthquake. What is tolerated under a reduced kh is
    answered by the displacement of a sliding block.
    """
    if case.named_variant:
        return False
    if not case.seismic:
        return True
    reduced = case.method == "pseudo_static" and site.tolerates_sliding
    return not reduced and case.thrust not in STATIC_THRUSTS


def _family(case: Case) -> str:
    return "statics_onset" if case.seismic else "statics_gravity"


def _at_rest(wall: Wall, case: Case, mode: Mode, options: StaticsOptions, *, required: float) -> float:
    """Return the part of the capacity that the fill takes without an earthquake, at the joint where it is most."""
    if wall.backfill is None:
        return 0.0
    factor = float(weakest_factors(wall, case.with_coefficient(0.0), options, modes=(mode,))[mode])
    return required / factor if factor > required else 1.0


def _answers_onset(case: Case, site: Site) -> bool:
    """Whether the coefficient of the case is the peak ground acceleration."""
    return _limit_state(case, site) == "onset"


def _demand_intensity(case: Case, site: Site) -> float | None:
    if not case.seismic:
        return None
    return case.inertia if _answers_onset(case, site) else site.onset_coefficient


def _omits(case: Case, state: JointState, options: StaticsOptions) -> tuple[Effect, ...]:
    """What this case leaves out, though others of its method do not."""
    effects: list[Effect] = []
    if case.seismic and case.thrust in STATIC_THRUSTS:
        effects.append("fill_dynamic")
    if case.seismic and case.kv == 0.0:
        effects.append("vertical_motion")
    if not options.uplift and any(force.family == "water_thrust" for force in state.equilibrium.forces):
        effects.append("water")
    return tuple(effects)


def _notes(
    case: Case,
    state: JointState,
    wall: Wall,
    site: Site,
    options: StaticsOptions,
    *,
    required: float,
    factor: float,
    falls_short: bool,
) -> tuple[str, ...]:
    notes: list[str] = []
    if case.named_variant:
        notes.append("named_variant")
    notes += _earthquake_notes(case, site)
    if case.seismic and case.thrust in STATIC_THRUSTS:
        notes.append("static_thrust_only")
    if case.thrust == "whitman":
        notes.append("whitman_all_at_06")
    if falls_short:
        notes.append("increment_falls_short")
    if case.method == "wet" and wall.backfill is not None:
        notes.append("wet_season")
        if wall.backfill.drained:
            notes.append("wet_drained")
        elif wall.backfill.wet_level is None:
            notes.append("wet_level_assumed")
        if wall.backfill.saturated_unit_weight is None:
            notes.append("wet_weight_assumed")
    if any(force.family == "water_thrust" for force in state.equilibrium.forces):
        notes.append("water_not_checked")
    if _votes(case, site):
        if (
            required != 1.0
            and options.required.source
            and not re.search(r"\b(1[89]|20)\d\d\b", options.required.source)
        ):
            notes.append("required_without_year")
        if required <= factor < THIN:
            notes.append("thin")
    return tuple(notes)


def _earthquake_notes(case: Case, site: Site) -> list[str]:
    """What the seismic coefficients mean."""
    if case.method == "pseudo_static":
        if site.kh is None:
            return ["kh_assumed"]
        if site.surface_acceleration is None:
            return ["kh_as_peak"]
        return ["kh_tolerates_sliding"] if site.tolerates_sliding else []
    if case.method == "inertia_kh":
        return ["inertia_not_newmark", *(["thrust_keeps_kh"] if case.thrust is not None else [])]
    return []


def _falls_short(case: Case, state: JointState, wall: Wall, options: StaticsOptions) -> bool:
    """Return whether the increment of the thrust is too low for this fill: the capacity is then an upper bound."""
    fill = wall.backfill
    if fill is None or not case.seismic or case.thrust not in ("seed_whitman", "seed_whitman_half", "whitman"):
        return False
    if state.direction == "inward":
        return False
    kv = {"up": case.kv, "down": -case.kv, "": 0.0}[state.vertical]
    load = Loading(theory="seed_whitman", kh=case.soil, kv=kv, water=options.water, uplift=options.uplift)
    return increment_falls_short(state.section, state.joint, fill, load)
