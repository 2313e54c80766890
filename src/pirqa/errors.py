"""Every error pirqa raises on purpose.

::

    PirqaError
    ├── InputError                 what the user gave cannot be used (exit code 2)
    │   ├── UnitsError             a quantity without a unit, or of the wrong dimension
    │   ├── ModelError             a wall, material or site that cannot exist
    │   │   └── MeshError          bricks of a finite-element mesh that cannot be used
    │   ├── ProjectError           a project file that cannot be read or understood
    │   ├── SurveyError            a drawing, mesh or image that gives no clean stones
    │   ├── RecordError            a file of motion or vibrations that cannot be read or used
    │   ├── TableError             a table of walls that cannot be read or used
    │   ├── MissingExtraError      a part of pirqa that is not installed, with the pip command
    │   ├── MissingProgramError    a program outside pirqa that is not on this machine
    │   ├── OptionsError           an analysis asked for something its inputs cannot give
    │   ├── ThrustError            the earth-pressure theory has no solution for these inputs
    │   └── ResultsError           a results folder that cannot be read or written
    │       └── FolderInUseError   a run or a report is writing there
    ├── ComputationError           a computation failed or did not converge (exit code 3)
    └── Interrupted                the user stopped the work; what was finished is kept (exit code 130)

A message names the file, the key, stone, joint or channel, and what to do. Library code never prints or exits.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class PirqaError(Exception):
    """Root of the tree."""


class InputError(PirqaError):
    """What the user gave cannot be used."""


class UnitsError(InputError, ValueError):
    """A quantity without a unit, or of the wrong dimension."""


class ModelError(InputError, ValueError):
    """A wall, material or site that cannot exist."""


class MeshError(ModelError):
    """Bricks of a finite-element mesh that cannot be used: flat, turned inside out, or held by nothing.

    ``mesh`` is all of it and ``bad`` the numbers of those bricks, for whoever can draw them.
    """

    def __init__(self, message: str, *, mesh: Any, bad: Any) -> None:
        super().__init__(message)
        self.mesh = mesh
        self.bad = bad


class ProjectError(InputError):
    """A project file that cannot be read or understood."""


class SurveyError(InputError):
    """A drawing, mesh or image that gives no clean stones.

    ``flaws`` are the places where it does not, and ``rings`` the outlines as drawn, for whoever can draw them.
    """

    def __init__(self, message: str, *, flaws: tuple[Any, ...] = (), rings: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.flaws = flaws
        self.rings = rings


class RecordError(InputError):
    """A file of motion or vibrations that cannot be read or used."""


class TableError(InputError):
    """A table of walls that cannot be read or used."""


class MissingExtraError(InputError):
    """A part of pirqa that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs a part that is not installed: pip install 'pirqa[{extra}]'")


class MissingProgramError(InputError):
    """A program outside pirqa that is not on this machine."""


class OptionsError(InputError):
    """An analysis asked for something its inputs cannot give."""


class ThrustError(InputError):
    """The earth-pressure theory has no solution for these inputs."""


class ResultsError(InputError):
    """A results folder that cannot be read or written."""


class FolderInUseError(ResultsError):
    """A run or a report is writing into the results folder."""


class ComputationError(PirqaError):
    """A computation failed or did not converge."""


class Interrupted(PirqaError):  # noqa: N818 - not a fault: the user's own wish
    """The user stopped the work; what was finished is kept."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Hint after an unknown name: the nearest known one, or else all of them.

    >>> did_you_mean("thicknes", ["thickness", "height"])
    'did you mean "thickness"?'
    >>> did_you_mean("xyz", ["thickness", "height"])
    'known: height, thickness'
    """
    names = sorted(set(known))
    near = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{near[0]}"?'
    return f"known: {', '.join(names)}" if names else "nothing is known here"
