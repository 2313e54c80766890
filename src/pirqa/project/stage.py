"""The noun of the pipeline: one analysis, as its own file under ``stages/`` declares it."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.model.check import Effect
from pirqa.progress import Observer

if TYPE_CHECKING:
    from pirqa.model.check import MethodDeclaration
    from pirqa.model.wall import Wall
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile

NAMED_BY_CALLERS = True
"""What is loaded by name here, the files of the stages name."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What an analysis needs to run by itself on one wall."""

    ways: tuple[str, ...]
    """Directions in which it pushes the wall, as tilt tests name them."""
    includes: tuple[Effect, ...] = ()
    """Effects that its checks include on this wall and its declaration does not."""
    options: Callable[[float], Any]
    """Options from the greatest intensity that must be held [g]."""
    seconds: Callable[[Any], float]
    """Expected time on one processor [s] with such options."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One analysis: its name, its options, what it takes and what it gives.

    Options, result and methods are named as ``module:name`` and imported when they are first needed, and the functions
    import the rooms that they call: a project loads only what its own analyses use.
    """

    name: str
    """Name of the analysis, of its table in the project file and of its file here."""
    rank: int
    """Place among all analyses, where no need decides it."""
    options: str
    """Class of its options."""
    optional: bool = False
    """Whether its options may be missing; others have a default for each key."""
    result: str
    """Class of its result."""
    needs: tuple[str, ...] = ()
    """Stages whose results it requires; they come earlier."""
    takes: tuple[str, ...] = ()
    """Stages whose results it uses where they are there; they come earlier."""
    after: tuple[str, ...] = ()
    """Stages that come earlier although it uses nothing of them."""
    asks: Callable[[Project], tuple[str, ...]] = lambda _: ()
    """Stages whose results its own options ask for; a calibrated wall need not be named here."""
    missing: Callable[[ProjectFile], str] = lambda _: ""
    """What a project file that lists it lacks, and how to add it; empty where it lacks nothing."""
    inputs: Callable[[Project], dict[str, Any]]
    """What its result depends on apart from its options and what it needs, as plain values."""
    run: Callable[[Project, Mapping[str, Any], Path, Observer], Any]
    """From the project, earlier results by name, a folder for what outlives a kill, and an observer, to its result."""
    seed: Callable[[Project], int | None] = lambda _: None
    """Seed of its random numbers, where it draws any."""
    files: Callable[[Any], dict[str, str]] = lambda _: {}
    """Texts that stand beside its result for the user to open, by the name of the file; nothing reads them back."""
    methods: tuple[str, ...] = ()
    """Declarations of the methods whose checks it makes, one or a tuple of them each; they stand beside the methods."""
    offer: Callable[[Project, Wall], Offer | None] | None = None
    """How it runs by itself where a verdict needs it, on a wall of stones; None where it never does."""
    idle: Callable[[ProjectFile], set[str]] = lambda _: set()
    """Keys of its options whose defaults do nothing in a project; the table of inputs leaves these out."""
    moves_stones: bool = False
    """Whether it moves the stones: it needs them, the stiffness of their joints, and the options of [dynamics]."""
    wallless: bool = False
    """Whether it runs without a wall."""
    film: int | None = None
    """Turn in which the film of a falling wall is looked for in its section; None where it shows none."""
    drawn_on_stones: bool = False
    """Whether its section draws the wall's stones."""
    partial: bool = False
    """Whether its result names limit states that it judged in part only (``partial``)."""

    @property
    def options_type(self) -> Any:
        """The class of its options."""
        return named(self.options)

    @property
    def result_type(self) -> Any:
        """The class of its result."""
        return named(self.result)

    @property
    def declarations(self) -> tuple[MethodDeclaration, ...]:
        """Declarations of its methods."""
        found = (named(name) for name in self.methods)
        return tuple(method for item in found for method in (item if isinstance(item, tuple) else (item,)))

    @property
    def entry_modules(self) -> tuple[str, ...]:
        """Modules from which all that it can import is reached, with the one that writes and reads its result."""
        named = (name.partition(":")[0] for name in (self.options, self.result, *self.methods))
        return tuple(dict.fromkeys(("pirqa.project.codec", f"pirqa.project.stages.{self.name}", *named)))


@functools.cache
def named(name: str) -> Any:
    """Return what ``module:name`` stands for."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


@functools.cache
def default_options(stage: Stage) -> Any:
    """Return the options of ``stage`` where the project file has no table for it."""
    return None if stage.optional else stage.options_type()
