"""Ground motions, and what they need of the wall: its most slender block, and when it slides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pirqa.errors import RecordError
from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.wall import Wall
from pirqa.motion.prepare import motion_digests
from pirqa.motion.prepare_set import set_files
from pirqa.motion.record import read_bytes
from pirqa.motion.result import MotionResult
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.sets.table import set_files_of
from pirqa.motion.sliding_stage import YieldCase, Yields
from pirqa.motion.stage import Block, prepare_motions, seed_of
from pirqa.progress import Observer
from pirqa.project.load import Project
from pirqa.project.stages.wall import surveyed_wall, wall_inputs
from pirqa.provenance import digest
from pirqa.statics.options import STATIC_THRUSTS
from pirqa.statics.result import StaticsResult

__all__ = ["motion_files", "motion_inputs", "motion_seed", "motion_stage", "motions_of", "with_set"]


def motion_stage(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> MotionResult:
    """Ground motions, with what the wall as a block makes of them."""
    alone = project.wall is None and "survey" not in earlier
    wall = None if alone else surveyed_wall(project, earlier)
    return prepare_motions(
        project.options["motion"],
        folder=project.folder,
        block=None if wall is None else _block(wall),
        yields=None if wall is None else _yields(wall, earlier.get("statics")),
        observer=observer,
    )


def _block(wall: Wall) -> Block:
    """The wall's most slender section as one block."""
    blocks = []
    for section in wall.sections():
        front, back = section.contact(0)
        blocks.append(Block(height=float(section.height), thickness=float(back) - float(front)))
    return min(blocks, key=lambda block: block.thickness / block.height)


def _yields(wall: Wall, statics: StaticsResult | None) -> Yields:
    """Critical coefficients of sliding: a block's yield acceleration, where the thrust follows the earthquake."""
    retained = wall.backfill is not None
    if statics is None:
        return Yields(retained=retained)
    moving = [case for case in statics.cases if case.seismic and (case.soil_follows or case.thrust is None)]
    judged = [case for case in moving if not case.named_variant and case.thrust not in STATIC_THRUSTS]
    follow = {case.name: case.thrust or "free" for case in judged or moving}
    vertical = {case.name for case in moving if case.kv > 0.0}
    critical = {(item.case, item.mode): item for item in statics.critical if item.case in follow}
    cases: dict[str, YieldCase] = {}
    for (name, mode), item in critical.items():
        # what fails without an earthquake has no coefficient, but it is the worst of all
        coefficient = 0.0 if item.outcome == "fails_at_rest" else item.coefficient
        if mode == "sliding" and coefficient is not None:
            rocks = critical[name, "overturning"]
            cases.setdefault(
                follow[name],
                YieldCase(
                    name=follow[name],
                    coefficient=coefficient,
                    level=item.joint_level or 0.0,
                    rocking=0.0 if rocks.outcome == "fails_at_rest" else rocks.coefficient,
                    still_fill=follow[name] in STATIC_THRUSTS,
                    vertical=name in vertical,
                ),
            )
    reasons = {
        f"{name}: {item.outcome.replace('_', ' ')}" for (name, mode), item in critical.items() if mode == "sliding"
    }
    missing = ", ".join(sorted(reasons)) or "no method whose thrust follows the earthquake"
    return Yields(cases=tuple(cases.values()), retained=retained, missing=missing)


def motion_inputs(project: Project) -> dict[str, Any]:
    """Files of records are inputs too."""
    options = project.options["motion"]
    files = motion_digests(options, project.folder)
    files |= {str(path): _content(path) for path in set_files(options, project.folder)}
    return {**wall_inputs(project), "files": files}


def _content(path: Path) -> str:
    """Return the digest of a candidate's file; a file that cannot be read is left out of the set, with the reason."""
    try:
        return digest(read_bytes(path))
    except RecordError:
        return "unreadable"


def motion_seed(project: Project) -> int | None:
    """Of motions that are made up."""
    return seed_of(project.options["motion"])


def motion_files(result: MotionResult) -> dict[str, str]:
    """Return the tables of the set, where one was asked for."""
    return {} if result.set is None else set_files_of(result.set)


def with_set(checks: tuple[Check, ...], earlier: Mapping[str, Any], *, rescaled: bool = False) -> tuple[Check, ...]:
    """Return the checks of a stage with those votes that the set of motions allows, where one was asked for.

    ``rescaled``: whether the stage scales each motion to a level of its own, which undoes the factors of the set.
    """
    found: MotionSet | None = earlier["motion"].set if "motion" in earlier else None
    return checks if found is None else found.allowed(checks, one_by_one=True, rescaled=rescaled)


def motions_of(earlier: Mapping[str, Any]) -> dict[str, GroundMotion]:
    """Those that drive the wall, by name."""
    return {item.name: item.motion for item in (earlier["motion"].motions if "motion" in earlier else ())}
