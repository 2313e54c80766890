"""The results folder: written so that it is always whole, read back for the report.

``result.json`` is the only truth and is replaced in one step, after everything it names is in place. A stage's files
live under ``stages/<name>/<key>/``, the key being the digest of its inputs: a run that dies leaves the last whole
result untouched, and a stage whose key is there is not run again.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pirqa.errors import InputError, ProjectError, ResultsError, did_you_mean
from pirqa.model.check import Check
from pirqa.model.verdict import Verdict, judge
from pirqa.progress import SILENT, Observer
from pirqa.project.codec import canonical_json, from_plain, read_value, to_plain, write_value
from pirqa.project.load import Project
from pirqa.project.origins import InputRow
from pirqa.project.pipeline import STAGES, Stage, stage_key, stages_for
from pirqa.project.schema import ProjectInfo, Published
from pirqa.provenance import Provenance, Run, code_digest
from pirqa.version import __version__

__all__ = ["RESULT_FORMAT", "Assessment", "read_results", "run_project", "write_text_whole"]

RESULT_FORMAT = 1
"""Number of the result format; a change is told in CHANGELOG.md."""

_KEY_LENGTH = 16
_STAGE_FOLDER = re.compile(rf"[0-9a-f]{{{_KEY_LENGTH}}}|\.[0-9a-f]{{{_KEY_LENGTH}}}\..*\.partial")
_MARK = ".pirqa"
"""File that says whose folder this is, and holds the lock of the run that writes there."""


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """All that a results folder holds."""

    folder: Path
    file: str
    info: ProjectInfo
    inputs: tuple[InputRow, ...]
    published: tuple[Published, ...]
    provenance: Provenance
    checks: tuple[Check, ...]
    stages: Mapping[str, Any]
    """Results by stage name."""

    @property
    def verdict(self) -> Verdict:
        """What the checks say together."""
        return judge(self.checks)

    @property
    def report(self) -> Path:
        """Path of the report."""
        return self.folder / "report.html"

    def __str__(self) -> str:
        return f"{self.info.name}\n{self.verdict}\nresults in {self.folder}"


def run_project(project: Project, folder: Path, *, observer: Observer = SILENT) -> Assessment:
    """Run the stages that ``project`` asks for and write their results into ``folder``."""
    _prepare(folder)
    with _only_run_in(folder):
        try:
            return _run_stages(project, folder, observer)
        except BaseException:
            _leave_no_husk(folder)
            raise


def _run_stages(project: Project, folder: Path, observer: Observer) -> Assessment:
    started = datetime.now(UTC)
    stages: dict[str, Any] = {}
    keys: dict[str, str] = {}
    summaries: dict[str, Any] = {}
    for stage in stages_for(project):
        keys[stage.name] = key = stage_key(stage, project, keys)
        home = folder / "stages" / stage.name / key[:_KEY_LENGTH]
        result = _reuse(stage, home, observer)
        if result is None:
            try:
                result = stage.run(project, stages, observer)
            except InputError as error:
                raise ProjectError(f"{project.path}: {stage.name}: {error}") from error
            _write_stage(home, result)
        stages[stage.name] = result
        summaries[stage.name] = {
            "status": "done",
            "key": key,
            "summary": str(result),
            "files": sorted(path.relative_to(folder).as_posix() for path in home.iterdir()),
        }
    checks = tuple(check for result in stages.values() for check in result.checks)
    _refuse_unknown_published(project, checks)
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
            seed=_seed(project),
            run=Run.since(started),
        ),
        checks=checks,
        stages=stages,
    )
    write_text_whole(folder / "result.json", canonical_json(_document(assessment, summaries)))
    _sweep_stale(folder, keys)
    return assessment


def _seed(project: Project) -> int | None:
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


def _refuse_unknown_published(project: Project, checks: tuple[Check, ...]) -> None:
    known = [check.id for check in checks]
    for item in project.published:
        if item.check not in known:
            raise ProjectError(
                f'{project.path}: published: no check is called "{item.check}": {did_you_mean(item.check, known)}'
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
        },
        "provenance": to_plain(assessment.provenance),
        "verdict": {
            item.limit_state: {
                "state": item.state,
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
        raise ResultsError(
            f"{path}: has result format {found}, this pirqa reads {RESULT_FORMAT}; run pirqa assess again"
        )
    try:
        project = document["project"]
        stages = {}
        for stage in STAGES:
            if stage.name in document["stages"]:
                key = document["stages"][stage.name]["key"]
                stages[stage.name] = read_value(stage.result, folder / "stages" / stage.name / key[:_KEY_LENGTH])
        return Assessment(
            folder=folder,
            file=project["file"],
            info=from_plain(ProjectInfo, project),
            inputs=from_plain(tuple[InputRow, ...], project["inputs"]),
            published=from_plain(tuple[Published, ...], project["published"]),
            provenance=from_plain(Provenance, document["provenance"]),
            checks=from_plain(tuple[Check, ...], document["verdicts"]),
            stages=stages,
        )
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        raise ResultsError(f"{folder}: is damaged or incomplete ({error}); run pirqa assess again") from error


def write_text_whole(path: Path, text: str) -> None:
    """Write beside, then rename: ``path`` holds the old text or the new one, never a part."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes a private file; a result is for colleagues too.
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written: {error.strerror or error}; choose another folder") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _prepare(folder: Path) -> None:
    """Make sure, before anything is computed, that results can be written and that the folder is ours to write in."""
    try:
        if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).exists():
            raise ResultsError(f"{folder}: holds other files; choose an empty or new folder with -o")
        (folder / "stages").mkdir(parents=True, exist_ok=True)
        (folder / _MARK).touch()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ResultsError(f"{folder}: results cannot be written there: {reason}; choose another with -o") from error


def _leave_no_husk(folder: Path) -> None:
    """After a failed first run: remove the folder again if nothing came into it."""
    if not (folder / "result.json").exists() and not any((folder / "stages").iterdir()):
        (folder / "stages").rmdir()
        (folder / _MARK).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()


@contextmanager
def _only_run_in(folder: Path) -> Iterator[None]:
    """Refuse a second run into the same folder at the same time; the lock dies with its process."""
    try:
        import fcntl
    except ImportError:  # not on this system: two runs at once are then the user's own care
        yield
        return
    with (folder / _MARK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ResultsError(
                f"{folder}: another run is writing there; wait for it or choose another with -o"
            ) from error
        yield


def _reuse(stage: Stage, home: Path, observer: Observer) -> Any | None:
    if not home.is_dir():
        return None
    try:
        result = read_value(stage.result, home)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    observer.begin(stage.name, 1)
    observer.end("unchanged, kept from the last run")
    return result


def _write_stage(home: Path, result: Any) -> None:
    """Write a stage's files beside, then put the whole folder in its place."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{home.name}.", suffix=".partial", dir=home.parent))
        try:
            partial.chmod(0o777 & ~_umask())
            write_value(result, partial)
            if home.exists():  # unreadable, or it would have been reused
                shutil.rmtree(home)
            partial.rename(home)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except OSError as error:
        raise ResultsError(f"{home}: cannot be written: {error.strerror or error}; choose another folder") from error


def _sweep_stale(folder: Path, keys: Mapping[str, str]) -> None:
    """Remove stage results that ``result.json`` no longer names, and what killed runs left behind; nothing else."""
    for stage in STAGES:
        home = folder / "stages" / stage.name
        for child in home.iterdir() if home.is_dir() else ():
            ours = _STAGE_FOLDER.fullmatch(child.name) is not None
            if ours and child.name != keys.get(stage.name, "")[:_KEY_LENGTH]:
                shutil.rmtree(child, ignore_errors=True)
