"""Make runs that are not in the store, on any backend, with those that follow from them."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pirqa.dynamics.state_recorder import HistoryWriter
from pirqa.errors import ResultsError
from pirqa.experiments.campaign.backends import Backend, Finished
from pirqa.experiments.campaign.plan import RunTask, Scene
from pirqa.experiments.campaign.store import Store, TakenElsewhereError
from pirqa.experiments.campaign.summary import kept_page, unfinished_page
from pirqa.experiments.campaign.work import RunWork
from pirqa.experiments.campaign.worker import ATTEMPTS, RunTimeoutError, WorkerDiedError
from pirqa.experiments.runs import compile_engine
from pirqa.progress import SILENT, Observer

_SOON = 0.5
"""Time after which a run that another process makes is looked for again [s]."""


class Taker(Protocol):
    """Takes the page of each run as it is there."""

    def __call__(self, task: RunTask, page: Mapping[str, Any], *, kept: bool) -> Iterable[RunTask]:
        """Return the runs that follow from this one; ``kept`` ones were in the store before."""


class Runner:
    """Makes runs of one scene; ``take`` is called with the page of each.

    With ``again`` runs that failed or were stopped are made once more. Without ``keep_lost`` a run of which every
    process dies leaves no page, so that it is tried again next time.
    """

    def __init__(
        self,
        scene: Scene,
        store: Store,
        backend: Backend,
        take: Taker,
        *,
        again: bool = False,
        keep_lost: bool = True,
        observer: Observer = SILENT,
    ) -> None:
        self._scene, self._store, self._backend, self._take = scene, store, backend, take
        self._again, self._keep_lost, self._observer = again, keep_lost, observer
        self._open = False
        self._elsewhere: list[RunTask] = []
        self._made: set[str] = set()

    def go(self, tasks: Iterable[RunTask]) -> None:
        """Make those of ``tasks`` that are not in the store, and all that follow from them."""
        self.make(self.missing(tasks))

    def missing(self, tasks: Iterable[RunTask]) -> list[RunTask]:
        """Return those of ``tasks``, and of the runs that follow from kept ones, that are not in the store."""
        waiting, missing = deque(tasks), []
        while waiting:
            task = waiting.popleft()
            page = kept_page(self._store.read(task.key), task, again=self._again and task.key not in self._made)
            if page is None:
                missing.append(task)
            else:
                waiting.extend(self._take(task, page, kept=True))
        return missing

    def make(self, tasks: Sequence[RunTask]) -> None:
        """Make ``tasks`` and all that follow from them."""
        if not tasks:
            return
        if not self._open:
            compile_engine(self._scene.wall, self._observer, falling=True)
            self._backend.open(RunWork.of(self._scene, self._store.folder))
            self._open = True
        # walls that fall take longest, and the last of them should not be waited for alone
        motions = self._scene.motions
        self._submit(sorted(tasks, key=lambda task: -task.level * motions[task.curve.motion].motion.duration))
        while True:
            for finished in self._backend.finished():
                self._finish(finished)
            if not self._elsewhere:
                return
            time.sleep(_SOON)
            waiting, self._elsewhere = self._elsewhere, []
            self._submit(self.missing(waiting))

    def _submit(self, tasks: Iterable[RunTask]) -> None:
        chosen = [replace(task, again=self._again) for task in tasks]
        if chosen:
            self._backend.submit(chosen)

    def _finish(self, finished: Finished) -> None:
        task, fault = finished.task, finished.fault
        if isinstance(fault, TakenElsewhereError):
            self._elsewhere.append(task)
            return
        self._made.add(task.key)
        page = self._store.read(task.key) if fault is None else self._lost(task, fault)
        if page is None:  # damaged between writing and reading: a failing disk
            self._submit([task])
            return
        self._submit(self.missing(self._take(task, page, kept=False)))

    def _lost(self, task: RunTask, fault: BaseException) -> dict[str, Any] | None:
        """Return the page of a run whose process could not write one: stopped, or dead too often."""
        if isinstance(fault, RunTimeoutError):
            page = unfinished_page(self._scene, task, "timeout", str(fault), task.time_limit or 0.0)
        elif isinstance(fault, WorkerDiedError) or type(fault).__name__ == "KilledWorker":
            reason = f"its process died {ATTEMPTS} times: out of memory?"
            page = unfinished_page(self._scene, task, "failed", reason, 0.0)
        else:
            raise fault
        if not self._keep_lost:
            return page
        with contextlib.suppress(ResultsError):
            HistoryWriter(self._store.unfinished(task.key)).discard()
        self._store.write(page)
        return self._store.read(task.key)
