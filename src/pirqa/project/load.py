"""Read a project file into frozen values."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pirqa.errors import InputError, ModelError, ProjectError
from pirqa.model.condition import Condition, Standing, SurvivedEarthquake
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.ground_motion import Site
from pirqa.model.masonry import DAMPING_RATIO, STIFFNESS_RATIO, JointProperties
from pirqa.model.wall import Surroundings, Wall
from pirqa.project.complaints import complaints
from pirqa.project.origins import InputRow, Origin, input_rows, sections_of, strip_origins
from pirqa.project.published import in_si, refuse_published
from pirqa.project.schema import ProjectFile, ProjectInfo, project_model, stages_named
from pirqa.project.stages import BY_NAME
from pirqa.project.statements import check_statements
from pirqa.provenance import digest

_LARGEST = 20_000_000
"""Bytes: a project file is written by hand; anything larger is some other file."""
_OR_SURVEY = ", or [survey] with a drawing"


class StageOptions(Mapping[str, Any]):
    """Options of each stage by name; those of a stage that the file does not name are made when they are asked for."""

    def __init__(self, parsed: ProjectFile, replaced: Mapping[str, Any] | None = None) -> None:
        self._parsed = parsed
        self._replaced = dict(replaced or {})

    def __getitem__(self, name: str) -> Any:
        return self._replaced[name] if name in self._replaced else self._parsed.options_of(name)

    def __iter__(self) -> Iterator[str]:
        return iter(BY_NAME)

    def __len__(self) -> int:
        return len(BY_NAME)

    def given(self, name: str) -> Any:
        """Return the options of ``name`` where the file has its table or lists it; else None."""
        return self._replaced[name] if name in self._replaced else self._parsed.given(name)

    def with_one(self, name: str, options: Any) -> StageOptions:
        """Return the same options but those of ``name``."""
        return StageOptions(self._parsed, {**self._replaced, name: options})


@dataclass(frozen=True, kw_only=True)
class Project:
    """One wall and what is asked about it."""

    path: str
    """Path of the project file as it was given, for messages."""
    folder: Path
    """Where the paths that the file gives start from."""
    digest: str
    """Digest of the file's text."""
    changes: tuple[str, ...]
    """Values replaced from outside, as ``key=value``."""
    info: ProjectInfo
    wall: Wall | None
    """The wall that the file describes; None where its shape comes from the survey."""
    around: Surroundings
    """What the survey takes from the rest of the file."""
    site: Site
    condition: Condition
    """Condition of the wall, as an inspection found it."""
    standing: Standing | None
    """Whether the wall stands; None where the file does not state it."""
    survived: tuple[SurvivedEarthquake, ...]
    """Earthquakes that the wall survived in its present state."""
    analyses: tuple[str, ...]
    options: StageOptions
    """Options of each stage by name."""
    published: Mapping[str, tuple[Any, ...]]
    """Tables of what is printed elsewhere, by their keys, in SI units."""
    inputs: tuple[InputRow, ...]
    origins: Mapping[str, Origin]
    """What the file says of where each of its values comes from, by key."""
    parsed: ProjectFile = field(repr=False)
    """The file's tables as they were read."""


def read_project(path: str | Path, *, changes: Mapping[str, str] | None = None) -> Project:
    """The project in the TOML file ``path``; ``changes`` replace values by key, as if written in the file."""
    path = Path(path)
    try:
        if path.is_dir():
            raise ProjectError(f"{path}: is a folder; give the project file in it, such as {path / 'project.toml'}")
        if path.stat().st_size > _LARGEST:
            raise ProjectError(f"{path}: is over {_LARGEST // 1_000_000} MB, too large for a project file")
        data = path.read_bytes()
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ProjectError(f"{path}: line {line} is not UTF-8 text; save the file as UTF-8") from error
    return parse_project(text, file=str(path), changes=changes)


def parse_project(text: str, *, file: str = "project.toml", changes: Mapping[str, str] | None = None) -> Project:
    """The project written in ``text``; ``file`` is its name in messages."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{file}: is not valid TOML: {error}") from error
    except RecursionError as error:
        raise ProjectError(f"{file}: is nested too deeply for a project file") from error
    try:
        plain, origins = strip_origins(changed(raw, changes or {}))
        _size_generated(plain)
        parsed = project_model(stages_named(plain)).model_validate(plain)
        wall = _wall(parsed)
        refuse_published(parsed)
        _check_drainage(parsed, origins)
        check_statements(parsed, origins)
        around = _around(parsed)
        if "updating" in parsed.analyses:
            from pirqa.fem.updating.options import check_asked

            check_asked(parsed.options_of("updating"), wall or expected_wall(around), parsed.options_of("fe"))
    except ValidationError as error:
        lines = complaints(error, project_model(), plain)
        head = f"{file}: " if len(lines) == 1 else f"{file}:\n  "
        raise ProjectError(head + "\n  ".join(lines)) from None
    except InputError as error:
        raise ProjectError(f"{file}: {error}") from error
    analyses = tuple(dict.fromkeys(("survey", *parsed.analyses) if parsed.survey is not None else parsed.analyses))
    return Project(
        path=file,
        folder=Path(file).parent,
        digest=digest(text.encode()),
        changes=tuple(f"{key}={value}" for key, value in (changes or {}).items()),
        info=parsed.project,
        wall=wall,
        around=around,
        site=parsed.site,
        condition=parsed.condition,
        standing=None if parsed.wall is None else parsed.wall.standing,
        survived=parsed.survived,
        analyses=analyses,
        options=StageOptions(parsed),
        published=in_si(parsed.printed),
        inputs=_inputs(parsed, analyses, origins, changes or {}),
        origins=origins,
        parsed=parsed,
    )


def with_analysis(project: Project, name: str, options: Any) -> Project:
    """Return the project as if its file listed the analysis ``name``, with ``options`` under the table of that name."""
    analyses, before = (*project.analyses, name), project.options[name]
    # a value of the file that is replaced is no longer what the file gives
    replaced = {
        f"{name}.{item.name}" for item in fields(options) if getattr(options, item.name) != getattr(before, item.name)
    }
    origins = {key: origin for key, origin in project.origins.items() if key not in replaced}
    parsed = project.parsed.model_copy(update={"analyses": analyses, name: options})
    changes = dict(change.split("=", 1) for change in project.changes)
    return replace(
        project,
        analyses=analyses,
        options=StageOptions(parsed),
        inputs=_inputs(parsed, analyses, origins, changes),
        origins=origins,
        parsed=parsed,
    )


def _inputs(
    parsed: ProjectFile, analyses: tuple[str, ...], origins: Mapping[str, Origin], changes: Mapping[str, str]
) -> tuple[InputRow, ...]:
    """Return the values that ``analyses`` use, with their origins."""
    moving = any(BY_NAME[name].moves_stones for name in analyses)
    stages = (*analyses, "dynamics") if moving else analyses
    shown = ("materials", "survey", "wall", "base", "joints", "backfill", "site", "condition", "survived", *stages)
    sections: dict[str, Any] = {}
    for key in dict.fromkeys(shown):
        sections |= sections_of(key, parsed.options_of(key) if key in BY_NAME else getattr(parsed, key))
    if moving and parsed.joints is not None:
        sections["joints"] = _with_assumed(parsed.joints)
    rows = input_rows(sections, origins, changed=changes, idle=_idle_keys(parsed, stages))
    return tuple(_with_pair(row, parsed.joints) for row in rows)


def _idle_keys(parsed: ProjectFile, stages: Collection[str]) -> set[str]:
    """Return keys whose defaults do nothing in this project: nobody assumed them."""
    idle = {"wall.flush", "wall.courses", "backfill.drained"}
    idle |= {f"joints.{key}" for key in ("tension", "cohesion", "dilation_angle", "dilation_limit")}
    idle |= {f"condition.{item.name}" for item in fields(Condition)}
    if parsed.wall is None or parsed.wall.zones:
        idle |= {"wall.front_batter", "wall.back_batter"}
    if "statics" not in parsed.analyses:
        idle.add("site.kv")
    if not {"fe", "pushover"} & set(parsed.analyses):
        idle |= {f"materials.{name}.poisson_ratio" for name in parsed.materials}
    if "updating" not in parsed.analyses:  # then there is one wall only
        idle |= {f"{name}.wall" for name in stages}
    return idle.union(*(BY_NAME[name].idle(parsed) for name in stages if parsed.options_of(name) is not None))


def _size_generated(plain: dict[str, Any]) -> None:
    """A generated wall is as long and high as [wall] says, where it does not say itself."""
    table, wall = plain.get("survey"), plain.get("wall")
    generate = table.get("generate") if isinstance(table, dict) else None
    if isinstance(generate, dict) and isinstance(wall, dict) and "like" not in generate:
        for key in ("length", "height"):
            if key in wall:
                generate.setdefault(key, wall[key])


def _with_assumed(joints: JointProperties) -> JointProperties:
    """The joints with what stones in motion assume where the file says nothing, for the table of inputs."""
    if joints.tangential_stiffness is None and joints.normal_stiffness is not None:
        joints = replace(joints, tangential_stiffness=STIFFNESS_RATIO * joints.normal_stiffness)
    if joints.damping is None and joints.damping_ratio is None and joints.restitution is None:
        joints = replace(joints, damping_ratio=DAMPING_RATIO)
    return joints


def _with_pair(row: InputRow, joints: JointProperties | None) -> InputRow:
    """Half of Kn is a pair where Kn is one."""
    if row.key != "joints.tangential_stiffness" or row.status != "default" or joints is None:
        return row
    if row.value is None or joints.normal_stiffness_high is None:
        return row
    high = STIFFNESS_RATIO * joints.normal_stiffness_high
    return replace(row, text=f"{row.value:g} … {high:g} {row.unit}", value=None)


def _check_drainage(parsed: ProjectFile, origins: Mapping[str, Origin]) -> None:
    """Refuse drainage that nobody vouches for, and drainage beside standing water."""
    fill = parsed.backfill
    if fill is None or not fill.drained:
        return
    origin = origins.get("backfill.drained")
    if origin is None or not origin.source.strip():
        raise ProjectError(
            "backfill.drained: name what shows that water leaves the fill in a wet season: "
            'drained = { value = true, source = "drain of 2019, seen working in February 2024" }'
        )
    if fill.water_level > 0.0:
        raise ProjectError("backfill.drained: water_level is above 0; remove one of them")


def _has_wall(parsed: ProjectFile) -> bool:
    """Whether there is a wall: ground motions and vibrations may be looked at without one."""
    walled = any(not BY_NAME[name].wallless for name in parsed.analyses)
    return walled or parsed.wall is not None or parsed.survey is not None


def _wall(parsed: ProjectFile) -> Wall | None:
    for name in _asked(parsed):
        if lacking := BY_NAME[name].missing(parsed):
            raise ProjectError(lacking)
    _check_calibrated(parsed)
    for name in _asked(parsed):
        if BY_NAME[name].moves_stones:
            _check_stones(parsed, name)
    if not _has_wall(parsed):
        return None
    if not parsed.materials:
        raise ProjectError('materials: missing; add the table [materials.NAME] with unit_weight = "…"')
    if parsed.survey is None:
        for key, item in (("wall", parsed.wall), ("base", parsed.base)):
            if item is None:
                raise ProjectError(f"{key}: missing; add the table [{key}]{_OR_SURVEY if key == 'wall' else ''}")
        if "survey" in parsed.analyses:
            raise ProjectError("survey: missing; add the table [survey] with a file or a wall to generate")
    elif parsed.base is None and set(parsed.analyses) != {"survey"}:
        raise ProjectError("base: missing; add the table [base]")
    envelope = _envelope(parsed)
    if envelope is None or parsed.survey is not None:
        return None
    return Wall(
        envelope=envelope,
        materials=parsed.materials,
        support=parsed.base,
        joints=parsed.joints,
        backfill=parsed.backfill,
    )


def _asked(parsed: ProjectFile) -> tuple[str, ...]:
    """Return the listed analyses in the order of the file's tables."""
    return tuple(name for name in BY_NAME if name in parsed.analyses)


def _check_calibrated(parsed: ProjectFile) -> None:
    """Raise where an analysis asks for the calibrated wall and none calibrates it."""
    for name in parsed.analyses:
        if getattr(parsed.options_of(name), "wall", "surveyed") == "calibrated" and "updating" not in parsed.analyses:
            raise ProjectError(
                f'{name}.wall: the calibrated wall comes from the analysis "updating"; add it to analyses, with "oma" '
                'and "fe", or write wall = "surveyed"'
            )


def _check_stones(parsed: ProjectFile, name: str) -> None:
    """Stones in motion need stones, and to know how stiff their joints are."""
    if parsed.survey is None:
        raise ProjectError(
            f"{name}: needs the stones of the wall, and the file has only its envelope; add [survey] with file = a "
            "drawing of them, or [survey.generate] to make some up"
        )
    if parsed.joints is None:
        raise ProjectError('joints: missing; add [joints] with friction_angle = "…" and normal_stiffness = "…"')
    if parsed.joints.normal_stiffness is None:
        raise ProjectError(
            "joints.normal_stiffness: missing; it changes how a wall rocks, so it has no default: give a value such as "
            '"2e8 N/m3", or a low one and normal_stiffness_high'
        )


def _envelope(parsed: ProjectFile) -> Envelope | None:
    if parsed.wall is None or (parsed.survey is not None and not parsed.wall.has_shape):
        return None
    try:
        return parsed.wall.envelope()
    except ModelError as error:
        raise ProjectError(f"wall: {error}") from error


def _around(parsed: ProjectFile) -> Surroundings:
    return Surroundings(
        materials=parsed.materials,
        support=parsed.base,
        joints=parsed.joints,
        backfill=parsed.backfill,
        envelope=_envelope(parsed),
    )


def expected_wall(around: Surroundings) -> Wall:
    """A wall with the names that the surveyed one will have: materials, and zones of [wall] or the one of a survey.

    By it names are checked before the survey. Its sizes, and how its joints rub, are made up where nobody gives them.
    """
    box = Zone(name="wall", material=next(iter(around.materials)), bottom=0.0, top=1.0, thickness=1.0)
    return Wall(
        envelope=around.envelope or Envelope(zones=(box,), length=1.0),
        materials=around.materials,
        joints=around.joints or JointProperties(friction_angle=0.5),
    )


def changed(raw: dict[str, Any], changes: Mapping[str, str]) -> dict[str, Any]:
    """``raw`` with some values replaced; a table of the path that is not there is made."""
    for key, value in changes.items():
        *tables, name = key.split(".")
        here = raw
        for step in tables:
            if isinstance(here.get(step), list):
                raise ProjectError(f"{key}: lists such as {step} cannot be changed from outside; edit the file")
            here = here.setdefault(step, {})
            if not isinstance(here, dict):
                raise ProjectError(f"{key}: {step} is a value, not a table")
        here[name] = _literal(value)
    return raw


def _literal(text: str) -> Any:
    """A change as TOML would read it: 0.2, true, ["static"]; anything else is a text such as 0.8 m."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
