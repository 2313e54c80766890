"""Modes of vibration: of a model, or as they were measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray

__all__ = ["AXES", "Modes", "modal_assurance"]

AXES = ("along", "across", "up")
"""Columns of shapes, participation and effective mass: the wall's x, y and z."""
_SHOWN = 10
"""Modes that are printed."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Modes:
    """Frequencies, damping and shapes, the lowest frequency first.

    Modes of a model have no standard deviations; measured ones have no shapes of stones, no participation, and no
    number (nan) where a point was not measured in a direction.
    """

    frequency: FloatArray
    """[Hz], shape (n,)"""
    damping: FloatArray
    """Fraction of critical, shape (n,)."""
    points: tuple[str, ...]
    """Names of the control points, or of the sensors."""
    point_shape: FloatArray
    """Of the points along, across and up, shape (n, points, 3); the largest number of a mode of a model is 1 among all
    its stones and points."""
    stones: tuple[str, ...] = ()
    stone_shape: FloatArray | None = None
    """Shift of each mass centre along, across, up [-] and turn about these axes [1/m], shape (n, stones, 6)."""
    participation: FloatArray | None = None
    """Γ = φᵀMr / φᵀMφ of a base that shakes along, across, up, shape (n, 3)."""
    effective_mass: FloatArray | None = None
    """(φᵀMr)² / φᵀMφ over all the mass that can move that way, shape (n, 3); over all modes its sum is 1."""
    frequency_sd: FloatArray | None = None
    """Standard deviation [Hz], shape (n,)."""
    damping_sd: FloatArray | None = None
    """Standard deviation, shape (n,)."""

    def __post_init__(self) -> None:
        count = len(self.frequency)
        sized = {
            "damping": (count,),
            "point_shape": (count, len(self.points), 3),
            "stone_shape": (count, len(self.stones), 6),
            "participation": (count, 3),
            "effective_mass": (count, 3),
            "frequency_sd": (count,),
            "damping_sd": (count,),
        }
        for name, shape in sized.items():
            given = getattr(self, name)
            # an array without numbers has lost the rest of its shape on the way through a file
            if given is not None and given.shape != shape and (given.size or np.prod(shape)):
                raise ModelError(f"modes: {name} of {count} modes must have the shape {shape}, not {given.shape}")

    def __len__(self) -> int:
        return len(self.frequency)

    def main(self, axis: str) -> int:
        """Number of the mode that moves most mass along ``axis``, one of :data:`AXES`."""
        if self.effective_mass is None:
            raise ModelError("measured modes do not tell how much mass moves in them")
        return int(np.argmax(self.effective_mass[:, AXES.index(axis)]))

    def __str__(self) -> str:
        head = f"{'mode':>4}{'Hz':>10}{'damping %':>11}"
        if self.effective_mass is not None:
            head += "".join(f"{f'mass {axis} %':>15}" for axis in AXES)
        lines = [head]
        for index in range(min(len(self), _SHOWN)):
            line = f"{index + 1:>4}{self.frequency[index]:>10.4g}{100.0 * self.damping[index]:>11.3g}"
            if self.effective_mass is not None:
                line += "".join(f"{100.0 * share:>15.1f}" for share in self.effective_mass[index])
            lines.append(line)
        return "\n".join(lines)


def modal_assurance(first: FloatArray, second: FloatArray) -> FloatArray:
    """MAC of each mode of ``first`` with each of ``second``: |φᵀψ|² / (φᵀφ · ψᵀψ), from 0 to 1, shape (n, m).

    Shapes (n, …) and (m, …) of the same points. Where one was not measured (nan) both are left out (Allemang and Brown
    1982).
    """
    if first.shape[1:] != second.shape[1:]:
        raise ModelError(f"shapes of other points cannot be compared: {first.shape[1:]} and {second.shape[1:]}")
    one, other = first.reshape(len(first), -1), second.reshape(len(second), -1)
    found = np.zeros((len(one), len(other)))
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            known = np.isfinite(left) & np.isfinite(right)
            size = float((left[known] @ left[known]) * (right[known] @ right[known]))
            found[i, j] = float(left[known] @ right[known]) ** 2 / size if size > 0.0 else 0.0
    return found
