"""A table of walls as arrays: its columns with units and bounds, and rows that contradict themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import ANGLE, FORCE, FORCE_PER_LENGTH, LENGTH, TIME, UNIT_WEIGHT, Dimension

_SIDES = {"front": "front", "back": "back", "frente": "front", "delante": "front", "detras": "back", "espalda": "back"}
_FACES = {**_SIDES, "centre": "centre", "center": "centre", "centro": "centre"}


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of the table."""

    name: str
    dimensions: tuple[Dimension, ...] = ()
    """What it measures; the unit tells which where there are two. Empty for words and whole numbers."""
    above: float = -math.inf
    """Values must be greater [SI]."""
    most: float = math.inf
    """Values must not be greater [SI]."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Accepted words and what each means."""
    aliases: tuple[str, ...] = ()
    """Other headings under which it is known, Spanish ones among them."""
    meaning: str

    @property
    def example(self) -> str:
        """A heading with a unit, for messages."""
        return f'"{self.name} [{self.dimensions[0].display}]"' if self.dimensions else f'"{self.name}"'


def _words(*words: str) -> dict[str, str]:
    return {word.lower(): word for word in words}


COLUMNS: tuple[Column, ...] = (
    Column(name="name", aliases=("wall", "id", "nombre", "muro"), meaning="Name of the wall, its own."),
    Column(
        name="height",
        dimensions=(LENGTH,),
        above=0.1,
        most=100.0,
        aliases=("altura", "alto", "h"),
        meaning="Height above the ground or footing at which it would turn.",
    ),
    Column(
        name="thickness",
        dimensions=(LENGTH,),
        above=0.01,
        most=50.0,
        aliases=("espesor", "grosor", "ancho", "t"),
        meaning="Thickness at the base.",
    ),
    Column(
        name="length",
        dimensions=(LENGTH,),
        above=0.0,
        most=10_000.0,
        aliases=("longitud", "largo"),
        meaning="Length; needed where a strut's force is given for the whole wall. "
        "A wall shorter than thick may turn along itself.",
    ),
    Column(
        name="thickness_top",
        dimensions=(LENGTH,),
        above=0.01,
        most=50.0,
        aliases=("espesor_superior", "espesor_arriba"),
        meaning="Thickness of the part above step_level; without one, at the top of a wall that tapers.",
    ),
    Column(
        name="step_level",
        dimensions=(LENGTH,),
        above=0.0,
        most=100.0,
        aliases=("nivel_escalon", "nivel_de_escalon"),
        meaning="Level at which the thickness changes.",
    ),
    Column(
        name="flush",
        choices=_FACES,
        aliases=("cara_continua", "cara_vertical"),
        meaning="Face that runs on upright above the step or along the taper: front, back (default) or centre.",
    ),
    Column(
        name="unit_weight",
        dimensions=(UNIT_WEIGHT,),
        above=0.0,
        most=60_000.0,
        aliases=("peso_unitario", "peso_especifico"),
        meaning="Unit weight of the masonry; needed only with a strut or a fill.",
    ),
    Column(
        name="friction_angle",
        dimensions=(ANGLE,),
        above=0.0,
        most=0.5 * math.pi * (1.0 - 1e-9),
        aliases=("angulo_friccion", "angulo_de_friccion", "friccion_base"),
        meaning="Friction angle of the base joint; without it sliding is not judged.",
    ),
    Column(
        name="strut_force",
        dimensions=(FORCE, FORCE_PER_LENGTH),
        above=0.0,
        aliases=("fuerza_puntal", "fuerza_puntales"),
        meaning="Force that struts can give, in all (kN) or per metre of wall (kN/m).",
    ),
    Column(
        name="strut_level",
        dimensions=(LENGTH,),
        above=0.0,
        most=100.0,
        aliases=("nivel_puntal", "altura_puntal"),
        meaning="Level of the struts.",
    ),
    Column(
        name="strut_side",
        choices=_SIDES,
        aliases=("lado_puntal", "cara_puntal"),
        meaning="Face that the struts press on: front or back; they resist motion towards that side.",
    ),
    Column(
        name="strut_lasts",
        choices={"yes": "yes", "no": "no", "si": "yes", "true": "yes", "false": "no"},
        aliases=("puntal_dura",),
        meaning="Whether the struts hold to the end: yes, or no (default): they are gone where the wall falls anyway.",
    ),
    Column(
        name="fill_height",
        dimensions=(LENGTH,),
        above=0.0,
        most=100.0,
        aliases=("altura_relleno",),
        meaning="Height of level soil behind the back face.",
    ),
    Column(
        name="fill_friction_angle",
        dimensions=(ANGLE,),
        above=0.0,
        most=math.pi / 3.0,
        aliases=("friccion_relleno", "angulo_friccion_relleno"),
        meaning="Friction angle of the fill.",
    ),
    Column(
        name="fill_unit_weight",
        dimensions=(UNIT_WEIGHT,),
        above=0.0,
        most=40_000.0,
        aliases=("peso_relleno", "peso_unitario_relleno"),
        meaning="Unit weight of the fill.",
    ),
    Column(
        name="fundamental_period",
        dimensions=(TIME,),
        above=0.0,
        most=20.0,
        aliases=("period", "t1", "periodo", "periodo_fundamental"),
        meaning="T1 of the wall, for what turns above the ground; that of the site file where empty.",
    ),
    Column(
        name="zone",
        choices=_words("1", "2", "3", "4"),
        aliases=("zona",),
        meaning="Seismic zone of E.030-2018, instead of the site file's.",
    ),
    Column(
        name="soil",
        choices=_words("S0", "S1", "S2", "S3"),
        aliases=("suelo", "perfil_suelo"),
        meaning="Soil profile of E.030-2018, instead of the site file's.",
    ),
)
"""All columns; name, height and thickness must be there."""

_BY_NAME = {word: column for column in COLUMNS for word in (column.name, *column.aliases)}


def column_named(word: str) -> Column | None:
    """The column that is headed ``word``, as normalised by the reader."""
    return _BY_NAME.get(word)


WordArray = np.ndarray[Any, np.dtype[np.str_]]
MaskArray = np.ndarray[Any, np.dtype[np.bool_]]
IntArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, kw_only=True)
class BadCell:
    """A cell of the table that cannot be used."""

    row: int
    """As a spreadsheet counts: the heading is row 1."""
    wall: str
    """Name of the wall, where it has one."""
    column: str
    reason: str
    """What is wrong and what to do."""

    def __str__(self) -> str:
        wall = f" ({self.wall})" if self.wall else ""
        return f"row {self.row}{wall}, {self.column}: {self.reason}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Walls:
    """Cross-sections with what acts on them; arrays of shape (n,), ``nan`` or an empty word where nothing is given."""

    name: WordArray
    height: FloatArray
    """[m]"""
    thickness: FloatArray
    """At the base [m]."""
    length: FloatArray
    """[m]"""
    thickness_top: FloatArray
    """Above the step, or at the top of a taper [m]."""
    step_level: FloatArray
    """[m]"""
    flush: WordArray
    """``front``, ``back`` or ``centre``."""
    unit_weight: FloatArray
    """[N/m3]"""
    friction_angle: FloatArray
    """Of the base joint [rad]."""
    strut_force: FloatArray
    """[N/m], per metre of wall."""
    strut_level: FloatArray
    """[m]"""
    strut_side: WordArray
    """``front`` or ``back``."""
    strut_lasts: WordArray
    """``yes`` where the force is there to the end; otherwise it fades to nothing where the wall falls without it."""
    fill_height: FloatArray
    """[m]"""
    fill_friction_angle: FloatArray
    """[rad]"""
    fill_unit_weight: FloatArray
    """[N/m3]"""
    fundamental_period: FloatArray
    """T1 [s]"""
    zone: WordArray
    soil: WordArray
    row: IntArray
    """Row of the table, as a spreadsheet counts."""

    @classmethod
    def of(cls, **columns: Any) -> Self:
        """Walls from lists or arrays in SI units: name, height and thickness, and what else is known."""
        count = len(columns["height"])
        values: dict[str, Any] = {}
        for item in fields(cls):
            given = columns.pop(item.name, None)
            if item.name == "row":
                values["row"] = np.arange(2, count + 2) if given is None else np.asarray(given, dtype=np.int64)
            elif item.type == "WordArray":
                blank = "back" if item.name == "flush" else ""
                words = np.full(count, blank) if given is None else np.asarray(given, dtype=np.str_)
                values[item.name] = np.where(words == "", blank, words)
            else:
                values[item.name] = np.full(count, np.nan) if given is None else np.asarray(given, dtype=np.float64)
        if columns:
            raise ModelError(f"walls have no {next(iter(columns))}")
        return cls(**values)

    def __post_init__(self) -> None:
        lengths = {item.name: np.shape(getattr(self, item.name)) for item in fields(self)}
        if len(set(lengths.values())) > 1:
            raise ModelError(f"columns of unequal length: {lengths}")

    def __len__(self) -> int:
        return len(self.name)

    def only(self, keep: np.ndarray[Any, np.dtype[Any]]) -> Walls:
        """The walls at the indices, or where the mask, ``keep``."""
        return replace(self, **{item.name: getattr(self, item.name)[keep] for item in fields(self)})

    @property
    def stepped(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which have a thinner or thicker upper part."""
        return np.isfinite(self.step_level)


def unsound_walls(walls: Walls, *, total_force: MaskArray) -> Iterator[tuple[int, str, str]]:
    """Index, column and reason for each wall that cannot be judged.

    ``total_force``: whose strut force is that of the whole wall.
    """
    has = {
        name: np.isfinite(getattr(walls, name))
        for name in (
            "height",
            "length",
            "thickness_top",
            "step_level",
            "unit_weight",
            "strut_force",
            "strut_level",
            "fill_height",
            "fill_friction_angle",
            "fill_unit_weight",
        )
    }
    strut, fill = has["strut_force"], has["fill_height"]
    upright = ~has["thickness_top"] | (walls.flush == "back")
    with np.errstate(invalid="ignore"):
        below_step = has["step_level"] & (walls.fill_height <= walls.step_level)
        rules: tuple[tuple[MaskArray, str, str], ...] = (
            (has["step_level"] & ~has["thickness_top"], "thickness_top", "is missing: the wall has a step_level"),
            (walls.step_level >= walls.height, "step_level", "must be below the wall's height"),
            (strut & ~has["strut_level"], "strut_level", "is missing: the wall has a strut_force"),
            (strut & (walls.strut_side == ""), "strut_side", "is missing: write front or back, the face it presses on"),
            (strut & (walls.strut_level > walls.height), "strut_level", "must not be above the wall's height"),
            (~strut & has["strut_level"], "strut_force", "is missing: the wall has a strut_level"),
            (
                total_force & ~has["length"],
                "length",
                "is missing: the strut_force is that of the whole wall; give length, or the force in kN/m",
            ),
            (
                (strut | fill) & ~has["unit_weight"],
                "unit_weight",
                "is missing: with a strut or a fill the weight of the wall counts",
            ),
            (fill & (walls.fill_height > walls.height), "fill_height", "must not be above the wall's height"),
            (fill & ~has["fill_friction_angle"], "fill_friction_angle", "is missing: the wall has a fill"),
            (fill & ~has["fill_unit_weight"], "fill_unit_weight", "is missing: the wall has a fill"),
            (
                fill & ~upright & ~below_step,
                "fill_height",
                "the back is not upright where the fill is: run this wall as a project of its own (pirqa assess)",
            ),
        )
    for mask, column, reason in rules:
        for index in np.flatnonzero(mask):
            yield int(index), column, reason


def doubtful_walls(walls: Walls) -> list[Remark]:
    """What may be right, but looks like a slip."""
    remarks = []
    with np.errstate(invalid="ignore"):
        doubts = {
            "walls_thicker_than_high": walls.thickness > walls.height,
            "walls_thicker_above": walls.thickness_top > walls.thickness,
            "walls_very_slender": walls.height > 20.0 * walls.thickness,
        }
    for key, mask in doubts.items():
        names = tuple(str(name) for name in walls.name[mask])
        if names:
            remarks.append(Remark(kind="warning", key=key, stones=names, count=len(names)))
    return remarks
