"""``pirqa survey``: stones from drawings, photos and scans; generated walls; stones for other programs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console

from pirqa.cli.arguments import check_choice, keep_source, parse_option
from pirqa.cli.console import ProgressBars
from pirqa.cli.stones import print_survey
from pirqa.errors import OptionsError, SurveyError
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.model import Material
from pirqa.project import read_project
from pirqa.report import load_words
from pirqa.report.figures.elevation import flaws_svg, preview_svg
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, SurveyResult, survey
from pirqa.survey.contacts import BaseRule
from pirqa.survey.formats import FORMATS, WRITERS, write_stones
from pirqa.survey.formats.own import write as write_own
from pirqa.survey.generate import Pattern
from pirqa.survey.raw import DrawnUnit
from pirqa.units import ANGLE, LENGTH, UNIT_WEIGHT

__all__ = ["app"]

app = typer.Typer(
    help="Stones from drawings, photos and scans; generated walls; stones for other programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Wall file to write: .json, or any suffix that export knows.")
]
Preview = Annotated[
    Path | None, typer.Option("--preview", help="SVG of the elevation; of the flaws where the stones do not fit.")
]
Thickness = Annotated[str | None, typer.Option("--thickness", help='Thickness at the base, e.g. "0.8 m".')]
ThicknessTop = Annotated[str | None, typer.Option("--thickness-top", help="Thickness at the top, for a taper.")]
FrontBatter = Annotated[str | None, typer.Option("--front-batter", help='Lean of the front face, e.g. "5 deg".')]
UnitWeightOption = Annotated[str | None, typer.Option("--unit-weight", help='For masses, e.g. "23.6 kN/m3".')]
Language = Annotated[str, typer.Option("--language", help="en or es.")]


@app.command("read")
def read_command(
    file: Annotated[Path, typer.Argument(help="Drawing, meshes (file or folder), annotation, labels, photo or wall.")],
    output: Output = None,
    preview: Preview = None,
    overlay: Annotated[Path | None, typer.Option("--overlay", help="PNG of a photo with its stones on it.")] = None,
    format: Annotated[
        str | None, typer.Option("--format", help=f"{', '.join(FORMATS)}.", show_default="found out")
    ] = None,
    unit: Annotated[str | None, typer.Option("--unit", help="Unit of the coordinates: m, cm, mm, ft, in.")] = None,
    pixel: Annotated[str | None, typer.Option("--pixel", help='Side of a pixel on the wall, e.g. "4 mm".')] = None,
    marks: Annotated[Path | None, typer.Option("--marks", help="Marks on a photo (TOML).")] = None,
    up: Annotated[str | None, typer.Option("--up", help="Axis that points up in meshes: y or z.")] = None,
    tolerance: Annotated[
        str | None, typer.Option("--tolerance", help="How far corners may be moved.", show_default="5 mm")
    ] = None,
    joint_width: Annotated[
        str | None, typer.Option("--joint-width", help='Close joints left open up to this, e.g. "2 cm".')
    ] = None,
    simplify: Annotated[
        str | None, typer.Option("--simplify", help='Coarseness of outlines out of pictures, e.g. "3 cm".')
    ] = None,
    openings: Annotated[bool, typer.Option("--openings", help="Gaps between stones are niches or windows.")] = False,
    base: Annotated[str, typer.Option("--base", help="level or lower_edge.")] = "level",
    thickness: Thickness = None,
    thickness_top: ThicknessTop = None,
    front_batter: FrontBatter = None,
    unit_weight: UnitWeightOption = None,
    language: Language = "en",
) -> None:
    """Read stones, make them fit, find what touches what; print both tables."""
    check_choice("--unit", unit, get_args(DrawnUnit))
    check_choice("--up", up, ("y", "z"))
    check_choice("--base", base, get_args(BaseRule))
    check_choice("--format", format, FORMATS)
    given: dict[str, Any] = {
        "file": str(file),
        "format": format,
        "unit": unit,
        "pixel": parse_option("--pixel", pixel, LENGTH),
        "marks": None if marks is None else str(marks),
        "up": up,
        "tolerance": parse_option("--tolerance", tolerance, LENGTH),
        "joint_width": parse_option("--joint-width", joint_width, LENGTH),
        "simplify": parse_option("--simplify", simplify, LENGTH),
        "openings": openings,
        "base": base,
        **_thicknesses(thickness, thickness_top, front_batter),
    }
    options = SurveyOptions(**{key: value for key, value in given.items() if value is not None})
    keep_source(file, output, preview, overlay)
    if overlay is not None:  # first, because it is wanted most where the rest fails
        from pirqa.survey.image import draw_overlay

        write_bytes_whole(overlay, draw_overlay(file, marks, options.pixel))
        typer.echo(f"Overlay: {overlay}")
    result = _run(options, unit_weight, preview, language)
    _finish(result, output, preview, language)


@app.command("generate")
def generate_command(
    output: Output = None,
    preview: Preview = None,
    like: Annotated[str | None, typer.Option("--like", help="A wall of the literature: sacsayhuaman.")] = None,
    pattern: Annotated[str | None, typer.Option("--pattern", help=f"{', '.join(get_args(Pattern))}.")] = None,
    length: Annotated[str | None, typer.Option("--length", help='e.g. "8.64 m".')] = None,
    height: Annotated[str | None, typer.Option("--height", help='e.g. "4 m".')] = None,
    stones: Annotated[int | None, typer.Option("--stones", help="Number of stones.")] = None,
    courses: Annotated[int | None, typer.Option("--courses", help="Number of courses.")] = None,
    unit_length: Annotated[str | None, typer.Option("--unit-length", help="Unit of a running bond.")] = None,
    unit_height: Annotated[str | None, typer.Option("--unit-height", help="Unit of a running bond.")] = None,
    nonconvex: Annotated[int | None, typer.Option("--nonconvex", help="Stones with re-entrant corners.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the random numbers.", show_default="7")] = None,
    thickness: Thickness = None,
    thickness_top: ThicknessTop = None,
    front_batter: FrontBatter = None,
    unit_weight: UnitWeightOption = None,
    language: Language = "en",
) -> None:
    """Make up a wall from a pattern and a seed: the same each time."""
    check_choice("--pattern", pattern, get_args(Pattern))
    check_choice("--like", like, ("sacsayhuaman",))
    given: dict[str, Any] = {
        "like": like,
        "pattern": pattern,
        "length": parse_option("--length", length, LENGTH),
        "height": parse_option("--height", height, LENGTH),
        "stones": stones,
        "courses": courses,
        "unit_length": parse_option("--unit-length", unit_length, LENGTH),
        "unit_height": parse_option("--unit-height", unit_height, LENGTH),
        "nonconvex": nonconvex,
        "seed": seed,
    }
    generate = GenerateOptions(**{key: value for key, value in given.items() if value is not None})
    if thickness is None and like == "sacsayhuaman":
        thickness = "0.8 m"
    thick: dict[str, Any] = _thicknesses(thickness, thickness_top, front_batter)
    options = SurveyOptions(generate=generate, **{key: value for key, value in thick.items() if value is not None})
    _finish(_run(options, unit_weight, preview, language), output, preview, language)


@app.command("export")
def export_command(
    source: Annotated[Path, typer.Argument(help="Wall file of pirqa, or a project file with a survey.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="File to write; its suffix says the format.")],
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


def _thicknesses(thickness: str | None, top: str | None, batter: str | None) -> dict[str, Any]:
    return {
        "thickness": parse_option("--thickness", thickness, LENGTH),
        "thickness_top": parse_option("--thickness-top", top, LENGTH),
        "front_batter": parse_option("--front-batter", batter, ANGLE),
    }


def _around(unit_weight: str | None) -> Surroundings:
    weight = parse_option("--unit-weight", unit_weight, UNIT_WEIGHT)
    return Surroundings(materials={} if weight is None else {"stone": Material(unit_weight=weight)})


def _run(options: SurveyOptions, unit_weight: str | None, preview: Path | None, language: str) -> SurveyResult:
    words = load_words(language)
    with ProgressBars(Console(stderr=True)) as observer:
        try:
            return survey(options, around=_around(unit_weight), observer=observer)
        except SurveyError as error:
            if preview is not None and error.rings:
                write_text_whole(preview, flaws_svg(error.rings, error.flaws, words))
                raise SurveyError(f"{error}\n  drawn in {preview}") from error
            hint = "\n  see them with --preview flaws.svg" if error.flaws else ""
            raise SurveyError(f"{error}{hint}") from error


def _finish(result: SurveyResult, output: Path | None, preview: Path | None, language: str) -> None:
    words = load_words(language)
    if preview is not None:
        write_text_whole(preview, preview_svg(result, words))
    print_survey(Console(), result, words)
    if preview is not None:
        typer.echo(f"Preview: {preview}")
    if output is not None:
        _write(result, output, None)


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
