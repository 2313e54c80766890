"""Any input of the statics by its key in the project file: read it, or put other values (or arrays) in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.model.bounds import Real, field_dimensions
from pirqa.model.site import Site
from pirqa.model.wall import Wall, Zone
from pirqa.units import Dimension, Quantity

__all__ = ["Input", "inputs_of", "vary"]

Subject = tuple[Wall, Site]
_ZONE_FIELDS = ("thickness", "thickness_top", "front_batter", "back_batter")


@dataclass(frozen=True, kw_only=True)
class Input:
    """One number of the wall or the site that can be varied."""

    key: str
    dimension: Dimension
    value: float
    put: Callable[[Subject, Any], Subject]

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

    def add(prefix: str, owner: Any, put: Callable[[Subject, str, Any], Subject]) -> None:
        for name, dimension in field_dimensions(type(owner)).items():
            value = getattr(owner, name)
            if value is not None and not isinstance(value, tuple):
                setter = _setter(put, name)
                found[f"{prefix}.{name}"] = Input(key=f"{prefix}.{name}", dimension=dimension, value=value, put=setter)

    single = len(wall.envelope.zones) == 1
    for index, zone in enumerate(wall.envelope.zones):
        prefix = "wall" if single else f"wall.zones.{zone.name}"
        for name in (*_ZONE_FIELDS, "top") if single else _ZONE_FIELDS:
            value = getattr(zone, name)
            if value is not None:
                key = f"{prefix}.height" if name == "top" else f"{prefix}.{name}"
                found[key] = Input(
                    key=key,
                    dimension=field_dimensions(Zone)[name],
                    value=value,
                    put=_setter(_zone_put(index), name),
                )
    for name, material in wall.materials.items():
        add(f"materials.{name}", material, _material_put(name))
    add("base", wall.support, lambda s, n, v: (replace(s[0], support=replace(s[0].support, **{n: v})), s[1]))
    if wall.joints is not None:
        joints = wall.joints
        add("joints", joints, lambda s, n, v: (replace(s[0], joints=replace(joints, **{n: v})), s[1]))
    if wall.backfill is not None:
        add("backfill", wall.backfill, _backfill_put)
    add("site", site, lambda s, n, v: (s[0], replace(s[1], **{n: v})))
    return found


def _setter(put: Callable[[Subject, str, Any], Subject], name: str) -> Callable[[Subject, Any], Subject]:
    return lambda subject, value: put(subject, name, value)


def _zone_put(index: int) -> Callable[[Subject, str, Any], Subject]:
    def put(subject: Subject, name: str, value: Any) -> Subject:
        wall, site = subject
        zones = list(wall.envelope.zones)
        zones[index] = replace(zones[index], **{name: value})
        return replace(wall, envelope=replace(wall.envelope, zones=tuple(zones))), site

    return put


def _material_put(material: str) -> Callable[[Subject, str, Any], Subject]:
    def put(subject: Subject, name: str, value: Any) -> Subject:
        wall, site = subject
        changed = {**wall.materials, material: replace(wall.materials[material], **{name: value})}
        return replace(wall, materials=changed), site

    return put


def _backfill_put(subject: Subject, name: str, value: Any) -> Subject:
    wall, site = subject
    if wall.backfill is None:
        raise ModelError("the wall has no backfill")
    return replace(wall, backfill=replace(wall.backfill, **{name: value})), site


def find_input(key: str, known: Mapping[str, Input]) -> Input:
    """The input called ``key``."""
    if key not in known:
        raise OptionsError(f'no input is called "{key}": {did_you_mean(key, known)}')
    return known[key]


def vary(wall: Wall, site: Site, values: Mapping[str, Real]) -> Subject:
    """Wall and site with other values in place of some inputs.

    Arrays broadcast together: the wall that comes back then stands for many, and only the numerics of this room
    (:func:`pirqa.statics.pseudo_static.weakest_factors`) know how to read it.
    """
    known = inputs_of(wall, site)
    subject = (wall, site)
    for key, value in values.items():
        try:
            subject = find_input(key, known).put(subject, np.asarray(value) if np.ndim(value) else value)
        except ModelError as error:
            raise OptionsError(f'varying "{key}" gives an impossible wall: {error}') from error
    return subject
