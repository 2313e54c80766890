"""What fragility says about collapse: its probability at what is expected, and its rate."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pirqa.campaign.fragility import FragilityFit
from pirqa.campaign.fragility_options import FragilityOptions
from pirqa.campaign.fragility_result import WallFragility
from pirqa.model.check import Basis, Check, Place
from pirqa.shaking.checks import slug_of
from pirqa.units import STANDARD_GRAVITY

__all__ = ["collapse_state", "fragility_checks"]

_SOURCE = "lognormal fragility by maximum likelihood (Baker 2015)"


def collapse_state(made: WallFragility) -> str | None:
    """The lightest state that is a partial or total collapse."""
    return next(
        (name for name, state in made.states.items() if state.collapse in ("partial", "total")),
        None,
    )


def fragility_checks(
    made: WallFragility, peaks: Sequence[FragilityFit], options: FragilityOptions, expected: float | None
) -> tuple[Check, ...]:
    """Of collapse alone, and only where there is a curve to rely on; ``peaks`` are the fits on pga."""
    state = collapse_state(made)
    name = ".".join(part for part in ("campaign", slug_of(made.wall), slug_of(made.case)) if part)
    method = f"campaign.{made.case}" if made.case else "campaign"
    basis = Basis(
        driving="peak",
        name=made.wall,
        acceleration=None if expected is None else expected / STANDARD_GRAVITY,
        body="stones",
        way="motion",
    )
    found = []
    curves = [fit for fit in peaks if fit.state == state]
    if expected is not None and curves and all(fit.identified for fit in curves):
        # runs that say nothing were counted both ways: the worse of the two
        chances = [float(fit.at(expected)) for fit in curves]
        band = max(fit.band_at(expected)[1] for fit in curves)
        straddles = max(chances) <= options.acceptable_probability < band
        found.append(
            Check(
                id=f"{name}.collapse_probability",
                mode="collapse_probability",
                limit_state="collapse",
                method=method,
                action=f"{expected / STANDARD_GRAVITY:.3g} g",
                place=Place(name="whole_wall"),
                demand=max(max(chances), 1e-9),
                capacity=float(options.acceptable_probability),
                unit="",
                required_source="ASCE/SEI 7-16, Table 1.3-1",
                source=_SOURCE,
                basis=basis,
                notes=("campaign_acceptable", *(("campaign_band_above",) if straddles else ())),
            )
        )
    rates = [item.annual for item in made.rates if item.state == state]
    if rates:
        worst = max(rates, key=lambda item: item.rate)
        found.append(
            Check(
                id=f"{name}.collapse_rate",
                mode="collapse_rate",
                limit_state="collapse",
                method=method,
                place=Place(name="whole_wall"),
                demand=worst.rate if math.isfinite(worst.rate) else math.inf,
                capacity=float(options.acceptable_rate),
                unit="1/yr",
                required_source="ASCE/SEI 7-16, 21.2.1.2",
                source="probability of collapse integrated over the hazard curve (Cornell and Krawinkler 2000)",
                basis=basis,
                notes=("campaign_acceptable",),
            )
        )
    return tuple(found)
