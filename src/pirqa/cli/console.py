"""What the commands share on the screen: progress bars and the verdict."""

from __future__ import annotations

from collections.abc import Iterable

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
from pirqa.project import Assessment
from pirqa.report import Words
from pirqa.report.names import method_name, place_name
from pirqa.report.remarks import remark_text
from pirqa.report.verdict import disagreement, explain, first_sentence, unjudged_start, worst_of_many

__all__ = ["ProgressBars", "print_checks", "print_remarks", "print_verdict"]

_COLOURS = {
    "satisfied": "green",
    "not_satisfied": "red",
    "undetermined": "yellow",
    "not_assessed": "bright_black",
}
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
    """An observer that draws a bar a task; a plain line each where the output is no terminal.

    ``simulated`` is the simulated time of one step [s], where there is one: then it and its rate are shown.
    """

    def __init__(self, console: Console, *, simulated: float | None = None) -> None:
        self._console = console
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

    def __enter__(self) -> ProgressBars:
        if self._console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:  # what was not started would leave an empty line
            self._progress.stop()

    def begin(self, task: str, total: int) -> None:
        """Start a bar."""
        self._name = task
        if self._console.is_terminal:
            self._task = self._progress.add_task(task, total=total)

    def advance(self, steps: int = 1) -> None:
        """Move the bar."""
        if self._task is not None:
            self._progress.advance(self._progress.task_ids[-1], steps)

    def tell(self, text: str) -> None:
        """Put a few words beside the task's name."""
        if self._task is not None:
            self._progress.update(self._progress.task_ids[-1], description=escape(f"{self._name}: {text}"))

    def end(self, outcome: str = "") -> None:
        """Replace the bar by a line."""
        if self._task is not None:
            self._progress.remove_task(self._progress.task_ids[-1])
            self._task = None
        self._console.print(f"[green]✓[/] {self._name}{f': {outcome}' if outcome else ''}")


def print_verdict(console: Console, assessment: Assessment, words: Words) -> None:
    """The sentence, then a line for each limit state."""
    verdict = assessment.verdict
    console.print(f"\n[bold]{escape(assessment.info.name)}[/]", highlight=False)
    console.print(first_sentence(verdict, words, start=unjudged_start(assessment)), highlight=False, markup=False)
    for item in verdict.limit_states:
        name, word = words(f"limit_state.{item.limit_state}"), words(f"state.{item.state}")
        console.print(f"  {name:<30} [{_COLOURS[item.state]}]{word}[/]", highlight=False)
        for line in (*explain(item, words), disagreement(item, words)):
            if line:
                console.print(Padding(escape(line), (0, 0, 0, 4)), highlight=False, style="bright_black")


def print_checks(console: Console, assessment: Assessment, words: Words) -> None:
    """A row for each check; nothing where nothing was judged."""
    if not assessment.checks:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("check", "method", "place"):
        table.add_column(words(f"column.{name}"))
    for name in ("factor", "required", "ratio"):
        table.add_column(words(f"column.{name}"), justify="right", no_wrap=True)
    checks = worst_of_many(assessment.checks)
    for check in checks:
        colour = ("green" if check.satisfied else "red") if check.votes else "bright_black"
        table.add_row(
            words(f"mode.{check.mode}"),
            escape(method_name(check, words, short=True)),
            escape(place_name(check.place, words)),
            words.factor(check.factor),
            f"{check.required:g}",
            f"[{colour}]{words.factor(check.ratio) if check.votes else f'({words.factor(check.ratio)})'}[/]",
        )
    console.print()
    console.print(table)
    if len(checks) < len(assessment.checks):
        left = words("codes.checks_left", count=len(assessment.checks) - len(checks))
        console.print(left, highlight=False, style="bright_black", soft_wrap=True)
    if not all(check.votes for check in checks):
        console.print(words("verdict.no_say"), highlight=False, style="bright_black")


def print_remarks(console: Console, remarks: Iterable[Remark], words: Words) -> None:
    """A line for each remark."""
    for remark in remarks:
        colour = _REMARK_COLOURS[remark.kind]
        word = words(f"remark_kind.{remark.kind}")
        console.print(f"[{colour}]{word}[/] {escape(remark_text(remark, words))}", highlight=False, soft_wrap=True)
