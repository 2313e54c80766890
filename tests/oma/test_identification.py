"""Setups that do not agree on a frequency are told, others are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.oma.identification import drift_remarks, identify_afterwards, identify_modes
from pirqa.oma.options import OmaOptions, SubspaceOptions
from pirqa.oma.simulated import Disturbances
from pirqa.report import load_words
from tests.oma.made import BAND, prepared_wall

OPTIONS = OmaOptions(subspace=SubspaceOptions(order=40))


@pytest.mark.parametrize("drift", [0.0, 0.03])
def test_frequencies_that_differ_from_setup_to_setup_are_told(drift):
    measurement, truth = prepared_wall(disturbances=Disturbances(drift=drift))
    before = identify_modes(measurement, OPTIONS, BAND, method="covariance")
    assert drift_remarks(before.modes, before) == (), "one system of all setups has one frequency"
    after = identify_afterwards(measurement, OPTIONS, BAND, before, method="covariance")
    found = drift_remarks(before.modes, after)
    assert after.merged is not None
    if drift == 0.0:
        assert found == ()
        return
    assert len(found) >= 5
    for remark in found:
        # seven setups evenly from −1.5 to +1.5 % have a standard deviation of 1.08 %
        true = truth.frequency[np.abs(truth.frequency - before.modes.frequency[remark.count - 1]).argmin()]
        assert remark.amount == pytest.approx(0.0108 * true, rel=0.5)
        assert remark.stated < remark.amount
        assert f"remark.{remark.key}" in load_words("es")
    nobody = replace(after.merged, agreement=np.full(len(after.modes), np.nan))
    assert drift_remarks(before.modes, replace(after, merged=nobody)) == ()
