"""Force methods on a cross-section: sliding and overturning, critical coefficients, studies, reliability."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.statics.options import Reliability, Required, StaticsOptions, Study, Variable
    from pirqa.statics.stage import StaticsResult, analyse

__all__ = ["Reliability", "Required", "StaticsOptions", "StaticsResult", "Study", "Variable", "analyse"]

export_late(__name__)
