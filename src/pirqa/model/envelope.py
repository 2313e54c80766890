"""The outline of a wall, zones that stand on each other, and its cross-sections per metre of length.

Axes of a cross-section: ``y`` from the exposed front face into the fill, ``z`` up from the base; the front edge of the
base is the origin. Numbers may be arrays that broadcast together (a varied wall).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import pi
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import Real, check_bounds
from pirqa.units import Angle, Length


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of the section: its area [m2] and weight [N/m], and its centroid [m]."""

    area: Real
    weight: Real
    y: Real
    z: Real


def trapezium(
    bottom: Real, top: Real, front_bottom: Real, front_top: Real, back_bottom: Real, back_top: Real
) -> tuple[Real, Real, Real]:
    """Area [m2] and first moments about z = 0 and y = 0 [m3] of a trapezium with level edges: (A, A·y, A·z)."""
    height = top - bottom
    wide, narrow = back_bottom - front_bottom, back_top - front_top
    area = 0.5 * height * (wide + narrow)
    # ∫ (b² − f²)/2 dz with f and b linear in z
    moment_y = (
        height
        / 6.0
        * (
            back_bottom**2
            + back_bottom * back_top
            + back_top**2
            - front_bottom**2
            - front_bottom * front_top
            - front_top**2
        )
    )
    moment_z = area * bottom + height**2 / 6.0 * (wide + 2.0 * narrow)
    return area, moment_y, moment_z


@dataclass(frozen=True, kw_only=True)
class Layer:
    """A trapezium of one material between two levels."""

    zone: str
    bottom: float
    top: float
    front_bottom: float
    front_top: float
    back_bottom: float
    back_top: float
    unit_weight: float

    def front(self, level: Real) -> Real:
        """Front face at ``level`` [m]."""
        share = (level - self.bottom) / (self.top - self.bottom)
        return self.front_bottom + share * (self.front_top - self.front_bottom)

    def back(self, level: Real) -> Real:
        """Back face at ``level`` [m]."""
        share = (level - self.bottom) / (self.top - self.bottom)
        return self.back_bottom + share * (self.back_top - self.back_bottom)

    def mirrored(self) -> Layer:
        """The layer seen from the other side: front becomes back."""
        return replace(
            self,
            front_bottom=-self.back_bottom,
            front_top=-self.back_top,
            back_bottom=-self.front_bottom,
            back_top=-self.front_top,
        )


@dataclass(frozen=True, kw_only=True)
class Section:
    """Layers from the base up, and the levels of the joints across them (the base, 0, comes first)."""

    station: float
    """Where along the wall the section is cut [m]."""
    layers: tuple[Layer, ...]
    joints: tuple[float, ...]

    @property
    def height(self) -> float:
        """Height above the base [m]."""
        return self.layers[-1].top

    def above(self, level: Real) -> Part:
        """The part of the section above ``level``, its centroid from the section's origin."""
        total_area: Real = 0.0
        total_weight: Real = 0.0
        moment_y: Real = 0.0
        moment_z: Real = 0.0
        for layer in self.layers:
            cut = np.clip(level, layer.bottom, layer.top)
            area, first_y, first_z = trapezium(
                cut, layer.top, layer.front(cut), layer.front_top, layer.back(cut), layer.back_top
            )
            total_area = total_area + area
            total_weight = total_weight + layer.unit_weight * area
            moment_y = moment_y + layer.unit_weight * first_y
            moment_z = moment_z + layer.unit_weight * first_z
        return Part(area=total_area, weight=total_weight, y=moment_y / total_weight, z=moment_z / total_weight)

    def contact(self, joint: int) -> tuple[Real, Real]:
        """Front and back edge of joint number ``joint`` [m]: where the stones above and below really touch."""
        level = self.joints[joint]
        if len(self.layers) == 1:
            return self.layers[0].front(level), self.layers[0].back(level)
        front: Real = -np.inf
        back: Real = np.inf
        for layer in self.layers:
            # Levels of joints are copied from the layers' own, so equality is meant.
            touches = (np.asarray(level) >= layer.bottom) & (np.asarray(level) <= layer.top)
            front = np.where(touches, np.maximum(front, layer.front(level)), front)
            back = np.where(touches, np.minimum(back, layer.back(level)), back)
        return front, back

    def back(self, level: Real) -> Real:
        """Back face at ``level`` of the lowest layer that reaches it: the rear edge of a ledge [m]."""
        y: Real = self.layers[-1].back_top
        for layer in reversed(self.layers):
            y = np.where(np.asarray(level) <= layer.top, layer.back(np.minimum(level, layer.top)), y)
        return y

    def heel(self, joint: int) -> Real:
        """Back edge of the part that stands on joint number ``joint`` [m]."""
        level = self.joints[joint]
        y: Real = self.layers[0].back(level)
        for layer in self.layers[1:]:
            y = np.where(np.asarray(level) >= layer.bottom, layer.back(level), y)
        return y

    def mirrored(self) -> Section:
        """The section with front and back exchanged; its origin is the old back edge of the base."""
        return replace(self, layers=tuple(layer.mirrored() for layer in self.layers))


Face = Literal["front", "back", "centre"]


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A rectangle of the elevation with one material and one thickness or taper."""

    name: str
    """Name of the zone, its own."""
    material: str
    """Name of one of the materials."""
    bottom: Annotated[Length, Ge(0)]
    """Level of the zone's foot above the base [m]."""
    top: Annotated[Length, Gt(0)]
    """Level of the zone's top above the base [m]."""
    thickness: Annotated[Length, Gt(0)]
    """Thickness at the zone's foot [m]."""
    thickness_top: Annotated[Length, Gt(0)] | None = None
    """Thickness at the zone's top [m], for a taper; instead of batters."""
    front_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the front face from the vertical, positive towards the fill [rad]."""
    back_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the back face from the vertical, positive towards the front [rad]."""
    flush: Face = "back"
    """Face that runs on from the zone below, and stays upright where thickness_top is given."""
    front: Annotated[Length, Ge(0)] = 0.0
    """Of a zone that stands on the base: how far its front face lies behind the wall's foremost one [m]."""
    start: Annotated[Length, Ge(0)] = 0.0
    """Where the zone starts along the wall [m]."""
    end: Annotated[Length, Gt(0)] | None = None
    """Where the zone ends along the wall [m]; the wall's end where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, f'zone "{self.name}"')
        if np.any(np.asarray(self.top) <= self.bottom):
            raise ModelError(f'zone "{self.name}": top must be above bottom')
        if np.any(self.front) and np.any(self.bottom):
            raise ModelError(f'zone "{self.name}": front is for zones that stand on the base; give flush instead')
        if self.end is not None and np.any(np.asarray(self.end) <= self.start):
            raise ModelError(f'zone "{self.name}": end must lie beyond start')
        if self.thickness_top is not None and (np.any(self.front_batter) or np.any(self.back_batter)):
            raise ModelError(f'zone "{self.name}": give thickness_top or batters, not both')
        front, back = self.offsets()
        if np.any(np.asarray(self.thickness - front - back) <= 0):
            raise ModelError(f'zone "{self.name}": its faces cross below its top: less batter or more thickness')

    def offsets(self) -> tuple[Real, Real]:
        """How far the front face goes back and the back face comes forward from foot to top [m]."""
        height = self.top - self.bottom
        if self.thickness_top is None:
            return height * np.tan(self.front_batter), height * np.tan(self.back_batter)
        narrowing = self.thickness - self.thickness_top
        share = {"front": 0.0, "centre": 0.5, "back": 1.0}[self.flush]
        return share * narrowing, (1.0 - share) * narrowing


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """A layer of the wall's thickness: facing, infill, inner facing."""

    name: str
    """Name of the leaf; a zone of the wall."""
    thickness: Annotated[Length, Gt(0), Le(20.0)]
    """Its thickness [m]."""
    material: str | None = None
    """Name of one of the materials; the survey's where absent."""
    stones: bool = False
    """Whether it has stones, those of the face or its own; infill without is known as a zone only."""

    def __post_init__(self) -> None:
        check_bounds(self, f'leaf "{self.name}"')


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """The wall's outline: zones that stand on each other without gap or overlap, and its bed joints."""

    zones: tuple[Zone, ...]
    length: Annotated[Length, Gt(0)] | None = None
    """Length of the wall [m]; results of sections are per metre and do not need it."""
    courses: Annotated[int, Ge(1), Lt(1001)] = 1
    """Number of courses of equal height, where joint_levels are not given."""
    joint_levels: tuple[Annotated[Length, Gt(0)], ...] = ()
    """Levels of the bed joints above the base [m]."""
    leaves: tuple[Leaf, ...] = ()
    """Zones through the thickness, from the front; sections take those with stones together as one."""

    def __post_init__(self) -> None:
        check_bounds(self, "wall")
        if not self.zones:
            raise ModelError("a wall needs at least one zone")
        names = [zone.name for zone in self.zones]
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f'two zones are called "{name}": give each its own name')
        if self.courses > 1 and self.joint_levels:
            raise ModelError("give courses or joint_levels, not both")
        if self.length is None and any(zone.end is not None or np.any(zone.start) for zone in self.zones):
            raise ModelError("length is needed where zones have a start or an end along the wall")
        for zone in self.zones:
            if self.length is not None and np.any(np.asarray(self._end(zone)) > self.length):
                raise ModelError(f'zone "{zone.name}" ends beyond the wall\'s length of {self.length:g} m')
        for index, zone in enumerate(self.zones):
            for other in self.zones[index + 1 :]:
                if self._overlap(zone, other):
                    raise ModelError(
                        f'zones "{zone.name}" and "{other.name}" overlap: change bottom, top, start or end'
                    )
        for station in self.stations:
            self._stack(station)
        if len(set(self.joint_levels)) < len(self.joint_levels):
            raise ModelError("joint_levels: a level is given twice")
        for level in self.joint_levels:
            if np.any(np.asarray(level) >= self.height):
                top = float(np.min(self.height))
                raise ModelError(f"joint level {float(np.max(level)):g} m is not below the wall's top at {top:g} m")

    @property
    def height(self) -> float:
        """Height of the highest zone above the base [m]."""
        return max((zone.top for zone in self.zones), key=np.max)

    @property
    def stations(self) -> tuple[float, ...]:
        """One place along the wall in each stretch of constant section [m]."""
        if self.length is None:
            return (0.0,)
        cuts = sorted({0.0, self.length, *(zone.start for zone in self.zones), *map(self._end, self.zones)})
        return (0.0,) if len(cuts) == 2 else tuple(0.5 * (a + b) for a, b in pairwise(cuts))

    def _end(self, zone: Zone) -> float:
        if zone.end is not None:
            return zone.end
        return np.inf if self.length is None else self.length

    def _overlap(self, one: Zone, other: Zone) -> bool:
        level = min(one.top, other.top, key=np.min) - max(one.bottom, other.bottom, key=np.max)
        along = min(self._end(one), self._end(other)) - max(one.start, other.start)
        return bool(np.all(np.asarray(level) > 1e-9) and along > 1e-9)

    def _stack(self, station: float) -> list[Zone]:
        """Zones at ``station`` from the base up."""
        zones = [zone for zone in self.zones if zone.start <= station <= self._end(zone)]
        zones.sort(key=lambda zone: float(np.min(zone.bottom)))
        floor: Real = 0.0
        below = "the base"
        for zone in zones:
            if np.any(np.abs(np.asarray(zone.bottom - floor)) > 1e-9):
                raise ModelError(f'zone "{zone.name}" does not stand on {below}: there is a gap under it')
            floor, below = zone.top, f'zone "{zone.name}"'
        if not zones:
            raise ModelError(f"no zone covers the wall at {station:g} m along its length")
        return zones

    def layers(self, station: float, unit_weights: Mapping[str, float]) -> tuple[Layer, ...]:
        """Layers of the section at ``station``; ``unit_weights`` by material name [N/m3]."""
        layers: list[Layer] = []
        for zone in self._stack(station):
            front_in, back_in = zone.offsets()
            front: Real = zone.front
            if layers:
                below = layers[-1]
                front = {
                    "front": below.front_top,
                    "back": below.back_top - zone.thickness,
                    "centre": 0.5 * (below.front_top + below.back_top - zone.thickness),
                }[zone.flush]
            back = front + zone.thickness
            if layers and np.any(np.minimum(back, layers[-1].back_top) <= np.maximum(front, layers[-1].front_top)):
                raise ModelError(f'zone "{zone.name}" does not rest on the zone below it')
            layers.append(
                Layer(
                    zone=zone.name,
                    # the level below, not its own: they may differ by rounding, and joints are found by equality
                    bottom=layers[-1].top if layers else 0.0,
                    top=zone.top,
                    front_bottom=front,  # type: ignore[arg-type]  # arrays only in a varied wall
                    front_top=front + front_in,  # type: ignore[arg-type]
                    back_bottom=back,  # type: ignore[arg-type]
                    back_top=back - back_in,  # type: ignore[arg-type]
                    unit_weight=unit_weights[zone.material],
                )
            )
        return tuple(layers)

    def top(self, station: float) -> float:
        """Level of the wall's top at ``station`` [m]."""
        return self._stack(station)[-1].top

    def joints(self, station: float) -> tuple[float, ...]:
        """Levels where the wall may part at ``station``: the base, bed joints and zone boundaries, upwards [m]."""
        zones = self._stack(station)
        top = zones[-1].top
        beds = self.joint_levels or tuple(self.height * course / self.courses for course in range(1, self.courses))
        edges: list[float] = [0.0, *(zone.top for zone in zones[:-1])]
        levels = [
            level
            for level in beds
            if np.all(np.asarray(level) < top)
            and all(np.all(np.abs(np.asarray(level - edge)) > 1e-6) for edge in edges)
        ]
        return tuple(sorted([*edges, *levels], key=lambda level: float(np.min(level))))
