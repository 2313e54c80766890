"""Fits of the model to measured modes: direct least squares, and response functions after Douglas and Reid.

Direct least squares has the model itself in the loop, with exact slopes, from several starts.

Douglas and Reid's response functions, as the Chokepukio paper used them, are parabolas without mixed terms:
f = C + Σ (A_k X_k + B_k X_k²) through 2V + 1 runs: the base, and each parameter at its lower and at its upper value
(Douglas and Reid 1982; Chokepukio paper, eqs 4 and 5, whose sum should end at V); the MAC likewise where shapes count.
The bounds are drawn in around the best point again and again until it hardly moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pirqa.errors import ComputationError, OptionsError
from pirqa.fem.updating.options import Parameter
from pirqa.fem.updating.twin import State, Twin
from pirqa.model.modes import Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer

_FAR = 0.2
"""What a difference of frequency counts beside one of shape."""

_TOLERANCE = 1e-8

_MOST = 60
"""Evaluations of one start."""

_AT_BOUND = 1e-3
"""Of the distance between the bounds: so near to one, and pushed towards it, a value lies on it. The search comes to
a bound from inside and never quite reaches it."""

_MARGIN = 0.1
"""Of the distance between the ends of a parabola: its base lies no nearer to one, since three points must differ."""

_NARROW = 0.01
"""Of a parameter: the ends of its parabola are drawn in no nearer to the base."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Target:
    """Measured modes that the model is to reproduce."""

    modes: Modes
    model_error: float = 0.0
    """Of a frequency that no set of values takes away, as a fraction: bricks, geometry, temperature."""
    shape_sd: float | None = None
    """Standard deviation of 1 − MAC that is asked for; shapes only tell which mode is which where absent."""
    least: float = 0.5
    """MAC below which two shapes are not of one mode."""

    def __post_init__(self) -> None:
        if not len(self.modes):
            raise OptionsError("updating: there is no measured mode to calibrate against")
        unknown = np.flatnonzero(~(self.deviation > 0.0))
        if len(unknown):
            told = ", ".join(f"{self.modes.frequency[index]:.3g} Hz" for index in unknown)
            raise OptionsError(
                f"updating: the measured frequency of {told} has no standard deviation; give updating.model_error"
            )

    @property
    def deviation(self) -> FloatArray:
        """Standard deviation of each frequency [Hz], shape (n,)."""
        known = self.modes.frequency_sd
        own = np.zeros(len(self.modes)) if known is None else np.where(np.isfinite(known), known, 0.0)
        return np.asarray(np.hypot(own, self.model_error * self.modes.frequency))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairing:
    """Which computed mode is which measured one."""

    computed: np.ndarray[tuple[int], np.dtype[np.int64]]
    """Number of the computed mode of each measured one, shape (n,)."""
    assurance: FloatArray
    """MAC of each pair, shape (n,)."""


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


def pair(target: Target, state: State, *, demand: bool = False) -> Pairing:
    """By shape first, so that modes whose frequencies have passed each other are still told apart.

    The likest pair first (MAC less a fifth of the relative difference of frequency), then of the modes that are left,
    and so on: on the way to the fit every mode needs a partner, however poor. ``demand`` that none is.
    """
    measured = target.modes
    if len(measured) > len(state.frequency):
        raise OptionsError(
            f"updating: {len(measured)} measured modes cannot be paired with {len(state.frequency)} computed ones; "
            "compute more: updating.computed or fe.modes"
        )
    seen = state.shape.astype(np.complex128)
    pairs = paired(
        measured.frequency, measured.complex_shape, state.frequency, seen, least=0.0, farthest=np.inf, weight=_FAR
    )
    computed = np.array([second for _, second in pairs], dtype=np.int64)
    assurance = modal_assurance(measured.complex_shape, seen)[np.arange(len(measured)), computed]
    poor = np.flatnonzero(assurance < target.least)
    if demand and len(poor):
        told = ", ".join(f"{measured.frequency[index]:.3g} Hz (MAC {assurance[index]:.2f})" for index in poor)
        raise ComputationError(
            f"no computed mode looks like the measured one at {told}, least {target.least:g}: compute more modes "
            "(updating.computed), leave it out of updating.modes, or look at the model's shape and supports; "
            "updating.least_mac says from when on two shapes are alike"
        )
    return Pairing(computed=computed, assurance=assurance)


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


def best_of(fits: Sequence[Fit]) -> Fit:
    """The one with the least that is left."""
    good = [item for item in fits if item.converged]
    if not good:
        raise ComputationError(
            f"the calibration did not come to rest within {_MOST} steps from any of {len(fits)} starts: narrow the "
            "bounds, or leave out a parameter"
        )
    return min(good, key=lambda item: item.cost)


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


def pressed(values: FloatArray, gradient: FloatArray, low: FloatArray, high: FloatArray) -> list[bool]:
    """Which values lie on a bound that they would cross if they could; ``gradient`` of the cost."""
    edge = _AT_BOUND * (high - low)
    return [
        bool(item) for item in ((values - low <= edge) & (gradient > 0)) | ((high - values <= edge) & (gradient < 0))
    ]


def surface(base: FloatArray, numbers: FloatArray, low: FloatArray, high: FloatArray, ends: FloatArray) -> Surface:
    """Through the numbers at the base (n,) and with each parameter at its low and high value (v, 2, n)."""
    down, up = (low - base)[:, None], (high - base)[:, None]
    below, above = (ends[:, 0] - numbers) / down, (ends[:, 1] - numbers) / up
    square = ((above - below) / (up - down)).T
    linear = above.T - square * up.T - 2.0 * square * base
    constant = numbers - linear @ base - square @ base**2
    return Surface(base=base, constant=constant, linear=linear, square=square)


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
