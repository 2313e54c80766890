"""Pages are drawn where what they are made of has changed; others stay as they are."""

from __future__ import annotations

import functools
import json
import platform
from dataclasses import replace
from importlib import metadata
from pathlib import Path

from pirqa.project.folder import only_run_in, page_digests, read_record, write_record
from pirqa.project.results import read_results
from pirqa.provenance import code_digest, digest
from pirqa.report.words import load_words

_DRAWN_WITH = ("jinja2", "markupsafe", "matplotlib", "numpy", "shapely")
"""Libraries of others that make the page."""


@functools.cache
def page_source(root: Path = Path(__file__).parent) -> str:
    """Return the digest of all that pages are made of apart from results and language: code, words, templates."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))
    content = {
        "code": code_digest(),
        "files": {path.relative_to(root).as_posix(): digest(path.read_bytes()) for path in files},
        "with": {"python": platform.python_version(), **{name: metadata.version(name) for name in _DRAWN_WITH}},
    }
    return digest(json.dumps(content).encode())


def refresh_report(folder: str | Path, *, language: str | None = None) -> Path:
    """Return the page of a results folder in ``language``, made from its results unless it is there already.

    ``report.html`` is in the project's language. A page in another one stands beside it as ``report.LANGUAGE.html``,
    and a link leads from each to the other.
    """
    folder = Path(folder)
    if language is not None:
        load_words(language)  # whether there is such a language
    found = _kept_page(folder, language)
    if found is not None:
        return found
    read_results(folder)  # whether there are results: a folder of others is left as it is
    from pirqa.report.page import write_pages

    with only_run_in(folder):
        record = read_record(folder)
        results = read_results(folder)
        languages = languages_of(results.info.language, language)
        pages = write_pages(results, *languages)
        drawn = replace(record, page_source=page_source(), languages=languages, pages=page_digests(pages))
        # digests of results are the run's: taken again here, they would vouch for files that were edited or damaged
        write_record(folder, drawn if record.has_results(folder) else replace(drawn, request=""))
    return folder / page_name(results.info.language, language)


def _kept_page(folder: Path, language: str | None) -> Path | None:
    """Return the page in ``language`` where it is already made from the folder's results; else None."""
    record = read_record(folder)
    if not (record.has_results(folder) and record.has_pages(folder, page_source())):
        return None
    project = json.loads((folder / "result.json").read_text(encoding="utf-8"))["project"]["language"]
    same = list(record.languages) == list(languages_of(project, language))
    return folder / page_name(project, language) if same else None


def languages_of(project: str, asked: str | None) -> tuple[str, ...]:
    """Return the languages of the pages: the project's, and the one that is asked for."""
    return (project,) if asked in (None, project) else (project, str(asked))


def page_name(project: str, asked: str | None) -> str:
    """Return the name of the page in the language that is asked for."""
    return "report.html" if asked in (None, project) else f"report.{asked}.html"
