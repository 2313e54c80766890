"""What the mechanisms say about the wall: whether it stands, and whether it starts to move in the site's earthquake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pirqa.limit.mechanism import Moved
from pirqa.limit.options import LimitOptions
from pirqa.model.check import Basis, Check, Effect
from pirqa.model.effects import MethodDeclaration, Treatment
from pirqa.model.mechanism import Mechanism
from pirqa.model.site import Site
from pirqa.model.wall import Wall

__all__ = ["DECLARATIONS", "checks_of"]

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


def _fill_notes(omits: tuple[Effect, ...]) -> tuple[str, ...]:
    if "fill_at_rest" in omits:
        return ("limit_without_fill",)
    return ("limit_static_fill",) if "fill_dynamic" in omits else ()


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
