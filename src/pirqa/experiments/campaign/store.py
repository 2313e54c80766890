"""Finished runs on disk, one page each under the key of all that the run depends on: written whole, never made again.

::

    FOLDER/runs/ab/abcd….jsonl    one page a run, under its key: two lines, digest and page
    FOLDER/unfinished/            checkpoints of unfinished runs
    FOLDER/claims/                which run is being made; a claim ends with its process
    FOLDER/damaged/               pages that differ from what was written, for inspection
    FOLDER/histories/             whole histories of chosen runs
    FOLDER/journal/               a line for each run that was made, where and when

Sweeps, incremental dynamic analyses and campaigns all keep their runs so; tables are made from the pages. Several
processes on several machines may share the folder. Until version 0.1 sweeps wrote ``runs/ab/abcd….json``, the summary
alone without a digest: such pages are read where the key is the same, and never changed.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any

from pirqa.errors import ResultsError
from pirqa.files import write_text_whole
from pirqa.model.plain import canonical_json, to_plain
from pirqa.provenance import digest

_FORMAT = 1
_SWEEP_FORMAT = 4
"""Format of pages of sweeps in the layout without a digest."""
_POSE = b', "pose": '
_NUMBERS = b"0123456789.+-eE,[] "
"""What lists of numbers are written with."""


class TakenElsewhereError(Exception):
    """Another process is making this run."""


@dataclass(frozen=True, kw_only=True)
class Damaged:
    """A page that was not what it was written as."""

    key: str
    path: Path
    """Where it was moved to."""
    reason: str


class Store:
    """A folder of finished runs; with ``aside`` false damaged pages stay where they are, for whoever reports them."""

    def __init__(self, folder: Path, *, aside: bool = True) -> None:
        self.folder = folder
        self._aside = aside
        self.damaged: list[Damaged] = []
        """Pages that this object found damaged."""

    def path(self, key: str) -> Path:
        """Where the page with ``key`` is."""
        return self.folder / "runs" / key[:2] / f"{key}.jsonl"

    def unfinished(self, key: str) -> Path:
        """Where a run keeps its checkpoints until it is finished."""
        return self.folder / "unfinished" / f"{key[:32]}.zarr"

    def history(self, key: str) -> Path:
        """Where the whole history of a run is kept."""
        return self.folder / "histories" / f"{key[:32]}.zarr"

    def has(self, key: str) -> bool:
        """Whether there is a page with ``key``, damaged or not."""
        return self.path(key).exists() or self._old_path(key).exists()

    def read(self, key: str, *, poses: bool = True) -> dict[str, Any] | None:
        """Return the page with ``key``; None where there is none. A damaged one is moved away and noted in ``damaged``.

        Without ``poses`` the places of all stones at the end are left out, which are most of a page and in no table.
        """
        path = self.path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return self._read_old(key)
        except OSError as error:
            raise ResultsError(f"{path}: cannot be read: {error.strerror or error}; check the disk") from error
        try:
            first, _, rest = data.partition(b"\n")
            head = json.loads(first)
            if digest(rest) != head["digest"]:
                raise ValueError("it is not as it was written")
            found: dict[str, Any] = json.loads(rest if poses else _without_poses(rest))
            if head["format"] != _FORMAT or found["key"] != key:
                raise ValueError("it is of another run")
            return found
        except (ValueError, KeyError, TypeError) as error:
            if self._aside:
                self._put_aside(key, path, str(error) if isinstance(error, ValueError) else "it is not a page")
            return None

    def write(self, row: Mapping[str, Any]) -> None:
        """Put a page in its place in one step."""
        # a number that is none has no value: JSON and the table's readers know null
        known = {
            name: None if isinstance(value, float) and not isfinite(value) else value for name, value in row.items()
        }
        plain = to_plain(known)
        text = canonical_json(plain, indent=None)
        head = canonical_json({"format": _FORMAT, "digest": digest(text.encode())}, indent=None)
        path = self.path(str(row["key"]))
        make_folder(path.parent)
        write_text_whole(path, head + text)
        self._note(str(row["key"]), str(row["status"]))

    def keys(self) -> list[str]:
        """Return the keys of all pages, damaged or not."""
        place = self.folder / "runs"
        return sorted(path.stem for path in place.glob("??/*.jsonl")) if place.is_dir() else []

    def rows(self, keys: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the pages with these keys that are whole; all of the folder where none are given."""
        for key in self.keys() if keys is None else keys:
            row = self.read(key)
            if row is not None:
                yield row

    @contextmanager
    def claim(self, key: str) -> Iterator[None]:
        """Hold the run ``key``; raise :class:`TakenElsewhereError` where another process holds it."""
        place = self.folder / "claims"
        make_folder(place)
        path = place / key[:32]
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise ResultsError(f"{path}: cannot be made: {error.strerror or error}; {_remedy(error)}") from error
        try:
            if not _lock(handle):
                raise TakenElsewhereError(key)
            yield
            path.unlink(missing_ok=True)
        finally:
            os.close(handle)

    def made(self) -> dict[str, int]:
        """Return how often each run was made, by the journal."""
        counts: dict[str, int] = {}
        place = self.folder / "journal"
        for path in place.glob("*.log") if place.is_dir() else ():
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                key = line.split(" ")[0]
                counts[key] = counts.get(key, 0) + 1
        return counts

    def _note(self, key: str, status: str) -> None:
        """Add a line to the journal in one write, so that it is whole or absent."""
        place = self.folder / "journal"
        make_folder(place)
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = f"{key} {status} {moment} {socket.gethostname()} {os.getpid()}\n"
        try:
            handle = os.open(
                place / f"{socket.gethostname()}-{os.getpid()}.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666
            )
            try:
                os.write(handle, line.encode())
            finally:
                os.close(handle)
        except OSError:  # the page is written: a missing line is no reason to stop
            pass

    def _old_path(self, key: str) -> Path:
        return self.path(key).with_suffix(".json")

    def _read_old(self, key: str) -> dict[str, Any] | None:
        """Return the page of a sweep in the old layout; None where there is none, or none that is whole."""
        try:
            content = json.loads(self._old_path(key).read_text(encoding="utf-8"))
            run = content["run"]
            if content["format"] != _SWEEP_FORMAT or run["key"] != key:
                return None
            status = "failed" if run["collapse"] == "failed" else "done"
            return {"key": key, "status": status, "reason": run["reason"], "collapse": run["collapse"], "summary": run}
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _put_aside(self, key: str, path: Path, reason: str) -> None:
        place = self.folder / "damaged"
        make_folder(place)
        moved = place / f"{key}-{datetime.now(UTC).strftime('%Y%m%dT%H%M%S%f')}.jsonl"
        try:
            path.replace(moved)
        except FileNotFoundError:  # another process was quicker
            return
        except OSError as error:
            raise ResultsError(f"{path}: is damaged ({reason}) and cannot be moved away: {error}") from error
        self.damaged.append(Damaged(key=key, path=moved, reason=reason))


def _without_poses(text: bytes) -> bytes:
    """Return a page without its last entry if that is the poses: parsing them takes most of a large table's time."""
    place = text.rfind(_POSE)
    if place < 0 or text[place + len(_POSE) :].translate(None, _NUMBERS) != b"}\n":  # others come after them
        return text
    return text[:place] + b"}"


def make_folder(path: Path) -> None:
    """Make ``path`` and all above it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{path}: cannot be made: {error.strerror or error}; {_remedy(error)}") from error


def _remedy(error: OSError) -> str:
    import errno

    full = (errno.ENOSPC, errno.EDQUOT)
    return "free some space, then run the same command again: it goes on" if error.errno in full else "choose another"


def _lock(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # not on this system: two at once are then the user's own care
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError:
        return False
