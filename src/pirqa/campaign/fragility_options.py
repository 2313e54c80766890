"""What is made of the runs of a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

__all__ = ["FragilityOptions"]


@dataclass(frozen=True, kw_only=True)
class FragilityOptions:
    """Fragility functions: of which measure, how sure, and what they are compared with."""

    measure: str | None = None
    """Intensity measure of the curves, a column of the table such as "pgv" or "sa_0.5"; that of the levels where
    absent, pga for a cloud."""
    confidence: Annotated[Ratio, Ge(0.5), Lt(1)] = 0.95
    """Of intervals and bands."""
    replicates: Annotated[int, Ge(100), Le(20_000)] = 1000
    """Of the bootstrap over records."""
    seed: Annotated[int, Ge(0)] = 1
    """Of the bootstrap."""
    hazard: str | None = None
    """Hazard curve, a CSV file as a path from the campaign file: measure with its unit, annual rate of exceedance."""
    expected: Annotated[Acceleration, Gt(0), Le(5 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration expected at the wall's foot, where the probability of collapse is judged [m/s2]."""
    acceptable_probability: Annotated[Ratio, Gt(0), Le(0.1)] = 0.1
    """Of collapse, given what is expected; it can be lowered, not raised (ASCE/SEI 7-16, Table 1.3-1, for ordinary
    buildings)."""
    acceptable_rate: Annotated[float, Gt(0), Lt(1)] = 2.01e-4
    """Of collapse in a year; 1 % in 50 years, the target risk of ASCE/SEI 7-16, section 21.2.1.2."""

    def __post_init__(self) -> None:
        check_bounds(self, "fragility")
