"""The rules of verification: each is registered here once, with its edition and what it does with each effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pirqa.codes.options import Rule
from pirqa.model.check import Effect
from pirqa.model.effects import MethodDeclaration, Treatment

__all__ = ["ACTIVATION", "DECLARATIONS", "RULES", "CodeRule"]

_MECHANISM: Mapping[Effect, Treatment] = {
    # the multiplier of the mechanism feels these, each with its trial in tests/verdict/test_declarations_codes.py
    "self_weight": "included",
    "fill_at_rest": "included",
    "fill_dynamic": "included",
    "water": "included",
    "surcharge": "included",
    "struts": "included",
    "crushing": "included",
    "shape": "included",
    # the floor's acceleration for a part that stands on a wall; checks at the ground say that they leave it out
    "amplification": "included",
    # walls at a right angle only hold
    "returns": "safe",
    # another mode; bodies have no head joints; motion along the wall does no work on a fall across it
    "sliding": "none",
    "head_joint_friction": "none",
    "both_components": "none",
}
_START: Mapping[Effect, Treatment] = {**_MECHANISM, "mortar": "safe", "duration": "none"}
"""Whether motion starts depends on the largest acceleration alone; the tension of mortar may delay it."""
_RULE: Mapping[Effect, Treatment] = {**_MECHANISM, "mortar": "none", "duration": "none"}
"""The rules take masonry that bears no tension (C8.7.1.2.1, from memory), so that mortar is no excuse for a wall that
fails them. The shares of d0 that they allow (0.4, 0.6) were found by integrating rocking in time (Doherty and others
2002)."""


@dataclass(frozen=True, kw_only=True)
class CodeRule:
    """A rule of verification."""

    title: str
    edition: str
    superseded_by: str = ""
    """Edition that replaced it; empty for a rule in force. A superseded rule is shown and never decides."""
    declaration: MethodDeclaration

    @property
    def superseded(self) -> bool:
        """Whether a later edition has replaced the rule."""
        return bool(self.superseded_by)


def _declared(rule: Rule) -> MethodDeclaration:
    return MethodDeclaration(family=rule, limit_states=("damage", "wall_falls"), at_rest="limit_gravity", effects=_RULE)


ACTIVATION = MethodDeclaration(family="activation", limit_states=("onset",), at_rest="limit_gravity", effects=_START)
"""Start of a mechanism under a design spectrum."""
RULES: Mapping[Rule, CodeRule] = {
    "ntc2008": CodeRule(
        title="NTC 2008 with Circolare 617/2009",
        edition="2008",
        superseded_by="NTC 2018 with Circolare 7/2019",
        declaration=_declared("ntc2008"),
    ),
    "ntc2018": CodeRule(title="NTC 2018 with Circolare 7/2019", edition="2018", declaration=_declared("ntc2018")),
}
"""Rules of :data:`pirqa.codes.options.Rule` by key."""
DECLARATIONS = (ACTIVATION, *(rule.declaration for rule in RULES.values()))
"""Declarations of all methods of this room."""
