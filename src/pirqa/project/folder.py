"""The results folder on disk: always whole, never anybody else's.

``result.json`` is the only truth and is replaced in one step, after everything it names is in place. A stage's files
live under ``stages/<name>/<key>/``, the key being the digest of its inputs: a run that dies leaves the last whole
result untouched, and a stage whose key is there is not run again.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pirqa.errors import FolderInUseError, ResultsError
from pirqa.files import usual_mode
from pirqa.project.codec import write_value
from pirqa.provenance import digest

_KEY_LENGTH = 16
_STAGE_FOLDER = re.compile(rf"[0-9a-f]{{{_KEY_LENGTH}}}|\.[0-9a-f]{{{_KEY_LENGTH}}}\..*\.partial")
_STAGE_FOLDER_NAME = re.compile(rf"[0-9a-f]{{{_KEY_LENGTH}}}")
_PAGES = ("report.html", "report.??.html")
PROBLEM_PAGE = "problem.html"
"""What stands there when no report can be made of the results."""
_MARK = ".pirqa"
"""File that says whose folder this is; it holds the lock of the run that writes there, and the last run's record."""


def stage_folder(folder: Path, stage: str, key: str) -> Path:
    """Where the result of ``stage`` with content key ``key`` lives."""
    return folder / "stages" / stage / key[:_KEY_LENGTH]


def unfinished_folder(home: Path) -> Path:
    """Where a stage keeps what is done while its result is not whole: the next run with the same key goes on there."""
    return home.with_name(f".{home.name}.unfinished.partial")


def prepare_folder(folder: Path) -> bool:
    """Make sure, before anything is computed, that results can be written and that the folder is ours to write in.

    Whether the folder was not there before.
    """
    new = not folder.exists()
    try:
        if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).exists():
            raise ResultsError(f"{folder}: holds other files; choose an empty or new folder with -o")
        (folder / "stages").mkdir(parents=True, exist_ok=True)
        if not (folder / _MARK).exists():
            (folder / _MARK).touch()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ResultsError(f"{folder}: results cannot be written there: {reason}; choose another with -o") from error
    return new


def leave_no_husk(folder: Path, *, new: bool) -> None:
    """After a failed first run: take back what was put there, and the folder if it is ``new``."""
    if not (folder / "result.json").exists() and not any((folder / "stages").iterdir()):
        (folder / "stages").rmdir()
        (folder / _MARK).unlink(missing_ok=True)
        if new and not any(folder.iterdir()):
            folder.rmdir()


@contextmanager
def only_run_in(folder: Path) -> Iterator[None]:
    """Refuse a second run, or report, into the same folder at the same time; the lock dies with its process.

    A folder without our mark, such as a copy of results among other files, is not locked, and does not become ours.
    """
    try:
        import fcntl
    except ImportError:  # not on this system: two runs at once are then the user's own care
        yield
        return
    try:
        mark = (folder / _MARK).open("r+")
    except FileNotFoundError:
        yield
        return
    except OSError as error:
        reason = error.strerror or str(error)
        raise ResultsError(f"{folder}: cannot be written: {reason}; copy the folder to where you may write") from error
    with mark as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise FolderInUseError(
                f"{folder}: another run is writing there; wait for it, or give a run another folder with -o"
            ) from error
        except OSError:  # a file system without locks: two runs at once are then the user's own care
            pass
        yield


def write_stage(home: Path, result: Any, texts: Mapping[str, str] | None = None) -> None:
    """Write a stage's files beside, then put the whole folder in its place; ``texts`` are further files by name."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{home.name}.", suffix=".partial", dir=home.parent))
        try:
            partial.chmod(usual_mode(0o777))
            write_value(result, partial)
            for name, text in (texts or {}).items():
                (partial / name).write_text(text, encoding="utf-8")
            if home.exists():  # unreadable, or it would have been reused
                shutil.rmtree(home)
            partial.rename(home)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except OSError as error:
        raise ResultsError(f"{home}: cannot be written: {error.strerror or error}; choose another folder") from error


@dataclass(frozen=True, kw_only=True)
class FolderRecord:
    """What the last run or report left in a results folder: digests by which it is known to be unchanged."""

    request: str = ""
    """Digest of all that the results follow from; empty where they must not be taken for those of the next run."""
    page_source: str = ""
    """Digest of all that the pages are made of apart from the results: code, words, templates; empty: not known."""
    languages: Sequence[str] = ()
    """Languages of the pages; the first is that of ``report.html``."""
    results: Mapping[str, str] = field(default_factory=dict)
    """Digest of ``result.json`` and of each file of the stages, by its path in the folder."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Digest of each page by its name."""

    def has_pages(self, folder: Path, page_source: str) -> bool:
        """Whether the pages in ``folder`` are as they were written from ``page_source``, and no other one is there."""
        there = [path.name for pattern in _PAGES for path in folder.glob(pattern)]
        return bool(page_source) and self.page_source == page_source and _digests(folder, there) == self.pages

    def has_stage(self, folder: Path, home: Path) -> bool:
        """Whether the files of a stage in ``home`` are as they were written; those that no record knows are trusted."""
        place = f"{home.relative_to(folder).as_posix()}/"
        known = {name: found for name, found in self.results.items() if name.startswith(place)}
        return _digests(folder, known) == known

    def has_results(self, folder: Path) -> bool:
        """Whether the results in ``folder`` are as they were written."""
        return bool(self.results) and digests_of_results(folder) == self.results


def read_record(folder: Path) -> FolderRecord:
    """Return the record of a results folder; an empty one where there is none, or none that can be read."""
    try:
        found = json.loads((folder / _MARK).read_text(encoding="utf-8"))
        record = FolderRecord(**found)
        return record if all(isinstance(item, dict) for item in (record.results, record.pages)) else FolderRecord()
    except (OSError, ValueError, TypeError):
        return FolderRecord()


def write_record(folder: Path, record: FolderRecord) -> None:
    """Write the record into the folder's mark, in place: another run may be waiting for its lock."""
    try:
        with (folder / _MARK).open("r+", encoding="utf-8") as mark:
            mark.truncate()
            mark.write(json.dumps(asdict(record), indent=1, sort_keys=True) + "\n")
    except OSError:  # no harm: nothing is kept by it
        return


def digests_of_results(folder: Path) -> dict[str, str]:
    """Return the digest of ``result.json`` and of every whole stage's files, by their paths in the folder."""
    files = [path for path in (folder / "stages").glob("*/*/**/*") if path.is_file()]
    names = [path.relative_to(folder).as_posix() for path in files]
    kept = (name for name in names if _STAGE_FOLDER_NAME.fullmatch(name.split("/")[2]))
    return _digests(folder, ("result.json", *sorted(kept)))


def _digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the digest of each file of ``folder`` by its name; missing ones have none."""
    return {name: digest((folder / name).read_bytes()) for name in names if (folder / name).is_file()}


def page_digests(pages: Mapping[str, str]) -> dict[str, str]:
    """Return the digest of each page by its name."""
    return {name: digest(text.encode()) for name, text in pages.items()}


def sweep_pages(folder: Path, kept: Collection[str]) -> None:
    """Remove pages in other languages, and of a problem, that earlier results left: they would still show those."""
    for page in folder.glob("report.??.html"):
        if page.name not in kept:
            page.unlink(missing_ok=True)
    (folder / PROBLEM_PAGE).unlink(missing_ok=True)


def sweep_stale(folder: Path, named: Mapping[str, str | None]) -> None:
    """Remove stage results that ``result.json`` no longer names, and what killed runs left behind; nothing else.

    ``named`` gives the key of each stage's present result, or none.
    """
    for stage, key in named.items():
        home = folder / "stages" / stage
        for child in home.iterdir() if home.is_dir() else ():
            ours = _STAGE_FOLDER.fullmatch(child.name) is not None
            if ours and child.name != (key or "")[:_KEY_LENGTH]:
                shutil.rmtree(child, ignore_errors=True)
