"""Where a result comes from: version, inputs, seed, backend; and, apart from these, when and where it was run.

Everything but :class:`Run` is the same for the same input on the same machine, byte for byte.
"""

from __future__ import annotations

import functools
import hashlib
import platform
import socket
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Run:
    """The only part of a result that differs between two equal runs."""

    started: str
    """Start, UTC, ISO 8601."""
    host: str
    duration: float
    """Wall time [s]."""

    @classmethod
    def since(cls, started: datetime) -> Run:
        """The run that began at ``started`` and ends now."""
        return cls(
            started=started.astimezone(UTC).isoformat(timespec="seconds"),
            host=socket.gethostname(),
            duration=round((datetime.now(UTC) - started).total_seconds(), 3),
        )


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What made a result."""

    version: str
    code: str
    """Digest of pirqa's own sources: two builds of one version may differ."""
    input: str
    """Digest of the project file."""
    changes: tuple[str, ...] = ()
    """Values that replaced the file's, as ``key=value``."""
    seed: int | None
    """Seed of the random numbers; none where nothing was random."""
    backend: str = "numpy"
    python: str = field(default_factory=platform.python_version)
    numpy: str = field(default_factory=lambda: metadata.version("numpy"))
    run: Run


def digest(data: bytes) -> str:
    """SHA-256 of ``data`` in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


@functools.cache
def code_digest(*, root: Path = Path(__file__).parent) -> str:
    """Return the digest of pirqa's Python sources as they are; see :mod:`pirqa.code_key` for the keys of results."""
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()
