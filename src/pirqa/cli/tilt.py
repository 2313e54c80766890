"""``pirqa tilt``: tilt a wall until its first stone leaves and until it falls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pirqa.cli.arguments import check_choice, parse_option
from pirqa.cli.moving import naming, ready, run_with_bars, show
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project.codec import canonical_json, to_plain
from pirqa.report import load_words
from pirqa.shaking.tilt import TiltTestResult, run_tilt
from pirqa.units import ANGLE, TIME

__all__ = ["command"]

_WAYS = ("front", "back", "left", "right")


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    to: Annotated[str | None, typer.Option("--to", help='Up to this angle, e.g. "20 deg".')] = None,
    by: Annotated[
        str | None, typer.Option("--by", help='In steps of this angle that are held, e.g. "0.5 deg".')
    ] = None,
    held: Annotated[str | None, typer.Option("--held", help='How long each is held, e.g. "6 s".')] = None,
    towards: Annotated[str | None, typer.Option("--towards", help="Which way: front, back, left or right.")] = None,
    resolution: Annotated[
        str | None, typer.Option("--resolution", help='Narrow the fall down to this by held trials, e.g. "0.1 deg".')
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. joints.friction_angle=25deg."
        ),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="File for the numbers.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Tilt a wall until its first stone leaves and until it falls.

    Where joint properties are given as a pair, the test is made with each end of it.
    """
    load_words(language)  # a wrong word is told before the long work
    check_choice("--towards", towards, _WAYS)
    given: dict[str, Any] = {
        "to": parse_option("--to", to, ANGLE),
        "by": parse_option("--by", by, ANGLE),
        "held": parse_option("--held", held, TIME),
        "towards": towards,
        "resolution": parse_option("--resolution", resolution, ANGLE),
    }

    def work(observer: Observer) -> TiltTestResult:
        found = ready(project, change, observer)
        asked = found.project.options["tilt"]
        options = replace(asked, **{key: value for key, value in given.items() if value is not None})
        return run_tilt(found.wall, options, found.dynamics, observer=observer)

    with naming(project):
        result = run_with_bars(work)
    show(result, language=language)
    if json_file is not None:
        write_text_whole(json_file, canonical_json(_numbers(result)))
        typer.echo(f"all numbers in {json_file}")


def _numbers(result: TiltTestResult) -> dict[str, Any]:
    """All but the histories of the stones, which ``pirqa simulate --tilt`` keeps."""
    tests = [
        {key: to_plain(getattr(test, key)) for key in ("case", "outcome", "events", "trials", "falls", "reaction")}
        for test in result.tests
    ]
    plain = {"action": to_plain(result.action), "resolution": result.resolution, "tests": tests}
    return {**plain, "remarks": to_plain(result.remarks)}
