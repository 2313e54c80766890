"""What users, scripts and files hold on to: names, commands, schema, exit codes, words.

Collected through the doors that users take, so that the insides may change.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

import pirqa
from pirqa.cli.main import app, main
from pirqa.verification import GROUPS

__all__ = ["EXIT_CODES", "collect_surfaces", "exit_code"]

EXIT_CODES: dict[str, int] = {
    "--version": 0,
    "--help": 0,
    "schema": 0,
    "": 2,
    "assess": 2,
    "assess nowhere.toml": 2,
    "report nowhere.results": 2,
    "screen nowhere.csv": 2,
    "nothing": 2,
    "verify nothing": 2,
    "motion --no-such-option": 2,
}
"""Arguments, none of which writes anything, and the exit code each must give."""


_PROSE = (
    *("title", "description", "$defs", "$schema", "anyOf", "oneOf", "allOf", "prefixItems", "properties", "items"),
    "additionalProperties",
)


def collect_surfaces() -> dict[str, Any]:
    """Return everything that must stay exactly as it is, by the name of the surface."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, pytest.raises(SystemExit):
        main(["schema"])
    schema = json.loads(printed.getvalue())
    return {
        "public_names": sorted(pirqa.__all__),
        "commands": dict(_commands()),
        "case_ids": {group: [case.id for case in cases()] for group, cases in GROUPS.items()},
        "schema": _digests(_facts_of_schema(schema)),
        "words": sorted(_keys(_words("en"))),
    }


def exit_code(arguments: str) -> int:
    """Return the exit code of ``pirqa`` with these arguments."""
    with pytest.raises(SystemExit) as caught:
        main(arguments.split())
    return int(caught.value.code or 0)


def _commands() -> Iterator[tuple[str, list[str]]]:
    """Yield every command with its options and arguments."""
    group: Any = typer.main.get_command(app)
    for name in group.list_commands(None):
        yield from _options_of(name, group.resolve_command(None, [name])[1])


def _options_of(name: str, command: Any) -> Iterator[tuple[str, list[str]]]:
    yield name, sorted("/".join((*each.opts, *each.secondary_opts)) for each in command.params)
    for below, each in getattr(command, "commands", {}).items():
        yield from _options_of(f"{name} {below}", each)


def _facts_of_schema(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key of the project file with its types and bounds; names of definitions do not matter."""
    definitions = schema.get("$defs", {})

    def walk(node: dict[str, Any], path: str, above: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            if name in above:
                yield path, "as above"
                return
            yield from walk(definitions[name] | {key: node[key] for key in node if key != "$ref"}, path, (*above, name))
            return
        facts = {key: node[key] for key in sorted(node) if key not in _PROSE}
        yield path, json.dumps(facts)
        for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for each in node.get(key, ()):
                yield from walk(each, path, above)
        for name, each in node.get("properties", {}).items():
            yield from walk(each, f"{path}.{name}" if path else name, above)
        for key, mark in (("items", "[]"), ("additionalProperties", ".*")):
            if isinstance(node.get(key), dict):
                yield from walk(node[key], path + mark, above)

    yield from walk(schema, "", ())


def _digests(facts: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Return a short digest of the facts of each key."""
    gathered: dict[str, set[str]] = {}
    for path, fact in facts:
        gathered.setdefault(path, set()).add(fact)
    return {
        path: hashlib.sha256("\n".join(sorted(each)).encode()).hexdigest()[:8]
        for path, each in sorted(gathered.items())
    }


def _words(language: str) -> dict[str, Any]:
    (path,) = Path(pirqa.__file__).parent.rglob(f"words/{language}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _keys(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"
