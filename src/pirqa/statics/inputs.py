"""Inputs of the statics by their keys in the project file: read them, vary them, sweep one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.model.bounds import Real, field_dimensions
from pirqa.model.envelope import Zone
from pirqa.model.ground_motion import Site
from pirqa.model.remark import Table
from pirqa.model.wall import Wall
from pirqa.statics.options import StaticsOptions, Study
from pirqa.statics.pseudo_static import cases_for, factor_table, weakest_factors
from pirqa.units import Dimension, Quantity

_ZONE_FIELDS = ("thickness", "thickness_top", "front_batter", "back_batter")


@dataclass(frozen=True, kw_only=True)
class Input:
    """One number of the wall or the site that can be varied."""

    key: str
    dimension: Dimension
    value: float
    owner: tuple[str, str]
    """Which part of the wall holds it: kind, and name where there are several."""
    field: str

    def accept(self, value: float) -> float:
        """``value`` in SI, refused where it was written with a unit of another dimension."""
        if isinstance(value, Quantity) and value.dimension is not self.dimension:
            was = "a plain number" if not value.dimension.si else value.dimension.noun
            raise OptionsError(
                f'"{self.key}" is {self.dimension.noun}, got {was}: write for example {self.dimension.example}'
            )
        return float(value)


def inputs_of(wall: Wall, site: Site) -> dict[str, Input]:
    """All inputs that can be varied, by key."""
    found: dict[str, Input] = {}

    def add(prefix: str, owner: tuple[str, str], part: Any, names: Mapping[str, str] | None = None) -> None:
        """Inputs of ``part``: all its dimensional fields, or those of ``names`` under the names given there."""
        dimensions = field_dimensions(type(part))
        for field, name in (names or dict(zip(dimensions, dimensions, strict=True))).items():
            value = getattr(part, field)
            if value is not None:
                key = f"{prefix}.{name}"
                found[key] = Input(key=key, dimension=dimensions[field], value=value, owner=owner, field=field)

    for zone in wall.envelope.zones:
        single = len(wall.envelope.zones) == 1
        names = dict(zip(_ZONE_FIELDS, _ZONE_FIELDS, strict=True)) | {"top": "height" if single else "top"}
        add("wall" if single else f"wall.zones.{zone.name}", ("zone", zone.name), zone, names)
    for name, material in wall.materials.items():
        add(f"materials.{name}", ("material", name), material)
    add("base", ("support", ""), wall.ground)
    if wall.joints is not None:
        add("joints", ("joints", ""), wall.joints)
    if wall.backfill is not None:
        add("backfill", ("backfill", ""), wall.backfill)
    add("site", ("site", ""), site)
    return found


def find_input(key: str, known: Mapping[str, Input]) -> Input:
    """The input called ``key``."""
    if key not in known:
        group, _, field = key.rpartition(".")
        groups = dict.fromkeys(name.rpartition(".")[0] for name in known)
        if group in groups:
            hint = did_you_mean(field, [name.rpartition(".")[2] for name in known if name.rpartition(".")[0] == group])
        else:
            hint = f"the project has inputs under {', '.join(groups)}"
        raise OptionsError(
            f'no input is called "{key}": {hint} (an input must have a value in the project before it can be varied)'
        )
    return known[key]


def vary(wall: Wall, site: Site, values: Mapping[str, Real]) -> tuple[Wall, Site]:
    """Wall and site with other values in place of some inputs.

    Arrays broadcast together: the wall that comes back then stands for many, and only the numerics of this room
    (:func:`pirqa.statics.pseudo_static.weakest_factors`) know how to read it. All values are put in at once, so that
    only the whole must be possible and not every step to it.
    """
    known = inputs_of(wall, site)
    changes: dict[tuple[str, str], dict[str, Any]] = {}
    for key, value in values.items():
        target = find_input(key, known)
        changes.setdefault(target.owner, {})[target.field] = np.asarray(value) if np.ndim(value) else value

    for zone in wall.envelope.zones:
        top = changes.get(("zone", zone.name), {}).get("top")
        for above in wall.envelope.zones if top is not None else ():
            if abs(above.bottom - zone.top) <= 1e-9:  # what stands on a zone moves with its top
                changes.setdefault(("zone", above.name), {})["bottom"] = top

    def changed(part: Any, kind: str, name: str = "") -> Any:
        return replace(part, **changes[kind, name]) if (kind, name) in changes else part

    try:
        zones: tuple[Zone, ...] = tuple(changed(zone, "zone", zone.name) for zone in wall.envelope.zones)
        varied = replace(
            wall,
            envelope=replace(wall.envelope, zones=zones),
            materials={name: changed(item, "material", name) for name, item in wall.materials.items()},
            support=changed(wall.support, "support"),
            joints=changed(wall.joints, "joints"),
            backfill=changed(wall.backfill, "backfill"),
            # a section knows nothing of stones, and those of the wall as it was are not those of the varied one
            stones=(),
            contacts=(),
            fixed=(),
            guided=(),
            control_points=(),
        )
        return varied, changed(site, "site")
    except ModelError as error:
        names = " and ".join(f'"{key}"' for key in values)
        raise OptionsError(f"varying {names} gives an impossible wall: {error}") from error


@dataclass(frozen=True, kw_only=True)
class StudyResult:
    """Factors of every case and mode along the sweep."""

    input: str
    unit: str
    """SI unit of the swept values."""
    present: float
    """Value of the input in the project [SI]."""
    name: str
    curves: Table
    """Columns case, mode, value, factor."""


def sweep(wall: Wall, site: Site, options: StaticsOptions, study: Study) -> StudyResult:
    """Run ``study``: the weakest joint at each value."""
    chosen = find_input(study.input, inputs_of(wall, site))
    values = np.linspace(chosen.accept(study.start), chosen.accept(study.stop), study.points)
    varied_wall, varied_site = vary(wall, site, {study.input: values})
    cases = cases_for(varied_wall, varied_site, options)
    factors = {case.name: weakest_factors(varied_wall, case, options) for case in cases}
    return StudyResult(
        input=study.input,
        unit=chosen.dimension.si,
        present=chosen.value,
        name=study.name,
        curves=factor_table("value", values, factors),
    )
