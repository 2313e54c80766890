"""From cleaned outlines or bodies to a wall: solids, convex parts, contacts, numbers, and what holds the stones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pirqa.errors import SurveyError, did_you_mean
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.model.stone import BASE, Contact, ContactFace, ContactKind, ControlPoint, Stone
from pirqa.progress import Observer
from pirqa.survey.contacts import Pairs, base_faces, face_contacts, lowest_level
from pirqa.survey.convex import ConvexParts, convex_parts, extruded_parts
from pirqa.survey.numbering import courses, edge_lifts, lifts_of, number_stones
from pirqa.survey.options import SurveyOptions
from pirqa.survey.outlines import check_size
from pirqa.survey.overlap import overlapping_stones
from pirqa.survey.partition import Partition
from pirqa.survey.patches import patch_contacts, seat_patches
from pirqa.survey.raw import Bodies, Body
from pirqa.survey.solids import build_stone, extrude
from pirqa.survey.thickness import Depth, ThicknessSource

__all__ = [
    "Masonry",
    "bodies_to_stones",
    "control_points",
    "number_partition",
    "outlines_to_stones",
    "side_stones",
]


@dataclass(frozen=True, kw_only=True, eq=False)
class Masonry:
    """Stones and their contacts."""

    stones: tuple[Stone, ...]
    contacts: tuple[Contact, ...]
    sources: Mapping[str, ThicknessSource]
    """Where the thickness of each stone comes from, by name."""
    remarks: tuple[Remark, ...] = ()
    moved: FloatArray = field(default_factory=lambda: np.zeros(3))
    """What was taken from every place to bring the wall to the origin [m], shape (3,)."""


def number_partition(found: Partition, names: Sequence[str], options: SurveyOptions) -> tuple[list[int], list[str]]:
    """Order and names of the stones of a partition; ``names`` are empty where the file gives none."""
    lifts, free = edge_lifts(found.rings, found.vertices)
    lowest = float(found.vertices[:, 1].min())
    on_level = {
        stone for stone in range(len(found.rings)) if (found.ring(stone)[:, 1] <= lowest + options.tolerance).sum() > 1
    }
    seated = on_level if options.base == "level" else free
    centroids = np.array([np.asarray(polygon.centroid.coords[0]) for polygon in found.polygons()])
    return number_stones(names, centroids, courses(centroids[:, 1], lifts, seated))


def outlines_to_stones(
    rings: Sequence[FloatArray],
    names: Sequence[str],
    depths: Sequence[tuple[Depth, ...]],
    kinds: Callable[[int, Depth], tuple[str, str]],
    options: SurveyOptions,
    observer: Observer,
) -> Masonry:
    """Stones of a partition, extruded; ``kinds`` gives zone and material of a stone (or its part in a leaf)."""
    observer.begin("Stones", len(rings))
    stones: list[Stone] = []
    sources: dict[str, ThicknessSource] = {}
    for index, (ring, name) in enumerate(zip(rings, names, strict=True)):
        for depth in depths[index]:
            zone, material = kinds(index, depth)
            own = name if len(depths[index]) == 1 or depth is depths[index][0] else f"{name}/{zone}"
            stones.append(
                build_stone(
                    extrude(ring, depth.front, depth.back),
                    name=own,
                    zone=zone,
                    material=material,
                    parts=extruded_parts(ring, depth.front, depth.back),
                )
            )
            sources[own] = depth.source
        observer.advance()
    observer.end(f"{len(stones)} stones")
    observer.begin("Contacts", 1)
    pairs = face_contacts([stone.solid for stone in stones], tolerance=options.tolerance)
    seats = base_faces([stone.solid for stone in stones], pairs, rule=options.base, tolerance=options.tolerance)
    contacts = _contacts(stones, pairs, seats, "joint")
    observer.advance()
    observer.end(f"{len(pairs)} pairs touch")
    return Masonry(stones=tuple(stones), contacts=contacts, sources=sources)


def _contacts(
    stones: Sequence[Stone], pairs: Pairs, seats: Mapping[int, list[ContactFace]], kind: ContactKind
) -> tuple[Contact, ...]:
    on_base = [
        Contact(first=stones[index].name, second=BASE, faces=tuple(faces), kind=kind)
        for index, faces in sorted(seats.items())
    ]
    between = [
        Contact(first=stones[one].name, second=stones[other].name, faces=tuple(faces), kind=kind)
        for (one, other), faces in pairs.items()
    ]
    return (*on_base, *between)


def bodies_to_stones(
    found: Bodies, kinds: Callable[[str, Body], tuple[str, str]], options: SurveyOptions, observer: Observer
) -> Masonry:
    """Stones in space; ``kinds`` gives zone and material of a stone by its name and body."""
    if not found.bodies:
        raise SurveyError(f"{found.file}: has no stones")
    remarks: list[Remark] = []
    solids, moved = _at_origin([body.solid for body in found.bodies], remarks)
    check_size(found.file, max(float(solid.vertices[:, 2].max()) for solid in solids))
    observer.begin("Stones", len(solids))
    labels = [body.name or body.where or f"body {index + 1}" for index, body in enumerate(found.bodies)]
    parts: list[tuple[Polyhedron, ...]] = []
    exact: list[bool] = []
    if found.scanned and options.base == "lower_edge":
        raise SurveyError(f'{found.file}: base = "lower_edge" is not known for scanned stones; level their base')
    for solid, label in zip(solids, labels, strict=True):
        convex = _convex(solid, label, found)
        exact.append(convex.error == 0.0)
        if convex.error:
            remarks.append(Remark(kind="assumption", key="convex_error", stones=(label,), amount=convex.error))
        parts.append(convex.parts)
        observer.advance()
    observer.end(f"{len(solids)} stones")
    _refuse_overlaps(found.file, labels, parts, exact, options.tolerance, remarks)
    observer.begin("Contacts", 1)
    if found.scanned:
        pairs = patch_contacts(solids, tolerance=options.tolerance)
        seats = seat_patches(solids, level=lowest_level(solids), tolerance=options.tolerance)
    else:
        pairs = face_contacts(solids, tolerance=options.tolerance)
        seats = base_faces(solids, pairs, rule=options.base, tolerance=options.tolerance)
    observer.advance()
    observer.end(f"{len(pairs)} pairs touch")
    centroids = np.array([solid.properties.centroid for solid in solids])
    course = courses(centroids[:, 2], lifts_of(pairs), seats)
    order, names = number_stones([body.name for body in found.bodies], centroids, course)
    stones = []
    for index, name in zip(order, names, strict=True):
        zone, material = kinds(name, found.bodies[index])
        stones.append(
            build_stone(
                solids[index],
                name=name,
                zone=zone,
                material=material,
                parts=parts[index],
                irregular=found.scanned,
            )
        )
    place = {index: number for number, index in enumerate(order)}
    renumbered = dict(sorted(_renumbered(pairs, place).items()))
    reseated = {place[index]: faces for index, faces in seats.items()}
    contacts = _contacts(stones, renumbered, reseated, "patch" if found.scanned else "joint")
    return Masonry(
        stones=tuple(stones),
        contacts=contacts,
        sources={stone.name: "body" for stone in stones},
        remarks=tuple(remarks),
        moved=moved,
    )


def _renumbered(pairs: Pairs, place: Mapping[int, int]) -> Pairs:
    """Pairs under new numbers; where that exchanges first and second, normals turn round."""
    turned: Pairs = {}
    for (one, other), faces in pairs.items():
        a, b = place[one], place[other]
        if a < b:
            turned[a, b] = faces
        else:
            turned[b, a] = [
                ContactFace(polygon=face.polygon[::-1], normal=-face.normal, area=face.area, gap=face.gap)
                for face in faces
            ]
    return turned


def _at_origin(solids: Sequence[Polyhedron], remarks: list[Remark]) -> tuple[list[Polyhedron], FloatArray]:
    corner = np.min([solid.vertices.min(axis=0) for solid in solids], axis=0)
    extent = np.max([solid.vertices.max(axis=0) for solid in solids], axis=0) - corner
    if extent[1] > 1.5 * extent[0] and len(solids) > 1:
        remarks.append(Remark(kind="warning", key="runs_along_y", amount=float(extent[1] / extent[0])))
    if np.abs(corner).max() <= 1e-9:
        return list(solids), np.zeros(3)
    remarks.append(Remark(kind="assumption", key="origin", place=(float(corner[0]), float(corner[2]))))
    return [solid.moved(-corner) for solid in solids], corner


def _convex(solid: Polyhedron, label: str, found: Bodies) -> ConvexParts:
    try:
        return convex_parts(solid, name=label, scanned=found.scanned)
    except ValueError as error:
        raise SurveyError(f'{found.file}: stone "{label}": {error}; draw or scan it again') from error


def _refuse_overlaps(
    file: str,
    labels: Sequence[str],
    parts: Sequence[Sequence[Polyhedron]],
    exact: Sequence[bool],
    tolerance: float,
    remarks: list[Remark],
) -> None:
    """Refuse stones that run into each other; where only approximate parts do, say so."""
    overlaps = overlapping_stones(parts, tolerance=tolerance)
    doubtful = [(one, other) for one, other, _ in overlaps if not (exact[one] and exact[other])]
    if doubtful:
        pairs = tuple(f"{labels[one]}–{labels[other]}" for one, other in doubtful)
        deepest = max(depth for one, other, depth in overlaps if (one, other) in doubtful)
        remarks.append(
            Remark(kind="warning", key="parts_overlap", stones=pairs, count=len(pairs), amount=deepest, unit="m")
        )
    overlaps = [item for item in overlaps if item[:2] not in doubtful]
    if not overlaps:
        return
    overlaps.sort(key=lambda item: -item[2])
    lines = [f'"{labels[a]}" and "{labels[b]}" by {depth * 1e3:.3g} mm' for a, b, depth in overlaps[:12]]
    if len(overlaps) > len(lines):
        lines.append(f"… and {len(overlaps) - len(lines)} more pairs")
    raise SurveyError(
        "\n  ".join(
            [
                f"{file}: stones run into each other by more than the tolerance of {tolerance * 1e3:g} mm; "
                "move them apart or give a larger tolerance",
                *lines,
            ]
        )
    )


def side_stones(stones: Sequence[Stone], seated: Sequence[str], *, tolerance: float) -> tuple[str, ...]:
    """Stones with a face at either end of the wall that do not sit on the base."""
    start = min(float(stone.solid.vertices[:, 0].min()) for stone in stones)
    end = max(float(stone.solid.vertices[:, 0].max()) for stone in stones)
    found = []
    for stone in stones:
        x = stone.solid.vertices[:, 0]
        # two corners of the front and two of the back: an edge at the end, not a point
        at_end = max(int((x <= start + 2.0 * tolerance).sum()), int((x >= end - 2.0 * tolerance).sum()))
        if at_end > 2 and stone.name not in seated:
            found.append(stone.name)
    return tuple(found)


def control_points(stones: Mapping[str, Stone], options: SurveyOptions) -> tuple[ControlPoint, ...]:
    """The points that are to be watched: the middle of each stone's top edge on the front face."""
    points = []
    for watched in options.control_points:
        if watched.stone not in stones:
            hint = did_you_mean(watched.stone, stones)
            raise SurveyError(f'control point "{watched.name}": no stone is called "{watched.stone}"; {hint}')
        vertices = stones[watched.stone].solid.vertices
        # corners of one edge, as level and as upright as the tolerance: on a battered wall they differ in depth too
        top = vertices[vertices[:, 2] >= vertices[:, 2].max() - options.tolerance]
        front = top[top[:, 1] <= top[:, 1].min() + options.tolerance]
        ends = front[[int(front[:, 0].argmin()), int(front[:, 0].argmax())]]
        points.append(ControlPoint(name=watched.name, stone=watched.stone, position=ends.mean(axis=0)))
    return tuple(points)
