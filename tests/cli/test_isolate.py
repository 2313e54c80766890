"""``pirqa isolate`` as a user meets it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import boxes
from tests.cli.test_commands import run

PROJECT = boxes(
    ("0.4 g", "2 Hz", "2.5 s", "0.5 s"),
    base="rounded_stones",
    stiffness="2e9 N/m3",
    damping="0.1",
    thickness="0.6 m",
    survey="",
    height="0.9 m",
)


def test_beds_are_compared_and_written(project, tmp_path, capsys):
    numbers = tmp_path / "numbers.json"
    given = ("--friction", "25 deg", "--rolling", "0.05", "--rolling", "0.1", "--level", "0.3 g", "--motion", "sine")
    code, out, _ = run(capsys, "isolate", str(project), *given, "--json", str(numbers))
    assert code == 0
    assert "as one block the wall begins to rock at 0.667 g" in out
    assert "rolling 0.05" in out
    table = json.loads(numbers.read_text(encoding="utf-8"))["table"]
    assert table["bed"] == ["fixed", "sliding 0.466", "rolling 0.05", "rolling 0.1"]
    assert table["level"] == pytest.approx([0.3 * 9.80665] * 4)
    assert table["transmitted"][2] < table["transmitted"][3] < table["transmitted"][0]


def test_a_hollow_and_another_language(project, capsys):
    given = ("--rolling", "0.05", "--recentring", "2 m", "--language", "es")
    code, out, _ = run(capsys, "isolate", str(project), *given)
    assert code == 0
    assert "La cavidad de radio 2.000 m" in out


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--set", "base.kind=rock"), "a layer without friction is none: give isolation.friction_angle"),
        (("--motion", "sin"), 'no motion is called "sin"; did you mean "sine"'),
        (("--level", "-0.3 g"), "isolation.levels must be greater than 0"),
        (("--rolling", "0"), "isolation.rolling_resistance must be greater than 0"),
        (("--rolling", "0.9"), "the wall would slide before the stones roll"),
        (("--friction", "30"), "--friction"),
        (("--recentring", "2 kg"), "--recentring"),
        (("--set", "isolation.levels=[1]"), "isolation.levels"),
    ],
)
def test_mistakes_are_told(project, capsys, given, message):
    code, _, err = run(capsys, "isolate", str(project), *given)
    assert code == 2
    assert message in " ".join(err.split())
    assert "wall.toml" in err or "--" in err


def test_an_envelope_has_no_stones(project, capsys):
    text = PROJECT.replace("[survey]\n", "").replace('thickness = "0.6 m"\n', "", 1)
    head, _, tail = text.partition("[survey.generate]")
    wall = '[wall]\nheight = "2.4 m"\nthickness = "1 m"\nmaterial = "stone"\n\n[motion' + tail.partition("[motion")[2]
    project.write_text(head.replace('["survey"]', '["statics"]') + wall, encoding="utf-8")
    code, _, err = run(capsys, "isolate", str(project))
    assert code == 2
    assert "the wall has no stones to move, only its envelope" in " ".join(err.split())
