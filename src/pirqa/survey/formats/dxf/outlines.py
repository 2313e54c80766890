"""From the curves and texts of a drawing to outlines with names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.formats.dxf.entities import SAGITTA, Chain, Contents, Label
from pirqa.survey.formats.dxf.lines import Strand, contains, weave
from pirqa.survey.raw import Outline

__all__ = ["trace_outlines"]

_OFF_PLANE = 0.01
"""How far an outline may leave the plane of the drawing, as a part of its size."""


def trace_outlines(path: Path, contents: Contents, *, snap: float) -> tuple[tuple[Outline, ...], tuple[Remark, ...]]:
    """The outlines of stones [m] in a drawing, and what was done to get them."""
    chains = [chain for chain in contents.chains if len(chain.points) > 1]
    if not chains:
        raise SurveyError(_nothing(path, contents))
    up, remarks = _find_plane(path, chains)
    rings: list[Outline] = []
    strands: list[Strand] = []
    gaps: list[float] = []
    empty: list[str] = []
    for chain in chains:
        points = chain.points[:, [0, up]]
        gap = float(np.hypot(*(points[-1] - points[0])))
        closed = chain.closed
        if chain.polyline and not closed and gap <= snap and len(points) > 3:
            closed = True
            if gap > 0.0:
                gaps.append(gap)
            # the two ends are one corner
            points = points[:-1]
        if not closed:
            if np.any(points != points[0]):
                strands.append(
                    Strand(points=points, where=chain.at.where, layer=chain.at.layer, polyline=chain.polyline)
                )
            continue
        ring = points[np.any(points != np.roll(points, 1, axis=0), axis=1)]
        # by its hull: one that crosses itself may have no area, and must be told from a line
        hull = shapely.convex_hull(shapely.MultiPoint(ring))
        if len(ring) < 3 or hull.area <= 1e-9 * float(np.ptp(ring, axis=0).max()) ** 2:
            empty.append(chain.at.where)
            continue
        at = chain.at
        rings.append(Outline(ring=ring, name=at.name, layer=at.zone or at.layer, where=at.where))
    arcs = sum(chain.arcs for chain in chains)
    if arcs:
        remarks.append(Remark(kind="repair", key="arcs_flattened", count=arcs, amount=SAGITTA, unit="m"))
    if gaps:
        remarks.append(Remark(kind="repair", key="outline_closed", count=len(gaps), amount=max(gaps), unit="m"))
    if empty:
        remarks.append(Remark(kind="warning", key="outline_without_area", count=len(empty), text=empty[0]))
    left_open = [strand.where for strand in strands if strand.polyline and len(strand.points) > 3]
    if left_open:
        text = ", ".join(left_open[:5])
        remarks.append(Remark(kind="warning", key="polylines_open", count=len(left_open), text=text))
    if strands:
        woven = weave(path, strands, [outline.ring for outline in rings], snap=snap)
        for number in sorted(woven.divided):
            remarks.append(Remark(kind="warning", key="outline_divided", text=rings[number].where))
        rings = [ring for number, ring in enumerate(rings) if number not in woven.divided] + list(woven.outlines)
        remarks += woven.remarks
    if not rings:
        where = f"; {empty[0]} has no area" if empty else ""
        raise SurveyError(f"{path}: encloses no stone{where}; draw each stone as a closed polyline")
    named, name_remarks = _name(rings, contents.labels, up)
    return tuple(named), (*remarks, *name_remarks)


def _nothing(path: Path, contents: Contents) -> str:
    found = [f"{kind} {count}" for kind, count in sorted(contents.ignored.items())]
    found += [f'{count} on the hidden layer "{layer}"' for layer, count in sorted(contents.hidden.items())]
    held = f" (it holds {', '.join(found[:6])})" if found else ""
    return (
        f"{path}: its model space shows no polylines, lines or solids{held}; "
        "draw each stone as a closed polyline, or switch their layers on"
    )


def _find_plane(path: Path, chains: Sequence[Chain]) -> tuple[int, list[Remark]]:
    """The axis of the drawing that points up: 1 for y, 2 for z where it was drawn standing."""
    sizes = np.array([np.ptp(chain.points, axis=0) for chain in chains])
    up = 2 if sizes[:, 2].sum() > sizes[:, 1].sum() else 1
    off = sizes[:, 3 - up]
    bad = np.flatnonzero(off > np.maximum(1e-6, _OFF_PLANE * sizes.max(axis=1)))
    if len(bad):
        plane, other = ("x and z", "y") if up == 2 else ("x and y", "z")
        raise SurveyError(
            f"{path}: {chains[int(bad[0])].at.where} does not lie in the plane of the drawing: with {plane} for the "
            f"elevation it changes {other} by {float(off[bad[0]]):.3f} m; draw the elevation flat, x to the right and "
            "y up"
        )
    if off.max() > 1e-6:
        worst = int(np.argmax(off))
        remark = Remark(
            kind="repair", key="outline_flattened", amount=float(off[worst]), unit="m", text=chains[worst].at.where
        )
        return up, [remark]
    return up, []


def _name(outlines: list[Outline], labels: Sequence[Label], up: int) -> tuple[list[Outline], list[Remark]]:
    """Outlines with the texts that lie in them as names, where they have none."""
    texts: dict[int, list[str]] = defaultdict(list)
    shared, outside = [], []
    boxes = shapely.STRtree([shapely.box(*outline.ring.min(axis=0), *outline.ring.max(axis=0)) for outline in outlines])
    for label in labels:
        point: FloatArray = label.point[[0, up]]
        if not np.all(np.isfinite(point)):
            continue
        around = [
            int(number)
            for number in boxes.query(shapely.points(point))
            if contains(outlines[int(number)].ring, point[None])[0]
        ]
        if len(around) == 1:
            texts[around[0]].append(label.text)
        elif around:
            shared.append(label.text)
        else:
            outside.append(label.text)
    remarks = []
    named = list(outlines)
    for number, found in sorted(texts.items()):
        name = outlines[number].name or found[0]
        named[number] = replace(outlines[number], name=name)
        others = [text for text in found if text != name]
        if others:
            remarks.append(
                Remark(kind="warning", key="second_text", stones=(name,), count=len(others), text=", ".join(others[:5]))
            )
    if shared:
        remarks.append(Remark(kind="warning", key="text_in_several", count=len(shared), text=", ".join(shared[:5])))
    if outside:
        remarks.append(Remark(kind="warning", key="texts_outside", count=len(outside), text=", ".join(outside[:5])))
    return named, remarks
