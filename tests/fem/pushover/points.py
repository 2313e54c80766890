"""A point of the Chokepukio paper's masonry, for the tests of its laws."""

from __future__ import annotations

import numpy as np

from pirqa.fem.pushover.point_law import LAWS, STATES, advance, respond, tangent

MODULUS, RATIO, TENSION, OPENING = 579.7e6, 0.2, 0.1e6, 50.0
COMPRESSION = MODULUS / 500.0
ROW = np.array([MODULUS, RATIO, TENSION, OPENING, COMPRESSION, 1.6e-3 * COMPRESSION, 0.1, 0.0])
LENGTH = 0.3
FIRST = TENSION / MODULUS
"""Strain at which it cracks."""
CRACKING = ("damage", "rotating_crack", "fixed_crack")
CRACKS = ("rotating_crack", "fixed_crack")


def follow(law, strain, old=None, *, viscosity=0.0, step=1.0, row=ROW, length=LENGTH):
    """Stress and internal variables after ``strain``."""
    old = np.zeros(STATES) if old is None else old
    new, stress = np.zeros(STATES), np.zeros(6)
    advance(LAWS[law], row, length, np.asarray(strain, float), old, viscosity, step, new)
    respond(LAWS[law], row, length, np.asarray(strain, float), new, stress)
    return stress, new


def stress_of(law, strain, state, *, row=ROW, length=LENGTH):
    stress = np.zeros(6)
    respond(LAWS[law], row, length, np.asarray(strain, float), state, stress)
    return stress


def slope_of(law, strain, old, *, viscosity=0.0, step=1.0, row=ROW, length=LENGTH):
    slope = np.zeros((6, 6))
    tangent(LAWS[law], row, length, np.asarray(strain, float), old, viscosity, step, slope)
    return slope


def differences(function, strain, size):
    """Slope of a function of strains by central differences."""
    columns = []
    for i in range(6):
        change = np.zeros(6)
        change[i] = size
        columns.append((function(strain + change) - function(strain - change)) / (2.0 * size))
    return np.array(columns).T


def random_paths(count, *, steps=6, seed=0):
    """Strains that crack and crush, close and open again."""
    source = np.random.default_rng(seed)
    for _ in range(count):
        yield 10.0 ** source.uniform(-4.5, -2.0) * np.cumsum(source.standard_normal((steps, 6)), axis=0)
