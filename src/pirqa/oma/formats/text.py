"""Columns of numbers as text: any usual separator, decimal points or commas, headers, times of day and dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.vibration import FileUnit, Vibration, even_rate, file_unit

_CLOCK = re.compile(r"(\d{1,2}):(\d{2}):(\d{2})(?:[.,:](\d{1,9}))?")
_DATE = re.compile(r"(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?(?:Z|[+-]\d{2}:?\d{2})?")


def is_stamp(text: str) -> bool:
    """Whether ``text`` is a time of day, or a date with one: 10:31:02.005, 2024-05-01 10:31:02.005."""
    return bool(_CLOCK.fullmatch(text) or _DATE.fullmatch(text))


def seconds_of(path: Path, stamps: list[str]) -> FloatArray:
    """Seconds since the first of ``stamps``; a clock that passes midnight goes on."""
    if _DATE.fullmatch(stamps[0]):
        moments = [_DATE.fullmatch(stamp) for stamp in stamps]
        try:
            exact = np.array(
                [f"{one[1]}-{one[2]}-{one[3]}T{one[4]}.{(one[5] or '0'):0<9}" for one in moments if one],
                dtype="datetime64[ns]",
            )
        except ValueError as error:
            raise RecordError(f"{path}: a time in its first column is none: {error}; repair it") from error
        if len(exact) != len(stamps):
            raise RecordError(f"{path}: the times in its first column are written in several ways; write all alike")
        since: FloatArray = (exact - exact[0]).astype(np.float64) * 1e-9
        return since
    parts = [_CLOCK.fullmatch(stamp) for stamp in stamps]
    seconds = np.array([int(p[1]) * 3600 + int(p[2]) * 60 + int(p[3]) + float(f"0.{p[4] or 0}") for p in parts if p])
    if len(seconds) != len(stamps):
        raise RecordError(f"{path}: the times in its first column are written in several ways; write all alike")
    wraps = np.concatenate([[0], np.cumsum(np.diff(seconds) < -43200.0)])
    elapsed: FloatArray = seconds + 86400.0 * wraps - seconds[0]
    return elapsed


_SAMPLE = 40
"""Lines from which separator and decimal mark are told."""
_LONGEST_HEADER = 500
_STYLES = (("\t", "."), (";", "."), (",", "."), (None, "."), ("\t", ","), (";", ","), (None, ","))
"""Separators (none: blanks) with decimal marks, the likelier first."""
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?|nan|[+-]?inf(?:inity)?", re.IGNORECASE)
_TIME = re.compile(r"(?:t|time|times|tiempo|temps|zeit|seconds|segundos|sec|elapsed.*|relative time|timestamp)", re.I)
_COUNT = re.compile(r"(?:n|nr|no\.?|#|nº|sample\w*|index|[ií]ndice|muestra\w*|scan\w*|point)", re.IGNORECASE)
_RATE = re.compile(
    r"(?:sampl\w*[\s_-]*(?:rate|freq\w*)|frecuencia de muestreo|\bfs|\brate)[^\d\n]{0,20}"
    r"(\d+(?:[.,]\d+)?)\s*(k?hz|sps)?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"^(.*?)\s*[\[(]([^\])]*)[\])]\s*$")


@dataclass(frozen=True, kw_only=True)
class _Style:
    """How a file writes numbers."""

    separator: str | None
    decimal: str
    count: int
    """Fields in a line."""

    def fields(self, line: str) -> list[str]:
        parts = line.split() if self.separator is None else line.split(self.separator)
        return [part.strip().strip('"').strip() for part in parts]

    def is_data(self, line: str) -> bool:
        parts = self.fields(line)
        return len(parts) == self.count and _numeric(parts, self.decimal, blank=self.separator is not None)


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a text file."""
    lines = _lines(path, data)
    style = _style(path, lines)
    first = next(number for number, line in enumerate(lines) if style.is_data(line))
    if first > _LONGEST_HEADER:
        raise RecordError(f"{path}: its numbers begin at line {first + 1} only; take out what stands before them")
    table, stamps = _table(path, lines, first, style)
    header = lines[:first]
    titles = _titles(header, style)
    _check_commas(path, header, titles, style, lines[first])
    names, units = _named(titles, header, style)
    counter = _counter(names, table)
    time = _time_column(names, table, stamps)
    time = None if time == counter else time
    rate = _stated_rate(header)
    if time is not None:
        # values of a column of stamps were made seconds when it was read
        in_milliseconds = bool(titles) and re.search(r"[\[(]\s*ms\s*[\])]", titles[time]) is not None
        rate = even_rate(path, table[:, time] * (1e-3 if in_milliseconds else 1.0), first_line=first + 1)
    keep = [
        column
        for column in range(style.count)
        if column not in (time, counter) and not (not names[column] and np.all(np.isnan(table[:, column])))
    ]
    if not keep:
        raise RecordError(f"{path}: holds a column of time and nothing else; give the file with the signals")
    return Vibration(
        path=path,
        format="text",
        names=tuple(names[column] or str(column + 1) for column in keep),
        values=np.ascontiguousarray(table[:, keep]),
        numbers=tuple(column + 1 for column in keep),
        rate=rate,
        units=tuple(units[column] for column in keep),
    )


def _lines(path: Path, data: bytes) -> list[str]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    elif b"\0" in data[:4096]:
        raise RecordError(f"{path}: is not a text file; give it the ending of its format, or save it as CSV")
    else:
        text = data.decode("utf-8-sig", errors="replace")
    lines = text.splitlines()
    while lines and not lines[-1].strip(" \t\x1a,;"):
        lines.pop()
    if not lines:
        raise RecordError(f"{path}: is empty; copy it again from the logger")
    return lines


def _numeric(parts: list[str], decimal: str, *, blank: bool) -> bool:
    """Whether all fields are numbers (the first may be a time of day), not all of them empty."""
    seen = False
    for place, part in enumerate(parts):
        if not part and blank:
            continue
        number = part.replace(",", ".") if decimal == "," and "." not in part else part
        if _NUMBER.fullmatch(number):
            seen = True
        elif not (place == 0 and is_stamp(part)):
            return False
    return seen


def _style(path: Path, lines: list[str]) -> _Style:
    """Separator and decimal mark under which lines from the middle of the file are all numbers."""
    filled = [line for line in lines if line.strip()]
    middle = max(len(filled) // 2 - _SAMPLE // 2, len(filled) - max(len(filled) * 2 // 3, 1), 0)
    sample = filled[middle : middle + _SAMPLE]
    best: _Style | None = None
    for separator, decimal in _STYLES:
        counts = {len(_Style(separator=separator, decimal=decimal, count=0).fields(line)) for line in sample}
        if len(counts) != 1:
            continue
        style = _Style(separator=separator, decimal=decimal, count=counts.pop())
        if all(style.is_data(line) for line in sample) and (best is None or style.count > best.count):
            best = style
    if best is None:
        shown = sample[0].strip()[:60] if sample else ""
        raise RecordError(
            f'{path}: holds no columns of numbers (a line in its middle reads "{shown}"); save one sample a line, '
            "channels separated by semicolons, tabs or commas"
        )
    return best


def _table(path: Path, lines: list[str], first: int, style: _Style) -> tuple[FloatArray, bool]:
    """Numbers of the lines from ``first`` on, shape (samples, columns), and whether the first column are stamps."""
    body = lines[first:]
    stamped = is_stamp(style.fields(body[0])[0])
    if not stamped:
        quick = _quick(body, style)
        if quick is not None:
            return quick, False
    rows: list[list[float]] = []
    stamps: list[str] = []
    for number, line in enumerate(body, start=first + 1):
        if not line.strip():
            continue
        parts = style.fields(line)
        if len(parts) != style.count:
            last = number == len(lines)
            remedy = "it was cut off: copy it again" if last else "repair the line"
            raise RecordError(f"{path}: line {number} has {len(parts)} fields and the others {style.count}; {remedy}")
        if stamped:
            if not is_stamp(parts[0]):
                raise RecordError(f'{path}: line {number}: "{parts[0][:40]}" is no time; repair the line')
            stamps.append(parts[0])
            parts[0] = "0"
        rows.append([_number(path, number, part, style.decimal) for part in parts])
    table = np.array(rows, dtype=np.float64)
    if stamped:
        table[:, 0] = seconds_of(path, stamps)
    return table, stamped


def _quick(body: list[str], style: _Style) -> FloatArray | None:
    """The same by NumPy's own reader; none where a line needs a closer look."""
    lines = [line.replace(",", ".") for line in body] if style.decimal == "," else body
    if any("_" in line or '"' in line or "#" in line for line in lines[:100]):
        return None
    try:
        table = np.loadtxt(lines, delimiter=style.separator, ndmin=2, comments=None, dtype=np.float64)
    except ValueError:
        return None
    return table if table.shape[1] == style.count else None


def _number(path: Path, line: int, text: str, decimal: str) -> float:
    if not text:
        return float("nan")
    number = text.replace(",", ".") if decimal == "," else text
    if not _NUMBER.fullmatch(number):
        raise RecordError(f'{path}: line {line}: "{text[:40]}" is no number; repair the line')
    return float(number.lower().replace("d", "e"))


def _titles(header: list[str], style: _Style) -> list[str]:
    """The last line of the header with as many words as there are columns, and not all of them units."""
    for line in reversed(header):
        plain = line.lstrip("#%/ ").strip()
        parts = style.fields(plain)
        if _RATE.search(plain) or "=" in parts or ":" in parts:  # says something; names nothing
            continue
        if len(parts) == style.count + 1 and not parts[-1]:
            parts.pop()
        if len(parts) == style.count and any(parts) and not _all_units(parts):
            return parts
    return []


def _all_units(parts: list[str]) -> bool:
    bare = [part.strip("[]() ") for part in parts]
    return all(not part or part in ("s", "sec", "ms", "-") or file_unit(part) is not None for part in bare)


def _named(titles: list[str], header: list[str], style: _Style) -> tuple[list[str], list[FileUnit | None]]:
    """Names and units of the columns; the unit stands in brackets behind the name, or in a line of its own."""
    names = list(titles) or [""] * style.count
    units: list[FileUnit | None] = [None] * style.count
    for place, title in enumerate(names):
        match = _BRACKETED.match(title)
        if match:
            names[place], units[place] = match[1].strip(), file_unit(match[2])
    for line in reversed(header):
        parts = style.fields(line.lstrip("#%/ ").strip())
        if len(parts) == style.count and _all_units(parts) and any(parts):
            units = [file_unit(part.strip("[]() ")) or unit for part, unit in zip(parts, units, strict=True)]
            break
    return names, units


def _counter(names: list[str], table: FloatArray) -> int | None:
    """Which column numbers the samples: 0, 1, 2 … or 1, 2, 3 …, called so or nameless before others; it is no time."""
    called = [place for place, name in enumerate(names) if _COUNT.fullmatch(name.strip())]
    if not called and not any(names) and table.shape[1] > 1:
        called = [0]
    for place in called:
        if len(table) > 3 and table[0, place] in (0.0, 1.0) and np.all(np.diff(table[:, place]) == 1.0):
            return place
    return None


def _time_column(names: list[str], table: FloatArray, stamps: bool) -> int | None:
    """Which column is time: that of stamps, one called so, or a nameless first one that only grows, evenly."""
    if stamps:
        return 0
    for place, name in enumerate(names):
        if name and _TIME.fullmatch(name.strip()):
            return place
    if not any(names) and table.shape[1] > 1 and len(table) > 3:
        steps = np.diff(table[:, 0])
        usual = float(np.median(steps))
        if usual > 0.0 and np.all(steps > 0.0) and float(np.abs(steps - usual).max()) <= 0.5 * usual:
            return 0
    return None


def _stated_rate(header: list[str]) -> float | None:
    """Rate [Hz] that the header states."""
    match = _RATE.search("\n".join(line[:400] for line in header))
    if match is None:
        return None
    number = float(match[1].replace(",", "."))
    return (1000.0 * number if (match[2] or "").lower() == "khz" else number) or None


def _check_commas(path: Path, header: list[str], titles: list[str], style: _Style, line: str) -> None:
    """An error where commas may be decimal marks as well as separators."""
    if style.separator != "," or "." in line:
        return
    words = [len(part) for part in (style.fields(text) for text in header) if len(part) > 1 or (part and part[0])]
    doubled = style.count % 2 == 0 and bool(words) and words[-1] == style.count // 2
    parts = style.fields(line)
    lone = style.count == 2 and not titles and not parts[1].startswith(("-", "+"))
    if doubled or lone:
        raise RecordError(
            f'{path}: "{line.strip()[:40]}" may be {style.count} whole numbers, or {style.count // 2} with decimal '
            "commas; save it with semicolons or tabs between the columns, or with decimal points"
        )
