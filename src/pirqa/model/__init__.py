"""The nouns of the field: frozen values that every room speaks of."""

from pirqa.model.check import Check, LimitState
from pirqa.model.envelope import Envelope, Leaf, Zone
from pirqa.model.ground_motion import Direction, GroundMotion, MotionState, Origin, Treatment
from pirqa.model.joint import JointException, JointProperties
from pirqa.model.material import Material
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.modes import Modes, modal_assurance
from pirqa.model.polyhedron import Polyhedron, SolidProperties
from pirqa.model.remark import Remark
from pirqa.model.section import Layer, Section
from pirqa.model.site import Site
from pirqa.model.stone import BASE, Contact, ContactFace, ControlPoint, Stone
from pirqa.model.strut import Strut
from pirqa.model.support import Backfill, Support
from pirqa.model.table import Table
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
