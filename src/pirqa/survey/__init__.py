"""From a photo, a drawing or scans to stones: no gap, no overlap, and a graph of what touches what."""

from pirqa.model.remark import Remark
from pirqa.survey.bond import bond
from pirqa.survey.generate import GenerateOptions, Niche
from pirqa.survey.options import LayerRule, StoneRule, SurveyOptions, WatchedStone
from pirqa.survey.result import SurveyResult
from pirqa.survey.stage import Surroundings, survey

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
