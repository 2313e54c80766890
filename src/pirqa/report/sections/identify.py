"""The identify stage on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pirqa.model.modes import AXES
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.identify import draw_shapes, draw_sines, draw_softening, draw_spectrum
from pirqa.report.names import corner_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Section, Text
from pirqa.report.viewer.views import identify_viewer
from pirqa.report.words import Words
from pirqa.shaking.identify import IdentifyResult, NoiseReading, Vibration
from pirqa.units import STANDARD_GRAVITY

__all__ = ["build"]

_BESIDE = 0.15
"""Part of a mode's frequency within which a peak of the noise's spectrum stands beside it."""
_FELT = 0.01
"""Effective mass below which a mode does not answer to the base, of all that moves."""
_TOLD_PEAKS = 8
"""Peaks that are listed as the paper's reading: it has as many."""


def build(result: IdentifyResult, assessment: Assessment, words: Words) -> Section:
    """The section of the identify stage."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [Text(text=words("identify.intro")), *identify_viewer(result, wall, assessment, words)]
    for number, vibration in enumerate(result.vibrations, 1):
        if vibration.case:
            blocks.append(Heading(text=corner_name(vibration.case, words)))
        blocks += _vibration(result, vibration, wall, words, number)
    blocks += _remarks(result, words)
    return Section(id="identify", title=words("identify.title"), blocks=tuple(blocks))


def _vibration(result: IdentifyResult, vibration: Vibration, wall: Wall, words: Words, number: int) -> Iterator[Block]:
    yield _summary(result, vibration, words)
    yield _modes(result, vibration, words)
    count = min(len(vibration.modes), 3)
    svg = draw_shapes(vibration, wall, words, name=f"identify-shapes-{number}")
    yield Figure(svg=svg, caption=words("identify.shapes", count=count), alt=words("identify.shapes_alt"))
    if vibration.noise is not None:
        noise = vibration.noise
        svg = draw_spectrum(result, vibration, noise, words, name=f"identify-noise-{number}")
        caption = words(
            "identify.spectrum",
            level=words.number(noise.acceleration / STANDARD_GRAVITY, 3),
            displacement=words.number(1e3 * noise.displacement, 3),
            window=words.number(noise.spectrum.window, 4),
            pieces=noise.spectrum.pieces,
            coarse=words.number(noise.coarse.window, 4),
        )
        yield Figure(svg=svg, caption=caption, alt=words("identify.spectrum_alt"))
        yield Text(text=words("identify.peaks", peaks=_peaks(noise, words)))
    if vibration.sines is not None:
        svg = draw_sines(result, vibration, vibration.sines, words, name=f"identify-sines-{number}")
        caption = words("identify.sines_caption", amplitude=words.number(vibration.sines.amplitude, 3))
        yield Figure(svg=svg, caption=caption, alt=words("identify.sines_alt"))
    if vibration.softening:
        svg = draw_softening(vibration, words, name=f"identify-softening-{number}")
        yield Figure(svg=svg, caption=words("identify.softening_caption"), alt=words("identify.softening_alt"))
        yield _softening(vibration, words)


def _hertz(frequency: float, resolution: float | None, words: Words) -> str:
    """A frequency with half of what it is told apart by."""
    if resolution is None:
        return words.number(frequency, 4)
    return f"{words.number(frequency, 4)} ± {words.number(0.5 * resolution, 2)}"


def _peaks(noise: NoiseReading, words: Words) -> str:
    told = np.sort(noise.coarse.peaks[:_TOLD_PEAKS]).tolist()
    return "; ".join(_hertz(peak, noise.coarse.resolution, words) for peak in told)


def _percent(share: float, words: Words) -> Cell:
    return Cell(text=words.number(100.0 * share, 3), number=True)


def _head(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words(f"identify.column_{name}") for name in names)


def _summary(result: IdentifyResult, vibration: Vibration, words: Words) -> Grid:
    """Every way to a frequency, beside each other."""
    rows = [
        (
            Cell(text=words("identify.small"), strong=True),
            Cell(text=_hertz(vibration.frequency, None, words), number=True, strong=True),
            Cell(text="–", number=True),
            Cell(text="–", number=True),
            Cell(text="–"),
        )
    ]
    noise = vibration.noise
    if noise is not None:
        level = words.number(noise.acceleration / STANDARD_GRAVITY, 3)
        for key, spectrum in (("noise", noise.spectrum), ("coarse", noise.coarse)):
            rows.append(
                (
                    Cell(text=words(f"identify.{key}"), strong=True),
                    Cell(text=_hertz(spectrum.dominant, spectrum.resolution, words), number=True, strong=True),
                    Cell(text=level, number=True),
                    Cell(text=words.number(1e3 * noise.moved, 3), number=True),
                    _state(noise.linear, noise.reliable, words),
                )
            )
    sines = vibration.sines
    if sines is not None:
        rows.append(
            (
                Cell(text=words("identify.sines"), strong=True),
                Cell(
                    text=_hertz(sines.most_amplified, sines.resolution, words),
                    number=True,
                    strong=True,
                    small=words("identify.at_the_end") if sines.at_the_end else "",
                ),
                Cell(text=words.number(sines.amplitude / STANDARD_GRAVITY, 3), number=True),
                Cell(text=words.number(1e3 * float(sines.moved.max()), 3), number=True),
                _state(sines.linear, sines.reliable, words),
            )
        )
    head = _head(words, "way", "frequency", "level", "moved", "state")
    caption = words("identify.summary", direction=words(f"direction.{result.direction}"))
    return Grid(head=head, rows=tuple(rows), caption=caption)


def _state(linear: bool, reliable: bool, words: Words) -> Cell:
    if not reliable:
        return Cell(text=words("identify.unreliable"), tone="unsure")
    key = "linear" if linear else "disturbed"
    return Cell(text=words(f"identify.{key}"), tone="good" if linear else "unsure")


def _modes(result: IdentifyResult, vibration: Vibration, words: Words) -> Grid:
    modes = vibration.modes
    assert modes.effective_mass is not None
    spectrum = None if vibration.noise is None else vibration.noise.spectrum
    rows = []
    for index, frequency in enumerate(modes.frequency.tolist()):
        peak = "–"
        if spectrum is not None and modes.effective_mass[index, AXES.index(result.direction)] >= _FELT:
            nearest = float(spectrum.peaks[np.argmin(np.abs(spectrum.peaks - frequency))])
            if abs(nearest - frequency) < _BESIDE * frequency:
                peak = _hertz(nearest, spectrum.resolution, words)
        rows.append(
            (
                Cell(text=str(index + 1), number=True, strong=index == vibration.main),
                Cell(text=words.number(frequency, 4), number=True, strong=index == vibration.main),
                Cell(text=words.number(100.0 * float(modes.damping[index]), 3), number=True),
                *(Cell(text=f"{100.0 * share:.0f}", number=True) for share in modes.effective_mass[index].tolist()),
                Cell(text=peak, number=True),
            )
        )
    head = _head(words, "mode", "frequency", "damping", *(f"mass_{axis}" for axis in AXES), "peak")
    return Grid(head=head, rows=tuple(rows), caption=words("identify.modes"))


def _softening(vibration: Vibration, words: Words) -> Grid:
    rows = tuple(
        (
            Cell(text=words.number(reading.acceleration / STANDARD_GRAVITY, 3), number=True),
            Cell(text=words.number(1e3 * reading.displacement, 3), number=True),
            Cell(text=words.number(1e3 * reading.moved, 3), number=True),
            Cell(text=_hertz(reading.spectrum.dominant, reading.spectrum.resolution, words), number=True, strong=True),
            _percent(reading.slipped, words),
            _percent(reading.opened, words),
            _state(reading.linear, reading.reliable, words),
        )
        for reading in vibration.softening
    )
    head = _head(words, "level", "base_moved", "moved", "frequency", "slipped", "opened", "state")
    return Grid(head=head, rows=rows, caption=words("identify.softening"))


def _run_name(text: str, result: IdentifyResult, words: Words) -> str:
    """A run as the report calls it; any other text as it stands."""
    ends = {f" ({vibration.case})": vibration.case for vibration in result.vibrations if vibration.case}
    end = next((item for item in ends if text.endswith(item)), "")
    kind, _, level = text.removesuffix(end).partition(" ")
    if kind not in ("noise", "sine"):
        return text
    name = f"{words(f'identify.run_{kind}')} {level}".rstrip()
    return f"{name} ({corner_name(ends[end], words)})" if end else name


def _remarks(result: IdentifyResult, words: Words) -> list[Block]:
    order = {"warning": 0, "assumption": 1, "repair": 2}
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(replace(remark, text=_run_name(remark.text, result, words)), words)),
        )
        for remark in sorted(result.remarks, key=lambda remark: order[remark.kind])
    )
    head = (words("column.kind"), words("column.what"))
    return [Grid(head=head, rows=rows, caption=words("dynamics.remarks"))] if rows else []
