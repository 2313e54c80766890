"""The rules of verification that there are: a new code is one file and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from pirqa.codes import ntc2008, ntc2018
from pirqa.codes.rule import ONSET_EFFECTS, CodeRule
from pirqa.model.check import MethodDeclaration

RULES: Mapping[str, CodeRule] = {rule.key: rule for rule in (ntc2008.RULE, ntc2018.RULE)}
"""Rules by key, in the order of ``codes.rules``."""
ACTIVATION = MethodDeclaration(
    family="activation", limit_states=("onset",), at_rest="limit_gravity", effects=ONSET_EFFECTS
)
"""Start of a mechanism under a design spectrum."""
DECLARATIONS = (ACTIVATION, *(rule.declaration for rule in RULES.values()))
"""Declarations of all methods of this room."""
