"""One wall with one set of joints: whether it stands, which joints are unpressed, and what each load pattern does."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import ComputationError
from pirqa.limit.blocks.assembly import (
    HELD,
    BlockAssembly,
    assemble_blocks,
    dead_loads,
    pattern_load,
    settling,
    smoothed,
    stretched,
    unit_direction,
)
from pirqa.limit.blocks.motion import compliance_factor, mechanism_of, moving_stones, normalised
from pirqa.limit.blocks.options import BlocksOptions, LoadPattern, ThicknessOptions
from pirqa.limit.blocks.program import BlockProgram, Solved, solve_sliding
from pirqa.limit.blocks.result import BlockOutcome, BlockSolution, FrictionKind, ThicknessSearch
from pirqa.model.masonry import STIFFNESS_RATIO, JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall

LEAST_PRESSURE = 0.01
"""Resultant of a joint at rest, over the weight above it, below which the joint is unpressed [-]."""

_MOST = 80

_GAIN = 1e-6
"""What weights may gain at rest, over the mean weight and a motion of a stone's size: more is a fall."""

_FALLS = 1e-2
"""Shift over the largest above which a stone is named, where the wall falls by itself."""

_APART = 1e-4
"""Relative distance of the two forms above which neither is believed."""

_NO_SLIDING = 5.0
"""Coefficient with which stones rock before they slide."""


@dataclass(frozen=True, kw_only=True)
class LeastFound:
    """End of a search."""

    value: float | None
    """None where not even the largest value that was tried is enough."""
    tried: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class BlockWall:
    """A wall with one set of joints, ready for its patterns."""

    wall: Wall
    joints: JointProperties
    case: str
    options: BlocksOptions

    @cached_property
    def made(self) -> BlockAssembly:
        """Stones and points as arrays, with friction where the options give it."""
        found = assemble_blocks(self.wall, self.joints)
        return smoothed(found) if self.options.head_joints == "smooth" else found

    @cached_property
    def program(self) -> BlockProgram:
        """Equilibrium under the dead loads."""
        return self._program(self.made)

    @cached_property
    def rest(self) -> Solved:
        """Whether the wall stands without any load."""
        return self.program.rest()

    @cached_property
    def unpressed(self) -> BlockAssembly:
        """The assembly without friction in unpressed joints; in joints steeper than 45° where no rest was found."""
        return smoothed(self.made, unpressed_faces(self.program))

    @cached_property
    def unpressed_rest(self) -> Solved:
        """Whether the wall stands without friction in unpressed joints."""
        return self._program(self.unpressed).rest()

    @cached_property
    def least(self) -> BlockAssembly | None:
        """The assembly without friction in unpressed joints and in joints steeper than 45°; None if it does not stand.

        Pressure in a steep joint under load may come from friction that lifts (associative) alone.
        """
        made = smoothed(self.unpressed)
        return made if _stands(self._program(made).rest()) else None

    @property
    def _span(self) -> FloatArray:
        levels = np.concatenate([stone.solid.vertices[:, 2] for stone in self.wall.stones])
        return np.array([levels.min(), levels.max()])

    def _program(self, made: BlockAssembly) -> BlockProgram:
        return BlockProgram(made=made, dead=dead_loads(made, self.options))

    def solve(self, name: str) -> list[BlockSolution]:
        """Solve pattern ``name`` with the kinds of friction that the options ask for."""
        pattern = self.options.patterns[name]
        blank = BlockSolution(
            name=name,
            kind=pattern.kind,
            friction="associative",
            case=self.case,
            direction=unit_direction(pattern),
            outcome="not_converged",
            smooth_heads=self.options.head_joints == "smooth",
            stones=self.made.names,
        )
        kinds: list[FrictionKind] = ["associative"]
        if self.options.non_associative and pattern.kind != "settlement":
            kinds.append("non_associative")
        if self.options.head_joints == "auto":
            kinds.append("smooth")
        if self.rest.status != "solved" or self.rest.motion is None:
            return [replace(blank, friction=kind) for kind in kinds]
        if not _stands(self.rest):
            fallen = self._fallen(blank, self.made, self.rest, "unstable_at_rest")
            return [replace(fallen, friction=kind) for kind in kinds]
        program = self._for_pattern(self.made, name)
        load = pattern_load(program.made, pattern, self.options)
        static = program.static(load)
        if static.status == "unbounded":
            if self._locked(name):
                return [replace(blank, friction=kind, outcome="never_moves") for kind in kinds]
            solutions = [replace(blank, friction=kind, outcome="wedged") for kind in kinds if kind != "smooth"]
        else:
            solutions = [self._bracketed(blank, program, pattern, load, static)]
            if "non_associative" in kinds:
                slid = solve_sliding(program, load, static)
                solutions.append(self._found(replace(blank, friction="non_associative"), program, pattern, slid, None))
        if "smooth" in kinds:
            solutions.append(self._smooth(replace(blank, friction="smooth", smooth_heads=True), name))
        return solutions

    def _for_pattern(self, made: BlockAssembly, name: str) -> BlockProgram:
        pattern = self.options.patterns[name]
        if pattern.kind == "settlement":
            made = settling(made, self.wall, pattern.stones, pattern=name)
        return self.program if made is self.made else self._program(made)

    def _locked(self, name: str) -> bool:
        """Whether the geometry alone holds the stones: nothing moves without friction in any joint either."""
        bare = smoothed(self.made, np.ones(len(self.made.area), dtype=bool))
        program = self._for_pattern(bare, name)
        load = pattern_load(program.made, self.options.patterns[name], self.options)
        if not np.any(program.scaled(load.copy())):
            return True
        return _stands(self._program(bare).rest()) and program.static(load).status == "unbounded"

    def _smooth(self, blank: BlockSolution, name: str) -> BlockSolution:
        """Solve pattern ``name`` without friction where nothing presses at rest, and in steep joints."""
        if self.unpressed_rest.status != "solved":
            return blank
        if not _stands(self.unpressed_rest):
            return self._fallen(blank, self.unpressed, self.unpressed_rest, "held_by_friction")
        made = self.unpressed if self.least is None else self.least
        program = self._for_pattern(made, name)
        pattern = self.options.patterns[name]
        load = pattern_load(program.made, pattern, self.options)
        static = program.static(load)
        if static.status == "unbounded":
            return replace(blank, outcome="wedged")
        found = self._bracketed(blank, program, pattern, load, static)
        if found.outcome != "found" or pattern.kind == "settlement" or self.least is None:
            return found if pattern.kind == "settlement" else replace(found, bounds_below=False)
        return replace(found, bounds_below=True, compliance=self._compliance(program, load, static, found))

    def _compliance(
        self, program: BlockProgram, load: FloatArray, static: Solved, found: BlockSolution
    ) -> float | None:
        """Return the factor of elastic joints on the smooth multiplier; None without Kn.

        The mechanism without sliding may have the higher rigid multiplier and lose more of it.
        """
        stiffness, direction = self.joints.normal_stiffness, found.direction
        if stiffness is None or static.motion is None or found.kind not in ("mass", "triangular"):
            return None
        made = program.made
        factor = compliance_factor(made, normalised(made, static.motion), static.value, direction, stiffness)
        rough = replace(made, friction=np.where(made.friction > 0.0, _NO_SLIDING, 0.0))
        rocking = self._program(rough).static(load)
        if rocking.status == "solved" and rocking.motion is not None:
            motion = normalised(rough, rocking.motion)
            turned = rocking.value * compliance_factor(rough, motion, rocking.value, direction, stiffness)
            factor = min(factor, turned / static.value)
        return factor

    def _fallen(self, blank: BlockSolution, made: BlockAssembly, rest: Solved, outcome: BlockOutcome) -> BlockSolution:
        if rest.motion is None:
            return replace(blank, outcome="not_converged")
        motion = normalised(made, rest.motion)
        return replace(blank, outcome=outcome, motion=motion, culprits=moving_stones(made, motion, least=_FALLS))

    def _bracketed(
        self, blank: BlockSolution, program: BlockProgram, pattern: LoadPattern, load: FloatArray, static: Solved
    ) -> BlockSolution:
        kinematic = program.kinematic(load)
        if kinematic.status != "solved" or static.status != "solved":
            return blank
        if abs(kinematic.value - static.value) > _APART * max(abs(kinematic.value), 1e-2):
            return blank
        return self._found(blank, program, pattern, static, kinematic)

    def _found(
        self,
        blank: BlockSolution,
        program: BlockProgram,
        pattern: LoadPattern,
        static: Solved,
        kinematic: Solved | None,
    ) -> BlockSolution:
        made = program.made
        moved = static.motion if kinematic is None else kinematic.motion
        if static.status != "solved" or static.forces is None or moved is None:
            return blank
        motion = normalised(made, moved)
        # an earthquake's push is level: what a slanting one starts says nothing about it
        inertial = pattern.kind in ("mass", "triangular") and blank.direction[2] == 0.0
        mechanism = None
        if inertial:
            ends = {"associative": [], "non_associative": ["sliding"], "smooth": ["smooth"]}[blank.friction]
            mechanism = mechanism_of(
                made,
                motion,
                blank.direction,
                static.value,
                name=".".join(("blocks", blank.name, *ends, *([self.case] if self.case else []))),
                span=self._span,
            )
        settled = pattern.kind == "settlement" and kinematic is not None
        leans = pattern.kind == "mass" and blank.direction[2] == 0.0 and not self.options.live_loads
        return replace(
            blank,
            outcome="found",
            lower=None if settled else static.value,
            upper=None if kinematic is None or settled else kinematic.value,
            # the load is that of the ground below: a settlement is solved for what it does not bear
            reaction=_reaction(static, kinematic) if settled and kinematic is not None else (),
            tilt=math.atan(static.value) if leans else None,
            motion=motion[: len(blank.stones)],
            moving=moving_stones(made, motion),
            forces=_contact_forces(program, static.forces),
            contacts=tuple(made.contact.tolist()),
            mechanism=mechanism,
        )

    def least_thickness(self, search: ThicknessOptions) -> ThicknessSearch | Remark:
        """The least factor on the wall's thickness at which it bears the multiplier that is asked for.

        A remark instead where there is none to be found: no thickness matters, or the solver gave up.
        """
        load = pattern_load(self.made, self.options.patterns[search.pattern], self.options)
        made = self.made
        if search.multiplier > 0.0 and self.program.static(load).status == "unbounded":
            if self._locked(search.pattern):
                return Remark(kind="warning", key="blocks_never_moves", text=search.pattern)
            if self.options.head_joints != "auto" or self.least is None:
                return Remark(kind="warning", key="blocks_wedged", text=search.pattern)
            made = self.least
        try:
            found = least_that_bears(
                partial(self._margin, made, search), low=_THINNEST, high=search.thickest, tolerance=_FINEST
            )
        except ComputationError as error:
            return Remark(kind="warning", key="blocks_thickness_failed", text=str(error))
        if found.value == _THINNEST:
            return Remark(kind="warning", key="blocks_any_thickness", amount=search.multiplier, text=search.pattern)
        depth = np.concatenate([corners[:, 1] for corners in self.made.corners])
        return ThicknessSearch(
            pattern=search.pattern,
            multiplier=search.multiplier,
            case=self.case,
            factor=found.value,
            thickness=None if found.value is None else found.value * float(np.ptp(depth)),
            tried=found.tried,
        )

    def _margin(self, present: BlockAssembly, search: ThicknessOptions, factor: float) -> float:
        """What the wall bears beyond what is asked for, its thickness being ``factor`` times the ``present`` one."""
        made = stretched(present, factor)
        loads = {
            name: replace(load, point=(load.point[0], load.point[1] * factor, load.point[2]))
            for name, load in self.options.live_loads.items()
        }
        options = replace(self.options, live_loads=loads)
        program = BlockProgram(made=made, dead=dead_loads(made, options))
        stands = rest_margin(program)
        if stands < 0.0 or search.multiplier == 0.0:
            return stands
        found = program.static(pattern_load(made, options.patterns[search.pattern], options))
        if found.status == "unbounded":
            return math.inf
        if found.status != "solved":
            raise ComputationError(f"the solver gave up at {factor:.4g} times the present thickness")
        return found.value - search.multiplier


def unpressed_faces(program: BlockProgram) -> NDArray[np.bool_] | None:
    """Return which flat faces of the joints are unpressed at rest, shape (faces,); None if no rest was found.

    The pressures are those of elastic joints that can open and do not slide (:meth:`BlockProgram.elastic_rest`). The
    weight above a joint is what the more heavily loaded of its two stones bears: its own weight and the downward forces
    of the other joints on it. The slope of the joint does not matter.
    """
    forces = program.elastic_rest(STIFFNESS_RATIO)
    if forces is None:
        return None
    made = program.made
    faces = len(made.area)
    bearing = _borne(program, forces)
    heaviest = np.zeros(faces)
    for side in (made.first, made.second):
        load = np.where(side == HELD, 0.0, bearing[np.maximum(side, 0)])
        np.maximum.at(heaviest, made.face, load)
    pressure = np.bincount(made.face, weights=np.maximum(forces[:, 0], 0.0), minlength=faces)
    return np.asarray(pressure < LEAST_PRESSURE * heaviest)


def _borne(program: BlockProgram, forces: FloatArray) -> FloatArray:
    """Weight of each stone and what other stones press down on it, over the mean weight, shape (b,)."""
    made = program.made
    upward = forces[:, 0] * -made.normal[:, 2] + np.einsum("pk,pk->p", forces[:, 1:], made.tangents[:, :, 2])
    borne = made.weight / program.unit
    for side, sign in ((made.first, 1.0), (made.second, -1.0)):
        held = side == HELD
        down = np.maximum(-sign * upward, 0.0)
        borne = borne + np.bincount(side[~held], weights=down[~held], minlength=len(borne))
    return np.asarray(borne)


def least_that_bears(margin: Callable[[float], float], *, low: float, high: float, tolerance: float) -> LeastFound:
    """Least value in [low, high] at which ``margin`` is not negative, within ``tolerance``.

    The margin must not go down while the value goes up. Below the answer it is nearly straight (a mechanism costs what
    its arms say), so that the line through the two nearest values that are not enough tells where to look next; the
    interval is halved where that does not help.
    """
    tried: list[float] = []
    below: list[tuple[float, float]] = []

    def enough(value: float) -> bool:
        tried.append(value)
        found = margin(value)
        if found >= 0.0:
            return True
        if math.isfinite(found):
            below.append((value, found))
        return False

    if not enough(high):
        return LeastFound(value=None, tried=tuple(tried))
    below.clear()
    if enough(low):
        return LeastFound(value=low, tried=tuple(tried))
    while high - low > tolerance and len(tried) < _MOST:
        middle = 0.5 * (low + high)
        if len(below) > 1 and len(tried) % 3:  # every third time by halves, so that the interval always closes
            (one, at_one), (two, at_two) = below[-2:]
            if at_two > at_one and two > one:
                guess = two - at_two * (two - one) / (at_two - at_one)
                # a little to either side of it in turns, so that both ends of the interval come near
                guess += (0.25 if len(tried) % 2 else -0.25) * tolerance
                middle = guess if low < guess < high else middle
        if enough(middle):
            high = middle
        else:
            low = middle
    return LeastFound(value=high, tried=tuple(tried))


_THINNEST, _FINEST = 1e-3, 1e-5

"""Least factor on the thickness that is tried, and to which it is found."""


def rest_margin(program: BlockProgram) -> float:
    """What is left of the tolerated gain at rest: negative where the wall falls under its own weight."""
    found = program.rest()
    if found.status != "solved":
        raise ComputationError(
            "blocks: the solver could not tell whether the wall stands under its own weight; look for slivers and "
            "stones that hardly touch in the survey"
        )
    return 1e-7 - found.value


def _stands(rest: Solved) -> bool:
    """Whether the wall stands, given the program of its rest."""
    return rest.status == "solved" and rest.value <= _GAIN


def _reaction(static: Solved, kinematic: Solved) -> tuple[float, float]:
    """The least force of the ground; what is less than the solver's tolerance is none."""
    low, high = (0.0 if abs(found.value) < 1e-7 else -found.value for found in (kinematic, static))
    return low, high


def _contact_forces(program: BlockProgram, forces: FloatArray) -> FloatArray:
    """Points, and forces on the first stone [m, N], shape (p, 6)."""
    made = program.made
    local = np.concatenate([-made.normal[:, None, :], made.tangents], axis=1)
    return np.concatenate([made.point, program.unit * np.einsum("pk,pki->pi", forces, local)], axis=1)
