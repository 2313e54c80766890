"""A Spanish page is Spanish, in its pictures and data too; pictures and numbers are read in grey and by eye."""

from __future__ import annotations

import base64
import re

import pytest
from matplotlib.colors import to_rgb

from pirqa.report.figures.style import COLOURS, CYCLE, MARKS, apart, ink_for
from pirqa.report.page import render
from pirqa.report.words import load_words
from tests.conftest import ROOT, quick_or_long

EN, ES = load_words("en"), load_words("es")
ENGLISH = re.compile(
    r"\b(the|of|and|with|against|paper|eqs?|section|wall|stones?|sliding|overturning|factor of safety|time|period"
    r"|displacement|acceleration|thickness|height|level|axis|curve|mean|demand|capacity|outwards|inwards)\b"
)
DATA = re.compile(r'href="data:text/csv;charset=utf-8;base64,([^"]+)"')


@pytest.fixture(scope="module", params=quick_or_long(["machu_picchu", "chokepukio"]))
def spanish(request, assessed):
    found = assessed(request.param)
    page = render(found, ES)
    # names of models are the project's own words
    for model in found.stages["fe"].models if "fe" in found.stages else ():
        page = page.replace(model.label, "modelo") if model.label else page
    return page


def test_pictures_have_no_english(spanish):
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", spanish)
    assert len(drawn) > 50
    assert [text for text in drawn if ENGLISH.search(text)] == []


def test_words_for_those_who_cannot_see_have_no_english(spanish):
    told = re.findall(r'aria-label="([^"]*)"', spanish)
    assert told
    assert [text for text in told if ENGLISH.search(text)] == []


def test_sources_of_checks_have_no_english(spanish):
    body = spanish[spanish.index('id="checks"') : spanish.index("</section>", spanish.index('id="checks"'))]
    # remarks on required factors are the project's own words
    cells = re.findall(r"<span>([^<]*)</span>", body)
    assert [text for text in cells if ENGLISH.search(text)] == []


def test_data_have_spanish_heads_with_units(spanish):
    files = [base64.b64decode(text).decode("utf-8-sig") for text in DATA.findall(spanish)]
    assert files
    for text in files:
        head, first, *_ = text.splitlines()
        assert not ENGLISH.search(head)
        if head.startswith("modo,"):  # shapes and likeness of modes are tables of their own
            assert "frecuencia [Hz]" in head or head.startswith("modo,modo 1,modo 2")
            continue
        if head.startswith(
            ("parámetro,", "sensor,", "dirección,", "etapa,")
        ):  # so are those of a calibration, and cracks
            continue
        assert head.startswith("panel,curva,")
        assert "eje x" in head or len(head.split(",")) == 4
        assert not re.match(r"[^,]*,\d+,", first), "curves have names"


@pytest.mark.parametrize("words", [EN, ES], ids=["en", "es"])
def test_powers_of_ten_as_print_writes_them(words):
    assert words.typeset("5e+08 N/m3") == "5×10⁸ N/m³"
    assert words.typeset("1e9") == "10⁹"
    assert words.number(1.39e-5) == "1.39×10⁻⁵"
    assert words.number(0.00123) == "0.00123"
    assert words.typeset("wall_1e5 2e8b") == "wall_1e5 2e8b", "names stay"


def test_sources_are_told_in_the_language():
    source = "virtual work (Chokepukio paper, eq. 8): α0 against a/g"
    assert EN.citation(source) == source
    assert ES.citation(source) == "trabajo virtual (artículo de Chokepukio, ec. 8): α0 frente a a/g"
    assert ES.citation("Anderson 1999") == "Anderson 1999", "no word is cut out of a name"


def test_curves_are_told_apart_without_colour():
    styles = [apart(index) for index in range(len(CYCLE))]
    assert len({style.get("marker", "") for style in styles}) == len(CYCLE) == len(MARKS)
    assert len({style["color"] for style in styles}) == len(CYCLE)


@pytest.mark.parametrize("name", ["blue", "orange", "green", "purple", "amber", "sky"])
def test_words_in_drawings_are_dark_enough(name):
    """WCAG 2.2, 1.4.3: 4.5 : 1, on the page's paper."""
    assert _contrast(ink_for(COLOURS[name]), "#fffdf9") >= 4.5


def _contrast(one: str, other: str) -> float:
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


KEYS = sorted(
    {
        key
        for room in ("survey", "motion", "oma", "fe", "updating")
        for path in (ROOT / "src" / "pirqa" / room).rglob("*.py")
        for key in re.findall(r'Remark\(\s*kind="\w+",\s*key="(\w+)"', path.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_remark_has_words(language):
    words = load_words(language)
    assert len(KEYS) > 100
    assert [key for key in KEYS if f"remark.{key}" not in words] == []
