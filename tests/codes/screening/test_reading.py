"""Tables as people have them: units, semicolons, commas, Spanish headings, and everything that can be wrong."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.codes.screening import read_walls
from pirqa.codes.screening.walls import COLUMNS
from pirqa.errors import TableError
from tests.conftest import ROOT

GOOD = "name,height [m],thickness [cm]\nA,2.4,100\nB,3,60\n"


def write(tmp_path, text, *, encoding="utf-8", name="walls.csv"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def refused(tmp_path, text, *words, **how):
    with pytest.raises(TableError) as caught:
        read_walls(write(tmp_path, text, **how))
    message = str(caught.value)
    assert "walls.csv" in message
    for word in words:
        assert word in message, message
    return message


def test_units_stand_in_headings_or_in_cells(tmp_path):
    read = read_walls(write(tmp_path, GOOD))
    assert read.walls.name.tolist() == ["A", "B"]
    np.testing.assert_allclose(read.walls.height, [2.4, 3.0])
    np.testing.assert_allclose(read.walls.thickness, [1.0, 0.6])
    assert read.remarks == ()
    cells = read_walls(write(tmp_path, 'name,height,thickness\nA,2.4 m,"3 ft"\nB,300 cm,0.6 m\n')).walls
    np.testing.assert_allclose(cells.height, [2.4, 3.0])
    np.testing.assert_allclose(cells.thickness, [0.9144, 0.6])
    mixed = read_walls(write(tmp_path, "name,height (m),thickness [m]\nA,2.4,80 cm\n")).walls
    np.testing.assert_allclose(mixed.thickness, [0.8])


def test_a_spanish_spreadsheet_is_read(tmp_path):
    head = "sep=;\r\nNombre;Altura [m];Espesor [m];Ángulo de fricción [°];Observación\r\n"
    text = f"{head}Muro Ñ;2,40;0,8;30;húmedo\r\n;;;;\r\n"
    read = read_walls(write(tmp_path, text, encoding="cp1252"))
    assert read.walls.name.tolist() == ["Muro Ñ"]
    assert read.walls.height[0] == pytest.approx(2.4)
    assert read.walls.friction_angle[0] == pytest.approx(np.pi / 6)
    keys = {remark.key: remark.text for remark in read.remarks}
    assert keys["table_encoding"] == "Windows-1252"
    assert keys["table_separator"] == ";"
    assert "table_decimal_commas" in keys
    assert keys["table_columns_ignored"] == "Observación"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_known(tmp_path, encoding):
    assert len(read_walls(write(tmp_path, GOOD, encoding=encoding)).walls) == 2


def test_tabs_and_quoted_names(tmp_path):
    text = 'name\theight [m]\tthickness [m]\n"A, upper"\t2.4\t0.8\n'
    assert read_walls(write(tmp_path, text)).walls.name.tolist() == ["A, upper"]


def test_parquet_is_read(tmp_path):
    path = tmp_path / "walls.parquet"
    polars.DataFrame(
        {"name": ["A", "B"], "height [m]": [2.4, 3.0], "thickness [m]": [1.0, 0.6], "zone": [2, None]}
    ).write_parquet(path)
    walls = read_walls(path).walls
    np.testing.assert_allclose(walls.height, [2.4, 3.0])
    assert walls.zone.tolist() == ["2", ""]
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(TableError, match="damaged Parquet"):
        read_walls(path)


def test_a_strut_for_the_whole_wall_is_spread_over_its_length(tmp_path):
    head = "name,height [m],thickness [m],length [m],unit_weight [kN/m3],strut_level [m],strut_side,"
    whole = read_walls(write(tmp_path, f"{head}strut_force [kN]\nA,9,1.2,20,25,4.82,back,184\n")).walls
    metre = read_walls(write(tmp_path, f"{head}strut_force [kN/m]\nA,9,1.2,20,25,4.82,back,9.2\n")).walls
    cells = read_walls(
        write(tmp_path, f"{head}strut_force\nA,9,1.2,20,25,4.82,back,184 kN\nB,9,1,,25,4,front,9.2 kN/m\n")
    )
    assert whole.strut_force[0] == pytest.approx(9200.0)
    assert metre.strut_force[0] == pytest.approx(9200.0)
    np.testing.assert_allclose(cells.walls.strut_force, 9200.0)


def test_a_bare_dimensional_column_is_refused_with_an_example(tmp_path):
    rows = "".join(f"W{number},2.4,0.8\n" for number in range(40))
    message = refused(tmp_path, f"name,height,thickness [m]\n{rows}", 'column "height" has no unit', '"height [m]"')
    assert message.count("\n") == 0, "it is said once"
    refused(tmp_path, "name,height,thickness [m]\nA,2.4,0.8\nB,3 m,1\n", "row 2 (A), height", "has no unit")


def test_commas_in_notes_are_not_decimal_ones(tmp_path):
    text = "name;height [m];thickness [m];note\nA;2.4;0.8;2,5 m of crack\n1,5;3.0;0.9;\n"
    walls = read_walls(write(tmp_path, text)).walls
    np.testing.assert_allclose(walls.height, [2.4, 3.0])
    assert walls.name.tolist() == ["A", "1,5"]


@given(
    st.text(alphabet='ab;,."\n\t1-0 m[]=é', max_size=80), st.sampled_from(["", "name;height [m];thickness [m]\n", GOOD])
)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text, head):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walls.csv"
        path.write_text(head + text, encoding="utf-8")
        try:
            walls = read_walls(path, skip_bad=True).walls
        except TableError:
            pass
        else:
            assert np.all(np.isfinite(walls.height) & (walls.height > 0) & np.isfinite(walls.thickness))
            assert len(set(walls.name.tolist())) == len(walls)


@given(st.binary(max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_refused(data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walls.csv"
        path.write_bytes(data)
        with pytest.raises(TableError, match=r"walls\.csv"):
            read_walls(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is empty"]),
        ("sep=;\n", ["is empty"]),
        (";;;\n", ["is empty"]),
        ("name,height [m],thickness [m]\n", ["has no walls"]),
        ("name,height [m]\nA,2\n", ['"thickness" is missing', '"thickness [m]"']),
        ("name,height [m],thicknes [m]\nA,2,1\n", ['did you mean "thickness"?']),
        ("name,height [m],thickness [kg]\nA,2,1\n", ['"kg" is not accepted', "cm"]),
        ("name,height [m],thickness [m],espesor [m]\nA,2,1,1\n", ['two columns are called "thickness"']),
        ("name,height [m],thickness [m]\nA,-2,1\n", ["row 2 (A), height", "greater than 0.1 m"]),
        ("name,height [m],thickness [m]\nA,250,1\n", ["at most 100 m", "unit of the heading"]),
        ("name,height [m],thickness [m]\nA,NaN,1\n", ["row 2 (A), height: is missing"]),
        ("name,height [m],thickness [m]\nA,inf,1\n", ["not a finite"]),
        ("name,height [m],thickness [m]\nA,tall,1\n", ['"tall" is not a length']),
        ("name,height [m],thickness [m]\nA,2,1\nA,3,1\n", ['row 3 (A), name: "A" is also the wall of row 2']),
        ("name,height [m],thickness [m]\n,2,1\n", ["row 2, name: is missing"]),
        ("name,height [m],thickness [m]\nA,2,1,7\n", ["has 4 cells, the heading has 3"]),
        ('name,height [m],thickness [m]\nA,"2,4",1\n', ["decimal comma"]),
        ("name;height [m];thickness [m]\nA;2,4;1\nB;2.4;1,0\n", ["row 3 (B), height", "write one kind"]),
        ("name,height [m],thickness [m],step_level [m]\nA,2,1,1\n", ["thickness_top: is missing"]),
        ("name,height [m],thickness [m],thickness_top [m],step_level [m]\nA,2,1,.5,3\n", ["below the wall's height"]),
        ("name,height [m],thickness [m],flush\nA,2,1,left\n", ['"left" is not accepted']),
        ("name,height [m],thickness [m],fill_height [m]\nA,2,1,1\n", ["unit_weight: is missing", "fill_unit_weight"]),
        ("name,height [m],thickness [m],strut_force [kN],strut_level [m]\nA,2,1,9,1\n", ["strut_side", "length"]),
        ("name,height [mm],thickness [mm]\nA,2,0.5\n", ["is the unit of the heading right?"]),
        ("name,height [m],thickness [m],zone\nA,2,1,5\n", ['zone: "5" is not accepted']),
    ],
)
def test_what_is_wrong_is_named_with_a_remedy(tmp_path, text, words):
    refused(tmp_path, text, *words)


def test_all_bad_rows_are_listed_and_may_be_left_out(tmp_path):
    rows = "".join(f"W{number},{-1 if number % 2 else 3},1\n" for number in range(60))
    path = write(tmp_path, "name,height [m],thickness [m]\n" + rows)
    message = refused(tmp_path, path.read_text())
    assert "30 of 60 rows" in message
    assert "--skip-bad" in message
    assert message.count("\n") == 21
    assert "… and 10 more" in message
    read = read_walls(path, skip_bad=True)
    assert len(read.walls) == 30
    assert len(read.bad) == 30
    assert read.bad[0].row == 3
    assert [(remark.key, remark.count) for remark in read.remarks] == [("table_rows_skipped", 30)]
    with pytest.raises(TableError, match="no row can be used"):
        read_walls(write(tmp_path, "name,height [m],thickness [m]\nA,-1,1\n"), skip_bad=True)


def test_what_is_no_table_is_told_apart(tmp_path):
    refused(tmp_path, "PK\x03\x04rest", "is a spreadsheet")
    refused(tmp_path, "na\x00me", "is not text")
    with pytest.raises(TableError, match="is a folder"):
        read_walls(tmp_path)
    with pytest.raises(TableError, match="check the path"):
        read_walls(tmp_path / "none.csv")


def test_odd_walls_are_remarked(tmp_path):
    text = "name,height [m],thickness [m]\nfat,1,2\nthin,9,0.3\nusual,2,1\n"
    remarks = {remark.key: remark.stones for remark in read_walls(write(tmp_path, text)).remarks}
    assert remarks == {"walls_thicker_than_high": ("fat",), "walls_very_slender": ("thin",)}


def test_every_column_is_in_the_docs():
    page = (ROOT / "docs" / "theory" / "screening.md").read_text(encoding="utf-8")
    for column in COLUMNS:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{column.name}`"))
        assert column.meaning in row
        assert ", ".join(column.aliases) in row
