"""Calibration as a stage: from vibrations to a wall that later stages look at, where the file says so."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pirqa.errors import OptionsError, ProjectError
from pirqa.experiments.joint_calibration.options import JointCalibrationOptions
from pirqa.fem.options import BedOptions, FeSpring
from pirqa.fem.updating.options import UpdatingOptions
from pirqa.model.modes import Modes, modal_assurance
from pirqa.progress import SILENT
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.pipeline import stage_key, taken_by
from pirqa.project.stages import STAGES
from pirqa.project.stages.joint_calibration import sensors_on_stones, with_measured_modes
from pirqa.project.stages.updating import calibrated_toml
from pirqa.project.walls import fe_options_for, wall_for, wall_remarks
from pirqa.report import LANGUAGES, load_words
from pirqa.report.engineer import assumptions_grid
from pirqa.report.names import field_name, group_name
from pirqa.report.remarks import remark_text
from tests.experiments.test_joint_calibration import DYNAMICS, made_of
from tests.fem.updating.campaign import PARAMETERS, PROJECT, write_wall_campaign
from tests.fem.updating.made import TRUE
from tests.report.test_motion_section import options

BY_NAME = {stage.name: stage for stage in STAGES}
WEIGHT = """
[updating.parameters.g2]
kind = "unit_weight"
of = ["upper"]
low = "15 kN/m3"
high = "27 kN/m3"
start = "24 kN/m3"
prior_sd = "0.2 kN/m3"
"""
LIGHT = PROJECT.replace("24 kN/m3", "20 kN/m3")  # as if nobody had weighed the upper part; its prior knows better
LATER = LIGHT.replace('"updating"]', '"updating", "statics", "limit"]') + PARAMETERS
CALIBRATED = LATER + '[limit]\nwall = "calibrated"\n[statics]\nwall = "calibrated"\n'


def project(folder: Path, text: str):
    return parse_project(text, file=str(folder / "wall.toml"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("calibrated")
    write_wall_campaign(place)
    return place


@pytest.fixture(scope="module")
def assessed(folder):
    return run_project(project(folder, CALIBRATED + WEIGHT), folder / "results")


def test_vibrations_teach_the_wall_its_moduli(assessed):
    result = assessed.stages["updating"]
    for item, true in zip(result.parameters, (*TRUE, 24e3), strict=True):
        assert abs(item.value - true) < 3.0 * item.sd, item.name
        assert item.value == pytest.approx(true, rel=0.1)
    assert result.after.mac.min() > 0.99
    assert np.abs(result.after.difference).max() < 0.01


def test_it_comes_back_from_its_folder(assessed):
    back = read_results(assessed.folder).stages["updating"]
    assert back.parameters == assessed.stages["updating"].parameters
    assert back.wall == assessed.stages["updating"].wall


def test_the_calibrated_wall_reaches_later_stages(assessed, folder):
    found = assessed.stages["updating"].wall
    assert found.materials["upper"].unit_weight == pytest.approx(24e3, rel=0.05)
    surveyed = project(folder, LATER + WEIGHT)
    changed = replace(surveyed, wall=found)
    for name, number in (("limit", _multiplier), ("statics", _pressure)):
        stage = BY_NAME[name]
        there = number(assessed.stages[name])
        assert there == number(stage.run(changed, {}, folder, SILENT))
        assert there != pytest.approx(number(stage.run(surveyed, {}, folder, SILENT)), rel=1e-3)


def _multiplier(result) -> float:
    return float(next(item for item in result.mechanisms if item.name == "overturning.outward.base").multiplier)


def _pressure(result) -> float:
    return float(result.governing[0].normal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_says_which_wall_it_was(assessed, language):
    words = load_words(language)
    told = [item for item in assessed.stages["limit"].remarks if item.key == "wall_calibrated"]
    assert f"E1 = {assessed.stages['updating'].parameters[0].value / 1e6:.4g} MPa" in told[0].text
    assert told == list(assessed.stages["statics"].remarks)
    grid = assumptions_grid(assessed, words)
    assert [row for row in grid.rows if row[1].text == remark_text(told[0], words)]


def test_rigid_bodies_have_no_use_for_moduli(assessed, folder):
    stiff = [item for item in assessed.stages["updating"].parameters if item.kind == "youngs_modulus"]
    earlier = {"updating": replace(assessed.stages["updating"], parameters=tuple(stiff))}
    result = BY_NAME["limit"].run(project(folder, CALIBRATED), earlier, folder, SILENT)
    assert [item.key for item in result.remarks][:2] == ["wall_calibrated", "wall_calibrated_same"]


def test_stones_keep_their_depth_and_that_is_told(assessed, folder):
    """The thickness of zones reaches statics and mechanisms; blocks are stones, of which it says nothing."""
    found = assessed.stages["updating"]
    factor = replace(found.parameters[0], name="t", kind="thickness", of=("top",), unit="", value=1.1)
    asks = SimpleNamespace(options=SimpleNamespace(given=lambda _: SimpleNamespace(wall="calibrated")))

    def keys(stage: str, *items, stones: bool = False) -> list[str]:
        earlier = {"updating": replace(found, parameters=items)}
        return [remark.key for remark in wall_remarks(asks, stage, earlier, stones=stones)]

    assert keys("limit", factor) == ["wall_calibrated"]
    assert keys("blocks", factor, stones=True) == ["wall_calibrated", "wall_calibrated_stones"]
    assert keys("blocks", found.parameters[0], stones=True) == ["wall_calibrated", "wall_calibrated_same"]
    assert keys("blocks", found.parameters[2], stones=True) == ["wall_calibrated"]


def test_keys_follow_the_calibration_only_where_it_is_used(folder):
    plain, used = project(folder, LATER), project(folder, CALIBRATED)
    limit = BY_NAME["limit"]
    assert "updating" not in taken_by(limit, plain)
    assert "updating" in taken_by(limit, used)
    for given, same in ((plain, True), (used, False)):
        assert (stage_key(limit, given, {"updating": "a"}) == stage_key(limit, given, {"updating": "b"})) is same
    other = project(folder, LATER.replace('high = "1.3 GPa"', 'high = "1.4 GPa"'))
    thicker = project(folder, LATER.replace('size = "1 m"', 'size = "0.9 m"'))
    keys = {stage_key(BY_NAME["updating"], item, {}) for item in (plain, other, thicker)}
    assert len(keys) == 3


def test_springs_and_bed_are_calibrated_for_who_asks(assessed, folder):
    springs, bed = {"a": FeSpring(along=1.0, level=2.0, stiffness=3e7)}, BedOptions(normal=1e8)
    earlier = {"updating": replace(assessed.stages["updating"], springs=springs, bed=bed)}
    used, plain = project(folder, CALIBRATED), project(folder, LATER)
    asked = fe_options_for(used, "limit", earlier)
    assert (asked.springs, asked.bed) == (springs, bed)
    assert asked.size == used.options["fe"].size
    assert fe_options_for(plain, "limit", earlier) == plain.options["fe"]
    assert wall_for(plain, "limit", earlier) is plain.wall
    with pytest.raises(OptionsError, match=r"limit\.wall: .*add it to analyses"):
        wall_for(used, "limit", {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CALIBRATED.replace('"updating", ', ""), r"statics\.wall: .*\"updating\"; add it to analyses"),
        (LATER.replace('"oma", ', ""), '"updating" needs "oma" before it'),
        (PROJECT, r"updating\.parameters: nothing is looked for"),
        (LATER + '[limit]\nwall = "calibrate"', r"limit\.wall"),
    ],
)
def test_what_is_missing_is_told_first(folder, text, message):
    with pytest.raises(ProjectError, match=message) as caught:
        run_project(project(folder, text), folder / "never")
    assert "wall.toml" in str(caught.value)


def test_values_can_be_pasted_elsewhere(assessed, folder):
    result = assessed.stages["updating"]
    springs = {"left one": FeSpring(along=1.0, level=2.0, stiffness=3.25e7)}
    held = replace(result, springs=springs, bed=BedOptions(normal=1e8, shear=4e7))
    pasted = calibrated_toml(held, source='a "quoted" wall.toml')
    head, tail = PROJECT.split("[materials.lower]")
    kept = head.replace('"oma", "fe", "updating"', '"fe"') + "[wall]" + tail.split("[wall]")[1].split("[oma]")[0]
    back = project(folder, kept + '[fe]\nsize = "1 m"\n' + pasted)
    for name, material in result.wall.materials.items():
        assert back.wall.materials[name].youngs_modulus == pytest.approx(material.youngs_modulus, rel=1e-5)
        assert back.wall.materials[name].unit_weight == pytest.approx(material.unit_weight, rel=1e-5)
    assert back.options["fe"].springs == springs
    assert back.options["fe"].bed == held.bed
    assert "95 % interval" in pasted


def test_sources_are_kept_where_values_are_pasted(assessed, folder):
    """Of what was not looked for its own; of what was, that of the value before."""
    given = CALIBRATED + WEIGHT + '[fe.springs.prop]\nalong = { value = "1 m", source = "drawing 3", assumed = true }\n'
    given += 'level = "2.00 m"\nstiffness = { value = "30 MN/m", source = "EA/L" }\n'
    given = given.replace(
        'youngs_modulus = "800 MPa"\n[materials.upper]',
        'youngs_modulus = { value = "800 MPa", source = "a \\"guess\\"" }\n[materials.upper]',
    )
    given = given.replace('unit_weight = "25 kN/m3"', 'unit_weight = { value = "25.00 kN/m3", source = "weighed" }')
    read = project(folder, given)
    held = replace(
        assessed.stages["updating"], springs=read.options["fe"].springs, bed=BedOptions(normal=1e8, shear=5e7)
    )
    pasted = calibrated_toml(held, source="wall.toml", origins=read.origins)
    tables = tomllib.loads(pasted)
    lower, upper = tables["materials"]["lower"], tables["materials"]["upper"]
    assert lower["unit_weight"] == {"value": "25.00 kN/m3", "source": "weighed"}
    assert lower["youngs_modulus"]["source"].startswith("calibrated in wall.toml: 95 % interval ")
    assert lower["youngs_modulus"]["source"].endswith('; before 800 MPa (a "guess")')
    assert upper["youngs_modulus"]["source"].endswith("; before 800 MPa")
    prop = tables["fe"]["springs"]["prop"]
    assert prop["along"] == {"value": "1 m", "source": "drawing 3", "assumed": True}
    assert prop["level"] == "2.00 m"
    assert prop["stiffness"] == {"value": "30 MN/m", "source": "EA/L"}
    assert tables["fe"]["bed"]["shear"]["assumed"]


STONES = """
[survey]
thickness = "0.8 m"
[survey.generate]
pattern = "running_bond"
length = "8 m"
height = "5 m"
courses = 10
unit_length = "1 m"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('of = ["lower"]', 'of = ["lowr"]', r'updating\.parameters\.E1\.of: "lowr" is unknown; did you mean "lower"'),
        ('kind = "youngs_modulus"\nof = ["upper"]\nlow = "150 MPa"\nhigh = "1.3 GPa"',
         'kind = "thickness"\nof = ["top"]\nlow = 0.8\nhigh = 1.2', r'E2\.of: "top" is unknown; known: wall$'),
        ('of = ["upper"]\nlow = "150 MPa"', 'of = ["upper"]\nlow = "150 m"', r"E2\.low is a length but must be"),
        ('of = ["upper"]\nlow = "150 MPa"', 'of = ["upper"]\nlow = "900 MPa"', "E2: its start 8e.08 lies outside"),
    ],
)  # fmt: skip
def test_wrong_names_are_told_before_the_stones_are_surveyed(folder, old, new, message):
    """A [survey] makes the wall that is calibrated; what its parts will be called is known before."""
    head, tail = PROJECT.split("[wall]")
    text = head + "[base]" + tail.split("[base]")[1] + PARAMETERS + STONES
    assert project(folder, text).wall is None
    assert text.replace(old, new) != text
    with pytest.raises(ProjectError, match=message):
        project(folder, text.replace(old, new))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language):
    words = load_words(language)
    keys = options(UpdatingOptions, "updating")
    assert len(keys) >= 15
    for group, key in [*keys, ("limit", "limit.wall"), ("joint_calibration", "joint_calibration.measured")]:
        assert field_name(key, words), key
        assert group_name(group, words), group
    assert "E1" in group_name("updating.parameters.E1", words)


LOW = {"low": np.array([0.2, 0.0, 0.4]), "middle": np.array([0.7, 0.0, 0.7])}
TOP = {"top": np.array([0.9, 0.0, 1.1]), "left": np.array([0.1, 0.0, 1.1])}


def heard_across(model: Modes, which: list[int]) -> SimpleNamespace:
    """Modes ``which`` of ``model`` as sensors that feel across hear them, at the frequencies of its first ones."""
    count, shape = len(which), np.full((len(which), len(model.points), 3), np.nan)
    shape[..., 1] = model.point_shape[which][..., 1]
    assert np.abs(shape[..., 1]).max(axis=1).min() > 0.1, "a mode that these sensors do not hear"
    modes = Modes(
        frequency=model.frequency[:count],
        damping=np.full(count, 0.02),
        points=model.points,
        point_shape=shape,
        frequency_sd=np.full(count, 0.05),
        damping_sd=np.full(count, 0.002),
    )
    return SimpleNamespace(modes=modes, places=np.array([(LOW | TOP)[name] for name in model.points]))


def test_joints_are_calibrated_on_measured_modes():
    wall = made_of(5e8)
    model = _seen(wall, LOW | TOP)
    asked = JointCalibrationOptions(measured="oma")
    # two of them have changed places; what moves along the wall, as its second mode, is not heard
    found = with_measured_modes(asked, wall, DYNAMICS, heard_across(model, [2, 0, 4]))
    assert found.frequencies == tuple(model.frequency[:3].tolist())
    assert found.modes == (3, 1, 5)
    assert found.damping_ratios == (0.02, 0.02, 0.02)
    assert with_measured_modes(JointCalibrationOptions(), wall, DYNAMICS, None) == JointCalibrationOptions()
    with pytest.raises(OptionsError, match='"oma"; add it to analyses'):
        with_measured_modes(asked, wall, DYNAMICS, None)


def test_of_modes_that_sensors_do_not_tell_apart_the_lowest_is_taken():
    """Two sensors on the top stone, which sways in the 1st, the 5th and other modes and turns in the 3rd and others."""
    wall, asked = made_of(5e8), JointCalibrationOptions(measured="oma")
    model = _seen(wall, TOP)
    likeness = modal_assurance(model.point_shape[[0, 2], :, 1], model.point_shape[..., 1])
    assert np.sum(likeness > 1.0 - 1e-9, axis=1).min() >= 2
    for which, expected in (([0, 2], (1, 3)), ([2, 0], (3, 1)), ([6, 4], (3, 1)), ([0, 4], (1, 5))):
        heard = heard_across(model, which)
        for loudest in (0, 1):  # which of two that are alike is likest is chance
            spoiled = heard.modes.point_shape.copy()
            spoiled[:, loudest, 1] *= 1.02
            said = SimpleNamespace(modes=replace(heard.modes, point_shape=spoiled), places=heard.places)
            assert with_measured_modes(asked, wall, DYNAMICS, said).modes == expected


def _seen(wall, places) -> Modes:
    from pirqa.experiments.identify.stage import settled_modes

    return settled_modes(replace(wall, control_points=tuple(sensors_on_stones(wall, places))), DYNAMICS)


def test_a_sensor_far_from_all_stones_is_refused():
    with pytest.raises(OptionsError, match=r'sensor "far" stands .* off the nearest stone'):
        list(sensors_on_stones(made_of(5e8), {"far": np.array([30.0, 0.0, 0.5])}))
