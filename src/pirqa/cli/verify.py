"""The commands ``pirqa verify`` and ``schema``: the cases that pirqa is held to, and the keys of project files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pirqa.cli.arguments import JsonFile, with_options
from pirqa.files import write_text_whole
from pirqa.project import json_schema, key_reference
from pirqa.verification import GROUPS, Outcome, manual, run_cases, to_json

_WORDS = {True: "[green]ok[/]", False: "[red]FAILED[/]", None: "[yellow]–[/]"}

_LONGEST_ID = 46


@with_options
def command(
    groups: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GROUP]…", help=f"Groups to run: {', '.join(GROUPS)}.", show_default="all"),
    ] = None,
    full: Annotated[bool, "Also the slow cases."] = False,
    json_file: JsonFile = None,
    manual_file: Annotated[Path | None, typer.Option("--manual", help="Write the outcomes as a Markdown page.")] = None,
) -> None:
    """Verify pirqa's physics against closed forms and published numbers; the exit code is 1 if a case fails."""
    console = Console()
    started = time.perf_counter()
    outcomes = run_cases(groups or list(GROUPS), full=full)
    if json_file is not None:
        write_text_whole(json_file, to_json(outcomes))
    if manual_file is not None:
        write_text_whole(manual_file, manual(outcomes))
    console.print(_table(outcomes, wide=console.width >= 120))
    failed = sum(outcome.ok is False for outcome in outcomes)
    passed = sum(outcome.ok is True for outcome in outcomes)
    seconds = time.perf_counter() - started
    console.print(f"{passed} passed, {failed} failed, {len(outcomes) - passed - failed} not judged ({seconds:.1f} s)")
    if failed:
        raise typer.Exit(1)


def _shortened(id: str) -> str:
    """An id that leaves room for its numbers: the names of some records are long."""
    return id if len(id) <= _LONGEST_ID else f"{id[: _LONGEST_ID - 16]}…{id[-15:]}"


def _table(outcomes: list[Outcome], *, wide: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Case", no_wrap=True, overflow="fold")
    table.add_column("", no_wrap=True, min_width=6)
    for name in ("Expected", "Computed", *(["Tolerance"] if wide else [])):
        table.add_column(name, justify="right", no_wrap=True)
    if wide:
        table.add_column("Quantity", no_wrap=True, overflow="ellipsis")
    for group in dict.fromkeys(outcome.group for outcome in outcomes):
        table.add_row(f"[bold]{group}[/]")
        for outcome in (item for item in outcomes if item.group == group):
            kind, size = next(iter(outcome.tolerance.items()))
            quantity = f"{outcome.quantity}{f', {outcome.unit}' if outcome.unit else ''}"
            table.add_row(
                f"  {_shortened(outcome.id)}",
                _WORDS[outcome.ok],
                f"{outcome.expected:.6g}",
                "–" if outcome.computed is None else f"{outcome.computed:.6g}",
                *([f"{kind} {size:.1g}", quantity] if wide else []),
            )
    return table


@with_options
def schema_command(
    output: Annotated[Path | None, "File to write (default: the screen)."] = None,
    markdown: Annotated[bool, "A table of keys to read, instead of JSON Schema."] = False,
) -> None:
    """Print the JSON Schema of the project file."""
    text = key_reference() if markdown else json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text_whole(output, text)
        typer.echo(f"Schema: {output}")
