"""Parts of the physics that the card's kernels call, where the processor's loop holds them whole.

With every part inlined wherever it is used, the kernel of rare things had 85,000 instructions and took twice as long to
compile; its steps take as long either way. Parts that the quick kernel needs in every step stay inlined. One part the
card does in its own way.
"""

from __future__ import annotations

from pirqa.compiled import call_on_card, replace_on_card
from pirqa.dynamics.cuda import quotient
from pirqa.dynamics.joint_geometry import renew_overlap
from pirqa.dynamics.neighbours import find_parting_axis
from pirqa.dynamics.polygon import clip_positive, moments, positive_square
from pirqa.dynamics.quotient import divided
from pirqa.dynamics.shared_volume import shared_volume

CALLED = (
    clip_positive,
    find_parting_axis,
    moments,
    positive_square,
    renew_overlap,
    shared_volume,
)
for part in CALLED:
    call_on_card(part)
replace_on_card(divided, quotient.divided)
