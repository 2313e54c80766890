"""``pirqa``: the command line. One file a command; this one joins them and turns errors into exit codes.

A command's file, and all that it computes with, is imported when the command is run: help and mistakes come at once.
"""

from __future__ import annotations

import ast
import gc
import importlib
import io
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core
import typer.main
from rich.console import Console
from rich.markup import escape

from pirqa.errors import ComputationError, InputError, Interrupted
from pirqa.version import __version__

_INTERRUPTED = 130
_STOPPED = (
    "stopped. Earlier results are untouched; finished stages and runs of an assessment are kept, and a run on its way "
    "goes on from its last checkpoint: run the same command again."
)
# Wrong options and arguments. typer keeps this class to itself, and has moved it before.
_USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

_COMMANDS = (
    "assess", "report", "gallery", "open", "survey", "motion", "motion-set", "oma", "fe", "statics", "simulate",
    "identify", "tilt", "sweep", "campaign", "isolate", "soil", "calibrate", "pushover", "limit", "screen", "verify",
    "schema",
)  # fmt: skip
"""Commands in the order of the help, which no file states. The file of each has its name, save those in ``_SHARED``."""
_SHARED = {
    **dict.fromkeys(("identify", "tilt", "isolate", "soil", "sweep"), "experiments"),
    **dict.fromkeys(("pushover", "calibrate"), "fe"),
    "open": "report",
    "gallery": "screen",
    "limit": "statics",
    "schema": "verify",
}
"""Files of the commands that share one; the function of such a command has its name."""


class _LateGroup(typer.core.TyperGroup):
    """Commands whose files are imported when they are run; their lines in the help are read without an import."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that ``args`` begin with, and what is left of them."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else _loaded(name), rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the line of each command."""
        for name, command in self.commands.items():
            command.help = line_of(name)
        super().format_help(ctx, formatter)


def line_of(name: str) -> str:
    """Return the line of a command in the help: the first of its docstring, or of its file's for a group."""
    file, function = _place(name)
    tree = ast.parse((Path(__file__).parent / f"{file}.py").read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return (ast.get_docstring(next(found, tree)) or "").partition("\n")[0]


def _place(name: str) -> tuple[str, str]:
    """Return the file and the function of a command."""
    return (_SHARED[name], f"{name}_command") if name in _SHARED else (name.replace("-", "_"), "command")


def _loaded(name: str) -> Any:
    file, function = _place(name)
    module = importlib.import_module(f"pirqa.cli.{file}")
    group = getattr(module, "app", None)
    if group is None:
        group = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
        group.command(name)(getattr(module, function))
    return typer.main.get_command(group)


def _not_yet_loaded() -> None:
    """Stand for a command in the help."""


app = typer.Typer(
    name="pirqa",
    cls=_LateGroup,
    help="From the survey of a stone wall to a seismic verdict.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
for _name in _COMMANDS:
    app.command(_name)(_not_yet_loaded)


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
    gc.set_threshold(20_000, 20, 20)  # modules and drawings are objects that stay: to look for garbage is a tenth
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
