"""Records that come with pirqa: ``pirqa:PRQ_19661017164100.txt`` names one wherever a record's file is asked for."""

from __future__ import annotations

import csv
import functools
from pathlib import Path

from pirqa.errors import RecordError, did_you_mean

__all__ = ["record_path", "shipped_flatfile", "shipped_records", "shipped_unit"]

_FOLDER = Path(__file__).parent / "records"
_PREFIX = "pirqa:"


def shipped_records() -> tuple[str, ...]:
    """Return the names of the record files that come with pirqa; ``records/README.md`` describes each."""
    return tuple(
        sorted(path.name for path in _FOLDER.iterdir() if path.is_file() and path.suffix not in (".md", ".csv"))
    )


def shipped_flatfile() -> Path:
    """Return the flatfile of the motions that come with pirqa: event, magnitude, station, files, licence of each."""
    return _FOLDER / "flatfile.csv"


def shipped_unit(path: Path) -> str | None:
    """Return the unit that the flatfile knows of a shipped record whose file states none; none for other files."""
    known = _units().get(path.name)
    return known if known is not None and path.resolve().parent == _FOLDER.resolve() else None


@functools.cache
def _units() -> dict[str, str]:
    """Return the unit of each shipped file that the flatfile gives one for, by name."""
    with shipped_flatfile().open(encoding="utf-8", newline="") as file:
        return {
            name.strip(): row["unit"] for row in csv.DictReader(file) if row["unit"] for name in row["files"].split(";")
        }


def record_path(name: str, folder: Path) -> Path:
    """Path of the record ``name``: a shipped one after ``pirqa:``, else a path from ``folder`` on."""
    if not name.startswith(_PREFIX):
        return folder / name
    shipped = name.removeprefix(_PREFIX).strip()
    known = shipped_records()
    if shipped not in known:
        raise RecordError(f'"{name}": no such record comes with pirqa; {_nearest(shipped, known)}')
    return _FOLDER / shipped


def _nearest(name: str, known: tuple[str, ...]) -> str:
    lowered = {item.lower(): item for item in known}  # did_you_mean compares in lower case
    hint = did_you_mean(name, lowered)
    for low, item in lowered.items():
        hint = hint.replace(low, item)
    return hint
