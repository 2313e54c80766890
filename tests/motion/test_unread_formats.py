"""Formats that are recognised and not read are named, with what to do; texts that only resemble them are read."""

from __future__ import annotations

import re

import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import read_record
from pirqa.motion.record import ReadAs

ROWS = "\n".join(f"{0.01 * at:.2f} {value}" for at, value in enumerate((0.0, 1.5, -2.5, 0.5)))

BINARY = {
    "workbook.xlsx": (b"PK\x03\x04\x14\0\6\0\x08\0\0\0!\0[Content_Types].xml" + bytes(90), "Excel workbook (.xlsx)"),
    "workbook.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "Excel workbook of 1997"),
    "esm.zip": (b"PK\x03\x04" + bytes(200), "zip archive"),
    "record.gz": (b"\x1f\x8b\x08" + bytes(100), "gzip archive"),
    "record.bz2": (b"BZh91AY&SY" + bytes(100), "bzip2 archive"),
    "record.tar": (b"name".ljust(257, b"\0") + b"ustar" + bytes(250), "tar archive"),
    "asdf.h5": (b"\x89HDF\r\n\x1a\n" + bytes(100), "HDF5"),
    "record.mat": (b"MATLAB 5.0 MAT-file, Platform" + bytes(100), "MATLAB file"),
    "record.npy": (b"\x93NUMPY\x01\0" + bytes(100), "NumPy array"),
    "report.pdf": (b"%PDF-1.4\n%\xe2\xe3\n1 0 2\n3 4 5\n", "PDF document"),
    "event.evt": (b"KMI\x09" + bytes(300), "Kinemetrics recording"),
    "new.mseed": (b"MS\x03\x04" + bytes(100), "miniSEED 3"),
    "full.seed": (b"000001V 010009402.3121970" + bytes(100), "full SEED volume"),
    "shot.sg2": (b"\x55\x3a\1\0" + bytes(100), "SEG-2"),
}
TEXT = {
    "login.html": ("<!DOCTYPE html>\n<html><body>1 2 3</body></html>\n", "web page"),
    "station.xml": ('<?xml version="1.0"?>\n<FDSNStationXML schemaVersion="1.1">\n', "StationXML"),
    "event.xml": ('<?xml version="1.0"?>\n<q:quakeml xmlns="http://quakeml.org">\n', "QuakeML"),
    "record.gse": ("WID2 1996/01/01 00:00:00.000 ABC   BHZ      CM6     1000\nDAT2\nabc\nCHK2 12\n", "GSE or IMS"),
    "iris.txt": (
        f"TIMESERIES IU_ANMO_00_BHZ_D, 4 samples, 100 sps, 2012-01-01T00:00:00, TSPAIR, FLOAT, M/S**2\n{ROWS}\n",
        "text of IRIS",
    ),
    "csmnc.dat": (
        "INVENTED EARTHQUAKE\nUNCORRECTED ACCELERATION   UNIT: CM/SEC/SEC\n"
        "NO. OF POINTS: 16 EQUALLY SPACED INTERVALS OF: 0.005 SEC\nCOMP. EW\n" + "1 2 3 4 5 6 7 8\n" * 2,
        "text of CSMNC (China)",
    ),
    "jma.csv": (
        "SITE CODE= 0001,\nSAMPLING RATE= 100Hz\nUNIT = gal(cm/s/s)\nINITIAL TIME = 2018 09 06 03 07 00\n"
        "NS,EW,UD\n1.0,2.0,3.0\n-1.0,2.0,3.0\n",
        "text of JMA (Japan)",
    ),
    "RESP.XX": ("#\t\t<< IRIS SEED Reader, RESP >>\nB050F03     Station:     ABC\n1 2 3\n4 5 6\n", "RESP"),
}
DAMAGED = {
    "knet.EW": (
        "Lat.              35.000\nLong.             135.000\n1 2 3 4\n5 6 7 8\n",
        "K-NET or KiK-net text without",
    ),
    "esm.ASC": ("EVENT_NAME: none\nSTATION_CODE: ABC\n1.0\n2.0\n", "ESM or ITACA text without"),
    "cwa.dat": (f"#StationCode: ZZZ\n#RecordLength(sec): 4\n{ROWS}\n", "CWA text without"),
}


@pytest.mark.parametrize("name", [*BINARY, *TEXT])
def test_format_is_named_with_a_remedy(name, tmp_path):
    content, words = (BINARY | TEXT)[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError, match=rf"{re.escape(name)}: is .*{re.escape(words)}.*, which is not supported; \w"):
        read_record(path)


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_header_is_named(name, tmp_path):
    content, words = DAMAGED[name]
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RecordError, match=rf"is {words}.*; fetch the record again"):
        read_record(path, ReadAs(unit="g", step=0.01))


def test_user_may_read_such_a_text_as_columns(tmp_path):
    path = tmp_path / "jma.csv"
    path.write_text(TEXT["jma.csv"][0], encoding="utf-8")
    record = read_record(path, ReadAs(step=0.01), format="columns")
    assert [channel.name for channel in record.accelerations] == ["NS", "EW", "UD"]
    assert record.channel("NS").values.tolist() == [0.01, -0.01]


@pytest.mark.parametrize(
    "heading",
    [
        "Station Code ABC",
        "# K-NET record, converted to gal",
        "Event: Lima 1974, Lat. -12.3, Long. -77.8",
        "#StationCode: ZZZ",
        "STATION_CODE: ABC",
        "KMI station at the wall",
        "U: upward component is not in this file",
        "BZh is the name of the station",
        "%PDX",
    ],
)
def test_text_that_only_resembles_a_format_is_read(heading, tmp_path):
    path = tmp_path / "own.txt"
    path.write_text(f"{heading}\ntime(s) NS(gal)\n{ROWS}\n", encoding="utf-8")
    (channel,) = read_record(path).accelerations
    assert channel.values.tolist() == pytest.approx([0.0, 0.015, -0.025, 0.005])
