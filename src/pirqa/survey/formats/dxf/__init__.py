"""DXF drawings: outlines of stones in elevation, or solids; :mod:`.writing` writes them."""

from __future__ import annotations

import io
import logging
import re
from pathlib import Path

import numpy as np
from ezdxf import recover
from ezdxf.audit import AuditError
from ezdxf.document import Drawing as Document
from ezdxf.filemanagement import readfile

from pirqa.errors import SurveyError
from pirqa.model.remark import Remark
from pirqa.survey.formats.dxf.bodies import build_solids
from pirqa.survey.formats.dxf.entities import Contents, collect
from pirqa.survey.formats.dxf.outlines import trace_outlines
from pirqa.survey.formats.dxf.writing import write_outlines, write_solids
from pirqa.survey.raw import Bodies, Drawing, DrawnUnit, ReadAs, drawn_unit, read_bytes

__all__ = ["NAME", "SUFFIXES", "read", "write_outlines", "write_solids"]

# what the library finds odd is told in remarks and errors, not on the terminal
logging.getLogger("ezdxf").addHandler(logging.NullHandler())

NAME = "dxf"
SUFFIXES = (".dxf",)

_UNITS: dict[int, DrawnUnit] = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m", 7: "km"}
"""By $INSUNITS."""
_OTHER_UNITS = {
    3: "miles",
    8: "microinches",
    9: "mils",
    10: "yards",
    11: "angstroms",
    12: "nanometres",
    13: "microns",
    14: "decimetres",
    15: "decametres",
    16: "hectometres",
    17: "gigametres",
    18: "astronomical units",
    19: "light years",
    20: "parsecs",
    21: "US survey feet",
    22: "US survey inches",
    23: "US survey yards",
    24: "US survey miles",
}
_BINARY = b"AutoCAD Binary DXF"
_LAST_LINES = re.compile(rb"[\r\n][ \t]*0[ \t]*[\r\n]+[ \t]*EOF[\s\x00\x1a]*$")
_UNIT_LINES = re.compile(rb"\$INSUNITS[ \t]*[\r\n]+[ \t]*70[ \t]*[\r\n]+[ \t]*(-?\d{1,6})[ \t]*[\r\n]")


def read(path: Path, read_as: ReadAs, *, snap: float = 0.005) -> Drawing | Bodies:
    """The stones of a DXF drawing in metres: bodies where it has solids, else outlines.

    Ends of lines within ``snap`` [m] of each other were meant to meet.
    """
    data = read_bytes(path)
    try:
        # absurd numbers are found out afterwards
        with np.errstate(over="ignore", invalid="ignore"):
            return _read(path, read_as, data, snap)
    except SurveyError:
        raise
    except Exception as error:  # a damaged file can make the libraries fail in any way
        raise SurveyError(
            f"{path}: cannot be read as a DXF drawing ({type(error).__name__}: {error}); "
            "open it in a CAD program, repair it there and save it as DXF again"
        ) from error


def _read(path: Path, read_as: ReadAs, data: bytes, snap: float) -> Drawing | Bodies:
    document, remarks = _load(path, data)
    scale, unit_remarks = _unit(path, read_as.unit, data, document)
    contents = collect(path, document, scale=scale, skip=read_as.skip)
    remarks += unit_remarks + _left_out(contents)
    if contents.solids:
        if contents.chains:
            remarks += (Remark(kind="warning", key="outlines_beside_solids", count=len(contents.chains)),)
        bodies, found = build_solids(path, contents.solids, scale=scale, read_as=read_as)
        return Bodies(file=path.name, format=NAME, bodies=bodies, remarks=remarks + found)
    outlines, found = trace_outlines(path, contents, snap=snap)
    return Drawing(file=path.name, format=NAME, outlines=outlines, remarks=remarks + found, scale=scale)


def _load(path: Path, data: bytes) -> tuple[Document, tuple[Remark, ...]]:
    binary = data.startswith(_BINARY)
    if b"SECTION" not in data or not data.strip(b"\0 \t\r\n"):
        raise SurveyError(f"{path}: is not a DXF drawing; save it as DXF from the CAD program")
    # without its end nobody knows how much is missing, and the last outline may be a wrong one
    if not (b"EOF" in data[-64:] if binary else _LAST_LINES.search(data[-4096:])):
        raise SurveyError(f"{path}: is cut off: its end mark (EOF) is missing; copy or save it again")
    try:
        return readfile(path), ()
    except Exception as error:  # whatever is wrong, the library's own repair is worth a try
        try:
            document, auditor = recover.read(io.BytesIO(data))
        except Exception:
            raise SurveyError(
                f"{path}: is damaged and cannot be read as a DXF drawing ({error}); "
                "open it in a CAD program, repair it there and save it as DXF again"
            ) from error
        entries = [*auditor.errors, *auditor.fixes]
        for entry in entries:
            # the library takes "1O.5" for 1: a stone is not drawn from a guess
            if entry.code in (AuditError.INVALID_INTEGER_VALUE, AuditError.INVALID_FLOATING_POINT_VALUE):
                raise SurveyError(
                    f"{path}: is damaged: it holds what is no number ({entry.message}); save it as DXF again"
                ) from error
        count = len(entries)
        return document, (Remark(kind="repair", key="file_recovered", count=count, text=str(error)[:200]),)


def _unit(path: Path, asked: DrawnUnit | None, data: bytes, document: Document) -> tuple[float, tuple[Remark, ...]]:
    # asked of the file itself: the library says metres for drawings that do not say anything
    number = 0
    if data.startswith(_BINARY):
        if b"$INSUNITS" in data:
            number = int(document.header.get("$INSUNITS", 0))
    elif match := _UNIT_LINES.search(data):
        number = int(match[1])
    if number == 0 or number in _UNITS:
        return drawn_unit(path, asked, _UNITS.get(number))
    unit = _OTHER_UNITS.get(number, f"the unknown unit {number}")
    if asked is None:
        raise SurveyError(
            f"{path}: is drawn in {unit}, which is not known here; "
            'give the unit of its coordinates, for example unit = "mm" under [survey], or --unit mm'
        )
    scale, _ = drawn_unit(path, asked, None)
    return scale, (Remark(kind="warning", key="unit_overruled", text=f"{unit} → {asked}"),)


def _left_out(contents: Contents) -> tuple[Remark, ...]:
    remarks = [
        Remark(kind="warning", key="layer_hidden", text=layer, count=count)
        for layer, count in sorted(contents.hidden.items())
    ]
    if contents.ignored:
        remarks.append(
            Remark(
                kind="warning",
                key="entities_ignored",
                count=contents.ignored.total(),
                text=", ".join(f"{kind} {count}" for kind, count in sorted(contents.ignored.items())),
            )
        )
    remarks += [Remark(kind="warning", key="block_missing", text=name) for name in sorted(contents.missing)]
    return tuple(remarks)
