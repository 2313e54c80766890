"""The tilt stage on the page."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.experiments.tilt.result import TiltEvent, TiltTest, TiltTestResult, Trial
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.dynamics import draw_tilt_test, final_state
from pirqa.report.names import run_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Column, Heading, Section, Text, figure, table
from pirqa.report.viewer.views import tilt_viewer
from pirqa.report.words import Words

_MOST_DRAWN = 4
"""Tests that get pictures of their own."""


def build(result: TiltTestResult, assessment: Assessment, words: Words) -> Section:
    """The section of the tilt stage."""
    wall: Wall = assessment.stages["survey"].wall
    ways = dict.fromkeys(test.towards for test in result.tests)
    towards = " / ".join(words(f"tilt.towards_{way}") for way in ways)
    blocks: list[Block] = [Text(text=words("tilt.intro", towards=towards, how=_how(result, words)))]
    blocks += [Text(text=_sentence(test, words)) for test in result.tests]
    blocks += [*tilt_viewer(result, wall, assessment, words), *_events(result, words)]
    blocks += remarks_table(result.remarks, words, caption="tilt.remarks")
    for number, test in enumerate(result.tests[:_MOST_DRAWN], 1):
        blocks += _pictures(result, test, wall, words, number)
    return Section(id="tilt", title=words("tilt.title"), blocks=tuple(blocks))


def _name(test: TiltTest, words: Words) -> str:
    name = words("tilt.run", run=run_name("tilt", test.case, words), towards=words(f"tilt.towards_{test.towards}"))
    return f"{name[0].upper()}{name[1:]}"


def _how(result: TiltTestResult, words: Words) -> str:
    action = result.action
    rates = {key: words.number(math.degrees(getattr(action, key)), 2) for key in ("rate", "slow_rate")}
    held = words.number(action.held, 2)
    if action.by is not None:
        how = words("tilt.how_steps", by=words.degrees(action.by), held=held)
    elif action.slow_from is not None:
        how = words("tilt.how_slow", slow_from=words.degrees(action.slow_from), **rates)
    else:
        how = words("tilt.how_steady", rate=rates["rate"])
    if result.resolution is not None:
        how += words("tilt.how_trials", resolution=words.degrees(result.resolution), held=held)
    return how


def _sentence(test: TiltTest, words: Words) -> str:
    name, end = _name(test, words), words.degrees(float(test.run.tilt[-1]), 1)
    if test.outcome.collapse == "failed":
        return words("tilt.sentence_failed", run=name)
    first = test.event("detached")
    if test.falls is None or first is None or test.leaves is None:
        return words("tilt.sentence_stands", run=name, end=end)
    fallen = test.collapse or test.falls
    told = {
        "run": name,
        "stone": first.place,
        "falls": words.degrees(fallen.high, 1),
        "low": words.degrees(fallen.low),
        "high": words.degrees(fallen.high),
    }
    if test.collapse is None:
        return words("tilt.sentence_stone", end=end, **told)
    leaves, ratio = words.degrees(test.leaves.high, 1), words.number(math.tan(fallen.high), 3)
    return words("tilt.sentence", leaves=leaves, ratio=ratio, **told)


def _events(result: TiltTestResult, words: Words) -> Iterator[Block]:
    shares = {"partial": result.damage.partial, "total": result.damage.total}
    rows = [
        (_name(test, words) if index == 0 else "", event)
        for test in result.tests
        for index, event in enumerate(test.events)
    ]
    if not rows:
        return

    def happened(row: tuple[str, TiltEvent]) -> str:
        return words(f"tilt.event_{row[1].name}", share=words.number(100.0 * shares.get(row[1].name, 0.0), 2))

    def place(row: tuple[str, TiltEvent]) -> str:
        joint = row[1].name in ("slip", "opening")
        return row[1].place if joint else words("dynamics.stone", name=row[1].place)

    columns: tuple[Column[tuple[str, TiltEvent]], ...] = (
        Column("column.run", lambda row: row[0], strong=True),
        Column("tilt.column_happened", happened),
        Column("tilt.column_low", lambda row: row[1].angle.low, unit="deg", form="{:.2f} deg"),
        Column("tilt.column_high", lambda row: row[1].angle.high, unit="deg", form="{:.2f} deg", strong=True),
        Column("tilt.column_time", lambda row: row[1].time),
        Column("tilt.column_place", place),
    )
    caption = words("tilt.events", outward=words.number(1e3 * result.damage.outward, 2))
    if result.resolution is not None:
        caption += f" {words('tilt.events_trials')}"
    yield table(rows, columns, words, caption)


def _pictures(result: TiltTestResult, test: TiltTest, wall: Wall, words: Words, number: int) -> Iterator[Block]:
    name = _name(test, words)
    yield Heading(text=name)
    yield figure(draw_tilt_test(test, words, name=f"tilt-test-{number}"), "tilt.curve", words, run=name)
    if test.trials and test.falls is not None:
        columns: tuple[Column[Trial], ...] = (
            Column("tilt.column_angle", lambda trial: trial.angle, unit="deg", form="{:.2f} deg"),
            Column("tilt.column_outcome", lambda trial: words(f"tilt.trial_{_ended(trial)}")),
        )
        ends = {"low": words.degrees(test.falls.low), "high": words.degrees(test.falls.high)}
        trials = sorted(test.trials, key=lambda trial: trial.angle)
        yield table(trials, columns, words, words("tilt.trials", run=name, **ends))
    yield final_state(result, test.run, test.outcome, wall, words, name=f"tilt-final-{number}", title=name)


def _ended(trial: Trial) -> str:
    if not trial.stands:
        return "falls"
    if trial.at_rest:
        return "stands"
    return "swings" if trial.swings else "moves"
