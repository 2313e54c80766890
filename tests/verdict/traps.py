"""Walls that look safe to one method and are not: each was, or could be, called safe."""

from __future__ import annotations

from tests.verdict.own_walls import DRY, HALF_FILL, NONE_SAFE, UNLOADED
from tests.verdict.walls import (
    FAILS,
    NOT_SAFE,
    STIFF,
    Trial,
    base,
    boxes,
    condition,
    fill,
    joints,
    material,
    prism,
    project,
    site,
    stack,
    survey,
)

_SOUND = (material(), base(), joints(extra=STIFF))

# Across t/h = 1.0/3 = 0.33; along its length of 0.5 m it has 0.5/3 = 0.167 < 0.25.
PILLAR = Trial(
    name="pillar that is weaker along the wall",
    text=project(*_SOUND, prism(3.0, 1.0, extra='length = "0.5 m"'), site(0.25), condition(both_components="")),
    states=NONE_SAFE,
)
PILLAR_OF_STONES = Trial(
    name="pillar of stones that is weaker along the wall",
    text=project(
        *_SOUND, survey(thickness=1.0), site(0.25), condition(both_components=""), analyses=("survey", "blocks")
    ),
    files=stack(0.5, 1.0, 1.0, 3),
    states=NONE_SAFE,
)
# Eight courses of 0.5 m, 3 m deep, μ = 0.5: the push holds to 0.5, and the top course has 0.25·2.31 = 0.58.
TOP_OF_STONES = Trial(
    name="top stone that slides",
    text=project(
        material(),
        base(26.57),
        joints(26.57, STIFF),
        survey(thickness=3.0),
        site(0.25),
        condition(amplification="", first_period=""),
        analyses=("survey", "blocks"),
    ),
    files=stack(1.0, 3.0, 0.5, 8),
    states=NONE_SAFE,
)
# The fill of FILL_IN_STONES: t/h = 0.42 at 0.2 g fails by 38.1/28.8, and options of the mechanism leave the fill out.
NO_FILL_IN_LIMIT = Trial(
    name="fill left out of the mechanism",
    text=project(
        *_SOUND,
        prism(2.4, 1.0),
        fill(extra=UNLOADED),
        site(0.2),
        '[limit]\nbackfill = "none"',
        condition(),
        analyses=("limit",),
    ),
    states=NONE_SAFE,
)
STATIC_FILL_IN_LIMIT = Trial(
    name="fill at rest in the mechanism",
    text=NO_FILL_IN_LIMIT.text.replace('backfill = "none"', 'backfill = "static"'),
    states=NONE_SAFE,
)
# A stone of 0.2 by 1.0 m stands on a wall of 1.0 by 2.0 m: 0.2 < 0.22; the whole has 0.244.
MERLON = Trial(
    name="slender stone on a thick wall",
    text=project(*_SOUND, survey(), site(0.22), condition(), analyses=("survey", "statics")),
    files=boxes(
        low=(0.0, 1.0, 0.0, 1.0, 0.0, 1.0), middle=(0.0, 1.0, 0.0, 1.0, 1.0, 2.0), top=(0.0, 1.0, 0.4, 0.6, 2.0, 3.0)
    ),
    states=NONE_SAFE,
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
UNSATURATED = Trial(
    name="saturated weight not given",
    text=project(
        *_SOUND,
        prism(2.4, 0.35, courses=4),
        fill(1.2, extra=UNLOADED).replace('saturated_unit_weight = { value = "20 kN/m3", source = "weighed" }\n', ""),
        site(0.02),
        condition(),
    ),
    states={"wet": NOT_SAFE},
)
# Fill that rises at 25° of φ = 30° slides by itself where atan kh > 5°, that is from 0.087 g on.
SLOPED_FILL = Trial(
    name="sloping fill that slides",
    text=project(
        *_SOUND,
        prism(2.4, 1.5),
        fill(
            extra='slope = { value = "25 deg", source = "measured" }\n'
            'drained = { value = true, source = "outlets seen" }\n' + UNLOADED
        ),
        site(0.15),
        condition(),
    ),
    states=NONE_SAFE,
)
# The upper stone (0.6 by 1.0 m) overhangs the back by 0.2 m: inwards it turns about the edge of its seat, 0.1 m from
# its centroid: 0.1/0.5 = 0.2 < 0.25. Outwards it has 0.3/0.5 = 0.6, and the two stones together 0.55.
_OVERHANG = boxes(low=(0.0, 1.0, 0.0, 1.2, 0.0, 0.5), top=(0.0, 1.0, 0.8, 1.4, 0.5, 1.5))
ONE_PATTERN = Trial(
    name="pushed outwards only",
    text=project(
        *_SOUND,
        survey(),
        site(0.25),
        "[blocks.patterns.outward]\ndirection = [0, -1, 0]",
        condition(),
        analyses=("survey", "blocks"),
    ),
    files=_OVERHANG,
    states=NONE_SAFE,
)
TILTED_ONE_WAY = Trial(
    name="tilted to the front only",
    text=project(
        *_SOUND,
        survey(),
        site(0.25),
        '[tilt]\nto = "25 deg"\nrate = "5 deg/s"',
        condition(),
        analyses=("survey", "tilt"),
    ),
    files=_OVERHANG,
    states=NONE_SAFE,
)
# Pushed outwards and down: α/√2 and 1 + α/√2 of the weight; it turns at α = √2·t/(h − t) = 0.47 for t/h = 0.25 < 0.3.
PUSHED_DOWN = Trial(
    name="pushed outwards and down",
    text=project(
        *_SOUND,
        survey(thickness=0.6),
        site(0.3),
        "[blocks.patterns.outward]\ndirection = [0, -1, -1]\n[blocks.patterns.inward]\ndirection = [0, 1, -1]",
        condition(),
        analyses=("survey", "blocks"),
    ),
    files=stack(0.8, 0.6, 0.6, 4),
    states=NONE_SAFE,
)
# The last stone of the upper course is 0.15 m wide and 1 m high: along the wall it turns at 0.15 < 0.2; across it is
# 1 m deep, and the wall has 1/1.5.
END_STONE = Trial(
    name="narrow stone at the end of a long wall",
    text=project(*_SOUND, survey(), site(0.2), condition(both_components=""), analyses=("survey", "blocks", "statics")),
    files=boxes(
        low=(0.0, 6.0, 0.0, 1.0, 0.0, 0.5), long=(0.0, 5.85, 0.0, 1.0, 0.5, 1.5), end=(5.85, 6.0, 0.0, 1.0, 0.5, 1.5)
    ),
    states=NONE_SAFE,
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
ZERO_DEMAND = Trial(
    name="demand of nothing",
    text=project(*_SOUND, prism(3.0, 0.3), site(0.0), condition()),
    states=NONE_SAFE,
)
# 5° on the base: 0.087 < 0.2, whatever the base itself would bear.
WEAK_JOINT = Trial(
    name="one slippery joint",
    text=project(
        *_SOUND,
        '[[joints.exceptions]]\nbetween = ["wall", "base"]\nfriction_angle = { value = "5 deg", source = "clay" }',
        prism(1.0, 1.0),
        site(0.2),
        condition(),
    ),
    states=NONE_SAFE,
)
# The lowest stone moves with the base, and the base it sits on has 5°: 0.087 < 0.2.
FIXED_ON_CLAY = Trial(
    name="stones fixed to a slippery base",
    text=project(
        material(),
        base(5.0),
        joints(35.0, STIFF),
        survey(thickness=1.0, fixed="base"),
        site(0.2),
        condition(),
        analyses=("survey", "blocks"),
    ),
    files=stack(4.0, 1.0, 0.4, 2),
    states=NONE_SAFE,
)
# 0.3 g on rock times 1.5 is 0.45 g; t/h = 0.4.
ROCK = Trial(
    name="acceleration on rock",
    text=project(
        *_SOUND,
        prism(2.0, 0.8),
        site(extra='rock = { value = "0.3 g", source = "s" }\nsite_factor = { value = 1.5, source = "s" }'),
        condition(),
    ),
    states={"onset": FAILS, **{state: NOT_SAFE for state in ("damage", "stones_fall", "wall_falls")}},
)
# The checks are computed at the site's 0.05 g; the study that governs asks for 0.4 g, and t/h = 0.33.
STRONGER_STUDY = Trial(
    name="study stronger than the site",
    text=project(
        *_SOUND,
        prism(3.0, 1.0),
        site(0.05, extra='governing = "years_475"'),
        '[sweep.demands.years_475]\nacceleration = { value = "0.4 g", source = "study" }',
        condition(),
    ),
    states={"onset": FAILS, **{state: NOT_SAFE for state in ("damage", "stones_fall", "wall_falls")}},
)
# 0.3 m at the foot, 1.2 m at the top, the back upright: the centroid is (0.09 + 0.36 + 1.44)/4.5 = 0.42 m from the
# back, beyond the toe at 0.3 m: it falls by itself.
TOP_HEAVY = Trial(
    name="wall wider at its top",
    text=project(*_SOUND, prism(2.0, 0.3, extra='thickness_top = "1.2 m"'), site(0.02), condition()),
    states={"gravity": FAILS, **NONE_SAFE},
)
# Both faces lean out by 10°: the centroid is 0.26 m nearer to the toe: (0.3 − 0.264)/1.5 = 0.024 < 0.05.
DRAWN_LEANING = Trial(
    name="wall drawn with its lean",
    text=project(
        *_SOUND, prism(3.0, 0.6, extra='front_batter = "-10 deg"\nback_batter = "10 deg"'), site(0.05), condition()
    ),
    states=NONE_SAFE,
)
# K_A + ¾ kh = 0.63 is less than K_AE(0.4, 30°) = 0.70 of Mononobe and Okabe: overturning 88.2/(48.4 + 36.2) = 1.04
# with the first and 88.2/(48.4 + 40.9) = 0.99 with the second.
STRONG_SHAKING = Trial(
    name="increment of Seed and Whitman in strong shaking",
    text=project(
        material(),
        base(40.0),
        joints(40.0, STIFF),
        prism(2.4, 1.75),
        fill(extra=f"{UNLOADED}\n{DRY}"),
        site(0.4),
        condition(),
    ),
    states=NONE_SAFE,
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
