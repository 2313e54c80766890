"""One file a stage: its result into a section of the page. A new stage adds its file and a line here."""

from collections.abc import Callable
from typing import Any

from pirqa.project import Assessment
from pirqa.report.section import Section
from pirqa.report.sections import (
    blocks,
    campaign,
    codes,
    dynamics,
    fe,
    ida,
    identify,
    isolation,
    joint_calibration,
    limit,
    motion,
    oma,
    pushover,
    soil,
    statics,
    survey,
    sweep,
    tilt,
    updating,
)
from pirqa.report.words import Words

__all__ = ["BUILDERS"]

BUILDERS: dict[str, Callable[[Any, Assessment, Words], Section]] = {
    "survey": survey.build,
    "statics": statics.build,
    "motion": motion.build,
    "oma": oma.build,
    "fe": fe.build,
    "updating": updating.build,
    "pushover": pushover.build,
    "dynamics": dynamics.build,
    "identify": identify.build,
    "tilt": tilt.build,
    "joint_calibration": joint_calibration.build,
    "sweep": sweep.build,
    "ida": ida.build,
    "campaign": campaign.build,
    "isolation": isolation.build,
    "soil": soil.build,
    "limit": limit.build,
    "blocks": blocks.build,
    "codes": codes.build,
}
