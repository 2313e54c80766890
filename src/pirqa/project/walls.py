"""Which wall and which finite-element options a stage looks at: surveyed, or calibrated by ``updating``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pirqa.errors import OptionsError
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.project.codec import to_plain

if TYPE_CHECKING:
    from pirqa.fem.options import FeOptions
    from pirqa.fem.updating.result import UpdatingResult
    from pirqa.project.load import Project

if TYPE_CHECKING:
    from pirqa.project.load import Project

_WEIGH = ("unit_weight", "thickness")
"""Kinds of parameters that change what a rigid wall bears; the others are stiffnesses."""
_TOLD = {"youngs_modulus": (1e6, "MPa"), "unit_weight": (1e3, "kN/m³"), "spring": (1e6, "MN/m"),
         "bed_normal": (1e6, "MN/m³"), "bed_shear": (1e6, "MN/m³"), "thickness": (1.0, "")}  # fmt: skip
"""How many SI units the unit is in which a kind of parameter is told."""


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
    return getattr(project.options.given(stage), "wall", "surveyed") == "calibrated"


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
