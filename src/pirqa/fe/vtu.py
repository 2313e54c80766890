"""A model's mesh, modes and stresses as a VTU file, for ParaView and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pirqa.fe.mesh.exchange import write_vtu
from pirqa.fe.mesh.mesh import Mesh
from pirqa.fe.mesh.quality import measure
from pirqa.fe.result import FeModelResult, FeResult

__all__ = ["write_bad_vtu", "write_model_vtu", "write_models_vtu"]

_STRESSES = ("xx", "yy", "zz", "xy", "yz", "zx")


def write_models_vtu(path: Path, result: FeResult) -> tuple[Path, ...]:
    """All models: the main one as ``path``, the others beside it with their names added. Returns what was written."""
    files = [
        path.with_name(f"{path.stem}.{model.name}{path.suffix}") if model.name else path for model in result.models
    ]
    for file, model in zip(files, result.models, strict=True):
        write_model_vtu(file, model)
    return tuple(files)


def write_model_vtu(path: Path, model: FeModelResult) -> None:
    """Mode shapes and largest shifts at the nodes; zone, modulus, quality and stresses [Pa] in the bricks."""
    points = {
        f"mode {index + 1:02d} ({frequency:.4g} Hz)": model.shape(index)
        for index, frequency in enumerate(model.frequency.tolist())
    }
    points |= {f"shift {item.spectrum} [m]": item.node_shift.astype(np.float64) for item in model.responses}
    bricks: dict[str, Any] = {
        f"stress {name} [Pa]": model.stress[:, column].astype(np.float64) for column, name in enumerate(_STRESSES)
    }
    bricks["youngs_modulus [Pa]"] = model.youngs_modulus[model.mesh.zone]
    bricks["scaled_jacobian"] = measure(model.mesh).scaled_jacobian
    write_vtu(path, model.mesh, points=points, bricks=bricks)


def write_bad_vtu(path: Path, mesh: Mesh, bad: np.ndarray[Any, np.dtype[np.int64]]) -> None:
    """A mesh that cannot be used: ``bad`` is 1 in bricks that are flat or turned inside out, ``number`` counts them."""
    marks = np.zeros(len(mesh), dtype=np.int64)
    marks[bad] = 1
    quality = {"scaled_jacobian": measure(mesh).scaled_jacobian}
    numbers = np.arange(1, len(mesh) + 1)
    write_vtu(path, mesh, bricks={"bad": marks, "number": numbers, **quality})  # type: ignore[dict-item]
