"""Mechanisms in words, and which few of many are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from pirqa.model.mechanism import Mechanism
from pirqa.project import Assessment
from pirqa.report.words import Words

__all__ = ["all_mechanisms", "leading", "mechanism_name"]


def mechanism_name(mechanism: Mechanism, words: Words) -> str:
    """A mechanism in words: ``overturning.inward.6.10m`` → "Overturning inwards about +6.10 m"."""
    _, _, own = mechanism.name.partition(".")
    if mechanism.kind != "overturning":
        shown = ", ".join(words.get(f"limit.way_{part}", part) for part in own.split("."))
        return words(f"limit.mechanism_{mechanism.kind}", name=shown)
    place = mechanism.place
    way = words("limit.way_inward" if place.inward else "limit.way_outward")
    level = words.typeset(f"{mechanism.level:.2f}")
    where = words("limit.about_level", level=level) if mechanism.local else words("limit.about_base")
    name = words("limit.mechanism_overturning", way=way, where=where)
    if place.station is not None:
        name += f", {words('place.station', station=words.typeset(f'{place.station:.3g}'))}"
    return name


def leading(mechanisms: Iterable[Mechanism], most: int = 4) -> tuple[Mechanism, ...]:
    """The first to start of each sort (what it is, at the ground or above it, which way), the lowest first."""
    first: dict[tuple[str, bool, bool, str], Mechanism] = {}
    for item in sorted(mechanisms, key=lambda item: round(item.multiplier, 9)):
        own = "" if item.kind == "overturning" else item.name
        first.setdefault((item.kind, item.local, item.place.inward, own), item)
    return tuple(first.values())[:most]


def all_mechanisms(assessment: Assessment) -> dict[str, Mechanism]:
    """Those that the stages before found, by name."""
    found = (assessment.stages[stage].mechanisms for stage in ("limit", "blocks") if stage in assessment.stages)
    return {item.name: item for mechanisms in found for item in mechanisms}
