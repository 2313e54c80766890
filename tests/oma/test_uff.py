"""Universal files of modes: written, and read back by the library alone and by our reader."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import ModelError, RecordError
from pirqa.model.modes import Modes
from pirqa.oma.formats.uff58 import read_modes_uff, write_modes_uff
from pirqa.oma.measurement import Point

NAMES = ("P1", "P2", "top")
POINTS = {name: Point(name=name, place=(1.5 * i, 0.25, 3.0 + i)) for i, name in enumerate(NAMES)}
RNG = np.random.default_rng(3)
REAL = RNG.normal(size=(2, 3, 3))
IMAGINARY = 0.1 * RNG.normal(size=(2, 3, 3))


def _modes(**more) -> Modes:
    return Modes(
        frequency=np.array([1.98, 3.19]), damping=np.array([0.026, 0.032]), points=NAMES, point_shape=REAL, **more
    )


def test_complex_modes_come_back(tmp_path):
    path = tmp_path / "modes.uff"
    write_modes_uff(path, _modes(point_shape_imaginary=IMAGINARY), POINTS, lines=[("P1", "P2"), ("P2", "top")])
    frequency, damping, shape, places = read_modes_uff(path)
    np.testing.assert_allclose(frequency, [1.98, 3.19], rtol=2e-5)
    np.testing.assert_allclose(damping, [0.026, 0.032], rtol=2e-5)
    np.testing.assert_allclose(shape, REAL + 1j * IMAGINARY, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(places, [POINTS[name].place for name in NAMES])
    assert [item.name for item in tmp_path.iterdir()] == ["modes.uff"]


def test_the_library_reads_all_data_sets(tmp_path):
    import pyuff

    path = tmp_path / "modes.uff"
    write_modes_uff(path, _modes(), POINTS, lines=[("P1", "P2"), ("P2", "top")], title="Chokepukio")
    file = pyuff.UFF(str(path))
    assert list(file.get_set_types()) == [15, 82, 55, 55]
    nodes, lines, first, _ = file.read_sets()
    assert [int(number) for number in nodes["node_nums"]] == [1, 2, 3]
    assert lines["nodes"].astype(int).tolist() == [1, 2, 0, 2, 3]
    assert int(lines["n_nodes"]) == 5
    assert (first["analysis_type"], first["mode_n"], first["id1"].strip()) == (2, 1, "Chokepukio")
    assert first["freq"] == pytest.approx(1.98)
    assert first["modal_damp_vis"] == pytest.approx(0.026)
    np.testing.assert_allclose(first["r2"], REAL[0, :, 1], rtol=1e-5)


def test_what_was_not_measured_is_zero_or_left_out(tmp_path):
    shape = REAL.copy()
    shape[:, :, (0, 2)] = np.nan
    shape[:, 2] = np.nan
    modes = Modes(frequency=np.array([2.0, 3.0]), damping=np.array([0.02, 0.02]), points=NAMES, point_shape=shape)
    write_modes_uff(tmp_path / "a.uff", modes, POINTS)
    _, _, back, places = read_modes_uff(tmp_path / "a.uff")
    np.testing.assert_allclose(back[:, :2, 1], REAL[:, :2, 1], rtol=1e-5)
    assert np.all(back[:, :2, 0] == 0.0)
    assert np.all(np.isnan(back[:, 2]))
    assert len(places) == 3


def test_many_lines_are_split(tmp_path):
    import pyuff

    write_modes_uff(tmp_path / "a.uff", _modes(), POINTS, lines=[("P1", "P2"), ("P2", "top")] * 100)
    sets = [block for block in pyuff.UFF(str(tmp_path / "a.uff")).read_sets() if block["type"] == 82]
    assert len(sets) == 3
    assert max(int(block["n_nodes"]) for block in sets) <= 250


def test_what_cannot_be_written_or_read(tmp_path):
    with pytest.raises(ModelError, match="top of the modes have no coordinates"):
        write_modes_uff(tmp_path / "a.uff", _modes(), {name: POINTS[name] for name in NAMES[:2]})
    (tmp_path / "b.uff").write_text("    -1\n    55\nrubbish\n    -1\n")
    with pytest.raises(RecordError, match=r"b\.uff"):
        read_modes_uff(tmp_path / "b.uff")
    (tmp_path / "c.uff").write_text("nothing")
    with pytest.raises(RecordError, match="no nodes"):
        read_modes_uff(tmp_path / "c.uff")
