"""The survey, and which wall and which finite-element options later stages look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pirqa.errors import OptionsError
from pirqa.fe.options import FeOptions
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.survey.result import SurveyResult
from pirqa.survey.stage import source_digest, survey
from pirqa.updating.result import UpdatingResult

__all__ = [
    "asks_calibrated",
    "fe_options_for",
    "survey_inputs",
    "survey_seed",
    "survey_stage",
    "surveyed_wall",
    "wall_for",
    "wall_inputs",
    "wall_remarks",
]

_WEIGH = ("unit_weight", "thickness")
"""Kinds of parameters that change what a rigid wall bears; the others are stiffnesses."""
_TOLD = {"youngs_modulus": (1e6, "MPa"), "unit_weight": (1e3, "kN/m³"), "spring": (1e6, "MN/m"),
         "bed_normal": (1e6, "MN/m³"), "bed_shear": (1e6, "MN/m³"), "thickness": (1.0, "")}  # fmt: skip
"""How many SI units the unit is in which a kind of parameter is told."""


def survey_stage(project: Project, _: Mapping[str, Any], _folder: Path, observer: Observer) -> SurveyResult:
    """The wall as its drawing, photo or scan shows it."""
    return survey(project.options["survey"], folder=project.folder, around=project.around, observer=observer)


def survey_inputs(project: Project) -> dict[str, Any]:
    """What is drawn, and what the rest of the file says of the wall."""
    files = source_digest(project.options["survey"], project.folder)
    return {"around": to_plain(project.around), "files": files}


def survey_seed(project: Project) -> int | None:
    """Of a wall that is generated."""
    generated = project.options["survey"].generate
    return None if generated is None else int(generated.seed)


def surveyed_wall(project: Project, earlier: Mapping[str, Any]) -> Wall:
    """The wall that later stages look at: from the survey where there is one."""
    if "survey" in earlier:
        wall: Wall = earlier["survey"].wall
        return wall
    assert project.wall is not None
    return project.wall


def wall_inputs(project: Project) -> dict[str, Any]:
    """The wall of the file and its site."""
    return {"wall": to_plain(project.wall), "site": to_plain(project.site)}


def asks_calibrated(project: Project, stage: str) -> bool:
    """Whether ``stage`` looks at the calibrated wall: its options say ``wall = "calibrated"``."""
    return getattr(project.options[stage], "wall", "surveyed") == "calibrated"


def wall_for(project: Project, stage: str, earlier: Mapping[str, Any]) -> Wall:
    """The wall that ``stage`` asks for: surveyed, or calibrated."""
    return _calibrated(stage, earlier).wall if asks_calibrated(project, stage) else surveyed_wall(project, earlier)


def fe_options_for(project: Project, stage: str, earlier: Mapping[str, Any]) -> FeOptions:
    """[fe] for ``stage``: with the calibrated springs and bed where it looks at the calibrated wall."""
    options: FeOptions = project.options["fe"]
    if not asks_calibrated(project, stage):
        return options
    found = _calibrated(stage, earlier)
    return replace(options, springs=found.springs, bed=found.bed)


def wall_remarks(
    project: Project, stage: str, earlier: Mapping[str, Any], *, rigid: bool = True, stones: bool = False
) -> tuple[Remark, ...]:
    """What the reader must know of the wall that ``stage`` looked at.

    A ``rigid`` one has no use for stiffnesses; one of ``stones`` none for the thickness of zones either: stones keep
    the depth that they were surveyed with.
    """
    if not asks_calibrated(project, stage):
        return ()
    found = _calibrated(stage, earlier)
    told = ", ".join(
        f"{item.name} = {item.value / _TOLD[item.kind][0]:.4g} {_TOLD[item.kind][1]}".rstrip()
        for item in found.parameters
    )
    remarks = [Remark(kind="assumption", key="wall_calibrated", text=told)]
    thicker = [item for item in found.parameters if item.kind == "thickness"]
    if stones and thicker:
        names = ", ".join(name for item in thicker for name in item.of)
        remarks.append(Remark(kind="warning", key="wall_calibrated_stones", text=names))
    counted = [item for item in found.parameters if item.kind in _WEIGH and not (stones and item in thicker)]
    if rigid and not counted and not (stones and thicker):
        remarks.append(Remark(kind="warning", key="wall_calibrated_same"))
    return tuple(remarks)


def _calibrated(stage: str, earlier: Mapping[str, Any]) -> UpdatingResult:
    if "updating" not in earlier:
        raise OptionsError(
            f'{stage}.wall: the calibrated wall comes from the analysis "updating"; add it to analyses, with "oma" and '
            '"fe" before it, or write wall = "surveyed"'
        )
    result: UpdatingResult = earlier["updating"]
    return result
