"""Cracks of all points: extrapolated, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.laws.point import crack, extrapolate

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["cracks_of", "extrapolate_all"]


@kernel(lean=True)
def extrapolate_all(
    law: npt.NDArray[np.int64], old: FloatArray, before: FloatArray, ratio: float, state: FloatArray
) -> None:
    """Internal variables (e, p, s) at the end of a step ``ratio`` times as long as the last one."""
    for e in range(old.shape[0]):
        for p in range(old.shape[1]):
            extrapolate(law[e], old[e, p], before[e, p], ratio, state[e, p])


@kernel(lean=True)
def cracks_of(
    law: npt.NDArray[np.int64],
    properties: FloatArray,
    length: FloatArray,
    strain: FloatArray,
    state: FloatArray,
    found: FloatArray,
) -> None:
    """Of all points, as the laws tell them, into ``found`` (e, p, k)."""
    for e in range(strain.shape[0]):
        for p in range(strain.shape[1]):
            crack(law[e], properties[e], length[e], strain[e, p], state[e, p], found[e, p])
