"""What every reader must bear: files cut anywhere, other line ends, rubbish; used by the tests of the readers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pirqa.motion
from pirqa.errors import RecordError
from pirqa.motion.formats import format_of
from pirqa.motion.record import ReadAs, Record

SHIPPED = Path(pirqa.motion.__file__).parent / "records"
OWN = Path(__file__).parents[1] / "data" / "records"

_SPOILERS = (b"1e999", b"nan", b"*****", b"-1", b"0", b"999999999999", b"\xff", b"\n", b"", b"(", b"|", b"=", b"1D3")


def alter(data: bytes, old: str, new: str) -> bytes:
    """``data`` with the first ``old`` made ``new``; it must be there."""
    before, after = old.encode("latin-1"), new.encode("latin-1")
    assert before in data, old
    return data.replace(before, after, 1)


def refusal(reader: ModuleType, path: Path, data: bytes, asked: ReadAs | None = None) -> str:
    """The message with which ``reader`` refuses ``data``, which it must."""
    with pytest.raises(RecordError) as caught:
        reader.read(path, data, asked or ReadAs())
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def same(first: Record, second: Record) -> bool:
    """Whether two records hold the same values."""
    return len(first.channels) == len(second.channels) and all(
        one.name == other.name and one.step == other.step and np.array_equal(one.values, other.values)
        for one, other in zip(first.channels, second.channels, strict=True)
    )


def check_line_ends(reader: ModuleType, path: Path, data: bytes) -> None:
    """LF, CRLF and CR give one and the same record."""
    plain = data.replace(b"\r\n", b"\n")
    whole = reader.read(path, plain, ReadAs())
    for end in (b"\r\n", b"\r"):
        assert same(whole, reader.read(path, plain.replace(b"\n", end), ReadAs()))


def check_detected(path: Path, data: bytes, name: str) -> None:
    """Of all formats, ``name`` is the one that takes the file."""
    assert format_of(path, data) == name


def check_cuts(reader: ModuleType, path: Path, data: bytes, *, examples: int = 40) -> None:
    """A file cut anywhere is refused, unless only what stands behind its data is lost."""
    whole = reader.read(path, data, ReadAs())
    near_end = st.integers(max(len(data) - 60, 1), len(data) - 1)

    @settings(max_examples=examples, deadline=None)
    @given(st.one_of(near_end, st.integers(1, len(data) - 1)))
    def cut(length: int) -> None:
        with contextlib.suppress(RecordError):
            assert same(whole, reader.read(path, data[:length], ReadAs())), length

    cut()


def check_spoilt(reader: ModuleType, path: Path, data: bytes, *, head: int, examples: int = 60) -> None:
    """Whatever is written over a file, it is read or refused: nothing else is raised and nothing infinite comes out."""

    @settings(max_examples=examples, deadline=None)
    @given(st.integers(0, head), st.sampled_from(_SPOILERS), st.integers(0, 9))
    def spoil(at: int, what: bytes, width: int) -> None:
        spoilt = data[:at] + what + data[at + width :]
        reader.recognises(spoilt, path.name)
        try:
            record = reader.read(path, spoilt, ReadAs(sensitivity=1e5))
        except RecordError:
            return
        assert all(np.all(np.isfinite(channel.values)) and channel.step > 0.0 for channel in record.channels)

    spoil()


def check_rubbish(recognises: Callable[[bytes, str], bool], reader: ModuleType, path: Path) -> None:
    """Bytes that are no record are not recognised, and refused where the reader is made to read them."""

    @settings(max_examples=60, deadline=None)
    @given(st.binary(max_size=400))
    def rubbish(data: bytes) -> None:
        assert not recognises(data, path.name)
        refusal(reader, path, data)

    rubbish()
