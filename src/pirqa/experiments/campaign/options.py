"""Options of the stages that make many runs: sweep, incremental dynamic analysis, campaign."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

PAPER_LEVELS = tuple(level * STANDARD_GRAVITY for level in (0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.5, 2.0, 2.5))
"""Levels of the Sacsayhuaman paper, Table 3 [m/s2]."""
Ends = Annotated[tuple[Ratio, ...], MinLen(2), MaxLen(2)]


@dataclass(frozen=True, kw_only=True)
class CampaignAnalysis:
    """Thousands of earthquakes on this wall, as a file of their own plans them."""

    plan: str = ""
    """Campaign file, as a path from the project file; one of its walls must be this project."""
    workers: Annotated[int, Ge(1), Le(1024)] | None = None
    """Processes that share the runs that are missing; all processors where absent."""
    backend: Literal["processes", "cuda"] = "processes"
    """Who makes them: processes of this machine, or its graphics card."""

    def __post_init__(self) -> None:
        check_bounds(self, "campaign")


@dataclass(frozen=True, kw_only=True)
class Demand:
    """A peak ground acceleration that somebody expects at the wall: it is run too, and judged."""

    acceleration: Annotated[Acceleration, Gt(0), Le(5 * STANDARD_GRAVITY)]
    """Peak ground acceleration [m/s2]."""
    ground: Literal["surface", "rock"] = "surface"
    """Where it is meant: at the surface that the wall stands on, or on rock, whence site_factor brings it up."""


@dataclass(frozen=True, kw_only=True)
class SweepOptions:
    """Records at many levels on one wall: the programme of the Sacsayhuaman paper, sections 4 and 5."""

    motions: tuple[str, ...] | None = None
    """Names of the ground motions; all of the motion analysis where absent."""
    levels: tuple[Annotated[Acceleration, Gt(0), Le(10 * STANDARD_GRAVITY)], ...] = PAPER_LEVELS
    """Peak ground accelerations at the wall's foot to which each motion is scaled, rising [m/s2]."""
    demands: dict[str, Demand] = field(default_factory=dict)
    """Accelerations that are expected here, by name; they are run beside the levels, and judged."""
    site_factor: Annotated[Ratio, Gt(0), Le(10)] | None = None
    """Peak acceleration at the surface over that on rock; for demands on rock alone."""
    end_at_collapse: bool = False
    """Whether a run ends a second after the wall has collapsed totally: where stones come to lie is not told then."""

    def __post_init__(self) -> None:
        check_bounds(self, "sweep")
        if not self.levels or min(self.levels) <= 0.0:
            raise ModelError('sweep.levels must be one or more accelerations above 0: write ["0.1 g", "0.2 g"], say')
        if list(self.levels) != sorted(set(self.levels)):
            right = ", ".join(f'"{level / STANDARD_GRAVITY:g} g"' for level in sorted(set(self.levels)))
            raise ModelError(f"sweep.levels must rise and name each level once: write [{right}]")
        for name, demand in self.demands.items():
            if demand.ground == "rock" and self.site_factor is None:
                raise ModelError(
                    f'sweep.demands.{name} is meant on rock: give sweep.site_factor = 1.56, say, or ground = "surface"'
                )

    def at_surface(self, demand: Demand) -> float:
        """``demand`` at the wall's foot [m/s2]; what is meant there already is not amplified a second time."""
        factor = self.site_factor if demand.ground == "rock" and self.site_factor is not None else 1.0
        return float(factor * demand.acceleration)


@dataclass(frozen=True, kw_only=True)
class CornerRanges:
    """Least and greatest factor on each joint property whose low and high value the project does not give.

    A pair in [joints] replaces its range; [1, 1] states that the property is known.
    """

    normal_stiffness: Ends = (0.25, 4.0)
    """Factors on Kn, and on Kt with it. Two programs fitted to one model wall gave 5e7 and 2e8 N/m3 (Sacsayhuaman
    paper, Table 1): a factor of 4, taken both ways."""
    friction: Ends = (0.75, 1.75)
    """Factors on the coefficient of friction. The same fits gave 0.4 and 0.7, a factor of 1.75 upwards; 0.75
    downwards is an assumption for smooth or wet joints."""
    damping: Ends = (0.1, 2.0)
    """Factors on the damping of the joints. The energy that dry joints lose is not known to an order of magnitude: the
    Sacsayhuaman paper's 0.8 can be read in two units; less damping is the unsafe side."""

    def __post_init__(self) -> None:
        for key in ("normal_stiffness", "friction", "damping"):
            low, high = getattr(self, key)
            if not 0.0 <= low <= 1.0 <= high or (low == 0.0 and key != "damping"):
                raise ModelError(
                    f"ida.corners.{key}: must be a factor of at most 1 and one of at least 1, such as [0.5, 2], "
                    f"not [{low:g}, {high:g}]"
                )


@dataclass(frozen=True, kw_only=True)
class IdaOptions:
    """Incremental dynamic analysis: each motion of the set at rising intensity, until stones and the wall fall."""

    motions: tuple[str, ...] | None = None
    """Names of the ground motions; all members of the set where absent, or all motions where there is no set."""
    demand: Annotated[Acceleration, Gt(0), Le(5 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration of the demand at the surface [m/s2]; that which governs the project where absent."""
    ratio: Annotated[Ratio, Ge(1.02), Le(1.15)] = 1.15
    """Greatest ratio of neighbouring intensities of the ladder."""
    most: Annotated[Ratio, Gt(1), Le(10)] = 3.0
    """Greatest intensity that is run, as a multiple of the demand; a wall that stands there has a capacity above it."""
    least: Annotated[Ratio, Gt(0), Lt(1)] = 0.1
    """Least intensity that is run, as a multiple of the demand."""
    acceptable_probability: Annotated[Ratio, Gt(0), Le(0.1)] = 0.1
    """Probability of failure at the demand that is accepted; it can be lowered, not raised. ASCE 7-22 accepts 10 % of
    collapse at its greatest earthquake for ordinary buildings (Table 1.3-2; not compared with the text)."""
    model_dispersion: Annotated[Ratio, Ge(0), Le(1)] = 0.35
    """Dispersion of the model (standard deviation of ln capacity): "fair" of FEMA P695, Table 5-3 (not compared with
    the text)."""
    least_dispersion: Annotated[Ratio, Ge(0.5), Le(1)] = 0.5
    """Least total dispersion; it can be raised, not lowered."""
    corners: CornerRanges = field(default_factory=CornerRanges)
    stop_early: bool = True
    """Whether runs of standing walls end when the rest of the motion cannot set the wall in motion again."""
    film: bool = True
    """Whether the run that governs is run once more with its history, for the film in the report."""

    def __post_init__(self) -> None:
        check_bounds(self, "ida")

    @property
    def normal_quantile(self) -> float:
        """Standard normal quantile of the accepted probability, as a positive number: 1.28 for 10 %."""
        return -NormalDist().inv_cdf(self.acceptable_probability)
