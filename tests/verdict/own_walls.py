"""Walls for one effect or rule each, with the verdict that an engineer reaches by hand."""

from __future__ import annotations

from collections.abc import Mapping

from tests.verdict.walls import (
    FAILS,
    NO_DEMAND,
    NOT_SAFE,
    NOT_SHOWN,
    OPEN,
    SAFE,
    Key,
    Trial,
    base,
    condition,
    fill,
    joints,
    material,
    outlines,
    prism,
    sine,
    site,
    sound,
    stack,
    survey,
    wall,
)

ALL_SAFE = {"gravity": SAFE, "onset": SAFE, "damage": SAFE, "stones_fall": SAFE, "wall_falls": SAFE}
UNLOADED = 'surcharge = { value = "0 kPa", source = "terrace closed" }'
DRY = 'water_level = { value = "0 m", source = "seen dry" }'
"""Dry at the time of the earthquake; a wet season is judged beside it."""
SEISMIC = ("onset", "damage", "stones_fall", "wall_falls")
NONE_SAFE = dict.fromkeys(SEISMIC, NOT_SAFE)

# ---- walls that any engineer calls safe ----

# t/h = 1 and μ = 0.70 against 0.05: 20 and 14.
BLOCK = wall("block as deep as high at 0.05 g", ALL_SAFE, prism(1.0, 1.0), peak=0.05)
# The retaining wall with fill to half its height. At rest P = ½·18·1.2²/3 = 4.32 kN/m at 0.4 m: 6.33/1.73 = 3.67.
# Wet: soil ½·10.2·1.2²/3 = 2.44, water 7.06 at 0.4 m, uplift 0.86 kNm/m: 6.33/(3.80 + 0.86) = 1.36 at worst.
# At 0.05 g: 1.73 + 1.62 (inertia) + 0.35 (increment) = 3.70: 1.71. Sliding 18.9/6.2 = 3.1.
HALF_FILL = wall(
    "retaining wall with half its fill at 0.05 g",
    {**ALL_SAFE, "wet": SAFE},
    prism(2.4, 0.469, courses=4),
    fill(1.2, extra=f"{UNLOADED}\n{DRY}"),
    peak=0.05,
    factors={"statics.static.coulomb.overturning": 24 * 2.4 * 0.469**2 / 2 / (18 / 3 * 1.2**2 / 2 * 0.4)},
)
# Hatunrumiyoc: 1.0/2.4 = 0.417 and tan 30° = 0.577 against 0.3.
DEEP = wall(
    "free wall of 2.4 by 1.0 m at 0.3 g",
    ALL_SAFE,
    prism(2.4, 1.0),
    ground=sound(30.0, unit_weight=23.6),
    peak=0.3,
)
# Terrace of Machu Picchu at 0.05 g: overturning 11.51/(1.27 + 2.70 + 0.84) = 2.4, sliding 17.4/7.2 = 2.4. Wet, full
# height of water on 0.76 m: soil ½·9.7·1.68²·0.217 = 2.97 and water 13.8 kN/m at 0.56 m: 11.5/(9.4 + uplift 3.3) < 1.
TERRACE = wall(
    "terrace at 0.05 g, drained",
    ALL_SAFE,
    prism(1.68, 0.762, courses=5),
    fill(unit_weight=15.7, angle=40.0, extra='drained = { value = true, source = "outlets seen" }\n' + UNLOADED),
    ground=sound(30.0, unit_weight=23.6),
    peak=0.05,
)
TERRACE_WET = Trial(
    name="terrace at 0.05 g, drainage not stated",
    text=TERRACE.text.replace('drained = { value = true, source = "outlets seen" }', ""),
    states={"gravity": SAFE, "wet": FAILS},
)
_FOUR_WAYS = """[blocks.patterns]
outward = { direction = [0, -1, 0] }
inward = { direction = [0, 1, 0] }
left = { direction = [-1, 0, 0] }
right = { direction = [1, 0, 0] }"""
# Two courses of a squat wall under limit analysis of its stones: min(t/h = 1.25, μ = 0.70) against 0.1.
SQUAT_STONES = wall(
    "two stones of a squat wall at 0.1 g",
    {"onset": SAFE, "damage": SAFE, "stones_fall": SAFE, "wall_falls": SAFE},
    survey(thickness=1.0),
    _FOUR_WAYS,
    peak=0.1,
    analyses=("blocks",),
    files=stack(1.0, 1.0, 0.4, 2),
)
SAFE_WALLS = (BLOCK, HALF_FILL, DEEP, TERRACE, SQUAT_STONES)

# ---- walls that any engineer calls unsafe ----

# t/h = 0.1 against 0.3.
SLENDER = wall(
    "slender wall at 0.3 g",
    {"gravity": SAFE, "onset": FAILS, "damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    prism(3.0, 0.3),
    peak=0.3,
    mode={"onset": "overturning"},
)
# μ = tan 10° = 0.18 against 0.3; t/h = 1.
SLIPPERY = wall(
    "deep wall on a slippery base",
    {"gravity": SAFE, "onset": FAILS, "wall_falls": NOT_SAFE},
    prism(1.0, 1.0),
    ground=sound(below=10.0),
    peak=0.3,
    mode={"onset": "sliding"},
)
# Fill of 1.2 m alone is 3.67; 20 kPa on it add 20/3·1.2 = 8 kN/m at 0.6 m: 6.33/(1.73 + 4.80) = 0.97.
SURCHARGE = Trial(
    name="surcharge on half the fill",
    text=HALF_FILL.text.replace('"0 kPa"', '"20 kPa"'),
    states={"gravity": FAILS, **NONE_SAFE},
    mode={"gravity": "overturning"},
)
# Nobody has stated whether the fill is loaded.
SURCHARGE_UNKNOWN = Trial(
    name="surcharge not stated",
    text=HALF_FILL.text.replace('surcharge = { value = "0 kPa", source = "terrace closed" }', ""),
    states=NONE_SAFE,
    says=("surcharge", "sobrecarga"),
)
# The same wall 0.35 m thick: dry 3.53/1.73 = 2.04; wet 3.53/(3.80 + 0.48) = 0.82.
WATER = wall(
    "fill that stands dry and not wet",
    {"gravity": SAFE, "wet": FAILS},
    prism(2.4, 0.35, courses=4),
    fill(1.2, extra=f"{UNLOADED}\n{DRY}"),
    peak=0.02,
)
# Water stated in the fill today: it counts today, not only in a wet season.
WATER_TODAY = Trial(
    name="water in the fill today",
    text=WATER.text.replace('water_level = { value = "0 m"', 'water_level = { value = "1.2 m"'),
    states={"gravity": FAILS, "wet": FAILS, **NONE_SAFE},
)
# t/h·(1 − kv)/kh = 0.32·0.8/0.3 = 0.85.
VERTICAL = wall(
    "vertical motion takes what was left",
    {"onset": FAILS, "wall_falls": NOT_SAFE},
    prism(2.0, 0.64),
    site(0.3, kv=0.2),
    stated=condition(vertical_motion=""),
)
# kv not stated: 0.32/0.3 = 1.07 is not enough to leave it out.
VERTICAL_UNKNOWN = wall(
    "vertical motion not stated",
    NONE_SAFE,
    prism(2.0, 0.64),
    peak=0.3,
    stated=condition(vertical_motion=""),
    says=("vertical",),
)
# The mechanism alone, kv stated and not in it: 0.32/0.3 = 1.07 times 0.8.
VERTICAL_LIMIT = wall(
    "vertical motion, mechanism only",
    NONE_SAFE,
    prism(2.0, 0.64),
    site(0.3, kv=0.2),
    stated=condition(vertical_motion=""),
    analyses=("limit",),
)
# A mechanism that only turns says nothing of sliding: tan 15° = 0.27 < 0.3, t/h = 1.
TURNS_ONLY = wall(
    "mechanism that only turns, on a slippery base",
    NONE_SAFE,
    prism(1.0, 1.0),
    ground=sound(15.0),
    peak=0.3,
    analyses=("limit",),
)
# Plumb 0.25/0.22 = 1.14; 3° of lean: (t/2·cos − h/2·sin)/(h/2·cos + t/2·sin) = tan(14.04° − 3°) = 0.195: 0.89.
LEAN = wall(
    "lean of three degrees",
    NONE_SAFE,
    prism(2.4, 0.6),
    peak=0.22,
    stated=condition(lean='{ value = "3 deg", source = "plumb line" }'),
    says=("lean", "desplome", "inclinación"),
)
# Lean not stated: taken as plumb with 1°: tan(14.04° − 1°)/0.24 = 0.965, though plumb gives 1.04.
LEAN_UNKNOWN = wall("lean not stated", NONE_SAFE, prism(2.4, 0.6), peak=0.24, stated=condition(lean=""))
# One block 0.25/0.15 = 1.67; two leaves of 0.3 m without bond 0.125/0.15 = 0.83.
LEAVES = wall(
    "two leaves without bond",
    NONE_SAFE,
    prism(2.4, 0.6),
    peak=0.15,
    stated=condition(leaves='{ value = "present", source = "core" }'),
    says=("lea", "hoja"),
)
LEAVES_UNKNOWN = wall(
    "leaves not known", NONE_SAFE, prism(2.4, 0.6), peak=0.15, stated=condition(leaves=""), says=("lea", "hoja")
)
# A window of four fifths of the length between 0.1 and 1.5 m: its centroid is at (2.88 − 1.12·0.8)/1.28 = 1.55 m, not
# at 1.2 m: t/(2 z) = 0.194 against 0.22; the full section gives 0.25.
WINDOW = wall(
    "window low in the wall",
    NONE_SAFE,
    survey(thickness=0.6, extra="openings = true"),
    peak=0.22,
    analyses=("statics", "limit"),
    files=outlines(
        0.6,
        sill=(0.0, 2.0, 0.0, 0.1),
        left=(0.0, 0.2, 0.1, 1.5),
        right=(1.8, 2.0, 0.1, 1.5),
        lintel=(0.0, 2.0, 1.5, 2.4),
    ),
)
# Props at the back only push: inward they hold, outward t/h = 0.4/2.4 = 0.167 < 0.3.
STRUT_ONE_SIDE = wall(
    "struts on the back only",
    {"onset": NOT_SAFE, "wall_falls": NOT_SAFE},
    prism(2.4, 0.4, extra='length = "4 m"'),
    '[limit.struts.props]\nlevel = "1.8 m"\nside = "back"\nkind = "wedged"\ncount = 4\ncapacity = "100 kN"',
    peak=0.3,
    stated=condition(struts=""),
    analyses=("limit", "statics"),
)
STRUT_ONE_SIDE_LIMIT = Trial(
    name="struts on the back only, mechanism only",
    text=STRUT_ONE_SIDE.text.replace('["limit", "statics"]', '["limit"]'),
    states={"onset": NOT_SAFE, "wall_falls": NOT_SAFE},
)
# Above 3 m a part of 1 by 0.3 m: 0.3 against 0.25 on the ground, and against 0.25·(1 + 1.5·0.75) = 0.53 at its foot.
THIN_TOP = wall(
    "thin part high on a stout wall",
    NONE_SAFE,
    '[wall]\n[[wall.zones]]\nname = "lower"\nmaterial = "stone"\nbottom = "0 m"\ntop = "3 m"\nthickness = "1.8 m"\n'
    '[[wall.zones]]\nname = "top"\nmaterial = "stone"\nbottom = "3 m"\ntop = "4 m"\nthickness = "0.3 m"\n'
    'flush = "back"',
    peak=0.25,
    stated=condition(amplification="", first_period=""),
    analyses=("statics", "limit"),
)
# μ = 0.5 against 0.25 on the ground is 2.0; the top course, from 3.5 of 4 m on, has 0.25·(1 + 1.5·0.875) = 0.58.
TOP_SLIDES = wall(
    "top course that slides",
    NONE_SAFE,
    prism(4.0, 3.0, courses=8),
    ground=sound(26.57),
    peak=0.25,
    stated=condition(amplification="", first_period=""),
)
# W = 25·9·1.2 = 270 kN/m on masonry of 0.3 MPa: it needs 270/(0.85·300) = 1.06 m of the 1.2 m at rest, and 0.1 g moves
# the resultant 0.45 m out of the middle, where 2·(0.6 − 0.45)·255 = 76 kN/m is all that can be borne.
CRUSHING = wall(
    "tall wall of weak masonry",
    NONE_SAFE,
    prism(9.0, 1.2),
    ground=sound(unit_weight=25.0),
    peak=0.1,
    stated=condition(crushing='"present"', compressive_strength='{ value = "0.3 MPa", source = "cores" }'),
)
FOUNDATION_UNKNOWN = Trial(
    name="foundation not known",
    text=BLOCK.text.replace('foundation = "rock"\n', "").replace('kind = "rock"', 'kind = "blocks"'),
    states=NONE_SAFE,
    says=("foundation", "cimentación"),
)
DAMAGED = wall(
    "damaged by an earlier earthquake",
    NONE_SAFE,
    prism(2.4, 1.0),
    peak=0.3,
    stated=condition(earlier_damage='{ value = "present", source = "seen" }'),
)
NOTHING_STATED = wall("nothing stated but size and weight", NONE_SAFE, prism(2.4, 1.0), peak=0.3, stated="")
# 0.417 g is known and no demand is given: no error, no green card.
NO_EARTHQUAKE = wall(
    "no demand given",
    {"gravity": SAFE, **dict.fromkeys(SEISMIC, NO_DEMAND)},
    prism(2.4, 1.0),
    analyses=("statics", "limit"),
    says=("no demand", "demanda"),
)
# kh stated without acceleration: kh is the peak of the demand.
KH_ONLY = wall(
    "coefficient without acceleration", {"onset": FAILS, "wall_falls": NOT_SAFE}, prism(2.0, 0.4), site(kh=0.25)
)
# E.030-2003 (0.3·1.2 = 0.36 g) is superseded; E.030-2018 zone 2 on S2: 0.25·1.2 = 0.30 g. NTC 2018 in displacements
# gives 1.07 under the second and 0.89 under the first.
TWO_CODES = wall(
    "superseded code beside the one in force",
    {"onset": NOT_SHOWN | SAFE, "wall_falls": NOT_SHOWN | SAFE},
    prism(2.0, 0.85),
    '[site]\ngoverning = "e030_2018"',
    '[codes]\nrules = ["ntc2018"]\n[codes.spectra.e030_2003]\nzone_factor = 0.3\nsoil_factor = 1.2\n'
    'plateau_end = "0.6 s"\n'
    '[codes.spectra.e030_2018]\nzone = 2\nsoil = "S2"',
    analyses=("limit", "codes"),
    says=("0.3",),
)
# The wall survived 0.2 g in its present state; methods that let it fall below are silenced, and 0.5 g stays unknown.
SURVIVED = wall(
    "survived 0.2 g, asked for 0.5 g",
    {"onset": FAILS, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    prism(3.0, 0.3, extra='stands = { value = true, source = "seen" }\nstands_date = 2026-05-01'),
    '[[survived]]\ndate = 2014-09-27\nintensity = "0.2 g"\nsource = "station beside the wall"',
    peak=0.5,
    analyses=("statics", "limit"),
)
# Made-up stones: whatever comes out is no statement about a wall.
GENERATED = wall(
    "generated bond",
    {},
    '[survey]\nthickness = "1.0 m"\n[survey.generate]\npattern = "ashlar"\nlength = "2 m"\nheight = "1 m"\n'
    "stones = 6\ncourses = 2\nseed = 3",
    peak=0.05,
    analyses=("blocks",),
    says=("demonstration", "demostración"),
)
# The fill is at the back: outwards it pushes. Stones alone (t/h = 0.42) stand 0.2 g; with the fill 2.4 m high
# K_AE(0.2) = 0.47: (17.3·0.8 + 7.3·1.44 + 57.6·0.2·1.2)/28.8 = 38.1/28.8: they do not.
FILL_IN_STONES = wall(
    "fill and blocks",
    NONE_SAFE,
    survey(thickness=1.0),
    fill(),
    peak=0.2,
    analyses=("blocks",),
    files=stack(1.2, 1.0, 0.6, 4),
    says=("fill", "relleno"),
)
# Cohesion of mortar that nobody tested does not save a slippery base.
MORTAR = Trial(
    name="mortar on a slippery base",
    text=SLIPPERY.text.replace(
        "[joints]", '[joints]\ncohesion = { value = "200 kPa", source = "guess", assumed = true }'
    ).replace('mortar = "absent"', ""),
    states={"onset": NOT_SAFE, "wall_falls": NOT_SAFE},
)
# A stack that slides: μ = 0.18 < 0.3 at each joint, whatever its stiffness.
SLIDING_STONES = wall(
    "stones on slippery joints",
    {"onset": FAILS, "wall_falls": NOT_SAFE},
    survey(thickness=1.0),
    ground=sound(10.0),
    peak=0.3,
    analyses=("blocks",),
    files=stack(1.0, 1.0, 0.4, 2),
)
# Rigid t/h = 0.25 against 0.24. Joints of 2e6 N/m3: the tilt falls earlier (θ* of some per cent).
SOFT_JOINTS = wall(
    "column on soft joints, rigid limit only",
    NONE_SAFE,
    survey(thickness=0.6),
    ground=(
        material(),
        base(),
        joints(extra='normal_stiffness = { value = "2e6 N/m3", source = "loaded" }\ndamping_ratio = 0.1'),
    ),
    peak=0.24,
    analyses=("blocks",),
    files=stack(0.8, 0.6, 0.6, 4),
)


def _between(name: str, demand: float, states: Mapping[Key, frozenset[str]], extra: str = "") -> Trial:
    """A column of four courses, rigid t/h = 0.25; the column on elastic beds of 1e9 N/m3 loses equilibrium at 0.2166.

    Limit analysis gives 0.94 × 0.2166 = 0.2036 and 0.25, so a demand between them is open to it.
    """
    return wall(
        name,
        states,
        survey(thickness=0.6),
        extra,
        ground=(
            material(),
            base(),
            joints(extra='normal_stiffness = { value = "1e9 N/m3", source = "loaded" }\ndamping_ratio = 0.3'),
        ),
        peak=demand,
        analyses=("blocks",),
        files=stack(2.0, 0.6, 0.6, 4),
    )


HELD_BY_TILT = _between(
    "column that a tilt holds by itself",
    0.21,
    {"onset": SAFE, "damage": SAFE, "stones_fall": SAFE, "wall_falls": SAFE},
)
FALLS_IN_TILT = _between(
    "column that falls in a tilt by itself", 0.225, {"onset": FAILS, "damage": NOT_SAFE, "wall_falls": NOT_SAFE}
)
NO_TILT = _between("the same, left open", 0.21, {"onset": OPEN, "wall_falls": NOT_SAFE}, "[verdict]\ncomplete = false")
# Two stones, t/h = 0.4/0.8 = 0.5 at 0.05 g; one motion that does nothing is not needed: the limit shows it.
LIMIT_AND_MOTION = wall(
    "safe by limit analysis, one motion beside it",
    {"onset": SAFE, "damage": SAFE, "stones_fall": SAFE, "wall_falls": SAFE},
    survey(thickness=0.4),
    sine(0.05, 4.0),
    _FOUR_WAYS,
    peak=0.05,
    analyses=("motion", "dynamics", "blocks"),
    files=stack(0.4, 0.4, 0.4, 2),
)

OTHERS = (
    HELD_BY_TILT,
    FALLS_IN_TILT,
    NO_TILT,
    TERRACE_WET,
    SLENDER,
    SLIPPERY,
    SURCHARGE,
    WATER,
    WATER_TODAY,
    VERTICAL,
    VERTICAL_LIMIT,
    VERTICAL_UNKNOWN,
    SURCHARGE_UNKNOWN,
    TURNS_ONLY,
    LEAN,
    LEAN_UNKNOWN,
    LEAVES,
    LEAVES_UNKNOWN,
    WINDOW,
    STRUT_ONE_SIDE,
    STRUT_ONE_SIDE_LIMIT,
    THIN_TOP,
    TOP_SLIDES,
    CRUSHING,
    FOUNDATION_UNKNOWN,
    DAMAGED,
    NOTHING_STATED,
    NO_EARTHQUAKE,
    KH_ONLY,
    TWO_CODES,
    SURVIVED,
    GENERATED,
    FILL_IN_STONES,
    MORTAR,
    SLIDING_STONES,
    SOFT_JOINTS,
    LIMIT_AND_MOTION,
)
