"""Cross-section of a wall, per metre of its length.

Axes: ``y`` from the exposed front face into the fill, ``z`` up from the base; the front edge of the base is the origin.
Numbers may be arrays that broadcast together (a varied wall); nothing here cares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pirqa.model.bounds import Real

__all__ = ["Layer", "Part", "Section", "trapezium"]


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
