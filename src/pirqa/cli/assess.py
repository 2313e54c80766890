"""The command ``pirqa assess``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.console import Console

from pirqa.assessment import assess_project, default_folder
from pirqa.cli.arguments import ProjectLanguage, with_options
from pirqa.cli.console import ProgressBars, print_checks, print_remarks, print_verdict, say
from pirqa.cli.project_input import ProjectInput
from pirqa.errors import InputError
from pirqa.report import load_words
from pirqa.report.open_questions import completion_text


@with_options
def command(
    *,
    output: Annotated[Path | None, "Results folder (default: PROJECT.results)."] = None,
    language: ProjectLanguage = None,
    pdf: Annotated[bool, "Also print the report, by Chromium, Chrome or Edge."] = False,
    file: ProjectInput,
) -> None:
    """Run the analyses a project file asks for; print the verdict, write results and report."""
    if file.change and output is None:
        raise InputError("--set changes the project: give its results a folder of their own with -o")
    console = Console()
    read = file.read()
    words = load_words(language or read.info.language)
    folder = default_folder(file.project) if output is None else output
    with ProgressBars(console, words=words) as observer:
        assessment = assess_project(read, folder, language=language, observer=observer)
    if "survey" in assessment.stages:
        doubts = [remark for remark in assessment.stages["survey"].remarks if remark.kind != "repair"]
        print_remarks(console, doubts, words)
    if "motion" in assessment.stages:
        from pirqa.report.sections.motion import set_sentence

        found = assessment.stages["motion"].set
        if found is not None:
            say(console, set_sentence(found, words))
            print_remarks(console, (remark for remark in found.remarks if remark.kind == "warning"), words)
        for item in assessment.stages["motion"].motions:
            print_remarks(console, (remark for remark in item.remarks if remark.kind == "warning"), words)
    if "oma" in assessment.stages:
        print_remarks(console, (item for item in assessment.stages["oma"].remarks if item.kind == "warning"), words)
    if "dynamics" in assessment.stages:
        from pirqa.report.sections.dynamics import named_remarks

        told = named_remarks(assessment.stages["dynamics"], words)
        print_remarks(console, (item for item in told if item.kind != "repair" or item.key == "run_refined"), words)
    for item in assessment.completions:
        say(console, completion_text(item, words))
    print_verdict(console, assessment, words)
    print_checks(console, assessment, words)
    say(console, f"\n{words('progress.report', path=assessment.report)}")
    if pdf:
        from pirqa.report.page import print_report

        printed = print_report(assessment.report, assessment.report.with_suffix(".pdf"))
        say(console, words("progress.printed", path=printed))
