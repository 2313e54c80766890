"""Survey: exact mass properties, journeys through files, partitions, contact graphs, generated walls, photos."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from pirqa.survey.contacts import face_contacts, patch_contacts
from pirqa.survey.generate import GenerateOptions, generate
from pirqa.survey.partition import partition
from pirqa.survey.solids import convex_parts, convex_rings, extrude, signed_area
from pirqa.verification.case import CLOSED_FORM, Case
from pirqa.verification.walls import (
    box,
    ell,
    like_sacsayhuaman,
    noisy_rings,
    read_back,
    right_tetrahedron,
    running_bond,
    weathered,
)

_case = partial(Case, group="survey")
_PLACE = 20
_ROUNDING = "closed form in double precision"
_COUNT = "a count"
_BOX, _DENSITY = (1.3, 0.8, 0.6), 2300.0
_PAPER = (
    "Sacsayhuaman paper, section 4.1: 8.64 × 4 m, 40 ashlars, blocks 1 to 7 on the platform, seven guided at the sides"
)


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _prism_cases()
    yield from _tetrahedron_cases()
    yield from _nonconvex_cases()
    yield from _roundtrip_cases()
    yield from _partition_cases()
    yield from _contact_cases()
    yield from _generated_cases()
    yield from _photo_cases()


def _prism_cases() -> Iterator[Case]:
    (a, b, c), density = _BOX, _DENSITY
    mass = density * a * b * c
    # far from the origin, where products of coordinates lose digits
    far = (812.0, -64.0, 3400.0)
    source = "box a × b × c: m = ρabc, I = m(b² + c²)/12 and so on, about the centroid"
    exact = {"rel": 1e-12}
    yield _case("stone.prism.mass", "mass of a box", "kg", source, mass, exact, _ROUNDING,
        lambda: density * box(a, b, c).properties.volume)  # fmt: skip
    for axis, name, expected in (
        (0, "x", mass * (b * b + c * c) / 12.0),
        (1, "y", mass * (a * a + c * c) / 12.0),
        (2, "z", mass * (a * a + b * b) / 12.0),
    ):
        yield _case(f"stone.prism.inertia_{name}", f"inertia of a box about its {name} axis", "kg m2", source, expected,
            exact, _ROUNDING, partial(_box_inertia, axis))  # fmt: skip
    yield _case("stone.prism.far_inertia", "inertia of the same box 3.5 km from the origin", "kg m2", source,
        mass * (b * b + c * c) / 12.0, {"rel": 1e-9}, "coordinates there carry 12 digits of the box's size",
        lambda: density * box(a, b, c, at=far).properties.inertia[0, 0])  # fmt: skip
    yield _case("stone.prism.tapered_volume", "volume of a battered stone", "m3",
        "between two planes: area times mean depth, 0.8 m at the foot and 0.62 m at the head", 1.2 * 0.9 * 0.71, exact,
        _ROUNDING, _tapered_volume)  # fmt: skip
    yield _case("stone.prism.centroid", "depth of the centroid of a wedge of depth 0.6 m", "m",
        "triangle: a third of its depth from the thick side", 0.2, exact, _ROUNDING, _wedge_centroid)  # fmt: skip


def _box_inertia(axis: int) -> float:
    return _DENSITY * float(box(*_BOX).properties.inertia[axis, axis])


def _tapered_volume() -> float:
    ring = np.array([[0.0, 0.0], [1.2, 0.0], [1.2, 0.9], [0.0, 0.9]])
    solid = extrude(ring, lambda p: 0.1 * p[:, 1], lambda p: 0.8 - 0.1 * p[:, 1])
    return solid.properties.volume


def _wedge_centroid() -> float:
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    solid = extrude(ring, lambda p: np.zeros(len(p)), lambda p: np.maximum(0.6 * (1.0 - p[:, 1]), 1e-300))
    return float(solid.properties.centroid[1])


def _tetrahedron_cases() -> Iterator[Case]:
    a, b, c, density = 1.5, 0.9, 0.7, _DENSITY
    mass = density * a * b * c / 6.0
    source = "tetrahedron with three right angles: m = ρabc/6, Ixx = 3m(b² + c²)/80, Ixy = mab/80 about the centroid"
    exact = {"rel": 1e-12}

    def found() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return density * right_tetrahedron(a, b, c).properties.inertia

    yield _case("stone.tetrahedron.mass", "mass", "kg", source, mass, exact, _ROUNDING,
        lambda: density * right_tetrahedron(a, b, c).properties.volume)  # fmt: skip
    yield _case("stone.tetrahedron.centroid_x", "centroid", "m", source, a / 4.0, exact, _ROUNDING,
        lambda: float(right_tetrahedron(a, b, c).properties.centroid[0]))  # fmt: skip
    yield _case("stone.tetrahedron.inertia_xx", "inertia about x", "kg m2", source, 3.0 * mass * (b * b + c * c) / 80.0,
        exact, _ROUNDING, lambda: float(found()[0, 0]))  # fmt: skip
    yield _case("stone.tetrahedron.inertia_xy", "product of inertia", "kg m2", source, mass * a * b / 80.0, exact,
        _ROUNDING, lambda: float(found()[0, 1]))  # fmt: skip


def _nonconvex_cases() -> Iterator[Case]:
    source = "sum of its two boxes, with Steiner's rule"
    low, high, depth = (1.2, 0.4), (0.5, 0.6), 0.8
    areas = np.array([low[0] * low[1], high[0] * high[1]])
    centres = np.array([[0.6, 0.2], [0.25, 0.7]])
    centre = areas @ centres / areas.sum()
    polar: float = sum(
        area * ((w * w + h * h) / 12.0 + float(np.sum((place - centre) ** 2)))
        for area, (w, h), place in zip(areas.tolist(), (low, high), centres, strict=True)
    )
    exact = {"rel": 1e-12}
    yield _case("stone.nonconvex.volume", "volume of an L-shaped stone", "m3", source, float(areas.sum()) * depth,
        exact, _ROUNDING, lambda: ell(depth)[1].properties.volume)  # fmt: skip
    yield _case("stone.nonconvex.inertia", "its inertia about the depth axis, density 1", "m5", source, polar * depth,
        exact, _ROUNDING, lambda: float(ell(depth)[1].properties.inertia[1, 1]))  # fmt: skip
    yield _case("stone.nonconvex.parts_volume", "volume of its convex parts together", "m3", source,
        float(areas.sum()) * depth, exact, _ROUNDING,
        lambda: sum(part.properties.volume for part in convex_parts(ell(depth)[1], name="L",
        scanned=False).parts))  # fmt: skip
    yield _case("stone.nonconvex.parts_inertia", "inertia of its convex parts together about the stone's centroid",
        "m5", source, polar * depth, exact, _ROUNDING, _parts_inertia)  # fmt: skip
    yield _case("stone.nonconvex.parts", "number of convex parts of an L", "", "Hertel and Mehlhorn 1983; two are "
        "needed", 2, {"abs": 0.0}, _COUNT, lambda: len(convex_rings(ell()[0])))  # fmt: skip


def _parts_inertia() -> float:
    solid = ell()[1]
    centre = solid.properties.centroid
    total = 0.0
    for part in convex_parts(solid, name="L", scanned=False).parts:
        found = part.properties
        offset = found.centroid - centre
        total += float(found.inertia[1, 1]) + found.volume * float(offset[0] ** 2 + offset[2] ** 2)
    return total


def _roundtrip_cases() -> Iterator[Case]:
    journeys: tuple[tuple[str, str, str | None, dict[str, object], float], ...] = (
        ("dxf", ".dxf", "dxf", {"thickness": 0.8}, 1e-9),
        ("dxf_solids", ".dxf", "dxf-solids", {}, 1e-9),
        ("sat", ".sat", None, {}, 1e-9),
        ("ply", ".ply", None, {"unit": "m"}, 1e-9),
        ("obj", ".obj", None, {"unit": "m"}, 1e-9),
        ("json", ".json", None, {}, 1e-9),
        ("stl", ".stl", None, {"unit": "m"}, 1e-6),
        ("glb", ".glb", None, {}, 1e-6),
    )
    for name, suffix, format, options, limit in journeys:
        why = "coordinates in double precision" if limit < 1e-8 else "the format may hold single precision only"
        yield _case(f"roundtrip.{name}", f"largest relative change of a stone's volume through {suffix}, 40 stones "
            "matched by name", "", "the same wall before and after", 0.0, {"max": limit}, why,
            partial(_volume_change, suffix, format, options))  # fmt: skip


def _volume_change(suffix: str, format: str | None, options: dict[str, object]) -> float:
    wall = like_sacsayhuaman().wall
    back = {stone.name: stone for stone in read_back(wall, suffix, format=format, **options)}
    if set(back) != set(wall.stone_numbers):
        return float("inf")
    return max(abs(back[stone.name].volume / stone.volume - 1.0) for stone in wall.stones)


def _partition_cases() -> Iterator[Case]:
    yield _case("partition.area", "sum of 40 stones drawn with 1.5 mm of noise, made to fit", "m2", "8.64 m × 4.0 m",
        34.56, {"rel": 5e-4}, "1.5 mm of noise along the outer edge alone is up to 1e-3 of the area; its mean is far "
        "less", lambda: partition(noisy_rings(0.0015, 7), [str(i) for i in range(1, 41)], file="noisy drawing",
        tolerance=0.005).area)  # fmt: skip
    yield _case("partition.area.clean", "sum of the 40 stones of a clean drawing", "m2", "8.64 m × 4.0 m", 34.56,
        *CLOSED_FORM, lambda: sum(signed_area(stone.solid.vertices[list(stone.solid.faces[0])][:, [0,
        2]]) for stone in like_sacsayhuaman().wall.stones))  # fmt: skip


def _contact_cases() -> Iterator[Case]:
    courses, whole, halved = 8, 5, 6
    heads = courses // 2 * (whole - 1 + halved - 1)
    beds = (courses - 1) * (whole + halved - 1)
    source = f"{courses // 2} courses of {whole} and of {halved} units: {heads} head joints and {beds} bed joints"
    yield _case("contacts.running_bond", "pairs that touch", "", source, heads + beds, {"abs": 0.0}, _COUNT,
        lambda: len(face_contacts([stone.solid for stone in running_bond().wall.stones], tolerance=0.005)))  # fmt: skip
    area = (courses - 1) * 8.64 * 0.8 + heads * 0.5 * 0.8
    yield _case("contacts.running_bond.area", "area of all joints", "m2", source, area, *CLOSED_FORM,
        lambda: sum(contact.area for contact in running_bond().wall.contacts if contact.second != "base"))  # fmt: skip
    yield _case("contacts.irregular", "pairs missed or made up among worn stones that fit nowhere", "",
        "a generated wall, its faces worn unevenly by up to 4 mm: the graph is that of the unworn wall", 0,
        {"abs": 0.0}, _COUNT, _wrong_pairs)  # fmt: skip


def _wrong_pairs() -> float:
    wrong = 0
    for seed in (1, 2, 3):
        solids, known = weathered(seed)
        wrong += len(set(patch_contacts(solids, tolerance=0.01)) ^ known)
    return float(wrong)


def _generated_cases() -> Iterator[Case]:
    note = "Like the paper's wall in size and counts; its drawing is not published."
    counts: tuple[tuple[str, str, float, Callable[[], float]], ...] = (
        ("stones", "stones", 40, lambda: len(like_sacsayhuaman().wall.stones)),
        ("base_stones", "stones on the base", 7, lambda: len(like_sacsayhuaman().wall.base_stones)),
        ("side_stones", "guided stones at the sides above the base", 7, lambda: len(like_sacsayhuaman().wall.guided)),
        ("control_points", "control points", 4, lambda: len(like_sacsayhuaman().wall.control_points)),
    )
    for name, quantity, expected, compute in counts:
        yield _case(f"generate.sacsayhuaman.{name}", quantity, "", _PAPER, expected, {"abs": 0.0}, _COUNT, compute,
            note)  # fmt: skip
    yield _case("generate.sacsayhuaman.volume", "volume of its stones", "m3", "8.64 × 4.0 × 0.8 m", 27.648,
        *CLOSED_FORM, lambda: sum(stone.volume for stone in like_sacsayhuaman().wall.stones), note)  # fmt: skip


# ---- stones found in photos ----

_SEEDS = (20261, 20262, 20263, 20264, 20265)
"""Walls and photos that were first looked at when everything was finished."""
_PIXEL, _MOST_MARKS = 0.005, 5
_SOURCE = (
    "the generated wall itself: five walls like Sacsayhuaman's, each photographed at 5 mm a pixel with shading, noise, "
    "stains and broken joints"
)


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """The stones found in one photo, automatically and with marks."""

    stones: int
    overlap: float
    marks: int
    alone_stones: int
    alone_overlap: float


@cache
def _outcomes() -> tuple[_Outcome, ...]:
    from pirqa.survey.image.marks import Marks
    from pirqa.survey.image.photo import mark_stones, prepare
    from pirqa.survey.image.synthetic import correct_stones, photograph, score

    found = []
    for seed in _SEEDS:
        rings = generate(GenerateOptions.like_sacsayhuaman(seed)).rings
        photo, true = photograph(rings, (8.64, 4.0), _PIXEL, seed)
        unmarked = Marks(scale=_PIXEL)
        prepared = prepare(photo, unmarked)
        alone = mark_stones(prepared, unmarked)
        marked, marks = correct_stones(prepared, true, unmarked, limit=_MOST_MARKS)
        alone_stones, alone_overlap = score(true, alone.labels)
        stones, overlap = score(true, marked.labels)
        # a stone too many is as wrong as one too few
        found.append(
            _Outcome(
                stones=stones - abs(marked.stones - stones),
                overlap=overlap,
                marks=marks.count,
                alone_stones=alone_stones - abs(alone.stones - alone_stones),
                alone_overlap=alone_overlap,
            )
        )
    return tuple(found)


def _photo_cases() -> Iterator[Case]:
    marked = "with at most five marks a photo, those that a user who sees the overlay would make"
    rows: tuple[tuple[str, str, float, dict[str, float], Callable[[], float], bool], ...] = (
        ("image.stones_found", f"stones found, worst photo, {marked}", 40, {"abs": 0.0},
         lambda: min(item.stones for item in _outcomes()), False),
        ("image.mean_iou", f"mean overlap of found and true stones, worst photo, {marked}", 0.97, {"min": 0.97},
         lambda: min(item.overlap for item in _outcomes()), False),
        ("image.marks", "marks that the worst photo needed", 0, {"max": float(_MOST_MARKS)},
         lambda: max(item.marks for item in _outcomes()), False),
        ("image.automatic.stones_found", "stones found, worst photo, without any mark", 40, {"abs": 0.0},
         lambda: min(item.alone_stones for item in _outcomes()), True),
        ("image.automatic.mean_iou", "mean overlap, worst photo, without any mark", 0.97, {"min": 0.97},
         lambda: min(item.alone_overlap for item in _outcomes()), True),
    )  # fmt: skip
    for id, quantity, expected, tolerance, compute, compare_only in rows:
        yield _case(id, quantity, "", _SOURCE, expected, tolerance, "the goal set before anything was tried", compute,
            "Synthetic photos only.", compare_only=compare_only)  # fmt: skip
