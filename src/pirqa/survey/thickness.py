"""How thick each stone is: constant, tapered, battered, its own, in leaves, or from a survey of the back face."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.envelope import Envelope, Leaf, Zone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.options import SurveyOptions
from pirqa.survey.raw import read_bytes
from pirqa.survey.solids import Surface
from pirqa.units import LENGTH

_THICKEST = 20.0
"""[m]"""

ThicknessSource = Literal["wall", "stone", "leaf", "back_survey", "niche", "body"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Depth:
    """Front and back of one stone, or of its part in one leaf."""

    front: Surface
    back: Surface
    source: ThicknessSource
    leaf: Leaf | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class BackFace:
    """Points measured on the back face."""

    places: FloatArray
    """(x, z) [m], shape (n, 2)"""
    depth: FloatArray
    """y [m], shape (n,)"""


def main_zone(options: SurveyOptions, height: float, material: str) -> Zone | None:
    """The wall's thickness as one zone, or None where it must come from elsewhere."""
    thickness = sum(leaf.thickness for leaf in options.leaves if leaf.stones) if options.leaves else options.thickness
    if thickness is None:
        return None
    return Zone(
        name="wall",
        material=material,
        bottom=0.0,
        top=height,
        thickness=thickness,
        thickness_top=options.thickness_top,
        front_batter=options.front_batter,
        back_batter=-options.front_batter if options.leaves else options.back_batter,
        flush=options.flush,
    )


def depths(
    rings: Sequence[FloatArray],
    names: Sequence[str],
    *,
    file: str,
    options: SurveyOptions,
    height: float,
    recess: Sequence[float],
    given: Sequence[float | None],
    envelope: Envelope | None,
    back_face: BackFace | None,
    leaf: Leaf | None = None,
) -> tuple[list[tuple[Depth, ...]], list[Remark]]:
    """Front and back of every stone, one for each leaf that has the stones of the face; or of ``leaf`` alone.

    ``recess`` sets a stone back [m]; ``given`` is the thickness that the file has for it [m].
    """
    remarks: list[Remark] = []
    laid = [one for one in options.leaves if one.stones and one.name not in options.bonds] if leaf is None else [leaf]
    layers = _Layers(options, height, envelope)
    fits = _fit_backs(rings, names, back_face, options.tolerance, remarks) if back_face is not None else None
    found: list[tuple[Depth, ...]] = []
    for index, (ring, name) in enumerate(zip(rings, names, strict=True)):
        rule = options.stones.get(name)
        own = rule.thickness if rule is not None else None
        if own is None and options.thickness is None and not options.leaves:
            own = given[index]  # what the user says of the wall counts more than what the file says of a stone
        front, back = layers.faces(ring)
        if recess[index] > 0.0:
            front = _shifted(front, recess[index])
            found.append((Depth(front=front, back=_need(back, file), source="niche"),))
        elif own is not None:
            found.append((Depth(front=front, back=_shifted(front, own), source="stone"),))
        elif fits is not None:
            found.append((Depth(front=front, back=fits[index], source="back_survey"),))
        elif options.leaves:
            found.append(_leaf_depths(front, options.leaves, laid))
        else:
            found.append((Depth(front=front, back=_need(back, file), source="wall"),))
        for depth in found[-1]:
            thick = depth.back(ring) - depth.front(ring)
            if np.any(thick > _THICKEST):
                size = float(thick.max())
                raise SurveyError(f'{file}: stone "{name}" would be {size:.4g} m thick; check the unit of the survey')
            if np.any(thick <= options.tolerance):
                raise SurveyError(
                    f'{file}: stone "{name}" would have no thickness; check thickness, batters and depths'
                )
    return found, remarks


def _need(back: Surface | None, file: str) -> Surface:
    if back is None:
        raise SurveyError(
            f'{file}: outlines have no depth; give thickness = "0.8 m" under [survey] (or --thickness "0.8 m"), '
            "leaves, back_survey, or the thickness of single stones"
        )
    return back


class _Layers:
    """Front and back of the wall as a whole: from the survey's thickness, or else from the project's [wall]."""

    def __init__(self, options: SurveyOptions, height: float, envelope: Envelope | None) -> None:
        zone = main_zone(options, height, "")
        self._envelope = Envelope(zones=(zone,)) if zone is not None and not options.leaves else envelope
        self._front_batter = options.front_batter

    def faces(self, ring: FloatArray) -> tuple[Surface, Surface | None]:
        """The flat faces of the layer at the middle of the stone, so that each stone has one front and one back."""
        if self._envelope is None:
            lean = float(np.tan(self._front_batter))
            return (lambda places: lean * places[:, 1]), None
        station, level = (0.5 * (ring.min(axis=0) + ring.max(axis=0))).tolist()
        length = self._envelope.length
        if length is not None:
            # a hair to the right: a stone in the middle of a change belongs to one side, not to both
            station = min(max(station + 1e-6, 0.0), length)
        layers = self._envelope.layers(station, {zone.material: 1.0 for zone in self._envelope.zones})
        layer = next((item for item in layers if level <= item.top), layers[-1])
        return (
            lambda places: np.asarray(layer.front(places[:, 1]), dtype=np.float64),
            lambda places: np.asarray(layer.back(places[:, 1]), dtype=np.float64),
        )


def _shifted(surface: Surface, by: float) -> Surface:
    return lambda places: surface(places) + by


def _leaf_depths(front: Surface, leaves: Sequence[Leaf], laid: Sequence[Leaf]) -> tuple[Depth, ...]:
    found, start = [], 0.0
    for leaf in leaves:
        if leaf in laid:
            near, far = _shifted(front, start), _shifted(front, start + leaf.thickness)
            found.append(Depth(front=near, back=far, source="leaf", leaf=leaf))
        start += leaf.thickness
    return tuple(found)


def read_back_face(path: Path, unit: float) -> BackFace:
    """Points x, z, y of the back face in a CSV file; ``unit`` in metres."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SurveyError(f"{path}: is not UTF-8 text; save it as UTF-8 CSV") from error
    delimiter = ";" if text.count(";") > text.count(",") else ","
    rows: list[tuple[float, float, float]] = []
    order = (0, 1, 2)
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=delimiter), 1):
            names = [cell.strip().lower() for cell in row]
            if not row or names[0].startswith("#"):
                continue
            if number == 1 and sorted(names[:3]) == ["x", "y", "z"]:
                order = (names.index("x"), names.index("z"), names.index("y"))
                continue
            try:
                x, z, y = (float(row[place]) for place in order)
            except (ValueError, IndexError):
                raise SurveyError(f"{path}: line {number} must hold three numbers x, z, y; it holds {row!r}") from None
            rows.append((x, z, y))
    except csv.Error as error:
        raise SurveyError(f"{path}: is not a CSV file: {error}") from error
    if len(rows) < 3:
        raise SurveyError(f"{path}: has {len(rows)} points; a back face needs at least 3")
    points = np.array(rows)
    if not np.all(np.isfinite(points)):
        raise SurveyError(f"{path}: holds a number that is not finite")
    return BackFace(places=points[:, :2] * unit, depth=points[:, 2] * unit)


def _fit_backs(
    rings: Sequence[FloatArray],
    names: Sequence[str],
    back: BackFace,
    tolerance: float,
    remarks: list[Remark],
) -> list[Surface]:
    """A flat back for every stone: the plane that fits the points behind it best.

    Flat, so that the stone keeps flat faces and exact convex parts; what the plane leaves out is said.
    """
    tree = shapely.STRtree([shapely.Point(place) for place in back.places])
    found: list[Surface] = []
    few: list[str] = []
    worst, rough = 0.0, ""
    for ring, name in zip(rings, names, strict=True):
        polygon = shapely.Polygon(ring)
        mine = np.sort(tree.query(polygon.buffer(tolerance), predicate="contains"))
        if len(mine) < 3:
            few.append(name)
            distance = np.linalg.norm(back.places - ring.mean(axis=0), axis=1)
            mine = np.argsort(distance, kind="stable")[:3]
        surface, residual = plane_through(back.places[mine], back.depth[mine])
        if residual > worst:
            worst, rough = residual, name
        found.append(surface)
    if few:
        remarks.append(Remark(kind="assumption", key="back_from_neighbours", stones=tuple(few), count=len(few)))
    if worst > tolerance:
        remarks.append(Remark(kind="warning", key="back_not_flat", stones=(rough,), amount=worst, unit=LENGTH.si))
    return found


def plane_through(places: FloatArray, depth: FloatArray) -> tuple[Surface, float]:
    """The flat surface that fits points best, and the largest distance left [m]; level where they lie in a line."""
    centre = places.mean(axis=0)
    matrix = np.column_stack([np.ones(len(places)), places - centre])
    spread = np.linalg.svd(places - centre, compute_uv=False)
    if len(places) < 3 or spread[1] < 0.05 * spread[0]:
        matrix = matrix[:, :1]
    fit, *_ = np.linalg.lstsq(matrix, depth, rcond=None)
    slope = fit[1:] if len(fit) == 3 else np.zeros(2)
    residual = float(np.abs(matrix @ fit - depth).max())
    return (lambda wanted: fit[0] + (wanted - centre) @ slope), residual
