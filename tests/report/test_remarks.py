"""What the stages say is said in words, in both languages."""

from __future__ import annotations

import re

import pytest

from pirqa.report import load_words
from tests.conftest import ROOT

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
