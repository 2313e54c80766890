"""The project file of a command: read with its changes, named in errors, its results printed and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console

from pirqa.cli.arguments import Change, Given, JsonFile, Language, Option, OptionsOf, keep_source, parse_changes
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.dynamics.options import SimulationOptions
from pirqa.errors import ComputationError, InputError, ProjectError, ResultsError
from pirqa.files import write_text_whole
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.plain import canonical_json
from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.report import Words, load_words

if TYPE_CHECKING:
    from pirqa.experiments.options import DynamicsOptions

_Result = TypeVar("_Result")

TimeStep = Annotated[
    Given, OptionsOf(SimulationOptions, Option("step", help='Time step, e.g. "0.1 ms".', default="found out"))
]


@dataclass(frozen=True, kw_only=True)
class ProjectInput:
    """A project file with the changes of ``--set``."""

    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)]
    change: Change = None

    def __post_init__(self) -> None:
        parse_changes(self.change)  # a wrong option is refused before the long work

    def read(self) -> Project:
        """Return the project."""
        return read_project(self.project, changes=parse_changes(self.change))

    def run(self, work: Callable[[Observer], _Result]) -> _Result:
        """Return the result of ``work``; its progress is drawn on the error stream, errors name the file."""
        with naming(self.project), ProgressBars(Console(stderr=True)) as observer:
            return work(observer)


@dataclass(frozen=True, kw_only=True)
class StageInput(ProjectInput):
    """A project file of which one result is computed, printed and written as JSON."""

    json_file: JsonFile = None
    language: Language = "en"

    def __post_init__(self) -> None:
        super().__post_init__()
        load_words(self.language)
        keep_source(self.project, self.json_file)

    @property
    def words(self) -> Words:
        """Words of the language."""
        return load_words(self.language)

    def show(self, result: Any, plain: Any = None) -> None:
        """Print a result and its remarks; write all of it, or ``plain`` instead, where a file is given."""
        console = Console()
        say(console, str(result))
        print_remarks(console, result.remarks, self.words)
        if self.json_file is not None:
            write_numbers(self.json_file, to_plain(result) if plain is None else plain)


@dataclass(frozen=True, kw_only=True, eq=False)
class MovableWall:
    """A surveyed wall with all that its stones are moved by."""

    project: Project
    wall: Wall
    dynamics: DynamicsOptions
    motions: Mapping[str, GroundMotion]
    """Ground motions by name; none where they were not prepared."""


def movable_wall(source: ProjectInput, observer: Observer, *, shaken: bool = False) -> MovableWall:
    """Return the surveyed wall of a project; with its ground motions where it is ``shaken``."""
    project = source.read()
    motions: dict[str, GroundMotion] = {}
    options = project.options.get("motion")
    if shaken and options is not None:
        from pirqa.motion.stage import prepare_motions

        prepared = prepare_motions(options, folder=project.folder, observer=observer)
        motions = {item.name: item.motion for item in prepared.motions}
    return MovableWall(
        project=project,
        wall=wall_of(project, observer=observer),
        dynamics=project.options["dynamics"],
        motions=motions,
    )


def write_numbers(file: Path, plain: Any) -> None:
    """Write ``plain`` values as JSON, and print where they are."""
    write_text_whole(file, canonical_json(plain))
    say(Console(), f"all numbers in {file}")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the project file in errors."""
    try:
        yield
    except ResultsError:
        raise
    except ProjectError as error:
        if str(error).startswith(str(path)):
            raise
        raise ProjectError(f"{path}: {error}") from error  # of a file that the project names
    except InputError as error:
        raise ProjectError(f"{path}: {error}") from error
    except ComputationError as error:
        raise ComputationError(f"{path}: {error}") from error
