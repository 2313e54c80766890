"""A guess of a wall's modes before anybody has measured or modelled it: a thin plate, fixed at its foot.

Bending out of the wall's plane alone (Kirchhoff), by Ritz's method: products of shapes of a cantilever and a free beam,
spanned by polynomials. Thickness and weight are the envelope's, stiffness is one number. A thick wall shears too and a
wall with openings or cracks is softer: frequencies are a guess, shapes are what sensors are placed by.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.polynomial import Legendre

from pirqa.errors import ModelError
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.oma.measurement import Point
from pirqa.oma.planning.expected import ExpectedModes
from pirqa.units import STANDARD_GRAVITY

__all__ = ["plate_modes"]

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
