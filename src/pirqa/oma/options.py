"""How vibrations are turned into modes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Gt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.hvsr.options import HvsrOptions
from pirqa.oma.planning.options import PlanningOptions
from pirqa.oma.signals.options import PreprocessOptions, SpectrumOptions
from pirqa.oma.subspace.options import SubspaceOptions
from pirqa.oma.tracking import TrackingOptions
from pirqa.units import Frequency

__all__ = ["OmaOptions"]


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
