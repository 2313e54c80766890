"""Cases of dynamics with scanned stones: hundreds of facets, no two faces alike, and still a wall that stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

import numpy as np
import shapely

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.simulate import settle
from pirqa.model import Envelope, Material, Polyhedron, Wall, Zone
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT
from pirqa.survey import SurveyOptions
from pirqa.survey.build import bodies_to_stones
from pirqa.survey.facets import triangulate
from pirqa.survey.generate import GenerateOptions, generate
from pirqa.survey.raw import Bodies, Body
from pirqa.survey.solids import extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import stiff_joints
from pirqa.verification.case import Case, case_of
from pirqa.verification.dynamics_runs import run_for, stones_on_base

__all__ = ["cases", "drawn_wall", "scanned_wall"]

_case = partial(case_of, "dynamics")
_LENGTH, _HEIGHT, _THICK = 4.0, 2.2, 0.6
_DENSITY = 2300.0
_JOINTS = stiff_joints(2e8, tangential_stiffness=1e8, friction=0.6, damping=2e5)
_NOISE = 5e-4
"""Of the scanner, either way [m]."""


@cache
def _rings(seed: int) -> tuple[FloatArray, ...]:
    made = GenerateOptions(pattern="inca", length=_LENGTH, height=_HEIGHT, stones=14, courses=3, seed=seed)
    return generate(made).rings


def _drawn(ring: FloatArray) -> Polyhedron:
    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), _THICK))


@cache
def drawn_wall(seed: int = 7) -> Wall:
    """The fitted polygons as they are drawn, with flat faces through the wall."""
    solids = {str(number): _drawn(ring) for number, ring in enumerate(_rings(seed), 1)}
    return stones_on_base(solids, _DENSITY, _JOINTS)


@cache
def scanned_wall(seed: int = 7, *, warp: float = 0.006, bulge: float = 0.04, noise: float = _NOISE) -> Wall:
    """The same stones in space, as a scanner sees them, through the survey: some thousand facets each.

    All joints are bent and twisted by up to ``warp``, alike for the stones at both sides, so that they fit; the front
    swells by ``bulge``; then every corner of every stone is off by up to ``noise`` along its normal by itself [m].
    """
    draw = np.random.default_rng(seed)
    turns = draw.uniform(0.0, 2.0 * np.pi, 6)
    bodies = []
    for number, ring in enumerate(_rings(seed), 1):
        vertices, triangles = _fine(_drawn(ring))
        seen = _swollen(vertices, ring, bulge)
        seen = _warped(seen, warp, turns)
        normals = np.zeros_like(seen)
        a, b, c = (seen[triangles[:, i]] for i in range(3))
        for corner in range(3):
            np.add.at(normals, triangles[:, corner], np.cross(b - a, c - a))
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        seen = seen + normals * draw.uniform(-noise, noise, (len(seen), 1))
        solid = Polyhedron(vertices=seen, faces=tuple(map(tuple, triangles.tolist())))
        bodies.append(Body(solid=solid, name=str(number)))
    found = Bodies(file="scanned wall", format="mesh", bodies=tuple(bodies), scanned=True)
    made = bodies_to_stones(found, lambda _, __: ("wall", "stone"), SurveyOptions(file="scanned wall"), SILENT)
    zone = Zone(name="wall", material="stone", bottom=0.0, top=_HEIGHT, thickness=_THICK)
    return Wall(
        envelope=Envelope(zones=(zone,), length=_LENGTH),
        materials={"stone": Material(unit_weight=_DENSITY * STANDARD_GRAVITY)},
        joints=_JOINTS,
        stones=made.stones,
        contacts=made.contacts,
    )


def _fine(solid: Polyhedron) -> tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.intp]]]:
    """Every triangle in 64, by the middles of its edges."""
    vertices, triangles = solid.vertices, triangulate(solid)
    for _ in range(3):
        edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
        used, number = np.unique(edges, axis=0, return_inverse=True)
        ab, bc, ca = (number.reshape(3, -1) + len(vertices)).astype(np.intp)
        a, b, c = triangles.T
        vertices = np.vstack([vertices, 0.5 * (vertices[used[:, 0]] + vertices[used[:, 1]])])
        pieces = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        triangles = np.concatenate([np.column_stack(piece) for piece in pieces])
    return vertices, triangles


def _swollen(vertices: FloatArray, ring: FloatArray, bulge: float) -> FloatArray:
    """The front swells between its joints, as Inca masons left it."""
    edge = shapely.LinearRing(ring)
    inside = shapely.distance(shapely.points(vertices[:, [0, 2]]), edge) / 0.2
    swell = bulge * np.where(vertices[:, 1] == 0.0, 1.0 - (1.0 - np.minimum(inside, 1.0)) ** 2, 0.0)
    return np.asarray(vertices - swell[:, None] * np.array([0.0, 1.0, 0.0]))


def _warped(vertices: FloatArray, warp: float, turns: FloatArray) -> FloatArray:
    """Space bent by long waves that also change through the wall; the base stays flat."""
    x, y, z = vertices.T
    waves = 2.0 * np.pi / np.array([2.5, 1.1, 1.8])
    along = np.sin(waves[0] * x + turns[0]) * np.sin(waves[2] * z + turns[1]) * np.cos(waves[1] * y + turns[2])
    up = np.sin(waves[0] * x + turns[3]) * np.cos(waves[1] * y + turns[4]) * np.minimum(z / 0.3, 1.0)
    return np.asarray(vertices + warp * np.column_stack([along, np.zeros(len(x)), up]))


@dataclass(frozen=True, kw_only=True, eq=False)
class _Stood:
    settled: FloatArray
    """How far each stone sank [m], from the left of the base to the right of the top."""
    creep: float
    """Farthest way of a stone in the two seconds after it had come to rest [m]."""
    push: float
    """Force on the base over the weight."""


@cache
def _stood(kind: Literal["drawn", "scanned", "flat"]) -> _Stood:
    """What became of a wall under its weight, at the defaults."""
    match kind:
        case "drawn":
            wall = drawn_wall()
        case "flat":
            wall = scanned_wall(warp=0.0, bulge=0.0)
        case _:
            wall = scanned_wall()
    engine = Engine.of(wall)
    rest = settle(engine)
    before = engine.assembly.bodies.position.copy()
    run_for(engine, Drive(duration=2.0))
    moved = engine.assembly.bodies.position - before
    # the survey numbers stones by itself: the same stone is the one at the same place
    drawn = np.array([stone.centroid for stone in drawn_wall().stones])
    places = [int(np.argmin([np.linalg.norm(stone.centroid - at) for stone in wall.stones])) for at in drawn]
    return _Stood(
        settled=-rest.displacement[places, 2],
        creep=float(np.linalg.norm(moved, axis=1).max()),
        push=float(-rest.push[2] / rest.weight),
    )


def cases() -> Iterator[Case]:
    """Cases of scanned stones."""
    note = (
        "14 fitted polygonal stones of 768 to 1,536 facets each, joints bent and twisted by up to 6 mm, swollen "
        "fronts, each surface with its own noise of 0.5 mm; through the survey's patches."
    )
    flat = (
        "The same stones with flat joints and fronts, cut into small facets with noise of 0.5 mm, beside the drawing."
    )
    yield _case("irregular.stands", "farthest way of a stone in 2 s after the scanned wall came to rest", "m",
                "stones that fit stand still", 0.0, {"max": 1e-5}, "a tenth of the least residual that is read",
                lambda: _stood("scanned").creep, note)  # fmt: skip
    yield _case("irregular.weight", "force on the base over the weight of the scanned wall", "", "equilibrium", 1.0,
                {"rel": 1e-5}, "at rest to 1e-9 of its elastic energy, so to some 1e-5 of its forces",
                lambda: _stood("scanned").push, note)  # fmt: skip
    yield _case("irregular.settlement", "largest difference of a stone's settlement, scanned over drawn, less 1", "",
                "the same wall as drawn, on exact flat joints", 0.0, {"max": 0.01},
                "the rim of a joint is found to 1 mm, of joints half a metre wide: 0.4 % of their area a side",
                lambda: float(np.abs(_stood("flat").settled / _stood("drawn").settled - 1.0).max()), flat)  # fmt: skip
