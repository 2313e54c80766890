"""Motions whose response spectrum is a given one, from a record or from random phases, at rest at both ends.

First the Fourier amplitudes are scaled by target over response, period by period, with the phases kept; then wavelets
are added that raise or lower single peaks of response (Al Atik and Abrahamson 2010). A wavelet changes the response of
one oscillator at one moment, and those of the others, which is computed. Both steps change the displacement, which is
filtered below a corner, made zero at both ends by a window, and only then turned into acceleration: no drift.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from pirqa.compiled import kernel
from pirqa.errors import ComputationError, OptionsError
from pirqa.model.ground_motion import GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.oscillator import oscillator_extremes, oscillator_peaks, step_matrices
from pirqa.motion.synthetic.options import ArtificialOptions, MatchingOptions
from pirqa.motion.synthetic.signals import SIGNAL, envelope, fitted_acceleration, half_cosine_window, rested

IndexArray = NDArray[np.intp]
"""Numbers of samples."""

Wavelet = tuple[int, FloatArray]
"""Sample at which it starts, and its acceleration [m/s2] from there, shape (samples of the wavelet,)."""


@kernel
def largest_swings(
    acceleration: FloatArray, step: float, periods: FloatArray, damping: float, count: int
) -> FloatArray:
    """The ``count`` largest half-cycles of each oscillator: sample of the peak, and u there [m]; largest first.

    Shape (periods, count, 2); zeros where an oscillator has fewer.
    """
    result = np.zeros((len(periods), count, 2))
    for index in range(len(periods)):
        m = step_matrices(periods[index], damping, step)
        m00, m01, m02, m03 = m[0, 0], m[0, 1], m[0, 2], m[0, 3]
        m10, m11, m12, m13 = m[1, 0], m[1, 1], m[1, 2], m[1, 3]
        u = v = peak = 0.0
        moment = 0
        before = acceleration[0]
        last = len(acceleration) - 1
        for sample in range(1, last + 1):
            here = acceleration[sample]
            moved = m00 * u + m01 * v + m02 * before + m03 * here
            v = m10 * u + m11 * v + m12 * before + m13 * here
            u, before = moved, here
            crossed = u * peak < 0.0
            if not crossed and abs(u) > abs(peak):
                moment, peak = sample, u
            if crossed or sample == last:
                place = count
                while place > 0 and abs(peak) > abs(result[index, place - 1, 1]):
                    place -= 1
                for later in range(count - 1, place, -1):
                    result[index, later] = result[index, later - 1]
                if place < count:
                    result[index, place, 0], result[index, place, 1] = moment, peak
                moment, peak = sample, u
    return result


@kernel
def swing_influences(
    forms: FloatArray,
    starts: IndexArray,
    offsets: IndexArray,
    step: float,
    periods: FloatArray,
    damping: float,
    moments: IndexArray,
) -> FloatArray:
    """u [m] that each wavelet gives each oscillator at its moment (a sample), shape (moments, wavelets).

    Wavelet k is ``forms[offsets[k]:offsets[k + 1]]`` [m/s2] from sample ``starts[k]`` on. ∂u/∂a of every earlier sample
    comes from the recursion of the exact oscillator backwards: with x₊ = M x + b₀ a + b₁ a₊ the adjoint is λ = Mᵀ λ₊.
    """
    result = np.zeros((len(periods), len(starts)))
    for index in range(len(periods)):
        omega = 2.0 * math.pi / periods[index]
        m = step_matrices(periods[index], damping, step)
        moment = moments[index]
        weights = np.zeros(moment + 1)
        first, second = 1.0, 0.0
        sample = moment
        # what came so long before is forgotten
        while sample > 0 and abs(first) + omega * abs(second) > 1e-7:
            weights[sample] += first * m[0, 3] + second * m[1, 3]
            weights[sample - 1] += first * m[0, 2] + second * m[1, 2]
            first, second = first * m[0, 0] + second * m[1, 0], first * m[0, 1] + second * m[1, 1]
            sample -= 1
        for number in range(len(starts)):
            start, offset = starts[number], offsets[number]
            stop = min(start + offsets[number + 1] - offset, moment + 1)
            total = 0.0
            for at in range(max(start, sample), stop):
                total += weights[at] * forms[offset + at - start]
            result[index, number] = total
    return result


def wavelet(period: float, damping: float, moment: float, window: FloatArray, step: float) -> Wavelet:
    """The improved tapered cosine of Al Atik and Abrahamson (2010), which moves the ground and leaves it at rest.

    cos(ω′τ) e^(−(τ/γ)²) with τ = t − t_peak + Δt, ω′ = ω√(1 − ζ²), Δt = arctan(√(1 − ζ²)/ζ)/ω′ and γ = 1.178 f^−0.93 is
    taken here for the displacement, times ``window`` (0 with no slope at both ends of the motion, shape (samples,)),
    and scaled to an acceleration of about 1 m/s2. The samples of acceleration are its second differences: their sum and
    their first moment are zero, so that no velocity or displacement is left.
    """
    omega = 2.0 * math.pi / period
    damped = omega * math.sqrt(1.0 - damping**2)
    lag = math.atan2(math.sqrt(1.0 - damping**2), damping) / damped
    width = 1.178 * period**0.93
    middle = moment - lag
    start = min(max(0, math.floor((middle - 4.0 * width) / step)), len(window) - 8)
    stop = max(min(len(window), math.ceil((middle + 4.0 * width) / step) + 1), start + 8)
    since = step * np.arange(start, stop) - middle
    shape = np.cos(damped * since) * np.exp(-((since / width) ** 2)) * window[start:stop] / omega**2
    shape[:2] = shape[-2:] = 0.0
    form = np.zeros(len(shape))
    form[1:-1] = (shape[2:] - 2.0 * shape[1:-1] + shape[:-2]) / step**2
    return start, form


def matched_motion(
    seed_motion: GroundMotion | None,
    samples: FloatArray,
    step: float,
    amounts: dict[str, float],
    factor: float,
    options: MatchingOptions | ArtificialOptions,
    name: str,
) -> GroundMotion:
    """The adjusted ``samples`` [m/s2] as a motion that says how it was made."""
    if seed_motion is not None:
        return replace(
            seed_motion,
            name=name or seed_motion.name,
            step=step,
            acceleration=samples[:, None],
            initial_velocity=None,
            initial_displacement=None,
            treatments=(*seed_motion.treatments, Treatment(key="matched", amounts={"factor": factor, **amounts})),
            band=(amounts["corner"], 1.0 / options.shortest),
            factor=seed_motion.factor * factor,
        )
    assert isinstance(options, ArtificialOptions)
    made = Treatment(
        key=f"artificial_{options.envelope}", amounts={"seed": float(options.seed), "duration": options.duration}
    )
    return GroundMotion(
        name=name or "artificial",
        step=step,
        acceleration=samples[:, None],
        directions=(SIGNAL,),
        origin=Origin(format="artificial"),
        treatments=(made, Treatment(key="matched", amounts=amounts)),
        band=(amounts["corner"], 1.0 / options.shortest),
    )


def matched_remarks(
    seed_motion: GroundMotion | None, motion: GroundMotion, periods: FloatArray, target: FloatArray, factor: float
) -> tuple[Remark, ...]:
    """What must be known about a matched motion."""
    remarks = [Remark(kind="warning", key="motion_matched_without_pulses", text=motion.name)]
    if seed_motion is not None and not 0.25 <= factor <= 4.0:
        remarks.append(Remark(kind="warning", key="motion_matched_far", amount=factor, text=motion.name))
    largest = float((target * (periods / (2.0 * math.pi)) ** 2).max())
    moved = float(motion.peak_displacement[0])
    if moved > 1.5 * largest:
        remarks.append(
            Remark(kind="warning", key="motion_matched_drift", amount=moved, stated=largest, unit="m", text=motion.name)
        )
    return tuple(remarks)


TargetSpectrum = Callable[[FloatArray], FloatArray]
"""Pseudo-spectral acceleration [m/s2] at periods [s], both of shape (periods,)."""

_MOST_SAMPLES = 300_000
"""Of a matched motion: 12 minutes at 2.5 ms."""

_SAMPLES_A_PERIOD = 20
"""Of the shortest period: a peak between two samples is then at most 1.2 % (1 − cos π/20) higher than at them."""

_FOURIER_ROUNDS = 12
_RESTRAINTS = (0.001, 0.01, 0.1, 1.0)
"""Of the amounts of wavelets, tried until the spectrum comes nearer."""
_SWINGS = 5
"""Of each oscillator that are watched, where they come as near to the target as the next number says."""
_NEAR = 0.9
_AIM = 0.8
"""Part of the tolerance at which adjusting ends, so that periods between those checked keep within it too."""
_FINE = 1200
"""Periods at which the result is checked: 0.4 % apart over the usual range."""
_DIP = 0.015
"""How much deeper than at its edges the ratio may be between two of these periods; there it is looked at closely."""
_BETWEEN = 7
_REFINEMENTS = 5
"""Times that periods which the check refused are adjusted, too."""
_PATIENCE = 6
"""Rounds after which the tolerance itself is enough."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Matched:
    """A motion matched to a spectrum, and how near it came."""

    motion: GroundMotion
    periods: FloatArray
    """That were checked [s], shape (periods,): many more than those adjusted."""
    target: FloatArray
    """Pseudo-spectral acceleration there [m/s2], shape (periods,)."""
    ratios: FloatArray
    """Of the motion's to it, shape (periods,)."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class _Task:
    """What stays the same while a motion is adjusted."""

    step: float
    periods: FloatArray
    target: FloatArray
    damping: float
    window: FloatArray
    """That makes the displacement zero at both ends, shape (samples,)."""
    corner: float

    def ratios(self, acceleration: FloatArray) -> FloatArray:
        """Of response to target at each period, shape (periods,)."""
        moved = oscillator_peaks(acceleration, self.step, self.periods, self.damping)[:, 0]
        return np.asarray((2.0 * math.pi / self.periods) ** 2 * moved / self.target)

    def true_ratios(self, acceleration: FloatArray) -> FloatArray:
        """The same, with peaks between samples and after the end."""
        moved = oscillator_extremes(acceleration, self.step, self.periods, self.damping)[:, 0]
        return np.asarray((2.0 * math.pi / self.periods) ** 2 * moved / self.target)

    def with_periods(self, other: _Task, chosen: NDArray[np.bool_]) -> _Task:
        """The task with those of another's periods that were ``chosen``."""
        together, places = np.unique(np.concatenate([self.periods, other.periods[chosen]]), return_index=True)
        return replace(self, periods=together, target=np.concatenate([self.target, other.target[chosen]])[places])


def match_spectrum(
    seed_motion: GroundMotion | None,
    target: TargetSpectrum,
    options: MatchingOptions | ArtificialOptions | None = None,
    *,
    name: str = "",
) -> Matched:
    """A motion whose pseudo-acceleration spectrum is ``target`` within the tolerance, at rest at both ends.

    ``seed_motion``, of one component, lends its phases and its course in time; without it, random phases under an
    envelope do (:class:`ArtificialOptions`). Seeds are given a pad at both ends as long as the longest period.
    """
    options = options or MatchingOptions()
    if seed_motion is None and not isinstance(options, ArtificialOptions):
        options = ArtificialOptions(**asdict(options))
    between = np.geomspace(options.shortest, options.longest, 2 * options.periods - 1)
    wanted = _target_values(target, between)
    corner = 0.5 / options.longest if options.corner is None else options.corner
    first, step, taper = _started(seed_motion, options)
    times = step * np.arange(len(first), dtype=np.float64)
    task = _Task(
        step=step,
        periods=between,
        target=wanted,
        damping=options.damping,
        window=half_cosine_window(times, taper),
        corner=corner,
    )
    fine = np.geomspace(options.shortest, options.longest, _FINE)
    samples, factor = _fourier_scaled(task, first)
    rounds = 0
    for _ in range(_REFINEMENTS):
        samples, spent = _adjusted(task, samples, replace(options, rounds=options.rounds - rounds))
        rounds += spent
        samples, change = rested(samples, step, task.window)
        check, ratios = _checked(task, fine, target, samples, options.tolerance)
        if _worst(ratios) <= options.tolerance or rounds >= options.rounds:
            break
        # the spectrum is the largest of many swings: it may dip between two periods, where one hands over to the next
        task = task.with_periods(check, np.abs(ratios - 1.0) > 0.95 * options.tolerance)
    worst = int(np.abs(ratios - 1.0).argmax())
    if abs(ratios[worst] - 1.0) > options.tolerance:
        raise ComputationError(
            f"the motion could not be matched within {options.tolerance:.0%}: after {rounds} rounds its spectrum is "
            f"{ratios[worst]:.3f} of the target at {check.periods[worst]:.3g} s. Take another record or random seed, a "
            "longer duration, a narrower range of periods or a wider tolerance"
        )
    amounts = {
        "lowest_ratio": float(ratios.min()),
        "highest_ratio": float(ratios.max()),
        "shortest": options.shortest,
        "longest": options.longest,
        "damping": options.damping,
        "corner": corner,
        "taper": taper,
        "rounds": float(rounds),
        "rest_change": change,
    }
    motion = matched_motion(seed_motion, samples, step, amounts, factor, options, name)
    return Matched(
        motion=motion,
        periods=check.periods,
        target=check.target,
        ratios=ratios,
        remarks=matched_remarks(seed_motion, motion, check.periods, check.target, factor),
    )


def _checked(
    task: _Task, fine: FloatArray, target: TargetSpectrum, samples: FloatArray, tolerance: float
) -> tuple[_Task, FloatArray]:
    """The task at all periods of the check, and the ratios there: the ``fine`` ones, and more where it gets narrow."""
    check = replace(task, periods=fine, target=_target_values(target, fine))
    ratios = check.true_ratios(samples)
    narrow = np.flatnonzero(np.abs(ratios[:-1] - 1.0) > tolerance - _DIP)
    shares = np.arange(1, _BETWEEN + 1) / (_BETWEEN + 1.0)
    more = fine[narrow, None] * (fine[narrow + 1] / fine[narrow])[:, None] ** shares
    nearer = replace(task, periods=more.ravel(), target=_target_values(target, more.ravel()))
    order = np.argsort(np.concatenate([fine, nearer.periods]))
    together = replace(
        task,
        periods=np.concatenate([fine, nearer.periods])[order],
        target=np.concatenate([check.target, nearer.target])[order],
    )
    return together, np.concatenate([ratios, nearer.true_ratios(samples)])[order]


def _target_values(target: TargetSpectrum, periods: FloatArray) -> FloatArray:
    values = np.asarray(target(periods), dtype=np.float64)
    if values.shape != periods.shape or not np.all(np.isfinite(values) & (values > 0.0)):
        raise OptionsError(
            "the target spectrum must give an acceleration greater than 0 at every period from "
            f"{periods[0]:g} s to {periods[-1]:g} s; change the range of periods or the spectrum"
        )
    return values


def _started(
    seed_motion: GroundMotion | None, options: MatchingOptions | ArtificialOptions
) -> tuple[FloatArray, float, float]:
    """Acceleration to begin with [m/s2], its step [s], and how long the ends of the motion are tapered [s]."""
    finest = options.shortest / _SAMPLES_A_PERIOD
    if seed_motion is None:
        assert isinstance(options, ArtificialOptions)
        count = math.ceil(options.duration / finest) + 1
        step = options.duration / (count - 1)
        _check_count(count)
        noise = np.random.default_rng(options.seed).standard_normal(count)
        # nothing asks for motion far beyond the highest frequency, and it would only raise the peak acceleration
        spectrum = rfft(noise)
        spectrum /= 1.0 + (rfftfreq(count, step) * options.shortest / 1.5) ** 8
        times = step * np.arange(count, dtype=np.float64)
        shaped = np.asarray(irfft(spectrum, count), dtype=np.float64) * envelope(
            times, options.duration, options.envelope
        )
        return shaped, step, min(options.longest, options.duration / 10.0)
    if len(seed_motion.directions) != 1:
        names = ", ".join(direction.name for direction in seed_motion.directions)
        raise OptionsError(f'motion "{seed_motion.name}" has the components {names}; match one of them: only("…")')
    if not np.any(seed_motion.acceleration):
        raise OptionsError(f'motion "{seed_motion.name}" never moves; give another record to match')
    # whole parts of the record's own step: the same polygon, so the same motion
    parts = math.ceil(seed_motion.step / finest * (1.0 - 1e-9))
    step = seed_motion.step / parts
    pad = math.ceil(options.longest / step)
    kept = (len(seed_motion.acceleration) - 1) * parts + 1
    _check_count(kept + 2 * pad)
    filed = seed_motion.acceleration[:, 0]
    dense = np.interp(np.arange(kept) / parts, np.arange(len(filed)), filed)
    return np.concatenate([np.zeros(pad), dense, np.zeros(pad)]), step, pad * step


def _check_count(count: int) -> None:
    if count > _MOST_SAMPLES:
        raise OptionsError(
            f"the matched motion would have {count} samples, more than {_MOST_SAMPLES}; cut the record, resample it, "
            "or make the shortest period longer"
        )


def _fourier_scaled(task: _Task, first: FloatArray) -> tuple[FloatArray, float]:
    """The best of some rounds of scaled Fourier amplitudes, and the factor of the whole motion before them."""
    count = len(first)
    # the filter rings for some of its periods on both sides; without this room it would come back at the other end
    length = next_fast_len(count + math.ceil(6.0 / (task.corner * task.step)))
    spectrum = np.asarray(rfft(first, length))
    frequencies = rfftfreq(length, task.step)
    with np.errstate(divide="ignore", over="ignore"):
        gain = 1.0 / (1.0 + (task.corner / frequencies) ** 8)  # Butterworth of order 4 there and back
        to_displacement = -gain / np.maximum(2.0 * math.pi * frequencies, 1e-30) ** 2
    to_displacement[0] = 0.0

    def rebuilt(shape: FloatArray) -> FloatArray:
        moved = irfft(spectrum * shape * to_displacement, length)[:count] * task.window
        return fitted_acceleration(np.asarray(moved), task.step)

    shape = np.ones(len(frequencies))
    lowest, highest = 1.0 / task.periods[-1], 1.0 / task.periods[0]
    places = np.log(np.clip(frequencies, lowest, highest))
    known = -np.log(task.periods[::-1])
    best, least, factor = first, math.inf, 1.0
    for round_number in range(_FOURIER_ROUNDS):
        samples = rebuilt(shape)
        logs = np.log(np.maximum(task.ratios(samples), 1e-12))
        misfit = float(np.sqrt(np.mean((logs - logs.mean()) ** 2)))
        if round_number == 0:
            factor = math.exp(-float(logs.mean()))
        if misfit < least:
            best, least = samples * math.exp(-float(logs.mean())), misfit
        shape = shape * np.exp(-np.interp(places, known, logs[::-1]))
    return best, factor


def _adjusted(task: _Task, samples: FloatArray, options: MatchingOptions) -> tuple[FloatArray, int]:
    """Samples after wavelets have brought the peaks of response to the target, and the number of rounds."""
    aim = _AIM * options.tolerance
    samples, ratios = _centred(task, samples)
    best, least = samples, _worst(ratios)
    for round_number in range(options.rounds):
        if least <= (aim if round_number < _PATIENCE else options.tolerance):
            return best, round_number
        # every second period, and those between them that need it
        chosen = np.abs(ratios - 1.0) > aim
        chosen[::2] = True
        linear = _linearised(replace(task, periods=task.periods[chosen], target=task.target[chosen]), samples)
        now = _norm(ratios)
        for restraint in _RESTRAINTS:
            trial, ratios = _centred(task, samples + linear.added(restraint, len(samples)))
            if _worst(ratios) < least:
                best, least = trial, _worst(ratios)
            if _norm(ratios) < now:
                break
        samples = trial
    return best, options.rounds


def _centred(task: _Task, samples: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Samples scaled so that the spectrum is as far above the target as below it, and the ratios."""
    ratios = task.ratios(samples)
    factor = 2.0 / float(ratios.min() + ratios.max())
    return samples * factor, ratios * factor


def _worst(ratios: FloatArray) -> float:
    return float(np.abs(ratios - 1.0).max())


def _norm(ratios: FloatArray) -> float:
    # between the sum of squares, which leaves single periods far off, and the largest, which sees nothing else
    return float(np.linalg.norm(ratios - 1.0, 6))


@dataclass(frozen=True, kw_only=True, eq=False)
class _Linear:
    """How swings of the oscillators answer to wavelets, one for each swing."""

    wavelets: list[Wavelet]
    influence: FloatArray
    """Change of |u| over target by each wavelet, shape (swings, wavelets); the largest swing of each period first."""
    sizes: FloatArray
    """|u| over target now, shape (swings,)."""
    leading: int
    """Number of periods."""

    def added(self, restraint: float, count: int) -> FloatArray:
        """Acceleration that brings the largest swings to the target and the others no further, shape (samples,)."""
        scale = np.linalg.norm(self.influence, axis=0)
        scale[scale == 0.0] = 1.0
        rows = self.influence / scale
        number = len(self.wavelets)
        active = np.arange(number) < self.leading
        amounts = np.zeros(number)
        for _ in range(6):
            chosen = rows[active]
            # neighbours' wavelets are nearly the same: the least amounts, not the exact ones that cancel each other
            normal = chosen.T @ chosen + restraint * np.eye(number)
            amounts = np.linalg.solve(normal, chosen.T @ (1.0 - self.sizes[active]))
            beyond = self.sizes + rows @ amounts > 1.0
            if not np.any(beyond & ~active):
                break
            active |= beyond
        total = np.zeros(count)
        for amount, (at, form) in zip(amounts / scale, self.wavelets, strict=True):
            total[at : at + len(form)] += amount * form
        return total


def _linearised(task: _Task, samples: FloatArray) -> _Linear:
    swings = largest_swings(samples, task.step, task.periods, task.damping, _SWINGS)
    size = task.target * (task.periods / (2.0 * math.pi)) ** 2
    sizes = np.abs(swings[:, :, 1]) / size[:, None]
    near = sizes[:, 1:] > _NEAR
    owner = np.concatenate([np.arange(len(size)), np.nonzero(near)[0]])
    chosen = np.concatenate([swings[:, 0], swings[:, 1:][near]])
    wavelets: list[Wavelet] = [
        wavelet(period, task.damping, task.step * moment, task.window, task.step)
        for period, moment in zip(task.periods[owner], chosen[:, 0], strict=True)
    ]
    influence = swing_influences(
        np.concatenate([form for _, form in wavelets]),
        np.array([start for start, _ in wavelets], dtype=np.intp),
        np.cumsum([0] + [len(form) for _, form in wavelets]).astype(np.intp),
        task.step,
        task.periods[owner],
        task.damping,
        chosen[:, 0].astype(np.intp),
    )
    return _Linear(
        wavelets=wavelets,
        influence=influence * (np.sign(chosen[:, 1]) / size[owner])[:, None],
        sizes=np.concatenate([sizes[:, 0], sizes[:, 1:][near]]),
        leading=len(size),
    )
