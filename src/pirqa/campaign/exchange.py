"""Fragility functions for other programs: NRML for OpenQuake, and CSV."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from xml.etree import ElementTree

from pirqa.campaign.fragility import FragilityFit
from pirqa.errors import OptionsError
from pirqa.units import STANDARD_GRAVITY

__all__ = ["to_csv", "to_nrml", "variable_moments"]

_NAMESPACE = "http://openquake.org/xmlns/nrml/0.5"


def variable_moments(theta: float, beta: float) -> tuple[float, float]:
    """Mean and standard deviation of a lognormal variable itself: what OpenQuake's logncdf is given.

    mean = θ·exp(β²/2), standard deviation = mean·√(exp(β²) - 1).
    """
    mean = theta * math.exp(0.5 * beta * beta)
    return mean, mean * math.sqrt(math.expm1(beta * beta))


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


def to_csv(fits: Sequence[FragilityFit]) -> str:
    """All fits, a row each, SI units; empty where there is no number."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        (
            "state",
            "measure",
            "failed_runs",
            "theta",
            "theta_low",
            "theta_high",
            "beta",
            "beta_low",
            "beta_high",
            "confidence",
            "identified",
            "flaws",
            "cautions",
            "records",
            "runs",
            "exceeded",
        )
    )
    for fit in fits:
        numbers = (fit.theta, *fit.theta_interval, fit.beta, *fit.beta_interval)
        writer.writerow(
            (
                fit.state,
                fit.measure,
                fit.treatment,
                *(f"{number:.9g}" if math.isfinite(number) else "" for number in numbers),
                f"{fit.confidence:g}",
                int(fit.identified),
                " ".join(fit.flaws),
                " ".join(fit.cautions),
                fit.records,
                fit.runs,
                fit.exceeded,
            )
        )
    return out.getvalue()
