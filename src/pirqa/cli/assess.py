"""``pirqa assess``: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.assessment import assess_project, default_folder
from pirqa.cli.arguments import parse_changes
from pirqa.cli.console import ProgressBars, print_checks, print_remarks, print_verdict
from pirqa.errors import InputError
from pirqa.project import read_project
from pirqa.report import load_words
from pirqa.report.completions import completion_text
from pirqa.report.pdf import print_report
from pirqa.report.sections.dynamics import named_remarks
from pirqa.report.sections.motion_set import set_sentence

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Results folder.", show_default="PROJECT.results")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. site.kh=0.2."),
    ] = None,
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also print the report, by Chromium, Chrome or Edge.")] = False,
) -> None:
    """Run the analyses a project file asks for; print the verdict, write results and report."""
    if change and output is None:
        raise InputError("--set changes the project: give its results a folder of their own with -o")
    console = Console()
    read = read_project(project, changes=parse_changes(change))
    words = load_words(language or read.info.language)
    folder = default_folder(project) if output is None else output
    with ProgressBars(console, words=words) as observer:
        assessment = assess_project(read, folder, language=language, observer=observer)
    if "survey" in assessment.stages:
        doubts = [remark for remark in assessment.stages["survey"].remarks if remark.kind != "repair"]
        print_remarks(console, doubts, words)
    if "motion" in assessment.stages:
        found = assessment.stages["motion"].set
        if found is not None:
            console.print(set_sentence(found, words), highlight=False, markup=False, soft_wrap=True)
            print_remarks(console, (remark for remark in found.remarks if remark.kind == "warning"), words)
        for item in assessment.stages["motion"].motions:
            print_remarks(console, (remark for remark in item.remarks if remark.kind == "warning"), words)
    if "oma" in assessment.stages:
        print_remarks(console, (item for item in assessment.stages["oma"].remarks if item.kind == "warning"), words)
    if "dynamics" in assessment.stages:
        told = named_remarks(assessment.stages["dynamics"], words)
        print_remarks(console, (item for item in told if item.kind != "repair" or item.key == "run_refined"), words)
    for item in assessment.completions:
        console.print(completion_text(item, words), highlight=False, markup=False, soft_wrap=True)
    print_verdict(console, assessment, words)
    print_checks(console, assessment, words)
    report = words("progress.report", path=assessment.report)
    console.print(f"\n{report}", soft_wrap=True, highlight=False, markup=False)
    if pdf:
        printed = print_report(assessment.report, assessment.report.with_suffix(".pdf"))
        console.print(words("progress.printed", path=printed), soft_wrap=True, highlight=False, markup=False)
