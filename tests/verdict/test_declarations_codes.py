"""Trials of the declarations of the codes' rules: what is included moves the capacity, what is left out does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import radians
from typing import Any

import pytest

from pirqa.codes import CodesOptions, CodesResult, verify_mechanisms
from pirqa.codes.rules import DECLARATIONS
from pirqa.limit import LimitOptions, analyse
from pirqa.limit.options import LimitStrut, SideWall
from pirqa.model.check import EFFECTS, Check, Effect
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.support import Backfill, Support
from pirqa.model.wall import Wall
from pirqa.project.stages.limit import FillThrust
from pirqa.statics.options import StaticsOptions
from tests.codes.mechanisms import CUSCO, mechanism, straight

FAMILIES = {item.family: item for item in DECLARATIONS}
TOLERANCE = 1e-3
"""Relative change of an intensity that is more than rounding and roots."""
FILL = Backfill(unit_weight=16e3, friction_angle=radians(35.0), height=1.2, saturated_unit_weight=20e3)
TIE = LimitStrut(level=2.0, side="back", kind="tie", count=1, capacity=10e3)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A wall and how it is verified."""

    height: float = 2.4
    """Low enough that its secant periods lie before TL: beyond, the demand in displacement is one number."""
    thickness: float = 0.6
    taper: float = 0.0
    unit_weight: float = 20e3
    support: Support = field(default_factory=lambda: Support(kind="rock", friction_angle=radians(35.0)))
    joints: JointProperties = field(default_factory=lambda: JointProperties(friction_angle=radians(30.0)))
    youngs_modulus: float = 6e8
    fill: Backfill | None = None
    limit: LimitOptions = field(default_factory=lambda: LimitOptions(directions=("outward",)))

    @property
    def wall(self) -> Wall:
        zone = Zone(
            name="wall",
            material="stone",
            bottom=0.0,
            top=self.height,
            thickness=self.thickness,
            thickness_top=self.thickness - self.taper if self.taper else None,
        )
        return Wall(
            envelope=Envelope(zones=(zone,), length=5.0),
            materials={"stone": Material(unit_weight=self.unit_weight, youngs_modulus=self.youngs_modulus)},
            support=self.support,
            joints=self.joints,
            backfill=self.fill,
        )


def verified(subject: Subject) -> CodesResult:
    """Return what the rules say of the wall, under both rules and the spectrum of E.030-2018."""
    wall = subject.wall
    thrust = None if wall.backfill is None else FillThrust(wall=wall, statics=StaticsOptions())
    found = analyse(wall, subject.limit, thrust=thrust)
    return verify_mechanisms(found.mechanisms, CodesOptions(spectra=CUSCO))


def capacities(result: CodesResult) -> dict[str, float]:
    """Return the intensity of every row that its confidence factor does not rule out, by id."""
    rows = {check.id: check for check in result.checks if "confidence_factor_beside" not in check.notes}
    assert all(check.intensity is not None for check in rows.values())
    return {name: float(check.intensity or 0.0) for name, check in rows.items()}


def families(result: CodesResult) -> set[str]:
    return {check.family for check in result.checks}


def limited(subject: Subject, **changes: Any) -> Subject:
    return replace(subject, limit=replace(subject.limit, **changes))


TIED = limited(Subject(), struts={"tie": TIE})
FILLED = Subject(fill=FILL)
SIDE = SideWall(
    side="back", height=2.4, course_height=0.4, overlap=0.3, thickness=0.5, unit_weight=20e3, friction=0.6, count=1
)

INCLUDED: dict[Effect, tuple[Subject, Subject, int]] = {
    # without the effect (or with less of it), with it, and which way the capacity must go
    "self_weight": (TIED, replace(TIED, unit_weight=30e3), -1),
    "fill_at_rest": (Subject(), limited(FILLED, backfill="static"), -1),
    "fill_dynamic": (limited(FILLED, backfill="static"), FILLED, -1),
    "water": (FILLED, replace(FILLED, fill=replace(FILL, water_level=0.8)), -1),
    "surcharge": (FILLED, replace(FILLED, fill=replace(FILL, surcharge=10e3)), -1),
    "struts": (Subject(), TIED, +1),
    "crushing": (Subject(), limited(Subject(), compressive_strength=0.6e6), -1),
    "shape": (Subject(), Subject(thickness=0.5), -1),
}
SWITCHES: dict[Effect, Callable[[Subject], Subject]] = {
    "sliding": lambda item: replace(item, joints=replace(item.joints, friction_angle=radians(15.0))),
    "head_joint_friction": lambda item: replace(item, joints=replace(item.joints, friction_angle=radians(1.0))),
    "mortar": lambda item: replace(item, joints=replace(item.joints, cohesion=5e4, tension=5e4)),
    "joint_compliance": lambda item: replace(
        item, joints=replace(item.joints, normal_stiffness=1e8, tangential_stiffness=5e7), youngs_modulus=5e7
    ),
    "foundation": lambda item: replace(
        item, support=Support(kind="rock", friction_angle=radians(5.0), bearing_capacity=1e4)
    ),
}
"""Effects that the rules leave out and that a project can state."""


@pytest.mark.parametrize("effect", INCLUDED)
def test_an_included_effect_moves_the_capacity_of_every_rule(effect):
    without, with_it, way = INCLUDED[effect]
    before, after = verified(without), verified(with_it)
    assert families(after) == set(FAMILIES)
    old, new = capacities(before), capacities(after)
    common = set(old) & set(new)
    assert {name.split(".")[1] for name in common} == {"activation", "ntc2008", "ntc2018"}
    for name in common:
        assert way * (new[name] / old[name] - 1.0) > TOLERANCE, (name, old[name], new[name])


def test_amplification_lowers_the_capacity_of_every_rule():
    ground = mechanism(0.17, straight(0.17, 0.2825))
    asked = CodesOptions(spectra=CUSCO, structure_period=0.53)
    old = capacities(verify_mechanisms([ground], asked))
    new = capacities(verify_mechanisms([replace(ground, level=6.1)], asked))
    assert set(old) == set(new)
    for name, value in old.items():
        assert new[name] < (1.0 - TOLERANCE) * value, name


def test_returns_are_included_where_the_mechanism_has_side_walls():
    held = limited(Subject(), side_walls={"side": SIDE})
    old, after = capacities(verified(Subject())), verified(held)
    assert all(check.includes == ("returns",) for check in after.checks)
    for name, value in capacities(after).items():
        assert value > (1.0 + TOLERANCE) * old[name], name


@pytest.mark.parametrize("effect", SWITCHES)
def test_an_effect_that_is_left_out_changes_not_one_bit(effect):
    for family in FAMILIES.values():
        assert family.treatment(effect) != "included"
    for subject in (Subject(), FILLED):
        assert capacities(verified(SWITCHES[effect](subject))) == capacities(verified(subject))


def test_every_included_effect_has_a_trial():
    tried = {*INCLUDED, "amplification"}
    for declaration in DECLARATIONS:
        included = {effect for effect in EFFECTS if declaration.treatment(effect) == "included"}
        assert included == tried


def omitted(check: Check) -> set[Effect]:
    return set(check.omits)


def test_a_check_says_what_its_mechanism_leaves_out():
    fill = {"fill_at_rest", "fill_dynamic", "water", "surcharge"}
    for check in verified(FILLED).checks:
        assert not fill & omitted(check)
        assert "crushing" in omitted(check)
    for check in verified(limited(FILLED, backfill="static")).checks:
        assert fill & omitted(check) == {"fill_dynamic"}
    for check in verified(limited(FILLED, backfill="none")).checks:
        assert fill <= omitted(check)
    for check in verified(limited(FILLED, compressive_strength=2e6)).checks:
        assert "crushing" not in omitted(check)
    stones = replace(mechanism(0.2, None, name="blocks"), kind="blocks")
    for check in verify_mechanisms([stones], CodesOptions(spectra=CUSCO)).checks:
        assert fill | {"struts", "crushing"} <= omitted(check)


def test_the_part_above_the_fill_leaves_nothing_of_it_out():
    upper = Subject(fill=FILL, limit=LimitOptions(directions=("outward",), hinge_levels=(1.5,)))
    wall = upper.wall
    found = analyse(wall, upper.limit, thrust=FillThrust(wall=wall, statics=StaticsOptions()))
    assert {item.level: item.fill for item in found.mechanisms} == {0.0: "seismic", 1.5: "seismic"}
    alone = analyse(wall, upper.limit)
    assert {item.level: item.fill for item in alone.mechanisms} == {0.0: "none", 1.5: "seismic"}


def test_amplification_is_left_out_at_the_ground_until_the_part_rocks():
    for check in verified(Subject()).checks:
        rocks = check.id.endswith("displacement") or ".displacement." in check.id
        assert ("amplification" in omitted(check)) == (not rocks)


def test_a_start_that_leaves_the_fill_out_has_a_row_of_its_own():
    wall = FILLED.wall
    felt = analyse(wall, FILLED.limit, thrust=FillThrust(wall=wall, statics=StaticsOptions())).mechanisms
    stones = replace(mechanism(0.01, None, name="blocks"), kind="blocks")
    checks = [
        check
        for check in verify_mechanisms([*felt, stones], CodesOptions(spectra=CUSCO)).checks
        if check.limit_state == "onset"
    ]
    assert [check.id for check in checks] == ["codes.activation.e030_2018", "codes.activation.e030_2018.blocks"]
    assert not {"fill_at_rest", "fill_dynamic"} & omitted(checks[0])
