"""From a photo, a drawing or scans to stones: no gap, no overlap, and a graph of what touches what."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.model.remark import Remark
    from pirqa.model.wall import Surroundings
    from pirqa.survey.options import GenerateOptions, LayerRule, Niche, StoneRule, SurveyOptions, WatchedStone
    from pirqa.survey.result import SurveyResult
    from pirqa.survey.stage import bond, survey

__all__ = [
    "GenerateOptions",
    "LayerRule",
    "Niche",
    "Remark",
    "StoneRule",
    "Surroundings",
    "SurveyOptions",
    "SurveyResult",
    "WatchedStone",
    "bond",
    "survey",
]

export_late(__name__)
