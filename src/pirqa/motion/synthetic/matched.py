"""What a matched motion says of itself."""

from __future__ import annotations

import math
from dataclasses import replace

from pirqa.model.ground_motion import GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.synthetic.options import ArtificialOptions, MatchingOptions
from pirqa.motion.synthetic.signal import SIGNAL

__all__ = ["matched_motion", "matched_remarks"]


def matched_motion(
    seed_motion: GroundMotion | None,
    samples: FloatArray,
    step: float,
    amounts: dict[str, float],
    factor: float,
    options: MatchingOptions | ArtificialOptions,
    name: str,
) -> GroundMotion:
    """The adjusted ``samples`` [m/s2] as a motion that says how it was made."""
    if seed_motion is not None:
        return replace(
            seed_motion,
            name=name or seed_motion.name,
            step=step,
            acceleration=samples[:, None],
            initial_velocity=None,
            initial_displacement=None,
            treatments=(*seed_motion.treatments, Treatment(key="matched", amounts={"factor": factor, **amounts})),
            band=(amounts["corner"], 1.0 / options.shortest),
            factor=seed_motion.factor * factor,
        )
    assert isinstance(options, ArtificialOptions)
    made = Treatment(
        key=f"artificial_{options.envelope}", amounts={"seed": float(options.seed), "duration": options.duration}
    )
    return GroundMotion(
        name=name or "artificial",
        step=step,
        acceleration=samples[:, None],
        directions=(SIGNAL,),
        origin=Origin(format="artificial"),
        treatments=(made, Treatment(key="matched", amounts=amounts)),
        band=(amounts["corner"], 1.0 / options.shortest),
    )


def matched_remarks(
    seed_motion: GroundMotion | None, motion: GroundMotion, periods: FloatArray, target: FloatArray, factor: float
) -> tuple[Remark, ...]:
    """What must be known about a matched motion."""
    remarks = [Remark(kind="warning", key="motion_matched_without_pulses", text=motion.name)]
    if seed_motion is not None and not 0.25 <= factor <= 4.0:
        remarks.append(Remark(kind="warning", key="motion_matched_far", amount=factor, text=motion.name))
    largest = float((target * (periods / (2.0 * math.pi)) ** 2).max())
    moved = float(motion.peak_displacement[0])
    if moved > 1.5 * largest:
        remarks.append(
            Remark(kind="warning", key="motion_matched_drift", amount=moved, stated=largest, unit="m", text=motion.name)
        )
    return tuple(remarks)
