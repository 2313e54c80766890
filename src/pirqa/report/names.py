"""Names of methods, joints, mechanisms and inputs in the report's language."""

from __future__ import annotations

from collections.abc import Iterable

from pirqa.model.check import Basis, Check, Place
from pirqa.model.masonry import OTHER_DAMPING
from pirqa.model.mechanism import Mechanism
from pirqa.project import Assessment
from pirqa.report.words import Words

_FEET = ("fixed", "sliding", "rolling")
"""What holds the foot of a wall of the isolation stage: the first word of a corner's name."""
_GROUPS_OF_NAMES = {"layers": "layer", "stones": "stone", "leaves": "leaf", "bonds": "bond"}
"""Tables of the survey that hold others by name, and the word for one of those."""


def case_name(case: str, words: Words, *, short: bool = False) -> str:
    """``pseudo_static.whitman`` in words."""
    method, _, thrust = case.partition(".")
    name = words.get(f"method.{method}", method)
    if not thrust:
        return name
    variant = variant_name(thrust, words, short=short)
    return f"{name}, {variant}" if short else f"{name}; {variant}"


def variant_name(variant: str, words: Words, *, short: bool = True) -> str:
    """A method's variant in words: the theory of a thrust, a code's spectrum, or the ends of the joints' pairs."""
    known = words.get(f"code.{variant}", corner_name(variant, words))
    return words.get(f"{'thrust_short' if short else 'thrust'}.{variant}", known)


def method_name(check: Check, words: Words, *, short: bool = False) -> str:
    """A check's method in words; with its run, where each run has checks of its own."""
    if not check.action:
        return case_name(check.method, words, short=short)
    method, _, case = check.method.partition(".")
    return f"{case_name(method, words)}: {run_name(check.action, case, words)}"


def run_name(action: str, case: str, words: Words) -> str:
    """What is done to the wall, and which end of the joints' pairs it has: ``sine (Kn low, μ high)``."""
    name = words.get(f"dynamics.action_{action}", action)
    return f"{name} ({corner_name(case, words)})" if case else name


def corner_name(case: str, words: Words) -> str:
    """``Kn low, μ high`` in words."""
    parts = []
    for part in case.split(", "):
        symbol, space, end = part.partition(" ")
        if symbol in _FEET:
            parts.append(words(f"isolation.foot_{symbol}", coefficient=words.typeset(end)))
            continue
        told = f"{symbol}{space}{words.get(f'dynamics.case_{end}', end)}"
        parts.append(words("dynamics.other_damping") if part == OTHER_DAMPING else told)
    return ", ".join(parts)


def drive_name(basis: Basis, words: Words) -> str:
    """What drives the wall in a check, with its acceleration where it is known: ``coefficient kh 0.150``."""
    name = basis.name
    if basis.driving == "spectrum":
        name = words.get(f"code.{basis.name}", basis.name)
    elif basis.driving == "record":
        name = words.get(f"dynamics.action_{basis.name}", basis.name)
    text = words(f"why.driving_{basis.driving}", name=name)
    if basis.acceleration is None:
        return text
    text += f", {words('why.peak')}" if basis.name else ""
    return f"{text} {words.number(basis.acceleration, 3)}" + ("" if basis.driving == "kh" else " g")


def zone_name(zone: str, words: Words) -> str:
    """A zone of the wall: the one that has no name of its own in words, others as the project file calls them."""
    return words("place.whole_wall") if zone == "wall" else zone


def place_name(place: Place, words: Words) -> str:
    """A place on the wall in words."""
    level = "" if place.level is None else words.typeset(f"{place.level:.3g}")
    name = words(f"place.{place.name}", level=level, stone=place.stone)
    if place.inward:
        name += f", {words('place.inward')}"
    if place.vertical:
        name += f", {words(f'place.kv_{place.vertical}')}"
    if place.station is not None:
        name += f", {words('place.station', station=words.typeset(f'{place.station:.3g}'))}"
    return name


def input_name(key: str, words: Words) -> str:
    """An input in words, with its group: ``backfill.friction_angle`` → "Backfill: friction angle"."""
    group = key.rsplit(".", 1)[0]
    return f"{group_name(group, words)}: {uncapped(field_name(key, words))}"


def uncapped(text: str) -> str:
    """Return words for the middle of a sentence; symbols and abbreviations keep their capitals."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def field_name(key: str, words: Words) -> str:
    """An input in words, without its group: those of its own group where one word would not serve two."""
    group, field = key.rsplit(".", 1)
    own = f"input.{_kind_of(group)}_{field}"
    return words(own if own in words else f"input.{field}")


_GROUP_TITLES = {"sweep": "sweep.title", "campaign": "campaign.title", "updating": "updating.title"}
"""Tables that have their stage's title; a sweep is not the sine that sweeps through frequencies."""


def group_name(group: str, words: Words) -> str:
    """The table of the project file that an input stands in, in words."""
    parts = group.split(".")
    kind = _kind_of(group)
    if group in _GROUP_TITLES:
        return words(_GROUP_TITLES[group])
    if parts[0] == "survived":
        return words("group.survived", number=int(parts[1]) + 1)
    if parts[0] == "materials":
        return words("group.materials", name=parts[1])
    if parts[:2] == ["wall", "zones"]:
        return words("group.zone", name=parts[2])
    if kind == "niches":
        return words("group.niche", number=int(parts[3]) + 1)
    if kind.startswith(("set_", "oma_", "ida_")):
        return words(f"group.{kind}")
    if parts[:1] == ["motion"] and len(parts) > 2:
        inner = f": {words(f'group.{parts[3]}')}" if len(parts) > 3 else ""
        return words(f"code.{parts[2]}") if parts[1] == "design" else words(f"group.{parts[1]}", name=parts[2]) + inner
    if parts[:1] == ["codes"] and len(parts) == 3:
        return words(f"group.{parts[1]}", name=words(f"code.{parts[2]}"))
    if parts[:2] == ["dynamics", "damage_states"]:
        return words("group.damage_state", name=".".join(parts[2:]))
    if parts[:2] == ["sweep", "demands"] and len(parts) > 2:
        return words("group.demand", name=parts[2])
    if parts[0] in ("fe", "pushover"):
        return (_fe_group if parts[0] == "fe" else _pushover_group)(parts[1:], words)
    if parts[0] == "updating" and len(parts) > 1:
        return words(f"group.updating_{parts[1]}", name=".".join(parts[2:]))
    if kind.startswith(("limit_", "blocks_")):
        return words(f"group.{kind}", name=parts[2] if kind == "limit_timber" else parts[-1])
    if kind in _GROUPS_OF_NAMES:
        # a layer may have dots in its name
        return words(f"group.{_GROUPS_OF_NAMES[kind]}", name=".".join(parts[2:]))
    return words(f"group.{parts[-1]}")


def _fe_group(parts: list[str], words: Words) -> str:
    """``models.two_walls.struts.left`` in words: of which model, and which of its parts."""
    if not parts:
        return words("fe.title")
    if parts[:2] == ["response", "spectra"] and len(parts) > 2:
        return words("group.spectra", name=words(f"code.{parts[2]}"))
    told = words(f"group.fe_{parts[0]}", name=parts[1] if len(parts) > 1 else "")
    return f"{told}: {_fe_group(parts[2:], words)}" if len(parts) > 2 else told


def _pushover_group(parts: list[str], words: Words) -> str:
    """``interfaces.seam.masonry`` in words: of which layer, and which of its parts."""
    if not parts:
        return words("pushover.title")
    if parts[0] == "spectra" and len(parts) > 1:
        return words("group.spectra", name=words(f"code.{parts[1]}"))
    inner = f"_{parts[2]}" if parts[0] == "interfaces" and len(parts) > 2 else ""
    return words(f"group.pushover_{parts[0]}{inner}", name=parts[1] if len(parts) > 1 else "")


def _kind_of(group: str) -> str:
    """``survey.leaves.facing`` → leaves: what every table of its kind is called."""
    parts = group.split(".")
    if parts[0] == "survived":
        return "survived"
    if parts[0] == "ida" and len(parts) > 1:
        return f"ida_{parts[1]}"
    if parts[:2] == ["dynamics", "damage_states"]:
        return "damage_states"
    if parts[:2] == ["motion", "set"] and len(parts) > 2:  # motion.set.spectrum is not that of the motions
        return f"set_{parts[2]}"
    if parts[0] in ("motion", "sweep") and len(parts) == 3:
        return parts[1]
    if parts[0] == "limit" and len(parts) > 2:  # limit.struts.NAME.timber, limit.custom.NAME.bodies.NAME
        return f"limit_{parts[3] if len(parts) > 3 else parts[1]}"
    if parts[0] == "fe" and parts[1:3] != ["response", "spectra"]:
        return "fe"
    if parts[0] == "updating":
        return "updating"
    if parts[0] == "pushover" and parts[1:2] != ["spectra"]:
        return "pushover"
    if parts[0] == "oma" and len(parts) > 1:  # oma.spectrum is not that of ground motions
        return f"oma_{parts[1]}"
    if parts[0] == "blocks" and len(parts) > 2:  # blocks.patterns.NAME, blocks.live_loads.NAME
        return f"blocks_{parts[1]}"
    if parts[0] != "survey" or len(parts) == 1:
        return parts[-1]
    return "niches" if parts[1:3] == ["generate", "niches"] else parts[1]


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
