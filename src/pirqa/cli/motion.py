"""The command ``pirqa motion``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import Given, Language, Option, OptionsOf, check_choice, keep_source, with_options
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.errors import InputError, OptionsError
from pirqa.files import write_text_whole
from pirqa.motion import MotionOptions, MotionResult, ProcessingOptions, RecordOptions, ScaleTarget, prepare_motions
from pirqa.motion.formats import WRITERS, export_motion
from pirqa.motion.options import SpectrumOptions
from pirqa.motion.record import shipped_records
from pirqa.report import Words, load_words
from pirqa.report.figures.motion import draw_motion
from pirqa.report.figures.style import standalone
from pirqa.units import ACCELERATION, RATIO, STANDARD_GRAVITY, VELOCITY, Time, parse_quantity

_RECORD = OptionsOf(
    RecordOptions,
    Option("across", "--component", help="Component applied out of plane; --scale refers to it."),
    Option("step", help='Time between samples, for columns without time, e.g. "0.02 s".'),
    Option(
        "components",
        help="Names of the columns, e.g. EW,NS,UD.",
        parse=lambda text: tuple(name.strip() for name in text.split(",")) if text else (),
    ),
    Option("response", help="StationXML for miniSEED.", parse=lambda text: str(Path(text).resolve())),
    "unit sensitivity",
    Option("decimal", help='Decimal mark, "." or ",", where 1,234 could be either.'),
    Option("format", default="found out"),
)


@dataclass(frozen=True, kw_only=True)
class ScaleInput:
    """The strength that records are scaled to."""

    scale: str | None = None
    """Strength: "0.2 g" (PGA), "0.3 m/s" (PGV), or a factor such as 2."""
    scale_period: Time | None = None
    """With --scale in g: scale Sa at this period."""

    def target(self, damping: float) -> ScaleTarget | None:
        """Return the target; its quantity follows from the unit of the strength."""
        at = self.scale_period
        if self.scale is None:
            if at is not None:
                raise OptionsError("--scale-period needs --scale, the spectral acceleration at that period")
            return None
        try:
            value = parse_quantity(self.scale)
        except InputError as error:
            raise OptionsError(f"--scale: {error}") from error
        if value.dimension is ACCELERATION:
            if at is not None:
                return ScaleTarget(sa=float(value), period=at, damping=damping)
            return ScaleTarget(pga=float(value))
        if at is not None or value.dimension not in (VELOCITY, RATIO):
            raise OptionsError(f'--scale "{self.scale}": write "0.2 g" (PGA), "0.3 m/s" (PGV) or a factor such as 2')
        return ScaleTarget(pgv=float(value)) if value.dimension is VELOCITY else ScaleTarget(factor=float(value))


@dataclass(frozen=True, kw_only=True)
class MotionFiles:
    """Files that are written."""

    plot: Path | None = None
    """SVG of acceleration, velocity, displacement, spectrum and Husid plot; one for each record."""
    export: Annotated[str | None, typer.Option("--export", help=f"Write the motion as {', '.join(WRITERS)}.")] = None
    output: Path = Path()
    """Folder that --export writes to."""

    def __post_init__(self) -> None:
        check_choice("--export", self.export, WRITERS)
        if self.plot is not None and self.plot.suffix.lower() != ".svg":
            raise OptionsError(f"--plot {self.plot}: the picture is an SVG; give it a name that ends in .svg")


@dataclass(frozen=True, kw_only=True)
class RecordFiles:
    """Records that are read."""

    files: Annotated[
        list[str] | None,
        typer.Argument(help="Records, or pirqa:NAME for those that come with pirqa (see --list).", show_default=False),
    ] = None
    together: bool = False
    """The files are components of one record."""
    listed: Annotated[bool, typer.Option("--list", help="Records that come with pirqa.")] = False

    def options(self, shared: Given) -> dict[str, RecordOptions]:
        """Return the options of each record by its name; ``shared`` holds for all of them."""
        files = self.files or []
        if self.together:
            return {_name(files[0], {}): RecordOptions(files=tuple(files), **shared)}
        records: dict[str, RecordOptions] = {}
        for file in files:
            records[_name(file, records)] = RecordOptions(file=file, **shared)
        return records


@with_options
def command(
    *,
    read: RecordFiles,
    scale: ScaleInput,
    record: Annotated[Given, _RECORD],
    motion: Annotated[Given, OptionsOf(MotionOptions, "facing")],
    processing: Annotated[Given, OptionsOf(ProcessingOptions, low_corner="--low", high_corner="--high")],
    raw: Annotated[bool, "Leave the samples as they are filed."] = False,
    spectrum: Annotated[Given, OptionsOf(SpectrumOptions, Option("damping", help="Damping ratio of the spectrum."))],
    written: MotionFiles,
    language: Language = "en",
) -> None:
    """Read ground-motion records, process them to drive a wall, and print their intensity measures."""
    console = Console()
    if read.listed:
        for name in (name for name in shipped_records() if not name.endswith(".xml")):
            console.print(f"pirqa:{name}", highlight=False, markup=False)
        return
    if not read.files:
        raise OptionsError("give one or more records, or --list for those that come with pirqa")
    words = load_words(language)
    spectra = SpectrumOptions(**spectrum)
    options = MotionOptions(
        records=read.options({**record, "scale": scale.target(spectra.damping)}),
        processing=ProcessingOptions(kind="none") if raw else ProcessingOptions(**processing),
        spectrum=spectra,
        **motion,
    )
    with ProgressBars(Console(stderr=True)) as observer:
        try:
            result = prepare_motions(options, folder=Path(), observer=observer)
        except InputError as error:  # the user who gave a file knows no key of a project
            raise OptionsError(re.sub(r"^motion\.records\.[\w-]+: ", "", str(error))) from error
    _print(console, result, words)
    pages = _pages(result, words, written)
    for path in pages:
        for file in read.files:
            keep_source(Path(file), path)
    if written.export is not None:
        written.output.mkdir(parents=True, exist_ok=True)
    for path, text in pages.items():
        write_text_whole(path, text)
        say(console, words("motion.written", path=path))


def _pages(result: MotionResult, words: Words, written: MotionFiles) -> dict[Path, str]:
    """Return the texts to be written, by path."""
    pages: dict[Path, str] = {}
    if written.plot is not None:
        for path, item in zip(_paths(written.plot, len(result.motions)), result.motions, strict=True):
            pages[path] = standalone(draw_motion(item, result.spectra, words, name=item.name))
    if written.export is not None:
        for item in result.motions:
            pages |= export_motion(item.motion, written.output, format=written.export)
    return pages


def _name(file: str, taken: dict[str, RecordOptions]) -> str:
    """Return a short name of a record after its file."""
    stem = re.sub(r"[^\w-]+", "_", Path(file.removeprefix("pirqa:")).stem).strip("_") or "record"
    name, number = stem, 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name


def _paths(plot: Path, count: int) -> list[Path]:
    """Return ``out.svg`` for one record; out_1.svg, out_2.svg … for several."""
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
