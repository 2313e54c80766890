"""Direct least squares: the model itself in the loop, with exact slopes, from several starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer
from pirqa.updating.parameters import Parameter
from pirqa.updating.target import Pairing, Target, pair
from pirqa.updating.twin import State, Twin

__all__ = ["Fit", "Step", "assurance_slopes", "best_of", "fit", "jacobian", "pressed", "residuals", "starts_of"]

_TOLERANCE = 1e-8
_MOST = 60
"""Evaluations of one start."""
_AT_BOUND = 1e-3
"""Of the distance between the bounds: so near to one, and pushed towards it, a value lies on it. The search comes to
a bound from inside and never quite reaches it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Step:
    """One evaluation on the way."""

    values: FloatArray
    cost: float
    """Half the sum of squares of all residuals."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """Where one start led."""

    values: FloatArray
    state: State
    pairing: Pairing
    cost: float
    steps: tuple[Step, ...]
    converged: bool
    on_bound: tuple[str, ...]
    """Names of the parameters that came to rest on a bound."""


@dataclass
class _Last:
    """The last evaluation: residuals and slopes are asked for one after the other."""

    key: bytes = b""
    state: State | None = None
    steps: list[Step] = field(default_factory=list)


def residuals(target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter]) -> FloatArray:
    """What is left, each over its standard deviation: frequencies, shapes where asked for, priors."""
    parts = [(state.frequency[pairing.computed] - target.modes.frequency) / target.deviation]
    if target.shape_sd is not None:
        parts.append((1.0 - pairing.assurance) / target.shape_sd)
    parts.append(
        np.array(
            [
                (value - item.start) / item.prior_sd
                for value, item in zip(state.values.tolist(), parameters, strict=True)
                if item.prior_sd is not None
            ]
        )
    )
    return np.concatenate(parts)


def jacobian(target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter]) -> FloatArray:
    """Slopes of the residuals by the parameters, shape (residuals, v)."""
    rows = [state.slope[pairing.computed] / target.deviation[:, None]]
    if target.shape_sd is not None:
        rows.append(-assurance_slopes(target, state, pairing) / target.shape_sd)
    known = [index for index, item in enumerate(parameters) if item.prior_sd is not None]
    prior = np.zeros((len(known), len(parameters)))
    for row, index in enumerate(known):
        deviation = parameters[index].prior_sd
        assert deviation is not None
        prior[row, index] = 1.0 / deviation
    return np.concatenate([*rows, prior])


def assurance_slopes(target: Target, state: State, pairing: Pairing) -> FloatArray:
    """∂MAC of the pairs by the parameters, shape (n, v)."""
    measured = target.modes.complex_shape
    found = np.zeros((len(measured), state.slope.shape[1]))
    for row, number in enumerate(pairing.computed):
        known = np.isfinite(measured[row])
        a, b = measured[row][known], state.shape[number][known]
        turned = state.shape_slope[number][known]
        inner, size = a.conj() @ b, float(b @ b)
        scale = float(np.vdot(a, a).real)
        rise = a.conj() @ turned
        found[row] = 2.0 * (inner.conj() * rise).real / (scale * size) - 2.0 * abs(inner) ** 2 * (b @ turned) / (
            scale * size**2
        )
    return found


def starts_of(twin: Twin, count: int, seed: int) -> FloatArray:
    """The base values, and a Latin hypercube in the logarithms between the bounds, shape (count, v)."""
    low, high = twin.bounds
    generator = np.random.default_rng(seed)
    cells = np.stack([generator.permutation(count - 1) for _ in low], axis=1) if count > 1 else np.zeros((0, len(low)))
    share = (cells + generator.random(cells.shape)) / max(count - 1, 1)
    spread = np.exp(np.log(low) + share * (np.log(high) - np.log(low)))
    return np.concatenate([twin.starts[None], spread])


def fit(twin: Twin, target: Target, start: FloatArray, observer: Observer = SILENT) -> Fit:
    """From one start downhill (trust region with bounds: Branch, Coleman and Li 1999, as the paper's lsqnonlin)."""
    from scipy.optimize import least_squares

    low, high = twin.bounds
    scale = twin.starts
    last = _Last()

    def look(values: FloatArray) -> State:
        key = values.tobytes()
        if last.state is None or last.key != key:
            last.state, last.key = twin.evaluate(values * scale), key
        return last.state

    def rest(values: FloatArray) -> FloatArray:
        state = look(values)
        found = residuals(target, state, pair(target, state), twin.parameters)
        last.steps.append(Step(values=state.values, cost=0.5 * float(found @ found)))
        observer.advance(0)
        return found

    def slopes(values: FloatArray) -> FloatArray:
        state = look(values)
        return jacobian(target, state, pair(target, state), twin.parameters) * scale

    inside = np.clip(start / scale, low / scale * (1 + 1e-9), high / scale * (1 - 1e-9))
    found = least_squares(
        rest, inside, jac=slopes, bounds=(low / scale, high / scale), method="trf", max_nfev=_MOST,
        xtol=_TOLERANCE, ftol=_TOLERANCE, gtol=_TOLERANCE,
    )  # fmt: skip
    values = np.asarray(found.x * scale, dtype=np.float64)
    state = look(found.x)
    near = pressed(values, found.grad / scale, low, high)
    return Fit(
        values=values,
        state=state,
        pairing=pair(target, state),
        cost=float(found.cost),
        steps=tuple(last.steps),
        converged=bool(found.status > 0),
        on_bound=tuple(item.name for item, there in zip(twin.parameters, near, strict=True) if there),
    )


def pressed(values: FloatArray, gradient: FloatArray, low: FloatArray, high: FloatArray) -> list[bool]:
    """Which values lie on a bound that they would cross if they could; ``gradient`` of the cost."""
    edge = _AT_BOUND * (high - low)
    return [
        bool(item) for item in ((values - low <= edge) & (gradient > 0)) | ((high - values <= edge) & (gradient < 0))
    ]


def best_of(fits: Sequence[Fit]) -> Fit:
    """The one with the least that is left."""
    good = [item for item in fits if item.converged]
    if not good:
        raise ComputationError(
            f"the calibration did not come to rest within {_MOST} steps from any of {len(fits)} starts: narrow the "
            "bounds, or leave out a parameter"
        )
    return min(good, key=lambda item: item.cost)
