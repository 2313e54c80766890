"""What a calibration found, as tables of a project file that one can paste into another."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pirqa.fe.options import FeSpring
from pirqa.updating.result import UpdatedParameter, UpdatingResult

__all__ = ["calibrated_toml"]

_MATERIAL = ("unit_weight", "youngs_modulus")
"""Keys of a material that may be calibrated."""
_UNITS = {"unit_weight": ("kN/m3", 1e3), "youngs_modulus": ("MPa", 1e6), "stiffness": ("MN/m", 1e6)}
"""What is written, and how many SI units that is; the bed in N/m3."""


def calibrated_toml(result: UpdatingResult, *, source: str) -> str:
    """Materials of the calibrated wall, its springs and its bed; ``source`` is the project they come from.

    Each calibrated value says where it comes from and between which bounds it lies; factors on the thickness stand in
    a comment, since zones are a list that is pasted as a whole.
    """
    by_owner: dict[tuple[str, str], UpdatedParameter] = {
        (item.kind, name): item for item in result.parameters for name in item.of or ("bed",)
    }
    lines = [
        f"# Calibrated on {len(result.measured)} measured modes; from {source}.",
        "# Paste these tables in place of those of the same name.",
    ]
    for name, material in result.wall.materials.items():
        lines += ["", f"[materials.{_key(name)}]"]
        for field in _MATERIAL:
            value = getattr(material, field)
            if value is not None:
                lines.append(_line(field, value, by_owner.get((field, name)), source))
        lines.append(f"poisson_ratio = {material.poisson_ratio:.12g}")
    for name, spring in result.springs.items():
        lines += ["", f"[fe.springs.{_key(name)}]", *_spring(spring, by_owner.get(("spring", name)), source)]
    if result.bed is not None:
        lines += [
            "",
            "[fe.bed]",
            _line("normal", result.bed.normal, by_owner.get(("bed_normal", "bed")), source),
        ]
        if result.bed.shear is not None:
            lines.append(_line("shear", result.bed.shear, by_owner.get(("bed_shear", "bed")), source))
    for item in result.parameters:
        if item.kind == "thickness":
            names = ", ".join(item.of)
            lines += ["", f"# Thickness of the zones {names} times {item.value:.6g}: change them in [[wall.zones]]."]
    return "\n".join(lines) + "\n"


def _line(field: str, value: float, item: UpdatedParameter | None, source: str) -> str:
    unit, size = _UNITS.get(field, ("N/m3", 1.0))
    text = f"{value / size:.6g} {unit}"
    if item is None:
        return f'{field} = "{text}"'
    low, high = item.interval_low / size, item.interval_high / size
    told = f"calibrated in {source}: 95 % interval {low:.4g} to {high:.4g} {unit}"
    if item.on_bound:
        told += ", on a bound"
    return f'{field} = {{ value = "{text}", source = {json.dumps(told, ensure_ascii=False)} }}'


def _spring(spring: FeSpring, item: UpdatedParameter | None, source: str) -> Iterator[str]:
    yield f'along = "{spring.along:.12g} m"'
    yield f'level = "{spring.level:.12g} m"'
    yield f'side = "{spring.side}"'
    yield f'direction = "{spring.direction}"'
    yield _line("stiffness", spring.stiffness, item, source)


def _key(name: str) -> str:
    """As TOML writes it."""
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)
