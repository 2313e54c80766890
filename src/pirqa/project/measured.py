"""What verification by codes takes from vibrations: the period of the wall, and that of the site."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pirqa.codes.options import CodesOptions
from pirqa.errors import OptionsError
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.oma.result import OmaResult

__all__ = ["with_measured"]

_TABLES = ("spectra", "damage_spectra", "collapse_spectra")


def with_measured(options: CodesOptions, oma: OmaResult | None) -> tuple[CodesOptions, tuple[Remark, ...]]:
    """``options`` with what ``codes.measured`` asks for in place of what they give, and a remark for each.

    Nothing is taken silently: where it was not measured well enough the reason is told, and the file must decide.
    """
    remarks: list[Remark] = []
    if options.measured and oma is None:
        raise OptionsError(
            f'codes.measured: {" and ".join(options.measured)} come from the analysis "oma"; add it to analyses, with '
            "[oma] plan = the test plan"
        )
    assert oma is not None or not options.measured
    if "structure_period" in options.measured:
        assert oma is not None
        if not len(oma.modes):
            raise OptionsError(
                "codes.measured: no mode was found in the vibrations, so there is no structure_period; give it as a "
                'number, such as structure_period = "0.5 s", and take it out of measured'
            )
        period = 1.0 / float(oma.modes.frequency[0])
        stated = options.structure_period
        remarks.append(_told("structure_period_measured", period, stated, oma))
        options = replace(options, structure_period=period)
    if "plateau_end" in options.measured:
        assert oma is not None
        options, told = _with_plateau(options, oma)
        remarks.append(told)
    return options, tuple(remarks)


def _with_plateau(options: CodesOptions, oma: OmaResult) -> tuple[CodesOptions, Remark]:
    tables = {key: given for key in _TABLES if (given := getattr(options, key)) is not None}
    if not any(given.e030_2003 is not None for given in tables.values()):
        raise OptionsError(
            "codes.measured: plateau_end is TP of codes.spectra.e030_2003, which is not given; the other spectra have "
            "their own by soil"
        )
    period = oma.site_period
    if period is None:
        raise OptionsError(f"codes.measured: plateau_end: {oma.why_no_site_period}")
    stated = next((given.e030_2003.plateau_end for given in tables.values() if given.e030_2003 is not None), None)

    def replaced(given: DesignSpectra) -> DesignSpectra:
        if given.e030_2003 is None:
            return given
        return replace(given, e030_2003=replace(given.e030_2003, plateau_end=period))

    changed: dict[str, Any] = {key: replaced(given) for key, given in tables.items()}
    return replace(options, **changed), _told("plateau_end_measured", period, stated, oma)


def _told(key: str, period: float, stated: float | None, oma: OmaResult) -> Remark:
    key = f"{key}_instead" if stated is not None else key
    return Remark(kind="assumption", key=key, amount=period, stated=stated, unit="s", text=oma.name)
