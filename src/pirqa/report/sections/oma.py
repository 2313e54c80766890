"""The oma stage on the page: modes, signals, ground noise and the change of frequencies by date."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.model.ground_motion import Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.channel_quality import ChannelQuality
from pirqa.oma.hvsr.analyse import HvsrResult
from pirqa.oma.hvsr.curves import Criterion
from pirqa.oma.result import OmaResult, Spectrum, Way
from pirqa.oma.tracking import Change, TrackingResult
from pirqa.project import Assessment
from pirqa.project.published import PublishedMode
from pirqa.report.figures.oma import (
    draw_auto_mac,
    draw_diagram,
    draw_hvsr,
    draw_shapes,
    draw_singular_values,
    draw_spectrum,
    draw_tracking,
    wall_boxes,
)
from pirqa.report.remarks import remarks_table
from pirqa.report.section import (
    Block,
    Cell,
    Column,
    Figure,
    Grid,
    Heading,
    Note,
    Section,
    Text,
    figure,
    sources_and_notes,
    table,
)
from pirqa.report.viewer.meshes import measured_viewer
from pirqa.report.words import Words

_TONES = {"changed": "bad", "lost": "bad", "unsure": "unsure", "steady": "good", "baseline": ""}


def build(result: OmaResult, assessment: Assessment, words: Words) -> Section:
    """The section of the oma stage."""
    blocks: list[Block] = [Text(text=words("oma.intro"))]
    if result.simulated:
        blocks.append(Note(text=words("oma.simulated")))
    if result.description:
        blocks.append(Note(text=result.description))
    blocks.append(Text(text=_sentence(result, words)))
    if len(result.modes):
        blocks += _modes(
            result, [item for item in assessment.published.get("published_modes", ()) if not item.model], words
        )
    if result.spectrum is not None:
        blocks += _spectra(result, result.spectrum, words)
    if len(result.modes):
        blocks += _shapes(result, words)
    blocks += noise_blocks(result.noise, words)
    blocks += tracking_blocks(result.tracking, words)
    blocks += signal_blocks(result, words)
    blocks += remarks_table(result.remarks, words)
    blocks += [Heading(text=words("oma.limits_title")), Text(text=words("oma.limits"))]
    return Section(id="oma", title=words("oma.title"), blocks=tuple(blocks))


def _sentence(result: OmaResult, words: Words) -> str:
    if result.spectrum is None:
        return words("oma.sentence_no_wall")
    if not len(result.modes):
        return words("oma.sentence_none", low=words.number(result.band[0], 3), high=words.number(result.band[1], 3))
    first = float(result.modes.frequency[0])
    told = words(
        "oma.sentence_one" if len(result.modes) == 1 else "oma.sentence",
        count=len(result.modes),
        low=words.number(result.band[0], 3),
        high=words.number(result.band[1], 3),
        way=words(f"oma.way_{own_way(result).name}"),
        merge=words(f"oma.merge_{result.merge}", count=len(result.setups)),
        frequency=_with_deviation(first, _at(result.modes.frequency_sd, 0), words),
        period=words.number(1.0 / first, 3),
    )
    return f"{told} {words('oma.by_hand')}" if result.by_hand else told


def own_way(result: OmaResult) -> Way:
    """The way that the modes of the result come from."""
    name = f"{result.method}_poser" if result.merge == "poser" else result.method
    return next(way for way in result.ways if way.name == name)


def _modes(result: OmaResult, published: Sequence[PublishedMode], words: Words) -> Iterator[Block]:
    """Like Table 1 of the Chokepukio paper: all ways beside each other."""
    own = own_way(result)
    picked = next((way for way in result.ways if way.name == "peak_picking"), None)
    printed = {item.mode: item for item in published}
    ways = [own, *(way for way in result.ways if way is not own)]
    columns: list[Column[int]] = [
        Column("oma.column_mode", lambda index: index + 1, strong=True),
        *(_way_column(way, words, strong=way is own) for way in ways),
    ]
    if picked is not None:
        difference = picked.frequency / own.frequency - 1.0
        columns.append(
            Column("oma.column_difference", lambda index: float(difference[index]), unit="%", form="{:+.2f}")
        )
    if printed:
        columns.append(Column("oma.column_printed", lambda index: _printed(printed.get(index + 1), words)))
    yield table(range(len(result.modes)), columns, words, words("oma.modes"))
    yield from sources_and_notes(published, words)
    missed = [item for item in published if item.mode > len(result.modes)]
    if missed:
        numbers = ", ".join(str(item.mode) for item in missed)
        yield Note(text=words("oma.printed_missed", modes=numbers))
    yield _indicators(result, words)
    for way in ways:
        if len(way.others):
            listed = ", ".join(words.number(item, 3) for item in way.others.tolist())
            yield Text(text=words("oma.others", way=words(f"oma.way_{way.name}"), frequencies=listed))


def _way_column(way: Way, words: Words, *, strong: bool) -> Column[int]:
    return Column(f"oma.way_{way.name}", lambda index: _found(way, index, words, strong=strong))


def _found(way: Way, index: int, words: Words, *, strong: bool) -> Cell:
    frequency, damping = float(way.frequency[index]), float(way.damping[index])
    if np.isnan(frequency):
        return Cell(text="–", number=True)
    text = _with_deviation(frequency, float(way.frequency_sd[index]), words)
    small = ""
    if np.isfinite(damping):
        told = _with_deviation(100.0 * damping, 100.0 * float(way.damping_sd[index]), words, digits=2)
        small = words("oma.damping", damping=told)
    return Cell(text=text, number=True, strong=strong, small=small)


def _printed(item: PublishedMode | None, words: Words) -> Cell:
    if item is None:
        return Cell(text="–", number=True)
    frequencies = [item.frequency] if item.frequency is not None else []
    text = ", ".join(words.plain(value) for value in frequencies) or "–"
    small = []
    if item.damping is not None:
        small.append(words("oma.damping", damping=words.typeset(f"{100.0 * item.damping:.3g}")))
    if item.peak is not None:
        small.append(words("oma.printed_peak", peak=words.plain(item.peak)))
    return Cell(text=text, number=True, small="; ".join(small))


def _indicators(result: OmaResult, words: Words) -> Grid:
    """Return how far each mode can be trusted."""
    own = own_way(result)

    def agreement(index: int) -> float:
        others = [float(way.mac[index]) for way in result.ways if way is not own and np.isfinite(way.mac[index])]
        return min(others, default=math.nan)

    def likeness(index: int) -> float:
        others = np.delete(result.auto_mac[index], index)
        return float(others.max(initial=0.0)) if len(others) else math.nan

    columns: tuple[Column[int], ...] = (
        Column("oma.column_mode", lambda index: index + 1, strong=True),
        Column("oma.column_collinearity", lambda index: _at(result.modes.collinearity, index), form="{:.2f}"),
        Column("oma.column_phase", lambda index: _at(result.modes.phase_deviation, index), unit="deg", form="{:.1f}"),
        Column("oma.column_agreement", agreement, form="{:.2f}"),
        Column("oma.column_likeness", likeness, form="{:.2f}"),
        Column(
            "oma.column_orders",
            lambda index: len(set(result.diagram["order"][result.diagram["mode"] == index].tolist())),
        ),
    )
    return table(range(len(result.modes)), columns, words, words("oma.indicators"))


def _spectra(result: OmaResult, spectrum: Spectrum, words: Words) -> Iterator[Block]:
    yield Heading(text=words("oma.spectra_title"))
    figures = (("spectrum", draw_spectrum), ("diagram", draw_diagram), ("singular_values", draw_singular_values))
    for key, draw in figures:
        if key == "diagram" and not len(result.diagram):
            continue
        svg = draw(result, spectrum, words, name=f"oma-{key.replace('_', '-')}")
        caption = words(f"oma.{key}", resolution=words.number(spectrum.resolution, 2))
        yield Figure(svg=svg, caption=caption, alt=words(f"oma.{key}_alt"))


def _shapes(result: OmaResult, words: Words) -> Iterator[Block]:
    yield Heading(text=words("oma.shapes_title"))
    yield from measured_viewer(result, wall_boxes(result), words)
    yield figure(draw_shapes(result, words, name="oma-shapes"), "oma.shapes", words)
    if len(result.modes) > 1:
        yield figure(draw_auto_mac(result, words, name="oma-auto-mac"), "oma.auto_mac", words)


def _with_deviation(value: float, deviation: float, words: Words, digits: int = 4) -> str:
    """A number with twice its standard deviation, both to the same decimals."""
    if not np.isfinite(deviation) or deviation <= 0.0:
        return words.number(value, digits)
    decimals = int(np.clip(1 - np.floor(np.log10(2.0 * deviation)), 0, 6))
    return words.typeset(f"{value:.{decimals}f} ± {2.0 * deviation:.{decimals}f}")


def _at(values: FloatArray | None, index: int) -> float:
    return float("nan") if values is None else float(values[index])


def signal_blocks(result: OmaResult, words: Words) -> Iterator[Block]:
    """Setups, treatments and the table of channels; nothing where the plan has no setups."""
    if result.quality is None:
        return
    yield Heading(text=words("oma.signals_title"))
    done = "; ".join(_treatment(step, words) for step in result.treatments) or words("motion.untouched")
    shortest = float(result.setups["duration"].min())
    yield Text(
        text=words(
            "oma.signals",
            setups=len(result.setups),
            duration=words.number(shortest / 60.0, 3),
            references=", ".join(_degree(name, words) for name in result.references) or "–",
            treatments=done,
            rate=words.plain(result.rate),
        )
    )
    yield _channels(result.quality.channels, words)


def _channels(channels: Sequence[ChannelQuality], words: Words) -> Grid:
    columns: tuple[Column[ChannelQuality], ...] = (
        Column("oma.column_setup", lambda item: item.setup, strong=True),
        Column(
            "oma.column_channel",
            lambda item: _degree(str(item.degree), words),
            small=lambda item: words("oma.reference") if item.reference else "",
        ),
        Column("oma.column_rms", lambda item: item.rms_mg),
        Column("oma.column_peak", lambda item: 1e3 * item.peak, unit="g"),
        Column("oma.column_floor", lambda item: 1e6 * item.noise_density, unit="g"),
        Column("oma.column_alone", lambda item: item.incoherent, unit="%", digits=2),
        Column("oma.column_drift", lambda item: item.drift, digits=2),
        Column(
            "oma.column_state",
            lambda item: ", ".join(words(f"oma.flag_{flag}") for flag in item.flags) or words("oma.sound"),
            tone=lambda item: "bad" if item.flags else "good",
            small=lambda item: item.other,
        ),
    )
    return table(channels, columns, words, words("oma.quality"))


def _degree(name: str, words: Words) -> str:
    """``12 across`` in words."""
    point, _, axis = name.rpartition(" ")
    return f"{point} {words.get(f'direction.{axis}', axis)}"


def _treatment(step: Treatment, words: Words) -> str:
    shown = {name: words.typeset(f"{amount:.4g}") for name, amount in step.amounts.items()}
    key = f"treatment.{step.key}"
    if key in words:
        return words(key, **shown) if shown else words(key)
    return f"{step.key} {', '.join(f'{name} {amount}' for name, amount in shown.items())}".strip()


def noise_blocks(noises: tuple[HvsrResult, ...], words: Words) -> Iterator[Block]:
    """A figure and a table of criteria for each record of ground noise."""
    if not noises:
        return
    yield Heading(text=words("oma.hv_title"))
    yield Text(text=words("oma.hv_intro"))
    for number, noise in enumerate(noises, 1):
        yield _noise_sentence(noise, words)
        svg = draw_hvsr(noise, words, name=f"oma-hv-{number}")
        caption = words(
            "oma.hv",
            name=noise.name,
            used=noise.used,
            windows=len(noise.starts),
            length=words.number(noise.window, 3),
            transient=sum(noise.transient),
            outlying=sum(noise.outlying),
        )
        yield Figure(svg=svg, caption=caption, alt=words("oma.hv_alt"))
        yield _criteria(noise, words)
        yield from remarks_table(noise.remarks, words)


def _noise_sentence(noise: HvsrResult, words: Words) -> Block:
    if noise.period is None or noise.period_sd is None:
        reasons = "; ".join(words(f"oma.hv_{refusal}") for refusal in noise.refusals)
        return Note(text=words("oma.hv_refused", name=noise.name, reasons=reasons))
    return Text(
        text=words(
            "oma.hv_period",
            name=noise.name,
            period=words.number(noise.period, 3),
            spread=words.number(noise.period_sd, 2),
            frequency=words.number(1.0 / noise.period, 3),
            height=words.number(noise.height, 3),
        )
    )


def _criteria(noise: HvsrResult, words: Words) -> Grid:
    asked = [("reliable", item) for item in noise.reliability] + [("clear", item) for item in noise.clarity]

    def unit(item: Criterion) -> str:
        return f" {item.unit}" if item.unit else ""

    def value(row: tuple[str, Criterion]) -> str:
        return words.number(row[1].value, 3) + unit(row[1]) if np.isfinite(row[1].value) else "–"

    def limit(row: tuple[str, Criterion]) -> str:
        return f"{'>' if row[1].sense == 'above' else '<'} {words.number(row[1].limit, 3)}{unit(row[1])}"

    columns: tuple[Column[tuple[str, Criterion]], ...] = (
        Column("oma.column_asks", lambda row: words(f"oma.hv_{row[0]}"), strong=True),
        Column("oma.column_criterion", lambda row: words(f"hvsr.criterion.{row[1].key}")),
        Column("oma.column_value", value, number=True),
        Column("oma.column_limit", limit, number=True),
        Column(
            "oma.column_kept",
            lambda row: words("oma.yes" if row[1].kept else "oma.no"),
            tone=lambda row: "good" if row[1].kept else "bad",
        ),
    )
    return table(asked, columns, words, words("oma.hv_criteria"))


def tracking_blocks(tracking: TrackingResult | None, words: Words) -> Iterator[Block]:
    """A chart and a table of all dates; nothing where there is one date only."""
    if tracking is None:
        return
    yield Heading(text=words("oma.tracking_title"))
    flagged = tracking.flagged
    if flagged:
        told = "; ".join(
            words("oma.tracking_flag", mode=item.mode + 1, date=item.epoch, what=_told(item, words)) for item in flagged
        )
        yield Note(text=words("oma.tracking_changed", changes=told))
    else:
        yield Text(text=words("oma.tracking_steady"))
    yield figure(
        draw_tracking(tracking, words, name="oma-tracking"),
        "oma.tracking",
        words,
        confidence=words.plain(100.0 * tracking.confidence),
    )
    yield _table(tracking, words)
    for date, frequencies in zip(tracking.epochs, tracking.new, strict=True):
        if frequencies:
            yield Text(text=words("oma.tracking_new", date=date, frequencies=", ".join(frequencies)))


def _told(item: Change, words: Words) -> str:
    if item.judgement == "lost":
        return words("oma.judgement_lost")
    return words.typeset(f"{100.0 * item.change:+.2f} % (± {100.0 * item.limit:.2f} %)")


def _table(tracking: TrackingResult, words: Words) -> Grid:
    def frequency(item: Change) -> str:
        if not np.isfinite(item.frequency):
            return "–"
        deviation = words.typeset(f" ± {2.0 * item.frequency_sd:.2g}") if np.isfinite(item.frequency_sd) else ""
        return words.number(item.frequency, 4) + deviation

    columns: tuple[Column[Change], ...] = (
        Column("oma.column_date", lambda item: item.epoch, strong=True),
        Column("oma.column_mode", lambda item: item.mode + 1),
        Column("oma.column_frequency", frequency, number=True),
        Column("oma.column_change", lambda item: item.change, unit="%", form="{:+.2f}"),
        Column("oma.column_change_limit", lambda item: item.limit, unit="%", form="{:.2f}"),
        Column("oma.column_mac", lambda item: item.mac, form="{:.2f}"),
        Column("oma.column_temperature", lambda item: item.temperature, form="{:g}"),
        Column(
            "oma.column_judgement",
            lambda item: words(f"oma.judgement_{item.judgement}"),
            tone=lambda item: _TONES[item.judgement],
        ),
    )
    return table(tracking.changes, columns, words, words("oma.tracking_table"))
