"""Walls under a set of seven ground motions at rising intensity."""

from __future__ import annotations

from dataclasses import replace

from tests.verdict.walls import (
    FAILS,
    NOT_SAFE,
    SAFE,
    STIFF,
    Trial,
    base,
    condition,
    joints,
    material,
    project,
    site,
    stack,
    survey,
)

_SET = """[motion.set]
target = "e030_2018"
period = "0.3 s"
[motion.set.types]
strike_slip = 1
reverse = 1
interface = 1
[motion.design.e030_2018]
zone = 1
soil = "S0"
[motion.processing]
low_corner = "0.2 Hz"
[dynamics.simulation]
output_step = "0.05 s"
[ida]
most = 2.5
film = false"""


_MEMBERS = (
    "ridgecrest_lrl",
    "imperial_valley_meloland",
    "loma_prieta_apeel2",
    "loma_prieta_shafter",
    "whittier_mt_wilson",
    "lima_1966_prq",
    "pisagua_2009",
)
"""Motions that the set chooses."""


def _column(name: str, thickness: float, course: float, courses: int, *more: str, **changes) -> Trial:
    """Return a column of boxes under the motions of the set, scaled to 0.08 g (zone 1, S0 of E.030-2018)."""
    return Trial(
        name=name,
        text=project(
            material(),
            base(),
            joints(extra=STIFF.replace("2e10", "1e9")),
            survey(thickness=thickness),
            site(extra='governing = "e030_2018"'),
            _SET,
            condition(both_components="", duration=""),
            *more,
            analyses=("survey", "motion", "ida"),
        ),
        files=stack(0.6, thickness, course, courses),
        slow=True,
        **changes,
    )


# t/h = 1 and μ = 0.70: nothing happens at 2.5 × 0.08 g = 0.2 g either.
STOUT = _column("stout column under a set", 0.6, 0.3, 2, states={"stones_fall": SAFE, "wall_falls": SAFE})
# Six of the seven motions: safety is not shown, whatever they give.
SIX = replace(
    STOUT,
    name="six of seven motions",
    text=STOUT.text.replace("[ida]", f"[ida]\nmotions = {list(_MEMBERS[:6])}"),
    states={"stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    says=("6 of 7", "6 de 7"),
)
# Nothing states which types of earthquake the site has: the set is not complete.
NO_TYPES = replace(
    STOUT,
    name="set without the types of earthquake",
    text=STOUT.text.replace("strike_slip = 1\nreverse = 1\ninterface = 1\n", "").replace("[motion.set.types]\n", ""),
    states={"stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
)
# t/h = 0.06, 0.15 by 2.4 m, under motions of 0.45 g: half its thickness is 0.08 m, and the ground moves more.
THIN = _column("thin column under a set", 0.15, 0.6, 4, states={"stones_fall": FAILS, "wall_falls": FAILS})
THIN = replace(THIN, text=THIN.text.replace('zone = 1\nsoil = "S0"', 'zone = 4\nsoil = "S1"').replace("2.5", "1.2"))
SETS = (STOUT, SIX, NO_TYPES, THIN)
