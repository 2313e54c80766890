"""Stochastic subspace identification: poles of models of all orders, with their uncertainty."""

from __future__ import annotations

from pirqa.oma.measurement import Measurement
from pirqa.oma.options import Subspace, SubspaceOptions
from pirqa.oma.poles import Poles
from pirqa.oma.subspace.matrices import arrange, merge, poles_of, subspace_matrices
from pirqa.oma.subspace.uncertainty import with_deviations


def identify(
    measurement: Measurement,
    options: SubspaceOptions | None = None,
    *,
    method: Subspace | None = None,
    uncertainty: bool = True,
    lowest: float | None = None,
) -> Poles:
    """Poles of models of orders 2, 2 + step … up to ``options.order``: of a single setup, or of all merged (PreGER).

    Each setup by itself (PoSER) is one call for a measurement of that setup alone.

    Args:
        measurement: prepared signals (without trend, decimated).
        options: block rows, order, method and so on; the defaults where absent.
        method: instead of ``options.method``.
        uncertainty: whether standard deviations of frequency and damping are found for all poles; those of shapes cost
            more and are found for chosen poles by :func:`pirqa.oma.subspace.uncertainty.deviations`.
        lowest: lowest frequency that is looked for [Hz], which sets the number of block rows where the options do not.
    """
    options = SubspaceOptions() if options is None else options
    layout = arrange(measurement, options, lowest)
    matrices = subspace_matrices(layout, options.method if method is None else method)
    poles = poles_of(merge([item.matrix for item in matrices], layout), layout)
    if not uncertainty:
        return poles
    return with_deviations(poles, matrices, layout, options.blocks, shapes=False)
