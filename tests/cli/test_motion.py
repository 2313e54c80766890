"""``pirqa motion`` as a user meets it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pirqa.motion import read_record
from pirqa.motion.record import LARGEST_FILE, record_path, shipped_records
from tests.cli.test_commands import run

PRQ = "pirqa:PRQ_19661017164100.txt"


def test_a_record_is_measured_scaled_and_drawn(capsys, tmp_path):
    picture = tmp_path / "lima.svg"
    code, out, _ = run(capsys, "motion", PRQ, "--scale", "0.2g", "--component", "NS", "--plot", str(picture))
    assert code == 0
    row = next(line for line in out.splitlines() if line.startswith("across"))
    assert row.split()[1] == "0.2000"
    assert "scaled by 0.7234" in out
    assert "Stray samples replaced" in out
    root = ET.parse(picture).getroot()
    assert root.tag.endswith("svg")
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 20


def test_several_records_get_a_picture_each(capsys, tmp_path):
    code, out, _ = run(
        capsys, "motion", PRQ, "pirqa:0111a.smc", "--plot", str(tmp_path / "out.svg"), "--language", "es"
    )
    assert code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"out_1.svg", "out_2.svg"}
    assert "0111a" in out
    assert "Muestras espurias" in out


def test_components_filed_apart(capsys, tmp_path):
    path = record_path(PRQ, tmp_path)
    for channel in read_record(path).accelerations:
        times = channel.step * np.arange(len(channel.values))
        rows = np.column_stack([times, channel.values])
        head = f"t [s],{channel.name} [m/s2]"
        np.savetxt(tmp_path / f"{channel.name}.csv", rows, delimiter=",", header=head, comments="")
    code, out, _ = run(
        capsys, "motion", str(tmp_path / "NS.csv"), str(tmp_path / "EW.csv"), "--together", "--facing", "0 deg"
    )
    assert code == 0
    assert "along" in out
    assert "across" in out


@pytest.mark.parametrize(("name", "suffix"), [("peer", "AT2"), ("columns", "txt"), ("csv", "csv")])
def test_export_is_read_again(capsys, tmp_path, name, suffix):
    code, _, _ = run(capsys, "motion", PRQ, "--component", "NS", "--export", name, "-o", str(tmp_path))
    assert code == 0
    (path,) = tmp_path.iterdir()
    assert path.suffix == f".{suffix}"
    unit = () if name in ("peer", "csv") else ("--unit", "m/s2")
    code, out, err = run(capsys, "motion", str(path), *unit, "--raw")
    assert code == 0, err
    assert "0.2765" in out


def test_shipped_records_are_listed(capsys):
    code, out, _ = run(capsys, "motion", "--list")
    assert code == 0
    assert PRQ in out.splitlines()
    assert ".xml" not in out


def test_scale_to_a_velocity_and_to_a_spectrum(capsys):
    _, out, _ = run(capsys, "motion", PRQ, "--component", "NS", "--scale", "0.1 m/s")
    assert next(line for line in out.splitlines() if line.startswith("across")).split()[2] == "0.1000"
    code, out, _ = run(capsys, "motion", PRQ, "--component", "NS", "--scale", "0.5 g", "--scale-period", "0.3 s")
    assert code == 0
    code, out, _ = run(capsys, "motion", PRQ, "--component", "NS", "--scale", "8")
    assert "above 4" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give one or more records"),
        (("missing.at2",), "missing.at2: cannot be read"),
        (("pirqa:PRQ.txt",), "pirqa:PRQ.txt"),
        (("pirqa:elcentro_NS_full.dat",), "--unit"),
        (("pirqa:elcentro_NS_full.dat", "--unit", "furlong"), 'unit "furlong" is not known'),
        ((PRQ, "--scale", "2 kN/m3"), "--scale"),
        ((PRQ, "--scale", "-1"), "factor"),
        ((PRQ, "--scale-period", "1 s"), "--scale-period needs --scale"),
        ((PRQ, "--low", "30 Hz"), "low_corner"),
        ((PRQ, "--high", "40 Hz"), "high_corner"),
        ((PRQ, "--component", "XY"), "there is EW, NS, UD"),
        ((PRQ, "--export", "sac"), "--export"),
        ((PRQ, "--format", "peer"), "PRQ"),
        ((PRQ, PRQ, "--together"), 'component "EW"'),
        ((PRQ, "--damping", "-0.1"), "damping"),
        ((PRQ, "--step", "0.02"), "--step"),
    ],
)
def test_bad_input(capsys, arguments, words):
    code, _, err = run(capsys, "motion", *arguments)
    assert code == 2, err
    assert words in err
    assert "Traceback" not in err
    assert "motion.records." not in err, "a key of a project file"


def test_files_that_are_no_records(capsys, tmp_path):
    rubbish = tmp_path / "rubbish.bin"
    rubbish.write_bytes(np.random.default_rng(1).bytes(5000))
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(2_000_000_000)
    nothing = tmp_path / "nothing.txt"
    nothing.write_bytes(b"")
    for path, words in ((rubbish, "rubbish.bin"), (huge, f"{LARGEST_FILE // 1_000_000} MB"), (nothing, "empty")):
        code, _, err = run(capsys, "motion", str(path))
        assert code == 2
        assert words in err


def test_nothing_is_written_where_the_record_is_bad(capsys, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("t [s],a [g]\n0,0\n0.01,nan\n")
    picture = tmp_path / "out.svg"
    picture.write_text("earlier")
    code, _, err = run(capsys, "motion", str(bad), "--plot", str(picture))
    assert code == 2
    assert "line 3" in err
    assert picture.read_text() == "earlier"


def test_the_record_itself_is_not_written_over(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = tmp_path / "mine.csv"
    record.write_text("t [s],NS [g]\n" + "".join(f"{0.01 * i:.2f},{0.1 * (i % 3 - 1)}\n" for i in range(600)))
    before = record.read_text()
    code, _, err = run(capsys, "motion", "mine.csv", "--export", "csv")
    assert code == 2
    assert "is the file that is read" in err
    assert record.read_text() == before
    code, _, _ = run(capsys, "motion", "mine.csv", "--export", "csv", "-o", "new/folder", "--plot", "p.svg")
    assert code == 0
    assert (tmp_path / "new" / "folder" / "mine.csv").exists()
    code, _, err = run(capsys, "motion", "mine.csv", "--plot", "p.png")
    assert code == 2
    assert ".svg" in err


@pytest.mark.parametrize("name", [name for name in shipped_records() if not name.endswith(".xml")])
def test_every_listed_record_can_be_looked_at(capsys, name):
    unit = ("--unit", "g") if name.endswith((".dat", ".sac")) else ()
    code, out, err = run(capsys, "motion", f"pirqa:{name}", *unit)
    assert code == 0, err
    assert "PGA" in out
