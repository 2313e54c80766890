"""The limit stage: from a wall to the mechanisms by which it may fall, and their checks for the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.forces import EarthThrust
from pirqa.limit.mechanism import Moved
from pirqa.limit.options import LimitOptions
from pirqa.limit.parts import stretches
from pirqa.limit.wall_mechanisms import bendings, corners, custom_mechanism, overturn, overturning_cases
from pirqa.model.check import Basis, Check, Effect, MethodDeclaration, Treatment
from pirqa.model.ground_motion import Site
from pirqa.model.mechanism import Mechanism
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

_WORK: dict[Effect, Treatment] = {
    "self_weight": "included",
    "fill_at_rest": "included",
    "water": "included",
    "surcharge": "included",
    "struts": "included",
    "crushing": "included",  # where a strength is given; else the check omits it
    "shape": "included",  # thickness, batter, taper and steps of each stretch
    "returns": "safe",  # but for side walls that are given: then the check includes them
    "mortar": "safe",
    "sliding": "none",  # its question is turning
    "head_joint_friction": "none",  # parts are as wide as their stretch, and move as one
    "both_components": "none",  # the one along the wall does no work
    "duration": "none",  # the start of the motion
}

DECLARATIONS = (
    MethodDeclaration(
        family="limit_gravity",
        limit_states=("gravity",),
        effects={**_WORK, "fill_dynamic": "none", "vertical_motion": "none", "amplification": "none"},
    ),
    MethodDeclaration(
        family="limit_onset",
        limit_states=("onset",),
        at_rest="limit_gravity",
        effects={**_WORK, "fill_dynamic": "included"},
    ),
)
"""A mechanism answers for its own part, and for turning; effects that are not listed are left out, unsafely."""

_FILL: tuple[Effect, ...] = ("fill_at_rest", "fill_dynamic", "water", "surcharge")

_SOURCE = "virtual work (Chokepukio paper, eq. 8)"


@dataclass(frozen=True, kw_only=True, eq=False)
class LimitResult:
    """The mechanisms that were tried, the one that starts first coming first."""

    mechanisms: tuple[Mechanism, ...]
    checks: tuple[Check, ...] = ()
    """Whether the wall stands without any earthquake (gravity), and starts to move in that of the site (onset)."""
    remarks: tuple[Remark, ...] = ()

    def __str__(self) -> str:
        lines = [f"{len(self.mechanisms)} mechanisms: what starts each, and how far it goes"]
        for item in self.mechanisms:
            reach = "" if item.curve is None else f", d0* {item.curve.ultimate_spectral_displacement:.3f} m"
            lines.append(f"  {item.name:<32} α0 {item.multiplier:.4f}, e* {item.mass_fraction:.3f}{reach}")
        return "\n".join(lines)


def analyse(
    wall: Wall,
    options: LimitOptions | None = None,
    *,
    site: Site | None = None,
    thrust: EarthThrust | None = None,
    only: str | None = None,
    observer: Observer = SILENT,
) -> LimitResult:
    """Every mechanism of ``wall`` that ``options`` allow, the one that starts first coming first.

    ``thrust`` gives the forces of a backfill, which another room knows; ``site`` the earthquake for the onset check;
    ``only`` the name of the one mechanism that is wanted.
    """
    options = options or LimitOptions()
    parts = stretches(wall)
    _check_zones(wall, options)
    found: list[Moved] = []
    remarks: list[Remark] = []
    fill = thrust if options.backfill != "none" else None
    cases = [case for case in overturning_cases(parts, options) if only in (None, case.name)]
    sort = "" if only is None else only.partition(".")[0]
    observer.begin("Mechanisms", len(cases) + len(options.bending) + len(options.custom))
    for case in cases:
        moved, told = overturn(wall, options, fill, case)
        remarks += told
        if moved is not None:
            found.append(moved)
        observer.advance()
    for name in options.bending if sort in ("", "bending") else ():
        for moved, told in bendings(wall, parts, options, name):
            remarks += told
            found.append(moved)
        observer.advance()
    found += corners(wall, options) if sort in ("", "corner") else ()
    for key, asked in options.custom.items() if sort in ("", "custom") else ():
        moved, told = custom_mechanism(wall, key, asked)
        remarks += told
        found.append(moved)
        observer.advance()
    observer.end()
    remarks += _remarks(wall, options, found, thrust)
    # equal ones differ by rounding: outwards first
    found.sort(key=lambda item: (round(item.mechanism.multiplier, 9), item.mechanism.place.inward))
    return LimitResult(
        mechanisms=tuple(item.mechanism for item in found),
        checks=checks_of(found, site, wall, options, thrust=fill is not None),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _check_zones(wall: Wall, options: LimitOptions) -> None:
    zones = [zone.name for zone in wall.envelope.zones]
    for name in options.masonry:
        if name not in zones:
            raise OptionsError(f'limit.masonry: no zone is called "{name}"; {did_you_mean(name, zones)}')


def _remarks(wall: Wall, options: LimitOptions, found: list[Moved], thrust: EarthThrust | None) -> list[Remark]:
    """What the reader must know about all of them."""
    remarks: list[Remark] = []
    acting = {force.name for item in found for force in item.mechanism.forces}
    forces = (*options.struts, *options.side_walls, *options.roofs, *options.thrusts)
    remarks += [Remark(kind="warning", key="limit_force_idle", text=name) for name in forces if name not in acting]
    if any(options.side_walls):
        remarks.append(Remark(kind="assumption", key="limit_comb_friction"))
    if any(strut.stiffness is not None for strut in options.struts.values()):
        remarks.append(Remark(kind="assumption", key="limit_elastic_struts"))
    if wall.backfill is not None and (thrust is None or options.backfill == "none"):
        remarks.append(Remark(kind="warning", key="limit_fill_left_out"))
    if wall.backfill is not None and thrust is not None and options.backfill == "static":
        remarks.append(Remark(kind="assumption", key="limit_fill_static"))
    strength = options.compressive_strength is not None or options.masonry
    if strength and any(item.mechanism.kind in ("corner", "custom") for item in found):
        remarks.append(Remark(kind="assumption", key="limit_hinges_as_given"))
    for item in found:
        name = item.mechanism.name
        remarks += [Remark(kind="warning", key=f"limit_{note}", text=name) for note in item.mechanism.notes]
    return remarks


def checks_of(
    moved: Sequence[Moved], site: Site | None, wall: Wall, options: LimitOptions, *, thrust: bool
) -> tuple[Check, ...]:
    """Gravity for each way of falling, and onset where the site's peak acceleration is known.

    ``thrust``: whether the forces of a fill were known. Mechanisms that leave something out have checks of their own,
    so that they hide behind no other and none hides behind them.
    """

    def left_out(item: Moved) -> tuple[Effect, ...]:
        return _left_out(item.mechanism, wall, options, thrust=thrust)

    groups: dict[tuple[Effect, ...], list[Moved]] = {}
    for item in moved:
        groups.setdefault(left_out(item), []).append(item)
    peak = None if site is None else site.onset_coefficient
    gravity: list[Check] = []
    onset: list[Check] = []
    for number, omits in enumerate(sorted(groups, key=lambda item: (len(item), item))):
        those = groups[omits]
        suffix = f".{_name(those)}" if number else ""
        gravity += _gravity(those, tuple(effect for effect in omits if effect != "fill_dynamic"), suffix)
        if peak is not None and peak > 0.0:
            onset.append(_onset(those, peak, omits, suffix))
    return (*gravity, *onset)


def _onset(moved: Sequence[Moved], peak: float, omits: tuple[Effect, ...], suffix: str) -> Check:
    """The mechanism that starts first."""
    first = min((item.mechanism for item in moved), key=lambda item: item.multiplier)
    notes = ("limit_not_amplified" if first.local else "limit_starts_only", "sliding_not_judged")
    # not a0* = α0 g/e*: until it starts all of it goes with the ground, whatever share moves then
    capacity = max(first.multiplier, 0.0)
    return Check(
        id=f"limit.onset{suffix}",
        mode="overturning",
        limit_state="onset",
        method="limit",
        place=first.place,
        demand=peak,
        capacity=capacity,
        unit="",
        source=f"{_SOURCE}: α0 against a/g",
        basis=Basis(driving="peak", acceleration=peak, proportional=True, body="bodies", way="force"),
        notes=(*notes, *_fill_notes(omits)),
        family="limit_onset",
        intensity=capacity,
        demand_intensity=peak,
        # of all of them: with an omitted effect another may start first
        at_rest=max(item.mechanism.at_rest for item in moved),
        includes=first.includes,
        omits=omits,
    )


def _gravity(moved: Sequence[Moved], omits: tuple[Effect, ...], suffix: str) -> Iterator[Check]:
    for inward in (False, True):
        those = [item for item in moved if item.mechanism.place.inward is inward]
        if not those:
            continue
        worst = min(those, key=lambda item: item.holding / item.driving if item.driving > 0.0 else float("inf"))
        yield Check(
            id=f"limit.gravity.{'inward' if inward else 'outward'}{suffix}",
            mode="overturning",
            limit_state="gravity",
            method="limit",
            place=worst.mechanism.place,
            demand=worst.driving,
            capacity=worst.holding,
            unit="N",
            source=_SOURCE,
            basis=Basis(driving="weight", body="bodies", way="force"),
            notes=("limit_work", *_fill_notes(omits)),
            family="limit_gravity",
            includes=worst.mechanism.includes,
            omits=omits,
        )


def _name(moved: Sequence[Moved]) -> str:
    return min(moved, key=lambda item: item.mechanism.multiplier).mechanism.name


def _left_out(mechanism: Mechanism, wall: Wall, options: LimitOptions, *, thrust: bool) -> tuple[Effect, ...]:
    """Effects that this mechanism leaves out although they reach it."""
    effects: list[Effect] = []
    fill = wall.backfill
    surface = 0.0 if fill is None else mechanism.height if fill.height is None else float(fill.height)
    if fill is not None and mechanism.level < surface - 1e-9:
        pushed = any(force.kind == "backfill" for force in mechanism.forces)
        if not (thrust and pushed):
            effects += _FILL
        elif options.backfill == "static":
            effects.append("fill_dynamic")
    if not mechanism.crushing:
        effects.append("crushing")
    return tuple(effects)


def _fill_notes(omits: tuple[Effect, ...]) -> tuple[str, ...]:
    if "fill_at_rest" in omits:
        return ("limit_without_fill",)
    return ("limit_static_fill",) if "fill_dynamic" in omits else ()
