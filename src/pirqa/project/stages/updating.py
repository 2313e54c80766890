"""Updating: the main model of [fe], with its springs and bed, is fitted to measured modes.

What was calibrated can be written as tables of a project file that one can paste into another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.origins import Origin
from pirqa.project.stage import Stage
from pirqa.project.stages.fe import model_inputs, sensors_of
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.fem.options import FeSpring
    from pirqa.fem.updating.result import UpdatedParameter, UpdatingResult
    from pirqa.oma.result import OmaResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile

_MATERIAL = ("unit_weight", "youngs_modulus")
"""Keys of a material that may be calibrated."""
_UNITS = {"unit_weight": ("kN/m3", 1e3), "youngs_modulus": ("MPa", 1e6), "stiffness": ("MN/m", 1e6)}
"""What is written, and how many SI units that is; the bed in N/m3."""

_HALF = Origin(text="", source="not given: half of the normal stiffness before the calibration", assumed=True)


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> UpdatingResult:
    from pirqa.fem.updating.stage import run_updating

    heard: OmaResult = earlier["oma"]
    return run_updating(
        surveyed_wall(project, earlier),
        project.options["fe"],
        project.options["updating"],
        heard.modes,
        sensors_of(heard),
        folder=project.folder,
        observer=observer,
    )


def _missing(parsed: ProjectFile) -> str:
    if parsed.options_of("updating").parameters:
        return ""
    return "updating.parameters: nothing is looked for; add [updating.parameters.NAME] with kind, of, low and high"


def _idle(parsed: ProjectFile) -> set[str]:
    """How the values are looked for."""
    options = parsed.options_of("updating")
    idle = {"updating.starts", "updating.seed", "updating.mesh_check"}
    if options.method == "direct":
        idle |= {"updating.rounds", "updating.step"}
    samples = () if options.mcmc is None else options.mcmc.__dataclass_fields__
    return idle | {f"updating.mcmc.{name}" for name in samples}


def calibrated_toml(result: UpdatingResult, *, source: str, origins: Mapping[str, Origin] | None = None) -> str:
    """Materials of the calibrated wall, its springs and its bed; ``source`` is the project they come from.

    Each calibrated value says where it comes from and between which bounds it lies; what was not looked for is written
    as that project has it, with its own source (``origins`` by key). Factors on the thickness stand in a comment, since
    zones are a list that is pasted as a whole.
    """
    by_owner: dict[tuple[str, str], UpdatedParameter] = {
        (item.kind, name): item for item in result.parameters for name in item.of or ("bed",)
    }
    told = _Writer(source=source, origins=origins or {})
    lines = [
        f"# Calibrated on {len(result.measured)} measured modes; from {source}.",
        "# Paste these tables in place of those of the same name.",
    ]
    for name, material in result.wall.materials.items():
        lines += ["", f"[materials.{_key(name)}]"]
        for field in _MATERIAL:
            value = getattr(material, field)
            if value is not None:
                lines.append(told.line(f"materials.{name}.{field}", value, by_owner.get((field, name))))
        lines.append(told.kept(f"materials.{name}.poisson_ratio", f"{material.poisson_ratio:.12g}"))
    for name, spring in result.springs.items():
        lines += ["", f"[fe.springs.{_key(name)}]"]
        lines += told.spring(f"fe.springs.{name}", spring, by_owner.get(("spring", name)))
    if result.bed is not None:
        lines += ["", "[fe.bed]", told.line("fe.bed.normal", result.bed.normal, by_owner.get(("bed_normal", "bed")))]
        if result.bed.shear is not None:
            sought = by_owner.get(("bed_shear", "bed"))
            lines.append(told.line("fe.bed.shear", result.bed.shear, sought, otherwise=_HALF))
    for item in result.parameters:
        if item.kind == "thickness":
            names = ", ".join(item.of)
            lines += ["", f"# Thickness of the zones {names} times {item.value:.6g}: change them in [[wall.zones]]."]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, kw_only=True)
class _Writer:
    """Lines ``key = value``, each with its source."""

    source: str
    origins: Mapping[str, Origin]

    def line(self, key: str, value: float, item: UpdatedParameter | None, *, otherwise: Origin | None = None) -> str:
        """Of a number that may have been looked for as ``item``; ``otherwise``: its origin where the file has none."""
        field = key.rpartition(".")[2]
        unit, size = _UNITS.get(field, ("N/m3", 1.0))
        text = f"{value / size:.6g} {unit}"
        if item is None:
            return self.kept(key, json.dumps(text), otherwise=otherwise)
        low, high = item.interval_low / size, item.interval_high / size
        told = f"calibrated in {self.source}: 95 % interval {low:.4g} to {high:.4g} {unit}"
        if item.on_bound:
            told += ", on a bound"
        told += f"; before {item.start / size:.4g} {unit}"
        before = self.origins.get(f"updating.parameters.{item.name}.start") or self.origins.get(key)
        if before is not None and before.source:
            told += f" ({before.source})"
        return f"{field} = {{ value = {json.dumps(text)}, source = {json.dumps(told, ensure_ascii=False)} }}"

    def kept(self, key: str, text: str, *, otherwise: Origin | None = None) -> str:
        """Of a value that nobody looked for: as it was given, with its source; else ``text``, which is TOML."""
        field, origin = key.rpartition(".")[2], self.origins.get(key, otherwise)
        if origin is None:
            return f"{field} = {text}"
        if text.startswith('"') and origin.text:  # a quantity or a word, as its author wrote it
            text = json.dumps(origin.text, ensure_ascii=False)
        parts = [f"value = {text}"]
        if origin.source:
            parts.append(f"source = {json.dumps(origin.source, ensure_ascii=False)}")
        if origin.assumed:
            parts.append("assumed = true")
        return f"{field} = {{ {', '.join(parts)} }}" if len(parts) > 1 else f"{field} = {text}"

    def spring(self, key: str, spring: FeSpring, item: UpdatedParameter | None) -> Iterator[str]:
        """All lines of its table."""
        yield self.kept(f"{key}.along", f'"{spring.along:.12g} m"')
        yield self.kept(f"{key}.level", f'"{spring.level:.12g} m"')
        yield self.kept(f"{key}.side", f'"{spring.side}"')
        yield self.kept(f"{key}.direction", f'"{spring.direction}"')
        yield self.line(f"{key}.stiffness", spring.stiffness, item)


def _key(name: str) -> str:
    """As TOML writes it."""
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)


STAGE = Stage(
    name="updating",
    rank=60,
    options="pirqa.fem.updating.options:UpdatingOptions",
    result="pirqa.fem.updating.result:UpdatingResult",
    needs=("oma", "fe"),
    takes=("survey",),
    asks=lambda _: ("oma",),  # by itself it reads [fe] and needs no stage for that
    missing=_missing,
    inputs=model_inputs,
    run=_run,
    seed=lambda project: int(project.options["updating"].seed),
    idle=_idle,
)
