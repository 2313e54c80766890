"""Kernels in PTX, the assembler's language of cards, translated to C and compiled for this processor.

A function becomes a function, a register a variable, a jump a ``goto``; a barrier gives the turn to the next thread
(``fibres.c``). Before each piece of code without jumps stands a counter.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.card.instructions import (
    TYPES,
    Scope,
    UnknownPtxError,
    c_name,
    is_slow,
    kind_of,
    operands,
    statement,
)
from pirqa.errors import MissingProgramError

__all__ = ["Translation", "compile_c", "find_gcc", "translate"]

_FIBRES = Path(__file__).with_name("fibres.c")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_FUNCTION = re.compile(
    r"(?:\.(?:visible|weak|extern)\s+)?\.(?P<kind>entry|func)\s*(?P<gives>\([^)]*\))?\s*(?P<name>[\w$]+)\s*"
    r"\((?P<takes>[^)]*)\)(?P<limits>(?:\s*\.(?:maxntid|minnctapersm|maxnreg|noinline)\b[\s\d,]*)*)\s*(?P<body>[{;])"
)
_ARRAY = re.compile(
    r"(?:\.(?:visible|weak|extern|common)\s+)?\.(?P<space>shared|global|const)\s+\.align\s+\d+\s+\.(?P<type>\w+)\s+"
    r"(?P<name>[\w$]+)(?:\[(?P<count>\d+)\])?(?:\s*=\s*\{(?P<values>[\d,\s-]*)\})?\s*;"
)
_HEADER = re.compile(r"\.version\s+[\d.]+|\.target\s+[\w, ]+|\.address_size\s+64")
_STATEMENT = re.compile(r"\s*(?:(?P<label>[\w$]+):|(?P<brace>[{}])|(?P<text>[^;]*);)")
_INSTRUCTION = re.compile(r"(?:@(?P<unless>!?)(?P<if>%?[\w]+)\s+)?(?P<code>[a-z][\w.]*)\s*(?P<rest>.*)", re.DOTALL)
_CALL = re.compile(r"(?:\(\s*(?P<gives>\w+)\s*\)\s*,\s*)?(?P<name>[\w$]+)\s*(?:,\s*\((?P<takes>[^)]*)\))?", re.DOTALL)
_SLOW = 8.0
"""Instructions that a division or a root stands for on the way to the next barrier, roughly."""
_RESULT = 256
"""Bytes that a function may give back."""


@dataclass(frozen=True, kw_only=True)
class Translation:
    """A kernel in C."""

    text: str
    pieces: tuple[Counter[str], ...]
    """How many instructions of each kind are in each piece of code without jumps; ``slow`` ones are counted again."""
    parameters: int

    @property
    def weights(self) -> list[float]:
        """Of each piece, in the way to the next barrier."""
        return [piece.total() - piece["slow"] + (_SLOW - 1.0) * piece["slow"] for piece in self.pieces]


def translate(ptx: str) -> Translation:
    """The one kernel of a module, with all that it calls."""
    text = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), ptx)  # lines keep their numbers
    return _Module(text).translated()


def compile_c(translation: Translation, path: Path) -> Path:
    """A shared library at ``path``, by gcc."""
    source = path.with_suffix(".c")
    source.write_text(translation.text, encoding="utf-8")
    # what PTX fuses is fused, and nothing else; its memory has no types
    options = ["-O1", "-w", "-march=native", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv"]
    command = [find_gcc(), *options, "-fPIC", "-shared", str(source), "-o", str(path), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"gcc does not take {source}:\n{done.stderr[:2000]}")
    return path


def find_gcc() -> str:
    """Where it is."""
    found = shutil.which("gcc")
    if found is None:
        raise MissingProgramError("make card needs gcc: install it (apt install gcc, dnf install gcc)")
    return found


class _Module:
    """All of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends_of_lines = [found.start() for found in re.finditer("\n", text)]
        self._names: dict[str, str] = {}
        self._symbols: dict[str, str] = {}
        self._arrays: list[str] = []
        self._shared: list[str] = []
        self._pieces: list[Counter[str]] = []

    def translated(self) -> Translation:
        """All functions, between the two parts of ``fibres.c``."""
        bodies = list(self._read())
        entries = [found for found, _ in bodies if found["kind"] == "entry"]
        if len(entries) != 1:
            raise UnknownPtxError(f"{len(entries)} kernels in one module")
        functions = [self._function(found, code, start) for found, (code, start) in bodies]
        count = len(_parameters(entries[0]["takes"]))
        given = "".join(f", given[{index}]" for index in range(count))
        wiped = " ".join(f"memset({name}, 0xff, sizeof {name});" for name in self._shared)
        parts = [
            f"#define PIECES {len(self._pieces)}",
            *self._arrays,
            *(f"static {_signature(self._names[found['name']], found['takes'])};" for found, _ in bodies),
            *functions,
            # what nobody has written yet is no number
            f"static void wipe_shared(void) {{ {wiped} }}",
            f"static void enter(Thread *t, Value *given) {{ {self._names[entries[0]['name']]}(t{given}); }}",
        ]
        text = _FIBRES.read_text(encoding="utf-8").replace("/* @KERNEL@ */", "\n".join(parts))
        return Translation(text=text, pieces=tuple(self._pieces), parameters=count)

    def _read(self) -> Iterator[tuple[re.Match[str], tuple[str, int]]]:
        """Functions with what is between their braces and where it starts; the rest of the text must be known, too."""
        rest, at = [], 0
        found = []
        for match in _FUNCTION.finditer(self._text):
            rest.append(self._text[at : match.start()])
            at = match.end()
            self._names.setdefault(match["name"], f"f{len(self._names)}")
            if match["body"] == "{":
                at = _closing(self._text, match.end())
                found.append((match, (self._text[match.end() : at - 1], match.end())))
        rest.append(self._text[at:])
        for match in _ARRAY.finditer("\n".join(rest)):
            self._lay(match)
        left = _HEADER.sub("", _ARRAY.sub("", "\n".join(rest))).strip()
        if left:
            raise UnknownPtxError(f'"{left.splitlines()[0][:120]}" outside of functions')
        return iter(found)

    def _lay(self, match: re.Match[str]) -> None:
        name = self._symbols[match["name"]] = f"A{len(self._symbols)}"
        values = f" = {{{match['values']}}}" if match["values"] else ""
        self._arrays.append(
            f"static {TYPES[match['type']]} {name}[{match['count'] or 1}] __attribute__((aligned(16))){values};"
        )
        if match["space"] == "shared":
            self._shared.append(name)

    def _function(self, found: re.Match[str], code: str, start: int) -> str:
        name, taken = self._names[found["name"]], _parameters(found["takes"])
        head = f"static {_signature(name, found['takes'])} {{"
        if re.search(r"\bmadc\.", code):
            # the exact reduction of angles of many turns, which carries from word to word; no stone turns so far
            return f'{head} give_up("{found["name"][:60]} carries from word to word"); }}'
        scope = Scope(symbols=dict(self._symbols))
        scope.parameters = {item: f"q{index}" for index, item in enumerate(taken)}
        for item in _parameters((found["gives"] or "")[1:-1], most=_RESULT):
            scope.parameters[item] = "gives"
        lines = [head, "Result gives;"]
        self._begin(lines)
        for at, kind, text in _statements(code):
            line = bisect_right(self._ends_of_lines, start + at) + 1
            try:
                self._add(lines, kind, text, scope, line)
            except UnknownPtxError as error:
                raise UnknownPtxError(f"line {line}, {' '.join(text.split())[:100]}: {error}") from error
        declared = [f"{TYPES[kind]} {c_name(item)};" for item, kind in scope.registers.items()]
        return "\n".join([lines[0], *declared, *lines[1:], "return gives;", "}"])

    def _begin(self, lines: list[str]) -> None:
        """Another piece of code without jumps."""
        lines.append(f"COUNT({len(self._pieces)});")
        self._pieces.append(Counter())

    def _add(self, lines: list[str], kind: str, text: str, scope: Scope, line: int) -> None:
        """One statement."""
        if kind == "label":
            lines.append(f"{_label(text)}:;")
            self._begin(lines)
        elif kind == "brace":
            lines.append(text)
        elif text.startswith("."):
            lines.append(_declared(text, scope))
        elif text:
            found = _INSTRUCTION.fullmatch(text)
            if found is None:
                raise UnknownPtxError("this is no instruction")
            self._add_instruction(lines, found, scope, line)

    def _add_instruction(self, lines: list[str], found: re.Match[str], scope: Scope, line: int) -> None:
        code, rest = found["code"], found["rest"].strip()
        condition = ""
        if found["if"]:
            condition = f"if ({found['unless']}{scope.value(found['if'], 'pred')}) "
        self._pieces[-1][kind_of(code)] += 1
        self._pieces[-1]["slow"] += is_slow(code)
        if code in ("bra", "bra.uni"):
            lines.append(f"{condition}goto {_label(rest)};")
            self._begin(lines)
        elif code in ("ret", "ret.uni"):
            lines.append(f"{condition}return gives;")
        elif code == "trap":
            lines.append(f'{condition}give_up("a trap");')
        elif code == "bar.sync" and rest == "0":
            lines.append(f"{condition}barrier(t, {line});")
            self._begin(lines)
        elif code in ("call", "call.uni"):
            lines.append(condition + self._called(rest, scope))
            self._begin(lines)
        else:
            lines.append(f"{condition}{{ {statement(code, operands(rest), scope)} }}")

    def _called(self, rest: str, scope: Scope) -> str:
        found = _CALL.fullmatch(rest)
        if found is None or found["name"] not in self._names:
            raise UnknownPtxError("a call of what is not in the module")
        taken = "".join(f", {scope.parameters[item]}" for item in operands(found["takes"] or ""))
        into = f"{scope.parameters[found['gives']]} = " if found["gives"] else ""
        return f"{into}{self._names[found['name']]}(t{taken});"


def _statements(code: str) -> Iterator[tuple[int, str, str]]:
    """Where each stands, what it is (``label``, ``brace`` or ``text``), and its text."""
    at = 0
    end = len(code.rstrip())
    while at < end:
        found = _STATEMENT.match(code, at)
        if found is None:
            raise UnknownPtxError(f'"{code[at : at + 100].strip()}"')
        kind = found.lastgroup or ""
        yield found.start(kind), kind, found[kind].strip()
        at = found.end()


def _closing(text: str, start: int) -> int:
    depth = 1
    for found in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if found.group() == "{" else -1
        if not depth:
            return found.end()
    raise UnknownPtxError("a function without an end")


def _parameters(text: str, most: int = 8) -> list[str]:
    """Names of what a function takes or gives."""
    names = []
    for part in operands(text):
        found = re.fullmatch(r"\.param\s+(?:\.align\s+\d+\s+)?\.\w+\s+([\w$]+)(?:\[(\d+)\])?", part)
        if found is None or int(found.group(2) or 8) > most:
            raise UnknownPtxError(f'parameter "{part}"')
        names.append(found.group(1))
    return names


def _signature(name: str, takes: str) -> str:
    return f"Result {name}(Thread *t{''.join(f', Value q{index}' for index in range(len(_parameters(takes))))})"


def _label(text: str) -> str:
    return "L_" + text.replace("$", "_")


def _declared(text: str, scope: Scope) -> str:
    """A directive inside a function; names are C's where they are variables of it."""
    if text.startswith(".pragma"):
        return ""
    found = re.fullmatch(r"\.reg\s+\.(\w+)\s+(.+)", text, re.DOTALL)
    if found:
        for item in operands(found.group(2)):
            many = re.fullmatch(r"(%\w+)<(\d+)>", item)
            for name in [f"{many.group(1)}{index}" for index in range(int(many.group(2)))] if many else [item]:
                if scope.registers.setdefault(name, found.group(1)) != found.group(1):
                    raise UnknownPtxError(f'register "{name}" of two types')
        return ""
    found = re.fullmatch(r"\.local\s+\.align\s+\d+\s+\.b8\s+(\w+)\[(\d+)\]", text)
    if found:
        name = scope.symbols[found.group(1)] = f"D_{found.group(1)}"
        size = found.group(2)
        return f"char {name}[{size}] __attribute__((aligned(16))); memset({name}, 0xff, {size});"
    (name,) = _parameters(text, most=_RESULT)
    scope.parameters[name] = f"P_{name}"
    return f"{'Result' if name.startswith('retval') else 'Value'} P_{name};"
