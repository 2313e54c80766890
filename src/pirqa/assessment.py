"""The main job in one call: read a project, run its stages, write results and report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pirqa.progress import SILENT, Observer
from pirqa.project import Assessment, read_project, run_project
from pirqa.project.load import Project
from pirqa.project.results import Pages
from pirqa.report.kept import page_source
from pirqa.report.words import load_words


def default_folder(project_file: str | Path) -> Path:
    """Where results go if nobody says: ``wall.toml`` → ``wall.results``."""
    path = Path(project_file)
    return path.with_name(f"{path.stem}.results")


def assess(
    project_file: str | Path,
    output: str | Path | None = None,
    *,
    changes: Mapping[str, str] | None = None,
    language: str | None = None,
    observer: Observer = SILENT,
) -> Assessment:
    """Assess the wall of ``project_file``; results and ``report.html``, in ``language``, go to ``output``.

    ``changes`` replace values of the file by key (``{"site.kh": "0.2"}``). Stages whose inputs have not changed since
    the last run into the same folder are not run again.
    """
    project = read_project(project_file, changes=changes)
    folder = default_folder(project_file) if output is None else Path(output)
    return assess_project(project, folder, language=language, observer=observer)


def assess_project(
    project: Project, folder: str | Path, *, language: str | None = None, observer: Observer = SILENT
) -> Assessment:
    """Assess the wall of a project that was read before; results and ``report.html`` go to ``folder``."""
    told = language or project.info.language
    load_words(told)  # before the long work: whether there is such a language

    def make(done: Assessment) -> Mapping[str, str]:
        from pirqa.report.page import render_pages

        return render_pages(done, told)

    pages = Pages(make=make, source=page_source(), language=told)
    return run_project(project, Path(folder), pages=pages, observer=observer)
