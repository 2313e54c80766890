"""Runs the stages of a project and prints, as JSON, which modules each of them used: a program for tests.

Of each stage: its entry modules, the stages whose results it takes, the modules that were imported while it ran (also
those that the process had loaded before), and the modules whose functions were executed.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pirqa
from pirqa.progress import SILENT
from pirqa.project import read_project
from pirqa.project.pipeline import stages_for, taken_by

ROOT = Path(pirqa.__file__).parent


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


def main(file: str, folder: str, collect: Callable[[str], Any] = print) -> None:
    """Run the stages of the project in ``file``; ``folder`` is for what outlives a kill."""
    project = read_project(file)
    earlier: dict[str, Any] = {}
    found = {}
    for stage in stages_for(project):
        imported: set[str] = set()
        executed: set[str] = set()
        home = Path(folder) / stage.name
        with imports_traced(imported):
            stage.run(project, earlier, home / "first" / "unfinished", SILENT)
        # kernels are compiled by now, which takes minutes where every call is looked at
        with imports_traced(imported), calls_traced(executed):
            earlier[stage.name] = stage.run(project, earlier, home / "second" / "unfinished", SILENT)
        found[stage.name] = {
            "entries": stage.entry_modules,
            "earlier": [name for name in (*stage.needs, *taken_by(stage, project)) if name in earlier],
            "imported": sorted(name for name in imported if name in sys.modules and name.split(".")[0] == "pirqa"),
            "executed": sorted(filter(None, map(module_of, executed))),
        }
    collect(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:3])
