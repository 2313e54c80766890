"""What users do with the engine: all asked actions on a wall, and what each did to it."""

from pirqa.shaking.damage import CollapseDefinition, Detachment, Fall, Outcome, outcome_of
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.stage import run_dynamics

__all__ = [
    "CollapseDefinition",
    "Detachment",
    "DynamicsOptions",
    "DynamicsResult",
    "Fall",
    "Outcome",
    "outcome_of",
    "run_dynamics",
]
