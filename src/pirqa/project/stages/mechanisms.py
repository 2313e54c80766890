"""Statics, mechanisms, limit analysis on the stones, and their verification by codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pirqa.codes import CodesResult, verify_mechanisms
from pirqa.errors import OptionsError
from pirqa.limit import LimitResult
from pirqa.limit import analyse as analyse_mechanisms
from pirqa.limit.blocks import BlocksResult, run_blocks
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.hinges import hinge_remarks, with_hinges
from pirqa.project.limit_inputs import FillThrust, timber_remarks, with_capacities
from pirqa.project.load import Project
from pirqa.project.measured import with_measured
from pirqa.project.stages.wall import wall_for, wall_inputs, wall_remarks
from pirqa.project.strengthened import rebuild_of
from pirqa.statics.result import StaticsResult
from pirqa.statics.stage import analyse as analyse_statics

__all__ = ["blocks_stage", "codes_stage", "limit_inputs", "limit_stage", "statics_seed", "statics_stage"]


def statics_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> StaticsResult:
    """Factors of safety of the section."""
    wall = wall_for(project, "statics", earlier)
    result = analyse_statics(wall, project.options["statics"], site=project.site, observer=observer)
    return replace(result, remarks=wall_remarks(project, "statics", earlier))


def statics_seed(project: Project) -> int | None:
    """Of the reliability, where it is asked for."""
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


def limit_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> LimitResult:
    """Mechanisms of the wall, with the thrust of its fill and what its timber struts bear."""
    wall = wall_for(project, "limit", earlier)
    thrust = None if wall.backfill is None else FillThrust(wall=wall, statics=project.options["statics"])
    given = with_hinges(project.options["limit"], earlier.get("pushover"))
    options = with_capacities(given)
    told = (
        *wall_remarks(project, "limit", earlier),
        *timber_remarks(given, options),
        *hinge_remarks(project.options["limit"], given),
    )
    result = analyse_mechanisms(wall, options, site=project.site, thrust=thrust, observer=observer)
    return replace(result, remarks=(*told, *result.remarks))


def limit_inputs(project: Project) -> dict[str, Any]:
    """How water moves in the fill is told once, under [statics]."""
    return {**wall_inputs(project), "statics": to_plain(project.options["statics"])}


def blocks_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> BlocksResult:
    """Limit analysis on the stones."""
    wall = wall_for(project, "blocks", earlier)
    result = run_blocks(wall, project.options["blocks"], site=project.site, observer=observer)
    return replace(result, remarks=(*wall_remarks(project, "blocks", earlier, stones=True), *result.remarks))


def codes_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> CodesResult:
    """Mechanisms that were found, verified by codes; a strengthened wall is looked at anew."""
    finders = [earlier[name] for name in ("limit", "blocks") if name in earlier]
    if not finders:
        raise OptionsError('codes: nothing finds mechanisms to verify; add "limit" or "blocks" to analyses')
    mechanisms = [item for found in finders for item in found.mechanisms]
    options, told = with_measured(project.options["codes"], earlier.get("oma"))
    rebuild = None
    if options.retrofit is not None and "limit" in earlier:
        wall = wall_for(project, "limit", earlier)
        given = with_hinges(project.options["limit"], earlier.get("pushover"))
        rebuild = rebuild_of(wall, given, project.options["statics"], options.retrofit.level)
    result = verify_mechanisms(
        mechanisms, options, rebuild=rebuild, governing=project.site.governing, observer=observer
    )
    return replace(result, remarks=(*told, *result.remarks))
