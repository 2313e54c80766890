"""Force methods on a cross-section: sliding and overturning, critical coefficients, studies, reliability."""

from pirqa.statics.options import Reliability, Required, StaticsOptions, Study, Variable
from pirqa.statics.result import StaticsResult
from pirqa.statics.stage import analyse

__all__ = ["Reliability", "Required", "StaticsOptions", "StaticsResult", "Study", "Variable", "analyse"]
