"""Small projects of every family of methods, and keys that switch each effect on in a project file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pirqa.model.check import Check, Effect
from pirqa.progress import SILENT
from pirqa.project import parse_project
from pirqa.project.pipeline import stages_for
from pirqa.project.stages import declarations
from tests.verdict.walls import (
    STIFF,
    base,
    condition,
    fill,
    joints,
    material,
    prism,
    project,
    sine,
    site,
    stack,
    survey,
)

__all__ = [
    "COUNTED_AS_LEFT_OUT",
    "SECTION",
    "SUBJECTS",
    "SWITCHES",
    "UNTRIED",
    "Subject",
    "checks_of",
    "excluded",
    "numbers_of",
    "subject_of",
    "switch",
]

Changes = Mapping[str, str]
"""Values of a project file by key."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A small project whose checks are of some families."""

    families: tuple[str, ...]
    text: str
    files: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False
    """Whether its stages start processes, or take longer than a second."""
    single: bool = True
    """Whether each effect is switched on by itself, too."""


_SLIDING = """[motion.sliding]
allowable = "50 mm"
[codes]
rules = ["ntc2008", "ntc2018"]
[codes.spectra.e030_2018]
zone = 2
soil = "S2\""""
SECTION = Subject(
    families=(
        *("statics_gravity", "statics_onset", "limit_gravity", "limit_onset", "sliding_block"),
        *("activation", "ntc2008", "ntc2018"),
    ),
    text=project(
        material(),
        base(kind="blocks"),
        joints(extra=STIFF),
        survey(thickness=1.3),
        fill(extra='surcharge = { value = "2 kPa", source = "seen" }\nwater_level = { value = "0.4 m", source = "s" }'),
        site(0.2),
        condition(),
        sine(0.6, 4.0),
        _SLIDING,
        analyses=("survey", "statics", "motion", "limit", "codes"),
    ),
    files=stack(6.0, 1.3, 0.6, 4),
)
_STONES = (
    material(),
    base(kind="blocks"),
    joints(extra='normal_stiffness = "2e8 N/m3"\ndamping_ratio = 0.3'),
    survey(thickness=0.3),
    site(0.3),
    condition(),
)
_STACK = stack(1.0, 0.3, 0.45, 2)
_QUICK = '[dynamics.simulation]\noutput_step = "0.02 s"\nfree = "0.2 s"\nhold = "3 s"'


def ricker(frequency: float, name: str = "pulse") -> str:
    return f'[motion.signals.{name}.ricker]\namplitude = "0.3 g"\nfrequency = "{frequency} Hz"'


BLOCKS = Subject(families=("blocks",), text=project(*_STONES, analyses=("survey", "blocks")), files=_STACK)
MOVING = Subject(
    families=("dynamics", "tilt"),
    text=project(
        *_STONES,
        _QUICK,
        ricker(1.5),
        '[tilt]\nto = "4 deg"\nrate = "4 deg/s"\nheld = "0.5 s"',
        analyses=("survey", "motion", "dynamics", "tilt"),
    ),
    files=_STACK,
)
SOIL = Subject(
    families=("soil",),
    text=project(
        *_STONES,
        _QUICK,
        ricker(1.5),
        fill(0.6),
        "[soil]\nramp = false\ncompare_bare = false",
        analyses=("survey", "motion", "soil"),
    ),
    files=_STACK,
)
LEVELS = Subject(
    families=("sweep", "ida"),
    text=project(
        *_STONES,
        _QUICK,
        ricker(1.5),
        '[sweep]\nlevels = ["0.15 g"]\n[ida]\nmost = 1.2\nleast = 0.9\nfilm = false',
        analyses=("survey", "motion", "sweep", "ida"),
    ),
    files=_STACK,
    slow=True,
    single=False,
)
_PLAN = "\n".join(
    [
        'format = 1\nname = "Pulses"\nseed = 3\n[walls]\nstack = "wall.toml"',
        '[levels]\nvalues = ["0.2 g", "0.4 g", "0.6 g", "0.9 g"]\n[fragility]\nreplicates = 100',
        *(ricker(0.8 + 0.35 * n, f"p{n}").replace("motion.", "") for n in range(8)),
    ]
)
CAMPAIGN = Subject(
    families=("campaign",),
    text=project(*_STONES, _QUICK, '[campaign]\nplan = "campaign.toml"\nworkers = 1', analyses=("survey", "campaign")),
    files={**_STACK, "campaign.toml": _PLAN},
    slow=True,
    single=False,
)
PUSHED = Subject(
    families=("n2", "n2_yield", "capacity_spectrum", "capacity_spectrum_yield"),
    text=project(
        material(20.0, youngs_modulus='"600 MPa"'),
        base(kind="blocks"),
        joints(),
        prism(2.4, 0.6, extra='length = "0.3 m"'),
        site(0.3),
        condition(),
        '[fe]\nsize = "0.3 m"\nlayers = 2',
        '[pushover]\nhalved_viscosity = false\nother_control = false\ntarget = "0.08 m"\nstep = "0.002 m"\n'
        'solver = "superlu"\n[pushover.masonry.stone]\ntensile_strength = "0.01 MPa"\ntensile_energy = "15 N/m"\n'
        'compressive_strength = "5 MPa"\ncompressive_energy = "200 kN/m"\n[pushover.spectra.e030_2018]\nzone = 2\n'
        'soil = "S2"',
        analyses=("pushover",),
    ),
)
BED = Subject(
    families=("isolation",),
    text=project(
        *_STONES,
        _QUICK,
        ricker(1.5),
        '[isolation]\nfriction_angle = "35 deg"\nstiffer_joints = []',
        analyses=("survey", "motion", "isolation"),
    ),
    files=_STACK,
)
SUBJECTS: Mapping[str, Subject] = {
    "section": SECTION,
    "blocks": BLOCKS,
    "moving": MOVING,
    "soil": SOIL,
    "levels": LEVELS,
    "campaign": CAMPAIGN,
    "pushed": PUSHED,
    "bed": BED,
}
"""Projects by name; a new family of methods needs one here."""

_FILL = fill(extra='water_level = "0.5 m"\nsurcharge = "5 kPa"').partition("\n")[2].strip()


def _table(lines: str) -> str:
    return "{ " + ", ".join(lines.splitlines()) + " }"


def _stated(effect: Effect, **changes: str) -> Changes:
    return {f"condition.{effect}": '"present"', **{key.replace("__", "."): value for key, value in changes.items()}}


_BACKFILL = {"backfill": _table(_FILL)}
_TIE = (
    '[{ name = "tie", kind = "tie", stone = "s2", point = ["0.5 m", "0.3 m", "0.8 m"], '
    'other_point = ["0.5 m", "2 m", "0.8 m"], stiffness = "1e6 N/m", strength = "400 N" }]'
)
_PROPS = '{ level = "0.8 m", kind = "wedged", capacity = "20 kN" }'
_SIDE = (
    '{ height = "0.9 m", course_height = "0.3 m", overlap = "0.2 m", thickness = "0.3 m", unit_weight = "20 kN/m3" }'
)
_LEAVES = {
    "condition.leaves": '"present"',
    "survey.leaves": '[{ name = "front", thickness = "0.6 m", stones = true }, { name = "back", thickness = "0.7 m" }]',
}
_MASONRY: Mapping[Effect, Changes] = {
    "mortar": _stated("mortar", pushover__masonry__stone__tensile_strength='"0.03 MPa"'),
    "cracking": _stated("cracking", pushover__masonry__stone__law='"elastic"'),
    "crushing": _stated("crushing", pushover__masonry__stone__compressive_strength='"0.3 MPa"'),
    "joint_compliance": _stated("joint_compliance", materials__stone__youngs_modulus='"300 MPa"'),
    "struts": _stated("struts", fe__springs__prop='{ along = "0.1 m", level = "2 m", stiffness = "1e6 N/m" }'),
    "returns": _stated("returns", fe__returns__side='{ at = "start", length = "0.6 m", thickness = "0.3 m" }'),
    "ground_compliance": _stated(
        "ground_compliance", condition__foundation='"soil"', fe__bed='{ normal = "1e8 N/m3" }'
    ),
}
"""What the masonry and the model of a wall that is pushed over say of effects."""
SWITCHES: Mapping[Effect, Changes] = {
    "self_weight": {"materials.stone.unit_weight": '"30 kN/m3"'},
    "fill_at_rest": _BACKFILL,
    "fill_dynamic": _BACKFILL,
    "water": {"condition.water": '"present"', **_BACKFILL},
    "surcharge": {"condition.surcharge": '"present"', **_BACKFILL},
    "vertical_motion": _stated("vertical_motion", site__kv="0.2"),
    "both_components": _stated("both_components"),
    "duration": _stated("duration"),
    "struts": _stated("struts", limit__struts__props=_PROPS),
    "returns": _stated("returns", limit__side_walls__side=_SIDE),
    "mortar": _stated("mortar", joints__tension='"50 kPa"', joints__cohesion='"50 kPa"'),
    "crushing": _stated(
        "crushing", condition__compressive_strength='"0.6 MPa"', limit__compressive_strength='"0.6 MPa"'
    ),
    "cracking": _stated("cracking"),
    "sliding": {"base.friction_angle": '"9 deg"', "joints.friction_angle": '"9 deg"'},
    "head_joint_friction": {"joints.friction_angle": '"9 deg"'},
    "joint_compliance": _stated("joint_compliance", joints__normal_stiffness='"5e6 N/m3"'),
    "shape": {"wall.thickness": '"0.5 m"'},
    "lean": {"condition.lean": '"3 deg"', "condition.bulge": '"0.05 m"'},
    "decay": _stated("decay"),
    "leaves": _stated("leaves"),
    "foundation": {
        "condition.foundation": '"soil"',
        "condition.ground_slope": '"20 deg"',
        "base.bearing_capacity": '"50 kPa"',
    },
    "ground_compliance": _stated("ground_compliance", condition__foundation='"soil"'),
    "amplification": _stated("amplification", condition__first_period='"0.5 s"'),
    "earlier_damage": _stated("earlier_damage"),
}
"""Keys with which a project file has an effect that is absent otherwise."""
OWN_SWITCHES: Mapping[tuple[str, Effect], Changes] = {
    # the fill is there: what it gains in an earthquake
    **{(family, "fill_dynamic"): {"site.acceleration": '"0.6 g"'} for family in ("statics_gravity", "limit_gravity")},
    **{(family, "duration"): {"motion.signals.pulse.sine.duration": '"5 s"'} for family in SECTION.families},
    **{(family, "leaves"): _LEAVES for family in SECTION.families},
    **{(family, effect): keys for family in PUSHED.families for effect, keys in _MASONRY.items()},
    ("blocks", "struts"): _stated("struts", dynamics__struts=_TIE),
    ("soil", "water"): {"condition.water": '"present"', "backfill.water_level": '"0.2 m"'},
}
"""Keys for one family, where its project states the effect in another way."""

_WITHOUT_HEAD_JOINTS = "a cross-section has no head joints; joints.friction_angle is that of its bed joints"
UNTRIED: Mapping[tuple[str, Effect], str] = {
    (family, "head_joint_friction"): _WITHOUT_HEAD_JOINTS
    for family in ("statics_gravity", "statics_onset", "sliding_block")
}
"""Effects that a family leaves out and no project file can switch on by themselves, with the reason."""

_OTHER_LEAVES = "the section is that of the leaf with stones; the other leaves are not judged"
_NO_MEASURE = "the displacement at the drop of the load does not follow how far a wall can lean"
_MODEL_OF_FE = "felt where [fe] has it; no stage checks that the model of [fe] is complete in it"
COUNTED_AS_LEFT_OUT: Mapping[tuple[str, Effect], str] = {
    ("soil", "water"): "its pressure on the back moves the stones, its uplift in the joints does not",
    **{(family, "leaves"): _OTHER_LEAVES for family in SECTION.families},
    **{
        (family, effect): _NO_MEASURE
        for family in ("n2", "capacity_spectrum")
        for effect in ("self_weight", "shape", "mortar", "cracking", "joint_compliance")
    },
    **{(family, "crushing"): _NO_MEASURE for family in PUSHED.families},
    **{
        (family, effect): _MODEL_OF_FE
        for family in PUSHED.families
        for effect in ("struts", "returns", "ground_compliance")
    },
}
"""Effects that change the numbers of a family, in part or not as they change a wall, so that they count as left out."""


def subject_of(family: str) -> Subject | None:
    return next((subject for subject in SUBJECTS.values() if family in subject.families), None)


def excluded(family: str) -> tuple[Effect, ...]:
    """Return the effects that the family declares to leave out, or to answer without."""
    declared = declarations()[family]
    return tuple(effect for effect in SWITCHES if declared.treatment(effect) != "included")


def switch(family: str, effect: Effect) -> Changes:
    """Return the keys that switch ``effect`` on in the project of ``family``."""
    return OWN_SWITCHES.get((family, effect), SWITCHES[effect])


def checks_of(subject: Subject, changes: Changes | None = None) -> tuple[Check, ...]:
    """Run the project with ``changes`` in a folder of its own, and return the checks of all its stages."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        for name, text in subject.files.items():
            (home / name).write_text(text)
        path = home / "wall.toml"
        path.write_text(subject.text)
        read = parse_project(subject.text, file=str(path), changes=changes)
        earlier: dict[str, Any] = {}
        for stage in stages_for(read):
            own = home / "stages" / stage.name
            own.mkdir(parents=True)
            earlier[stage.name] = stage.run(read, earlier, own, SILENT)
        return tuple(check for result in earlier.values() for check in getattr(result, "checks", ()))


def numbers_of(check: Check) -> tuple[object, ...]:
    """Return all of a check that its method computes: not what the verdict makes of it."""
    return (check.mode, check.limit_state, check.demand, check.capacity, check.required, check.intensity, check.bound)
