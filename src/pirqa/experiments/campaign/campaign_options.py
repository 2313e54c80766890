"""Options of a campaign: walls, records, levels, uncertain parameters, how runs are chosen and kept, fragility."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, UnitsError
from pirqa.experiments.campaign.uncertainty import Uncertain, check_parameters
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.motion.formats import FormatName
from pirqa.motion.options import ProcessingOptions, RecordOptions, SequenceOptions, SignalOptions, check_sequences
from pirqa.motion.record import DecimalMark, FiledUnit
from pirqa.motion.sets.options import SetOptions
from pirqa.units import (
    ACCELERATION,
    STANDARD_GRAVITY,
    VELOCITY,
    Acceleration,
    Angle,
    AnyQuantity,
    Quantity,
    Ratio,
    Time,
)


@dataclass(frozen=True, kw_only=True)
class FragilityOptions:
    """Fragility functions: of which measure, how sure, and what they are compared with."""

    measure: str | None = None
    """Intensity measure of the curves, a column of the table such as "pgv" or "sa_0.5"; that of the levels where
    absent, pga for a cloud."""
    confidence: Annotated[Ratio, Ge(0.5), Lt(1)] = 0.95
    """Of intervals and bands."""
    replicates: Annotated[int, Ge(100), Le(20_000)] = 1000
    """Of the bootstrap over records."""
    seed: Annotated[int, Ge(0)] = 1
    """Of the bootstrap."""
    hazard: str | None = None
    """Hazard curve, a CSV file as a path from the campaign file: measure with its unit, annual rate of exceedance."""
    expected: Annotated[Acceleration, Gt(0), Le(5 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration expected at the wall's foot, where the probability of collapse is judged [m/s2]."""
    acceptable_probability: Annotated[Ratio, Gt(0), Le(0.1)] = 0.1
    """Of collapse, given what is expected; it can be lowered, not raised (ASCE/SEI 7-16, Table 1.3-1, for ordinary
    buildings)."""
    acceptable_rate: Annotated[float, Gt(0), Lt(1)] = 2.01e-4
    """Of collapse in a year; 1 % in 50 years, the target risk of ASCE/SEI 7-16, section 21.2.1.2."""

    def __post_init__(self) -> None:
        check_bounds(self, "fragility")


Strategy = Literal["stripes", "ida", "cloud"]
"""``stripes``: every record at every level; ``ida``: levels found for each record by hunt and fill; ``cloud``: every
record once, as strong as it is."""
LevelMeasure = Literal["pga", "pgv", "sa", "demand"]
"""Intensity measure that levels are of: peak acceleration [m/s2], peak velocity [m/s], PSA at a period [m/s2]; or
``demand``, the peak acceleration of the set's target spectrum [m/s2], with which all motions of the set are scaled
alike."""
HistoryChoice = Literal["none", "fallen", "all"]
"""Of which runs the whole history is kept."""

SPECTRAL_PERIODS = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""At which PSA of every motion is told, 5 % damping [s]."""

_NAME = re.compile(r"[\w-]+")


@dataclass(frozen=True, kw_only=True)
class CampaignRecord(RecordOptions):
    """A record of a campaign."""

    confirmed: bool = False
    """Whether its peak acceleration is right though it is outside 0.001 to 5 g, as records in wrong units are."""


@dataclass(frozen=True, kw_only=True)
class CampaignRecords:
    """Records of a campaign: all of a folder, those that are named, or both."""

    folder: str | None = None
    """Folder of records, as a path from the campaign file: each of its files is a record."""
    pattern: str = "*"
    """Names of its files that are taken, such as "*.AT2"."""
    format: FormatName | None = None
    """Format of the folder's files; found out from them where absent."""
    unit: FiledUnit | None = None
    """Unit of the accelerations in the folder's files, where they do not say it, or say it wrongly."""
    step: Annotated[Time, Gt(0)] | None = None
    """Between samples of the folder's files, for columns without time [s]."""
    decimal: DecimalMark | None = None
    """Decimal mark of the folder's columns and CSV, where the numbers do not tell it."""
    across: str | None = None
    """Component of the folder's files that drives the wall out of its plane."""
    confirmed: tuple[str, ...] = ()
    """Files of the folder whose peak acceleration is right though it is outside 0.001 to 5 g."""
    components: Literal["strongest", "each"] = "strongest"
    """Of a record with several level components of which none is named: the strongest one, or each as a motion."""
    named: dict[str, CampaignRecord] = field(default_factory=dict)
    """Records by name; one of a folder's file is read as said here."""

    @property
    def given(self) -> bool:
        """Whether any record is named."""
        return self.folder is not None or bool(self.named)

    def __post_init__(self) -> None:
        check_bounds(self, "records")
        for name, record in self.named.items():
            if _NAME.fullmatch(name) is None:
                raise ModelError(f'records.named: "{name}" cannot be a name: use letters, digits, _ and -')
            if record.matched is not None:
                raise ModelError(f"records.named.{name}.matched: a campaign has no design spectrum: remove it")


@dataclass(frozen=True, kw_only=True)
class LevelOptions:
    """How strong the records are made."""

    measure: LevelMeasure = "pga"
    """Of what the levels are, of the component across the wall."""
    period: Annotated[Time, Gt(0)] | None = None
    """Of the oscillator, for measure = "sa" [s]."""
    values: tuple[AnyQuantity, ...] = ()
    """Levels of the stripes, rising."""

    def __post_init__(self) -> None:
        check_bounds(self, "levels")
        if (self.measure == "sa") != (self.period is not None):
            raise ModelError('levels.period belongs to levels.measure = "sa": give both, or neither')
        _check_dimension("levels.values", self.values, self.measure)
        if any(value <= 0.0 for value in self.values) or list(self.values) != sorted(set(self.values)):
            raise ModelError('levels.values must be above 0, rise and name each level once: ["0.1 g", "0.2 g"], say')


@dataclass(frozen=True, kw_only=True)
class HuntOptions:
    """Hunt and fill: how levels of an incremental dynamic analysis are found (Vamvatsikos and Cornell 2002, 2004).

    The n-th step of the hunt upwards is first + (n - 1)·increment longer than 0, until the wall collapses; then gaps
    are halved below the collapse, and levels above it are tried too: a wall that fell may stand a stronger motion.
    """

    first: AnyQuantity
    """First level."""
    step: AnyQuantity
    """From the first level to the second."""
    growth: AnyQuantity
    """By which each step is longer than the one before; 0 is allowed."""
    most: AnyQuantity
    """Level above which nothing is tried."""
    runs: Annotated[int, Ge(3), Le(1000)] = 12
    """Most runs for one record."""
    above: Annotated[int, Ge(1), Le(100)] = 1
    """Levels that are tried above the first collapse at the least."""
    resolution: Annotated[Ratio, Gt(0), Le(1)] = 0.1
    """Gap between the highest level stood and the lowest collapse, of the latter, at which filling there ends."""
    collapse: Literal["local", "partial", "total"] = "partial"
    """From which class of collapse on the wall counts as collapsed in the hunt."""

    def __post_init__(self) -> None:
        check_bounds(self, "ida")
        if self.first <= 0.0 or self.step <= 0.0 or self.growth < 0.0 or self.most <= self.first:
            raise ModelError("ida: first and step must be above 0, growth 0 or above, most above first")


@dataclass(frozen=True, kw_only=True)
class CampaignOptions:
    """Thousands of earthquakes: what is run."""

    name: str
    """Of the campaign."""
    description: str = ""
    """A sentence for the report."""
    walls: dict[str, str]
    """Project files of the walls by name, as paths from the campaign file."""
    records: CampaignRecords = field(default_factory=CampaignRecords)
    signals: dict[str, SignalOptions] = field(default_factory=dict)
    """Made-up motions by name, beside the records."""
    set: SetOptions | None = None
    """A set of motions chosen for the site, beside the records and signals."""
    design: DesignSpectra | None = None
    """Design spectra that the set may have as its target."""
    sequences: dict[str, SequenceOptions] = field(default_factory=dict)
    """Main shocks with aftershocks by name, made of records and signals, which then are no motions of their own; a
    level scales all of a sequence, and is of its strongest shock."""
    facing: Annotated[Angle, Ge(-2.0 * pi), Le(2.0 * pi)] | None = None
    """Azimuth that the front of the walls looks to, clockwise from north [rad]."""
    processing: ProcessingOptions = field(default_factory=ProcessingOptions)
    strategy: Strategy = "stripes"
    """How runs are chosen."""
    levels: LevelOptions = field(default_factory=LevelOptions)
    ida: HuntOptions | None = None
    uncertain: dict[str, Uncertain] = field(default_factory=dict)
    """Parameters that are not well known, by name; their samples are paired with the records."""
    samples: Annotated[int, Ge(1), Le(10_000)] = 1
    """Samples of the uncertain parameters for each motion."""
    seed: Annotated[int, Ge(0)] = 1
    """Of the samples."""
    time_limit: Annotated[Time, Gt(0)] = 3600.0
    """How long one run may take, by the clock on the wall [s]; what takes longer is stopped, and told."""
    end_at_collapse: bool = True
    """Whether a run ends a second after the wall has collapsed totally, for it can come to nothing worse; it does not
    where the heaviest damage state of the wall's project asks for more than a class of collapse."""
    histories: HistoryChoice = "none"
    """Of which runs the whole history is kept."""
    history_records: tuple[str, ...] = ()
    """Names of the records whose histories are kept; those of all records where it is empty."""
    fragility: FragilityOptions = field(default_factory=FragilityOptions)
    """What is made of the runs."""
    spectral_periods: tuple[Annotated[Time, Gt(0)], ...] = SPECTRAL_PERIODS
    """At which PSA of every motion is told, 5 % damping [s]."""

    @property
    def table_periods(self) -> tuple[float, ...]:
        """Of the table's PSA: the spectral periods, and that of the levels, which curves are drawn on [s]."""
        return tuple(sorted({*self.spectral_periods, *filter(None, (self.levels.period,))}))

    def __post_init__(self) -> None:
        check_bounds(self, "campaign")
        if not self.walls:
            raise ModelError('walls: the plan is empty; give a project file: [walls] terrace = "project.toml"')
        for name in (*self.walls, *self.signals):
            if _NAME.fullmatch(name) is None:
                raise ModelError(f'"{name}" cannot be a name: use letters, digits, _ and -')
        for name in self.signals:
            if name in self.records.named:
                raise ModelError(f'a record and a signal are both called "{name}": give each its own name')
        self._check_set()
        check_sequences(self.sequences, (*self.records.named, *self.signals))
        if self.strategy == "stripes" and not self.levels.values:
            raise ModelError('levels.values: the plan is empty; give levels such as ["0.1 g", "0.2 g", "0.4 g"]')
        if self.strategy != "stripes" and self.levels.values:
            raise ModelError(f'levels.values are of strategy = "stripes"; "{self.strategy}" has none: remove them')
        if (self.strategy == "ida") != (self.ida is not None):
            raise ModelError('[ida] belongs to strategy = "ida": give both, or neither')
        if self.ida is not None:
            asked = self.ida
            _check_dimension("ida", (asked.first, asked.step, asked.growth, asked.most), self.levels.measure)
        if self.strategy != "cloud":
            scales = {name: record.scale for name, record in self.records.named.items()}
            scales |= {name: signal.scale for name, signal in self.own_signals.items()}
            for name, given in scales.items():
                if given is not None:
                    raise ModelError(f'"{name}" is scaled to the levels: its own scale is for strategy = "cloud" only')
        check_parameters(self.uncertain)
        if self.samples > 1 and not self.uncertain:
            raise ModelError("samples: several samples need something uncertain: give [uncertain.friction], say")
        if list(self.spectral_periods) != sorted(set(self.spectral_periods)):
            raise ModelError("spectral_periods must rise and name each period once")

    @property
    def own_signals(self) -> dict[str, SignalOptions]:
        """Signals that are motions of their own and do not fill the set."""
        filling = () if self.set is None else {name for names in self.set.synthetic.values() for name in names}
        return {name: signal for name, signal in self.signals.items() if name not in filling}

    def _check_set(self) -> None:
        """Refuse levels of the demand without a set, or with motions that the demand does not scale."""
        if self.design is not None and self.set is None:
            raise ModelError("design is the target of a set: give [set] too, or remove [design]")
        if self.levels.measure != "demand":
            return
        if self.set is None:
            raise ModelError(
                'levels.measure = "demand" scales a set with its target spectrum: give [set], or another measure'
            )
        given = {"records": self.records.given, "signals": self.own_signals, "sequences": self.sequences}
        others = [name for name, some in given.items() if some]
        if others:
            raise ModelError(
                f'levels.measure = "demand" is for the motions of the set alone: remove [{others[0]}], or give '
                'measure = "pga"'
            )


def _check_dimension(key: str, values: tuple[float, ...], measure: LevelMeasure) -> None:
    wanted = VELOCITY if measure == "pgv" else ACCELERATION
    for value in values:
        if isinstance(value, Quantity) and value.dimension is not wanted and value != 0.0:
            raise UnitsError(f"{key}: levels of {measure} must be {wanted.noun} such as {wanted.example}")
