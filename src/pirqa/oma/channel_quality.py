"""Quality of each channel, checked on the raw signals: clipping, noise, references, duration.

Run it on a measurement as loaded, before filters and decimation, which hide clipping and dropouts. Every flag has a
threshold in :class:`QualityLimits`, with its reason.

References that do not fit those of the other setups are turned round, or swapped with another channel. Near a mode all
references move in fixed proportions, whatever the excitation. Their matrix of spectral densities over its trace,
R(f) = S(f) / tr S(f), is therefore much the same in every setup. A setup is reported if its R lies far from the median
of the others, and near it once a reference is turned round or changed for another channel.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.frequency_domain import Spectra, spectra_of
from pirqa.oma.measurement import Degree, Measurement, Recording
from pirqa.oma.options import SpectrumOptions
from pirqa.oma.poles import ComplexArray
from pirqa.oma.preprocessing import is_silent, runs
from pirqa.units import STANDARD_GRAVITY

Flag = Literal["dead", "clipped", "dropouts", "drift", "spikes", "coarse", "noisy", "polarity", "swapped"]
FLAGS: tuple[Flag, ...] = (
    "dead",
    "clipped",
    "dropouts",
    "drift",
    "spikes",
    "coarse",
    "noisy",
    "polarity",
    "swapped",
)
"""What may be wrong with a channel, the worst first but for the last two, which are about its place."""
_QUIETEST = 0.05
"""Share of the spectrum's lines, the lowest ones, that tell the noise floor."""


@dataclass(frozen=True, kw_only=True)
class QualityLimits:
    """Where a channel is flagged."""

    flat_tops: int = 2
    """Times that at least three samples in a row stand at the very highest or lowest value: by chance a finely
    resolved signal does so not even once."""
    dropout: float = 0.05
    """Time without any change that is a dropout [s], and at least eight samples and ten times the mean length of such
    stretches (a coarse signal has them everywhere)."""
    drift: float = 1.0
    """Slow motion (standard deviation of means over ten seconds) over the rest: more than the vibration itself."""
    spike: float = 10.0
    """Robust standard deviations (from the median absolute deviation) from the median: Gaussian noise passes 10 once
    in 1e23 samples, wind and traffic hardly."""
    steps: float = 3.0
    """Steps of the digitiser in the root mean square below which a signal is coarse: rounding is then a tenth of it
    (1/√12 of a step)."""
    incoherent: float = 0.9
    """Share of the mean square that no other channel of the setup explains, where there are three or more: it hears
    noise, or another structure."""
    mismatch: float = 0.1
    """Share by which the references' spectra differ from those in the other setups before signs or places are
    doubted; excitation that changes from setup to setup gives less."""
    better: float = 0.5
    """A change of sign or place must leave less than this share of the difference to be believed."""


@dataclass(frozen=True, kw_only=True)
class ChannelQuality:
    """One channel of one setup."""

    setup: str
    degree: Degree
    reference: bool
    rms: float
    """Root mean square about its mean [m/s2]."""
    peak: float
    """Largest distance from its mean [m/s2]."""
    kurtosis: float
    """Fourth moment over that of Gaussian noise, less 1 for ordinary signals: 0 for Gaussian noise."""
    flat_tops: int
    """Times that it stood at its highest or lowest value."""
    still: float
    """Time in dropouts [s]."""
    drift: float
    """Slow motion over the rest."""
    spikes: int
    """Bursts above the limit."""
    steps: float
    """Steps of the digitiser in the rms; infinite where it cannot be told."""
    noise_density: float
    """Noise floor: lowest twentieth of the spectral density that the other channels do not explain [m/s2/√Hz]; an
    upper bound of the sensor's own noise."""
    incoherent: float
    """Share of the mean square that the other channels do not explain, an upper bound of the noise; nan where it
    stands alone."""
    flags: tuple[Flag, ...] = ()
    other: str = ""
    """With which channel it seems to be swapped."""

    @property
    def label(self) -> str:
        """Setup, point and direction."""
        return f"{self.setup}, {self.degree}"

    @property
    def rms_mg(self) -> float:
        """Root mean square [mg]."""
        return 1e3 * self.rms / STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class QualityReport:
    """All channels of a measurement."""

    channels: tuple[ChannelQuality, ...]
    limits: QualityLimits = field(default_factory=QualityLimits)

    @property
    def flagged(self) -> tuple[ChannelQuality, ...]:
        """Channels with a flag."""
        return tuple(channel for channel in self.channels if channel.flags)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """A warning for each flag, ``remark.channel_<flag>``, with the channels that have it."""
        told: list[Remark] = []
        for flag in FLAGS:
            with_it = [channel for channel in self.channels if flag in channel.flags]
            if with_it:
                names = "; ".join(
                    f"{channel.label} ↔ {channel.other}" if flag == "swapped" and channel.other else channel.label
                    for channel in with_it
                )
                told.append(Remark(kind="warning", key=f"channel_{flag}", text=names, count=len(with_it)))
        return tuple(told)

    def of(self, setup: str, degree: Degree) -> ChannelQuality:
        """The channel of ``degree`` in ``setup``."""
        return next(item for item in self.channels if item.setup == setup and item.degree == degree)

    def __str__(self) -> str:
        lines = [f"{'channel':<24}{'rms mg':>9}{'floor µg/√Hz':>14}{'drift':>7}{'spikes':>8}{'alone %':>9}  flags"]
        for item in self.channels:
            floor = 1e6 * item.noise_density / STANDARD_GRAVITY
            alone = "–" if math.isnan(item.incoherent) else f"{100.0 * item.incoherent:.0f}"
            lines.append(
                f"{item.label:<24}{item.rms_mg:>9.3g}{floor:>14.3g}{item.drift:>7.2f}{item.spikes:>8}{alone:>9}  "
                f"{', '.join(item.flags)}".rstrip()
            )
        return "\n".join(lines)


def check_quality(measurement: Measurement, limits: QualityLimits | None = None) -> QualityReport:
    """Look at every channel of ``measurement``, which is best as loaded."""
    limits = limits or QualityLimits()
    spectra = spectra_of(measurement, _segments(min(len(item.signals) for item in measurement.recordings)))
    channels: list[ChannelQuality] = []
    for recording, spectrum in zip(measurement.recordings, spectra, strict=True):
        left = _unexplained(spectrum)
        for column, degree in enumerate(recording.degrees):
            channels.append(
                _channel(
                    recording,
                    column,
                    spectrum.power[1:, column],
                    left[:, column],
                    spectrum.independent - len(recording.degrees) + 1,
                    reference=degree in measurement.references,
                    limits=limits,
                )
            )
    # a reference that hears nothing of the wall fits no setup, and it is known why
    deaf = {item.setup for item in channels if item.reference and {"dead", "noisy"} & set(item.flags)}
    heard = [one for one in spectra if one.setup not in deaf]
    found = mismatches(heard, measurement.references, doubt=limits.mismatch, better=limits.better)
    return QualityReport(channels=tuple(_placed(channel, found) for channel in channels), limits=limits)


def _segments(samples: int) -> SpectrumOptions:
    """Segments so long that the shortest setup has some thirty: a floor and coherence that can be trusted."""
    longest = max(samples // 16, 16)
    return SpectrumOptions(segment=min(2 ** int(math.log2(longest)), 4096))


def _channel(
    recording: Recording,
    column: int,
    power: FloatArray,
    left: FloatArray,
    freedom: float,
    *,
    reference: bool,
    limits: QualityLimits,
) -> ChannelQuality:
    signal = recording.signals[:, column]
    rate = recording.rate
    centred = signal - signal.mean()
    rms = float(np.sqrt(np.mean(centred**2)))
    silent = is_silent(signal)
    alone = float("nan") if silent or np.isnan(left).any() else float(left @ power / power.sum())
    floor = power if math.isnan(alone) else left * power
    tops = 0 if silent else _flat_tops(signal)
    steps = math.inf if silent else _steps(signal, rms)
    still = 0.0 if silent else _still(signal, rate, limits.dropout)
    drift = 0.0 if silent else _drift(centred, rate)
    spikes = 0 if silent else _spikes(signal, rate, limits.spike)
    flags: dict[Flag, bool] = {
        "dead": silent,
        "clipped": tops >= limits.flat_tops and steps >= limits.steps,
        "dropouts": still > 0.0,
        "drift": drift > limits.drift,
        "spikes": spikes > 0,
        "coarse": steps < limits.steps,
        "noisy": not silent and len(recording.degrees) > 2 and alone > limits.incoherent,
    }
    return ChannelQuality(
        setup=recording.setup,
        degree=recording.degrees[column],
        reference=reference,
        rms=rms,
        peak=float(np.abs(centred).max()),
        kurtosis=float(np.mean(centred**4) / rms**4 - 3.0) if not silent else 0.0,
        flat_tops=tops,
        still=still,
        drift=drift,
        spikes=spikes,
        steps=steps,
        noise_density=_floor(floor, freedom),
        incoherent=alone,
        flags=tuple(flag for flag in FLAGS if flags.get(flag, False)),
    )


def _flat_tops(signal: FloatArray) -> int:
    """Stretches of three samples and more at the highest or the lowest value."""
    count = 0
    for extreme in (signal.max(), signal.min()):
        stretches = runs(signal == extreme)
        count += int(np.count_nonzero(stretches[:, 1] - stretches[:, 0] >= 3))
    return count


def _steps(signal: FloatArray, rms: float) -> float:
    """Steps of the digitiser in the rms: the smallest difference of two values is a step, where values repeat."""
    levels = np.unique(signal)
    if len(levels) > len(signal) // 2:  # finer than this record can tell
        return math.inf
    gaps = np.diff(levels)
    return rms / float(gaps[gaps > 1e-9 * float(np.ptp(levels))].min())


def _still(signal: FloatArray, rate: float, shortest: float) -> float:
    """Time [s] in which the signal does not change at all, for longer than usual, away from its extremes."""
    same = signal[1:] == signal[:-1]
    stretches = runs(same)
    if not len(stretches):
        return 0.0
    lengths = stretches[:, 1] - stretches[:, 0] + 1
    usual = len(signal) / (1 + np.count_nonzero(~same))
    inside = (signal[stretches[:, 0]] != signal.max()) & (signal[stretches[:, 0]] != signal.min())
    least = max(shortest * rate, 8.0, 10.0 * usual if usual > 1.5 else 0.0)
    return float(lengths[(lengths >= least) & inside].sum()) / rate


def _drift(centred: FloatArray, rate: float) -> float:
    """Standard deviation of means over ten seconds (at least eight of them), over that of what is left."""
    size = min(round(10.0 * rate), len(centred) // 8)
    count = len(centred) // size
    blocks = centred[: count * size].reshape(count, size)
    means = blocks.mean(axis=1)
    rest = float((blocks - means[:, None]).std())
    return float(means.std()) / rest if rest > 0.0 else math.inf


def _spikes(signal: FloatArray, rate: float, limit: float) -> int:
    """Bursts farther from the median than ``limit`` robust standard deviations, a tenth of a second apart."""
    size = max(min(round(10.0 * rate), len(signal)), 1)
    count = max(len(signal) // size, 1)
    # medians of ten seconds, so that slow drift is no spike
    middles = np.median(signal[: count * size].reshape(count, size), axis=1)
    centres = (np.arange(count) + 0.5) * size
    off = np.abs(signal - np.interp(np.arange(len(signal)), centres, middles))
    spread = 1.4826 * float(np.median(off))
    if spread <= 0.0:
        return 0
    places = np.flatnonzero(off > limit * spread)
    return int(1 + np.count_nonzero(np.diff(places) > 0.1 * rate)) if len(places) else 0


def _floor(density: FloatArray, freedom: float) -> float:
    """Square root of the lowest twentieth of ``density``, set right for its scatter: the level of white noise."""
    from scipy.special import gammaincinv

    # an average of n periodograms is distributed as χ² with 2n degrees of freedom
    number = max(freedom, 1.0)
    return float(np.sqrt(np.quantile(density, _QUIETEST) * number / gammaincinv(number, _QUIETEST)))


def _unexplained(spectra: Spectra) -> FloatArray:
    """Share of each channel's density that a linear system of the others does not explain, shape (f - 1, degrees).

    The residual density is 1 / (S⁻¹)ᵢᵢ (Bendat and Piersol 2010, multiple coherence); with n segments and m other
    channels it comes out low by (n − m) / n, which is set right.
    """
    power = spectra.power[1:]
    count = power.shape[1]
    moving = power.sum(axis=0) > 0.0
    share = np.full((len(power), count), np.nan)
    if moving.sum() < 2:
        return share
    chosen = np.flatnonzero(moving)
    size = np.sqrt(power[:, chosen])
    size[size == 0.0] = 1.0
    scaled = spectra.density[1:][:, chosen[:, None], chosen] / (size[:, :, None] * size[:, None, :])
    # a trace of white noise keeps two channels that are one signal apart
    scaled = scaled + 1e-9 * np.eye(len(chosen))
    inverse: Any = np.linalg.inv(scaled)
    left = 1.0 / np.einsum("fii->fi", inverse).real
    others = len(chosen) - 1
    free = spectra.independent / max(spectra.independent - others, 1.0)
    share[:, chosen] = np.clip(left * free, 0.0, 1.0)
    return share


def _placed(channel: ChannelQuality, found: Mapping[tuple[str, Degree], tuple[str, str]]) -> ChannelQuality:
    """With the flag of a channel whose sign or place does not fit the other setups."""
    if (channel.setup, channel.degree) not in found:
        return channel
    what, other = found[channel.setup, channel.degree]
    flag: Flag = "polarity" if what == "polarity" else "swapped"
    return replace(channel, flags=(*channel.flags, flag), other=other)


def mismatches(
    spectra: Sequence[Spectra], references: tuple[Degree, ...], *, doubt: float, better: float
) -> dict[tuple[str, Degree], tuple[str, str]]:
    """What seems wrong with a reference, by setup and degree: ``polarity``, or ``swapped`` and with which channel.

    ``doubt`` is the relative difference above which a setup is looked at, ``better`` the share of it that a correction
    must get below. It takes two references and two setups; of two setups that disagree nobody can tell which is wrong,
    and both are named.
    """
    usable = [one for one in spectra if all(degree in one.degrees for degree in references)]
    if len(references) < 2 or len(usable) < 2:
        return {}
    weight = np.mean([_shares(one, references) for one in usable], axis=0)[1:]
    places = [[one.degrees.index(degree) for degree in references] for one in usable]
    own = [_pattern(one, place) for one, place in zip(usable, places, strict=True)]
    found: dict[tuple[str, Degree], tuple[str, str]] = {}
    for index, (one, place) in enumerate(zip(usable, places, strict=True)):
        template = _middle([pattern for other, pattern in enumerate(own) if other != index])
        away = _distance(own[index], template, weight)
        if away <= doubt:
            continue
        trials = list(_trials(one, place, references, template, weight))
        least, degrees, what, other = min(trials, key=lambda trial: trial[0])
        if least < better * away:
            for degree in degrees:
                partner = other if degree == degrees[0] or what == "polarity" else str(degrees[0])
                found[one.setup, degree] = (what, partner)
    return found


def _trials(
    one: Spectra, place: list[int], references: tuple[Degree, ...], template: ComplexArray, weight: FloatArray
) -> list[tuple[float, tuple[Degree, ...], str, str]]:
    """Distances after each simple correction: a sign, two references exchanged, a reference for a rover."""
    trials: list[tuple[float, tuple[Degree, ...], str, str]] = []
    plain = _pattern(one, place)
    for number, degree in enumerate(references):
        signs = np.ones(len(references))
        signs[number] = -1.0
        turned = plain * np.outer(signs, signs)
        trials.append((_distance(turned, template, weight), (degree,), "polarity", ""))
    for i, j in itertools.combinations(range(len(references)), 2):
        order = list(place)
        order[i], order[j] = order[j], order[i]
        pair = (references[i], references[j])
        trials.append((_distance(_pattern(one, order), template, weight), pair, "swapped", str(references[j])))
    rovers = [column for column in range(len(one.degrees)) if column not in place]
    for number, column in itertools.product(range(len(references)), rovers):
        order = list(place)
        order[number] = column
        rover = str(one.degrees[column])
        distance = _distance(_pattern(one, order), template, weight)
        trials.append((distance, (references[number],), "swapped", rover))
    if len(references) == 2:
        # turning either of two round is the same to their pattern
        first = min(trials[:2], key=lambda trial: trial[0])
        trials[:2] = [(first[0], references, "polarity", "")]
    return trials


def _pattern(one: Spectra, place: list[int]) -> ComplexArray:
    """S / tr S of the channels at ``place``, shape (f - 1, r, r), without the line at zero frequency."""
    chosen = np.asarray(place)
    density = one.density[1:][:, chosen[:, None], chosen]
    trace = np.einsum("fii->f", density).real
    return np.asarray(density / np.where(trace > 0.0, trace, 1.0)[:, None, None])


def _middle(patterns: list[ComplexArray]) -> ComplexArray:
    """Median of real and imaginary parts: a single bad setup among the others does not spoil it."""
    stack = np.array(patterns)
    return np.asarray(np.median(stack.real, axis=0) + 1j * np.median(stack.imag, axis=0))


def _distance(pattern: ComplexArray, template: ComplexArray, weight: FloatArray) -> float:
    """Squared difference over the template's square, both weighted by where the motion is."""
    apart = (np.abs(pattern - template) ** 2).sum(axis=(1, 2)) @ weight
    size = (np.abs(template) ** 2).sum(axis=(1, 2)) @ weight
    return float(apart / size) if size > 0.0 else 0.0


def _shares(one: Spectra, references: tuple[Degree, ...]) -> FloatArray:
    """Normalised spectral density of the references, averaged, shape (f,)."""
    power = one.power[:, [one.degrees.index(degree) for degree in references]]
    sums = power[1:].sum(axis=0)
    return np.asarray((power / np.where(sums > 0.0, sums, 1.0)).mean(axis=1))


FEWEST_PERIODS = 1000
"""Of the first mode, which a record should hold (Chokepukio paper, section 3, after Ramos 2007: 1,000 to 2,000)."""


def needed_duration(first_frequency: float) -> float:
    """Return the time [s] in which a mode of ``first_frequency`` [Hz] swings 1,000 times.

    >>> needed_duration(2.0)
    500.0
    """
    return FEWEST_PERIODS / first_frequency


def short_records(measurement: Measurement, first_frequency: float) -> tuple[Remark, ...]:
    """A warning for the setups that are shorter than 1,000 periods of the first mode, with the time they needed."""
    needed = needed_duration(first_frequency)
    short = [recording for recording in measurement.recordings if recording.duration < needed]
    if not short:
        return ()
    return (
        Remark(
            kind="warning",
            key="records_short",
            text=", ".join(recording.setup for recording in short),
            count=len(short),
            amount=needed,
            unit="s",
            stated=min(recording.duration for recording in short),
        ),
    )
