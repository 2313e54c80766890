"""Arguments of the commands: options made from the fields of options' dataclasses, and what all commands share.

A dataclass of options declares the dimension, the choices, the default and the meaning of each field. A command takes
the fields it names as options, and receives the values that were given as one mapping::

    @with_options
    def command(given: Annotated[Given, OptionsOf(GenerateOptions, "pattern", "length")]) -> None: ...

A parameter that is a dataclass itself takes all of its fields, and the command receives it built. Any other parameter
is an option of its own name, whose line in the help stands in the annotation: ``Annotated[Path | None, "Folder."]``.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache, wraps
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import typer
from rich.markup import escape
from typer.models import ParameterInfo

from pirqa.errors import InputError, OptionsError, did_you_mean
from pirqa.units import Dimension

Given = Mapping[str, Any]
"""Values of options that were given, by field [SI]."""

Change = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. codes.knowledge=LC2."),
]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")]
Language = Annotated[str, typer.Option("--language", help="Language of remarks and pictures: en or es.")]
ProjectLanguage = Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")]

_UNIT = re.compile(r"\s*\[[^\]]*\](?=\s*[.;:,]|\s*$)")
"""A unit at the end of a phrase of a docstring: options are written with units of their own."""


@dataclass(frozen=True)
class Option:
    """An option made from a field, with what the field does not declare for it."""

    field: str
    """Name of the field."""
    name: str | None = None
    """Name of the option; that of the field where absent."""
    help: str | None = None
    """Line in the help; the field's docstring where absent."""
    default: str | None = None
    """Default that the help shows; the field's where absent."""
    parse: Callable[[str], Any] | None = None
    """Function that reads the text; by the field's type where absent."""

    @property
    def flag(self) -> str:
        """Name of the option with its dashes."""
        return self.name or f"--{self.field.replace('_', '-')}"

    def parameter(self, hint: Any, default: Any) -> inspect.Parameter:
        """Return the parameter that typer reads, for a value of type ``hint`` with a line for the help."""
        base, dimension, many = _type(hint)
        flag, told, text = self.flag, self.default, self.help or ""
        names = ["-o", flag] if flag == "--output" else [flag]
        if base is bool:
            if default:
                names, told = [f"{flag}/--no-{flag.removeprefix('--')}"], told or flag.removeprefix("--")
            info = typer.Option(*names, help=escape(text), show_default=told or False)
            kind: Any = bool | None if default else bool
            return _keyword(self.field, Annotated[kind, info], None if default else False)
        if told is None and default not in (None, "", MISSING) and not isinstance(default, tuple):
            told = str(default) if dimension is None else dimension.format(default)
        info = typer.Option(*names, help=escape(text), show_default=told or False)
        if dimension is not None and self.parse is None and "e.g." not in text:
            info.metavar = dimension.example
        own = self.parse is None and dimension is None and base in (int, float, Path)
        kind = base if own else str
        kind = list[kind] if many and self.parse is None else kind
        if default is MISSING:
            return _keyword(self.field, Annotated[kind, info], inspect.Parameter.empty)
        return _keyword(self.field, Annotated[kind | None, info], None)


class OptionsOf:
    """Options made from fields of a dataclass, for the annotation of a parameter.

    ``options`` are names of fields, several in one text with spaces between them; ``names`` are the names of options
    by field. Without any of both all fields are taken. ``default`` is shown as the default of all.
    """

    def __init__(self, kind: Any, *options: str | Option, default: str | None = None, **names: str) -> None:
        self._kind, self._default = kind, default
        self._options: list[Option] = []
        for item in options:
            self._options += [item] if isinstance(item, Option) else map(Option, item.split())
        self._options += [Option(field, name) for field, name in names.items()]
        self._options = self._options or [Option(item.name) for item in fields(kind)]

    def parameters(self) -> Iterator[inspect.Parameter]:
        """Yield the parameters that typer reads."""
        hints, by_name = _hints(self._kind), {item.name: item for item in fields(self._kind)}
        for option in self._options:
            hint, default = hints[option.field], by_name[option.field].default
            if _written(hint):  # an argument or option of typer, as it is
                yield _keyword(option.field, hint, inspect.Parameter.empty if default is MISSING else default)
                continue
            text, told = option.help or self._line(option, hint), option.default or self._default
            yield replace(option, help=text, default=told).parameter(hint, None if default is MISSING else default)

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was given, by field."""
        found: dict[str, Any] = {}
        hints, by_name = _hints(self._kind), {item.name: item for item in fields(self._kind)}
        for option in self._options:
            value = values[option.field]
            if value is None or value == [] or (value is False and by_name[option.field].default is False):
                continue
            found[option.field] = _read(option, hints[option.field], value)
        return found

    def _line(self, option: Option, hint: Any) -> str:
        """Return the line in the help: the field's docstring without units, with the choices."""
        text = _UNIT.sub("", _docstrings(self._kind).get(option.field, "")).strip()
        base, _, many = _type(hint)
        if get_origin(base) is Literal:
            text = f"{text.rstrip('.')}: {', '.join(map(str, get_args(base)))}."
        elif base is bool and text.startswith("Whether "):
            text = text[8].upper() + text[9:]
        return f"{text} May be given again." if many and option.parse is None else text


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return ``command`` with an option for each field of its options' dataclasses."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, tuple[OptionsOf, type | None]] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        hint = hints[name]
        options = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, OptionsOf)), None)
        if options is not None:
            groups[name] = (options, None)
        elif is_dataclass(hint):
            assert isinstance(hint, type)
            groups[name] = (OptionsOf(hint), hint)
        else:
            line = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, str)), None)
            default = MISSING if parameter.default is parameter.empty else parameter.default
            made = None if line is None else Option(name, help=line).parameter(hint, default)
            parameters.append(made or _keyword(name, hint, parameter.default))
            continue
        parameters += groups[name][0].parameters()

    @wraps(command)
    def run(**values: Any) -> None:
        own = {name: value for name, value in values.items() if name in hints and value is not None}
        for name, (options, kind) in groups.items():
            found = options.given(values)
            own[name] = found if kind is None else kind(**found)
        command(**own)

    del run.__wrapped__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in parameters}
    return run


def command_group(line: str | None) -> typer.Typer:
    """Return a group of commands whose help is ``line``."""
    return typer.Typer(
        help=line,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )


def parse_changes(options: list[str] | None) -> dict[str, str]:
    """Return the values of ``--set`` by key."""
    changes: dict[str, str] = {}
    for option in options or []:
        key, sign, value = option.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise InputError(f'--set "{option}": write KEY=VALUE, for example --set site.kh=0.2')
        changes[key.strip()] = value.strip()
    return changes


def parse_option(option: str, text: str, dimension: Dimension) -> float:
    """Return the SI value of a quantity given as an option."""
    try:
        return dimension.parse(text)
    except InputError as error:
        raise OptionsError(f"{option}: {error}") from error


def check_choice(option: str, value: str | None, choices: Collection[str]) -> None:
    """Refuse a word that is not one of ``choices``."""
    if value is not None and value not in choices:
        raise OptionsError(f'{option} "{value}" is not known; {did_you_mean(value, choices)}')


def keep_source(source: Path, *targets: Path | None) -> None:
    """Refuse to write over what was read."""
    for target in targets:
        if target is not None and target.exists() and source.exists() and target.samefile(source):
            raise OptionsError(f"{target}: is the file that is read; give another name or folder to write to")


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _written(hint: Any) -> bool:
    return any(isinstance(item, ParameterInfo) for item in getattr(hint, "__metadata__", ()))


def _type(hint: Any) -> tuple[Any, Dimension | None, bool]:
    """Return the type of one value of a field, its dimension, and whether the field takes several."""
    if get_origin(hint) in (Union, types.UnionType):
        return _type(next(item for item in get_args(hint) if item is not type(None)))
    if get_origin(hint) in (tuple, list):
        base, dimension, _ = _type(get_args(hint)[0])
        return base, dimension, True
    if get_origin(hint) is Annotated:
        base, dimension, many = _type(get_args(hint)[0])
        return base, next((item for item in hint.__metadata__ if isinstance(item, Dimension)), dimension), many
    return hint, None, False


def _read(option: Option, hint: Any, value: Any) -> Any:
    """Return the value of a field from what was given on the command line."""
    if _written(hint):
        return value
    if option.parse is not None:
        return option.parse(value)
    base, dimension, many = _type(hint)
    read = []
    for item in value if many else [value]:
        if get_origin(base) is Literal:
            check_choice(option.flag, item, get_args(base))
        read.append(item if dimension is None else parse_option(option.flag, item, dimension))
    return tuple(read) if many else read[0]


@cache
def _docstrings(kind: type) -> dict[str, str]:
    """Return the docstrings below the fields of ``kind``, on one line each."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for node, below in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[node.target.id] = " ".join(str(below.value.value).split())
    return found
