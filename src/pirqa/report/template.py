"""What all pages share (environment, assets, scripts), and the page in place of one that cannot be made."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, select_autoescape
from markupsafe import Markup

from pirqa.errors import ResultsError
from pirqa.files import write_text_whole
from pirqa.project.folder import PROBLEM_PAGE
from pirqa.project.results import RESULT_FORMAT
from pirqa.report.section import Figure, Viewer
from pirqa.report.viewer import pack
from pirqa.report.words import LANGUAGES, Words, load_words
from pirqa.version import __version__

_VIEWER_WORDS = "viewer."


def environment(words: Words) -> Environment:
    """Templates in which every text is escaped, with the helpers of the blocks."""
    made = Environment(
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        kind=lambda block: type(block).__name__,
        svg=Markup,
        words=words,
        data_link=lambda figure: _data_link(figure, words),
        scene=lambda viewer: _scene(viewer, words),
    )
    return made


def asset(name: str) -> str:
    """A text file of this room."""
    return resources.files("pirqa.report").joinpath(name).read_text(encoding="utf-8")


def macros() -> str:
    """How blocks look: the same on every page."""
    return asset("blocks.html.j2")


def viewer_script() -> str:
    """The viewer's program."""
    return asset("viewer/viewer.js")


def policy(script: str) -> str:
    """What the page may do: nothing but show itself and run ``script``, which is part of it."""
    run = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii") if script else ""
    scripts = f" script-src 'sha256-{run}';" if run else ""
    return f"default-src 'none'; style-src 'unsafe-inline';{scripts} img-src data:"


def _scene(viewer: Viewer, words: Words) -> Markup:
    """JSON that may stand inside a page: no text in it can end its element."""
    own = sorted(key for key in words.keys if key.startswith(_VIEWER_WORDS))
    labels = {key.removeprefix(_VIEWER_WORDS): words(key) for key in own}
    text = json.dumps(pack(viewer.scene, labels), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return Markup(text)


def _data_link(figure: Figure, words: Words) -> dict[str, Any] | None:
    """The numbers of a chart as a link that holds them; None for a drawing."""
    data = getattr(figure.svg, "data", "")
    if not data:
        return None
    head, _, rows = data.partition("\n")
    told = [words.get(f"data.{name.replace(' ', '_')}", name) for name in next(csv.reader([head]))]
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(told)
    data = line.getvalue() + rows
    packed = base64.b64encode(("\ufeff" + data).encode()).decode("ascii")  # the mark lets spreadsheets read accents
    return {"href": f"data:text/csv;charset=utf-8;base64,{packed}", "name": f"{figure.svg.name}.csv"}  # type: ignore[attr-defined]


def write_problem(folder: Path, error: ResultsError, *, language: str | None = None) -> Path | None:
    """Write the page beside results that cannot be read; None where there are none, or nothing can be written.

    An earlier report stays as it is: it was true of the results when it was made.
    """
    if not (folder / "result.json").is_file():
        return None
    found = _document(folder)
    told = language or found.get("project", {}).get("language")
    words = load_words(told if told in LANGUAGES else LANGUAGES[0])
    earlier = "report.html" if (folder / "report.html").is_file() else ""
    page = render_problem(str(error), found.get("format"), words, earlier=earlier)
    try:
        write_text_whole(folder / PROBLEM_PAGE, page)
    except (OSError, ResultsError):
        return None
    return folder / PROBLEM_PAGE


def render_problem(message: str, found: Any, words: Words, *, earlier: str = "") -> str:
    """The page; ``found`` is the number of the results' format, ``earlier`` a report that is still there."""
    known = isinstance(found, int) and not isinstance(found, bool) and found != RESULT_FORMAT
    kind = ("newer" if found > RESULT_FORMAT else "older") if known else "other"
    return (
        environment(words)
        .from_string(asset("problem.html.j2"))
        .render(
            style=Markup(asset("page.css")),
            policy=policy(""),
            what=words(f"problem.{kind}", found=found, version=__version__, known=RESULT_FORMAT),
            message=message,
            remedy=words("problem.upgrade" if kind == "newer" else "problem.again"),
            earlier=earlier,
        )
    )


def _document(folder: Path) -> dict[str, Any]:
    """As much of the results as can be understood."""
    try:
        found = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return found if isinstance(found.get("project", {}), dict) else {"format": found.get("format")}
