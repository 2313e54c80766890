"""Motions by the stochastic method: the spectrum of an earthquake, at a point or on a fault, with random phases.

Boore (2003) for the point source, Motazedian and Atkinson (2005) and Boore (2009) for the finite fault.
"""

from pirqa.motion.synthetic.stochastic.fault import (
    Rupture,
    Subsources,
    active_subfaults,
    expected_spectrum,
    place_site,
    point_source,
    rupture_subsources,
)
from pirqa.motion.synthetic.stochastic.generate import noise_pair, phase_pair, saragoni_hart
from pirqa.motion.synthetic.stochastic.make import model_of, sources_of, stochastic_motion
from pirqa.motion.synthetic.stochastic.options import (
    AmplificationOptions,
    FaultOptions,
    PathDurationOptions,
    SpreadingOptions,
    StochasticOptions,
)
from pirqa.motion.synthetic.stochastic.regions import REGIONS, Region, register_region, rupture_size
from pirqa.motion.synthetic.stochastic.spectrum import (
    SeismologicalModel,
    acceleration_spectrum,
    corner_frequency,
    seismic_moment,
)

__all__ = [
    "REGIONS",
    "AmplificationOptions",
    "FaultOptions",
    "PathDurationOptions",
    "Region",
    "Rupture",
    "SeismologicalModel",
    "SpreadingOptions",
    "StochasticOptions",
    "Subsources",
    "acceleration_spectrum",
    "active_subfaults",
    "corner_frequency",
    "expected_spectrum",
    "model_of",
    "noise_pair",
    "phase_pair",
    "place_site",
    "point_source",
    "register_region",
    "rupture_size",
    "rupture_subsources",
    "saragoni_hart",
    "seismic_moment",
    "sources_of",
    "stochastic_motion",
]
