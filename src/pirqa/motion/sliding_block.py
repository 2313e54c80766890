"""Newmark's sliding block: exact integration under a motion, and displacements by published regressions.

Signs: the block is pushed against the acceleration of the ground. A positive acceleration slides it in the direction
that is counted positive here, so that the displacement d obeys d'' = a − a_y while it slides forwards (d' > 0) and
d'' = a + a_b while it slides backwards (d' < 0); it rests while −a_b ≤ a ≤ a_y (Newmark 1965). For a wall that can
only slide outwards, a is therefore positive where the ground accelerates into the fill, and ``yield_backward`` is
none. Acceleration is linear between samples: within a step the velocity is a quadratic and the displacement a cubic,
and every start and stop is a root in closed form. After the last sample the ground has no acceleration, and the block
slides on until it rests.

Regressions take the yield coefficient and a few measures of the motion. They scatter by half an order of magnitude and
more: a screening beside the integration of a record, no replacement. Coefficients are those of the papers, for
centimetres, g, cm/s and m/s; what goes in and comes out here is SI.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.compiled import kernel
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

_FIRST_ROWS = 1024
"""Slips that are made room for at first; a second run makes the rest."""

_ROUNDING = 1e-12
"""Share of the peak velocity below which a block without resistance is at rest."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sliding:
    """How a rigid block slid on the ground."""

    displacement: FloatArray
    """At the samples, relative to the ground [m], shape (samples,); see the module for its sign."""
    final: float
    """Lasting displacement, when the block has come to rest [m]."""
    largest: float
    """Largest |displacement| on the way [m]."""
    peak_velocity: float
    """Largest speed relative to the ground [m/s]."""
    slips: int
    """How many times it slid from rest to rest."""
    slip_time: float
    """How long it slid in all [s]."""
    starts: FloatArray
    """When it began to slide [s], shape (slips,)."""
    stops: FloatArray
    """When it came to rest [s], shape (slips,); the last may be after the end of the record."""


def slide(
    acceleration: FloatArray, step: float, *, yield_acceleration: float, yield_backward: float | None = None
) -> Sliding:
    """Slide a block that gives way forwards at ``yield_acceleration`` [m/s2].

    ``acceleration`` [m/s2], shape (samples,), is linear between samples that are ``step`` [s] apart. Where
    ``yield_backward`` [m/s2] is none the block never slides back.
    """
    samples = np.ascontiguousarray(acceleration, dtype=np.float64)
    if samples.ndim != 1 or len(samples) < 2 or not np.all(np.isfinite(samples)):
        raise OptionsError(
            "sliding block: the acceleration must be at least 2 finite samples of one component, "
            f"got shape {samples.shape}"
        )
    if not (math.isfinite(step) and step > 0.0):
        raise OptionsError(f"sliding block: the step must be greater than 0 s, got {step}")
    backward = math.inf if yield_backward is None else yield_backward
    for name, value in (("yield_acceleration", yield_acceleration), ("yield_backward", yield_backward)):
        if value is not None and not (math.isfinite(value) and value >= 0.0):
            raise OptionsError(
                f"sliding block: {name} must be finite and at least 0 m/s2, got {value}; "
                "a wall that slides at rest has no sliding displacement"
            )
    history = np.zeros(len(samples))
    slips = np.empty((_FIRST_ROWS, 2))
    state = _integrate(samples, step, yield_acceleration, backward, history, slips)
    count = int(state[5])
    if count > len(slips):
        slips = np.empty((count, 2))
        state = _integrate(samples, step, yield_acceleration, backward, history, slips)
    final, velocity, largest, peak, slip_time = (float(value) for value in state[:5])
    resistance = yield_acceleration if velocity > 0.0 else backward
    if resistance == 0.0 and abs(velocity) <= _ROUNDING * peak:
        slips[count - 1 : count, 1] = step * (len(samples) - 1)
    elif velocity != 0.0:
        if resistance == 0.0:
            raise OptionsError(
                f"sliding block: it still moves at {abs(velocity):.3g} m/s when the record ends and nothing slows it: "
                "give a yield acceleration greater than 0, or a record that ends at rest"
            )
        # the ground has no acceleration any more: the block comes to rest within v/a_y and v²/(2 a_y)
        final += velocity * abs(velocity) / (2.0 * resistance)
        slip_time += abs(velocity) / resistance
        slips[count - 1, 1] = step * (len(samples) - 1) + abs(velocity) / resistance
    if not math.isfinite(final):
        raise OptionsError("sliding block: the accelerations are too large to be integrated; check their unit")
    history.setflags(write=False)
    return Sliding(
        displacement=history,
        final=final,
        largest=max(largest, abs(final)),
        peak_velocity=peak,
        slips=count,
        slip_time=slip_time,
        starts=slips[:count, 0].copy(),
        stops=slips[:count, 1].copy(),
    )


@kernel
def _rest_after(velocity: float, excess: float, slope: float) -> float:
    """First τ > 0 at which velocity + excess τ + slope τ²/2 falls to 0, from velocity ≥ 0; infinite if never.

    The form without cancellation is taken on either side.
    """
    if slope >= 0.0 and excess >= 0.0:
        return math.inf
    square = excess * excess - 2.0 * slope * velocity
    if square < 0.0:
        return math.inf
    root = math.sqrt(square)
    if excess < 0.0:
        return 2.0 * velocity / (root - excess)
    return (excess + root) / -slope


@kernel
def _integrate(
    samples: FloatArray, step: float, forward: float, backward: float, history: FloatArray, slips: FloatArray
) -> FloatArray:
    """Displacement, velocity, largest |d|, peak |v|, time of sliding and number of slips at the last sample.

    ``history`` gets the displacements, ``slips`` the starts and stops as far as there is room.
    """
    moved = speed = largest = peak = slip_time = 0.0
    sense = 0.0  # 1 forwards, −1 backwards, 0 at rest
    count = 0
    for index in range(len(samples) - 1):
        first, last = samples[index], samples[index + 1]
        slope = (last - first) / step
        local = 0.0
        stopped = 0.0  # sense in which it stopped here: rounding must not start the same slip again
        while local < step:
            fresh = sense == 0.0
            if fresh:
                here = first + slope * local
                if here > forward and stopped != 1.0:
                    sense = 1.0
                elif here < -backward and stopped != -1.0:
                    sense = -1.0
                elif slope > 0.0 and last > forward:
                    sense = 1.0
                    local = max(local, (forward - first) / slope)
                elif slope < 0.0 and last < -backward:
                    sense = -1.0
                    local = max(local, (-backward - first) / slope)
                else:
                    break
                if count < len(slips):
                    slips[count, 0] = step * index + local
                count += 1
                if local >= step:
                    break
            # seen in the sense of the slip, it is pushed by excess + tilt τ and moves at speed ≥ 0
            tilt = sense * slope
            excess = sense * (first + slope * local) - (forward if sense > 0.0 else backward)
            if fresh:
                excess = max(excess, 0.0)
            until = _rest_after(speed, excess, tilt)
            left = step - local
            ends = until <= left
            span = min(until, left)
            if tilt < 0.0 and 0.0 < excess < -tilt * span:
                peak = max(peak, speed - 0.5 * excess * excess / tilt)
            moved += sense * span * (speed + span * (0.5 * excess + span * tilt / 6.0))
            speed = 0.0 if ends else max(speed + span * (excess + 0.5 * span * tilt), 0.0)
            peak = max(peak, speed)
            slip_time += span
            local = local + span if ends else step
            if ends:
                largest = max(largest, abs(moved))
                if count <= len(slips):
                    slips[count - 1, 1] = step * index + local
                stopped, sense = sense, 0.0
        history[index + 1] = moved
    largest = max(largest, abs(moved))
    if sense != 0.0 and speed == 0.0 and 0 < count <= len(slips):
        slips[count - 1, 1] = step * (len(samples) - 1)
    result = np.empty(6)
    result[0], result[1], result[2], result[3], result[4], result[5] = (
        moved,
        sense * speed,
        largest,
        peak,
        slip_time,
        float(count),
    )
    return result


Kind = Literal["regression", "single_pulse", "upper_bound"]
"""``regression``: a median with its scatter; ``single_pulse``: one square pulse; ``upper_bound``: what none passed."""

_LN10 = math.log(10.0)
_CHECKED = "coefficients compared with two independent programs that agree"
_MEMORY = "from memory, not compared with the paper"


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What one regression foretells."""

    name: str
    """Key of its words in the report's word files, ``regression.<name>``."""
    source: str
    """Paper and equation, and how its coefficients were checked."""
    verified: bool
    """Whether its coefficients were checked against independent sources."""
    kind: Kind
    median: float
    """[m]; the number itself where it has no scatter, 0 where the ground never reaches the yield acceleration."""
    sigma_ln: float
    """Standard deviation of the natural logarithm of the displacement; 0 for a bound or a pulse."""
    outside: tuple[str, ...] = ()
    """Inputs outside the data that it was fitted to: yield_coefficient, ratio, magnitude."""

    @property
    def valid(self) -> bool:
        """Whether all inputs are within the data that it was fitted to."""
        return not self.outside

    @property
    def low(self) -> float:
        """The 16 % value [m]."""
        return self.median * math.exp(-self.sigma_ln)

    @property
    def high(self) -> float:
        """The 84 % value [m]."""
        return self.median * math.exp(self.sigma_ln)


@dataclass(frozen=True, kw_only=True)
class _Inputs:
    """What the regressions are functions of, in the papers' units."""

    yield_coefficient: float
    pga: float
    """[g]."""
    pgv: float
    """[cm/s]; NaN where not known."""
    arias: float
    """[m/s]; NaN where not known."""
    magnitude: float
    """NaN where not known."""

    @property
    def ratio(self) -> float:
        """Yield coefficient over peak acceleration."""
        return self.yield_coefficient / self.pga

    def polynomial(self, *factors: float) -> float:
        """Sum of factors·ratioⁿ, n = 0, 1, 2 …"""
        return sum(factor * self.ratio**power for power, factor in enumerate(factors))


@dataclass(frozen=True, kw_only=True)
class _Regression:
    name: str
    source: str
    verified: bool
    kind: Kind = "regression"
    needs: tuple[str, ...] = ()
    log_centimetres: Callable[[_Inputs], float]
    """Natural logarithm of the median displacement in centimetres."""
    sigma: Callable[[_Inputs], float]
    ranges: tuple[tuple[str, float, float], ...] = ()


def _log_ratio(inputs: _Inputs, constant: float, above: float, below: float) -> float:
    """ln of 10^constant (1 − r)^above r^below."""
    return constant * _LN10 + above * math.log1p(-inputs.ratio) + below * math.log(inputs.ratio)


_JIBSON = (("yield_coefficient", 0.05, 0.40), ("magnitude", 5.3, 7.6))
_SAYGILI = (("yield_coefficient", 0.05, 0.30), ("magnitude", 5.0, 7.9))

_REGRESSIONS = (
    _Regression(
        name="ambraseys_menu_1988",
        source=f"Ambraseys and Menu (1988), EESD 16:985–1006; σ(log10) 0.30; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: _log_ratio(x, 0.90, 2.53, -1.09),
        sigma=lambda x: 0.30 * _LN10,
        ranges=(("ratio", 0.1, 0.9), ("magnitude", 6.6, 7.2)),
    ),
    _Regression(
        name="jibson_2007_ratio",
        source=f"Jibson (2007), Engineering Geology 91:209–218, eq. 6; σ(log10) 0.510; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: _log_ratio(x, 0.215, 2.341, -1.438),
        sigma=lambda x: 0.510 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_magnitude",
        source=f"Jibson (2007), eq. 7; σ(log10) 0.454; {_CHECKED}",
        verified=True,
        needs=("magnitude",),
        log_centimetres=lambda x: _log_ratio(x, -2.710, 2.335, -1.478) + 0.424 * _LN10 * x.magnitude,
        sigma=lambda x: 0.454 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_arias",
        source=f"Jibson (2007), eq. 9; σ(log10) 0.656; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: 2.401 * math.log(x.arias) - 3.481 * math.log(x.yield_coefficient) - 3.230 * _LN10,
        sigma=lambda x: 0.656 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_arias_ratio",
        source=f"Jibson (2007), eq. 10; σ(log10) 0.616; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: 0.561 * math.log(x.arias) - 3.833 * math.log(x.ratio) - 1.474 * _LN10,
        sigma=lambda x: 0.616 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="saygili_rathje_2008_pga",
        source=f"Saygili and Rathje (2008), JGGE 134:790–803, scalar model of PGA; σ(ln) 1.13; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: x.polynomial(5.52, -4.43, -20.39, 42.61, -28.74) + 0.72 * math.log(x.pga),
        sigma=lambda x: 1.13,
        ranges=_SAYGILI,
    ),
    _Regression(
        name="rathje_saygili_2009_magnitude",
        source=(
            "Rathje and Saygili (2009), Bull. NZSEE 42:18–27, eqs 8–9, PGA and M; "
            f"σ(ln) 0.73 + 0.789 r − 0.539 r²; {_CHECKED}"
        ),
        verified=True,
        needs=("magnitude",),
        log_centimetres=lambda x: (
            x.polynomial(4.89, -4.85, -19.64, 42.49, -29.06) + 0.72 * math.log(x.pga) + 0.89 * (x.magnitude - 6.0)
        ),
        sigma=lambda x: x.polynomial(0.73, 0.789, -0.539),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_pgv",
        source=f"Saygili and Rathje (2008), PGA and PGV; σ(ln) 0.405 + 0.524 r; {_CHECKED}",
        verified=True,
        needs=("pgv",),
        log_centimetres=lambda x: (
            x.polynomial(-1.56, -4.58, -20.84, 44.75, -30.50) - 0.64 * math.log(x.pga) + 1.55 * math.log(x.pgv)
        ),
        sigma=lambda x: x.polynomial(0.405, 0.524),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_arias",
        source=f"Saygili and Rathje (2008), PGA and Arias intensity; σ(ln) 0.46 + 0.56 r; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: (
            x.polynomial(2.39, -5.24, -18.78, 42.01, -29.15) - 1.56 * math.log(x.pga) + 1.38 * math.log(x.arias)
        ),
        sigma=lambda x: x.polynomial(0.46, 0.56),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_pgv_arias",
        source=f"Saygili and Rathje (2008), PGA, PGV and Arias intensity; σ(ln) 0.20 + 0.79 r; {_CHECKED}",
        verified=True,
        needs=("pgv", "arias"),
        log_centimetres=lambda x: (
            x.polynomial(-0.74, -4.93, -19.91, 43.75, -30.12)
            - 1.30 * math.log(x.pga)
            + 1.04 * math.log(x.pgv)
            + 0.67 * math.log(x.arias)
        ),
        sigma=lambda x: x.polynomial(0.20, 0.79),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="whitman_liao_1985",
        source=(
            "Whitman and Liao (1985), WES GL-85-1: 37 V²/(A g) exp(−9.4 N/A), taken as the median; "
            f"σ(ln) 1.05, of the motion alone; {_MEMORY}"
        ),
        verified=False,
        needs=("pgv",),
        # V in cm/s and A in cm/s2, so that V²/A is in centimetres
        log_centimetres=lambda x: (
            2.0 * math.log(x.pgv) + math.log(37.0 / (100.0 * STANDARD_GRAVITY * x.pga)) - 9.4 * x.ratio
        ),
        sigma=lambda x: 1.05,
    ),
    _Regression(
        name="newmark_1965_pulse",
        source="Newmark (1965), Géotechnique 15:139–160, one square pulse: V²/(2 g N) (1 − N/A); from mechanics",
        verified=True,
        kind="single_pulse",
        needs=("pgv",),
        log_centimetres=lambda x: _newmark(x) + math.log1p(-x.ratio),
        sigma=lambda x: 0.0,
    ),
    _Regression(
        name="newmark_1965_bound",
        source=f"Newmark (1965): V²/(2 g N)·A/N, and 6 V²/(2 g N) at most; {_MEMORY}",
        verified=False,
        kind="upper_bound",
        needs=("pgv",),
        log_centimetres=lambda x: _newmark(x) + math.log(min(1.0 / x.ratio, 6.0)),
        sigma=lambda x: 0.0,
    ),
)


def _newmark(inputs: _Inputs) -> float:
    """ln of V²/(2 g N) in centimetres."""
    return 2.0 * math.log(inputs.pgv) - math.log(200.0 * STANDARD_GRAVITY * inputs.yield_coefficient)


def predict_displacements(
    yield_coefficient: float,
    pga: float,
    *,
    pgv: float | None = None,
    arias: float | None = None,
    magnitude: float | None = None,
) -> tuple[Prediction, ...]:
    """What every regression whose inputs are there foretells.

    ``yield_coefficient`` is of gravity, ``pga`` [m/s2], ``pgv`` [m/s], ``arias`` [m/s], ``magnitude`` is of moment.
    """
    given = {"yield_coefficient": yield_coefficient, "pga": pga, "pgv": pgv, "arias": arias, "magnitude": magnitude}
    for name, value in given.items():
        if value is not None and not 1e-9 < value < 1e9:
            raise OptionsError(f"sliding displacement: {name} must be greater than 0 and of this world, got {value}")
    inputs = _Inputs(
        yield_coefficient=yield_coefficient,
        pga=pga / STANDARD_GRAVITY,
        pgv=math.nan if pgv is None else 100.0 * pgv,
        arias=math.nan if arias is None else arias,
        magnitude=math.nan if magnitude is None else magnitude,
    )
    return tuple(
        _predict(regression, inputs)
        for regression in _REGRESSIONS
        if all(given[name] is not None for name in regression.needs)
    )


def _predict(regression: _Regression, inputs: _Inputs) -> Prediction:
    slides = inputs.ratio < 1.0
    outside = tuple(
        name
        for name, least, greatest in regression.ranges
        if slides and not math.isnan(value := getattr(inputs, name)) and not least <= value <= greatest
    )
    return Prediction(
        name=regression.name,
        source=regression.source,
        verified=regression.verified,
        kind=regression.kind,
        median=0.01 * math.exp(regression.log_centimetres(inputs)) if slides else 0.0,
        sigma_ln=regression.sigma(inputs) if slides else 0.0,
        outside=outside,
    )
