"""What the generator of walls can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.units import Length, Ratio

__all__ = ["GenerateOptions", "Like", "Niche", "Pattern"]

Pattern = Literal["inca", "ashlar", "running_bond", "rubble"]
"""``inca``: fitted polygons in undulating courses; ``ashlar``: rectangles in courses that get lower upwards;
``running_bond``: equal units, every second course shifted by half; ``rubble``: fitted polygons of all sizes."""

Like = Literal["sacsayhuaman"]
"""A wall of the literature whose size and counts are taken over; its drawing is not published."""

_SACSAYHUAMAN: dict[str, object] = {
    "pattern": "inca",
    "length": 8.64,
    "height": 4.0,
    "stones": 40,
    "courses": 5,
    "nonconvex": 7,
}


@dataclass(frozen=True, kw_only=True)
class Niche:
    """A trapezoidal niche, window or door."""

    x: Annotated[Length, Gt(0)]
    """Where the middle of its sill is along the wall [m]."""
    z: Annotated[Length, Ge(0)]
    """Level of its sill above the base [m]."""
    width: Annotated[Length, Gt(0)]
    """Width at the sill [m]."""
    height: Annotated[Length, Gt(0)]
    """From sill to lintel [m]."""
    top_width: Annotated[Length, Gt(0)] | None = None
    """Width under the lintel [m]; 85 % of the width where absent."""
    depth: Annotated[Length, Gt(0)] | None = None
    """How far its back lies behind the front [m]; it goes through the wall where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "generate.niches")

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its four corners (x, z) [m], counter-clockwise from the left of the sill."""
        foot = 0.5 * self.width
        head = 0.5 * (0.85 * self.width if self.top_width is None else self.top_width)
        top = self.z + self.height
        return (self.x - foot, self.z), (self.x + foot, self.z), (self.x + head, top), (self.x - head, top)


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """Options of a generated wall."""

    pattern: Pattern = "inca"
    """How the stones are laid."""
    length: Annotated[Length, Gt(0), Le(10_000.0)] | None = None
    """Length of the wall [m]."""
    height: Annotated[Length, Gt(0), Le(1_000.0)] | None = None
    """Height of the wall [m]."""
    stones: Annotated[int, Ge(1), Le(20_000)] | None = None
    """Number of stones; one for every 0.86 m2 where absent."""
    courses: Annotated[int, Ge(1), Le(1_000)] | None = None
    """Number of courses; from the size of the stones where absent. Rubble has none."""
    unit_length: Annotated[Length, Gt(0)] | None = None
    """Length of a whole unit of the running bond [m]."""
    unit_height: Annotated[Length, Gt(0)] | None = None
    """Height of a unit of the running bond [m]."""
    seed: Annotated[int, Ge(0)] = 7
    """Seed of the random numbers."""
    nonconvex: Annotated[int, Ge(0), Le(5_000)] = 0
    """Number of stones with re-entrant corners."""
    jitter: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Irregularity: 0 as regular as the pattern can be, 1 the most."""
    niches: tuple[Niche, ...] = ()
    """Niches, windows and doors, cut out of the stones."""
    like: Like | None = None
    """A wall of the literature to resemble; it fixes all but seed, jitter and niches."""

    def __post_init__(self) -> None:
        for name in ("stones", "courses", "seed", "nonconvex"):
            number = getattr(self, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
                raise ModelError(f"generate.{name} must be a whole number, got {number!r}")
        check_bounds(self, "generate")
        if self.pattern not in get_args(Pattern):
            hint = did_you_mean(str(self.pattern), get_args(Pattern))
            raise ModelError(f'generate.pattern "{self.pattern}" is not known; {hint}')
        if self.like is not None:
            self._take_over(str(self.like))
        for name, example in (("length", "8.64 m"), ("height", "4 m")):
            if getattr(self, name) is None:
                raise ModelError(f'generate.{name} is missing: give for example {name} = "{example}"')
        self._check_pattern()
        self._check_niches()

    def _take_over(self, like: str) -> None:
        if like not in get_args(Like):
            raise ModelError(f'generate.like "{like}" is not known; {did_you_mean(like, get_args(Like))}')
        for name, value in _SACSAYHUAMAN.items():
            given = getattr(self, name)
            if given not in (None, type(self).__dataclass_fields__[name].default, value):
                raise ModelError(f'generate.{name} is {value} for like = "{like}": leave it out, or leave out like')
            object.__setattr__(self, name, value)

    def _check_pattern(self) -> None:
        bond = self.pattern == "running_bond"
        for name in ("unit_length", "unit_height"):
            if getattr(self, name) is not None and not bond:
                raise ModelError(f'generate.{name} is for pattern = "running_bond"; give stones and courses instead')
        if bond and self.nonconvex:
            raise ModelError("generate.nonconvex: the units of a running bond are boxes; leave it out")
        if bond and self.courses is not None and self.unit_height is not None:
            raise ModelError("generate: give courses or unit_height, not both")
        if bond and self.stones is not None and self.unit_length is not None:
            raise ModelError("generate: give stones or unit_length, not both")
        if self.pattern == "rubble" and self.courses is not None:
            raise ModelError("generate.courses: rubble has no courses; leave it out")
        if self.stones is not None and self.courses is not None and self.courses > self.stones:
            raise ModelError(f"generate.courses is {self.courses}, more than the {self.stones} stones; give fewer")
        if self.stones is not None and 3 * self.nonconvex > self.stones:
            raise ModelError(
                f"generate.nonconvex is {self.nonconvex}: at most a third of the {self.stones} stones can have "
                "re-entrant corners"
            )

    def _check_niches(self) -> None:
        assert self.length is not None
        assert self.height is not None
        for number, niche in enumerate(self.niches, start=1):
            if not isinstance(niche, Niche):
                raise ModelError(f"generate.niches: number {number} must be a Niche, got {niche!r}")
            low, high = min(x for x, _ in niche.corners), max(x for x, _ in niche.corners)
            if low <= 0.0 or high >= self.length or niche.z + niche.height >= self.height:
                raise ModelError(
                    f"generate.niches: number {number} does not lie within the wall of {self.length:g} × "
                    f"{self.height:g} m with stone at both sides and above; make it smaller or move it"
                )
        for (one, first), (other, second) in combinations(enumerate(self.niches, start=1), 2):
            apart = first.z > second.z + second.height or second.z > first.z + first.height
            left, right = (first, second) if first.x < second.x else (second, first)
            if not apart and max(x for x, _ in left.corners) >= min(x for x, _ in right.corners):
                raise ModelError(f"generate.niches: numbers {one} and {other} overlap or touch; move one")

    @classmethod
    def like_sacsayhuaman(cls, seed: int = 7) -> GenerateOptions:
        """A wall with the size and counts of the one in the Sacsayhuaman paper: 8.64 × 4.0 m, 40 stones, 7 on the base.

        It is only like that wall: the paper's drawing is not published, so its joints are not the wall's.
        """
        return cls(like="sacsayhuaman", seed=seed)
