"""Stones for a wall of which only the envelope is known."""

from __future__ import annotations

from typing import Any

from pirqa.errors import ModelError
from pirqa.model.wall import Wall
from pirqa.survey.generate import GenerateOptions, Pattern
from pirqa.survey.options import SurveyOptions
from pirqa.survey.stage import Surroundings, survey

__all__ = ["bond"]


def bond(wall: Wall, pattern: Pattern, **options: Any) -> Wall:
    """``wall`` with made-up stones in its envelope; ``options`` are those of :class:`GenerateOptions`.

    The number of courses is the envelope's where it has more than one.
    """
    envelope = wall.envelope
    if envelope.length is None:
        raise ModelError("a wall needs a length before stones can be laid in it: give its envelope one")
    given: dict[str, Any] = {"length": envelope.length, "height": envelope.height}
    if envelope.courses > 1 and pattern != "rubble":
        given["courses"] = envelope.courses
    around = Surroundings(
        materials=wall.materials,
        support=wall.support,
        joints=wall.joints,
        backfill=wall.backfill,
        envelope=envelope,
    )
    material = envelope.zones[0].material
    generate = GenerateOptions(pattern=pattern, **(given | options))
    return survey(SurveyOptions(generate=generate, material=material), around=around).wall
