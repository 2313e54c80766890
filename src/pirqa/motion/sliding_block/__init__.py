"""Newmark's sliding block: exact integration under a motion, and what published regressions foretell."""

from __future__ import annotations

from pirqa.motion.sliding_block.integrate import Sliding, slide
from pirqa.motion.sliding_block.regressions import Prediction, predict_displacements

__all__ = ["Prediction", "Sliding", "predict_displacements", "slide"]
