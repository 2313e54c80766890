"""``pirqa motion``: records of any format made fit to drive a wall; their measures, a picture, files for others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import check_choice, keep_source, parse_option
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.errors import InputError, OptionsError
from pirqa.files import write_text_whole
from pirqa.motion import MotionOptions, MotionResult, ProcessingOptions, RecordOptions, ScaleTarget, prepare_motions
from pirqa.motion.export import WRITERS, export_motion
from pirqa.motion.formats import FORMATS
from pirqa.motion.library import shipped_records
from pirqa.motion.options import SpectrumOptions
from pirqa.motion.record import DecimalMark, FiledUnit
from pirqa.report import Words, load_words
from pirqa.report.figures.motion import draw_motion
from pirqa.report.figures.style import standalone
from pirqa.units import ACCELERATION, ANGLE, FREQUENCY, RATIO, STANDARD_GRAVITY, TIME, VELOCITY, parse_quantity

__all__ = ["command"]


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Records, or pirqa:NAME for those that come with pirqa (see --list).", show_default=False),
    ] = None,
    scale: Annotated[
        str | None, typer.Option("--scale", help='Strength: "0.2 g" (PGA), "0.3 m/s" (PGV), or a factor such as 2.')
    ] = None,
    scale_period: Annotated[
        str | None, typer.Option("--scale-period", help='With --scale in g: of Sa at this period, e.g. "0.8 s".')
    ] = None,
    component: Annotated[
        str | None, typer.Option("--component", help="Component that drives the wall across; the strength is its.")
    ] = None,
    facing: Annotated[
        str | None, typer.Option("--facing", help='Azimuth the wall looks to, e.g. "40 deg": turns the components.')
    ] = None,
    together: Annotated[bool, typer.Option("--together", help="The files are components of one record.")] = False,
    unit: Annotated[
        str | None, typer.Option("--unit", help=f"Unit in the file: {', '.join(get_args(FiledUnit))}.")
    ] = None,
    step: Annotated[str | None, typer.Option("--step", help='Between samples, e.g. "0.02 s".')] = None,
    components: Annotated[str | None, typer.Option("--components", help="Names of the columns, e.g. EW,NS,UD.")] = None,
    decimal: Annotated[
        str | None, typer.Option("--decimal", help='Decimal mark, "," or ".", where 1,234 could be either.')
    ] = None,
    response: Annotated[str | None, typer.Option("--response", help="StationXML for miniSEED.")] = None,
    sensitivity: Annotated[
        float | None, typer.Option("--sensitivity", help="Counts in 1 m/s2, instead of a response.")
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", help=f"{', '.join(FORMATS)}.", show_default="found out")
    ] = None,
    low: Annotated[str | None, typer.Option("--low", help="Low corner of the filter.", show_default="0.1 Hz")] = None,
    high: Annotated[str | None, typer.Option("--high", help="High corner of the filter.", show_default="none")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Leave the samples as they are filed.")] = False,
    damping: Annotated[float, typer.Option("--damping", help="Of the spectrum, of critical.")] = 0.05,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="SVG: a, v, d, spectrum, Husid; one for each record.")
    ] = None,
    export: Annotated[str | None, typer.Option("--export", help=f"Write the motion as {', '.join(WRITERS)}.")] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder that --export writes to.")] = Path("."),
    language: Annotated[str, typer.Option("--language", help="en or es.")] = "en",
    listed: Annotated[bool, typer.Option("--list", help="Records that come with pirqa.")] = False,
) -> None:
    """Read records, make them fit to drive a wall, print their measures."""
    console = Console()
    if listed:
        for name in (name for name in shipped_records() if not name.endswith(".xml")):
            console.print(f"pirqa:{name}", highlight=False, markup=False)
        return
    if not files:
        raise OptionsError("give one or more records, or --list for those that come with pirqa")
    check_choice("--unit", unit, get_args(FiledUnit))
    check_choice("--decimal", decimal, get_args(DecimalMark))
    check_choice("--export", export, WRITERS)
    check_choice("--format", format, FORMATS)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise OptionsError(f"--plot {plot}: the picture is an SVG; give it a name that ends in .svg")
    words = load_words(language)
    shared: dict[str, Any] = {
        "format": format,
        "unit": unit,
        "step": parse_option("--step", step, TIME),
        "components": tuple(name.strip() for name in components.split(",")) if components else (),
        "decimal": decimal,
        "response": None if response is None else str(Path(response).resolve()),
        "sensitivity": sensitivity,
        "across": component,
        "scale": _target(scale, scale_period, damping),
    }
    records = _records(files, together, shared)
    corners = {
        "low_corner": parse_option("--low", low, FREQUENCY),
        "high_corner": parse_option("--high", high, FREQUENCY),
    }
    given: dict[str, Any] = {key: value for key, value in corners.items() if value is not None}
    options = MotionOptions(
        records=records,
        facing=parse_option("--facing", facing, ANGLE),
        processing=ProcessingOptions(kind="none") if raw else ProcessingOptions(**given),
        spectrum=SpectrumOptions(damping=damping),
    )
    with ProgressBars(Console(stderr=True)) as observer:
        try:
            result = prepare_motions(options, folder=Path(), observer=observer)
        except InputError as error:  # whoever typed a file's name knows no key of a project
            raise OptionsError(re.sub(r"^motion\.records\.[\w-]+: ", "", str(error))) from error
    _print(console, result, words)
    pages = _pages(result, words, plot, export, output)
    for path in pages:
        for file in files:
            keep_source(Path(file), path)
    if export is not None:
        output.mkdir(parents=True, exist_ok=True)
    for path, text in pages.items():
        write_text_whole(path, text)
        console.print(words("motion.written", path=path), highlight=False, markup=False, soft_wrap=True)


def _pages(result: MotionResult, words: Words, plot: Path | None, export: str | None, output: Path) -> dict[Path, str]:
    """Texts to be written, by path."""
    pages: dict[Path, str] = {}
    if plot is not None:
        for path, item in zip(_paths(plot, len(result.motions)), result.motions, strict=True):
            pages[path] = standalone(draw_motion(item, result.spectra, words, name=item.name))
    if export is not None:
        for item in result.motions:
            pages |= export_motion(item.motion, output, format=export)
    return pages


def _records(files: list[str], together: bool, shared: dict[str, Any]) -> dict[str, RecordOptions]:
    if together:
        return {_name(files[0], {}): RecordOptions(files=tuple(files), **shared)}
    records: dict[str, RecordOptions] = {}
    for file in files:
        records[_name(file, records)] = RecordOptions(file=file, **shared)
    return records


def _name(file: str, taken: dict[str, RecordOptions]) -> str:
    """A short name of a record, out of its file's."""
    stem = re.sub(r"[^\w-]+", "_", Path(file.removeprefix("pirqa:")).stem).strip("_") or "record"
    name, number = stem, 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name


def _target(text: str | None, period: str | None, damping: float) -> ScaleTarget | None:
    """What --scale asks for: its unit says what it is."""
    at = parse_option("--scale-period", period, TIME)
    if text is None:
        if at is not None:
            raise OptionsError("--scale-period needs --scale, the spectral acceleration at that period")
        return None
    try:
        value = parse_quantity(text)
    except InputError as error:
        raise OptionsError(f"--scale: {error}") from error
    if value.dimension is ACCELERATION:
        if at is not None:
            return ScaleTarget(sa=float(value), period=at, damping=damping)
        return ScaleTarget(pga=float(value))
    if at is not None or value.dimension not in (VELOCITY, RATIO):
        raise OptionsError(f'--scale "{text}": write "0.2 g" (PGA), "0.3 m/s" (PGV) or a factor such as 2')
    return ScaleTarget(pgv=float(value)) if value.dimension is VELOCITY else ScaleTarget(factor=float(value))


def _paths(plot: Path, count: int) -> list[Path]:
    """``out.svg`` for one record; out_1.svg, out_2.svg … for several."""
    if count == 1:
        return [plot]
    return [plot.with_name(f"{plot.stem}_{number}{plot.suffix}") for number in range(1, count + 1)]


def _print(console: Console, result: MotionResult, words: Words) -> None:
    for item in result.motions:
        motion = item.motion
        padded = any(step.key == "pads" for step in motion.treatments)
        size = words(
            "motion.size_padded" if padded else "motion.size",
            samples=len(motion.acceleration),
            step=f"{motion.step:g}",
            duration=f"{motion.duration:.2f}",
        )
        scaled = "" if motion.factor == 1.0 else words("motion.size_scaled", factor=f"{motion.factor:.4g}")
        console.print(f"[bold]{escape(item.name)}[/] {size}{scaled}", highlight=False, soft_wrap=True)
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", no_wrap=True)
        for name in ("pga", "pgv", "pgd", "arias", "duration", "mean_period", "cav", "housner"):
            head = words(f"column.{name}").replace("[", "").replace("]", "")
            table.add_column(head, justify="right", no_wrap=True)
        for direction, found in zip(motion.directions, item.measures, strict=True):
            values = (found.pga / STANDARD_GRAVITY, found.pgv, found.pgd, found.arias)
            period = "–" if found.mean_period is None else f"{found.mean_period:.3f}"
            cells = [*(f"{value:.4f}" for value in values), f"{found.duration:.2f}", period]
            table.add_row(direction.name[:10], *cells, f"{found.cav:.3f}", f"{found.housner:.4f}")
        console.print(table)
        print_remarks(console, item.remarks, words)
