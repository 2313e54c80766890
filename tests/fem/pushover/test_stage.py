"""The push repeated on a second mesh, with a second pattern, on a second wall."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, Interrupted, ModelError, OptionsError
from pirqa.fem.build import build
from pirqa.fem.exchange import write_vtu
from pirqa.fem.options import FeOptions
from pirqa.fem.pushover.options import ControlPoint, Interface, Masonry, PushoverOptions
from pirqa.fem.pushover.result import PushoverResult
from pirqa.fem.pushover.stage import Subject, read_result, run_pushover, run_variants
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.project.codec import read_value, to_plain, write_value
from tests.fem.pushover.strips import FE, MASONRY, options, strip
from tests.fem.pushover.test_checkpoint import Stops

SPECTRA = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))

ASKED = options(target=0.02, step=0.002, spectra=SPECTRA, second_mesh=0.75, second_pattern="triangular")


def test_paths_of_a_direction_are_the_one_asked_for_and_its_band():
    made = run_pushover(strip(), FE, options(halved_viscosity=True, other_control=True, target=0.008))
    assert [(path.control, path.viscosity) for path in made.paths] == [("node", 0.2), ("node", 0.1), ("mean", 0.2)]
    assert len(made.snapshots) == 1
    assert made.control_point == pytest.approx((0.0, 0.0, 2.4), abs=0.31)
    assert made.weight == pytest.approx(20e3 * 0.3 * 0.6 * 2.4)
    assert len(made.mass) == len(made.mesh.nodes)
    assert made.solver == "superlu"


def test_weak_layer_opens_instead_of_the_foot():
    weak = Masonry(tensile_strength=1e3, tensile_energy=5.0, compressive_strength=5e6, compressive_energy=5e4)
    strong = replace(MASONRY, tensile_strength=5e5, tensile_energy=1e3)
    made = run_pushover(
        strip(),
        FE,
        options(masonry={"stone": strong}, interfaces={"bed": Interface(level=0.55, masonry=weak)}, target=0.008),
    )
    shots = made.snapshots[0]
    level = made.mesh.places[int(shots.opening[-1].argmax())].mean(axis=0)[2]
    assert 0.55 < level < 0.95


def test_mesh_of_a_file_is_taken(tmp_path):
    mesh = build(strip(), FE).mesh
    write_vtu(tmp_path / "wall.vtu", mesh)
    asked = options(target=0.005)
    made = run_pushover(strip(), FeOptions(mesh="wall.vtu"), asked, source=tmp_path)
    own = run_pushover(strip(), FE, asked)
    assert np.allclose(made.paths[0].multiplier, own.paths[0].multiplier, rtol=1e-3)


def test_quadratic_and_plain_bricks_are_pushed_too():
    loads = {}
    for element in ("incompatible", "plain", "quadratic"):
        made = run_pushover(strip(), FE, options(element=element, target=0.006))
        assert made.paths[0].ended == "target"
        loads[element] = made.paths[0].multiplier[-1]
    assert loads["plain"] > 0.98 * loads["incompatible"]
    assert loads["quadratic"] == pytest.approx(loads["incompatible"], rel=0.15)


@pytest.mark.parametrize("element", ["incompatible", "plain"])
def test_a_crack_opens_by_as_much_as_its_row_is_pulled_apart(element):
    weak = Masonry(tensile_strength=1e3, tensile_energy=5.0, compressive_strength=5e6, compressive_energy=5e4)
    strong = replace(MASONRY, law="elastic")
    seam = {"bed": Interface(level=0.55, masonry=weak)}
    asked = options(masonry={"stone": strong}, interfaces=seam, target=0.02, element=element)
    made = run_pushover(strip(), FE, asked)
    shots = made.snapshots[0]
    back = made.mesh.nodes[:, 1] >= made.mesh.nodes[:, 1].max() - 1e-6
    lifted = [shots.shift[-1, back & (np.abs(made.mesh.nodes[:, 2] - z) < 1e-6), 2].mean() for z in (0.6, 0.9)]
    # the points nearest to the face are (1 + 1/√3)/2 of a brick's depth away from its other side: a little less
    assert shots.opening[-1].max() == pytest.approx(lifted[1] - lifted[0], rel=0.2)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"masonry": {"stone": replace(MASONRY, tensile_strength=0.0)}}, "tensile_strength is 0"),
        ({"masonry": {"stone": replace(MASONRY, tensile_energy=1e-3)}}, "must be smaller than"),
        ({"masonry": {}}, 'nothing is said of zone "wall"'),
        ({"masonry": {"stone": MASONRY, "stones": MASONRY}}, 'did you mean "stone"'),
        ({"interfaces": {"bed": Interface(level=5.0, masonry=MASONRY)}}, "pushover.interfaces.bed.level"),
    ],
)
def test_what_cannot_be_pushed_is_told(changes, said):
    with pytest.raises(OptionsError, match=said):
        run_pushover(strip(), FE, options(**changes))


def test_control_point_must_be_on_the_wall_and_move():
    with pytest.raises(ModelError, match="control_point"):
        run_pushover(strip(), FE, options(control_point=ControlPoint(along=0.1, level=7.0)))
    with pytest.raises(OptionsError, match="does not move"):
        run_pushover(strip(), FE, options(control_point=ControlPoint(along=0.1, level=1e-12)))


def test_a_wall_that_its_weight_crushes_is_told():
    soft = Masonry(tensile_strength=1e3, tensile_energy=5.0, compressive_strength=3e4, compressive_energy=2e3)
    with pytest.raises(ComputationError, match="own weight"):
        run_pushover(strip(), FE, options(masonry={"stone": soft}))


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
