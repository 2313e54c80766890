"""Read stones from drawings, photos and scans; generate walls; export stones to other programs."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import (
    Given,
    Language,
    Option,
    OptionsOf,
    check_choice,
    command_group,
    keep_source,
    parse_option,
    with_options,
)
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.errors import OptionsError, SurveyError
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.model import Material
from pirqa.project import read_project
from pirqa.report import Words, load_words
from pirqa.report.figures.elevation import flaws_svg, preview_svg
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, SurveyResult, survey
from pirqa.survey.formats import WRITERS, write_stones
from pirqa.survey.formats.own import write as write_own
from pirqa.units import UNIT_WEIGHT

_MOST = 60
"""Rows of a printed table."""
_WIDEST = 10
"""Characters of a printed name."""

app = command_group(__doc__)

UnitWeightOption = Annotated[
    str | None, typer.Option("--unit-weight", help='Unit weight of the stones, for their masses, e.g. "23.6 kN/m3".')
]
_DEPTH = OptionsOf(SurveyOptions, "thickness thickness_top front_batter")
_READ = OptionsOf(
    SurveyOptions,
    Option("format", default="found out"),
    "unit marks up openings base",
    Option("pixel", help='Side of a pixel on the wall, e.g. "4 mm".'),
    Option("tolerance", help='How far corners may be moved, e.g. "2 mm".', default="5 mm"),
    Option("joint_width", help='Close joints left open up to this width, e.g. "2 cm".'),
    Option("simplify", help='Coarseness of outlines from pictures, e.g. "3 cm".'),
)
_GENERATE = OptionsOf(
    GenerateOptions, "like pattern length height stones courses unit_length unit_height nonconvex seed"
)


@dataclass(frozen=True, kw_only=True)
class SurveyFiles:
    """Files that are written, and the language of what is printed."""

    output: Path | None = None
    """Wall file to write: .json, or any suffix that export knows."""
    preview: Path | None = None
    """SVG of the elevation; of the flaws where the stones do not fit."""
    language: Language = "en"

    @property
    def words(self) -> Words:
        """Words of the language."""
        return load_words(self.language)


@app.command("read")
@with_options
def read_command(
    *,
    file: Annotated[Path, typer.Argument(help="Drawing, meshes (file or folder), annotation, labels, photo or wall.")],
    written: SurveyFiles,
    overlay: Annotated[Path | None, "PNG of a photo with its stones on it."] = None,
    given: Annotated[Given, _READ],
    depth: Annotated[Given, _DEPTH],
    unit_weight: UnitWeightOption = None,
) -> None:
    """Read stones, make them fit, find their contacts; print tables of stones and joints."""
    options = SurveyOptions(file=str(file), **given, **depth)
    keep_source(file, written.output, written.preview, overlay)
    if overlay is not None:  # first, because it is wanted most where the rest fails
        from pirqa.survey.image.photo import draw_overlay

        write_bytes_whole(
            overlay, draw_overlay(file, None if options.marks is None else Path(options.marks), options.pixel)
        )
        typer.echo(f"Overlay: {overlay}")
    _finish(_run(options, unit_weight, written), written)


@app.command("generate")
@with_options
def generate_command(
    *,
    written: SurveyFiles,
    given: Annotated[Given, _GENERATE],
    depth: Annotated[Given, _DEPTH],
    unit_weight: UnitWeightOption = None,
) -> None:
    """Generate a wall from a pattern and a seed: the same each time."""
    generate = GenerateOptions(**given)
    known = {"thickness": 0.8} if given.get("like") == "sacsayhuaman" else {}
    options = SurveyOptions(generate=generate, **{**known, **depth})
    _finish(_run(options, unit_weight, written), written)


@app.command("export")
@with_options
def export_command(
    source: Annotated[Path, typer.Argument(help="Wall file of pirqa, or a project file with a survey.")],
    output: Annotated[Path, "File to write; its suffix says the format."],
    format: Annotated[
        str | None, typer.Option("--as", help=f"{', '.join(WRITERS)}.", show_default="by the suffix")
    ] = None,
    unit_weight: UnitWeightOption = None,
) -> None:
    """Write the stones for other programs: AutoCAD, Abaqus, ParaView, COMPAS, Blender."""
    check_choice("--as", format, WRITERS)
    keep_source(source, output)
    with ProgressBars(Console(stderr=True)) as observer:
        if source.suffix.lower() == ".toml" and _is_project(source):
            project = read_project(source)
            if project.options["survey"] is None:
                raise OptionsError(f"{source}: has no [survey], so it has no stones to write")
            result = survey(project.options["survey"], folder=project.folder, around=project.around, observer=observer)
        else:
            result = survey(SurveyOptions(file=str(source)), around=_around(unit_weight), observer=observer)
    _write(result, output, format)


def _is_project(path: Path) -> bool:
    try:
        return "project" in tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False


def _around(unit_weight: str | None) -> Surroundings:
    if unit_weight is None:
        return Surroundings(materials={})
    weight = parse_option("--unit-weight", unit_weight, UNIT_WEIGHT)
    return Surroundings(materials={"stone": Material(unit_weight=weight)})


def _run(options: SurveyOptions, unit_weight: str | None, written: SurveyFiles) -> SurveyResult:
    words, preview = written.words, written.preview
    with ProgressBars(Console(stderr=True)) as observer:
        try:
            return survey(options, around=_around(unit_weight), observer=observer)
        except SurveyError as error:
            if preview is not None and error.rings:
                write_text_whole(preview, flaws_svg(error.rings, error.flaws, words))
                raise SurveyError(f"{error}\n  drawn in {preview}") from error
            hint = "\n  see them with --preview flaws.svg" if error.flaws else ""
            raise SurveyError(f"{error}{hint}") from error


def _finish(result: SurveyResult, written: SurveyFiles) -> None:
    """Print and write a survey."""
    if written.preview is not None:
        write_text_whole(written.preview, preview_svg(result, written.words))
    _print(Console(), result, written.words)
    if written.preview is not None:
        typer.echo(f"Preview: {written.preview}")
    if written.output is not None:
        _write(result, written.output, None)


def _write(result: SurveyResult, output: Path, format: str | None) -> None:
    if format in (None, "pirqa") and output.suffix.lower() == ".json":
        made_up = result.source.format == "generated" or any(r.key.startswith("generated_") for r in result.remarks)
        data = write_own(
            result.wall,
            like=result.source.like,
            generated=made_up,
            tolerance=result.tolerance,
            base=result.base,
        )
    else:
        data = write_stones(result.wall, output, format=format)
    write_bytes_whole(output, data)
    typer.echo(f"Wall: {output}")


def _print(console: Console, result: SurveyResult, words: Words) -> None:
    """Print the tables of stones and joints, the remarks, and a digest last."""
    console.print(_stones(result))
    console.print()
    console.print(_joints(result))
    console.print()
    print_remarks(console, result.remarks, words)
    console.print(escape(str(result)), highlight=False, soft_wrap=True)


def _table(heads: dict[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, side in heads.items():
        table.add_column(name, justify=side, no_wrap=True)  # type: ignore[arg-type]
    return table


def _stones(result: SurveyResult) -> Table:
    weighed = not any(math.isnan(mass) for mass in result.stones["mass"].tolist())
    # narrow enough for 80 columns: width × height × depth, volume, mass
    heads = {"Stone": "left", "Zone": "left", "W × H × D m": "right", "m³": "right"}
    heads |= {"t": "right"} if weighed else {}
    heads |= {"Corners": "right", "Parts": "right", "Touches": "right", "Base": "left"}
    table = _table(heads)
    for row in result.stones.rows()[:_MOST]:
        size = f"{row['width']:.2f}×{row['height']:.2f}×{row['depth']:.2f}"
        mass = [f"{row['mass'] / 1e3:.2f}"] if weighed else []
        cells = [_short(row["stone"]), _short(row["zone"]), size, f"{row['volume']:.3f}", *mass]
        counts = [str(row[key]) for key in ("corners", "parts", "contacts")]
        table.add_row(*map(escape, cells), *counts, "yes" if row["on_base"] else "")
    _more(table, len(result.stones))
    return table


def _joints(result: SurveyResult) -> Table:
    table = _table({"Joint": "left", "Faces": "right", "Area m²": "right", "Slope °": "right", "Gap mm": "right"})
    for row in result.joints.rows()[:_MOST]:
        pair = f"{row['first']} – {row['second']}"
        table.add_row(
            escape(pair), str(row["faces"]), f"{row['area']:.4f}", f"{_slope(row):.0f}", f"{row['gap'] * 1e3:.1f}"
        )
    _more(table, len(result.joints))
    return table


def _short(name: str) -> str:
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 1]}…"


def _slope(row: dict[str, Any]) -> float:
    """Return the angle of a joint with the horizontal: 0 for a bed joint, 90 for a head joint [deg]."""
    return math.degrees(math.acos(min(1.0, abs(row["normal_z"]))))


def _more(table: Table, count: int) -> None:
    if count > _MOST:
        table.add_row(f"… and {count - _MOST} more")
