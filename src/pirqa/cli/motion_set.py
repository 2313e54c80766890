"""``pirqa motion-set``: ground motions chosen and scaled for a site, out of a project or for a code's spectrum."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import check_choice, keep_source, parse_changes
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.cli.moving import naming
from pirqa.errors import OptionsError, ResultsError
from pirqa.files import write_text_whole
from pirqa.model.ground_motion import GroundMotion
from pirqa.motion import MotionOptions, choose_set
from pirqa.motion.export import export_motion
from pirqa.motion.sets import MotionSet
from pirqa.motion.sets.options import Mechanism
from pirqa.motion.sets.table import set_files_of, set_toml
from pirqa.project import parse_project, read_project
from pirqa.project.codec import canonical_json, to_plain
from pirqa.report import LANGUAGES, Words, load_words
from pirqa.report.figures.motion_set import draw_set
from pirqa.report.figures.style import standalone
from pirqa.report.sections.motion_set import set_sentence
from pirqa.units import STANDARD_GRAVITY

__all__ = ["command"]

_CODES = ("e030_2018", "e030_2003")
"""Codes whose spectrum follows from zone and soil alone; others are asked for in a project file."""


def command(
    project: Annotated[
        Path | None, typer.Argument(help="Project file (TOML) with \\[motion.set].", show_default=False)
    ] = None,
    code: Annotated[
        str | None,
        typer.Option("--code", help=f"Design spectrum: {', '.join(_CODES)}.", show_default="e030_2018"),
    ] = None,
    zone: Annotated[int | None, typer.Option("--zone", help="Seismic zone of the code, 1 to 4.")] = None,
    soil: Annotated[str | None, typer.Option("--soil", help="Soil profile of the code, S0 to S3.")] = None,
    spectrum: Annotated[
        Path | None, typer.Option("--spectrum", help="Target out of a CSV with period and acceleration, not a code.")
    ] = None,
    period: Annotated[str | None, typer.Option("--period", help='Period T1 of the wall, e.g. "0.25 s".')] = None,
    secant_period: Annotated[
        str | None, typer.Option("--secant-period", help="Secant period Ts of the governing rocking mechanism.")
    ] = None,
    folder: Annotated[Path | None, typer.Option("--folder", help="Folder of records that are candidates.")] = None,
    flatfile: Annotated[
        Path | None,
        typer.Option("--flatfile", help="CSV that describes them.", show_default="FOLDER/flatfile.csv, if there"),
    ] = None,
    library: Annotated[
        bool | None,
        typer.Option("--library/--no-library", help="The records of pirqa are candidates.", show_default="library"),
    ] = None,
    count: Annotated[int | None, typer.Option("--count", help="Number of motions.", show_default="7")] = None,
    near_fault: Annotated[bool, typer.Option("--near-fault", help="An active fault is near.")] = False,
    types: Annotated[
        str | None,
        typer.Option("--types", help="Least number of motions by type of earthquake: normal=2,interface=1."),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value, e.g. motion.set.demand=0.3 g."),
    ] = None,
    motions: Annotated[bool, typer.Option("--motions", help="Write the scaled motions too, as CSV.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Folder to write.", show_default="PROJECT.set or motion-set"),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file too.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")] = None,
) -> None:
    """Choose ground motions that fit a target spectrum, and say what the set lacks."""
    check_choice("--language", language, LANGUAGES)
    if json_file is not None and not json_file.parent.is_dir():
        raise ResultsError(f"{json_file}: its folder is not there; make it, or give another")
    asked: dict[str, Any] = {
        "period": period,
        "secant_period": secant_period,
        "folder": None if folder is None else str(folder),
        "flatfile": None if flatfile is None else str(flatfile),
        "library": library,
        "count": count,
        "near_fault": near_fault or None,
        "types": None if types is None else _types(types),
        "spectrum": None if spectrum is None else {"file": str(spectrum)},
    }
    asked = {key: value for key, value in asked.items() if value is not None}
    design = {key: value for key, value in (("zone", zone), ("soil", soil)) if value is not None}
    changes = parse_changes(change)
    if project is not None:
        if asked or design or code is not None:
            raise OptionsError(f"{project}: the file says what is asked for; change it there, or by --set KEY=VALUE")
        read = read_project(project, changes=changes)
        home = output or project.with_name(f"{project.stem}.set")
    else:
        read = parse_project(_text(asked, design, code, changes), file=_COMMAND_LINE, changes=changes)
        home = output or Path("motion-set")
    options: MotionOptions | None = read.options.get("motion")
    if options is None or options.set is None:
        raise OptionsError(f"{project}: asks for no set; add [motion.set], with period and a target")
    _check_home(home, project, spectrum, json_file)
    words = load_words(language or read.info.language)
    console = Console()
    with naming(project or Path(_COMMAND_LINE)), ProgressBars(Console(stderr=True)) as observer:
        found, chosen = choose_set(
            options.set,
            design=options.design,
            signals={name: options.signals[name] for name in options.synthetic_signals},
            processing=options.processing,
            period=options.period,
            folder=read.folder,
            observer=observer,
        )
    _print(console, found, words)
    pages = _pages(found, options, home, words, chosen if motions else {})
    if json_file is not None:
        pages[json_file] = pages[home / "set.json"]
    for path in (home, *((home / "motions",) if motions else ())):
        _make(path)
    for path, text in pages.items():
        write_text_whole(path, text)
    told = [*(path for path in pages if path.parent != home / "motions"), *((home / "motions",) if motions else ())]
    for path in told:
        console.print(words("motion.written", path=path), highlight=False, markup=False, soft_wrap=True)


_COMMAND_LINE = "motion-set"
"""What the file is called in messages where there is none."""


def _text(asked: dict[str, Any], design: dict[str, Any], code: str | None, changes: dict[str, str]) -> str:
    """Return the text of a project that asks for nothing but the set: its reader knows units, bounds and messages."""
    check_choice("--code", code, _CODES)
    lines = ["format = 1", 'analyses = ["motion"]', "[project]", 'name = "Set of ground motions"', "[motion.set]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in asked.items() if not isinstance(value, dict)]
    for key, value in asked.items():
        if isinstance(value, dict):
            lines += [f"[motion.set.{key}]", *(f"{name} = {json.dumps(item)}" for name, item in value.items())]
    elsewhere = any(key.startswith(("motion.design.", "motion.set.conditional.")) for key in changes)
    if design or code is not None:
        if "spectrum" in asked:
            raise OptionsError("--spectrum and --code, --zone, --soil are both targets; give one of them")
        for key in ("zone", "soil"):
            if key not in design:
                raise OptionsError(f"--{key} is missing: the design spectrum follows from zone and soil")
        lines += [f"[motion.design.{code or _CODES[0]}]"]
        lines += [f"{name} = {json.dumps(item)}" for name, item in design.items()]
    elif "spectrum" not in asked and not elsewhere:
        raise OptionsError("no target: give a project file, --zone and --soil, or --spectrum FILE")
    return "\n".join(lines) + "\n"


def _types(text: str) -> dict[str, int]:
    """Return the least number of motions of each type."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        if not name or not number.isdecimal():
            raise OptionsError(f'--types "{text}": write NAME=NUMBER, for example normal=2,interface=1')
        check_choice("--types", name, get_args(Mechanism))
        found[name] = int(number)
    return found


def _check_home(home: Path, project: Path | None, spectrum: Path | None, json_file: Path | None) -> None:
    """Refuse to write over what is read, or into a file."""
    if home.exists() and not home.is_dir():
        raise OptionsError(f"{home}: is a file; give a folder with -o")
    for source in (project, spectrum):
        if source is not None:
            keep_source(source, *(home / name for name in _NAMES), json_file)


_NAMES = ("set.csv", "refused.csv", "set.json", "set.svg", "set.toml")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder}: cannot be made: {error.strerror or error}; give another with -o") from error


def _pages(
    found: MotionSet, options: MotionOptions, home: Path, words: Words, motions: dict[str, GroundMotion]
) -> dict[Path, str]:
    """Return the texts to be written, by path."""
    assert options.set is not None
    pages = {home / name: text for name, text in set_files_of(found).items()}
    pages[home / "set.json"] = canonical_json(to_plain(found))
    pages[home / "set.svg"] = standalone(draw_set(found, words, name="set"))
    pages[home / "set.toml"] = set_toml(options.set, design=options.design, found=found)
    for motion in motions.values():
        pages |= export_motion(motion, home / "motions", format="csv")
    return pages


def _print(console: Console, found: MotionSet, words: Words) -> None:
    """Print the set on one screen."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(words("column.motion"), no_wrap=True)
    numbers = ("set.column_magnitude", "set.column_factor", "column.pga", "column.pgv", "column.duration")
    taken = max(len(member.name) for member in found.members) + sum(len(words(name)) + 2 for name in numbers) + 6
    width = max(5, console.width - taken)  # the event gives way, not the numbers
    table.add_column(words("set.column_event"), no_wrap=True, overflow="ellipsis", max_width=width)
    for name in numbers:
        table.add_column(escape(words(name)), justify="right", no_wrap=True, min_width=max(3, len(words(name))))
    for member in found.members:
        event = words("set.made_up") if member.synthetic else member.event or words("set.event_unknown")
        table.add_row(
            escape(member.name),
            escape(event),
            "–" if member.magnitude is None else f"{member.magnitude:.1f}",
            *(words.number(value) for value in _numbers(member.factor, member.pga, member.pgv, member.duration)),
        )
    console.print(table)
    console.print()
    colour = "green" if found.complete else "yellow"
    console.print(f"[{colour}]{escape(set_sentence(found, words))}[/]", highlight=False, soft_wrap=True)
    print_remarks(console, found.remarks, words)


def _numbers(factor: float, pga: float, pgv: float, duration: float) -> Sequence[float]:
    return factor, pga / STANDARD_GRAVITY, pgv, duration
