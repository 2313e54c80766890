"""Ground motions, and what they need of the wall: its most slender block, and when it slides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import RecordError
from pirqa.progress import Observer
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall, wall_inputs
from pirqa.provenance import digest

if TYPE_CHECKING:
    from pirqa.model.wall import Wall
    from pirqa.motion.result import MotionResult
    from pirqa.motion.stage import Block, Yields
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile
    from pirqa.statics.stage import StaticsResult

if TYPE_CHECKING:
    from pirqa.project.load import Project


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> MotionResult:
    from pirqa.motion.stage import prepare_motions

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
    from pirqa.motion.stage import Block

    blocks = []
    for section in wall.sections():
        front, back = section.contact(0)
        blocks.append(Block(height=float(section.height), thickness=float(back) - float(front)))
    return min(blocks, key=lambda block: block.thickness / block.height)


def _yields(wall: Wall, statics: StaticsResult | None) -> Yields:
    """Critical coefficients of sliding: a block's yield acceleration, where the thrust follows the earthquake."""
    from pirqa.motion.stage import YieldCase, Yields
    from pirqa.statics.options import STATIC_THRUSTS

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


def _inputs(project: Project) -> dict[str, Any]:
    """Files of records are inputs too."""
    from pirqa.motion.prepare import motion_digests, set_files

    options = project.options["motion"]
    files = motion_digests(options, project.folder)
    files |= {str(path): _content(path) for path in set_files(options, project.folder)}
    return {**wall_inputs(project), "files": files}


def _content(path: Path) -> str:
    """Return the digest of a candidate's file; a file that cannot be read is left out of the set, with the reason."""
    from pirqa.motion.record import read_bytes

    try:
        return digest(read_bytes(path))
    except RecordError:
        return "unreadable"


def _seed(project: Project) -> int | None:
    """Seed of motions that are made up."""
    from pirqa.motion.stage import seed_of

    return seed_of(project.options["motion"])


def _tables(result: MotionResult) -> dict[str, str]:
    """Return the tables of the set, where one was asked for."""
    from pirqa.motion.sets.result import set_files_of

    return {} if result.set is None else set_files_of(result.set)


def _missing(parsed: ProjectFile) -> str:
    return (
        ""
        if parsed.options_of("motion") is not None
        else 'motion: missing; add the table [motion.records.NAME] with file = "…"'
    )


def _idle(parsed: ProjectFile) -> set[str]:
    motion = parsed.options_of("motion")
    idle: set[str] = set()
    for kind, motions in (("records", motion.records), ("signals", motion.signals)):
        for name, item in motions.items():
            prefix = f"motion.{kind}.{name}"
            idle |= {f"{prefix}.reversed", f"{prefix}.vertical", f"{prefix}.sine.raw"}
            if item.scale is None or item.scale.sa is None:
                idle.add(f"{prefix}.scale.damping")
            for part in ("matched", "artificial"):  # how it is searched, not what is found
                idle |= {f"{prefix}.{part}.periods", f"{prefix}.{part}.rounds"}
    idle |= {f"motion.sequences.{name}.factors" for name in motion.sequences}
    for name, record in motion.records.items():
        if record.site_effect is not None and record.site_effect.frequency is None:
            idle.add(f"motion.records.{name}.site_effect.damping")
    if not motion.records or motion.processing.kind == "none":
        idle |= {f"motion.processing.{name}" for name in motion.processing.__dataclass_fields__}
    if motion.design is not None:
        codes = motion.design.__dataclass_fields__
        idle |= {f"motion.design.{code}.{key}" for code in codes for key in ("vertical", "rise")}
    return idle


STAGE = Stage(
    name="motion",
    rank=30,
    options="pirqa.motion.options:MotionOptions",
    optional=True,
    result="pirqa.motion.result:MotionResult",
    takes=("survey", "statics"),
    missing=_missing,
    inputs=_inputs,
    run=_run,
    seed=_seed,
    files=_tables,
    methods=("pirqa.motion.stage:DECLARATION",),
    idle=_idle,
    wallless=True,
)
