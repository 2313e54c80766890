"""From a campaign's file and its runs to what they say: walls, damage states and hazard curve come from files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pirqa.campaign.analyse import analyse_campaign
from pirqa.campaign.films import choose_films, last_states
from pirqa.campaign.fragility_result import CampaignFragility, WallFragility
from pirqa.campaign.hazard import read_hazard
from pirqa.campaign.outcomes import CampaignResult, read_campaign
from pirqa.campaign.pages import Pages
from pirqa.errors import InputError, ProjectError
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.project.campaign_file import CampaignFile
from pirqa.project.load import read_project
from pirqa.project.pipeline import wall_of
from pirqa.shaking.options import DynamicsOptions

__all__ = ["judge_campaign"]


def judge_campaign(
    campaign: CampaignFile,
    folder: Path | None = None,
    *,
    result: CampaignResult | None = None,
    walls: Mapping[str, tuple[Wall, DynamicsOptions]] | None = None,
    expected: float | None = None,
    observer: Observer = SILENT,
) -> CampaignFragility:
    """What the runs in ``folder`` say; ``walls`` where they are known already, else they are surveyed.

    ``expected`` peak ground acceleration [m/s2], where the file says none.
    """
    place = campaign.runs if folder is None else folder
    found = read_campaign(place) if result is None else result
    known = _walls(campaign, observer) if walls is None else walls
    options = campaign.options.fragility
    hazard = None if options.hazard is None else read_hazard(campaign.path.parent / options.hazard)
    limits = {item.residual_limit for _, item in known.values()}
    observer.begin("Fragility", 1)
    try:
        made = analyse_campaign(
            found,
            options,
            states={name: dynamics.damage_states for name, (_, dynamics) in known.items()},
            hazard=hazard,
            expected=expected,
            stone_limit=min(limits, default=3e-3),
        )
    except InputError as error:
        raise ProjectError(f"{campaign.path}: {error}") from error
    pages = Pages(place)
    shown = tuple(_with_shape(item, found, known, pages) for item in made.walls)
    observer.advance()
    return replace(made, walls=shown)


def _walls(campaign: CampaignFile, observer: Observer) -> dict[str, tuple[Wall, DynamicsOptions]]:
    walls: dict[str, tuple[Wall, DynamicsOptions]] = {}
    for name, file in campaign.options.walls.items():
        try:
            project = read_project(campaign.path.parent / file)
            walls[name] = (wall_of(project, observer=observer), project.options["dynamics"])
        except InputError as error:
            raise ProjectError(f"{campaign.path}: walls.{name}: {error}") from error
    return walls


def _with_shape(
    item: WallFragility, result: CampaignResult, walls: Mapping[str, tuple[Wall, DynamicsOptions]], pages: Pages
) -> WallFragility:
    if item.wall not in walls:
        return item
    wall, _ = walls[item.wall]
    stones = tuple(stone.name for stone in wall.stones)
    films = [state for keys in choose_films(result, item.wall, item.case) for state in last_states(pages, keys, stones)]
    return replace(item, shape=wall, films=tuple(films))
