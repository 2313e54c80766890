"""The viewers of the stages: which solids, which clips, which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pirqa.experiments.campaign.incremental import IdaResult
from pirqa.experiments.campaign.sweep import SweepResult
from pirqa.experiments.identify.result import IdentifyResult
from pirqa.experiments.shaking import DynamicsResult
from pirqa.experiments.tilt.result import TiltTestResult
from pirqa.limit import LimitResult
from pirqa.limit.blocks import BlocksResult
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.names import corner_name, leading, mechanism_name, run_name
from pirqa.report.section import Viewer
from pirqa.report.viewer.clips import (
    block_arrows,
    block_force,
    body_solids,
    history_clip,
    mechanism_clip,
    mode_clip,
    motion_clip,
    state_clip,
    stone_solids,
)
from pirqa.report.viewer.scene import Clip, Scene, Solid
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_MOST_RUNS = 4
_MOST_MODES = 6
_MOST_STATES = 12
_MOST_MECHANISMS = 3
_FROM_THE_SIDE = (-1.0, -0.62, 0.3)
"""Where falling out of the wall's plane is best seen."""


def _motions(assessment: Assessment) -> Mapping[str, GroundMotion]:
    prepared = assessment.stages.get("motion")
    return {} if prepared is None else {item.name: item.motion for item in prepared.motions}


def _view(
    name: str,
    wall: Wall,
    clips: Sequence[Clip | None],
    title: str,
    caption: str,
    words: Words,
    *,
    from_the_side: bool = False,
) -> Viewer:
    shown = tuple(clip for clip in clips if clip is not None)
    scene = Scene(title=title, solids=stone_solids(wall, words), clips=shown)
    scene = replace(scene, eye=_FROM_THE_SIDE) if from_the_side else scene
    return Viewer(id=f"view-{name}", scene=scene, caption=caption)


def survey_viewer(wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The wall by itself; nothing where a later stage shows it in motion, or there are no stones."""
    moving = {"dynamics", "identify", "tilt", "blocks", "sweep", "ida"} & set(assessment.stages)
    if not wall.stones or moving:
        return []
    return [_view("survey", wall, [], assessment.info.name, words("viewer.still"), words)]


def dynamics_viewer(result: DynamicsResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The first runs, those whose stones fell before the others."""
    motions = _motions(assessment)
    order = sorted(range(len(result.runs)), key=lambda index: not result.outcomes[index].falls)[:_MOST_RUNS]
    clips = []
    broken = []
    for index in order:
        run = result.runs[index]
        title = run_name(run.action, run.case, words)
        note = "" if run.reliable else words("viewer.unreliable")
        clip = history_clip(run, title=title, words=words, motion=motions.get(run.action), note=note)
        clips.append(clip)
        if clip is None:
            broken.append(title)
    caption = words("viewer.runs")
    if broken:
        caption += f" {words('viewer.broken', runs=', '.join(broken))}"
    return [_view("dynamics", wall, clips, assessment.info.name, caption, words)] if clips else []


def tilt_viewer(result: TiltTestResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The tests as seen from the platform."""
    clips = [
        history_clip(test.run, title=run_name("tilt", test.case, words), words=words)
        for test in result.tests[:_MOST_RUNS]
    ]
    return [_view("tilt", wall, clips, assessment.info.name, words("viewer.tilt"), words)] if any(clips) else []


def identify_viewer(result: IdentifyResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The lowest modes."""
    clips = []
    for vibration in result.vibrations:
        if vibration.modes.stone_shape is None:
            continue
        case = f" ({corner_name(vibration.case, words)})" if vibration.case else ""
        for number in range(min(len(vibration.modes), _MOST_MODES)):
            hertz = words.number(float(vibration.modes.frequency[number]), 3)
            title = words("viewer.mode", number=number + 1, frequency=hertz) + case
            clips.append(mode_clip(vibration.modes, number, wall, title=title, words=words))
    return (
        [_view("identify", wall, clips, assessment.info.name, words("viewer.modes"), words, from_the_side=True)]
        if clips
        else []
    )


def ida_viewer(result: IdaResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The run that governs, as a film; nothing where nothing falls."""
    clips = []
    for run in result.films:
        level = words.number(result.film_intensity / STANDARD_GRAVITY, 3)
        title = words("viewer.state", run=run_name(run.action, run.case, words), level=level)
        note = "" if run.reliable else words("viewer.unreliable")
        clips.append(history_clip(run, title=title, words=words, note=note))
    if not any(clip is not None for clip in clips):
        return []
    return [_view("ida", wall, clips, assessment.info.name, words("ida.film"), words)]


def sweep_viewer(result: SweepResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """Final states, the highest levels first."""
    runs = [run for run in result.runs if not run.failed and np.isfinite(run.last).all()]
    clips = []
    for run in sorted(runs, key=lambda run: -run.level)[:_MOST_STATES]:
        level = words.number(run.level / STANDARD_GRAVITY, 3)
        title = words("viewer.state", run=run_name(run.motion, run.case, words), level=level)
        clips.append(state_clip(run.last, run.turn, id=run.key, title=title, words=words))
    return [_view("sweep", wall, clips, assessment.info.name, words("viewer.states"), words)] if clips else []


def blocks_viewer(result: BlocksResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The motions with which the stones start."""
    place = {stone.name: index for index, stone in enumerate(wall.stones)}
    clips = []
    for item in result.solutions:
        if item.motion is None:
            continue
        motion = np.zeros((len(wall.stones), 6))
        for name, row in zip(item.stones, item.motion, strict=True):
            motion[place[name]] = row
        title = words.get(f"blocks.pattern_{item.name}", item.name)
        title += f" ({corner_name(item.case, words)})" if item.case else ""
        if item.friction != "associative":
            title = words("blocks.smooth_name" if item.friction == "smooth" else "blocks.experimental", name=title)
        key = f"{item.name}.{item.friction}.{item.case}"
        force = block_force(item, wall, words)
        clips.append(
            motion_clip(
                motion,
                wall,
                id=key,
                title=title,
                words=words,
                one_way=True,
                fields=() if force is None else (force,),
                arrows=block_arrows(item, words),
            )
        )
    return (
        [_view("blocks", wall, clips, assessment.info.name, words("viewer.starts"), words, from_the_side=True)]
        if clips
        else []
    )


def limit_viewer(
    result: LimitResult, backdrop: Callable[[Mechanism], Sequence[FloatArray]], words: Words
) -> list[Viewer]:
    """The first mechanisms that can be followed until they fall: their bodies differ, each clip shows its own.

    ``backdrop`` gives the cross-section that a part of it leaves.
    """
    followed = [
        item
        for item in leading(result.mechanisms)
        if all(len(body.outline) >= 3 for body in item.bodies) and item.poses is not None and len(item.poses) > 1
    ][:_MOST_MECHANISMS]
    if not followed:
        return []
    solids: list[Solid] = []
    places: list[tuple[int, int]] = []
    for item in followed:
        names = [words.get(f"viewer.body_{body.name}", body.name) for body in item.bodies]
        height = max(float(body.outline[:, 1].max()) for body in item.bodies)
        begin = len(solids)
        solids += body_solids(item, 0.7 * height, names=names, staying=backdrop(item), rest=words("viewer.stays"))
        places.append((begin, len(solids) - len(names)))
    ends = [begin for begin, _ in places[1:]] + [len(solids)]
    clips = []
    for item, (begin, first), end in zip(followed, places, ends, strict=True):
        clip = mechanism_clip(item, title=mechanism_name(item, words), words=words, first=first, solids=len(solids))
        if clip is not None:
            clips.append(replace(clip, shown=tuple(range(begin, end))))
    if not clips:
        return []
    scene = Scene(title=clips[0].title, solids=tuple(solids), clips=tuple(clips), eye=_FROM_THE_SIDE)
    one = len(clips) == 1
    caption = words("viewer.mechanism", name=clips[0].title) if one else words("viewer.mechanisms")
    return [Viewer(id="view-limit", scene=scene, caption=caption)]
