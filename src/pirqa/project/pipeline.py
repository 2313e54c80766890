"""The stages in their order: one explicit table, and the function that walks down it.

How a stage is run and what its result depends on is in :mod:`pirqa.project.stages`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pirqa.campaign import incremental
from pirqa.campaign.fragility_result import CampaignFragility
from pirqa.campaign.incremental import IdaResult
from pirqa.campaign.result import SweepResult
from pirqa.codes import CodesResult
from pirqa.codes import rules as codes
from pirqa.errors import ProjectError
from pirqa.fe.result import FeResult
from pirqa.limit import LimitResult
from pirqa.limit import checks as limit
from pirqa.limit.blocks import BlocksResult
from pirqa.limit.blocks import stage as blocks
from pirqa.model.effects import MethodDeclaration
from pirqa.model.wall import Wall
from pirqa.motion import sliding_stage as sliding
from pirqa.motion.result import MotionResult
from pirqa.oma.result import OmaResult
from pirqa.progress import SILENT, Observer
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.load import Project
from pirqa.project.stages.campaign import campaign_inputs, campaign_seed, campaign_stage
from pirqa.project.stages.ground import motion_files, motion_inputs, motion_seed, motion_stage
from pirqa.project.stages.mechanisms import (
    blocks_stage,
    codes_stage,
    limit_inputs,
    limit_stage,
    statics_seed,
    statics_stage,
)
from pirqa.project.stages.model import (
    fe_inputs,
    fe_stage,
    oma_inputs,
    oma_stage,
    sensors_of,
    updating_inputs,
    updating_seed,
    updating_stage,
)
from pirqa.project.stages.offers import Offer, blocks_offer, tilt_offer
from pirqa.project.stages.pushing import pushover_inputs, pushover_stage
from pirqa.project.stages.stones import (
    demand_inputs,
    dynamics_stage,
    expected_levels,
    ida_stage,
    joint_calibration_asks,
    joint_calibration_stage,
    moved_stage,
    moving_inputs,
    shaken_stage,
    sweep_stage,
    tilt_stage,
)
from pirqa.project.stages.wall import (
    asks_calibrated,
    survey_inputs,
    survey_seed,
    survey_stage,
    surveyed_wall,
    wall_inputs,
)
from pirqa.provenance import code_digest, digest
from pirqa.pushover import checks as pushover
from pirqa.pushover.result import PushoverResult
from pirqa.shaking import checks as shaking
from pirqa.shaking.identify import IdentifyResult, run_identify
from pirqa.shaking.isolation import IsolationResult, run_isolation
from pirqa.shaking.isolation import checks as isolation
from pirqa.shaking.joint_calibration import JointCalibrationResult
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.soil import SoilResult, run_soil
from pirqa.shaking.tilt import TiltTestResult
from pirqa.shaking.tilt import checks as tilt
from pirqa.statics import checks as statics
from pirqa.statics.result import StaticsResult
from pirqa.survey.result import SurveyResult
from pirqa.updating.result import UpdatingResult

__all__ = [
    "STAGES",
    "Stage",
    "declarations",
    "expected_levels",
    "prepared",
    "sensors_of",
    "stage_key",
    "stages_for",
    "taken_by",
    "wall_of",
]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One analysis: what it is called, what it takes, what it gives."""

    name: str
    result: type
    needs: tuple[str, ...] = ()
    """Stages whose results it cannot do without; they come earlier in the table."""
    takes: tuple[str, ...] = ()
    """Stages whose results it uses where they are there; they come earlier in the table."""
    asks: Callable[[Project], tuple[str, ...]] = lambda _: ()
    """The same, where its own options ask for them; a calibrated wall need not be told here."""
    inputs: Callable[[Project], dict[str, Any]]
    """What its result depends on beside its options and what it needs, as plain values."""
    run: Callable[[Project, Mapping[str, Any], Path, Observer], Any]
    """From the project, earlier results by name, a folder for what outlives a kill, and an observer, to its result."""
    seed: Callable[[Project], int | None] = lambda _: None
    """Seed of its random numbers, where it draws any."""
    files: Callable[[Any], dict[str, str]] = lambda _: {}
    """Texts that stand beside its result for the user to open, by the name of the file; nothing reads them back."""
    methods: tuple[MethodDeclaration, ...] = ()
    """Declarations of the methods whose checks it makes; each is written beside its method."""
    offer: Callable[[Project, Wall], Offer | None] | None = None
    """How it runs by itself where a verdict needs it, on a wall of stones; None where it never does."""


STAGES: tuple[Stage, ...] = (
    Stage(name="survey", result=SurveyResult, inputs=survey_inputs, seed=survey_seed, run=survey_stage),
    Stage(name="oma", result=OmaResult, takes=("survey",), inputs=oma_inputs, run=oma_stage),
    Stage(name="fe", result=FeResult, takes=("survey", "oma"), inputs=fe_inputs, run=fe_stage),
    Stage(
        name="updating",
        result=UpdatingResult,
        needs=("oma", "fe"),
        takes=("survey",),
        inputs=updating_inputs,
        seed=updating_seed,
        run=updating_stage,
    ),
    Stage(
        name="pushover",
        result=PushoverResult,
        takes=("survey",),
        inputs=pushover_inputs,
        run=pushover_stage,
        methods=pushover.DECLARATIONS,
    ),
    Stage(
        name="statics",
        result=StaticsResult,
        takes=("survey",),
        inputs=wall_inputs,
        seed=statics_seed,
        run=statics_stage,
        methods=statics.DECLARATIONS,
    ),
    Stage(
        name="motion",
        result=MotionResult,
        takes=("survey", "statics"),
        inputs=motion_inputs,
        seed=motion_seed,
        run=motion_stage,
        files=motion_files,
        methods=(sliding.DECLARATION,),
    ),
    Stage(
        name="dynamics",
        result=DynamicsResult,
        takes=("survey", "motion"),
        inputs=wall_inputs,
        run=dynamics_stage,
        methods=shaking.DECLARATIONS,
    ),
    Stage(
        name="identify",
        result=IdentifyResult,
        takes=("survey",),
        inputs=moving_inputs,
        run=moved_stage("identify", run_identify),
        seed=lambda project: int(project.options["identify"].noise.seed),
    ),
    Stage(
        name="tilt",
        result=TiltTestResult,
        takes=("survey",),
        inputs=demand_inputs,
        run=tilt_stage,
        methods=(tilt.DECLARATION,),
        offer=tilt_offer,
    ),
    Stage(
        name="joint_calibration",
        result=JointCalibrationResult,
        takes=("survey",),
        asks=joint_calibration_asks,
        inputs=moving_inputs,
        run=joint_calibration_stage,
    ),
    Stage(
        name="sweep",
        result=SweepResult,
        takes=("survey", "motion"),
        inputs=moving_inputs,
        run=sweep_stage,
    ),
    Stage(
        name="ida",
        result=IdaResult,
        takes=("survey", "motion"),
        inputs=demand_inputs,
        run=ida_stage,
        methods=(incremental.DECLARATION,),
    ),
    Stage(
        name="campaign",
        result=CampaignFragility,
        takes=("survey",),
        inputs=campaign_inputs,
        seed=campaign_seed,
        run=campaign_stage,
    ),
    Stage(
        name="isolation",
        result=IsolationResult,
        takes=("survey", "motion"),
        inputs=moving_inputs,
        run=shaken_stage("isolation", run_isolation),
        methods=(isolation.DECLARATION,),
    ),
    Stage(
        name="soil",
        result=SoilResult,
        takes=("survey", "motion"),
        inputs=moving_inputs,
        run=shaken_stage("soil", run_soil),
    ),
    Stage(
        name="limit",
        result=LimitResult,
        takes=("survey", "pushover"),
        inputs=limit_inputs,
        run=limit_stage,
        methods=limit.DECLARATIONS,
    ),
    Stage(
        name="blocks",
        result=BlocksResult,
        takes=("survey",),
        inputs=wall_inputs,
        run=blocks_stage,
        methods=(blocks.DECLARATION,),
        offer=blocks_offer,
    ),
    Stage(
        name="codes",
        result=CodesResult,
        takes=("survey", "limit", "blocks", "oma", "pushover"),
        inputs=limit_inputs,
        run=codes_stage,
        methods=codes.DECLARATIONS,
    ),
)


def declarations() -> dict[str, MethodDeclaration]:
    """Return the declaration of every method, by family."""
    return {method.family: method for stage in STAGES for method in stage.methods}


def wall_of(project: Project, *, observer: Observer = SILENT) -> Wall:
    """The project's wall, surveyed where it must be."""
    surveyed = {} if project.options["survey"] is None else {"survey": survey_stage(project, {}, Path(), observer)}
    return surveyed_wall(project, surveyed)


def prepared(project: Project, *names: str, observer: Observer = SILENT) -> dict[str, Any]:
    """Results of what the stages ``names`` cannot do without, or ask for by their options; for one stage by itself.

    A model is fitted without its own stage: [fe] says what it is.
    """
    wanted = {"survey"} if project.options["survey"] is not None else set()
    for stage in STAGES:
        if stage.name in names:
            wanted |= set(stage.asks(project))
            wanted |= {"oma", "updating"} if asks_calibrated(project, stage.name) else set()
            wanted |= {"oma"} if stage.name == "updating" else set()
    earlier: dict[str, Any] = {}
    for stage in STAGES:
        if stage.name in wanted:
            earlier[stage.name] = stage.run(project, earlier, Path(), observer)
    return earlier


def stages_for(project: Project) -> tuple[Stage, ...]:
    """The stages that the project asks for, in the table's order."""
    asked = set(project.analyses)
    for stage in STAGES:
        missing = [name for name in stage.needs if stage.name in asked and name not in asked]
        if missing:
            raise ProjectError(f'{project.path}: analyses: "{stage.name}" needs "{missing[0]}" before it; add it')
    return tuple(stage for stage in STAGES if stage.name in asked)


def taken_by(stage: Stage, project: Project) -> tuple[str, ...]:
    """Stages whose results ``stage`` uses where they are there: a calibrated wall only where its options ask for it."""
    calibrated = ("updating",) if asks_calibrated(project, stage.name) else ()
    return (*stage.takes, *stage.asks(project), *calibrated)


def stage_key(stage: Stage, project: Project, earlier: Mapping[str, str]) -> str:
    """Digest of all that the stage's result depends on: its inputs, the keys of what it needs, the code below it."""
    content = {
        "stage": stage.name,
        "code": code_digest(leave_out=("cli", "report", "verification")),
        **stage.inputs(project),
        "options": to_plain(project.options[stage.name]),
        "needs": {name: earlier[name] for name in (*stage.needs, *taken_by(stage, project)) if name in earlier},
    }
    return digest(canonical_json(content, indent=None).encode())
