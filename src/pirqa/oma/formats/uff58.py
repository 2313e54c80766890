"""Universal files: time responses in data sets 58 (text or binary), through pyuff."""

from __future__ import annotations

import importlib
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import RecordError
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
