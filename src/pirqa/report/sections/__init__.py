"""One file a stage, of the stage's name: ``build`` makes its result a section of the page."""

from __future__ import annotations

import importlib
from typing import Any

from pirqa.project.results import Assessment
from pirqa.report.section import Section
from pirqa.report.words import Words


def build_section(stage: str, result: Any, assessment: Assessment, words: Words) -> Section:
    """Return the section of ``stage`` with this ``result``."""
    section: Section = importlib.import_module(f"{__name__}.{stage}").build(result, assessment, words)
    return section
