"""Options of the codes stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.codes.rule import Knowledge, LimitStateName
from pirqa.codes.rules import RULES
from pirqa.errors import ModelError, OptionsError
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.units import Length, Pressure, Ratio, Time, UnitWeight

if TYPE_CHECKING:
    Rule = str
else:
    Rule = Literal[tuple(RULES)]
"""Key of a rule of verification, one of :data:`pirqa.codes.rules.RULES`."""

Measured = Literal["structure_period", "plateau_end"]
"""``structure_period``: T1 from the first measured mode; ``plateau_end``: TP of e030_2003 from ground noise (H/V)."""

_EXAMPLE = 'e030_2018 = {zone = 2, soil = "S2"}'
_TABLES: dict[LimitStateName, str] = {"SLD": "damage_spectra", "SLV": "spectra", "SLC": "collapse_spectra"}


@dataclass(frozen=True, kw_only=True)
class FreeStanding:
    """A wall that sways before it rocks (Circolare 7/2019 C8.7.1.2.1.3)."""

    elastic_modulus: Annotated[Pressure, Gt(0)]
    """Of the masonry, cracked [Pa]."""
    unit_weight: Annotated[UnitWeight, Gt(0)]
    """Of the masonry [N/m3]."""
    thickness: Annotated[Length, Gt(0)]
    """Of the part that sways [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "codes.free_standing")


@dataclass(frozen=True, kw_only=True)
class RetrofitOptions:
    """What would bring the mechanisms to a target factor."""

    target: Annotated[Ratio, Gt(0), Le(10)] = 1.0
    """Factor to be reached, capacity over demand."""
    level: Annotated[Length, Gt(0)] | None = None
    """Height above the ground of new struts or ties whose force is asked for [m]."""
    thickness: bool = False
    """Whether to ask how thick the wall would have to be."""

    def __post_init__(self) -> None:
        check_bounds(self, "codes.retrofit")
        if self.level is None and not self.thickness:
            raise ModelError('codes.retrofit: give level (such as level = "4.5 m"), or thickness = true, or both')


@dataclass(frozen=True, kw_only=True)
class CodesOptions:
    """Options of the codes stage: mechanisms verified by codes."""

    rules: tuple[Rule, ...] = tuple(RULES)
    """Rules of verification, each one opinion."""
    spectra: DesignSpectra | None = None
    """Elastic spectra of the design earthquake (life safety, SLV), one table for each code."""
    limit_states: tuple[LimitStateName, ...] = ("SLV",)
    """Limit states that ntc2018 verifies; ntc2008 has SLV alone."""
    damage_spectra: DesignSpectra | None = None
    """Elastic spectra of the earthquake for damage (SLD), which returns more often."""
    collapse_spectra: DesignSpectra | None = None
    """Elastic spectra of the earthquake for near collapse (SLC), which returns less often."""
    behaviour_factor: Annotated[Ratio, Ge(1), Le(10)] = 2.0
    """q, by which the acceleration demand is divided."""
    knowledge: Knowledge = "LC1"
    """How well the wall is known; the least where crushing is not in the multiplier."""
    structure_period: Annotated[Time, Gt(0), Le(20)] | None = None
    """T1 of the structure below a mechanism at a height; without it, such mechanisms are not verified [s]."""
    measured: tuple[Measured, ...] = ()
    """Which of these are taken from the analysis oma, in place of what is given here."""
    structure_damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """ξ1 of that structure, for floor spectra; 0.1 to 0.2 where it is damaged."""
    period_elongation: Annotated[Ratio, Ge(1), Le(3)] = 1.0
    """Factor on T1 in displacement demands at a height; 1.5 to 2 where the structure is damaged."""
    levels: Annotated[int, Ge(1), Le(100)] = 1
    """Number of storeys, for the participation factor 3N/(2N + 1)."""
    participation: Annotated[Ratio, Gt(0), Le(10)] | None = None
    """γ, instead of that of the storeys."""
    mode_levels: tuple[Annotated[Length, Ge(0)], ...] = ()
    """Heights at which the first mode is given; a straight line z/H where absent [m]."""
    mode_values: tuple[Annotated[Ratio, Ge(-10), Le(10)], ...] = ()
    """Values of the first mode at those heights, 1 at the top."""
    free_standing: FreeStanding | None = None
    """Where the wall is free to sway before it rocks (ntc2018)."""
    retrofit: RetrofitOptions | None = None
    """What would bring the mechanisms to a target factor."""

    def __post_init__(self) -> None:
        check_bounds(self, "codes")
        if not self.rules or not self.limit_states:
            raise ModelError("codes.rules and codes.limit_states must name at least one each")
        if len(set(self.rules)) < len(self.rules) or len(set(self.limit_states)) < len(self.limit_states):
            raise ModelError("codes.rules and codes.limit_states must name each once")
        if len(self.mode_levels) != len(self.mode_values) or len(self.mode_levels) == 1:
            raise ModelError("codes.mode_levels and codes.mode_values need the same number of items, two or more")
        if any(b <= a for a, b in zip(self.mode_levels, self.mode_levels[1:], strict=False)):
            raise ModelError("codes.mode_levels must rise")

    def elastic_spectra(self, limit_state: LimitStateName) -> dict[str, DesignSpectrum]:
        """Spectra of the earthquake of ``limit_state``, elastic and for 5 % damping, by the names of their codes."""
        key = _TABLES[limit_state]
        given: DesignSpectra | None = getattr(self, key)
        if given is None:
            raise OptionsError(
                f"codes.{key} is missing: {limit_state} has no earthquake; for example: {key}.{_EXAMPLE}"
            )
        for name in given.given:
            table = getattr(given, name)
            if getattr(table, "reduction", 1.0) != 1.0:
                raise OptionsError(f"codes.{key}.{name}.reduction must be 1: the rules divide by q themselves")
            if getattr(table, "vertical", False):
                raise OptionsError(f"codes.{key}.{name}.vertical must be false: mechanisms are pushed sideways")
            if getattr(table, "damping", 0.05) != 0.05:
                raise OptionsError(f"codes.{key}.{name}.damping must be 0.05: the rules bring their own damping")
        return design_spectra(given)
