"""What is exported can be read again."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.model import Direction, GroundMotion
from pirqa.motion import read_record
from pirqa.motion.formats import WRITERS, export_motion


def motion() -> GroundMotion:
    random = np.random.default_rng(5)
    return GroundMotion(
        name="made",
        step=0.005,
        acceleration=random.normal(size=(203, 2)),
        directions=(Direction(name="NS", azimuth=0.0), Direction(name="EW", azimuth=np.pi / 2)),
    )


@pytest.mark.parametrize(("format", "digits"), [("columns", 1e-9), ("peer", 1e-8)])
def test_one_file_for_each_component(tmp_path, format, digits):
    made = motion()
    texts = export_motion(made, tmp_path, format=format)
    assert [path.name for path in texts] == [f"made_{name}{WRITERS[format][0]}" for name in ("NS", "EW")]
    for column, (path, text) in enumerate(texts.items()):
        path.write_text(text)
        record = read_record(path)  # its unit and its time are in its header
        assert record.origin.format == format
        channel = record.accelerations[0]
        assert channel.step == pytest.approx(0.005, rel=1e-9)
        assert channel.values == pytest.approx(made.acceleration[:, column], abs=digits * 4)


def test_csv_holds_all_and_reads_back(tmp_path):
    made = motion()
    (text,) = export_motion(made, tmp_path, format="csv").values()
    head, *rows = text.splitlines()
    assert head.split(",")[:3] == ["t [s]", "NS [m/s2]", "EW [m/s2]"]
    assert len(rows) == 203
    table = np.array([[float(cell) for cell in row.split(",")] for row in rows])
    assert table[:, 1:3] == pytest.approx(made.acceleration, abs=1e-9)
    assert table[:, 5:7] == pytest.approx(made.displacement, rel=1e-8, abs=1e-12)


def test_unknown_format():
    with pytest.raises(RecordError, match='did you mean "peer"'):
        export_motion(motion(), None, format="peeer")
