"""Names that a package hands on, imported from their modules when they are first used.

A user writes ``pirqa.motion.process`` without knowing modules, and a project of statics loads no reader of records.
"""

from __future__ import annotations

import ast
import importlib
import sys
from types import ModuleType
from typing import Any

NAMED_BY_CALLERS = True
"""What is loaded by name here, the packages name."""


class _Package(ModuleType):
    """A package whose ``__all__`` is found where its block ``if TYPE_CHECKING`` imports it from."""

    def __getattr__(self, name: str) -> Any:
        home = _homes(self).get(name) if name in self.__dict__.get("__all__", ()) else None
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(home[0]), home[1])
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        """Keep a module from the place of a name that is handed on, such as the function of a module of its name."""
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("__all__", ())):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self.__dict__.get("__all__", ())})


def export_late(package: str) -> None:
    """Have ``package``, which calls this last, import the names of its ``__all__`` when they are first used."""
    sys.modules[package].__class__ = _Package


def _homes(package: ModuleType) -> dict[str, tuple[str, str]]:
    """Return the module of each name that ``package`` hands on, and its name there."""
    loader = package.__spec__.loader if package.__spec__ is not None else None
    source = loader.get_source(package.__name__) if loader is not None else None  # type: ignore[attr-defined]
    homes: dict[str, tuple[str, str]] = {}
    for block in ast.parse(source or "").body:
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING":
            for line in block.body:
                if isinstance(line, ast.ImportFrom) and line.module is not None:
                    homes |= {alias.asname or alias.name: (line.module, alias.name) for alias in line.names}
    return homes
