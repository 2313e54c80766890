"""``pirqa schema``: the project file's JSON Schema, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pirqa.files import write_text_whole
from pirqa.project import json_schema, key_reference

__all__ = ["command"]


def command(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File to write.", show_default="the screen")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="A table of keys to read, instead of JSON Schema.")
    ] = False,
) -> None:
    """Print the JSON Schema of the project file."""
    text = key_reference() if markdown else json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text_whole(output, text)
        typer.echo(f"Schema: {output}")
