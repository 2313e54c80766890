"""The motion stage on the page."""

from __future__ import annotations

import math

import numpy as np

from pirqa.model.check import Check
from pirqa.model.ground_motion import Treatment
from pirqa.motion.intensity import rocking_acceleration, rocking_velocity
from pirqa.motion.result import MotionResult, PreparedMotion, SlidingCase
from pirqa.project import Assessment
from pirqa.report.figures.motion import draw_motion, draw_regressions, draw_sliding, draw_spectra
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.motion_set import set_blocks, set_sentence
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY, pretty

__all__ = ["build"]

_ORDINATES = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 4.0)
"""Periods whose spectral accelerations stand in a table [s]."""
_MOST_DRAWN = 8
"""Motions that get a figure of their own; the others are in the tables and the spectra."""


def build(result: MotionResult, assessment: Assessment, words: Words) -> Section:
    """The section of the motion stage."""
    blocks: list[Block] = [Text(text=words("motion.intro"))]
    if result.set is not None:
        blocks += set_blocks(result.set, words)
        blocks.append(Heading(text=words("set.all_motions")))
    blocks += [_origins(result, words), _remarks(result, words), Heading(text=words("motion.spectra_title"))]
    blocks += [_spectra(result, words), *_unverified(result, words), _measures(result, words)]
    blocks += _stronger(result, assessment, words)
    blocks.append(_ordinates(result, words))
    blocks += _block_measures(result, words)
    blocks.append(Heading(text=words("motion.histories_title")))
    blocks += [_drawn(item, result, words) for item in result.motions[:_MOST_DRAWN]]
    if len(result.motions) > _MOST_DRAWN:
        blocks.append(Text(text=words("motion.more_motions", count=len(result.motions) - _MOST_DRAWN)))
    blocks += _processing(result, words)
    blocks += _sliding(result, assessment.checks, words)
    return Section(id="motion", title=words("motion.title"), blocks=tuple(_present(blocks)))


def _present(blocks: list[Block]) -> list[Block]:
    return [block for block in blocks if not (isinstance(block, Grid) and not block.rows)]


def _origins(result: MotionResult, words: Words) -> Grid:
    rows = []
    for item in result.motions:
        origin = item.motion.origin
        where = ", ".join(text for text in (origin.station, origin.agency) if text)
        when = ", ".join(text for text in (origin.event, origin.time) if text)
        filed = "; ".join(
            words(
                "motion.filed" if channel.even else "motion.filed_uneven",
                name=channel.name,
                samples=channel.samples,
                step=words.typeset(f"{channel.step:g}"),
                unit=channel.unit,
            )
            for channel in item.filed
        )
        if item.kind == "record":
            source = f"{origin.file} ({words.get(f'value.{origin.format}', origin.format)})"
        else:
            source = words(f"motion.kind_{item.kind}")
        if item.target:
            source += f"; {words('motion.matched_to', code=words.get(f'code.{item.target}', item.target))}"
        rows.append(
            (
                Cell(text=item.name, strong=True),
                Cell(text=source, small=f"{words('motion.digest')} {origin.digest[:12]}" if origin.digest else ""),
                Cell(text=where or "–", small=when),
                Cell(text=filed or "–"),
                Cell(text=words.number(item.motion.factor, 4), number=True),
            )
        )
    head = tuple(words(f"column.{name}") for name in ("motion", "source", "station", "filed", "scale"))
    return Grid(head=head, rows=tuple(rows), caption=words("motion.origins"))


def _remarks(result: MotionResult, words: Words) -> Grid:
    rows = []
    order = {"warning": 0, "assumption": 1, "repair": 2}
    told = [(item.name, remark) for item in result.motions for remark in item.remarks]
    for name, remark in sorted(told, key=lambda pair: order[pair[1].kind]):
        tone = "unsure" if remark.kind == "warning" else ""
        rows.append(
            (
                Cell(text=words(f"remark_kind.{remark.kind}"), tone=tone),
                Cell(text=name),
                Cell(text=remark_text(remark, words)),
            )
        )
    head = (words("column.kind"), words("column.motion"), words("column.what"))
    return Grid(head=head, rows=tuple(rows), caption=words("motion.remarks"))


def _spectra(result: MotionResult, words: Words) -> Figure:
    svg = draw_spectra(result, words, name="spectra")
    key = "motion.spectra_design" if result.design else "motion.spectra"
    caption = words(key, damping=words.number(100.0 * result.damping, 2))
    return Figure(svg=svg, caption=caption, alt=words("motion.spectra_alt"))


def _unverified(result: MotionResult, words: Words) -> list[Block]:
    blocks: list[Block] = []
    for code in result.design:
        name = words.get(f"code.{code.name}", code.name)
        text = words("motion.code_source", code=name, source=words.citation(code.source))
        blocks.append(Text(text=text) if code.verified else Note(text=f"{text} {words('motion.code_unverified')}"))
    return blocks


def _measures(result: MotionResult, words: Words) -> Grid:
    rows = []
    for item in result.motions:
        for direction, found in zip(item.motion.directions, item.measures, strict=True):
            values = (
                found.pga / STANDARD_GRAVITY,
                found.pgv,
                found.pgd,
                found.arias,
                found.duration,
                math.nan if found.mean_period is None else found.mean_period,
                found.cav,
                found.housner,
            )
            rows.append(
                (
                    Cell(text=item.name, strong=True),
                    Cell(text=words.get(f"direction.{direction.name}", direction.name)),
                    *(Cell(text=words.number(value, 3), number=True) for value in values),
                )
            )
    names = ("motion", "component", "pga", "pgv", "pgd", "arias", "duration", "mean_period", "cav", "housner")
    head = tuple(words(f"column.{name}") for name in names)
    return Grid(head=head, rows=tuple(rows), caption=words("motion.measures"))


def _ordinates(result: MotionResult, words: Words) -> Grid:
    """Spectral accelerations at a few periods, of the components and of all directions at once."""
    rows = []
    for item in result.motions:
        mine = result.spectra.where(motion=item.name)
        for component in dict.fromkeys(mine["component"].tolist()):
            curve = mine.where(component=component)
            values = np.interp(_ORDINATES, curve["period"], curve["psa"], left=math.nan, right=math.nan)
            cells = [Cell(text=words.number(value / STANDARD_GRAVITY, 3), number=True) for value in values.tolist()]
            name = words.get(f"direction.{component}", component)
            rows.append((Cell(text=item.name, strong=True), Cell(text=name), *cells))
    head = (words("column.motion"), words("column.component"), *(f"{period:g} s" for period in _ORDINATES))
    return Grid(head=head, rows=tuple(rows), caption=words("motion.ordinates"))


def _stronger(result: MotionResult, assessment: Assessment, words: Words) -> list[Block]:
    """A word where motions are stronger than the earthquake that the force methods look at."""
    design = next((row.value for row in assessment.inputs if row.key == "site.acceleration"), None)
    if design is None:
        return []
    names = [
        item.name
        for item in result.motions
        if any(item.measures[item.motion.column(name)].pga > 1.05 * design for name in item.horizontal)
    ]
    return [Note(text=words("motion.stronger", motions=", ".join(names)))] if names else []


def _block_measures(result: MotionResult, words: Words) -> list[Block]:
    """What the motions are to the wall as one rigid block."""
    if not result.block:
        return []
    height, thickness = result.block
    rows = []
    for item in result.motions:
        for name in item.horizontal:
            found = item.measures[item.motion.column(name)]
            push = rocking_acceleration(found.pga, height=height, thickness=thickness)
            speed = rocking_velocity(found.pgv, height=height, thickness=thickness)
            rows.append(
                (
                    Cell(text=item.name, strong=True),
                    Cell(text=words.get(f"direction.{name}", name)),
                    Cell(text=words.number(push, 3), number=True, tone="unsure" if push > 1.0 else ""),
                    Cell(text=words.number(speed, 3), number=True),
                )
            )
    head = tuple(words(f"column.{name}") for name in ("motion", "component", "rocking_pga", "rocking_pgv"))
    caption = words("motion.block", height=f"{height:.2f}", thickness=f"{thickness:.2f}")
    return [Grid(head=head, rows=tuple(rows), caption=caption)]


def _drawn(item: PreparedMotion, result: MotionResult, words: Words) -> Figure:
    svg = draw_motion(item, result.spectra, words, name=f"motion-{item.name}")
    done = "; ".join(_treatment(step, words) for step in item.motion.treatments)
    caption = words("motion.history", name=item.name, treatments=done or words("motion.untouched"))
    return Figure(svg=svg, caption=caption, alt=words("motion.history_alt", name=item.name))


def _treatment(step: Treatment, words: Words) -> str:
    shown = {name: words.typeset(_amount(name, amount)) for name, amount in step.amounts.items()}
    key = f"treatment.{step.key}"
    if key in words:
        return pretty(words(key, **shown)) if shown else words(key)
    amounts = ", ".join(f"{name} {amount}" for name, amount in shown.items())
    return f"{step.key} {amounts}".strip()


def _amount(name: str, amount: float) -> str:
    """A share in per cent, a direction in degrees; whole numbers, such as seeds, as they are."""
    if name == "share":
        return f"{100.0 * amount:g} %"
    if name in ("azimuth", "facing", "phase"):
        return f"{math.degrees(amount):.4g} deg"
    return f"{amount:.0f}" if amount == round(amount) and abs(amount) < 1e9 else f"{amount:.3g}"


def _processing(result: MotionResult, words: Words) -> list[Block]:
    rows = [
        (
            Cell(text=item.name, strong=True),
            Cell(text=change.component),
            Cell(text=words.number(change.pga_before / STANDARD_GRAVITY, 4), number=True),
            Cell(text=words.number(change.pga_after / STANDARD_GRAVITY, 4), number=True),
            Cell(text=words.typeset(f"{100.0 * change.pga_change:+.2f}"), number=True),
            Cell(text=words.number(change.final_displacement_before, 3), number=True),
            Cell(text=_rest(change.final_displacement_after, words), number=True),
            Cell(text=words.number(change.pgd_after, 3), number=True),
        )
        for item in result.motions
        for change in item.changes
    ]
    if not rows:
        return []
    names = ("motion", "component", "pga_before", "pga_after", "pga_change", "end_before", "end_after", "pgd")
    head = tuple(words(f"column.{name}") for name in names)
    return [
        Heading(text=words("motion.processing_title")),
        Grid(head=head, rows=tuple(rows), caption=words("motion.processing")),
    ]


def _rest(value: float, words: Words) -> str:
    """A displacement at the end; what is below a micrometre is rest."""
    return "0" if abs(value) < 1e-6 else words.number(value, 3)


def _sliding(result: MotionResult, checks: tuple[Check, ...], words: Words) -> list[Block]:
    if not result.sliding:
        return []
    svg = draw_sliding(result, words, name="sliding")
    blocks: list[Block] = [Heading(text=words("motion.sliding_title")), Text(text=words("motion.sliding_intro"))]
    if result.set is not None and not result.set.complete:
        blocks.append(Note(text=f"{set_sentence(result.set, words)} {words('set.shows_failure')}"))
    blocks.append(Figure(svg=svg, caption=words("motion.sliding"), alt=words("motion.sliding_alt")))
    rows = []
    judged = {check.id.rpartition(".")[2]: check for check in checks if check.id.startswith("motion.sliding_block.")}
    for case in result.sliding:
        check = judged.get(case.name)
        tone = "" if check is None or not check.votes else "good" if check.satisfied else "bad"
        largest = words("motion.largest", largest=words.number(case.largest * 1e3, 3)) if case.both_ways else ""
        rows.append(
            (
                Cell(text=_yield_name(case, words), small=_sliding_doubt(case, words)),
                Cell(text=words.number(case.yield_coefficient, 4), number=True),
                Cell(text=words("motion.both_ways" if case.both_ways else "motion.one_way")),
                Cell(text=case.motion or "–", small=words("motion.reversed") if case.reversed else ""),
                Cell(
                    text=words.number(case.displacement * 1e3, 3),
                    number=True,
                    strong=True,
                    tone=tone,
                    small=largest,
                ),
                Cell(text=str(case.slips), number=True),
            )
        )
    names = ("yield", "yield_coefficient", "ways", "worst_motion", "slide", "slips")
    head = tuple(words(f"column.{name}") for name in names)
    blocks.append(Grid(head=head, rows=tuple(rows), caption=words("motion.sliding_cases")))
    moved = [case for case in result.sliding if case.motion]
    if moved:
        blocks += _predictions(max(moved, key=lambda case: case.displacement), words)
    return blocks


def _sliding_doubt(case: SlidingCase, words: Words) -> str:
    if case.yield_coefficient <= 0.0:
        return words("motion.slides_at_rest")
    return words("motion.rocks_first") if case.rocks_first else ""


def _yield_name(case: SlidingCase, words: Words) -> str:
    return words.get(f"thrust.{case.name}", words.get(f"motion.yield_{case.name}", case.name))


def _predictions(case: SlidingCase, words: Words) -> list[Block]:
    """What regressions say for the case that slides farthest."""
    rows = []
    for found in case.predictions:
        scattered = found.sigma_ln > 0.0
        spread = f"{words.number(found.low * 1e3, 3)} – {words.number(found.high * 1e3, 3)}" if scattered else "–"
        small = "" if found.verified else words("motion.regression_unverified")
        if not found.valid:
            small = f"{small} {words('motion.regression_outside')}".strip()
        rows.append(
            (
                Cell(text=words.get(f"regression.{found.name}", found.name), small=small),
                Cell(text=words.number(found.median * 1e3, 3), number=True),
                Cell(text=spread, number=True),
                Cell(text=words.number(found.sigma_ln, 3) if scattered else "–", number=True),
                Cell(text=words.citation(found.source)),
            )
        )
    head = tuple(words(f"column.{name}") for name in ("regression", "median", "spread", "sigma_ln", "source"))
    blocks: list[Block] = []
    if any(found.median > 0.0 for found in case.predictions):
        svg = draw_regressions(case, words, name="regressions")
        caption = words("motion.regressions_figure", case=_yield_name(case, words), motion=case.motion)
        blocks.append(Figure(svg=svg, caption=caption, alt=words("motion.regressions_alt")))
    blocks.append(Grid(head=head, rows=tuple(rows), caption=words("motion.regressions", motion=case.motion)))
    return blocks
