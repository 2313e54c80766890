"""Remarks of the limit analysis on stones, in the reader's language."""

from __future__ import annotations

import pytest

from pirqa.model.remark import Remark
from pirqa.report.remarks import remark_text
from pirqa.report.words import load_words

ES = load_words("es")


@pytest.mark.parametrize(
    ("text", "told"), [("outward", "Empujado hacia afuera"), ("mine (μ low)", "mine (μ"), ("push", "push")]
)
def test_remarks_of_blocks_name_patterns_in_the_readers_language(text, told):
    remark = Remark(kind="assumption", key="blocks_wedged", text=text)
    said = remark_text(remark, ES)
    assert told in said
    assert "low" not in said
    assert "outward" not in said
