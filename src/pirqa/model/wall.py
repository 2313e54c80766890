"""The wall: its envelope, its stones where they are known, what it is made of, stands on, and what leans on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from typing import Literal

import numpy as np

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import Real
from pirqa.model.envelope import Envelope, Section, Zone
from pirqa.model.masonry import BASE, Contact, ControlPoint, JointProperties, Material, Stone
from pirqa.model.support import Backfill, Support
from pirqa.units import STANDARD_GRAVITY

WallChoice = Literal["surveyed", "calibrated"]
"""``surveyed``: as the file or its survey describes it; ``calibrated``: with what the analysis updating has found."""


@dataclass(frozen=True, kw_only=True)
class Wall:
    """One wall and all that touches it."""

    envelope: Envelope
    materials: Mapping[str, Material]
    """By name; empty in a survey before anybody has weighed the stone."""
    support: Support | None = None
    """What it stands on; None in a survey that only looked at the stones."""
    joints: JointProperties | None = None
    """Needed where the wall has more than its base joint."""
    backfill: Backfill | None = None
    """None for a free-standing wall."""
    stones: tuple[Stone, ...] = ()
    """Bottom-up, left to right; empty where only the envelope is known."""
    contacts: tuple[Contact, ...] = ()
    """Every pair of stones that touches, and every stone with the base (:data:`pirqa.model.BASE`)."""
    fixed: tuple[str, ...] = ()
    """Stones that move with the base."""
    guided: tuple[str, ...] = ()
    """Stones that may move up, down and out of the wall's plane, and turn out of it, but not along the wall."""
    control_points: tuple[ControlPoint, ...] = ()

    def __post_init__(self) -> None:
        self._check_stones()
        for zone in self.envelope.zones:
            if (self.materials or not self.stones) and zone.material not in self.materials:
                hint = did_you_mean(zone.material, self.materials)
                key = "wall.material" if len(self.envelope.zones) == 1 else f'zone "{zone.name}", material'
                raise ModelError(f'{key}: "{zone.material}" is not among the materials; {hint}')
        for leaf in self.envelope.leaves:
            if self.materials and leaf.material is not None and leaf.material not in self.materials:
                hint = did_you_mean(leaf.material, self.materials)
                raise ModelError(f'leaf "{leaf.name}": its material "{leaf.material}" is unknown; {hint}')
        joints = max(len(self.envelope.joints(station)) for station in self.envelope.stations)
        if joints > 1 and self.joints is None and not self.stones:
            raise ModelError(
                "the wall has joints above its base, so it needs joints.friction_angle: "
                'give for example friction_angle = "30 deg" under [joints]'
            )
        if self.backfill is not None:
            self._check_fill(self.backfill)

    def _check_stones(self) -> None:
        if not self.stones:
            return
        names = self.stone_numbers
        if len(names) < len(self.stones):
            twice = next(stone.name for index, stone in enumerate(self.stones) if names[stone.name] != index)
            raise ModelError(f'two stones are called "{twice}": give each its own name')
        if BASE in names:
            raise ModelError(f'no stone may be called "{BASE}": that is what the wall stands on')
        for stone in self.stones:
            if self.materials and stone.material not in self.materials:
                hint = did_you_mean(stone.material, self.materials)
                raise ModelError(
                    f'stone "{stone.name}": material "{stone.material}" is not among the materials; {hint}'
                )
        spoken_of = {
            "contacts": [name for contact in self.contacts for name in (contact.first, contact.second)],
            "fixed": self.fixed,
            "guided": self.guided,
            "control_points": [point.stone for point in self.control_points],
        }
        for key, named in spoken_of.items():
            for name in named:
                if name not in names and not (key == "contacts" and name == BASE):
                    raise ModelError(f'{key}: no stone is called "{name}"; {did_you_mean(name, names)}')

    @cached_property
    def stone_numbers(self) -> Mapping[str, int]:
        """Place of each stone in :attr:`stones`, by name."""
        return {stone.name: index for index, stone in enumerate(self.stones)}

    def check_joint_names(self, properties: JointProperties) -> None:
        """Exceptions among ``properties`` must speak of stones and zones that are there."""
        known = {BASE, *self.stone_numbers, *(stone.zone for stone in self.stones)}
        for name in (name for exception in properties.exceptions for name in exception.between):
            if name not in known:
                raise ModelError(
                    f'joints.exceptions.between: no stone or zone is called "{name}"; {did_you_mean(name, known)}'
                )

    def stone(self, name: str) -> Stone:
        """The stone called ``name``."""
        if name not in self.stone_numbers:
            raise ModelError(f'no stone is called "{name}"; {did_you_mean(name, self.stone_numbers)}')
        return self.stones[self.stone_numbers[name]]

    @property
    def base_stones(self) -> tuple[str, ...]:
        """Names of the stones that sit on the base."""
        sitting = {contact.first for contact in self.contacts if contact.second == BASE}
        return tuple(stone.name for stone in self.stones if stone.name in sitting)

    def mass(self, stone: Stone) -> float:
        """Mass of ``stone`` [kg]."""
        if stone.material not in self.materials:
            raise ModelError(
                f'stone "{stone.name}": the unit weight of "{stone.material}" is not known, so it has no mass; '
                "give the material"
            )
        return self.materials[stone.material].unit_weight / STANDARD_GRAVITY * stone.volume

    def _check_fill(self, fill: Backfill) -> None:
        for station in self.envelope.stations:
            top = self.envelope.top(station)
            where = f" at {station:g} m along it" if len(self.envelope.stations) > 1 else ""
            if fill.height is not None and np.any(np.asarray(fill.height) > np.asarray(top) + 1e-9):
                raise ModelError(f"backfill.height is above the wall's top{where}: the fill would spill over it")
            surface = top if fill.height is None else fill.height
            self._check_overhang(station, surface)
            if np.any(np.asarray(fill.water_level) > np.asarray(surface) + 1e-9):
                raise ModelError(f"backfill.water_level is above the fill{where}: ponded water is not covered")

    def _check_overhang(self, station: float, surface: Real) -> None:
        """A back that steps out over its fill: no thrust theory here covers it."""
        for below, above in pairwise(self.section(station).layers):
            steps_out = np.asarray(above.back_bottom) > np.asarray(below.back_top) + 1e-9
            if np.any(steps_out & (np.asarray(above.bottom) < surface)):
                raise ModelError(
                    f'zone "{above.zone}" stands out over the fill behind zone "{below.zone}": '
                    "the thrust on such a step is not covered; make their backs flush or step it the other way"
                )

    @classmethod
    def prismatic(
        cls,
        *,
        height: float,
        thickness: float,
        unit_weight: float,
        support: Support,
        backfill: Backfill | None = None,
        courses: int = 1,
        joints: JointProperties | None = None,
    ) -> Wall:
        """A wall of one material and constant thickness [m, N/m3]."""
        zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness)
        return cls(
            envelope=Envelope(zones=(zone,), courses=courses),
            materials={"stone": Material(unit_weight=unit_weight)},
            support=support,
            backfill=backfill,
            joints=joints,
        )

    def section(self, station: float = 0.0) -> Section:
        """Cross-section at ``station`` along the wall [m]."""
        weights = {name: material.unit_weight for name, material in self.materials.items()}
        return Section(
            station=station,
            layers=self.envelope.layers(station, weights),
            joints=self.envelope.joints(station),
        )

    def sections(self) -> tuple[Section, ...]:
        """One section for each stretch of the wall between changes of thickness or material along its length."""
        return self._sections

    @cached_property
    def _sections(self) -> tuple[Section, ...]:
        return tuple(self.section(station) for station in self.envelope.stations)

    def joint_friction(self, joint: int) -> float:
        """Return the friction angle of joint number ``joint`` of a section [rad]; 0 is the base.

        A section does not know which stones meet in it: the weakest of the exceptions counts.
        """
        if joint > 0 and self.joints is None:
            raise ModelError('joints.friction_angle is missing: give for example friction_angle = "30 deg"')
        usual = self.ground.friction_angle if joint == 0 or self.joints is None else self.joints.friction_angle
        weaker = [
            item.friction_angle
            for item in (() if self.joints is None else self.joints.exceptions)
            if item.friction_angle is not None and (BASE in item.between) == (joint == 0)
        ]
        return reduce(np.minimum, weaker, usual)

    @property
    def ground(self) -> Support:
        """The support, for those who cannot go on without it."""
        if self.support is None:
            raise ModelError("it is not known what the wall stands on: give its base")
        return self.support


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What a survey does not see, from the rest of the project."""

    materials: Mapping[str, Material]
    """By name; empty where nobody has weighed the stone."""
    support: Support | None = None
    joints: JointProperties | None = None
    backfill: Backfill | None = None
    envelope: Envelope | None = None
    """The wall's shape as the project gives it; from the stones where absent."""
