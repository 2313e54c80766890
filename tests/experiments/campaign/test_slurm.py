"""Slurm, as far as a machine without it allows: the jobs that would be sent."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_the_how_to_makes_jobs_of_one_thread(monkeypatch, capsys):
    jobqueue = pytest.importorskip("dask_jobqueue")
    sent = []
    monkeypatch.setattr(jobqueue.SLURMCluster, "scale", lambda self, jobs: sent.append(jobs))
    text = (ROOT / "docs" / "how-to" / "campaign.md").read_text(encoding="utf-8")
    (code,) = [block for block in re.findall(r"```py\n(.*?)```", text, flags=re.DOTALL) if "SLURM" in block]
    names: dict = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Dask's own, of ports that are taken
        exec(compile(code, "campaign.md", "exec"), names)
        cluster = names["cluster"]
        try:
            script = cluster.job_script()
        finally:
            cluster.close()
    assert sent[0] == 200
    assert capsys.readouterr().out.startswith("tcp://")
    assert "#SBATCH -p cpu" in script
    assert "--nthreads 1" in script
    assert "export NUMBA_NUM_THREADS=1" in script
