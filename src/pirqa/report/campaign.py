"""The page of a campaign by itself, and its fragility functions for other programs: NRML for OpenQuake, and CSV."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

from pirqa.errors import OptionsError, ResultsError
from pirqa.experiments.campaign.campaign_options import CampaignOptions
from pirqa.experiments.campaign.fragility import FragilityFit
from pirqa.experiments.campaign.fragility_result import CampaignFragility, WallFragility
from pirqa.experiments.campaign.outcomes import CampaignResult
from pirqa.experiments.checks import slug_of
from pirqa.files import write_text_whole
from pirqa.project import Assessment
from pirqa.project.folder import sweep_pages
from pirqa.project.schema import ProjectInfo
from pirqa.provenance import Provenance, Run, code_digest, digest
from pirqa.report.page import render_pages
from pirqa.units import STANDARD_GRAVITY
from pirqa.version import __version__

_NAMESPACE = "http://openquake.org/xmlns/nrml/0.5"


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


def to_nrml(fits: Sequence[FragilityFit], *, taxonomy: str, description: str = "") -> str:
    """NRML 0.5 of the ``fits`` to be relied on, which are on one measure, the lightest state first.

    Accelerations are in g and velocities in cm/s, as OpenQuake has them. States without a curve are left out, and named
    in the description.
    """
    sound = [fit for fit in fits if fit.identified]
    if not sound:
        raise OptionsError("no damage state has a fragility curve to rely on: there is nothing to export")
    measures = {fit.measure for fit in sound}
    if len(measures) > 1:
        raise OptionsError(f"one NRML function is on one measure, not on {', '.join(sorted(measures))}")
    kind, factor = _type(sound[0].measure)
    left = [fit.state for fit in fits if not fit.identified]
    told = description + (f" Without a curve: {', '.join(left)}." if left else "")
    root = ElementTree.Element("nrml", {"xmlns": _NAMESPACE})
    model = ElementTree.SubElement(
        root,
        "fragilityModel",
        {"id": _slug(taxonomy), "assetCategory": "walls", "lossCategory": "structural"},
    )
    ElementTree.SubElement(model, "description").text = told.strip() or taxonomy
    ElementTree.SubElement(model, "limitStates").text = " ".join(_slug(fit.state) for fit in sound)
    function = ElementTree.SubElement(
        model, "fragilityFunction", {"id": taxonomy, "format": "continuous", "shape": "logncdf"}
    )
    grids = [fit.grid for fit in sound]
    lowest, highest = min(grid[0] for grid in grids) / factor, max(grid[-1] for grid in grids) / factor
    # OpenQuake takes what is stronger than maxIML for maxIML: the curves must be at their ends there
    least = min(float(fit.theta * math.exp(-3.0 * fit.beta)) for fit in sound) / factor
    most = max(float(fit.theta * math.exp(3.0 * fit.beta)) for fit in sound) / factor
    ElementTree.SubElement(
        function,
        "imls",
        {
            "imt": kind,
            "noDamageLimit": f"{min(least, lowest):.6g}",
            "minIML": f"{min(least, lowest):.6g}",
            "maxIML": f"{max(most, highest):.6g}",
        },
    )
    for fit in sound:
        mean, deviation = variable_moments(fit.theta / factor, fit.beta)
        ElementTree.SubElement(
            function, "params", {"ls": _slug(fit.state), "mean": f"{mean:.9g}", "stddev": f"{deviation:.9g}"}
        )
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def to_csv(fits: Sequence[FragilityFit]) -> str:
    """All fits, a row each, SI units; empty where there is no number."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_CSV_COLUMNS)
    writer.writerows([column(fit) for column in _CSV_COLUMNS.values()] for fit in fits)
    return out.getvalue()


def _digits(number: float) -> str:
    return f"{number:.9g}" if math.isfinite(number) else ""


_CSV_COLUMNS: dict[str, Callable[[FragilityFit], object]] = {
    "state": lambda fit: fit.state,
    "measure": lambda fit: fit.measure,
    "failed_runs": lambda fit: fit.treatment,
    "theta": lambda fit: _digits(fit.theta),
    "theta_low": lambda fit: _digits(fit.theta_interval[0]),
    "theta_high": lambda fit: _digits(fit.theta_interval[1]),
    "beta": lambda fit: _digits(fit.beta),
    "beta_low": lambda fit: _digits(fit.beta_interval[0]),
    "beta_high": lambda fit: _digits(fit.beta_interval[1]),
    "confidence": lambda fit: f"{fit.confidence:g}",
    "identified": lambda fit: int(fit.identified),
    "flaws": lambda fit: " ".join(fit.flaws),
    "cautions": lambda fit: " ".join(fit.cautions),
    "records": lambda fit: fit.records,
    "runs": lambda fit: fit.runs,
    "exceeded": lambda fit: fit.exceeded,
}


def variable_moments(theta: float, beta: float) -> tuple[float, float]:
    """Mean and standard deviation of a lognormal variable itself: what OpenQuake's logncdf is given.

    mean = θ·exp(β²/2), standard deviation = mean·√(exp(β²) - 1).
    """
    mean = theta * math.exp(0.5 * beta * beta)
    return mean, mean * math.sqrt(math.expm1(beta * beta))


def _type(measure: str) -> tuple[str, float]:
    """OpenQuake's name of a measure, and its unit [SI]."""
    if measure == "pga":
        return "PGA", STANDARD_GRAVITY
    if measure == "pgv":
        return "PGV", 0.01
    if measure == "pgd":
        return "PGD", 0.01
    if re.fullmatch(r"sa_[\d.]+", measure):
        return f"SA({measure[3:]})", STANDARD_GRAVITY
    raise OptionsError(f"OpenQuake has no intensity measure for {measure}; export the curves on pga, pgv or sa_…")


def _slug(text: str) -> str:
    return re.sub(r"[^\w-]+", "_", text)


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
    made = Assessment(
        folder=folder,
        file=file.name,
        info=ProjectInfo(name=options.name, description=options.description, language=language),  # type: ignore[arg-type]
        inputs=(),
        provenance=Provenance(
            version=__version__,
            code=code_digest(),
            input=digest(file.read_bytes()) if file.is_file() else "",
            seed=options.seed,
            run=Run.since(started),
        ),
        checks=result.checks,
        stages={"campaign": result},
    )
    pages = render_pages(made, language)
    flat = table.table.drop("fell", "stone_residual")
    write_text_whole(folder / "outcomes.csv", flat.write_csv())
    for name, text in exchange_files(result).items():
        write_text_whole(folder / name, text)
    for name, page in pages.items():
        write_text_whole(folder / name, page)
    sweep_pages(folder, pages)
    return made.report
