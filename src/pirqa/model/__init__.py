"""The nouns of the field: frozen values that every room speaks of."""

from pirqa.model.check import Check, LimitState
from pirqa.model.envelope import Envelope, Layer, Leaf, Section, Zone
from pirqa.model.ground_motion import Direction, GroundMotion, MotionState, Origin, Site, Treatment
from pirqa.model.masonry import (
    BASE,
    Contact,
    ContactFace,
    ControlPoint,
    JointException,
    JointProperties,
    Material,
    Stone,
)
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.modes import Modes, modal_assurance
from pirqa.model.polyhedron import Polyhedron, SolidProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.support import Backfill, Strut, Support
from pirqa.model.verdict import LimitStateVerdict, Verdict, judge
from pirqa.model.wall import Wall

__all__ = [
    "BASE",
    "Backfill",
    "CapacityCurve",
    "Check",
    "Contact",
    "ContactFace",
    "ControlPoint",
    "Direction",
    "Envelope",
    "GroundMotion",
    "JointException",
    "JointProperties",
    "Layer",
    "Leaf",
    "LimitState",
    "LimitStateVerdict",
    "Material",
    "Mechanism",
    "Modes",
    "MotionState",
    "Origin",
    "Polyhedron",
    "Remark",
    "Section",
    "Site",
    "SolidProperties",
    "Stone",
    "Strut",
    "Support",
    "Table",
    "Treatment",
    "Verdict",
    "Wall",
    "Zone",
    "judge",
    "modal_assurance",
]
