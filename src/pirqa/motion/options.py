"""What the motion stage can be asked for: which records and signals, how they are treated, beside which spectra."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, fields
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.motion.formats import FormatName
from pirqa.motion.record import DecimalMark, FiledUnit, ReadAs
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.site_effect import SiteEffect
from pirqa.motion.synthetic.options import (
    ArtificialOptions,
    MatchingOptions,
    NoiseOptions,
    PulseOptions,
    RickerOptions,
    SineOptions,
    SineSweepOptions,
    StochasticOptions,
)
from pirqa.motion.synthetic.seismology import REGIONS
from pirqa.units import Acceleration, Angle, Frequency, Length, Ratio, Time, Velocity

_NAME = re.compile(r"[\w-]+")


Baseline = Literal["mean", "linear", "none"]
"""``mean``: the mean is taken off; ``linear``: the line of least squares; ``none``: nothing."""


@dataclass(frozen=True, kw_only=True)
class ProcessingOptions:
    """How a record is processed."""

    kind: Literal["standard", "none"] = "standard"
    """standard: the chain below; none: the file's samples, initial velocity and displacement as they are."""
    baseline: Baseline = "mean"
    """What is taken off first: mean, linear or none."""
    taper: Annotated[Ratio, Ge(0), Le(0.5)] = 0.02
    """Share of the length over which each end is brought to zero."""
    low_corner: Annotated[Frequency, Ge(0)] = 0.1
    """Below this frequency the record is filtered out; 0 Hz for no such filter."""
    high_corner: Annotated[Frequency, Gt(0)] | None = None
    """Above this frequency the record is filtered out; no such filter where absent."""
    order: Annotated[int, Ge(1), Le(8)] = 2
    """Of the Butterworth filter one way; it is run both ways."""
    pad: Annotated[Time, Ge(0)] | None = None
    """Zeros at each end, which stay; 1.5 order / low_corner where absent."""
    glitches: Literal["repair", "report"] = "repair"
    """Whether spikes and stray end samples are bridged or only reported."""
    step: Annotated[Time, Gt(0)] | None = None
    """Between samples of the motion; the finest step of the components where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.processing")


@dataclass(frozen=True, kw_only=True)
class ScaleTarget:
    """What a motion is scaled to: exactly one of pga, pgv, sa and factor."""

    pga: Annotated[Acceleration, Gt(0)] | None = None
    """Peak ground acceleration."""
    pgv: Annotated[Velocity, Gt(0)] | None = None
    """Peak ground velocity."""
    sa: Annotated[Acceleration, Gt(0)] | None = None
    """Pseudo-spectral acceleration ω²·Sd at period, as codes mean it."""
    period: Annotated[Time, Gt(0)] | None = None
    """Of the oscillator, with sa."""
    damping: Annotated[Ratio, Ge(0), Lt(10)] = 0.05
    """Of the oscillator, of critical, with sa."""
    factor: Annotated[Ratio, Gt(0)] | None = None
    """Plain factor."""

    def __post_init__(self) -> None:
        check_bounds(self, "scale")
        given = [name for name in ("pga", "pgv", "sa", "factor") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ModelError(
                f'give exactly one of pga, pgv, sa and factor, for example pga = "0.2 g"; '
                f"there is {', '.join(given) or 'none'}"
            )
        if (self.sa is None) != (self.period is None):
            raise ModelError('sa and period belong together: sa = "0.5 g" and period = "0.4 s"')

    @property
    def surface(self) -> bool:
        """Whether it is a measure of the ground that the wall stands on, with all that soil does to it."""
        return self.factor is None


@dataclass(frozen=True, kw_only=True)
class RecordOptions:
    """One record: its file or files, how it points at the wall, how strong it is made."""

    file: str | None = None
    """Path from the project file, or pirqa:NAME for a record that comes with pirqa."""
    files: tuple[str, ...] = ()
    """Files of one record whose components are filed apart, instead of file."""
    format: FormatName | None = None
    """Format of the files; found out from them where absent."""
    unit: FiledUnit | None = None
    """Unit of the accelerations, where the file does not say it, or says it wrongly."""
    step: Annotated[Time, Gt(0)] | None = None
    """Between samples, for columns without time [s]."""
    components: tuple[str, ...] = ()
    """Names of the components, in the file's order, for columns without names."""
    decimal: DecimalMark | None = None
    """Decimal mark of columns and CSV, where the numbers do not tell it: 1,234 is 1.234 or 1234."""
    response: str | None = None
    """StationXML with the instrument's response, for miniSEED, as a path from the record."""
    sensitivity: Annotated[float, Gt(0)] | None = None
    """Counts in 1 m/s2, instead of a response."""
    across: str | None = None
    """Component that drives the wall out of its plane; from the azimuths where facing is given."""
    along: str | None = None
    """Component that drives the wall along its length."""
    up: str | None = None
    """Vertical component, where it is to be used."""
    vertical: bool = False
    """Whether the vertical component is used, whatever its name."""
    ground: Literal["rock", "soil"] | None = None
    """What the station stands on; rock may be amplified to the wall's ground, soil has been already."""
    reversed: bool = False
    """Whether the ground moves the other way."""
    scale: ScaleTarget | None = None
    site_effect: SiteEffect | None = None
    matched: MatchingOptions | None = None

    def __post_init__(self) -> None:
        check_bounds(self, "motion.records")
        if (self.file is None) == (not self.files):
            raise ModelError('give file, or files where components are filed apart: file = "lima.txt"')
        if self.matched is not None and (self.scale is not None or self.site_effect is not None):
            raise ModelError("a record matched to a spectrum has its strength from it: leave out scale and site_effect")

    @property
    def read_as(self) -> ReadAs:
        """What the files may not say themselves."""
        return ReadAs(**{item.name: getattr(self, item.name) for item in fields(ReadAs)})


@dataclass(frozen=True, kw_only=True)
class SignalOptions:
    """A made-up motion: exactly one kind; a stochastic one has components across and along, others across only."""

    sine: SineOptions | None = None
    sweep: SineSweepOptions | None = None
    noise: NoiseOptions | None = None
    ricker: RickerOptions | None = None
    pulse: PulseOptions | None = None
    artificial: ArtificialOptions | None = None
    stochastic: StochasticOptions | None = None
    reversed: bool = False
    """Whether the ground moves the other way."""
    scale: ScaleTarget | None = None

    KINDS = ("sine", "sweep", "noise", "ricker", "pulse", "artificial", "stochastic")

    def __post_init__(self) -> None:
        given = [kind for kind in self.KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ModelError(f"give exactly one of {', '.join(self.KINDS)}; there is {', '.join(given) or 'none'}")

    @property
    def kind(self) -> str:
        """Which kind it is."""
        return next(kind for kind in self.KINDS if getattr(self, kind) is not None)


@dataclass(frozen=True, kw_only=True)
class SpectrumOptions:
    """Response spectra."""

    damping: Annotated[Ratio, Ge(0), Lt(10)] = 0.05
    """Of critical."""
    shortest: Annotated[Time, Gt(0)] = 0.01
    """Least period [s]."""
    longest: Annotated[Time, Gt(0)] = 10.0
    """Greatest period [s]."""
    points: Annotated[int, Ge(2), Le(2000)] = 200
    """Number of periods, evenly spaced on a logarithmic scale."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.spectrum")
        if self.shortest >= self.longest:
            raise ModelError("shortest must be less than longest")


@dataclass(frozen=True, kw_only=True)
class SlidingOptions:
    """Newmark's sliding block under every motion."""

    yield_coefficient: Annotated[Ratio, Gt(0), Le(3)] | None = None
    """Acceleration at which sliding starts, in g; the critical coefficients of statics where absent."""
    ways: Literal["auto", "one", "both"] = "auto"
    """Whether the wall slides outwards only, or both ways; auto: one way where fill retains it."""
    allowable: Annotated[Length, Gt(0), Le(10.0)] | None = None
    """Lasting displacement that is tolerated [m]; nothing is judged where absent."""
    magnitude: Annotated[float, Gt(3), Lt(10)] | None = None
    """Moment magnitude, for the regressions that need it."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.sliding")


@dataclass(frozen=True, kw_only=True)
class SequenceOptions:
    """A main shock and its aftershocks, one after the other, with rest between: one motion that drives the wall."""

    shocks: tuple[str, ...]
    """Names of records, signals or members of the set, in order; at least two."""
    factors: tuple[Annotated[Ratio, Gt(0), Le(100)], ...] = ()
    """Factor of each shock, on top of its own scaling; 1 where absent."""
    rest: Annotated[Time, Ge(0), Le(3600)] = 20.0
    """Time between the shocks in which the ground is still [s]; a wall of a few metres stops rocking in less. The
    zeros that processing adds to a record's ends stand besides."""

    def __post_init__(self) -> None:
        check_bounds(self, "sequences")
        if len(self.shocks) < 2:
            raise ModelError(
                f'a sequence needs two shocks or more, there is {len(self.shocks)}: shocks = ["main", "aftershock"]'
            )
        if self.factors and len(self.factors) != len(self.shocks):
            raise ModelError(
                f"factors has {len(self.factors)} numbers for {len(self.shocks)} shocks: give one for each, or none"
            )

    @property
    def scaled(self) -> tuple[tuple[str, float], ...]:
        """Names of the shocks with their factors."""
        return tuple(zip(self.shocks, self.factors or (1.0,) * len(self.shocks), strict=True))


def check_sequences(
    sequences: dict[str, SequenceOptions], taken: Collection[str], known: Collection[str] | None = None
) -> None:
    """Complain of sequences whose names or shocks cannot be meant.

    ``taken`` are names of other motions; ``known`` are all that can be shocks, None where not all of them are known
    yet.
    """
    for name, item in sequences.items():
        if _NAME.fullmatch(name) is None:
            raise ModelError(f'"{name}" cannot be a name: use letters, digits, _ and -')
        if name in taken:
            raise ModelError(f'a sequence and another motion are both called "{name}": give each its own name')
        for shock in item.shocks:
            if shock in sequences:
                own = "itself" if shock == name else f'the sequence "{shock}"'
                raise ModelError(f"sequences.{name}: a shock cannot be {own}: name records or signals")
            if known is not None and shock not in known:
                raise unknown_shock(name, shock, known)


def unknown_shock(name: str, shock: str, known: Collection[str]) -> ModelError:
    """Return the error of a shock that is no motion."""
    there = ", ".join(sorted(known)) or "none"
    return ModelError(f'sequences.{name}: no record or signal is called "{shock}"; there is {there}')


@dataclass(frozen=True, kw_only=True)
class MotionOptions:
    """Ground motions that drive the wall, or stand beside its design spectrum."""

    records: dict[str, RecordOptions] = field(default_factory=dict)
    """Records by name."""
    signals: dict[str, SignalOptions] = field(default_factory=dict)
    """Made-up motions by name."""
    facing: Annotated[Angle, Ge(-2.0 * pi), Le(2.0 * pi)] | None = None
    """Azimuth that the front of the wall looks to, clockwise from north [rad]."""
    period: Annotated[Time, Gt(0)] | None = None
    """Period of the wall that records must be fit for [s]; for a warning where they are not."""
    processing: ProcessingOptions = field(default_factory=ProcessingOptions)
    spectrum: SpectrumOptions = field(default_factory=SpectrumOptions)
    design: DesignSpectra | None = None
    set: SetOptions | None = None
    """A set of motions chosen for the site, beside the records and signals."""
    sequences: dict[str, SequenceOptions] = field(default_factory=dict)
    """Main shocks with aftershocks by name, made of the other motions; each drives the wall as one motion."""
    sliding: SlidingOptions | None = None

    def __post_init__(self) -> None:
        check_bounds(self, "motion")
        if not self.records and not self.signals and self.set is None:
            raise ModelError('give a record, a signal or a set: [motion.records.NAME] with file = "…"')
        for name in self.synthetic_signals:
            if name not in self.signals:
                raise ModelError(f'set.synthetic: no signal is called "{name}"; give [motion.signals.{name}]')
            if self.signals[name].stochastic is None and self.signals[name].artificial is None:
                raise ModelError(
                    f'set.synthetic: signal "{name}" is no earthquake; give [motion.signals.{name}.stochastic], or '
                    "artificial"
                )
        self._check_types()
        for name in (*self.records, *self.signals):
            if _NAME.fullmatch(name) is None:
                raise ModelError(f'"{name}" cannot be a name: use letters, digits, _ and -')
            if name in self.records and name in self.signals:
                raise ModelError(f'a record and a signal are both called "{name}": give each its own name')
        for name, matching in self.matchings.items():
            self._check_target(name, matching)
        own = (*self.records, *self.signals)
        check_sequences(self.sequences, own, own if self.set is None else None)

    def _check_types(self) -> None:
        """Refuse an earthquake of one type that fills another one of the set."""
        for mechanism, names in ({} if self.set is None else self.set.synthetic).items():
            for name in names:
                asked = self.signals[name].stochastic
                made = "crustal" if asked is None else REGIONS[asked.region].scaling
                subduction = [kind for kind in ("interface", "intraslab") if kind in (made, mechanism)]
                if asked is not None and subduction and made != mechanism:
                    raise ModelError(
                        f'set.synthetic.{mechanism}: signal "{name}" is of the region {asked.region}, whose '
                        "earthquakes are of another type; give a region of this type"
                    )

    @property
    def synthetic_signals(self) -> tuple[str, ...]:
        """Names of the signals that fill the set and are no motions of their own."""
        return () if self.set is None else tuple(name for names in self.set.synthetic.values() for name in names)

    @property
    def matchings(self) -> dict[str, MatchingOptions]:
        """How motions are matched to a design spectrum, by their names."""
        asked = {name: item.matched for name, item in self.records.items()}
        asked |= {name: item.artificial for name, item in self.signals.items()}
        return {name: item for name, item in asked.items() if item is not None}

    def target_of(self, name: str) -> str:
        """The design spectrum that the motion ``name`` is matched to."""
        assert self.design is not None
        return self.matchings[name].target or self.design.given[0]

    def _check_target(self, name: str, matching: MatchingOptions) -> None:
        if self.design is None:
            raise ModelError(f'"{name}" is matched to the design spectrum: give one under [motion.design]')
        given = self.design.given
        if matching.target is None and len(given) > 1:
            raise ModelError(
                f'"{name}": which design spectrum is it matched to? Give target, one of {", ".join(given)}'
            )
        if matching.target not in (None, *given):
            raise ModelError(
                f'"{name}": its target {matching.target} is not under [motion.design] ({", ".join(given)})'
            )
        code = getattr(self.design, self.target_of(name))
        if getattr(code, "reduction", 1.0) != 1.0 or getattr(code, "vertical", False):
            raise ModelError(f'"{name}" can only be matched to an elastic, horizontal spectrum: reduction = 1')
        if getattr(code, "damping", 0.05) != matching.damping:
            raise ModelError(f'"{name}": its damping, {matching.damping:g}, must be that of the design spectrum')
