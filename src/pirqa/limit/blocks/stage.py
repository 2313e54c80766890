"""The blocks stage: from a wall of stones to its load multipliers and mechanisms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pirqa.errors import OptionsError
from pirqa.limit.blocks.options import BlocksOptions
from pirqa.limit.blocks.result import BlockSolution, BlocksResult, ThicknessSearch
from pirqa.limit.blocks.solve import BlockWall
from pirqa.model.check import Basis, Check, Place
from pirqa.model.remark import Remark
from pirqa.model.site import Site
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["SOURCE", "run_blocks"]

SOURCE = "Rigid blocks without tension, Coulomb friction: Livesley 1978; Portioli and others 2014"


def run_blocks(
    wall: Wall, options: BlocksOptions | None = None, *, site: Site | None = None, observer: Observer = SILENT
) -> BlocksResult:
    """Every load pattern that ``options`` ask for, at both ends of a pair of friction angles."""
    options = BlocksOptions() if options is None else options
    if wall.joints is None:
        raise OptionsError('joints: missing; blocks needs friction: add [joints] with friction_angle = "…"')
    # stiffness has no say here: only friction makes cases
    corners = replace(wall.joints, normal_stiffness_high=None).corners()
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
    return BlocksResult(
        solutions=tuple(solutions),
        thickness=tuple(searches),
        checks=tuple(_checks(solutions, wall, site)),
        remarks=tuple(dict.fromkeys([*remarks, *_doubts(solutions)])),
    )


def _doubts(solutions: Sequence[BlockSolution]) -> Iterator[Remark]:
    for item in solutions:
        name = item.name if not item.case else f"{item.name} ({item.case})"
        if item.outcome == "not_converged":
            key = "blocks_not_converged" if item.friction == "associative" else "blocks_sliding_not_converged"
            yield Remark(kind="warning", key=key, text=name)
        elif item.outcome == "never_moves":
            yield Remark(kind="warning", key="blocks_never_moves", text=name)
        elif item.outcome == "unstable_at_rest":
            yield Remark(kind="warning", key="blocks_unstable", stones=item.culprits, text=item.case)
        if item.smooth_heads and item.outcome != "never_moves":
            yield Remark(kind="assumption", key="blocks_smooth_heads", text=name)


def _checks(solutions: Sequence[BlockSolution], wall: Wall, site: Site | None) -> Iterator[Check]:
    demand = None if site is None else site.peak_coefficient
    fallen: set[str] = set()
    assert wall.joints is not None
    corners = replace(wall.joints, normal_stiffness_high=None).corners()
    for item in solutions:
        method = f"blocks.{item.case}" if item.case else "blocks"
        ending = f".{_slug(item.case)}" if item.case else ""
        basis = Basis(
            driving="weight", body="stones", way="force", friction=math.tan(corners[item.case].friction_angle)
        )
        if item.outcome == "unstable_at_rest" and item.case not in fallen:
            fallen.add(item.case)
            stone = wall.stone(item.culprits[0])
            yield Check(
                id=f"blocks.rest{ending}",
                mode="mechanism",
                limit_state="gravity",
                method=method,
                place=Place(name="stone", stone=stone.name, level=float(stone.centroid[2])),
                demand=1.0,
                capacity=0.0,
                unit="",
                source=SOURCE,
                basis=basis,
                notes=("blocks_unstable",),
            )
        if demand is None or item.lower is None or item.mechanism is None:
            continue
        associative = item.friction == "associative"
        yield Check(
            id=f"blocks.{_slug(item.name)}.{item.friction}{ending}",
            mode="mechanism",
            limit_state="onset",
            method=method,
            place=item.mechanism.place,
            demand=demand,
            capacity=item.lower,
            unit="",
            source=SOURCE,
            votes=associative,
            basis=replace(basis, driving="peak", acceleration=demand, proportional=True),
            notes=() if associative else ("blocks_non_associative",),
        )


def _slug(text: str) -> str:
    """A name as part of a check's id."""
    return text.replace("μ", "mu").replace(", ", "_").replace(" ", "_").lower()
