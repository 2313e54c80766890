"""Design spectra of codes, from the parameters of a site."""

from __future__ import annotations

from dataclasses import dataclass, fields

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.design_spectrum.e030 import E030, E0302003, e030_2003_spectrum, e030_spectrum
from pirqa.motion.design_spectrum.ec8 import EC8Type1, ec8_type1_spectrum
from pirqa.motion.design_spectrum.ntc2018 import NTC2018, ntc2018_spectrum
from pirqa.motion.design_spectrum.shape import DesignSpectrum

__all__ = [
    "E030",
    "E0302003",
    "NTC2018",
    "DesignSpectra",
    "DesignSpectrum",
    "DesignSpectrumOptions",
    "EC8Type1",
    "decides",
    "design_spectra",
    "design_spectrum",
    "edition_notes",
]

DesignSpectrumOptions = E030 | E0302003 | NTC2018 | EC8Type1
"""Options of one design spectrum."""


@dataclass(frozen=True, kw_only=True)
class DesignSpectra:
    """Design spectra beside the motions' own: one table for each code."""

    e030_2018: E030 | None = None
    e030_2003: E0302003 | None = None
    ntc2018: NTC2018 | None = None
    ec8_type1: EC8Type1 | None = None

    def __post_init__(self) -> None:
        if not self.given:
            known = ", ".join(item.name for item in fields(self))
            raise ModelError(f"give the spectrum of at least one code: {known}")

    @property
    def given(self) -> tuple[str, ...]:
        """Keys of the codes that are asked for."""
        return tuple(item.name for item in fields(self) if getattr(self, item.name) is not None)


def design_spectra(options: DesignSpectra) -> dict[str, DesignSpectrum]:
    """The spectra that are asked for, by their keys."""
    return {name: design_spectrum(getattr(options, name)) for name in options.given}


def design_spectrum(options: DesignSpectrumOptions) -> DesignSpectrum:
    """The design spectrum of one code."""
    if isinstance(options, E030):
        return e030_spectrum(options)
    if isinstance(options, E0302003):
        return e030_2003_spectrum(options)
    if isinstance(options, NTC2018):
        return ntc2018_spectrum(options)
    if isinstance(options, EC8Type1):
        return ec8_type1_spectrum(options)
    raise OptionsError(f"no design spectrum is made from {type(options).__name__}")


def decides(spectrum: DesignSpectrum, governing: str | None) -> bool:
    """Return whether checks under ``spectrum`` count in the verdict.

    A spectrum that a later edition has replaced never counts. Where ``governing`` names a design spectrum, no other one
    does; where it names another demand, such as a hazard study, that has no shape of its own and every code in force
    gives one.
    """
    return not edition_notes(spectrum, governing)


def edition_notes(spectrum: DesignSpectrum, governing: str | None) -> tuple[str, ...]:
    """Return the keys of the notes that say why checks under ``spectrum`` do not count; none where they do."""
    if spectrum.superseded:
        return ("spectrum_superseded",)
    named = governing in {item.name for item in fields(DesignSpectra)}
    return ("spectrum_not_governing",) if named and governing != spectrum.name else ()
