"""The file of a campaign: walls, records, levels, uncertain parameters; its plan, and what its runs show.

Its walls are project files of their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_type_hints

from pydantic import ConfigDict, Field, ValidationError, create_model

from pirqa.errors import InputError, ProjectError
from pirqa.experiments.campaign.analyse import analyse_campaign, choose_films, last_states
from pirqa.experiments.campaign.campaign import CampaignPlan, plan_campaign
from pirqa.experiments.campaign.campaign_options import CampaignOptions
from pirqa.experiments.campaign.fragility_result import CampaignFragility, WallFragility
from pirqa.experiments.campaign.hazard import read_hazard
from pirqa.experiments.campaign.outcomes import CampaignResult, read_campaign
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.options import DynamicsOptions
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.project.complaints import complaints
from pirqa.project.load import changed, read_project
from pirqa.project.origins import strip_origins
from pirqa.project.pipeline import wall_of

_LARGEST = 20_000_000


@dataclass(frozen=True, kw_only=True)
class CampaignFile:
    """A campaign as its file says it."""

    path: Path
    options: CampaignOptions

    @property
    def runs(self) -> Path:
        """Folder of its runs where nobody says otherwise: beside it."""
        return self.path.with_name(f"{self.path.stem}.campaign")


def _model() -> Any:
    """The options as pydantic reads them: the same fields, and the number of the format."""
    hints = get_type_hints(CampaignOptions, include_extras=True)
    given: dict[str, Any] = {"format": (Literal[1], 1)}
    for item in fields(CampaignOptions):
        if item.default_factory is not MISSING:
            given[item.name] = (hints[item.name], Field(default_factory=item.default_factory))
        else:
            given[item.name] = (hints[item.name], ... if item.default is MISSING else item.default)
    return create_model(
        "CampaignFile", __config__=ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True), **given
    )


_Model = _model()


def read_campaign_file(path: str | Path, *, changes: Mapping[str, str] | None = None) -> CampaignFile:
    """The campaign in the TOML file ``path``; ``changes`` replace values by key."""
    path = Path(path)
    try:
        if path.is_dir() or path.stat().st_size > _LARGEST:
            raise ProjectError(f"{path}: is not a campaign file; give a TOML file with [walls] and [records]")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    except UnicodeDecodeError as error:
        raise ProjectError(f"{path}: is not UTF-8 text; save the file as UTF-8") from error
    options = parse_campaign(text, file=str(path), changes=changes)
    _refuse_twice(options, path)
    return CampaignFile(path=path, options=options)


def _refuse_twice(options: CampaignOptions, path: Path) -> None:
    """One project under two names would be run twice, and its records counted as more than they are."""
    taken: dict[Path, str] = {}
    for name, file in options.walls.items():
        first = taken.setdefault((path.parent / file).resolve(), name)
        if first != name:
            raise ProjectError(
                f"{path}: walls.{name}: {file} is the project of walls.{first} already: leave one of them out, or give "
                "a project file of its own"
            )


def parse_campaign(
    text: str, *, file: str = "campaign.toml", changes: Mapping[str, str] | None = None
) -> CampaignOptions:
    """The campaign written in ``text``; ``file`` is its name in messages."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{file}: is not valid TOML: {error}") from error
    except RecursionError as error:
        raise ProjectError(f"{file}: is nested too deeply for a campaign file") from error
    plain: dict[str, Any] = {}
    try:
        plain, _ = strip_origins(changed(raw, changes or {}))
        parsed = _Model.model_validate(plain)
        return CampaignOptions(**{item.name: getattr(parsed, item.name) for item in fields(CampaignOptions)})
    except ValidationError as error:
        lines = complaints(error, _Model, plain)
        raise ProjectError((f"{file}: " if len(lines) == 1 else f"{file}:\n  ") + "\n  ".join(lines)) from None
    except InputError as error:
        raise ProjectError(f"{file}: {error}") from error


def plan_of(campaign: CampaignFile, *, observer: Observer = SILENT) -> CampaignPlan:
    """All runs of a campaign: its walls surveyed, its records read."""
    try:
        return plan_campaign(campaign.options, _surveyed(campaign, observer), campaign.path.parent, observer=observer)
    except InputError as error:
        raise ProjectError(f"{campaign.path}: {error}") from error


def _surveyed(campaign: CampaignFile, observer: Observer) -> dict[str, tuple[Wall, DynamicsOptions]]:
    """Return each wall with the options of its stones in motion, by name."""
    walls: dict[str, tuple[Wall, DynamicsOptions]] = {}
    for name, file in campaign.options.walls.items():
        try:
            project = read_project(campaign.path.parent / file)
            walls[name] = (wall_of(project, observer=observer), project.options["dynamics"])
        except InputError as error:
            raise ProjectError(f"{campaign.path}: walls.{name}: {error}") from error
    return walls


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
    known = _surveyed(campaign, observer) if walls is None else walls
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
    pages = Store(place)
    shown = tuple(_with_shape(item, found, known, pages) for item in made.walls)
    observer.advance()
    return replace(made, walls=shown)


def _with_shape(
    item: WallFragility, result: CampaignResult, walls: Mapping[str, tuple[Wall, DynamicsOptions]], pages: Store
) -> WallFragility:
    if item.wall not in walls:
        return item
    wall, _ = walls[item.wall]
    stones = tuple(stone.name for stone in wall.stones)
    films = [state for keys in choose_films(result, item.wall, item.case) for state in last_states(pages, keys, stones)]
    return replace(item, shape=wall, films=tuple(films))
