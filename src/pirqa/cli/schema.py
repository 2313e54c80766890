"""The command ``pirqa schema``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pirqa.cli.arguments import with_options
from pirqa.files import write_text_whole
from pirqa.project import json_schema, key_reference


@with_options
def command(
    output: Annotated[Path | None, "File to write (default: the screen)."] = None,
    markdown: Annotated[bool, "A table of keys to read, instead of JSON Schema."] = False,
) -> None:
    """Print the JSON Schema of the project file."""
    text = key_reference() if markdown else json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text_whole(output, text)
        typer.echo(f"Schema: {output}")
