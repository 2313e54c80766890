"""What all benchmarks share, so that their numbers compare: how time is taken, and how results are written down.

numpy is not imported here: its number of threads is fixed before it is first imported.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pirqa

__all__ = ["ROOT", "Row", "Timed", "race", "single_thread", "write_results", "write_table"]

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
RESULTS = HERE / "results"
README = HERE / "README.md"
_TABLE = re.compile(r"(?<=<!-- results -->\n).*(?=<!-- /results -->)", re.DOTALL)
_HEAD = ("Row", "pirqa", "Target", "Met", "Peer", "Peer's time", "Peer ÷ pirqa", "Note")


@dataclass(frozen=True, kw_only=True)
class Timed:
    """How long a job took, and what it gave."""

    seconds: float
    """Median CPU time of the repeats."""
    result: Any
    """Of the last repeat: a benchmark checks it, because a fast wrong answer is no benchmark."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One measured number, beside its target and its peer where it has them."""

    id: str
    value: float
    unit: str = "s"
    target: float | None = None
    """Upper limit of ``value``."""
    peer: str | None = None
    peer_version: str | None = None
    peer_value: float | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row as it is stored, with what follows from its numbers."""
        return {
            "id": self.id,
            "value": _rounded(self.value),
            "unit": self.unit,
            "target": self.target,
            "ok": None if self.target is None else self.value < self.target,
            "peer": self.peer,
            "peer_version": self.peer_version,
            "peer_value": _rounded(self.peer_value),
            "ratio": None if self.peer_value is None else _rounded(self.peer_value / self.value),
            "note": self.note,
        }


def _rounded(value: float | None) -> float | None:
    """Four digits: timings carry no more."""
    return None if value is None else float(f"{value:.4g}")


def single_thread() -> None:
    """Keep numerical libraries to one thread; call before any of them is imported."""
    for name in (
        "OPENBLAS_NUM_THREADS",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "POLARS_MAX_THREADS",
    ):
        os.environ[name] = "1"


def race(*jobs: Callable[[], Any], repeats: int, warm_up: int = 1) -> list[Timed]:
    """Time ``jobs`` in turn, repeat by repeat, so that a noisy moment of the machine hits all of them."""
    laps: list[list[float]] = [[] for _ in jobs]
    results: list[Any] = [None] * len(jobs)
    for repeat in range(-warm_up, repeats):
        for index, job in enumerate(jobs):
            results[index] = None
            gc.collect()  # what one job leaves behind is not billed to the next
            started = time.process_time()
            results[index] = job()
            elapsed = time.process_time() - started
            if repeat >= 0:
                laps[index].append(elapsed)
    return [Timed(seconds=statistics.median(lap), result=result) for lap, result in zip(laps, results, strict=True)]


def write_results(name: str, rows: Sequence[Row]) -> Path:
    """Write the rows of benchmark ``name`` with what is needed to read them later."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    content = {
        "benchmark": name,
        "commit": _commit(),
        "cpu": _cpu(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "pirqa": pirqa.__version__,
        "rows": [row.as_json() for row in rows],
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def write_table() -> None:
    """Put all stored results, good or bad, into the README's table."""
    stored = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))]
    lines = [_line(_HEAD), _line(["---"] * len(_HEAD))]
    lines += [_line(_cells(run["benchmark"], row)) for run in stored for row in run["rows"]]
    lines += ["", *_origins(stored)]
    text = README.read_text(encoding="utf-8")
    if _TABLE.search(text) is None:
        raise ValueError(f"{README}: the lines <!-- results --> and <!-- /results --> are missing")
    table = "\n".join(lines) + "\n"
    README.write_text(_TABLE.sub(lambda _: table, text), encoding="utf-8")


def _cells(benchmark: str, row: dict[str, Any]) -> list[str]:
    unit = row["unit"]
    peer = f"{row['peer']} {row['peer_version'] or ''}".strip() if row["peer"] else ""
    return [
        f"`{benchmark}` {row['id']}",
        _shown(row["value"], unit),
        f"< {row['target']:g} {unit}" if row["target"] is not None else "",
        {True: "yes", False: "**no**", None: ""}[row["ok"]],
        peer,
        _shown(row["peer_value"], unit),
        _shown(row["ratio"]),
        row["note"],
    ]


def _shown(value: float | None, unit: str = "") -> str:
    return "" if value is None else f"{value:.3g} {unit}".strip()


def _line(cells: Sequence[str]) -> str:
    escaped = [cell.replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"


def _origins(stored: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each run may be of another day and another machine."""
    for run in stored:
        yield (
            f"- `{run['benchmark']}`: commit {run['commit']}, {run['cpu']}, "
            f"Python {run['python']}, numpy {run['numpy']}, pirqa {run['pirqa']}"
        )


def _commit() -> str:
    """Short commit, with "+" where the tree differs from it in anything but the results themselves."""
    head = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--", ".", ":!benchmarks/results", ":!benchmarks/README.md")
    return f"{head}+" if changed else head


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _cpu() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1).strip() if found else platform.processor()
