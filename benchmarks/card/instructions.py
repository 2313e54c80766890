"""Each PTX instruction as a statement of C.

An instruction is known with all its modifiers or not at all: whoever guesses what a rounding or a scope means checks
another program than the card's. (Products and sums without a rounding, ``mul.f64`` and ``add.f64``, may still be fused
by the assembler when it makes the card's own code; here they are not.)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["KINDS", "TYPES", "Scope", "UnknownPtxError", "is_slow", "kind_of", "operands", "statement"]

TYPES = {
    "pred": "uint8_t", "f64": "double", "f32": "float",
    "s64": "int64_t", "u64": "uint64_t", "b64": "uint64_t",
    "s32": "int32_t", "u32": "uint32_t", "b32": "uint32_t",
    "s16": "int16_t", "u16": "uint16_t", "b16": "uint16_t",
    "s8": "int8_t", "u8": "uint8_t", "b8": "uint8_t",
}  # fmt: skip
KINDS = ("double", "integer", "shared", "local", "global", "unnamed", "move", "call")
"""What is counted: arithmetic of 64 bits, of whole numbers (with choices and jumps), each kind of memory (unnamed: the
address says which), moves between registers and calls."""
_SPECIAL = {
    "%tid.x": "t->number", "%ctaid.x": "t->block", "%ntid.x": "t->threads", "%nctaid.x": "t->blocks",
    "%laneid": "(t->number & 31)", "%tid.y": "0", "%tid.z": "0", "%ctaid.y": "0", "%ctaid.z": "0",
}  # fmt: skip
_DOUBLE = re.compile(r"(add|sub|mul|fma|div|rcp|rsqrt|sqrt|min|max|setp|neg|abs)\..*f64")
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "div": "/", "rem": "%"}
_LOGIC = {"and": "&&", "or": "||", "xor": "!="}
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
             "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}  # fmt: skip
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_WHOLE = r"(?:[su](?:16|32|64))"
_BITS = r"b(?:16|32|64)"
_ANY = rf"(?:{_WHOLE}|{_BITS}|f32|f64)"


class UnknownPtxError(ValueError):
    """PTX that the translation does not know."""


@dataclass
class Scope:
    """What names mean inside a function: its registers by their types, and where other things lie."""

    registers: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)
    """C names of what the function was given, gives back, and hands to others."""
    symbols: dict[str, str] = field(default_factory=dict)
    """C names of arrays."""

    def value(self, operand: str, kind: str) -> str:
        """``operand`` read as ``kind``; between whole numbers and others the bits are kept, as PTX has it."""
        if operand in _SPECIAL:
            return f"(({TYPES[kind]}){_SPECIAL[operand]})"
        if operand in self.registers:
            return _as(kind, self.registers[operand], c_name(operand))
        if operand in self.symbols:
            return f"(({TYPES[kind]})(uintptr_t){self.symbols[operand]})"
        if kind == "f64" and re.fullmatch(r"0[dD][0-9A-Fa-f]{16}", operand):
            return f"as_double(0x{operand[2:]}ull)"
        if kind == "f32" and re.fullmatch(r"0[fF][0-9A-Fa-f]{8}", operand):
            return f"as_float(0x{operand[2:]}u)"
        if kind[0] != "f" and re.fullmatch(r"-?\d+", operand):
            return f"(({TYPES[kind]}){int(operand) % 2**64}ull)"
        raise UnknownPtxError(f'operand "{operand}" of type {kind}')

    def put(self, operand: str, kind: str, expression: str) -> str:
        """Put an ``expression`` of type ``kind`` into a register."""
        if operand == "_":
            return f"(void)({expression});"
        if operand not in self.registers:
            raise UnknownPtxError(f'register "{operand}"')
        own = self.registers[operand]
        return f"{c_name(operand)} = {_as(own, kind, f'(({TYPES[kind]})({expression}))')};"

    def address(self, operand: str) -> str:
        """Of ``[register+4]`` or ``[symbol]``."""
        base, offset = _place(operand)
        return f"({self.value(base, 'u64')} + ({offset}))"

    def parameter(self, operand: str) -> str:
        """The bytes of a parameter, as a pointer."""
        base, offset = _place(operand)
        if base not in self.parameters:
            raise UnknownPtxError(f'parameter "{base}"')
        return f"((char *)&{self.parameters[base]} + {offset})"


def c_name(register: str) -> str:
    """Of a register."""
    return "R_" + re.sub(r"\W", "_", register.lstrip("%"))


def _as(wanted: str, given: str, expression: str) -> str:
    if "pred" in (wanted, given) and wanted != given:
        raise UnknownPtxError(f"{given} used as {wanted}")
    if (wanted[0] == "f") == (given[0] == "f"):
        return expression if wanted == given else f"(({TYPES[wanted]}){expression})"
    if wanted[0] == "f":
        return f"as_{TYPES[wanted]}({expression})"
    return f"(({TYPES[wanted]})bits_of_{TYPES[given]}({expression}))"


def _place(operand: str) -> tuple[str, int]:
    found = re.fullmatch(r"\[\s*([^\s+\]]+?)\s*(?:\+\s*(-?\d+))?\s*\]", operand)
    if found is None:
        raise UnknownPtxError(f'address "{operand}"')
    return found.group(1), int(found.group(2) or 0)


def operands(text: str) -> list[str]:
    """Split at commas that are in no braces."""
    return [part.strip() for part in re.findall(r"(?:\{[^}]*\}|[^,{])+", text) if part.strip()]


def kind_of(code: str) -> str:
    """One of ``KINDS``."""
    first = code.split(".")[0]
    if first == "call":
        return first
    if first in ("ld", "st", "atom", "red") and ".param" not in code:
        return next((space for space in ("shared", "local", "global") if f".{space}" in code), "unnamed")
    if first in ("mov", "cvta", "ld", "st"):
        return "move"
    return "double" if _DOUBLE.fullmatch(code) else "integer"


def is_slow(code: str) -> bool:
    """Divisions and roots: calls or loops of their own on the card."""
    return re.match(r"(div|rem|rcp|rsqrt|sqrt)\.", code) is not None


def statement(code: str, given: list[str], scope: Scope) -> str:
    """An instruction in C."""
    for pattern, rule in _RULES:
        found = pattern.fullmatch(code)
        if found is not None:
            return rule(found.groupdict(), given, scope)
    raise UnknownPtxError(f'instruction "{code}"')


_Rule = Callable[[dict[str, str], list[str], Scope], str]
_RULES: list[tuple[re.Pattern[str], _Rule]] = []


def _knows(pattern: str) -> Callable[[_Rule], _Rule]:
    def note(rule: _Rule) -> _Rule:
        _RULES.append((re.compile(pattern), rule))
        return rule

    return note


@_knows(rf"(?P<what>add|sub|mul\.lo|and|or|xor)\.(?P<type>{_WHOLE}|{_BITS})")
def _wrap(m: dict[str, str], given: list[str], scope: Scope) -> str:
    # without sign, so that what runs over wraps around as it does on the card
    kind = "u" + m["type"][1:]
    sign = _SIGNS[m["what"].split(".")[0]]
    return scope.put(given[0], m["type"], f"{scope.value(given[1], kind)} {sign} {scope.value(given[2], kind)}")


@_knows(r"(?P<what>add|sub|mul|div)(?P<rounding>\.rn)?\.(?P<type>f64|f32)")
def _reckon(m: dict[str, str], given: list[str], scope: Scope) -> str:
    if m["what"] == "div" and m["rounding"] is None:
        raise UnknownPtxError("a division without rounding")
    left, right = (scope.value(operand, m["type"]) for operand in given[1:])
    return scope.put(given[0], m["type"], f"{left} {_SIGNS[m['what']]} {right}")


@_knows(rf"(?P<what>div|rem)\.(?P<type>{_WHOLE})")
def _divide(m: dict[str, str], given: list[str], scope: Scope) -> str:
    left, right = (scope.value(operand, m["type"]) for operand in given[1:])
    return scope.put(given[0], m["type"], f"{left} {_SIGNS[m['what']]} {right}")


@_knows(r"(?P<what>mul|mad)\.wide\.(?P<sign>[su])32")
def _multiply_wide(m: dict[str, str], given: list[str], scope: Scope) -> str:
    wide, kind = m["sign"] + "64", m["sign"] + "32"
    left, right = (f"({TYPES[wide]}){scope.value(operand, kind)}" for operand in given[1:3])
    more = f" + {scope.value(given[3], wide)}" if m["what"] == "mad" else ""
    return scope.put(given[0], wide, f"{left} * {right}{more}")


@_knows(r"mul\.hi\.(?P<type>[su](?:32|64))")
def _multiply_high(m: dict[str, str], given: list[str], scope: Scope) -> str:
    width = int(m["type"][1:])
    wide = ("" if m["type"][0] == "s" else "unsigned ") + "__int128"
    left, right = (f"({wide}){scope.value(operand, m['type'])}" for operand in given[1:])
    return scope.put(given[0], m["type"], f"({left} * {right}) >> {width}")


@_knows(rf"mad\.lo\.(?P<type>{_WHOLE})")
def _multiply_add(m: dict[str, str], given: list[str], scope: Scope) -> str:
    one, two, three = (scope.value(operand, "u" + m["type"][1:]) for operand in given[1:])
    return scope.put(given[0], m["type"], f"{one} * {two} + {three}")


@_knows(r"fma\.rn\.f64")
def _fuse(m: dict[str, str], given: list[str], scope: Scope) -> str:
    return scope.put(given[0], "f64", f"__builtin_fma({', '.join(scope.value(item, 'f64') for item in given[1:])})")


@_knows(rf"(?P<what>shl|shr)\.(?P<type>{_WHOLE}|{_BITS})")
def _shift(m: dict[str, str], given: list[str], scope: Scope) -> str:
    # farther than the width: zero, or the sign all over
    kind, width = m["type"], int(m["type"][1:])
    value, by = scope.value(given[1], kind), scope.value(given[2], "u32")
    if m["what"] == "shl":
        return scope.put(given[0], kind, f"{by} >= {width} ? 0 : {value} << {by}")
    beyond = f"{value} >> {width - 1}" if kind[0] == "s" else "0"
    return scope.put(given[0], kind, f"{by} >= {width} ? {beyond} : {value} >> {by}")


@_knows(r"(?P<what>and|or|xor)\.pred")
def _combine(m: dict[str, str], given: list[str], scope: Scope) -> str:
    left, right = (scope.value(operand, "pred") for operand in given[1:])
    return scope.put(given[0], "pred", f"{left} {_LOGIC[m['what']]} {right}")


@_knows(rf"not\.(?P<type>pred|{_BITS})")
def _negate_bits(m: dict[str, str], given: list[str], scope: Scope) -> str:
    sign = "!" if m["type"] == "pred" else "~"
    return scope.put(given[0], m["type"], sign + scope.value(given[1], m["type"]))


@_knows(rf"(?P<what>min|max)\.(?P<type>{_WHOLE}|f64)")
def _choose_end(m: dict[str, str], given: list[str], scope: Scope) -> str:
    left, right = (scope.value(operand, m["type"]) for operand in given[1:])
    if m["type"] == "f64":
        return scope.put(given[0], "f64", f"{m['what']}_of({left}, {right})")
    return scope.put(given[0], m["type"], f"{left} {'<' if m['what'] == 'min' else '>'} {right} ? {left} : {right}")


@_knows(r"(?P<what>neg|abs)\.(?P<type>s16|s32|s64|f32|f64)")
def _change_sign(m: dict[str, str], given: list[str], scope: Scope) -> str:
    value, kind = scope.value(given[1], m["type"]), m["type"]
    if m["what"] == "neg":
        return scope.put(given[0], kind, f"-{value}" if kind[0] == "f" else f"0 - (u{TYPES[kind]}){value}")
    size = f"__builtin_fabs({value})" if kind[0] == "f" else f"{value} < 0 ? 0 - (u{TYPES[kind]}){value} : {value}"
    return scope.put(given[0], kind, size)


@_knows(r"(?P<what>rcp|sqrt)\.rn\.f64")
def _take_root(m: dict[str, str], given: list[str], scope: Scope) -> str:
    value = scope.value(given[1], "f64")
    return scope.put(given[0], "f64", f"1.0 / {value}" if m["what"] == "rcp" else f"__builtin_sqrt({value})")


@_knows(r"(?P<what>rcp|rsqrt)\.approx\.ftz\.f64")
def _approximate(m: dict[str, str], given: list[str], scope: Scope) -> str:
    # the card reads and writes the upper half of the bits only; code that follows it makes the rest
    return scope.put(given[0], "f64", f"rough_{m['what']}({scope.value(given[1], 'f64')})")


@_knows(rf"selp\.(?P<type>{_ANY})")
def _select(m: dict[str, str], given: list[str], scope: Scope) -> str:
    one, other = (scope.value(operand, m["type"]) for operand in given[1:3])
    return scope.put(given[0], m["type"], f"{scope.value(given[3], 'pred')} ? {one} : {other}")


@_knows(rf"setp\.(?P<how>[a-z]+)(?:\.(?P<also>and|or|xor))?\.(?P<type>{_ANY})")
def _compare(m: dict[str, str], given: list[str], scope: Scope) -> str:
    left, right = (scope.value(operand, m["type"]) for operand in given[1:3])
    how, is_float = m["how"], m["type"][0] == "f"
    if is_float and how in ("nan", "num"):
        found = f"{'!' if how == 'num' else ''}(isnan({left}) || isnan({right}))"
    elif is_float and how == "ne":
        found = f"({left} < {right} || {left} > {right})"  # not so where one is no number
    elif is_float and how == "equ":
        found = f"!({left} < {right} || {left} > {right})"
    elif is_float and len(how) == 3 and how[2] == "u" and how[:2] in _OPPOSITE:
        # also where one is no number: not the opposite
        found = f"!({left} {_COMPARED[_OPPOSITE[how[:2]]]} {right})"
    elif how in _COMPARED and not (is_float and how in ("lo", "ls", "hi", "hs")):
        found = f"({left} {_COMPARED[how]} {right})"
    else:
        raise UnknownPtxError(f'comparison "{how}" of {m["type"]}')
    if m["also"] is not None:
        name = given[3].lstrip("!")
        found = f"{found} {_LOGIC[m['also']]} {'!' if given[3][0] == '!' else ''}{scope.value(name, 'pred')}"
    return scope.put(given[0], "pred", found)


@_knows(r"cvt\.(?P<to>[su](?:8|16|32|64))\.(?P<type>[su](?:8|16|32|64))")
def _convert_whole(m: dict[str, str], given: list[str], scope: Scope) -> str:
    return scope.put(given[0], m["to"], scope.value(given[1], m["type"]))


@_knows(rf"cvt\.rn\.f64\.(?P<type>{_WHOLE})")
def _convert_to_double(m: dict[str, str], given: list[str], scope: Scope) -> str:
    return scope.put(given[0], "f64", scope.value(given[1], m["type"]))


_ROUNDED = {"rzi": "trunc", "rmi": "floor", "rpi": "ceil", "rni": "rint"}


@_knows(r"cvt\.(?P<how>rzi|rmi|rpi|rni)\.(?P<to>s32|s64|u32|u64|f64)\.f64")
def _convert_double(m: dict[str, str], given: list[str], scope: Scope) -> str:
    rounded = f"__builtin_{_ROUNDED[m['how']]}({scope.value(given[1], 'f64')})"
    return scope.put(given[0], m["to"], rounded if m["to"] == "f64" else f"to_{m['to']}({rounded})")


@_knows(r"cvta(?:\.to)?\.(?:global|shared|local)\.u64")
def _find_address(m: dict[str, str], given: list[str], scope: Scope) -> str:
    # all memory is this processor's: an address is the same whatever the space
    return scope.put(given[0], "u64", scope.value(given[1], "u64"))


@_knows(rf"mov\.(?P<type>pred|{_ANY})")
def _move(m: dict[str, str], given: list[str], scope: Scope) -> str:
    width = int(m["type"][1:]) if m["type"] != "pred" else 1
    half = f"b{width // 2}"
    if given[1].startswith("{"):
        low, high = (scope.value(operand, half) for operand in operands(given[1][1:-1]))
        return scope.put(given[0], m["type"], f"(uint{width}_t){low} | (uint{width}_t){high} << {width // 2}")
    if given[0].startswith("{"):
        value, (low, high) = scope.value(given[1], m["type"]), operands(given[0][1:-1])
        return scope.put(low, half, value) + scope.put(high, half, f"{value} >> {width // 2}")
    return scope.put(given[0], m["type"], scope.value(given[1], m["type"]))


@_knows(r"(?P<what>ld|st)\.param\.(?P<type>\w+)")
def _pass_on(m: dict[str, str], given: list[str], scope: Scope) -> str:
    if m["what"] == "ld":
        return scope.put(given[0], m["type"], f"*({TYPES[m['type']]} *){scope.parameter(given[1])}")
    return f"*({TYPES[m['type']]} *){scope.parameter(given[0])} = {scope.value(given[1], m['type'])};"


@_knows(r"(?P<what>ld|st)(?:\.(?:global|shared|local))?(?:\.nc)?(?:\.(?P<many>v[24]))?\.(?P<type>[busf](?:8|16|32|64))")
def _reach(m: dict[str, str], given: list[str], scope: Scope) -> str:
    place, inside = (given[1], given[0]) if m["what"] == "ld" else given
    items = operands(inside[1:-1]) if m["many"] else [inside]
    found = []
    for index, item in enumerate(items):
        cell = f"(({TYPES[m['type']]} *)place)[{index}]"
        if m["what"] == "ld":
            found.append(scope.put(item, m["type"], cell))
        else:
            found.append(f"{cell} = {scope.value(item, m['type'])};")
    return f"{{ uint64_t place = {scope.address(place)}; {' '.join(found)} }}"


@_knows(r"(?P<what>atom|red)\.(?:shared|global)\.(?P<how>or|and|xor|add)\.(?P<type>[bus](?:32|64))")
def _reach_alone(m: dict[str, str], given: list[str], scope: Scope) -> str:
    # no thread is interrupted between barriers
    target, (place, value) = (given[0], given[1:]) if m["what"] == "atom" else ("_", given)
    cell = f"(*({TYPES[m['type']]} *)place)"
    before = scope.put(target, m["type"], cell)
    change = f"{cell} = {cell} {_SIGNS[m['how']]} {scope.value(value, m['type'])};"
    # its own register may be the target
    return f"{{ uint64_t place = {scope.address(place)}; {TYPES[m['type']]} was = {cell}; {change} " + (
        f"{before.replace(cell, 'was')} }}"
    )


@_knows(r"(?P<what>clz|popc|brev)\.(?P<type>b32|b64)")
def _count_bits(m: dict[str, str], given: list[str], scope: Scope) -> str:
    to = m["type"] if m["what"] == "brev" else "u32"
    return scope.put(given[0], to, f"{m['what']}_{m['type']}({scope.value(given[1], m['type'])})")


@_knows(r"testp\.(?P<what>notanumber|infinite|finite)\.f64")
def _test(m: dict[str, str], given: list[str], scope: Scope) -> str:
    asked = {"notanumber": "isnan", "infinite": "isinf", "finite": "isfinite"}[m["what"]]
    return scope.put(given[0], "pred", f"!!{asked}({scope.value(given[1], 'f64')})")


@_knows(r"copysign\.f64")
def _copy_sign(m: dict[str, str], given: list[str], scope: Scope) -> str:
    sign, size = (scope.value(operand, "f64") for operand in given[1:])
    return scope.put(given[0], "f64", f"__builtin_copysign({size}, {sign})")
