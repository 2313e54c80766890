"""Masonry of the file as numbers of a law in each brick, with what was assumed and what cannot be computed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.fem.build import zone_materials
from pirqa.fem.options import FeOptions
from pirqa.fem.pushover.crack_laws import largest_length, least_compressive_energy, least_tensile_energy
from pirqa.fem.pushover.model import Matter
from pirqa.fem.pushover.options import Interface, Masonry, PushoverOptions
from pirqa.fem.pushover.point_law import LAWS, PROPERTIES
from pirqa.fem.structure import Structure
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall

STIFFNESS_TO_STRENGTH = 500.0
"""E/fc where fc is not given: the middle of Tomažević's range (Chokepukio paper, section 5.1)."""

_DUCTILITY = 1.6e-3
"""Gc/fc where Gc is not given [m] (Chokepukio paper, section 5.1)."""

_LEVEL = 1e-6
"""Metres by which a row of bricks may lie below the level of its interface."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Law:
    """A masonry as compiled functions want it."""

    key: str
    """Where the file tells of it."""
    number: int
    """Of the law, see ``point.LAWS``."""
    properties: FloatArray
    """Shape (PROPERTIES,)."""
    remarks: tuple[Remark, ...] = ()
    """What was assumed."""

    @property
    def largest_length(self) -> float:
        """Crack-band length that bricks of it must stay below [m]."""
        modulus, _, tension, opening, compression, crushing = self.properties[:6]
        if self.number in (LAWS["elastic"], LAWS["no_tension"]):
            return math.inf
        return largest_length(modulus, tension, opening, compression, crushing)


def matter_of(
    wall: Wall, fe: FeOptions, options: PushoverOptions, structure: Structure, length: FloatArray
) -> tuple[Matter, tuple[Remark, ...]]:
    """Laws of all bricks, whose crack-band lengths are ``length`` [m], and what was assumed of them."""
    mesh = structure.mesh
    owners = zone_materials(wall, fe)
    check_names(options.masonry, (*wall.materials, *owners))
    law = np.zeros(len(mesh), dtype=np.int64)
    properties = np.zeros((len(mesh), PROPERTIES))
    remarks: list[Remark] = []
    replaced = {name: _row(name, item, structure) for name, item in options.interfaces.items()}
    covered = np.zeros(len(mesh), dtype=bool)
    for rows in replaced.values():
        covered[rows] = True

    def put(found: Law, bricks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        check_length(found, float(length[bricks].max()))
        law[bricks] = found.number
        properties[bricks] = found.properties
        remarks.extend(found.remarks)

    for number, zone in enumerate(mesh.zones):
        bricks = np.flatnonzero((mesh.zone == number) & ~covered)
        if len(bricks):
            name, masonry = choose_masonry(options.masonry, zone, owners[zone])
            put(describe(name, masonry, **_elastic(structure, zone)), bricks)
    for name, rows in replaced.items():
        for number in np.unique(mesh.zone[rows]):
            kind = describe(
                name,
                options.interfaces[name].masonry,
                **_elastic(structure, mesh.zones[number]),
                table="pushover.interfaces",
            )
            put(kind, rows[mesh.zone[rows] == number])
    return Matter(law=law, properties=properties), tuple(dict.fromkeys(remarks))


def check_names(given: Mapping[str, Masonry], known: Sequence[str]) -> None:
    """Refuse strengths of a material or zone that the wall does not have."""
    for name in given:
        if name not in known:
            raise OptionsError(
                f'pushover.masonry.{name}: no material or zone is called "{name}": {did_you_mean(name, known)}'
            )


def choose_masonry(given: Mapping[str, Masonry], zone: str, materials: Sequence[str]) -> tuple[str, Masonry]:
    """Name and masonry of a zone: what is said of the zone, or else of its material; the weaker of a band's two."""
    if zone in given:
        return zone, given[zone]
    named = [name for name in materials if name in given]
    if len(named) < len(materials) or not named:
        missing = next((name for name in materials if name not in given), zone)
        raise OptionsError(
            f'pushover.masonry: nothing is said of zone "{zone}" or of its material "{missing}"; add '
            f'[pushover.masonry.{missing}] with tensile_strength = "0.1 MPa" and tensile_energy = "50 N/m", say '
            '(Chokepukio paper, section 5.1), or with law = "elastic"'
        )
    name = min(named, key=lambda name: _strength(given[name]))
    return name, given[name]


def _strength(masonry: Masonry) -> float:
    """In tension [Pa]."""
    return math.inf if masonry.law == "elastic" else masonry.tensile_strength or 0.0


def describe(
    name: str, masonry: Masonry, *, youngs_modulus: float, poisson_ratio: float, table: str = "pushover.masonry"
) -> Law:
    """Law of a masonry with this elasticity [Pa]; ``name`` is what the file calls it in ``table``."""
    key = f"{table}.{name}"
    remarks: list[Remark] = []
    tension, opening, compression, crushing = 0.0, math.inf, math.inf, math.inf
    if masonry.law not in ("elastic", "no_tension"):
        tension, opening = _tension(key, masonry)
        if masonry.compressive_strength is None:
            compression = youngs_modulus / STIFFNESS_TO_STRENGTH
            remarks.append(_assumed("pushover_strength_assumed", name, compression, "Pa"))
        else:
            compression = masonry.compressive_strength
        if masonry.compressive_energy is None:
            crushing = _DUCTILITY * compression
            remarks.append(_assumed("pushover_crushing_assumed", name, crushing, "N/m"))
        else:
            crushing = masonry.compressive_energy
    row = np.zeros(PROPERTIES)
    row[:7] = youngs_modulus, poisson_ratio, tension, opening, compression, crushing, masonry.shear_retention
    return Law(key=key, number=LAWS[masonry.law], properties=row, remarks=tuple(remarks))


def _assumed(key: str, name: str, amount: float, unit: str) -> Remark:
    return Remark(kind="assumption", key=key, text=name, amount=amount, unit=unit)


def _tension(key: str, masonry: Masonry) -> tuple[float, float]:
    """ft and Gf, which have no default: they decide how the wall cracks."""
    if masonry.tensile_strength is None:
        raise OptionsError(
            f'{key}.tensile_strength is missing: law "{masonry.law}" needs it, for example "0.1 MPa" (Chokepukio '
            "paper, section 5.1)"
        )
    if masonry.tensile_strength == 0.0:
        raise OptionsError(
            f"{key}.tensile_strength is 0: a wall without any has no unique equilibrium while it is pushed. Use the "
            'analyses limit or blocks, which are made for that; or law = "no_tension"; or give a small one, "10 kPa" '
            "say"
        )
    if masonry.tensile_energy is None:
        raise OptionsError(
            f'{key}.tensile_energy is missing: law "{masonry.law}" needs it, for example "50 N/m" (Chokepukio paper, '
            "section 5.1)"
        )
    return masonry.tensile_strength, masonry.tensile_energy


def check_length(law: Law, length: float) -> None:
    """Refuse a crack-band length [m] at which the law would snap back: the message tells the size that is needed."""
    if length < law.largest_length:
        return
    modulus, _, tension, opening, compression, crushing = (float(number) for number in law.properties[:6])
    remedy = (
        f"bricks must be smaller than {_down(law.largest_length)} m (cube root of their volume; see pushover.size, "
        "through and layers)"
    )
    least = least_tensile_energy(modulus, tension, length)
    if opening <= least:
        raise OptionsError(
            f"{law.key}.tensile_energy: {opening:.4g} N/m is too little for bricks of {length:.3g} m, which store more "
            f"before they crack and would snap: {remedy}, or the energy larger than {_up(least)} N/m"
        )
    least = least_compressive_energy(modulus, compression, length)
    raise OptionsError(
        f"{law.key}.compressive_energy: {crushing:.4g} N/m is too little for bricks of {length:.3g} m, which take more "
        f"up to their strength of {compression / 1e6:.3g} MPa: {remedy}, or the energy larger than {_up(least)} N/m"
    )


def _down(number: float) -> str:
    """To three digits, never above it."""
    scale = 10.0 ** (2 - math.floor(math.log10(number)))
    return f"{math.floor(number * scale) / scale:.3g}"


def _up(number: float) -> str:
    """To three digits, never below it."""
    scale = 10.0 ** (2 - math.floor(math.log10(number)))
    return f"{math.ceil(number * scale) / scale:.3g}"


def _elastic(structure: Structure, zone: str) -> dict[str, Any]:
    solid = structure.solids[zone]
    return {"youngs_modulus": solid.youngs_modulus, "poisson_ratio": solid.poisson_ratio}


def _row(name: str, interface: Interface, structure: Structure) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Bricks of the first row that begins at the interface's level or above it."""
    mesh = structure.mesh
    bottom = mesh.places[:, :, 2].min(axis=1) - mesh.nodes[:, 2].min()
    above = bottom[bottom >= interface.level - _LEVEL]
    if not len(above):
        raise OptionsError(
            f"pushover.interfaces.{name}.level: no row of bricks begins at {interface.level:g} m or above it; the "
            f"highest begins at {bottom.max():.4g} m"
        )
    return np.asarray(np.flatnonzero(np.abs(bottom - above.min()) <= _LEVEL))
