"""Readers of vibration records, one file each; this one finds the right one by the file's ending."""

from __future__ import annotations

import importlib
from pathlib import Path

from pirqa.errors import RecordError, did_you_mean
from pirqa.oma.vibration import Vibration, read_bytes

__all__ = ["FORMATS", "SUFFIXES", "read_vibration"]

FORMATS: dict[str, tuple[str, ...]] = {
    "text": (".csv", ".txt", ".tsv", ".dat", ".asc"),
    "numpy_arrays": (".npy", ".npz"),
    "matlab": (".mat",),
    "uff58": (".uff", ".unv", ".uf58", ".u58"),
    "mseed": (".mseed", ".miniseed", ".msd", ".seed"),
    "wav": (".wav",),
}
"""Module of each format and the endings of its files; a module has ``read(path, data, variable) -> Vibration`` and is
imported when it is needed."""

SUFFIXES = {suffix: name for name, suffixes in FORMATS.items() for suffix in suffixes}


def read_vibration(path: str | Path, *, variable: str = "", format: str | None = None) -> Vibration:
    """The columns in the file ``path``.

    ``variable`` names the array in a file with several (.mat, .npz); ``format`` is one of :data:`FORMATS` where the
    file's ending does not tell.
    """
    path = Path(path)
    name = format or SUFFIXES.get(path.suffix.lower())
    if name is None:
        if not path.exists():
            read_bytes(path)
        raise RecordError(
            f'{path}: nothing is known about files that end in "{path.suffix}"; known are '
            f"{', '.join(SUFFIXES)}: save the record as one of them"
        )
    if name not in FORMATS:
        raise RecordError(f'{path}: there is no format "{name}": {did_you_mean(name, FORMATS)}')
    data = read_bytes(path)
    vibration: Vibration = importlib.import_module(f"pirqa.oma.formats.{name}").read(path, data, variable)
    return vibration
