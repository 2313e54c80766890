"""Keys of the project file whose defaults do nothing in a project: nobody assumed them."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from pirqa.codes import CodesOptions
from pirqa.fe.options import FeModel, FeOptions
from pirqa.model.condition import Condition
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.motion.options import MotionOptions
from pirqa.project.schema import Analysis, ProjectFile
from pirqa.pushover.options import PushoverOptions
from pirqa.shaking.options import DynamicsOptions
from pirqa.updating.options import McmcOptions, UpdatingOptions

__all__ = ["idle_codes", "idle_keys"]


def idle_keys(parsed: ProjectFile) -> set[str]:
    """Keys whose defaults do nothing in this project: nobody assumed them."""
    idle = {"wall.flush", "wall.courses", "statics.methods", "backfill.drained"}
    idle |= {f"joints.{key}" for key in ("tension", "cohesion", "dilation_angle", "dilation_limit")}
    idle |= {f"condition.{item.name}" for item in fields(Condition)}
    if parsed.wall is None or parsed.wall.zones:
        idle |= {"wall.front_batter", "wall.back_batter"}
    if parsed.backfill is None:
        idle |= {"statics.thrusts", "limit.backfill"}
    if parsed.backfill is None or not parsed.backfill.water_level:
        idle |= {"statics.water", "statics.uplift"}
    if parsed.base is None or parsed.base.bearing_capacity is None:
        idle.add("statics.required.bearing")
    idle |= {f"survey.{key}" for key in ("openings", "flush", "front_batter", "back_batter", "fixed", "guided")}
    if parsed.survey is not None:
        idle |= {f"survey.layers.{name}.skip" for name in parsed.survey.layers}
        idle |= {f"survey.leaves.{leaf.name}.stones" for leaf in parsed.survey.leaves}
        if parsed.survey.generate is not None:
            idle |= {"survey.tolerance", "survey.base", "survey.generate.length", "survey.generate.height"}
            if parsed.survey.generate.like is not None:  # then the others follow from it
                idle |= {f"survey.generate.{item.name}" for item in fields(parsed.survey.generate)}
    if parsed.limit.compressive_strength is None and not parsed.limit.masonry:
        idle.add("limit.crushing_rule")
    if not {"statics"} & set(parsed.analyses):
        idle.add("site.kv")
    for key in ("planning", "tracking", "hvsr"):  # what is not asked for, and how ground noise is read
        idle |= {f"oma.{key}.{item.name}" for item in fields(getattr(parsed.oma, key))}
    if not {"fe", "pushover"} & set(parsed.analyses):
        idle |= {f"materials.{name}.poisson_ratio" for name in parsed.materials}
    if "updating" not in parsed.analyses:  # then there is one wall only
        idle |= {f"{name}.wall" for name in get_args(Analysis)}
    idle |= {"joint_calibration.measured"} | _idle_updating(parsed.updating)
    idle |= _idle_motion(parsed.motion) | _idle_dynamics(parsed.dynamics) | idle_codes(parsed.codes)
    return idle | _idle_fe(parsed.fe) | _idle_pushover(parsed.pushover)


def _idle_fe(fe: FeOptions) -> set[str]:
    """The same for finite elements: how they are computed, and what is seldom otherwise."""
    idle = {"fe.solver", "fe.modes", "fe.finer", "fe.layers"}
    if fe.response is None:
        idle.add("fe.damping")
    else:
        for code in fields(DesignSpectra):
            fixed = ("vertical", "rise", "reduction", "damping")
            idle |= {f"fe.response.spectra.{code.name}.{key}" for key in fixed}
    models: dict[str, FeOptions | FeModel] = {f"fe.models.{name}": item for name, item in fe.models.items()}
    models["fe"] = fe
    for prefix, model in models.items():
        idle |= {f"{prefix}.struts.{name}.{key}" for name in model.struts for key in ("clamped", "unit_weight")}
        idle |= {f"{prefix}.springs.{name}.direction" for name in model.springs}
        idle |= {f"{prefix}.rear_wall.{key}" for key in ("turned", "length_share")}
    idle |= {f"fe.points.{name}.side" for name in fe.points}
    return idle


def _idle_motion(motion: MotionOptions | None) -> set[str]:
    """The same for ground motions."""
    if motion is None:
        return set()
    idle = {"motion.sliding.ways"} if motion.sliding is None else set()
    for kind, motions in (("records", motion.records), ("signals", motion.signals)):
        for name, item in motions.items():
            prefix = f"motion.{kind}.{name}"
            idle |= {f"{prefix}.reversed", f"{prefix}.vertical", f"{prefix}.sine.raw"}
            if item.scale is None or item.scale.sa is None:
                idle.add(f"{prefix}.scale.damping")
            for part in ("matched", "artificial"):  # how it is searched, not what is found
                idle |= {f"{prefix}.{part}.periods", f"{prefix}.{part}.rounds"}
    idle |= {f"motion.sequences.{name}.factors" for name in motion.sequences}
    for name, record in motion.records.items():
        if record.site_effect is not None and record.site_effect.frequency is None:
            idle.add(f"motion.records.{name}.site_effect.damping")
    if not motion.records or motion.processing.kind == "none":
        idle |= {f"motion.processing.{item.name}" for item in fields(motion.processing)}
    if motion.design is not None:
        idle |= {f"motion.design.{item.name}.{key}" for item in fields(motion.design) for key in ("vertical", "rise")}
    return idle


def _idle_dynamics(dynamics: DynamicsOptions) -> set[str]:
    """The same for stones in motion: how it is computed, not what is found."""
    keys = ("allow_unstable", "refine", "renew_after", "ramp", "hold", "quiet", "settling_damping", "output_step")
    idle = {f"dynamics.simulation.{key}" for key in keys} | {"dynamics.compare_damping"}
    if dynamics.simulation.contact == "exact":
        idle.add("dynamics.simulation.points")
    if dynamics.simulation.step is not None:
        idle.add("dynamics.simulation.safety")
    if dynamics.tilt is not None and dynamics.tilt.by is None:
        idle.add("dynamics.tilt.held")
    if dynamics.tilt is not None and dynamics.tilt.slow_from is None:
        idle.add("dynamics.tilt.slow_rate")
    return idle


def _idle_pushover(pushover: PushoverOptions) -> set[str]:
    """The same for pushing: how the paths are found, and what spectra must be."""
    idle = {f"pushover.{key}" for key in ("solver", "halved_viscosity", "other_control", "second_wall")}
    idle |= {f"pushover.masonry.{name}.law" for name, item in pushover.masonry.items() if item.law == "elastic"}
    for code in fields(DesignSpectra):
        idle |= {f"pushover.spectra.{code.name}.{fixed}" for fixed in ("vertical", "rise", "reduction", "damping")}
    return idle


def idle_codes(codes: CodesOptions) -> set[str]:
    """The same for verification by codes: what only floors have, and what spectra must be."""
    idle = {"codes.retrofit.thickness"}
    if codes.structure_period is None:
        idle |= {f"codes.{key}" for key in ("structure_damping", "period_elongation", "levels")}
    if codes.participation is not None:
        idle.add("codes.levels")
    for key in ("spectra", "damage_spectra", "collapse_spectra"):
        for code in fields(DesignSpectra):
            idle |= {f"codes.{key}.{code.name}.{fixed}" for fixed in ("vertical", "rise", "reduction", "damping")}
    return idle


def _idle_updating(updating: UpdatingOptions) -> set[str]:
    """The same for the calibration of finite elements: how the values are looked for."""
    idle = {"updating.starts", "updating.seed", "updating.mesh_check"}
    if updating.method == "direct":
        idle |= {"updating.rounds", "updating.step"}
    return idle | {f"updating.mcmc.{item.name}" for item in fields(McmcOptions)}
