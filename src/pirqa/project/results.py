"""Run a project's stages, keep their results, read them back: what :mod:`pirqa.project.folder` holds, as values."""

from __future__ import annotations

import json
import math
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from pirqa.errors import ComputationError, InputError, ProjectError, ResultsError
from pirqa.files import write_text_whole
from pirqa.model.check import Check, Circumstances
from pirqa.model.plain import canonical_json, from_plain
from pirqa.model.verdict import Verdict
from pirqa.progress import SILENT, Observer, announce, open_stage
from pirqa.project.circumstances import circumstances_of
from pirqa.project.codec import read_value, to_plain
from pirqa.project.completion import Completion, declared_for, next_completion, verdict_of
from pirqa.project.folder import (
    FolderRecord,
    digests_of_results,
    leave_no_husk,
    only_run_in,
    page_digests,
    prepare_folder,
    read_record,
    stage_folder,
    sweep_pages,
    sweep_stale,
    unfinished_folder,
    write_record,
    write_stage,
)
from pirqa.project.load import Project
from pirqa.project.origins import InputRow
from pirqa.project.pipeline import stage_key, stages_for
from pirqa.project.published import PUBLISHED, refuse_unknown
from pirqa.project.schema import ProjectInfo
from pirqa.project.sensitivity import Sensitivity, sensitivities
from pirqa.project.stage import Stage
from pirqa.project.stages import BY_NAME, STAGES
from pirqa.provenance import Provenance, Run, code_digest, digest
from pirqa.version import __version__

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
    published: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Tables of what is printed elsewhere, by their keys in the project file; empty ones are missing."""
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


@dataclass(frozen=True, kw_only=True)
class Pages:
    """Pages to be written beside the results."""

    make: Callable[[Assessment], Mapping[str, str]] = lambda _: {}
    """Texts of the pages by file name."""
    source: str = ""
    """Digest of all that they are made of apart from the results; where it is empty they are always made."""
    language: str = ""
    """Language of the first page."""


NO_PAGES = Pages(source="none")


def run_project(project: Project, folder: Path, *, pages: Pages = NO_PAGES, observer: Observer = SILENT) -> Assessment:
    """Run the stages that ``project`` asks for; write their results, and ``pages`` made of them, into ``folder``.

    Where nothing has changed since the last run, and nobody has changed what it wrote, nothing is run or written.
    """
    new = prepare_folder(folder)
    with only_run_in(folder):
        try:
            kept = _unchanged(project, folder, pages, observer)
            return _run_stages(project, folder, pages, observer) if kept is None else kept
        except BaseException:
            leave_no_husk(folder, new=new)
            raise


def _run_stages(project: Project, folder: Path, pages: Pages, observer: Observer) -> Assessment:
    started = datetime.now(UTC)
    done = _Done(folder=folder, record=read_record(folder))
    project_as_given, listed_stages = project, stages_for(project)
    for stage in listed_stages:
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
    mechanisms = [item.name for name in ("limit", "blocks") if name in stages for item in stages[name].mechanisms]
    known = {"check": [check.id for check in checks], "mechanism": mechanisms}
    refuse_unknown(project.path, project.published, known)
    assessment = Assessment(
        folder=folder,
        file=Path(project.path).name,
        info=project.info,
        inputs=project.inputs,
        published=project.published,
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
        sensitivities=sensitivities(project, stages, checks, declared_for(checks)),
        completions=tuple(completions),
        stages=stages,
    )
    # Pages are made before anything is replaced: one that fails leaves the old results and the old pages together.
    written = pages.make(assessment)
    for name, text in written.items():
        write_text_whole(folder / name, text)
    sweep_pages(folder, written)
    write_text_whole(folder / "result.json", canonical_json(_document(assessment, done.summaries)))
    sweep_stale(folder, {stage.name: done.keys.get(stage.name) for stage in STAGES})
    listed = {stage.name: done.keys[stage.name] for stage in listed_stages}
    record = FolderRecord(
        # an analysis that failed by itself is tried again
        request="" if left_out else _request(project_as_given, listed),
        page_source=pages.source,
        languages=(pages.language,),
        results=digests_of_results(folder),
        pages=page_digests(written),
    )
    write_record(folder, record)
    return assessment


def _request(project: Project, keys: Mapping[str, str]) -> str:
    """Return the digest of all that the results follow from; ``keys`` are those of the listed stages."""
    fresh = {"version": __version__, "python": platform.python_version(), "numpy": metadata.version("numpy")}
    content = {
        "format": RESULT_FORMAT,
        "file": Path(project.path).name,
        "input": project.digest,
        "changes": list(project.changes),
        "code": code_digest(),
        "made": fresh,
        "stages": dict(keys),
    }
    return digest(canonical_json(content, indent=None).encode())


def _unchanged(project: Project, folder: Path, pages: Pages, observer: Observer) -> Assessment | None:
    """Return the assessment in ``folder`` where a run of ``project`` would write the same again; else None."""
    record = read_record(folder)
    if not record.request or list(record.languages) != [pages.language, *record.languages[1:]]:
        return None
    if not record.has_pages(folder, pages.source):
        return None
    keys: dict[str, str] = {}
    try:
        for stage in stages_for(project):
            keys[stage.name] = stage_key(stage, project, keys)
    except (InputError, ComputationError):  # the run reports it
        return None
    if _request(project, keys) != record.request or not record.has_results(folder):
        return None
    document = _document_in(folder)
    kept = {stage.name: item["key"] for stage in STAGES if (item := document["stages"].get(stage.name)) is not None}
    for name in kept:
        open_stage(observer, name)
        observer.begin(name, 1)
        observer.end(KEPT)
    return _assessment_of(document, folder, _KeptStages(folder, kept))


class _KeptStages(Mapping[str, Any]):
    """Results of stages by name, each read when it is asked for."""

    def __init__(self, folder: Path, keys: Mapping[str, str]) -> None:
        self._folder, self._keys = folder, keys
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            home = stage_folder(self._folder, name, self._keys[name])
            self._read[name] = read_value(BY_NAME[name].result_type, home)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


@dataclass(kw_only=True)
class _Done:
    """The stages of one run: results, keys and what ``result.json`` holds of each, by name."""

    folder: Path
    record: FolderRecord
    """What the last run left: a stage whose files are no longer as it wrote them is run again."""
    stages: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    summaries: dict[str, Any] = field(default_factory=dict)

    def run(self, stage: Stage, project: Project, observer: Observer, completion: Completion | None = None) -> None:
        """Run ``stage`` of ``project``, or take its result of the last run; ``completion``: it runs by itself."""
        open_stage(observer, stage.name)
        try:
            key = stage_key(stage, project, self.keys)
            home = stage_folder(self.folder, stage.name, key)
            result = _reuse(stage, home, observer) if self.record.has_stage(self.folder, home) else None
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


def _document(assessment: Assessment, summaries: dict[str, Any]) -> dict[str, Any]:
    """``result.json``."""
    verdict = assessment.verdict
    return {
        "format": RESULT_FORMAT,
        "project": {
            "file": assessment.file,
            **to_plain(assessment.info),
            "inputs": to_plain(assessment.inputs),
            **{key: to_plain(assessment.published.get(key, ())) for key in PUBLISHED},
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
    document = _document_in(folder)
    try:
        keys = {name: document["stages"][name]["key"] for name in document["stages"]}
        read = {
            stage.name: read_value(stage.result_type, stage_folder(folder, stage.name, keys[stage.name]))
            for stage in STAGES
            if stage.name in keys
        }
        return _assessment_of(document, folder, read)
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        raise ResultsError(f"{folder}: is damaged or incomplete ({error}); run pirqa assess again") from error


def _document_in(folder: Path) -> Any:
    """Return ``result.json`` of a results folder as it is written."""
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
    return document


def _assessment_of(document: Any, folder: Path, stages: Mapping[str, Any]) -> Assessment:
    """Return the assessment that ``result.json`` holds, with the results of its stages."""
    project = document["project"]
    return Assessment(
        folder=folder,
        file=project["file"],
        info=from_plain(ProjectInfo, project),
        inputs=from_plain(tuple[InputRow, ...], project["inputs"]),
        published=_published(project),
        provenance=from_plain(Provenance, document["provenance"]),
        checks=from_plain(tuple[Check, ...], document["verdicts"]),
        circumstances=from_plain(Circumstances, document["circumstances"]),
        sensitivities=from_plain(tuple[Sensitivity, ...], document["sensitivities"]),
        completions=from_plain(tuple[Completion, ...], document.get("completions", [])),
        stages=stages,
    )


def _published(document: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return the tables of printed numbers in the part ``project`` of ``result.json``."""
    found = {key: from_plain(table.rows, document.get(key, [])) for key, table in PUBLISHED.items()}
    return {key: rows for key, rows in found.items() if rows}


def _reuse(stage: Stage, home: Path, observer: Observer) -> Any | None:
    if not home.is_dir():
        return None
    try:
        result = read_value(stage.result_type, home)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    observer.begin(stage.name, 1)
    observer.end(KEPT)
    return result
