"""A designed test, and the plan that is written from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.measurement import Degree, Heading, Point
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan, placeholder
from pirqa.oma.planning.listening import DurationRule

__all__ = ["TestDesign"]

_HEADINGS: tuple[Heading, ...] = ("along", "across", "up")


@dataclass(frozen=True, kw_only=True, eq=False)
class TestDesign:
    """Where sensors go, how long they record and what they will hear."""

    __test__ = False  # not a test of pytest's

    source: str
    """Where the expected modes come from."""
    assumed: bool
    """Whether they are a guess."""
    points: Mapping[str, Point]
    """Of the chosen places."""
    frequency: FloatArray
    """Of the wanted modes, expected [Hz], shape (modes,)."""
    damping: FloatArray
    """Fraction of critical, shape (modes,)."""
    degrees: tuple[Degree, ...]
    """Chosen, the references first."""
    references: tuple[Degree, ...]
    setups: tuple[tuple[Degree, ...], ...]
    """Of each setup, the references first."""
    shape: FloatArray
    """Expected amplitudes at the chosen places over the largest among all candidates, shape (modes, degrees)."""
    automac: FloatArray
    """MAC of the expected shapes among themselves at the chosen places, shape (modes, modes)."""
    candidates: int
    """Number of places among which was chosen."""
    candidate_likeness: float
    """Largest MAC of two different modes, were all candidates measured."""
    signal: FloatArray
    """Power of each mode at its peak over the sensors' noise, shape (modes, degrees)."""
    least_signal: float
    """Below which a mode drowns."""
    duration: float
    """Of each setup [s]."""
    duration_rule: DurationRule
    """Which rule asks for it: damping (10/(ζf)), periods (of the first mode), or least."""
    rate: float
    """Samples in a second [Hz]."""
    remarks: tuple[Remark, ...] = ()

    @property
    def likeness(self) -> float:
        """Largest MAC of two different modes at the chosen places; 0 of one mode."""
        return float((self.automac - np.diag(np.diag(self.automac))).max())

    @property
    def reference_signal(self) -> FloatArray:
        """The best of the references for each mode, shape (modes,)."""
        return np.asarray(self.signal[:, : len(self.references)].max(axis=1))

    @property
    def drowned(self) -> tuple[int, ...]:
        """Numbers (from 0) of modes that no reference hears above the noise: setups cannot be joined by them."""
        return tuple(int(mode) for mode in np.flatnonzero(self.reference_signal < self.least_signal))

    @property
    def working_time(self) -> float:
        """Of all setups, without moving the sensors [s]."""
        return len(self.setups) * self.duration

    def plan(self, name: str, *, ground: bool = True) -> TestPlan:
        """The plan to take along: files and columns are still to be filled in; with ground noise for H/V."""
        setups = tuple(
            Setup(
                name=f"{number:0{len(str(len(self.setups)))}}",
                file=placeholder(f"file of setup {number}"),
                channels=tuple(
                    Channel(point=degree.point, heading=_HEADINGS[degree.axis], column=column)
                    for column, degree in enumerate(setup, 1)
                ),
            )
            for number, setup in enumerate(self.setups, 1)
        )
        noise = GroundNoise(name="ground", file=placeholder("file of ground noise"), north=1, east=2, up=3)
        return TestPlan(
            name=name,
            points=self.points,
            setups=setups,
            references=self.references,
            rate=self.rate,
            duration=self.duration,
            ground=(noise,) if ground else (),
        )

    def __str__(self) -> str:
        guessed = " (a guess)" if self.assumed else ""
        head = f"{len(self.degrees)} places of {self.candidates} candidates in {len(self.setups)} setups"
        lines = [
            f"{head}, by modes from: {self.source}{guessed}",
            f"references: {', '.join(map(str, self.references))}",
            f"each setup {self.duration / 60.0:g} min ({self.duration_rule}) at {self.rate:g} Hz",
            f"largest AutoMAC of two modes {self.likeness:.2f} (all candidates: {self.candidate_likeness:.2f})",
            f"{'mode':>4}{'Hz':>8}{'amplitude at references':>26}{'signal to noise dB':>21}",
        ]
        seen = np.abs(self.shape[:, : len(self.references)])
        for mode, frequency in enumerate(self.frequency):
            decibel = 10.0 * math.log10(max(float(self.reference_signal[mode]), 1e-30))
            drowns = "  drowns" if mode in self.drowned else ""
            amplitudes = " ".join(f"{part:.2f}" for part in seen[mode])
            lines.append(f"{mode + 1:>4}{frequency:>8.3g}{amplitudes:>26}{decibel:>21.0f}{drowns}")
        for number, setup in enumerate(self.setups, 1):
            rovers = [f"{degree.point} {AXES[degree.axis]}" for degree in setup if degree not in self.references]
            lines.append(f"setup {number}: {', '.join(rovers) or 'references only'}")
        return "\n".join(lines)
