"""Where the runs of a campaign are made: one small interface, and a file for each way.

A backend takes runs of one wall at a time (``open`` with its scene) and says which are finished; the pages are in the
folder then, written by whoever made the run. The folder is the truth: what a backend knows may be lost at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pirqa.campaign.scene import RunTask
from pirqa.campaign.work import CampaignWork
from pirqa.errors import OptionsError, did_you_mean

__all__ = ["BACKENDS", "Backend", "Finished", "check_backend", "make_backend"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Finished:
    """A run that a backend is done with."""

    task: RunTask
    fault: BaseException | None
    """What went wrong beside the computation itself, which its page tells."""


class Backend(Protocol):
    """Makes runs."""

    name: str

    @property
    def notes(self) -> Sequence[str]:
        """What the user should know of what happened so far, each once."""

    def told(self) -> str:
        """What it is, in a line for the user: how many workers, where to look at them."""

    def open(self, work: CampaignWork) -> None:
        """From now on runs are of this scene; none are under way."""

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """More runs to make."""

    def finished(self) -> Iterator[Finished]:
        """Each run as it is finished, until none is under way; more may be submitted meanwhile."""

    def close(self) -> None:
        """Stop whatever is under way."""


def _processes(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.campaign.backends.processes import Processes

    return Processes(workers)


def _serial(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.campaign.backends.serial import Serial

    return Serial()


def _dask(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.campaign.backends.dask_cluster import DaskCluster

    return DaskCluster(cluster or "local", workers)


def _cuda(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.campaign.backends.cuda import Cuda

    return Cuda(workers)


BACKENDS: dict[str, Callable[[int | None, str | None], Backend]] = {
    "processes": _processes,
    "dask": _dask,
    "serial": _serial,
    "cuda": _cuda,
}
"""By name; each is made from a number of workers and a cluster's address, where they are given."""


def check_backend(name: str) -> None:
    """Refuse a name that is none."""
    if name not in BACKENDS:
        raise OptionsError(f'--backend: none is called "{name}"; {did_you_mean(name, BACKENDS)}')


def make_backend(name: str, *, workers: int | None = None, cluster: str | None = None) -> Backend:
    """The backend called ``name``."""
    check_backend(name)
    return BACKENDS[name](workers, cluster)
