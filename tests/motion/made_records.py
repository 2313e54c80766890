"""Records that are made up: folders of them are candidates of a set."""

from __future__ import annotations

from pathlib import Path

import numpy as np

__all__ = ["write_records"]


def write_records(folder: Path, count: int = 9, *, peak: float = 2.0, seed: int = 1) -> None:
    """Write records of two named components, decaying noise, as CSV, with a flatfile of an event each."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    step, samples = 0.01, 1500
    time = step * np.arange(samples)
    envelope = (time / 3.0) ** 2 * np.exp(2.0 - 2.0 * time / 3.0)
    rows = ["name,files,event,date,magnitude,mechanism"]
    for at in range(count):
        wave = rng.normal(size=(samples, 2))
        for _ in range(3):
            wave[1:] = 0.5 * (wave[1:] + wave[:-1])
        wave *= envelope[:, None]
        wave *= peak * rng.uniform(0.7, 1.3) / np.abs(wave).max()
        wave += 1e-5 * rng.normal(size=wave.shape)
        lines = ["time [s],NS [m/s2],EW [m/s2]"]
        lines += [f"{t:.2f},{a:.9f},{b:.9f}" for t, (a, b) in zip(time, wave, strict=True)]
        (folder / f"r{at}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        rows.append(f"r{at},r{at}.csv,E{at},200{at}-01-01,6.5,normal")
    (folder / "flatfile.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
