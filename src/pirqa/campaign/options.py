"""What a sweep runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

__all__ = ["PAPER_LEVELS", "CampaignAnalysis", "Demand", "SweepOptions"]

PAPER_LEVELS = tuple(level * STANDARD_GRAVITY for level in (0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.5, 2.0, 2.5))
"""Levels of the Sacsayhuaman paper, Table 3 [m/s2]."""


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
