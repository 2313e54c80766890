"""Mechanisms of the wall, with what limit analysis takes from other rooms.

These are the thrust of the fill (statics), the strength of timber struts (E.010), and the levels about which the wall
turned where it was pushed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import OptionsError
from pirqa.model.envelope import Section
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.stage import Stage
from pirqa.project.walls import wall_for, wall_inputs, wall_remarks

if TYPE_CHECKING:
    from pirqa.fem.pushover.result import PushoverResult
    from pirqa.limit.forces import SoilForce
    from pirqa.limit.options import LimitOptions
    from pirqa.limit.stage import LimitResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile
    from pirqa.statics.options import StaticsOptions


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> LimitResult:
    """Mechanisms of the wall, with the thrust of its fill and what its timber struts bear."""
    from pirqa.limit.stage import analyse

    wall = wall_for(project, "limit", earlier)
    thrust = None if wall.backfill is None else FillThrust(wall=wall, statics=project.options["statics"])
    given = with_hinges(project.options["limit"], earlier.get("pushover"))
    options = with_capacities(given)
    remarks = (
        *wall_remarks(project, "limit", earlier),
        *timber_remarks(given, options),
        *hinge_remarks(project.options["limit"], given),
    )
    result = analyse(wall, options, site=project.site, thrust=thrust, observer=observer)
    return replace(result, remarks=(*remarks, *result.remarks))


def mechanism_inputs(project: Project) -> dict[str, Any]:
    """How water moves in the fill is given once, under [statics]."""
    return {**wall_inputs(project), "statics": to_plain(project.options["statics"])}


def with_hinges(options: LimitOptions, pushed: PushoverResult | None) -> LimitOptions:
    """``options`` with the levels of the hinges that the cracks of a wall pushed over show."""
    if pushed is None:
        return options
    across = [reading for reading in pushed.readings if reading.direction in ("outward", "inward")]
    found = [round(float(hinge.level), 2) for reading in across if (hinge := reading.cracks.main) is not None]
    return replace(options, hinge_levels=(*options.hinge_levels, *dict.fromkeys(found)))


def hinge_remarks(given: LimitOptions, filled: LimitOptions) -> tuple[Remark, ...]:
    """Which hinges come from the analysis pushover."""
    return tuple(
        Remark(kind="assumption", key="limit_hinge_from_pushover", amount=float(level), unit="m")
        for level in filled.hinge_levels[len(given.hinge_levels) :]
    )


def with_capacities(options: LimitOptions) -> LimitOptions:
    """``options`` with the capacity of each timber strut, by E.010."""
    from pirqa.codes.e010 import strut_capacity

    struts = dict(options.struts)
    for name, strut in options.struts.items():
        if strut.timber is None:
            continue
        timber = strut.timber
        try:
            capacity = strut_capacity(
                diameter=timber.diameter,
                effective_length=timber.effective_length,
                compressive_strength=timber.compressive_strength,
            )
        except OptionsError as error:
            raise OptionsError(f"limit.struts.{name}.timber: {error}") from error
        struts[name] = replace(strut, capacity=capacity, timber=None)
    return replace(options, struts=struts)


def timber_remarks(given: LimitOptions, filled: LimitOptions) -> tuple[Remark, ...]:
    """What the reader must know about capacities that come from timber."""
    return tuple(
        Remark(kind="assumption", key="limit_timber", text=name, amount=filled.struts[name].capacity or 0.0, unit="N")
        for name, strut in given.struts.items()
        if strut.timber is not None
    )


@dataclass(frozen=True, kw_only=True)
class FillThrust:
    """Thrust of ``wall``'s fill after Coulomb, and Mononobe and Okabe in an earthquake (see statics)."""

    wall: Wall
    statics: StaticsOptions

    def __call__(self, station: float, level: float, coefficient: float) -> tuple[SoilForce, ...]:
        """Forces of the fill on the section at ``station`` above ``level``."""
        from pirqa.limit.forces import SoilForce
        from pirqa.statics.earth_pressure import Loading, backfill_forces

        fill = self.wall.backfill
        if fill is None:
            return ()
        section: Section = replace(self.wall.section(station), joints=(level,))
        loading = Loading(
            theory="mononobe_okabe",  # Coulomb's where the coefficient is 0
            kh=coefficient,
            kv=0.0,
            water=self.statics.water,
            uplift=self.statics.uplift,
        )
        return tuple(
            SoilForce(
                name=force.name,
                outward=float(force.outward),
                down=float(force.down),
                y=float(force.y),
                z=float(force.z),
                mass=force.name == "resting_soil",
            )
            for force in backfill_forces(section, 0, fill, loading)
        )


def _idle(parsed: ProjectFile) -> set[str]:
    options = parsed.options_of("limit")
    crushed = options.compressive_strength is not None or bool(options.masonry)
    return ({"limit.backfill"} if parsed.backfill is None else set()) | (set() if crushed else {"limit.crushing_rule"})


STAGE = Stage(
    name="limit",
    rank=170,
    options="pirqa.limit.options:LimitOptions",
    result="pirqa.limit.stage:LimitResult",
    takes=("survey", "pushover"),
    inputs=mechanism_inputs,
    run=_run,
    methods=("pirqa.limit.stage:DECLARATIONS",),
    idle=_idle,
)
