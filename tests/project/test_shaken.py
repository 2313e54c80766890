"""Ground motions in a project: with a wall, without one, and when their files change."""

from __future__ import annotations

import pytest

from pirqa.errors import ProjectError
from pirqa.project import parse_project, run_project
from pirqa.project.pipeline import stage_key, stages_for

ALONE = """
format = 1
analyses = ["motion"]
[project]
name = "Records only"
[motion.records.lima]
file = "pirqa:PRQ_19661017164100.txt"
"""
WALL = """
[materials.granite]
unit_weight = "23.6 kN/m3"
[wall]
height = "2.4 m"
thickness = "1.0 m"
material = "granite"
[base]
kind = "rock"
friction_angle = "30 deg"
[site]
kh = 0.15
"""
FILL = """
[backfill]
unit_weight = "15.7 kN/m3"
friction_angle = "40 deg"
"""
SLIDING = """
[motion.sliding]
yield_coefficient = 0.05
allowable = "10 cm"
"""


def test_motions_need_no_wall(tmp_path):
    done = run_project(parse_project(ALONE), tmp_path / "out")
    result = done.stages["motion"]
    assert result.block == ()
    assert [item.name for item in result.motions] == ["lima"]
    assert done.checks == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ALONE.replace('["motion"]', '["motion", "statics"]'), "materials: missing"),
        (ALONE.partition("[motion")[0] + WALL, "motion: missing"),
        (ALONE.replace("lima]", '"li ma"]'), "cannot be a name"),
        (ALONE.replace("file =", "fil ="), 'did you mean "file"'),
        (ALONE + "scale = { pga = 0.2 }", "motion.records.lima.scale.pga"),
        (ALONE + 'scale = { pga = "0.2 g", pgv = "1 m/s" }', "exactly one of"),
        (ALONE + '[motion.processing]\nlow_corner = "0.2 s"', "motion.processing.low_corner"),
        (ALONE + "[motion.design]", "at least one code"),
    ],
)
def test_mistakes_are_told(text, words):
    with pytest.raises(ProjectError) as caught:
        parse_project(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("analyses", ['["motion"]', '["statics", "motion"]'])
def test_fill_keeps_a_wall_from_sliding_back_with_or_without_statics(tmp_path, analyses):
    text = ALONE.replace('["motion"]', analyses) + WALL + SLIDING
    retained = run_project(parse_project(text + FILL), tmp_path / "fill").stages["motion"].sliding[0]
    free = run_project(parse_project(text), tmp_path / "free").stages["motion"].sliding[0]
    assert not retained.both_ways
    assert free.both_ways
    assert retained.displacement > free.displacement


def test_a_changed_record_is_shaken_anew(tmp_path):
    record = tmp_path / "mine.csv"
    project = tmp_path / "wall.toml"
    project.write_text(ALONE.replace("pirqa:PRQ_19661017164100.txt", "mine.csv"))
    from pirqa import assess

    peaks = []
    for size in (1.0, 1.0, 2.0):
        rows = "".join(f"{0.01 * i:.2f},{size * (i % 7 - 3)}\n" for i in range(800))
        record.write_text(f"t [s],NS [m/s2]\n{rows}")
        done = assess(project, tmp_path / "out")
        peaks.append(float(done.stages["motion"].motions[0].motion.peak_acceleration[0]))
    assert peaks[0] == peaks[1]
    assert peaks[2] == pytest.approx(2.0 * peaks[0], rel=1e-9)


def test_a_missing_record_is_named_with_its_key(tmp_path):
    text = ALONE.replace("pirqa:PRQ_19661017164100.txt", "none.txt")
    with pytest.raises(ProjectError, match=r"motion\.records\.lima: .*none\.txt: cannot be read"):
        run_project(parse_project(text, file=str(tmp_path / "p.toml")), tmp_path / "out")


STONES = """
format = 1
analyses = ["survey", "motion", "STAGE", "limit", "codes"]
[project]
name = "Two stones"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "31 deg"
normal_stiffness = "2e8 N/m3"
[survey]
thickness = "0.3 m"
fixed = "base"
[survey.generate]
pattern = "running_bond"
length = "0.6 m"
height = "0.8 m"
courses = 2
unit_length = "0.6 m"
[site]
acceleration = "0.01 g"
[motion]
period = "0.3 s"
[motion.signals.push.sine]
amplitude = "0.1 g"
frequency = "2 Hz"
duration = "2.5 s"
[codes.spectra.e030_2018]
zone = ZONE
soil = "S2"
"""
TABLES = {
    "dynamics": "",
    "sweep": '[sweep]\nlevels = ["0.1 g"]\n',
    "isolation": "[isolation]\nrolling_resistance = [0.05]\n",
    "soil": "[soil]\n",
}


@pytest.mark.parametrize("stage", TABLES)
def test_the_spectrum_that_gives_a_single_motion_its_vote_is_in_the_key(stage):
    text = STONES.replace("STAGE", stage) + TABLES[stage]
    keys = set()
    for zone in "14":
        project, earlier = parse_project(text.replace("ZONE", zone)), {}
        for item in stages_for(project):
            if item.name in ("survey", "motion", stage):
                earlier[item.name] = stage_key(item, project, earlier)
        keys.add(earlier[stage])
    assert len(keys) == 2
