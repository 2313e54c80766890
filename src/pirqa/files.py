"""Files that are whole or not there: written beside, put on disk, then renamed; records as bytes; the user's cache."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pirqa.errors import RecordError, ResultsError


def read_record(path: Path, largest: int, *, too_large: str, empty: str) -> bytes:
    """The content of ``path``, or a :class:`RecordError` that says why not and what to do.

    ``largest`` size in bytes; ``too_large`` and ``empty`` are the remedies.
    """
    try:
        if path.is_dir():
            raise RecordError(f"{path}: is a folder; give the record's file")
        size = path.stat().st_size
        if size > largest:
            raise RecordError(
                f"{path}: is {size / 1e6:.0f} MB, over the {largest / 1e6:.0f} MB that a record may have; {too_large}"
            )
        if size == 0:
            raise RecordError(f"{path}: is empty; {empty}")
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{path}: cannot be read: {reason}; check the path") from error


def write_text_whole(path: Path, text: str) -> None:
    """Write beside, then rename: ``path`` holds the old text or the new one, never a part."""
    write_bytes_whole(path, text.encode())


def write_bytes_whole(path: Path, data: bytes) -> None:
    """The same for bytes."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes a private file; a result is for colleagues too.
            os.chmod(name, usual_mode(0o666))
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written: {error.strerror or error}; choose another folder") from error


def usual_mode(wanted: int) -> int:
    """Rights of a new file or folder, as this user's others have them."""
    mask = os.umask(0)
    os.umask(mask)
    return wanted & ~mask


def user_cache() -> Path:
    """Return the folder of this user's caches; ``PIRQA_CACHE`` replaces it."""
    given = os.environ.get("PIRQA_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "pirqa"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "pirqa"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pirqa"
