"""Results of stones as clips of a scene, and the viewers of their stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pirqa.dynamics.trajectory import History
from pirqa.errors import ModelError
from pirqa.experiments.campaign.incremental import IdaResult
from pirqa.experiments.campaign.sweep import SweepResult
from pirqa.experiments.identify.result import IdentifyResult
from pirqa.experiments.shaking import DynamicsResult
from pirqa.experiments.tilt.result import TiltTestResult
from pirqa.limit import LimitResult
from pirqa.limit.blocks import BlockSolution, BlocksResult
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.mechanism import Mechanism
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.names import corner_name, leading, mechanism_name, run_name, zone_name
from pirqa.report.section import Viewer
from pirqa.report.viewer.scene import Arrows, Clip, Field, Mesh, Scene, Signal, Solid
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_MOST_RUNS = 4
_MOST_MODES = 6
_MOST_STATES = 12
_MOST_MECHANISMS = 3
_FROM_THE_SIDE = (-1.0, -0.62, 0.3)
"""Where falling out of the wall's plane is best seen."""
_FRAMES_PER_SECOND = 30.0
_MOST_POSES = 1_500_000
"""Stones times frames of one clip: more would make the page too heavy to send."""
_MOST_SIGNAL = 4000
"""Points of the record in the chart: more than a screen has."""
_EXAGGERATIONS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)


def _motions(assessment: Assessment) -> Mapping[str, GroundMotion]:
    prepared = assessment.stages.get("motion")
    return {} if prepared is None else {item.name: item.motion for item in prepared.motions}


def _view(
    name: str,
    wall: Wall,
    clips: Sequence[Clip | None],
    caption: str,
    assessment: Assessment,
    words: Words,
    *,
    from_the_side: bool = False,
) -> list[Viewer]:
    """Return the viewer of the stones with ``clips``, None for one that holds nothing; no viewer without clips."""
    if not clips:
        return []
    shown = tuple(clip for clip in clips if clip is not None)
    scene = Scene(title=assessment.info.name, solids=stone_solids(wall, words), clips=shown)
    scene = replace(scene, eye=_FROM_THE_SIDE) if from_the_side else scene
    return [Viewer(id=f"view-{name}", scene=scene, caption=caption)]


def survey_viewer(wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The wall by itself; nothing where a later stage shows it in motion, or there are no stones."""
    moving = {"dynamics", "identify", "tilt", "blocks", "sweep", "ida"} & set(assessment.stages)
    if not wall.stones or moving:
        return []
    scene = Scene(title=assessment.info.name, solids=stone_solids(wall, words))
    return [Viewer(id="view-survey", scene=scene, caption=words("viewer.still"))]


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
    return _view("dynamics", wall, clips, caption, assessment, words)


def tilt_viewer(result: TiltTestResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The tests as seen from the platform."""
    clips = [
        history_clip(test.run, title=run_name("tilt", test.case, words), words=words)
        for test in result.tests[:_MOST_RUNS]
    ]
    drawn = [clip for clip in clips if clip is not None]
    return _view("tilt", wall, drawn, words("viewer.tilt"), assessment, words)


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
    return _view("identify", wall, clips, words("viewer.modes"), assessment, words, from_the_side=True)


def ida_viewer(result: IdaResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """The run that governs, as a film; nothing where nothing falls."""
    clips = []
    for run in result.films:
        level = words.number(result.film_intensity / STANDARD_GRAVITY, 3)
        title = words("viewer.state", run=run_name(run.action, run.case, words), level=level)
        note = "" if run.reliable else words("viewer.unreliable")
        clips.append(history_clip(run, title=title, words=words, note=note))
    drawn = [clip for clip in clips if clip is not None]
    return _view("ida", wall, drawn, words("ida.film"), assessment, words)


def sweep_viewer(result: SweepResult, wall: Wall, assessment: Assessment, words: Words) -> list[Viewer]:
    """Final states, the highest levels first."""
    runs = [run for run in result.runs if not run.failed and np.isfinite(run.last).all()]
    clips = []
    for run in sorted(runs, key=lambda run: -run.level)[:_MOST_STATES]:
        level = words.number(run.level / STANDARD_GRAVITY, 3)
        title = words("viewer.state", run=run_name(run.motion, run.case, words), level=level)
        clips.append(state_clip(run.last, run.turn, id=run.key, title=title, words=words))
    return _view("sweep", wall, clips, words("viewer.states"), assessment, words)


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
    return _view("blocks", wall, clips, words("viewer.starts"), assessment, words, from_the_side=True)


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


def stone_solids(wall: Wall, words: Words) -> tuple[Solid, ...]:
    """The wall's stones."""
    return tuple(
        Solid(
            name=stone.name,
            zone=zone_name(stone.zone, words),
            shape=stone.solid,
            centre=stone.centroid,
            mass=wall.mass(stone) if stone.material in wall.materials else None,
        )
        for stone in wall.stones
    )


def body_solids(
    mechanism: Mechanism, length: float, *, names: Sequence[str], staying: Sequence[FloatArray] = (), rest: str = ""
) -> tuple[Solid, ...]:
    """Bodies of a mechanism as prisms of ``length`` along the wall [m], called ``names``, and what stays below them.

    ``staying`` are cross-sections of the wall, of which what lies below the hinge is drawn, called ``rest``.
    """
    start = float(np.mean([body.centroid[0] for body in mechanism.bodies])) - 0.5 * length
    there = np.array([start, 0.0, 0.0])  # drawn from x = 0: mechanisms of other places are compared with it
    moving = [
        Solid(
            name=name,
            zone=name,
            shape=_prism(body.outline, length),
            centre=body.centroid - there,
            mass=body.weight / STANDARD_GRAVITY,
            body=True,
        )
        for name, body in zip(names, mechanism.bodies, strict=True)
    ]
    below = [_below(outline, mechanism.level) for outline in staying]
    still = [
        Solid(name=rest, zone=rest, shape=_prism(ring, length), centre=np.array([0.0, *ring.mean(axis=0)]), body=True)
        for ring in below
        if len(ring) >= 3
    ]
    return (*still, *moving)


def _below(outline: FloatArray, level: float) -> FloatArray:
    """What of a cross-section lies below ``level``."""
    kept: list[FloatArray] = []
    for here, there in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if here[1] <= level:
            kept.append(here)
        if (here[1] - level) * (there[1] - level) < 0.0:
            kept.append(here + (level - here[1]) / (there[1] - here[1]) * (there - here))
    return np.array(kept)


def _prism(outline: FloatArray, length: float) -> Polyhedron:
    area = 0.5 * float(np.sum(outline[:, 0] * np.roll(outline[:, 1], -1) - np.roll(outline[:, 0], -1) * outline[:, 1]))
    ring = outline if area > 0.0 else outline[::-1]
    count = len(ring)
    vertices = np.concatenate([np.column_stack([np.full(count, x), ring]) for x in (0.0, length)])
    sides = [(k, (k + 1) % count, (k + 1) % count + count, k + count) for k in range(count)]
    return Polyhedron(
        vertices=vertices, faces=(tuple(range(count - 1, -1, -1)), tuple(range(count, 2 * count)), *sides)
    )


def history_clip(
    run: History, *, title: str, words: Words, motion: GroundMotion | None = None, note: str = ""
) -> Clip | None:
    """A run as seen from its base; None where it holds nothing that can be drawn."""
    good = np.asarray(np.isfinite(run.position).all(axis=(1, 2)) & np.isfinite(run.quaternion).all(axis=(1, 2)))
    end = len(good) if good.all() else int(np.argmin(good))
    if end < 2:
        return None
    rows = _even_rows(run.times[:end], len(run.stones))
    shift = run.displacement[rows]
    turn = _seen_turn(run.quaternion[rows], run.platform_turn[rows])
    notes = [note] if note else []
    if end < len(good):
        notes.append(words("viewer.cut", time=words.number(float(run.times[end - 1]), 3)))
    fields = [
        Field(id="residual", label=words("viewer.residual"), unit="mm", values=_lasting(run, end)),
        run_force(run, rows, words),
    ]
    return Clip(
        id=run.title,
        title=title,
        kind="history",
        axis=words("viewer.time"),
        values=run.times[rows],
        shift=shift,
        turn=turn,
        exaggeration=_telling_exaggeration(shift, run),
        fields=tuple(fields),
        signal=None if motion is None else _signal(motion, words),
        note=" ".join(notes),
    )


def _even_rows(times: FloatArray, stones: int) -> slice:
    """States about a thirtieth of a second apart, fewer where there are very many stones."""
    apart = float(np.median(np.diff(times)))
    stride = max(1, int(np.ceil(1.0 / _FRAMES_PER_SECOND / apart - 1e-6)))
    while len(times) // stride * stones > _MOST_POSES:
        stride += 1
    return slice(0, len(times), stride)


def _seen_turn(turn: FloatArray, platform: FloatArray) -> FloatArray:
    """Quaternions relative to the base, w not negative."""
    w, x, y, z = np.moveaxis(platform * np.array([1.0, -1.0, -1.0, -1.0]), -1, 0)[:, :, None]
    a, b, c, d = np.moveaxis(turn, -1, 0)
    product = np.stack(
        [
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        ],
        axis=-1,
    )
    return np.where(product[..., :1] < 0.0, -product, product)


def _lasting(run: History, end: int) -> FloatArray:
    """Displacement of each stone in the last second [mm]."""
    times = run.times[:end]
    late = np.flatnonzero(times >= times[-1] - 1.0)
    return 1e3 * np.asarray(np.linalg.norm(run.displacement[late].mean(axis=0), axis=1))


def _telling_exaggeration(shift: FloatArray, run: History) -> float:
    """Such that the largest displacement looks like a twentieth of the wall's height, where it is less than that."""
    largest = float(np.linalg.norm(shift, axis=2).max())
    height = float(np.ptp(run.reference[:, 2])) or 1.0
    if largest <= 0.0:
        return 1.0
    return max(factor for factor in _EXAGGERATIONS if factor == 1.0 or factor * largest <= 0.05 * height)


def _signal(motion: GroundMotion, words: Words) -> Signal:
    """The component across the wall, or the first."""
    names = [direction.name for direction in motion.directions]
    column = names.index("across") if "across" in names else 0
    values = motion.acceleration[:, column] / STANDARD_GRAVITY
    times = motion.step * np.arange(len(values), dtype=np.float64)
    stride = max(1, -(-len(values) // (_MOST_SIGNAL // 2)))
    if stride > 1:  # the least and greatest of each stretch, so that no peak is lost
        whole = len(values) // stride * stride
        parts = values[:whole].reshape(-1, stride)
        first = np.minimum(parts.argmin(axis=1), parts.argmax(axis=1))
        second = np.maximum(parts.argmin(axis=1), parts.argmax(axis=1))
        picked = np.unique(np.concatenate([np.arange(0, whole, stride) + k for k in (first, second)]))
        times, values = times[picked], values[picked]
    return Signal(label=words("viewer.ground"), unit="g", times=np.asarray(times, dtype=np.float64), values=values)


def mode_clip(modes: Modes, number: int, wall: Wall, *, title: str, words: Words) -> Clip:
    """A mode of the stones, swinging."""
    assert modes.stone_shape is not None
    place = {name: index for index, name in enumerate(modes.stones)}
    motion = np.zeros((len(wall.stones), 6))
    for index, stone in enumerate(wall.stones):
        if stone.name in place:
            motion[index] = modes.stone_shape[number, place[stone.name]]
    hertz = float(modes.frequency[number])
    return motion_clip(motion, wall, id=f"mode{number + 1}", title=title, words=words, frequency=hertz)


def motion_clip(
    motion: FloatArray,
    wall: Wall,
    *,
    id: str,
    title: str,
    words: Words,
    frequency: float | None = None,
    one_way: bool = False,
    fields: tuple[Field, ...] = (),
    arrows: Arrows | None = None,
) -> Clip:
    """Shifts and turns of the stones, shape (stones, 6), to and fro, or one way and back."""
    height = max(float(stone.solid.vertices[:, 2].max()) for stone in wall.stones)
    sizes = np.linalg.norm(motion[:, :3], axis=1)
    largest = float(sizes.max()) or 1.0
    return Clip(
        id=id,
        title=title,
        kind="swing",
        motion=motion,
        amplitude=0.06 * height / largest,
        frequency=frequency,
        one_way=one_way,
        fields=(Field(id="size", label=words("viewer.of_largest"), unit="", values=sizes / largest), *fields),
        arrows=arrows,
    )


def points_clip(
    shape: FloatArray | NDArray[np.complex128],
    mesh: Mesh,
    *,
    id: str,
    title: str,
    words: Words,
    frequency: float | None = None,
    fields: tuple[Field, ...] = (),
) -> Clip:
    """A mode shape at the points of a mesh, swinging; shape (points, 3), complex where it is not in step.

    It is drawn so that the largest shift is a fifteenth of the mesh's size, and coloured by the size of its shifts.
    """
    if shape.shape != mesh.points.shape:
        raise ModelError(f"a mode shape of {shape.shape[0]} points does not fit a mesh of {len(mesh.points)}")
    sizes = np.linalg.norm(np.abs(shape), axis=1)
    largest = float(sizes.max()) or 1.0
    extent = float(np.ptp(mesh.points, axis=0).max()) or 1.0
    size = Field(id="size", label=words("viewer.of_largest"), unit="", values=sizes / largest, on="points")
    return Clip(
        id=id,
        title=title,
        kind="swing",
        points=shape,
        amplitude=extent / 15.0 / largest,
        frequency=frequency,
        fields=(size, *fields),
    )


def state_clip(shift: FloatArray, turn: FloatArray, *, id: str, title: str, words: Words) -> Clip:
    """From the drawing to one state: shifts (stones, 3) [m] and quaternions (stones, 4)."""
    share = np.linspace(0.0, 1.0, 31)
    turns = np.empty((len(share), *turn.shape))
    angle = 2.0 * np.arccos(np.clip(np.abs(turn[:, 0]), 0.0, 1.0))
    sine = np.linalg.norm(turn[:, 1:], axis=1)
    axis = np.where(turn[:, :1] < 0.0, -1.0, 1.0) * turn[:, 1:] / np.where(sine > 0.0, sine, 1.0)[:, None]
    for row, part in enumerate(share):
        turns[row, :, 0] = np.cos(0.5 * part * angle)
        turns[row, :, 1:] = np.sin(0.5 * part * angle)[:, None] * axis
    return Clip(
        id=id, title=title, kind="path", axis=words("viewer.share"), axis_unit="", values=share,
        shift=share[:, None, None] * shift, turn=turns,
    )  # fmt: skip


def mechanism_clip(mechanism: Mechanism, *, title: str, words: Words, first: int = 0, solids: int) -> Clip | None:
    """A mechanism of bodies from rest to where it falls, among ``solids`` that do not move; ``first``: of its bodies.

    None where its poses are not known.
    """
    if mechanism.poses is None or mechanism.pose_displacement is None or len(mechanism.poses) < 2:
        return None
    from scipy.spatial.transform import Rotation

    poses, at = mechanism.poses, mechanism.pose_displacement
    even = np.linspace(float(at[0]), float(at[-1]), 61)
    centres = np.array([body.centroid for body in mechanism.bodies])
    rotation = poses[..., :3]
    shift = np.einsum("kbij,bj->kbi", rotation, centres) + poses[..., 3] - centres
    quaternion = Rotation.from_matrix(rotation.reshape(-1, 3, 3)).as_quat(canonical=True)
    turn = np.roll(quaternion, 1, axis=-1).reshape(*rotation.shape[:2], 4)
    moved = np.stack([_resampled(shift[:, body], at, even) for body in range(len(centres))], axis=1)
    turned = np.stack([_resampled(turn[:, body], at, even) for body in range(len(centres))], axis=1)
    turned /= np.linalg.norm(turned, axis=-1, keepdims=True)
    shifts, turns = np.zeros((len(even), solids, 3)), np.zeros((len(even), solids, 4))
    turns[..., 0] = 1.0
    shifts[:, first : first + len(centres)], turns[:, first : first + len(centres)] = moved, turned
    return Clip(
        id=mechanism.name, title=title, kind="path", axis=words("viewer.control"), axis_unit="m", values=even,
        shift=shifts, turn=turns,
    )  # fmt: skip


def _resampled(values: FloatArray, at: FloatArray, even: FloatArray) -> FloatArray:
    return np.column_stack([np.interp(even, at, column) for column in values.T])


def run_force(run: History, rows: slice, words: Words) -> Field:
    """Of a run: normal and shear force of every joint as one, summed over the joints of each stone [kN]."""
    number = {name: index for index, name in enumerate(run.stones)}
    joints = np.hypot(np.nan_to_num(run.normal_force[rows]), np.nan_to_num(run.shear_force[rows])).T / 1e3
    borne = np.zeros((len(run.stones), joints.shape[1]))
    for joint, force in zip(run.joints, joints, strict=True):
        for name in (joint.first, joint.second):
            if name in number:
                borne[number[name]] += force
    return _field(borne, words)


def block_force(solution: BlockSolution, wall: Wall, words: Words) -> Field | None:
    """Of a limit analysis at its multiplier: the resultant of every contact, summed over those of each stone [kN]."""
    found = _resultants(solution)
    if found is None:
        return None
    contacts, _, force = found
    number = {stone.name: index for index, stone in enumerate(wall.stones)}
    borne = np.zeros(len(wall.stones))
    for contact, size in zip(contacts, np.linalg.norm(force, axis=1) / 1e3, strict=True):
        for name in (wall.contacts[contact].first, wall.contacts[contact].second):
            if name in number:
                borne[number[name]] += size
    return _field(borne, words)


def block_arrows(solution: BlockSolution, words: Words) -> Arrows | None:
    """Of a limit analysis: the resultant of every contact on the upper of its stones, where it acts [kN].

    Of the two forces that are equal and opposite the one that points upwards; of level ones that on the first stone.
    """
    found = _resultants(solution)
    if found is None:
        return None
    _, place, force = found
    force = np.where(force[:, 2:] < 0.0, -force, force)
    return Arrows(label=words("viewer.contact_forces"), unit="kN", start=place, vector=force / 1e3)


def _resultants(solution: BlockSolution) -> tuple[list[int], FloatArray, FloatArray] | None:
    """Contacts, and for each the middle of its points by the size of their forces [m] and the sum of them [N]."""
    if solution.forces is None or solution.contacts is None or not len(solution.forces):
        return None
    contacts, row = np.unique(np.array(solution.contacts), return_inverse=True)
    sizes = np.linalg.norm(solution.forces[:, 3:], axis=1)
    total = np.maximum(np.bincount(row, weights=sizes), 1e-300)
    place = np.column_stack([np.bincount(row, weights=sizes * x) / total for x in solution.forces[:, :3].T])
    force = np.column_stack([np.bincount(row, weights=x) for x in solution.forces[:, 3:].T]).astype(np.float64)
    pressed = total > 1e-6 * float(total.max())
    return contacts[pressed].tolist(), place[pressed], force[pressed]


def _field(values: FloatArray, words: Words) -> Field:
    return Field(id="force", label=words("viewer.force"), unit="kN", values=values)
