"""Runs on disk: a Zarr 3 directory, whole under its name or not there at all.

A run on its way is kept under ``NAME.partial``; killed, it leaves that behind and nothing under ``NAME``. Arrays are
chunked along time and packed with zstd; everything else of the run is in the attributes. Same run, same bytes.
"""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, get_origin, get_type_hints

import numpy as np

from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.engine import Record
from pirqa.dynamics.faces import face_pairs
from pirqa.dynamics.simulate import quaternions
from pirqa.dynamics.trajectory import Trajectory, seen_from_base
from pirqa.errors import ResultsError
from pirqa.model.bounds import bare_type
from pirqa.model.plain import from_plain, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.version import __version__

if TYPE_CHECKING:
    import zarr

__all__ = [
    "HISTORY_FORMAT",
    "HistoryWriter",
    "PartialRun",
    "read_partial",
    "read_trajectory",
    "whole_folder",
    "write_trajectory",
]

HISTORY_FORMAT = 1
"""Number of the format; a change is told in CHANGELOG.md."""
_PARTIAL = ".partial"
_CHUNK_BYTES = 1 << 20
"""Of a chunk before it is packed, about."""
_LEVEL = 3
"""Of zstd."""
_TIMELESS = ("reference",)
"""Arrays without a row for each time."""
_DIMENSIONS = {
    "position": ("time", "stone", "axis"),
    "quaternion": ("time", "stone", "component"),
    "platform": ("time", "axis"),
    "platform_turn": ("time", "component"),
    "push": ("time", "axis"),
    "strut_force": ("time", "strut"),
    "energy": ("time", "energy"),
    "reference": ("stone", "axis"),
    **dict.fromkeys(("times", "tilt"), ("time",)),
    **dict.fromkeys(("normal_force", "shear_force", "closed_area", "opening", "slip"), ("time", "joint")),
    # of a run on its way
    "pose": ("time", "body", "component"),
    "joint": ("time", "joint", "quantity"),
    "tie": ("time", "strut"),
}
_DAMAGED = (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError)
"""What comes out of a directory that somebody has cut or mixed up."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PartialRun:
    """What is left of a run that was stopped: as far as it was computed, and no further."""

    stones: tuple[str, ...]
    held: tuple[str, ...]
    """Stones that move with the base."""
    joints: tuple[str, ...]
    """Names of the joints, as :attr:`Trajectory.joints` print them."""
    action: str
    case: str
    times: FloatArray
    """Since the action began [s], shape (k,)."""
    position: FloatArray
    """Of the mass centres, in space [m], shape (k, stones, 3)."""
    quaternion: FloatArray
    """Rotation of each stone since the action began (w, x, y, z), shape (k, stones, 4)."""
    platform: FloatArray
    """Shift of the base [m], shape (k, 3)."""
    platform_turn: FloatArray
    """Rotation of the base (w, x, y, z), shape (k, 4)."""
    normal_force: FloatArray
    """Of each joint [N], shape (k, joints)."""
    shear_force: FloatArray
    """Size of it [N], shape (k, joints)."""
    closed_area: FloatArray
    """That bears pressure [m2], shape (k, joints)."""
    opening: FloatArray
    """Widest gap of each joint [m], shape (k, joints)."""
    slip: FloatArray
    """Length of slip of each joint so far, from the settled state [m], shape (k, joints)."""
    push: FloatArray
    """Of the wall on its base and guides [N], shape (k, 3)."""
    strut_force: FloatArray
    """Tension positive [N], shape (k, struts)."""
    energy: FloatArray
    """Columns as in :data:`pirqa.dynamics.energy.ENERGIES` [J], shape (k, 8)."""

    @property
    def displacement(self) -> FloatArray:
        """Of the mass centres since the action began, as seen from the base [m], shape (k, stones, 3)."""
        return seen_from_base(self.position, self.platform, self.platform_turn) - self.position[:1]

    def __str__(self) -> str:
        case = f" ({self.case})" if self.case else ""
        if not len(self.times):
            return f"{self.action}{case}: stopped before a state was kept"
        moved = np.linalg.norm(self.displacement, axis=2)
        free = [index for index, name in enumerate(self.stones) if name not in self.held] or [0]
        highest, last = (free[int(np.argmax(sizes[free]))] for sizes in (moved.max(axis=0), moved[-1]))
        return (
            f"{self.action}{case}: stopped after {self.times[-1]:.2f} s; {len(self.times)} states of "
            f"{len(self.stones)} stones and {len(self.joints)} joints are left\n"
            f"  largest displacement so far {1e3 * moved[:, highest].max():.2f} mm, stone {self.stones[highest]}\n"
            f"  displacement in the last state {1e3 * moved[-1, last]:.3f} mm, stone {self.stones[last]}"
        )


def write_trajectory(trajectory: Trajectory, path: str | Path) -> Path:
    """Write a run as the directory ``path``; an older one there is replaced once the new one is whole."""
    path = _checked(path)
    arrays = _array_names()
    attributes = {
        "pirqa_history": HISTORY_FORMAT,
        "pirqa_version": __version__,
        "energies": list(ENERGIES),
        **{item.name: getattr(trajectory, item.name) for item in fields(trajectory) if item.name not in arrays},
    }
    with _telling(path), whole_folder(path) as folder:
        group = _new_group(folder, to_plain(attributes))
        for name in arrays:
            values: FloatArray = getattr(trajectory, name)
            _new_array(group, name, values.shape)[...] = values
    return path


def read_trajectory(path: str | Path) -> Trajectory:
    """The run in the directory ``path``, all of it."""
    path = Path(path)
    group, attributes = _opened(path, HISTORY_FORMAT)
    if attributes.get("partial"):
        raise ResultsError(
            f"{path}: is the part of a run that was stopped, not a whole one; run it again, or read what there is with "
            "pirqa.dynamics.history.read_partial"
        )
    try:
        arrays: dict[str, Any] = {name: _values(group, name) for name in _array_names()}
        hints = get_type_hints(Trajectory, include_extras=True)
        others: dict[str, Any] = {
            item.name: from_plain(hints[item.name], attributes[item.name])
            for item in fields(Trajectory)
            if item.name not in arrays
        }
        count = len(arrays["times"])
        for name, values in arrays.items():
            if name not in _TIMELESS and len(values) != count:
                raise ValueError(f"{name} has {len(values)} states, times {count}")
        return Trajectory(**arrays, **others)
    except _DAMAGED as error:
        raise _damaged(path, error) from error


class HistoryWriter:
    """Keeps a run on disk while it goes: hand it to ``simulate`` as ``keep``, then its trajectory to :meth:`finish`.

    ``interval`` is the time between two writings, by the clock on the wall [s]: a killed run loses no more than that.
    """

    def __init__(
        self, path: str | Path, wall: Wall, *, action: str = "", case: str = "", interval: float = 0.5
    ) -> None:
        self.path = _checked(path)
        """Where the whole run will be."""
        self.partial = _beside(self.path, "")
        """Where it is meanwhile."""
        self.time = 0.0
        """Until when it is there [s]."""
        self.action, self.case = action, case
        if self.partial.exists() and not _is_history(self.partial):
            raise ResultsError(f"{self.partial}: is no part of a run; move it away, or give another name")
        shutil.rmtree(self.partial, ignore_errors=True)  # of an earlier run that was stopped
        self._wall, self._interval = wall, interval
        self._arrays: dict[str, zarr.Array[Any]] = {}
        self._waiting: list[Record] = []
        self._written = -math.inf

    def __call__(self, record: Record) -> None:
        """Take a stretch of the run; one that starts again replaces what was there."""
        if len(record.times) and record.times[0] <= 0.0:
            self._waiting.clear()
            self._arrays.clear()
            shutil.rmtree(self.partial, ignore_errors=True)
        self._waiting.append(record)
        if monotonic() - self._written >= self._interval:
            self.flush()

    def flush(self) -> None:
        """Put what was taken on disk now."""
        waiting, self._waiting = [record for record in self._waiting if len(record.times)], []
        if not waiting:
            return
        with _telling(self.path):
            if not self._arrays:
                self._begin(waiting[0])
            # times come last: a state counts only where its time is there
            for name in sorted(self._arrays, key=lambda name: name == "times"):
                self._arrays[name].append(np.concatenate([getattr(record, name) for record in waiting]))
        self.time = float(waiting[-1].times[-1])
        self._written = monotonic()

    def _begin(self, record: Record) -> None:
        attributes = {
            "pirqa_history": HISTORY_FORMAT,
            "pirqa_version": __version__,
            "partial": True,
            "action": self.action,
            "case": self.case,
            "stones": [stone.name for stone in self._wall.stones],
            "held": list(self._wall.fixed),
            "joints": [
                f"{pair.first}–{pair.second}" + (f" ({pair.number + 1})" if pair.number else "")
                for pair in face_pairs(self._wall)
            ],
            "energies": list(ENERGIES),
        }
        group = _new_group(self.partial, attributes)
        for item in fields(record):
            self._arrays[item.name] = _new_array(group, item.name, (0, *getattr(record, item.name).shape[1:]))

    def finish(self, trajectory: Trajectory) -> Path:
        """The run is over: put all of it under its name, and take the partial one away."""
        write_trajectory(trajectory, self.path)
        shutil.rmtree(self.partial, ignore_errors=True)
        self._arrays.clear()
        self._waiting.clear()
        return self.path


def read_partial(path: str | Path) -> PartialRun:
    """What a stopped run left: give its path with or without ``.partial``."""
    path = Path(path)
    if not path.name.endswith(_PARTIAL):
        path = _beside(path, "")
    group, attributes = _opened(path, HISTORY_FORMAT)
    try:
        times = _values(group, "times")
        whole = int(np.flatnonzero(np.append(np.isnan(times), True))[0])
        pose, joint = _values(group, "pose")[:whole], _values(group, "joint")[:whole]
        rotation = pose[:, :, 3:].reshape(*pose.shape[:2], 3, 3)
        return PartialRun(
            stones=tuple(attributes["stones"]),
            held=tuple(attributes["held"]),
            joints=tuple(attributes["joints"]),
            action=attributes["action"],
            case=attributes["case"],
            times=times[:whole],
            position=pose[:, :-1, :3],
            quaternion=quaternions(rotation[:, :-1] @ rotation[:1, :-1].transpose(0, 1, 3, 2)),
            platform=pose[:, -1, :3] - pose[:1, -1, :3],
            platform_turn=quaternions(rotation[:, -1]),
            normal_force=joint[:, :, 0],
            shear_force=np.hypot(joint[:, :, 1], joint[:, :, 2]),
            closed_area=joint[:, :, 4],
            opening=joint[:, :, 5],
            slip=joint[:, :, 6] - joint[:1, :, 6],
            push=_values(group, "push")[:whole],
            strut_force=_values(group, "tie")[:whole],
            energy=_values(group, "energy")[:whole],
        )
    except _DAMAGED as error:
        raise _damaged(path, error) from error


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder beside ``path`` to write into; it takes the place of ``path`` when all went well."""
    new, old = _beside(path, ".whole"), _beside(path, ".old")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    try:
        yield new
        # a folder that is not empty cannot be replaced in one step: the old one steps aside for a moment
        shutil.rmtree(old, ignore_errors=True)
        if path.exists():
            path.rename(old)
        new.rename(path)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _beside(path: Path, word: str) -> Path:
    return path.with_name(f"{path.name}{word}{_PARTIAL}")


def _checked(path: str | Path) -> Path:
    """``path`` as a place for a history; what is there must be one, or nothing."""
    path = Path(path)
    if path.name.endswith(_PARTIAL):
        raise ResultsError(f"{path}: a whole history may not end in {_PARTIAL}; give another name, such as run.zarr")
    if path.exists() and not _is_history(path):
        raise ResultsError(f"{path}: is there already and is no history of pirqa; give another name, such as run.zarr")
    parent = path.absolute().parent
    while not parent.exists():
        parent = parent.parent
    if not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise ResultsError(f"{path}: cannot be written in {parent}; give another folder")
    return path


def _is_history(path: Path) -> bool:
    try:
        return "pirqa_history" in json.loads((path / "zarr.json").read_text(encoding="utf-8"))["attributes"]
    except (OSError, ValueError, KeyError, TypeError):
        return False


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written: {error.strerror or error}; give another folder") from error


def _array_names() -> tuple[str, ...]:
    hints = get_type_hints(Trajectory, include_extras=True)
    return tuple(item.name for item in fields(Trajectory) if get_origin(bare_type(hints[item.name])) is np.ndarray)


def _new_group(folder: Path, attributes: Mapping[str, Any]) -> zarr.Group:
    import zarr

    return zarr.create_group(store=folder, zarr_format=3, overwrite=True, attributes=dict(attributes))


def _new_array(group: zarr.Group, name: str, shape: tuple[int, ...]) -> zarr.Array[Any]:
    from zarr.codecs import ZstdCodec

    row = 8 * max(1, int(np.prod(shape[1:])))
    return group.create_array(
        name,
        shape=shape,
        chunks=(min(8192, max(1, _CHUNK_BYTES // row)), *(max(1, size) for size in shape[1:])),
        dtype="float64",
        fill_value=float("nan"),
        compressors=ZstdCodec(level=_LEVEL),
        dimension_names=_DIMENSIONS[name],
        config={"write_empty_chunks": True},
    )


def _opened(path: Path, known: int) -> tuple[zarr.Group, Mapping[str, Any]]:
    import zarr

    if not path.is_dir():
        left = _beside(path, "")
        hint = f"; {left} holds what a stopped run left" if left.is_dir() else "; give the directory of a run"
        raise ResultsError(f"{path}: there is no history{hint}")
    if not _is_history(path):
        raise ResultsError(f"{path}: is no history of pirqa; give the directory of a run")
    try:
        group = zarr.open_group(store=path, mode="r", zarr_format=3)
        attributes = dict(group.attrs)
    except _DAMAGED as error:
        raise _damaged(path, error) from error
    found = attributes["pirqa_history"]
    if found != known:
        raise ResultsError(f"{path}: has history format {found}, this pirqa reads {known}; run it again")
    return group, attributes


def _values(group: zarr.Group, name: str) -> FloatArray:
    import zarr

    found = group[name]
    if not isinstance(found, zarr.Array):
        raise TypeError(f"{name} is no array")
    return np.asarray(found[...], dtype=np.float64)


def _damaged(path: Path, error: Exception) -> ResultsError:
    return ResultsError(f"{path}: is damaged or incomplete ({error}); run it again")
