"""Statics results as rows of the verdict."""

from __future__ import annotations

from math import tan

from pirqa.model.check import Basis, Check, Driving, Place
from pirqa.model.site import Site
from pirqa.statics.equilibrium import Equilibrium, Mode
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import Case, JointState

__all__ = ["bearing_check", "mode_check", "place_of"]

_PAPER = "Inka walls paper"
_SOURCES: dict[str | None, str] = {
    None: f"{_PAPER}, eqs 1–6",
    "whitman": f"{_PAPER}, eqs 7–15; Whitman 1990",
    "rankine": "Rankine 1857, active pressure",
    "coulomb": "Coulomb 1776, wedge",
    "mononobe_okabe": "Mononobe and Matsuo 1929; Okabe 1926",
    "seed_whitman": "Seed and Whitman 1970",
}


def mode_check(case: Case, mode: Mode, state: JointState, site: Site, options: StaticsOptions) -> Check:
    """The row of one mode of one case, at the joint that governs it."""
    balanced = state.equilibrium
    sliding = mode == "sliding"
    prefix = "static_" if case.method == "static" else ""
    demand = balanced.sliding_force if sliding else balanced.overturning_moment
    capacity = balanced.sliding_resistance if sliding else balanced.resisting_moment
    return Check(
        id=f"statics.{case.name}.{mode}",
        mode=mode,
        limit_state="gravity" if case.method == "static" else "onset",
        method=case.name,
        place=place_of(state),
        demand=float(demand),
        capacity=float(capacity),
        unit="N/m" if sliding else "N",
        required=getattr(options.required, f"{prefix}{mode}"),
        required_source=options.required.source,
        source=_SOURCES[case.thrust] + (", eq. 16" if case.method == "inertia" and case.thrust == "whitman" else ""),
        votes=_votes(case),
        basis=_basis(case, friction=tan(float(balanced.friction_angle)) if sliding else None),
        notes=_notes(case, site, wet=any(force.family == "water_thrust" for force in balanced.forces)),
    )


def bearing_check(case: Case, state: JointState, capacity: float, options: StaticsOptions) -> Check:
    """The toe pressure at the base against what the base can bear."""
    balanced: Equilibrium = state.equilibrium
    return Check(
        id=f"statics.{case.name}.bearing",
        mode="bearing",
        limit_state="gravity" if case.method == "static" else "onset",
        method=case.name,
        place=place_of(state),
        demand=float(balanced.edge_pressure),
        capacity=capacity,
        unit="Pa",
        required=options.required.bearing,
        required_source=options.required.source,
        source="Navier 1826",
        votes=_votes(case),
        basis=_basis(case),
        notes=("joint_without_tension",),
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
    driving: dict[str, Driving] = {"static": "weight", "pseudo_static": "kh", "inertia": "peak"}
    return Basis(
        driving=driving[case.method],
        acceleration=None if case.method == "static" else case.inertia,
        body="section",
        way="force",
        friction=friction,
    )


def _votes(case: Case) -> bool:
    """A thrust that feels no earthquake has no say about one."""
    return case.method == "static" or case.thrust not in ("rankine", "coulomb")


def _notes(case: Case, site: Site, *, wet: bool) -> tuple[str, ...]:
    notes: list[str] = []
    if case.method == "pseudo_static" and site.kh is None:
        notes.append("kh_assumed")
    elif case.method == "pseudo_static" and (site.peak_coefficient is None or case.inertia < site.peak_coefficient):
        notes.append("kh_tolerates_sliding")
    if case.method == "inertia":
        notes.append("inertia_not_newmark")
        if case.thrust is not None and not case.soil_follows and _votes(case):
            notes.append("thrust_keeps_kh")
    if not _votes(case):
        notes.append("static_thrust_only")
    if case.thrust == "whitman":
        notes.append("whitman_all_at_06")
    if wet:
        notes.append("water_not_checked")
    return tuple(notes)
