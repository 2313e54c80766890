"""Keys of the code that a result depends on: the syntax trees of all modules that its entry modules can import.

The import graph is read from the sources, nothing is imported for it. An import counts where it may run: at the top of
a module, inside a function, and through ``importlib.import_module``, whose argument must be readable from the text: a
constant, an f-string that begins with a constant or with ``{__name__}``, or an entry of a table of the same module. A
text such as ``"pirqa.statics.options:StaticsOptions"`` counts as an import; a module that declares
``NAMED_BY_CALLERS`` loads by name only what its callers name so, or what changes nothing for them. Imports under
``if TYPE_CHECKING`` never run and do not count, but for packages that call ``export_late``: there, and in the
``__getattr__`` of a package, an import counts for those who take its name. Importing ``a.b.c`` runs ``a`` and ``a.b``
first, as in Python. Where an import cannot be read from the text, the key covers the whole tree.

A module enters with its syntax tree without docstrings, comments and formatting. Some docstrings are read at run time:
pydantic and the command line take those of options as descriptions (``use_attribute_docstrings``), from which the JSON
Schema, the reference of keys and the help are made. They are texts for users; no stage reads them. Data files that
change numbers enter with their bytes: a module declares them as ``DATA_FILES``, patterns relative to its own folder.

Options and the described wall enter the keys of stages by value, so the code that reads project files need not.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pirqa.errors import ResultsError
from pirqa.files import user_cache, usual_mode, write_bytes_whole

_PACKAGE = "pirqa"
_OWN = re.compile(rf"{_PACKAGE}(\.\w+)*")
_NAMED = re.compile(rf"({_PACKAGE}(?:\.\w+)+):\w+")
"""A name in a module as a text, such as the class of a stage's options."""
_LOADERS = ("import_module", "__import__", "run_module", "run_path", "iter_modules", "walk_packages", "entry_points")
"""Functions that load modules by name, or find out which there are."""
_UNUSED = 90 * 24 * 3600.0
"""Age at which an index of another version is removed [s]."""
_MOST = 4000
"""Files that the index knows; more are of trees that have been edited since."""

_Place = Literal["module", "function", "getattr"]
"""Where an import stands: at the top of a module, inside a function, or in the ``__getattr__`` of a package."""


def code_key(*entries: str, root: Path = Path(__file__).parent) -> str:
    """Return the digest of all code and data below the modules ``entries`` of the package in the folder ``root``."""
    return source_tree(root).key(entries)


@functools.cache
def source_tree(root: Path = Path(__file__).parent) -> SourceTree:
    """Return the sources in the folder ``root`` as they are at the first call in this process."""
    return SourceTree(root)


class Import(NamedTuple):
    """An import as the text of a module states it."""

    place: _Place
    kind: Literal["bare", "as", "from", "prefix"]
    """``import a.b``, ``import a.b as c``, ``from a import b``; ``prefix``: every module whose name begins so."""
    target: str
    """Module, with leading dots where it is relative."""
    names: tuple[str, ...] = ()
    """Names that are taken from it."""


class SourceFacts(NamedTuple):
    """What the text of one module says, whatever its name and place."""

    syntax: str
    """Digest of the syntax tree without docstrings, comments and formatting."""
    imports: tuple[Import, ...]
    data: tuple[str, ...]
    """Patterns of its data files."""
    unreadable: tuple[int, ...]
    """Lines that import what the text does not tell."""


@dataclass(frozen=True)
class _Edges:
    """Modules that importing a module runs, and those that its functions may import later."""

    always: frozenset[str]
    later: frozenset[str]


@dataclass
class SourceTree:
    """The modules of the package in one folder, and what each imports."""

    root: Path
    modules: dict[str, Path] = field(init=False)
    """File of each module by its dotted name."""
    _facts: dict[str, SourceFacts] = field(init=False, default_factory=dict)
    _edges: dict[str, _Edges] = field(init=False, default_factory=dict)
    _keys: dict[tuple[str, ...], str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.modules = dict(_modules_in(str(self.root), _PACKAGE))

    def key(self, entries: Iterable[str]) -> str:
        """Return the digest of the modules below ``entries`` and of the data files that they declare."""
        wanted = tuple(sorted(set(entries)))
        if wanted not in self._keys:
            self._keys[wanted] = self.digest(self.closure(wanted))
        return self._keys[wanted]

    def digest(self, modules: Iterable[str]) -> str:
        """Return the digest of just these modules and of the data files that they declare."""
        named = sorted(modules)
        lines = [f"{name} {self.facts(name).syntax}" for name in named]
        files = sorted({path for name in named for path in self.data_files(name)})
        lines += [f"{path.relative_to(self.root).as_posix()} {_sha(path.read_bytes())}" for path in files]
        _index().save()
        return _sha("\n".join(lines).encode())

    def closure(self, entries: Iterable[str], *, conditional: bool = True) -> frozenset[str]:
        """Return the modules that run when ``entries`` are imported; with ``conditional`` all that may run later."""
        reached: set[str] = set()
        waiting = [name for entry in entries for name in self._with_packages(entry, needed=True)]
        while waiting:
            name = waiting.pop()
            if name in reached:
                continue
            reached.add(name)
            if conditional and self.facts(name).unreadable:
                return frozenset(self.modules)
            edges = self.edges(name)
            waiting += edges.always
            waiting += edges.later if conditional else ()
        return frozenset(reached)

    def edges(self, module: str) -> _Edges:
        """Return what ``module`` imports directly."""
        if module not in self._edges:
            targets: dict[str, set[str]] = {"module": set(), "function": set(), "getattr": set()}
            for item in self.facts(module).imports:
                run, lazily = self._targets(module, item)
                targets[item.place] |= run
                targets["function" if item.place == "module" else item.place] |= lazily
            if self.modules[module].name != "__init__.py":
                targets["function"] |= targets.pop("getattr")
            self._edges[module] = _Edges(frozenset(targets["module"]), frozenset(targets["function"]))
        return self._edges[module]

    def facts(self, module: str) -> SourceFacts:
        """Return what the text of ``module`` says."""
        if module not in self._facts:
            self._facts[module] = facts_of(self.modules[module].read_bytes())
        return self._facts[module]

    def data_files(self, module: str) -> tuple[Path, ...]:
        """Return the data files that ``module`` declares; a README among them is for people."""
        folder = self.modules[module].parent
        found = {path for pattern in self.facts(module).data for path in folder.glob(pattern)}
        return tuple(sorted(path for path in found if path.is_file() and path.suffix != ".md"))

    def _targets(self, module: str, item: Import) -> tuple[set[str], set[str]]:
        """Return the modules that an import runs, and those that a package then loads by its ``__getattr__``."""
        target = self._absolute(module, item.target)
        if target != _PACKAGE and not target.startswith(f"{_PACKAGE}."):
            return set(), set()
        if item.kind == "prefix":
            start = f"{target}." if item.target == "." else target
            named = (name for name in self.modules if name.startswith(start))
            return {part for name in named for part in self._with_packages(name)}, set()
        run = set(self._with_packages(target))
        bound = [_PACKAGE] if item.kind == "bare" else [target]
        if item.kind == "from":
            submodules = [f"{target}.{name}" for name in item.names if f"{target}.{name}" in self.modules]
            run.update(submodules)
            bound = submodules + ([target] if len(submodules) < len(item.names) else [])
        names = frozenset(item.names) if item.kind == "from" else frozenset()
        lazily = {
            found for name in bound if name in self.modules and name != module for found in self._lazy(name, names)
        }
        return run, lazily

    def _lazy(self, package: str, names: frozenset[str]) -> Iterator[str]:
        """Yield the modules that ``package`` loads when ``names`` are taken from it; all where none is known.

        It may take them from another package that loads them in the same way.
        """
        if self.modules[package].name == "__init__.py":
            for item in self.facts(package).imports:
                if item.place == "getattr" and (not names or not item.names or names & set(item.names)):
                    run, lazily = self._targets(package, item)
                    yield from run | lazily

    def _absolute(self, module: str, target: str) -> str:
        name = target.lstrip(".")
        level = len(target) - len(name)
        if not level:
            return name
        parts = module.split(".")
        parts = parts[: len(parts) - level + (self.modules[module].name == "__init__.py")]
        return ".".join([*parts, name] if name else parts)

    def _with_packages(self, name: str, *, needed: bool = False) -> Iterator[str]:
        """Yield ``name`` and the packages that hold it, those that there are."""
        if needed and name not in self.modules:
            raise ValueError(f"{self.root}: there is no module {name}; name the entry modules as they are called now")
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            if (found := ".".join(parts[:end])) in self.modules:
                yield found


def _modules_in(folder: str, package: str) -> Iterator[tuple[str, Path]]:
    with os.scandir(folder) as items:
        for item in sorted(items, key=lambda item: item.name):
            if item.name.endswith(".py") and item.is_file():
                stem = item.name[:-3]
                yield (package if stem == "__init__" else f"{package}.{stem}"), Path(item.path)
            elif item.name.isidentifier() and item.name != "__pycache__" and item.is_dir():
                yield from _modules_in(item.path, f"{package}.{item.name}")


def facts_of(source: bytes) -> SourceFacts:
    """Return what the text ``source`` says; parsed once for each content, whatever its time and place."""
    return _index().facts(source)


def _read(source: bytes) -> SourceFacts:
    """Return what ``source`` says, from its syntax tree."""
    tree = ast.parse(source)
    reader = _Reader(tree)
    reader.visit(tree)
    out: list[str] = []
    _write(tree, out)
    return SourceFacts(
        syntax=_sha("".join(out).encode(errors="surrogatepass")),
        imports=tuple(dict.fromkeys(reader.imports)),
        data=tuple(reader.data),
        unreadable=tuple(reader.unreadable),
    )


_SILENT = frozenset(("ctx", "kind", "type_comment"))
"""Fields of a tree that change nothing, or that follow from the others."""


def _write(node: ast.AST, out: list[str]) -> None:
    """Append the tree below ``node`` as text, without string statements; empty fields vary with Python's version."""
    out.append(f"{type(node).__name__}(")
    if isinstance(node, ast.Constant):
        out.append(f"{type(node.value).__name__} {node.value!r})")
        return
    for name in node._fields:
        value = None if name in _SILENT else getattr(node, name, None)
        if isinstance(value, ast.AST):
            out.append(f"{name}=")
            _write(value, out)
        elif isinstance(value, list):
            if value:
                out.append(f"{name}=[")
                for item in value:
                    if isinstance(item, ast.AST):
                        if not _is_text(item):
                            _write(item, out)
                    else:
                        out.append(f"{item!r},")
                out.append("]")
        elif value is not None:
            out.append(f"{name}={value!r},")
    out.append(")")


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a docstring, of whatever it is."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


class _Reader(ast.NodeVisitor):
    """Collects what a module imports, and the data files that it declares."""

    def __init__(self, tree: ast.Module) -> None:
        self.imports: list[Import] = []
        self.data: list[str] = []
        self.unreadable: list[int] = []
        self._place: _Place = "module"
        self._tables: dict[str, list[ast.expr]] = {}
        self._late = any(_is_call_of("export_late", statement) for statement in tree.body)
        self.excused = False
        for statement in tree.body:
            names, value = _assigned(statement)
            for name in names:
                if name == "DATA_FILES":
                    self.data += ast.literal_eval(value)
                self.excused |= name == "NAMED_BY_CALLERS"
                self._tables.setdefault(name, []).append(value)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add("as" if alias.asname else "bare", alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        target = "." * node.level + (node.module or "")
        names = tuple(alias.name for alias in node.names)
        if "*" in names and (node.level or _OWN.fullmatch(target)):
            self.unreadable.append(node.lineno)
        self._add("from", target, names)

    def visit_If(self, node: ast.If) -> None:
        test = node.test
        name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
        if name != "TYPE_CHECKING":
            self.generic_visit(node)
            return
        if self._late and self._place == "module":
            self._place = "getattr"
            for item in node.body:
                self.visit(item)
            self._place = "module"
        for item in node.orelse:
            self.visit(item)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, node.args):
            self.visit(part)
        before = self._place
        if before == "module":
            self._place = "getattr" if node.name == "__getattr__" and len(node.args.args) == 1 else "function"
        for statement in node.body:
            self.visit(statement)
        self._place = before

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  ast's own name

    def visit_Lambda(self, node: ast.Lambda) -> None:
        before, self._place = self._place, "function" if self._place == "module" else self._place
        self.generic_visit(node)
        self._place = before

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and (named := _NAMED.fullmatch(node.value)):
            self.imports.append(Import("function", "as", named[1]))

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in _LOADERS:
            if not self.excused and (len(node.args) != 1 or node.keywords or not self._load(node.args[0])):
                self.unreadable.append(node.lineno)
        else:
            self._programs(node.args)
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self._programs(node.elts)
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._programs(node.elts)
        self.generic_visit(node)

    def _programs(self, words: list[ast.expr]) -> None:
        """Take in the module that a command of this Python runs."""
        python = [at for at, word in enumerate(words) if isinstance(word, ast.Attribute) and word.attr == "executable"]
        for at in python:
            option, module = [*words[at + 1 : at + 3], None, None][:2]
            is_module = isinstance(option, ast.Constant) and option.value == "-m"
            if not is_module or module is None or not self._load(module):
                self.unreadable.append(words[at].lineno)

    def _load(self, argument: ast.expr) -> bool:
        """Take in what ``argument`` names; return whether the text tells it."""
        while isinstance(argument, ast.Subscript):
            argument = argument.value
        if isinstance(argument, ast.Name):
            tables = self._tables.get(argument.id, [])
            return bool(tables) and all(self._load_all(table) for table in tables)
        return isinstance(argument, (ast.Constant, ast.JoinedStr)) and self._load_text(argument)

    def _load_all(self, table: ast.expr) -> bool:
        return all(
            self._load_text(text)
            for text in _texts(table)
            if isinstance(text, ast.JoinedStr) or (isinstance(text.value, str) and text.value.startswith(_PACKAGE))
        )

    def _load_text(self, text: ast.Constant | ast.JoinedStr) -> bool:
        if isinstance(text, ast.Constant):
            if not isinstance(text.value, str) or text.value.startswith("."):
                return False
            if text.value.startswith(_PACKAGE) and not _OWN.fullmatch(text.value):
                return False
            self._add("as", text.value)
            return True
        first, second = [*text.values, None, None][:2]
        name = first.value if isinstance(first, ast.FormattedValue) else None
        own = isinstance(name, ast.Name) and name.id == "__name__"
        part = second if own else first
        start = part.value if isinstance(part, ast.Constant) else ""
        if not isinstance(start, str) or not (start.startswith(".") if own else "." in start.lstrip(".")):
            return False
        self._add("prefix", start)
        return True

    def _add(self, kind: Literal["bare", "as", "from", "prefix"], target: str, names: tuple[str, ...] = ()) -> None:
        if target.startswith((".", _PACKAGE)):
            self.imports.append(Import(self._place, kind, target, names))


def _is_call_of(name: str, statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name


def _assigned(statement: ast.stmt) -> tuple[list[str], ast.expr]:
    """Return the names that a statement assigns, and the value."""
    targets: list[ast.expr] = []
    value: ast.expr | None = None
    if isinstance(statement, ast.Assign):
        targets, value = statement.targets, statement.value
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        targets, value = [statement.target], statement.value
    return [item.id for item in targets if isinstance(item, ast.Name)], value or ast.Constant(None)


def _texts(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts of a table; the keys of a dictionary are names of formats, not of modules."""
    if isinstance(node, (ast.Constant, ast.JoinedStr)):
        yield node
        return
    keys = node.keys if isinstance(node, ast.Dict) else [node.key] if isinstance(node, ast.DictComp) else []
    for part in ast.iter_child_nodes(node):
        if part not in keys:
            yield from _texts(part)


class _Index:
    """What is known of the contents of files, kept in the user's cache: parsing all of pirqa takes seconds.

    A file is known by the digest of its bytes: no time or size is trusted. The name of the index holds the digest of
    this module, which makes it, and the version of Python, which parses.
    """

    def __init__(self, folder: Path) -> None:
        version = f"py{sys.version_info[0]}{sys.version_info[1]}"
        self._path = folder / f"sources-{_sha(Path(__file__).read_bytes())[:16]}-{version}.json"
        self._known = self._load()
        self._used: dict[str, SourceFacts] = {}
        self._new = False

    def facts(self, source: bytes) -> SourceFacts:
        """Return what is known of ``source``; it is read where nothing is."""
        mark = _sha(source)
        if mark not in self._used:
            known = self._known.get(mark)
            if known is None:
                self._new = True
                self._used[mark] = _read(source)
            else:
                syntax, imports, data, unreadable = known
                taken = tuple(Import(place, kind, target, tuple(names)) for place, kind, target, names in imports)
                self._used[mark] = SourceFacts(syntax, taken, tuple(data), tuple(unreadable))
        return self._used[mark]

    def save(self) -> None:
        """Write what was learned; where nothing can be written, files are parsed in every run."""
        if not self._new:
            return
        self._new = False
        merged = self._load()  # others may have learned something too
        for mark, facts in self._used.items():
            merged.pop(mark, None)
            merged[mark] = facts
        self._known = dict(list(merged.items())[-_MOST:])
        content = json.dumps(self._known, separators=(",", ":")).encode()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=usual_mode(0o777))
            write_bytes_whole(self._path, _sha(content).encode() + b"\n" + content)
            for old in self._path.parent.glob("sources-*.json"):
                if old != self._path and time.time() - old.stat().st_mtime > _UNUSED:
                    old.unlink(missing_ok=True)
        except (OSError, ResultsError):
            pass

    def _load(self) -> dict[str, Any]:
        try:
            check, content = self._path.read_bytes().split(b"\n", 1)
            if check.decode() != _sha(content):
                return {}
            known: dict[str, Any] = json.loads(content)
        except (OSError, ValueError):
            return {}
        return known


@functools.cache
def _index() -> _Index:
    return _Index(user_cache())


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
