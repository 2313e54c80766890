"""Readers of vibration files: round trips, and files that are damaged, cut off, or of another kind."""

from __future__ import annotations

import builtins
import gc
import importlib
import io
import struct
import warnings

import numpy as np
import pytest

from pirqa.errors import MissingExtraError, RecordError
from pirqa.oma.formats import SUFFIXES, read_vibration

RATE = 200.0
SIGNALS = np.random.default_rng(5).normal(scale=1e-3, size=(800, 3))
TIMES = np.arange(800) / RATE


def _text(separator: str, comma: bool = False, header: str = "", time: bool = True) -> str:
    table = np.column_stack([TIMES, SIGNALS]) if time else SIGNALS
    lines = [separator.join(f"{value:.9g}" for value in row) for row in table]
    text = header + "\n".join(lines) + "\n"
    return text.replace(".", ",") if comma else text


@pytest.mark.parametrize(
    ("text", "names", "numbers"),
    [
        (_text(",", header="Time (s),P1 [m/s²],P2 [m/s²],P3 [m/s²]\n"), ("P1", "P2", "P3"), (2, 3, 4)),
        (_text(";", comma=True, header="tiempo;uno;dos;tres\n"), ("uno", "dos", "tres"), (2, 3, 4)),
        (_text("\t", comma=True), ("2", "3", "4"), (2, 3, 4)),
        (_text("   "), ("2", "3", "4"), (2, 3, 4)),
        (_text("\t", header="# a logger\n# Sampling rate: 200 Hz\nA\tB\tC\n", time=False), ("A", "B", "C"), (1, 2, 3)),
        (_text(" ", header="fs = 200\n\n", time=False), ("1", "2", "3"), (1, 2, 3)),
        (_text(",", header="t,a,b,c\n").replace("\n", ",\n"), ("a", "b", "c"), (2, 3, 4)),
    ],
)
def test_text_of_many_kinds(tmp_path, text, names, numbers):
    path = tmp_path / "s1.csv"
    path.write_text(text, encoding="utf-8")
    found = read_vibration(path)
    assert (found.names, found.numbers, found.rate) == (names, numbers, RATE)
    np.testing.assert_allclose(found.values, SIGNALS, rtol=1e-8)
    assert found.index(numbers[1]) == found.index(names[1].upper() if names[1].islower() else names[1]) == 1


def test_units_of_text_stand_in_brackets_or_in_a_line_of_their_own(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(_text(";", header="Time;a;b;c\ns;V;mV;V\n"))
    assert read_vibration(path).units == ("V", "mV", "V")
    path.write_text(_text(";", header="Time [s];a (g);b (g);c (g)\n"))
    assert read_vibration(path).units == ("g", "g", "g")


def test_times_of_day_tell_the_rate(tmp_path):
    rows = [f"2024-05-01 23:59:{59 + i // 200:02d}.{5 * (i % 200):03d},{i},{-i}" for i in range(150)]
    path = tmp_path / "a.csv"
    path.write_text("when,a,b\n" + "\n".join(rows) + "\n")
    assert read_vibration(path).rate == 200.0
    clock = [f"{'23:59:59' if i < 200 else '00:00:00'}.{5 * (i % 200):03d};{0.5 * i}" for i in range(300)]
    path.write_text("\n".join(clock) + "\n")
    found = read_vibration(path)
    assert (found.rate, found.values.shape) == (200.0, (300, 1))


def test_rates_survive_the_digits_of_printed_times(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\n".join(f"{i / 256:.3f};{i % 7}.5" for i in range(5000)) + "\n")
    assert read_vibration(path).rate == 256.0
    path.write_text("time (ms);a\n" + "\n".join(f"{i * 5};{i % 7}.5" for i in range(500)) + "\n")
    assert read_vibration(path).rate == 200.0


@pytest.mark.parametrize(("head", "first"), [("", 0), ("", 1), ("Sample;a;b\n", 1), ("n;time;b\n", 0)])
def test_numbers_of_samples_are_no_time(tmp_path, head, first):
    path = tmp_path / "a.csv"
    path.write_text(head + "\n".join(f"{first + i};{i / 50};{i % 7}.5" for i in range(200)) + "\n")
    found = read_vibration(path)
    assert found.rate == (50.0 if "time" in head else None)
    assert found.numbers == ((3,) if "time" in head else (2, 3))


def test_empty_cells_are_no_numbers(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("t;a;b\n" + "\n".join(f"{i / 100};{'' if i == 7 else i};{i}" for i in range(50)) + "\n")
    found = read_vibration(path)
    assert np.flatnonzero(np.isnan(found.values[:, 0])).tolist() == [7]
    assert not np.isnan(found.values[:, 1]).any()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("   \n\n", "is empty"),
        ("hello\nworld\n", "no columns of numbers"),
        (_text(";", header="t;a;b;c\n") + "4.0;1", "cut off"),
        (_text(";").replace("\n", "\n1;x;2;3\n", 1), '"x" is no number'),
        (_text(";", header="t;a;b;c\n").replace("\n1.5;", "\n1.9;"), "time goes back"),
        ("\n".join(f"{(i if i < 50 else i + 9) / 100};{i}.5" for i in range(99)), "time goes back|lacks samples"),
        ("t;a\n" + "\n".join(f"{(i if i < 50 else i + 9) / 100};{i}.5" for i in range(99)), "lacks samples at line 5"),
        ("\n".join(f"{i},{i % 9}" for i in range(50)), "decimal commas"),
        ("a,b\n" + "\n".join(f"{i % 5},{i % 9},1,2" for i in range(50)), "decimal commas"),
        ("t\n" + "\n".join(f"{i / 100}" for i in range(99)), "nothing else"),
        ("a;b\n1.5;2.5\n", "1 samples"),
    ],
)
def test_damaged_text_is_told(tmp_path, text, says):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    if says.startswith("time goes back|"):  # without names it may be a channel as well
        assert read_vibration(path).values.shape == (99, 2)
        return
    with pytest.raises(RecordError, match=says) as caught:
        read_vibration(path)
    assert "bad.csv" in str(caught.value)


def test_numpy_arrays(tmp_path):
    np.save(tmp_path / "a.npy", SIGNALS.T)
    found = read_vibration(tmp_path / "a.npy")
    np.testing.assert_array_equal(found.values, SIGNALS)
    assert [remark.key for remark in found.remarks] == ["vibration_turned"]
    assert found.rate is None
    np.savez(tmp_path / "a.npz", data=SIGNALS, fs=RATE, unit="g")
    found = read_vibration(tmp_path / "a.npz")
    assert (found.rate, found.units) == (RATE, ("g", "g", "g"))
    np.savez(tmp_path / "b.npz", one=SIGNALS[:, 0], two=SIGNALS[:, 1], time=TIMES)
    found = read_vibration(tmp_path / "b.npz")
    assert (found.names, found.rate) == (("one", "two"), RATE)
    np.savez(tmp_path / "c.npz", x=SIGNALS, y=SIGNALS, dt=1 / RATE)
    with pytest.raises(RecordError, match='variable = "x"'):
        read_vibration(tmp_path / "c.npz")
    assert read_vibration(tmp_path / "c.npz", variable="y").rate == pytest.approx(RATE)
    with pytest.raises(RecordError, match='no variable "z"'):
        read_vibration(tmp_path / "c.npz", variable="z")


def test_numpy_files_that_are_none(tmp_path):
    whole = io.BytesIO()
    np.save(whole, SIGNALS)
    cases = {
        "cut.npy": whole.getvalue()[:500],
        "noise.npy": b"\x93NUMPY\x01\x00rubbish",
        "zip.npz": b"PK\x03\x04broken",
        "text.npy": b"1 2 3\n",
    }
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(RecordError, match=name):
            read_vibration(tmp_path / name)
    np.save(tmp_path / "objects.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(RecordError, match="Python objects"):
        read_vibration(tmp_path / "objects.npy")
    np.save(tmp_path / "words.npy", np.array(["a", "b"]))
    with pytest.raises(RecordError, match="numbers are expected"):
        read_vibration(tmp_path / "words.npy")


@pytest.mark.parametrize("packed", [False, True])
def test_matlab_files(tmp_path, packed):
    from scipy.io import savemat

    savemat(tmp_path / "a.mat", {"data": SIGNALS, "fs": RATE, "unit": "mV"}, do_compression=packed)
    found = read_vibration(tmp_path / "a.mat")
    np.testing.assert_array_equal(found.values, SIGNALS)
    assert (found.rate, found.units[0]) == (RATE, "mV")
    nested = {"ch1": SIGNALS[:, 0], "ch2": SIGNALS[:, 1].astype(np.float32), "dt": 1.0 / RATE, "note": "señal"}
    several = np.array([(np.arange(3.0),), (np.arange(4.0),)], dtype=[("x", object)])
    things = {"rec": nested, "s": several, "c": np.array([np.arange(2), "a"], dtype=object), "flag": np.array([True])}
    savemat(tmp_path / "b.mat", things, do_compression=packed)
    found = read_vibration(tmp_path / "b.mat")
    assert found.names == ("rec.ch1", "rec.ch2")
    assert found.rate == pytest.approx(RATE)
    np.testing.assert_array_equal(found.values[:, 1], SIGNALS[:, 1].astype(np.float32))
    whole = (tmp_path / "a.mat").read_bytes()
    for cut in (60, 100, 140, 300, 2000):
        (tmp_path / "cut.mat").write_bytes(whole[:cut])
        with pytest.raises(RecordError, match=r"cut\.mat"):
            read_vibration(tmp_path / "cut.mat")


def test_arrays_of_matlab_are_those_that_scipy_reads(tmp_path):
    from scipy.io import loadmat, savemat

    from pirqa.oma.formats.matlab import _variables

    rng = np.random.default_rng(1)
    made = {f"v{kind}": rng.integers(0, 100, size=(3, 4)).astype(kind) for kind in ("i1", "u2", "i4", "i8", "f4", "f8")}
    savemat(tmp_path / "a.mat", made)
    ours = dict(_variables(memoryview((tmp_path / "a.mat").read_bytes())[128:], "<"))
    theirs = loadmat(tmp_path / "a.mat")
    assert ours.keys() == made.keys()
    for name, values in ours.items():
        np.testing.assert_array_equal(values, theirs[name])


def test_matlab_files_of_other_versions(tmp_path):
    from scipy.io import savemat

    savemat(tmp_path / "old.mat", {"data": SIGNALS, "fs": RATE}, format="4")
    found = read_vibration(tmp_path / "old.mat")
    np.testing.assert_array_equal(found.values, SIGNALS)
    assert found.rate == RATE
    head = b"MATLAB 7.3 MAT-file, Platform: GLNXA64" + b" " * 90
    (tmp_path / "new.mat").write_bytes(head + b"\x89HDF\r\n\x1a\n")
    with pytest.raises(RecordError, match="'-v7'"):
        read_vibration(tmp_path / "new.mat")


def _write_uff(path, *, binary: int = 0, kind: int = 1, units: str = "m/s2") -> None:
    import pyuff

    sets = [
        pyuff.prepare_58(
            binary=binary,
            func_type=kind,
            rsp_node=10 + column,
            rsp_dir=-2 if column == 1 else 2,
            data=SIGNALS[:, column],
            x=TIMES,
            abscissa_spacing=1,
            abscissa_inc=1.0 / RATE,
            abscissa_min=0.0,
            id1=f"channel {column}",
            ordinate_axis_units_lab=units,
            ordinate_spec_data_type=12,
            rsp_ent_name="wall",
            ref_node=0,
            ref_dir=0,
            load_case_id=0,
            orddenom_spec_data_type=0,
        )
        for column in range(3)
    ]
    path.unlink(missing_ok=True)
    with warnings.catch_warnings():  # pyuff leaves a binary file open, and cuts it off when it overwrites
        warnings.simplefilter("ignore")
        pyuff.UFF(str(path)).write_sets(sets, mode="add")
        gc.collect()


@pytest.mark.parametrize("binary", [0, 1])
def test_universal_files(tmp_path, binary):
    path = tmp_path / "a.uff"
    _write_uff(path, binary=binary)
    found = read_vibration(path)
    assert found.names == ("10 +Y", "11 -Y", "12 +Y")
    assert (found.rate, found.units) == (RATE, ("m/s2",) * 3)
    assert found.index("channel 2") == 2
    np.testing.assert_allclose(found.values, SIGNALS, rtol=1e-11)
    whole = path.read_bytes()
    for cut in (len(whole) // 2, len(whole) - 100):
        path.write_bytes(whole[:cut])
        with pytest.raises(RecordError, match=r"a\.uff"):
            read_vibration(path)
    path.write_bytes(whole[: len(whole) // 2] + b"\n    -1\n")
    with pytest.raises(RecordError, match=r"a\.uff"):
        read_vibration(path)


def test_universal_files_without_signals(tmp_path):
    path = tmp_path / "a.unv"
    _write_uff(path, kind=9)
    with pytest.raises(RecordError, match="no time response"):
        read_vibration(path)
    path.write_text("    -1\n   151\nno signals\n    -1\n")
    with pytest.raises(RecordError, match="no time response"):
        read_vibration(path)
    path.write_text("something else")
    with pytest.raises(RecordError, match="no universal file"):
        read_vibration(path)


def _wav_24(values: np.ndarray) -> bytes:
    body = b"".join(struct.pack("<i", int(value))[:3] for value in values.ravel())
    head = struct.pack("<4sI4s4sIHHIIHH", b"RIFF", 36 + len(body), b"WAVE", b"fmt ", 16, 1, 2, 200, 1200, 6, 24)
    return head + struct.pack("<4sI", b"data", len(body)) + body


def test_wav_files(tmp_path):
    from scipy.io import wavfile

    counts = np.round(SIGNALS[:, :2] * 1e6)
    path = tmp_path / "a.wav"
    for kind in (np.int16, np.int32):
        wavfile.write(path, 200, counts.astype(kind))
        found = read_vibration(path)
        np.testing.assert_array_equal(found.values, counts)
        assert (found.rate, found.units) == (200.0, ("counts", "counts"))
    wavfile.write(path, 200, SIGNALS[:, 0].astype(np.float32))
    found = read_vibration(path)
    np.testing.assert_array_equal(found.values[:, 0], SIGNALS[:, 0].astype(np.float32))
    assert found.units == (None,)
    path.write_bytes(_wav_24(counts))
    np.testing.assert_array_equal(read_vibration(path).values, counts)
    for data in (path.read_bytes()[:400], path.read_bytes()[:30], b"RIFF", b"noise noise noise"):
        path.write_bytes(data)
        with pytest.raises(RecordError, match=r"a\.wav"):
            read_vibration(path)


def _stream(gap: float = 0.0):
    obspy = pytest.importorskip("obspy")
    traces = []
    for code, column in zip(("HHN", "HHE", "HHZ"), (SIGNALS * 1e6).T, strict=True):
        header = {"network": "PE", "station": "WALL", "channel": code, "sampling_rate": RATE}
        data = np.round(column).astype(np.int32)
        if gap:
            for part, late in ((data[:400], 0.0), (data[400:], 400 / RATE + gap)):
                traces.append(obspy.Trace(part, header={**header, "starttime": obspy.UTCDateTime(2024, 5, 1) + late}))
        else:
            traces.append(obspy.Trace(data, header={**header, "starttime": obspy.UTCDateTime(2024, 5, 1)}))
    return obspy.Stream(traces)


def test_miniseed(tmp_path):
    path = tmp_path / "g.mseed"
    _stream().write(str(path), format="MSEED")
    found = read_vibration(path)
    assert (found.names, found.rate, found.units[0]) == (("HHN", "HHE", "HHZ"), RATE, "counts")
    np.testing.assert_array_equal(found.values, np.round(SIGNALS * 1e6))
    assert found.index("PE.WALL..HHZ") == 2
    _stream(gap=1.0).write(str(path), format="MSEED")
    with pytest.raises(RecordError, match="a gap of 1 s"):
        read_vibration(path)
    path.write_bytes(b"no seed at all" * 20)
    with pytest.raises(RecordError, match=r"g\.mseed"):
        read_vibration(path)


def test_miniseed_without_its_library_says_how_to_get_it(tmp_path, monkeypatch):
    real = importlib.import_module

    def missing(name, *rest):
        if name == "obspy":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(importlib, "import_module", missing)
    (tmp_path / "g.mseed").write_bytes(b"0" * 600)
    with pytest.raises(MissingExtraError, match=r"pip install 'pirqa\[seismology\]'"):
        read_vibration(tmp_path / "g.mseed")


def test_files_that_cannot_be_anything(tmp_path):
    (tmp_path / "a.docx").write_bytes(b"x")
    with pytest.raises(RecordError, match=r"\.csv, \.txt"):
        read_vibration(tmp_path / "a.docx")
    with pytest.raises(RecordError, match="check the path"):
        read_vibration(tmp_path / "nowhere.csv")
    with pytest.raises(RecordError, match="no format"):
        read_vibration(tmp_path / "a.docx", format="word")
    for suffix in SUFFIXES:
        (tmp_path / f"empty{suffix}").write_bytes(b"")
        with pytest.raises(RecordError, match="is empty"):
            read_vibration(tmp_path / f"empty{suffix}")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(RecordError, match="is a folder"):
        read_vibration(tmp_path / "folder.csv")


def test_columns_are_found_by_number_or_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(_text(";", header="time;north;east;up\n"))
    found = read_vibration(path)
    with pytest.raises(RecordError, match='did you mean "north"'):
        found.index("nort")
    with pytest.raises(RecordError, match=r"no column 1 of samples; there is 2 \(north\)"):
        found.index(1)
    assert builtins.str(found).startswith(f"{path} (text): 800 samples, 200 Hz, 4.0 s")
