"""What reading and preprocessing say is said in words, in both languages."""

from __future__ import annotations

import re

import pytest

from pirqa.oma.channel_quality import FLAGS
from pirqa.report import load_words
from tests.conftest import ROOT

ROOM = ROOT / "src" / "pirqa" / "oma"
TEXT = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (
        *(ROOM / f"{name}.py" for name in ("reading", "preprocessing", "channel_quality", "frequency_domain")),
        *(ROOM / "formats").glob("*.py"),
    )
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_remarks_and_treatments_have_words(language):
    words = load_words(language)
    remarks = set(re.findall(r'Remark\(\s*kind="\w+",\s*key="(\w+)"', TEXT)) | {f"channel_{flag}" for flag in FLAGS}
    remarks |= {"reference_silent", "channel_silent"}
    treatments = set(re.findall(r'Treatment\(\s*key="(\w+)"', TEXT)) | {"baseline_mean", "baseline_linear"}
    assert len(remarks) >= 18
    assert len(treatments) >= 5
    assert [key for key in sorted(remarks) if f"remark.{key}" not in words] == []
    assert [key for key in sorted(treatments) if f"treatment.{key}" not in words] == []
