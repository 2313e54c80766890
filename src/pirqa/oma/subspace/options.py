"""How a system is read off the correlations of its signals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le

from pirqa.model.bounds import check_bounds

__all__ = ["Merge", "Subspace", "SubspaceOptions"]

Subspace = Literal["covariance", "data"]
"""``covariance``: SSI-cov; ``data``: SSI-data, the projection of futures on the references' pasts."""
Merge = Literal["preger", "poser"]
"""``preger``: one system of all setups, scaled to each other before it is identified; ``poser``: each setup by itself,
shapes scaled to each other afterwards."""


@dataclass(frozen=True, kw_only=True)
class SubspaceOptions:
    """Stochastic subspace identification."""

    method: Subspace = "covariance"
    """Of the result; the other one stands beside it where compare is true."""
    compare: bool = True
    """Whether the other method and the other merge are shown beside it."""
    merge: Merge = "preger"
    """Of several setups."""
    block_rows: Annotated[int, Ge(2), Le(2000)] | None = None
    """Time lags of the Hankel matrix. Where absent the largest of 10, half a period of the lowest frequency of the band
    (Reynders and De Roeck 2008), and one and a half times the order over the number of references: with fewer the
    normalisation of setups to each other has hardly more equations than unknowns."""
    order: Annotated[int, Ge(2), Le(400)] = 60
    """Of the largest model."""
    step: Annotated[int, Ge(1), Le(10)] = 1
    """From the order of one model to that of the next, upwards from 2."""
    blocks: Annotated[int, Ge(10), Le(1000)] = 40
    """Pieces of a record whose scatter tells the uncertainty. Many short ones miss what is correlated from one to the
    next and understate it; few long ones scatter themselves. 40 of a record of 1,200 to 2,000 periods hold 30 to 50
    periods each, five to ten times the time in which correlations of 2.5 % damping die out."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.subspace")
