"""The project file at one end, the results folder at the other, and the pipeline between."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.project.load import Project, parse_project, read_project
    from pirqa.project.results import Assessment, read_results, run_project
    from pirqa.project.schema import json_schema, key_reference

__all__ = [
    "Assessment",
    "Project",
    "json_schema",
    "key_reference",
    "parse_project",
    "read_project",
    "read_results",
    "run_project",
]

export_late(__name__)
