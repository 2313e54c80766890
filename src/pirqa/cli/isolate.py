"""``pirqa isolate``: the wall on a bed of rounded stones beside the same wall fixed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pirqa.cli.arguments import parse_option
from pirqa.cli.moving import naming, ready, run_with_bars, show
from pirqa.progress import Observer
from pirqa.report import load_words
from pirqa.shaking.isolation import IsolationOptions, IsolationResult, run_isolation
from pirqa.units import ACCELERATION, ANGLE, LENGTH

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    friction: Annotated[
        str | None, typer.Option("--friction", help='Friction angle of the bed, e.g. "30 deg".', show_default="file")
    ] = None,
    rolling: Annotated[
        list[float] | None,
        typer.Option("--rolling", help="Coefficient at which the bed rolls, e.g. 0.1; may be given again."),
    ] = None,
    recentring: Annotated[
        str | None, typer.Option("--recentring", help='Radius of the hollow that it rolls in, e.g. "2 m".')
    ] = None,
    motion: Annotated[
        list[str] | None, typer.Option("--motion", help="Name of a motion of the file; may be given again.")
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option("--level", help='Peak acceleration to scale the motions to, e.g. "0.3 g"; may be given again.'),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. joints.friction_angle=25deg."
        ),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Shake a wall on a bed of rounded stones, beside the same wall fixed.

    Where joint properties are given as a pair, the runs are made with each end of it.
    """
    load_words(language)

    def work(observer: Observer) -> IsolationResult:
        loaded = ready(project, change, observer, shaken=True)
        options: IsolationOptions = loaded.project.options["isolation"]
        angle = parse_option("--friction", friction, ANGLE)
        radius = parse_option("--recentring", recentring, LENGTH)
        levels = [parse_option("--level", text, ACCELERATION) for text in level or ()]
        options = replace(
            options,
            friction_angle=options.friction_angle if angle is None else angle,
            rolling_resistance=tuple(rolling) if rolling else options.rolling_resistance,
            recentring_radius=options.recentring_radius if radius is None else radius,
            motions=tuple(motion) if motion else options.motions,
            levels=tuple(each for each in levels if each is not None) or options.levels,
        )
        return run_isolation(loaded.wall, options, loaded.dynamics, loaded.motions, observer=observer)

    with naming(project):
        result = run_with_bars(work)
        show(result, language=language, json_file=json_file)
