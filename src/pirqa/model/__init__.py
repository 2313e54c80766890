"""The nouns of the field: frozen values that every room speaks of."""

from pirqa.model.check import Check, LimitState
from pirqa.model.material import JointProperties, Material
from pirqa.model.section import Layer, Section
from pirqa.model.site import Site
from pirqa.model.support import Backfill, Support
from pirqa.model.table import Table
from pirqa.model.verdict import LimitStateVerdict, Verdict, judge
from pirqa.model.wall import Envelope, Wall, Zone

__all__ = [
    "Backfill",
    "Check",
    "Envelope",
    "JointProperties",
    "Layer",
    "LimitState",
    "LimitStateVerdict",
    "Material",
    "Section",
    "Site",
    "Support",
    "Table",
    "Verdict",
    "Wall",
    "Zone",
    "judge",
]
