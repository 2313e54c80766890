"""What was measured: points on the wall, sensors on them, and what each setup recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.ground_motion import Treatment
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

Heading = Literal["along", "across", "up", "-along", "-across", "-up"]
"""Which way a sensor's positive motion points, in the wall's own axes."""


def setup_label(name: str) -> str:
    """How messages call a setup: many are named "setup 1" already.

    >>> setup_label("S1"), setup_label("setup 1")
    ('setup S1', 'setup 1')
    """
    return name if name.lower().startswith("setup") else f"setup {name}"


@dataclass(frozen=True, kw_only=True)
class Point:
    """A place on the wall where a sensor stood."""

    name: str
    place: tuple[float, float, float]
    """Along the wall, across it and up [m]."""


@dataclass(frozen=True, kw_only=True, order=True)
class Degree:
    """One direction at one point."""

    point: str
    axis: int
    """Number of :data:`pirqa.model.modes.AXES`: along, across, up."""

    def __str__(self) -> str:
        return f"{self.point} {AXES[self.axis]}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Recording:
    """What the sensors of one setup measured at the same time, turned into the wall's axes."""

    setup: str
    rate: float
    """Samples in a second [Hz]."""
    degrees: tuple[Degree, ...]
    """Of the columns."""
    signals: FloatArray
    """Acceleration [m/s2], shape (samples, degrees)."""

    def __post_init__(self) -> None:
        if self.signals.ndim != 2 or self.signals.shape[1] != len(self.degrees):
            raise ModelError(
                f"{self.label}: signals of {len(self.degrees)} degrees have the shape {self.signals.shape}"
            )
        if len(set(self.degrees)) != len(self.degrees):
            raise ModelError(f"{self.label}: two channels measure the same point in the same direction")

    @property
    def label(self) -> str:
        """How messages call its setup."""
        return setup_label(self.setup)

    @property
    def duration(self) -> float:
        """[s]"""
        return len(self.signals) / self.rate

    def column(self, degree: Degree) -> int:
        """Number of the column of ``degree``."""
        return self.degrees.index(degree)


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement:
    """A campaign on one day: all setups of one plan."""

    name: str
    points: Mapping[str, Point]
    recordings: tuple[Recording, ...]
    references: tuple[Degree, ...]
    """Measured in every setup; all degrees of a single setup where none are named."""
    treatments: tuple[Treatment, ...] = ()
    """What was done to the signals since they were recorded, first things first."""
    remarks: tuple[Remark, ...] = ()
    """What had to be repaired, assumed or left out on the way."""

    @property
    def degrees(self) -> tuple[Degree, ...]:
        """All that were measured: the references first, then the others in the order of the setups."""
        found = dict.fromkeys(self.references)
        for recording in self.recordings:
            found |= dict.fromkeys(recording.degrees)
        return tuple(found)

    def point_shape(self, shape: FloatArray) -> FloatArray:
        """Shapes of the degrees, (n, degrees), as those of the points, (n, points, 3): nan where none was measured."""
        order = {name: index for index, name in enumerate(self.points)}
        placed = np.full((len(shape), len(order), 3), np.nan)
        for column, degree in enumerate(self.degrees):
            placed[:, order[degree.point], degree.axis] = shape[:, column]
        return placed
