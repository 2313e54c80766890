"""Observers: how long work tells the outside how far it is.

Library code takes an observer and reports to it; the command line draws it, a notebook may show it, tests record it.
An observer may raise :class:`pirqa.errors.Interrupted` from :meth:`Observer.advance` to cancel the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Observer(Protocol):
    """What long work calls while it runs."""

    def begin(self, task: str, total: int) -> None:
        """A task of ``total`` steps starts."""

    def advance(self, steps: int = 1) -> None:
        """``steps`` more steps are done."""

    def end(self, outcome: str = "") -> None:
        """The task begun last is over; ``outcome`` says in a few words how."""


class SilentObserver:
    """An observer that looks away."""

    def begin(self, task: str, total: int) -> None:
        """Ignore."""

    def advance(self, steps: int = 1) -> None:
        """Ignore."""

    def end(self, outcome: str = "") -> None:
        """Ignore."""


SILENT = SilentObserver()


def tell(observer: Observer, text: str) -> None:
    """A few words on where the task is, to an observer that can show them (one with a method ``tell``)."""
    show = getattr(observer, "tell", None)
    if show is not None:
        show(text)


def open_stage(observer: Observer, name: str) -> None:
    """Name the stage to which the following tasks belong, to an observer with a method ``open_stage``."""
    show = getattr(observer, "open_stage", None)
    if show is not None:
        show(name)


def announce(observer: Observer, stage: str, limit_states: Sequence[str], seconds: float) -> None:
    """Report a stage that runs by itself, to an observer with a method ``announce``.

    ``limit_states`` are open and may be answered by it; ``seconds`` is the time that it is expected to take.
    """
    show = getattr(observer, "announce", None)
    if show is not None:
        show(stage, limit_states, seconds)
