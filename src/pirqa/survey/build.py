"""From cleaned outlines or bodies to a wall: solids, convex parts, contacts, numbers, and what holds the stones.

Stones that the file does not name are numbered bottom-up, from left to right. The wall's envelope follows from its
stones: what a cross-section takes for thickness, height and bed joints. Warnings name what an engineer should look at
before the stones are trusted: floating stones, slivers, stones that nothing holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
import shapely

from pirqa.errors import SurveyError, did_you_mean
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import BASE, Contact, ContactFace, ContactKind, ControlPoint, Stone
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.progress import Observer
from pirqa.survey.contacts import (
    Pairs,
    base_faces,
    face_contacts,
    lowest_level,
    patch_contacts,
    seat_patches,
    turned_face,
)
from pirqa.survey.facets import linked_groups
from pirqa.survey.options import SurveyOptions
from pirqa.survey.outlines import check_size, width_of
from pirqa.survey.partition import Partition
from pirqa.survey.raw import Bodies, Body
from pirqa.survey.solids import (
    ConvexParts,
    build_stone,
    convex_parts,
    extrude,
    extruded_parts,
    front_outline,
    overlapping_stones,
)
from pirqa.survey.thickness import Depth, ThicknessSource, main_zone

Lifts = Mapping[tuple[int, int], float]

_LEVEL = 0.9998
"""Cosine of a degree: joints steeper than that are no beds."""
_SHALLOW = 0.05
"""Upward part of a normal from which a contact bears something."""
_BEHIND = 0.9
"""Part of a normal across the wall from which two stones lie one behind the other."""
_THIN = 0.1
"""A stone this many times thinner than its neighbours is a sliver."""


@dataclass(frozen=True, kw_only=True, eq=False)
class StoneMasonry:
    """Stones and their contacts."""

    stones: tuple[Stone, ...]
    contacts: tuple[Contact, ...]
    sources: Mapping[str, ThicknessSource]
    """Where the thickness of each stone comes from, by name."""
    remarks: tuple[Remark, ...] = ()
    moved: FloatArray = field(default_factory=lambda: np.zeros(3))
    """What was taken from every place to bring the wall to the origin [m], shape (3,)."""


def outlines_to_stones(
    rings: Sequence[FloatArray],
    names: Sequence[str],
    depths: Sequence[tuple[Depth, ...]],
    kinds: Callable[[int, Depth], tuple[str, str]],
    options: SurveyOptions,
    observer: Observer,
) -> StoneMasonry:
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
    return StoneMasonry(stones=tuple(stones), contacts=contacts, sources=sources)


def bodies_to_stones(
    found: Bodies, kinds: Callable[[str, Body], tuple[str, str]], options: SurveyOptions, observer: Observer
) -> StoneMasonry:
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
    return StoneMasonry(
        stones=tuple(stones),
        contacts=contacts,
        sources={stone.name: "body" for stone in stones},
        remarks=tuple(remarks),
        moved=moved,
    )


def envelope_of(
    options: SurveyOptions, masonry: StoneMasonry, *, given: Envelope | None, with_joints: bool
) -> tuple[Envelope, tuple[Remark, ...]]:
    """The envelope that the project gives, or a box around the stones with their thickness and bed joints.

    ``with_joints``: whether the project says what happens in joints; without that sections look at the base only.
    """
    low = np.min([stone.solid.vertices.min(axis=0) for stone in masonry.stones], axis=0)
    length, depth, height = np.max([stone.solid.vertices.max(axis=0) for stone in masonry.stones], axis=0) - low
    if given is not None:
        sizes = [("height", given.height, height)]
        sizes += [("length", given.length, length)] if given.length is not None else []
        section = sum(0.5 * (z.thickness + (z.thickness_top or z.thickness)) * (z.top - z.bottom) for z in given.zones)
        if len(given.stations) == 1 and not any(zone.front_batter or zone.back_batter for zone in given.zones):
            mean = sum(stone.volume for stone in masonry.stones) / float(length * height)
            sizes.append(("thickness", section / given.height, mean))
        off = tuple(
            Remark(kind="warning", key="envelope_differs", text=key, amount=float(found - said), unit="m")
            for key, said, found in sizes
            if abs(found - said) > max(0.02 * said, options.tolerance)
        )
        return given, off
    volumes: dict[str, float] = {}
    for stone in masonry.stones:
        volumes[stone.material] = volumes.get(stone.material, 0.0) + stone.volume
    material = max(volumes, key=lambda name: volumes[name])
    remarks: list[Remark] = []
    zone = main_zone(options, float(height), material)
    own = {source for source in masonry.sources.values()} - {"wall", "leaf", "niche"}
    if zone is None or own:
        # the lesser of mean and median by area: one deep stone does not make the wall thicker
        thickness = min(sum(volumes.values()) / float(length * height), _median_depth(masonry.stones), float(depth))
        zone = Zone(name="wall", material=material, bottom=0.0, top=float(height), thickness=thickness)
        remarks.append(Remark(kind="assumption", key="mean_thickness", amount=thickness, unit="m"))
    if len(volumes) > 1:
        remarks.append(Remark(kind="assumption", key="main_material", text=material))
    covered = _covered(masonry)
    tops = [float(stone.solid.vertices[:, 2].max()) for stone in masonry.stones if stone.name not in covered]
    if tops and height - min(tops) > 0.02 * height:
        remarks.append(Remark(kind="assumption", key="uneven_top", amount=float(height) - min(tops), unit="m"))
    leaves = tuple(replace(leaf, material=leaf.material or material) for leaf in options.leaves)
    beds = _through_beds(masonry, float(length), tolerance=options.tolerance)
    if beds and not with_joints:
        remarks.append(Remark(kind="assumption", key="beds_without_friction", count=len(beds)))
    levels = beds if with_joints else ()
    return Envelope(zones=(zone,), length=float(length), leaves=leaves, joint_levels=levels), tuple(remarks)


def number_stones(names: Sequence[str], centroids: FloatArray, course: Sequence[int]) -> tuple[list[int], list[str]]:
    """The order of the stones and a name for each, in that order: its own, or its number in the order.

    ``centroids`` have x first and z last, shape (n, 2) or (n, 3). ``names`` are empty where the file gives none; a
    number that is somebody's name already gets an apostrophe.
    """
    # rounded, so that two stones one above or behind the other are not told apart by the last bit
    places = np.round(centroids, 6)
    order = np.lexsort((*places[:, 1:].T, places[:, 0], np.array(course))).tolist()
    if all(name.isascii() and name.isdecimal() and len(name) < 19 for name in names):
        order = sorted(range(len(names)), key=lambda index: int(names[index]))
    taken = {name for name in names if name}
    given: list[str] = []
    for place, index in enumerate(order, 1):
        name = names[index]
        if not name:
            name = str(place)
            while name in taken:
                name += "'"
            taken.add(name)
        given.append(name)
    return order, given


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


def _renumbered(pairs: Pairs, place: Mapping[int, int]) -> Pairs:
    """Pairs under new numbers; where that exchanges first and second, normals turn round."""
    turned: Pairs = {}
    for (one, other), faces in pairs.items():
        a, b = place[one], place[other]
        if a < b:
            turned[a, b] = faces
        else:
            turned[b, a] = [turned_face(face) for face in faces]
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


def lifts_of(pairs: Pairs) -> Lifts:
    """How far up the second stone of each pair lies on the first: mean upward part of the normals, −1 to 1."""
    return {
        pair: sum(face.area * float(face.normal[2]) for face in faces) / sum(face.area for face in faces)
        for pair, faces in pairs.items()
    }


def edge_lifts(rings: Sequence[Sequence[int]], vertices: FloatArray) -> tuple[Lifts, set[int]]:
    """The same in elevation, from the edges that stones share; and the stones with an edge on nothing below."""
    owner = {edge: stone for stone, ring in enumerate(rings) for edge in pairwise([*ring, ring[0]])}
    lift: dict[tuple[int, int], float] = {}
    length: dict[tuple[int, int], float] = {}
    free: set[int] = set()
    for (a, b), stone in owner.items():
        along = vertices[b] - vertices[a]
        other = owner.get((b, a))
        if other is None:
            if along[0] > 0.5 * float(np.hypot(*along)):  # counter-clockwise: the stone is above, nothing below
                free.add(stone)
        elif stone < other:
            pair = (stone, other)
            lift[pair] = lift.get(pair, 0.0) - float(along[0])
            length[pair] = length.get(pair, 0.0) + float(np.hypot(*along))
    return {pair: lift[pair] / length[pair] for pair in lift}, free


def courses(levels: FloatArray, lifts: Lifts, seated: Collection[int]) -> list[int]:
    """How many stones each stone is above the base, or above what has nothing below it, by the longest way down.

    The longest, so that the stones along the top come last. ``levels`` are the centroids' z [m], shape (n,): a stone
    counts as lower only where its centroid is, so that no way leads round in a circle.
    """
    below: dict[int, list[int]] = {}
    for (one, other), lift in lifts.items():
        lower, upper = (one, other) if lift > 0.0 else (other, one)
        if abs(lift) > 0.3 and levels[lower] < levels[upper]:
            below.setdefault(upper, []).append(lower)
    course = [0] * len(levels)
    for stone in np.argsort(levels, kind="stable").tolist():
        if stone not in seated and stone in below:
            course[stone] = 1 + max(course[lower] for lower in below[stone])
    return course


def _median_depth(stones: Sequence[Stone]) -> float:
    """Depth that half of the wall's face does not exceed [m]."""
    depths = np.array([float(np.ptp(stone.solid.vertices[:, 1])) for stone in stones])
    faces = np.array([stone.volume for stone in stones]) / depths
    order = np.argsort(depths, kind="stable")
    return float(depths[order][np.searchsorted(np.cumsum(faces[order]), 0.5 * faces.sum())])


def _covered(masonry: StoneMasonry) -> set[str]:
    """Stones with another one on them."""
    covered: set[str] = set()
    for contact in masonry.contacts:
        up = sum(face.area * float(face.normal[2]) for face in contact.faces)
        if abs(up) > 0.3 * contact.area:
            covered.add(contact.first if up > 0.0 else contact.second)
    return covered


def _through_beds(masonry: StoneMasonry, length: float, *, tolerance: float) -> tuple[float, ...]:
    """Levels of bed joints that run through the whole wall, along which it can part as in a cross-section [m].

    Through all its leaves: stones of one that others stand in the way of do not part the wall.
    """
    zone = {stone.name: stone.zone for stone in masonry.stones if masonry.sources[stone.name] == "leaf"}
    leaves: list[str | None] = [*sorted(set(zone.values()))] or [None]
    levels = [
        _beds([one for one in masonry.contacts if _within(one, zone, leaf)], length, tolerance=tolerance)
        for leaf in leaves
    ]
    return tuple(
        level for level in levels[0] if all(any(abs(level - own) <= 2.0 * tolerance for own in rest) for rest in levels)
    )


def _within(contact: Contact, zone: Mapping[str, str], leaf: str | None) -> bool:
    return leaf is None or zone.get(contact.first) == leaf == zone.get(contact.second)


def _beds(contacts: Sequence[Contact], length: float, *, tolerance: float) -> list[float]:
    """Levels of bed joints as long as the wall [m]."""
    beds = [
        (float(face.polygon[:, 2].mean()), float(np.ptp(face.polygon[:, 0])))
        for contact in contacts
        for face in contact.faces
        if contact.second != BASE and abs(face.normal[2]) > _LEVEL
    ]
    found: list[float] = []
    beds.sort()
    while beds:
        low = beds[0][0]
        same = [bed for bed in beds if bed[0] <= low + 2.0 * tolerance]
        beds = beds[len(same) :]
        if sum(width for _, width in same) > 0.98 * length:
            found.append(float(np.average([z for z, _ in same], weights=[width for _, width in same])))
    return found


def look_over(stones: Sequence[Stone], contacts: Sequence[Contact], *, tolerance: float) -> list[Remark]:
    """Warnings about the contact graph and the stones' shapes."""
    remarks: list[Remark] = []
    number = {stone.name: index for index, stone in enumerate(stones)} | {BASE: len(stones)}
    pairs = [(number[contact.first], number[contact.second]) for contact in contacts]
    _, group = linked_groups(len(stones) + 1, np.array(pairs, dtype=np.intp).reshape(-1, 2))
    floating = [stone.name for index, stone in enumerate(stones) if group[index] != group[len(stones)]]
    if floating:
        remarks.append(Remark(kind="warning", key="floating", stones=tuple(floating), count=len(floating)))
    borne = {name for contact in contacts for name in _borne_by(contact)}
    hanging = [stone.name for stone in stones if stone.name not in borne and stone.name not in floating]
    if hanging:
        remarks.append(Remark(kind="warning", key="held_by_nothing", stones=tuple(hanging), count=len(hanging)))
    slivers = _slivers(stones, tolerance)
    if slivers:
        remarks.append(Remark(kind="warning", key="sliver_stones", stones=tuple(slivers), count=len(slivers)))
    small = [
        f"{contact.first}–{contact.second}"
        for contact in contacts
        if contact.area < 4.0 * tolerance * np.sqrt(max(contact.area, tolerance**2)) and not _across(contact)
    ]
    if small:
        remarks.append(Remark(kind="warning", key="small_contacts", stones=tuple(small), count=len(small)))
    return remarks


def _borne_by(contact: Contact) -> list[str]:
    """Those of the two stones that rest on the other with at least one face."""
    names = []
    if any(face.normal[2] < -_SHALLOW for face in contact.faces):
        names.append(contact.first)
    if any(face.normal[2] > _SHALLOW for face in contact.faces):
        names.append(contact.second)
    return names


def _across(contact: Contact) -> bool:
    """Whether one of the two is behind the other: leaves with joints of their own also meet by corners."""
    return all(abs(face.normal[1]) > _BEHIND for face in contact.faces)


def _slivers(stones: Sequence[Stone], tolerance: float) -> list[str]:
    sizes = np.array([stone.volume for stone in stones]) ** (1.0 / 3.0)
    typical = float(np.median(sizes))
    found = []
    for stone in stones:
        least = float(np.ptp(stone.solid.vertices, axis=0).min())
        if not stone.irregular:
            least = min(least, width_of(shapely.Polygon(front_outline(stone))))
        if least < max(4.0 * tolerance, _THIN * typical):
            found.append(stone.name)
    return found
