"""Statics: the two walls of the Inka walls paper, closed forms of a prism, reliability."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from pirqa.model import Site, Wall
from pirqa.statics import StaticsOptions, StaticsResult, analyse
from pirqa.statics.critical import critical_coefficient
from pirqa.statics.equilibrium import MODES, Mode, balance
from pirqa.statics.options import Reliability, Required, Variable
from pirqa.statics.pseudo_static import cases_for
from pirqa.statics.reliability import simulate
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT
from pirqa.verification.case import Case
from pirqa.verification.statics_thrust import thrust_cases
from pirqa.verification.walls import PAPER, ROUNDING, hatunrumiyoc, machu_picchu, taper

__all__ = ["cases"]

_SITE = Site(kh=0.15, acceleration=0.3 * STANDARD_GRAVITY)
_WRONG = (
    "Printed {printed}, which does not follow from the paper's own equations 14–15 with its own Table 1; the case "
    "expects what they give."
)


@cache
def _result(wall: str) -> StaticsResult:
    chosen = {"hatunrumiyoc": hatunrumiyoc, "machu_picchu": machu_picchu}[wall]()
    options = StaticsOptions(
        methods=("static", "wet", "pseudo_static", "inertia", "inertia_kh"),
        thrusts=("seed_whitman", "seed_whitman_half", "whitman"),
    )
    return analyse(chosen, options, site=_SITE)


def cases() -> Iterator[Case]:
    """All cases of the group."""
    yield from _paper_cases()
    yield from thrust_cases()
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
        (
            "machu_picchu",
            "overturning",
            "kh",
            "pseudo_static.whitman",
            1.030,
            "eqs 13–15",
            _WRONG.format(printed="1.96"),
        ),
        (
            "machu_picchu",
            "overturning",
            "inertia",
            "inertia_kh.whitman",
            0.768,
            "eqs 13–15, section 3.3",
            _WRONG.format(printed="1.26") + " By its own method this wall overturns at a/g = 0.3.",
        ),
    )
    for wall, mode, variant, case, expected, where, note in rows:
        yield Case(
            id=f"{wall}.{mode}.{variant}",
            group="statics",
            quantity=f"factor of safety against {mode}",
            unit="",
            source=f"{PAPER}, {where}",
            expected=expected,
            tolerance={"abs": 0.0005},
            why=ROUNDING,
            compute=lambda wall=wall, case=case, mode=mode: _result(wall).factor(case, mode),  # type: ignore[misc]
            note=note,
        )
    for mode, expected in (("sliding", 0.925), ("overturning", 0.658)):
        yield Case(
            id=f"machu_picchu.{mode}.inertia_consistent",
            group="statics",
            quantity=f"factor of safety against {mode}, a/g in the thrust too",
            unit="",
            source=f"{PAPER}, eqs 7–16 with kh = 0.30 in K_AE, by hand",
            expected=expected,
            tolerance={"abs": 0.0005},
            why=ROUNDING,
            compute=lambda mode=mode: _result("machu_picchu").factor("inertia.whitman", mode),  # type: ignore[misc]
            note="The paper keeps kh = 0.15 in K_AE while the wall has a/g = 0.30. A named variant: it never counts.",
        )
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
        (
            "sliding.onset",
            "a/g on wall and fill",
            "sliding",
            "inertia.seed_whitman",
            weight * math.tan(math.pi / 6.0) / (inertia + still + moving),
            "Seed and Whitman 1970; W tan δ over inertia, static thrust and ¾kh·½γH²",
        ),
        (
            "overturning.onset",
            "a/g on wall and fill",
            "overturning",
            "inertia.seed_whitman",
            overturning(0.6),
            "the same, static thrust at H/3 and increment at 0.6 H",
        ),
        (
            "overturning.onset_half",
            "increment at H/2",
            "overturning",
            "inertia.seed_whitman_half",
            overturning(0.5),
            "the same, increment at H/2; a named variant",
        ),
        (
            "overturning.rest",
            "no earthquake",
            "overturning",
            "static.coulomb",
            weight * 0.381 / (still * 0.56),
            "W t/2 over the thrust at H/3",
        ),
        (
            "sliding.wet",
            "fill saturated to its top",
            "sliding",
            "wet.coulomb",
            (weight - lift) * math.tan(math.pi / 6.0) / (buoyant + water),
            "buoyant fill, hydrostatic water, uplift from heel to toe; γ_sat with grains of 2.65",
        ),
        (
            "overturning.wet",
            "fill saturated to its top",
            "overturning",
            "wet.coulomb",
            weight * 0.381 / ((buoyant + water) * 0.56 + lift * 0.762 * 2.0 / 3.0),
            "the same",
        ),
    )
    for name, quantity, mode, case, expected, source in rows:
        yield Case(
            id=f"machu_picchu.{name}",
            group="statics",
            quantity=f"factor of safety against {mode}, {quantity}",
            unit="",
            source=source,
            expected=expected,
            tolerance={"rel": 1e-10},
            why="closed form",
            compute=lambda case=case, mode=mode: _result("machu_picchu").factor(case, mode),  # type: ignore[misc]
        )
    for mode in MODES:
        yield Case(
            id=f"machu_picchu.{mode}.intensity",
            group="statics",
            quantity=f"a/g at which the factor against {mode} is the required 1.2",
            unit="",
            source="linear in kh: (resisting − 1.2 static) / (1.2 × what kh drives)",
            expected=_intensity_by_hand(mode, weight, half, still),
            tolerance={"rel": 1e-10},
            why="bracketed root to 1e-13",
            compute=lambda mode=mode: _intensity(mode),  # type: ignore[misc]
        )


def _intensity_by_hand(mode: str, weight: float, half: float, still: float) -> float:
    if mode == "sliding":
        return (weight * math.tan(math.pi / 6.0) - 1.2 * still) / (1.2 * (weight + 0.75 * half))
    driven = weight * 0.84 + 0.75 * half * 0.6 * 1.68
    return (weight * 0.381 - 1.2 * still * 0.56) / (1.2 * driven)


def _intensity(mode: str) -> float:
    options = StaticsOptions(methods=("inertia",), required=Required(sliding=1.2, overturning=1.2))
    found = analyse(machu_picchu(), options, site=_SITE).checks
    value = next(check.intensity for check in found if check.mode == mode)
    return math.nan if value is None else value


def _critical(wall: Wall, mode: Mode, case: int = 0, site: Site = _SITE, **options: Any) -> float:
    chosen = StaticsOptions(**options)
    found = critical_coefficient(wall, cases_for(wall, site, chosen)[case], mode, chosen).coefficient
    return math.nan if found is None else found


def _prism_cases() -> Iterator[Case]:
    rows: tuple[tuple[str, str, Mode, float, str], ...] = (
        (
            "prism.overturning.critical",
            "b/h of a free-standing prism",
            "overturning",
            1.0 / 2.4,
            "equilibrium: kh = b/h",
        ),
        (
            "prism.sliding.critical",
            "tan δ of a free-standing prism",
            "sliding",
            math.tan(math.pi / 6),
            "kh = tan δ",
        ),
    )
    for identity, quantity, mode, expected, source in rows:
        yield Case(
            id=identity,
            group="statics",
            quantity=f"critical coefficient = {quantity}",
            unit="",
            source=source,
            expected=expected,
            tolerance={"rel": 1e-10},
            why="bracketed root to 1e-13",
            compute=lambda mode=mode: _critical(hatunrumiyoc(), mode),  # type: ignore[misc]
        )
    weight, half = 23.6e3 * 0.762 * 1.68, 0.5 * 15.7e3 * 1.68**2
    active = math.tan(math.radians(25.0)) ** 2
    sliding = (weight * math.tan(math.pi / 6) - half * active) / (weight + 0.75 * half)
    overturning = (weight * 0.381 - half * active * 0.56) / (weight * 0.84 + 0.75 * half * 0.6 * 1.68)
    for name, expected in (("sliding", sliding), ("overturning", overturning)):
        yield Case(
            id=f"machu_picchu.{name}.critical",
            group="statics",
            quantity=f"critical kh of {name}",
            unit="",
            source=f"{PAPER}, eqs 7–15 with the static thrust at H/3, solved for kh at F = 1 (linear in kh)",
            expected=expected,
            tolerance={"rel": 1e-10},
            why="bracketed root to 1e-13",
            compute=lambda name=name: _critical(machu_picchu(), name, methods=("pseudo_static",)),  # type: ignore[misc]
        )
    yield Case(
        id="taper.overturning.critical",
        group="statics",
        quantity="critical kh of a free-standing taper 1.2 → 0.6 m, 3 m high, upright back",
        unit="",
        source="inwards: (b − y_G)/z_G with the centroid of a trapezium, y_G = 0.7333 m, z_G = 1.3333 m",
        expected=(1.2 - 1.98 / 2.7) / (3.6 / 2.7),
        tolerance={"rel": 1e-10},
        why="bracketed root to 1e-13",
        compute=lambda: _critical(taper(), "overturning", methods=("pseudo_static",)),
        note="Outwards it would bear 0.55: a free-standing wall is tried both ways.",
    )
    kv = 0.1
    yield Case(
        id="prism.sliding.critical.kv",
        group="statics",
        quantity="critical kh of sliding with kv = ±0.1",
        unit="",
        source="kh = (1 − kv) tan δ, the weight lightened",
        expected=(1.0 - kv) * math.tan(math.pi / 6),
        tolerance={"rel": 1e-10},
        why="bracketed root to 1e-13",
        compute=lambda: _critical(hatunrumiyoc(), "sliding", site=Site(kh=0.15, kv=kv), methods=("pseudo_static",)),
    )


def _stability_cases() -> Iterator[Case]:
    """Resultant, kern and pressure of a prism under kh, in closed form."""

    def state(kh: float) -> Any:
        wall = hatunrumiyoc()
        return balance(wall.section(), 0, friction_angle=0.5, inertia=kh, kv=0.0, backfill=None, loading=None)

    weight = 23.6e3 * 2.4
    rows = (
        ("prism.eccentricity", "eccentricity kh·H/2", "m", 0.15 * 1.2, lambda: state(0.15).eccentricity),
        (
            "prism.toe_pressure.kern",
            "toe pressure W/b (1 + 6e/b), resultant in the kern",
            "Pa",
            weight * (1 + 6 * 0.12),
            lambda: state(0.10).edge_pressure,
        ),
        (
            "prism.toe_pressure.open",
            "toe pressure 2W / 3(b/2 − e), joint open",
            "Pa",
            2 * weight / (3 * (0.5 - 0.36)),
            lambda: state(0.30).edge_pressure,
        ),
        (
            "prism.contact_length.open",
            "closed length 3(b/2 − e)",
            "m",
            3 * (0.5 - 0.36),
            lambda: state(0.30).contact_length,
        ),
    )
    for identity, quantity, unit, expected, compute in rows:
        yield Case(
            id=identity,
            group="statics",
            quantity=quantity,
            unit=unit,
            source="linear pressure without tension",
            expected=expected,
            tolerance={"rel": 1e-12},
            why="closed form",
            compute=compute,
        )


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
        return simulate(hatunrumiyoc(), Site(kh=mean), StaticsOptions(), asked).probability("sliding").probability

    yield Case(
        id="reliability.normal_kh",
        group="statics",
        quantity="P(F < 1) of sliding, kh normal (0.5, 0.05)",
        unit="",
        source="Φ((μ − tan δ)/σ)",
        expected=exact,
        tolerance={"abs": 4.0 * math.sqrt(exact * (1.0 - exact) / samples)},
        why="four standard errors of the count; the seed is fixed",
        compute=probability,
    )
