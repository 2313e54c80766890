"""Finished runs on disk, each under the digest of all that it depends on: written whole, never run again."""

from __future__ import annotations

import json
from pathlib import Path

from pirqa.campaign.summary import RunSummary
from pirqa.errors import ResultsError
from pirqa.files import write_text_whole
from pirqa.model.plain import canonical_json, from_plain, to_plain

__all__ = ["Store"]

_FORMAT = 4


class Store:
    """A folder of runs; several processes may write into it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """Where the run with ``key`` is."""
        return self.folder / "runs" / key[:2] / f"{key}.json"

    def unfinished(self, key: str) -> Path:
        """Where a run keeps its checkpoints while it is on its way."""
        return self.folder / "unfinished" / f"{key[:32]}.zarr"

    def read(self, key: str) -> RunSummary | None:
        """The run with ``key``, where it is there and whole."""
        try:
            content = json.loads(self.path(key).read_text(encoding="utf-8"))
            if content["format"] != _FORMAT or content["run"]["key"] != key:
                return None
            found: RunSummary = from_plain(RunSummary, content["run"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found

    def write(self, run: RunSummary) -> None:
        """Put ``run`` in its place in one step."""
        path = self.path(run.key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResultsError(f"{path.parent}: cannot be made: {error.strerror or error}; choose another") from error
        write_text_whole(path, canonical_json({"format": _FORMAT, "run": to_plain(run)}, indent=None))
