"""The project file: what its tables and keys are. pydantic validates the rooms' own frozen dataclasses."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from math import pi
from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Lt, MinLen
from pydantic import BaseModel, ConfigDict, Field

from pirqa.campaign.incremental.options import IdaOptions
from pirqa.campaign.options import CampaignAnalysis, SweepOptions
from pirqa.codes.options import CodesOptions
from pirqa.errors import ModelError
from pirqa.fe.options import FeOptions
from pirqa.limit.blocks.options import BlocksOptions
from pirqa.limit.options import LimitOptions
from pirqa.model.check import LimitState
from pirqa.model.condition import Condition, Standing, SurvivedEarthquake
from pirqa.model.envelope import Envelope, Face, Zone
from pirqa.model.joint import JointProperties
from pirqa.model.material import Material
from pirqa.model.site import Site
from pirqa.model.support import Backfill, Support
from pirqa.motion.options import MotionOptions
from pirqa.oma.options import OmaOptions
from pirqa.pushover.options import LoadDirection, PushoverOptions
from pirqa.shaking.identify.options import IdentifyOptions
from pirqa.shaking.isolation.options import IsolationOptions
from pirqa.shaking.joint_calibration.options import JointCalibrationOptions
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.soil.options import SoilOptions
from pirqa.shaking.tilt.options import TiltTestOptions
from pirqa.statics.options import StaticsOptions
from pirqa.survey.options import SurveyOptions
from pirqa.units import Acceleration, Angle, AnyQuantity, Frequency, Length, Ratio, Time
from pirqa.updating.options import UpdatingOptions

__all__ = [
    "FORMAT",
    "Analysis",
    "ProjectFile",
    "ProjectInfo",
    "Published",
    "PublishedMechanism",
    "PublishedMode",
    "PublishedParameter",
    "PublishedPushover",
    "PublishedVerdict",
    "VerdictOptions",
    "WallTable",
    "json_schema",
]

FORMAT = 1
"""Number of the project-file format; a change is told in CHANGELOG.md."""

Language = Literal["en", "es"]
Analysis = Literal[
    "survey",
    "statics",
    "motion",
    "oma",
    "fe",
    "updating",
    "pushover",
    "dynamics",
    "identify",
    "tilt",
    "joint_calibration",
    "sweep",
    "ida",
    "campaign",
    "isolation",
    "soil",
    "limit",
    "blocks",
    "codes",
]


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
class Published:
    """A number printed elsewhere, to stand beside ours in the report."""

    check: str
    """Id of the check it is compared with, such as statics.pseudo_static.whitman.sliding."""
    value: Annotated[float, Gt(0)]
    """The printed factor."""
    source: str
    """Where it is printed."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedMechanism:
    """A mechanism as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    mechanism: str
    """Name of our mechanism it is compared with, such as overturning.outward.base."""
    source: str
    """Where it is printed."""
    label: str = ""
    """What it is called there."""
    rule: str = "ntc2008"
    """Rule by which it was verified there."""
    spectrum: str = "e030_2003"
    """Spectrum whose demand was used there."""
    limit_state: str = "SLV"
    """Limit state that was verified there, as the code calls it."""
    confidence_factor: Annotated[Ratio, Ge(1)] = 1.0
    """Confidence factor that was used there."""
    multiplier: Annotated[Ratio, Gt(0)] | None = None
    """Printed multiplier that starts it, α0."""
    spectral_acceleration: Annotated[Acceleration, Gt(0)] | None = None
    """Printed spectral acceleration that starts it, a0* [m/s2]."""
    ultimate_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed ultimate spectral displacement, du* [m]."""
    secant_period: Annotated[Time, Gt(0)] | None = None
    """Printed secant period, Ts [s]."""
    acceleration_demand: Annotated[Acceleration, Gt(0)] | None = None
    """Printed demand in acceleration [m/s2]."""
    displacement_demand: Annotated[Length, Gt(0)] | None = None
    """Printed demand in displacement [m]."""
    acceleration_factor: Annotated[Ratio, Gt(0)] | None = None
    """Printed factor in acceleration."""
    displacement_factor: Annotated[Ratio, Gt(0)] | None = None
    """Printed factor in displacement."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedMode:
    """A mode as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    mode: Annotated[int, Ge(1), Lt(1000)]
    """Number of our mode it is compared with, counted from 1."""
    model: str = ""
    """Name of our finite-element model it is compared with: one of [fe.models], or main; measured where absent."""
    source: str
    """Where it is printed."""
    frequency: Annotated[Frequency, Gt(0)] | None = None
    """Printed frequency [Hz]."""
    peak: Annotated[Frequency, Gt(0)] | None = None
    """Printed frequency of a picked peak [Hz]."""
    damping: Annotated[Ratio, Gt(0), Lt(1)] | None = None
    """Printed damping, as a fraction of critical."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedParameter:
    """A calibrated value as printed elsewhere, to stand beside ours in the report."""

    parameter: str
    """Name of our parameter it is compared with, one of [updating.parameters]."""
    value: Annotated[AnyQuantity, Gt(0)]
    """Printed value, with the unit of its kind."""
    source: str
    """Where it is printed."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedPushover:
    """A capacity curve as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    source: str
    """Where it is printed."""
    direction: LoadDirection = "outward"
    """Direction of ours that it is compared with."""
    peak: Annotated[Ratio, Gt(0)] | None = None
    """Printed greatest load over weight."""
    yield_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at which the plateau begins [m]."""
    plateau_end: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at which the plateau ends [m]."""
    end_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at the end of the curve [m]."""
    end_multiplier: Annotated[Ratio, Gt(0)] | None = None
    """Printed load over weight there."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedVerdict:
    """A verdict printed elsewhere, to stand beside ours in the report, with why the two differ."""

    statement: str
    """What was judged there, such as "sliding at a/g = 0.3"."""
    verdict: str
    """The printed verdict in one sentence."""
    source: str
    """Where it is printed."""
    limit_state: LimitState | None = None
    """Limit state of ours that it is compared with."""
    check: str = ""
    """Id of our check that it is compared with, where the statement is about one."""
    why: str = ""
    """Why the two differ."""

    def __post_init__(self) -> None:
        if self.limit_state is None and not self.check:
            raise ModelError("published_verdicts: give limit_state, or the id of a check, to compare the verdict with")


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
    """A pirqa project: one wall, from its survey to its verdict."""

    # The configuration reaches the nested dataclasses of the rooms, which know nothing of pydantic.
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True, frozen=True)

    format: Literal[1]
    """Number of the project-file format: 1."""
    project: ProjectInfo
    analyses: Annotated[tuple[Analysis, ...], MinLen(1)]
    """Which analyses to run; the survey runs first wherever there is one."""
    materials: dict[str, Material] = Field(default_factory=dict)
    """Materials by name; needed wherever there is a wall."""
    survey: SurveyOptions | None = None
    wall: WallTable | None = None
    base: Support | None = None
    joints: JointProperties | None = None
    backfill: Backfill | None = None
    site: Site = Field(default_factory=Site)
    condition: Condition = Field(default_factory=Condition)
    survived: tuple[SurvivedEarthquake, ...] = ()
    """Earthquakes that the wall survived in the state in which it stands today."""
    verdict: VerdictOptions = Field(default_factory=VerdictOptions)
    statics: StaticsOptions = Field(default_factory=StaticsOptions)
    motion: MotionOptions | None = None
    oma: OmaOptions = Field(default_factory=OmaOptions)
    fe: FeOptions = Field(default_factory=FeOptions)
    updating: UpdatingOptions = Field(default_factory=UpdatingOptions)
    pushover: PushoverOptions = Field(default_factory=PushoverOptions)
    dynamics: DynamicsOptions = Field(default_factory=DynamicsOptions)
    identify: IdentifyOptions = Field(default_factory=IdentifyOptions)
    tilt: TiltTestOptions = Field(default_factory=TiltTestOptions)
    joint_calibration: JointCalibrationOptions = Field(default_factory=JointCalibrationOptions)
    sweep: SweepOptions = Field(default_factory=SweepOptions)
    ida: IdaOptions = Field(default_factory=IdaOptions)
    campaign: CampaignAnalysis = Field(default_factory=CampaignAnalysis)
    isolation: IsolationOptions = Field(default_factory=IsolationOptions)
    soil: SoilOptions = Field(default_factory=SoilOptions)
    limit: LimitOptions = Field(default_factory=LimitOptions)
    blocks: BlocksOptions = Field(default_factory=BlocksOptions)
    codes: CodesOptions = Field(default_factory=CodesOptions)
    published: tuple[Published, ...] = ()
    """Numbers printed elsewhere, to stand beside ours in the report."""
    published_mechanisms: tuple[PublishedMechanism, ...] = ()
    """Mechanisms printed elsewhere, to stand beside ours in the report; for the analysis codes."""
    published_modes: tuple[PublishedMode, ...] = ()
    """Modes printed elsewhere, to stand beside ours in the report; for the analyses oma and fe."""
    published_parameters: tuple[PublishedParameter, ...] = ()
    """Calibrated values printed elsewhere, to stand beside ours in the report; for the analysis updating."""
    published_pushover: tuple[PublishedPushover, ...] = ()
    """Capacity curves printed elsewhere, to stand beside ours in the report; for the analysis pushover."""
    published_verdicts: tuple[PublishedVerdict, ...] = ()
    """Verdicts printed elsewhere, to stand beside ours in the report."""


def json_schema() -> dict[str, Any]:
    """JSON Schema of the project file, for editors."""
    schema = ProjectFile.model_json_schema()
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
