"""``python -m benchmarks [NAME ...]``: run the benchmarks named, or all, and write results and table."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from benchmarks import harness

MODULES = {
    "statics": "benchmarks.statics",
    "survey": "benchmarks.survey",
    "motion": "benchmarks.motion",
    "dynamics": "benchmarks.dynamics",
    "collapse": "benchmarks.collapse",
    "shaking": "benchmarks.shaking",
    "early_stop": "benchmarks.early_stop",
    "campaign": "benchmarks.campaign",
    "screening": "benchmarks.screening",
    "limit": "benchmarks.limit",
    "oma": "benchmarks.oma",
    "fe": "benchmarks.fe",
    "updating": "benchmarks.updating",
    "pushover": "benchmarks.pushover",
    "cuda": "benchmarks.cuda",
    "cuda_threads": "benchmarks.cuda_threads",
    "host": "benchmarks.host",
}
"""Name of each benchmark and its module, imported only when run: peers of one are not needed for another."""


def main(names: Sequence[str]) -> int:
    """Exit code: 0 when all ran, even where a target was missed (the table says so); 2 for an unknown name."""
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there is: {', '.join(MODULES)}", file=sys.stderr)
        return 2
    harness.single_thread()
    for name in dict.fromkeys(names or MODULES):
        rows = importlib.import_module(MODULES[name]).run()
        print(harness.write_results(name, rows).relative_to(harness.ROOT))
        for row in rows:
            stored = row.as_json()
            mark = {True: "ok", False: "MISSED", None: ""}[stored["ok"]]
            ratio = "" if stored["ratio"] is None else f"peer/ours {stored['ratio']:.3g}"
            print(f"  {row.id:<26} {row.value:8.3g} {row.unit}  {mark:<6}  {ratio}".rstrip())
        harness.write_table()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
