"""A component that is known by its number or order alone drives no wall until the user names it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.cli.main import main
from pirqa.errors import OptionsError, RecordError
from pirqa.experiments.campaign.campaign_options import CampaignOptions, CampaignRecord, CampaignRecords, LevelOptions
from pirqa.experiments.campaign.motions import read_motions
from pirqa.motion import MotionOptions, RecordOptions, SlidingOptions, SpectrumOptions, prepare_motions
from pirqa.motion.formats import cdmg, columns, export_motion, read_record
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.orientation import level_components, pushing, to_wall
from pirqa.motion.processing import process
from pirqa.motion.record import ReadAs, join_records
from pirqa.motion.sets.candidates import Candidate
from pirqa.motion.sets.characteristics import characterize_all
from pirqa.units import STANDARD_GRAVITY as G

RAW = ProcessingOptions(kind="none")
TIMES = 0.01 * np.arange(3000)
PEAKS = {"UD": 0.11, "NS": 0.31, "EW": 0.22}
"""The order of Taiwan's agency: the vertical comes first."""


def shaking(peak: float, frequency: float) -> np.ndarray:
    samples = np.sin(2.0 * np.pi * frequency * TIMES) * np.hanning(len(TIMES))
    return peak * samples / np.abs(samples).max()


WAVES = [shaking(peak, 2.0 + at) for at, peak in enumerate(PEAKS.values())]


def write(path: Path, waves: list[np.ndarray], head: str = "") -> Path:
    rows = zip(TIMES, *waves, strict=True)
    path.write_text(head + "".join(" ".join(f"{value:.6f}" for value in row) + "\n" for row in rows))
    return path


@pytest.fixture
def unnamed(tmp_path):
    return write(tmp_path / "cwa.txt", WAVES)


def prepared(file: Path, **asked):
    options = MotionOptions(
        records={"it": RecordOptions(file=file.name, unit="g", **asked)},
        processing=RAW,
        spectrum=SpectrumOptions(points=4),
        sliding=SlidingOptions(yield_coefficient=0.05),
    )
    return prepare_motions(options, folder=file.parent)


def peaks(result) -> dict[str, float]:
    motion = result.motions[0].motion
    return {
        item.name: round(peak / G, 3) for item, peak in zip(motion.directions, motion.peak_acceleration, strict=True)
    }


def keys(result) -> list[str]:
    return [remark.key for remark in result.motions[0].remarks]


def test_unnamed_columns_drive_nothing_and_the_error_lists_their_peaks(unnamed):
    with pytest.raises(RecordError) as caught:
        prepared(unnamed)
    message = str(caught.value)
    assert "cwa.txt" in message
    for text in ("1: peak 0.11 g", "2: peak 0.31 g", "3: peak 0.22 g", 'across = "1"', "--component 1", "--components"):
        assert text in message


def test_two_unnamed_columns_drive_nothing(tmp_path):
    with pytest.raises(RecordError, match="no heading names its components"):
        prepared(write(tmp_path / "two.txt", WAVES[:2]))


def test_the_user_chooses_the_component_by_its_number(unnamed):
    result = prepared(unnamed, across="2", along="3", up="1")
    assert peaks(result) == {"along": 0.22, "across": 0.31, "up": 0.11}
    assert [item.known_by for item in result.motions[0].motion.directions] == ["user", "user", None]
    assert {case.component for case in result.sliding} == {"across"}
    assert "motion_direction_not_stated" not in keys(result)


def test_the_choice_of_the_vertical_alone_is_not_enough(unnamed):
    with pytest.raises(RecordError, match="no heading names its components"):
        prepared(unnamed, up="1")


def test_names_of_the_user_leave_the_vertical_out(unnamed):
    result = prepared(unnamed, components=("UD", "NS", "EW"))
    assert result.motions[0].horizontal == ("NS", "EW")
    assert {row["component"] for row in result.sliding_runs.rows()} == {"NS", "EW"}


def test_a_heading_leaves_the_vertical_out(tmp_path):
    result = prepared(write(tmp_path / "named.txt", WAVES, "t UD NS EW\n"))
    assert result.motions[0].horizontal == ("NS", "EW")


@pytest.mark.parametrize("head", ["t 1 2 3\n", "t CH1 CH2 CH3\n", "time acc_1 acc_2 acc_3\n", "t acc acc acc\n"])
def test_numbers_in_a_heading_are_no_names(tmp_path, head):
    with pytest.raises(RecordError, match="no heading names its components"):
        prepared(write(tmp_path / "numbered.txt", WAVES, head))


def test_numbers_that_the_user_gives_are_no_names(unnamed):
    with pytest.raises(RecordError, match="no heading names its components"):
        prepared(unnamed, components=("1", "2", "3"))


def test_facing_cannot_turn_unnamed_columns(unnamed):
    options = MotionOptions(records={"it": RecordOptions(file=unnamed.name, unit="g")}, processing=RAW, facing=0.0)
    with pytest.raises(RecordError, match="no heading names its components"):
        prepare_motions(options, folder=unnamed.parent)


def test_named_components_drive_and_an_unnamed_one_does_not(tmp_path):
    result = prepared(write(tmp_path / "mixed.txt", WAVES, "t 1 NS EW\n"))
    assert result.motions[0].horizontal == ("NS", "EW")
    assert "motion_components_unnamed" in keys(result)
    assert {row["component"] for row in result.sliding_runs.rows()} == {"NS", "EW"}
    beside = prepared(write(tmp_path / "vertical.txt", WAVES[:2], "t 1 NS\n"))
    assert beside.motions[0].horizontal == ("across",)
    assert peaks(beside) == {"across": 0.31}


def test_an_unnamed_component_beside_a_vertical_does_not_drive(tmp_path):
    with pytest.raises(RecordError, match="no heading names its components"):
        prepared(write(tmp_path / "rest.txt", WAVES[:2], "t UD 2\n"))


def test_a_lone_column_drives_with_a_remark(tmp_path):
    lone = write(tmp_path / "lone.csv", WAVES[1:2])
    result = prepared(lone)
    assert result.motions[0].horizontal == ("across",)
    assert "motion_direction_not_stated" in keys(result)
    assert "motion_direction_not_stated" not in keys(prepared(lone, across="1"))
    assert "motion_direction_not_stated" not in keys(prepared(lone, components=("NS",)))


def test_files_of_one_unnamed_column_each_drive_nothing_together(tmp_path):
    files = tuple(write(tmp_path / f"{name}.txt", [wave]).name for name, wave in zip(PEAKS, WAVES, strict=True))
    options = MotionOptions(records={"it": RecordOptions(files=files, unit="g")}, processing=RAW)
    with pytest.raises(RecordError, match=r"UD: peak 0\.11 g, NS: peak 0\.31 g, EW: peak 0\.22 g"):
        prepare_motions(options, folder=tmp_path)
    chosen = MotionOptions(records={"it": RecordOptions(files=files, unit="g", across="NS")}, processing=RAW)
    assert peaks(prepare_motions(chosen, folder=tmp_path)) == {"across": 0.31}


def test_the_flag_travels_through_reading_joining_processing_and_turning(unnamed):
    record = join_records([read_record(unnamed, ReadAs(unit="g"))])
    assert [channel.known_by for channel in record.channels] == ["order"] * 3
    motion = process(record, RAW).motion
    assert [direction.known_by for direction in motion.directions] == ["order"] * 3
    assert pushing(motion) == level_components(motion) == ()
    assert pushing(motion.only("2")) == ("2",)
    with pytest.raises(RecordError, match="no heading names its components"):
        to_wall(motion)
    assert to_wall(motion, across="2").directions[0].known_by == "user"


@pytest.mark.parametrize("format", ["csv", "columns", "peer"])
def test_an_exported_file_states_no_more_than_was_known(tmp_path, format):
    motion = prepared(write(tmp_path / "lone.csv", WAVES[1:2])).motions[0].motion
    ((path, text),) = export_motion(motion, tmp_path, format=format).items()
    path.write_text(text)
    assert [channel.known_by for channel in read_record(path).accelerations] == ["order"]
    chosen = prepared(tmp_path / "lone.csv", across="1").motions[0].motion
    ((path, text),) = export_motion(chosen, tmp_path, format=format).items()
    assert "across" in text


def test_a_lone_column_of_a_folder_is_refused_in_a_set(tmp_path):
    write(tmp_path / "lone.txt", WAVES[1:2])
    write(tmp_path / "three.txt", WAVES)
    given = {"unit": "g", "listed": False}
    candidates = [Candidate(name=name, files=(f"{name}.txt",), **given) for name in ("lone", "three")]
    found, refused = characterize_all(candidates, tmp_path, RAW)
    assert not found
    reasons = {item.name: item.reason for item in refused}
    assert "does not state its direction" in reasons["lone"]
    assert "no heading names its components" in reasons["three"]
    found, _ = characterize_all([replace(candidates[0], listed=True)], tmp_path, RAW)
    assert not found["lone"].stated


def campaign(**records) -> CampaignOptions:
    return CampaignOptions(
        name="x",
        walls={"column": "c.toml"},
        records=CampaignRecords(**records),
        levels=LevelOptions(values=(0.1 * G,)),
        processing=RAW,
    )


def test_a_campaign_takes_no_unnamed_component(tmp_path):
    write(tmp_path / "three.txt", WAVES)
    with pytest.raises(RecordError, match="no heading names its components"):
        read_motions(campaign(folder=".", unit="g"), tmp_path)
    with pytest.raises(RecordError, match="no heading names its components"):
        read_motions(campaign(folder=".", unit="g", components="each"), tmp_path)
    (found,) = read_motions(campaign(folder=".", unit="g", across="2"), tmp_path)
    assert found.measures["pga"] == pytest.approx(0.31 * G, rel=1e-3)


def test_a_campaign_takes_a_lone_column_only_by_the_word_of_the_user(tmp_path):
    write(tmp_path / "lone.txt", WAVES[1:2])
    with pytest.raises(RecordError, match=r"lone\.txt: does not state the direction"):
        read_motions(campaign(folder=".", unit="g"), tmp_path)
    assert len(read_motions(campaign(folder=".", unit="g", across="1"), tmp_path)) == 1
    named = {"lone": CampaignRecord(file="lone.txt", unit="g")}
    assert len(read_motions(campaign(named=named), tmp_path)) == 1


def test_the_command_line_asks_and_takes_the_answer(unnamed, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["motion", str(unnamed), "--unit", "g", "--raw"])
    assert ended.value.code == 2
    assert "--component 1" in " ".join(capsys.readouterr().err.split())
    with pytest.raises(SystemExit) as ended:
        main(["motion", str(unnamed), "--unit", "g", "--raw", "--component", "2"])
    assert not ended.value.code
    assert "across" in capsys.readouterr().out


def test_a_channel_of_volume_one_without_a_name_is_known_by_order():
    path = Path(columns.__file__).parents[1] / "records" / "LA116TH.RAW"
    data = path.read_bytes()
    named = cdmg.read(path, data, ReadAs())
    assert [channel.known_by for channel in named.channels] == [None] * len(named.channels)
    bare = cdmg.read(path, data.replace(b"CHAN ", b"KANL "), ReadAs())
    assert [channel.known_by for channel in bare.channels] == ["order"] * len(bare.channels)
    assert not any(channel.vertical or channel.azimuth is not None for channel in bare.channels)


def test_a_mistaken_number_is_told(unnamed):
    with pytest.raises(OptionsError, match=r'no component "4".*there is 1, 2, 3'):
        prepared(unnamed, across="4")
