"""What all commands that move stones begin and end with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from pirqa.cli.arguments import parse_changes
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.errors import ComputationError, InputError, ProjectError, ResultsError
from pirqa.files import write_text_whole
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.wall import Wall
from pirqa.motion.stage import prepare_motions
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.report import load_words
from pirqa.shaking import DynamicsOptions

__all__ = ["Ready", "naming", "ready", "run_with_bars", "show"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Ready:
    """A project whose stones can be moved."""

    project: Project
    wall: Wall
    dynamics: DynamicsOptions
    motions: Mapping[str, GroundMotion]


def ready(path: Path, change: Sequence[str] | None, observer: Observer, *, shaken: bool = False) -> Ready:
    """The project at ``path`` with its wall surveyed; ``shaken``: with its ground motions too."""
    project = read_project(path, changes=parse_changes(list(change) if change else None))
    motions: dict[str, GroundMotion] = {}
    options = project.options.get("motion")
    if shaken and options is not None:
        prepared = prepare_motions(options, folder=project.folder, observer=observer)
        motions = {item.name: item.motion for item in prepared.motions}
    return Ready(
        project=project,
        wall=wall_of(project, observer=observer),
        dynamics=project.options["dynamics"],
        motions=motions,
    )


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Errors name the project file."""
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


def run_with_bars(work: Callable[[Observer], Any]) -> Any:
    """``work`` with its progress drawn on the error stream."""
    with ProgressBars(Console(stderr=True)) as observer:
        return work(observer)


def show(result: Any, *, language: str = "en", json_file: Path | None = None) -> None:
    """Print a stage's result and what is doubtful about it; write all of it where a file is asked for."""
    console = Console()
    console.print(str(result), highlight=False, markup=False, soft_wrap=True)
    print_remarks(console, result.remarks, load_words(language))
    if json_file is not None:
        write_text_whole(json_file, canonical_json(to_plain(result)))
        console.print(f"all numbers in {json_file}", highlight=False, markup=False, soft_wrap=True)
