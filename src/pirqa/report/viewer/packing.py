"""Arrays into one short text: amounts in steps that no eye sees, differences in time, deflate, base64."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pirqa.model.polyhedron import FloatArray

__all__ = ["Packer", "quantised_amounts", "quantised_history"]

_FULL = 32767
_KINDS = {"float32": "f32", "int16": "i16", "uint8": "u8", "uint32": "u32"}


class Packer:
    """Collects arrays one behind the other, and says where each is."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, Any]] = {}
        self._parts: list[bytes] = []
        self._length = 0

    def put(self, name: str, values: NDArray[Any], *, along_time: bool = False) -> None:
        """Keep ``values`` under ``name``; ``along_time``: as differences along the last axis, which pack far better."""
        place: dict[str, Any] = {
            "kind": _KINDS[values.dtype.name], "shape": list(values.shape), "offset": self._length,
        }  # fmt: skip
        if along_time:
            place["coding"] = "time"
            values = _folded(values)
        raw = np.ascontiguousarray(values).tobytes()
        raw += bytes(-len(raw) % 4)
        self.places[name] = place
        self._parts.append(raw)
        self._length += len(raw)

    def text(self) -> str:
        """All of it."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 9)).decode("ascii")


def _folded(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Differences along the last axis, modulo the number's range; all low bytes come before all high ones."""
    bits = 8 * values.dtype.itemsize
    unsigned = values.view(f"uint{bits}")
    steps = unsigned.copy()
    steps[..., 1:] -= unsigned[..., :-1]  # wraps, and is meant to
    flat = np.ascontiguousarray(steps).ravel()
    if bits == 8:
        return flat.astype(np.uint8)
    return np.concatenate([(flat & 0xFF).astype(np.uint8), (flat >> 8).astype(np.uint8)])


def quantised_history(values: FloatArray) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """(frames, solids, 3) as steps of each component's own range: (solids, 3, frames), and the ranges (solids, 3)."""
    moved = np.moveaxis(values, 0, -1)
    scales = np.abs(moved).max(axis=-1) if moved.shape[-1] else np.zeros(moved.shape[:-1])
    steps = np.rint(moved / np.where(scales > 0.0, scales, 1.0)[..., None] * _FULL)
    return np.ascontiguousarray(steps.astype("<i2")), scales.astype("<f4")


def quantised_amounts(values: FloatArray) -> tuple[NDArray[np.uint8], float, float]:
    """Amounts in 255 steps between the lowest and the highest."""
    low, high = float(values.min()), float(values.max())
    span = high - low
    return np.rint((values - low) / (span if span > 0.0 else 1.0) * 255.0).astype(np.uint8), low, high
