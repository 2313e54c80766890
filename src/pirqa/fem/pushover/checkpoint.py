"""The whole state of a pushover as one file, so that one that was killed goes on as if it had not been.

The file is written beside and renamed: it is whole, or the one before it is there. The digest of the inputs tells it
from those of other walls and options.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field, fields
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from pirqa.fem.pushover.equilibrium import EquilibriumState
from pirqa.fem.pushover.path import PathProgress
from pirqa.fem.pushover.record import PathRecord
from pirqa.fem.pushover.result import PushoverPath, Snapshots
from pirqa.files import write_bytes_whole

_NAME = "pushover.checkpoint"
_INTERVAL = 5.0
"""Between two checkpoints, by the clock on the wall [s]."""
_SHARE = 0.01
"""Of the time that checkpoints may take."""


@dataclass(kw_only=True, eq=False)
class FinishedPaths:
    """Paths that are finished, and the snapshots of those that have any."""

    paths: list[PushoverPath] = field(default_factory=list)
    snapshots: list[Snapshots] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, eq=False)
class StoppedRun:
    """What a stopped run had come to."""

    done: FinishedPaths
    rows: list[list[float]]
    """Of the path that was being followed; none where it had not begun."""
    shots: dict[str, tuple[int, dict[str, Any]]]
    numbers: dict[str, float]
    """Works so far."""
    rest: EquilibriumState | None
    progress: PathProgress | None


def is_kept(folder: Path) -> bool:
    """Whether the state of a stopped run lies in ``folder``."""
    return (folder / _NAME).is_file()


def discard(folder: Path) -> None:
    """Remove the state of a run from ``folder``."""
    (folder / _NAME).unlink(missing_ok=True)


class CheckpointFile:
    """Writes states into a folder from time to time, and finds the last one again; nothing without a folder."""

    def __init__(self, folder: Path | None, inputs: str) -> None:
        self._path = None if folder is None else folder / _NAME
        self._inputs = inputs
        self._next = monotonic() + _INTERVAL

    def read(self) -> StoppedRun | None:
        """The state of a run with the same inputs; None where there is none that can be read."""
        if self._path is None or not self._path.is_file():
            return None
        try:
            with np.load(io.BytesIO(self._path.read_bytes()), allow_pickle=False) as found:
                arrays = {name: found[name] for name in found.files}
            head = json.loads(str(arrays.pop("head")))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            return None  # cut off or of another kind: the run begins anew
        return _unpack(head, arrays) if head["inputs"] == self._inputs else None

    def due(self) -> bool:
        """Whether it is time for the next state."""
        return self._path is not None and monotonic() >= self._next

    def write(
        self,
        done: FinishedPaths,
        record: PathRecord | None,
        rest: EquilibriumState | None,
        progress: PathProgress | None,
    ) -> None:
        """The run has come so far."""
        if self._path is None:
            return
        started = monotonic()
        head, arrays = _pack(done, record, rest, progress)
        buffer = io.BytesIO()
        np.savez(buffer, head=np.array(json.dumps({**head, "inputs": self._inputs})), **arrays)
        write_bytes_whole(self._path, buffer.getvalue())
        now = monotonic()
        self._next = now + max(_INTERVAL, (now - started) / _SHARE)

    def clear(self) -> None:
        """The run is over: nothing is to be taken up."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _pack(
    done: FinishedPaths, record: PathRecord | None, rest: EquilibriumState | None, progress: PathProgress | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    head: dict[str, Any] = {"paths": [], "snapshots": len(done.snapshots)}
    arrays: dict[str, Any] = {}
    for number, path in enumerate(done.paths):
        plain = {}
        for item in fields(path):
            value = getattr(path, item.name)
            if isinstance(value, np.ndarray):
                arrays[f"path {number} {item.name}"] = value
            else:
                plain[item.name] = value
        head["paths"].append(plain)
    for number, shots in enumerate(done.snapshots):
        arrays |= {f"snapshots {number} {item.name}": getattr(shots, item.name) for item in fields(shots)}
    if record is None or rest is None or progress is None:
        return head, arrays
    arrays["rows"] = np.array(record.rows)
    head["numbers"] = {"inner": record.inner_work, "outer": record.outer_work, "first": record.first_energy}
    head["shots"] = {name: number for name, (number, _) in record.shots.items()}
    for name, (_, taken) in record.shots.items():
        arrays |= {f"shot {name} {key}": value for key, value in taken.items()}
    for group, holder in (("rest", rest), ("progress", progress)):
        plain = {}
        for item in fields(holder):
            value = getattr(holder, item.name)
            if isinstance(value, np.ndarray):
                arrays[f"{group} {item.name}"] = value
            else:
                plain[item.name] = value
        head[group] = plain
    return head, arrays


def _unpack(head: dict[str, Any], arrays: dict[str, Any]) -> StoppedRun:
    def group(prefix: str) -> dict[str, Any]:
        return {
            name.removeprefix(f"{prefix} "): value for name, value in arrays.items() if name.startswith(f"{prefix} ")
        }

    done = FinishedPaths(
        paths=[PushoverPath(**plain, **group(f"path {number}")) for number, plain in enumerate(head["paths"])],
        snapshots=[Snapshots(**group(f"snapshots {number}")) for number in range(head["snapshots"])],
    )
    if "rest" not in head:
        return StoppedRun(done=done, rows=[], shots={}, numbers={}, rest=None, progress=None)
    return StoppedRun(
        done=done,
        rows=arrays["rows"].tolist(),
        shots={name: (number, group(f"shot {name}")) for name, number in head["shots"].items()},
        numbers=head["numbers"],
        rest=EquilibriumState(**head["rest"], **group("rest")),
        progress=PathProgress(**head["progress"], **group("progress")),
    )
