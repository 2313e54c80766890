"""Universal files through pyuff: time responses are read, modes are read and written.

Time responses stand in data sets 58 (text or binary). Modes stand in data sets 15 (nodes), 82 (lines) and 55 (shapes),
which other modal software opens.
"""

from __future__ import annotations

import importlib
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import ModelError, RecordError
from pirqa.files import write_bytes_whole
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Point
from pirqa.oma.poles import ComplexArray
from pirqa.oma.vibration import FileUnit, Vibration, even_rate, file_unit

_TIME_RESPONSE = (0, 1)
"""Function types that are, or may be, signals in time: unknown, time response."""
_DIRECTIONS = {1: "+X", -1: "-X", 2: "+Y", -2: "-Y", 3: "+Z", -3: "-Z", 0: ""}


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a universal file: its time responses, called by node and direction (``12 +Y``)."""
    if data.lstrip()[:2] != b"-1":
        raise RecordError(f"{path}: is no universal file (it does not begin with -1); give a file of data sets 58")
    if data.rstrip()[-2:] != b"-1":
        raise RecordError(f"{path}: ends within a data set; it was cut off: write it again")
    responses = [block for block in _blocks(path) if _is_response(block)]
    if not responses:
        raise RecordError(
            f"{path}: holds no time response (data set 58, function type 1); export the signals, not their spectra"
        )
    rates = {_rate(path, block) for block in responses}
    if max(rates) - min(rates) > 1e-6 * max(rates):
        raise RecordError(
            f"{path}: its responses have the rates {', '.join(f'{rate:g}' for rate in sorted(rates))} Hz; "
            "split the file, one rate each"
        )
    lengths = {len(block["data"]) for block in responses}
    if len(lengths) > 1:
        raise RecordError(
            f"{path}: its responses have {', '.join(map(str, sorted(lengths)))} samples; export them of one length"
        )
    places = tuple(_place(block) for block in responses)
    titles = tuple(str(block.get("id1", "")).strip() for block in responses)
    named = len(set(places)) == len(places)
    distinct = len(set(titles)) == len(titles)
    values = np.column_stack([np.asarray(block["data"], dtype=np.float64) for block in responses])
    return Vibration(
        path=path,
        format="UFF 58",
        names=places if named or not distinct else titles,
        values=values,
        rate=rates.pop(),
        units=tuple(_unit(block) for block in responses),
        other_names=titles if named else (),
    )


def _blocks(path: Path) -> list[dict[str, Any]]:
    pyuff = importlib.import_module("pyuff")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file = pyuff.UFF(str(path))
            wanted = [number for number, kind in enumerate(file.get_set_types()) if kind == 58]
            if not wanted:
                return []
            sets = file.read_sets(wanted)
    except Exception as error:  # pyuff raises bare exceptions on whatever it does not understand
        raise RecordError(
            f"{path}: a data set 58 in it is damaged or not as the format says ({' '.join(str(error).split())[:120]}); "
            "export it again"
        ) from error
    blocks = sets if isinstance(sets, list) else [sets]
    for number, block in enumerate(blocks):
        if "data" not in block or "func_type" not in block:
            raise RecordError(f"{path}: data set {number + 1} of the kind 58 holds no values; export it again")
        stated = block.get("num_pts")
        if stated is not None and int(stated) > np.size(block["data"]):
            raise RecordError(
                f"{path}: data set {number + 1} of the kind 58 states {int(stated)} values and holds "
                f"{np.size(block['data'])}; it was cut off: export it again"
            )
        if stated is not None:  # a line end behind binary values reads as one more of them
            block["data"] = block["data"][: int(stated)]
    return blocks


def _is_response(block: dict[str, Any]) -> bool:
    return int(block["func_type"]) in _TIME_RESPONSE and not np.iscomplexobj(block["data"])


def _rate(path: Path, block: dict[str, Any]) -> float:
    step = float(block.get("abscissa_inc") or 0.0)
    if not step > 0.0:  # uneven spacing, which must be even all the same
        return even_rate(path, np.asarray(block.get("x", ()), dtype=np.float64))
    rate = 1.0 / step
    # the header prints a step with six digits: 1/256 s comes back as 256.0002 Hz
    return float(round(rate)) if round(rate) and abs(rate / round(rate) - 1.0) < 5e-6 else rate


def _place(block: dict[str, Any]) -> str:
    node, direction = int(block.get("rsp_node", 0)), int(block.get("rsp_dir", 0))
    return f"{node} {_DIRECTIONS.get(direction, str(direction))}".strip()


def _unit(block: dict[str, Any]) -> FileUnit | None:
    return file_unit(str(block.get("ordinate_axis_units_lab", "")))


_LONGEST_TRACE = 240
"""Entries of a data set 82, of which the format allows 250."""
_NORMAL_MODE, _COMPLEX_MODE = 2, 3
"""Analysis types of a data set 55: normal mode; complex eigenvalue, first order."""


def write_modes_uff(
    path: str | Path,
    modes: Modes,
    points: Mapping[str, Point],
    *,
    lines: Sequence[tuple[str, str]] = (),
    title: str = "",
) -> None:
    """Write ``modes`` at their points to the universal file ``path``.

    Complex shapes are written as complex eigenvectors with the eigenvalue λ = 2πf(−ζ + i√(1 − ζ²)) [rad/s], real ones
    as normal modes with f [Hz] and ζ. Node numbers follow the order of ``modes.points``; names stand in the ID lines
    of the lines and the shapes. The format has no way to say "not measured": such directions are written as 0, points
    without any are left out of the shape. Its six digits are those of the format.
    """
    missing = [name for name in modes.points if name not in points]
    if missing:
        raise ModelError(f"the points {', '.join(missing)} of the modes have no coordinates; give them in the plan")
    numbers = {name: index + 1 for index, name in enumerate(modes.points)}
    sets = [_nodes(modes, points, numbers)]
    sets += _traces([pair for pair in lines if pair[0] in numbers and pair[1] in numbers], numbers)
    sets += [_shape(modes, index, title) for index in range(len(modes))]
    write_bytes_whole(Path(path), _bytes(sets))


def read_modes_uff(path: str | Path) -> tuple[FloatArray, FloatArray, ComplexArray, FloatArray]:
    """Frequencies [Hz], damping, shapes (n, nodes, 3) and places of nodes (nodes, 3) [m] out of a universal file."""
    path = Path(path)
    pyuff = importlib.import_module("pyuff")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file = pyuff.UFF(str(path))
            kinds = list(file.get_set_types())
            blocks = [file.read_sets(number) for number, kind in enumerate(kinds) if kind in (15, 55)]
    except Exception as error:  # pyuff raises bare exceptions on whatever it does not understand
        raise RecordError(f"{path}: cannot be read as a universal file ({error}); export it again") from error
    nodes = next((block for block in blocks if block["type"] == 15), None)
    shapes = [block for block in blocks if block["type"] == 55]
    if nodes is None or not shapes:
        raise RecordError(f"{path}: holds no nodes (data set 15) or no shapes (data set 55); export both")
    order = {int(number): index for index, number in enumerate(nodes["node_nums"])}
    frequency, damping = np.zeros(len(shapes)), np.zeros(len(shapes))
    shape = np.full((len(shapes), len(order), 3), np.nan + 0j)
    for index, block in enumerate(shapes):
        if block["analysis_type"] == _NORMAL_MODE:
            frequency[index], damping[index] = float(block["freq"]), float(block["modal_damp_vis"])
        else:
            size = abs(complex(block["eig"]))
            frequency[index], damping[index] = size / (2.0 * np.pi), -complex(block["eig"]).real / size
        rows = [order[int(number)] for number in block["node_nums"]]
        shape[index, rows] = np.column_stack([block["r1"], block["r2"], block["r3"]])
    places = np.column_stack([np.asarray(nodes[axis], dtype=np.float64) for axis in "xyz"])
    return frequency, damping, shape, places


def _nodes(modes: Modes, points: Mapping[str, Point], numbers: Mapping[str, int]) -> dict[str, Any]:
    places = np.array([points[name].place for name in modes.points], dtype=np.float64).reshape(-1, 3)
    return {
        "type": 15,
        "node_nums": list(numbers.values()),
        "x": places[:, 0],
        "y": places[:, 1],
        "z": places[:, 2],
    }


def _traces(pairs: Sequence[tuple[str, str]], numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Lines from point to point: move, draw, move …; a zero lifts the pen."""
    found: list[dict[str, Any]] = []
    each = _LONGEST_TRACE // 3
    for first in range(0, len(pairs), each):
        walk: list[int] = []
        for start, end in pairs[first : first + each]:
            walk += [numbers[start], numbers[end], 0]
        found.append({"type": 82, "trace_num": len(found) + 1, "id": "wall", "nodes": np.array(walk[:-1])})
    return found


def _shape(modes: Modes, index: int, title: str) -> dict[str, Any]:
    real = modes.point_shape[index]
    imaginary = modes.point_shape_imaginary
    measured = np.flatnonzero(np.isfinite(real).any(axis=1))
    values = np.nan_to_num(real[measured])
    frequency, damping = float(modes.frequency[index]), float(modes.damping[index])
    block: dict[str, Any] = {
        "type": 55,
        "id1": _line(title or "modes of a wall"),
        "id2": f"mode {index + 1}: {frequency:.5g} Hz, damping {100.0 * damping:.4g} %",
        "id3": "NONE",
        "id4": _line("points: " + ", ".join(modes.points[number] for number in measured)),
        "id5": "NONE",
        "model_type": 1,
        "data_ch": 2,
        "spec_data_type": 8,
        "load_case": 1,
        "mode_n": index + 1,
        "node_nums": measured + 1,
        "n_data_per_node": 3,
    }
    if imaginary is None:
        block |= {
            "analysis_type": _NORMAL_MODE,
            "data_type": 2,
            "freq": frequency,
            "modal_m": 1.0,
            "modal_damp_vis": damping,
            "modal_damp_his": 0.0,
        }
    else:
        values = values + 1j * np.nan_to_num(imaginary[index][measured])
        size = 2.0 * np.pi * frequency
        block |= {
            "analysis_type": _COMPLEX_MODE,
            "data_type": 5,
            "eig": complex(-damping * size, np.sqrt(max(1.0 - damping**2, 0.0)) * size),
            "modal_a": 1.0 + 0.0j,
            "modal_b": 0.0j,
        }
    return block | {"r1": values[:, 0], "r2": values[:, 1], "r3": values[:, 2]}


def _line(text: str) -> str:
    """``text`` as an ID line: one line of at most 80 characters."""
    return " ".join(text.split())[:80] or "NONE"


def _bytes(sets: list[dict[str, Any]]) -> bytes:
    """The data sets as a file; pyuff writes to paths only."""
    pyuff = importlib.import_module("pyuff")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "modes.uff"
        file = pyuff.UFF(str(path))
        for block in sets:
            file.write_sets(block, mode="add")
        return path.read_bytes()
