"""The project file's keys as a page of the docs, from the same declarations that validate it."""

from __future__ import annotations

import datetime
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.project.schema import ProjectFile

__all__ = ["key_reference"]

_HEAD = """# Keys of the project file

Made by `pirqa schema --markdown`; do not edit. Any value may also be written with its origin:
`friction_angle = { value = "40 deg", source = "West 2010", assumed = true }`.

| key | value | default | meaning |
|---|---|---|---|
"""


def key_reference() -> str:
    """Markdown table of all keys."""
    rows: list[str] = []
    definitions = ProjectFile.model_json_schema()["$defs"]
    descriptions = {name: item.get("properties", {}) for name, item in definitions.items()}
    for name, info in ProjectFile.model_fields.items():
        hint = get_type_hints(ProjectFile, include_extras=True)[name]
        default = "required" if info.is_required() else "–"
        rows += _rows(name, hint, default, info.description or "", descriptions)
    return _HEAD + "\n".join(rows) + "\n"


def _rows(key: str, hint: Any, default: str, meaning: str, descriptions: dict[str, Any]) -> list[str]:
    kind = bare_type(hint)
    if get_origin(kind) is dict:
        return _rows(f"{key}.NAME", get_args(kind)[1], default, meaning, descriptions)
    if get_origin(kind) is tuple and is_dataclass(bare_type(get_args(kind)[0])):
        return _rows(f"{key}[]", get_args(kind)[0], default, meaning, descriptions)
    if not is_dataclass(kind):
        return [_row(key, _value(kind, None), default, meaning)]
    rows: list[str] = []
    dimensions = field_dimensions(kind) if isinstance(kind, type) else {}
    for item in fields(kind):
        inner = get_type_hints(kind, include_extras=True)[item.name]
        about = _meaning(kind, item.name, descriptions)
        path = f"{key}.{item.name}"
        nested = bare_type(inner)
        if is_dataclass(nested) or any(is_dataclass(bare_type(part)) for part in get_args(nested)):
            rows += _rows(path, inner, _default(item, None), about, descriptions)
        else:
            dimension = dimensions.get(item.name)
            rows.append(_row(path, _value(nested, dimension), _default(item, dimension), about))
    return rows


def _meaning(kind: Any, name: str, descriptions: dict[str, Any]) -> str:
    """What a key means, also where it is one of the kind that this one extends."""
    names = [
        known
        for base in kind.__mro__
        # tables of one name in two rooms are told apart by their modules
        for known in (base.__name__, f"{base.__module__}.{base.__qualname__}".replace(".", "__"))
    ]
    found = (descriptions.get(known, {}).get(name, {}).get("description", "") for known in names)
    return next((str(text) for text in found if text), "")


def _row(key: str, value: str, default: str, meaning: str) -> str:
    return f"| `{key}` | {value} | {default} | {' '.join(meaning.split()).replace('|', '/')} |"


def _value(kind: Any, dimension: Any) -> str:
    if dimension is not None:
        text = f"{dimension.name}, `{dimension.example}`"
        return f"list of {text}" if get_origin(kind) is tuple else text
    if get_origin(kind) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(kind))
    if get_origin(kind) is tuple:
        return f"list of {_value(bare_type(get_args(kind)[0]), None)}"
    names = {str: "text", datetime.date: "date", int: "whole number", float: "number or quantity", bool: "true, false"}
    return names.get(kind, "table")


def _default(item: Field[Any], dimension: Any) -> str:
    if item.default is MISSING:
        return "required" if item.default_factory is MISSING else "–"
    if item.default is None or item.default == () or item.default == "":
        return "–"
    if dimension is not None:
        values = item.default if isinstance(item.default, tuple) else (item.default,)
        return ", ".join(f"`{dimension.format(value)}`" for value in values)
    if isinstance(item.default, tuple):
        return ", ".join(f"`{value}`" for value in item.default)
    return f"`{str(item.default).lower() if isinstance(item.default, bool) else item.default}`"
