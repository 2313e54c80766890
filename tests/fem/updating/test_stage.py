"""The whole stage, what it refuses, its options at the door, and its way through files."""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from pirqa.errors import MissingExtraError, ModelError, OptionsError
from pirqa.fem.build import build
from pirqa.fem.exchange import write_vtu
from pirqa.fem.options import BedOptions
from pirqa.fem.updating.options import McmcOptions, UpdatingOptions, UpdatingParameter, parameters_of
from pirqa.fem.updating.result import UpdatingResult
from pirqa.fem.updating.stage import _kept_shear, run_updating, used_modes
from pirqa.project.codec import read_value, write_value
from pirqa.report import load_words
from pirqa.report.remarks import remark_text
from tests.fem.updating.made import HELD, MODEL, SENSORS, TRUE, as_measured, asked, measured, twin, wall


def _run(options: UpdatingOptions | None = None, **others):
    given = {"measured": measured(), "sensors": SENSORS, **others}
    return run_updating(wall(8e8, 8e8), MODEL, options or asked(), **given)


@pytest.fixture(scope="module")
def result():
    return _run(asked(method="both", starts=2, model_error=0.002))


def test_the_wall_is_calibrated(result):
    moduli = [result.wall.materials[name].youngs_modulus for name in ("lower", "upper")]
    assert moduli == pytest.approx(TRUE, rel=1e-4)
    assert [item.value for item in result.parameters] == moduli
    assert [item.response_functions for item in result.parameters] == pytest.approx(TRUE, rel=1e-2)
    for item, true in zip(result.parameters, TRUE, strict=True):
        assert item.interval_low < true < item.interval_high
        assert (item.start, item.unit, item.on_bound) == (8e8, "Pa", False)


def test_before_and_after_stand_beside_what_was_measured(result):
    assert np.all(result.before.difference > 0.2)
    assert np.abs(result.after.difference).max() < 1e-4
    assert result.after.computed == (0, 1, 2, 3)
    assert result.after.mac == pytest.approx(np.ones(4), abs=1e-6)
    assert result.before.mac.min() < 0.999
    assert result.after.assurance.shape == (4, 10)
    across = result.after.coordinate[:, 1]
    assert across == pytest.approx(np.ones(len(SENSORS)), abs=1e-6)
    assert np.isnan(result.after.coordinate[:, 0]).all()
    assert result.before.coordinate[:, 1].min() < across.min()


def test_it_tells_how_it_went(result):
    assert result.step_cost[-1] < 1e-3 * result.step_cost[0]
    assert result.step_values.shape == (len(result.step_cost), 2)
    assert result.freedoms == 351
    assert result.solves >= result.factorisations
    assert "E1" in str(result)
    assert "interval" in str(result)
    assert {remark.key for remark in result.remarks} == {"updating_model_error", "updating_weight_kept"}


def test_it_goes_through_a_folder(result, tmp_path):
    write_value(result, tmp_path)
    back = read_value(UpdatingResult, tmp_path)
    assert str(back) == str(result)
    assert back.wall == result.wall
    assert np.array_equal(back.after.assurance, result.after.assurance)
    assert back.parameters == result.parameters


def test_same_input_same_numbers():
    first, second = _run(), _run()
    assert np.array_equal(first.posterior.covariance, second.posterior.covariance)
    assert first.parameters == second.parameters


def test_the_response_functions_alone():
    found = _run(asked(method="douglas_reid"))
    assert [item.value for item in found.parameters] == pytest.approx(TRUE, rel=1e-2)
    assert len(found.step_cost) == len(found.rounds) > 1
    assert found.starts == ()


def test_springs_and_bed_are_calibrated(tmp_path):
    options = UpdatingOptions(
        parameters={
            "k": UpdatingParameter(kind="spring", of=("left", "right"), low=1e6, high=1e9),
            "bed": UpdatingParameter(kind="bed_normal", low=1e7, high=1e10),
        },
        starts=1,
    )
    base = replace(HELD, bed=replace(HELD.bed, normal=8e8, shear=2e8))
    state = twin("k", options=HELD).evaluate(np.array([2e7]), slopes=False)
    heard = as_measured(state.frequency[:4], state.shape[:4])
    found = run_updating(wall(), base, options, heard, SENSORS)
    assert found.bed is not None
    assert found.bed.normal == pytest.approx(4e8, rel=1e-3)
    assert found.bed.shear == 2e8
    assert found.springs["right"].stiffness == pytest.approx(2e7, rel=1e-3)
    write_value(found, tmp_path)
    back = read_value(UpdatingResult, tmp_path)
    assert (back.springs, back.bed) == (found.springs, found.bed)


def test_a_mesh_from_a_file(tmp_path):
    write_vtu(tmp_path / "wall.vtu", build(wall(), MODEL).mesh)
    found = run_updating(wall(8e8, 8e8), replace(MODEL, mesh="wall.vtu"), asked(), measured(), SENSORS, folder=tmp_path)
    assert [item.value for item in found.parameters] == pytest.approx(TRUE, rel=1e-4)


def test_a_bound_that_stops_it_is_named():
    bounded = {**asked().parameters, "E1": UpdatingParameter(kind="youngs_modulus", of=("lower",), low=7e8, high=2e9)}
    found = _run(asked(parameters=bounded))
    assert [item.on_bound for item in found.parameters] == [True, False]
    assert [remark.text for remark in found.remarks if remark.key == "updating_on_bound"] == ["E1"]
    assert found.posterior.scale > 1.0


def test_a_coarse_mesh_is_told():
    found = _run(asked(mesh_check=True, model_error=0.0))
    assert found.finer is not None
    assert found.finer.shape == (4,)
    assert np.all(found.finer < 0.0)  # smaller bricks are softer
    told = [remark.amount for remark in found.remarks if remark.key == "updating_mesh_coarse"]
    assert told == [pytest.approx(np.abs(found.finer).max())]
    many = replace(MODEL, layers=30, size=2.5)  # twice as many layers are more than a mesh may have
    assert run_updating(wall(8e8, 8e8), many, asked(mesh_check=True), measured(), SENSORS).finer is not None
    fine = _run(asked(mesh_check=True, model_error=0.2))
    assert "updating_mesh_coarse" not in {remark.key for remark in fine.remarks}


def test_fewer_modes_than_parameters_are_refused():
    with pytest.raises(OptionsError, match="2 parameters without prior_sd"):
        _run(asked(modes=(1,)))


def test_the_papers_four_parameters_are_refused_without_a_prior():
    weights = {
        name: UpdatingParameter(kind="unit_weight", of=(of,), low=20e3, high=35e3)
        for name, of in (("g1", "lower"), ("g2", "upper"))
    }
    with pytest.raises(OptionsError, match="only their ratios: fix one of them"):
        _run(asked(parameters={**asked().parameters, **weights}))
    known = {name: replace(item, prior_sd=1e3) for name, item in weights.items()}
    found = _run(asked(parameters={**asked().parameters, **known}))
    assert "updating_null" in {remark.key for remark in found.remarks}
    assert found.parameters[0].value == pytest.approx(TRUE[0], rel=0.01)


@pytest.mark.parametrize(
    ("place", "error", "message"),
    [
        ((9.5, 0.5, 2.9), ModelError, "sensor s11: there is no wall at 9.5 m along"),
        ((3.0, 4.0, 2.9), OptionsError, 'sensor "s11" stands 3 m off the wall'),
    ],
)
def test_sensors_off_the_wall_are_refused(place, error, message):
    with pytest.raises(error, match=message):
        _run(sensors={**SENSORS, "s11": place})


def test_a_sensor_whose_place_nobody_knows_is_refused():
    with pytest.raises(OptionsError, match='sensor "s11" of the measured modes'):
        _run(sensors={name: place for name, place in SENSORS.items() if name != "s11"})


def test_a_sensor_before_a_face_is_moved_and_told():
    found = _run(sensors={**SENSORS, "s03": (1.0, 0.0, 4.9)})
    moved = [remark for remark in found.remarks if remark.key == "fe_sensor_moved"]
    assert [(remark.text, remark.amount) for remark in moved] == [("s03", pytest.approx(0.5))]


def test_modes_are_chosen_by_number():
    assert used_modes(measured(), ()) is measured()
    some = used_modes(measured(), (3, 1))
    assert some.frequency == pytest.approx(measured().frequency[[0, 2]])
    found = _run(asked(modes=(4, 2)))
    assert found.numbers == (2, 4)
    assert [line.split()[:2] for line in str(found).splitlines()[-2:]] == [
        [str(number), f"{measured().frequency[number - 1]:.4g}"] for number in (2, 4)
    ]
    with pytest.raises(OptionsError, match="there is no mode 7; 4 were measured"):
        used_modes(measured(), (7,))
    with pytest.raises(ModelError, match="named twice"):
        UpdatingOptions(modes=(1, 1))


def test_options_at_the_door():
    door = TypeAdapter(UpdatingOptions)
    given = {
        "parameters": {
            "E1": {"kind": "youngs_modulus", "of": ["lower"], "low": "300 MPa", "high": "1.3 GPa"},
            "k": {"kind": "spring", "of": ["left"], "start": "20 kN/mm", "low": "900 kN/m", "high": "1000 MN/m"},
            "bed": {"kind": "bed_normal", "low": "10 MN/m3", "high": "2e9 N/m3", "prior_sd": "100 MPa/m"},
        },
        "model_error": "1 %",
    }
    options = door.validate_python(given)
    first, spring, bed = parameters_of(options, wall(), HELD)
    assert (first.start, first.low, first.high) == (TRUE[0], 3e8, pytest.approx(1.3e9))
    assert (spring.start, spring.low) == (pytest.approx(2e7), 9e5)
    assert (bed.start, bed.low, bed.prior_sd) == (4e8, 1e7, 1e8)
    with pytest.raises(ValidationError, match="model_error"):
        door.validate_python({"model_error": 2.0})


@pytest.mark.parametrize(("low", "told"), [("20 kN/m3", "unit weight"), (0.5, "a plain number")])
def test_a_number_of_another_dimension_is_refused(low, told):
    item = TypeAdapter(UpdatingParameter).validate_python(
        {"kind": "youngs_modulus", "of": ["lower"], "low": low, "high": "1 GPa"}
    )
    with pytest.raises(OptionsError, match=rf"updating.parameters.E.low is .*{told} but must be a pressure"):
        parameters_of(UpdatingOptions(parameters={"E": item}), wall(), MODEL)


def test_it_must_be_said_of_what_a_value_is():
    item = UpdatingParameter(kind="youngs_modulus", low=1e8, high=1e9)
    with pytest.raises(OptionsError, match="E: say of what it is"):
        parameters_of(UpdatingOptions(parameters={"E": item}), wall(), MODEL)


def test_nothing_to_look_for():
    with pytest.raises(OptionsError, match="nothing is looked for"):
        parameters_of(UpdatingOptions(), wall(), MODEL)


def test_a_start_is_needed_where_the_model_has_two_values():
    item = UpdatingParameter(kind="youngs_modulus", of=("lower", "upper"), low=1e8, high=1e9)
    with pytest.raises(OptionsError, match="no single value to start from"):
        parameters_of(UpdatingOptions(parameters={"E": item}), wall(), MODEL)


def test_sampling_without_its_extra_is_told(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "emcee" else found(name))
    with pytest.raises(MissingExtraError, match=r"updating.mcmc needs .* pip install 'pirqa\[mcmc\]'"):
        _run(asked(mcmc=McmcOptions()))


def test_samples_are_those_of_the_covariance():
    pytest.importorskip("emcee")
    options = asked(mcmc=McmcOptions(steps=1500, burn=300), model_error=0.002)
    found = _run(options)
    samples = found.samples
    assert samples is not None
    # frequencies are nearly linear over a standard deviation of 1 %: the posterior is nearly normal
    assert samples.mean == pytest.approx(TRUE, rel=2e-3)
    assert samples.sd == pytest.approx(found.posterior.sd, rel=0.1)
    assert samples.correlation[0, 1] == pytest.approx(found.posterior.correlation[0, 1], abs=0.05)
    assert samples.low == pytest.approx(found.posterior.low, rel=5e-3)
    assert 0.2 < samples.acceptance < 0.9
    assert samples.surface_error < 0.05
    assert "updating_surface_poor" not in {item.key for item in found.remarks}
    assert samples.effective > 300
    again = _run(options).samples
    assert np.array_equal(samples.values, again.values)


def test_samples_stay_between_the_bounds():
    pytest.importorskip("emcee")
    tight = {**asked().parameters, "E1": UpdatingParameter(kind="youngs_modulus", of=("lower",), low=601e6, high=2e9)}
    found = _run(asked(parameters=tight, mcmc=McmcOptions(steps=500, burn=100)))
    assert found.samples is not None
    assert found.samples.values[:, 0].min() >= 601e6
    assert found.parameters[0].interval_low >= 601e6


def test_samples_of_the_papers_four_parameters():
    """A direction that only priors tell: the sampler must not care."""
    pytest.importorskip("emcee")
    weights = {
        name: UpdatingParameter(kind="unit_weight", of=(of,), low=20e3, high=35e3, prior_sd=1e3)
        for name, of in (("g1", "lower"), ("g2", "upper"))
    }
    options = asked(
        parameters={**asked().parameters, **weights}, mcmc=McmcOptions(steps=3000, burn=500), model_error=0.002
    )
    found = _run(options)
    assert found.samples is not None
    assert found.samples.long_enough
    assert found.samples.sd == pytest.approx(found.posterior.sd, rel=0.15)
    assert found.samples.surface_error < 0.1


def test_a_poor_response_surface_is_told(monkeypatch):
    """As if the surface were off by 0.8 standard deviations where it is held against the model."""
    pytest.importorskip("emcee")
    monkeypatch.setattr("pirqa.fem.updating.posterior._error", lambda *_: 0.8)
    found = _run(asked(mcmc=McmcOptions(steps=100, burn=10), model_error=0.002))
    told = [item for item in found.remarks if item.key == "updating_surface_poor"]
    assert [(item.kind, item.amount) for item in told] == [("warning", 0.8)]
    for language, word in (("en", "0.8 standard deviations"), ("es", "0.8 desviaciones")):
        assert word in remark_text(told[0], load_words(language))


def test_a_shear_that_nobody_gave_or_looked_for_is_told():
    """fe.bed.shear is half of fe.bed.normal where absent; it does not follow the normal stiffness that is found."""
    bed = {"bn": UpdatingParameter(kind="bed_normal", low=1e8, high=2e9)}
    both = {**bed, "bs": UpdatingParameter(kind="bed_shear", low=5e7, high=1e9)}
    half = replace(HELD, springs={}, bed=BedOptions(normal=4e8))

    def told(model, parameters):
        return _kept_shear(parameters_of(asked(parameters=parameters), wall(), model), model)

    result = run_updating(wall(), half, asked(parameters=bed), measured=measured(), sensors=SENSORS)
    (remark,) = told(half, bed)
    assert remark in result.remarks
    assert (remark.kind, remark.amount) == ("assumption", result.bed.shear) == ("assumption", 2e8)
    assert "200 MN/m³" in remark_text(remark, load_words("en"))
    assert not told(half, both)
    assert not told(replace(half, bed=BedOptions(normal=4e8, shear=2e8)), bed)
