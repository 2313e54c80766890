"""The command ``pirqa motion-set``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import (
    Change,
    Given,
    JsonFile,
    Option,
    OptionsOf,
    ProjectLanguage,
    check_choice,
    keep_source,
    parse_changes,
    with_options,
)
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.cli.project_input import naming
from pirqa.errors import OptionsError, ResultsError
from pirqa.files import write_text_whole
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.plain import canonical_json
from pirqa.motion import MotionOptions, choose_set
from pirqa.motion.formats import export_motion
from pirqa.motion.sets.options import Mechanism, SetOptions
from pirqa.motion.sets.result import MotionSet, set_files_of, set_toml
from pirqa.project import parse_project, read_project
from pirqa.project.codec import to_plain
from pirqa.report import LANGUAGES, Words, load_words
from pirqa.report.figures.motion import draw_set
from pirqa.report.figures.style import standalone
from pirqa.report.sections.motion import set_sentence
from pirqa.units import STANDARD_GRAVITY

_CODES = ("e030_2018", "e030_2003")
"""Codes whose spectrum follows from zone and soil alone; others are asked for in a project file."""


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


_OPTIONS = OptionsOf(
    SetOptions,
    Option("period", parse=str),  # texts go to the reader of projects, which knows units
    Option("secant_period", parse=str),
    "folder library count near_fault",
    Option("flatfile", help="CSV that describes the records.", default="FOLDER/flatfile.csv, if there"),
    Option("types", help="Least number of motions by type of earthquake: normal=2,interface=1.", parse=_types),
)


@dataclass(frozen=True, kw_only=True)
class TargetInput:
    """The spectrum that the set is to fit, where there is no project."""

    code: Annotated[
        str | None,
        typer.Option("--code", help=f"Design spectrum: {', '.join(_CODES)}.", show_default=_CODES[0]),
    ] = None
    zone: int | None = None
    """Seismic zone of the code, 1 to 4."""
    soil: str | None = None
    """Soil profile of the code, S0 to S3."""
    spectrum: Path | None = None
    """Target from a CSV with period and acceleration, instead of a code."""

    @property
    def design(self) -> dict[str, Any]:
        """Keys of the design spectrum."""
        return {key: value for key, value in (("zone", self.zone), ("soil", self.soil)) if value is not None}


@with_options
def command(
    *,
    project: Annotated[
        Path | None, typer.Argument(help="Project file (TOML) with \\[motion.set].", show_default=False)
    ] = None,
    target: TargetInput,
    given: Annotated[Given, _OPTIONS],
    change: Change = None,
    motions: Annotated[bool, "Write the scaled motions too, as CSV."] = False,
    output: Annotated[Path | None, "Folder to write (default: PROJECT.set or motion-set)."] = None,
    json_file: JsonFile = None,
    language: ProjectLanguage = None,
) -> None:
    """Choose ground motions that fit a target spectrum, and report what the set lacks."""
    check_choice("--language", language, LANGUAGES)
    if json_file is not None and not json_file.parent.is_dir():
        raise ResultsError(f"{json_file}: its folder is not there; make it, or give another")
    asked = dict(given)
    if target.spectrum is not None:
        asked["spectrum"] = {"file": str(target.spectrum)}
    changes = parse_changes(change)
    if project is not None:
        if asked or target.design or target.code is not None:
            raise OptionsError(f"{project}: the file says what is asked for; change it there, or by --set KEY=VALUE")
        read = read_project(project, changes=changes)
        home = output or project.with_name(f"{project.stem}.set")
    else:
        read = parse_project(_text(asked, target, changes), file=_COMMAND_LINE, changes=changes)
        home = output or Path("motion-set")
    options: MotionOptions | None = read.options.get("motion")
    if options is None or options.set is None:
        raise OptionsError(f"{project}: asks for no set; add [motion.set], with period and a target")
    _check_home(home, project, target.spectrum, json_file)
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
        say(console, words("motion.written", path=path))


_COMMAND_LINE = "motion-set"
"""What the file is called in messages where there is none."""


def _text(asked: dict[str, Any], target: TargetInput, changes: dict[str, str]) -> str:
    """Return the text of a project that asks for nothing but the set: its reader knows units, bounds and messages."""
    check_choice("--code", target.code, _CODES)
    lines = ["format = 1", 'analyses = ["motion"]', "[project]", 'name = "Set of ground motions"', "[motion.set]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in asked.items() if not isinstance(value, dict)]
    for key, value in asked.items():
        if isinstance(value, dict):
            lines += [f"[motion.set.{key}]", *(f"{name} = {json.dumps(item)}" for name, item in value.items())]
    elsewhere = any(key.startswith(("motion.design.", "motion.set.conditional.")) for key in changes)
    design = target.design
    if design or target.code is not None:
        if "spectrum" in asked:
            raise OptionsError("--spectrum and --code, --zone, --soil are both targets; give one of them")
        for key in ("zone", "soil"):
            if key not in design:
                raise OptionsError(f"--{key} is missing: the design spectrum follows from zone and soil")
        lines += [f"[motion.design.{target.code or _CODES[0]}]"]
        lines += [f"{name} = {json.dumps(item)}" for name, item in design.items()]
    elif "spectrum" not in asked and not elsewhere:
        raise OptionsError("no target: give a project file, --zone and --soil, or --spectrum FILE")
    return "\n".join(lines) + "\n"


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
