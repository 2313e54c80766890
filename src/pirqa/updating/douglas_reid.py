"""Douglas and Reid's response functions, as the Chokepukio paper used them: parabolas without mixed terms.

f = C + Σ (A_k X_k + B_k X_k²) through 2V + 1 runs: the base, and each parameter at its lower and at its upper value
(Douglas and Reid 1982; Chokepukio paper, eqs 4 and 5, whose sum should end at V); the MAC likewise where shapes count.
The bounds are drawn in around the best point again and again until it hardly moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer
from pirqa.updating.direct import Fit, Step, jacobian, pressed, residuals
from pirqa.updating.target import Target, pair
from pirqa.updating.twin import State, Twin

__all__ = ["Round", "Surface", "calibrate", "settled", "surface"]

_MARGIN = 0.1
"""Of the distance between the ends of a parabola: its base lies no nearer to one, since three points must differ."""
_NARROW = 0.01
"""Of a parameter: the ends of its parabola are drawn in no nearer to the base."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Surface:
    """Parabolas of several numbers about a base point."""

    base: FloatArray
    """Shape (v,)."""
    constant: FloatArray
    """C, shape (n,)."""
    linear: FloatArray
    """A, shape (n, v)."""
    square: FloatArray
    """B, shape (n, v)."""

    def __call__(self, values: FloatArray) -> FloatArray:
        """The numbers at ``values``, shape (n,)."""
        return np.asarray(self.constant + self.linear @ values + self.square @ values**2)

    def slopes(self, values: FloatArray) -> FloatArray:
        """Shape (n, v)."""
        return np.asarray(self.linear + 2.0 * self.square * values)


@dataclass(frozen=True, kw_only=True, eq=False)
class Round:
    """One set of response functions and where they led."""

    low: FloatArray
    """Lower ends of the parabolas, shape (v,)."""
    high: FloatArray
    """Upper ends, shape (v,)."""
    values: FloatArray
    """Best point of the response functions, shape (v,)."""
    surrogate: FloatArray
    """Frequencies there by the response functions [Hz], shape (n,)."""
    frequency: FloatArray
    """Frequencies there by the model itself [Hz], shape (n,)."""
    cost: float
    """Half the sum of squares of the residuals there, by the model itself."""
    moved: float
    """Largest relative change of a parameter since the last round's best point, or the start."""
    runs: int
    """Of the model, in this round."""


def surface(base: FloatArray, numbers: FloatArray, low: FloatArray, high: FloatArray, ends: FloatArray) -> Surface:
    """Through the numbers at the base (n,) and with each parameter at its low and high value (v, 2, n)."""
    down, up = (low - base)[:, None], (high - base)[:, None]
    below, above = (ends[:, 0] - numbers) / down, (ends[:, 1] - numbers) / up
    square = ((above - below) / (up - down)).T
    linear = above.T - square * up.T - 2.0 * square * base
    constant = numbers - linear @ base - square @ base**2
    return Surface(base=base, constant=constant, linear=linear, square=square)


def calibrate(
    twin: Twin, target: Target, *, rounds: int = 8, step: float = 0.02, observer: Observer = SILENT
) -> tuple[Round, ...]:
    """Round after round with bounds drawn in around the best point, until it moves by less than ``step`` of itself."""
    from scipy.optimize import least_squares

    lowest, highest = twin.bounds
    low, high, last = lowest, highest, twin.starts
    count = len(target.modes)
    scatter = _scatter(target)
    wanted = np.concatenate([target.modes.frequency, np.ones(len(scatter) - count)])
    known = [k for k, item in enumerate(twin.parameters) if item.prior_sd is not None]
    prior_sd = np.array([twin.parameters[k].prior_sd for k in known], dtype=np.float64)
    prior = np.eye(len(last))[known] / prior_sd[:, None]
    found: list[Round] = []
    for _ in range(rounds):
        runs = twin.solves
        base = np.clip(last, low + _MARGIN * (high - low), high - _MARGIN * (high - low))
        made = _surface_of(twin, target, base, low, high)

        def rest(x: FloatArray, made: Surface = made, base: FloatArray = base) -> FloatArray:
            values = x * base
            return np.concatenate([(made(values) - wanted) / scatter, prior @ (values - twin.starts)])

        def slopes(x: FloatArray, made: Surface = made, base: FloatArray = base) -> FloatArray:
            return np.asarray(np.concatenate([made.slopes(x * base) / scatter[:, None], prior]) * base)

        best = least_squares(rest, np.ones(len(base)), jac=slopes, bounds=(low / base, high / base), method="trf")
        values = np.asarray(best.x * base)
        state = twin.evaluate(values, slopes=False)
        pairing = pair(target, state)
        left = residuals(target, state, pairing, twin.parameters)
        moved = float(np.abs(values / last - 1.0).max())
        found.append(
            Round(
                low=low,
                high=high,
                values=values,
                surrogate=made(values)[:count],
                frequency=state.frequency[pairing.computed],
                cost=0.5 * float(left @ left),
                moved=moved,
                runs=twin.solves - runs,
            )
        )
        observer.advance()
        if moved < step and len(found) > 1:
            break
        half = np.maximum(0.25 * (high - low), _NARROW * values)
        # a box that is cut off by a bound keeps its width: parabolas need room
        low = np.clip(values - half, lowest, np.maximum(highest - 2.0 * half, lowest))
        high = np.minimum(low + 2.0 * half, highest)
        last = values
    return tuple(found)


def settled(twin: Twin, target: Target, rounds: tuple[Round, ...], step: float) -> Fit:
    """The best point of the last round as a fit; raise where it was still moving."""
    last = rounds[-1]
    if last.moved >= step:
        raise ComputationError(
            f"Douglas and Reid's response functions did not come to rest in {len(rounds)} rounds: the last one still "
            f"moved a parameter by {100.0 * last.moved:.2g} %; allow more rounds, narrow the bounds, or use direct"
        )
    state = twin.evaluate(last.values)
    pairing = pair(target, state)
    left = residuals(target, state, pairing, twin.parameters)
    gradient = jacobian(target, state, pairing, twin.parameters).T @ left
    names = [item.name for item in twin.parameters]
    near = pressed(last.values, gradient, *twin.bounds)
    return Fit(
        values=last.values,
        state=state,
        pairing=pairing,
        cost=last.cost,
        steps=tuple(Step(values=item.values, cost=item.cost) for item in rounds),
        converged=True,
        on_bound=tuple(name for name, there in zip(names, near, strict=True) if there),
    )


def _scatter(target: Target) -> FloatArray:
    """Standard deviations of frequencies, and of MAC where shapes count."""
    if target.shape_sd is None:
        return target.deviation
    return np.concatenate([target.deviation, np.full(len(target.modes), target.shape_sd)])


def _surface_of(twin: Twin, target: Target, base: FloatArray, low: FloatArray, high: FloatArray) -> Surface:
    """2V + 1 runs of the model; masses last, whose runs share the factor of the base."""

    def run(values: FloatArray) -> FloatArray:
        state: State = twin.evaluate(values, slopes=False)
        pairing = pair(target, state)
        frequency = state.frequency[pairing.computed]
        return frequency if target.shape_sd is None else np.concatenate([frequency, pairing.assurance])

    ends: list[list[FloatArray]] = [[] for _ in base]
    order = sorted(range(len(base)), key=lambda k: twin.parameters[k].kind == "unit_weight")
    numbers = None
    for k in order:
        if numbers is None and twin.parameters[k].kind == "unit_weight":
            numbers = run(base)
        for bound in (low[k], high[k]):
            moved = base.copy()
            moved[k] = bound
            ends[k].append(run(moved))
    return surface(base, run(base) if numbers is None else numbers, low, high, np.array(ends))
