"""The card that is there, or is not: what the user is told."""

from __future__ import annotations

import sys
import types
from dataclasses import replace

import pytest

from pirqa.dynamics.cuda import device as device_file
from pirqa.dynamics.cuda.device import H200, LAUNCH, Device, explained, find_device, longest_launch, room_for
from pirqa.errors import ComputationError, MissingExtraError, MissingProgramError, OptionsError

LAPTOP = Device(
    name="GeForce RTX 4070", capability=(8, 9), multiprocessors=46, clock=2.48e9, memory=12 * 10**9, free=11 * 10**9
)


class FakeCard:
    name = b"NVIDIA A100"
    compute_capability = (8, 0)
    MULTIPROCESSOR_COUNT = 108
    CLOCK_RATE = 1_410_000
    KERNEL_EXEC_TIMEOUT = 0


def pretend(monkeypatch, *, available=True, error=None, count=1, simulated=0):
    """Numba's CUDA as it is where a driver and cards are, or are not."""
    import numba

    fake = types.ModuleType("numba.cuda")
    fake.is_available = lambda: available
    fake.cuda_error = lambda: error
    fake.gpus = [FakeCard()] * count
    fake.get_current_device = FakeCard
    context = types.SimpleNamespace(get_memory_info=lambda: (30 * 10**9, 40 * 10**9))
    fake.current_context = lambda: context
    monkeypatch.setitem(sys.modules, "numba.cuda", fake)
    monkeypatch.setattr(numba, "cuda", fake, raising=False)
    monkeypatch.setattr(numba.config, "ENABLE_CUDASIM", simulated)
    monkeypatch.setattr(device_file, "find_spec", lambda _: object())


def test_without_the_extra_the_pip_command_is_told(monkeypatch):
    monkeypatch.setattr(device_file, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"--backend cuda needs .* pip install 'pirqa\[cuda\]'"):
        find_device()


def test_without_a_driver_it_is_told(monkeypatch):
    pretend(monkeypatch, available=False, error="\nCUDA driver library cannot be found.\n")
    with pytest.raises(MissingProgramError, match=r"no driver .*cannot be found.*--backend processes"):
        find_device()


@pytest.mark.parametrize(
    ("available", "error"), [(True, None), (False, "Call to cuInit results in CUDA_ERROR_NO_DEVICE (100)")]
)
def test_without_a_card_it_is_told(monkeypatch, available, error):
    pretend(monkeypatch, available=available, error=error, count=0)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "7")
    with pytest.raises(OptionsError, match=r'finds no graphics card \(CUDA_VISIBLE_DEVICES is "7"\)'):
        find_device("sweep --backend cuda")


def test_without_the_compiler_it_is_told(monkeypatch):
    pretend(monkeypatch, available=False)
    with pytest.raises(MissingExtraError, match="NVVM"):
        find_device()


def test_a_card_is_found(monkeypatch):
    pretend(monkeypatch)
    found = find_device()
    assert (found.name, found.capability, found.multiprocessors) == ("NVIDIA A100", (8, 0), 108)
    assert (found.clock, found.memory, found.free) == (1.41e9, 40 * 10**9, 30 * 10**9)
    assert found.fast
    assert not found.warnings()
    # 108 multiprocessors × 1.41 GHz × 32, of 132 × 1.98 GHz × 64
    assert found.rate == pytest.approx(1000.0 * (108 * 1.41 * 32) / (132 * 1.98 * 64))
    assert str(found) == "NVIDIA A100, 40 GB"


def test_the_simulator_is_a_card(monkeypatch):
    pretend(monkeypatch, simulated=1)
    assert "simulator" in find_device().name


def test_a_card_that_is_slow_with_64_bits_is_told_with_its_rate():
    (told,) = LAPTOP.warnings()
    assert LAPTOP.rate == pytest.approx(1000.0 * (46 * 2.48 * 2) / (132 * 1.98 * 64))
    assert "compute capability 8.9" in told
    assert f"about {LAPTOP.rate:.2g} simulated seconds a second" in told
    assert H200.rate == 1000.0
    assert not H200.warnings()


def test_a_card_that_draws_a_screen_is_given_less_at_once(monkeypatch):
    monkeypatch.delenv(LAUNCH, raising=False)
    watched = replace(H200, watched=True)
    assert longest_launch(watched) < longest_launch(H200)
    assert "also draws a screen" in watched.warnings()[0]
    monkeypatch.setenv(LAUNCH, "0.02")
    assert longest_launch(watched) == longest_launch(H200) == 0.02


@pytest.mark.parametrize("given", ["soon", "0", "-1", "inf", "nan"])
def test_a_launch_that_is_no_time_is_refused(monkeypatch, given):
    monkeypatch.setenv(LAUNCH, given)
    with pytest.raises(OptionsError, match=f'{LAUNCH} is "{given}"'):
        longest_launch(H200)


def test_fewer_walls_where_memory_is_short():
    assert room_for(10**6, 5000, LAPTOP) == (5000, "")
    room, told = room_for(10**7, 5000, LAPTOP)
    assert room == 990  # a tenth stays free
    assert "990 walls at once instead of 5000" in told
    room, told = room_for(10**11, 1, LAPTOP)
    assert room == 0
    assert "one wall needs 100 GB" in told


class CudaDriverError(Exception):
    """As Numba calls it."""


class CudaAPIError(CudaDriverError):
    pass


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        ("CUDA_ERROR_LAUNCH_TIMEOUT", f"{LAUNCH}=0.01"),
        ("CUDA_ERROR_OUT_OF_MEMORY", "End other programs"),
        ("CUDA_ERROR_ECC_UNCORRECTABLE", "nvidia-smi"),
    ],
)
def test_what_the_driver_says_is_told_with_a_remedy(code, remedy):
    found = explained(CudaAPIError(f"Call to cuCtxSynchronize results in {code}"))
    assert isinstance(found, ComputationError)
    assert "finished runs are kept" in str(found)
    assert remedy in str(found)


def test_other_errors_are_not_the_drivers():
    assert explained(ValueError("CUDA_ERROR_LAUNCH_TIMEOUT")) is None
