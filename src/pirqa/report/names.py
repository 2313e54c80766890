"""Names of methods, joints and inputs in the report's language."""

from __future__ import annotations

import re

from pirqa.model.check import Check
from pirqa.report.words import Words

__all__ = ["case_name", "check_place", "group_name", "input_name", "place_name"]


def case_name(case: str, words: Words, *, short: bool = False) -> str:
    """``pseudo_static.whitman`` in words."""
    method, _, thrust = case.partition(".")
    name = words(f"method.{method}")
    if not thrust:
        return name
    return f"{name}, {words(f'thrust_short.{thrust}')}" if short else f"{name}; {words(f'thrust.{thrust}')}"


def place_name(joint: int, level: float, direction: str, station: float, words: Words) -> str:
    """A joint in words."""
    name = words("place.base") if joint == 0 else words("place.joint", level=words.decimal(f"{level:.3g}"))
    if direction == "inward":
        name += f", {words('place.inward')}"
    if station:
        name += f", {words('place.station', station=words.decimal(f'{station:.3g}'))}"
    return name


_PLACE = re.compile(r"^(?:base|joint at (?P<level>\S+) m)(?P<inward>, inward)?(?:, x = (?P<station>\S+) m)?$")


def check_place(check: Check, words: Words) -> str:
    """The place of a check in words; as it is where it is not a joint."""
    match = _PLACE.match(check.place)
    if match is None:
        return check.place
    level = match["level"]
    name = words("place.base") if level is None else words("place.joint", level=words.decimal(level))
    if match["inward"]:
        name += f", {words('place.inward')}"
    if match["station"]:
        name += f", {words('place.station', station=words.decimal(match['station']))}"
    return name


def input_name(key: str, words: Words) -> str:
    """An input in words, with its group: ``backfill.friction_angle`` → "Backfill: friction angle"."""
    group, field = key.rsplit(".", 1)
    name = words(f"input.{field}")
    return (
        f"{group_name(group, words)}: {name[0].lower()}{name[1:]}"
        if name[1:2].islower()
        else f"{group_name(group, words)}: {name}"
    )


def group_name(group: str, words: Words) -> str:
    """The table of the project file that an input stands in, in words."""
    parts = group.split(".")
    if parts[0] == "materials":
        return words("group.materials", name=parts[1])
    if parts[:2] == ["wall", "zones"]:
        return words("group.zone", name=parts[2])
    return words(f"group.{parts[-1]}")
