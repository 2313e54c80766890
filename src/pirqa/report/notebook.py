"""Results that draw themselves in a notebook: formatters for IPython, told to it when this room is imported there.

``assessment.stages["limit"]`` as the last line of a cell is its section of the report; a result that was made by hand
is drawn by ``show(result, wall=wall)``, since stages do not carry the wall with them.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import InputError
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.project.origins import InputRow
from pirqa.project.schema import ProjectInfo
from pirqa.project.stage import Stage
from pirqa.project.stages import STAGES
from pirqa.provenance import Provenance, Run
from pirqa.report.figures.statics import draw_section, draw_zones
from pirqa.report.names import run_name
from pirqa.report.page import render
from pirqa.report.section import Block, Figure, Row, Section, Viewer
from pirqa.report.sections import build_section
from pirqa.report.template import asset, environment, macros, viewer_script
from pirqa.report.viewer.scene import Scene
from pirqa.report.viewer.views import history_clip, stone_solids
from pirqa.report.words import Words, load_words
from pirqa.statics.stage import DrawnFill
from pirqa.version import __version__

_HEIGHT = 760
"""Of the frame that holds a report or a section [px]."""
_WALL_HEIGHT = 600
"""Of the frame that holds a wall [px]: the viewer and its caption."""
_STAGES: dict[str, Stage] = {stage.result.replace(":", "."): stage for stage in STAGES}
"""Stages by the full name of their result's class, which is not imported for that."""
_PAGE = (
    '<!doctype html><html lang="{{ words.language }}" style="background:var(--paper)">'
    '<head><meta charset="utf-8"><style>{{ style }}</style></head>'
    '<body style="max-width:none;padding:0;box-shadow:none"><main>'
    "{% if section.title %}<h2>{{ section.title }}</h2>{% endif %}"
    "{% for item in section.blocks %}{{ block(item) }}{% endfor %}</main>"
    "{% if script %}<script>{{ script }}</script>{% endif %}</body></html>"
)
_MOST_SECTIONS = 3


@dataclass(frozen=True, kw_only=True, repr=False)
class Shown:
    """A picture for a notebook."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def register() -> bool:
    """Tell a running IPython how to show an assessment, a wall and every stage's result; False where there is none."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return False
    drawn: dict[Any, Callable[[Any], str]] = {
        Assessment: assessment_html,
        Wall: wall_html,
        **dict.fromkeys((*_STAGES, Trajectory), _finder(shell)),
    }
    pictures, texts = (shell.display_formatter.formatters[kind] for kind in ("text/html", "text/plain"))
    for kind, draw in drawn.items():
        pictures.for_type(kind, draw)
        texts.for_type(kind, _print_digest)
    return True


def _print_digest(value: Any, printer: Any, _: bool) -> None:
    """One screen: the repr of a result holds all of its arrays."""
    printer.text(str(value.envelope if isinstance(value, Wall) else value))


def _finder(shell: Any) -> Callable[[Any], str]:
    """A result is drawn with what its assessment knows, where the notebook holds that under some name."""

    def draw(result: Any) -> str:
        held = [value for value in tuple(shell.user_ns.values()) if isinstance(value, Assessment)]
        return result_html(result, next((item for item in held if _holds(item, result)), None))

    return draw


def _holds(assessment: Assessment, result: Any) -> bool:
    stages = assessment.stages.values()
    return any(item is result or any(run is result for run in getattr(item, "runs", ())) for item in stages)


def show(
    result: Any, *, wall: Wall | None = None, earlier: Mapping[str, Any] | None = None, language: str = "en"
) -> Shown:
    """A stage's result, a run, a wall or an assessment as a picture; ``wall`` is what it was computed on.

    ``earlier`` holds results of other stages by name that its section looks at, such as ``{"limit": …}`` for codes.
    """
    if isinstance(result, Assessment):
        return Shown(html=assessment_html(result), text=str(result))
    if isinstance(result, Wall):
        return Shown(html=wall_html(result, language), text=str(result.envelope))
    if _stage_of(result) is None and type(result) is not Trajectory:
        names = ("Assessment", "Wall", *(name.rpartition(".")[2] for name in _STAGES), "Trajectory")
        kinds = ", ".join(names)
        raise InputError(f"a {type(result).__name__} has no picture; those that have one: {kinds}")
    known = _bare(result, wall, earlier or {}, language)
    return Shown(html=result_html(result, known), text=str(result))


def result_html(result: Any, assessment: Assessment | None = None) -> str:
    """The section of a stage's result, or one run in the viewer; its digest where what it needs is not known."""
    known = _bare(result, None, {}, "en") if assessment is None else assessment
    words = load_words(known.info.language)
    stage = _stage_of(result)
    if (stage is None or stage.drawn_on_stones) and "survey" not in known.stages:
        return _digest(result, words("notebook.needs_wall"))
    if stage is None:
        return _run_html(result, known.stages["survey"].wall, words)
    try:
        return section_html(stage.name, result, known)
    except KeyError as missing:  # a section that looks at another stage's result
        return _digest(result, words("notebook.needs_stage", stage=missing.args[0]))


def _stage_of(result: Any) -> Stage | None:
    """Return the stage that makes results of this kind; None for a run."""
    return _STAGES.get(f"{type(result).__module__}.{type(result).__qualname__}")


def section_html(stage: str, result: Any, assessment: Assessment) -> str:
    """One section of the report in a frame of its own."""
    # alone: the section of the survey leaves the stones to later ones where they are there
    alone = replace(assessment, stages={stage: result}) if stage == "survey" else assessment
    words = load_words(assessment.info.language)
    return _framed(_page(build_section(stage, result, alone, words), words))


def assessment_html(assessment: Assessment) -> str:
    """The whole report in a frame of its own, so that neither disturbs the other's looks."""
    return _framed(render(assessment, load_words(assessment.info.language)))


def wall_html(wall: Wall, language: str = "en") -> str:
    """The wall's stones in the viewer; its elevation and cross-sections where it has none."""
    words = load_words(language)
    if not wall.stones:
        return _framed(_page(_untitled(*envelope_figures(wall, words)), words), height=_WALL_HEIGHT)
    view = Viewer(
        id="wall", scene=Scene(title="pirqa", solids=stone_solids(wall, words)), caption=words("viewer.still")
    )
    return _framed(_page(_untitled(view), words), height=_WALL_HEIGHT)


def _run_html(run: Trajectory, wall: Wall, words: Words) -> str:
    clip = history_clip(run, title=run_name(run.action, run.case, words), words=words)
    if clip is None:
        return _digest(run, words("viewer.broken", runs=run_name(run.action, run.case, words)))
    scene = Scene(title=clip.title, solids=stone_solids(wall, words), clips=(clip,))
    return _framed(_page(_untitled(Viewer(id="run", scene=scene, caption=words("viewer.runs"))), words))


def _bare(result: Any, wall: Wall | None, earlier: Mapping[str, Any], language: str) -> Assessment:
    """As much of an assessment as a section looks at, around one result."""
    stages: dict[str, Any] = dict(earlier)
    if wall is not None:
        stages.setdefault("survey", SimpleNamespace(wall=wall))
    stage = _stage_of(result)
    if stage is not None:
        stages[stage.name] = result
    base = None if wall is None else wall.support
    kind = () if base is None else (InputRow(key="base.kind", text=base.kind, value=None, unit="", status="given"),)
    return Assessment(
        folder=Path(),
        file="",
        info=ProjectInfo(name="pirqa", language=language),  # type: ignore[arg-type]  # load_words refuses others
        inputs=kind,
        provenance=Provenance(version=__version__, code="", input="", seed=None, run=Run.since(datetime.now(UTC))),
        checks=tuple(getattr(result, "checks", ())),
        stages=stages,
    )


def _untitled(*blocks: Block) -> Section:
    return Section(id="alone", title="", blocks=blocks)


def _digest(result: Any, why: str) -> str:
    return f"<pre>{html.escape(str(result))}</pre><p>{html.escape(why)}</p>"


def _page(section: Section, words: Words) -> str:
    script = viewer_script() if any(isinstance(item, Viewer) for item in section.blocks) else ""
    style = Markup(asset("page.css") + (asset("viewer/viewer.css") if script else ""))
    page = environment(words).from_string(macros() + _PAGE)
    return page.render(section=section, style=style, script=Markup(script))


def _framed(page: str, *, height: int = _HEIGHT) -> str:
    return (
        f'<iframe srcdoc="{html.escape(page, quote=True)}" style="width:100%;height:{height}px;border:0" '
        'sandbox="allow-scripts allow-downloads"></iframe>'
    )


def envelope_figures(wall: Wall, words: Words) -> tuple[Figure | Row, ...]:
    """The elevation where the wall's length is known, and a cross-section of each stretch, the first few."""
    sections = Row(figures=tuple(_sections(wall, words)))
    if wall.envelope.length is None:
        return (sections,)
    caption = words("envelope.elevation")
    return (Figure(svg=draw_zones(wall.envelope, words, name="zones"), caption=caption, alt=caption), sections)


def _sections(wall: Wall, words: Words) -> Iterator[Figure]:
    soil, base = wall.backfill, wall.support
    fill = None
    if soil is not None:
        fill = DrawnFill(
            height=soil.height, slope=soil.slope, water_level=soil.water_level, surcharge=soil.surcharge
        )  # fmt: skip
    for number, section in enumerate(wall.sections()[:_MOST_SECTIONS]):
        kind = "unknown" if base is None else base.kind
        svg = draw_section(section, fill, kind, None, words, name=f"section-{number + 1}")
        at = "" if section.station is None else words.number(section.station, 3)
        caption = words("envelope.section_at", station=at) if section.station else words("envelope.section")
        yield Figure(svg=svg, caption=caption, alt=caption)
