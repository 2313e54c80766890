"""``pirqa``: the command line. One file a command; this one joins them and turns errors into exit codes.

A command's file, and all that it computes with, is imported when the command is run: help and mistakes come at once.
"""

from __future__ import annotations

import importlib
import io
import sys
import traceback
from typing import Annotated, Any

import typer
import typer.core
import typer.main
from rich.console import Console
from rich.markup import escape

from pirqa.errors import ComputationError, InputError, Interrupted
from pirqa.version import __version__

__all__ = ["app", "main"]

_INTERRUPTED = 130
_STOPPED = (
    "stopped. Earlier results are untouched; finished stages and runs of an assessment are kept, and a run on its way "
    "goes on from its last checkpoint: run the same command again."
)
# Wrong options and arguments. typer keeps this class to itself, and has moved it before.
_USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

_COMMANDS = {
    "assess": ("assess", "Run the analyses a project file asks for; print the verdict, write results and report."),
    "report": ("report", "Build the report anew from a results folder."),
    "gallery": ("gallery", "Assess every project below a folder; one index page leads to all reports."),
    "open": ("open_report", "Open a report in the browser."),
    "survey": ("survey", "Stones from drawings, photos and scans; generated walls; stones for other programs."),
    "motion": ("motion", "Read records, make them fit to drive a wall, print their measures."),
    "motion-set": ("motion_set", "Choose ground motions that fit a target spectrum, and say what the set lacks."),
    "oma": ("oma", "Read modes off a wall's ambient vibrations, and the site's period off ground noise."),
    "fe": ("fe", "Find the modes of a wall's finite-element models, and its stresses under its own weight."),
    "statics": ("statics", "Factors of safety, critical coefficients and what-if curves of a wall; writes nothing."),
    "simulate": ("simulate", "Shake, tilt or let down a wall's stones once; keep the history, write it for ParaView."),
    "identify": ("identify", "Find the frequencies at which a wall vibrates, and how they fall with amplitude."),
    "tilt": ("tilt", "Tilt a wall until its first stone leaves and until it falls."),
    "sweep": ("sweep", "Shake a wall by several records at many levels; say what lasts and which stones matter."),
    "campaign": (
        "campaign",
        "Records × levels × uncertain parameters: plan the runs, make them here or on a cluster, go on at any time.",
    ),
    "isolate": ("isolate", "Shake a wall on a bed of rounded stones, beside the same wall fixed."),
    "soil": ("soil", "Shake a wall with soil behind it, and without; pull it slowly, beside statics."),
    "calibrate": (
        "calibrate",
        "Fit a wall's finite-element model to its measured modes; with --joints, the joints of its stones.",
    ),
    "pushover": (
        "pushover",
        "Push a wall over: capacity curve, cracks, the hinge that they show, N2 and capacity spectrum.",
    ),
    "limit": ("limit", "Find how a wall may fall: mechanisms, limit analysis on its stones, code verification."),
    "screen": ("screen", "Rank the walls of a table by urgency, and write a page."),
    "verify": ("verify", "Check pirqa's physics; exit code 1 where a case fails."),
    "schema": ("schema", "Print the JSON Schema of the project file."),
}
"""File of each command, and its line in the help."""


class _LateGroup(typer.core.TyperGroup):
    """Commands whose files are imported when they are run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that ``args`` begin with, and what is left of them."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else _loaded(name), rest


def _loaded(name: str) -> Any:
    module = importlib.import_module(f"pirqa.cli.{_COMMANDS[name][0]}")
    group = getattr(module, "app", None)
    if group is None:
        group = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
        group.command(name)(module.command)
    return typer.main.get_command(group)


def _not_yet_loaded() -> None:
    """Stands for a command in the help."""


app = typer.Typer(
    name="pirqa",
    cls=_LateGroup,
    help="From the survey of a stone wall to a seismic verdict.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
for _name, (_, _line) in _COMMANDS.items():
    app.command(_name, help=_line)(_not_yet_loaded)


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
    except (typer.Abort, KeyboardInterrupt, Interrupted) as error:
        own = str(error) if isinstance(error, Interrupted) else ""
        errors.print(f"[bold]pirqa:[/] {escape(own or _STOPPED)}")
        return _INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception:
        errors.print(
            "[bold red]pirqa:[/] this is a fault of pirqa, not of your file; please report it with these lines:"
        )
        traceback.print_exc()
        return 3
