"""Whatever is in a file, a reader gives a record or says why not: nothing else escapes, nothing hangs."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirqa.errors import PirqaError
from pirqa.motion.formats import FORMATS, read_record
from pirqa.motion.record import ReadAs, record_path
from pirqa.verification.motion_records import afad_file, bhrc_file, cwa_file, knet_file
from tests.motion import test_isesd, test_itsak
from tests.motion.test_usc import volume_one, volume_two

DATA = Path(__file__).parents[1] / "data" / "records"
LONGEST = 10.0
"""Seconds for one file, with room for a busy machine."""

ASKED = (
    ReadAs(),
    ReadAs(unit="g", step=0.01),
    ReadAs(unit="gal"),
    ReadAs(sensitivity=1000.0),
    ReadAs(unit="g", step=0.02, components=("NS",)),
)
TOKENS = (
    b"nan", b"NaN", b"inf", b"-inf", b"1e999", b"-1", b"0", b"0.0", b"999999999999", b"9" * 400, b"", b"*******",
    b"1,5", b"2147483648", b"1e-320", b"\xff", b"\0", b"--", b"1e308", b"4294967295", b"\x1a", b"1_0", b"0x10",
    b"\xc2\xb2", b"(8F0.0)", b"(0F0.0)", b"-.", b"+", b"1d5",
)  # fmt: skip


def shipped(name: str) -> bytes:
    return record_path(f"pirqa:{name}", Path()).read_bytes()


def head(data: bytes, lines: int) -> bytes:
    return b"\n".join(data.splitlines()[:lines]) + b"\n"


def recounted(data: bytes, old: bytes, new: bytes, lines: int) -> bytes:
    return head(data, lines).replace(old, new)


PISAGUA = shipped("pisagua0911131.v1")
BLOCK = PISAGUA[: PISAGUA.index(b"/&")]
SEEDS: dict[str, list[bytes]] = {
    "cismid": [shipped("PRQ_19661017164100.txt")],
    "peer": [path.read_bytes()[:20000] for path in sorted(DATA.glob("*.AT2"))],
    "cosmos": [shipped("us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c")],
    "cdmg": [
        recounted(BLOCK, b"=   4000 ", b"=    100 ", 47) + b"/&\n",
        head(shipped("ce36456p_CE36456.V2"), 1270),
        shipped("LA116TH.RAW")[:30000],
    ],
    "esm": [recounted(shipped("HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC"), b"NDATA: 8800", b"NDATA: 100", 164)],
    "smc": [shipped("0111a.smc")],
    "unam": [recounted(shipped("CUP50401.012"), b"/4400/4400/4400", b"/100/100/100", 209)],
    "geonet": [path.read_bytes() for path in sorted(DATA.glob("*.V[12]A"))],
    "bbp": [recounted(shipped("3528839_LPCC_HN_20.000"), b"7144", b"108", 20)],
    "knet": [knet_file("N-S"), knet_file("6", memo="invented")],
    "afad": [afad_file()],
    "cwa": [cwa_file()],
    "bhrc": [bhrc_file()],
    "usc": ["\n".join(lines).encode() + b"\n" for lines in (volume_one(), volume_two(), volume_two("UP", unit=""))],
    "isesd": [test_isesd.PLAIN.encode()],
    "itsak": [test_itsak.PLAIN.encode()],
    "mseed": [shipped("CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed")[:8192]],
    "sac": [shipped("20190706031952.CJ.T001230.HNE.sac")],
    "columns": [
        head(shipped("elcentro_NS_full.dat"), 100),
        b"time (s),NS (cm/s2),EW [gal]\n"
        + b"".join(b"%.2f,%d.5,-%d.25\n" % (0.01 * i, i % 7, i % 5) for i in range(50)),
        b"".join(b"1.5 -2.5 3.5 4.5 5.5 6.5 7.5 8.5\n" for _ in range(20)) + b"1.5 2.5\n",
    ],
}


def mutated(data: bytes, seed: int) -> bytes:
    """``data`` with one to four things done to it."""
    draw = random.Random(seed)
    for _ in range(draw.randint(1, 4)):
        if not data:
            break
        kind = draw.choice(("cut", "flip", "token", "token", "token", "line", "twice", "swap", "behead", "word"))
        at = draw.randrange(len(data) if draw.random() < 0.4 else min(len(data), 4000))
        if kind == "cut":
            data = data[:at]
        elif kind == "behead":
            data = data[min(at, 200) :]
        elif kind == "flip":
            data = data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
        elif kind == "word":
            data = data[:at] + draw.randbytes(4) + data[at + 4 :]
        elif kind == "token":
            found = re.compile(rb"[-+.\d]+").search(data, at)
            start, end = found.span() if found else (at, at)
            data = data[:start] + draw.choice(TOKENS) + data[end:]
        else:
            lines = data.splitlines(keepends=True)
            index, other = draw.randrange(len(lines)), draw.randrange(len(lines))
            if kind == "line":
                del lines[index : index + draw.randint(1, 3)]
            elif kind == "twice":
                lines.insert(other, lines[index])
            else:
                lines[index], lines[other] = lines[other], lines[index]
            data = b"".join(lines)
    return data


def survives(path: Path, data: bytes, asked: ReadAs, format: str | None) -> None:
    """A record that is finite, or an error of ours that names the file, soon."""
    path.write_bytes(data)
    start = time.process_time()
    record, message = None, ""
    try:
        record = read_record(path, asked, format=format)
    except PirqaError as error:
        message = str(error)
    if record is None:
        assert path.name in message
    else:
        for channel in record.channels:
            assert np.all(np.isfinite(channel.values))
            assert np.isfinite(channel.step)
            assert channel.step > 0.0 or channel.measured != "acceleration"
            if channel.times is not None:
                assert len(channel.times) == len(channel.values)
                assert np.all(np.diff(channel.times) > 0.0)
    assert time.process_time() - start < LONGEST


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "file.dat"


def test_every_format_has_a_seed():
    assert set(SEEDS) == set(FORMATS)
    assert all(SEEDS.values())


@pytest.mark.parametrize("format", FORMATS)
def test_the_seeds_are_read(format, place):
    """Of each format at least one seed gives a record, so that the mutants come deep enough."""
    read = []
    for data in SEEDS[format]:
        place.write_bytes(data)
        for asked in ASKED:
            try:
                read.append(read_record(place, asked, format=format))
            except PirqaError:
                continue
    assert read


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), asked=st.sampled_from(ASKED), told=st.booleans())
def test_mutants(format, place, seed, asked, told):
    base = SEEDS[format][seed % len(SEEDS[format])]
    survives(place, mutated(base, seed), asked, format if told else None)


@pytest.mark.long
@pytest.mark.parametrize("format", FORMATS)
def test_two_thousand_mutants(format, place):
    for seed in range(2000):
        base = SEEDS[format][seed % len(SEEDS[format])]
        survives(place, mutated(base, seed), ASKED[seed % len(ASKED)], format if seed % 3 else None)


@pytest.mark.parametrize("format", [None, *FORMATS])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(min_size=1, max_size=3000), asked=st.sampled_from(ASKED))
def test_random_bytes(format, place, data, asked):
    survives(place, data, asked, format)


@pytest.mark.parametrize("format", [None, *FORMATS])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(alphabet="0123456789.,;:-+eEdDnaif \t\n#%()[]/=AVZ'\"", min_size=1, max_size=600),
    asked=st.sampled_from(ASKED),
)
def test_random_text(format, place, text, asked):
    survives(place, text.encode(), asked, format)


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ("mseed", "sac")])
def test_a_megabyte_without_a_line_end(format, place):
    base = SEEDS[format][0]
    for filling in (b" ", b"1", b"(", b"1 ", b"A:", b"1.0,"):
        for at in (0, min(len(base), 60), len(base) // 2):
            survives(place, base[:at] + filling * (400_000 // len(filling)) + base[at:], ASKED[1], format)
