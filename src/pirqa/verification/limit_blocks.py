"""Limit: the cone program on the stones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.errors import ComputationError
from pirqa.limit.blocks import BlockRange, BlocksOptions, LoadPattern, run_blocks
from pirqa.limit.blocks.assembly import BlockAssembly, assemble_blocks
from pirqa.limit.blocks.compliance import column_multiplier, single_joint_multiplier
from pirqa.limit.blocks.program import BlockProgram, Solved
from pirqa.limit.blocks.search import least_that_bears
from pirqa.limit.blocks.sliding import solve_sliding
from pirqa.limit.blocks.solve import rest_margin
from pirqa.model import Wall
from pirqa.verification.blocks import block_on_base, running_bond_wall, stiff_joints
from pirqa.verification.case import Case, case_of
from pirqa.verification.limit_blocks_walls import (
    FERRIS_TIN_LOI,
    annular_weights,
    arch,
    courses_wall,
    held_block,
    interlocked_bar,
    thrust_line_multiplier,
    u_corner,
)

__all__ = ["cases"]

_case = partial(case_of, "limit")

_ACROSS, _ALONG = (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)
_FERRIS = {1: (0.64286, 0.6429), 2: (0.58000, 0.5796), 3: (0.40369, 0.4025), 4: (0.33195, 0.325), 5: (0.23964, 0.2318)}
"""Multipliers, associative as published and non-associative as found before by the same method."""
_ARCHES = {27: (0.10672, 1e-4, 0.106777), 101: (0.10745, 3e-5, 0.107451), 401: (0.10748, 2e-5, 0.107476)}
"""Least t/R with flat voussoirs, its tolerance, and the same with weights of annular sectors."""
_THICK, _VOUSSOIRS = 0.2, 16
_FINEST = 1e-6


def cases() -> Iterator[Case]:
    """All cases of the part."""
    solver = "the solver's tolerance of 1e-8 and the lowering for its residuals"
    yield _case(
        "blocks.prism.overturning", "multiplier of a block 0.2 m thick, 1 m high", "", "moment about the toe: b/h",
        0.2, {"rel": 1e-6}, solver, lambda: _lower("prism.overturning"),
    )  # fmt: skip
    yield _case(
        "blocks.prism.sliding", "multiplier of a block on μ 0.15", "", "Coulomb: μ", 0.15, {"rel": 1e-6}, solver,
        lambda: _lower("prism.sliding"),
    )  # fmt: skip
    yield _case(
        "blocks.running_bond.out_of_plane", "multiplier of 44 boxes, 0.8 m thick, 4 m high, across", "",
        "moment about the toe of the whole wall: t/H", 0.2, {"rel": 1e-6}, solver, lambda: _lower("running_bond"),
        "The bottom course is free on the ground, μ 0.6.",
    )  # fmt: skip
    yield from _arches()
    yield from _ferris()
    yield from _unpressed()
    yield _case(
        "blocks.duality_gap", "largest distance of static and kinematic form of all walls here, over the multiplier",
        "", "strong duality: none", 0.0, {"max": 1e-6}, "the solver's tolerance of 1e-8 and the residuals",
        lambda: max(_gap(name) for name in _PROBLEMS),
        "Both forms are solved as programs of their own.",
    )  # fmt: skip
    # late: the dynamic engine is compiled at its first use
    from pirqa.verification import limit_blocks_dynamics

    yield from limit_blocks_dynamics.cases()


def _unpressed() -> Iterator[Case]:
    """Joints that nothing presses at rest, and blocks held by friction (models H, A and concave of compas_cra)."""
    exact = "the solver's tolerance of 1e-8 and the lowering for its residuals"
    yield _case(
        "blocks.corner.straight", "smooth multiplier of a U of 48 boxes with straight head joints, outward", "",
        "moment about the toe of the loose strip 0.5 × 3 m: t/h", 0.5 / 3.0, {"rel": 1e-6}, exact,
        lambda: _ranged("straight").smooth or math.nan, "μ 0.7; friction in the straight joints is no reserve.",
    )  # fmt: skip
    yield _case(
        "blocks.corner.bonded", "the same of the bonded U: smooth over associative multiplier", "",
        "the bond holds the corner by weight, not by friction in upright joints", 1.0, {"abs": 0.08},
        "less than the spread of 10 % within which a multiplier is an estimate",
        lambda: (_ranged("bonded").smooth or math.nan) / (_ranged("bonded").associative or math.nan),
    )  # fmt: skip
    held = "flag: 1 if the stone is reported as held by friction alone and safety is not shown"
    for name, flare in (("h", 0.0), ("a", 30.0)):
        source = f"compas_cra, model {name.upper()}: forces exist, no motion creates them"
        yield _case(
            f"blocks.held.{name}", held, "", source, 1.0, {"abs": 0.0}, "a flag", partial(_held, flare),
            "μ 0.84; own geometry.",
        )  # fmt: skip
    yield _case(
        "blocks.held.concave", "flag: 1 if a hooked bar stands and only its shape blocks a push sideways", "",
        "compas_cra, model concave: a bar hooked under a lintel, borne by two ledges", 1.0, {"abs": 0.0}, "a flag",
        _hooked, "A geometry of our own.",
    )  # fmt: skip
    yield _case(
        "blocks.column.one_bed", "tilt (its tangent) of the column of one course on an elastic bed", "",
        "tan φ = t/h − 3θ*", single_joint_multiplier(0.2, 7.2e4, 2e8, 4.0), {"rel": 1e-4}, "the search ends at 1e-5",
        lambda: column_multiplier(0.2, 7.2e4, 2e8, 4.0, 1),
    )  # fmt: skip


@cache
def _ranged(name: str) -> BlockRange:
    wall = u_corner(stiff_joints(2e9, friction=0.7), bonded=name == "bonded")
    (found,) = run_blocks(wall, BlocksOptions(patterns={"outward": LoadPattern()}, non_associative=False)).ranges
    return found


def _held(flare: float) -> float:
    found = run_blocks(held_block(flare=flare), BlocksOptions(patterns={"along": LoadPattern(direction=_ALONG)}))
    named = any(item.outcome == "held_by_friction" and item.culprits == ("2",) for item in found.solutions)
    return float(named and not any(check.satisfied for check in found.checks))


def _hooked() -> float:
    wall = interlocked_bar(0.9, stiff_joints(1e8, friction=0.84))
    found = run_blocks(wall, BlocksOptions(patterns={"side": LoadPattern(direction=_ACROSS)}))
    return float({item.outcome for item in found.solutions} == {"never_moves"})


def _arches() -> Iterator[Case]:
    source = (
        "semicircular arch that just stands, voussoirs between radial joints: t/R 0.10748 for many (Heyman's problem)"
    )
    for count, (flat, tolerance, annular) in _ARCHES.items():
        yield _case(
            f"blocks.arch.minimum_thickness.{count}", f"least t/R of an arch of {count} flat voussoirs", "",
            source, flat, {"abs": tolerance}, "the reference is rounded", partial(_least, count, flat=True),
            "Polyhedral voussoirs: lighter and lower than annular sectors. μ 2, so that none slides.",
        )  # fmt: skip
        case = _case(
            f"blocks.arch.minimum_thickness.{count}.annular", "the same with the weights of annular sectors", "",
            source, annular, {"abs": 2e-6}, "the search ends within 1e-6, the reference is rounded",
            partial(_least, count, flat=False),
        )  # fmt: skip
        yield replace(case, full=count > 101)
    yield _case(
        "blocks.arch.horizontal", "multiplier of an arch t/R 0.2, 16 voussoirs, weights of annular sectors", "",
        "thrust-line program of an earlier study", 0.286785, {"abs": 1e-6}, "the reference is rounded",
        lambda: _lower("arch.annular"),
    )  # fmt: skip
    yield _case(
        "blocks.arch.horizontal.thrust_line", "the same beside a thrust line in the arch", "",
        "own linear program: force and moment at a springing, thrust inside every radial joint",
        thrust_line_multiplier(annular_weights(_VOUSSOIRS, _THICK), _THICK), {"rel": 1e-6},
        "tolerances of both solvers", lambda: _lower("arch.annular"),
    )  # fmt: skip
    yield _case(
        "blocks.arch.horizontal.flat", "the same with flat voussoirs", "", "the same linear program with their weights",
        thrust_line_multiplier(assemble_blocks(arch(_VOUSSOIRS, _THICK)), _THICK), {"rel": 1e-6},
        "tolerances of both solvers", lambda: _lower("arch.flat"),
    )  # fmt: skip


def _ferris() -> Iterator[Case]:
    for number, (associative, sliding) in _FERRIS.items():
        yield _case(
            f"blocks.ferris_tin_loi.{number}", f"multiplier of wall {number} along, associative", "",
            "Ferris and Tin-Loi 2001, walls of units 0.4 × 0.175 m, μ 0.65", associative, {"abs": 1e-5},
            "the reference has five digits", partial(_lower, f"ferris.{number}"),
        )  # fmt: skip
        yield _case(
            f"blocks.ferris_tin_loi.{number}.non_associative", "the same, sliding that does not lift", "",
            "the same method in an earlier study", sliding, {"abs": 5e-3}, "shown, not judged",
            partial(_slid, f"ferris.{number}"),
            "Experimental: one solution of successive problems, not the least; the paper's table was not read.",
            compare_only=True,
        )  # fmt: skip


def _free_running_bond() -> Wall:
    return replace(running_bond_wall(mu=0.6), fixed=())


def _ferris_wall(number: int) -> BlockAssembly:
    joints = stiff_joints(1e9, friction=0.65)
    wall = courses_wall(FERRIS_TIN_LOI[number], width=0.4, height=0.175, thickness=1.0, joints=joints)
    return assemble_blocks(wall)


_PROBLEMS: dict[str, tuple[Callable[[], BlockAssembly], tuple[float, ...]]] = {
    "prism.overturning": (
        lambda: assemble_blocks(block_on_base(1.0, 0.2, 1.0, 2300.0, stiff_joints(1e9, friction=0.6))),
        _ACROSS,
    ),
    "prism.sliding": (
        lambda: assemble_blocks(block_on_base(1.0, 0.2, 1.0, 2300.0, stiff_joints(1e9, friction=0.15))),
        _ACROSS,
    ),
    "running_bond": (lambda: assemble_blocks(_free_running_bond()), _ACROSS),
    "running_bond.along": (lambda: assemble_blocks(_free_running_bond()), _ALONG),
    "arch.annular": (lambda: annular_weights(_VOUSSOIRS, _THICK), _ALONG),
    "arch.flat": (lambda: assemble_blocks(arch(_VOUSSOIRS, _THICK)), _ALONG),
    **{f"ferris.{number}": (partial(_ferris_wall, number), _ALONG) for number in _FERRIS},
}


@cache
def _program(name: str) -> tuple[BlockProgram, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    make, direction = _PROBLEMS[name]
    made = make()
    load = np.zeros((len(made.weight), 6))
    load[:, :3] = made.weight[:, None] * np.array(direction)
    return BlockProgram(made=made, dead=made.gravity), load


@cache
def _static(name: str) -> Solved:
    program, load = _program(name)
    return program.static(load)


def _lower(name: str) -> float:
    return _static(name).value


def _gap(name: str) -> float:
    program, load = _program(name)
    return abs(program.kinematic(load).value - _lower(name)) / _lower(name)


def _slid(name: str) -> float:
    program, load = _program(name)
    found = solve_sliding(program, load, _static(name))
    if found.status != "solved":
        raise ComputationError("the successive problems did not settle")
    return found.value


def _least(count: int, *, flat: bool) -> float:
    """Least t/R at which the arch stands."""

    def margin(slenderness: float) -> float:
        made = assemble_blocks(arch(count, slenderness)) if flat else annular_weights(count, slenderness)
        return rest_margin(BlockProgram(made=made, dead=made.gravity))

    found = least_that_bears(margin, low=0.105, high=0.11, tolerance=_FINEST)
    return math.nan if found.value is None else found.value
