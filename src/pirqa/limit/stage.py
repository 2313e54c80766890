"""The limit stage: from a wall to the mechanisms by which it may fall."""

from __future__ import annotations

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.bending import bendings
from pirqa.limit.checks import checks_of
from pirqa.limit.corner import corners
from pirqa.limit.custom import custom_mechanism
from pirqa.limit.mechanism import Moved
from pirqa.limit.options import LimitOptions
from pirqa.limit.overturning import overturn, overturning_cases
from pirqa.limit.parts import stretches
from pirqa.limit.result import LimitResult
from pirqa.limit.soil import EarthThrust
from pirqa.model.remark import Remark
from pirqa.model.site import Site
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["analyse"]


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
