"""A set as files: a table of its members, one of the refused candidates, and the TOML block that asks for it."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from pirqa.model.bounds import field_dimensions
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.sets.result import MotionSet, SetMember
from pirqa.units import STANDARD_GRAVITY

__all__ = ["refused_csv", "set_csv", "set_files_of", "set_toml"]

_HEAD = (
    "name",
    "event",
    "date",
    "magnitude",
    "type",
    "distance [km]",
    "station",
    "agency",
    "factor",
    "PGA [g]",
    "PGV [m/s]",
    "D5-95 [s]",
    "Tm [s]",
    "Vs30 [m/s]",
    "near_fault",
    "pulse_period [s]",
    "synthetic",
    "component_across",
    "files",
    "source",
    "licence",
    "note",
)


def set_files_of(found: MotionSet) -> dict[str, str]:
    """Return the text of each file that stands beside the set in a results folder, by the file's name."""
    return {"set.csv": set_csv(found), "refused.csv": refused_csv(found)}


def set_csv(found: MotionSet) -> str:
    """Return the members as CSV, a row each; unknown values are empty."""
    return _csv(_HEAD, (_row(member) for member in found.members))


def refused_csv(found: MotionSet) -> str:
    """Return the refused candidates as CSV, each with the reason."""
    return _csv(("name", "reason"), ((item.name, item.reason) for item in found.refused))


def _row(member: SetMember) -> tuple[str, ...]:
    return (
        member.name,
        member.event,
        member.date,
        _number(member.magnitude),
        member.mechanism,
        _number(None if member.distance is None else member.distance / 1e3),
        member.station,
        member.agency,
        _number(member.factor),
        _number(member.pga / STANDARD_GRAVITY),
        _number(member.pgv),
        _number(member.duration),
        _number(member.mean_period),
        _number(member.vs30),
        "yes" if member.near_fault else "no",
        _number(member.pulse_period),
        "yes" if member.synthetic else "no",
        member.across,
        "; ".join(member.files),
        member.citation,
        member.licence,
        member.note,
    )


def _number(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else f"{value:.6g}"


def _csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def set_toml(options: SetOptions, *, design: object | None = None, found: MotionSet | None = None) -> str:
    """Return the tables ``[motion.set]`` and ``[motion.design]`` that ask for a set; only what is not the default.

    With ``found``, a comment names its members, so that the choice can be kept when candidates are added later.

    >>> print(set_toml(SetOptions(period=0.25, types={"normal": 2})), end="")
    [motion.set]
    period = "0.25 s"
    <BLANKLINE>
    [motion.set.types]
    normal = 2
    """
    lines = _table("motion.set", options)
    if found is not None:
        names = ", ".join(json.dumps(member.name) for member in found.members if member.files)
        at = next((number for number, line in enumerate(lines) if not line), len(lines))
        lines.insert(at, f"# include = [{names}]  # keeps these motions whatever candidates are added")
    if design is not None:
        for item in fields(design):  # type: ignore[arg-type]
            code = getattr(design, item.name)
            if code is not None:
                lines += ["", *_table(f"motion.design.{item.name}", code)]
    return "\n".join(lines) + "\n"


def _table(name: str, value: Any) -> list[str]:
    """Return the lines of a table: its own values, then its inner tables."""
    lines, inner = [f"[{name}]"], []
    dimensions = field_dimensions(type(value))
    for item in fields(value):
        given = getattr(value, item.name)
        if given is None or _is_default(item, given):
            continue
        if is_dataclass(given):
            inner += ["", *_table(f"{name}.{item.name}", given)]
        elif isinstance(given, Mapping):
            inner += ["", f"[{name}.{item.name}]", *(f"{key} = {_toml(entry)}" for key, entry in given.items())]
        elif item.name in dimensions and dimensions[item.name].si:
            lines.append(f'{item.name} = "{float(given)!r} {dimensions[item.name].si}"')
        else:
            lines.append(f"{item.name} = {_toml(given)}")
    return [*lines, *inner]


def _is_default(item: Field[Any], given: object) -> bool:
    default = item.default_factory() if item.default_factory is not MISSING else item.default
    return bool(given == default)


def _toml(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    # a JSON string, number or truth value is one of TOML too
    return json.dumps(value, ensure_ascii=False)
