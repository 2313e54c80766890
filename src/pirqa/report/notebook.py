"""Results that draw themselves in a notebook: formatters for IPython, told to it when this room is imported there."""

from __future__ import annotations

import html
import sys

from markupsafe import Markup

from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.page import render
from pirqa.report.section import Section, Viewer
from pirqa.report.template import asset, environment, macros, viewer_script
from pirqa.report.viewer.clips import stone_solids
from pirqa.report.viewer.scene import Scene
from pirqa.report.words import load_words

__all__ = ["assessment_html", "register", "wall_html"]

_HEIGHT = 760
"""Of the frame that holds a report [px]."""
_WALL_HEIGHT = 600
"""Of the frame that holds a wall [px]: the viewer and its caption."""


def register() -> bool:
    """Tell a running IPython how to show an assessment and a wall; False where there is none."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return False
    formatter = shell.display_formatter.formatters["text/html"]
    formatter.for_type(Assessment, assessment_html)
    formatter.for_type(Wall, wall_html)
    return True


def assessment_html(assessment: Assessment) -> str:
    """The whole report in a frame of its own, so that neither disturbs the other's looks."""
    return _framed(render(assessment, load_words(assessment.info.language)))


def wall_html(wall: Wall, language: str = "en") -> str:
    """The wall's stones in the viewer; its digest where it has none."""
    if not wall.stones:
        return f"<pre>{html.escape(str(wall.envelope))}</pre>"
    words = load_words(language)
    view = Viewer(id="wall", scene=Scene(title="pirqa", solids=stone_solids(wall)), caption=words("viewer.still"))
    section = Section(id="wall", title="", blocks=(view,))
    page = environment(words).from_string(macros() + _PAGE)
    style = Markup(asset("page.css") + asset("viewer/viewer.css"))
    return _framed(page.render(section=section, style=style, script=Markup(viewer_script())), height=_WALL_HEIGHT)


_PAGE = (
    '<!doctype html><html lang="{{ words.language }}" style="background:var(--paper)">'
    '<head><meta charset="utf-8"><style>{{ style }}</style></head>'
    '<body style="max-width:none;padding:0;box-shadow:none">'
    "{% for item in section.blocks %}{{ block(item) }}{% endfor %}<script>{{ script }}</script></body></html>"
)


def _framed(page: str, *, height: int = _HEIGHT) -> str:
    return (
        f'<iframe srcdoc="{html.escape(page, quote=True)}" style="width:100%;height:{height}px;border:0" '
        'sandbox="allow-scripts allow-downloads"></iframe>'
    )
