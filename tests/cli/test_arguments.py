"""Options that are made from the fields of dataclasses."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer.main
from annotated_types import Gt
from typer.testing import CliRunner

from pirqa.cli.arguments import Given, Option, OptionsOf, with_options
from pirqa.cli.main import _COMMANDS, app
from pirqa.errors import OptionsError
from pirqa.units import Angle, Length, Ratio


@dataclass(frozen=True, kw_only=True)
class Wall:
    """A wall."""

    height: Annotated[Length, Gt(0)] | None = None
    """Height above the base [m]; that of the drawing where absent."""
    lean: Angle = pi / 18
    """Lean of the face [rad]."""
    bond: Literal["ashlar", "rubble"] = "ashlar"
    """Bond of the stones."""
    courses: int = 5
    """Number of courses."""
    ratios: tuple[Ratio, ...] = ()
    """Ratios."""
    capped: bool = False
    """Whether the wall has a cap, [see] there."""
    stands: bool = True
    """The wall stands."""
    names: tuple[str, ...] = ()
    """Names."""


@dataclass(frozen=True, kw_only=True)
class Pages:
    """Pages."""

    source: Annotated[Path, typer.Argument(help="File.")]
    page: Path | None = None
    """Page to write."""
    dpi: int = 96
    """Dots in an inch."""


def called(*arguments: str) -> tuple[dict[str, object], Pages, int]:
    got: list[tuple[dict[str, object], Pages, int]] = []

    @with_options
    def command(
        *,
        given: Annotated[
            Given,
            OptionsOf(
                Wall, "height lean bond capped stands", Option("names", parse=lambda text: tuple(text.split("+"))),
                courses="--rows", ratios="--ratio",
            ),
        ],
        pages: Pages,
        count: Annotated[int, "Number of [runs]."] = 1,
        folder: Annotated[Path | None, "Folder."] = Path("here"),
    ) -> None:  # fmt: skip
        assert isinstance(folder, Path)
        got.append((dict(given), pages, count))

    group = typer.Typer()
    group.command()(command)
    done = CliRunner().invoke(group, ["wall.dxf", *arguments])
    if isinstance(done.exception, OptionsError):
        raise done.exception
    if not got:
        raise LookupError(done.output)
    return got[0]


def test_only_what_is_given_is_received_in_si_units():
    assert called()[0] == {}
    assert called("--height", "80 cm", "--rows", "3", "--capped", "--no-stands")[0] == {
        "height": 0.8,
        "courses": 3,
        "capped": True,
        "stands": False,
    }
    assert called("--ratio", "0.1", "--ratio", "20 %", "--bond", "rubble", "--stands")[0] == {
        "ratios": (0.1, 0.2),
        "bond": "rubble",
        "stands": True,
    }
    assert called("--names", "a+b", "--lean", "10 deg")[0] == {"names": ("a", "b"), "lean": pytest.approx(pi / 18)}


def test_a_dataclass_is_built():
    _, pages, count = called("--page", "x.html", "--count", "3")
    assert (pages, count) == (Pages(source=Path("wall.dxf"), page=Path("x.html")), 3)
    assert called("--dpi", "200")[1] == Pages(source=Path("wall.dxf"), dpi=200)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--height", "80"), '--height: "80" has no unit'),
        (("--ratio", "0.1 m"), "--ratio: "),
        (("--bond", "ruble"), '--bond "ruble" is not known; did you mean "rubble"'),
    ],
)
def test_bad_values_are_refused_with_the_name_of_the_option(arguments, says):
    with pytest.raises(OptionsError) as caught:
        called(*arguments)
    assert says in str(caught.value)


def test_the_help_is_the_docstring_of_the_field(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    with pytest.raises(LookupError) as caught:
        called("--help")
    lines = [" ".join(line.strip("│ ").split()) for line in str(caught.value).splitlines()]
    shown = {line.split()[0]: line for line in lines if line.startswith("--")}
    assert "Height above the base; that of the drawing where absent." in shown["--height"]
    assert '"0.8 m"' in shown["--height"]
    assert "default: (10 deg)" in shown["--lean"]
    assert "Bond of the stones: ashlar, rubble. [default: (ashlar)]" in shown["--bond"]
    assert "Number of courses. [default: (5)]" in shown["--rows"]
    assert "The wall has a cap, [see] there." in shown["--capped"]
    assert "default" not in shown["--capped"]
    assert "--no-stands" in shown["--stands"]
    assert "Number of [runs]. [default: (1)]" in shown["--count"]
    assert "path" in shown["--folder"].lower()


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_option_has_a_line_in_the_help(name):
    group = typer.main.get_command(app)
    command = group.resolve_command(None, [name])[1]
    for each in (command, *getattr(command, "commands", {}).values()):
        for option in each.params:
            assert option.help, option.opts
