"""The push repeated on a second mesh, with a second pattern, on a second wall."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.errors import Interrupted, ModelError, OptionsError
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.project.codec import read_value, to_plain, write_value
from pirqa.pushover.options import PushoverOptions
from pirqa.pushover.read import read_result
from pirqa.pushover.result import PushoverResult
from pirqa.pushover.stage import run_pushover
from pirqa.pushover.variants import Subject, run_variants
from tests.pushover.strips import FE, options, strip
from tests.pushover.test_checkpoint import Stops

SPECTRA = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))
ASKED = options(target=0.02, step=0.002, spectra=SPECTRA, second_mesh=0.75, second_pattern="triangular")


def test_each_variant_changes_one_thing(tmp_path):
    main = run_pushover(strip(), FE, ASKED)
    mesh, pattern, wall = run_variants(
        Subject(wall=strip(), fe=FE), ASKED, second=Subject(wall=strip(thickness=0.7), fe=FE)
    )
    assert (mesh.kind, pattern.kind, wall.kind) == ("mesh", "pattern", "wall")
    assert mesh.bricks > pattern.bricks == len(main.mesh)
    assert (mesh.pattern, pattern.pattern, wall.pattern) == ("mass", "triangular", "mass")
    first = read_result(main, ASKED).readings[0].main.peak.multiplier
    # a triangular load has its resultant at 2/3 of the height in place of a half
    assert pattern.readings[0].main.peak.multiplier == pytest.approx(0.75 * first, rel=0.05)
    assert mesh.readings[0].main.peak.multiplier == pytest.approx(first, rel=0.1)
    assert wall.readings[0].main.peak.multiplier > 1.1 * first
    whole = read_result(replace(main, variants=(mesh, pattern, wall)), ASKED)
    assert "second mesh" in str(whole)
    write_value(whole, tmp_path)
    assert to_plain(read_value(PushoverResult, tmp_path)) == to_plain(whole)


def test_a_stopped_variant_goes_on(tmp_path):
    subject = Subject(wall=strip(), fe=FE)
    asked = replace(ASKED, second_mesh=None)
    whole = run_variants(subject, asked)
    with pytest.raises(Interrupted):
        run_variants(subject, asked, folder=tmp_path, observer=Stops(5))
    assert list(tmp_path.glob("second_pattern/*"))
    assert to_plain(run_variants(subject, asked, folder=tmp_path)) == to_plain(whole)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"second_mesh": 1.0}, "second_mesh must not be 1"),
        ({"second_pattern": "mass"}, "second_pattern is the same as pattern"),
        ({"second_wall": True}, "second_wall is for wall"),
        ({"second_mesh": 0.1}, "second_mesh"),
    ],
)
def test_variants_that_show_nothing_are_refused(change, told):
    with pytest.raises(ModelError, match=told):
        PushoverOptions(**change)


def test_a_mesh_of_a_file_has_no_second():
    with pytest.raises(OptionsError, match=r"pushover\.second_mesh: the mesh is read from a file"):
        run_variants(Subject(wall=strip(), fe=replace(FE, mesh="wall.vtu")), ASKED)
