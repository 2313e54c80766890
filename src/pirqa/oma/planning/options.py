"""What is at hand for a vibration test, and what is wanted of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Frequency, Length, Pressure, Ratio, Time

__all__ = ["Placement", "PlanningOptions"]

Placement = Literal["effective_independence", "pivots", "automac"]
"""``effective_independence``: Kammer 1991; ``pivots``: QR with column pivoting; ``automac``: one by one, each where it
leaves the shapes least alike."""
_MILLI_G = 1e-3 * STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class PlanningOptions:
    """Where sensors go, how long they record, and what they will hear."""

    modes: str = ""
    """Path of the expected modes (JSON, or UFF 55 with nodes), from the project file; a guess from the wall's outline
    where empty."""
    wanted: Annotated[int, Ge(1), Le(50)] = 7
    """How many of the lowest modes are wanted; fewer where fewer are known."""
    channels: Annotated[int, Ge(1), Le(1000)] = 4
    """Sensors that record at the same time (the Chokepukio paper: 4)."""
    references: Annotated[int, Ge(1), Le(100)] = 2
    """Of them, those that stay where they are in all setups."""
    places: Annotated[int, Ge(1), Le(1000)] = 16
    """Directions at points to be measured in all; fewer where there are fewer candidates."""
    axes: tuple[Literal["along", "across", "up"], ...] = ("across",)
    """Directions in which sensors may look."""
    placement: Placement = "effective_independence"
    """How the places are chosen."""
    columns: Annotated[int, Ge(1), Le(100)] = 9
    """Of the grid of candidate points, along the wall, where the modes name no points."""
    rows: Annotated[int, Ge(1), Le(100)] = 4
    """Of that grid, up to the wall's top."""
    edge: Annotated[Length, Ge(0)] = 0.3
    """How far the outermost candidates stay from the wall's ends [m]."""
    highest: Annotated[Length, Gt(0)] | None = None
    """Above which no sensor can be brought [m]; the wall's top where absent."""
    periods: Annotated[Ratio, Ge(100), Le(100_000)] = 2000.0
    """First periods that a record shall hold (1,000 to 2,000: Ramos 2007, in the Chokepukio paper, section 3)."""
    least_duration: Annotated[Time, Gt(0)] = 300.0
    """[s]"""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second [Hz]; where absent a usual rate of at least ten times the highest wanted frequency."""
    ambient: Annotated[Acceleration, Gt(0)] = 0.012 * _MILLI_G
    """Root mean square of the wall's acceleration at the candidate that moves most, at a quiet hour [m/s2]; the least
    of the Chokepukio paper, section 3."""
    sensor_noise: Annotated[Acceleration, Gt(0)] = 0.001 * _MILLI_G
    """Root mean square of the sensors' and recorder's own noise [m/s2]; that of the Chokepukio paper, section 3."""
    noise_band: Annotated[Frequency, Gt(0)] | None = None
    """Width of the band over which sensor_noise is stated [Hz]; half the rate where absent."""
    least_signal: Annotated[Ratio, Gt(0)] = 10.0
    """Power at a mode's peak over that of the noise below which the mode drowns."""
    first_frequency: Annotated[Frequency, Gt(0)] | None = None
    """Of the wall, where it is known [Hz]: the guessed modes are scaled to it."""
    elastic_modulus: Annotated[Pressure, Gt(0)] = 400e6
    """Of the masonry, for the guess [Pa]; midway between the two calibrated in the Chokepukio paper, Table 4."""
    poisson: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.2
    """Of the masonry, for the guess."""
    damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.03
    """Of all modes, for the guess (Chokepukio paper, Table 1: 2.2 to 3.2 %)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.planning")
        if not self.axes or len(set(self.axes)) < len(self.axes):
            raise ModelError('oma.planning.axes: name each direction once, for example ["across"]')
        if self.references > self.channels:
            raise ModelError(
                f"oma.planning.references: {self.references} sensors cannot stay where only {self.channels} are there"
            )
        if self.places > self.channels and self.references == self.channels:
            raise ModelError(
                f"oma.planning.references: all {self.channels} sensors stay, so none can move to {self.places} places; "
                "let at least one rove, or measure as many places as there are channels"
            )
