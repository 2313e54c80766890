"""The page of a screening: whole, offline, in both languages."""

from __future__ import annotations

import base64
import re

import numpy as np
import pytest

from pirqa.codes.screening import URGENCIES, Walls, read_walls, screen
from pirqa.codes.screening.result import ranked_csv
from pirqa.project.site_file import parse_site, read_site
from pirqa.provenance import Run
from pirqa.report.many_walls import TableSource, render_screening
from pirqa.report.words import LANGUAGES, load_words
from tests.conftest import EXAMPLES
from tests.report.test_report import _Balanced

SOURCE = TableSource(file="walls.csv", digest="d1g357", run=Run(started="2026-01-01", host="here", duration=0.1))


@pytest.fixture(scope="module")
def site():
    return read_site(EXAMPLES / "screening" / "site.toml")


@pytest.fixture(scope="module")
def result(site):
    read = read_walls(EXAMPLES / "screening" / "walls.csv")
    return screen(read.walls, site.codes, site.screening, remarks=read.remarks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_self_contained_and_well_formed(result, site, language):
    page = render_screening(result, site, SOURCE, load_words(language))
    assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", page.replace('xmlns:xlink="http', ""))
    assert "<script" not in page
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<svg") == 2


def test_page_says_what_it_must_in_its_order(result, site):
    page = render_screening(result, site, SOURCE, load_words("en"))
    parts = ["urgency", "pictures", "ranking", "method", "inputs", "provenance"]
    places = [page.index(f'<section id="{part}">') for part in parts]
    assert places == sorted(places)
    for word in ("Of 24 walls", "not compared with the official texts", "default, assumed", "d1g357", "C-04"):
        assert word in page, word
    ranking = page[places[2] : places[3]]
    names = re.findall(r'<td class="strong "><span>([A-D]-\d\d)', ranking)
    assert names == result.walls["name"].tolist()


def test_the_table_can_be_taken_out_of_the_page(result, site):
    page = render_screening(result, site, SOURCE, load_words("en"))
    data = re.search(r'download="walls-screening\.csv" href="data:text/csv;charset=utf-8;base64,([^"]+)"', page)
    assert base64.b64decode(data[1]).decode() == ranked_csv(result)


def test_same_walls_same_bytes(result, site):
    again = screen(read_walls(EXAMPLES / "screening" / "walls.csv").walls, site.codes, site.screening)
    assert ranked_csv(again) == ranked_csv(result)
    words = load_words("en")
    assert render_screening(result, site, SOURCE, words) == render_screening(result, site, SOURCE, words)


def test_names_out_of_the_table_are_escaped(site):
    walls = Walls.of(name=["<script>alert(1)</script>", "=1+1"], height=[3.0, 2.0], thickness=[1.0, 1.0])
    result = screen(walls, site.codes)
    page = render_screening(result, site, SOURCE, load_words("en"))
    assert "<script" not in page
    assert "'=1+1" in ranked_csv(result), "a spreadsheet must not run it"


def test_many_walls_make_a_page_that_stays_small(site):
    generator = np.random.default_rng(2)
    count = 3000
    walls = Walls.of(
        name=[f"W{index}" for index in range(count)],
        height=generator.uniform(1, 9, count),
        thickness=generator.uniform(0.3, 2, count),
    )
    page = render_screening(screen(walls, site.codes), site, SOURCE, load_words("en"))
    assert "2000 more are in the tables" in page
    assert page.count("<tr>") < 1100
    assert len(page) < 2_000_000


def test_every_class_and_sign_has_its_words(site):
    """Also with nothing in displacement, and in a sentence of one."""
    wall = Walls.of(
        name=["A"], height=[3.0], thickness=[0.3], unit_weight=[2e4], fill_height=[3.0], fill_friction_angle=[0.5],
        fill_unit_weight=[18e3],
    )  # fmt: skip
    for language in LANGUAGES:
        words = load_words(language)
        page = render_screening(
            screen(wall, parse_site("[codes.spectra.e030_2018]\nzone=2\nsoil='S2'").codes), site, SOURCE, words
        )
        assert words("screening.part_rest_one", count=1) in page
        assert words("screening.meaning_look_first") in page
        for urgency in URGENCIES:
            assert {f"screening.urgency_{urgency}", f"screening.meaning_{urgency}"} <= words.keys
