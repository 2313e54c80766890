"""Options of all stages that move stones: actions, simulation, struts, infill, definitions of damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Gt, MaxLen

from pirqa.dynamics.options import SettlementOptions, SimulationOptions, TiltOptions
from pirqa.errors import ModelError
from pirqa.experiments.damage_states import DAMAGE_STATES, CollapseDefinition, DamageState, check_states
from pirqa.model.bounds import check_bounds
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.units import Length, Pressure


@dataclass(frozen=True, kw_only=True)
class InfillOptions:
    """Infill between two leaves as springs that only push, where it has no stones."""

    modulus: Annotated[Pressure, Gt(0)]
    """Modulus of the infill when it is squeezed between the leaves [Pa]."""
    strength: Annotated[Pressure, Gt(0)] | None = None
    """Pressure at which it gives way and stays squeezed [Pa]; none: it stays elastic."""
    between: Annotated[tuple[str, ...], MaxLen(2)] = ()
    """Names of the two leaves or zones; those on either side of every leaf without stones where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.infill")
        if len(self.between) not in (0, 2):
            raise ModelError(f"dynamics.infill.between needs two names of leaves, not {len(self.between)}")
        if len(set(self.between)) == 1:
            raise ModelError(f'dynamics.infill.between names "{self.between[0]}" twice; name two leaves')


@dataclass(frozen=True, kw_only=True)
class DynamicsOptions:
    """Stones shaken, tilted or let down: what the dynamics stage can be asked for."""

    motions: tuple[str, ...] | None = None
    """Names of the ground motions that drive the base; all of the motion analysis where absent, none where empty."""
    tilt: TiltOptions | None = None
    settlement: SettlementOptions | None = None
    simulation: SimulationOptions = field(default_factory=SimulationOptions)
    struts: tuple[Strut, ...] = ()
    """Struts and ties that hold the wall."""
    infill: InfillOptions | None = None
    """Springs for infill without stones between two leaves."""
    damage: CollapseDefinition = field(default_factory=CollapseDefinition)
    """When stones count as fallen, and the wall as collapsed."""
    damage_states: dict[str, DamageState] = field(default_factory=lambda: dict(DAMAGE_STATES))
    """What a wall comes to, by name, from the lightest state to the heaviest; those of a file replace all of these."""
    residual_limit: Annotated[Length, Gt(0)] = 3e-3
    """Lasting displacement of a stone that is damage [m]."""
    compare_damping: bool = False
    """Whether each run is made again with its damping number read the other way: Pa·s/m, or of critical."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics")
        check_states(self.damage_states)
        names = [strut.name for strut in self.struts]
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f'dynamics.struts: two are called "{name}": give each its own name')

    def struts_on(self, wall: Wall) -> tuple[Strut, ...]:
        """All that holds ``wall``: the struts and ties, then the springs of its infill."""
        from pirqa.experiments.leaves import infill_springs

        return (*self.struts, *(strut for item in infill_springs(wall, self.infill) for strut in item.struts))
