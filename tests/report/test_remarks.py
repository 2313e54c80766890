"""What the survey says is said in words, in both languages."""

from __future__ import annotations

import re

import pytest

from pirqa.report import load_words
from tests.conftest import ROOT

KEYS = sorted(
    {
        key
        for path in (ROOT / "src" / "pirqa" / "survey").rglob("*.py")
        for key in re.findall(r'Remark\(\s*kind="\w+",\s*key="(\w+)"', path.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_remark_of_the_survey_has_words(language):
    words = load_words(language)
    assert len(KEYS) > 50
    assert [key for key in KEYS if f"remark.{key}" not in words] == []
