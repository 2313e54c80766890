"""A campaign as a stage: what is missing of its runs is made here, and what they say joins the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import InputError, ProjectError
from pirqa.progress import Observer
from pirqa.project.moving import expected_levels, moving_inputs
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall
from pirqa.provenance import digest

if TYPE_CHECKING:
    from pirqa.experiments.campaign.campaign import Tally
    from pirqa.experiments.campaign.fragility_result import CampaignFragility
    from pirqa.project.campaign_file import CampaignFile
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile


def _inputs(project: Project) -> dict[str, Any]:
    """The wall, the levels to compare with, and the digests of the campaign's file and of all files that it names."""
    campaign = _read(project)
    return {
        **moving_inputs(project),
        "expected": [[item.name, item.origin, item.level] for item in expected_levels(project)],
        "files": {str(path): _digest(path) for path in sorted(set(_files(campaign)))},
    }


def _seed(project: Project) -> int | None:
    """Seed of its samples."""
    return int(_read(project).options.seed)


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> CampaignFragility:
    """Make the runs that are missing on this machine, beside the campaign's file; judge them all."""
    from pirqa.experiments.campaign.backends import make_backend
    from pirqa.experiments.campaign.campaign import plan_campaign, run_campaign
    from pirqa.project.campaign_file import judge_campaign

    campaign = _read(project)
    name = _own_wall(project, campaign)
    own = replace(campaign, options=replace(campaign.options, walls={name: campaign.options.walls[name]}))
    walls = {name: (surveyed_wall(project, earlier), project.options["dynamics"])}
    try:
        plan = plan_campaign(own.options, walls, own.path.parent, observer=observer)
    except InputError as error:
        raise ProjectError(f"{own.path}: {error}") from error
    told = 0
    said: set[str] = set()

    def tell(tally: Tally) -> None:
        nonlocal told
        for note in tally.notes:
            if note not in said:
                said.add(note)
                observer.begin("Graphics card", 1)
                observer.end(note)
        if not told:
            observer.begin("Campaign", tally.total)
        if tally.kept + tally.done > told:
            observer.advance(tally.kept + tally.done - told)
            told = tally.kept + tally.done

    asked = project.options["campaign"]
    result = run_campaign(plan, own.runs, make_backend(asked.backend, workers=asked.workers), tell=tell)
    levels = {item.origin: item.level for item in reversed(list(expected_levels(project)))}
    expected = levels.get("site", next(iter(levels.values()), None))
    return judge_campaign(own, own.runs, result=result, walls=walls, expected=expected, observer=observer)


def _read(project: Project) -> CampaignFile:
    from pirqa.project.campaign_file import read_campaign_file

    return read_campaign_file(project.folder / project.options["campaign"].plan)


def _own_wall(project: Project, campaign: CampaignFile) -> str:
    here = Path(project.path).resolve()
    for name, file in campaign.options.walls.items():
        if (campaign.path.parent / file).resolve() == here:
            return name
    raise ProjectError(
        f"{project.path}: campaign.plan: none of the walls of {campaign.path} is this project; add it there: [walls] "
        f'{Path(project.path).stem} = "{Path(project.path).name}"'
    )


def _files(campaign: CampaignFile) -> Iterator[Path]:
    from pirqa.experiments.campaign.motions import set_request
    from pirqa.motion.prepare import set_files

    folder, records = campaign.path.parent, campaign.options.records
    yield campaign.path
    if campaign.options.fragility.hazard is not None:
        yield folder / campaign.options.fragility.hazard
    if records.folder is not None and (folder / records.folder).is_dir():
        yield from (path for path in (folder / records.folder).glob(records.pattern) if path.is_file())
    asked = set_request(campaign.options)
    yield from () if asked is None else set_files(asked, folder)
    for record in records.named.values():
        if record.file is not None and not str(record.file).startswith("pirqa:"):
            yield folder / record.file


def _digest(path: Path) -> str:
    try:
        return digest(path.read_bytes())
    except OSError:  # whoever reads it says what is wrong
        return ""


def _missing(parsed: ProjectFile) -> str:
    if parsed.options_of("campaign").plan:
        return ""
    return "campaign.plan: missing; add [campaign] with plan = the path of the campaign file"


STAGE = Stage(
    name="campaign",
    rank=140,
    options="pirqa.experiments.campaign.options:CampaignAnalysis",
    result="pirqa.experiments.campaign.fragility_result:CampaignFragility",
    takes=("survey",),
    missing=_missing,
    inputs=_inputs,
    run=_run,
    seed=_seed,
    moves_stones=True,
    film=40,
)
