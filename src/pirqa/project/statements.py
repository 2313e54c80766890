"""Checks of what the project file states about the wall's condition and the demand that governs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pirqa.errors import ProjectError, did_you_mean
from pirqa.model.check import FAVOURABLE, Effect, GoverningDemand
from pirqa.model.condition import STATED_EFFECTS
from pirqa.project.origins import Origin
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile

_ROUNDING = 1.0 + 1e-9
"""Two demands that differ by rounding are the same: the code's name says more."""
_E030_YEARS = 475.0
"""Return period of the spectrum of E.030-2018 for a use factor of 1 [years] (Art. 10: 10 % in 50 years)."""
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

    ``motion``, ``pushover`` and ``codes`` are the options of these stages; None where the project has none.
    """
    tables: tuple[DesignSpectra | None, ...] = (
        None if motion is None else motion.design,
        None if pushover is None else pushover.spectra,
        None if codes is None else codes.spectra,
    )
    found: dict[str, DesignSpectrum] = {}
    for table in tables:
        if table is None:
            continue
        from pirqa.motion.design_spectrum import design_spectra

        for name, item in design_spectra(table).items():
            if item.name.endswith("_vertical"):
                continue
            if name not in found or found[name].pga < item.pga:
                found[name] = item
    return found


def governing_spectrum(project: Project) -> DesignSpectrum | None:
    """Return the design spectrum that governs ``project``; None where no design spectrum does."""
    spectra = design_demands(*(project.options.given(name) for name in ("motion", "pushover", "codes")))
    wanted = project.site.governing
    if wanted is not None:
        return spectra.get(wanted)
    in_force = [item for item in spectra.values() if not item.superseded]
    return max(in_force, key=lambda item: item.pga, default=None)


def governing_demand(project: Project) -> GoverningDemand | None:
    """Return the demand that governs ``project``, by ``site.governing`` or by default; None where it gives none.

    By default the strongest design spectrum of a code in force governs, or the acceleration of the site where that is
    greater.
    """
    site = project.site
    spectrum = governing_spectrum(project)
    peak = site.onset_coefficient
    # a coefficient above the peak asks for more than it; one below tolerates sliding
    kh_governs = peak is not None and site.kh is not None and float(site.kh) > peak * _ROUNDING
    peak = site.kh if kh_governs else peak
    stronger = spectrum is not None and peak is not None and peak > spectrum.pga / STANDARD_GRAVITY * _ROUNDING
    if spectrum is not None and (site.governing is not None or not stronger):
        years = _E030_YEARS if spectrum.name == "e030_2018" and _ordinary_use(project) else None
        return GoverningDemand(
            name=spectrum.name,
            origin="code",
            intensity=float(spectrum.pga) / STANDARD_GRAVITY,
            return_period=site.return_period or years,
            source=spectrum.source,
        )
    sweep = project.options.given("sweep")
    if sweep is not None and site.governing in sweep.demands:
        demand = sweep.demands[site.governing]
        surface = sweep.at_surface(demand)
        rock = demand.ground == "rock"
        origin = project.origins.get(f"sweep.demands.{site.governing}.acceleration")
        return GoverningDemand(
            name=str(site.governing),
            origin="study",
            intensity=surface / STANDARD_GRAVITY,
            rock=demand.acceleration / STANDARD_GRAVITY if rock else None,
            factor=surface / demand.acceleration if rock else None,
            return_period=site.return_period,
            source="" if origin is None else origin.source,
        )
    if peak is None or not peak > 0.0:
        return None
    from_rock = site.rock is not None and not kh_governs
    key = "rock" if from_rock else "kh" if site.acceleration is None or kh_governs else "acceleration"
    given = project.origins.get(f"site.{key}")
    return GoverningDemand(
        name="site",
        origin="site",
        intensity=float(peak),
        rock=None if site.rock is None or not from_rock else site.rock / STANDARD_GRAVITY,
        factor=site.site_factor if from_rock else None,
        return_period=site.return_period,
        source=site.source or ("" if given is None else given.source),
    )


def _ordinary_use(project: Project) -> bool:
    """Whether no spectrum of E.030 is raised by a use factor, which lengthens its return period."""
    motion, *others = (project.options.given(name) for name in ("motion", "pushover", "codes"))
    tables = (None if motion is None else motion.design, *(item.spectra for item in others if item is not None))
    given = [table.e030_2018 for table in tables if table is not None]
    return all(item is None or item.use_factor == 1.0 for item in given)


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
    spectra = design_demands(*(parsed.given(name) for name in ("motion", "pushover", "codes")))
    sweep = parsed.given("sweep")
    demands = {} if sweep is None else sweep.demands
    for demand in demands:
        if demand == _SITE or demand in spectra:
            raise ProjectError(f"sweep.demands.{demand}: another demand has this name; choose another name")
    given = [_SITE] if parsed.site.onset_coefficient is not None else []
    known = [*given, *spectra, *demands]
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
    condition, fill, limit = parsed.condition, parsed.backfill, parsed.given("limit")
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
    if condition.returns == "absent" and limit is not None and limit.side_walls:
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
    fe = parsed.given("fe")
    for effect, tables in _OF_THE_MODEL.items():
        for table in tables:
            held = () if fe is None else getattr(fe, table)
            if getattr(parsed.condition, effect) == "absent" and held:
                name = next(iter(held))
                yield f"condition.{effect}: is absent, and fe.{table}.{name} holds the wall; remove one of them"


def _held_by(parsed: ProjectFile, side: str) -> Collection[str]:
    """Keys of struts and ties on one side of the wall; y runs from the front into the wall."""
    limit, dynamics = parsed.given("limit"), parsed.given("dynamics")
    struts = {} if limit is None else limit.struts
    found = [f"limit.struts.{name}" for name, strut in struts.items() if strut.side == side]
    for strut in () if dynamics is None else dynamics.struts:
        behind = strut.other_point[1] > strut.point[1]
        if behind == (side == "back"):
            found.append(f'dynamics.struts "{strut.name}"')
    return found
