"""Candidates of a set: which files are one motion, and what is known of its earthquake and station."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import get_args

from pirqa.errors import RecordError, did_you_mean
from pirqa.motion.record import UNITS, record_path, shipped_flatfile
from pirqa.motion.sets.options import Mechanism

_LARGEST = 50_000_000
"""Bytes of a flatfile."""
_COLUMNS = (
    "name",
    "files",
    "event",
    "date",
    "magnitude",
    "mechanism",
    "station",
    "agency",
    "distance",
    "vs30",
    "near_fault",
    "pulse_period",
    "synthetic",
    "unit",
    "step",
    "licence",
    "citation",
    "note",
)
_UNITS = {"distance": {"km": 1e3, "m": 1.0}, "vs30": {"m/s": 1.0, "": 1.0}, "pulse_period": {"s": 1.0, "": 1.0}}
_MAY_BE_ZERO = ("distance",)
"""Numbers of which 0 is a value; other flatfiles write 0 for a pulse, a velocity or a magnitude that is not known."""
_YES, _NO = ("yes", "true", "1", "si", "sí"), ("no", "false", "0")


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A motion that may enter a set: its files and what is known of it."""

    name: str
    files: tuple[str, ...]
    """Paths from the project, or pirqa:NAME; components filed apart are one motion."""
    event: str = ""
    """Name of the earthquake; motions of one name are of one event."""
    date: str = ""
    """Day of the earthquake (UTC), as 2007-08-15."""
    magnitude: float | None = None
    mechanism: str = ""
    """One of the types of earthquake; empty where it is not known."""
    station: str = ""
    agency: str = ""
    distance: float | None = None
    """From the station, as the source gives it [m]."""
    vs30: float | None = None
    """[m/s]"""
    near_fault: bool | None = None
    """Whether the station was near the fault; none where it is not known."""
    pulse_period: float | None = None
    """Period of a published velocity pulse [s]."""
    unit: str = ""
    """Unit of the accelerations, where the files do not state it."""
    step: float | None = None
    """Time step [s], where the files do not state it."""
    licence: str = ""
    citation: str = ""
    note: str = ""
    synthetic: bool = False
    """Whether it is no record as it was: made up, or matched to a spectrum."""
    listed: bool = True
    """Whether a flatfile describes it."""

    @property
    def from_library(self) -> bool:
        """Whether it comes with pirqa."""
        return any(file.startswith("pirqa:") for file in self.files)


def library_candidates() -> tuple[Candidate, ...]:
    """Return the motions that come with pirqa."""
    path = shipped_flatfile()
    return read_flatfile(path, prefix="pirqa:")


def listed_candidates(folder: str, flatfile: str | None, base: Path) -> tuple[Candidate, ...]:
    """Return the candidates that the flatfile of a ``folder`` lists; none where there is no flatfile.

    ``folder`` and ``flatfile`` are paths from ``base``.
    """
    place = base / folder
    if not place.is_dir():
        raise RecordError(f"motion.set.folder: {place} is not a folder; check the path")
    path = base / flatfile if flatfile is not None else place / "flatfile.csv"
    if flatfile is None and not path.is_file():
        return ()
    return read_flatfile(path, prefix=f"{folder.rstrip('/')}/")


def folder_files(folder: str, base: Path, *, known: Iterable[Candidate]) -> tuple[Path, ...]:
    """Return the files of a folder that no candidate of its flatfile names, sorted."""
    place = base / folder
    taken = {(base / file).resolve() for item in known for file in item.files if not file.startswith("pirqa:")}
    skipped = {".xml", ".md", ".csv.partial", ".pdf", ".toml"}
    return tuple(
        path
        for path in sorted(place.rglob("*"))
        if path.is_file()
        and path.resolve() not in taken
        and not path.name.startswith(".")
        and path.suffix.lower() not in skipped
        and path.name.lower() not in ("readme.txt", "readme", "sha256sums", "flatfile.csv", "licence", "license")
    )


def read_flatfile(path: Path, *, prefix: str = "") -> tuple[Candidate, ...]:
    """Read the flatfile ``path``, a CSV with a row a motion; ``prefix`` goes before the names of its files.

    Columns: name and files (several parted by ``;``) must be there; event, date, magnitude, mechanism, station, agency,
    distance [km], vs30 [m/s], near_fault, pulse_period [s], synthetic, unit, step [s], licence, citation and
    note may be.
    """
    rows, head = _rows(path)
    columns = _head(path, head)
    for needed in ("name", "files"):
        if needed not in columns:
            raise RecordError(f'{path}: line 1: has no column "{needed}"; its columns are {", ".join(head)}')
    found: list[Candidate] = []
    names: dict[str, int] = {}
    for line, row in rows:
        if len(row) != len(head):
            raise RecordError(f"{path}: line {line}: has {len(row)} cells, the head {len(head)}; repair the row")
        cells = {name: row[at].strip() for name, (at, _) in columns.items()}
        item = _candidate(path, line, cells, {name: scale for name, (_, scale) in columns.items()}, prefix)
        if item.name in names:
            raise RecordError(
                f'{path}: line {line}: "{item.name}" stands in line {names[item.name]} too; give each motion its own '
                "name"
            )
        names[item.name] = line
        found.append(item)
    if not found:
        raise RecordError(f"{path}: lists no motion; add a row for each")
    return tuple(found)


def _rows(path: Path) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """Return the rows of the file with the number of their line, and its head."""
    try:
        if path.stat().st_size > _LARGEST:
            raise RecordError(f"{path}: is over {_LARGEST // 1_000_000} MB; give a flatfile of fewer motions")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: is not UTF-8 text; save the flatfile as CSV (UTF-8)") from error
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise RecordError(f"{path}: line {reader.line_num}: {error}; save the flatfile as CSV again") from error
    if not rows:
        raise RecordError(f"{path}: is empty; give a flatfile with the columns name and files")
    return rows[1:], [cell.strip() for cell in rows[0][1]]


def _head(path: Path, head: list[str]) -> dict[str, tuple[int, float]]:
    """Return the place of each known column and the SI value of its unit."""
    columns: dict[str, tuple[int, float]] = {}
    for at, cell in enumerate(head):
        match = re.fullmatch(r"\s*([^\[\]()]*?)\s*(?:[\[(]\s*([^\])]*?)\s*[\])])?\s*", cell)
        name = (match[1] if match else cell).strip().lower().replace(" ", "_")
        unit = (match[2] or "" if match else "").strip()
        if name not in _COLUMNS:
            raise RecordError(f'{path}: line 1: column "{cell}" is not known; {did_you_mean(name, _COLUMNS)}')
        if name in columns:
            raise RecordError(f'{path}: line 1: two columns are called "{name}"; remove one')
        units = _UNITS.get(name, {"": 1.0, "s": 1.0})
        if unit not in units:
            raise RecordError(
                f'{path}: line 1: column "{cell}": give its unit, one of {", ".join(key for key in units if key)}'
            )
        columns[name] = (at, units[unit])
    return columns


def _candidate(path: Path, line: int, cells: Mapping[str, str], scales: Mapping[str, float], prefix: str) -> Candidate:
    """Return the candidate of one row."""

    def number(key: str) -> float | None:
        text = cells.get(key, "")
        if not text:
            return None
        try:
            value = float(text) * scales[key]
        except ValueError:
            value = float("nan")
        zero = key in _MAY_BE_ZERO
        if not 0.0 <= value < 1e9 or (value == 0.0 and not zero):
            raise RecordError(
                f'{path}: line {line}: {key} is "{text[:30]}", not a number {"of 0 or more" if zero else "above 0"}; '
                "repair the cell, or leave it empty if the value is not known"
            )
        return value

    name = cells["name"]
    if re.fullmatch(r"[\w-]+", name) is None:
        raise RecordError(f'{path}: line {line}: "{name[:40]}" cannot be a name: use letters, digits, _ and -')
    files = tuple(part.strip() for part in cells["files"].split(";") if part.strip())
    if not files:
        raise RecordError(f'{path}: line {line}: "{name}" has no files; name them, parted by ;')
    if any(file.startswith("/") or ".." in Path(file).parts for file in files):
        raise RecordError(f'{path}: line {line}: "{name}": files are names in the folder; {files[0]} leaves it')
    mechanism = cells.get("mechanism", "").lower().replace(" ", "_").replace("-", "_")
    if mechanism and mechanism not in get_args(Mechanism):
        hint = did_you_mean(mechanism, get_args(Mechanism))
        raise RecordError(f'{path}: line {line}: mechanism "{mechanism}" is not known; {hint}')

    def flag(key: str) -> bool | None:
        text = cells.get(key, "").lower()
        if text and text not in (*_YES, *_NO):
            raise RecordError(f'{path}: line {line}: {key} is "{text[:30]}"; write yes or no, or leave it empty')
        return text in _YES if text else None

    unit = cells.get("unit", "")
    if unit and unit not in UNITS:
        raise RecordError(f'{path}: line {line}: unit "{unit}" is not known; {did_you_mean(unit, UNITS)}')
    return Candidate(
        name=name,
        files=tuple(f"{prefix}{file}" for file in files),
        event=" ".join(cells.get("event", "").split()),
        date=_iso_date(path, line, cells.get("date", "")),
        magnitude=number("magnitude"),
        mechanism=mechanism,
        station=cells.get("station", ""),
        agency=cells.get("agency", ""),
        distance=number("distance"),
        vs30=number("vs30"),
        near_fault=flag("near_fault"),
        pulse_period=number("pulse_period"),
        synthetic=bool(flag("synthetic")),
        unit=unit,
        step=number("step"),
        licence=cells.get("licence", ""),
        citation=cells.get("citation", ""),
        note=cells.get("note", ""),
    )


def _iso_date(path: Path, line: int, text: str) -> str:
    """Return a date as 2007-08-15; a spreadsheet may have written 15/08/2007."""
    parts = [int(part) for part in re.findall(r"\d+", text.partition("T")[0].partition(" ")[0])]
    if len(parts) == 1 and len(text) == 8:
        parts = [int(text[:4]), int(text[4:6]), int(text[6:])]
    try:
        if not text:
            return ""
        if len(parts) == 3 and parts[0] > 31:
            return date(*parts).isoformat()
        if len(parts) == 3 and parts[2] > 31 and (parts[0] > 12 or parts[1] > 12 or parts[0] == parts[1]):
            year, first, second = parts[2], parts[0], parts[1]
            return (date(year, second, first) if first > 12 else date(year, first, second)).isoformat()
    except ValueError:
        pass
    raise RecordError(f'{path}: line {line}: date is "{text[:30]}"; write year, month and day as 2007-08-15')


def candidate_paths(candidate: Candidate, base: Path) -> tuple[Path, ...]:
    """Return the paths of a candidate's files; a file that is not there is an error that names the flatfile's row."""
    paths = tuple(record_path(file, base) for file in candidate.files)
    for path in paths:
        if not path.is_file():
            raise RecordError(f'candidate "{candidate.name}": {path}: is not there; check the flatfile')
    return paths
