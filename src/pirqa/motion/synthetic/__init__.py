"""Made-up motions: sines, sweeps, noise, pulses, and motions matched to a spectrum."""

from pirqa.errors import OptionsError
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
    "SweepRate",
    "TargetSpectrum",
    "make_signal",
    "match_spectrum",
    "mavroeidis_papageorgiou",
    "paper_sine",
    "ricker",
    "sine",
    "sine_sweep",
    "white_noise",
]

SignalKind = SineOptions | SineSweepOptions | NoiseOptions | RickerOptions | PulseOptions | ArtificialOptions


def make_signal(options: SignalKind, *, name: str, target: TargetSpectrum | None = None) -> Signal | Matched:
    """The motion that ``options`` ask for; an artificial one needs a ``target`` [m/s2] at periods [s]."""
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
