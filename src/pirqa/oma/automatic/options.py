"""How modes are told from spurious poles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from pirqa.model.bounds import check_bounds
from pirqa.units import Ratio

__all__ = ["AutomaticOptions"]


@dataclass(frozen=True, kw_only=True)
class AutomaticOptions:
    """How modes are told from spurious poles, without a hand."""

    largest_damping: Annotated[Ratio, Gt(0), Le(1)] = 0.15
    """Fraction of critical above which a pole is no mode of a wall."""
    frequency_change: Annotated[Ratio, Gt(0), Lt(1)] = 0.01
    """Of a stable pole, from one order to the next."""
    damping_change: Annotated[Ratio, Gt(0)] = 0.10
    """Of a stable pole, from one order to the next."""
    least_mac: Annotated[Ratio, Gt(0), Le(1)] = 0.95
    """Of a stable pole's shape with that of the order before."""
    least_collinearity: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Modal phase collinearity (MPC) below which a pole is no mode."""
    largest_phase_deviation: Annotated[Ratio, Gt(0)] = 0.5
    """Mean phase deviation (MPD) above which a pole is no mode [rad]."""
    least_share: Annotated[Ratio, Gt(0), Le(1)] = 0.5
    """Of the orders of all models: a cluster with poles in fewer is doubtful, with less than half of that it is not
    listed."""
    largest_damping_deviation: Annotated[Ratio, Gt(0)] = 1.0 / 3.0
    """Standard deviation of a mode's damping over its damping. Above it the damping is within three standard deviations
    of none, so the pieces of the record do not agree that anything resonates, and the cluster is doubtful: noise alone
    has poles that are stable over many orders, too. Where the motion comes in bursts the limit is less, in the ratio of
    3 to its kurtosis."""
    shadow_mac: Annotated[Ratio, Gt(0), Le(1)] = 0.9
    """Of a cluster's shape with that of a larger cluster near it in frequency: from there on it is that one's shadow.
    Two modes near each other have different shapes; a model with more poles than modes puts the spare ones beside
    them."""
    shadow_width: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """Relative difference of frequency within which shadows are looked for."""
    harmonic_damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.01
    """Fraction of critical below which a cluster is a machine's harmonic if the signal around it has the steady
    amplitude of a sine; below a fifth of it always."""
    harmonic_kurtosis: Annotated[Ratio, Gt(1.5), Lt(3)] = 2.25
    """Of the signal around a frequency, below which it is a sine's: of a sine it is 1.5, of a random vibration 3
    (Jacobsen, Andersen and Brincker 2007)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.automatic")
