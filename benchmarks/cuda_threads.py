"""How many threads a wall on a graphics card has best: the same walls with one warp each, with two and with four.

Value: the time for a simulated second of one wall [ms], as in ``cuda``; standing walls under 0.1 to 0.4 g. *many*: more
walls than the card works on at once; *few*: as many as a campaign of a thousand runs has. The kernels have
``THREADS`` of :mod:`pirqa.dynamics.cuda.bench`: what is quickest here belongs there.
"""

from __future__ import annotations

from unittest.mock import patch

from benchmarks.cuda import MANY, STANDING, WALLS, rate_on, scaled
from benchmarks.harness import Row
from pirqa.dynamics.cuda import bench
from pirqa.dynamics.cuda.device import find_device
from pirqa.verification.campaign import at_rest

THREADS = (32, 64, 128)
COUNTS = {"many": MANY, "few": 1000}


def run() -> list[Row]:
    """All rows."""
    device = find_device("make bench cuda_threads")
    rows = []
    for name, called in WALLS.items():
        engine = at_rest(name)
        for threads in THREADS:
            with patch.object(bench, "THREADS", threads):
                rate_on(engine, scaled(32, STANDING), 0.05)  # compiles
                for label, count in COUNTS.items():
                    rate = rate_on(engine, scaled(count, STANDING), 0.25)
                    note = f"{called}, {count} walls: {rate:.4g} simulated s a second; {device.name}"
                    which = f"cuda.threads.{name}.{label}.{threads}"
                    rows.append(Row(id=which, value=1e3 / rate, unit="ms", note=note))
    return rows
