"""What the runs of a stage share, how they are made, and the compilation of the engine before the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from pirqa.compiled import cache_folder
from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.drive import Action, Drive
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.run_sequence import SharedRest, Start, rest_of
from pirqa.dynamics.simulate import kept_run, settle
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage import Outcome, outcome_of
from pirqa.experiments.options import DynamicsOptions
from pirqa.model.masonry import JointProperties
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer


@dataclass(frozen=True, kw_only=True, eq=False)
class RunSetup:
    """A wall, how its runs are computed, and where they are kept while the stage is on its way."""

    wall: Wall
    dynamics: DynamicsOptions
    folder: Path | None = None
    observer: Observer = SILENT
    at_rest: SharedRest = field(default_factory=SharedRest, repr=False)
    """The state at rest that was used last."""

    @cached_property
    def struts(self) -> tuple[Strut, ...]:
        """All that holds the wall."""
        return self.dynamics.struts_on(self.wall)

    def start(
        self, joints: JointProperties, *, simulation: SimulationOptions | None = None, observer: Observer = SILENT
    ) -> Start:
        """Return the wall at rest on ``joints``, from which several runs may start; it is computed once for them."""
        options = self.dynamics.simulation if simulation is None else simulation
        course = partial(rest_of, self.wall, options, joints=joints, struts=self.struts, observer=observer)
        return self.at_rest.start((joints, options), course)

    def run(
        self,
        action: Action,
        joints: JointProperties | None = None,
        case: str = "",
        *,
        simulation: SimulationOptions | None = None,
        springs: Sequence[Strut] = (),
        soil: SoilPressure | None = None,
        rested: Callable[[], Start] | None = None,
    ) -> Trajectory:
        """Return the run of ``action`` with ``joints``, a set called ``case``; a kept run is resumed.

        Without ``joints`` they are the wall's own. ``springs`` hold the wall in addition to its struts and infill;
        ``rested`` is called for the state at rest if the run needs it.
        """
        return kept_run(
            self.folder,
            self.wall,
            action,
            self.dynamics.simulation if simulation is None else simulation,
            joints=joints,
            case=case,
            struts=(*self.struts, *springs),
            soil=soil,
            rested=rested,
            observer=self.observer,
        )

    def outcome(self, run: Trajectory) -> Outcome:
        """Return which stones fell in ``run`` and the class of collapse."""
        return outcome_of(run, self.wall, self.dynamics.damage)


def settled_wall(
    wall: Wall, dynamics: DynamicsOptions, *, joints: JointProperties | None = None, observer: Observer = SILENT
) -> Assembly:
    """Return ``wall`` at rest under its weight, with its struts, on ``joints`` instead of its own where given."""
    engine = Engine.of(wall, dynamics.simulation, joints=joints, struts=dynamics.struts_on(wall))
    settle(engine, observer=observer)
    return engine.assembly


def compile_engine(wall: Wall, observer: Observer, *, falling: bool = False, load: bool = False) -> None:
    """Let the user see what takes so long where the engine is compiled now; ``falling``: with what collapses need.

    ``load``: it is loaded too, so that no run waits for it, nor for a cache of another machine that cannot be used.

    Several processes that compile the same at once would each take as long.
    """
    folder = cache_folder()
    needed = ("step.advance", "joint_contact_transition.hand_over") if falling else ("step.advance",)
    if not load and folder is not None and all(next(folder.rglob(f"{name}*.nbi"), None) is not None for name in needed):
        return
    observer.begin("Compiling, at the first use only", 1)
    assert wall.joints is not None
    corner = next(iter(wall.joints.corners().values()))
    engine = Engine.of(wall, joints=replace(corner, restitution=None))
    engine.run(Drive(duration=1.0), 0, 1)
    if falling:
        engine.hand_over_joints()
    observer.advance()
    observer.end()
