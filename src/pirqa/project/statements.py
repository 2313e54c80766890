"""Checks of what the project file states about the wall's condition and the demand that governs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pirqa.errors import ProjectError, did_you_mean
from pirqa.model.check import Effect
from pirqa.model.condition import STATED_EFFECTS
from pirqa.model.effects import FAVOURABLE
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.project.origins import Origin
from pirqa.project.schema import ProjectFile

__all__ = ["check_statements", "design_demands", "holds_by_assumption"]

_MEASURED = ("lean", "bulge", "compressive_strength", "ground_slope", "first_period")
_SITE = "site"
_HOLDING: dict[Effect, tuple[str, ...]] = {
    "struts": ("limit.struts", "dynamics.struts"),
    "returns": ("limit.side_walls",),
    "mortar": ("joints.tension", "joints.cohesion"),
}
"""Tables and keys of the project file that give the strength of what holds a wall."""
_STRENGTHS = ("tension", "cohesion", "capacity", "strength")
"""Keys that no safety rests on without a source."""
_OF_THE_MODEL = {"struts": ("struts", "springs"), "returns": ("returns", "buttresses")}
"""Tables of [fe] that bring favourable effects."""


def check_statements(parsed: ProjectFile, origins: Mapping[str, Origin]) -> None:
    """Refuse an unknown governing demand, statements without a source, and statements that the file contradicts."""
    _check_governing(parsed)
    _check_sources(parsed, origins)
    _check_standing(parsed, origins)
    for message in _contradictions(parsed):
        raise ProjectError(message)


def design_demands(motion: Any, pushover: Any, codes: Any) -> dict[str, DesignSpectrum]:
    """Return the horizontal design spectra of a project by name; of several of one name the strongest.

    ``motion``, ``pushover`` and ``codes`` are the options of these stages.
    """
    tables: tuple[DesignSpectra | None, ...] = (
        None if motion is None else motion.design,
        pushover.spectra,
        codes.spectra,
    )
    found: dict[str, DesignSpectrum] = {}
    for table in tables:
        for name, item in ({} if table is None else design_spectra(table)).items():
            if item.name.endswith("_vertical"):
                continue
            if name not in found or found[name].pga < item.pga:
                found[name] = item
    return found


def holds_by_assumption(effect: Effect, origins: Mapping[str, Origin]) -> bool:
    """Return whether a value that gives the strength of a favourable effect is assumed: marked so, or no source."""
    return any(
        origin.assumed or (key.rpartition(".")[2] in _STRENGTHS and not origin.source)
        for table in _HOLDING[effect]
        for key, origin in origins.items()
        if key == table or key.startswith(f"{table}.") or _is_exception(key, table)
    )


def _is_exception(key: str, table: str) -> bool:
    """Whether ``key`` gives the same property of single joints: joints.exceptions.0.tension."""
    group, _, name = table.partition(".")
    return key.startswith(f"{group}.exceptions.") and key.rpartition(".")[2] == name


def _check_governing(parsed: ProjectFile) -> None:
    name = parsed.site.governing
    if name is None:
        return
    spectra = design_demands(parsed.motion, parsed.pushover, parsed.codes)
    for demand in parsed.sweep.demands:
        if demand == _SITE or demand in spectra:
            raise ProjectError(f"sweep.demands.{demand}: another demand has this name; choose another name")
    given = [_SITE] if parsed.site.onset_coefficient is not None else []
    known = [*given, *spectra, *parsed.sweep.demands]
    if name in known:
        return
    if name == _SITE:
        raise ProjectError(
            "site.governing: the site has no demand of its own; give site.acceleration, or site.rock and "
            "site.site_factor"
        )
    if not known:
        raise ProjectError(
            f'site.governing: there is no demand "{name}"; give site.acceleration, a design spectrum under '
            "[motion.design], or [sweep.demands.NAME]"
        )
    raise ProjectError(f'site.governing: there is no demand "{name}"; {did_you_mean(name, known)}')


def _check_sources(parsed: ProjectFile, origins: Mapping[str, Origin]) -> None:
    condition = parsed.condition
    if condition.source.strip():
        return
    absent = [effect for effect in STATED_EFFECTS if effect not in FAVOURABLE and condition.of(effect) == "absent"]
    rock = ["foundation"] if condition.foundation == "rock" else []
    measured = [key for key in _MEASURED if getattr(condition, key) is not None]
    for key in (*absent, *rock, *measured):
        origin = origins.get(f"condition.{key}")
        if origin is None or not (origin.source.strip() or origin.assumed):
            value = getattr(condition, key)
            shown = f'"{value}"' if isinstance(value, str) else '"…"'
            raise ProjectError(
                f"condition.{key}: needs a source, since methods rely on it: write {key} = {{ value = {shown}, "
                'source = "who looked, when" }, or condition.source for all statements'
            )


def _check_standing(parsed: ProjectFile, origins: Mapping[str, Origin]) -> None:
    """A wall that stands silences calculations that deny it, so that the statement needs a witness."""
    wall, origin = parsed.wall, origins.get("wall.stands")
    if wall is None or not wall.stands or wall.stands_date is not None:
        return
    if origin is None or not (origin.source.strip() or origin.assumed):
        raise ProjectError(
            "wall.stands: needs a source or a date, since calculations that deny it then show nothing: write "
            'stands = { value = true, source = "who saw it, when" }, or add stands_date'
        )


def _contradictions(parsed: ProjectFile) -> Iterator[str]:
    condition, fill = parsed.condition, parsed.backfill
    if fill is not None and fill.water_level > 0.0 and condition.water == "absent":
        yield "condition.water: is absent, and backfill.water_level is above 0; correct one of them"
    if fill is not None and fill.surcharge > 0.0 and condition.surcharge == "absent":
        yield "condition.surcharge: is absent, and backfill.surcharge is above 0; correct one of them"
    if parsed.site.kv > 0.0 and condition.vertical_motion == "absent":
        yield "condition.vertical_motion: is absent, and site.kv is above 0; correct one of them"
    if parsed.base is not None and parsed.base.kind == "rock" and condition.foundation == "soil":
        yield 'condition.foundation: is soil, and base.kind is "rock"; correct one of them'
    joints = parsed.joints
    if joints is not None and condition.mortar == "absent":
        if max(joints.tension, joints.cohesion) > 0.0:
            yield "condition.mortar: is absent, and joints.tension or joints.cohesion is above 0; correct one of them"
        for item in joints.exceptions:
            if max(item.tension or 0.0, item.cohesion or 0.0) > 0.0:
                yield (
                    f"condition.mortar: is absent, and joints.exceptions between {' and '.join(item.between)} have "
                    "tension or cohesion above 0; correct one of them"
                )
    if condition.returns == "absent" and parsed.limit.side_walls:
        yield "condition.returns: is absent, and limit.side_walls hold the wall; remove one of them"
    if "pushover" in parsed.analyses:
        yield from _held_in_the_model(parsed)
    standing = None if parsed.wall is None else parsed.wall.standing
    if standing is not None and not standing.stands and parsed.survived:
        yield "survived: earthquakes are given for a wall that does not stand (wall.stands = false); remove one of them"
    held = [*_held_by(parsed, "front"), *_held_by(parsed, "back")]
    if condition.struts == "absent" and held:
        yield f"condition.struts: is absent, and {held[0]} holds the wall; remove one of them"
    if condition.struts_missing is not None:
        for key in _held_by(parsed, condition.struts_missing):
            yield f"condition.struts_missing: {key} is on the {condition.struts_missing}; remove one of them"


def _held_in_the_model(parsed: ProjectFile) -> Iterator[str]:
    """Yield what the finite-element model that is pushed over has, and the condition does not."""
    for effect, tables in _OF_THE_MODEL.items():
        for table in tables:
            if getattr(parsed.condition, effect) == "absent" and getattr(parsed.fe, table):
                name = next(iter(getattr(parsed.fe, table)))
                yield f"condition.{effect}: is absent, and fe.{table}.{name} holds the wall; remove one of them"


def _held_by(parsed: ProjectFile, side: str) -> Collection[str]:
    """Keys of struts and ties on one side of the wall; y runs from the front into the wall."""
    found = [f"limit.struts.{name}" for name, strut in parsed.limit.struts.items() if strut.side == side]
    for strut in parsed.dynamics.struts:
        behind = strut.other_point[1] > strut.point[1]
        if behind == (side == "back"):
            found.append(f'dynamics.struts "{strut.name}"')
    return found
