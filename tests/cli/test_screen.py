"""``pirqa screen`` as a user meets it."""

from __future__ import annotations

import csv
import json

import polars
import pytest

from tests.cli.test_commands import run
from tests.conftest import EXAMPLES

TABLE = EXAMPLES / "screening" / "walls.csv"
SITE = EXAMPLES / "screening" / "site.toml"
FILES = ["checks.parquet", "results.csv", "results.parquet", "screening.html"]


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_example_is_judged_ranked_and_written(capsys, tmp_path):
    folder, numbers = tmp_path / "out", tmp_path / "all.json"
    code, out, err = run(capsys, "screen", str(TABLE), "--site", str(SITE), "-o", str(folder), "--json", str(numbers))
    assert (code, err) == (0, "")
    assert "Of 24 walls" in out
    assert "C-04" in out
    assert files(folder) == FILES
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    frame = polars.read_parquet(folder / "results.parquet")
    assert [row["name"] for row in rows] == frame["name"].to_list()
    assert len(rows) == 24
    by_name = {row["name"]: row for row in rows}
    # by hand: 2.4 × 1 m, so α0 = 1/2.4; friction 30° against 0.3 g
    assert float(by_name["A-01"]["sliding_ratio"]) == pytest.approx(0.57735 / 0.3, rel=1e-4)
    assert by_name["A-01"]["urgency"] == "no_sign"
    # the upper part of the tall stepped wall governs with and without struts, which are below it
    for name in ("B-01", "B-02"):
        assert (by_name[name]["urgency"], by_name[name]["sign"]) == ("look_first", "fall")
        assert by_name[name]["mechanism"] == "overturning.outward.step"
        assert float(by_name[name]["multiplier"]) == pytest.approx(0.5 / 2.9, rel=1e-4)
    document = json.loads(numbers.read_text(encoding="utf-8"))
    assert len(document["walls"]["name"]) == 24
    assert len(document["checks"]["name"]) == len(polars.read_parquet(folder / "checks.parquet"))


def test_a_zone_and_a_soil_are_site_enough_and_the_page_speaks_spanish(capsys, tmp_path):
    table = tmp_path / "muros.csv"
    table.write_bytes("Nombre;Altura [m];Espesor [m]\r\nMuro Ñusta;3,0;0,9\r\n".encode("cp1252"))
    code, out, _ = run(capsys, "screen", str(table), "--zone", "2", "--soil", "S2", "--language", "es")
    assert code == 0
    assert "coma decimal" in out
    assert "De un muro" in out
    folder = tmp_path / "muros.screening"
    page = (folder / "screening.html").read_text(encoding="utf-8")
    assert '<html lang="es">' in page
    assert "Muro Ñusta" in page
    assert files(folder) == FILES


def test_bad_rows_stop_it_and_leave_what_was_there(capsys, tmp_path):
    table = tmp_path / "walls.csv"
    table.write_text("name,height [m],thickness [m]\nA,3,1\nB,-3,1\nB,2,\n", encoding="utf-8")
    asked = ("screen", str(table), "--zone", "2", "--soil", "S2")
    folder = tmp_path / "walls.screening"
    folder.mkdir()
    (folder / "results.csv").write_text("kept", encoding="utf-8")
    code, out, err = run(capsys, *asked)
    assert code == 2
    assert out == ""
    assert "2 of 3 rows" in err
    assert "row 3 (B), height: must be greater than 0.1 m" in err
    assert "row 4 (B), thickness: is missing" in err
    assert files(folder) == ["results.csv"]
    assert (folder / "results.csv").read_text(encoding="utf-8") == "kept"
    code, out, _ = run(capsys, *asked, "--skip-bad")
    assert code == 0
    assert "2 rows of the table could not be used" in out
    page = (folder / "screening.html").read_text(encoding="utf-8")
    assert 'id="skipped"' in page
    assert "must be greater than 0.1 m" in page


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], ["codes.spectra is missing", "--zone and --soil"]),
        (["--zone", "2"], ["codes.spectra.e030_2018.soil: missing"]),
        (["--zone", "9", "--soil", "S2"], ["codes.spectra.e030_2018.zone", "not accepted"]),
        (["--site", "none.toml"], ["none.toml", "check the path"]),
        (["--language", "qu"], ["--language", "qu"]),
        (["--zone", "2", "--soil", "S2", "--set", "codes.knowlege=LC2"], ['did you mean "knowledge"']),
        (["--zone", "2", "--soil", "S2", "--json", "{table}"], ["is the file that is read"]),
        (["--zone", "2", "--soil", "S2", "-o", "{table}"], ["is a file"]),
        (["--zone", "2", "--soil", "S2", "--json", "{table}.none/all.json"], ["its folder is not there"]),
    ],
)
def test_wrong_words_are_told(capsys, tmp_path, arguments, says):
    table = tmp_path / "walls.csv"
    table.write_text("name,height [m],thickness [m]\nA,3,1\n", encoding="utf-8")
    code, _, err = run(capsys, "screen", str(table), *(word.format(table=table) for word in arguments))
    assert code == 2
    for word in says:
        assert word in err.replace("\n", " "), err
    assert files(tmp_path) == ["walls.csv"]


def test_a_table_called_like_a_result_is_not_written_over(capsys, tmp_path):
    table = tmp_path / "results.csv"
    table.write_text("name,height [m],thickness [m]\nA,3,1\n", encoding="utf-8")
    code, _, err = run(capsys, "screen", str(table), "--zone", "2", "--soil", "S2", "-o", str(tmp_path))
    assert code == 2
    assert "is the file that is read" in err
    assert files(tmp_path) == ["results.csv"]


@pytest.mark.parametrize(
    ("language", "says", "never"),
    [
        (
            "en",
            ("2 to look at next, because something was not judged", "does not show that any wall is safe"),
            "are safe",
        ),
        ("es", ("2 deben revisarse después", "no demuestra que ningún muro sea seguro"), "es seguro"),
    ],
)
def test_without_friction_no_wall_is_without_a_sign(capsys, tmp_path, language, says, never):
    table = tmp_path / "walls.csv"
    table.write_text("name,height [m],thickness [m]\nA,1.5,1.2\nB,1.5,1.3\n", encoding="utf-8")
    code, out, _ = run(capsys, "screen", str(table), "--zone", "2", "--soil", "S2", "--language", language)
    assert code == 0
    text = " ".join(out.split())
    assert all(phrase in text for phrase in says)
    assert never not in text
