"""The site file of a screening."""

from __future__ import annotations

import pytest

from pirqa.errors import ProjectError
from pirqa.project.site_file import parse_site, read_site

GOOD = """
[codes]
spectra.e030_2018 = { zone = 2, soil = "S2" }
structure_period = { value = "0.4 s", source = "guess", assumed = true }
"""


def test_codes_are_those_of_a_project_file():
    site = parse_site(GOOD)
    assert site.codes.spectra.e030_2018.zone == 2
    assert site.codes.structure_period == 0.4
    assert site.screening.fill_thrust == "seismic"
    rows = {row.key: row for row in site.inputs}
    assert rows["codes.structure_period"].status == "assumed"
    assert rows["codes.structure_period"].source == "guess"
    assert rows["codes.behaviour_factor"].status == "default"


def test_values_may_be_replaced_from_outside():
    site = parse_site(GOOD, changes={"codes.spectra.e030_2018.soil": "S1"})
    assert site.codes.spectra.e030_2018.soil == "S1"
    assert {row.key: row.status for row in site.inputs}["codes.spectra.e030_2018.soil"] == "changed"
    assert read_site(None).codes.spectra is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[codes", "not valid TOML"),
        ("[code]\n", "unknown key"),
        ('[codes]\nstructure_period = "0.4"\n', "has no unit"),
        ("[codes]\nrules = []\n", "at least one"),
        ('[screening]\nfill_thrust = "wet"\n', "is not accepted"),
    ],
)
def test_what_is_wrong_is_named(text, says):
    with pytest.raises(ProjectError, match=says) as caught:
        parse_site(text)
    assert "site.toml" in str(caught.value)


def test_files_that_are_no_site_are_refused(tmp_path):
    with pytest.raises(ProjectError, match="not a site file"):
        read_site(tmp_path)
    (tmp_path / "latin.toml").write_bytes("# ñ".encode("cp1252"))
    with pytest.raises(ProjectError, match="UTF-8"):
        read_site(tmp_path / "latin.toml")
