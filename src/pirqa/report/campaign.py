"""The page of a campaign by itself, with what other programs read beside it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pirqa.campaign.campaign_options import CampaignOptions
from pirqa.campaign.exchange import to_csv, to_nrml
from pirqa.campaign.fragility_result import CampaignFragility, WallFragility
from pirqa.campaign.outcomes import CampaignResult
from pirqa.errors import OptionsError, ResultsError
from pirqa.files import write_text_whole
from pirqa.project import Assessment
from pirqa.project.schema import ProjectInfo
from pirqa.provenance import Provenance, Run, code_digest, digest
from pirqa.report.page import render_pages
from pirqa.shaking.checks import slug_of
from pirqa.version import __version__

__all__ = ["campaign_assessment", "exchange_files", "write_campaign_report"]


def campaign_assessment(
    result: CampaignFragility, options: CampaignOptions, *, file: Path, folder: Path, language: str, started: datetime
) -> Assessment:
    """The campaign as an assessment with one stage: its page is made as all others are."""
    info = ProjectInfo(name=options.name, description=options.description, language=language)  # type: ignore[arg-type]
    made = Provenance(
        version=__version__,
        code=code_digest(),
        input=digest(file.read_bytes()) if file.is_file() else "",
        seed=options.seed,
        run=Run.since(started),
    )
    return Assessment(
        folder=folder,
        file=file.name,
        info=info,
        inputs=(),
        published=(),
        provenance=made,
        checks=result.checks,
        stages={"campaign": result},
    )


def exchange_files(result: CampaignFragility) -> dict[str, str]:
    """What is written beside the page, by file name: fits as CSV, and NRML of each wall that has curves for it."""
    files = {}
    for item in result.walls:
        name = "_".join(part for part in ("fragility", slug_of(item.wall), slug_of(item.case)) if part)
        files[f"{name}.csv"] = to_csv(item.fits)
        nrml = _nrml(result, item)
        if nrml is not None:
            files[f"{name}.xml"] = nrml
    return files


def _nrml(result: CampaignFragility, item: WallFragility) -> str | None:
    # where some runs say nothing, the curves that count them against the wall
    fits = [fit for fit in item.fits if fit.treatment != "as_survival"]
    told = f"{result.name}: {item.runs} runs of {item.records} records, pirqa {__version__}."
    try:
        return to_nrml(fits, taxonomy=item.wall, description=told)
    except OptionsError:
        return None


def write_campaign_report(
    result: CampaignFragility,
    table: CampaignResult,
    options: CampaignOptions,
    *,
    file: Path,
    folder: Path,
    language: str,
    started: datetime,
) -> Path:
    """Write pages, fits, NRML and the table of outcomes as CSV into ``folder``; the page last."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder}: cannot be made: {error.strerror or error}; choose another with -o") from error
    made = campaign_assessment(result, options, file=file, folder=folder, language=language, started=started)
    pages = render_pages(made, language)
    flat = table.table.drop("fell", "stone_residual")
    write_text_whole(folder / "outcomes.csv", flat.write_csv())
    for name, text in exchange_files(result).items():
        write_text_whole(folder / name, text)
    for name, page in reversed(pages.items()):
        write_text_whole(folder / name, page)
    return made.report
