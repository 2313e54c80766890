"""The page: verdict first, then checks, sections, inputs and provenance; written and printed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from markupsafe import Markup

from pirqa.errors import ComputationError, MissingProgramError
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.verdict import Verdict
from pirqa.project import Assessment
from pirqa.project.folder import sweep_pages
from pirqa.project.origins import InputRow
from pirqa.project.published import Published
from pirqa.project.stages import STAGES
from pirqa.provenance import Run
from pirqa.report.engineer import (
    assumptions_grid,
    disagreements,
    engineer_rows,
    input_text,
    methods_grid,
    published_verdicts,
    unverified_grid,
)
from pirqa.report.facts import facts_of
from pirqa.report.figures.verdict import evidence_figure, part_figure
from pirqa.report.first_page import answers, cards, strength_note
from pirqa.report.names import case_name, field_name, group_name, method_name, place_name
from pirqa.report.open_questions import with_reason
from pirqa.report.remarks import amount_text
from pirqa.report.section import Block, Column, Figure, Grid, Row, Section, Text, Viewer, once, table
from pirqa.report.sections import build_section
from pirqa.report.template import asset, environment, macros, policy, viewer_script
from pirqa.report.verdict import first_sentence, sentence_tone, worst_of_many
from pirqa.report.viewer.scene import Scene
from pirqa.report.words import Words, load_words
from pirqa.units import FORCE_PER_LENGTH, MOMENT_PER_LENGTH, PRESSURE, STANDARD_GRAVITY, Dimension

_SHOWN_TONES = {"safety": "good", "failure": "bad"}
_CHECK_UNITS = {
    "N/m": FORCE_PER_LENGTH,
    "N": MOMENT_PER_LENGTH,
    "Pa": PRESSURE,
    "m/s2": Dimension("acceleration", "m/s2", {"g": STANDARD_GRAVITY}, display="g", example='"0.2 g"'),
    "m": Dimension("displacement", "m", {"mm": 1e-3}, display="mm", example='"3 mm"'),
}
_STILL_WIDTH = 640.0
"""Of the drawing [px]."""
_STILL_HEIGHT = 420.0
_MOST_FACES = 200
"""Of one solid: a scanned stone is drawn by its outline."""
_STONE = np.array([217.0, 210.0, 197.0])
_LIGHT = np.array([-0.35, -0.6, 0.72])


@dataclass(frozen=True, kw_only=True)
class Other:
    """The same page in another language."""

    href: str
    language: str
    name: str


def write_report(assessment: Assessment, *, language: str | None = None) -> Path:
    """Write the page into the results folder as ``report.html``, in the project's language where none is given."""
    write_pages(assessment, language or assessment.info.language)
    return assessment.report


def write_pages(assessment: Assessment, *languages: str) -> dict[str, str]:
    """Write the pages in ``languages`` into the results folder; those in others are removed."""
    pages = render_pages(assessment, *languages)
    for name, page in pages.items():
        write_text_whole(assessment.folder / name, page)
    sweep_pages(assessment.folder, pages)
    return pages


def render_pages(assessment: Assessment, *languages: str) -> dict[str, str]:
    """Return the report in the first of ``languages``, and under names of their own in the others.

    Where there are several, each leads to the next.
    """
    files = {
        name: assessment.report.name if name == languages[0] else f"report.{name}.html"
        for name in dict.fromkeys(languages)
    }
    order = list(files)
    pages = {}
    for name, following in zip(order, (*order[1:], order[0]), strict=True):
        other = Other(href=files[following], language=following, name=load_words(following)("page.language"))
        pages[files[name]] = render(assessment, load_words(name), other=other if len(order) > 1 else None)
    return pages


def render(assessment: Assessment, words: Words, *, other: Other | None = None) -> str:
    """The report as one HTML file that needs nothing else."""
    verdict = assessment.verdict
    judged = tuple(replace(check, source=words.citation(check.source)) for check in assessment.checks)
    checks = worst_of_many(judged)
    built = {name: build_section(name, result, assessment, words) for name, result in assessment.stages.items()}
    for item in assessment.completions:
        if item.stage in built:
            built[item.stage] = with_reason(built[item.stage], item, words)
    film = _take_film(built, verdict, words)
    facts = facts_of(assessment)
    sections = [with_still(section, words) for section in built.values()]
    script = (
        viewer_script() if any(isinstance(item, Viewer) for part in sections for item in (*part.blocks, *film)) else ""
    )
    return (
        environment(words)
        .from_string(macros() + asset("page.html.j2"))
        .render(
            style=Markup(asset("page.css") + (asset("viewer/viewer.css") if script else "")),
            script=Markup(script),
            policy=policy(script),
            other=other,
            info=assessment.info,
            sentence=first_sentence(verdict, words, facts.ladders),
            tone=sentence_tone(verdict),
            strength=strength_note(verdict, words),
            meaning=words(f"lead.tone_{sentence_tone(verdict)}"),
            answers=answers(verdict, facts, words),
            part=part_figure(assessment, words),
            film=film,
            cards=cards(verdict, words),
            chart=evidence_figure(verdict, words),
            engineer=engineer_rows(assessment, words, facts),
            methods=methods_grid(verdict, words),
            disagreements=disagreements(verdict, words),
            checks=_checks(checks, verdict, words, left=len(assessment.checks) - len(checks)),
            notes=_notes(checks, words),
            required=_required_sources(assessment, words),
            changes=", ".join(assessment.provenance.changes),
            published=_published(assessment, words),
            published_verdicts=published_verdicts(assessment, words),
            sections=sections,
            inputs=inputs_grid(assessment.inputs, words, measured_instead(assessment, words)),
            assumptions=assumptions_grid(assessment, words),
            unverified=unverified_grid(assessment, words),
            provenance=_provenance(assessment, words),
            file=assessment.file,
            version=assessment.provenance.version,
        )
    )


def _take_film(sections: dict[str, Section], verdict: Verdict, words: Words) -> tuple[Block, ...]:
    """Take the viewer of the runs in which the wall falls out of its section, for page one."""
    failing = {
        row.check.id.partition(".")[0]
        for state in ("stones_fall", "wall_falls")
        for row in verdict.of(state).evidence
        if row.check.ratio < 1.0
    }
    filmed = {stage.film: stage.name for stage in STAGES if stage.film is not None}
    for _, name in sorted(filmed.items()):
        section = sections.get(name)
        if section is None or name not in failing:
            continue
        viewer = next((item for item in section.blocks if isinstance(item, Viewer)), None)
        if viewer is None:
            continue
        blocks = tuple(Text(text=words("page.film_above")) if item is viewer else item for item in section.blocks)
        sections[name] = replace(section, blocks=blocks)
        svg = still_svg(viewer.scene)
        if not svg:
            return (viewer,)
        return viewer, Figure(svg=svg, caption=words("viewer.printed"), alt=viewer.scene.title, paper=True)
    return ()


def _note_keys(check: Check) -> list[str]:
    if check.required_source or _is_tolerated(check):
        return list(check.notes)
    return [*check.notes, "required_assumed" if check.required == 1.0 else "required_unsourced"]


def _note_numbers(checks: tuple[Check, ...]) -> dict[str, int]:
    keys: list[str] = []
    for check in checks:
        keys += _note_keys(check)
    return {key: number for number, key in enumerate(dict.fromkeys(keys), 1)}


def _notes(checks: tuple[Check, ...], words: Words) -> list[tuple[int, str]]:
    return [(number, words(f"note.{key}")) for key, number in _note_numbers(checks).items()]


def _required_sources(assessment: Assessment, words: Words) -> list[str]:
    sources = dict.fromkeys(check.required_source for check in assessment.checks if check.required_source)
    lines = [words("note.required_given", source=source) for source in sources]
    tolerated = next((row for row in assessment.inputs if row.key == "motion.sliding.allowable"), None)
    if tolerated is not None and any(map(_is_tolerated, assessment.checks)):
        key = "note.allowable_given" if tolerated.source else "note.allowable_unsourced"
        lines.append(words(key, source=tolerated.source))
    return lines


def _is_tolerated(check: Check) -> bool:
    """Whether the capacity is a displacement that somebody tolerates, not what the wall can bear."""
    return check.limit_state == "damage"


def _checks(checks: tuple[Check, ...], verdict: Verdict, words: Words, *, left: int = 0) -> Grid:
    """Return the table of checks; a colour states what a check shows, not what it is under a demand of its own."""
    evidence = [row for item in (*verdict.limit_states, verdict.wet) for row in item.evidence]
    shows = {(row.check.id, row.check.action): row.shows for row in evidence}
    numbers = _note_numbers(checks)

    def marks(check: Check) -> str:
        return ", ".join(f"({number})" for number in sorted(numbers[key] for key in _note_keys(check)))

    def unit(check: Check) -> Dimension:
        return _CHECK_UNITS.get(check.unit, Dimension("", check.unit, {check.unit: 1.0}, check.unit, ""))

    def amount(of: Callable[[Check], float]) -> Callable[[Check], str]:
        return lambda check: words.number(unit(check).shown(of(check)), 4)

    def label(check: Check) -> str:
        return unit(check).label

    columns: tuple[Column[Check], ...] = (
        Column(
            "column.check",
            lambda check: words(f"mode.{check.mode}"),
            strong=True,
            small=lambda check: words(f"limit_state.{check.limit_state}"),
        ),
        Column("column.method", lambda check: method_name(check, words), small=marks),
        Column("column.place", lambda check: place_name(check.place, words)),
        Column("column.demand", amount(lambda check: check.demand), number=True, small=label),
        Column("column.capacity", amount(lambda check: check.capacity), number=True, small=label),
        Column("column.factor", lambda check: words.factor(check.factor), number=True),
        Column("column.required", lambda check: words.plain(check.required), number=True),
        Column(
            "column.ratio",
            lambda check: words.factor(check.ratio),
            number=True,
            strong=lambda check: check.votes,
            tone=lambda check: _SHOWN_TONES.get(shows.get((check.id, check.action), ""), ""),
        ),
        Column("column.source", lambda check: check.source),
    )
    return table(checks, columns, words, words("codes.checks_left", count=left) if left else "")


def _published(assessment: Assessment, words: Words) -> Section | None:
    printed = assessment.published.get("published")
    if not printed:
        return None
    checks = {check.id: check for check in assessment.checks}

    def agrees(item: Published) -> bool:
        return abs(checks[item.check].factor - item.value) <= _half_unit(item.value)

    columns: tuple[Column[Published], ...] = (
        Column(
            "column.check",
            lambda item: words(f"mode.{checks[item.check].mode}"),
            strong=True,
            small=lambda item: case_name(checks[item.check].method, words),
        ),
        Column("column.computed", lambda item: words.factor(checks[item.check].factor), number=True, strong=True),
        Column("column.printed", lambda item: words.plain(item.value), number=True),
        Column(
            "column.difference",
            lambda item: checks[item.check].factor / item.value - 1.0,
            unit="%",
            form="{:+.1f} %",
            tone=lambda item: "good" if agrees(item) else "bad",
        ),
        Column("column.source", lambda item: item.source, small=lambda item: item.note),
    )
    return Section(id="published", title=words("page.published"), blocks=(table(printed, columns, words),))


def _half_unit(printed: float) -> float:
    """Half a unit of the last digit that was printed: 0.05 for 3.8."""
    decimals = len(repr(printed).partition(".")[2])
    return 0.5 * 10.0**-decimals * (1.0 + 1e-9)


_MEASURED = {
    "structure_period_measured_instead": ("codes.structure_period",),
    "plateau_end_measured_instead": tuple(
        f"codes.{table}.e030_2003.plateau_end" for table in ("spectra", "damage_spectra", "collapse_spectra")
    ),
}
"""Inputs that codes.measured replaces, by the remark that tells so."""


def measured_instead(assessment: Assessment, words: Words) -> dict[str, str]:
    """What stands beside an input that was given and not used, since a measured one took its place."""
    codes = assessment.stages.get("codes")
    return {
        key: words("page.measured_instead", amount=amount_text(remark, words))
        for remark in (() if codes is None else codes.remarks)
        for key in _MEASURED.get(remark.key, ())
    }


def inputs_grid(inputs: tuple[InputRow, ...], words: Words, beside: Mapping[str, str] | None = None) -> Grid:
    """The inputs by group, with where each comes from; ``beside`` has what else is to be said of some, by key."""
    titles = once(group_name(row.key.rsplit(".", 1)[0], words) for row in inputs)
    rows = list(zip(inputs, titles, strict=True))
    columns: tuple[Column[tuple[InputRow, str]], ...] = (
        Column("", lambda row: row[1], strong=True),
        Column("column.input", lambda row: field_name(row[0].key, words), small=lambda row: row[0].key),
        Column(
            "column.value",
            lambda row: input_text(row[0], words),
            number=True,
            small=lambda row: (beside or {}).get(row[0].key, ""),
        ),
        Column(
            "column.status",
            lambda row: words(f"status.{row[0].status}"),
            tone=lambda row: "" if row[0].status == "given" else "unsure",
        ),
        Column("column.source", lambda row: row[0].source),
    )
    return table(rows, columns, words)


def run_text(run: Run, words: Words) -> str:
    """Return when and where a run was made, and how long it took."""
    return words("provenance.run_value", started=run.started, host=run.host, duration=f"{run.duration:.3g}")


def _provenance(assessment: Assessment, words: Words) -> list[tuple[str, str]]:
    made = assessment.provenance
    return [
        (words("provenance.file"), assessment.file),
        (words("provenance.input"), made.input),
        (words("provenance.version"), made.version),
        (words("provenance.code"), made.code),
        (words("provenance.seed"), words("provenance.no_seed") if made.seed is None else str(made.seed)),
        (words("provenance.backend"), made.backend),
        (words("provenance.python"), f"{made.python}, {made.numpy}"),
        (words("provenance.run"), run_text(made.run, words)),
    ]


_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_PATIENCE = 180.0
"""Seconds that a browser may take."""


def find_browser() -> str | None:
    """Path of a Chromium, Chrome or Edge on this machine."""
    return next((path for name in _BROWSERS if (path := shutil.which(name))), None)


def print_report(report: Path, pdf: Path) -> Path:
    """Print the page ``report`` into the file ``pdf``, whole or not at all."""
    browser = find_browser()
    if browser is None:
        raise MissingProgramError(
            f"{pdf}: printing needs Chromium, Chrome or Edge, and none is on the path; install one (Debian: apt-get "
            f"install chromium), or open {report} in any browser and print it there"
        )
    with tempfile.TemporaryDirectory(prefix="pirqa-print-") as folder:
        made = Path(folder) / "report.pdf"
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--no-first-run", "--disable-sync", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
            f"--print-to-pdf={made}", report.resolve().as_uri(),
        ]  # fmt: skip
        try:
            run = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ComputationError(f"{pdf}: {browser} did not print the report: {error}") from error
        if run.returncode != 0 or not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            said = run.stderr.decode(errors="replace").strip().splitlines()
            raise ComputationError(f"{pdf}: {browser} did not print the report: {said[-1] if said else run.returncode}")
        write_bytes_whole(pdf, made.read_bytes())
    return pdf


# -- drawings for paper ------------------------------------------------------------------------------------------------


def with_still(section: Section, words: Words) -> Section:
    """The section with a drawing for paper after its first viewer, where it has no other picture."""
    if any(isinstance(item, Figure | Row) for item in section.blocks):
        return section
    first = next((k for k, item in enumerate(section.blocks) if isinstance(item, Viewer)), None)
    if first is None:
        return section
    viewer = section.blocks[first]
    assert isinstance(viewer, Viewer)
    svg = still_svg(viewer.scene)
    if not svg:
        return section
    still = Figure(svg=svg, caption=words("viewer.printed"), alt=viewer.scene.title, paper=True)
    return Section(
        id=section.id, title=section.title, blocks=(*section.blocks[: first + 1], still, *section.blocks[first + 1 :])
    )


def still_svg(scene: Scene) -> str:
    """SVG of the solids that the viewer begins with, from where it looks; nothing where there are none."""
    shown = scene.clips[0].shown if scene.clips else None
    solids = [item for k, item in enumerate(scene.solids) if shown is None or k in shown]
    if not solids:
        return ""
    towards = np.asarray(scene.eye) / np.linalg.norm(scene.eye)
    right = np.cross([0.0, 0.0, 1.0], towards)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(towards, right)], axis=1)
    pieces = sorted(
        (piece for solid in solids for piece in _pieces(solid.shape, towards, axes)), key=lambda piece: piece[0]
    )
    corners = np.concatenate([ring for _, ring, _ in pieces])
    low, span = corners.min(axis=0), np.maximum(np.ptp(corners, axis=0), 1e-9)
    scale = min(_STILL_WIDTH / span[0], _STILL_HEIGHT / span[1])
    high = span[1] * scale
    drawn = []
    for _, ring, shade in pieces:
        flat = (ring - low) * scale
        points = " ".join(f"{x:.1f},{high - y:.1f}" for x, y in flat)
        colour = "#" + "".join(f"{round(min(255.0, value)):02x}" for value in _STONE * shade)
        drawn.append(f'<polygon points="{points}" fill="{colour}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {span[0] * scale + 4:.1f} {high + 4:.1f}" '
        f'width="{span[0] * scale + 4:.0f}"><g stroke="#2b2a28" stroke-width="0.7" stroke-linejoin="round">'
        f"{''.join(drawn)}</g></svg>"
    )


def _pieces(shape: Polyhedron, towards: FloatArray, axes: FloatArray) -> list[tuple[float, FloatArray, float]]:
    """Depth, outline in the picture and brightness of what is seen of a solid."""
    if len(shape.faces) > _MOST_FACES:
        from scipy.spatial import ConvexHull

        flat = shape.vertices @ axes
        return [(float((shape.vertices @ towards).mean()), flat[ConvexHull(flat).vertices], 1.0)]
    found = []
    for face, area in zip(shape.faces, shape.face_areas, strict=True):
        facing = float(area @ towards)
        if facing <= 1e-9 * float(np.linalg.norm(area)):
            continue
        ring = shape.vertices[list(face)]
        light = float(area @ _LIGHT) / float(np.linalg.norm(area))
        found.append((float((ring @ towards).mean()), ring @ axes, 0.86 + 0.2 * max(0.0, light)))
    return found
