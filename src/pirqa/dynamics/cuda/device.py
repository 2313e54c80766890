"""Which graphics card there is, what can be expected of it, and what its driver's words mean."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import isfinite
from typing import Any

from pirqa.errors import ComputationError, MissingExtraError, MissingProgramError, OptionsError

LAUNCH = "PIRQA_CUDA_LAUNCH"
"""Environment variable: simulated time that one launch of a kernel makes at most [s]."""
_LAUNCH, _WATCHED = 1.0, 0.05
"""The same where it is not given [s]; on cards that also draw a screen, whose driver stops kernels that take long."""
_SLOW = 2.0
"""Results a clock of a multiprocessor where the table below says nothing: cards made for pictures."""
_DOUBLES = {(5, 0): 4.0, (5, 2): 4.0, (5, 3): 4.0, (6, 0): 32.0, (6, 1): 4.0, (6, 2): 4.0, (7, 0): 32.0, (7, 2): 32.0,
            (8, 0): 32.0, (9, 0): 64.0, (10, 0): 64.0}  # fmt: skip
"""Sums or products of 64 bits a clock of a multiprocessor, by compute capability (CUDA C++ Programming Guide,
arithmetic throughput); 10.0 from the data sheet of the B200."""
_FAST = {(6, 0), (7, 0), (8, 0), (9, 0), (10, 0)}
"""Compute capabilities at which 64 bits are half as fast as 32."""
_RATE = 1000.0
"""Simulated seconds of walls of 44 stones, at steps of 0.1 ms, that an H200 makes in a second."""
_SPARE = 0.1
"""Of the card's free memory that stays free."""


@dataclass(frozen=True, kw_only=True)
class Device:
    """A graphics card."""

    name: str
    capability: tuple[int, int]
    """Compute capability."""
    multiprocessors: int
    clock: float
    """[Hz]"""
    memory: int
    """[bytes]"""
    free: int
    """Of it, when it was asked [bytes]."""
    watched: bool = False
    """Whether its driver stops kernels that take long, since it also draws a screen."""

    @property
    def doubles(self) -> float:
        """Sums or products of 64 bits in a second [1/s]."""
        return self.multiprocessors * self.clock * _DOUBLES.get(self.capability, _SLOW)

    @property
    def fast(self) -> bool:
        """Whether numbers of 64 bits are half as fast as those of 32; on most cards they are 32 or 64 times slower."""
        return self.capability in _FAST

    @property
    def rate(self) -> float:
        """Simulated seconds of walls of 44 stones, at steps of 0.1 ms, that it may make in a second."""
        return _RATE * self.doubles / H200.doubles

    def __str__(self) -> str:
        return f"{self.name}, {self.memory / 1e9:.0f} GB"

    def warnings(self) -> list[str]:
        """What the user should know before waiting for it."""
        found = []
        if not self.fast:
            found.append(
                f"{self.name} (compute capability {'.'.join(map(str, self.capability))}) is slow with numbers of 64 "
                f"bits, which stones need: expect about {self.rate:.2g} simulated seconds a second of a wall of 44 "
                f"stones, where an H200 makes {_RATE:g}; --backend processes may be as quick"
            )
        if self.watched:
            found.append(
                f"{self.name} also draws a screen, and its driver stops whatever takes long: one launch makes "
                f"{longest_launch(self):g} s ({LAUNCH})"
            )
        return found


H200 = Device(
    name="NVIDIA H200",
    capability=(9, 0),
    multiprocessors=132,
    clock=1.98e9,
    memory=150_754_820_096,
    free=150_754_820_096,
)
"""What rates are told by."""


def find_device(what: str = "--backend cuda") -> Device:
    """The card that this process may use, the first of those that ``CUDA_VISIBLE_DEVICES`` leaves.

    ``what`` needs it, and is named where there is none.
    """
    if find_spec("numba_cuda") is None:
        raise MissingExtraError(what, "cuda")
    from numba import config, cuda

    numba_cuda: Any = cuda
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined]
        return Device(
            name="Numba's simulator", capability=(9, 0), multiprocessors=1, clock=1e6, memory=1 << 30, free=1 << 30
        )
    elsewhere = "use another machine, or --backend processes"
    try:
        there = numba_cuda.is_available()
        told = numba_cuda.cuda_error()
        count = len(numba_cuda.gpus) if there else 0
    except Exception as error:  # a driver that is half there says so in many ways
        there, told, count = False, str(error), 0
    if (there and not count) or "NO_DEVICE" in str(told):
        hidden = os.environ.get("CUDA_VISIBLE_DEVICES")
        shown = "" if hidden is None else f' (CUDA_VISIBLE_DEVICES is "{hidden}")'
        raise OptionsError(f"{what}: the driver finds no graphics card{shown}; {elsewhere}")
    if told:
        raise MissingProgramError(
            f"{what}: no driver of an NVIDIA card answers ({' '.join(str(told).split())}); install NVIDIA's driver, or "
            f"{elsewhere}"
        )
    if not there:
        raise MissingExtraError(f"{what} (its compiler, NVVM, is missing)", "cuda")
    return _asked(numba_cuda)


def _asked(numba_cuda: Any) -> Device:
    device = numba_cuda.get_current_device()
    free, total = numba_cuda.current_context().get_memory_info()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    capability = device.compute_capability
    return Device(
        name=name,
        capability=(int(capability[0]), int(capability[1])),
        multiprocessors=int(device.MULTIPROCESSOR_COUNT),
        clock=1e3 * float(device.CLOCK_RATE),
        memory=int(total),
        free=int(free),
        watched=bool(device.KERNEL_EXEC_TIMEOUT),
    )


def with_free_memory(device: Device) -> Device:
    """The same as it is now: walls that are there already take memory."""
    from numba import config, cuda

    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined]
        return device
    numba_cuda: Any = cuda
    return replace(device, free=int(numba_cuda.current_context().get_memory_info()[0]))


def longest_launch(device: Device) -> float:
    """Simulated time that one launch may make on ``device``, as ``PIRQA_CUDA_LAUNCH`` says or as it bears [s]."""
    given = os.environ.get(LAUNCH, "")
    if not given:
        return _WATCHED if device.watched else _LAUNCH
    try:
        value = float(given)
    except ValueError:
        value = -1.0
    if not (value > 0.0 and isfinite(value)):
        raise OptionsError(f'{LAUNCH} is "{given}": give seconds of simulated time, such as 0.05')
    return value


def room_for(each: int, wanted: int, device: Device) -> tuple[int, str]:
    """How many walls that need ``each`` bytes fit beside each other, ``wanted`` at most; and what is to be told of it.

    None: the wall does not fit at all.
    """
    fit = int((1.0 - _SPARE) * device.free // max(each, 1))
    if fit >= wanted:
        return wanted, ""
    if fit < 1:
        need, there = each / 1e9, device.free / 1e9
        return 0, f"one wall needs {need:.3g} GB of the card's memory, and {there:.3g} GB are free"
    return fit, (
        f"{fit} walls at once instead of {wanted}: each needs {each / 1e6:.3g} MB, and {device.free / 1e9:.3g} of "
        f"{device.memory / 1e9:.3g} GB of {device.name} are free"
    )


def explained(error: BaseException) -> ComputationError | None:
    """What the user can do about an error of the card's driver; none where it is another error."""
    if not any(kind.__name__ in ("CudaDriverError", "CudaRuntimeError", "CUDAError") for kind in type(error).__mro__):
        return None
    told, kept = str(error), "finished runs are kept, and the same command goes on with the others"
    if "LAUNCH_TIMEOUT" in told:
        return ComputationError(
            f"the card's driver stopped a kernel that took long, as it does where the card also draws a screen; "
            f"{kept}. Give it less at once, {LAUNCH}=0.01, say, or use a card without a screen"
        )
    if "OUT_OF_MEMORY" in told:
        return ComputationError(
            f"the card's memory is full; {kept}. End other programs that use the card (nvidia-smi shows them)"
        )
    return ComputationError(f"the card was lost ({told}); {kept}. Look at it with nvidia-smi if it is lost again")
