"""Files damaged at random are read or refused by their name, never anything else."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest
from scipy.io import savemat, wavfile

from pirqa.errors import InputError
from pirqa.oma.formats import read_vibration

SIGNALS = np.random.default_rng(2).normal(size=(120, 3))


def _write(path, suffix: str) -> bytes:
    if suffix == ".csv":
        np.savetxt(path, np.column_stack([np.arange(120) / 100.0, SIGNALS]), delimiter=";", header="time;a;b;c")
    elif suffix == ".npy":
        np.save(path, SIGNALS)
    elif suffix == ".npz":
        np.savez(path, data=SIGNALS, fs=100.0)
    elif suffix == ".mat":
        savemat(path, {"rec": {"data": SIGNALS, "fs": 100.0, "note": "a"}})
    elif suffix == ".wav":
        wavfile.write(path, 100, (1e4 * SIGNALS).astype(np.int16))
    else:
        import pyuff

        block = pyuff.prepare_58(
            **{"binary": 0, "func_type": 1, "rsp_node": 1, "rsp_dir": 2, "ref_node": 0, "ref_dir": 0},
            **{"data": SIGNALS[:, 0], "x": np.arange(120) / 100.0, "abscissa_inc": 0.01, "abscissa_min": 0.0},
            **{"abscissa_spacing": 1, "load_case_id": 0, "ordinate_spec_data_type": 12, "orddenom_spec_data_type": 0},
            **{"id1": "one", "rsp_ent_name": "NONE", "ordinate_axis_units_lab": "m/s2"},
        )
        pyuff.UFF(str(path)).write_sets(block, mode="add")
    return path.read_bytes()


@pytest.mark.parametrize("suffix", [".csv", ".npy", ".npz", ".mat", ".wav", ".uff"])
def test_damage_is_told_and_nothing_else(tmp_path, suffix):
    path = tmp_path / f"file{suffix}"
    whole = _write(path, suffix)
    assert len(read_vibration(path).values) == 120
    rng = random.Random(4)
    refused: list[str] = []
    for _ in range(80):
        data = bytearray(whole)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(max(min(len(data), rng.choice((300, 10**6))), 1))
            if rng.random() < 0.6:
                data[at : at + 1] = struct.pack("B", rng.randrange(256))
            else:
                del data[at : at + rng.randrange(1, 12)]
        path.write_bytes(bytes(data))
        try:
            read_vibration(path)
        except InputError as error:
            refused.append(str(error))
    assert len(refused) > 10
    assert all(path.name in message for message in refused)
