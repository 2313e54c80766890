"""What each parameter does to each mode: to be looked at before parameters are chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.updating.direct import assurance_slopes
from pirqa.updating.target import Pairing, Target
from pirqa.updating.twin import State

__all__ = ["Sensitivity", "sensitivity"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Sensitivity:
    """Changes when a parameter grows by 1 % of itself."""

    frequency: FloatArray
    """Relative change of the frequency paired with each measured one [%], shape (n, v): 0.5 where one modulus alone
    makes all the stiffness."""
    assurance: FloatArray
    """Change of the MAC of each pair [-], shape (n, v)."""
    share: FloatArray
    """Root of the squares of a parameter's changes of frequency, each over its standard deviation, over the largest
    of all parameters, shape (v,): what hardly counts is better left out."""


def sensitivity(target: Target, state: State, pairing: Pairing) -> Sensitivity:
    """At the values of ``state``."""
    slope = state.slope[pairing.computed] * state.values
    weighted = np.linalg.norm(slope / target.deviation[:, None], axis=0)
    largest = float(weighted.max())
    return Sensitivity(
        frequency=slope / state.frequency[pairing.computed][:, None],
        assurance=0.01 * assurance_slopes(target, state, pairing) * state.values,
        share=weighted / largest if largest > 0.0 else weighted,
    )
