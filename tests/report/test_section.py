"""Tables are made of columns: heading, unit and format stand with the value."""

from __future__ import annotations

import math

import pytest

from pirqa.model import Remark
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Cell, Column, figure, once, table
from pirqa.report.words import load_words

EN, ES = load_words("en"), load_words("es")


@pytest.mark.parametrize(
    ("value", "options", "expected"),
    [
        (0.01234, {"unit": "mm"}, "12.3"),
        (3e-8, {"unit": "mm"}, "0"),
        (-0.002, {"unit": "mm", "digits": 2}, "−2.0"),
        (9.80665, {"unit": "g"}, "1.00"),
        (math.pi / 6, {"unit": "deg", "form": "{:.2f} deg"}, "30.00°"),
        (0.051, {"unit": "%", "form": "{:+.1f} %"}, "+5.1 %"),
        (12345.0, {"unit": "kN", "digits": 4}, "12.35"),
        (2.5e6, {"unit": "MN/m"}, "2.50"),
        (7, {}, "7"),
        (7.0, {}, "7.00"),
        (None, {"unit": "kPa"}, "–"),
        (math.nan, {}, "–"),
        (math.inf, {}, "∞"),
        (math.nan, {"form": "{:.2f}"}, "–"),
        ("as it is", {"unit": "mm"}, "as it is"),
    ],
)
def test_a_value_is_shown_in_the_unit_of_its_column(value, options, expected):
    cell = Column("column.what", lambda item: item, **options).cell(value, EN)
    assert cell.text == expected
    assert cell.number is not isinstance(value, str)


def test_numbers_with_their_unit_are_written_in_one_way():
    assert EN.plain(0.5) == "0.5"
    assert EN.plain(-3.0) == "−3"
    assert EN.gravities(3.4323275) == "0.35 g"
    assert EN.degrees(math.pi / 6) == "30.00°"
    assert EN.degrees(math.pi / 7, 1) == "25.7°"


def test_what_rows_have_in_common_stands_in_the_first_of_them():
    assert once(["wall", "wall", "soil", "wall", "wall"]) == ["wall", "", "soil", "wall", ""]
    assert once([]) == []


def test_a_table_has_a_row_for_each_item():
    columns = (
        Column("column.motion", lambda item: item[0], strong=True, small=lambda item: f"of {item[0]}"),
        Column(
            "", lambda item: item[1], unit="g", title="a [g]", strong=lambda item: item[1] > 1.0, tone=lambda _: "bad"
        ),
        Column("column.what", lambda _: Cell(text="whole", tone="good")),
    )
    grid = table([("x", 1.5), ("y", 0.5)], columns, ES, "caption")
    assert grid.head == (ES("column.motion"), "a [g]", ES("column.what"))
    assert grid.caption == "caption"
    assert grid.rows[0] == (
        Cell(text="x", strong=True, small="of x"),
        Cell(text="0.153", number=True, strong=True, tone="bad"),
        Cell(text="whole", tone="good"),
    )
    assert not grid.rows[1][1].strong


def test_a_heading_without_words_is_an_error():
    with pytest.raises(KeyError):
        table([1.0], (Column("column.of_no_such_name", lambda item: item),), EN)


def test_remarks_stand_with_warnings_first_and_named():
    remarks = [
        Remark(kind="repair", key="stones_fell", text="quake", stones=("1",)),
        Remark(kind="assumption", key="stones_fell", text="other", stones=("2",)),
        Remark(kind="warning", key="stones_fell", text="quake", stones=("3",)),
    ]
    (grid,) = remarks_table(remarks, EN, names={"quake": "El Centro"}, caption="dynamics.remarks")
    assert [row[0].text for row in grid.rows] == [
        EN(f"remark_kind.{kind}") for kind in ("warning", "assumption", "repair")
    ]
    assert [row[0].tone for row in grid.rows] == ["unsure", "", ""]
    assert ["El Centro" in row[1].text for row in grid.rows] == [True, False, True]
    assert remarks_table([], EN) == []


def test_a_figure_has_the_words_of_one_key():
    shown = figure("<svg/>", "soil.histories", EN, run="El Centro")
    assert shown.caption == EN("soil.histories", run="El Centro")
    assert shown.alt == EN("soil.histories_alt", run="El Centro")
