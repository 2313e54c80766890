from __future__ import annotations

import datetime

import pytest

from pirqa.errors import ModelError
from pirqa.model import Site
from pirqa.model.check import EFFECTS
from pirqa.model.condition import STATED_EFFECTS, Condition, Standing, SurvivedEarthquake
from pirqa.units import STANDARD_GRAVITY

TOMORROW = datetime.date.today() + datetime.timedelta(days=1)


def test_every_stated_effect_is_a_key_of_the_condition():
    assert set(STATED_EFFECTS) <= set(EFFECTS)
    assert Condition(decay="absent").of("decay") == "absent"
    assert all(Condition().of(effect) == "unknown" for effect in EFFECTS)


def test_a_day_to_come_is_refused():
    with pytest.raises(ModelError, match=r"condition\.date"):
        Condition(date=TOMORROW)
    with pytest.raises(ModelError, match=r"stands_date"):
        Standing(stands=True, date=TOMORROW)
    with pytest.raises(ModelError, match="has not come yet"):
        SurvivedEarthquake(date=TOMORROW, intensity=1.0, source="a record")


def test_a_survived_earthquake_needs_a_source_and_a_size():
    day = datetime.date(1986, 4, 5)
    with pytest.raises(ModelError, match="source is empty"):
        SurvivedEarthquake(date=day, intensity=1.0, source=" ")
    with pytest.raises(ModelError, match="intensity"):
        SurvivedEarthquake(date=day, intensity=-1.0, source="a map")


def test_the_surface_gets_the_rock_value_times_its_factor():
    site = Site(rock=0.5 * STANDARD_GRAVITY, site_factor=1.56)
    assert site.peak_coefficient == pytest.approx(0.78)
    assert site.onset_coefficient == pytest.approx(0.78)
    assert site.horizontal_coefficient == pytest.approx(0.39)
    for given in ({"rock": 1.0}, {"site_factor": 1.5}, {"rock": 1.0, "site_factor": 1.5, "acceleration": 1.0}):
        with pytest.raises(ModelError, match=r"site\.(rock|site_factor)"):
            Site(**given)
