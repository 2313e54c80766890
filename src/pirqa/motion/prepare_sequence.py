"""Main shock and aftershocks made ready as one motion that can drive the wall."""

from __future__ import annotations

from collections.abc import Mapping

from pirqa.errors import InputError, OptionsError
from pirqa.model.remark import Remark
from pirqa.motion.intensity import measures
from pirqa.motion.options import MotionOptions
from pirqa.motion.result import PreparedMotion
from pirqa.motion.scaling import LARGEST_FACTOR, check_band
from pirqa.motion.sequence import JoinedShocks, SequenceOptions, join_shocks, unknown_shock

__all__ = ["prepare_sequence", "sequence_remarks"]


def prepare_sequence(
    name: str, asked: SequenceOptions, options: MotionOptions, prepared: Mapping[str, PreparedMotion]
) -> PreparedMotion:
    """Return the sequence ``name`` of motions that are ``prepared`` already, by name."""
    if name in prepared:
        raise OptionsError(f'motion.sequences: a motion is called "{name}" already; give the sequence another name')
    for shock in asked.shocks:
        if shock not in prepared:
            raise unknown_shock(name, shock, list(prepared))
    try:
        motions = [prepared[shock].motion.scaled(factor) for shock, factor in asked.scaled]
        joined = join_shocks(name, motions, rest=asked.rest)
    except InputError as error:
        raise OptionsError(f"motion.sequences.{name}: {error}") from error
    told = [*sequence_remarks(name, asked, joined)]
    if options.period is not None:
        told += check_band(joined.motion, options.period)
    return PreparedMotion(
        name=name,
        kind="sequence",
        target="",
        motion=joined.motion,
        filed=(),
        changes=(),
        measures=tuple(measures(joined.motion, direction.name) for direction in joined.motion.directions),
        remarks=tuple(dict.fromkeys(told)),
    )


def sequence_remarks(name: str, asked: SequenceOptions, joined: JoinedShocks) -> tuple[Remark, ...]:
    """Return what is repaired, assumed and doubtful about a sequence."""
    told = [*joined.remarks]
    if len(set(asked.shocks)) < len(asked.shocks):
        told.append(Remark(kind="assumption", key="sequence_same_shock", text=name))
    for shock, (_, factor) in zip(joined.shocks, asked.scaled, strict=True):
        if factor != 1.0 and abs(shock.factor) > LARGEST_FACTOR:
            told.append(
                Remark(
                    kind="warning",
                    key="motion_scaled_up",
                    text=shock.name,
                    amount=abs(shock.factor),
                    stated=LARGEST_FACTOR,
                )
            )
    return tuple(told)
