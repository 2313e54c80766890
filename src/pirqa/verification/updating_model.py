"""Updating: the model as a function of its parameters, and how its modes are held against measured ones."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np

from pirqa.fe.options import BedOptions, FeOptions, FeSpring
from pirqa.model.modes import Modes, coordinate_assurance, frequency_assurance, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.updating.direct import fit, jacobian
from pirqa.updating.douglas_reid import Round, calibrate
from pirqa.updating.identifiability import identifiability
from pirqa.updating.parameters import Parameter
from pirqa.updating.target import Target, pair
from pirqa.updating.twin import State, Twin
from pirqa.verification.case import Case, case_of
from pirqa.verification.updating_twin import MESH, TRUE, sensor_places, wall_with

__all__ = ["cases", "paper_parameters"]

_case = functools.partial(case_of, "updating")
_MODES = 4
_SD = 0.003
"""Relative standard deviation of the frequencies: about what the simulated campaigns give."""


def paper_parameters(prior: float | None) -> tuple[Parameter, ...]:
    """Base, lower and upper values of the paper's Table 3; ``prior`` standard deviation of the unit weights [N/m3]."""
    return (
        Parameter(name="E1", kind="youngs_modulus", of=("lower",), start=650e6, low=300e6, high=1300e6),
        Parameter(name="E2", kind="youngs_modulus", of=("upper",), start=650e6, low=210e6, high=1300e6),
        Parameter(name="g1", kind="unit_weight", of=("lower",), start=30e3, low=20e3, high=35e3, prior_sd=prior),
        Parameter(name="g2", kind="unit_weight", of=("upper",), start=30e3, low=20e3, high=35e3, prior_sd=prior),
    )


def _every_kind() -> Twin:
    """All linear kinds at once."""
    places = {"left": 5.0, "right": 15.0}
    options = FeOptions(
        size=1.5,
        layers=1,
        modes=8,
        springs={name: FeSpring(along=x, level=4.82, stiffness=40e6) for name, x in places.items()},
        bed=BedOptions(normal=2e8, shear=1e8),
    )
    starts = {
        "youngs_modulus": (("lower",), 600e6),
        "unit_weight": (("upper",), 25e3),
        "spring": (tuple(places), 40e6),
        "bed_normal": ((), 2e8),
        "bed_shear": ((), 1e8),
    }
    parameters = [
        Parameter(name=kind, kind=kind, of=of, start=start, low=0.5 * start, high=2.0 * start)  # type: ignore[arg-type]
        for kind, (of, start) in starts.items()
    ]
    return Twin(wall_with(600e6, 250e6), options, parameters, sensor_places(), modes=options.modes)


def _slope_error() -> float:
    """Largest difference between exact slopes and central differences, over the parameter's largest slope."""
    twin = _every_kind()
    exact = twin.evaluate(twin.starts).slope
    worst = 0.0
    for column, start in enumerate(twin.starts.tolist()):
        step = 1e-3 * start
        ends = []
        for sign in (1.0, -1.0):
            moved = twin.starts
            moved[column] += sign * step
            ends.append(twin.evaluate(moved, slopes=False).frequency)
        difference = (ends[0] - ends[1]) / (2.0 * step)
        worst = max(worst, float(np.abs(exact[:, column] - difference).max() / np.abs(difference).max()))
    return worst


def _measured(state: State, count: int = _MODES) -> Modes:
    """Modes of the model as if they had been measured across."""
    shape = np.full((count, *state.shape.shape[1:]), np.nan)
    shape[..., 1] = state.shape[:count, :, 1]
    return Modes(
        frequency=state.frequency[:count],
        damping=np.full(count, 0.03),
        points=tuple(sensor_places()),
        point_shape=shape,
        frequency_sd=_SD * state.frequency[:count],
    )


def _paper_twin(prior: float | None) -> Twin:
    return Twin(wall_with(650e6, 650e6, 30e3), MESH, paper_parameters(prior), sensor_places(), modes=MESH.modes)


def _null_directions() -> float:
    """How many there are, less how far the one is from all four growing alike."""
    twin = _paper_twin(None)
    state = twin.evaluate(twin.starts)
    target = Target(modes=_measured(state))
    found = identifiability(jacobian(target, state, pair(target, state), twin.parameters), state.values)
    if len(found.null) != 1:
        return float(len(found.null))
    alike = np.full(len(twin.starts), 0.5)
    return float(abs(found.directions[found.null[0]] @ alike))


@functools.cache
def _both_ways() -> tuple[FloatArray, tuple[Round, ...]]:
    """Values of the direct way, and the rounds of the other, with the paper's bounds and a prior on unit weights."""
    twin = _paper_twin(1.5e3)
    true = twin.evaluate(np.array([*TRUE.values(), 27e3, 26e3]), slopes=False)
    target = Target(modes=_measured(true))
    return fit(twin, target, twin.starts).values, calibrate(twin, target, rounds=10, step=0.02)


def _ways_apart() -> float:
    direct, rounds = _both_ways()
    return float(np.abs(rounds[-1].values / direct - 1.0).max())


def _first_surface() -> float:
    first = _both_ways()[1][0]
    return float(np.abs(first.surrogate / first.frequency - 1.0).max())


def _first_values() -> float:
    direct, rounds = _both_ways()
    return float(np.abs(rounds[0].values / direct - 1.0).max())


def _rightly_paired() -> float:
    """Share of modes that find their partner when two have changed places and signs are turned."""
    twin = _paper_twin(None)
    state = twin.evaluate(twin.starts, slopes=False)
    order = np.array([1, 0, 3, 2])
    plain = _measured(state)
    signs = np.array([-1.0, 1.0, 1.0, -1.0])
    swapped = Modes(
        frequency=plain.frequency,  # the shapes of 1 and 2, and of 3 and 4, have passed each other
        damping=plain.damping,
        points=plain.points,
        point_shape=plain.point_shape[order] * signs[:, None, None],
        frequency_sd=plain.frequency_sd,
    )
    found = pair(Target(modes=swapped), state)
    return float(np.mean((found.computed == order) & (found.assurance > 1.0 - 1e-12)))


def _modes(shapes: list[list[float]], frequency: list[float]) -> Modes:
    shape = np.full((len(shapes), len(shapes[0]), 3), np.nan)
    shape[..., 1] = shapes
    points = tuple(str(number) for number in range(len(shapes[0])))
    return Modes(frequency=np.array(frequency), damping=np.zeros(len(shapes)), points=points, point_shape=shape)


_FIRST = _modes([[1.0, 1.0], [1.0, -1.0]], [1.0, 2.0])
_SECOND = _modes([[2.0, 2.0], [1.0, 0.0]], [1.1, 1.9])


def _mac() -> float:
    return float(modal_assurance(_FIRST.complex_shape, _SECOND.complex_shape)[0, 1])


def _comac() -> float:
    return float(coordinate_assurance(_FIRST.complex_shape, _SECOND.complex_shape)[0, 1])


def _fmac() -> float:
    """Sum of the pairs' MAC: 1 of the first modes and 1/2 of the second."""
    found = frequency_assurance(_FIRST, _SECOND)
    return float(sum(found.assurance[pair] for pair in found.pairs))


def cases() -> Iterator[Case]:
    """All of this file."""
    rounding = {"abs": 1e-12}
    yield _case("updating.mac", "MAC of (1, 1) and (1, 0)", "", "Chokepukio paper, eq. 1", 0.5, rounding, "rounding",
                _mac)  # fmt: skip
    yield _case(
        "updating.comac", "COMAC of the first of two points", "", "Chokepukio paper, eq. 2, by hand",
        (0.5 + math.sqrt(0.5)) ** 2 / 1.5, rounding, "rounding", _comac,
        "Both shapes of a pair have length 1: eq. 2 depends on their scale, which is arbitrary.",
    )  # fmt: skip
    yield _case(
        "updating.fmac", "sum of the MAC of two pairs", "", "Fotsch and Ewins 2000, by hand", 1.5, rounding, "rounding",
        _fmac,
    )  # fmt: skip
    yield _case(
        "updating.pairing", "share of four modes rightly paired after two swaps and two turned signs", "",
        "the shapes themselves", 1.0, {"abs": 0.0}, "all of them", _rightly_paired,
    )  # fmt: skip
    yield _case(
        "updating.sensitivity", "exact slopes of frequencies by modulus, unit weight, springs and bed, beside central "
        "differences; largest difference over the parameter's largest slope", "", "Fox and Kapoor 1968", 0.0,
        {"max": 1e-5}, "differences over 0.1 % are good to 1e-6: modes to 1e-9, curvature to 1e-6", _slope_error,
    )  # fmt: skip
    yield _case(
        "updating.null_direction", "directions in E1, E2, γ1, γ2 that change no mode, times the one's likeness to all "
        "growing alike", "", "K and M are linear in them: scaling all four leaves K φ = ω² M φ as it is", 1.0,
        {"abs": 1e-4}, "singular vectors of slopes that are good to 1e-8", _null_directions,
        "The Chokepukio paper frees all four without springs (Table 4): its unit weights, and so the size of its "
        "moduli, are set by the bounds, the start and the adjusted weights; only ratios are measured.",
    )  # fmt: skip
    yield _case(
        "updating.douglas_reid_vs_direct", "largest difference of E1, E2, γ1, γ2 between the two ways", "",
        "the model itself in the loop", 0.0, {"max": 0.01},
        "bounds are drawn in until a round moves no parameter by 2 %; parabolas without mixed terms leave less",
        _ways_apart, "Bounds of the paper's Table 3, unit weights with a prior of 1.5 kN/m³.",
    )  # fmt: skip
    yield _case(
        "updating.douglas_reid.first_surface", "largest error of a frequency on the first response functions, with the "
        "paper's wide bounds", "", "the model itself at the same point", 0.04, {"rel": 1.0},
        "shown: one round, as in the paper, is not enough", _first_surface, compare_only=True,
    )  # fmt: skip
    yield _case(
        "updating.douglas_reid.first_values", "largest error of a parameter after that one round", "",
        "direct least squares", 0.0, {"max": 0.01}, "shown", _first_values, compare_only=True,
    )  # fmt: skip
