"""Poles of models of all orders: what a stabilisation diagram shows and clustering sorts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray

__all__ = ["ComplexArray", "Poles"]

ComplexArray = np.ndarray[Any, np.dtype[np.complex128]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Poles:
    """Poles of several models of the same data, one row each, by growing order; of a conjugate pair the one above."""

    order: np.ndarray[Any, np.dtype[np.int64]]
    """Of the model it belongs to, shape (n,)."""
    frequency: FloatArray
    """Undamped, [Hz], shape (n,)."""
    damping: FloatArray
    """Fraction of critical, shape (n,); negative ones are no modes and stay here to be seen."""
    shape: ComplexArray
    """At the measurement's degrees, of length 1 with its largest number real, shape (n, degrees)."""
    frequency_sd: FloatArray | None = None
    """Standard deviation [Hz], shape (n,)."""
    damping_sd: FloatArray | None = None
    """Standard deviation, shape (n,)."""
    shape_sd: FloatArray | None = None
    """Standard deviations of real and imaginary parts, shape (n, degrees, 2)."""

    def __post_init__(self) -> None:
        count = len(self.order)
        for name in ("frequency", "damping", "shape", "frequency_sd", "damping_sd", "shape_sd"):
            given = getattr(self, name)
            if given is not None and len(given) != count:
                raise ModelError(f"poles: {name} of {count} poles has {len(given)} rows")

    def __len__(self) -> int:
        return len(self.order)

    def take(self, rows: np.ndarray[Any, Any]) -> Poles:
        """Only these rows: a mask or numbers."""

        def pick(values: Any) -> Any:
            return None if values is None else values[rows]

        return Poles(
            order=self.order[rows],
            frequency=self.frequency[rows],
            damping=self.damping[rows],
            shape=self.shape[rows],
            frequency_sd=pick(self.frequency_sd),
            damping_sd=pick(self.damping_sd),
            shape_sd=pick(self.shape_sd),
        )
