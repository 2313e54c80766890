"""What measured modes have taught the finite-element model."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.fem.options import BedOptions, FeSpring
from pirqa.fem.updating.fits import Round
from pirqa.fem.updating.identifiability import Identifiability, Sensitivity
from pirqa.fem.updating.options import ParameterKind
from pirqa.fem.updating.posterior import Posterior, Samples
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall


@dataclass(frozen=True, kw_only=True)
class UpdatedParameter:
    """One number that was looked for, and what was found."""

    name: str
    kind: ParameterKind
    of: tuple[str, ...]
    unit: str
    """SI unit of all its numbers; empty for a factor."""
    start: float
    low: float
    """Lower bound."""
    high: float
    """Upper bound."""
    prior_sd: float | None
    value: float
    sd: float
    """Standard deviation."""
    interval_low: float
    """Of the 95 % interval."""
    interval_high: float
    on_bound: bool
    """Whether it came to rest on a bound: then its interval means little."""
    response_functions: float | None
    """What Douglas and Reid's way found, where both were asked for."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """The model beside what was measured."""

    modes: Modes
    """Computed, at the sensors; m of them."""
    assurance: FloatArray
    """MAC of each measured mode with each computed one, shape (n, m): what an FMAC graph shows, with frequencies."""
    computed: tuple[int, ...]
    """Number of the computed mode of each measured one, from 0."""
    frequency: FloatArray
    """Of the computed mode of each measured one [Hz], shape (n,)."""
    difference: FloatArray
    """Of the frequencies, over the measured one, shape (n,)."""
    mac: FloatArray
    """Of each pair, shape (n,)."""
    coordinate: FloatArray
    """COMAC of each sensor along, across, up; nan where it did not measure, shape (points, 3)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class StartResult:
    """Where one start of the direct way led."""

    start: FloatArray
    """Shape (v,)."""
    values: FloatArray
    """Shape (v,)."""
    cost: float
    """Half the sum of squares of the residuals."""
    converged: bool
    evaluations: int


@dataclass(frozen=True, kw_only=True, eq=False)
class UpdatingResult:
    """The calibrated wall, how well it is known, and how it was found."""

    method: str
    parameters: tuple[UpdatedParameter, ...]
    measured: Modes
    """Those that were used."""
    numbers: tuple[int, ...]
    """Of each of them among all that were measured, from 1."""
    places: FloatArray
    """Of the sensors [m], shape (points, 3)."""
    before: Comparison
    after: Comparison
    sensitivity: Sensitivity
    """At the base values."""
    identifiability: Identifiability
    """By the modes alone, without priors, at the base values."""
    posterior: Posterior
    samples: Samples | None
    starts: tuple[StartResult, ...]
    step_values: FloatArray
    """Parameters at each evaluation of the best start, or each round, shape (k, v)."""
    step_cost: FloatArray
    """Half the sum of squares there, shape (k,)."""
    rounds: tuple[Round, ...]
    """Of Douglas and Reid's way."""
    finer: FloatArray | None
    """What a finer mesh changes of the calibrated model's frequencies, as a fraction, shape (n,); where it was asked
    for."""
    freedoms: int
    """Degrees of freedom of the model."""
    solves: int
    """Times that its modes were found."""
    factorisations: int
    """Of its stiffness: fewer, since one serves as long as only masses change."""
    wall: Wall
    """Calibrated."""
    springs: dict[str, FeSpring]
    """Calibrated."""
    bed: BedOptions | None
    """Calibrated."""
    remarks: tuple[Remark, ...] = ()

    def __str__(self) -> str:
        lines = [f"{'parameter':<16}{'start':>12}{'value':>12}{'95 % interval':>26}  unit"]
        for item in self.parameters:
            interval = f"{item.interval_low:.4g} to {item.interval_high:.4g}"
            bound = "  on its bound" if item.on_bound else ""
            lines.append(f"{item.name:<16}{item.start:>12.4g}{item.value:>12.4g}{interval:>26}  {item.unit}{bound}")
        lines += [
            "",
            f"{'mode':>4}{'measured Hz':>13}{'before Hz':>12}{'after Hz':>12}{'MAC before':>12}{'MAC after':>12}",
        ]
        for index, frequency in enumerate(self.measured.frequency):
            first, last = self.before, self.after
            lines.append(
                f"{self.numbers[index]:>4}{frequency:>13.4g}{first.frequency[index]:>12.4g}{last.frequency[index]:>12.4g}"
                f"{first.mac[index]:>12.3f}{last.mac[index]:>12.3f}"
            )
        return "\n".join(lines)
