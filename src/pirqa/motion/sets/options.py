"""What a set of ground motions is asked for: its target, its sources, its rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.motion.hazard import ModelName, find_model
from pirqa.motion.synthetic.options import CodeName
from pirqa.units import Acceleration, Length, Ratio, Time, Velocity

Mechanism = Literal["strike_slip", "normal", "reverse", "oblique", "interface", "intraslab"]
"""Type of earthquake; crustal ones by the slip on their fault."""

Combination = Literal["srss", "larger", "geometric_mean"]
"""How the spectra of the two horizontal components make one: ``srss``, the square root of the sum of their squares
(E.030-2018 Art. 30.1); ``larger``, the component of the larger peak acceleration; ``geometric_mean``."""

Search = Literal["restarts", "greedy"]
"""``greedy``: one motion after the other, each the best to add, then exchanges; ``restarts``: the same, then exchanges
from random sets too."""

SITE_CLASSES: dict[str, tuple[float, float]] = {
    "S0": (1500.0, 10_000.0),
    "S1": (500.0, 1500.0),
    "S2": (180.0, 500.0),
    "S3": (0.0, 180.0),
    "A": (800.0, 10_000.0),
    "B": (360.0, 800.0),
    "C": (180.0, 360.0),
    "D": (100.0, 180.0),
}
"""Range of Vs30 [m/s]: S0 to S3 of E.030-2018 Art. 12, A to D of NTC 2018 Table 3.2.II and EN 1998-1 Table 3.1."""


@dataclass(frozen=True, kw_only=True)
class SpectrumTarget:
    """A target spectrum out of a file: the user's own, or a uniform-hazard spectrum."""

    file: str
    """CSV with period and acceleration, or OpenQuake's export of uniform-hazard spectra; a path from the project."""
    longitude: Annotated[float, Ge(-180), Le(180)] | None = None
    """Of the site, to choose among the sites of an OpenQuake export [deg]."""
    latitude: Annotated[float, Ge(-90), Le(90)] | None = None
    """Of the site [deg]."""
    probability: Annotated[Ratio, Gt(0), Le(1)] | None = None
    """Probability of exceedance, to choose among those of an OpenQuake export."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set.spectrum")
        if (self.longitude is None) != (self.latitude is None):
            raise ModelError("motion.set.spectrum: give longitude and latitude together, or neither")


@dataclass(frozen=True, kw_only=True)
class ScenarioOptions:
    """The earthquake that governs the site, as a hazard deaggregation gives it."""

    magnitude: Annotated[float, Gt(3), Le(9.7)]
    """Moment magnitude."""
    distance: Annotated[Length, Ge(0), Le(1_000_000)]
    """Closest distance to the rupture [m]; of an intraslab earthquake the distance to its hypocentre."""
    mechanism: Mechanism | None = None
    """Type of earthquake; the set needs a motion of it."""
    vs30: Annotated[Velocity, Ge(100), Le(3000)] = 760.0
    """Shear-wave velocity of the upper 30 m of the site [m/s]."""
    depth: Annotated[Length, Ge(0), Le(300_000)] | None = None
    """Depth of the focus, for the models that take it [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set.scenario")


@dataclass(frozen=True, kw_only=True)
class ConditionalTarget:
    """A conditional mean spectrum with its variance (Baker 2011), for the scenario of the set."""

    period: Annotated[Time, Gt(0), Le(10)]
    """Period whose spectral acceleration is given [s]."""
    epsilon: Annotated[float, Ge(-5), Le(5)] | None = None
    """Standard deviations above the median there; or give acceleration."""
    acceleration: Annotated[Acceleration, Gt(0)] | None = None
    """Spectral acceleration there [m/s2]; or give epsilon."""
    model: ModelName
    """Ground-motion model: bssa14, cb14, cy14 or ask14 for crustal earthquakes, aga16 for those of subduction."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set.conditional")
        find_model(self.model)
        if (self.epsilon is None) == (self.acceleration is None):
            raise ModelError('motion.set.conditional: give epsilon or acceleration, for example epsilon = "1.5"')


@dataclass(frozen=True, kw_only=True)
class SetOptions:
    """A set of ground motions for the site: chosen from records to fit a target spectrum."""

    target: CodeName | None = None
    """Design spectrum under [motion.design] that is the target; the only one there where absent."""
    spectrum: SpectrumTarget | None = None
    """Target out of a file, instead of a design spectrum."""
    conditional: ConditionalTarget | None = None
    """Conditional mean spectrum as the target, instead of a design spectrum."""
    scenario: ScenarioOptions | None = None
    """Governing earthquake: for the conditional mean spectrum, and for the velocity and duration it implies."""
    demand: Annotated[Acceleration, Gt(0), Le(30)] | None = None
    """Peak ground acceleration of the demand [m/s2]; that of the target where absent."""
    count: Annotated[int, Ge(1), Le(100)] = 7
    """Number of motions."""
    period: Annotated[Time, Gt(0), Le(10)] | None = None
    """Period T1 of the wall [s]; motion.period where absent."""
    secant_period: Annotated[Time, Gt(0), Le(10)] | None = None
    """Secant period Ts of the governing rocking mechanism [s]."""
    combination: Combination | None = None
    """How two horizontal components make one spectrum; srss for E.030, geometric_mean otherwise, where absent."""
    library: bool = True
    """Whether the records that come with pirqa are candidates."""
    folder: str | None = None
    """Folder of records that are candidates, as a path from the project."""
    flatfile: str | None = None
    """CSV with event, magnitude and mechanism of the folder's records; FOLDER/flatfile.csv where absent."""
    site_class: str | None = None
    """Site class whose records are preferred: S0 to S3 (E.030), A to D (NTC 2018, EN 1998-1)."""
    near_fault: bool = False
    """Whether an active fault is near: then two of seven motions must be near-fault or pulse-like."""
    types: dict[Mechanism, int] = field(default_factory=dict)
    """Types of earthquake that the hazard of the site has, each with the least number of its motions."""
    synthetic: dict[Mechanism, tuple[str, ...]] = field(default_factory=dict)
    """Signals of [motion.signals] that fill the set, by type of earthquake: at most three of seven motions."""
    include: tuple[str, ...] = ()
    """Candidates that are in the set whatever their fit."""
    exclude: tuple[str, ...] = ()
    """Candidates that are left out."""
    largest_factor: Annotated[Ratio, Gt(1), Le(8)] = 8.0
    """Greatest scale factor at the demand; above 4 only where no set fits below 4, and then the set says so."""
    search: Search = "restarts"
    """How the set is searched for."""
    restarts: Annotated[int, Ge(1), Le(1000)] = 20
    """Random sets from which the search starts again."""
    seed: Annotated[int, Ge(0)] = 1
    """Of the random sets."""
    vertical: bool = False
    """Whether the vertical components drive the wall too."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set")
        given = [key for key in ("target", "spectrum", "conditional") if getattr(self, key) is not None]
        if len(given) > 1:
            raise ModelError(f"motion.set: {' and '.join(given)} are both targets; give one of them")
        if self.conditional is not None and self.scenario is None:
            raise ModelError(
                "motion.set.conditional: needs the earthquake; give [motion.set.scenario] with magnitude and distance"
            )
        if self.site_class is not None and self.site_class not in SITE_CLASSES:
            hint = did_you_mean(self.site_class, SITE_CLASSES)
            raise ModelError(f'motion.set.site_class: "{self.site_class}" is not known; {hint}')
        for key in (*self.types, *self.synthetic):
            if key not in get_args(Mechanism):
                raise ModelError(f'motion.set.types: "{key}" is not known; {did_you_mean(key, get_args(Mechanism))}')
        if not self.library and self.folder is None:
            raise ModelError('motion.set: no candidate; give folder = "records", or library = true')
        if self.flatfile is not None and self.folder is None:
            raise ModelError("motion.set.flatfile: names files of a folder; give folder too")
        for key, least in self.types.items():
            if isinstance(least, bool) or not isinstance(least, int) or least < 1:
                raise ModelError(f"motion.set.types.{key}: must be a whole number of 1 or more, got {least!r}")
        if sum(self.types.values()) > self.count:
            raise ModelError(
                f"motion.set.types: asks for {sum(self.types.values())} motions, count is {self.count}; raise count"
            )
        both = set(self.include) & set(self.exclude)
        if both:
            raise ModelError(f"motion.set: {', '.join(sorted(both))} is included and excluded; remove it from one")
        if sum(self.required_types.values()) > self.count:
            raise ModelError("motion.set.scenario.mechanism: one motion must be of this type; raise count")
        names = [name for signals in self.synthetic.values() for name in signals]
        if len(set(names)) < len(names):
            raise ModelError("motion.set.synthetic: names one signal twice; name each once")
        if len(names) > _most_synthetic(self.count):
            raise ModelError(
                f"motion.set.synthetic: {len(names)} synthetic motions of {self.count}, at most "
                f"{_most_synthetic(self.count)} (three of seven); name fewer"
            )

    @property
    def required_types(self) -> dict[Mechanism, int]:
        """Least number of motions by type: those of ``types``, and one of the governing earthquake's type."""
        governing = None if self.scenario is None else self.scenario.mechanism
        return dict(self.types) if governing is None or governing in self.types else {**self.types, governing: 1}


def _most_synthetic(count: int) -> int:
    """Return how many of ``count`` motions may be synthetic: three of seven."""
    return 3 * count // 7
