"""``pirqa``: the command line. One file a command; this one joins them and turns errors into exit codes."""

from __future__ import annotations

import io
import sys
import traceback
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from pirqa.cli import assess, motion, open_report, report, schema, statics, survey, verify
from pirqa.errors import ComputationError, InputError, Interrupted
from pirqa.version import __version__

__all__ = ["app", "main"]

_INTERRUPTED = 130
# Wrong options and arguments. typer keeps this class to itself, and has moved it before.
_USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

app = typer.Typer(
    name="pirqa",
    help="From the survey of a stone wall to a seismic verdict.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("assess")(assess.command)
app.command("report")(report.command)
app.command("open")(open_report.command)
app.add_typer(survey.app, name="survey")
app.command("motion")(motion.command)
app.command("statics")(statics.command)
app.command("verify")(verify.command)
app.command("schema")(schema.command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pirqa {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """From the survey of a stone wall to a seismic verdict."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. Exit codes: 0 done, 1 verification failed, 2 bad input, 3 failed, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a pipe that knows no ✓ must not end the work
            stream.reconfigure(errors="replace")
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        outcome = app(args=arguments, standalone_mode=False)
        if outcome == _INTERRUPTED:  # newer typers turn Ctrl-C into this exit code, older ones into Abort
            raise Interrupted
        return outcome if isinstance(outcome, int) else 0
    except _USAGE_ERROR as error:
        error.show()
        return 2
    except InputError as error:
        errors.print(f"[bold red]pirqa:[/] {escape(str(error))}")
        return 2
    except ComputationError as error:
        errors.print(f"[bold red]pirqa:[/] {escape(str(error))}")
        return 3
    except (typer.Abort, KeyboardInterrupt, Interrupted):
        errors.print(
            "[bold]pirqa:[/] stopped. Earlier results are untouched and finished stages are kept; "
            "run the same command again to go on with the unfinished one."
        )
        return _INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception:
        errors.print(
            "[bold red]pirqa:[/] this is a fault of pirqa, not of your file; please report it with these lines:"
        )
        traceback.print_exc()
        return 3
