"""Motion: Newmark's sliding block, regressions of its displacement, and velocity pulses that are detected."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.model import Direction, GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.processing import process
from pirqa.motion.pulse_detection import daubechies_filter, find_pulse, wavelet
from pirqa.motion.record import join_records, record_path
from pirqa.motion.sets.characteristics import characteristics_of_motion
from pirqa.motion.sliding_block import slide
from pirqa.motion.sliding_regressions import predict_displacements
from pirqa.motion.synthetic.options import PulseOptions
from pirqa.motion.synthetic.signals import pulse_state
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import CLOSED_FORM, Case

_case = partial(Case, group="motion")
_PLACE = 33
_CLOSED = "closed form in double precision"
_HAND = "the formula by hand at N/A = 1/2, where powers are powers of 2"
_RATHJE = "example of Rathje and others (2014), as the tests of the program pygeems print it"


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _pulses()
    yield from _sines()
    yield from _identities()
    yield from _regressions()
    yield from _velocity_pulses()


def _pulses() -> Iterator[Case]:
    strength, resistance, duration, step = 0.4 * STANDARD_GRAVITY, 0.1 * STANDARD_GRAVITY, 0.5, 1e-4

    def square() -> float:
        samples = np.zeros(round(duration / step) + 2)
        samples[1:-1] = strength
        return slide(samples, step, yield_acceleration=resistance).final

    yield _case("sliding_block.square_pulse", "displacement under a square pulse of 0.4 g for 0.5 s, yield 0.1 g", "m",
        "Newmark (1965): V²/(2 g N) (1 − N/A) = A g t²/2 (A/N − 1)",
        strength * duration**2 / 2.0 * (strength / resistance - 1.0), {"rel": 1e-3},
        "the pulse rises and falls within 0.1 ms, since acceleration is linear between samples", square,
        note="The block comes to rest 1.5 s after the record has ended.")  # fmt: skip
    slope = 3.0 / 0.2
    early = (1.0 + 2.0 * math.sqrt(2.0) / 3.0) * 0.9**3 / slope**2
    yield _case("sliding_block.triangle", "displacement under a triangular pulse, peak 3 m/s2 at 0.2 s, yield 2.1 m/s2",
        "m", "(1 + 2√2/3) (A − a_y)³/s², s = A/t: it rests before the pulse is over", early, {"rel": 1e-12}, _CLOSED,
        lambda: slide(np.array([0.0, 3.0, 0.0]), 0.2, yield_acceleration=2.1).final,
        note="Three samples: start and stop lie within a step.")  # fmt: skip
    peak = 2.1**2 / slope
    left = peak - 0.9**2 / (2.0 * slope)
    late = 2.1**3 / slope**2 + peak * 0.9 / slope - 0.9**3 / (6.0 * slope**2) + left**2 / 1.8
    yield _case("sliding_block.triangle_late", "the same, yield 0.9 m/s2: it rests after the pulse", "m",
        "cubic of each part, and v²/(2 a_y) at the end", late, *CLOSED_FORM,
        lambda: slide(np.array([0.0, 3.0, 0.0]), 0.2, yield_acceleration=0.9).final)  # fmt: skip


def _sines() -> Iterator[Case]:
    strength, resistance, omega = 3.0, 1.0, 4.0

    def swing() -> float:
        times = np.linspace(0.0, 60.0 * math.pi / omega, 24001)
        samples = strength * np.sin(omega * times)
        run = slide(samples, float(times[1]), yield_acceleration=resistance, yield_backward=resistance)
        last = run.displacement[-1600:]
        return float(last.max() - last.min())

    yield _case("sliding_block.sine_two_way", "steady swing of a block that slides both ways under 3 sin 4t, yield 1 "
        "m/s2", "m", "2A/ω² √(1 − (π a_y/2A)²): half a period from rest to rest",
        2.0 * strength / omega**2 * math.sqrt(1.0 - (math.pi * resistance / (2.0 * strength)) ** 2), {"rel": 2e-5},
        "800 samples a period: peaks are read at samples, 1e-5 below the true ones", swing)  # fmt: skip
    begins, ends = math.asin(0.4) / (2.0 * math.pi), 0.5
    speed = 2.0 / (2.0 * math.pi) * (math.cos(math.asin(0.4)) + 1.0) - 0.8 * (ends - begins)
    moved = (
        2.0 / (2.0 * math.pi) * math.cos(math.asin(0.4)) * (ends - begins)
        + 2.0 * 0.4 / (2.0 * math.pi) ** 2
        - 0.4 * (ends - begins) ** 2
    )
    yield _case("sliding_block.half_sine", "displacement under half a sine of 2 m/s2 and 0.5 s, yield 0.8 m/s2", "m",
        "the sine integrated twice from sin ωt = a_y/A, and v²/(2 a_y) after it", moved + speed**2 / 1.6, {"rel": 2e-7},
        "5001 samples of the sine: its chord is (ωh)²/12 low",
        lambda: slide(2.0 * np.sin(np.linspace(0.0, math.pi, 5001)), 1e-4, yield_acceleration=0.8).final)  # fmt: skip


@cache
def _rough() -> tuple[FloatArray, GroundMotion]:
    """A rough motion of 20 s: noise of a fixed seed, and the ground that it moves."""
    samples = np.random.default_rng(4).normal(0.0, 2.0, 2001)
    directions = (Direction(name="across"),)
    return samples, GroundMotion(name="noise", step=0.01, acceleration=samples[:, None], directions=directions)


def _identities() -> Iterator[Case]:
    resistance = 0.8

    def slipped() -> tuple[float, float, float]:
        samples, ground = _rough()
        run = slide(samples, 0.01, yield_acceleration=resistance)
        before, after, span = ground.at(run.starts), ground.at(run.stops), run.stops - run.starts
        gained = (after.velocity - before.velocity)[:, 0]
        moved = (after.displacement - before.displacement)[:, 0] - before.velocity[:, 0] * span
        return (
            run.final,
            float(np.abs(gained - resistance * span).max()),
            float(np.sum(moved - resistance * span**2 / 2)),
        )

    yield _case("sliding_block.momentum", "largest |V(stop) − V(start) − a_y t| of the slips under 20 s of noise",
        "m/s", "from rest to rest the ground gains what the friction gives the block", 0.0, {"abs": 1e-11},
        "rounding of the ground's velocity, itself exact", lambda: slipped()[1])  # fmt: skip
    yield _case("sliding_block.energy", "work of the friction over a_y d, from the ground alone in all slips", "",
        "Σ (ΔD − V t − a_y t²/2) = d", 1.0, {"rel": 1e-10}, "rounding of the ground's displacement, itself exact",
        lambda: slipped()[2] / slipped()[0])  # fmt: skip


def _median(name: str, pga: float, pgv: float | None, magnitude: float | None, arias: float | None = None) -> float:
    found = predict_displacements(0.1, pga * STANDARD_GRAVITY, pgv=pgv, arias=arias, magnitude=magnitude)
    return next(item.median for item in found if item.name == name)


def _regressions() -> Iterator[Case]:
    rows = (
        ("ambraseys_menu_1988", 10**0.90 * 2.0**-1.44, "log D = 0.90 + log[(1 − r)^2.53 r^−1.09]"),
        ("jibson_2007_ratio", 10**0.215 * 2.0**-0.903, "log D = 0.215 + log[(1 − r)^2.341 r^−1.438], eq. 6"),
        ("jibson_2007_magnitude", 10**0.258 * 2.0**-0.857, "log D = −2.710 + log[…] + 0.424 M, M = 7, eq. 7"),
        ("jibson_2007_arias", 10**0.251, "log D = 2.401 log Ia − 3.481 log ac − 3.230, Ia = 1 m/s, eq. 9"),
        ("jibson_2007_arias_ratio", 10**-1.474 * 2.0**3.833, "log D = 0.561 log Ia − 3.833 log r − 1.474, eq. 10"),
    )
    for name, centimetres, formula in rows:
        yield _case(f"regression.{name}", "median displacement, yield 0.1 g, PGA 0.2 g", "m", f"{formula}; {_HAND}",
            centimetres / 100.0, *CLOSED_FORM, partial(_median, name, 0.2, 0.2, 7.0, 1.0))  # fmt: skip
    rounded = "inputs and result are printed to two digits: PGA ± 0.005 g alone is 1 to 2 %"
    published: tuple[tuple[str, str, float, float | None, float | None, float], ...] = (
        ("regression.rathje_saygili_2009_magnitude", "0.54", 0.54, None, 6.75, 0.43),
        ("regression.rathje_saygili_2009_magnitude.strong", "0.88", 0.88, None, 6.75, 1.13),
        ("regression.saygili_rathje_2008_pgv", "0.88", 0.88, 0.71, None, 0.81),
        ("regression.saygili_rathje_2008_pgv.weak", "0.54", 0.54, 0.42, None, 0.29),
    )
    for id, shown, pga, pgv, magnitude, printed in published:
        name = id.split(".")[1]
        missed = id.endswith(".weak")
        yield _case(id, f"median displacement, yield 0.1 g, PGA {shown} g", "m", _RATHJE, printed, {"rel": 0.02},
            rounded, partial(_median, name, pga, pgv, magnitude),
            note="Printed 29 cm; its own printed inputs give 27.5 cm: shown, not judged." if missed else "",
            compare_only=missed)  # fmt: skip


# ---- velocity pulses ----

_METHOD = "Shahi and Baker (2014), BSSA 104:2456-2466"
_STEP = 0.01
_TIMES: FloatArray = _STEP * np.arange(4096, dtype=np.float64)
_SEEDS = 40


def _velocity_pulses() -> Iterator[Case]:
    yield _case("pulses.daubechies", "largest coefficient of the Daubechies filter of order 4", "",
        "Daubechies (1992), Ten Lectures on Wavelets, table 6.1: 0.7148465706", 0.7148465706, {"abs": 1e-9},
        "digits of the table", lambda: float(daubechies_filter(4).max()))  # fmt: skip
    yield _case("pulses.wavelet.period", "period of a planted Daubechies wavelet of scale 2 s", "s",
        f"{_METHOD}: the period of a wavelet is 1.4 scales", 2.8, {"rel": 0.01},
        "65 scales are tried between neighbours", _wavelet_period)  # fmt: skip
    for period in (1.0, 2.0, 4.0):
        yield _case(f"pulses.planted.{period:g}s", f"period of a planted pulse of {period:g} s in noise, median of "
            "five", "s", "Mavroeidis and Papageorgiou (2003) pulse of 1 m/s, 2 cycles, phase 90°, in noise of 0.2 m/s",
            period, {"rel": 0.1}, "the wavelet's pseudo-period and the pulse's parameter differ by its shape",
            partial(_planted_period, period))  # fmt: skip
    yield _case("pulses.noise", f"pulse-like of {_SEEDS} stationary noises of 0.5 m/s from 0.3 Hz on", "", _METHOD, 0.0,
        {"max": 0.05}, "a few in a hundred", _false_share)  # fmt: skip
    yield _case("pulses.meloland", "pulse period of El Centro, Meloland overpass, 15 October 1979", "s",
        f"{_METHOD}, table of pulses; Baker (2007): 3.3 s; both quoted from memory", 3.4, {"rel": 0.05},
        "another filter of the record, and a number from memory", _meloland_period)  # fmt: skip


def _wavelet_period() -> float:
    places, values = wavelet()
    signal = 0.8 * np.interp(_TIMES / 2.0, places + 4.0, values, left=0.0, right=0.0)
    return _period(signal[:, None])


def _planted_period(period: float) -> float:
    options = PulseOptions(amplitude=1.0, frequency=1.0 / period, phase=0.5 * math.pi, cycles=2.0)
    pulse = pulse_state(options, _TIMES - 12.0).velocity
    return float(np.median([_period(_noise(seed, 0.2) + np.stack([0.8 * pulse, 0.6 * pulse], 1)) for seed in range(5)]))


def _false_share() -> float:
    return sum(find_pulse(_noise(seed, 0.5), _STEP) is not None for seed in range(_SEEDS)) / _SEEDS


def _meloland_period() -> float:
    files = [record_path(f"pirqa:meloland_CHAN{number}.V2", Path()) for number in (14, 15, 24)]
    motion = process(join_records([read_record(file) for file in files]), ProcessingOptions(), name="meloland").motion
    period = characteristics_of_motion(motion).pulse_period
    return math.nan if period is None else period


def _period(velocity: FloatArray) -> float:
    pulse = find_pulse(velocity, _STEP)
    return math.nan if pulse is None else pulse.period


def _noise(seed: int, pgv: float) -> FloatArray:
    """Return two components of velocity whose acceleration is white between 0.3 and 25 Hz, shape (samples, 2)."""
    chance = np.random.default_rng(seed)
    frequencies = np.fft.rfftfreq(len(_TIMES), _STEP)
    inside = (frequencies > 0.3) & (frequencies < 25.0)
    spectrum = np.zeros((len(frequencies), 2), dtype=np.complex128)
    drawn = chance.normal(size=(int(inside.sum()), 2)) + 1j * chance.normal(size=(int(inside.sum()), 2))
    spectrum[inside] = drawn / (2j * math.pi * frequencies[inside, None])
    values = np.fft.irfft(spectrum, len(_TIMES), axis=0) * np.clip(_TIMES / 4.0, 0.0, 1.0)[:, None]
    return np.asarray(values * pgv / np.abs(values).max(axis=0))
