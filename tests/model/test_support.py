""""""

from __future__ import annotations

import pytest

from pirqa.errors import ModelError
from pirqa.model import Strut

GIVEN = {"name": "A", "stone": "1", "point": (0.0, 0.0, 1.0), "other_point": (0.0, -2.0, 0.0), "stiffness": 1e6}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"stiffness": 0.0}, 'strut "A".stiffness must be greater than 0'),
        ({"strength": -1.0}, 'strut "A".strength must be greater than 0'),
        ({"point": (0.0, 0.0)}, 'strut "A": point needs three coordinates'),
        ({"other_point": (0.0, 0.0, 1.0, 2.0)}, 'strut "A": other_point needs three coordinates'),
        ({"other_point": (0.0, 0.0, 1.0)}, "its two ends are the same point"),
        ({"point": (0.0, float("nan"), 1.0)}, 'strut "A".point must be finite'),
    ],
)
def test_impossible_struts_are_refused_by_name(values, says):
    with pytest.raises(ModelError) as refusal:
        Strut(**{**GIVEN, **values})
    assert says in str(refusal.value)


def test_a_strut_stands_on_the_base_where_nothing_else_is_said():
    made = Strut(**GIVEN)
    assert (made.kind, made.other, made.strength) == ("strut", "base", None)
