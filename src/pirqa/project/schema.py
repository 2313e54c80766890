"""The project file: what its tables and keys are. pydantic validates the rooms' own frozen dataclasses.

Each stage declares its own table (:mod:`pirqa.project.stages`); a file is read by a model of the tables that it has.
The whole is also written as JSON Schema for editors, and as a page of the docs.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from math import pi
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Lt, MinLen
from pydantic import BaseModel, ConfigDict, Field, create_model

from pirqa.errors import ModelError
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.model.condition import Condition, Standing, SurvivedEarthquake
from pirqa.model.envelope import Envelope, Face, Zone
from pirqa.model.ground_motion import Site
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.support import Backfill, Support
from pirqa.project.published import PUBLISHED
from pirqa.project.stage import default_options
from pirqa.project.stages import BY_NAME
from pirqa.units import Angle, Length

FORMAT = 1
"""Number of the project-file format; a change is told in CHANGELOG.md."""

Language = Literal["en", "es"]
_HEAD = """# Keys of the project file

Made by `pirqa schema --markdown`; do not edit. Any value may also be written with its origin:
`friction_angle = { value = "40 deg", source = "West 2010", assumed = true }`.

| key | value | default | meaning |
|---|---|---|---|
"""


@dataclass(frozen=True, kw_only=True)
class ProjectInfo:
    """Whose wall this is."""

    name: str
    """Name of the wall, the report's title."""
    description: str = ""
    """A paragraph for the report's head."""
    author: str = ""
    """Who answers for the assessment."""
    language: Language = "en"
    """Language of the report."""


@dataclass(frozen=True, kw_only=True)
class VerdictOptions:
    """How the verdict is reached."""

    complete: bool = True
    """Whether limit analysis of the stones and a held tilt run by themselves where they could answer a limit state
    that the listed analyses leave open."""


@dataclass(frozen=True, kw_only=True)
class WallTable:
    """The wall's shape: either one prism, taper or battered wall given here, or several zones."""

    length: Annotated[Length, Gt(0)] | None = None
    """Length of the wall [m]; the factors of safety are per metre and do not need it."""
    height: Annotated[Length, Gt(0)] | None = None
    """Height above the base [m]."""
    thickness: Annotated[Length, Gt(0)] | None = None
    """Thickness at the base [m]."""
    thickness_top: Annotated[Length, Gt(0)] | None = None
    """Thickness at the top [m], for a taper; instead of batters."""
    front_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the front face from the vertical, positive towards the fill [rad]."""
    back_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the back face from the vertical, positive towards the front [rad]."""
    flush: Face = "back"
    """Face that stays upright where thickness_top is given."""
    material: str | None = None
    """Name of one of the materials."""
    courses: Annotated[int, Ge(1), Lt(1001)] = 1
    """Number of courses of equal height."""
    joint_levels: tuple[Annotated[Length, Gt(0)], ...] = ()
    """Levels of the bed joints above the base [m], instead of courses."""
    zones: tuple[Zone, ...] = ()
    """Zones by level (and along the wall), instead of one height and thickness."""
    stands: bool | None = None
    """Whether the wall stands today; false for a reconstruction or a stretch that has fallen."""
    stands_date: datetime.date | None = None
    """Date of that observation."""
    stands_lean: Annotated[Angle, Ge(0), Lt(pi / 4)] | None = None
    """Lean with which it stands [rad]."""
    stands_weather: str = ""
    """Weather of the days before it was seen."""

    _SHAPE = ("height", "thickness", "material")

    def envelope(self) -> Envelope:
        """The envelope that this table describes."""
        return Envelope(
            zones=self.zones or (self._single_zone(),),
            length=self.length,
            courses=self.courses,
            joint_levels=self.joint_levels,
        )

    def _single_zone(self) -> Zone:
        for key in self._SHAPE:
            if getattr(self, key) is None:
                raise ModelError(f"{key} is missing: give height, thickness and material, or [[wall.zones]]")
        assert self.height is not None
        assert self.thickness is not None
        assert self.material is not None
        return Zone(
            name="wall",
            material=self.material,
            bottom=0.0,
            top=self.height,
            thickness=self.thickness,
            thickness_top=self.thickness_top,
            front_batter=self.front_batter,
            back_batter=self.back_batter,
            flush=self.flush,
        )

    @property
    def has_shape(self) -> bool:
        """Whether it gives a shape, not only that the wall stands."""
        return bool(self.zones) or any(getattr(self, key) is not None for key in (*self._SHAPE, "length"))

    @property
    def standing(self) -> Standing | None:
        """Whether the wall stands; None where nothing states it."""
        if self.stands is None:
            return None
        return Standing(stands=self.stands, date=self.stands_date, lean=self.stands_lean, weather=self.stands_weather)

    def __post_init__(self) -> None:
        if self.stands is None and (self.stands_date is not None or self.stands_lean is not None):
            raise ModelError("stands_date and stands_lean are given without stands: add stands = true")
        _ = self.standing  # complains of a day to come
        if self.zones:
            for key in (*self._SHAPE, "thickness_top"):
                if getattr(self, key) is not None:
                    raise ModelError(f"{key} and zones are both given: put {key} into the zones")
            if self.front_batter or self.back_batter:
                raise ModelError("batters and zones are both given: put the batters into the zones")


class ProjectFile(BaseModel):
    """A pirqa project: one wall, from its survey to its verdict.

    The tables of stages, and those of printed numbers, are added by :func:`project_model`.
    """

    # The configuration reaches the nested dataclasses of the rooms, which know nothing of pydantic.
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True, defer_build=True)

    format: Literal[1] = Field(description="Number of the project-file format: 1.")
    project: ProjectInfo
    analyses: Annotated[tuple[str, ...], MinLen(1)] = Field(
        description="Which analyses to run; the survey runs first wherever there is one."
    )
    materials: dict[str, Material] = Field(
        default_factory=dict, description="Materials by name; needed wherever there is a wall."
    )
    survey: Any = None
    wall: WallTable | None = None
    base: Support | None = None
    joints: JointProperties | None = None
    backfill: Backfill | None = None
    site: Site = Field(default_factory=Site)
    condition: Condition = Field(default_factory=Condition)
    survived: tuple[SurvivedEarthquake, ...] = Field(
        default=(), description="Earthquakes that the wall survived in the state in which it stands today."
    )
    verdict: VerdictOptions = Field(default_factory=VerdictOptions)

    def options_of(self, stage: str) -> Any:
        """Return the options of ``stage``: its table, or the defaults where the file has none."""
        return getattr(self, stage) if self.has(stage) else default_options(BY_NAME[stage])

    def given(self, stage: str) -> Any:
        """Return the options of ``stage`` where the file has its table or lists it; else None."""
        return getattr(self, stage) if self.has(stage) else None

    def has(self, stage: str) -> bool:
        """Whether the file has the table of ``stage``, or lists it."""
        return stage in self.__dict__

    @property
    def printed(self) -> dict[str, tuple[Any, ...]]:
        """Tables of what is printed elsewhere, by their keys; only those that the file has."""
        return {name: items for name in PUBLISHED if (items := getattr(self, name))}


def stages_named(raw: Mapping[str, Any]) -> frozenset[str]:
    """Return the stages that a project file names: by a table, in its analyses, or through one that moves stones."""
    listed = raw.get("analyses")
    names = {str(name) for name in (*raw, *(listed if isinstance(listed, list) else ()))} & set(BY_NAME)
    return frozenset(names | {"dynamics"} if any(BY_NAME[name].moves_stones for name in names) else names)


@functools.cache
def project_model(names: frozenset[str] = frozenset(BY_NAME)) -> type[ProjectFile]:
    """Return the model of a project file that has the tables of the stages ``names``, and no other stage's."""
    names_of_stages: Any = Literal.__getitem__(tuple(BY_NAME))
    listed: Any = Annotated[tuple[names_of_stages, ...], MinLen(1)]
    about = ProjectFile.model_fields["analyses"].description
    fields: dict[str, Any] = {"analyses": (listed, Field(description=about))}
    for name, stage in BY_NAME.items():
        if name in names and stage.optional:
            fields[name] = (stage.options_type | None, None)
        elif name in names:
            fields[name] = (stage.options_type, Field(default_factory=stage.options_type))
    for name, table in PUBLISHED.items():
        fields[name] = (table.rows, Field(default=(), description=table.about))
    base = ProjectFile if len(names) < len(BY_NAME) else _described()
    return create_model("ProjectFile", __base__=base, __module__=__name__, **fields)


def _described() -> type[ProjectFile]:
    """Return a base of the model that describes keys by their docstrings, for the schema: it reads their sources."""

    class Described(ProjectFile):
        model_config = ConfigDict(use_attribute_docstrings=True)

    Described.__doc__ = ProjectFile.__doc__
    return Described


def json_schema() -> dict[str, Any]:
    """JSON Schema of the project file, for editors."""
    schema = project_model().model_json_schema()
    for table in schema["$defs"].values():
        for key, value in table.get("properties", {}).items():
            if _is_leaf(value):
                table["properties"][key] = _with_origin(value)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _is_leaf(schema: dict[str, Any]) -> bool:
    """Whether a key holds one value, not a table or a list."""
    choices = schema.get("anyOf", [schema])
    return all("$ref" not in choice and choice.get("type") not in ("object", "array") for choice in choices)


def _with_origin(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that may also be written with where it comes from (see :mod:`pirqa.project.origins`)."""
    about: dict[str, Any] = {key: schema[key] for key in ("title", "description", "default") if key in schema}
    value = {key: part for key, part in schema.items() if key not in about}
    origin = {
        "type": "object",
        "properties": {
            "value": value,
            "source": {"type": "string", "description": "Where the value comes from."},
            "assumed": {"type": "boolean", "description": "True where nobody measured it."},
        },
        "required": ["value"],
        "additionalProperties": False,
    }
    return {**about, "anyOf": [value, origin]}


def key_reference() -> str:
    """Markdown table of all keys."""
    rows: list[str] = []
    model = project_model()
    definitions = model.model_json_schema()["$defs"]
    descriptions = {name: item.get("properties", {}) for name, item in definitions.items()}
    for name, info in model.model_fields.items():
        hint = get_type_hints(model, include_extras=True)[name]
        default = "required" if info.is_required() else "–"
        rows += _rows(name, hint, default, info.description or "", descriptions)
    return _HEAD + "\n".join(rows) + "\n"


def _rows(key: str, hint: Any, default: str, meaning: str, descriptions: dict[str, Any]) -> list[str]:
    kind = bare_type(hint)
    if get_origin(kind) is dict:
        return _rows(f"{key}.NAME", get_args(kind)[1], default, meaning, descriptions)
    if get_origin(kind) is tuple and is_dataclass(bare_type(get_args(kind)[0])):
        return _rows(f"{key}[]", get_args(kind)[0], default, meaning, descriptions)
    if not is_dataclass(kind):
        return [_row(key, _value(kind, None), default, meaning)]
    rows: list[str] = []
    dimensions = field_dimensions(kind) if isinstance(kind, type) else {}
    for item in fields(kind):
        inner = get_type_hints(kind, include_extras=True)[item.name]
        about = _meaning(kind, item.name, descriptions)
        path = f"{key}.{item.name}"
        nested = bare_type(inner)
        if is_dataclass(nested) or any(is_dataclass(bare_type(part)) for part in get_args(nested)):
            rows += _rows(path, inner, _default(item, None), about, descriptions)
        else:
            dimension = dimensions.get(item.name)
            rows.append(_row(path, _value(nested, dimension), _default(item, dimension), about))
    return rows


def _meaning(kind: Any, name: str, descriptions: dict[str, Any]) -> str:
    """What a key means, also where it is one of the kind that this one extends."""
    names = [
        known
        for base in kind.__mro__
        # tables of one name in two rooms are told apart by their modules
        for known in (base.__name__, f"{base.__module__}.{base.__qualname__}".replace(".", "__"))
    ]
    found = (descriptions.get(known, {}).get(name, {}).get("description", "") for known in names)
    return next((str(text) for text in found if text), "")


def _row(key: str, value: str, default: str, meaning: str) -> str:
    return f"| `{key}` | {value} | {default} | {' '.join(meaning.split()).replace('|', '/')} |"


def _value(kind: Any, dimension: Any) -> str:
    if dimension is not None:
        text = f"{dimension.name}, `{dimension.example}`"
        return f"list of {text}" if get_origin(kind) is tuple else text
    if get_origin(kind) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(kind))
    if get_origin(kind) is tuple:
        return f"list of {_value(bare_type(get_args(kind)[0]), None)}"
    names = {str: "text", datetime.date: "date", int: "whole number", float: "number or quantity", bool: "true, false"}
    return names.get(kind, "table")


def _default(item: DataclassField[Any], dimension: Any) -> str:
    if item.default is MISSING:
        return "required" if item.default_factory is MISSING else "–"
    if item.default is None or item.default == () or item.default == "":
        return "–"
    if dimension is not None:
        values = item.default if isinstance(item.default, tuple) else (item.default,)
        return ", ".join(f"`{dimension.format(value)}`" for value in values)
    if isinstance(item.default, tuple):
        return ", ".join(f"`{value}`" for value in item.default)
    return f"`{str(item.default).lower() if isinstance(item.default, bool) else item.default}`"
