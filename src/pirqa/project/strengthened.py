"""The same wall with more struts or more thickness: what the codes ask limit about through the pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pirqa.codes.retrofit import Kind, Rebuild
from pirqa.errors import OptionsError
from pirqa.limit import LimitOptions
from pirqa.limit import analyse as analyse_mechanisms
from pirqa.limit.force_options import LimitStrut
from pirqa.model.mechanism import Mechanism
from pirqa.model.wall import Wall
from pirqa.project.limit_inputs import FillThrust, with_capacities
from pirqa.statics.options import StaticsOptions

__all__ = ["rebuild_of"]

_NAME = "codes.retrofit"


def rebuild_of(wall: Wall, limit: LimitOptions, statics: StaticsOptions, level: float | None) -> Rebuild:
    """How ``wall``'s mechanisms are found again with struts at ``level``, or so many times as thick."""
    options = with_capacities(limit)
    top = max(float(zone.top) for zone in wall.envelope.zones)
    if level is not None and level > top:
        raise OptionsError(f"codes.retrofit.level: {level:g} m is above the wall's top at {top:g} m; give a lower one")

    def rebuild(kind: Kind, amount: float, name: str) -> Sequence[Mechanism]:
        changed, asked = (
            _with_force(wall, options, amount, level) if kind == "force" else _thicker(wall, options, amount)
        )
        thrust = None if changed.backfill is None else FillThrust(wall=changed, statics=statics)
        return analyse_mechanisms(changed, asked, thrust=thrust, only=name).mechanisms

    return rebuild


def _with_force(wall: Wall, options: LimitOptions, force: float, level: float | None) -> tuple[Wall, LimitOptions]:
    """With a strut that pushes and pulls, spread over the length; its force fades as that of any other."""
    assert level is not None
    if force == 0.0:
        return wall, options
    added = LimitStrut(level=level, kind="strut", capacity=force)
    return wall, replace(options, struts={**options.struts, _NAME: added})


def _thicker(wall: Wall, options: LimitOptions, factor: float) -> tuple[Wall, LimitOptions]:
    """With all zones and leaves, and the walls of corners, ``factor`` times as thick; bodies of your own stay."""
    zones = tuple(
        replace(
            zone,
            thickness=zone.thickness * factor,
            front=zone.front * factor,  # faces that run on must still do so
            thickness_top=None if zone.thickness_top is None else zone.thickness_top * factor,
        )
        for zone in wall.envelope.zones
    )
    leaves = tuple(replace(leaf, thickness=leaf.thickness * factor) for leaf in wall.envelope.leaves)
    corners = {
        name: replace(
            corner,
            thickness=corner.thickness * factor,
            other_thickness=None if corner.other_thickness is None else corner.other_thickness * factor,
        )
        for name, corner in options.corners.items()
    }
    # stones keep their own depth: the thicker wall is its outline alone
    bare = replace(
        wall,
        envelope=replace(wall.envelope, zones=zones, leaves=leaves),
        stones=(),
        contacts=(),
        fixed=(),
        guided=(),
        control_points=(),
    )
    return bare, replace(options, corners=corners)
