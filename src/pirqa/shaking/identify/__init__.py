"""How the wall vibrates: noise and sines on the engine beside the modes of its joints."""

from pirqa.shaking.identify.options import IdentifyOptions, SineTests
from pirqa.shaking.identify.result import IdentifyResult, NoiseReading, SineReading, Vibration
from pirqa.shaking.identify.stage import run_identify, settled_modes

__all__ = [
    "IdentifyOptions",
    "IdentifyResult",
    "NoiseReading",
    "SineReading",
    "SineTests",
    "Vibration",
    "run_identify",
    "settled_modes",
]
