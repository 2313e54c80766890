"""What the measured modes can tell of the parameters, and what each parameter does to each mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import OptionsError
from pirqa.fem.updating.fits import Pairing, Target, assurance_slopes
from pirqa.fem.updating.options import Parameter
from pirqa.fem.updating.twin import State
from pirqa.model.polyhedron import FloatArray

_NULL = 1e-6
"""Least over largest singular value below which a direction is not seen at all: slopes are good to about 1e-8."""

_WEAK = 0.3
"""Relative standard deviation along a direction above which it is hardly seen."""

_SHARE = 0.1
"""Of a direction's largest part: smaller ones are not told."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Identifiability:
    """Singular values of the weighted slopes by the logarithms of the parameters."""

    singular: FloatArray
    """The largest first, shape (v,); one over it is the relative standard deviation along its direction."""
    directions: FloatArray
    """Of each singular value, in the logarithms of the parameters, of length 1, shape (v, v)."""
    null: tuple[int, ...]
    """Numbers of directions that change nothing that was measured."""
    weak: tuple[int, ...]
    """Numbers of directions that change it hardly: known no better than to 30 %."""

    def describe(self, direction: int, names: Sequence[str]) -> str:
        """Such as "E1 up, E2 up, g1 up": what moves, and which way."""
        parts = self.directions[direction]
        parts = parts * np.sign(parts[np.argmax(np.abs(parts))])
        told = [
            f"{name} {'up' if part > 0 else 'down'}"
            for name, part in zip(names, parts, strict=True)
            if abs(part) > _SHARE * np.abs(parts).max()
        ]
        return ", ".join(told)

    def alone(self, direction: int) -> bool:
        """Whether one parameter alone moves in it."""
        parts = np.abs(self.directions[direction])
        return int((parts > _SHARE * parts.max()).sum()) == 1


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


def identifiability(slopes: FloatArray, values: FloatArray) -> Identifiability:
    """Of weighted slopes (residuals, v) at ``values``: by logarithms, so that units do not count."""
    _, singular, directions = np.linalg.svd(slopes * values, full_matrices=True)
    full = np.zeros(len(values))
    full[: len(singular)] = singular
    unseen = full <= _NULL * float(full[0])
    return Identifiability(
        singular=full,
        directions=directions,
        null=tuple(int(index) for index in np.flatnonzero(unseen)),
        weak=tuple(int(index) for index in np.flatnonzero(~unseen & (full * _WEAK < 1.0))),
    )


def demand_enough(parameters: Sequence[Parameter], measured: int) -> None:
    """Raise where there are more parameters of which nothing is known than ``measured`` numbers."""
    free = [item.name for item in parameters if item.prior_sd is None]
    if len(free) > measured:
        raise OptionsError(
            f"updating: {len(free)} parameters without prior_sd ({', '.join(free)}) cannot be told from {measured} "
            "measured numbers; fix some of them (leave them out), give prior_sd, or use more modes"
        )


def demand_identifiable(found: Identifiability, parameters: Sequence[Parameter]) -> None:
    """Raise where the modes, and what is known beforehand, cannot tell all parameters."""
    if not found.null:
        return
    names = [item.name for item in parameters]
    unseen = [names[int(np.argmax(np.abs(found.directions[index])))] for index in found.null if found.alone(index)]
    if unseen:
        raise OptionsError(
            f"updating: {', '.join(unseen)} changes no frequency and no shape of the model, so the modes say nothing "
            "of it: leave it out, or give it a prior_sd; see that its material is that of a zone, and that what it "
            "is of moves in the modes"
        )
    told = "; ".join(found.describe(index, names) for index in found.null)
    raise OptionsError(
        f"updating: moving together ({told}) changes no frequency and no shape, so the modes cannot tell how large "
        "they are, only their ratios: fix one of them (leave it out), or give one a prior_sd"
    )


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
