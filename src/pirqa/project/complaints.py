"""pydantic's findings about a project file, said in the words of its author: key, what is wrong, what to do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError

from pirqa.errors import did_you_mean
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.units import Dimension

_MOST = 10
_BOUNDS = {
    "greater_than": ("gt", "greater than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}


def complaints(error: ValidationError, root: type[BaseModel], raw: Mapping[str, Any]) -> list[str]:
    """A line for each finding, the first ten of them."""
    findings = [finding for finding in error.errors() if not _is_echo(finding, error)]
    lines = [_line(finding, root, raw) for finding in findings[:_MOST]]
    if len(findings) > _MOST:
        lines.append(f"… and {len(findings) - _MOST} more")
    return lines


def _is_echo(finding: Any, error: ValidationError) -> bool:
    """A list whose items were all refused is then also "too short": one reason is enough."""
    place = finding["loc"]
    inside = [other["loc"] for other in error.errors() if len(other["loc"]) > len(place)]
    return finding["type"] == "too_short" and any(other[: len(place)] == place for other in inside)


def _line(finding: Any, root: type[BaseModel], raw: Mapping[str, Any]) -> str:
    location: tuple[Any, ...] = finding["loc"]
    kind, given = finding["type"], finding["input"]
    key = _key(location, raw)
    owner, name = _type_at(root, location[:-1]), str(location[-1]) if location else ""
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"{key}: unknown key; {did_you_mean(name, _keys(owner))}"
    dimension = field_dimensions(owner).get(name) if _has_fields(owner) else None
    if kind == "missing":
        example = f", for example {name} = {dimension.example}" if dimension else ""
        return f"{key}: missing; add it{example}"
    if kind in _BOUNDS:
        attribute, words = _BOUNDS[kind]
        bound = finding["ctx"][attribute]
        return f"{key}: must be {words} {_bound(bound, dimension)}, got {_shown(given)}"
    if kind == "literal_error":
        choices = _choices(_type_at(root, location))
        hint = did_you_mean(str(given), choices)
        known = f" (known: {', '.join(choices)})" if choices and hint.startswith("did") else ""
        return f"{key}: {_shown(given)} is not accepted; {hint}{known}"
    if kind == "value_error":
        return _under(key, str(finding["ctx"]["error"]))
    if kind == "finite_number":
        return f"{key}: must be a finite number, got {given}"
    if kind in ("too_short", "missing_argument"):
        return f"{key}: must not be empty"
    if kind in ("dataclass_type", "model_type", "dict_type", "model_attributes_type"):
        return f"{key}: must be a table of keys, got {_shown(given)}"
    if kind == "tuple_type":
        remedy = f"write [[{key}]] with double brackets" if isinstance(given, dict) else "write it in [ ]"
        if isinstance(given, str) and given.startswith("["):  # no list of TOML, so it was taken for a text
            remedy = 'put each text in it in quotes, as ["1 m", "2 m"]'
        return f"{key}: must be a list, got {_shown(given)}; {remedy}"
    if kind == "string_type":
        return f"{key}: must be one text, got {_shown(given)}"
    if kind in ("int_type", "int_from_float", "int_parsing"):
        return f"{key}: must be a whole number, got {_shown(given)}"
    if kind.startswith("date"):
        return f"{key}: must be a day, such as 2026-05-31 without quotes, got {_shown(given)}"
    if kind == "too_long":
        return f"{key}: must have at most {finding['ctx']['max_length']} values; leave the others out"
    message = finding["msg"]
    return f"{key}: {message[0].lower()}{message[1:]}, got {_shown(given)}"


def _bound(bound: float, dimension: Dimension | None) -> str:
    if dimension is None or math.isinf(bound):
        return f"{bound:g}"
    return dimension.format(bound)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _key(location: tuple[Any, ...], raw: Mapping[str, Any]) -> str:
    """The key as its author would write it; a zone by its name, other list items by number."""
    words: list[str] = []
    here: Any = raw
    for step in location:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(step, int) and words:
            name = here.get("name") if isinstance(here, dict) and words[-1] == "zones" else None
            words[-1] += f"[{name}]" if name else f"[{step + 1}]"
        else:
            words.append(str(step))
    return ".".join(words) or "file"


def _type_at(root: Any, location: tuple[Any, ...]) -> Any:
    """The type that the schema has at ``location``."""
    here = root
    for step in location:
        here = _inner(bare_type(here), step)
    return bare_type(here)


def _inner(hint: Any, step: Any) -> Any:
    if _has_fields(hint):
        return get_type_hints(hint, include_extras=True).get(str(step), object)
    arguments = get_args(hint)
    if get_origin(hint) is dict:
        return arguments[1]
    return arguments[0] if arguments else object


def _has_fields(hint: Any) -> bool:
    return isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, BaseModel))


def _keys(owner: Any) -> list[str]:
    if isinstance(owner, type) and issubclass(owner, BaseModel):
        return list(owner.model_fields)
    return [item.name for item in fields(owner)] if is_dataclass(owner) else []


def _choices(hint: Any) -> list[str]:
    return [str(choice) for choice in get_args(hint)] if get_origin(hint) is Literal else []


def _under(key: str, message: str) -> str:
    """``message`` under ``key``, without the table that the object itself named."""
    if message.startswith(f"{key}."):
        return message
    table, colon, rest = message.partition(": ")
    steps = iter(key.split("."))
    named = bool(colon) and all(step in steps for step in table.split("."))  # in their order, names between them
    return f"{key}: {rest if named else message}"
