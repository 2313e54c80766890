"""What all pages share: the template's environment, files of this room, scripts that a page may run."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, select_autoescape
from markupsafe import Markup

from pirqa.report.section import Figure, Viewer
from pirqa.report.viewer import pack
from pirqa.report.words import Words

__all__ = ["asset", "environment", "macros", "policy", "viewer_script"]

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
