"""Runs as courses of stretches: somebody decides what is done next, somebody else makes the steps.

A *course* is a generator: it gives the next :class:`Stretch` of steps and waits for what was kept of it. Who asks makes
the steps, on a processor (:func:`perform`) or on a graphics card with thousands of others
(:mod:`pirqa.dynamics.batch`); what comes out is decided by the same lines.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine, Record

__all__ = ["Course", "Stretch", "perform"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stretch:
    """Steps to be made of one run, after which somebody looks at it."""

    engine: Engine
    drive: Drive
    first: int
    """Number of the first of them in the drive."""
    count: int
    sparing: bool = False
    """Whether of the joints only normal force and opening are asked for; more does no harm."""

    def run(self) -> tuple[Record, bool]:
        """Make them on this processor: what was kept, and whether the run is still sound."""
        return self.engine.run(self.drive, self.first, self.count)


_Result = TypeVar("_Result")
Course = Generator[Stretch, tuple[Record, bool], _Result]
"""Gives stretches, takes what :meth:`Engine.run` returns for them, and ends with its result."""


def perform(course: Course[_Result]) -> _Result:
    """Make all stretches of ``course`` on this processor."""
    try:
        # nobody but the course holds the engine, which may be large, when the history is read back
        waiting = [next(course)]
        while True:
            waiting.append(course.send(waiting.pop().run()))
    except StopIteration as ended:
        result: _Result = ended.value
        return result
    finally:
        course.close()  # stopped in the middle of a stretch, it lets go of what it holds
