"""Write the oracles again, in the root of the project.

``python -m tests.oracles`` writes names, commands, keys and words. ``--values`` prints which values changed, of all
examples or of those named, and writes the files of those that did. ``--assessed FOLDER`` takes results folders that are
there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pirqa
from pirqa.verification import GROUPS, run_cases
from tests.conftest import EXAMPLES
from tests.oracles import values
from tests.oracles.surfaces import collect_surfaces


def main() -> None:
    """Write the files and print what changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument("--values", nargs="*", metavar="NAME", help="write the values of all, or of these")
    parser.add_argument("--assessed", type=Path, metavar="FOLDER", help="folder of results folders by example")
    given = parser.parse_args()
    if given.values is None:
        surfaces = json.dumps(collect_surfaces(), indent=1) + "\n"
        Path(__file__).with_name("surfaces.json").write_text(surfaces, encoding="utf-8")
        return
    with tempfile.TemporaryDirectory() as work:
        sources = _sources(Path(work), given.assessed)
        for name in given.values or sources:
            new = sources[name]()
            kept = values.read_values(name) if (values.FOLDER / f"{name}.json").exists() else {}
            changed = values.differences(name, kept, new) if kept else [f"{name}: {len(new)} new values"]
            sys.stdout.write("\n".join(changed or [f"{name}: nothing changed"]) + "\n")
            if changed:
                values.write_values(name, new)


def _sources(work: Path, assessed: Path | None) -> dict[str, Callable[[], values.Values]]:
    """Return what makes the values, by name."""

    def example(name: str) -> values.Values:
        if assessed is not None and (assessed / name / "result.json").exists():
            return values.values_of_results(assessed / name)
        done = pirqa.assess(EXAMPLES / name / "project.toml", work / name)
        return values.values_of_results(done.folder)

    sources: dict[str, Callable[[], values.Values]] = {
        path.parent.name: partial(example, path.parent.name) for path in sorted(EXAMPLES.glob("*/project.toml"))
    }
    sources["screening"] = lambda: values.run_screening(work / "screening")
    sources["campaign_run"] = lambda: values.run_campaign(work / "campaign_run")
    sources["verification"] = lambda: values.values_of_cases(run_cases(list(GROUPS)))
    return sources


main()
