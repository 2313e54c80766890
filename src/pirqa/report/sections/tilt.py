"""The tilt stage on the page."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.dynamics_wall import final_state
from pirqa.report.figures.tilt import draw_tilt_test
from pirqa.report.names import run_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Section, Text
from pirqa.report.viewer.views import tilt_viewer
from pirqa.report.words import Words
from pirqa.shaking.tilt import TiltTest, TiltTestResult, Trial

__all__ = ["build"]

_MOST_DRAWN = 4
"""Tests that get pictures of their own."""


def build(result: TiltTestResult, assessment: Assessment, words: Words) -> Section:
    """The section of the tilt stage."""
    wall: Wall = assessment.stages["survey"].wall
    ways = dict.fromkeys(test.towards for test in result.tests)
    towards = " / ".join(words(f"tilt.towards_{way}") for way in ways)
    blocks: list[Block] = [Text(text=words("tilt.intro", towards=towards, how=_how(result, words)))]
    blocks += [Text(text=_sentence(test, words)) for test in result.tests]
    blocks += [*tilt_viewer(result, wall, assessment, words), *_events(result, words), *_remarks(result, words)]
    for number, test in enumerate(result.tests[:_MOST_DRAWN], 1):
        blocks += _pictures(result, test, wall, words, number)
    return Section(id="tilt", title=words("tilt.title"), blocks=tuple(blocks))


def _degrees(angle: float, words: Words, decimals: int = 2) -> str:
    return words.typeset(f"{math.degrees(angle):.{decimals}f} deg")


def _name(test: TiltTest, words: Words) -> str:
    name = words("tilt.run", run=run_name("tilt", test.case, words), towards=words(f"tilt.towards_{test.towards}"))
    return f"{name[0].upper()}{name[1:]}"


def _how(result: TiltTestResult, words: Words) -> str:
    action = result.action
    rates = {key: words.number(math.degrees(getattr(action, key)), 2) for key in ("rate", "slow_rate")}
    held = words.number(action.held, 2)
    if action.by is not None:
        how = words("tilt.how_steps", by=_degrees(action.by, words), held=held)
    elif action.slow_from is not None:
        how = words("tilt.how_slow", slow_from=_degrees(action.slow_from, words), **rates)
    else:
        how = words("tilt.how_steady", rate=rates["rate"])
    if result.resolution is not None:
        how += words("tilt.how_trials", resolution=_degrees(result.resolution, words), held=held)
    return how


def _sentence(test: TiltTest, words: Words) -> str:
    name, end = _name(test, words), _degrees(float(test.run.tilt[-1]), words, 1)
    if test.outcome.collapse == "failed":
        return words("tilt.sentence_failed", run=name)
    first = test.event("detached")
    if test.falls is None or first is None or test.leaves is None:
        return words("tilt.sentence_stands", run=name, end=end)
    fallen = test.collapse or test.falls
    told = {
        "run": name,
        "stone": first.place,
        "falls": _degrees(fallen.high, words, 1),
        "low": _degrees(fallen.low, words),
        "high": _degrees(fallen.high, words),
    }
    if test.collapse is None:
        return words("tilt.sentence_stone", end=end, **told)
    leaves, ratio = _degrees(test.leaves.high, words, 1), words.number(math.tan(fallen.high), 3)
    return words("tilt.sentence", leaves=leaves, ratio=ratio, **told)


def _events(result: TiltTestResult, words: Words) -> Iterator[Block]:
    shares = {"partial": result.damage.partial, "total": result.damage.total}
    rows = []
    for test in result.tests:
        for index, event in enumerate(test.events):
            share = words.number(100.0 * shares.get(event.name, 0.0), 2)
            what = words(f"tilt.event_{event.name}", share=share)
            joint = event.name in ("slip", "opening")
            rows.append(
                (
                    Cell(text=_name(test, words) if index == 0 else "", strong=True),
                    Cell(text=what),
                    Cell(text=_degrees(event.angle.low, words), number=True),
                    Cell(text=_degrees(event.angle.high, words), number=True, strong=True),
                    Cell(text=words.number(event.time, 3), number=True),
                    Cell(text=event.place if joint else words("dynamics.stone", name=event.place)),
                )
            )
    if rows:
        head = (words("column.run"), *(words(f"tilt.column_{key}") for key in ("happened", "low", "high", "time")))
        caption = words("tilt.events", outward=words.number(1e3 * result.damage.outward, 2))
        if result.resolution is not None:
            caption += f" {words('tilt.events_trials')}"
        yield Grid(head=(*head, words("tilt.column_place")), rows=tuple(rows), caption=caption)


def _remarks(result: TiltTestResult, words: Words) -> Iterator[Block]:
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(remark, words)),
        )
        for remark in result.remarks
    )
    if rows:
        yield Grid(head=(words("column.kind"), words("column.what")), rows=rows, caption=words("tilt.remarks"))


def _pictures(result: TiltTestResult, test: TiltTest, wall: Wall, words: Words, number: int) -> Iterator[Block]:
    name = _name(test, words)
    yield Heading(text=name)
    svg = draw_tilt_test(test, words, name=f"tilt-test-{number}")
    yield Figure(svg=svg, caption=words("tilt.curve", run=name), alt=words("tilt.curve_alt"))
    if test.trials and test.falls is not None:
        rows = tuple(
            (
                Cell(text=_degrees(trial.angle, words), number=True),
                Cell(text=words(f"tilt.trial_{_ended(trial)}")),
            )
            for trial in sorted(test.trials, key=lambda trial: trial.angle)
        )
        ends = {"low": _degrees(test.falls.low, words), "high": _degrees(test.falls.high, words)}
        head = (words("tilt.column_angle"), words("tilt.column_outcome"))
        yield Grid(head=head, rows=rows, caption=words("tilt.trials", run=name, **ends))
    yield final_state(result, test.run, test.outcome, wall, words, name=f"tilt-final-{number}", title=name)


def _ended(trial: Trial) -> str:
    if not trial.stands:
        return "falls"
    if trial.at_rest:
        return "stands"
    return "swings" if trial.swings else "moves"
