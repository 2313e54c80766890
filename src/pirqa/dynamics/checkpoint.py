"""The whole state of a run as one file, so that a run that was killed goes on as if it had not been.

A file is a head in JSON, the arrays one after the other, and the digest of both; it is written beside, put on disk and
renamed. One that is cut or changed is never taken. The digest of a run's inputs tells it from all others.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_type_hints

import numpy as np
from numpy.typing import NDArray

from pirqa.code_key import code_key
from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.drive import Action
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.history import array_names
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.trajectory import Settled
from pirqa.errors import ResultsError
from pirqa.model.masonry import JointProperties
from pirqa.model.plain import canonical_json, from_plain, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.provenance import digest
from pirqa.version import __version__

Phase = Literal["start", "gravity", "action"]
"""``start``: nothing is done yet with this time step."""
_FORMAT = b"pirqa checkpoint 1\n"
_DIGEST_SIZE = 32
_CONSTANT = ("solids",)
"""Arrays of an assembly that no step changes."""
_LAST_WALL: list[tuple[Wall, str]] = []


def _none() -> FloatArray:
    return np.zeros(0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Progress:
    """How far a run has come, beside the state of its engine."""

    phase: Phase
    halvings: int = 0
    """How often the time step was halved."""
    first: int = 0
    """Steps of the phase that are done."""
    quiet: float = np.inf
    """Kinetic over elastic energy, while the wall comes to rest [-]."""
    settling: FloatArray = field(default_factory=_none)
    """Energies while it does [J], shape (k, 8)."""
    settled: Settled | None = None
    """Since it is at rest."""
    reference: FloatArray = field(default_factory=_none)
    """Places of the bodies then [m], shape (b, 3)."""
    path: FloatArray = field(default_factory=_none)
    """Length of slip of each joint then [m], shape (j,)."""
    parted: FloatArray = field(default_factory=_none)
    """1 for each joint whose faces have left each other, else 0, shape (j,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Checkpoint:
    """All that a run needs to go on."""

    inputs: str
    """Digest of the run's inputs."""
    progress: Progress
    rows: int
    """States that were kept until now."""
    marks: Mapping[str, int]
    """Checksum of each file of them up to there, by name."""
    engine: Mapping[str, Any]
    """See :func:`state_of_engine`."""


def digest_of_inputs(
    wall: Wall,
    action: Action,
    options: SimulationOptions,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
) -> str:
    """Digest of all that a run depends on, and of the code that makes it."""
    content = {
        "version": __version__,
        "code": code_key("pirqa.dynamics.simulate"),
        "numpy": np.__version__,
        "wall": _digest_of_wall(wall),
        "kind": type(action).__name__,
        "action": to_plain(action),
        "options": to_plain(options),
        "joints": to_plain(joints),
        "case": case,
        "struts": to_plain(tuple(struts)),
        "soil": to_plain(soil),
    }
    return digest(canonical_json(content, indent=None).encode())


def _digest_of_wall(wall: Wall) -> str:
    """Remembered for the last one: hundreds of runs may be made of a wall, and its shapes are many numbers."""
    if not _LAST_WALL or _LAST_WALL[0][0] is not wall:
        _LAST_WALL[:] = [(wall, digest(canonical_json(to_plain(wall), indent=None).encode()))]
    return _LAST_WALL[0][1]


def state_of_engine(engine: Engine) -> dict[str, Any]:
    """Every array of ``engine`` that a step may change, by ``group.name``, and its clock."""
    state: dict[str, Any] = {
        f"{group}.{name}": column
        for group, arrays in _changing(engine.assembly).items()
        for name, column in arrays._asdict().items()
    }
    clock = {"done": np.array(engine.done), "step": np.array(engine.step), "own_damping": engine._own}
    return state | clock | {"scratch": engine.assembly.scratch}


def restore_engine(engine: Engine, state: Mapping[str, Any]) -> None:
    """Put ``engine``, made of the same inputs, into ``state``."""
    if float(state["step"]) != engine.step:
        raise ValueError(f"its time step is {float(state['step'])} s, not {engine.step} s")
    groups = {
        group: type(arrays)(*(state[f"{group}.{name}"] for name in arrays._fields))
        for group, arrays in _changing(engine.assembly).items()
    }
    engine.assembly = replace(engine.assembly, scratch=state["scratch"], **groups)
    engine.done = int(state["done"])
    engine._own = state["own_damping"]


def _changing(made: Assembly) -> dict[str, Any]:
    """The named tuples of arrays in an assembly."""
    values = {item.name: getattr(made, item.name) for item in fields(made) if item.name not in _CONSTANT}
    return {name: value for name, value in values.items() if hasattr(value, "_fields")}


def write_checkpoint(checkpoint: Checkpoint, path: Path) -> None:
    """Write ``path`` in one step: it is whole, or not there."""
    names = array_names(Progress)
    arrays = {f"progress.{name}": getattr(checkpoint.progress, name) for name in names}
    arrays |= {f"engine.{name}": value for name, value in checkpoint.engine.items()}
    head = {
        "inputs": checkpoint.inputs,
        "rows": checkpoint.rows,
        "marks": dict(checkpoint.marks),
        "progress": {
            item.name: to_plain(getattr(checkpoint.progress, item.name))
            for item in fields(Progress)
            if item.name not in names
        },
        "arrays": {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()},
    }
    text = canonical_json(head, indent=None).encode()
    total = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(_FORMAT)
        for part in (len(text).to_bytes(8, "little") + text, *map(_bytes_of, arrays.values())):
            total.update(part)
            file.write(part)
        file.write(total.digest())
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    _put_on_disk(path.parent)


def read_checkpoint(path: Path) -> Checkpoint:
    """What :func:`write_checkpoint` wrote; anything else is refused."""
    with path.open("rb") as file:
        if file.read(len(_FORMAT)) != _FORMAT:
            raise ResultsError(f"{path}: is no checkpoint of this pirqa")
        size = path.stat().st_size - len(_FORMAT) - _DIGEST_SIZE
        data = np.fromfile(file, dtype=np.uint8, count=max(size, 0))
        if len(data) != size or file.read() != hashlib.blake2b(data.data, digest_size=_DIGEST_SIZE).digest():
            raise ResultsError(f"{path}: is cut off or changed")
    place = 8 + int.from_bytes(data[:8].tobytes(), "little")
    head = json.loads(data[8:place].tobytes())
    arrays: dict[str, Any] = {}
    for name, (kind, shape) in head["arrays"].items():
        end = place + np.dtype(kind).itemsize * math.prod(shape)
        arrays[name] = data[place:end].copy().view(kind).reshape(shape)  # of its own, and in line
        place = end
    hints = get_type_hints(Progress, include_extras=True)
    plain = {name: from_plain(hints[name], value) for name, value in head["progress"].items()}
    return Checkpoint(
        inputs=head["inputs"],
        progress=Progress(**plain, **{name: arrays[f"progress.{name}"] for name in array_names(Progress)}),
        rows=head["rows"],
        marks=head["marks"],
        engine={name.removeprefix("engine."): value for name, value in arrays.items() if name.startswith("engine.")},
    )


def _bytes_of(array: NDArray[Any]) -> bytes | memoryview:
    """Of an array, without a copy where it is in line already."""
    return np.ascontiguousarray(array).data.cast("B") if array.size else b""


def _put_on_disk(folder: Path) -> None:
    """The folder's own list of names, where the system lets us."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
