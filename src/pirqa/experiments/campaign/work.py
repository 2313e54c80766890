"""What a worker does with a task, wherever it runs: it claims the run, makes it and puts its page into the store."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pirqa.dynamics.batch import Rest
from pirqa.dynamics.history import write_trajectory
from pirqa.dynamics.run_sequence import Course, Rested, SharedRest, Start, perform, rest_of
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.state_recorder import HistoryWriter, Keeper, LateWriter, TimesAndEnergies
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import ComputationError, ResultsError
from pirqa.experiments.campaign.plan import RunTask, Scene, code_of_runs, sampled_wall, scaled_motion
from pirqa.experiments.campaign.store import Store, make_folder
from pirqa.experiments.campaign.summary import kept_page, page_of, unfinished_page
from pirqa.experiments.run_monitor import Witness
from pirqa.experiments.runs import compile_engine
from pirqa.progress import SILENT

_PATIENCE = 20.0
"""Time that a worker whose feeder was killed has to notice it and to let go of its checkpoints [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RunWork:
    """Runs of one scene, put into one folder."""

    scene: Scene
    folder: Path
    code: str
    """Digest of the code that planned: workers of another version would compute something different."""
    at_rest: SharedRest = field(default_factory=SharedRest, repr=False)

    @classmethod
    def of(cls, scene: Scene, folder: Path) -> RunWork:
        """Return the work on ``scene`` with the code of this process."""
        return cls(scene=scene, folder=folder.resolve(), code=code_of_runs())

    def prepare(self) -> None:
        """Load the compiled engine; refuse code other than that by which the plan was made."""
        if code_of_runs() != self.code:
            raise ResultsError(
                "this worker has another pirqa than the one that planned: install the same version on all machines"
            )
        compile_engine(self.scene.wall, SILENT, falling=True, load=True)

    def perform(self, task: RunTask) -> None:
        """Make the run, from its last checkpoint if there is one, and put its page into the store."""
        rest = self.rest(task)
        perform(self._course(task, checkpoints=True, rested=lambda: self.at_rest.start(rest.key, rest.course)))

    def course(self, task: RunTask, longest: float, rested: Start | None = None) -> Course[None]:
        """Return the same as a course of stretches, without checkpoints: a run that is killed begins again."""
        return self._course(task, checkpoints=False, longest=longest, rested=rested)

    def rest(self, task: RunTask) -> Rest:
        """Return the state at rest from which the run starts: runs of one wall with the same joints share it."""
        scene, curve = self.scene, task.curve

        def course() -> Course[Rested]:
            wall, struts = sampled_wall(scene, curve)
            return rest_of(wall, scene.job.simulation, joints=curve.joints, struts=struts)

        return Rest(key=(scene.digest, curve.case, tuple(sorted(curve.parameters.items()))), course=course)

    def _course(
        self,
        task: RunTask,
        *,
        checkpoints: bool,
        longest: float = 0.0,
        rested: Start | Callable[[], Start] | None = None,
    ) -> Course[None]:
        store = Store(self.folder)
        with store.claim(task.key):
            if kept_page(store.read(task.key), task, again=task.again) is not None:
                return  # another process was quicker
            keep = LateWriter(store.unfinished(task.key), known=task.key, patience=_PATIENCE)
            # the processor time of one of many runs that are under way at once is not known
            began = time.perf_counter(), time.process_time() if checkpoints else math.nan
            try:
                run, witness = yield from shaken(
                    self.scene,
                    task,
                    keep if checkpoints else None,
                    longest=longest,
                    rested=rested,
                    # a history that is not read is not made
                    memory=TimesAndEnergies() if task.sparing else None,
                )
                page = page_of(self.scene, task, run, witness, began)
                if task.histories == "all" or (task.histories == "fallen" and page.get("lost")):
                    place = store.history(task.key)
                    make_folder(place.parent)
                    write_trajectory(run, place, inputs=task.key)
                    page["history"] = place.relative_to(self.folder).as_posix()
            except ComputationError as error:
                page = unfinished_page(self.scene, task, "failed", str(error), time.perf_counter() - began[0])
            store.write(page)
            keep.discard()


def shaken(
    scene: Scene,
    task: RunTask,
    keep: HistoryWriter | None = None,
    *,
    longest: float = 0.0,
    rested: Start | Callable[[], Start] | None = None,
    memory: Keeper | None = None,
) -> Course[tuple[Trajectory, Witness]]:
    """Return the course of a run and the witness that judges it; see :func:`pirqa.dynamics.simulate.simulation`."""
    curve, motion = task.curve, scaled_motion(scene, task)
    wall, struts = sampled_wall(scene, curve)
    witness = scene.job.witness(wall, motion)
    run = yield from simulation(
        wall,
        motion,
        scene.job.simulation,
        joints=curve.joints,
        case=curve.case,
        struts=struts,
        keep=keep,
        longest=longest,
        follower=witness,
        rested=rested,
        memory=memory,
    )
    return run, witness


def shake(scene: Scene, task: RunTask) -> tuple[Trajectory, Witness]:
    """Make a run in this process."""
    return perform(shaken(scene, task))
