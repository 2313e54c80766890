"""One file a stage: its result into a section of the page. A new stage adds its file and a line here."""

from collections.abc import Callable
from typing import Any

from pirqa.project import Assessment
from pirqa.report.section import Section
from pirqa.report.sections import dynamics, motion, statics, survey
from pirqa.report.words import Words

__all__ = ["BUILDERS"]

BUILDERS: dict[str, Callable[[Any, Assessment, Words], Section]] = {
    "survey": survey.build,
    "statics": statics.build,
    "motion": motion.build,
    "dynamics": dynamics.build,
}
