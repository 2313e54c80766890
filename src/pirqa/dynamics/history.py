"""Runs on disk: a Zarr 3 directory, whole under its name or not there at all.

Arrays are chunked along time and packed with zstd; everything else of the run is in the attributes. Same run, same
bytes. A run on its way is kept beside, by :mod:`pirqa.dynamics.state_recorder`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin, get_type_hints

import numpy as np

from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import ResultsError
from pirqa.model.bounds import bare_type
from pirqa.model.plain import from_plain, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.version import __version__

if TYPE_CHECKING:
    import zarr

HISTORY_FORMAT = 3
"""Number of the format; a change is told in CHANGELOG.md."""
PARTIAL = ".partial"
"""End of the name of what is not whole."""
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
    "soil_pressure": ("time", "patch"),
    "energy": ("time", "energy"),
    "reference": ("stone", "axis"),
    **dict.fromkeys(("times", "tilt"), ("time",)),
    **dict.fromkeys(("normal_force", "shear_force", "closed_area", "opening", "slip"), ("time", "joint")),
}
DAMAGED = (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError)
"""What comes out of a directory that somebody has cut or mixed up."""


def write_trajectory(trajectory: Trajectory, path: str | Path, *, inputs: str = "") -> Path:
    """Write a run as the directory ``path``; an older one there is replaced once the new one is whole.

    ``inputs`` is the digest of all that it was made from, where that is known.
    """
    path = check_place(path)
    arrays = array_names(Trajectory)
    attributes = {
        "pirqa_history": HISTORY_FORMAT,
        "pirqa_version": __version__,
        **({"inputs": inputs} if inputs else {}),
        "energies": list(ENERGIES),
        **{item.name: getattr(trajectory, item.name) for item in fields(trajectory) if item.name not in arrays},
    }
    with telling(path), whole_folder(path) as folder:
        group = _new_group(folder, to_plain(attributes))
        for name in arrays:
            values: FloatArray = getattr(trajectory, name)
            _new_array(group, name, values.shape)[...] = values
    return path


def read_trajectory(path: str | Path) -> Trajectory:
    """The run in the directory ``path``, all of it."""
    path = Path(path)
    group, attributes = _opened(path)
    try:
        arrays: dict[str, Any] = {name: _values(group, name) for name in array_names(Trajectory)}
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
    except DAMAGED as error:
        raise damaged(path, error) from error


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder beside ``path`` to write into; it takes the place of ``path`` when all went well."""
    new, old = beside(path, ".whole"), beside(path, ".old")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    try:
        yield new
        _put_on_disk(new)
        # a folder that is not empty cannot be replaced in one step: the old one steps aside for a moment
        shutil.rmtree(old, ignore_errors=True)
        if path.exists():
            path.rename(old)
        new.rename(path)
        _sync(path.parent)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def sweep_beside(path: Path) -> None:
    """Take away what a kill in the middle of :func:`whole_folder` may have left, if ``path`` is there."""
    if path.exists():
        for word in (".whole", ".old"):
            shutil.rmtree(beside(path, word), ignore_errors=True)


def beside(path: Path, word: str = "") -> Path:
    """Where something is kept until it may be called ``path``."""
    return path.with_name(f"{path.name}{word}{PARTIAL}")


def check_place(path: str | Path) -> Path:
    """``path`` as a place for a history; what is there must be one, or nothing."""
    path = Path(path)
    if path.name.endswith(PARTIAL):
        raise ResultsError(f"{path}: a whole history may not end in {PARTIAL}; give another name, such as run.zarr")
    if path.exists() and not is_history(path):
        raise ResultsError(f"{path}: is there already and is no history of pirqa; give another name, such as run.zarr")
    parent = path.absolute().parent
    inside = next((folder for folder in (parent, *parent.parents) if is_history(folder)), None)
    if inside is not None:
        raise ResultsError(f"{path}: lies in the history {inside}, which a new run would replace; give another")
    while not parent.exists():
        parent = parent.parent
    if not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise ResultsError(f"{path}: cannot be written in {parent}; give another folder")
    return path


def is_history(path: Path) -> bool:
    """Whether a directory is a history of ours."""
    return "pirqa_history" in _attributes(path)


def inputs_of(path: str | Path) -> str:
    """Digest of what the run in the directory ``path`` was made from; empty where there is none."""
    return str(_attributes(Path(path)).get("inputs", ""))


def _attributes(path: Path) -> Mapping[str, Any]:
    try:
        return dict(json.loads((path / "zarr.json").read_text(encoding="utf-8"))["attributes"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Faults of the disk become errors that name ``path``."""
    try:
        yield
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written: {error.strerror or error}; give another folder") from error


def array_names(kind: type) -> tuple[str, ...]:
    """Names of the arrays among the fields of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(item.name for item in fields(kind) if get_origin(bare_type(hints[item.name])) is np.ndarray)


def _put_on_disk(folder: Path) -> None:
    """All files and folders in it: what is renamed afterwards is whole even where the power goes."""
    for home, _, names in os.walk(folder):
        for name in names:
            _sync(Path(home) / name)
        _sync(Path(home))


def _sync(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:  # a system that opens no folders keeps them by itself
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


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
        compressors=ZstdCodec(level=_LEVEL, checksum=True),
        dimension_names=_DIMENSIONS[name],
        config={"write_empty_chunks": True},
    )


def _opened(path: Path) -> tuple[zarr.Group, Mapping[str, Any]]:
    import zarr

    if not path.is_dir():
        left = beside(path)
        hint = f"; {left} holds what a stopped run left" if left.is_dir() else "; give the directory of a run"
        raise ResultsError(f"{path}: there is no history{hint}")
    if not is_history(path):
        raise ResultsError(f"{path}: is no history of pirqa; give the directory of a run")
    try:
        group = zarr.open_group(store=path, mode="r", zarr_format=3)
        attributes = dict(group.attrs)
    except DAMAGED as error:
        raise damaged(path, error) from error
    found = attributes["pirqa_history"]
    if found != HISTORY_FORMAT:
        raise ResultsError(f"{path}: has history format {found}, this pirqa reads {HISTORY_FORMAT}; run it again")
    return group, attributes


def _values(group: zarr.Group, name: str) -> FloatArray:
    import zarr

    found = group[name]
    if not isinstance(found, zarr.Array):
        raise TypeError(f"{name} is no array")
    if found.size and found.nchunks_initialized != found.nchunks:
        raise ValueError(f"{name} lacks {found.nchunks - found.nchunks_initialized} of {found.nchunks} parts")
    return np.asarray(found[...], dtype=np.float64)


def damaged(path: Path, error: Exception) -> ResultsError:
    """The error that says so."""
    return ResultsError(f"{path}: is damaged or incomplete ({error}); run it again")
