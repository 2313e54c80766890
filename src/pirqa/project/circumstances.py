"""Facts of a project that decide which methods may speak: effects, the bounds on them, the governing demand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.model.check import (
    EFFECTS,
    FAVOURABLE,
    Allowance,
    Circumstance,
    Circumstances,
    Effect,
    Grade,
    LimitState,
    Presence,
)
from pirqa.model.condition import STATED_EFFECTS
from pirqa.model.masonry import BASE
from pirqa.model.wall import Wall
from pirqa.project.origins import grade_of
from pirqa.project.statements import governing_demand, holds_by_assumption
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    from pirqa.project.load import Project

LEAN_ALLOWED = math.radians(1.0)
"""Lean that a wall may have that nobody has measured."""
STRENGTH_ALLOWED = 0.74e6
"""Compressive strength that is assumed where none is given [Pa]: 1.0 MPa, the least of Table C8.5.I of Circolare 7/2019
(disordered rubble), over the confidence factor 1.35; from memory."""
_RIGID = 0.03
"""First period below which a wall moves with the ground [s]: response spectra have come down to the peak acceleration
of the ground at 33 Hz (USNRC Regulatory Guide 1.60, 1973; from memory)."""
_GROWTH = 1.5
"""Growth of the acceleration up to the top of the wall: 1 + 1.5 z/H, a rigid part on a structure in resonance
(EN 1998-1 4.3.5.2 with Ta = 0; from memory)."""
_ORTHOGONAL = 1.0 / math.hypot(1.0, 0.3)
"""Friction left for one component where the other acts with 30 % (EN 1998-1 4.3.3.5.1(3); from memory)."""
_UPRIGHT = 0.5
"""Least component along the wall of the normal of a face that holds a stone from the side."""
_SAME_DEPTH = 0.1
"""Part by which a stone may be deeper or shallower than the section, which takes the mean of a batter."""
_IN_LINE = 0.05
"""Part of the depth by which stones may lie before or behind one another; twice as much goes from the lever arm."""
_SEISMIC: tuple[LimitState, ...] = ("onset", "damage", "stones_fall", "wall_falls")

REMEDIES: dict[Effect, str] = {
    **{effect: f"condition.{effect}" for effect in STATED_EFFECTS},
    "fill_at_rest": "backfill",
    "fill_dynamic": "backfill",
    "water": "backfill.water_level",
    "surcharge": "backfill.surcharge",
    "vertical_motion": "site.kv",
    "joint_compliance": "joints.normal_stiffness",
    "crushing": "condition.compressive_strength",
    "lean": "condition.lean",
    "foundation": "condition.foundation",
    "ground_compliance": "condition.foundation",
    "amplification": "condition.first_period",
}
"""Key of the project file that closes the question of an effect."""


@dataclass(frozen=True, kw_only=True)
class _Joint:
    """One bed joint of a section, per metre of wall."""

    width: float
    """[m]"""
    level: float
    """Above the base [m]."""
    height: float
    """Of the section [m]."""
    weight: float
    """Of that part [N/m]."""
    lever: float
    """From the nearer edge to the line of the weight of the part above [m]: half the width of an upright prism."""
    rise: float
    """Of the centroid of that part above the joint [m]."""
    beds: int
    """Number of bed joints from here up, this one included."""

    @property
    def slenderness(self) -> float:
        """Lever arm over rise of the centroid of the part above: t/h of an upright prism."""
        return self.lever / self.rise


@dataclass(frozen=True, kw_only=True)
class _Case:
    """What the derivation of each effect reads."""

    project: Project
    wall: Wall | None
    joints: tuple[_Joint, ...]
    period: tuple[float, str] | None
    """First period of the wall [s], and the key or stage that gives it."""

    @property
    def slenderness(self) -> float | None:
        """Least width over height of the parts that can turn over, and not more than the friction of the joints.

        An angle of lean takes its tangent from both: from the multiplier that turns the part over, and, by tilting the
        joint, from the friction that holds it.
        """
        if self.wall is None or not self.joints:
            return None
        frictions = [] if self.wall.joints is None else [self.wall.joints.friction]
        frictions += [] if self.wall.support is None else [math.tan(self.wall.support.friction_angle)]
        return min([joint.slenderness for joint in self.joints] + list(_slender_parts(self.wall)) + frictions)

    def stated(self, key: str) -> bool:
        """Whether the file itself gives ``key``."""
        return key in self.project.origins

    def assumed(self, key: str) -> bool:
        """Whether the file gives ``key`` as an assumption."""
        origin = self.project.origins.get(key)
        return origin is not None and origin.assumed

    def source(self, key: str) -> str:
        """Source of ``key`` in the user's words."""
        origin = self.project.origins.get(key)
        own = "" if origin is None else origin.source
        return own or (self.project.condition.source if key.startswith("condition.") else "")

    def told(self, presence: Presence, key: str, allowance: Allowance | None = None) -> Circumstance:
        """Return the circumstance that ``key`` of the file decides."""
        return Circumstance(presence=presence, origin=key, source=self.source(key), allowance=allowance)


def circumstances_of(project: Project, stages: Mapping[str, Any]) -> Circumstances:
    """Return the facts of ``project`` that decide which of its methods may speak.

    Parameters
    ----------
    project
        The project.
    stages
        Results of the stages that have run, by name: the survey knows the shape of scanned stones, the vibrations the
        first period of the wall.
    """
    survey = stages.get("survey")
    wall: Wall | None = project.wall if survey is None else survey.wall
    case = _Case(
        project=project,
        wall=wall,
        joints=() if wall is None else tuple(_joints(wall)),
        period=_period(project, stages),
    )
    effects = {effect: _circumstance(effect, case) for effect in EFFECTS}
    standing = project.standing
    day = project.condition.date
    return Circumstances(
        effects=effects,
        demand=governing_demand(project),
        stands=None if standing is None or case.assumed("wall.stands") else standing.stands,
        stands_date="" if standing is None or standing.date is None else standing.date.isoformat(),
        stands_weather="" if standing is None else standing.weather,
        surveyed="" if day is None else day.isoformat(),
        survived=max((item.intensity / STANDARD_GRAVITY for item in project.survived), default=None),
        demonstration=tuple(_made_up(project, stages)),
        grades=_grades(project, stages),
    )


def _circumstance(effect: Effect, case: _Case) -> Circumstance:
    """Return what the project knows of ``effect``: its own keys decide, else [condition], else it is not known."""
    derive = _DERIVED.get(effect)
    found = None if derive is None else derive(case)
    if found is None and effect in STATED_EFFECTS:
        statement = case.project.condition.of(effect)
        guessed = statement == "absent" and effect not in FAVOURABLE and case.assumed(f"condition.{effect}")
        if statement != "unknown" and not guessed:
            found = case.told(statement, f"condition.{effect}")
    if found is None:
        found = Circumstance(presence="unknown")
    if found.presence != "absent" and found.allowance is None:
        bound = _BOUNDED.get(effect)
        found = replace(found, allowance=None if bound is None else bound(case))
    has = _MODELLED.get(effect)
    if effect in FAVOURABLE and found.presence == "present":
        found = replace(found, assumed=holds_by_assumption(effect, case.project.origins))
    return replace(found, remedy=REMEDIES.get(effect, ""), modelled=True if has is None else has(case))


def _always(_: _Case) -> Circumstance:
    return Circumstance(presence="present")


def _fill(case: _Case) -> Circumstance:
    backfill = None if case.wall is None else case.wall.backfill
    return case.told("absent" if backfill is None else "present", "backfill")


def _water(case: _Case) -> Circumstance | None:
    fill = None if case.wall is None else case.wall.backfill
    if fill is None:
        return None if case.project.condition.water != "unknown" else case.told("absent", "backfill")
    if fill.water_level > 0.0:
        return case.told("present", "backfill.water_level")
    for key in ("backfill.drained", "backfill.water_level"):
        if case.stated(key) and not case.assumed(key):
            return case.told("absent", key)
    return None


def _surcharge(case: _Case) -> Circumstance | None:
    fill = None if case.wall is None else case.wall.backfill
    if fill is None:
        return None if case.project.condition.surcharge != "unknown" else case.told("absent", "backfill")
    if fill.surcharge > 0.0:
        return case.told("present", "backfill.surcharge")
    stated = case.stated("backfill.surcharge") and not case.assumed("backfill.surcharge")
    return case.told("absent", "backfill.surcharge") if stated else None


def _vertical(case: _Case) -> Circumstance | None:
    return case.told("present", "site.kv") if case.project.site.kv > 0.0 else None


def _less_weight(case: _Case) -> Allowance | None:
    kv = case.project.site.kv
    if not kv > 0.0:
        return None
    return Allowance(
        effect="vertical_motion",
        factor=1.0 - kv,
        source="1 − kv: both peaks at once, weight and friction fall in the same ratio",
        limit_states=_SEISMIC,
    )


def _other_component(case: _Case) -> Allowance | None:
    """Return what the component along the wall takes, which also turns over short walls and narrow stones at ends.

    Piers between openings can be narrower than the wall is thick: no bound is known then.
    """
    survey = case.project.options["survey"]
    if survey is not None and survey.openings:
        return None
    return Allowance(
        effect="both_components",
        factor=min(_ORTHOGONAL, _along(case)),
        source="friction shared with 30 % of the other component (EN 1998-1 4.3.3.5.1(3); from memory); "
        "what turns along the wall",
        limit_states=("onset",),
    )


def _along(case: _Case) -> float:
    """Return the least capacity along the wall over the greatest across it; infinite where nothing turns along it.

    Along it the wall turns at L/H, and a stone without a neighbour on one side at its width over its height. Across it
    nothing bears more than the least slenderness, or than friction where that is more.
    """
    wall = case.wall
    if wall is None or not case.joints:
        return math.inf
    height = max(joint.height for joint in case.joints)
    length = wall.envelope.length
    ratios = [math.inf if length is None else float(length) / height, *_free_ends(wall)]
    frictions = [] if wall.joints is None else [wall.joints.friction]
    frictions += [] if wall.support is None else [math.tan(wall.support.friction_angle)]
    across = max([min(joint.slenderness for joint in case.joints), *frictions])
    return min(ratios) / across


def _free_ends(wall: Wall) -> Iterator[float]:
    """Yield width over height of each stone that no other one touches on its left, or on its right."""
    touched: dict[str, set[str]] = {stone.name: set() for stone in wall.stones}
    for contact in wall.contacts:
        for face in contact.faces:
            along = float(face.normal[0])
            if abs(along) > _UPRIGHT and contact.second != BASE:
                touched[contact.first].add("right" if along > 0.0 else "left")
                touched[contact.second].add("left" if along > 0.0 else "right")
    for stone in wall.stones:
        if len(touched[stone.name]) < 2 and stone.name not in wall.fixed:
            width, _, height = np.ptp(stone.solid.vertices, axis=0).tolist()
            yield width / height


def _struts(case: _Case) -> Circumstance | None:
    for name in ("limit", "dynamics"):
        options = case.project.options.given(name)
        if options is not None and options.struts:
            return case.told("present", f"{name}.struts")
    return None


def _returns(case: _Case) -> Circumstance | None:
    limit = case.project.options.given("limit")
    return case.told("present", "limit.side_walls") if limit is not None and limit.side_walls else None


def _mortar(case: _Case) -> Circumstance | None:
    joints = None if case.wall is None else case.wall.joints
    if joints is None:
        return None
    for key in ("tension", "cohesion"):
        if getattr(joints, key) > 0.0:
            return case.told("present", f"joints.{key}")
    if any(item.tension or item.cohesion for item in joints.exceptions):
        return case.told("present", "joints.exceptions")
    return None


def _crushed(case: _Case) -> Allowance | None:
    """Return what the strip of crushed masonry at the edge takes from the lever arm of the weight."""
    condition, limit = case.project.condition, case.project.options.given("limit")
    strengths = (
        (condition.compressive_strength, "condition.compressive_strength"),
        (None if limit is None else limit.compressive_strength, "limit.compressive_strength"),
    )
    strength = next((value for value, key in strengths if value and not case.assumed(key)), None)
    if not case.joints:
        return None
    given = strength is not None
    least = STRENGTH_ALLOWED if strength is None else strength
    # the depth that bears the weight is N/(0.85 fc), its middle is the hinge
    shares = [0.5 * joint.weight / (0.85 * least) / joint.lever if joint.lever > 0.0 else 1.0 for joint in case.joints]
    share = max(shares)
    if share >= 1.0:
        return None
    told = "" if given else f", {STRENGTH_ALLOWED / 1e6:g} MPa assumed (Circolare 7/2019, Table C8.5.I; from memory)"
    return Allowance(
        effect="crushing",
        factor=1.0 - share,
        source=f"1 − N/(0.85 fc t): the hinge lies within the edge by the depth that bears the weight{told}",
        assumed=not given,
    )


def _compliant(case: _Case) -> Allowance | None:
    """Return what joints that give take from the slenderness of the part above: tan φ = t/h − 3θ*.

    A part of weight N per metre leans on a joint without tension that gives N/(Kn c) on its width c: it turns by
    θ = 2N/(Kn c²), and c = 3 (t/2 − e). Of tan φ = (2/h)(t/2 − c/3) − θ the greatest value is t/h − 3θ* with
    θ* = (A/2)^(2/3), A = (2/3h) √(2N/Kn). The joints above are taken as in series with this one, under the same moment.
    """
    joints = None if case.wall is None else case.wall.joints
    if joints is None or joints.normal_stiffness is None or not case.joints:
        return None
    least = 1.0
    for joint in case.joints:
        if joint.lever <= 0.0:
            return None
        stiffness = joints.normal_stiffness / joint.beds
        turned = (math.sqrt(2.0 * joint.weight / stiffness) / (6.0 * joint.rise)) ** (2.0 / 3.0)
        least = min(least, 1.0 - 3.0 * turned / joint.slenderness)
    if least <= 0.0:
        return None
    return Allowance(
        effect="joint_compliance",
        factor=least,
        source="tan φ = t/h − 3θ*, θ* = (√(2N/Kn)/(3h))^(2/3), the bed joints above in series",
        assumed=case.assumed("joints.normal_stiffness"),
        limit_states=("gravity", "onset"),
    )


def _lean(case: _Case) -> Circumstance | None:
    """A scan has the lean in its stones; else an inspection states it; else the wall is taken as plumb."""
    wall, condition = case.wall, case.project.condition
    if wall is not None and wall.stones and all(stone.irregular for stone in wall.stones):
        return case.told("absent", "survey.file")
    lean, key = condition.lean, "condition.lean"
    if lean is None and case.project.standing is not None:
        lean, key = case.project.standing.lean, "wall.stands_lean"
    if lean is None or (lean == 0.0 and (case.assumed(key) or case.assumed("condition.bulge"))):
        return None
    return case.told("absent" if lean == 0.0 and condition.bulge == 0.0 else "present", key)


def _leaned(case: _Case) -> Allowance | None:
    """Return what lean and bulge take: the tangent of the lean from the slenderness, the bulge from the lever arm."""
    condition, standing = case.project.condition, case.project.standing
    slenderness = case.slenderness
    if slenderness is None or slenderness <= 0.0:
        return None
    known = condition.lean if condition.lean is not None or standing is None else standing.lean
    # a wall whose bulge nobody has measured may lean as far as one whose lean nobody has
    guessed = any(case.assumed(key) for key in ("condition.lean", "condition.bulge", "wall.stands_lean"))
    taken = known is None or condition.bulge is None or guessed
    lean = max(known or 0.0, LEAN_ALLOWED) if taken else known or 0.0
    bulge = condition.bulge or 0.0
    left = math.tan(max(math.atan(slenderness) - lean, 0.0)) / slenderness
    factor = left - bulge / min(joint.lever for joint in case.joints)
    if factor <= 0.0:
        return None
    plumb = known is None or guessed
    told = ", taken as plumb: 1° assumed" if plumb else ", bulge not measured: at least 1°" if taken else ""
    return Allowance(
        effect="lean",
        factor=factor,
        source=f"tan(φ − lean)/tan φ with tan φ = min(t/h, μ), less bulge/(t/2){told}",
        assumed=taken,
    )


def _leaves(case: _Case) -> Circumstance | None:
    if case.project.condition.leaves != "unknown" or case.wall is None or len(case.wall.envelope.leaves) < 2:
        return None
    return case.told("present", "survey.leaves")


def _on_rock(case: _Case) -> Circumstance | None:
    """Rock neither slides nor settles nor gives below the wall; stones that are fixed to it may slide or turn on it.

    Methods on stones move fixed stones with the base, so that the wall as a whole never slides or turns in them. Where
    the section would below the demand, what they show of the other stones is no safety.
    """
    condition, support = case.project.condition, None if case.wall is None else case.wall.support
    demand = governing_demand(case.project)
    if case.wall is not None and case.wall.fixed and support is not None and demand is not None:
        if math.tan(support.friction_angle) < demand.intensity:
            return case.told("present", "base.friction_angle")
        if min((joint.slenderness for joint in case.joints if joint.level == 0.0), default=0.0) < demand.intensity:
            return case.told("present", "survey.fixed")
    guessed = condition.foundation == "rock" and case.assumed("condition.foundation")
    if condition.foundation != "unknown" and not guessed:
        return case.told("absent" if condition.foundation == "rock" else "present", "condition.foundation")
    if support is not None and support.kind == "rock" and case.stated("base.kind") and not case.assumed("base.kind"):
        return case.told("absent", "base.kind")
    return None


def _ground(case: _Case) -> Circumstance | None:
    return None if case.project.condition.ground_compliance != "unknown" else _on_rock(case)


def _moves_with_ground(case: _Case) -> Circumstance | None:
    if case.period is None or case.period[0] > _RIGID:
        return None
    return case.told("absent", case.period[1])


def _amplified(case: _Case) -> Allowance | None:
    """Return what amplification takes from a part near the top, or from the whole wall on its base in resonance.

    A check gives the part that moves first without amplification; with it another may, at worst one near the top, which
    has 1 + 1.5. A wall that moves as one on joints that give has the plateau of the spectrum, which is 2.5 as well,
    however few its joints are.
    """
    if case.wall is None:
        return None
    return Allowance(
        effect="amplification",
        factor=1.0 / (1.0 + _GROWTH),
        source="1/2.5: the plateau of the spectrum (E.030-2018 Art. 14, EN 1998-1 3.2.2.2), and 1 + 1.5 z/H at the top "
        "(EN 1998-1 4.3.5.2, rigid part; from memory)",
        limit_states=("onset",),
    )


def _slender_parts(wall: Wall) -> Iterator[float]:
    """Yield depth over height of each stone by itself and of each leaf: both can be more slender than the section."""
    for stone in wall.stones:
        _, depth, height = np.ptp(stone.solid.vertices, axis=0).tolist()
        yield depth / height
    for leaf in wall.envelope.leaves:
        yield leaf.thickness / float(np.max(wall.envelope.height))


_DERIVED: dict[Effect, Callable[[_Case], Circumstance | None]] = {
    "self_weight": _always,
    "sliding": _always,
    "shape": _always,
    "head_joint_friction": _always,
    "fill_at_rest": _fill,
    "fill_dynamic": _fill,
    "water": _water,
    "surcharge": _surcharge,
    "vertical_motion": _vertical,
    "struts": _struts,
    "returns": _returns,
    "mortar": _mortar,
    "lean": _lean,
    "leaves": _leaves,
    "foundation": _on_rock,
    "ground_compliance": _ground,
    "amplification": _moves_with_ground,
}


def _never(_: _Case) -> bool:
    return False


def _has_water(case: _Case) -> bool:
    return case.wall is not None and case.wall.backfill is not None and case.wall.backfill.water_level > 0.0


def _has_surcharge(case: _Case) -> bool:
    return case.wall is not None and case.wall.backfill is not None and case.wall.backfill.surcharge > 0.0


def _has_returns(case: _Case) -> bool:
    return _returns(case) is not None or (case.wall is not None and bool(case.wall.stones))


def _fills_section(case: _Case) -> bool:
    """Whether the stones fill the cross-section: no openings, no niches, every stone as deep as the wall and in line.

    Stones that overhang, or courses that step outwards, have the depth of the section and not its lever arm.
    """
    wall, survey = case.wall, case.project.options["survey"]
    if wall is None or not wall.stones or survey is None:
        return True
    if survey.openings or (survey.generate is not None and survey.generate.niches):
        return False
    if wall.envelope.leaves or not wall.materials:
        return True
    sections = {section.station: section for section in wall.sections()}
    offsets = []
    for stone in wall.stones:
        x, _, z = (float(value) for value in stone.centroid)
        section = sections[min(sections, key=lambda station: abs(station - x))]
        front, back = -float(section.mirrored().back(z)), float(section.back(z))
        depth = stone.solid.vertices[:, 1]
        if abs(float(np.ptp(depth)) - (back - front)) > _SAME_DEPTH * (back - front):
            return False
        offsets.append((0.5 * float(depth.min() + depth.max()) - 0.5 * (front + back)) / (back - front))
    return float(np.ptp(offsets)) <= _IN_LINE


_MODELLED: dict[Effect, Callable[[_Case], bool]] = {
    "shape": _fills_section,
    "both_components": lambda case: _along(case) >= 1.0,
    "water": _has_water,
    "surcharge": _has_surcharge,
    "struts": lambda case: _struts(case) is not None,
    "returns": _has_returns,
    "mortar": lambda case: _mortar(case) is not None,
    "leaves": lambda case: case.wall is not None and len(case.wall.envelope.leaves) > 1,
    "lean": _never,  # lean and bulge are what the wall has beyond the shape that the file gives
    "decay": _never,
    "earlier_damage": _never,
}
"""Whether the model of the wall has an effect; of the others the methods know best what their checks leave out."""
_BOUNDED: dict[Effect, Callable[[_Case], Allowance | None]] = {
    "vertical_motion": _less_weight,
    "both_components": _other_component,
    "crushing": _crushed,
    "joint_compliance": _compliant,
    "lean": _leaned,
    "amplification": _amplified,
}


def _joints(wall: Wall) -> Iterator[_Joint]:
    """Bed joints of every section of ``wall``, with the part above each."""
    if not wall.materials:
        return
    for section in wall.sections():
        beds = len(section.joints)
        if beds == 1 and wall.stones:  # fitted stones have no bed joint that runs through: as many beds as rows of them
            heights = [float(np.ptp(stone.solid.vertices[:, 2])) for stone in wall.stones]
            beds = max(1, round(float(section.height) / float(np.median(heights))))
        for number, level in enumerate(section.joints):
            front, back = (float(edge) for edge in section.contact(number))
            part = section.above(level)
            yield _Joint(
                width=back - front,
                lever=max(min(float(part.y) - front, back - float(part.y)), 0.0),
                rise=float(part.z) - float(level),
                level=float(level),
                height=float(section.height),
                weight=float(part.weight),
                beds=max(beds - number, 1),
            )


def _period(project: Project, stages: Mapping[str, Any]) -> tuple[float, str] | None:
    origin = project.origins.get("condition.first_period")
    if project.condition.first_period is not None and not (origin is not None and origin.assumed):
        return float(project.condition.first_period), "condition.first_period"
    oma = stages.get("oma")
    if oma is None or oma.simulated or not len(oma.modes.frequency):
        return None
    return 1.0 / float(min(oma.modes.frequency)), "oma"


def _made_up(project: Project, stages: Mapping[str, Any]) -> Iterator[str]:
    """Inputs that nobody has seen: a generated bond, simulated measurements."""
    survey = project.options["survey"]
    if survey is not None and (survey.generate is not None or survey.bonds):
        yield "bond"
    oma = stages.get("oma")
    if oma is not None and oma.simulated:
        yield "measurements"


_GROUPS: dict[str, tuple[str, ...]] = {
    "front": ("survey.file", "wall.length", "wall.height", "wall.zones"),
    "depth": ("survey.thickness", "survey.leaves", "wall.thickness", "wall.zones"),
    "joints": ("joints.friction_angle", "joints.normal_stiffness"),
    "ground": ("base.", "backfill."),
    "weight": ("materials.",),
    "motion": ("site.", "motion.design", "codes.spectra", "sweep.demands"),
}
"""Keys of each group of inputs, by how they begin."""
_ORDER: tuple[Grade, ...] = ("measured", "documented", "derived", "assumed", "made_up")


def _grades(project: Project, stages: Mapping[str, Any]) -> dict[str, Grade]:
    """Return the grade of each group of inputs: the worst of the values that are given."""
    found: dict[str, Grade] = {}
    for group, keys in _GROUPS.items():
        rows = [row for row in project.inputs if row.key.startswith(keys) and row.status != "default"]
        if rows:
            found[group] = max((grade_of(row) for row in rows), key=_ORDER.index)
    survey = project.options["survey"]
    if survey is not None and survey.generate is not None:
        found["front"] = "made_up"
    elif survey is not None:
        stones = () if "survey" not in stages else stages["survey"].wall.stones
        scanned = bool(stones) and all(stone.irregular for stone in stones)
        found["front"] = "measured" if scanned else "documented"
        if scanned:
            found["depth"] = "measured"
    return found
