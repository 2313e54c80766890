"""What the motion stage hands on."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.remark import Remark, Table
from pirqa.motion.intensity import Measures
from pirqa.motion.orientation import pushing
from pirqa.motion.processing import Change
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.sliding_regressions import Prediction
from pirqa.units import STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class FiledChannel:
    """A channel as its file has it."""

    name: str
    samples: int
    step: float
    """[s]; the median where uneven."""
    even: bool
    unit: str
    """As filed."""
    peak: float
    """Signed sample of the largest size [m/s2]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedMotion:
    """A motion fit to drive a wall, and how it became so."""

    name: str
    kind: str
    """``record``, or the kind of signal."""
    target: str
    """Design spectrum that it was matched to, if any."""
    motion: GroundMotion
    """Processed, turned to the wall's axes where these are known, scaled."""
    filed: tuple[FiledChannel, ...]
    changes: tuple[Change, ...]
    """What processing did to each component, before any scaling."""
    measures: tuple[Measures, ...]
    """Of each component of the motion."""
    remarks: tuple[Remark, ...]

    @property
    def horizontal(self) -> tuple[str, ...]:
        """Names of the components that may push the wall over."""
        return pushing(self.motion)


@dataclass(frozen=True, kw_only=True)
class DesignCurve:
    """A design spectrum, as it is drawn."""

    name: str
    """Key in the report's word files, ``code.<name>``."""
    source: str
    verified: bool
    """Whether its tables were checked against the code's text, or independent sources that agree."""
    corners: tuple[float, ...]
    """Corner periods [s]."""


@dataclass(frozen=True, kw_only=True)
class SlidingCase:
    """A yield coefficient, and how far the wall slides in the worst of the motions."""

    name: str
    """Case of statics that it comes from, or ``given``."""
    yield_coefficient: float
    """Of gravity; 0 where the wall slides without any earthquake."""
    level: float
    """Of the joint that slides, above the base [m]."""
    both_ways: bool
    motion: str
    """Name of the worst motion; none where the wall slides without any."""
    component: str
    reversed: bool
    """Whether the motion was turned round for it."""
    displacement: float
    """Lasting [m]; infinite where the wall slides without any earthquake."""
    largest: float
    """On the way [m]."""
    slips: int
    rocks_first: bool
    """Whether the wall starts to rock before it slides, so that this is not what governs it."""
    predictions: tuple[Prediction, ...]
    """Of regressions, for that motion."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MotionResult:
    """Motions fit to drive a wall, their spectra and measures, and what a sliding block does under them."""

    motions: tuple[PreparedMotion, ...]
    damping: float
    """Of the spectra, of critical."""
    spectra: Table
    """A row for each motion, component (also rotd50, rotd100) and period: sd, psv, psa, sa (SI)."""
    design: tuple[DesignCurve, ...]
    design_curves: Table
    """A row for each design spectrum and period: acceleration (SI)."""
    block: tuple[float, ...]
    """Height and thickness of the block that p·PGV/(g·tanα) is for [m]; empty where there is none."""
    sliding: tuple[SlidingCase, ...]
    sliding_runs: Table
    """A row for each case, motion, component and sense: displacement, slips (SI)."""
    sliding_curve: Table
    """A row for each motion and yield coefficient: the displacement of the worst component and sense (SI)."""
    sliding_history: Table
    """Relative displacement of the worst run of each case against time (SI)."""
    checks: tuple[Check, ...]
    set: MotionSet | None = None
    """The set that some of the motions belong to, if one was asked for."""

    def named(self, name: str) -> PreparedMotion:
        """The motion called ``name``."""
        return next(item for item in self.motions if item.name == name)

    def __str__(self) -> str:
        head = f"{'motion':<20}{'component':<11}{'PGA g':>8}{'PGV m/s':>9}{'PGD m':>8}"
        lines = [f"{head}{'Arias m/s':>11}{'D5-95 s':>9}"]
        for item in self.motions:
            for direction, measured in zip(item.motion.directions, item.measures, strict=True):
                lines.append(
                    f"{item.name[:19]:<20}{direction.name[:10]:<11}{measured.pga / STANDARD_GRAVITY:>8.4f}"
                    f"{measured.pgv:>9.4f}{measured.pgd:>8.4f}{measured.arias:>11.4f}{measured.duration:>9.2f}"
                )
        lines += [
            f"slides {case.displacement * 1e3:.1f} mm in {case.motion} "
            f"(yield at {case.yield_coefficient:.4f} g, {case.name})"
            for case in self.sliding
        ]
        return "\n".join(lines)
