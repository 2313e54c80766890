"""The blocks stage: from a wall of stones to its load multipliers and mechanisms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pirqa.errors import OptionsError
from pirqa.limit.blocks.motion import AGREEMENT, COMPLIANCE_SOURCE
from pirqa.limit.blocks.options import BlocksOptions
from pirqa.limit.blocks.result import BlockRange, BlockSolution, BlocksResult, ThicknessSearch
from pirqa.limit.blocks.solve import BlockWall
from pirqa.model.check import Allowance, Basis, Bound, Check, Driving, MethodDeclaration, Place
from pirqa.model.ground_motion import Site
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

DECLARATION = MethodDeclaration(
    family="blocks",
    limit_states=("gravity", "onset"),
    full_freedom=True,
    effects={
        "self_weight": "included",
        "sliding": "included",
        "head_joint_friction": "included",
        "returns": "included",
        "shape": "included",
        "lean": "included",
        "leaves": "included",
        "mortar": "safe",
        "struts": "safe",
        "both_components": "unsafe",
        # a multiplier of forces that stay: when the motion starts, not how long it lasts
        "duration": "none",
    },
)
"""Limit analysis on the stones; mortar and struts that are left out can only help."""
SOURCE = "Rigid blocks without tension, Coulomb friction: Livesley 1978; Portioli and others 2014"


_ONE_WAY = 0.9
"""Part of a unit push along an axis from which it is one along that axis."""


def run_blocks(
    wall: Wall, options: BlocksOptions | None = None, *, site: Site | None = None, observer: Observer = SILENT
) -> BlocksResult:
    """Every load pattern that ``options`` ask for, at both ends of a pair of friction angles."""
    options = BlocksOptions() if options is None else options
    if wall.joints is None:
        raise OptionsError('joints: missing; blocks needs friction: add [joints] with friction_angle = "…"')
    # only friction changes rigid blocks; the low stiffness bounds what elastic joints take
    corners = wall.joints.without_pairs("friction_angle").corners()
    observer.begin(
        "Limit analysis on the stones", len(corners) * (len(options.patterns) + (options.thickness is not None))
    )
    solutions: list[BlockSolution] = []
    searches: list[ThicknessSearch] = []
    remarks: list[Remark] = []
    for case, joints in corners.items():
        stones = BlockWall(wall=wall, joints=joints, case=case, options=options)
        remarks += stones.made.remarks
        for name in options.patterns:
            solutions += stones.solve(name)
            observer.advance()
        if options.thickness is not None:
            least = stones.least_thickness(options.thickness)
            if isinstance(least, Remark):
                remarks.append(least)
            else:
                searches.append(least)
            observer.advance()
    observer.end()
    ranges = tuple(_ranges(solutions))
    return BlocksResult(
        solutions=tuple(solutions),
        thickness=tuple(searches),
        ranges=ranges,
        checks=tuple(_checks(solutions, ranges, wall, site)),
        remarks=tuple(dict.fromkeys([*remarks, *_doubts(solutions, ranges)])),
    )


def _ranges(solutions: Sequence[BlockSolution]) -> Iterator[BlockRange]:
    """The multipliers of each pattern and case, next to each other."""
    for name, case in dict.fromkeys((item.name, item.case) for item in solutions):
        mine = {item.friction: item for item in solutions if (item.name, item.case) == (name, case)}
        found = {kind: item for kind, item in mine.items() if item.lower is not None}
        if not found:
            continue
        smooth = found.get("smooth")
        proved = smooth if smooth is not None and smooth.bounds_below else None
        associative = found.get("associative")
        wedged = associative is None and mine["associative"].outcome == "wedged"
        if associative is None and not wedged:
            continue
        values = BlockRange(
            name=name,
            kind=next(iter(mine.values())).kind,
            case=case,
            smooth=None if proved is None else proved.lower,
            non_associative=None if "non_associative" not in found else found["non_associative"].lower,
            associative=None if associative is None else associative.upper,
            compliance=None if proved is None else proved.compliance,
            governing=min(found.values(), key=lambda item: item.lower or 0.0),
        )
        if values.agree and associative is not None:
            values = replace(values, governing=found.get("non_associative", associative))
        yield values


def _doubts(solutions: Sequence[BlockSolution], ranges: Sequence[BlockRange]) -> Iterator[Remark]:
    keys = {
        "associative": "blocks_not_converged",
        "non_associative": "blocks_sliding_not_converged",
        "smooth": "blocks_smooth_not_converged",
    }
    for item in solutions:
        name = item.name if not item.case else f"{item.name} ({item.case})"
        if item.outcome == "not_converged":
            yield Remark(kind="warning", key=keys[item.friction], text=name)
        elif item.outcome == "never_moves":
            yield Remark(kind="warning", key="blocks_never_moves", text=name)
        elif item.outcome == "wedged" and item.friction == "associative":
            yield Remark(kind="warning", key="blocks_wedged", text=name)
        elif item.outcome == "unstable_at_rest":
            yield Remark(kind="warning", key="blocks_unstable", stones=item.culprits, text=item.case)
        elif item.outcome == "held_by_friction":
            yield Remark(kind="warning", key="blocks_held_by_friction", stones=item.culprits, text=item.case)
        elif (
            item.outcome == "found"
            and item.friction == "smooth"
            and item.kind != "settlement"
            and not item.bounds_below
        ):
            yield Remark(kind="warning", key="blocks_no_lower_bound", text=name)
    for values in ranges:
        if values.smooth is not None and not values.agree:
            name = values.name if not values.case else f"{values.name} ({values.case})"
            yield Remark(kind="assumption", key="blocks_range", text=name)


def _checks(
    solutions: Sequence[BlockSolution], ranges: Sequence[BlockRange], wall: Wall, site: Site | None
) -> Iterator[Check]:
    demand = None if site is None else site.peak_coefficient
    assert wall.joints is not None
    corners = wall.joints.without_pairs("friction_angle").corners()
    yield from _rest_checks(solutions, wall, corners)
    # safety needs every case, also one that gives no multiplier because the wall does not stand in it
    covered = all(_covers(ranges, case) for case in corners)
    for values in ranges:
        place = None if values.governing.mechanism is None else values.governing.mechanism.place
        if place is None:
            continue
        joints = corners[values.case]
        template = Check(
            id=f"blocks.{_slug(values.name)}",
            mode="mechanism",
            limit_state="onset",
            method=_method(values.case),
            place=place,
            scenario=_scenario(values),
            demand=0.0 if demand is None else demand,
            capacity=0.0,
            unit="",
            source=SOURCE,
            basis=_basis(joints, "weight" if demand is None else "peak", demand),
            family="blocks",
            # without a demand of its own the check is compared by its intensity
            demand_intensity=0.0 if demand is None else demand,
        )
        allowances = () if values.compliance is None else (_allowance(values.compliance),)
        if values.estimate is not None and covered:
            yield _with(template, values, "estimate", values.estimate, allowances, ("blocks_three_agree",))
            continue
        if values.least is not None and covered:
            yield _with(template, values, "lower", values.least, allowances, ("blocks_smooth_bound",))
        if values.associative is not None:
            one_way = not _covers(ranges, values.case)
            notes = ("blocks_associative_bound", *(("blocks_one_way",) if one_way else ()))
            yield _with(template, values, "upper", values.associative, (), notes)
    judged = {item.case for item in solutions if item.outcome in _AT_REST}
    if all(case in judged or _covers(ranges, case) for case in corners):
        yield from _standing_checks(ranges, wall, corners)


_AT_REST = {"unstable_at_rest": "blocks_unstable", "held_by_friction": "blocks_held_by_friction"}
"""Outcomes of a wall that does not stand, or is not shown to stand, and the notes of their checks."""
_TOWARDS = {(1, False): "front", (1, True): "back", (0, False): "left", (0, True): "right"}
"""Direction of a push along an axis (0 along the wall, 1 across) and its sign, as tilt tests name it."""


def _scenario(values: BlockRange) -> str:
    """Return the direction of a push, whatever its pattern is called: a tilt in the same direction asks the same."""
    direction = values.governing.direction
    axis = int(abs(direction[1]) > abs(direction[0]))
    if values.kind == "mass" and abs(direction[axis]) > 1.0 - 1e-9:
        return _TOWARDS[axis, bool(direction[axis] > 0.0)]
    return f"blocks.{values.name}"


def _covers(ranges: Sequence[BlockRange], case: str) -> bool:
    """Whether patterns of one case push the wall both ways across and both ways along itself.

    Stones at the ends of a long wall may tip along it.
    """
    ways = {
        (axis, bool(item.governing.direction[axis] > 0.0))
        for item in ranges
        if item.case == case and item.kind in ("mass", "triangular") and item.governing.direction[2] == 0.0
        for axis in (0, 1)
        if abs(item.governing.direction[axis]) > _ONE_WAY
    }
    return len(ways) == 4


def _with(
    template: Check,
    values: BlockRange,
    bound: Bound,
    capacity: float,
    allowances: tuple[Allowance, ...],
    notes: tuple[str, ...],
) -> Check:
    name = {"lower": "smooth", "upper": "associative", "estimate": "estimate"}[bound]
    ending = f".{_slug(values.case)}" if values.case else ""
    return replace(
        template,
        id=f"{template.id}.{name}{ending}",
        bound=bound,
        capacity=max(capacity, 0.0),
        intensity=max(capacity, 0.0),
        allowances=allowances,
        notes=notes,
    )


def _allowance(compliance: float) -> Allowance:
    return Allowance(effect="joint_compliance", factor=min(1.0, AGREEMENT * compliance), source=COMPLIANCE_SOURCE)


def _rest_checks(
    solutions: Sequence[BlockSolution], wall: Wall, corners: Mapping[str, JointProperties]
) -> Iterator[Check]:
    """One check a case in which the wall does not stand, or is not shown to stand, under its own weight."""
    judged: set[str] = set()
    for item in solutions:
        if item.outcome not in _AT_REST or item.case in judged:
            continue
        judged.add(item.case)
        stone = wall.stone(item.culprits[0])
        yield Check(
            id=f"blocks.rest{f'.{_slug(item.case)}' if item.case else ''}",
            mode="mechanism",
            limit_state="gravity",
            method=_method(item.case),
            place=Place(name="stone", stone=stone.name, level=float(stone.centroid[2])),
            demand=1.0,
            capacity=0.0,
            unit="",
            source=SOURCE,
            basis=_basis(corners[item.case], "weight", None),
            family="blocks",
            # friction that nothing presses may hold the stones: only that they stand is not shown
            bound="lower" if item.outcome == "held_by_friction" else "estimate",
            notes=(_AT_REST[item.outcome],),
        )


def _standing_checks(
    ranges: Sequence[BlockRange], wall: Wall, corners: Mapping[str, JointProperties]
) -> Iterator[Check]:
    """One check a case in which the wall stands without the friction of unpressed joints, and bears a push each way."""
    for case, joints in corners.items():
        pushed = [item.least for item in ranges if item.case == case and item.least is not None]
        if not pushed or min(pushed) <= 0.0 or not _covers(ranges, case):
            continue
        yield Check(
            id=f"blocks.rest{f'.{_slug(case)}' if case else ''}",
            mode="mechanism",
            limit_state="gravity",
            method=_method(case),
            place=Place(name="whole_wall"),
            # no load beside the weight: the multiplier is that of the horizontal load that it still bears
            demand=0.0,
            capacity=min(pushed),
            unit="",
            source=SOURCE,
            basis=_basis(joints, "weight", None),
            family="blocks",
            bound="lower",
            notes=("blocks_stands",),
        )


def _method(case: str) -> str:
    return f"blocks.{case}" if case else "blocks"


def _basis(joints: JointProperties, driving: Driving, acceleration: float | None) -> Basis:
    return Basis(
        driving=driving,
        body="stones",
        way="force",
        friction=math.tan(joints.friction_angle),
        acceleration=acceleration,
        proportional=acceleration is not None,
    )


def _slug(text: str) -> str:
    """A name as part of a check's id."""
    return text.replace("μ", "mu").replace("ζ", "zeta").replace(", ", "_").replace(" ", "_").lower()
