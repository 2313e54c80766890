"""Runs the stages of a project and prints, as JSON, which modules each of them used: a program for tests.

Of each stage: its entry modules, the stages whose results it takes, the modules that were imported while it ran (also
those that the process had loaded before), and the modules whose functions were executed. A project with a campaign
adds ``runs``: a run of its wall as a worker makes it, whose entry modules are those of ``code_of_runs``.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import json
import pickle
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pirqa
from pirqa.experiments.campaign.plan import _WORKERS, curve_of, job_of, run_task, scene_of_motions
from pirqa.experiments.campaign.work import RunWork
from pirqa.progress import SILENT
from pirqa.project import read_project
from pirqa.project.load import Project
from pirqa.project.moving import motions_of
from pirqa.project.pipeline import stages_for, taken_by
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall

ROOT = Path(pirqa.__file__).parent
ATTEMPTS = ("first", "second")
"""Folders of the two runs of a stage: the second must not find what the first has kept."""


@contextmanager
def imports_traced(imported: set[str]) -> Iterator[None]:
    """Collect the names of modules that are imported, loaded before or not."""
    load, load_named = builtins.__import__, importlib.import_module

    def recording(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        module = load(name, globals, locals, fromlist, level)
        package = (globals or {}).get("__package__") or ""
        full = importlib.util.resolve_name("." * level + name, package) if level else name
        imported.update([full, *(f"{full}.{item}" for item in fromlist or ())])
        return module

    def recording_named(name: str, package: str | None = None) -> Any:
        imported.add(name)
        return load_named(name, package)

    builtins.__import__, importlib.import_module = recording, recording_named
    try:
        yield
    finally:
        builtins.__import__, importlib.import_module = load, load_named


@contextmanager
def calls_traced(executed: set[str]) -> Iterator[None]:
    """Collect the files of functions that are called."""

    def called(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            executed.add(frame.f_code.co_filename)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def module_of(file: str) -> str | None:
    """Return the module of pirqa that a file holds."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return None
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["pirqa", *(parts[:-1] if parts[-1] == "__init__" else parts)])


def traced(entries: Sequence[str], run: Callable[[str], Any]) -> tuple[dict[str, list[str]], Any]:
    """Return the modules that ``run`` uses, and its second result; it runs in a folder each time."""
    imported: set[str] = set()
    executed: set[str] = set()
    with imports_traced(imported):
        run(ATTEMPTS[0])
    # kernels are compiled by now, which takes minutes where every call is looked at
    with imports_traced(imported), calls_traced(executed):
        result = run(ATTEMPTS[1])
    used = {
        "entries": list(entries),
        "imported": sorted(name for name in imported if name in sys.modules and name.split(".")[0] == "pirqa"),
        "executed": sorted(filter(None, map(module_of, executed))),
    }
    return used, result


def worker_run(project: Project, earlier: Mapping[str, Any], folder: Path) -> Callable[[str], None]:
    """Return what a worker does with a run of the project's wall, thicker by a tenth; it receives the run pickled."""
    wall, dynamics = surveyed_wall(project, earlier), project.options["dynamics"]
    scene = scene_of_motions(job_of(wall, dynamics, end_at_collapse=True), dynamics, motions_of(earlier))
    case, joints = next(iter(wall.joints.corners().items()))
    curve = curve_of(scene, next(iter(scene.motions)), case, joints, sample=1, parameters={"thickness": 1.1})
    task = pickle.dumps(run_task(scene, curve, histories="all", detailed=True))
    works = {attempt: pickle.dumps(RunWork.of(scene, folder / attempt)) for attempt in ATTEMPTS}

    def run(attempt: str) -> None:
        work = pickle.loads(works[attempt])
        work.prepare()
        work.perform(pickle.loads(task))

    return run


def main(file: str, folder: str, collect: Callable[[str], Any] = print) -> None:
    """Run the stages of the project in ``file``; ``folder`` is for what outlives a kill."""
    project = read_project(file)
    earlier: dict[str, Any] = {}
    found = {}
    for stage in stages_for(project):
        taken = [name for name in (*stage.needs, *taken_by(stage, project)) if name in earlier]

        def run(attempt: str, stage: Stage = stage) -> Any:
            return stage.run(project, earlier, Path(folder) / stage.name / attempt / "unfinished", SILENT)

        used, result = traced(stage.entry_modules, run)
        found[stage.name] = {**used, "earlier": taken}
        earlier[stage.name] = result
    if "campaign" in earlier:
        used, _ = traced(_WORKERS, worker_run(project, earlier, Path(folder) / "runs"))
        found["runs"] = {**used, "earlier": []}
    collect(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:3])
