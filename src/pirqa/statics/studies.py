"""Sweeps: the factors of safety as one input changes and all else stays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.model.site import Site
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.statics.inputs import find_input, inputs_of, vary
from pirqa.statics.options import StaticsOptions, Study
from pirqa.statics.pseudo_static import cases_for, factor_table, weakest_factors

__all__ = ["StudyResult", "sweep"]


@dataclass(frozen=True, kw_only=True)
class StudyResult:
    """Factors of every case and mode along the sweep."""

    input: str
    unit: str
    """SI unit of the swept values."""
    present: float
    """Value of the input in the project [SI]."""
    name: str
    curves: Table
    """Columns case, mode, value, factor."""


def sweep(wall: Wall, site: Site, options: StaticsOptions, study: Study) -> StudyResult:
    """Run ``study``: the weakest joint at each value."""
    chosen = find_input(study.input, inputs_of(wall, site))
    values = np.linspace(chosen.accept(study.start), chosen.accept(study.stop), study.points)
    varied_wall, varied_site = vary(wall, site, {study.input: values})
    cases = cases_for(varied_wall, varied_site, options)
    factors = {case.name: weakest_factors(varied_wall, case, options) for case in cases}
    return StudyResult(
        input=study.input,
        unit=chosen.dimension.si,
        present=chosen.value,
        name=study.name,
        curves=factor_table("value", values, factors),
    )
