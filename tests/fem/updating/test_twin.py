"""The model as a function of its parameters."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.fem.build import build
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.options import FeOptions, Transition
from pirqa.fem.system import assemble
from pirqa.fem.updating.fits import Target, assurance_slopes, pair
from pirqa.fem.updating.options import Parameter, applied
from pirqa.fem.updating.twin import Twin
from tests.fem.updating.made import HELD, MODEL, SENSORS, STARTS, as_measured, parameter, twin, wall


@pytest.mark.parametrize(
    ("options", "names"),
    [(MODEL, ("E1", "E2", "g1", "g2", "t")), (HELD, ("E1", "g2", "k", "bn", "bs"))],
    ids=["fixed", "held"],
)
def test_other_values_are_the_model_built_anew(options, names):
    model = twin(*names, options=options)
    model.evaluate(model.starts)  # the parts are those of the base
    values = model.starts * np.linspace(0.8, 1.3, len(names))
    state = model.evaluate(values, slopes=False)
    changed, chosen = applied(model.parameters, values, wall(), options)
    anew = find_modes(assemble(build(changed, chosen)), options.modes)
    assert state.frequency == pytest.approx(anew.frequency, rel=1e-9)


def test_a_transition_belongs_half_to_each_material():
    options = FeOptions(size=1.0, layers=1, modes=6, transition=Transition(height=0.8))
    model = Twin(wall(), options, [parameter("E1", 6e8), parameter("g2", 24e3, spread=1.5)], SENSORS, modes=6)
    model.evaluate(model.starts)
    values = np.array([9e8, 20e3])
    changed, chosen = applied(model.parameters, values, wall(), options)
    anew = find_modes(assemble(build(changed, chosen)), 6)
    assert model.evaluate(values, slopes=False).frequency == pytest.approx(anew.frequency, rel=1e-9)


@pytest.mark.parametrize("name", ["E1", "g2", "k", "bn", "bs", "t"])
def test_slopes_of_frequencies_are_those_of_differences(name):
    model = twin(name, options=HELD)
    exact = model.evaluate(model.starts).slope[:, 0]
    ends = [model.evaluate(model.starts * factor, slopes=False).frequency for factor in (1.0005, 0.9995)]
    difference = (ends[0] - ends[1]) / (0.001 * model.starts[0])
    # of a thickness both are differences, over other steps, and modes 5 and 6 are about to meet
    assert np.abs(exact - difference).max() < (1e-4 if name == "t" else 1e-5) * np.abs(difference).max()


@pytest.mark.parametrize("name", ["E1", "E2", "g1", "t"])
def test_slopes_of_mac_are_those_of_differences(name):
    model = twin(name, shapes=True)
    base = model.evaluate(model.starts * 1.5 if name != "t" else model.starts)
    other = twin("E1", "E2").evaluate(np.array([3e8, 6e8]), slopes=False)
    target = Target(modes=as_measured(other.frequency[:4], other.shape[:4]))
    pairing = pair(target, base)
    exact = assurance_slopes(target, base, pairing)[:, 0]
    value, step = float(base.values[0]), 1e-3 * float(base.values[0])
    ends = [pair(target, model.evaluate(np.array([value + way]), slopes=False)).assurance for way in (step, -step)]
    difference = (ends[0] - ends[1]) / (2.0 * step)
    # the series of the modes that were not found ends after four terms: (ω/ω_last)⁸ of their part is left
    assert np.abs(exact - difference).max() < 2e-3 * np.abs(difference).max()


def test_a_factor_serves_as_long_as_only_masses_change():
    model = twin("E1", "g1", "g2")
    for factor in (1.0, 1.1, 0.9):
        model.evaluate(model.starts * np.array([1.0, factor, 1.0 / factor]))
    assert (model.solves, model.factors) == (3, 1)
    model.evaluate(model.starts * np.array([1.2, 1.0, 1.0]))
    assert (model.solves, model.factors) == (4, 2)


def test_two_parameters_may_not_share_a_number():
    twice = (
        parameter("E1", 6e8),
        Parameter(name="again", kind="youngs_modulus", of=("lower", "upper"), start=6e8, low=1e8, high=1e9),
    )
    with pytest.raises(OptionsError, match='again: youngs_modulus of "lower" is also E1'):
        Twin(wall(), MODEL, twice, SENSORS, modes=4)


@pytest.mark.parametrize(
    ("kind", "of", "message"),
    [
        ("bed_normal", (), r"no elastic bed; give \[fe.bed\]"),
        ("youngs_modulus", (), r'say of what it is, some of: of = \["lower", "upper"\]'),
        ("youngs_modulus", ("uper",), 'did you mean "upper"'),
        ("spring", ("left",), '"left" is unknown'),
    ],
)
def test_a_parameter_names_something_of_the_model(kind, of, message):
    item = Parameter(name="x", kind=kind, of=of, start=6e8, low=1e8, high=1e9)
    with pytest.raises(OptionsError, match=message):
        Twin(wall(), MODEL, [item], SENSORS, modes=4)


def test_bounds_are_those_that_a_material_may_have():
    item = Parameter(name="g", kind="unit_weight", of=("lower",), start=25e3, low=1e3, high=30e3)
    with pytest.raises(OptionsError, match=r"updating\.parameters\.g\.low: .*unit_weight"):
        Twin(wall(), MODEL, [item], SENSORS, modes=4)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((5.0, 6.0, 9.0), "lies outside its bounds"),
        ((5.0, 9.0, 6.0), "low must lie below"),
        ((1.0, 0.0, 2.0), "above 0"),
    ],
)
def test_bounds_hold_the_start(numbers, message):
    start, low, high = numbers
    with pytest.raises(OptionsError, match=message):
        Parameter(name="x", kind="spring", of=("left",), start=start, low=low, high=high)


def test_a_thickness_cannot_change_a_mesh_from_a_file():
    mesh = build(wall(), MODEL).mesh
    with pytest.raises(OptionsError, match="cannot become thicker"):
        Twin(wall(), MODEL, [parameter("t", STARTS["t"])], SENSORS, modes=4, mesh=mesh)
