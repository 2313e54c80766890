"""Pseudo-static force methods: equilibrium above a joint, every case at every joint, the joint that governs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from pirqa.errors import OptionsError, ThrustError
from pirqa.model.bounds import Real
from pirqa.model.envelope import Section
from pirqa.model.ground_motion import Site
from pirqa.model.remark import Table
from pirqa.model.support import Backfill
from pirqa.model.wall import Wall
from pirqa.statics import earth_pressure
from pirqa.statics.earth_pressure import FillBehind, Force, Loading, fill_behind, fill_surface
from pirqa.statics.options import Method, StaticsOptions, ThrustTheory

Mode = Literal["sliding", "overturning"]
MODES: tuple[Mode, ...] = ("sliding", "overturning")


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """Forces on the part above a joint, and what they come to; per metre of wall, SI."""

    level: Real
    front: Real
    back: Real
    """Edges of the joint [m]; the part turns about the front one."""
    friction_angle: Real
    forces: tuple[Force, ...]

    @cached_property
    def normal(self) -> Real:
        """Normal force on the joint [N/m]."""
        return sum((force.down for force in self.forces), start=0.0)

    @cached_property
    def sliding_force(self) -> Real:
        """Force that drives sliding, F_c (paper eqs 3, 12, 16) [N/m]."""
        return sum((force.outward for force in self.forces), start=0.0)

    @property
    def sliding_resistance(self) -> Real:
        """F_R = N tan δ (paper eqs 2, 11) [N/m]; none where the joint is lifted."""
        return np.maximum(self.normal, 0.0) * np.tan(self.friction_angle)

    @cached_property
    def _moments(self) -> tuple[Real, Real]:
        """Moments about the front edge, against and with overturning: by family of force and by component."""
        turning: dict[tuple[str, str], Real] = {}
        for force in self.forces:
            parts = (("outward", force.outward, force.z - self.level), ("down", -force.down, force.y - self.front))
            for axis, component, arm in parts:
                if np.ndim(component) == 0 and component == 0.0:
                    continue  # most forces have one component only: half the work of a million samples
                turning[force.family, axis] = turning.get((force.family, axis), 0.0) + component * arm
        overturning: Real = 0.0
        resisting: Real = 0.0
        for moment in turning.values():
            overturning = overturning + np.maximum(moment, 0.0)
            resisting = resisting - np.minimum(moment, 0.0)
        return resisting, overturning

    @property
    def resisting_moment(self) -> Real:
        """M_R about the front edge (paper eqs 5, 14) [N]."""
        return self._moments[0]

    @property
    def overturning_moment(self) -> Real:
        """M_C about the front edge (paper eqs 6, 15) [N]."""
        return self._moments[1]

    @property
    def sliding_factor(self) -> Real:
        """F_s = F_R / F_c (paper eqs 1, 10)."""
        return _over(self.sliding_resistance, self.sliding_force)

    @property
    def overturning_factor(self) -> Real:
        """F_o = M_R / M_C (paper eqs 4, 13)."""
        return _over(self.resisting_moment, self.overturning_moment)

    def factor(self, mode: Mode) -> Real:
        """Factor of safety against ``mode``."""
        return self.sliding_factor if mode == "sliding" else self.overturning_factor

    @property
    def width(self) -> Real:
        """Width of the joint [m]."""
        return self.back - self.front

    @property
    def resultant(self) -> Real:
        """Distance of the resultant from the front edge [m]; negative where the part overturns, nan where it lifts."""
        pressed = np.asarray(self.normal) > 0.0
        moment = self.resisting_moment - self.overturning_moment
        return np.where(pressed, moment / np.where(pressed, self.normal, 1.0), np.nan)

    @property
    def eccentricity(self) -> Real:
        """Distance of the resultant from mid-joint, positive towards the front [m]."""
        return 0.5 * self.width - self.resultant

    @property
    def contact_length(self) -> Real:
        """Length of the joint that stays closed without tension: all of it while the resultant is in the kern [m]."""
        near = np.minimum(self.resultant, self.width - self.resultant)
        return np.nan_to_num(np.clip(3.0 * near, 0.0, self.width), nan=0.0)

    @property
    def edge_pressure(self) -> Real:
        """Greatest pressure on the joint, without tension, linear [Pa]; infinite where the part overturns."""
        in_kern = self.normal / self.width * (1.0 + 6.0 * np.abs(self.eccentricity) / self.width)
        opened = _over(2.0 * self.normal, self.contact_length)
        return np.where(self.contact_length < self.width, opened, in_kern)


def _over(numerator: Real, denominator: Real) -> Real:
    """Quotient, infinite where nothing is demanded."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(denominator) == 0.0, np.inf, np.divide(numerator, denominator))


@dataclass(frozen=True, kw_only=True)
class PartAbove:
    """The part of a section above a joint, and what lies on it: what does not depend on the earthquake."""

    section: Section
    joint: int
    front: Real
    back: Real
    friction_angle: Real
    weight: Force
    fill: FillBehind | None

    def equilibrium(self, *, inertia: Real, kv: Real, loading: Loading | None) -> Equilibrium:
        """Return the equilibrium under the weight, ``inertia`` times the weight outwards, and the fill's forces.

        ``kv`` is signed: positive lifts. Fill that rests on the wall shakes with it.
        """
        riding: tuple[Force, ...] = (self.weight,)
        pushing: tuple[Force, ...] = ()
        if self.fill is not None and loading is not None:
            riding += self.fill.resting
            pushing = self.fill.pushing(loading)
        shaken = tuple(
            force
            for mass in riding
            for force in (
                Force(name=mass.name, outward=0.0, down=mass.down * (1.0 - np.asarray(kv)), y=mass.y, z=mass.z),
                Force(name=f"{mass.name}_inertia", outward=inertia * mass.down, down=0.0, y=mass.y, z=mass.z),
            )
        )
        return Equilibrium(
            level=self.section.joints[self.joint],
            front=self.front,
            back=self.back,
            friction_angle=self.friction_angle,
            forces=(*shaken, *pushing),
        )


def part_above(
    section: Section, joint: int, *, friction_angle: Real, backfill: Backfill | None, theory: ThrustTheory | None
) -> PartAbove:
    """Return the part of ``section`` above ``joint``, with the fill behind it."""
    front, back = section.contact(joint)
    part = section.above(section.joints[joint])
    return PartAbove(
        section=section,
        joint=joint,
        front=front,
        back=back,
        friction_angle=friction_angle,
        weight=Force(name="weight", outward=0.0, down=part.weight, y=part.y, z=part.z),
        fill=None if backfill is None or theory is None else fill_behind(section, joint, backfill, theory),
    )


def balance(
    section: Section,
    joint: int,
    *,
    friction_angle: Real,
    inertia: Real,
    kv: Real,
    backfill: Backfill | None,
    loading: Loading | None,
) -> Equilibrium:
    """Return the equilibrium of the part above ``joint`` (see :meth:`PartAbove.equilibrium`)."""
    theory = None if loading is None else loading.theory
    part = part_above(section, joint, friction_angle=friction_angle, backfill=backfill, theory=theory)
    return part.equilibrium(inertia=inertia, kv=kv, loading=loading)


Direction = Literal["outward", "inward"]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One method with one thrust theory, and the coefficients it puts on the wall and on the fill."""

    method: Method
    thrust: ThrustTheory | None
    """None for a free-standing wall."""
    inertia: float
    """Horizontal coefficient on the wall's own weight: kh, a/g, or 0."""
    soil: float
    """Horizontal coefficient in the fill."""
    soil_follows: bool
    """Whether the fill's coefficient grows with the wall's: not in ``inertia_kh``, which keeps kh there."""
    kv: float

    @property
    def seismic(self) -> bool:
        """Whether there is an earthquake in it."""
        return self.method not in ("static", "wet")

    @property
    def named_variant(self) -> bool:
        """Whether it is somebody's choice, shown beside their number: other assumptions than those that are judged."""
        return self.method == "inertia_kh" or self.thrust in ("whitman", "seed_whitman_half")

    @property
    def name(self) -> str:
        """Method and theory, as they appear in ids and tables."""
        return self.method if self.thrust is None else f"{self.method}.{self.thrust}"

    def with_coefficient(self, coefficient: Real) -> Case:
        """The same case in a weaker or stronger earthquake: what its method drives follows, kv is kept."""
        soil = coefficient if self.soil_follows else self.soil
        return replace(self, inertia=coefficient, soil=soil)  # type: ignore[arg-type]  # arrays in a curve


@dataclass(frozen=True, kw_only=True)
class JointState:
    """A joint of a section under one case."""

    section: Section
    joint: int
    direction: Direction
    equilibrium: Equilibrium
    vertical: Literal["", "up", "down"] = ""
    """Which way kv acts; up lightens the wall."""
    applies: Any = np.True_
    """False for those of a varied wall that cannot go this way."""


def cases_for(wall: Wall, site: Site, options: StaticsOptions) -> tuple[Case, ...]:
    """The cases that the options ask for, on this wall and site."""
    methods = options.methods or _possible_methods(wall, site)
    if wall.backfill is None:
        methods = tuple(method for method in methods if method != "wet") or ("static",)
    thrusts: tuple[ThrustTheory | None, ...] = options.thrusts if wall.backfill is not None else (None,)
    for theory in thrusts:
        if theory == "whitman" and wall.backfill is not None and np.any(wall.backfill.slope):
            raise OptionsError(
                'statics.thrusts: "whitman" (K_A = tan²(45° − φ/2)) is for level fill, but backfill.slope is not 0: '
                'use "rankine", "coulomb", "seed_whitman" or "mononobe_okabe"'
            )
    cases = []
    for method in methods:
        # the paper's method goes with the paper's thrust, where that is asked for
        mine = ("whitman",) if method == "inertia_kh" and "whitman" in thrusts else thrusts
        for theory in mine:
            if method == "static" and theory == "whitman":  # a variant is never all that is known of a wall at rest
                cases.append(_case(method, "coulomb", site, options))
            cases.append(_case(method, theory, site, options))
    return tuple({case.name: case for case in cases}.values())


def _possible_methods(wall: Wall, site: Site) -> tuple[Method, ...]:
    methods: list[Method] = ["static"]
    if wall.backfill is not None:
        methods.append("wet")
    if site.horizontal_coefficient is not None:
        methods.append("pseudo_static")
    if site.surface_acceleration is not None:
        methods.append("inertia")
    return tuple(methods)


def _case(method: Method, thrust: ThrustTheory | None, site: Site, options: StaticsOptions) -> Case:
    kh, peak = site.horizontal_coefficient, site.peak_coefficient
    if method in ("static", "wet"):
        # Without an earthquake these are Coulomb's thrust: one row, under its own name.
        coulombs = ("seed_whitman", "seed_whitman_half", "mononobe_okabe")
        still: ThrustTheory | None = "coulomb" if thrust in coulombs else thrust
        if method == "wet" and thrust == "whitman":
            still = "coulomb"
        return Case(method=method, thrust=still, inertia=0.0, soil=0.0, soil_follows=True, kv=0.0)
    if kh is None:
        raise OptionsError(f'site.kh: the method "{method}" needs it (or site.acceleration, of which it is half)')
    if method == "pseudo_static":
        return Case(method=method, thrust=thrust, inertia=kh, soil=kh, soil_follows=True, kv=site.kv)
    if peak is None:
        raise OptionsError(
            f'site.acceleration: the method "{method}" needs it; give for example acceleration = "0.3 g"'
        )
    follows = method == "inertia"
    soil = peak if follows else kh
    return Case(method=method, thrust=thrust, inertia=peak, soil=soil, soil_follows=follows, kv=site.kv)


@dataclass(frozen=True, kw_only=True)
class Joint:
    """A joint of a section with what stands on it, whatever the earthquake."""

    section: Section
    outward: PartAbove
    inward: PartAbove | None
    """The part seen from behind, without the fill; None where it cannot fall towards the fill."""
    free: Any
    """Whether nothing leans on the part: an array where the wall is varied."""


def joints_of(wall: Wall, case: Case) -> tuple[Joint, ...]:
    """Return every joint of every section of ``wall``, loaded as ``case`` loads it."""
    joints = []
    for section in wall.sections():
        fill = wall.backfill
        if fill is not None and case.method == "wet":
            fill = fill.in_wet_season(fill_surface(section, fill))
        for number in range(len(section.joints)):
            friction = wall.joint_friction(number)
            outward = part_above(section, number, friction_angle=friction, backfill=fill, theory=case.thrust)
            # The fill pushes a retaining wall out and holds it from falling in; what stands free may go either way.
            free, inward = _stands_free(wall, section, number), None
            if np.any(free):
                inward = part_above(
                    section.mirrored(), number, friction_angle=friction, backfill=None, theory=case.thrust
                )
            joints.append(Joint(section=section, outward=outward, inward=inward, free=free))
    return tuple(joints)


def joint_states(
    wall: Wall, case: Case, options: StaticsOptions, *, joints: Iterable[Joint] | None = None
) -> Iterator[JointState]:
    """Yield the state of every joint of every section, in each direction the wall may go, with kv up and down.

    ``joints`` are those of the wall where the caller has them already: they are the same for all coefficients.
    """
    signs = (1.0, -1.0) if np.any(case.kv) else (0.0,)
    for joint in joints_of(wall, case) if joints is None else joints:
        for sign in signs:
            vertical: Literal["", "up", "down"] = "up" if sign > 0 else "down" if sign < 0 else ""
            yield JointState(
                section=joint.section,
                joint=joint.outward.joint,
                direction="outward",
                equilibrium=_under(joint.outward, wall, case, sign, options),
                vertical=vertical,
            )
            if joint.inward is not None:
                yield JointState(
                    section=joint.section,
                    joint=joint.inward.joint,
                    direction="inward",
                    equilibrium=_under(joint.inward, wall, case, sign, options),
                    vertical=vertical,
                    applies=joint.free,
                )


def _stands_free(wall: Wall, section: Section, joint: int) -> Any:
    """Whether nothing leans on the part above ``joint``: an array where the wall is varied."""
    if wall.backfill is None:
        return np.True_
    return np.asarray(section.joints[joint]) >= fill_surface(section, wall.backfill)


def _under(part: PartAbove, wall: Wall, case: Case, sign: float, options: StaticsOptions) -> Equilibrium:
    kv = sign * case.kv
    loading = None
    if part.fill is not None and case.thrust is not None:
        loading = Loading(theory=case.thrust, kh=case.soil, kv=kv, water=options.water, uplift=options.uplift)
    state = part.equilibrium(inertia=case.inertia, kv=kv, loading=loading)
    scalar = np.ndim(state.sliding_force) == 0
    if scalar and part.fill is not None and wall.backfill is not None and math.isnan(float(state.sliding_force)):
        raise _no_thrust(wall.backfill, case, kv, float(state.level))
    return state


def _no_thrust(fill: Backfill, case: Case, kv: float, level: float) -> ThrustError:
    psi = math.degrees(float(earth_pressure.inertia_angle(case.soil, kv)))
    phi, slope = math.degrees(fill.friction_angle), math.degrees(fill.slope)
    if phi >= slope + psi and not np.any(fill.water_level):
        return ThrustError(
            f'the theory "{case.thrust}" has no solution at the joint at {level:.3g} m: the back leans so far that the '
            'thrust would pull; use thrusts = ["rankine"] or give the zones less batter'
        )
    water = ", more where water buoys the fill" if np.any(fill.water_level) else ""
    return ThrustError(
        f"Mononobe–Okabe has no solution: backfill.friction_angle φ = {phi:.4g}° is less than backfill.slope "
        f"i = {slope:.4g}° plus ψ = {psi:.4g}° (kh = {case.soil:.4g}, kv = {kv:.4g}{water}): such a fill cannot stand "
        'in this earthquake. Reduce kh or the slope, or choose thrusts = ["seed_whitman"], knowing that it only hides '
        "the limit"
    )


def weakest_factors(
    wall: Wall,
    case: Case,
    options: StaticsOptions,
    *,
    modes: Iterable[Mode] = MODES,
    joints: Iterable[Joint] | None = None,
) -> dict[Mode, Real]:
    """Return the least factor of each mode over all joints; arrays where the wall or the case holds arrays."""
    least: dict[Mode, Real] = dict.fromkeys(modes, np.inf)
    for state in joint_states(wall, case, options, joints=joints):
        for mode in least:
            factor = state.equilibrium.factor(mode)
            if not np.all(state.applies):
                factor = np.where(state.applies, factor, np.inf)
            least[mode] = np.minimum(least[mode], factor)
    return least


def governing_joint(states: Iterable[JointState], mode: Mode) -> JointState:
    """The joint with the least factor of ``mode``; the lowest where several are equal."""
    return min(states, key=lambda state: float(state.equilibrium.factor(mode)))


def factor_table(axis: str, values: Any, factors: Mapping[str, Mapping[Mode, Real]]) -> Table:
    """Curves as a table with columns case, mode, ``axis``, factor; ``factors`` by case over ``values``."""
    curves = [(case, mode) for case in factors for mode in MODES]
    return Table(
        {
            "case": np.repeat([case for case, _ in curves], values.size),
            "mode": np.repeat([mode for _, mode in curves], values.size),
            axis: np.tile(values, len(curves)),
            "factor": np.concatenate(
                [np.broadcast_to(np.asarray(factors[case][mode], dtype=float), values.shape) for case, mode in curves]
            )
            if curves
            else np.empty(0),
        }
    )
