"""The same plan on later dates: which frequencies changed by more than noise and temperature explain.

Minimal model of the weather: ln f = a + b·T, one line for each mode, fitted to earlier dates that were steady, so that
a change cannot explain itself. Where fewer than four of them have a temperature, the slope is not known; a standard
deviation that is assumed for it widens the limits instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.modes import Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Table
from pirqa.oma.options import TrackingOptions
from pirqa.oma.poles import ComplexArray

Judgement = Literal["baseline", "steady", "changed", "lost", "unsure"]
"""``unsure``: a frequency without a standard deviation cannot be judged."""
Model = Literal["none", "scatter", "temperature"]
"""Of what a frequency is compared with: the baseline with an assumed scatter, or a line over temperature."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Epoch:
    """What one visit found."""

    name: str
    """Its date, or what people call it."""
    modes: Modes
    temperature: float | None = None
    """Of the air [°C]."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """One mode of the baseline on one date."""

    epoch: str
    mode: int
    """Of the baseline, from 0."""
    found: int | None
    """Number of the date's mode, from 0; none where it was lost."""
    judgement: Judgement
    model: Model
    frequency: float
    """[Hz]; nan where it was lost."""
    frequency_sd: float
    """Of the identification [Hz]."""
    expected: float
    """What it is compared with: the baseline, or the line over temperature [Hz]."""
    change: float
    """Of the frequency over what was expected, less 1."""
    change_sd: float
    """Standard deviation of the change: both identifications, scatter and temperature."""
    limit: float
    """Size of the change above which the mode is called changed."""
    mac: float
    """With the shape of the baseline; nan where it was lost."""
    temperature: float | None = None
    """[°C]"""


@dataclass(frozen=True, kw_only=True)
class TrackingResult:
    """Modes over dates."""

    epochs: tuple[str, ...]
    """The first is the baseline."""
    changes: tuple[Change, ...]
    """One for each mode of the baseline on each date, dates first."""
    new: tuple[tuple[str, ...], ...]
    """Of each date the frequencies of modes that the baseline has not, as text in Hz."""
    confidence: float
    """Of each date, over all its modes together."""
    modes: int
    """Of the baseline."""

    def of_mode(self, mode: int) -> tuple[Change, ...]:
        """History of one mode, by date."""
        return tuple(change for change in self.changes if change.mode == mode)

    def on(self, epoch: str) -> tuple[Change, ...]:
        """All modes on one date."""
        return tuple(change for change in self.changes if change.epoch == epoch)

    @property
    def table(self) -> Table:
        """All numbers, a row for each mode and date; modes are counted from 1, temperatures nan where unknown [°C]."""
        return Table.of(
            [
                {
                    "epoch": item.epoch,
                    "mode": item.mode + 1,
                    "frequency": item.frequency,
                    "frequency_sd": item.frequency_sd,
                    "expected": item.expected,
                    "change": item.change,
                    "change_sd": item.change_sd,
                    "limit": item.limit,
                    "mac": item.mac,
                    "temperature": math.nan if item.temperature is None else item.temperature,
                    "model": item.model,
                    "judgement": item.judgement,
                }
                for item in self.changes
            ]
        )

    @property
    def flagged(self) -> tuple[Change, ...]:
        """Changed or lost."""
        return tuple(change for change in self.changes if change.judgement in ("changed", "lost"))

    def __str__(self) -> str:
        lines = [f"{'date':<14}{'mode':>5}{'Hz':>9}{'change %':>10}{'limit %':>9}{'MAC':>6}  judgement"]
        for item in self.changes:
            numbers = f"{item.frequency:>9.4g}{100.0 * item.change:>10.2f}{100.0 * item.limit:>9.2f}{item.mac:>6.2f}"
            lines.append(f"{item.epoch:<14}{item.mode + 1:>5}{numbers}  {item.judgement}")
        for epoch, frequencies in zip(self.epochs, self.new, strict=True):
            if frequencies:
                lines.append(f"{epoch}: new at {', '.join(frequencies)} Hz")
        return "\n".join(lines)


def pair_modes(first: Modes, second: Modes, options: TrackingOptions | None = None) -> tuple[int | None, ...]:
    """For each mode of ``first`` that of ``second`` with the same shape and nearly the same frequency, or none.

    The pair most alike goes first (:func:`pirqa.model.modes.paired`); points are matched by their names.
    """
    asked = options or TrackingOptions()
    one, other = _shared(first, second)
    pairs = dict(
        paired(
            first.frequency,
            one,
            second.frequency,
            other,
            least=asked.least_mac,
            farthest=asked.frequency_window,
        )
    )
    return tuple(pairs.get(mode) for mode in range(len(first)))


def _shared(first: Modes, second: Modes) -> tuple[ComplexArray, ComplexArray]:
    """Shapes of both at the points that both have, (n, shared, 3) and (m, shared, 3)."""
    shared = [name for name in first.points if name in second.points]
    if not shared:
        raise OptionsError(
            f"no point is common to two dates ({', '.join(first.points[:4])} … and {', '.join(second.points[:4])} …); "
            "tracking needs the same plan"
        )
    return (
        first.complex_shape[:, [first.points.index(name) for name in shared]],
        second.complex_shape[:, [second.points.index(name) for name in shared]],
    )


def track(epochs: Sequence[Epoch], options: TrackingOptions | None = None) -> TrackingResult:
    """Modes of the first of ``epochs`` followed through the later ones, which are in the order of their dates."""
    asked = options or TrackingOptions()
    if len(epochs) < 2:
        raise OptionsError(f"tracking needs at least two dates, got {len(epochs)}: add [[visits]] to the plan")
    names = [epoch.name for epoch in epochs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise OptionsError(f'two dates are called "{twice}": give each its own name')
    baseline = epochs[0].modes
    if not len(baseline):
        raise OptionsError(f"the baseline {names[0]} has no modes to follow")
    pairs = [pair_modes(baseline, epoch.modes, asked) for epoch in epochs]
    likeness = [
        modal_assurance(*_shared(baseline, epoch.modes)) if len(epoch.modes) else np.zeros((len(baseline), 0))
        for epoch in epochs
    ]
    pairs[0] = tuple(range(len(baseline)))
    histories = [_followed(epochs, mode, pairs, likeness, asked) for mode in range(len(baseline))]
    new = tuple(
        tuple(f"{frequency:.4g}" for row, frequency in enumerate(epoch.modes.frequency) if row not in pairing)
        for epoch, pairing in zip(epochs, pairs, strict=True)
    )
    return TrackingResult(
        epochs=tuple(names),
        changes=tuple(history[number] for number in range(len(epochs)) for history in histories),
        new=new,
        confidence=asked.confidence,
        modes=len(baseline),
    )


def _followed(
    epochs: Sequence[Epoch],
    mode: int,
    pairs: Sequence[tuple[int | None, ...]],
    likeness: Sequence[FloatArray],
    options: TrackingOptions,
) -> list[Change]:
    """One mode of the baseline through all dates."""
    baseline = epochs[0].modes
    found: list[Change] = []
    for epoch, pairing, mac in zip(epochs, pairs, likeness, strict=True):
        row = pairing[mode]
        if row is None:
            found.append(_lost(epoch, mode, float(baseline.frequency[mode])))
            continue
        seen = Change(
            epoch=epoch.name,
            mode=mode,
            found=row,
            judgement="baseline",
            model="none",
            frequency=float(epoch.modes.frequency[row]),
            frequency_sd=math.nan if epoch.modes.frequency_sd is None else float(epoch.modes.frequency_sd[row]),
            expected=float(baseline.frequency[mode]),
            change=0.0,
            change_sd=0.0,
            limit=0.0,
            mac=float(mac[mode, row]),
            temperature=epoch.temperature,
        )
        # Bonferroni: each of the date's modes has its share of the chance of a false alarm
        tail = 1.0 - 0.5 * (1.0 - options.confidence) / sum(number is not None for number in pairing)
        found.append(_judged(seen, found, tail, options) if found else seen)
    return found


def _lost(epoch: Epoch, mode: int, start: float) -> Change:
    return Change(
        epoch=epoch.name,
        mode=mode,
        found=None,
        judgement="lost",
        model="none",
        frequency=math.nan,
        frequency_sd=math.nan,
        expected=start,
        change=math.nan,
        change_sd=math.nan,
        limit=math.nan,
        mac=math.nan,
        temperature=epoch.temperature,
    )


def _judged(seen: Change, earlier: Sequence[Change], tail: float, options: TrackingOptions) -> Change:
    """``seen`` beside what ``earlier`` dates of the mode let expect; the first of them is the baseline."""
    start = earlier[0]
    line = _fit([item for item in earlier if item.judgement in ("baseline", "steady")], options)
    own = seen.frequency_sd / seen.frequency
    if line is None or seen.temperature is None:
        from scipy.special import ndtri

        model: Model = "scatter"
        warmer = 0.0
        if seen.temperature is not None and start.temperature is not None:
            warmer = seen.temperature - start.temperature
        expected, quantile = start.frequency, float(ndtri(tail))
        # both dates have their own weather
        variance = own**2 + (start.frequency_sd / start.frequency) ** 2
        variance += 2.0 * options.scatter**2 + (options.temperature_effect * warmer) ** 2
    else:
        from scipy.special import stdtrit

        model = "temperature"
        level, unsure = line.at(seen.temperature)
        expected, quantile = math.exp(level), float(stdtrit(line.freedom, tail))
        # a date that was identified worse than the earlier ones has a wider limit; without a deviation, theirs
        variance = unsure + max(line.scatter, 0.0 if math.isnan(own) else own) ** 2
    change, limit = seen.frequency / expected - 1.0, quantile * math.sqrt(variance)
    judgement: Judgement = "changed" if abs(change) > limit else "steady"
    if math.isnan(limit):
        judgement = "unsure"
    return replace(
        seen,
        judgement=judgement,
        model=model,
        expected=expected,
        change=change,
        change_sd=math.sqrt(variance),
        limit=limit,
    )


@dataclass(frozen=True, kw_only=True)
class _Line:
    """ln f over temperature, by least squares."""

    centre: float
    """Mean temperature [°C]."""
    level: float
    """ln f there."""
    slope: float
    spread: float
    """Σ(T − mean)² [K²]."""
    scatter: float
    """Standard deviation of ln f about the line: identification, moisture and whatever else."""
    count: int

    @property
    def freedom(self) -> int:
        return self.count - 2

    def at(self, temperature: float) -> tuple[float, float]:
        """ln f on the line, and the variance of the line itself there (Draper and Smith 1998, section 1.4)."""
        away = temperature - self.centre
        variance = self.scatter**2 * (1.0 / self.count + away**2 / self.spread)
        return self.level + self.slope * away, variance


def _fit(earlier: Sequence[Change], options: TrackingOptions) -> _Line | None:
    """The line of one mode through ``earlier`` dates; none where they are too few or of one temperature."""
    known = [(item.temperature, item.frequency, item.frequency_sd) for item in earlier if item.temperature is not None]
    if len(known) < options.least_dates:
        return None
    temperature, frequency, own = (np.array(column) for column in zip(*known, strict=True))
    if np.ptp(temperature) < options.least_range:
        return None
    centre, level = float(temperature.mean()), float(np.log(frequency).mean())
    spread = float(((temperature - centre) ** 2).sum())
    slope = float((temperature - centre) @ (np.log(frequency) - level)) / spread
    rest = np.log(frequency) - level - slope * (temperature - centre)
    about = math.sqrt(float(rest @ rest) / (len(known) - 2))
    stated = float(np.sqrt(np.nanmean((own / frequency) ** 2))) if np.any(np.isfinite(own)) else 0.0
    # four dates that happen to lie on a line are no surer than their own identifications
    return _Line(centre=centre, level=level, slope=slope, spread=spread, scatter=max(about, stated), count=len(known))
