"""Where each number of a project file comes from: given, assumed by its author, or a default.

A quantity may be written with its origin:
``friction_angle = { value = "40 deg", source = "West 2010", assumed = true }``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pirqa.errors import ProjectError, did_you_mean
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.model.check import Grade

Status = Literal["given", "assumed", "default", "changed"]
_NAMED = ("zones", "leaves")
"""Lists whose items are known by their names."""
_LISTED = (*_NAMED, "niches")
"""Lists whose items are inputs, each with rows of its own."""
_FIXED = ("vertical", "rise", "reduction", "damping")
"""Keys of a design spectrum that an analysis which takes horizontal elastic spectra leaves as they are."""


@dataclass(frozen=True, kw_only=True)
class Origin:
    """What the file says about one of its values."""

    text: str
    source: str = ""
    assumed: bool = False


@dataclass(frozen=True, kw_only=True)
class InputRow:
    """One input, for the report's table."""

    key: str
    text: str
    """As written in the file, or the default with its unit."""
    value: float | None
    """SI value, where it is a number."""
    unit: str
    status: Status
    source: str = ""


def strip_origins(raw: Mapping[str, Any], prefix: str = "") -> tuple[dict[str, Any], dict[str, Origin]]:
    """The file's tables with plain values, and the origin of each value by key."""
    plain: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    for name, value in raw.items():
        key = f"{prefix}{name}"
        if prefix and isinstance(value, dict) and not isinstance(value.get("value", {}), dict):
            for word in sorted(set(value) - {"value", "source", "assumed"}):
                raise ProjectError(f"{key}.{word}: unknown key; {did_you_mean(word, ('value', 'source', 'assumed'))}")
            assumed, source = value.get("assumed", False), value.get("source", "")
            if not isinstance(assumed, bool) or not isinstance(source, str):
                raise ProjectError(f"{key}: source must be a text and assumed must be true or false")
            plain[name] = value["value"]
            origins[key] = Origin(text=_as_written(value["value"]), source=source, assumed=assumed)
        elif isinstance(value, dict):
            plain[name], inner = strip_origins(value, f"{key}.")
            origins |= inner
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            plain[name] = []
            for index, item in enumerate(value):
                label = item.get("name", index) if name in _NAMED else index
                stripped, inner = strip_origins(item, f"{key}.{label}.")
                plain[name].append(stripped)
                origins |= inner
        else:
            plain[name] = value
            origins[key] = Origin(text=_as_written(value))
    return plain, origins


def sections_of(key: str, value: Any) -> dict[str, Any]:
    """The dataclasses in ``value``, itself and those within, by the key that the project file has for them."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {inner: item for name in value for inner, item in sections_of(f"{key}.{name}", value[name]).items()}
    if isinstance(value, tuple):
        named = key.rpartition(".")[2] in _NAMED
        items = {f"{key}.{item.name if named else index}": item for index, item in enumerate(value)}
        return {inner: part for name, item in items.items() for inner, part in sections_of(name, item).items()}
    if not is_dataclass(value):  # a number or a word in a table of them
        return {}
    found: dict[str, Any] = {key: value}
    for item in fields(value):
        inside = getattr(value, item.name)
        if is_dataclass(inside) or isinstance(inside, Mapping) or item.name in _LISTED:
            found |= sections_of(f"{key}.{item.name}", inside)
    return found


def input_rows(
    sections: Mapping[str, Any],
    origins: Mapping[str, Origin],
    *,
    changed: Collection[str] = (),
    idle: Collection[str] = (),
) -> tuple[InputRow, ...]:
    """A row for each dimensional or chosen value of ``sections`` (dataclasses by key).

    ``changed`` keys were replaced from outside the file; ``idle`` ones do nothing in this project and are left out
    while nobody gave them.
    """
    rows: list[InputRow] = []
    for prefix, section in sections.items():
        rows.extend(_section_rows(prefix, section, origins))
    rows = [row for row in rows if not (row.status == "default" and row.key in idle)]
    return tuple(replace(row, status="changed") if row.key in changed else row for row in rows)


def _section_rows(prefix: str, section: Any, origins: Mapping[str, Origin]) -> list[InputRow]:
    rows: list[InputRow] = []
    kind = type(section)
    dimensions, hints = field_dimensions(kind), get_type_hints(kind)
    for item in fields(section):
        key, value = f"{prefix}.{item.name}", getattr(section, item.name)
        origin = origins.get(key)
        if value is None or is_dataclass(value) or (value == () and origin is None):
            continue
        dimension = dimensions.get(item.name)
        if dimension is None and not _is_choice(hints[item.name]):
            continue
        number = float(value) if dimension is not None and isinstance(value, (int, float)) else None
        if origin is None:
            text = dimension.format(value) if dimension is not None and number is not None else _as_written(value)
            rows.append(InputRow(key=key, text=text, value=number, unit=_si(dimension), status="default"))
        else:
            status: Status = "assumed" if origin.assumed else "given"
            rows.append(
                InputRow(
                    key=key,
                    text=origin.text,
                    value=number,
                    unit=_si(dimension),
                    status=status,
                    source=origin.source,
                )
            )
    return rows


def _is_choice(hint: Any) -> bool:
    """Whether a field holds a word, a list of words, a number of things, or yes and no."""
    kind = bare_type(hint)
    if get_origin(kind) is tuple:
        kind = bare_type(get_args(kind)[0])
    return get_origin(kind) is Literal or kind in (bool, int)


def _as_written(value: Any) -> str:
    """As the project file would write it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _si(dimension: Any) -> str:
    return "" if dimension is None else str(dimension.si)


def grade_of(row: InputRow) -> Grade:
    """Return the grade of one input: documented where it has a source, else, or where the file says so, assumed."""
    return "assumed" if row.status == "assumed" or not row.source.strip() else "documented"


def idle_spectra(prefix: str) -> set[str]:
    """Return keys of the design spectra below ``prefix`` that must be as they are."""
    from pirqa.motion.design_spectrum import DesignSpectra

    return {f"{prefix}.{code}.{key}" for code in DesignSpectra.__dataclass_fields__ for key in _FIXED}
