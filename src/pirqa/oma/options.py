"""Options of the oma stage: how vibrations are turned into modes, the site's period and a test plan."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Angle, Frequency, Length, Pressure, Ratio, Time


@dataclass(frozen=True, kw_only=True)
class PreprocessOptions:
    """What is done to the signals before anything is read off them."""

    detrend: Literal["none", "mean", "linear"] = "linear"
    """What is taken off each channel."""
    low: Annotated[Frequency, Ge(0)] | None = None
    """Below it a Butterworth filter takes away [Hz]; nothing where absent."""
    high: Annotated[Frequency, Gt(0)] | None = None
    """Above it a Butterworth filter takes away [Hz]; nothing where absent."""
    filter_order: Annotated[int, Ge(1), Le(10)] = 4
    """Of the Butterworth filter, which is run both ways."""
    decimation: Annotated[int, Ge(1), Le(1000)] | None = None
    """Every how manieth sample is kept after a low-pass; where absent as many as leave 4 times the band (the
    Chokepukio paper: 5)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.preprocess")
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ModelError(f"oma.preprocess.low: {self.low:g} Hz is not below high = {self.high:g} Hz")


@dataclass(frozen=True, kw_only=True)
class SpectrumOptions:
    """Welch's spectra, of which peaks are picked; the defaults are the Chokepukio paper's (section 3)."""

    segment: Annotated[int, Ge(16), Le(10_000_000)] = 1024
    """Samples of a segment, after decimation."""
    overlap: Annotated[Ratio, Ge(0), Lt(1)] = 0.5
    """Share of a segment that the next one has too."""


Subspace = Literal["covariance", "data"]
"""``covariance``: SSI-cov; ``data``: SSI-data, the projection of futures on the references' pasts."""
Merge = Literal["preger", "poser"]
"""``preger``: one system of all setups, scaled to each other before it is identified; ``poser``: each setup by itself,
shapes scaled to each other afterwards."""


@dataclass(frozen=True, kw_only=True)
class SubspaceOptions:
    """Stochastic subspace identification."""

    method: Subspace = "covariance"
    """Of the result; the other one stands beside it where compare is true."""
    compare: bool = True
    """Whether the other method and the other merge are shown beside it."""
    merge: Merge = "preger"
    """Of several setups."""
    block_rows: Annotated[int, Ge(2), Le(2000)] | None = None
    """Time lags of the Hankel matrix. Where absent the largest of 10, half a period of the lowest frequency of the band
    (Reynders and De Roeck 2008), and one and a half times the order over the number of references: with fewer the
    normalisation of setups to each other has hardly more equations than unknowns."""
    order: Annotated[int, Ge(2), Le(400)] = 60
    """Of the largest model."""
    step: Annotated[int, Ge(1), Le(10)] = 1
    """From the order of one model to that of the next, upwards from 2."""
    blocks: Annotated[int, Ge(10), Le(1000)] = 40
    """Pieces of a record whose scatter tells the uncertainty. Many short ones miss what is correlated from one to the
    next and understate it; few long ones scatter themselves. 40 of a record of 1,200 to 2,000 periods hold 30 to 50
    periods each, five to ten times the time in which correlations of 2.5 % damping die out."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.subspace")


@dataclass(frozen=True, kw_only=True)
class AutomaticOptions:
    """How modes are told from spurious poles, without a hand."""

    largest_damping: Annotated[Ratio, Gt(0), Le(1)] = 0.15
    """Fraction of critical above which a pole is no mode of a wall."""
    frequency_change: Annotated[Ratio, Gt(0), Lt(1)] = 0.01
    """Of a stable pole, from one order to the next."""
    damping_change: Annotated[Ratio, Gt(0)] = 0.10
    """Of a stable pole, from one order to the next."""
    least_mac: Annotated[Ratio, Gt(0), Le(1)] = 0.95
    """Of a stable pole's shape with that of the order before."""
    least_collinearity: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Modal phase collinearity (MPC) below which a pole is no mode."""
    largest_phase_deviation: Annotated[Ratio, Gt(0)] = 0.5
    """Mean phase deviation (MPD) above which a pole is no mode [rad]."""
    least_share: Annotated[Ratio, Gt(0), Le(1)] = 0.5
    """Of the orders of all models: a cluster with poles in fewer is doubtful, with less than half of that it is not
    listed."""
    largest_damping_deviation: Annotated[Ratio, Gt(0)] = 1.0 / 3.0
    """Standard deviation of a mode's damping over its damping. Above it the damping is within three standard deviations
    of none, so the pieces of the record do not agree that anything resonates, and the cluster is doubtful: noise alone
    has poles that are stable over many orders, too. Where the motion comes in bursts the limit is less, in the ratio of
    3 to its kurtosis."""
    shadow_mac: Annotated[Ratio, Gt(0), Le(1)] = 0.9
    """Of a cluster's shape with that of a larger cluster near it in frequency: from there on it is that one's shadow.
    Two modes near each other have different shapes; a model with more poles than modes puts the spare ones beside
    them."""
    shadow_width: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """Relative difference of frequency within which shadows are looked for."""
    harmonic_damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.01
    """Fraction of critical below which a cluster is a machine's harmonic if the signal around it has the steady
    amplitude of a sine; below a fifth of it always."""
    harmonic_kurtosis: Annotated[Ratio, Gt(1.5), Lt(3)] = 2.25
    """Of the signal around a frequency, below which it is a sine's: of a sine it is 1.5, of a random vibration 3
    (Jacobsen, Andersen and Brincker 2007)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.automatic")


Horizontal = Literal["geometric", "quadratic", "azimuth"]
"""``geometric``: √(H1·H2); ``quadratic``: √((H1² + H2²)/2); ``azimuth``: motion in one direction."""


@dataclass(frozen=True, kw_only=True)
class HvsrOptions:
    """Horizontal over vertical spectra of ground noise (Nakamura 1989; guidelines of SESAME 2004)."""

    window: Annotated[Time, Gt(0), Le(3600)] | None = None
    """Length of the windows [s]; where absent 60 s, or a tenth of a short record, and made longer where ten periods of
    the peak need it and ten windows are left (SESAME 2004)."""
    overlap: Annotated[Ratio, Ge(0), Le(0.9)] = 0.0
    """Share of a window that the next one has too; the scatter is that of windows taken as independent."""
    taper: Annotated[Ratio, Ge(0), Le(0.5)] = 0.05
    """Share of a window's length under a cosine at each of its ends."""
    band: tuple[Annotated[Frequency, Gt(0)], Annotated[Frequency, Gt(0)]] = (0.2, 20.0)
    """From where to where the curve is computed [Hz]."""
    search: tuple[Annotated[Frequency, Gt(0)], Annotated[Frequency, Gt(0)]] | None = None
    """From where to where a peak is looked for [Hz]; the whole band where absent."""
    frequencies: Annotated[int, Ge(32), Le(4096)] = 256
    """Number of frequencies of the curve, evenly spaced in their logarithm."""
    bandwidth: Annotated[Ratio, Ge(5), Le(200)] = 40.0
    """b of Konno and Ohmachi's smoothing (1998): the smaller, the smoother."""
    horizontal: Horizontal = "geometric"
    """How the two horizontal components become one."""
    azimuth: Annotated[Angle, Ge(0), Lt(pi)] = 0.0
    """Where horizontal is azimuth, from the first horizontal component towards the second [rad]."""
    azimuth_step: Annotated[Angle, Gt(0), Le(pi / 2)] | None = None
    """Of a scan of all directions [rad]; none where absent."""
    reject_transients: bool = True
    """Whether windows in which a short average leaves the long one (STA/LTA) are left out."""
    short: Annotated[Time, Gt(0), Le(60)] = 1.0
    """Length of the short average [s]."""
    long: Annotated[Time, Gt(0), Le(600)] = 30.0
    """Length of the long average [s]."""
    least_ratio: Annotated[Ratio, Ge(0), Lt(1)] = 0.2
    """Of short to long average below which a window is left out: a gap in the record."""
    largest_ratio: Annotated[Ratio, Gt(1)] = 2.5
    """Of short to long average above which a window is left out: a step or a car near the sensor."""
    reject_outliers: bool = True
    """Whether windows whose peak lies far from the others' are left out (Cox et al. 2020)."""
    outlier: Annotated[Ratio, Gt(0), Le(10)] = 2.0
    """How many standard deviations of ln f0 are far."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.hvsr")
        for name, pair in (("band", self.band), ("search", self.search)):
            if pair is not None and pair[0] >= pair[1]:
                raise ModelError(f"oma.hvsr.{name}: {pair[0]:g} Hz is not below {pair[1]:g} Hz")
        if self.search is not None and not self.band[0] <= self.search[0] < self.search[1] <= self.band[1]:
            raise ModelError(
                f"oma.hvsr.search: {self.search[0]:g} to {self.search[1]:g} Hz does not lie within the band of "
                f"{self.band[0]:g} to {self.band[1]:g} Hz"
            )
        if self.short >= self.long:
            raise ModelError(f"oma.hvsr.short: {self.short:g} s is not shorter than long = {self.long:g} s")


Placement = Literal["effective_independence", "pivots", "automac"]
"""``effective_independence``: Kammer 1991; ``pivots``: QR with column pivoting; ``automac``: one by one, each where it
leaves the shapes least alike."""
_MILLI_G = 1e-3 * STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class PlanningOptions:
    """Where sensors go, how long they record, and what they will hear."""

    modes: str = ""
    """Path of the expected modes (JSON, or UFF 55 with nodes), from the project file; a guess from the wall's outline
    where empty."""
    wanted: Annotated[int, Ge(1), Le(50)] = 7
    """How many of the lowest modes are wanted; fewer where fewer are known."""
    channels: Annotated[int, Ge(1), Le(1000)] = 4
    """Sensors that record at the same time (the Chokepukio paper: 4)."""
    references: Annotated[int, Ge(1), Le(100)] = 2
    """Of them, those that stay where they are in all setups."""
    places: Annotated[int, Ge(1), Le(1000)] = 16
    """Directions at points to be measured in all; fewer where there are fewer candidates."""
    axes: tuple[Literal["along", "across", "up"], ...] = ("across",)
    """Directions in which sensors may look."""
    placement: Placement = "effective_independence"
    """How the places are chosen."""
    columns: Annotated[int, Ge(1), Le(100)] = 9
    """Of the grid of candidate points, along the wall, where the modes name no points."""
    rows: Annotated[int, Ge(1), Le(100)] = 4
    """Of that grid, up to the wall's top."""
    edge: Annotated[Length, Ge(0)] = 0.3
    """How far the outermost candidates stay from the wall's ends [m]."""
    highest: Annotated[Length, Gt(0)] | None = None
    """Above which no sensor can be brought [m]; the wall's top where absent."""
    periods: Annotated[Ratio, Ge(100), Le(100_000)] = 2000.0
    """First periods that a record shall hold (1,000 to 2,000: Ramos 2007, in the Chokepukio paper, section 3)."""
    least_duration: Annotated[Time, Gt(0)] = 300.0
    """[s]"""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second [Hz]; where absent a usual rate of at least ten times the highest wanted frequency."""
    ambient: Annotated[Acceleration, Gt(0)] = 0.012 * _MILLI_G
    """Root mean square of the wall's acceleration at the candidate that moves most, at a quiet hour [m/s2]; the least
    of the Chokepukio paper, section 3."""
    sensor_noise: Annotated[Acceleration, Gt(0)] = 0.001 * _MILLI_G
    """Root mean square of the sensors' and recorder's own noise [m/s2]; that of the Chokepukio paper, section 3."""
    noise_band: Annotated[Frequency, Gt(0)] | None = None
    """Width of the band over which sensor_noise is stated [Hz]; half the rate where absent."""
    least_signal: Annotated[Ratio, Gt(0)] = 10.0
    """Power at a mode's peak over that of the noise below which the mode drowns."""
    first_frequency: Annotated[Frequency, Gt(0)] | None = None
    """Of the wall, where it is known [Hz]: the guessed modes are scaled to it."""
    elastic_modulus: Annotated[Pressure, Gt(0)] = 400e6
    """Of the masonry, for the guess [Pa]; midway between the two calibrated in the Chokepukio paper, Table 4."""
    poisson: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.2
    """Of the masonry, for the guess."""
    damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.03
    """Of all modes, for the guess (Chokepukio paper, Table 1: 2.2 to 3.2 %)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.planning")
        if not self.axes or len(set(self.axes)) < len(self.axes):
            raise ModelError('oma.planning.axes: name each direction once, for example ["across"]')
        if self.references > self.channels:
            raise ModelError(
                f"oma.planning.references: {self.references} sensors cannot stay where only {self.channels} are there"
            )
        if self.places > self.channels and self.references == self.channels:
            raise ModelError(
                f"oma.planning.references: all {self.channels} sensors stay, so none can move to {self.places} places; "
                "let at least one rove, or measure as many places as there are channels"
            )


@dataclass(frozen=True, kw_only=True)
class TrackingOptions:
    """How later dates are compared with the first."""

    least_mac: Annotated[Ratio, Gt(0), Le(1)] = 0.7
    """Of the shapes of one mode on two dates."""
    frequency_window: Annotated[Ratio, Gt(0), Lt(1)] = 0.2
    """Share by which the frequency of one mode may differ on two dates."""
    confidence: Annotated[Ratio, Gt(0.5), Lt(1)] = 0.95
    """Two-sided, that no mode at all is called changed on a date when none is (Bonferroni over the modes)."""
    scatter: Annotated[Ratio, Ge(0), Lt(1)] = 0.005
    """Standard deviation of a frequency from date to date by moisture and wind, as a share; assumed, and used until
    four earlier dates with temperatures tell it."""
    temperature_effect: Annotated[Ratio, Ge(0), Lt(1)] = 0.001
    """Standard deviation of the change of a frequency for each kelvin, as a share; assumed, and used until four earlier
    dates with temperatures tell it."""
    least_dates: Annotated[int, Ge(4), Le(1000)] = 4
    """With temperature, before a line is fitted to them."""
    least_range: Annotated[float, Ge(0)] = 3.0
    """Of their temperatures [K], below which no slope can be told."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.tracking")


@dataclass(frozen=True, kw_only=True)
class OmaOptions:
    """Modes of the wall from its ambient vibrations."""

    plan: str = ""
    """Path of the test plan (TOML), from the project file: points, setups, channels, ground noise."""
    earlier: tuple[str, ...] = ()
    """Paths of test plans of earlier measurements of the same points, whose modes are compared with these."""
    band: tuple[Annotated[Frequency, Gt(0)], Annotated[Frequency, Gt(0)]] | None = None
    """From where to where modes are looked for [Hz]; where absent up to 10 Hz or 0.4 of the sampling rate, from a
    twentieth of that."""
    picks: tuple[Annotated[Frequency, Gt(0)], ...] = ()
    """Frequencies of the modes, set by hand instead of automatically [Hz]: the stable cluster nearest to each."""
    preprocess: PreprocessOptions = field(default_factory=PreprocessOptions)
    spectrum: SpectrumOptions = field(default_factory=SpectrumOptions)
    subspace: SubspaceOptions = field(default_factory=SubspaceOptions)
    automatic: AutomaticOptions = field(default_factory=AutomaticOptions)
    hvsr: HvsrOptions = field(default_factory=HvsrOptions)
    tracking: TrackingOptions = field(default_factory=TrackingOptions)
    planning: PlanningOptions = field(default_factory=PlanningOptions)

    def __post_init__(self) -> None:
        check_bounds(self, "oma")
        if self.band is not None and self.band[0] >= self.band[1]:
            raise ModelError(f"oma.band: {self.band[0]:g} Hz is not below {self.band[1]:g} Hz")
