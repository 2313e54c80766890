"""What the commands share on the screen: progress bars and the verdict."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from pirqa.model.remark import Remark
from pirqa.model.verdict import Evidence, Verdict
from pirqa.project import Assessment
from pirqa.project.results import KEPT
from pirqa.report import Words
from pirqa.report.first_page import cards
from pirqa.report.names import method_name, place_name
from pirqa.report.open_questions import announcement
from pirqa.report.remarks import remark_text
from pirqa.report.verdict import against, demand_text, first_sentence, ladders_of, seasons, sentence_tone

_TONES = {"good": "green", "bad": "red", "unsure": "yellow", "none": "bright_black"}
_MOST_ROWS = 24
"""Rows of the table of checks; the report has all of them."""
_REMARK_COLOURS = {"repair": "cyan", "assumption": "yellow", "warning": "red"}


class _SimulatedTime(ProgressColumn):
    """Simulated time of all that there is, and how fast it passes."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def render(self, task: Task) -> Text:
        """``12.5/40.0 s, 8.1 s/s``."""
        done, total = self._seconds * task.completed, self._seconds * (task.total or 0.0)
        rate = f", {done / task.elapsed:.3g} s/s" if task.elapsed and done else ""
        return Text(f"{done:.1f}/{total:.1f} s{rate}")


class ProgressBars:
    """An observer that draws a bar for each task, and prints one line for each stage or task that is done.

    ``simulated`` is the simulated time of one step [s], where there is one: then it and its rate are shown. ``words``
    are those of the user's language; without them titles are English. Tasks of a stage share the stage's line; tasks
    with one title and outcome that follow each other share one line with their number.
    """

    def __init__(self, console: Console, *, simulated: float | None = None, words: Words | None = None) -> None:
        self._console = console
        self._words = words
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn() if simulated is None else _SimulatedTime(simulated),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )
        self._task: int | None = None
        self._name = ""
        self._stage: str | None = None
        self._started = 0.0
        self._kept = False
        self._line = ""
        self._count = 0

    def __enter__(self) -> ProgressBars:
        if self._console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._close_line()
        if self._stage is not None:
            self._close_stage(done=kind is None)
        if self._console.is_terminal:  # what was not started would leave an empty line
            self._progress.stop()

    def open_stage(self, name: str) -> None:
        """Print the line of the stage before, and gather the tasks that follow under ``name``."""
        self._close_line()
        if self._stage is not None:
            self._close_stage(done=True)
        self._stage, self._kept, self._started = name, False, time.perf_counter()

    def announce(self, stage: str, limit_states: Sequence[str], seconds: float) -> None:
        """Print why a stage runs by itself, and the time that it is expected to take."""
        if self._words is not None:
            text = announcement(stage, limit_states, seconds, self._words)
            say(self._console, text)

    def begin(self, task: str, total: int) -> None:
        """Start a bar."""
        self._name = self._title(task)
        if self._console.is_terminal:
            self._task = self._progress.add_task(escape(self._described()), total=total)

    def advance(self, steps: int = 1) -> None:
        """Move the bar."""
        if self._task is not None:
            self._progress.advance(self._progress.task_ids[-1], steps)

    def tell(self, text: str) -> None:
        """Put a few words next to the task's name."""
        if self._task is not None:
            self._progress.update(self._progress.task_ids[-1], description=escape(f"{self._described()}: {text}"))

    def end(self, outcome: str = "") -> None:
        """Remove the bar; its line is printed with the next one that differs, or with its stage."""
        if self._task is not None:
            self._progress.remove_task(self._progress.task_ids[-1])
            self._task = None
        if self._stage is not None:
            self._kept = outcome == KEPT
            return
        line = f"{self._name}{f': {outcome}' if outcome else ''}"
        if line != self._line:
            self._close_line()
        self._line, self._count = line, self._count + 1

    def _close_line(self) -> None:
        if self._count:
            times = f" (×{self._count})" if self._count > 1 else ""
            self._console.print(f"[green]✓[/] {escape(self._line)}{times}", highlight=False, soft_wrap=True)
        self._line, self._count = "", 0

    def _close_stage(self, *, done: bool) -> None:
        """Print the stage's line: its title, and its time or that its result was kept."""
        assert self._stage is not None
        title = self._stage if self._words is None else self._words.get(f"{self._stage}.title", self._stage)
        if self._kept:
            outcome = "kept" if self._words is None else self._words("progress.kept")
        else:
            outcome = f"{time.perf_counter() - self._started:.1f} s"
        mark = "[green]✓[/]" if done else "[red]✗[/]"
        self._console.print(f"{mark} {escape(title)}: {outcome}", highlight=False, soft_wrap=True)
        self._stage = None

    def _described(self) -> str:
        if self._stage is None or self._words is None:
            return self._name
        title = self._words.get(f"{self._stage}.title", self._stage)
        return f"{title}: {self._name}" if self._name and self._name != title else title

    def _title(self, task: str) -> str:
        """Return the title of a task in the user's language; an unknown one is not shown in another than English."""
        if self._words is None:
            return task
        key = f"progress.{re.sub(r'[^a-z]+', '_', task.lower()).strip('_')}"
        if key in self._words:
            return self._words(key)
        run = self._words.get(f"dynamics.action_{task}", "")
        return run or (task if self._words.language == "en" else "")


def print_verdict(console: Console, assessment: Assessment, words: Words) -> None:
    """Print the first sentences, then a line for each limit state with its capacity and reasons."""
    verdict = assessment.verdict
    console.print(f"\n[bold]{escape(assessment.info.name)}[/]", highlight=False)
    style = _TONES[sentence_tone(verdict)]
    console.print(first_sentence(verdict, words, ladders_of(assessment)), highlight=False, markup=False, style=style)
    demand = words("card.demand", demand=demand_text(verdict.circumstances.demand, words))
    console.print(demand, highlight=False, markup=False, style="bright_black")
    shown = cards(verdict, words)
    width = max(len(item.name) for item in shown)
    for item in shown:
        console.print(f"  {item.name:<{width}}  [{_TONES[item.tone]}]{escape(item.state)}[/]", highlight=False)
        for line in item.lines:
            if line != demand:
                console.print(Padding(escape(line), (0, 0, 0, 4)), highlight=False, style="bright_black")


def print_checks(console: Console, assessment: Assessment, words: Words) -> None:
    """Print the worst check of each method and mode by limit state; nothing where nothing was judged."""
    rows = list(_worst_evidence(assessment.verdict))
    if not rows:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(words("column.limit_state"))
    for name in ("method", "check"):
        table.add_column(words(f"column.{name}"))
    for name in ("capacity_g", "ratio"):
        table.add_column(words(f"column.{name}"), justify="right", no_wrap=True)
    table.add_column(words("column.shows"), no_wrap=True, min_width=len(words("column.shows")))
    last = ""
    for state, row in rows[:_MOST_ROWS]:
        check = row.check
        title = words(f"card.{state}") if state == "wet" else words(f"limit_state.{state}")
        colour = {"safety": "green", "failure": "red", "nothing": "bright_black"}[row.shows]
        value = "–" if check.intensity is None else words.number(check.intensity, 3)
        table.add_row(
            "" if title == last else title,
            escape(method_name(check, words, short=True)),
            escape(f"{words.get(f'mode.{check.mode}', check.mode)}, {place_name(check.place, words)}"),
            value,
            words.factor(against(row)),
            f"[{colour}]{words(f'shows.{row.shows}')}[/]",
        )
        last = title
    console.print()
    console.print(table)
    left = len(assessment.checks) - min(len(rows), _MOST_ROWS)
    if left > 0:
        console.print(words("verdict.checks_left", count=left), highlight=False, style="bright_black", soft_wrap=True)


def _worst_evidence(verdict: Verdict) -> Iterator[tuple[str, Evidence]]:
    """Yield the worst check of each limit state, method and mode, those that show something first.

    Named variants are left to the report where other checks answer the same limit state.
    """
    for state, item in seasons(verdict):
        worst: dict[tuple[str, str], Evidence] = {}
        counting = [row for row in item.evidence if row.check.votes]
        for row in counting or item.evidence:
            key = (row.check.method.partition(".")[0], row.check.mode)
            mine = worst.get(key)
            if mine is None or _rank(row) < _rank(mine):
                worst[key] = row
        for row in sorted(worst.values(), key=_rank):
            yield state, row


def _rank(row: Evidence) -> tuple[int, float, str]:
    return {"failure": 0, "safety": 1, "nothing": 2}[row.shows], round(against(row), 9), row.check.id


def say(console: Console, text: str) -> None:
    """Print ``text`` as it is, without wrapping it."""
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def print_remarks(console: Console, remarks: Iterable[Remark], words: Words) -> None:
    """Print a line for each remark."""
    for remark in remarks:
        colour = _REMARK_COLOURS[remark.kind]
        word = words(f"remark_kind.{remark.kind}")
        console.print(f"[{colour}]{word}[/] {escape(remark_text(remark, words))}", highlight=False, soft_wrap=True)
