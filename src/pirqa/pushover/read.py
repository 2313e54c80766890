"""From the paths to what they mean: stages, band, mechanism, demand, checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.pushover.capacity import band_of, read_curve
from pirqa.pushover.checks import checks_of
from pirqa.pushover.demand import capacity_spectrum, n2, spectrum_curve
from pirqa.pushover.mechanism import read_cracks
from pirqa.pushover.options import LoadPattern, PushoverOptions
from pirqa.pushover.oscillator import oscillator_of, volume_masses
from pirqa.pushover.reading import PushoverReading
from pirqa.pushover.result import PushoverResult, Snapshots

__all__ = ["elastic_spectra", "read_result"]

_ELASTIC = 0.05
_LONG_STEP = 0.75
"""Of the yield displacement. Measured on a prism 2.4 m high that yields at 0.5 mm: steps of 4 mm in place of 0.5 mm
raise its peak from 0.265 to 0.303."""
_CRUSHED = 0.5
"""Damage in compression of a brick that bears no more than half of its strength: the toe has gone. Measured on the wall
of the Chokepukio paper: loads at 140 mm were between 0.05 and 0.13 for steps of 1 to 5 mm and bricks of 0.55 to 1 m."""
_BEYOND = 1.3
"""How far spectra are drawn beyond what is asked and what can be."""


def read_result(result: PushoverResult, options: PushoverOptions, *, governing: str | None = None) -> PushoverResult:
    """``result`` with its readings and checks; ``governing`` is the key of the spectrum that governs at the site."""
    spectra = elastic_spectra(options.spectra)
    readings = tuple(
        _read(result, direction, snapshots, options.pattern, spectra)
        for direction, snapshots in zip(result.directions, result.snapshots, strict=True)
    )
    checks = tuple(
        check for reading in readings for check in checks_of(reading, spectra, result.variants, governing=governing)
    )
    told = (*result.remarks, *_long_steps(readings, options), *_crushed(result))
    return replace(result, readings=readings, checks=checks, remarks=told)


def _long_steps(readings: Sequence[PushoverReading], options: PushoverOptions) -> Iterator[Remark]:
    """Steps that leave the way up to the yield unseen: the delay of cracks goes with them, and the peak grows."""
    bent = [reading.main.bilinear.yield_displacement for reading in readings if reading.main.bilinear is not None]
    if bent and options.step > _LONG_STEP * min(bent):
        yield Remark(kind="warning", key="pushover_step_long", amount=float(1e3 * min(bent)), unit="mm")


def _crushed(result: PushoverResult) -> Iterator[Remark]:
    """From where on bricks have crushed: what they still bear depends on their size and on the step."""
    found = []
    for direction, snapshots in zip(result.directions, result.snapshots, strict=True):
        crushed = snapshots.crushing.max(axis=1, initial=0.0) > _CRUSHED
        if crushed.any():
            found.append(float(result.of(direction)[0].displacement[snapshots.step[int(np.argmax(crushed))]]))
    if found:
        yield Remark(kind="warning", key="pushover_crushed", amount=1e3 * min(found), unit="mm")


def elastic_spectra(given: DesignSpectra | None) -> dict[str, DesignSpectrum]:
    """Design spectra by name, which must be elastic, level and for 5 % damping: the methods reduce them themselves."""
    if given is None:
        return {}
    for name in given.given:
        table = getattr(given, name)
        if getattr(table, "reduction", 1.0) != 1.0:
            raise OptionsError(f"pushover.spectra.{name}.reduction must be 1: N2 reduces the spectrum itself")
        if getattr(table, "vertical", False):
            raise OptionsError(f"pushover.spectra.{name}.vertical must be false: the wall is pushed sideways")
        if getattr(table, "damping", _ELASTIC) != _ELASTIC:
            raise OptionsError(f"pushover.spectra.{name}.damping must be 0.05: the methods bring their own damping")
    return {spectrum.name: spectrum for spectrum in design_spectra(given).values()}


def _read(
    result: PushoverResult,
    direction: str,
    snapshots: Snapshots,
    pattern: LoadPattern,
    spectra: Mapping[str, DesignSpectrum],
) -> PushoverReading:
    paths = result.of(direction)
    curves = tuple(read_curve(path) for path in paths)
    main = curves[0]
    mass = result.mass if len(result.mass) else volume_masses(result.mesh, result.weight)
    levels = result.mesh.nodes[:, 2] - float(result.mesh.nodes[:, 2].min())
    oscillator = oscillator_of(mass, levels, pattern, snapshots, paths[0], main.elastic_end.step, main.peak.step)
    demands = (
        [how(main.bilinear, oscillator, spectrum) for spectrum in spectra.values() for how in (n2, capacity_spectrum)]
        if main.bilinear is not None and main.bilinear.yield_multiplier > 0.0
        else []
    )
    reach = max([main.end.displacement, *(item.displacement for item in demands)]) / oscillator.participation
    drawn = [
        spectrum_curve(spectra[item.spectrum], item.damping, _BEYOND * float(np.clip(reach, 1e-3, 10.0)))
        for item in demands
    ]
    return PushoverReading(
        direction=direction,
        curves=curves,
        band=band_of(paths),
        oscillator=oscillator,
        demands=tuple(demands),
        spectra=tuple(drawn),
        cracks=read_cracks(result.mesh, snapshots, paths[0]),
    )
