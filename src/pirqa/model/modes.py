"""Modes of vibration: of a model, or as they were measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray

ShapeArray = NDArray[np.inexact[Any]]
"""Shapes of modes, real or complex."""

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
    point_shape_imaginary: FloatArray | None = None
    """Of measured modes: what is out of phase with point_shape, shape (n, points, 3)."""
    point_shape_sd: FloatArray | None = None
    """Standard deviation of point_shape, shape (n, points, 3): of a shape whose length, not whose largest number, is
    held, so that the largest number has one too."""
    collinearity: FloatArray | None = None
    """Modal phase collinearity (MPC): 1 where all points move in or against one phase, shape (n,)."""
    phase_deviation: FloatArray | None = None
    """Mean phase deviation (MPD) [rad], shape (n,)."""

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
            "point_shape_imaginary": (count, len(self.points), 3),
            "point_shape_sd": (count, len(self.points), 3),
            "collinearity": (count,),
            "phase_deviation": (count,),
        }
        for name, shape in sized.items():
            given = getattr(self, name)
            # an array without numbers has lost the rest of its shape on the way through a file
            if given is not None and given.shape != shape and (given.size or np.prod(shape)):
                raise ModelError(f"modes: {name} of {count} modes must have the shape {shape}, not {given.shape}")

    def __len__(self) -> int:
        return len(self.frequency)

    @property
    def complex_shape(self) -> NDArray[np.complex128]:
        """Shapes with what is out of phase as imaginary part, shape (n, points, 3)."""
        shape = self.point_shape.astype(np.complex128)
        return shape if self.point_shape_imaginary is None else shape + 1.0j * self.point_shape_imaginary

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


def modal_assurance(first: ShapeArray, second: ShapeArray) -> FloatArray:
    """MAC of each mode of ``first`` with each of ``second``: |φᴴψ|² / (φᴴφ · ψᴴψ), from 0 to 1, shape (n, m).

    Shapes (n, …) and (m, …) of the same points, real or complex; of real ones this is eq. 1 of the Chokepukio paper.
    Where one was not measured (nan) both are left out (Allemang and Brown 1982). The MAC of modes with themselves is
    their AutoMAC.
    """
    if first.shape[1:] != second.shape[1:]:
        raise ModelError(f"shapes of other points cannot be compared: {first.shape[1:]} and {second.shape[1:]}")
    one, here = _known(first)
    other, there = _known(second)
    shared = np.abs(one.conj() @ other.T) ** 2
    size = (np.abs(one) ** 2 @ there.T) * (here @ (np.abs(other) ** 2).T)
    return np.asarray(np.divide(shared, size, out=np.zeros_like(shared), where=size > 0.0), dtype=np.float64)


def coordinate_assurance(first: ShapeArray, second: ShapeArray) -> FloatArray:
    """COMAC of each coordinate over pairs of modes: |Σφᵢψᵢ*|² / (Σ|φᵢ|² · Σ|ψᵢ|²) (Chokepukio paper, eq. 2).

    Shapes (n, …) of the same points, mode by mode the same; the result has the shape of one of them, nan where a
    coordinate moves in no mode of one of them. Eq. 2 depends on the scale of each shape, which is arbitrary: here both
    of a pair have length 1 and the phase in which they are most alike.
    """
    if first.shape != second.shape:
        raise ModelError(f"COMAC needs pairs of modes of the same points, not {first.shape} and {second.shape}")
    one, here = _known(first)
    other, there = _known(second)
    both = here * there
    one, other = _unit(one * both), _unit(other * both)
    inner = np.sum(other.conj() * one, axis=1, keepdims=True)
    size = np.abs(inner)
    other = other * np.divide(inner, size, out=np.ones_like(inner), where=size > 0.0)
    shared = np.abs(np.sum(one * other.conj(), axis=0)) ** 2
    scale = np.sum(np.abs(one) ** 2, axis=0) * np.sum(np.abs(other) ** 2, axis=0)
    found = np.divide(shared, scale, out=np.full(shared.shape, np.nan), where=scale > 0.0)
    return np.asarray(found, dtype=np.float64).reshape(first.shape[1:])


@dataclass(frozen=True, kw_only=True, eq=False)
class FrequencyAssurance:
    """FMAC: two sets of modes by frequency and shape at once (Fotsch and Ewins 2000; Chokepukio paper, fig. 8)."""

    first: FloatArray
    """Frequencies [Hz], shape (n,)."""
    second: FloatArray
    """Frequencies [Hz], shape (m,)."""
    assurance: FloatArray
    """MAC of each with each, shape (n, m)."""
    pairs: tuple[tuple[int, int], ...]
    """Numbers of modes that belong together, by growing number of the first."""


def frequency_assurance(first: Modes, second: Modes, *, least: float = 0.0) -> FrequencyAssurance:
    """What an FMAC graph shows; both must be of the same points. ``least`` MAC of a pair."""
    if first.points != second.points:
        raise ModelError("modes of other points cannot be compared: take the points that both have first")
    return FrequencyAssurance(
        first=first.frequency,
        second=second.frequency,
        assurance=modal_assurance(first.complex_shape, second.complex_shape),
        pairs=paired(
            first.frequency, first.complex_shape, second.frequency, second.complex_shape, least=least, farthest=np.inf
        ),
    )


def paired(
    frequency: FloatArray,
    shape: ShapeArray,
    other_frequency: FloatArray,
    other_shape: ShapeArray,
    *,
    least: float = 0.5,
    farthest: float = 0.1,
    weight: float = 1.0,
    alike: float = 1e-9,
) -> tuple[tuple[int, int], ...]:
    """Modes that belong together: first the pair with the greatest MAC less ``weight`` times the relative difference of
    frequency, then of the modes that are left, and so on.

    A pair has a MAC of ``least`` or more and frequencies that are no more than ``farthest`` of the first one apart.
    One pair after the other, so that two poor pairs never break up a good one, as they do in the greatest sum. Of pairs
    that are as good to within ``alike``, at least to within rounding, the one of the first modes goes first.
    """
    if not len(frequency) or not len(other_frequency):
        return ()
    likeness = modal_assurance(shape, other_shape)
    apart = np.abs(other_frequency[None, :] - frequency[:, None]) / frequency[:, None]
    worth = np.where((likeness >= least) & (apart <= farthest), likeness - weight * apart, -np.inf)
    pairs: list[tuple[int, int]] = []
    while True:
        best = worth.max()
        if best == -np.inf:
            return tuple(sorted(pairs))
        i, j = np.unravel_index(int(np.argmax(worth >= best - alike)), worth.shape)
        pairs.append((int(i), int(j)))
        worth[i, :] = -np.inf
        worth[:, j] = -np.inf


def _known(shape: ShapeArray) -> tuple[ShapeArray, FloatArray]:
    """Shapes as rows with 0 where nothing was measured, and 1 where something was."""
    rows = shape.reshape(len(shape), int(np.prod(shape.shape[1:])))
    known = np.isfinite(rows)
    return np.where(known, rows, 0.0), known.astype(np.float64)


def _unit(rows: ShapeArray) -> ShapeArray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(length > 0.0, length, 1.0))
