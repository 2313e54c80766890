"""Limit: the mechanisms of the Chokepukio wall, on synthetic sections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from math import radians

from pirqa.limit import LimitOptions, analyse
from pirqa.limit.force_options import LimitStrut
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.joint import JointProperties
from pirqa.model.material import Material
from pirqa.model.mechanism import Mechanism
from pirqa.model.support import Support
from pirqa.model.wall import Wall
from pirqa.verification.case import Case, case_of

__all__ = ["cases", "chokepukio_wall"]

_case = partial(case_of, "limit")
_ROCK = Support(kind="rock", friction_angle=radians(35.0))

_SYNTHETIC = (
    "The paper does not print its section; this one is synthetic: found so that its rigid-body numbers are those of "
    "Table 5. It shows that the method gives them, not what the wall is."
)


def chokepukio_wall(*, tapered: bool) -> Wall:
    """A synthetic section of the Chokepukio wall: prismatic for displacements, tapered to fit α0 as well."""
    low = Zone(
        name="low",
        material="stone",
        bottom=0.0,
        top=6.10,
        thickness=1.375,
        thickness_top=1.166 if tapered else None,
        flush="back",
    )
    up = Zone(
        name="up",
        material="stone",
        bottom=6.10,
        top=9.42 if tapered else 9.0,
        thickness=0.565,
        flush="back",
        end=0.14 * 20.0 if tapered else None,
    )
    return Wall(
        envelope=Envelope(zones=(low, up), length=20.0),
        materials={"stone": Material(unit_weight=25.3e3)},
        support=_ROCK,
        joints=JointProperties(friction_angle=radians(30.0)),
    )


@cache
def _chokepukio(*, tapered: bool) -> dict[str, Mechanism]:
    struts = LimitStrut(level=4.82, count=3, capacity=184e3 / 3.0, side="back", kind="wedged")
    found = analyse(chokepukio_wall(tapered=tapered), LimitOptions(struts={"struts": struts}))
    names = {"first": "overturning.outward.base", "second": "overturning.inward.base"}
    # the top stands on a stretch of its own where it does not run along the whole wall
    names["partial"] = "overturning.outward.6.10m" + (".x1.40m" if tapered else "")
    by_name = {item.name: item for item in found.mechanisms}
    return {row: by_name[name] for row, name in names.items()}


def _displacement(row: str) -> float:
    """0.4 d0* of one row of the table."""
    curve = _chokepukio(tapered=False)[row].curve
    assert curve is not None
    return 0.4 * curve.ultimate_spectral_displacement


def _start(row: str) -> float:
    """α0 of one row of the table."""
    return _chokepukio(tapered=True)[row].multiplier


def cases() -> Iterator[Case]:
    """All cases of the part."""
    table = "Chokepukio paper, Table 5"
    reason = "what two or three printed digits leave open"
    for row, expected in (("first", 0.3015), ("second", 0.2485), ("partial", 0.1130)):
        note = _SYNTHETIC + " First section: prismatic, 1.375 m and 0.565 m; the struts' force fades to the fall."
        yield _case(
            f"chokepukio.d_u.{row}",
            "0.4 d0*",
            "m",
            table,
            expected,
            {"rel": 0.005},
            reason,
            partial(_displacement, row),
            note,
        )
    for row, expected in (("first", 0.240), ("second", 0.270), ("partial", 0.170)):
        note = _SYNTHETIC + " Second section: tapered below, the top on 14 % of the length only."
        yield _case(
            f"chokepukio.alpha0.{row}",
            "α0",
            "",
            table,
            expected,
            {"rel": 0.005},
            reason,
            partial(_start, row),
            note,
        )
