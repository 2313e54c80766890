"""What a worker of a campaign does with a task, wherever it runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pirqa.campaign.pages import Pages, make_folder
from pirqa.campaign.plan import code_of_runs
from pirqa.campaign.scene import RunTask, Scene, row_head, run_row, sampled_wall, shaken
from pirqa.dynamics.batch import Rest
from pirqa.dynamics.course import Course, perform
from pirqa.dynamics.history import write_trajectory
from pirqa.dynamics.keeper import TimesAndEnergies
from pirqa.dynamics.late import LateWriter
from pirqa.dynamics.rest import Rested, SharedRest, Start, rest_of
from pirqa.errors import ComputationError, ResultsError
from pirqa.progress import SILENT
from pirqa.shaking.stage import compile_engine

__all__ = ["CampaignWork", "kept_row", "unfinished_row"]

_PATIENCE = 20.0
"""For the worker of a campaign that was killed to see that nobody feeds it any more [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignWork:
    """Runs of one scene, put into one folder."""

    scene: Scene
    folder: Path
    code: str
    """Digest of the code that planned: workers of another version would compute something else."""
    at_rest: SharedRest = field(default_factory=SharedRest, repr=False)

    @classmethod
    def of(cls, scene: Scene, folder: Path) -> CampaignWork:
        """By the code that runs here."""
        return cls(scene=scene, folder=folder.resolve(), code=code_of_runs())

    def prepare(self) -> None:
        """Load the compiled engine; refuse to compute with other code than the plan was made by."""
        if code_of_runs() != self.code:
            raise ResultsError(
                "this worker has another pirqa than the one that planned: install the same version on all machines"
            )
        compile_engine(self.scene.wall, SILENT, falling=True, load=True)

    def perform(self, task: RunTask) -> None:
        """Make the run, from its last checkpoint where there is one, and put its page into the folder."""
        rest = self.rest(task)
        perform(self._course(task, checkpoints=True, rested=lambda: self.at_rest.start(rest.key, rest.course)))

    def course(self, task: RunTask, longest: float, rested: Start | None = None) -> Course[None]:
        """The same as stretches of steps that others make, without checkpoints: a run that is killed begins anew."""
        return self._course(task, checkpoints=False, longest=longest, rested=rested)

    def rest(self, task: RunTask) -> Rest:
        """Where the run starts from: runs of the same wall with the same joints share it."""
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
        pages = Pages(self.folder)
        with pages.claimed(task.key):
            if kept_row(pages.read(task.key), task, again=task.again) is not None:
                return  # somebody else was quicker
            keep = LateWriter(pages.unfinished(task.key), known=task.key, patience=_PATIENCE)
            # nobody knows how long a processor works for one of many runs that are under way at once
            began = time.perf_counter(), time.process_time() if checkpoints else math.nan
            try:
                run, witness = yield from shaken(
                    self.scene,
                    task,
                    keep if checkpoints else None,
                    longest=longest,
                    rested=rested,
                    # where nobody reads a history, none is made
                    memory=TimesAndEnergies() if task.histories == "none" else None,
                )
                row = run_row(self.scene, task, run, witness, began)
                if task.histories == "all" or (task.histories == "fallen" and row.get("lost")):
                    place = pages.history(task.key)
                    make_folder(place.parent)
                    write_trajectory(run, place, inputs=task.key)
                    row["history"] = place.relative_to(self.folder).as_posix()
            except ComputationError as error:
                row = unfinished_row(self.scene, task, "failed", str(error), time.perf_counter() - began[0])
            pages.write(row)
            keep.discard()


def unfinished_row(scene: Scene, task: RunTask, status: str, reason: str, seconds: float) -> dict[str, Any]:
    """Of a run that says nothing about the wall, and why."""
    return row_head(scene, task) | {"status": status, "reason": reason, "wall_seconds": seconds}


def kept_row(row: dict[str, Any] | None, task: RunTask, *, again: bool = False) -> dict[str, Any] | None:
    """``row`` where it need not be made again: one that was stopped is, when it may take longer now.

    ``again``: so are all that are not done.
    """
    if row is None or (again and row["status"] != "done"):
        return None
    if row["status"] == "timeout" and task.time_limit > 1.001 * (row["time_limit"] or 0.0):
        return None
    return row
