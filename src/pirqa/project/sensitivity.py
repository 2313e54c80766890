"""What would change the verdict: each assumed input of the closed forms over a range, one at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pirqa.errors import ComputationError, InputError
from pirqa.model.check import Check, LimitState, MethodDeclaration
from pirqa.model.verdict import LimitStateVerdict, State, Verdict, judge
from pirqa.model.wall import Wall
from pirqa.progress import SILENT
from pirqa.project.circumstances import circumstances_of
from pirqa.project.load import Project
from pirqa.project.origins import InputRow, grade_of
from pirqa.project.stages import BY_NAME
from pirqa.project.walls import asks_calibrated, surveyed_wall
from pirqa.units import Dimension

_MOST = 3
"""Inputs that are reported."""
_TRIED = 12
"""Inputs that are tried: each costs two runs of the closed forms."""
_NOTICED = 0.02
"""Least relative change of a capacity that is reported."""
_SEVERE: tuple[LimitState, ...] = ("gravity", "wall_falls", "stones_fall", "damage", "onset")

_SECTION_KEYS = {"survey.thickness": "wall.thickness", "survey.thickness_top": "wall.thickness_top"}
"""Input of the section by the key of the survey that gives it."""


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """An assumed input that changes the verdict, or its capacity most."""

    key: str
    """Key of the project file."""
    low: float
    """Least value of the range, SI."""
    high: float
    """Greatest value of the range, SI."""
    low_text: str
    """The least value as the project file writes it."""
    high_text: str
    source: str
    """Source of the range."""
    limit_state: LimitState
    """The limit state that changes; the most severe one where several do."""
    state: State
    """Its state with the value of the file."""
    state_low: State
    state_high: State
    intensity: float | None
    """Capacity with the value of the file: peak ground acceleration over gravity, or for gravity capacity over demand;
    that of the part that gives way first."""
    intensity_low: float | None
    intensity_high: float | None

    @property
    def flips(self) -> bool:
        """Whether an end of the range changes the state."""
        return self.state_low != self.state or self.state_high != self.state

    ratio: float
    """Capacity over demand with the value of the file."""

    @property
    def span(self) -> float:
        """Greatest change of the capacity, as the absolute value of a natural logarithm."""
        return _span((self.intensity, self.intensity_low, self.intensity_high))

    @property
    def reach(self) -> float:
        """Change of the capacity against its distance from the demand."""
        return _reach(self.span, self.ratio)


@dataclass(frozen=True, kw_only=True)
class _Range:
    """How far an input may be off."""

    source: str
    ends: Callable[[float], tuple[float, float]]


def _share(part: float) -> Callable[[float], tuple[float, float]]:
    return lambda value: (value * (1.0 - part), value * (1.0 + part))


def _friction(part: float) -> Callable[[float], tuple[float, float]]:
    """Range of an angle whose tangent may be off by ``part``."""
    return lambda value: (math.atan(math.tan(value) * (1.0 - part)), math.atan(math.tan(value) * (1.0 + part)))


_JOINT = _Range(
    source="friction ± 20 % (coefficient of variation 0.19: JCSS Probabilistic Model Code, 3.2; from memory)",
    ends=_friction(0.2),
)
_STONE = _Range(source="unit weight ± 5 % (JCSS Probabilistic Model Code, 3.2; from memory)", ends=_share(0.05))
_DEPTH = _Range(source="depth ± 15 %: a judgement, nobody has measured it", ends=_share(0.15))
_HEIGHT = _Range(source="height ± 5 %: a judgement, nobody has measured it", ends=_share(0.05))
_SOIL_ANGLE = _Range(
    source="friction angle of soil ± 10 % (coefficient of variation 5 to 11 %: Phoon and Kulhawy 1999; from memory)",
    ends=_share(0.1),
)
_SOIL_WEIGHT = _Range(
    source="unit weight of soil ± 10 % (coefficient of variation below 10 %: Phoon and Kulhawy 1999; from memory)",
    ends=_share(0.1),
)
_STIFFNESS = _Range(
    source="Kn divided and multiplied by 10: a judgement", ends=lambda value: (value / 10.0, value * 10.0)
)


def sensitivities(
    project: Project,
    stages: Mapping[str, Any],
    checks: tuple[Check, ...],
    declared: Mapping[str, MethodDeclaration],
) -> tuple[Sensitivity, ...]:
    """Return the two or three assumed inputs that flip a limit state, or change a capacity most.

    Statics, limit and codes are computed again with one input at each end of its range; the checks of all other stages
    stay as they are. Nothing is reported where these stages did not run, or look at a calibrated wall.

    Parameters
    ----------
    project
        The project.
    stages
        Results of its stages, by name.
    checks
        All checks of the project.
    declared
        Declarations of the methods, by family.
    """
    again = [name for name in ("statics", "limit", "codes") if name in stages]
    if not set(again) & {"statics", "limit"} or any(asks_calibrated(project, name) for name in ("statics", "limit")):
        return ()
    wall: Wall | None = project.wall if "survey" not in stages else stages["survey"].wall
    if wall is None or wall.support is None:
        return ()
    from pirqa.statics.inputs import inputs_of

    quick = _quick(project)
    others = tuple(check for check in checks if check not in _checks_of(stages, again))
    base = judge(checks, circumstances=circumstances_of(project, stages), declarations=declared)
    known = inputs_of(wall, project.site)
    found: list[Sensitivity] = []
    rows = [(row, _SECTION_KEYS.get(row.key, row.key)) for row in project.inputs if _is_assumed(row)]
    ranges = [(row, key, limits) for row, key in rows if key in known and (limits := _range_of(key)) is not None]
    for row, key, limits in ranges[:_TRIED]:
        low, high = limits.ends(float(known[key].value))
        ends = [_judged(quick, stages, again, others, wall, {key: value}, declared) for value in (low, high)]
        if ends[0] is None or ends[1] is None:
            continue
        dimension = known[key].dimension
        changed = _changed(base, ends[0], ends[1])
        if changed is not None:
            now, below, above = changed
            found.append(
                Sensitivity(
                    key=row.key,
                    low=low,
                    high=high,
                    low_text=_written(low, dimension),
                    high_text=_written(high, dimension),
                    source=limits.source,
                    limit_state=now.limit_state,
                    state=now.state,
                    state_low=below.state,
                    state_high=above.state,
                    intensity=_capacity(now),
                    intensity_low=_capacity(below),
                    intensity_high=_capacity(above),
                    ratio=now.governing.ratio if now.governing is not None else math.inf,
                )
            )
    told = [item for item in found if item.flips or item.span > _NOTICED]
    return tuple(sorted(told, key=lambda item: (not item.flips, -round(item.reach, 9), item.key))[:_MOST])


def _quick(project: Project) -> Project:
    """The project without the parts of codes that do not judge."""
    codes = project.options.given("codes")
    if codes is None:
        return project
    return replace(project, options=project.options.with_one("codes", replace(codes, retrofit=None)))


def _written(value: float, dimension: Dimension) -> str:
    """Return ``value`` with three digits in the unit that people read."""
    return f"{value / dimension.units[dimension.display]:.3g} {dimension.display}"


def _is_assumed(row: InputRow) -> bool:
    return row.status == "default" or grade_of(row) == "assumed"


def _checks_of(stages: Mapping[str, Any], names: list[str]) -> tuple[Check, ...]:
    return tuple(check for name in names for check in stages[name].checks)


def _range_of(key: str) -> _Range | None:
    table, _, field = key.rpartition(".")
    if field == "friction_angle":
        return _SOIL_ANGLE if table == "backfill" else _JOINT
    if field == "unit_weight":
        return _SOIL_WEIGHT if table == "backfill" else _STONE
    if table.startswith("wall"):
        return {"thickness": _DEPTH, "thickness_top": _DEPTH, "height": _HEIGHT}.get(field)
    return _STIFFNESS if key == "joints.normal_stiffness" else None


def _judged(
    project: Project,
    stages: Mapping[str, Any],
    again: list[str],
    others: tuple[Check, ...],
    wall: Wall,
    values: Mapping[str, float],
    declared: Mapping[str, MethodDeclaration],
) -> Verdict | None:
    """Return the verdict with ``values`` in place of some inputs; None where the wall is impossible with them."""
    from pirqa.statics.inputs import vary

    try:
        varied, site = vary(wall, project.site, values)
        # a section has no stones; how many rows of them it has is still of interest to the joints
        kept = replace(
            varied,
            stones=wall.stones,
            contacts=wall.contacts,
            fixed=wall.fixed,
            guided=wall.guided,
            control_points=wall.control_points,
        )
        other = replace(project, wall=kept, site=site)
        earlier = dict(stages)
        if "survey" in earlier:
            earlier["survey"] = replace(earlier["survey"], wall=kept)
        found = list(others)
        if "statics" in again:
            found += _section_checks(other, earlier)
        for name in ("limit", "codes"):
            if name in again:
                earlier[name] = BY_NAME[name].run(other, earlier, Path(), SILENT)
                found += earlier[name].checks
    except (InputError, ComputationError):
        return None
    return judge(found, circumstances=circumstances_of(other, earlier), declarations=declared)


def _section_checks(project: Project, earlier: Mapping[str, Any]) -> Iterator[Check]:
    """Yield the checks of statics that count, without the curves that the stage computes beside them."""
    from pirqa.statics.checks import bearing_check, mode_check
    from pirqa.statics.pseudo_static import MODES, cases_for, governing_joint, joint_states

    wall, site, options = surveyed_wall(project, earlier), project.site, project.options["statics"]
    for case in cases_for(wall, site, options):
        if case.named_variant:
            continue
        states = list(joint_states(wall, case, options))
        for mode in MODES:
            yield mode_check(case, mode, governing_joint(states, mode), wall, site, options)
        if wall.ground.bearing_capacity is not None:
            pressed = max(
                (state for state in states if state.joint == 0),
                key=lambda state: float(state.equilibrium.edge_pressure),
            )
            yield bearing_check(case, pressed, wall, site, options)


def _changed(
    base: Verdict, low: Verdict, high: Verdict
) -> tuple[LimitStateVerdict, LimitStateVerdict, LimitStateVerdict] | None:
    """Return the most severe limit state whose state changes, else the one whose capacity changes most."""
    rows = list(_rows(base, low, high))
    flipped = [row for row in rows if len({item.state for item in row}) > 1]
    if flipped:
        return flipped[0]
    return max(rows, key=_row_reach, default=None)


def _rows(
    base: Verdict, low: Verdict, high: Verdict
) -> Iterator[tuple[LimitStateVerdict, LimitStateVerdict, LimitStateVerdict]]:
    for name in _SEVERE:
        row = (base.of(name), low.of(name), high.of(name))
        if row[0].follows_from is None and any(item.check.votes for item in row[0].evidence):
            yield row


def _row_reach(row: tuple[LimitStateVerdict, LimitStateVerdict, LimitStateVerdict]) -> float:
    ratio = math.inf if row[0].governing is None else row[0].governing.ratio
    return _reach(_span([_capacity(item) for item in row]), ratio)


def _reach(span: float, ratio: float) -> float:
    if not 0.0 < ratio < math.inf:
        return 0.0
    return span / (abs(math.log(ratio)) + 0.1)


def _span(values: Iterable[float | None]) -> float:
    """Return the greatest change among capacities, as a natural logarithm; 0 where one of them is not known."""
    known = [value if value is not None and 0.0 < value < math.inf else math.nan for value in values]
    return 0.0 if any(math.isnan(value) for value in known) else math.log(max(known) / min(known))


def _capacity(item: LimitStateVerdict) -> float | None:
    """Capacity of what gives way first: as an intensity, or for gravity as capacity over demand."""
    if item.governing is None:
        return None
    if item.limit_state == "gravity":
        return item.governing.ratio if math.isfinite(item.governing.ratio) else None
    return item.governing.intensity
