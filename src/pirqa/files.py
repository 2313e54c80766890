"""Files that are whole or not there: written beside, put on disk, then renamed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pirqa.errors import ResultsError

__all__ = ["usual_mode", "write_bytes_whole", "write_text_whole"]


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
