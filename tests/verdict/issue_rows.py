"""The walls on which the first page was wrong, made small: each with the verdict that is true."""

from __future__ import annotations

from tests.verdict.own_walls import UNLOADED
from tests.verdict.walls import (
    FAILS,
    NOT_SAFE,
    NOT_SHOWN,
    OPEN,
    SAFE,
    STIFF,
    base,
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
    u_corner,
    wall,
)

COLLAPSE = ("not expected to collapse", "no se espera que colapse", "will not fall", "no cae en el sismo")
# Overturning of a free wall with a level drained fill at rest, thrust at H/3: F = 3 γ_w t²/(K_A γ H²);
# t = 0.469, H = 2.4, γ_w = 24, K_A = 1/3, γ = 18: F = 15.83/34.56 = 0.458, and 0.255 with the thrust at 0.6 H.
_THIN = 0.469
_RETAINING = stack(1.2, _THIN, 0.6, 4)
_FILL_PULSE = sine(0.3, 4.0)

# it is not stated that the wall stands: its own weight fails it; stones and blocks ran without the fill
RETAINING = wall(
    "retaining wall, stones and mechanisms",
    {
        "gravity": FAILS,
        "wet": FAILS,
        "onset": FAILS,
        "damage": NOT_SAFE,
        "stones_fall": NOT_SAFE,
        "wall_falls": NOT_SAFE,
    },
    survey(thickness=_THIN),
    fill(),
    _FILL_PULSE,
    peak=0.3,
    analyses=("statics", "motion", "dynamics", "blocks", "limit"),
    files=_RETAINING,
    mode={"gravity": "overturning"},
    factors={"statics.static.coulomb.overturning": 3 * 24 * _THIN**2 / (18 / 3 * 2.4**2)},
    never=COLLAPSE,
)
# 0.458 below 1 contradicts a wall that stands: the inputs are wrong, so they neither show nor refute that it stands
RETAINING_STANDS = wall(
    "retaining wall that stands",
    {"gravity": OPEN, "onset": NOT_SAFE, "damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    prism(2.4, _THIN, courses=4, extra='stands = { value = true, source = "seen" }\nstands_date = 2026-05-01'),
    fill(),
    peak=0.3,
    never=COLLAPSE,
)
# t/h = 0.42 and 0.1 g: without fill and water nothing moves, and nothing here feels them
WATER_IN_STONES = wall(
    "fill and two metres of water, stones only",
    {"gravity": NOT_SAFE, "onset": NOT_SAFE, "damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    survey(thickness=1.0),
    fill(extra='water_level = { value = "2 m", source = "seen" }'),
    sine(0.1, 4.0),
    peak=0.1,
    analyses=("motion", "dynamics", "blocks"),
    files=stack(1.2, 1.0, 0.6, 4),
    never=COLLAPSE,
    says=("fill", "relleno"),
)
# The part above +6.10 m: α0 = 0.5/2.9 = 0.172. NTC 2008: a0* = 0.172 g/1.35 = 0.128 g. Demand at the level:
# Se(T1)·ψ·γ/q with Se(0.53 s) = 2.5·0.3·1.2·0.45/0.53 = 0.764 g, ψ = z/H = 0.68, γ = 1: 0.26 g. Ratio 0.49.
CHOKEPUKIO = wall(
    "thin upper part on a thick wall",
    {"onset": FAILS, "damage": FAILS, "stones_fall": FAILS, "wall_falls": FAILS},
    '[wall]\nlength = "20 m"\n[[wall.zones]]\nname = "lower"\nmaterial = "stone"\nbottom = "0 m"\ntop = "6.10 m"\n'
    'thickness = "1.4 m"\n[[wall.zones]]\nname = "top"\nmaterial = "stone"\nbottom = "6.10 m"\ntop = "9 m"\n'
    'thickness = "0.5 m"\nflush = "back"',
    '[codes]\nrules = ["ntc2008", "ntc2018"]\nstructure_period = "0.53 s"\n[codes.spectra.e030_2003]\n'
    'zone_factor = 0.3\nsoil_factor = 1.2\nplateau_end = "0.45 s"\n'
    '[codes.spectra.e030_2018]\nzone = 2\nsoil = "S2"',
    ground=(material(25.3), base(30.0, "blocks"), joints(30.0)),
    analyses=("limit", "codes"),
    part={"wall_falls": "joint@6.10"},
    never=("methods disagree", "los métodos no coinciden", *COLLAPSE),
)
# One gentle motion, and a stack that rocks from 0.25 g on: one motion of seven shows nothing.
BENIGN = wall(
    "one benign motion",
    {"stones_fall": NOT_SAFE, "wall_falls": NOT_SHOWN, "damage": NOT_SAFE},
    survey(thickness=0.6),
    sine(0.78, 12.0),
    peak=0.78,
    analyses=("motion", "dynamics"),
    files=stack(0.8, 0.6, 0.6, 4),
    never=COLLAPSE,
    says=("1 of 7", "1 de 7"),
)
WEAK_RECORD = wall(
    "a motion weaker than the site",
    {"damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SHOWN},
    survey(thickness=0.6),
    sine(0.15, 6.0),
    peak=0.45,
    analyses=("motion", "dynamics"),
    files=stack(0.8, 0.6, 0.6, 4),
    never=(*COLLAPSE, "no lasting damage is expected", "no se espera daño permanente"),
    says=("1 of 7", "1 de 7"),
)
# A block on a slippery base under a slow strong pulse slides more than half its thickness (0.2 m) and stands:
# the ground moves A/ω² = 0.6 g/(2π·0.5)² = 0.6 m, and friction 0.1 carries at most a sixth of that along.
FAR = wall(
    "a stone that slides farther than half the thickness",
    {"damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    survey(thickness=0.4),
    sine(0.6, 0.5, duration=10.0),
    ground=sound(5.7),
    peak=0.6,
    analyses=("motion", "dynamics"),
    files=stack(0.4, 0.4, 0.2, 1),
    never=(*COLLAPSE, "no lasting damage is expected", "no se espera daño permanente"),
)
# t/h = 0.1: tips for good under a slow pulse of 0.6 g.
FALLING = wall(
    "a column that falls in the run",
    {"damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    survey(thickness=0.2, fixed="base"),
    sine(0.6, 0.7, duration=8.0),
    peak=0.6,
    analyses=("motion", "dynamics"),
    files=stack(0.4, 0.2, 0.5, 4),
    never=(*COLLAPSE, "it may collapse", "podría colapsar"),
    says=("fall", "cae"),
)
# Nothing presses the block against its neighbours: it weighs, no friction holds it, it falls.
_POSTS = outlines(
    0.5, left=(0.0, 0.5, 0.0, 1.0), right=(1.0, 1.5, 0.0, 1.0), sill=(0.5, 1.0, 0.0, 0.2), block=(0.5, 1.0, 0.5, 1.0)
)
FRICTION_ONLY = wall(
    "a block held only by friction between two posts",
    {"gravity": NOT_SAFE, "onset": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    survey(thickness=0.5, fixed="base", extra="openings = true"),
    peak=0.2,
    analyses=("blocks",),
    files=_POSTS,
    never=("however large", "por grande que sea", *COLLAPSE, "not expected to start", "no se espera que este muro"),
)
# Strips of the front stand alone: tan φ = t/h = 0.4/2.4 = 1/6 < 0.25, 9.46°. Rough head joints give more (0.363).
U_CORNER = wall(
    "U-shaped corner with straight head joints",
    {"onset": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    survey(),
    "[verdict]\ncomplete = false",  # limit analysis alone; the tilt that it needs is below
    peak=0.25,
    analyses=("blocks",),
    files=u_corner(2.4, 0.4, 1.2, 1.2, 6, columns=2),
    never=("not expected to start", "no se espera que este muro", *COLLAPSE),
)
U_CORNER_TILTED = wall(
    "U-shaped corner, tilted",
    {"onset": FAILS},
    survey(),
    '[tilt]\nto = "14 deg"\nrate = "2 deg/s"\nresolution = "0.5 deg"\nheld = "4 s"',
    peak=0.25,
    analyses=("blocks", "tilt"),
    files=u_corner(2.4, 0.4, 1.2, 1.2, 6, columns=2),
    never=U_CORNER.never,
    slow=True,
)
# Rigid onset t/h = 0.25 at most; the demand is 0.5 g on rock × 1.56 = 0.78 g at the surface.
DEMAND_IN_SWEEP = wall(
    "the demand stands with the sweep",
    {"onset": FAILS, "wall_falls": NOT_SAFE},
    survey(thickness=0.6),
    site(extra='governing = "years_475"'),
    sine(0.2, 6.0),
    '[sweep]\nlevels = ["0.1 g"]\nsite_factor = { value = 1.56, source = "study" }\n[sweep.demands.years_475]\n'
    'acceleration = { value = "0.5 g", source = "study" }\nground = "rock"',
    analyses=("motion", "sweep", "blocks"),
    files=stack(0.8, 0.6, 0.6, 4),
    never=("site.acceleration", *COLLAPSE),
    says=("0.78",),
)
# Terrace of the Inka walls paper at a/g = 0.3 on wall and fill, static thrust at H/3 and its increment at 0.6 H:
# sliding (30.21·tan 30°)/(9.06 + 4.82 + 4.99) = 0.925; overturning 11.51/(7.61 + 2.70 + 5.03) = 0.751.
MACHU_PICCHU = wall(
    "terrace at Machu Picchu",
    {"gravity": SAFE, "onset": FAILS, "wall_falls": NOT_SAFE},
    prism(1.68, 0.762, courses=5),
    fill(unit_weight=15.7, angle=40.0, extra=f'{UNLOADED}\nwater_level = {{ value = "0 m", source = "drains" }}'),
    site(0.3, kh=0.15),
    ground=(material(23.6), base(30.0, "blocks"), joints(30.0, STIFF)),
    mode={"onset": "overturning"},
    never=("methods disagree", "los métodos no coinciden", *COLLAPSE),
)
# A reduced kh answers another question: the wall moves at t/h = 0.2 < 0.3, though 0.15 passes.
REDUCED_KH = wall(
    "half the acceleration as kh",
    {"gravity": SAFE, "onset": FAILS, "wall_falls": NOT_SAFE},
    prism(2.0, 0.4),
    site(0.3, kh=0.15),
    mode={"onset": "overturning"},
    never=("methods disagree", "los métodos no coinciden", "not expected to start", "no se espera que este muro"),
)

ROWS = (
    RETAINING,
    RETAINING_STANDS,
    WATER_IN_STONES,
    CHOKEPUKIO,
    BENIGN,
    WEAK_RECORD,
    FAR,
    FALLING,
    FRICTION_ONLY,
    U_CORNER,
    U_CORNER_TILTED,
    DEMAND_IN_SWEEP,
    MACHU_PICCHU,
    REDUCED_KH,
)
