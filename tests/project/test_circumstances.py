from __future__ import annotations

import ast
import math

import pytest

import pirqa
from pirqa.errors import ProjectError
from pirqa.model.check import EFFECTS
from pirqa.project import parse_project, read_project
from pirqa.project.circumstances import REMEDIES, circumstances_of
from pirqa.project.stages import STAGES, declarations
from pirqa.project.statements import governing_demand, governing_spectrum
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD

WALL = """
format = 1
analyses = ["statics"]
[project]
name = "A block"
[materials.granite]
unit_weight = "20 kN/m3"
[wall]
height = "2 m"
thickness = "1 m"
material = "granite"
[base]
kind = "blocks"
friction_angle = "45 deg"
[joints]
friction_angle = "45 deg"
[site]
acceleration = "0.05 g"
"""
CODES = """
[motion.signals.pulse.ricker]
amplitude = "0.3 g"
frequency = "1 Hz"
[motion.design.e030_2018]
zone = 2
soil = "S1"
[motion.design.e030_2003]
zone = 3
soil = "S3"
"""
DEMANDS = """
[sweep]
site_factor = 1.5
[sweep.demands.fault]
acceleration = { value = "0.2 g", source = "a study" }
ground = "rock"
"""


def known(text: str = WALL, more: str = "", **changes: str):
    project = parse_project(text + more, changes=changes)
    return circumstances_of(project, {})


def condition(lines: str) -> str:
    return f'[condition]\nsource = "A. Quispe, 2026"\n{lines}\n'


def test_every_effect_has_a_circumstance_and_a_key_to_state_it():
    found = known()
    assert set(found.effects) == set(EFFECTS)
    open_ones = {effect for effect, item in found.effects.items() if item.presence == "unknown"}
    assert all(found.of(effect).remedy for effect in open_ones)
    always = {"self_weight", "sliding", "shape", "head_joint_friction"}
    assert {effect for effect in EFFECTS if effect not in REMEDIES} == always


def test_a_wall_without_fill_has_neither_thrust_nor_water_nor_surcharge():
    found = known()
    for effect in ("fill_at_rest", "fill_dynamic", "water", "surcharge"):
        assert found.of(effect).presence == "absent"
        assert found.of(effect).origin == "backfill"


def test_fill_is_present_and_water_is_unknown_until_the_file_gives_it():
    assert known(GOOD).of("fill_dynamic").presence == "present"
    assert known(GOOD).of("water").presence == "unknown"
    dry = GOOD.replace("[backfill]", '[backfill]\nwater_level = { value = "0 m", source = "drains seen working" }')
    assert known(dry).of("water").presence == "absent"
    assert known(dry).of("water").source == "drains seen working"
    guessed = GOOD.replace("[backfill]", '[backfill]\nwater_level = { value = "0 m", assumed = true }')
    assert known(guessed).of("water").presence == "unknown"
    wet = GOOD.replace("[backfill]", '[backfill]\nwater_level = "1 m"\nsaturated_unit_weight = "19 kN/m3"')
    assert known(wet).of("water").presence == "present"


def test_vertical_motion_is_bounded_by_its_coefficient():
    assert known().of("vertical_motion").allowance is None
    found = known(WALL.replace("[site]", "[site]\nkv = 0.1")).of("vertical_motion")
    assert (found.presence, found.origin) == ("present", "site.kv")
    assert found.allowance.factor == pytest.approx(0.9)


def _leaning(degrees: float) -> float:
    """Share that a lean leaves of the slenderness 0.5."""
    return 2.0 * math.tan(math.atan(0.5) - math.radians(degrees))


def test_a_wall_whose_lean_nobody_measured_is_taken_as_plumb_at_the_price_of_a_degree():
    found = known().of("lean")
    assert found.presence == "unknown"
    assert found.allowance.assumed
    # t/h = 0.5, friction 1: the line of its weight turns by 1°
    assert found.allowance.factor == pytest.approx(_leaning(1.0))


def test_a_measured_lean_replaces_the_degree():
    found = known(more=condition('lean = "2 deg"\nbulge = "0 m"')).of("lean")
    assert (found.presence, found.source) == ("present", "A. Quispe, 2026")
    assert not found.allowance.assumed
    assert found.allowance.factor == pytest.approx(_leaning(2.0))
    assert known(more=condition('lean = "0 deg"\nbulge = "0 m"')).of("lean").presence == "absent"
    half = known(more=condition('lean = "0.2 deg"')).of("lean").allowance
    assert half.assumed, "a bulge nobody measured keeps the degree"
    assert half.factor == pytest.approx(_leaning(1.0))


def test_a_bulge_takes_from_the_lever_arm():
    found = known(more=condition('lean = "0 deg"\nbulge = "0.05 m"')).of("lean")
    assert found.allowance.factor == pytest.approx(0.9)


def test_crushing_takes_the_strip_that_bears_the_weight():
    # 40 kN/m on 1 m: 40 kPa
    found = known(more=condition('compressive_strength = "1 MPa"')).of("crushing").allowance
    assert found.factor == pytest.approx(1.0 - 40e3 / 0.85e6)
    assert not found.assumed
    assumed = known().of("crushing").allowance
    assert assumed.assumed
    assert assumed.factor < found.factor
    assert known(more=condition('compressive_strength = "0.04 MPa"')).of("crushing").allowance is None


def test_joints_that_give_take_what_the_closed_form_says():
    assert known().of("joint_compliance").allowance is None
    stiff = WALL.replace("[joints]", '[joints]\nnormal_stiffness = "1e8 N/m3"')
    found = known(stiff).of("joint_compliance").allowance.factor
    # the greatest tan φ of (2/h)(t/2 − c/3) − 2N/(Kn c²) over the width c that bears
    weight, width, height, stiffness = 40e3, 1.0, 2.0, 1e8
    best = max(
        2.0 / height * (width / 2.0 - c / 3.0) - 2.0 * weight / (stiffness * c**2)
        for c in (0.0001 * step for step in range(1, 10001))
    )
    assert found == pytest.approx(best / 0.5, abs=1e-4)
    soft = known(WALL.replace("[joints]", '[joints]\nnormal_stiffness = "1e6 N/m3"')).of("joint_compliance").allowance
    assert soft is None or soft.factor < found


def test_more_bed_joints_give_more():
    stiff = WALL.replace("[joints]", '[joints]\nnormal_stiffness = "1e8 N/m3"')
    one = known(stiff).of("joint_compliance").allowance.factor
    many = known(stiff.replace('material = "granite"', 'material = "granite"\ncourses = 5', 1)).of("joint_compliance")
    assert many.allowance.factor < one


def test_rock_closes_the_question_of_the_foundation():
    assert known().of("foundation").presence == "unknown"
    rock = known(WALL.replace('kind = "blocks"', 'kind = "rock"'))
    assert (rock.of("foundation").presence, rock.of("ground_compliance").presence) == ("absent", "absent")
    guessed = known(WALL.replace('kind = "blocks"', 'kind = { value = "rock", assumed = true }'))
    assert guessed.of("foundation").presence == "unknown"
    assert known(more=condition('foundation = "rock"')).of("foundation").presence == "absent"
    assert known(more=condition('foundation = "soil"')).of("ground_compliance").presence == "present"


def test_a_short_period_removes_amplification():
    slow = known().of("amplification")
    assert (slow.presence, slow.allowance.factor) == ("unknown", 0.4), "a block on a base that gives resonates too"
    coursed = WALL.replace('material = "granite"', 'material = "granite"\ncourses = 4', 1)
    assert known(coursed).of("amplification").allowance.factor == pytest.approx(0.4)
    assert known(more=condition('first_period = "0.02 s"')).of("amplification").presence == "absent"
    assert known(more=condition('first_period = "0.2 s"')).of("amplification").presence == "unknown"


def test_the_wall_stands_and_has_survived():
    stands = WALL.replace("[base]", "stands = true\nstands_date = 2020-01-31\nstands_weather = 'after rain'\n[base]", 1)
    more = '[[survived]]\ndate = 1986-04-05\nintensity = "0.1 g"\nsource = "a map"\n'
    more += '[[survived]]\ndate = 1950-05-21\nintensity = "0.2 g"\nsource = "a map"\n'
    found = known(stands, more)
    assert (found.stands, found.stands_date, found.stands_weather) == (True, "2020-01-31", "after rain")
    assert found.survived == pytest.approx(0.2)
    assert known().stands is None


def test_the_code_in_force_governs_by_default():
    project = parse_project(WALL + CODES)
    found = governing_demand(project)
    assert (found.name, found.origin) == ("e030_2018", "code")
    assert found.intensity == pytest.approx(0.25)
    assert governing_spectrum(project).name == "e030_2018"


def test_a_superseded_code_governs_only_by_name():
    alone = CODES.replace('[motion.design.e030_2018]\nzone = 2\nsoil = "S1"\n', "")
    assert governing_demand(parse_project(WALL + alone)).name == "site"
    named = parse_project(WALL + alone, changes={"site.governing": "e030_2003"})
    assert governing_demand(named).name == "e030_2003"


def test_a_named_demand_governs():
    site = parse_project(WALL + CODES, changes={"site.governing": "site"})
    assert governing_demand(site).intensity == pytest.approx(0.05)
    assert governing_spectrum(site) is None
    fault = governing_demand(parse_project(WALL + DEMANDS, changes={"site.governing": "fault"}))
    assert (fault.origin, fault.source) == ("study", "a study")
    assert (fault.rock, fault.factor, fault.intensity) == pytest.approx((0.2, 1.5, 0.3))


def test_a_project_without_a_demand_gets_capacities():
    text = WALL.replace('[site]\nacceleration = "0.05 g"\n', "")
    assert governing_demand(parse_project(text)) is None
    assert known(text).demand is None


def test_generated_stones_are_a_demonstration():
    project = read_project(EXAMPLES / "sacsayhuaman" / "project.toml")
    assert circumstances_of(project, {}).demonstration == ("bond",)
    assert circumstances_of(project, {}).grades["front"] == "made_up"
    assert known().demonstration == ()


def test_grades_follow_the_sources():
    found = known(WALL.replace('height = "2 m"', 'height = { value = "2 m", source = "tape" }')).grades
    assert (found["front"], found["depth"]) == ("documented", "assumed")


BAD = {
    "an unknown effect": (condition('watter = "absent"'), r'condition\.watter: unknown key; did you mean "water"'),
    "an unknown statement": (condition('decay = "maybe"'), r"condition\.decay: .*not accepted"),
    "absent without a source": ('[condition]\ndecay = "absent"', r"condition\.decay: needs a source"),
    "a value without a source": ('[condition]\nlean = "1 deg"', r"condition\.lean: needs a source"),
    "a lean without a unit": ("[condition]\nlean = 1", r"condition\.lean: .*needs a unit"),
    "a negative lean": (condition('lean = "-1 deg"'), r"condition\.lean: must be at least"),
    "an inspection to come": (condition("date = 2999-01-01"), r"condition.*has not come yet"),
    "a negative intensity": (
        '[[survived]]\ndate = 1986-04-05\nintensity = "-0.1 g"\nsource = "a map"',
        r"survived\[1\]\.intensity: must be greater than",
    ),
    "an earthquake to come": (
        '[[survived]]\ndate = 2999-04-05\nintensity = "0.1 g"\nsource = "a map"',
        r"survived.*has not come yet",
    ),
    "no source of an intensity": (
        '[[survived]]\ndate = 1986-04-05\nintensity = "0.1 g"',
        r"survived\[1\]\.source: missing",
    ),
    "no day": ('[[survived]]\nintensity = "0.1 g"\nsource = "a map"', r"survived\[1\]\.date: missing"),
    "soil below rock": (condition('foundation = "soil"'), r"condition\.foundation: is soil, and base\.kind"),
    "mortar and cohesion": (condition('mortar = "absent"'), r"condition\.mortar: is absent, and joints"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_statements_name_the_key_and_the_remedy(name):
    more, message = BAD[name]
    text = WALL.replace('kind = "blocks"', 'kind = "rock"').replace("[joints]", '[joints]\ncohesion = "10 kPa"')
    with pytest.raises(ProjectError, match=message) as caught:
        parse_project(text + more, file="wall.toml")
    assert str(caught.value).startswith("wall.toml: ")


def test_water_and_vertical_motion_cannot_be_both_there_and_absent():
    wet = GOOD.replace("[backfill]", '[backfill]\nwater_level = "1 m"\nsaturated_unit_weight = "19 kN/m3"')
    with pytest.raises(ProjectError, match=r"condition\.water: is absent, and backfill\.water_level"):
        parse_project(wet + condition('water = "absent"'))
    with pytest.raises(ProjectError, match=r"condition\.vertical_motion: is absent, and site\.kv"):
        parse_project(WALL.replace("[site]", "[site]\nkv = 0.1") + condition('vertical_motion = "absent"'))


def test_a_strut_on_the_side_where_none_is_left_is_refused():
    held = '[limit.struts.old]\nlevel = "1.5 m"\nside = "back"\ncapacity = "10 kN"\n'
    parse_project(WALL + held + condition('struts_missing = "front"'))
    with pytest.raises(ProjectError, match=r"limit\.struts\.old is on the back"):
        parse_project(WALL + held + condition('struts_missing = "back"'))
    with pytest.raises(ProjectError, match=r"limit\.struts\.old holds the wall"):
        parse_project(WALL + held + condition('struts = "absent"'))


@pytest.mark.parametrize(
    ("table", "effect"),
    [
        ('[fe.springs.prop]\nalong = "1 m"\nlevel = "1 m"\nstiffness = "1e6 N/m"\n', "struts"),
        ('[fe.returns.left]\nat = "start"\nlength = "1 m"\nthickness = "0.5 m"\n', "returns"),
        ('[fe.buttresses.mid]\nstart = "1 m"\nend = "2 m"\nheight = "1 m"\ndepth = "1 m"\n', "returns"),
    ],
)
def test_a_model_that_is_pushed_over_has_nothing_that_the_condition_denies(table, effect):
    pushed = WALL.replace('["statics"]', '["pushover"]')
    assert pushed != WALL
    parse_project(WALL + table + condition(f'{effect} = "absent"'))
    parse_project(pushed + table + condition(f'{effect} = "present"'))
    with pytest.raises(ProjectError, match=rf"condition\.{effect}: is absent, and fe\.\w+\.\w+ holds the wall"):
        parse_project(pushed + table + condition(f'{effect} = "absent"'))


def test_a_fallen_wall_has_survived_nothing():
    fallen = WALL.replace("[base]", "stands = false\n[base]", 1)
    with pytest.raises(ProjectError, match=r"survived: .*does not stand"):
        parse_project(fallen + '[[survived]]\ndate = 1986-04-05\nintensity = "0.1 g"\nsource = "a map"\n')
    with pytest.raises(ProjectError, match=r"wall: stands_date .*add stands = true"):
        parse_project(WALL.replace("[base]", "stands_date = 2020-01-31\n[base]", 1))


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (WALL + CODES, "e030_2019", 'did you mean "e030_2018"'),
        (WALL + DEMANDS, "falt", 'did you mean "fault"'),
        (WALL.replace('acceleration = "0.05 g"', ""), "site", "the site has no demand of its own"),
        (
            WALL.replace('acceleration = "0.05 g"', ""),
            "fault",
            r"no demand \"fault\"; give site\.acceleration",
        ),
    ],
)
def test_an_unknown_governing_demand_is_refused(text, name, message):
    with pytest.raises(ProjectError, match=message):
        parse_project(text, changes={"site.governing": name})


def test_only_one_demand_governs():
    with pytest.raises(ProjectError, match=r"site\.governing: must be one text, got a list"):
        parse_project(WALL + CODES, changes={"site.governing": '["site", "e030_2018"]'})
    with pytest.raises(ProjectError, match=r"sweep\.demands\.site: another demand has this name"):
        parse_project(WALL + DEMANDS.replace("fault", "site"), changes={"site.governing": "site"})


def test_a_complete_file_shows_a_block_safe(tmp_path):
    file = tmp_path / "wall.toml"
    whole = WALL.replace("[site]", "[site]\nkv = 0.03").replace('kind = "blocks"', 'kind = "rock"')
    whole = whole.replace("[joints]", '[joints]\nnormal_stiffness = "1e9 N/m3"')
    names = ("cracking", "decay", "leaves", "earlier_damage", "mortar", "struts", "returns")
    file.write_text(whole + condition("\n".join(f'{name} = "absent"' for name in names)), encoding="utf-8")
    verdict = pirqa.assess(file).verdict
    onset = verdict.of("onset")
    assert onset.state == "satisfied", onset
    assert 0.05 < onset.lower < 0.5
    assert verdict.of("gravity").state == "satisfied"
    bare = tmp_path / "bare.toml"
    bare.write_text(WALL, encoding="utf-8")
    assert pirqa.assess(bare).verdict.of("onset").state == "not_shown"


def test_each_family_is_declared_once():
    families = [method.family for stage in STAGES for method in stage.declarations]
    assert len(families) == len(set(families))
    for method in declarations().values():
        assert set(method.effects) <= set(EFFECTS)
        assert method.limit_states


@pytest.mark.parametrize("name", ["machu_picchu", "from_dxf"])
def test_every_check_belongs_to_a_declared_method(name, tmp_path):
    project = read_project(EXAMPLES / name / "project.toml")
    made = pirqa.project.run_project(project, tmp_path)
    known_families = declarations()
    assert made.checks
    for check in made.checks:
        assert check.family in known_families, check.id
        assert check.limit_state in known_families[check.family].limit_states, check.id


def test_no_room_makes_a_check_without_a_family():
    source = EXAMPLES.parent / "src" / "pirqa"
    calls = [
        (path.name, call.lineno, {keyword.arg for keyword in call.keywords})
        for path in source.rglob("*.py")
        if path.parent.name != "verification"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Check"
    ]
    assert len(calls) > 5
    # None stands for keywords that a mapping holds
    assert [call[:2] for call in calls if not call[2] & {"family", None}] == []


def test_what_the_model_has_not_is_left_out_by_every_method():
    plumb = known().effects
    assert not any(
        plumb[effect].modelled for effect in ("lean", "leaves", "decay", "earlier_damage", "struts", "mortar")
    )
    dry, wet = (
        known(GOOD),
        known(GOOD.replace("[backfill]", '[backfill]\nwater_level = "1 m"\nsaturated_unit_weight = "19 kN/m3"')),
    )
    assert (dry.of("water").modelled, wet.of("water").modelled) == (False, True)
    leaves = read_project(EXAMPLES / "sacsayhuaman_leaves" / "project.toml")
    survey = STAGES[0].run(leaves, {}, leaves.folder, pirqa.progress.SILENT)
    assert circumstances_of(leaves, {"survey": survey}).of("leaves").modelled


def test_a_wall_that_is_shorter_than_thick_can_fall_along_its_length(tmp_path):
    short = WALL.replace('thickness = "1 m"', 'thickness = "1 m"\nlength = "0.5 m"')
    found = known(short).of("both_components")
    # L/h = 0.25 against the friction of 1, which is more than t/h
    assert found.allowance.factor == pytest.approx(0.25)
    assert not found.modelled
    assert known().of("both_components").modelled
    stated = condition(
        "\n".join(f'{name} = "absent"' for name in ("cracking", "decay", "leaves", "earlier_damage", "vertical_motion"))
        + '\nlean = "0 deg"\nbulge = "0 m"\nfoundation = "rock"\njoint_compliance = "absent"\ncrushing = "absent"'
        + '\namplification = "absent"'
    )
    # t/h = 0.5 across, 0.25 along: it moves at 0.25 g
    for length, state in (("0.5 m", "undetermined"), ("5 m", "satisfied")):
        text = WALL.replace('thickness = "1 m"', f'thickness = "1 m"\nlength = "{length}"')
        project = parse_project(text + stated, changes={"site.acceleration": "0.3 g"})
        verdict = pirqa.project.run_project(project, tmp_path / length).verdict
        assert verdict.of("onset").state == state


def test_piers_between_openings_have_no_bound_along_the_wall():
    project = read_project(EXAMPLES / "from_dxf" / "project.toml", changes={"survey.openings": "true"})
    assert circumstances_of(project, {}).of("both_components").allowance is None


def test_a_section_is_not_the_shape_of_a_wall_with_stones_of_other_depths():
    text = (EXAMPLES / "from_dxf" / "project.toml").read_text(encoding="utf-8")
    for more, same in (("", True), ('\n[survey.stones.31]\nthickness = "0.4 m"\n', False)):
        project = parse_project(text + more, file=str(EXAMPLES / "from_dxf" / "project.toml"))
        survey = STAGES[0].run(project, {}, project.folder, pirqa.progress.SILENT)
        assert circumstances_of(project, {"survey": survey}).of("shape").modelled is same


def test_a_required_factor_below_1_is_refused():
    with pytest.raises(ProjectError, match=r"statics\.required\.overturning: must be at least 1"):
        parse_project(WALL, changes={"statics.required.overturning": "0.5"})


@pytest.mark.parametrize(
    ("given", "assumed"),
    [
        ('capacity = { value = "9 kN", source = "tested" }', False),
        ('capacity = { value = "9 kN", source = "a guess", assumed = true }', True),
        ('capacity = "9 kN"\ncount = { value = 3, source = "a guess", assumed = true }', True),
        (
            'timber.diameter = "0.2 m"\ntimber.effective_length = "3 m"\n'
            'timber.compressive_strength = { value = "5 MPa", source = "a guess", assumed = true }',
            True,
        ),
    ],
)
def test_struts_are_assumed_where_one_of_their_values_is(given, assumed):
    found = known(more=f'[limit.struts.old]\nlevel = "1.5 m"\n{given}\n').of("struts")
    assert (found.presence, found.assumed) == ("present", assumed)


def test_cohesion_is_assumed_where_the_file_marks_it():
    for mark, assumed in (("", False), (", assumed = true", True)):
        text = WALL.replace("[joints]", f'[joints]\ncohesion = {{ value = "5 kPa", source = "book"{mark} }}', 1)
        assert known(text).of("mortar").assumed is assumed


def test_mortar_of_single_joints_is_mortar():
    for mark, assumed in (("", False), (", assumed = true", True)):
        single = (
            f'[[joints.exceptions]]\nbetween = ["a", "b"]\ntension = {{ value = "5 MPa", source = "book"{mark} }}\n'
        )
        found = known(more=single).of("mortar")
        assert (found.presence, found.origin, found.assumed) == ("present", "joints.exceptions", assumed)
        with pytest.raises(ProjectError, match=r"condition\.mortar: is absent, and joints\.exceptions between a and b"):
            parse_project(WALL + single + condition('mortar = "absent"'))


def test_that_the_wall_stands_needs_a_witness():
    def stands(value):
        return WALL.replace("[base]", f"{value}\n[base]", 1)

    for value in ("stands = true", 'stands = { value = true, source = " " }', "stands = true\nstands_weather = 'dry'"):
        with pytest.raises(ProjectError, match=r"wall\.stands: needs a source or a date"):
            parse_project(stands(value))
    assert known(stands('stands = { value = true, source = "A. Quispe" }')).stands is True
    assert known(stands("stands = true\nstands_date = 2020-01-31")).stands is True
    assert known(stands("stands = false")).stands is False
    assert known(stands("stands = { value = true, assumed = true }")).stands is None
