"""The site file of a screening: what all walls of a table share."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirqa.codes.options import CodesOptions
from pirqa.codes.screening.result import ScreeningOptions
from pirqa.errors import InputError, ProjectError
from pirqa.project.complaints import complaints
from pirqa.project.load import changed
from pirqa.project.origins import InputRow, input_rows, sections_of, strip_origins
from pirqa.project.schema import ProjectInfo
from pirqa.project.stages.codes import idle_codes
from pirqa.provenance import digest

_LARGEST = 20_000_000


class SiteFile(BaseModel):
    """A site: the codes' options, as in a project file, and how its walls are screened."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True, frozen=True)

    project: ProjectInfo = Field(default_factory=lambda: ProjectInfo(name=""))
    codes: CodesOptions = Field(default_factory=CodesOptions)
    screening: ScreeningOptions = Field(default_factory=ScreeningOptions)


@dataclass(frozen=True, kw_only=True)
class Site:
    """What all walls of a table share."""

    file: str
    """Path as it was given; empty where there is none."""
    digest: str
    info: ProjectInfo
    codes: CodesOptions
    screening: ScreeningOptions
    inputs: tuple[InputRow, ...]


def read_site(path: str | Path | None, *, changes: Mapping[str, str] | None = None) -> Site:
    """The site in the TOML file ``path``, or one of defaults; ``changes`` replace values by key."""
    if path is None:
        return parse_site("", file="", changes=changes)
    path = Path(path)
    try:
        if path.is_dir() or path.stat().st_size > _LARGEST:
            raise ProjectError(f"{path}: is not a site file; give a TOML file with the table [codes]")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    except UnicodeDecodeError as error:
        raise ProjectError(f"{path}: is not UTF-8 text; save the file as UTF-8") from error
    return parse_site(text, file=str(path), changes=changes)


def parse_site(text: str, *, file: str = "site.toml", changes: Mapping[str, str] | None = None) -> Site:
    """The site written in ``text``; ``file`` is its name in messages."""
    name = f"{file}: " if file else ""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{name}is not valid TOML: {error}") from error
    except RecursionError as error:
        raise ProjectError(f"{name}is nested too deeply for a site file") from error
    plain: dict[str, Any] = {}
    try:
        plain, origins = strip_origins(changed(raw, changes or {}))
        parsed = SiteFile.model_validate(plain)
    except ValidationError as error:
        lines = complaints(error, SiteFile, plain)
        raise ProjectError((name if len(lines) == 1 else f"{name}\n  ") + "\n  ".join(lines)) from None
    except InputError as error:
        raise ProjectError(f"{name}{error}") from error
    # walls may bring a period of their own
    codes = replace(parsed.codes, structure_period=parsed.codes.structure_period or 1.0)
    sections = sections_of("codes", parsed.codes) | sections_of("screening", parsed.screening)
    return Site(
        file=file,
        digest=digest(text.encode()),
        info=parsed.project,
        codes=parsed.codes,
        screening=parsed.screening,
        inputs=input_rows(sections, origins, changed=changes or {}, idle=idle_codes(codes)),
    )
