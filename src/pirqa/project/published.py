"""What a project file prints beside our own numbers must have numbers to stand beside."""

from __future__ import annotations

from pirqa.errors import ProjectError, did_you_mean
from pirqa.fe.options import MAIN_MODEL
from pirqa.project.schema import ProjectFile
from pirqa.units import Quantity
from pirqa.updating.parameters import DIMENSION

__all__ = ["check_published"]


def check_published(parsed: ProjectFile) -> None:
    """Raise where a printed number has none of ours beside it."""
    for printed in parsed.published:
        stage = printed.check.split(".")[0]
        if stage not in parsed.analyses:
            raise ProjectError(
                f'published: "{printed.check}" is no check of these analyses: {did_you_mean(stage, parsed.analyses)}'
            )
    for judged in parsed.published_verdicts:
        stage = judged.check.split(".")[0]
        if judged.check and stage not in parsed.analyses:
            raise ProjectError(
                f'published_verdicts: "{judged.check}" is no check of these analyses: '
                f"{did_you_mean(stage, parsed.analyses)}"
            )
    if parsed.published_mechanisms and "codes" not in parsed.analyses:
        raise ProjectError('published_mechanisms: they stand beside those of the analysis "codes"; add it to analyses')
    if any(not item.model for item in parsed.published_modes) and "oma" not in parsed.analyses:
        raise ProjectError('published_modes: they stand beside those of the analysis "oma"; add it to analyses')
    for item in parsed.published_modes:
        if item.model and "fe" not in parsed.analyses:
            raise ProjectError(f'published_modes: model "{item.model}" is one of the analysis "fe"; add it to analyses')
        if item.model and item.model not in (MAIN_MODEL, *parsed.fe.models):
            known = (MAIN_MODEL, *parsed.fe.models)
            raise ProjectError(
                f'published_modes: model "{item.model}" is none of [fe.models]; {did_you_mean(item.model, known)}'
            )
    _check_parameters(parsed)
    for curve in parsed.published_pushover:
        if "pushover" not in parsed.analyses:
            raise ProjectError('published_pushover: it stands beside the analysis "pushover"; add it to analyses')
        if curve.direction not in parsed.pushover.directions:
            raise ProjectError(
                f'published_pushover: direction "{curve.direction}" is none of pushover.directions; add it there'
            )


def _check_parameters(parsed: ProjectFile) -> None:
    for item in parsed.published_parameters:
        if "updating" not in parsed.analyses:
            raise ProjectError(
                'published_parameters: they stand beside those of the analysis "updating"; add it to analyses'
            )
        known = parsed.updating.parameters
        if item.parameter not in known:
            raise ProjectError(
                f'published_parameters: "{item.parameter}" is none of [updating.parameters]; '
                f"{did_you_mean(item.parameter, tuple(known))}"
            )
        wanted = DIMENSION[known[item.parameter].kind]
        if isinstance(item.value, Quantity) and item.value.dimension.si != wanted.si:
            raise ProjectError(
                f'published_parameters: the value of "{item.parameter}" must be {wanted.noun}; '
                f"write for example {wanted.example}"
            )
