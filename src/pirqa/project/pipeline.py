"""The stages in their order: one explicit table, and the function that walks down it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pirqa.campaign.result import ExpectedLevel, SweepResult
from pirqa.campaign.sweep import run_sweep
from pirqa.codes import CodesResult, verify_mechanisms
from pirqa.errors import OptionsError, ProjectError
from pirqa.fe.result import FeResult
from pirqa.fe.stage import run_fe
from pirqa.limit import LimitResult
from pirqa.limit import analyse as analyse_mechanisms
from pirqa.limit.blocks import BlocksResult, run_blocks
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import design_spectra
from pirqa.motion.prepare import motion_digests
from pirqa.motion.result import MotionResult
from pirqa.motion.sliding_stage import YieldCase, Yields
from pirqa.motion.stage import Block, prepare_motions, seed_of
from pirqa.oma.result import OmaResult
from pirqa.oma.stage import listen
from pirqa.progress import SILENT, Observer
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.limit_inputs import FillThrust, timber_remarks, with_capacities
from pirqa.project.load import Project
from pirqa.project.measured import with_measured
from pirqa.project.strengthened import rebuild_of
from pirqa.project.vibrations import earlier_plans, plan_of, vibration_digests
from pirqa.provenance import code_digest, digest
from pirqa.shaking.identify import IdentifyResult, run_identify
from pirqa.shaking.isolation import IsolationResult, run_isolation
from pirqa.shaking.joint_calibration import JointCalibrationResult, run_joint_calibration
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.soil import SoilResult, run_soil
from pirqa.shaking.stage import run_dynamics
from pirqa.shaking.tilt import TiltTestResult, run_tilt
from pirqa.statics.result import StaticsResult
from pirqa.statics.stage import analyse as analyse_statics
from pirqa.survey.result import SurveyResult
from pirqa.survey.stage import source_digest, survey

__all__ = ["STAGES", "Stage", "expected_levels", "sensors_of", "stage_key", "stages_for", "wall_of"]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One analysis: what it is called, what it takes, what it gives."""

    name: str
    result: type
    needs: tuple[str, ...] = ()
    """Stages whose results it cannot do without; they come earlier in the table."""
    takes: tuple[str, ...] = ()
    """Stages whose results it uses where they are there; they come earlier in the table."""
    inputs: Callable[[Project], dict[str, Any]]
    """What its result depends on beside its options and what it needs, as plain values."""
    run: Callable[[Project, Mapping[str, Any], Path, Observer], Any]
    """From the project, earlier results by name, a folder for what outlives a kill, and an observer, to its result."""
    seed: Callable[[Project], int | None] = lambda _: None
    """Seed of its random numbers, where it draws any."""


def _survey(project: Project, _: Mapping[str, Any], _folder: Path, observer: Observer) -> SurveyResult:
    return survey(project.options["survey"], folder=project.folder, around=project.around, observer=observer)


def _survey_inputs(project: Project) -> dict[str, Any]:
    files = source_digest(project.options["survey"], project.folder)
    return {"around": to_plain(project.around), "files": files}


def _survey_seed(project: Project) -> int | None:
    generated = project.options["survey"].generate
    return None if generated is None else int(generated.seed)


def _wall(project: Project, earlier: Mapping[str, Any]) -> Wall:
    """The wall that later stages look at: from the survey where there is one."""
    if "survey" in earlier:
        wall: Wall = earlier["survey"].wall
        return wall
    assert project.wall is not None
    return project.wall


def _wall_inputs(project: Project) -> dict[str, Any]:
    return {"wall": to_plain(project.wall), "site": to_plain(project.site)}


def _statics(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> StaticsResult:
    return analyse_statics(_wall(project, earlier), project.options["statics"], site=project.site, observer=observer)


def _statics_seed(project: Project) -> int | None:
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


def _motion(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> MotionResult:
    alone = project.wall is None and "survey" not in earlier
    wall = None if alone else _wall(project, earlier)
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
    follow = {case.name: case.thrust or "free" for case in statics.cases if case.soil_follows or case.thrust is None}
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
                ),
            )
    reasons = {
        f"{name}: {item.outcome.replace('_', ' ')}" for (name, mode), item in critical.items() if mode == "sliding"
    }
    missing = ", ".join(sorted(reasons)) or "no method whose thrust follows the earthquake"
    return Yields(cases=tuple(cases.values()), retained=retained, missing=missing)


def _motion_inputs(project: Project) -> dict[str, Any]:
    return {**_wall_inputs(project), "files": motion_digests(project.options["motion"], project.folder)}


def _motion_seed(project: Project) -> int | None:
    return seed_of(project.options["motion"])


def _oma(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> OmaResult:
    wall = earlier["survey"].wall if "survey" in earlier else project.wall
    options = project.options["oma"]
    plan, folder = plan_of(options, project.folder)
    earlier_ones = earlier_plans(options, project.folder)
    return listen(plan, options, folder=folder, wall=wall, earlier=earlier_ones, observer=observer)


def _oma_inputs(project: Project) -> dict[str, Any]:
    return {**_wall_inputs(project), "files": vibration_digests(project.options["oma"], project.folder)}


def _fe(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> FeResult:
    return run_fe(
        _wall(project, earlier),
        project.options["fe"],
        folder=project.folder,
        sensors=sensors_of(earlier.get("oma")),
        observer=observer,
    )


def sensors_of(oma: OmaResult | None) -> dict[str, tuple[float, float, float]]:
    """Where sensors stood, by name [m]: there the modes of a model are told too, to stand beside measured ones."""
    if oma is None:
        return {}
    return {name: (x, y, z) for name, (x, y, z) in zip(oma.modes.points, oma.places.tolist(), strict=True)}


def _fe_inputs(project: Project) -> dict[str, Any]:
    """A mesh that is read is an input too; its reader says where it is missing."""
    given = project.options["fe"].mesh
    path = project.folder / given
    files = {given: digest(path.read_bytes()) if path.is_file() else ""} if given else {}
    return {**_wall_inputs(project), "files": files}


def _dynamics(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> DynamicsResult:
    wall, options = _wall(project, earlier), project.options["dynamics"]
    return run_dynamics(wall, options, _motions(earlier), folder=folder, observer=observer)


def _motions(earlier: Mapping[str, Any]) -> dict[str, GroundMotion]:
    """Those that drive the wall, by name."""
    return {item.name: item.motion for item in (earlier["motion"].motions if "motion" in earlier else ())}


def _moving_inputs(project: Project) -> dict[str, Any]:
    """Runs of stones are all computed as [dynamics] says."""
    return {**_wall_inputs(project), "dynamics": to_plain(project.options["dynamics"])}


def _moved(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """A stage that moves stones: ``run`` takes the wall, its own options and those of [dynamics]."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options = _wall(project, earlier), project.options[name]
        return run(wall, options, project.options["dynamics"], folder=folder, observer=observer)

    return go


def _shaken(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """The same where the ground motions are needed too."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options, motions = _wall(project, earlier), project.options[name], _motions(earlier)
        return run(wall, options, project.options["dynamics"], motions, folder=folder, observer=observer)

    return go


def _sweep(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> SweepResult:
    """Runs are kept beside the stage's results: a level more makes only its own."""
    return run_sweep(
        _wall(project, earlier),
        project.options["sweep"],
        project.options["dynamics"],
        _motions(earlier),
        expected=tuple(expected_levels(project)),
        folder=folder.parent,
        observer=observer,
    )


def expected_levels(project: Project) -> Iterator[ExpectedLevel]:
    """Peak accelerations that the site and the design spectra give, at the surface."""
    site, motion = project.site.acceleration, project.options["motion"]
    if site is not None and site > 0.0:
        yield ExpectedLevel(name="site", origin="site", given=float(site), ground="surface", level=float(site))
    if motion is not None and motion.design is not None:
        for name, spectrum in design_spectra(motion.design).items():
            level = float(spectrum.pga)
            yield ExpectedLevel(name=name, origin="code", given=level, ground="surface", level=level)


def _limit(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> LimitResult:
    wall = _wall(project, earlier)
    thrust = None if wall.backfill is None else FillThrust(wall=wall, statics=project.options["statics"])
    options = with_capacities(project.options["limit"])
    told = timber_remarks(project.options["limit"], options)
    result = analyse_mechanisms(wall, options, site=project.site, thrust=thrust, observer=observer)
    return replace(result, remarks=(*told, *result.remarks))


def _limit_inputs(project: Project) -> dict[str, Any]:
    """How water moves in the fill is told once, under [statics]."""
    return {**_wall_inputs(project), "statics": to_plain(project.options["statics"])}


def _blocks(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> BlocksResult:
    return run_blocks(_wall(project, earlier), project.options["blocks"], site=project.site, observer=observer)


def _codes(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> CodesResult:
    finders = [earlier[name] for name in ("limit", "blocks") if name in earlier]
    if not finders:
        raise OptionsError('codes: nothing finds mechanisms to verify; add "limit" or "blocks" to analyses')
    mechanisms = [item for found in finders for item in found.mechanisms]
    options, told = with_measured(project.options["codes"], earlier.get("oma"))
    rebuild = None
    if options.retrofit is not None and "limit" in earlier:
        wall = _wall(project, earlier)
        rebuild = rebuild_of(wall, project.options["limit"], project.options["statics"], options.retrofit.level)
    result = verify_mechanisms(mechanisms, options, rebuild=rebuild, observer=observer)
    return replace(result, remarks=(*told, *result.remarks))


STAGES: tuple[Stage, ...] = (
    Stage(name="survey", result=SurveyResult, inputs=_survey_inputs, seed=_survey_seed, run=_survey),
    Stage(
        name="statics", result=StaticsResult, takes=("survey",), inputs=_wall_inputs, seed=_statics_seed, run=_statics
    ),
    Stage(
        name="motion",
        result=MotionResult,
        takes=("survey", "statics"),
        inputs=_motion_inputs,
        seed=_motion_seed,
        run=_motion,
    ),
    Stage(name="oma", result=OmaResult, takes=("survey",), inputs=_oma_inputs, run=_oma),
    Stage(name="fe", result=FeResult, takes=("survey", "oma"), inputs=_fe_inputs, run=_fe),
    Stage(
        name="dynamics",
        result=DynamicsResult,
        takes=("survey", "motion"),
        inputs=_wall_inputs,
        run=_dynamics,
    ),
    Stage(
        name="identify",
        result=IdentifyResult,
        takes=("survey",),
        inputs=_moving_inputs,
        run=_moved("identify", run_identify),
        seed=lambda project: int(project.options["identify"].noise.seed),
    ),
    Stage(
        name="tilt",
        result=TiltTestResult,
        takes=("survey",),
        inputs=_moving_inputs,
        run=_moved("tilt", run_tilt),
    ),
    Stage(
        name="joint_calibration",
        result=JointCalibrationResult,
        takes=("survey",),
        inputs=_moving_inputs,
        run=_moved("joint_calibration", run_joint_calibration),
    ),
    Stage(
        name="sweep",
        result=SweepResult,
        takes=("survey", "motion"),
        inputs=_moving_inputs,
        run=_sweep,
    ),
    Stage(
        name="isolation",
        result=IsolationResult,
        takes=("survey", "motion"),
        inputs=_moving_inputs,
        run=_shaken("isolation", run_isolation),
    ),
    Stage(
        name="soil",
        result=SoilResult,
        takes=("survey", "motion"),
        inputs=_moving_inputs,
        run=_shaken("soil", run_soil),
    ),
    Stage(name="limit", result=LimitResult, takes=("survey",), inputs=_limit_inputs, run=_limit),
    Stage(name="blocks", result=BlocksResult, takes=("survey",), inputs=_wall_inputs, run=_blocks),
    Stage(
        name="codes", result=CodesResult, takes=("survey", "limit", "blocks", "oma"), inputs=_limit_inputs, run=_codes
    ),
)


def wall_of(project: Project, *, observer: Observer = SILENT) -> Wall:
    """The project's wall, surveyed where it must be."""
    surveyed = {} if project.options["survey"] is None else {"survey": _survey(project, {}, Path(), observer)}
    return _wall(project, surveyed)


def stages_for(project: Project) -> tuple[Stage, ...]:
    """The stages that the project asks for, in the table's order."""
    asked = set(project.analyses)
    for stage in STAGES:
        missing = [name for name in stage.needs if stage.name in asked and name not in asked]
        if missing:
            raise ProjectError(f'{project.path}: analyses: "{stage.name}" needs "{missing[0]}" before it; add it')
    return tuple(stage for stage in STAGES if stage.name in asked)


def stage_key(stage: Stage, project: Project, earlier: Mapping[str, str]) -> str:
    """Digest of all that the stage's result depends on: its inputs, the keys of what it needs, the code below it."""
    content = {
        "stage": stage.name,
        "code": code_digest(leave_out=("cli", "report", "verification")),
        **stage.inputs(project),
        "options": to_plain(project.options[stage.name]),
        "needs": {name: earlier[name] for name in (*stage.needs, *stage.takes) if name in earlier},
    }
    return digest(canonical_json(content, indent=None).encode())
