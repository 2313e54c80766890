"""Statics: the walls of the Inka walls paper, a prism in closed form, thrust of earth and water, reliability."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from pirqa.model import Backfill, Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import StaticsOptions, StaticsResult, analyse, earth_pressure
from pirqa.statics.critical import critical_coefficient
from pirqa.statics.earth_pressure import Loading
from pirqa.statics.options import Reliability, Required, ThrustTheory, Variable
from pirqa.statics.pseudo_static import MODES, Mode, balance, cases_for
from pirqa.statics.reliability import simulate
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT
from pirqa.verification.case import Case

_case = partial(Case, group="statics")
_PLACE = 10
_PAPER = "Inka walls paper"
_ROUNDING = "the equations are exact; half a unit of the last digit given"
_SITE = Site(kh=0.15, acceleration=0.3 * STANDARD_GRAVITY)
_WRONG = (
    "Printed {printed}, which does not follow from the paper's own equations 14–15 with its own Table 1; the case "
    "expects what they give."
)


def _hatunrumiyoc() -> Wall:
    """Return the free-standing wall on rounded stones: 1.0 × 2.4 m, tan 30°."""
    base = Support(kind="rounded_stones", friction_angle=math.radians(30.0))
    return Wall.prismatic(height=2.4, thickness=1.0, unit_weight=23.6e3, support=base)


def _machu_picchu(**changes: Any) -> Wall:
    """Return the terrace wall: 0.762 × 1.68 m, five courses, granular fill of φ = 40°."""
    rock = math.radians(30.0)
    fill = Backfill(**{"unit_weight": 15.7e3, "friction_angle": math.radians(40.0), **changes})
    return Wall.prismatic(
        height=1.68,
        thickness=0.762,
        unit_weight=23.6e3,
        support=Support(kind="blocks", friction_angle=rock),
        joints=JointProperties(friction_angle=rock),
        courses=5,
        backfill=fill,
    )


def _taper() -> Wall:
    """Return a free-standing wall, 3 m high, 1.2 m thick at its foot and 0.6 m at its top, its back upright."""
    zone = Zone(name="wall", material="stone", bottom=0.0, top=3.0, thickness=1.2, thickness_top=0.6, flush="back")
    return Wall(
        envelope=Envelope(zones=(zone,)),
        materials={"stone": Material(unit_weight=24e3)},
        support=Support(kind="rock", friction_angle=math.radians(30.0)),
    )


def _ledge() -> Wall:
    """Return a retaining wall whose back steps in by 0.6 m at 1 m: 1.5 m thick below, 0.9 m above, 3 m high."""
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=1.0, thickness=1.5),
        Zone(name="high", material="stone", bottom=1.0, top=3.0, thickness=0.9, flush="front"),
    )
    rock = math.radians(30.0)
    return Wall(
        envelope=Envelope(zones=zones),
        materials={"stone": Material(unit_weight=24e3)},
        support=Support(kind="rock", friction_angle=rock),
        joints=JointProperties(friction_angle=rock),
        backfill=Backfill(unit_weight=17e3, friction_angle=math.radians(36.0)),
    )


@cache
def _result(wall: str) -> StaticsResult:
    chosen = {"hatunrumiyoc": _hatunrumiyoc, "machu_picchu": _machu_picchu}[wall]()
    options = StaticsOptions(
        methods=("static", "wet", "pseudo_static", "inertia", "inertia_kh"),
        thrusts=("seed_whitman", "seed_whitman_half", "whitman"),
    )
    return analyse(chosen, options, site=_SITE)


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _paper_cases()
    yield from _coefficient_cases()
    yield from _ledge_cases()
    yield from _water_cases()
    yield from _prism_cases()
    yield from _stability_cases()
    yield from _reliability_cases()


def _paper_cases() -> Iterator[Case]:
    rows: tuple[tuple[str, str, str, str, float, str, str], ...] = (
        ("hatunrumiyoc", "sliding", "kh", "pseudo_static", 3.849, "eqs 1–3", "Printed 3.8."),
        ("hatunrumiyoc", "overturning", "kh", "pseudo_static", 2.778, "eqs 4–6", "Printed 2.8."),
        ("hatunrumiyoc", "sliding", "inertia", "inertia", 1.925, "section 2.3", "Printed 1.92."),
        ("hatunrumiyoc", "overturning", "inertia", "inertia", 1.389, "section 2.3", "Printed 1.39."),
        ("machu_picchu", "sliding", "kh", "pseudo_static.whitman", 1.473, "eqs 7–12", "Printed 1.47."),
        ("machu_picchu", "sliding", "inertia", "inertia_kh.whitman", 1.065, "eq. 16", "Printed 1.07."),
        ("machu_picchu", "overturning", "kh", "pseudo_static.whitman", 1.030, "eqs 13–15",
            _WRONG.format(printed="1.96")),
        ("machu_picchu", "overturning", "inertia", "inertia_kh.whitman", 0.768, "eqs 13–15, section 3.3",
            _WRONG.format(printed="1.26") + " By its own method this wall overturns at a/g = 0.3."),
    )  # fmt: skip
    for wall, mode, variant, case, expected, where, note in rows:
        yield _case(f"{wall}.{mode}.{variant}", f"factor of safety against {mode}", "", f"{_PAPER}, {where}", expected,
            {"abs": 0.0005}, _ROUNDING,
            partial(lambda wall, case, mode: _result(wall).factor(case, mode), wall, case, mode), note)  # fmt: skip
    for mode, expected in (("sliding", 0.925), ("overturning", 0.658)):
        yield _case(f"machu_picchu.{mode}.inertia_consistent", f"factor of safety against {mode}, a/g in the thrust "
            "too", "", f"{_PAPER}, eqs 7–16 with kh = 0.30 in K_AE, by hand", expected, {"abs": 0.0005}, _ROUNDING,
            partial(lambda mode: _result("machu_picchu").factor("inertia.whitman", mode), mode),
            "The paper keeps kh = 0.15 in K_AE while the wall has a/g = 0.30. A named variant: it never "
            "counts.")  # fmt: skip
    yield from _consistent_cases()


def _consistent_cases() -> Iterator[Case]:
    """The thrust where its pressure is: static part at H/3, increment at 0.6 H; in closed form for the terrace wall."""
    weight, half = 23.6e3 * 0.762 * 1.68, 0.5 * 15.7e3 * 1.68**2
    still, moving, inertia = half * math.tan(math.radians(25.0)) ** 2, 0.75 * 0.3 * half, 0.3 * weight

    def overturning(arm: float) -> float:
        return weight * 0.381 / (inertia * 0.84 + 1.68 * (still / 3.0 + moving * arm))

    soaked = 15.7e3 * (1.0 - 1.0 / 2.65)  # γ_sat − γ_w
    buoyant = math.tan(math.radians(25.0)) ** 2 * 0.5 * soaked * 1.68**2
    water, lift = 0.5 * WATER_UNIT_WEIGHT * 1.68**2, 0.5 * WATER_UNIT_WEIGHT * 1.68 * 0.762
    rows: tuple[tuple[str, str, Mode, str, float, str], ...] = (
        ("sliding.onset", "a/g on wall and fill", "sliding", "inertia.seed_whitman",
            weight * math.tan(math.pi / 6.0) / (inertia + still + moving),
            "Seed and Whitman 1970; W tan δ over inertia, static thrust and ¾kh·½γH²"),
        ("overturning.onset", "a/g on wall and fill", "overturning", "inertia.seed_whitman", overturning(0.6),
            "the same, static thrust at H/3 and increment at 0.6 H"),
        ("overturning.onset_half", "increment at H/2", "overturning", "inertia.seed_whitman_half", overturning(0.5),
            "the same, increment at H/2; a named variant"),
        ("overturning.rest", "no earthquake", "overturning", "static.coulomb", weight * 0.381 / (still * 0.56),
            "W t/2 over the thrust at H/3"),
        ("sliding.wet", "fill saturated to its top", "sliding", "wet.coulomb",
            (weight - lift) * math.tan(math.pi / 6.0) / (buoyant + water),
            "buoyant fill, hydrostatic water, uplift from heel to toe; γ_sat with grains of 2.65"),
        ("overturning.wet", "fill saturated to its top", "overturning", "wet.coulomb",
            weight * 0.381 / ((buoyant + water) * 0.56 + lift * 0.762 * 2.0 / 3.0), "the same"),
    )  # fmt: skip
    for name, quantity, mode, case, expected, source in rows:
        yield _case(f"machu_picchu.{name}", f"factor of safety against {mode}, {quantity}", "", source, expected,
            {"rel": 1e-10}, "closed form",
            partial(lambda case, mode: _result("machu_picchu").factor(case, mode), case, mode))  # fmt: skip
    for mode in MODES:
        yield _case(f"machu_picchu.{mode}.intensity", f"a/g at which the factor against {mode} is the required 1.2", "",
            "linear in kh: (resisting − 1.2 static) / (1.2 × what kh drives)",
            _intensity_by_hand(mode, weight, half, still), {"rel": 1e-10}, "bracketed root to 1e-13",
            partial(_intensity, mode))  # fmt: skip


def _intensity_by_hand(mode: str, weight: float, half: float, still: float) -> float:
    if mode == "sliding":
        return (weight * math.tan(math.pi / 6.0) - 1.2 * still) / (1.2 * (weight + 0.75 * half))
    driven = weight * 0.84 + 0.75 * half * 0.6 * 1.68
    return (weight * 0.381 - 1.2 * still * 0.56) / (1.2 * driven)


def _intensity(mode: str) -> float:
    options = StaticsOptions(methods=("inertia",), required=Required(sliding=1.2, overturning=1.2))
    found = analyse(_machu_picchu(), options, site=_SITE).checks
    value = next(check.intensity for check in found if check.mode == mode)
    return math.nan if value is None else value


def _critical(wall: Wall, mode: Mode, case: int = 0, site: Site = _SITE, **options: Any) -> float:
    chosen = StaticsOptions(**options)
    found = critical_coefficient(wall, cases_for(wall, site, chosen)[case], mode, chosen).coefficient
    return math.nan if found is None else found


def _prism_cases() -> Iterator[Case]:
    rows: tuple[tuple[str, str, Mode, float, str], ...] = (
        ("prism.overturning.critical", "b/h of a free-standing prism", "overturning", 1.0 / 2.4,
            "equilibrium: kh = b/h"),
        ("prism.sliding.critical", "tan δ of a free-standing prism", "sliding", math.tan(math.pi / 6), "kh = tan δ"),
    )  # fmt: skip
    for identity, quantity, mode, expected, source in rows:
        yield _case(identity, f"critical coefficient = {quantity}", "", source, expected, {"rel": 1e-10},
            "bracketed root to 1e-13", partial(lambda mode: _critical(_hatunrumiyoc(), mode), mode))  # fmt: skip
    weight, half = 23.6e3 * 0.762 * 1.68, 0.5 * 15.7e3 * 1.68**2
    active = math.tan(math.radians(25.0)) ** 2
    sliding = (weight * math.tan(math.pi / 6) - half * active) / (weight + 0.75 * half)
    overturning = (weight * 0.381 - half * active * 0.56) / (weight * 0.84 + 0.75 * half * 0.6 * 1.68)
    for name, expected in (("sliding", sliding), ("overturning", overturning)):
        yield _case(f"machu_picchu.{name}.critical", f"critical kh of {name}", "",
            f"{_PAPER}, eqs 7–15 with the static thrust at H/3, solved for kh at F = 1 (linear in kh)", expected,
            {"rel": 1e-10}, "bracketed root to 1e-13",
            partial(lambda name: _critical(_machu_picchu(), name, methods=("pseudo_static",)), name))  # fmt: skip
    yield _case("taper.overturning.critical", "critical kh of a free-standing taper 1.2 → 0.6 m, 3 m high, upright "
        "back", "", "inwards: (b − y_G)/z_G with the centroid of a trapezium, y_G = 0.7333 m, z_G = 1.3333 m",
        (1.2 - 1.98 / 2.7) / (3.6 / 2.7), {"rel": 1e-10}, "bracketed root to 1e-13",
        lambda: _critical(_taper(), "overturning", methods=("pseudo_static",)), "Outwards it would bear 0.55: a "
        "free-standing wall is tried both ways.")  # fmt: skip
    kv = 0.1
    yield _case("prism.sliding.critical.kv", "critical kh of sliding with kv = ±0.1", "",
        "kh = (1 − kv) tan δ, the weight lightened", (1.0 - kv) * math.tan(math.pi / 6), {"rel": 1e-10},
        "bracketed root to 1e-13", lambda: _critical(_hatunrumiyoc(), "sliding", site=Site(kh=0.15, kv=kv),
        methods=("pseudo_static", )))  # fmt: skip


def _stability_cases() -> Iterator[Case]:
    """Resultant, kern and pressure of a prism under kh, in closed form."""

    def state(kh: float) -> Any:
        wall = _hatunrumiyoc()
        return balance(wall.section(), 0, friction_angle=0.5, inertia=kh, kv=0.0, backfill=None, loading=None)

    weight = 23.6e3 * 2.4
    rows = (
        ("prism.eccentricity", "eccentricity kh·H/2", "m", 0.15 * 1.2, lambda: state(0.15).eccentricity),
        ("prism.toe_pressure.kern", "toe pressure W/b (1 + 6e/b), resultant in the kern", "Pa", weight * (1 + 6 * 0.12),
            lambda: state(0.10).edge_pressure),
        ("prism.toe_pressure.open", "toe pressure 2W / 3(b/2 − e), joint open", "Pa", 2 * weight / (3 * (0.5 - 0.36)),
            lambda: state(0.30).edge_pressure),
        ("prism.contact_length.open", "closed length 3(b/2 − e)", "m", 3 * (0.5 - 0.36),
            lambda: state(0.30).contact_length),
    )  # fmt: skip
    for identity, quantity, unit, expected, compute in rows:
        yield _case(identity, quantity, unit, "linear pressure without tension", expected, {"rel": 1e-12},
            "closed form", compute)  # fmt: skip


def _reliability_cases() -> Iterator[Case]:
    """P(F < 1) of sliding with a normal kh is known exactly: P(kh > tan δ)."""
    mean, deviation = 0.5, 0.05
    exact = 0.5 * math.erfc((math.tan(math.pi / 6) - mean) / (deviation * math.sqrt(2.0)))
    samples = 400_000

    def probability() -> float:
        asked = Reliability(
            samples=samples,
            seed=7,
            variables=(Variable(input="site.kh", distribution="normal", mean=mean, sd=deviation),),
        )
        return simulate(_hatunrumiyoc(), Site(kh=mean), StaticsOptions(), asked).probability("sliding").probability

    yield _case("reliability.normal_kh", "P(F < 1) of sliding, kh normal (0.5, 0.05)", "", "Φ((μ − tan δ)/σ)", exact,
        {"abs": 4.0 * math.sqrt(exact * (1.0 - exact) / samples)},
        "four standard errors of the count; the seed is fixed", probability)  # fmt: skip


# ---- thrust of earth and water ----


def _thrust(theory: ThrustTheory, kh: float) -> float:
    """Return the total thrust on the Machu Picchu wall [N/m] by the forces at its base."""
    wall = _machu_picchu()
    loading = Loading(theory=theory, kh=kh, kv=0.0, water="pervious", uplift=True)
    state = balance(wall.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading)
    return float(sum(force.outward for force in state.forces if force.name.startswith("soil_thrust")))


def _coefficient_cases() -> Iterator[Case]:
    phi = math.radians(40.0)
    rows = (
        ("earth_pressure.K_A", "active coefficient K_A(40°)", "", 0.2174, 5e-5,
            lambda: float(earth_pressure.rankine_level(phi))),
        ("earth_pressure.K_AE", "K_A + ¾ kh, kh = 0.15", "", 0.3299, 5e-5,
            lambda: float(earth_pressure.rankine_level(phi) + earth_pressure.dynamic_increment(0.15))),
        ("machu_picchu.P_AE", "seismic thrust ½γH²K_AE", "N/m", 7310.0, 0.5, lambda: _thrust("whitman", 0.15)),
    )  # fmt: skip
    for identity, quantity, unit, expected, tolerance, compute in rows:
        yield _case(identity, quantity, unit, f"{_PAPER}, eqs 7–9 and Table 1", expected, {"abs": tolerance}, _ROUNDING,
            compute)  # fmt: skip
    # φ, δ, β, i [deg], kh, kv
    sets = (
        (40.0, 0.0, 0.0, 0.0, 0.15, 0.0),
        (35.0, 17.5, 0.0, 0.0, 0.20, 0.0),
        (38.0, 20.0, 8.0, 10.0, 0.10, 0.05),
        (33.0, 15.0, -6.0, 5.0, 0.15, -0.075),
        (42.0, 28.0, 12.0, 15.0, 0.25, 0.10),
        (30.0, 10.0, 5.0, 0.0, 0.30, 0.15),
        (36.0, 24.0, -10.0, 12.0, 0.0, 0.0),
    )
    for number, (friction, wall_friction, batter, slope, kh, kv) in enumerate(sets, 1):
        angles = tuple(math.radians(angle) for angle in (friction, wall_friction, batter, slope))
        exact = wedge_coefficient(angles[0], angles[1], angles[2], angles[3], kh, kv)
        yield _case(f"mononobe_okabe.wedge.{number}", f"K_AE, φ {friction:g}° δ {wall_friction:g}° β {batter:g}° i "
            f"{slope:g}° kh {kh:g} kv {kv:g}", "", "greatest thrust of a plane wedge, searched numerically (Coulomb's "
            "principle with inertia)", exact, {"rel": 1e-8}, "the search resolves the greatest thrust to about 1e-12",
            partial(_mononobe_okabe, angles, kh, kv))  # fmt: skip
    yield _case("rankine.coulomb.slope", "Rankine's K_A for δ = i = 20°, φ = 35°", "",
        "Coulomb's K_A with wall friction δ = i on an upright wall is Rankine's",
        float(earth_pressure.coulomb(math.radians(35.0), wall_friction=math.radians(20.0), slope=math.radians(20.0))),
        {"rel": 1e-12}, "two exact formulas of the same thrust",
        lambda: float(earth_pressure.rankine(math.radians(35.0), slope=math.radians(20.0))))  # fmt: skip
    limit = math.tan(math.radians(35.0 - 10.0))
    yield _case("mononobe_okabe.limit", "kh beyond which φ = 35°, i = 10° has no solution", "",
        "φ = i + ψ: kh = tan(φ − i)", limit, {"abs": 1e-9}, "bisection to 1e-12", _mononobe_okabe_limit)  # fmt: skip


def _ledge_cases() -> Iterator[Case]:
    """A stepped back: the plane stands upright at the heel and the fill on the ledge is weight, in both theories."""
    stone, soil = 24e3 * (1.5 + 2.0 * 0.9), 17e3 * 0.6 * 2.0
    resisting = 24e3 * (1.5 * 0.75 + 1.8 * 0.45) + soil * 1.2
    thrust = math.tan(math.radians(27.0)) ** 2 * 0.5 * 17e3 * 9.0
    theories: tuple[ThrustTheory, ...] = ("rankine", "coulomb")
    for theory in theories:
        expectations: dict[Mode, float] = {
            "sliding": (stone + soil) * math.tan(math.pi / 6) / thrust,
            "overturning": resisting / (thrust * 1.0),
        }
        for mode, expected in expectations.items():
            yield _case(f"ledge.{mode}.{theory}", f"static factor against {mode} of a wall with a ledge at its back, "
                f"{theory}", "", "equilibrium by hand: stone and the fill on the ledge against ½γH²K_A at H/3",
                expected, {"rel": 1e-12}, "closed form", partial(_ledge_factor, theory, mode))  # fmt: skip


def _ledge_factor(theory: ThrustTheory, mode: Mode) -> float:
    wall = _ledge()
    loading = Loading(theory=theory, kh=0.0, kv=0.0, water="pervious", uplift=True)
    state = balance(
        wall.section(), 0, friction_angle=math.pi / 6, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading
    )
    return float(state.factor(mode))


def _mononobe_okabe(angles: tuple[float, ...], kh: float, kv: float) -> float:
    friction, wall_friction, batter, slope = angles
    return float(
        earth_pressure.mononobe_okabe(
            friction,
            wall_friction=wall_friction,
            back_batter=batter,
            slope=slope,
            inertia_angle=earth_pressure.inertia_angle(kh, kv),
        )
    )


def _mononobe_okabe_limit() -> float:
    low, high = 0.0, 1.0
    angles = (math.radians(35.0), 0.0, 0.0, math.radians(10.0))
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if math.isnan(_mononobe_okabe(angles, middle, 0.0)) else (middle, high)
    return low


def _water_cases() -> Iterator[Case]:
    height = 1.68
    soil = 0.5 * 15.7e3 * height**2 * math.tan(math.radians(25.0)) ** 2
    yield _case("water.over_soil", "thrust of water over static thrust of drained fill", "",
        f"γ_w / (γ K_A) with {_PAPER} Table 1", 9806.65 / (15.7e3 * math.tan(math.radians(25.0)) ** 2), {"rel": 1e-12},
        "closed form", lambda: float(earth_pressure.hydrostatic(height)) / soil,
        "The paper says that water pushes about 4 times as much as soil; its own numbers give 2.87.")  # fmt: skip
    yield _case("water.undrained_over_drained", "thrust of water and buoyant fill over that of drained fill, static",
        "", "γ_w/(γ K_A) + (γ_sat − γ_w)/γ, γ_sat = 19.5 kN/m³",
        WATER_UNIT_WEIGHT / (15.7e3 * math.tan(math.radians(25.0)) ** 2) + (19.5e3 - WATER_UNIT_WEIGHT) / 15.7e3,
        {"rel": 1e-10}, "closed form", lambda: _undrained_thrust() / soil)  # fmt: skip
    pressures = np.linspace(0.0, 1.0, 200_001)
    pressure = 0.875 * np.sqrt(pressures)
    yield _case("water.westergaard.force", "Westergaard's thrust over kh γ_w H²", "",
        "∫ ⅞ √(H y) dy over the wall, numerically (Westergaard 1933)", float(np.trapezoid(pressure, pressures)),
        {"rel": 1e-6}, "trapezoidal rule with a root at the surface",
        lambda: float(earth_pressure.westergaard(1.0, 1.0)) / WATER_UNIT_WEIGHT)  # fmt: skip
    yield _case("water.westergaard.arm", "height of Westergaard's resultant over H", "",
        "first moment of ⅞ √(H y), numerically",
        1.0 - float(np.trapezoid(pressure * pressures, pressures) / np.trapezoid(pressure, pressures)), {"rel": 1e-6},
        "trapezoidal rule with a root at the surface", lambda: earth_pressure.WESTERGAARD_ARM)  # fmt: skip


def _undrained_thrust() -> float:
    wall = _machu_picchu(water_level=1.68, saturated_unit_weight=19.5e3)
    loading = Loading(theory="rankine", kh=0.0, kv=0.0, water="pervious", uplift=False)
    state = balance(wall.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading)
    return float(state.sliding_force)


# ---- the wedge that pushes most ----


def wedge_coefficient(
    friction_angle: float, wall_friction: float, back_batter: float, slope: float, kh: float, kv: float
) -> float:
    """Return the greatest thrust over all plane wedges, divided by ½γH²(1 − kv).

    The wedge lies between the wall's back, the fill's surface and a plane at angle ρ to the horizontal. Its weight,
    its inertia, the wall's push at δ to the back's normal and the reaction at φ to the plane's normal balance.
    """

    def thrust(angle: float) -> float:
        # H = 1, γ = 1. Heel at the origin, fill towards +x; the back leans away from the fill by β.
        top_x = -math.tan(back_batter)
        # surface through (top_x, 1) rising at the slope; slip plane through the origin
        run = (1.0 - top_x * math.tan(slope)) / (math.tan(angle) - math.tan(slope))
        area = 0.5 * abs(top_x * run * math.tan(angle) - 1.0 * run)
        down, push = area * (1.0 - kv), area * kh
        # Force triangle: weight and inertia (towards the wall), the wall's push P, the reaction R.
        # P acts on the wedge at δ + β below the horizontal-normal of the back, upwards resisting; eliminate R.
        lean = angle - friction_angle
        numerator = down * math.sin(lean) + push * math.cos(lean)
        denominator = math.cos(wall_friction + back_batter - lean)
        return numerator / denominator

    low, high = max(slope, 0.0) + 1e-6, 0.5 * math.pi + min(back_batter, 0.0) - 1e-6
    steps = 4000
    grid = [low + (high - low) * i / steps for i in range(1, steps)]
    best = max(grid, key=thrust)
    step = (high - low) / steps
    found = minimize_scalar(
        lambda angle: -thrust(angle),
        bounds=(best - step, best + step),
        method="bounded",
        options={"xatol": 1e-13},
    )
    return -float(found.fun) / (0.5 * (1.0 - kv))
