"""Made-up motions: sines, sweeps, noise, pulses, motions matched to a spectrum, stochastic motions of an earthquake."""

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import GroundMotion
from pirqa.motion.synthetic.matching import Matched, TargetSpectrum, match_spectrum
from pirqa.motion.synthetic.noise import white_noise
from pirqa.motion.synthetic.options import (
    ArtificialOptions,
    EnvelopeShape,
    MatchingOptions,
    NoiseOptions,
    PulseOptions,
    RickerOptions,
    SineOptions,
    SineSweepOptions,
    SpectrumShape,
    SweepRate,
)
from pirqa.motion.synthetic.pulses import mavroeidis_papageorgiou, ricker
from pirqa.motion.synthetic.signal import Signal
from pirqa.motion.synthetic.sines import paper_sine, sine, sine_sweep
from pirqa.motion.synthetic.stochastic import StochasticOptions, stochastic_motion

__all__ = [
    "ArtificialOptions",
    "EnvelopeShape",
    "Matched",
    "MatchingOptions",
    "NoiseOptions",
    "PulseOptions",
    "RickerOptions",
    "Signal",
    "SignalKind",
    "SineOptions",
    "SineSweepOptions",
    "SpectrumShape",
    "StochasticOptions",
    "SweepRate",
    "TargetSpectrum",
    "make_signal",
    "match_spectrum",
    "mavroeidis_papageorgiou",
    "paper_sine",
    "ricker",
    "sine",
    "sine_sweep",
    "stochastic_motion",
    "white_noise",
]

SignalKind = (
    SineOptions | SineSweepOptions | NoiseOptions | RickerOptions | PulseOptions | ArtificialOptions | StochasticOptions
)


def make_signal(
    options: SignalKind, *, name: str, target: TargetSpectrum | None = None, record: GroundMotion | None = None
) -> Signal | Matched:
    """The motion that ``options`` ask for.

    An artificial one needs a ``target`` [m/s2] at periods [s], a stochastic one with phases the ``record`` they are of.
    """
    match options:
        case SineOptions():
            return sine(options, name=name)
        case SineSweepOptions():
            return sine_sweep(options, name=name)
        case NoiseOptions():
            return white_noise(options, name=name)
        case RickerOptions():
            return ricker(options, name=name)
        case PulseOptions():
            return mavroeidis_papageorgiou(options, name=name)
        case ArtificialOptions():
            if target is None:
                raise OptionsError(f"motion.signals.{name}: an artificial motion needs a design spectrum to match")
            return match_spectrum(None, target, options, name=name)
        case StochasticOptions():
            return stochastic_motion(options, name=name, record=record)
