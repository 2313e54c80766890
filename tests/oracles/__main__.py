"""Write the oracles again: ``python -m tests.oracles`` in the root of the project."""

from __future__ import annotations

import json
from pathlib import Path

from tests.oracles.surfaces import collect_surfaces

Path(__file__).with_name("surfaces.json").write_text(json.dumps(collect_surfaces(), indent=1) + "\n", encoding="utf-8")
