"""Modes that are expected: read from a file, or guessed before anything is measured or modelled.

The guess is a thin plate, fixed at its foot: bending out of the wall's plane alone (Kirchhoff), by Ritz's method, with
products of shapes of a cantilever and a free beam, spanned by polynomials. Thickness and weight are the envelope's,
stiffness is one number. A thick wall shears too and a wall with openings or cracks is softer: frequencies are a guess,
shapes are what sensors are placed by.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.polynomial import Legendre

from pirqa.errors import ModelError, RecordError
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.oma.measurement import Point
from pirqa.oma.uff import read_modes_uff
from pirqa.units import STANDARD_GRAVITY

_FORMAT = "pirqa_modes"
_HINT = (
    f'it must be {{"{_FORMAT}": 1, "points": {{"P1": [x, y, z]}}, "modes": [{{"frequency": 2.0, "damping": 0.03, '
    '"shape": {"P1": [along, across, up]}}]}, in m and Hz'
)


@dataclass(frozen=True, kw_only=True, eq=False)
class ExpectedModes:
    """Modes before the test, with the places of their points."""

    modes: Modes
    points: Mapping[str, Point]
    source: str
    """Where they come from."""
    assumed: bool = False
    """Whether they are a guess that nobody computed or measured."""

    def __post_init__(self) -> None:
        if tuple(self.points) != self.modes.points:
            raise ModelError("expected modes: the points and those of the shapes must be the same, in the same order")
        if not len(self.modes):
            raise ModelError("expected modes: there are none")


def read_expected_modes(path: str | Path) -> ExpectedModes:
    """Modes of a JSON file in SI units, or of a universal file (UFF) with data sets 15 (nodes) and 55 (shapes)."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    if raw.lstrip()[:1] == b"{":
        return _from_json(path, raw)
    if b"-1" in raw[:200]:
        return _from_universal(path)
    raise RecordError(f"{path}: expected modes are a JSON file or a universal file (UFF); {_HINT}")


def _from_json(path: Path, raw: bytes) -> ExpectedModes:
    try:
        plain = json.loads(raw)
        if plain.get(_FORMAT) != 1:
            raise RecordError(f'{path}: expected modes have no "{_FORMAT}": 1; {_HINT}')
        points = {str(name): _point(str(name), place) for name, place in plain["points"].items()}
        rows = sorted(plain["modes"], key=lambda row: float(row["frequency"]))
        shapes = np.full((len(rows), len(points), 3), np.nan)
        order = {name: column for column, name in enumerate(points)}
        for shape, row in zip(shapes, rows, strict=True):
            for name, parts in row["shape"].items():
                if name not in order:
                    raise RecordError(f'{path}: a shape has the point "{name}", which is not among the points')
                shape[order[name]] = [np.nan if part is None else float(part) for part in parts]
        modes = Modes(
            frequency=np.array([float(row["frequency"]) for row in rows]),
            damping=np.array([float(row["damping"]) for row in rows]),
            points=tuple(points),
            point_shape=shapes,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, ModelError):
            raise
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise RecordError(f"{path}: expected modes cannot be understood ({what}); {_HINT}") from error
    return _checked(path, modes, points, str(plain.get("source", path.name)), bool(plain.get("assumed", False)))


def _from_universal(path: Path) -> ExpectedModes:
    try:
        frequency, damping, shapes, places = read_modes_uff(path)
    except (KeyError, ValueError) as error:
        raise RecordError(f"{path}: nodes and shapes of the universal file do not fit together ({error})") from error
    order = np.argsort(frequency, kind="stable")
    points = {f"{number}": _point(f"{number}", place) for number, place in enumerate(places, 1)}
    modes = Modes(
        frequency=frequency[order],
        damping=damping[order],
        points=tuple(points),
        point_shape=np.ascontiguousarray(shapes[order].real),
    )
    return _checked(path, modes, points, path.name, False)


def _point(name: str, place: Any) -> Point:
    x, y, z = (float(part) for part in place)
    return Point(name=name, place=(x, y, z))


def _checked(path: Path, modes: Modes, points: Mapping[str, Point], source: str, assumed: bool) -> ExpectedModes:
    for what, values, good in (
        ("frequency", modes.frequency, modes.frequency > 0.0),
        ("damping", modes.damping, (modes.damping > 0.0) & (modes.damping < 1.0)),
    ):
        if not np.all(good & np.isfinite(values)):
            at = int(np.flatnonzero(~(good & np.isfinite(values)))[0])
            raise RecordError(f"{path}: mode {at + 1} has the {what} {values[at]:g}, which no mode of a wall has")
    return ExpectedModes(modes=modes, points=points, source=source, assumed=assumed)


_ALONG, _UP = 11, 13
"""Polynomials along and up the wall. Of an even plate the first six frequencies are good to 1e-3; smooth functions
follow a sudden change of thickness slowly: the first ten of the wall at Chokepukio are still 0.5 to 6 % too high."""
_GAUSS = 18
"""Points of quadrature along each side of a rectangle: exact for squares of these polynomials."""
_ASSUMED_WEIGHT = 22e3
"""Unit weight of masonry where the wall has no materials [N/m3]; only its ratio to the modulus matters."""


def plate_modes(
    wall: Wall,
    points: Sequence[Point],
    *,
    elastic_modulus: float,
    poisson: float,
    damping: float,
    count: int,
    first_frequency: float | None = None,
) -> ExpectedModes:
    """The lowest ``count`` modes at ``points``; ``elastic_modulus`` [Pa], ``first_frequency`` [Hz] scales them all."""
    length, height = wall.envelope.length, wall.envelope.height
    if length is None:
        raise ModelError(
            "modes cannot be guessed from a section alone: give the wall's length (wall.length), or expected modes "
            "(oma.planning.modes)"
        )
    stiffness = np.zeros((_ALONG * _UP, _ALONG * _UP))
    mass = np.zeros_like(stiffness)
    for x, z, area, thickness, weight in _quadrature(wall, length, height):
        value, along2, up2, twist = _derivatives(x, z, length, height)
        # ½D∫(w_xx² + w_zz² + 2ν w_xx w_zz + 2(1 − ν) w_xz²), D = E t³/12(1 − ν²) (Timoshenko and Woinowsky-Krieger)
        bend = area * elastic_modulus * thickness**3 / (12.0 * (1.0 - poisson**2))
        mixed = (along2 * bend) @ up2.T
        stiffness += (along2 * bend) @ along2.T + (up2 * bend) @ up2.T + poisson * (mixed + mixed.T)
        stiffness += 2.0 * (1.0 - poisson) * (twist * bend) @ twist.T
        mass += (value * (area * weight / STANDARD_GRAVITY * thickness)) @ value.T
    from scipy.linalg import eigh

    squared, vectors = eigh(stiffness, mass, subset_by_index=[0, min(count, len(mass)) - 1])
    frequency = np.sqrt(np.maximum(squared, 0.0)) / (2.0 * np.pi)
    if first_frequency is not None:
        frequency = frequency * (first_frequency / frequency[0])
    places = np.array([point.place for point in points])
    shapes = np.zeros((len(frequency), len(points), 3))
    across = (_derivatives(places[:, 0], places[:, 2], length, height)[0].T @ vectors).T
    largest = across[np.arange(len(across)), np.abs(across).argmax(axis=1)]
    shapes[:, :, 1] = across / largest[:, None]
    modes = Modes(
        frequency=frequency,
        damping=np.full(len(frequency), damping),
        points=tuple(point.name for point in points),
        point_shape=shapes,
    )
    source = "thin plate fixed at its foot, of the wall's outline"
    return ExpectedModes(modes=modes, points={point.name: point for point in points}, source=source, assumed=True)


def _quadrature(wall: Wall, length: float, height: float) -> Any:
    """Places along and up [m], their shares of area [m2], thickness [m] and unit weight [N/m3], by rectangles."""
    envelope = wall.envelope
    weights = {zone.material: _ASSUMED_WEIGHT for zone in envelope.zones}
    weights |= {name: material.unit_weight for name, material in wall.materials.items()}
    ends = {zone.end for zone in envelope.zones if zone.end is not None}
    cuts = sorted({0.0, length, *ends, *(zone.start for zone in envelope.zones)})
    nodes, shares = np.polynomial.legendre.leggauss(_GAUSS)
    for start, end in pairwise(cuts):
        for layer in envelope.layers(0.5 * (start + end), weights):
            x = 0.5 * (start + end) + 0.5 * (end - start) * nodes
            z = 0.5 * (layer.bottom + layer.top) + 0.5 * (layer.top - layer.bottom) * nodes
            grid = np.array(list(product(x, z)))
            area = np.array([a * b for a, b in product(shares, shares)]) * 0.25
            area *= (end - start) * (layer.top - layer.bottom)
            thickness = np.asarray(layer.back(grid[:, 1])) - np.asarray(layer.front(grid[:, 1]))
            yield grid[:, 0], grid[:, 1], area, thickness, layer.unit_weight


def _derivatives(
    x: FloatArray, z: FloatArray, length: float, height: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """w, w_xx, w_zz and w_xz of all products at places along and up, shape (products, places) each."""
    along = [_up_to_second(Legendre.basis(degree, domain=[0.0, length]), x) for degree in range(_ALONG)]
    rise = Legendre([0.5, 0.5], domain=[0.0, height])  # z/h: its square keeps the foot fixed and upright
    up = [_up_to_second(rise**2 * Legendre.basis(degree, domain=[0.0, height]), z) for degree in range(_UP)]
    pairs = [(one, other) for one in along for other in up]

    def stacked(first: int, second: int) -> FloatArray:
        return np.stack([one[first] * other[second] for one, other in pairs])

    return stacked(0, 0), stacked(2, 0), stacked(0, 2), stacked(1, 1)


def _up_to_second(series: Any, at: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    return series(at), series.deriv(1)(at), series.deriv(2)(at)
