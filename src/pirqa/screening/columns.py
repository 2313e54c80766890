"""The columns of a table of walls: their names, units and bounds, declared once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from pirqa.units import ANGLE, FORCE, FORCE_PER_LENGTH, LENGTH, TIME, UNIT_WEIGHT, Dimension

__all__ = ["COLUMNS", "Column", "column_named"]

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
