"""Options: joint properties from tilt tests and measured frequencies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import pi
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt
from numpy.typing import NDArray

from pirqa.errors import ModelError
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.model.bounds import check_bounds
from pirqa.model.modes import Modes, paired
from pirqa.units import Angle, Frequency, JointStiffness, Ratio

ParameterName = Literal["normal_stiffness", "stiffness_ratio", "friction", "damping"]
"""Kn; Kt/Kn; μ = tan φ; pressure per speed of closing."""
_LEAST_MAC = 0.5
"""Below which a measured and a computed shape are not of one mode."""
_SAME_MAC = 0.01
"""MACs that differ by less do not tell modes apart: measured shapes are not known better."""
_SILENT = 1e-6
"""Modes that move less at the sensors, the way these feel, of their largest motion are only heard in rounding."""


def _held_test() -> TiltTestOptions:
    """Narrowed down: the angle of a steady tilt is too vague to tell much."""
    return TiltTestOptions(resolution=0.25 * pi / 180.0)


@dataclass(frozen=True, kw_only=True)
class JointCalibrationOptions:
    """Joint properties from tilt tests and measured frequencies."""

    measured: Literal["given", "oma"] = "given"
    """Where measured frequencies and damping come from: given here, or the modes of the analysis oma."""
    frequencies: tuple[Annotated[Frequency, Gt(0)], ...] = ()
    """Measured frequencies of small vibrations [Hz], the lowest first."""
    frequency_sd: tuple[Annotated[Frequency, Gt(0)], ...] = ()
    """Standard deviation of all, or of each, half a line of the spectrum at least [Hz]."""
    modes: tuple[Annotated[int, Ge(1), Le(200)], ...] = ()
    """Which modes of the wall these are, counted from 1; the lowest ones in order where absent."""
    damping_ratios: tuple[Annotated[Ratio, Gt(0), Lt(1)], ...] = ()
    """Measured damping of these modes, of critical [-]."""
    damping_ratio_sd: Annotated[Ratio, Gt(0)] | None = None
    """Standard deviation of each [-]."""
    tilt_angle: Annotated[Angle, Gt(0), Lt(pi / 2)] | None = None
    """Measured angle of a tilt test of this wall [rad]."""
    tilt_sd: Annotated[Angle, Gt(0)] | None = None
    """Its standard deviation [rad]."""
    tilt_event: Literal["fall", "partial"] = "partial"
    """What happened at that angle: the first stone fell, or a part of the wall."""
    free: tuple[ParameterName, ...] = ()
    """What is looked for; where absent normal_stiffness, friction, and damping where it was measured."""
    stiffness_low: Annotated[JointStiffness, Gt(0)] = 2e7
    """Lowest normal stiffness that is tried [N/m3]."""
    stiffness_high: Annotated[JointStiffness, Gt(0)] = 2e10
    """Highest one [N/m3]."""
    ratio_low: Annotated[Ratio, Gt(0)] = 0.1
    """Lowest ratio of tangential to normal stiffness that is tried [-]."""
    ratio_high: Annotated[Ratio, Gt(0)] = 1.0
    """Highest one [-]."""
    friction_low: Annotated[Ratio, Gt(0)] = 0.2
    """Lowest coefficient of friction that is tried [-]."""
    friction_high: Annotated[Ratio, Gt(0)] = 1.0
    """Highest one [-]."""
    stiffness_points: Annotated[int, Ge(2), Le(20)] = 3
    """Stiffnesses at which the tilt is computed."""
    friction_points: Annotated[int, Ge(2), Le(20)] = 3
    """Coefficients of friction at which it is."""
    confidence: Annotated[Ratio, Gt(0), Lt(1)] = 0.95
    """Of the intervals [-]."""
    tilt: TiltTestOptions = field(default_factory=_held_test)
    """How the test was done, and how well its angle is computed."""

    def __post_init__(self) -> None:
        check_bounds(self, "joint_calibration")
        for low, high in (
            ("stiffness_low", "stiffness_high"), ("ratio_low", "ratio_high"), ("friction_low", "friction_high"),
        ):  # fmt: skip
            if getattr(self, low) >= getattr(self, high):
                raise ModelError(f"joint_calibration.{low} must be less than {high}")
        for given, needed, example in (
            ("frequencies", "frequency_sd", '["0.05 Hz"]'), ("damping_ratios", "damping_ratio_sd", '"1 %"'),
            ("tilt_angle", "tilt_sd", '"0.8 deg"'),
        ):  # fmt: skip
            if getattr(self, given) and not getattr(self, needed):
                raise ModelError(
                    f"joint_calibration.{needed} is missing: how well {given} is known decides what it tells; "
                    f"give for example {needed} = {example}"
                )
        if len(self.frequency_sd) not in (0, 1, len(self.frequencies)):
            raise ModelError(
                f"joint_calibration.frequency_sd has {len(self.frequency_sd)} entries for {len(self.frequencies)} "
                "frequencies; give one for all or one for each"
            )
        if self.measured == "oma" and self.frequencies:
            raise ModelError(
                'joint_calibration.frequencies and measured = "oma" are both given: the modes of the analysis oma take '
                "their place; leave one of them out"
            )
        if list(self.frequencies) != sorted(self.frequencies):
            raise ModelError("joint_calibration.frequencies must rise; put the lowest first, and modes in their order")
        for key in ("modes", "damping_ratios"):
            if getattr(self, key) and len(getattr(self, key)) != len(self.frequencies):
                raise ModelError(
                    f"joint_calibration.{key} has {len(getattr(self, key))} entries for {len(self.frequencies)} "
                    "frequencies; give one for each"
                )
        if len(set(self.modes)) < len(self.modes):
            raise ModelError("joint_calibration.modes names a mode twice")
        if len(set(self.free)) < len(self.free):
            raise ModelError("joint_calibration.free names a property twice")
        if "damping" in self.free and not self.damping_ratios and self.measured == "given":
            raise ModelError("joint_calibration.free: damping needs damping_ratios that were measured; give them")

    def measured_as(self, modes: Modes, *, model: Modes | None = None) -> JointCalibrationOptions:
        """The options with what was measured as ``modes``, which must say how well their frequencies are known.

        ``model`` are the wall's own modes at the same points: each measured one is taken for the one whose shape it
        has (MAC, the likest pair first, none twice), the lowest where these points do not tell several apart, else they
        are taken in their order. Frequencies do not help to pair them: how stiff the joints are is what is looked for.
        """
        if not len(modes):
            raise ModelError("joint_calibration: no mode was measured; look at what the analysis oma says, or give one")
        if modes.frequency_sd is None or not np.all(modes.frequency_sd > 0.0):
            raise ModelError(
                "joint_calibration: the measured modes do not say how well their frequencies are known; give "
                "frequencies and frequency_sd instead"
            )
        order = np.argsort(modes.frequency)
        numbers: tuple[int, ...] = ()
        if model is not None:
            numbers = _numbered(modes, order, model)
        known = modes.damping_sd is not None and bool(
            np.all(np.isfinite(modes.damping) & (modes.damping > 0.0) & (modes.damping_sd > 0.0))
        )
        return replace(
            self,
            measured="given",
            frequencies=tuple(modes.frequency[order].tolist()),
            frequency_sd=tuple(modes.frequency_sd[order].tolist()),
            modes=numbers,
            damping_ratios=tuple(modes.damping[order].tolist()) if known else (),
            # one for all of them: the least well known
            damping_ratio_sd=float(np.max(modes.damping_sd)) if known and modes.damping_sd is not None else None,
        )

    @property
    def sought(self) -> tuple[ParameterName, ...]:
        """What is looked for."""
        if self.free:
            return self.free
        return ("normal_stiffness", "friction", *(("damping",) if self.damping_ratios else ()))

    @property
    def deviations(self) -> tuple[float, ...]:
        """Standard deviation of each frequency [Hz]."""
        return self.frequency_sd if len(self.frequency_sd) > 1 else self.frequency_sd * len(self.frequencies)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Of the measured modes among the wall's, from 0."""
        return tuple(number - 1 for number in self.modes) or tuple(range(len(self.frequencies)))


def _numbered(modes: Modes, order: NDArray[np.intp], model: Modes) -> tuple[int, ...]:
    """Number of the wall's own mode that has the shape of each measured one, from 1."""
    felt = np.isfinite(modes.complex_shape).any(axis=0)
    own = np.where(felt, model.complex_shape, 0.0)
    own[np.abs(own).max(axis=(1, 2), initial=0.0) < _SILENT] = 0.0
    pairs = dict(
        paired(
            modes.frequency[order],
            modes.complex_shape[order],
            model.frequency,
            own,
            least=_LEAST_MAC,
            farthest=np.inf,
            weight=0.0,
            alike=_SAME_MAC,
        )
    )
    lost = [float(modes.frequency[order][index]) for index in range(len(modes)) if index not in pairs]
    if lost:
        told = ", ".join(f"{frequency:.3g} Hz" for frequency in lost)
        raise ModelError(
            f"joint_calibration: none of the first {len(model)} modes of the stones has the shape of the measured one "
            f"at {told} (MAC below {_LEAST_MAC}); check where the sensors stand, or give frequencies, frequency_sd and "
            "modes of those that are known"
        )
    return tuple(1 + pairs[index] for index in range(len(modes)))
