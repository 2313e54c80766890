"""Walls that look safe to one method and are not: each was, or could be, called safe."""

from __future__ import annotations

from dataclasses import replace

from tests.verdict.own_walls import DRY, HALF_FILL, NONE_SAFE, UNLOADED
from tests.verdict.walls import (
    FAILS,
    NOT_SAFE,
    Trial,
    boxes,
    condition,
    fill,
    prism,
    site,
    sound,
    stack,
    survey,
    wall,
)

# Across t/h = 1.0/3 = 0.33; along its length of 0.5 m it has 0.5/3 = 0.167 < 0.25.
PILLAR = wall(
    "pillar that is weaker along the wall",
    NONE_SAFE,
    prism(3.0, 1.0, extra='length = "0.5 m"'),
    peak=0.25,
    stated=condition(both_components=""),
)
PILLAR_OF_STONES = wall(
    "pillar of stones that is weaker along the wall",
    NONE_SAFE,
    survey(thickness=1.0),
    peak=0.25,
    stated=condition(both_components=""),
    analyses=("blocks",),
    files=stack(0.5, 1.0, 1.0, 3),
)
# Eight courses of 0.5 m, 3 m deep, μ = 0.5: the push holds to 0.5, and the top course has 0.25·2.31 = 0.58.
TOP_OF_STONES = wall(
    "top stone that slides",
    NONE_SAFE,
    survey(thickness=3.0),
    ground=sound(26.57),
    peak=0.25,
    stated=condition(amplification="", first_period=""),
    analyses=("blocks",),
    files=stack(1.0, 3.0, 0.5, 8),
)
# The fill of FILL_IN_STONES: t/h = 0.42 at 0.2 g fails by 38.1/28.8, and options of the mechanism leave the fill out.
NO_FILL_IN_LIMIT = wall(
    "fill left out of the mechanism",
    NONE_SAFE,
    prism(2.4, 1.0),
    fill(extra=UNLOADED),
    '[limit]\nbackfill = "none"',
    peak=0.2,
    analyses=("limit",),
)
STATIC_FILL_IN_LIMIT = Trial(
    name="fill at rest in the mechanism",
    text=NO_FILL_IN_LIMIT.text.replace('backfill = "none"', 'backfill = "static"'),
    states=NONE_SAFE,
)
# A stone of 0.2 by 1.0 m stands on a wall of 1.0 by 2.0 m: 0.2 < 0.22; the whole has 0.244.
MERLON = wall(
    "slender stone on a thick wall",
    NONE_SAFE,
    survey(),
    peak=0.22,
    files=boxes(
        low=(0.0, 1.0, 0.0, 1.0, 0.0, 1.0), middle=(0.0, 1.0, 0.0, 1.0, 1.0, 2.0), top=(0.0, 1.0, 0.4, 0.6, 2.0, 3.0)
    ),
)
# Wet and with uplift 4.27/(3.80 + 0.58) = 0.97; without uplift 1.12.
NO_UPLIFT = Trial(
    name="water without uplift",
    text=HALF_FILL.text.replace("0.469 m", "0.385 m") + "\n[statics]\nuplift = false",
    states={"wet": NOT_SAFE},
)
WITH_UPLIFT = Trial(
    name="water with uplift", text=HALF_FILL.text.replace("0.469 m", "0.385 m"), states={"wet": NOT_SAFE}
)
UNSATURATED = wall(
    "saturated weight not given",
    {"wet": NOT_SAFE},
    prism(2.4, 0.35, courses=4),
    fill(1.2, extra=UNLOADED).replace('saturated_unit_weight = { value = "20 kN/m3", source = "weighed" }\n', ""),
    peak=0.02,
)
# Fill that rises at 25° of φ = 30° slides by itself where atan kh > 5°, that is from 0.087 g on.
SLOPED_FILL = wall(
    "sloping fill that slides",
    NONE_SAFE,
    prism(2.4, 1.5),
    fill(
        extra='slope = { value = "25 deg", source = "measured" }\n'
        'drained = { value = true, source = "outlets seen" }\n' + UNLOADED
    ),
    peak=0.15,
)
# The upper stone (0.6 by 1.0 m) overhangs the back by 0.2 m: inwards it turns about the edge of its seat, 0.1 m from
# its centroid: 0.1/0.5 = 0.2 < 0.25. Outwards it has 0.3/0.5 = 0.6, and the two stones together 0.55.
_OVERHANG = boxes(low=(0.0, 1.0, 0.0, 1.2, 0.0, 0.5), top=(0.0, 1.0, 0.8, 1.4, 0.5, 1.5))
ONE_PATTERN = wall(
    "pushed outwards only",
    NONE_SAFE,
    survey(),
    "[blocks.patterns.outward]\ndirection = [0, -1, 0]",
    peak=0.25,
    analyses=("blocks",),
    files=_OVERHANG,
)
TILTED_ONE_WAY = wall(
    "tilted to the front only",
    NONE_SAFE,
    survey(),
    '[tilt]\nto = "25 deg"\nrate = "5 deg/s"',
    peak=0.25,
    analyses=("tilt",),
    files=_OVERHANG,
)
# Pushed outwards and down: α/√2 and 1 + α/√2 of the weight; it turns at α = √2·t/(h − t) = 0.47 for t/h = 0.25 < 0.3.
PUSHED_DOWN = wall(
    "pushed outwards and down",
    NONE_SAFE,
    survey(thickness=0.6),
    "[blocks.patterns.outward]\ndirection = [0, -1, -1]\n[blocks.patterns.inward]\ndirection = [0, 1, -1]",
    peak=0.3,
    analyses=("blocks",),
    files=stack(0.8, 0.6, 0.6, 4),
)
# The last stone of the upper course is 0.15 m wide and 1 m high: along the wall it turns at 0.15 < 0.2; across it is
# 1 m deep, and the wall has 1/1.5.
END_STONE = wall(
    "narrow stone at the end of a long wall",
    NONE_SAFE,
    survey(),
    "[verdict]\ncomplete = false",  # a tilt that runs by itself takes half a minute: below
    peak=0.2,
    stated=condition(both_components=""),
    analyses=("blocks", "statics"),
    files=boxes(
        low=(0.0, 6.0, 0.0, 1.0, 0.0, 0.5), long=(0.0, 5.85, 0.0, 1.0, 0.5, 1.5), end=(5.85, 6.0, 0.0, 1.0, 0.5, 1.5)
    ),
)
END_STONE_TILTED = replace(
    END_STONE,
    name="narrow stone at the end of a long wall, tilted by itself",
    text=END_STONE.text.replace("complete = false", "complete = true"),
    slow=True,
)
# The same pillar as stones: statics knows its thickness only.
PILLAR_SURVEYED = Trial(
    name="pillar of stones, statics only",
    text=PILLAR_OF_STONES.text.replace('"blocks"', '"statics"'),
    files=PILLAR_OF_STONES.files,
    states=NONE_SAFE,
)
PILLAR_TILTED = Trial(
    name="pillar of stones, tilted across only",
    text=PILLAR_OF_STONES.text.replace('"blocks"', '"tilt"') + '\n[tilt]\nto = "20 deg"\nrate = "5 deg/s"',
    files=PILLAR_OF_STONES.files,
    states=NONE_SAFE,
)
# No earthquake is no demand.
ZERO_DEMAND = wall("demand of nothing", NONE_SAFE, prism(3.0, 0.3), peak=0.0)
# 5° on the base: 0.087 < 0.2, whatever the base itself would bear.
WEAK_JOINT = wall(
    "one slippery joint",
    NONE_SAFE,
    '[[joints.exceptions]]\nbetween = ["wall", "base"]\nfriction_angle = { value = "5 deg", source = "clay" }',
    prism(1.0, 1.0),
    peak=0.2,
)
# The lowest stone moves with the base, and the base it sits on has 5°: 0.087 < 0.2.
FIXED_ON_CLAY = wall(
    "stones fixed to a slippery base",
    NONE_SAFE,
    survey(thickness=1.0, fixed="base"),
    ground=sound(below=5.0),
    peak=0.2,
    analyses=("blocks",),
    files=stack(4.0, 1.0, 0.4, 2),
)
# 0.3 g on rock times 1.5 is 0.45 g; t/h = 0.4.
ROCK = wall(
    "acceleration on rock",
    {"onset": FAILS, **{state: NOT_SAFE for state in ("damage", "stones_fall", "wall_falls")}},
    prism(2.0, 0.8),
    site(extra='rock = { value = "0.3 g", source = "s" }\nsite_factor = { value = 1.5, source = "s" }'),
)
# The checks are computed at the site's 0.05 g; the study that governs asks for 0.4 g, and t/h = 0.33.
STRONGER_STUDY = wall(
    "study stronger than the site",
    {"onset": FAILS, **{state: NOT_SAFE for state in ("damage", "stones_fall", "wall_falls")}},
    prism(3.0, 1.0),
    site(0.05, extra='governing = "years_475"'),
    '[sweep.demands.years_475]\nacceleration = { value = "0.4 g", source = "study" }',
)
# 0.3 m at the foot, 1.2 m at the top, the back upright: the centroid is (0.09 + 0.36 + 1.44)/4.5 = 0.42 m from the
# back, beyond the toe at 0.3 m: it falls by itself.
TOP_HEAVY = wall(
    "wall wider at its top",
    {"gravity": FAILS, **NONE_SAFE},
    prism(2.0, 0.3, extra='thickness_top = "1.2 m"'),
    peak=0.02,
)
# Both faces lean out by 10°: the centroid is 0.26 m nearer to the toe: (0.3 − 0.264)/1.5 = 0.024 < 0.05.
DRAWN_LEANING = wall(
    "wall drawn with its lean",
    NONE_SAFE,
    prism(3.0, 0.6, extra='front_batter = "-10 deg"\nback_batter = "10 deg"'),
    peak=0.05,
)
# K_A + ¾ kh = 0.63 is less than K_AE(0.4, 30°) = 0.70 of Mononobe and Okabe: overturning 88.2/(48.4 + 36.2) = 1.04
# with the first and 88.2/(48.4 + 40.9) = 0.99 with the second.
STRONG_SHAKING = wall(
    "increment of Seed and Whitman in strong shaking",
    NONE_SAFE,
    prism(2.4, 1.75),
    fill(extra=f"{UNLOADED}\n{DRY}"),
    ground=sound(40.0),
    peak=0.4,
)
TRAPS = (
    STRONG_SHAKING,
    TOP_HEAVY,
    DRAWN_LEANING,
    PILLAR_TILTED,
    ZERO_DEMAND,
    WEAK_JOINT,
    FIXED_ON_CLAY,
    ROCK,
    STRONGER_STUDY,
    END_STONE,
    END_STONE_TILTED,
    PILLAR_SURVEYED,
    PILLAR,
    PILLAR_OF_STONES,
    TOP_OF_STONES,
    NO_FILL_IN_LIMIT,
    STATIC_FILL_IN_LIMIT,
    MERLON,
    NO_UPLIFT,
    WITH_UPLIFT,
    UNSATURATED,
    SLOPED_FILL,
    ONE_PATTERN,
    TILTED_ONE_WAY,
    PUSHED_DOWN,
)
