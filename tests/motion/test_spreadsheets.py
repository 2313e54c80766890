"""CSV and text as spreadsheets write them in Peru and Italy: read where it is clear, asked about where it is not."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import RecordError
from pirqa.motion import MotionOptions, ProcessingOptions, RecordOptions, prepare_motions
from pirqa.motion.formats import columns, format_of, read_record
from pirqa.motion.formats.spreadsheet import Numerals
from pirqa.motion.record import ReadAs, Record
from pirqa.units import STANDARD_GRAVITY as G
from tests.cli.test_commands import run
from tests.motion.bad_input import check_spoilt

SPANISH = (
    "Tiempo (s);Norte-Sur (cm/s²);Este-Oeste (gal);Vertical (m/s²)\n"
    "0,000;1,5;-2,25;0,03\n0,005;-1;2;0,02\n0,010;5;1.004,5;0,01\n0,015;1;1;0\n"
)
ITALIAN = (
    "sep=;\nRegistrazione accelerometrica\nTempo;Nord-Sud;Est-Ovest;Verticale\n(s);(cm/s²);(gal);(m/s²)\n"
    "0,000;1,5;-2,25;0,03\n0,005;-1;2;0,02\n0,010;5;1.004,5;0,01\n0,015;1;1;0\n;;;\nNota: dati non corretti;;;\n"
)
EXPECTED = [[0.015, -0.01, 0.05, 0.01], [-0.0225, 0.02, 10.045, 0.01], [0.03, 0.02, 0.01, 0.0]]


def saved(folder: Path, text: str, encoding: str = "utf-8", mark: bytes = b"") -> Path:
    path = folder / "own.csv"
    path.write_bytes(mark + text.encode(encoding))
    return path


def parsed(folder: Path, text: str, **asked) -> Record:
    return read_record(saved(folder, text), ReadAs(**asked))


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


ENCODINGS = {
    "utf-8": ("utf-8", b""),
    "utf-8 with mark": ("utf-8", b"\xef\xbb\xbf"),
    "windows-1252": ("cp1252", b""),
    "utf-16 little": ("utf-16-le", b"\xff\xfe"),
    "utf-16 big": ("utf-16-be", b"\xfe\xff"),
}
SHAPES = {
    "spanish": SPANISH,
    "line ends of Windows": SPANISH.replace("\n", "\r\n"),
    "tabs": SPANISH.replace(";", "\t"),
    "quoted": '"' + SPANISH.replace(";", '";"').replace("\n", '"\n"').removesuffix('"'),
    "quoted, commas": '"' + SPANISH.replace(";", '","').replace("\n", '"\n"').removesuffix('"'),
    "whole lines quoted": '"' + SPANISH.replace("\n", '"\n"').removesuffix('"'),
    "empty columns": SPANISH.replace("\n", ";;\n").replace(";N", ";;N").replace("0;1,5", "0;;1,5")
    .replace("5;-1", "5;;-1").replace("0;5;", "0;;5;").replace("15;1;", "15;;1;"),
    "no-break space between thousands": SPANISH.replace("1.004,5", "1\u00a0004,5"),
    "narrow space between thousands": SPANISH.replace("1.004,5", "1\u202f004,5"),
    "space between thousands": SPANISH.replace("1.004,5", "1 004,5"),
    "english marks": SPANISH.replace(".", "#").replace(",", ".").replace("#", ","),
    "apostrophe between thousands": SPANISH.replace(".", "'").replace(",", "."),
    "exponents": SPANISH.replace("-2,25", "-2,250E+00"),
    "typographic minus": SPANISH.replace("-2,25", "−2,25"),
}  # fmt: skip


def check_numbers(record: Record) -> None:
    assert [channel.step for channel in record.channels] == pytest.approx([0.005] * 3)
    for channel, values in zip(record.channels, EXPECTED, strict=True):
        assert channel.values == pytest.approx(values)
        assert channel.times is None
        assert channel.known_by is None
    assert [channel.azimuth for channel in record.channels] == [0.0, pytest.approx(math.pi / 2), None]
    assert [channel.vertical for channel in record.channels] == [False, False, True]
    assert [channel.unit for channel in record.channels] == ["cm/s2", "gal", "m/s2"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", [SPANISH, ITALIAN], ids=["spanish", "italian"])
def test_every_encoding_gives_the_same_record(tmp_path, text, encoding):
    if encoding == "windows-1252":
        text = text.replace("−", "-")
    check_numbers(read_record(saved(tmp_path, text, *ENCODINGS[encoding])))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_record(tmp_path, shape):
    record = parsed(tmp_path, SHAPES[shape])
    check_numbers(record)
    assert keys(record) == []


def test_notes_behind_the_numbers_are_left_out_with_a_remark(tmp_path):
    record = parsed(tmp_path, ITALIAN)
    assert [(remark.key, remark.count) for remark in record.remarks] == [("record_notes_left_out", 1)]


def test_decimal_commas_between_blanks(tmp_path):
    record = parsed(tmp_path, "0,00 0,10\n0,01 -0,20\n0,02 0,1\n", unit="g")
    assert record.channels[0].values / G == pytest.approx([0.1, -0.2, 0.1])
    assert record.channels[0].step == pytest.approx(0.01)


HEADINGS = {
    "Aceleración N-S": (0.0, False),
    "Acel. E-O": (math.pi / 2, False),
    "Componente Norte-Sur": (0.0, False),
    "accelerazione verticale": (None, True),
    "Nord": (0.0, False),
    "Ovest": (1.5 * math.pi, False),
    "Az": (None, True),
    "acc_z": (None, True),
    "ax": (None, False),
    "L": (None, False),
}


@pytest.mark.parametrize("name", HEADINGS)
def test_direction_of_a_heading_in_spanish_and_italian(tmp_path, name):
    (channel,) = parsed(tmp_path, f"t;{name} (g)\n0,00;0,1\n0,01;0,2\n0,02;0,1\n").channels
    assert channel.name == name
    assert (channel.azimuth, channel.vertical) == (pytest.approx(HEADINGS[name][0]), HEADINGS[name][1])
    assert channel.known_by is None


@pytest.mark.parametrize("unit", ["(cm/seg2)", "[cm/s^2]", "(cm/sec²)", "(cm·s⁻²)", "(gal)", "(Gal)"])
def test_units_of_a_heading(tmp_path, unit):
    record = parsed(tmp_path, f"tempo;NS {unit}\n0,00;10\n0,01;20\n0,02;15,5\n")
    assert record.channels[0].values == pytest.approx([0.1, 0.2, 0.155])


@pytest.mark.parametrize(
    "line", ["Unidades;gal", "Unidades: gal", "Unità di misura: gal", "Unidad de aceleración = gal"]
)
def test_a_unit_stated_above_holds_for_all(tmp_path, line):
    record = parsed(tmp_path, f"Estación;Lima\n{line}\ntiempo;NS;EO\n0,00;10;1\n0,01;20;2\n0,02;15,5;3\n")
    assert record.channels[0].values == pytest.approx([0.1, 0.2, 0.155])


def test_two_units_in_one_heading_are_asked_about(tmp_path):
    rows = "0.00,1.5\n0.01,-1.25\n0.02,0.5\n"
    for text in (f"Units: gal\nTime (s),NS (g)\n{rows}", f"Units: gal\nUnits: g\nTime (s),NS\n{rows}"):
        with pytest.raises(RecordError, match="states both gal and g; give the right one"):
            parsed(tmp_path, text)
        assert parsed(tmp_path, text, unit="gal").accelerations[0].values[0] == pytest.approx(0.015)
    assert parsed(tmp_path, f"Units: gal\nTime (s),NS (cm/s2)\n{rows}").accelerations[0].values[0] == 0.015


@pytest.mark.parametrize("unit", ["", " (gal)"])
def test_a_transversal_component_is_no_second_time(tmp_path, unit):
    head = f"Units: gal\nT (s),L{unit},V{unit},T{unit}\n"
    found = parsed(tmp_path, head + "0.00,1,2,3\n0.01,4,5,6\n0.02,7,8,9\n")
    assert [(item.name, item.vertical, item.values[0]) for item in found.accelerations] == [
        ("L", False, 0.01),
        ("V", True, 0.02),
        ("T", False, 0.03),
    ]


def test_numbers_that_could_be_either_are_asked_about(tmp_path):
    text = "t;a\n1,001;1,234\n1,002;-2,345\n1,003;1,999\n1,004;1,001\n"
    with pytest.raises(RecordError, match=r'line 2: "1,001" could be 1\.001 or 1001.*decimal = ","'):
        parsed(tmp_path, text, unit="gal")
    assert parsed(tmp_path, text, unit="gal", decimal=",").channels[0].values[1] == pytest.approx(-0.02345)
    assert parsed(tmp_path, text, unit="gal", decimal=".").channels[0].values[1] == pytest.approx(-23.45)


def test_points_that_could_part_thousands_are_asked_about(tmp_path):
    text = "t NS\n1.001 1.234\n1.002 -2.345\n1.003 1.999\n1.004 1.001\n"
    with pytest.raises(RecordError, match=r'line 2: "1\.001" could be 1\.001 or 1001'):
        parsed(tmp_path, text, unit="gal")
    assert parsed(tmp_path, text, unit="gal", decimal=".").channels[0].values[1] == pytest.approx(-0.02345)


def test_one_column_in_doubt_is_asked_about_though_the_others_are_clear(tmp_path):
    text = "t;a\n0,005;1.234\n0,010;-2.345\n0,015;1.999\n"
    with pytest.raises(RecordError, match=r'line 2: "1\.234" could be 1\.234 or 1234'):
        parsed(tmp_path, text, unit="gal")
    assert parsed(tmp_path, text, unit="gal", decimal=",").channels[0].values[1] == pytest.approx(-23.45)


def test_even_times_settle_the_decimal_mark(tmp_path):
    record = parsed(tmp_path, "t (ms);NS\n990;1\n995;2\n1,000;3\n1,005;4\n1,010;5\n", unit="gal")
    assert record.channels[0].step == pytest.approx(0.005)
    assert keys(record) == ["record_decimal_by_times"]


def test_a_lone_column_with_commas_is_asked_about(tmp_path):
    text = "1,234\n-2,345\n1,999\n"
    with pytest.raises(RecordError, match=r"line 1: .*may have decimal commas, or commas between columns.*--decimal"):
        parsed(tmp_path, text, unit="gal", step=0.01)
    record = parsed(tmp_path, text, unit="gal", step=0.01, decimal=",")
    assert record.channels[0].values == pytest.approx([0.01234, -0.02345, 0.01999])


def test_the_decimal_mark_is_given_in_a_project_and_on_the_command_line(tmp_path, capsys):
    path = saved(tmp_path, "t;NS\n1,001;1,234\n1,002;-2,345\n1,003;1,999\n1,004;1,001\n")
    asked = RecordOptions(file=path.name, unit="m/s2", decimal=",")
    options = MotionOptions(records={"it": asked}, processing=ProcessingOptions(kind="none"))
    assert prepare_motions(options, folder=tmp_path).motions[0].measures[0].pga == pytest.approx(2.345)
    code, _, err = run(capsys, "motion", str(path), "--unit", "m/s2", "--raw")
    assert code == 2
    assert "--decimal" in err
    code, out, _ = run(capsys, "motion", str(path), "--unit", "m/s2", "--raw", "--decimal", ",")
    assert code == 0
    assert f"{2.345 / G:.4f}" in out
    code, _, err = run(capsys, "motion", str(path), "--decimal", ";")
    assert code == 2
    assert "--decimal" in err


HEAD = "t;NS (g)\n0,00;0,1\n"
MALFORMED = {
    "two decimal marks": (f"{HEAD}0,01;0.2\n0,02;0,1\n", r"line 3: has the decimal mark \. where line 2 has ,"),
    "a broken group": (f"{HEAD}0,01;12.34,5\n0,02;0,1\n", r'line 3: "12\.34,5" is no finite number'),
    "an empty cell": (f"{HEAD};0,2\n0,02;0,1\n", "line 3: has an empty cell"),
    "a cut row": (f"{HEAD}0,01;\n0,02;0,1\n", "line 3: has 1 values"),
    "a long row": (f"{HEAD}0,01;0,2;0,3\n0,02;0,1\n", "line 3: has 3 values"),
    "text among the rows": (f"{HEAD}pausa;\n0,02;0,1\n0,03;0,1\n0,04;0,1\n0,05;0,1\n", "line 3: has 1 values"),
    "an error of the sheet": (f"{HEAD}0,01;#N/D\n0,02;0,1\n", 'line 3: "#N/D" is no finite number'),
    "an error where the time stands": (f"{HEAD}#¡VALOR!;0,2\n0,02;0,1\n", 'line 3: "#¡VALOR!" is no finite number'),
    "a number that became a date": (f"{HEAD}0,01;01-may\n0,02;0,1\n", 'line 3: "01-may" is a date'),
    "clock times": ("t;NS (g)\n18:40:57,00;0,1\n18:40:57,01;0,2\n", 'line 2: "18:40:57,00" is a date or a clock time'),
    "dates and clock times": ("t,NS (g)\n15/08/2007 18:40:57,0.1\n15/08/2007 18:40:58,0.2\n", "is a date or a clock"),
    "dates as numbers": (
        "t;NS (g)\n39309,785001;0,1\n39309,785002;0,2\n39309,785003;0,1\n",
        r"line 2: the times are dates of a spreadsheet.*2007-08-15.*86400",
    ),
    "an unknown unit": ("t;NS (palmos)\n0,00;0,1\n0,01;0,2\n", "line 2: .*unit is not known"),
    "two times": ("tiempo;tempo;NS (g)\n0,00;0,00;0,1\n0,01;0,01;0,2\n", "two columns are called time"),
}  # fmt: skip


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_sheets_are_refused_by_line(tmp_path, case):
    text, message = MALFORMED[case]
    with pytest.raises(RecordError, match=message) as caught:
        parsed(tmp_path, text)
    assert "own.csv" in str(caught.value)


def test_half_a_utf16_file_is_refused(tmp_path):
    (tmp_path / "own.csv").write_bytes(b"\xff\xfe" + SPANISH.encode("utf-16-le")[:-1])
    with pytest.raises(RecordError, match=r"own\.csv: is no whole UTF-16 text"):
        read_record(tmp_path / "own.csv")


def test_sheets_are_recognised():
    for text in (SPANISH, ITALIAN):
        assert format_of(Path("x.csv"), text.encode()) == "columns"
        assert format_of(Path("x.csv"), b"\xff\xfe" + text.encode("utf-16-le")) == "columns"


def test_whatever_is_written_over_a_sheet_it_is_read_or_refused():
    data = SPANISH.encode("cp1252")
    check_spoilt(columns, Path("own.csv"), data, head=len(data), examples=200)


@settings(max_examples=100, deadline=None)
@given(
    value=st.floats(-1e7, 1e7, allow_nan=False),
    places=st.integers(0, 6),
    marks=st.sampled_from(
        [(",", "."), (".", ","), (",", " "), (",", "\u00a0"), (".", "\u202f"), (".", "'"), (",", "")]
    ),
)
def test_a_number_is_read_as_it_was_written(value, places, marks):
    decimal, thousands = marks
    text = f"{value:,.{places}f}".translate(str.maketrans({",": thousands, ".": decimal}))
    plain = Numerals(decimal=decimal).plain(text)
    assert plain is not None
    assert float(plain) == float(f"{value:.{places}f}")


def test_many_rows_with_decimal_commas_are_right(tmp_path):
    rows = 20_000
    values = np.random.default_rng(4).normal(size=rows)
    text = "t;NS (m/s2)\n" + "".join(f"{0.005 * at:.3f};{x:.6f}\n" for at, x in enumerate(values)).replace(".", ",")
    record = parsed(tmp_path, text)
    assert record.channels[0].step == 0.005
    assert np.abs(record.channels[0].values - values).max() < 1e-6
