"""What verification by codes takes from vibrations."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from pirqa.codes.options import CodesOptions
from pirqa.errors import OptionsError, ProjectError
from pirqa.motion.design_spectrum import E030, E0302003, DesignSpectra
from pirqa.project import parse_project
from pirqa.project.stages.codes import with_measured
from tests.project.test_load import GOOD

OLD = E0302003(zone_factor=0.3, soil_factor=1.2, plateau_end=0.6)


def heard(frequency: float | None = 2.0, period: float | None = 0.45):
    modes = np.array([] if frequency is None else [frequency, 3.0])
    return SimpleNamespace(
        name="campaign",
        modes=Heard(modes),
        site_period=period,
        why_no_site_period="the peak is not clear; give the period",
    )


class Heard:
    def __init__(self, frequency):
        self.frequency = frequency

    def __len__(self):
        return len(self.frequency)


def test_nothing_is_taken_unasked():
    options = CodesOptions(structure_period=0.53)
    assert with_measured(options, heard()) == (options, ())
    assert with_measured(options, None) == (options, ())


def test_both_periods_are_taken_and_told():
    options = CodesOptions(
        spectra=DesignSpectra(e030_2003=OLD, e030_2018=E030(zone=2, soil="S2")),
        collapse_spectra=DesignSpectra(e030_2003=OLD),
        structure_period=0.53,
        measured=("structure_period", "plateau_end"),
    )
    found, remarks = with_measured(options, heard())
    assert found.structure_period == pytest.approx(0.5)
    assert found.spectra is not None
    assert found.spectra.e030_2003.plateau_end == 0.45
    assert found.spectra.e030_2018 == options.spectra.e030_2018
    assert found.collapse_spectra.e030_2003.plateau_end == 0.45
    assert [(item.key, item.amount, item.stated) for item in remarks] == [
        ("structure_period_measured_instead", 0.5, 0.53),
        ("plateau_end_measured_instead", 0.45, 0.6),
    ]


def test_what_was_not_measured_is_refused():
    with pytest.raises(OptionsError, match="add it to analyses"):
        with_measured(CodesOptions(measured=("structure_period",)), None)
    with pytest.raises(OptionsError, match="no mode was found"):
        with_measured(CodesOptions(measured=("structure_period",)), heard(frequency=None))
    spectra = DesignSpectra(e030_2003=OLD)
    with pytest.raises(OptionsError, match="the peak is not clear"):
        with_measured(CodesOptions(spectra=spectra, measured=("plateau_end",)), heard(period=None))
    other = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))
    with pytest.raises(OptionsError, match="e030_2003, which is not given"):
        with_measured(CodesOptions(spectra=other, measured=("plateau_end",)), heard())


def test_a_project_must_listen_before_it_takes():
    text = GOOD.replace('analyses = ["statics"]', 'analyses = ["limit", "codes"]')
    assert text != GOOD
    with pytest.raises(ProjectError, match=r"codes\.measured"):
        parse_project(text + '\n[codes]\nmeasured = ["structure_period"]\n')
