"""Verification of mechanisms by codes: with measured periods where asked, and of a strengthened wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import OptionsError
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project.origins import idle_spectra
from pirqa.project.stage import Stage
from pirqa.project.stages.limit import FillThrust, mechanism_inputs, with_capacities, with_hinges
from pirqa.project.walls import wall_for

if TYPE_CHECKING:
    from pirqa.codes.options import CodesOptions
    from pirqa.codes.result import CodesResult
    from pirqa.codes.retrofit import Kind, Rebuild
    from pirqa.limit.options import LimitOptions
    from pirqa.model.mechanism import Mechanism
    from pirqa.motion.design_spectrum import DesignSpectra
    from pirqa.oma.result import OmaResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile
    from pirqa.statics.options import StaticsOptions

_TABLES = ("spectra", "damage_spectra", "collapse_spectra")
_ADDED = "codes.retrofit"
"""Name of the strut that strengthens the wall."""


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> CodesResult:
    """Mechanisms that were found, verified by codes; those of a strengthened wall are found again."""
    from pirqa.codes.stage import verify_mechanisms

    finders = [earlier[name] for name in ("limit", "blocks") if name in earlier]
    if not finders:
        raise OptionsError('codes: nothing finds mechanisms to verify; add "limit" or "blocks" to analyses')
    mechanisms = [item for found in finders for item in found.mechanisms]
    options, remarks = with_measured(project.options["codes"], earlier.get("oma"))
    rebuild = None
    if options.retrofit is not None and "limit" in earlier:
        wall = wall_for(project, "limit", earlier)
        given = with_hinges(project.options["limit"], earlier.get("pushover"))
        rebuild = rebuild_of(wall, given, project.options["statics"], options.retrofit.level)
    result = verify_mechanisms(
        mechanisms, options, rebuild=rebuild, governing=project.site.governing, observer=observer
    )
    return replace(result, remarks=(*remarks, *result.remarks))


def with_measured(options: CodesOptions, oma: OmaResult | None) -> tuple[CodesOptions, tuple[Remark, ...]]:
    """``options`` with what ``codes.measured`` asks for in place of what they give, and a remark for each.

    Nothing is taken silently: where it was not measured well enough the reason is told, and the file must decide.
    """
    remarks: list[Remark] = []
    if options.measured and oma is None:
        raise OptionsError(
            f'codes.measured: {" and ".join(options.measured)} come from the analysis "oma"; add it to analyses, with '
            "[oma] plan = the test plan"
        )
    assert oma is not None or not options.measured
    if "structure_period" in options.measured:
        assert oma is not None
        if not len(oma.modes):
            raise OptionsError(
                "codes.measured: no mode was found in the vibrations, so there is no structure_period; give it as a "
                'number, such as structure_period = "0.5 s", and take it out of measured'
            )
        period = 1.0 / float(oma.modes.frequency[0])
        stated = options.structure_period
        remarks.append(_measured_remark("structure_period_measured", period, stated, oma))
        options = replace(options, structure_period=period)
    if "plateau_end" in options.measured:
        assert oma is not None
        options, told = _with_plateau(options, oma)
        remarks.append(told)
    return options, tuple(remarks)


def _with_plateau(options: CodesOptions, oma: OmaResult) -> tuple[CodesOptions, Remark]:
    tables = {key: given for key in _TABLES if (given := getattr(options, key)) is not None}
    if not any(given.e030_2003 is not None for given in tables.values()):
        raise OptionsError(
            "codes.measured: plateau_end is TP of codes.spectra.e030_2003, which is not given; the other spectra have "
            "their own by soil"
        )
    period = oma.site_period
    if period is None:
        raise OptionsError(f"codes.measured: plateau_end: {oma.why_no_site_period}")
    stated = next((given.e030_2003.plateau_end for given in tables.values() if given.e030_2003 is not None), None)

    def replaced(given: DesignSpectra) -> DesignSpectra:
        if given.e030_2003 is None:
            return given
        return replace(given, e030_2003=replace(given.e030_2003, plateau_end=period))

    changed: dict[str, Any] = {key: replaced(given) for key, given in tables.items()}
    return replace(options, **changed), _measured_remark("plateau_end_measured", period, stated, oma)


def _measured_remark(key: str, period: float, stated: float | None, oma: OmaResult) -> Remark:
    key = f"{key}_instead" if stated is not None else key
    return Remark(kind="assumption", key=key, amount=period, stated=stated, unit="s", text=oma.name)


def rebuild_of(wall: Wall, limit: LimitOptions, statics: StaticsOptions, level: float | None) -> Rebuild:
    """How ``wall``'s mechanisms are found again with struts at ``level``, or so many times as thick."""
    from pirqa.limit.stage import analyse

    options = with_capacities(limit)
    top = max(float(zone.top) for zone in wall.envelope.zones)
    if level is not None and level > top:
        raise OptionsError(f"codes.retrofit.level: {level:g} m is above the wall's top at {top:g} m; give a lower one")

    def rebuild(kind: Kind, amount: float, name: str) -> Sequence[Mechanism]:
        changed, asked = (
            _with_force(wall, options, amount, level) if kind == "force" else _thicker(wall, options, amount)
        )
        thrust = None if changed.backfill is None else FillThrust(wall=changed, statics=statics)
        return analyse(changed, asked, thrust=thrust, only=name).mechanisms

    return rebuild


def _with_force(wall: Wall, options: LimitOptions, force: float, level: float | None) -> tuple[Wall, LimitOptions]:
    """With a strut that pushes and pulls, spread over the length; its force fades as that of any other."""
    from pirqa.limit.options import LimitStrut

    assert level is not None
    if force == 0.0:
        return wall, options
    added = LimitStrut(level=level, kind="strut", capacity=force)
    return wall, replace(options, struts={**options.struts, _ADDED: added})


def _thicker(wall: Wall, options: LimitOptions, factor: float) -> tuple[Wall, LimitOptions]:
    """With all zones and leaves, and the walls of corners, ``factor`` times as thick; bodies of your own stay."""
    zones = tuple(
        replace(
            zone,
            thickness=zone.thickness * factor,
            front=zone.front * factor,  # faces that run on must still do so
            thickness_top=None if zone.thickness_top is None else zone.thickness_top * factor,
        )
        for zone in wall.envelope.zones
    )
    leaves = tuple(replace(leaf, thickness=leaf.thickness * factor) for leaf in wall.envelope.leaves)
    corners = {
        name: replace(
            corner,
            thickness=corner.thickness * factor,
            other_thickness=None if corner.other_thickness is None else corner.other_thickness * factor,
        )
        for name, corner in options.corners.items()
    }
    # stones keep their own depth: the thicker wall is its outline alone
    bare = replace(
        wall,
        envelope=replace(wall.envelope, zones=zones, leaves=leaves),
        stones=(),
        contacts=(),
        fixed=(),
        guided=(),
        control_points=(),
    )
    return bare, replace(options, corners=corners)


def _missing(parsed: ProjectFile) -> str:
    if not parsed.options_of("codes").measured or "oma" in parsed.analyses:
        return ""
    return 'codes.measured: what was measured comes from the analysis "oma"; add it to analyses'


def idle_codes(codes: CodesOptions) -> set[str]:
    """Return keys of ``codes`` that only floors have, and what spectra must be."""
    idle = {"codes.retrofit.thickness"}
    if codes.structure_period is None:
        idle |= {f"codes.{key}" for key in ("structure_damping", "period_elongation", "levels")}
    if codes.participation is not None:
        idle.add("codes.levels")
    return idle.union(*(idle_spectra(f"codes.{table}") for table in _TABLES))


STAGE = Stage(
    name="codes",
    rank=190,
    options="pirqa.codes.options:CodesOptions",
    result="pirqa.codes.result:CodesResult",
    takes=("survey", "limit", "blocks", "oma", "pushover"),
    missing=_missing,
    inputs=mechanism_inputs,
    run=_run,
    methods=("pirqa.codes.rules:DECLARATIONS",),
    idle=lambda parsed: idle_codes(parsed.options_of("codes")),
    partial=True,
)
