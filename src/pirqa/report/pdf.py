"""The report on paper: printed by a Chromium that is already on the machine."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from pirqa.errors import ComputationError, MissingProgramError
from pirqa.files import write_bytes_whole

__all__ = ["find_browser", "print_report"]

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_PATIENCE = 180.0
"""Seconds that a browser may take."""


def find_browser() -> str | None:
    """Path of a Chromium, Chrome or Edge on this machine."""
    return next((path for name in _BROWSERS if (path := shutil.which(name))), None)


def print_report(report: Path, pdf: Path) -> Path:
    """Print the page ``report`` into the file ``pdf``, whole or not at all."""
    browser = find_browser()
    if browser is None:
        raise MissingProgramError(
            f"{pdf}: printing needs Chromium, Chrome or Edge, and none is on the path; install one (Debian: apt-get "
            f"install chromium), or open {report} in any browser and print it there"
        )
    with tempfile.TemporaryDirectory(prefix="pirqa-print-") as folder:
        made = Path(folder) / "report.pdf"
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--no-first-run", "--disable-sync", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
            f"--print-to-pdf={made}", report.resolve().as_uri(),
        ]  # fmt: skip
        try:
            run = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ComputationError(f"{pdf}: {browser} did not print the report: {error}") from error
        if run.returncode != 0 or not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            said = run.stderr.decode(errors="replace").strip().splitlines()
            raise ComputationError(f"{pdf}: {browser} did not print the report: {said[-1] if said else run.returncode}")
        write_bytes_whole(pdf, made.read_bytes())
    return pdf
