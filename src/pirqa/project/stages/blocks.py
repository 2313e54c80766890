"""Limit analysis on the stones; how it runs by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project.stage import Offer, Stage
from pirqa.project.walls import wall_for, wall_inputs, wall_remarks

if TYPE_CHECKING:
    from pirqa.limit.blocks.options import BlocksOptions
    from pirqa.limit.blocks.result import BlocksResult
    from pirqa.project.load import Project

_WAYS = ("front", "back", "left", "right")
_CONTACT = 7e-3
"""Time of a processor for a contact under one pattern of loads, all kinds of friction [s]: 103 contacts, measured."""


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> BlocksResult:
    from pirqa.limit.blocks import run_blocks

    wall = wall_for(project, "blocks", earlier)
    result = run_blocks(wall, project.options["blocks"], site=project.site, observer=observer)
    return replace(result, remarks=(*wall_remarks(project, "blocks", earlier, stones=True), *result.remarks))


def _offer(project: Project, wall: Wall) -> Offer | None:
    """Return how limit analysis of the stones runs by itself; None where the friction of the joints is missing."""
    if wall.joints is None or set(wall.fixed) >= set(wall.stone_numbers):
        return None
    options: BlocksOptions = project.options["blocks"]
    cases = len(wall.joints.without_pairs("friction_angle").corners())
    seconds = _CONTACT * len(wall.contacts) * cases * len(options.patterns)
    return Offer(ways=_WAYS, options=lambda _: options, seconds=lambda _: seconds)


STAGE = Stage(
    name="blocks",
    rank=180,
    options="pirqa.limit.blocks.options:BlocksOptions",
    result="pirqa.limit.blocks.result:BlocksResult",
    takes=("survey",),
    inputs=wall_inputs,
    run=_run,
    methods=("pirqa.limit.blocks.stage:DECLARATION",),
    offer=_offer,
    drawn_on_stones=True,
)
