"""Checks of runs under one ground motion each: what a single motion may show.

One motion never shows safety. It shows failure where it is admissible (:mod:`pirqa.motion.sets.admissible`) and the
joints have their best estimates, or the wall fails at every end of their ranges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.motion.sets.admissible import TargetRange, is_admissible
from pirqa.shaking.checks import components_of, peak_of

__all__ = ["single_motion_checks"]


def single_motion_checks(
    checks: Sequence[Check], motions: Mapping[str, GroundMotion], target: TargetRange | None
) -> tuple[Check, ...]:
    """Return the checks as upper bounds of one motion each, with the votes that the motion allows.

    ``motions`` are those of the runs by name, as they are scaled in the project; the peak of a run that was scaled once
    more stands in the basis of its check. ``target`` is the spectrum of the demand that governs, None where there is
    none.
    """
    fails: dict[tuple[str, str], list[bool]] = {}
    for check in checks:
        fails.setdefault((check.action, check.limit_state), []).append(not check.satisfied)
    known: dict[tuple[str, float], bool] = {}
    found = []
    for check in checks:
        name = _motion_of(check)
        if name not in motions:
            found.append(check)
            continue
        motion = motions[name]
        peak = peak_of(motion)
        level = peak if check.basis is None or check.basis.acceleration is None else check.basis.acceleration
        factor = level / peak if peak > 0.0 else 1.0
        if (name, factor) not in known:
            known[name, factor] = target is not None and is_admissible(motion, target, factor)
        corner = "." in check.method
        together = all(fails[check.action, check.limit_state])
        if target is None:
            votes, note = False, "single_motion_no_target"
        elif not known[name, factor]:
            votes, note = False, "single_motion_not_admissible"
        elif corner and not together:
            votes, note = False, "single_motion_corner"
        else:
            votes, note = True, "single_motion_admissible"
        found.append(
            replace(
                check,
                bound="upper",
                motions=1,
                votes=check.votes and votes,
                intensity=None if check.satisfied or _is_open(check) else level,
                demand_intensity=level,
                includes=tuple(dict.fromkeys((*check.includes, *components_of(motion)))),
                notes=(*check.notes, note),
            )
        )
    return tuple(found)


def _is_open(check: Check) -> bool:
    """Return whether its method takes from the check both its vote and its intensity."""
    return not check.votes and check.intensity is None


def _motion_of(check: Check) -> str:
    basis = check.basis
    return basis.name if basis is not None and basis.driving == "record" else ""
