"""A wall held at its foot and at a level above: two parts that open at a hinge between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.errors import OptionsError
from pirqa.limit.contact import set_back
from pirqa.limit.forces import acting_on
from pirqa.limit.kinematics import Guide, Link, move
from pirqa.limit.mechanism import Moved, follow
from pirqa.limit.options import Bending, Direction, LimitOptions
from pirqa.limit.parts import INWARD, OUTWARD, Stretch, contact_rectangles, edge, face, outline, weight_between
from pirqa.limit.virtual_work import Body, Motion, directed, multiplier
from pirqa.model.check import Place
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall

__all__ = ["bendings"]

_MARGIN = 0.02
"""Of the span: nearer to its ends no hinge is looked for."""
_TRIALS = 200


def bendings(
    wall: Wall, parts: Sequence[Stretch], options: LimitOptions, key: str
) -> Iterator[tuple[Moved, list[Remark]]]:
    """The bending that ``options`` call ``key``, in each stretch of the wall that is high enough, each way."""
    asked = options.bending[key]
    reached = False
    for part in parts:
        held = part.top if asked.held_at is None else asked.held_at
        if held > part.top + 1e-9 or held <= asked.bottom:
            continue
        reached = True
        if asked.hinge is not None and asked.hinge >= held - 1e-9:
            raise OptionsError(f"limit.bending.{key}.hinge must be below the level at which the wall is held")
        for direction in asked.directions:
            name = f"bending.{key}.{direction}" + ("" if len(parts) == 1 else f".x{part.middle:.2f}m")
            yield _bending(wall, part, options, asked, held, direction, name, alone=len(parts) == 1)
    if not reached:
        raise OptionsError(f"limit.bending.{key}.held_at is above the wall's top, or its top is not above bottom")


def _bending(
    wall: Wall,
    part: Stretch,
    options: LimitOptions,
    asked: Bending,
    held: float,
    direction: Direction,
    name: str,
    *,
    alone: bool,
) -> tuple[Moved, list[Remark]]:
    remarks: list[Remark] = []
    hinge = asked.hinge
    notes: list[str] = []
    if hinge is None:
        hinge, at_end = _weakest(wall, part, options, asked.bottom, held, direction, name)
        notes = ["hinge_at_end"] if at_end else []
    motion, crushing = _motion(wall, part, options, asked.bottom, held, hinge, direction, name)
    if wall.backfill is not None:
        remarks.append(Remark(kind="assumption", key="limit_bending_without_fill", text=name))
    moved = follow(
        motion,
        kind="bending",
        place=Place(name="joint", level=hinge, inward=direction == "inward", station=None if alone else part.middle),
        level=asked.bottom,
        height=float(wall.envelope.height),
        crushing=crushing,
        notes=notes,
    )
    return moved, remarks


def _weakest(
    wall: Wall, part: Stretch, options: LimitOptions, bottom: float, held: float, direction: Direction, name: str
) -> tuple[float, bool]:
    """Level of the hinge at which the bending starts first, and whether it is at an end of the span."""
    from scipy.optimize import minimize_scalar

    def start(level: float) -> float:
        motion = directed(_motion(wall, part, options, bottom, held, level, direction, name)[0])
        return multiplier(motion, move(motion.links, 0.0))

    span = held - bottom
    low, high = bottom + _MARGIN * span, held - _MARGIN * span
    # a step of the section is a place of its own: just there the contact is smaller than on either side
    steps = [float(layer.top) for layer in part.section.layers if low < float(layer.top) < high]
    trials = np.unique(np.concatenate([np.linspace(low, high, _TRIALS), steps]))
    values = np.array([start(level) for level in trials])
    best = int(np.argmin(values))
    level, least = float(trials[best]), float(values[best])
    around = (trials[max(best - 1, 0)], trials[min(best + 1, len(trials) - 1)])
    found = minimize_scalar(start, bounds=around, method="bounded", options={"xatol": 1e-10 * span})
    if found.fun < least:
        level = float(found.x)
    return level, bool(min(level - low, high - level) < 1e-6 * span)


def _motion(
    wall: Wall,
    part: Stretch,
    options: LimitOptions,
    bottom: float,
    held: float,
    hinge: float,
    direction: Direction,
    name: str,
) -> tuple[Motion, bool]:
    """The two parts: the lower turns about its edge on the side of the fall, the upper about the other edge of it."""
    outward = direction == "outward"
    acting = acting_on(wall, (part,), options, direction=direction, bodies=((bottom, hinge), (hinge, part.top)))
    spans = (weight_between(part, bottom, hinge), weight_between(part, hinge, part.top))
    loads = [
        spans[body].weight
        + sum(item.weight for item in acting.weights if item.body == body)
        - sum(float(item.force[2]) for item in acting.dead if item.body == body)
        for body in (0, 1)
    ]
    foot_front, foot_back = edge(part, bottom)
    front, back = edge(part, hinge)
    foot, middle = (foot_front, back) if outward else (foot_back, front)
    sign = 1.0 if outward else -1.0
    below = contact_rectangles((part,), bottom, foot, sign, options)
    between = contact_rectangles((part,), hinge, middle, -sign, options)
    if below is not None and between is not None:
        foot += sign * set_back(below, loads[0] + loads[1], options.crushing_rule, name)
        middle -= sign * set_back(between, loads[1], options.crushing_rule, name)
    held_front, held_back = face(part, held)
    x = part.middle
    axis = np.array([1.0, 0.0, 0.0])
    links = (
        Link(hinge=np.array([x, foot, bottom]), axis=axis),
        Link(
            hinge=np.array([x, middle, hinge]),
            axis=axis,
            parent=0,
            guide=Guide(
                point=np.array([x, held_front if outward else held_back, held]), direction=np.array([0.0, 1.0, 0.0])
            ),
        ),
    )
    bodies = tuple(
        Body(name=label, weight=span.weight, centroid=np.array(span.centroid), link=link, outline=outline(part, *ends))
        for label, span, link, ends in zip(
            ("lower_part", "upper_part"), spans, links, ((bottom, hinge), (hinge, part.top)), strict=True
        )
    )
    motion = Motion(
        name=name,
        bodies=bodies,
        direction=OUTWARD if outward else INWARD,
        control_body=0,
        control_point=np.array([x, middle, hinge]),
        weights=tuple(acting.weights),
        dead=tuple(acting.dead),
        resistances=tuple(acting.resistances),
    )
    return motion, below is not None
