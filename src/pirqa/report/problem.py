"""A page in place of one that cannot be made: what is wrong with the results, and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pirqa.errors import ResultsError
from pirqa.files import write_text_whole
from pirqa.project.folder import PROBLEM_PAGE
from pirqa.project.results import RESULT_FORMAT
from pirqa.report.template import asset, environment, policy
from pirqa.report.words import LANGUAGES, Words, load_words
from pirqa.version import __version__

__all__ = ["render_problem", "write_problem"]


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
