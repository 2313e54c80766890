"""Run a project's stages, keep their results, read them back: what :mod:`pirqa.project.folder` holds, as values."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pirqa.errors import ComputationError, InputError, ProjectError, ResultsError, did_you_mean
from pirqa.files import write_text_whole
from pirqa.model.check import Check
from pirqa.model.effects import Circumstances
from pirqa.model.verdict import Verdict
from pirqa.progress import SILENT, Observer, announce, open_stage
from pirqa.project.circumstances import circumstances_of
from pirqa.project.codec import canonical_json, from_plain, read_value, to_plain
from pirqa.project.completion import Completion, next_completion, verdict_of
from pirqa.project.folder import (
    leave_no_husk,
    only_run_in,
    prepare_folder,
    stage_folder,
    sweep_pages,
    sweep_stale,
    unfinished_folder,
    write_stage,
)
from pirqa.project.load import Project
from pirqa.project.origins import InputRow
from pirqa.project.pipeline import STAGES, Stage, declarations, stage_key, stages_for
from pirqa.project.schema import (
    ProjectInfo,
    Published,
    PublishedMechanism,
    PublishedMode,
    PublishedParameter,
    PublishedPushover,
    PublishedVerdict,
)
from pirqa.project.sensitivity import Sensitivity, sensitivities
from pirqa.provenance import Provenance, Run, code_digest
from pirqa.version import __version__

__all__ = ["KEPT", "RESULT_FORMAT", "Assessment", "read_results", "run_project"]

KEPT = "unchanged, kept from the last run"
"""Outcome of a stage that is not run again."""
RESULT_FORMAT = 2
"""Number of the result format; a change is told in CHANGELOG.md."""


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """All that a results folder holds."""

    folder: Path
    file: str
    info: ProjectInfo
    inputs: tuple[InputRow, ...]
    published: tuple[Published, ...]
    published_mechanisms: tuple[PublishedMechanism, ...] = ()
    published_modes: tuple[PublishedMode, ...] = ()
    published_parameters: tuple[PublishedParameter, ...] = ()
    published_pushover: tuple[PublishedPushover, ...] = ()
    published_verdicts: tuple[PublishedVerdict, ...] = ()
    provenance: Provenance
    checks: tuple[Check, ...]
    circumstances: Circumstances = field(default_factory=Circumstances)
    """Facts of the project that decide which methods may speak."""
    sensitivities: tuple[Sensitivity, ...] = ()
    """Assumed inputs that would change the verdict, or its capacity most."""
    completions: tuple[Completion, ...] = ()
    """Analyses that the file does not list and that ran by themselves."""
    stages: Mapping[str, Any]
    """Results by stage name."""

    @property
    def verdict(self) -> Verdict:
        """What the checks say together."""
        return self.verdict_under(self.circumstances)

    def verdict_under(self, circumstances: Circumstances) -> Verdict:
        """Return the verdict of the same checks with other facts about the wall."""
        return verdict_of(self.checks, circumstances, self.stages)

    @property
    def report(self) -> Path:
        """Path of the report."""
        return self.folder / "report.html"

    def __str__(self) -> str:
        return f"{self.info.name}\n{self.verdict}\nresults in {self.folder}"


Pages = Callable[["Assessment"], Mapping[str, str]]
"""Texts to be written beside the results, by file name."""


def run_project(
    project: Project, folder: Path, *, pages: Pages = lambda _: {}, observer: Observer = SILENT
) -> Assessment:
    """Run the stages that ``project`` asks for; write their results, and ``pages`` made of them, into ``folder``."""
    new = prepare_folder(folder)
    with only_run_in(folder):
        try:
            return _run_stages(project, folder, pages, observer)
        except BaseException:
            leave_no_husk(folder, new=new)
            raise


def _run_stages(project: Project, folder: Path, pages: Pages, observer: Observer) -> Assessment:
    started = datetime.now(UTC)
    done = _Done(folder=folder)
    for stage in stages_for(project):
        done.run(stage, project, observer)
    completions: list[Completion] = []
    left_out: list[str] = []
    while (pending := next_completion(project, done.stages, left_out)) is not None:
        completion = pending.completion
        try:
            done.run(pending.stage, pending.project, observer, completion)
            project = pending.project
        except ResultsError:
            raise
        except (InputError, ComputationError) as error:  # the listed analyses have their results all the same
            completion = replace(completion, failure=str(error))
            left_out.append(completion.stage)
        completions.append(completion)
    stages = {stage.name: done.stages[stage.name] for stage in STAGES if stage.name in done.stages}
    checks = tuple(check for result in stages.values() for check in getattr(result, "checks", ()))
    _refuse_unknown_published(project, checks)
    _refuse_unknown_mechanisms(project, stages)
    assessment = Assessment(
        folder=folder,
        file=Path(project.path).name,
        info=project.info,
        inputs=project.inputs,
        published=project.published,
        published_mechanisms=project.published_mechanisms,
        published_modes=project.published_modes,
        published_parameters=project.published_parameters,
        published_pushover=project.published_pushover,
        published_verdicts=project.published_verdicts,
        provenance=Provenance(
            version=__version__,
            code=code_digest(),
            input=project.digest,
            changes=project.changes,
            seed=next((seed for stage in stages_for(project) if (seed := stage.seed(project)) is not None), None),
            run=Run.since(started),
        ),
        checks=checks,
        circumstances=circumstances_of(project, stages),
        sensitivities=sensitivities(project, stages, checks, declarations()),
        completions=tuple(completions),
        stages=stages,
    )
    # Pages are made before anything is replaced: one that fails leaves the old results and the old pages together.
    written = pages(assessment)
    for name, text in written.items():
        write_text_whole(folder / name, text)
    sweep_pages(folder, written)
    write_text_whole(folder / "result.json", canonical_json(_document(assessment, done.summaries)))
    sweep_stale(folder, {stage.name: done.keys.get(stage.name) for stage in STAGES})
    return assessment


@dataclass(kw_only=True)
class _Done:
    """The stages of one run: results, keys and what ``result.json`` holds of each, by name."""

    folder: Path
    stages: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    summaries: dict[str, Any] = field(default_factory=dict)

    def run(self, stage: Stage, project: Project, observer: Observer, completion: Completion | None = None) -> None:
        """Run ``stage`` of ``project``, or take its result of the last run; ``completion``: it runs by itself."""
        open_stage(observer, stage.name)
        try:
            key = stage_key(stage, project, self.keys)
            home = stage_folder(self.folder, stage.name, key)
            result = _reuse(stage, home, observer)
            if result is None:
                if completion is not None:
                    announce(observer, completion.stage, completion.limit_states, completion.seconds)
                result = _run_stage(stage, project, self.stages, home, observer)
        except ResultsError:
            raise
        except InputError as error:
            key_of = "" if str(error).startswith((f"{stage.name}.", f"{stage.name}:")) else f"{stage.name}: "
            raise ProjectError(f"{project.path}: {key_of}{error}") from error
        except ComputationError as error:
            raise ComputationError(f"{project.path}: {stage.name}: {error}") from error
        self.keys[stage.name], self.stages[stage.name] = key, result
        self.summaries[stage.name] = {
            "status": "done",
            "key": key,
            "summary": str(result),
            "files": sorted(path.relative_to(self.folder).as_posix() for path in home.iterdir()),
        }


def _run_stage(stage: Stage, project: Project, earlier: Mapping[str, Any], home: Path, observer: Observer) -> Any:
    """The stage's result, written; what is done of it outlives a kill, but not a fault, which would come again."""
    unfinished = unfinished_folder(home)
    try:
        result = stage.run(project, earlier, unfinished, observer)
        write_stage(home, result, stage.files(result))
    except ResultsError:  # a full disk, say: no fault of the stage
        raise
    except (InputError, ComputationError):
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    shutil.rmtree(unfinished, ignore_errors=True)
    return result


def _refuse_unknown_published(project: Project, checks: tuple[Check, ...]) -> None:
    known = [check.id for check in checks]
    for item in project.published:
        if item.check not in known:
            raise ProjectError(
                f'{project.path}: published: no check is called "{item.check}": {did_you_mean(item.check, known)}'
            )
    for verdict in project.published_verdicts:
        if verdict.check and verdict.check not in known:
            raise ProjectError(
                f'{project.path}: published_verdicts: no check is called "{verdict.check}": '
                f"{did_you_mean(verdict.check, known)}"
            )


def _refuse_unknown_mechanisms(project: Project, stages: Mapping[str, Any]) -> None:
    known = [item.name for stage in ("limit", "blocks") if stage in stages for item in stages[stage].mechanisms]
    for item in project.published_mechanisms:
        if item.mechanism not in known:
            raise ProjectError(
                f'{project.path}: published_mechanisms: no mechanism is called "{item.mechanism}": '
                f"{did_you_mean(item.mechanism, known)}"
            )


def _document(assessment: Assessment, summaries: dict[str, Any]) -> dict[str, Any]:
    """``result.json``."""
    verdict = assessment.verdict
    return {
        "format": RESULT_FORMAT,
        "project": {
            "file": assessment.file,
            **to_plain(assessment.info),
            "inputs": to_plain(assessment.inputs),
            "published": to_plain(assessment.published),
            "published_mechanisms": to_plain(assessment.published_mechanisms),
            "published_modes": to_plain(assessment.published_modes),
            "published_parameters": to_plain(assessment.published_parameters),
            "published_pushover": to_plain(assessment.published_pushover),
            "published_verdicts": to_plain(assessment.published_verdicts),
        },
        "provenance": to_plain(assessment.provenance),
        "circumstances": to_plain(assessment.circumstances),
        "sensitivities": to_plain(assessment.sensitivities),
        "completions": to_plain(assessment.completions),
        "verdict": {
            item.limit_state: {
                "state": item.state,
                "lower": item.lower,
                "upper": item.upper,
                "governing": None if item.governing is None else item.governing.id,
                "above": list(item.above),
                "below": list(item.below),
            }
            for item in verdict.limit_states
        },
        "verdicts": [
            {
                **to_plain(check),
                # JSON has no infinity: null is a check without any demand
                "factor": check.factor if math.isfinite(check.factor) else None,
                "ratio": check.ratio if math.isfinite(check.ratio) else None,
                "satisfied": check.satisfied,
            }
            for check in assessment.checks
        ],
        "stages": summaries,
    }


def read_results(folder: str | Path) -> Assessment:
    """The assessment in a results folder."""
    folder = Path(folder)
    path = folder / "result.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ResultsError(f"{path}: cannot be read: {reason}; give a folder that pirqa assess wrote") from error
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{path}: is not a result of pirqa ({error}); run pirqa assess again") from error
    found = document.get("format") if isinstance(document, dict) else None
    if found != RESULT_FORMAT:
        newer = isinstance(found, int) and found > RESULT_FORMAT
        remedy = (
            "pip install --upgrade pirqa, or run pirqa assess again"
            if newer
            else "its verdict was reached by other rules: run pirqa assess again"
        )
        raise ResultsError(f"{path}: has result format {found}, this pirqa reads {RESULT_FORMAT}; {remedy}")
    try:
        project = document["project"]
        stages = {}
        for stage in STAGES:
            if stage.name in document["stages"]:
                key = document["stages"][stage.name]["key"]
                stages[stage.name] = read_value(stage.result, stage_folder(folder, stage.name, key))
        return Assessment(
            folder=folder,
            file=project["file"],
            info=from_plain(ProjectInfo, project),
            inputs=from_plain(tuple[InputRow, ...], project["inputs"]),
            published=from_plain(tuple[Published, ...], project["published"]),
            published_mechanisms=from_plain(tuple[PublishedMechanism, ...], project.get("published_mechanisms", [])),
            published_modes=from_plain(tuple[PublishedMode, ...], project.get("published_modes", [])),
            published_parameters=from_plain(tuple[PublishedParameter, ...], project.get("published_parameters", [])),
            published_pushover=from_plain(tuple[PublishedPushover, ...], project.get("published_pushover", [])),
            published_verdicts=from_plain(tuple[PublishedVerdict, ...], project.get("published_verdicts", [])),
            provenance=from_plain(Provenance, document["provenance"]),
            checks=from_plain(tuple[Check, ...], document["verdicts"]),
            circumstances=from_plain(Circumstances, document["circumstances"]),
            sensitivities=from_plain(tuple[Sensitivity, ...], document["sensitivities"]),
            completions=from_plain(tuple[Completion, ...], document.get("completions", [])),
            stages=stages,
        )
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        raise ResultsError(f"{folder}: is damaged or incomplete ({error}); run pirqa assess again") from error


def _reuse(stage: Stage, home: Path, observer: Observer) -> Any | None:
    if not home.is_dir():
        return None
    try:
        result = read_value(stage.result, home)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    observer.begin(stage.name, 1)
    observer.end(KEPT)
    return result
