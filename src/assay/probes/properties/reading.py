"""Properties as users write them, read into test code: names of the library, source, files and Python functions."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import symtable
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from assay.errors import InvalidValue, UnknownNameError
from assay.files import MOST_TEXT_BYTES, read_text
from assay.judges.properties import written
from assay.judges.suites import MoreThanData, constant
from assay.probes.properties.library import EQUALITY, LIBRARY, NamedProperty, ParameterKind, PropertyParameter
from assay.records import PropertyCheck
from assay.syntax import UNREADABLE, parse_foreign

MAX_TEXT = 2_000
"""Characters of a property that is no source."""
BUILT_IN = ("abs", "bool", "float", "hash", "int", "len", "max", "min", "repr", "reversed", "sorted", "str", "sum")
"""Built-in functions that a property may name."""
TYPES = ("bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")
FUTURE = "from __future__ import annotations"
"""Annotations of a property mean nothing to whoever runs it."""
OWN = "assume"
"""What the source of a property finds there without an import."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property that a function may have, as test code."""

    text: str
    """As it is written."""
    says: str
    """What it says about a function."""
    source: str
    function: str = "holds"
    """The name of its function in the source: `holds(f, *arguments)`, which asserts or returns whether it holds."""
    names: tuple[str, ...] = ()
    """Functions of the code that it takes, besides the one that it is about."""

    def check(self) -> PropertyCheck:
        """Return what a judge takes, without inputs."""
        return PropertyCheck(self.text, self.source, self.function, self.names)


PropertyLike = str | Callable[..., object] | Property


def read_property(given: PropertyLike) -> Property:
    """Return the property that is meant by a name of the library, by source, by `file.py:name` or by a function.

    >>> read_property("bounded(0, 10)").says
    'the result is from 0 to 10'
    """
    if isinstance(given, Property):
        return given
    if not isinstance(given, str):
        return of_function(given)
    if "\n" in given or given.lstrip().startswith(("def ", "import ", "from ")):
        return of_source(given)
    path, separator, name = given.rpartition(":")
    if separator and path.endswith(".py"):
        return of_file(path, name)
    return named_property(given)


def named_property(text: str) -> Property:
    """Return the property of the library that a text names, with its arguments: `sorted`, `round_trip(decode)`.

    >>> named_property("round trip: decode").names
    ('decode',)
    """
    name, arguments, keywords = _call(text)
    if name not in LIBRARY:
        raise UnknownNameError("property", name, LIBRARY)
    found = LIBRARY[name]
    given = _bound(text, found, arguments, keywords)
    lines: list[str] = []
    names: list[str] = []
    for parameter in found.parameters:
        lines += _constant(text, parameter, given.get(parameter.name), names)
    words = {one.name: _word(one, given.get(one.name)) for one in found.parameters}
    says = found.says.format(**words).removesuffix(" but ")
    source = "\n".join([*lines, *_helpers(found.source), found.source])
    return Property(text.strip(), says, source, names=tuple(names))


def of_source(source: str, name: str = "") -> Property:
    """Return the property that a source defines, as `holds` or as its only function, unless a name is given."""
    try:
        body = parse_foreign(source).body
    except UNREADABLE as error:
        raise InvalidValue(f"the property is not Python: {error}: {source[:80]!r}") from None
    defined = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    wanted = name or ("holds" if "holds" in defined else defined[0] if len(defined) == 1 else "holds")
    if wanted not in defined:
        there = ", ".join(defined) or "no function"
        raise InvalidValue(f"the property must define a function {wanted!r}, got {there}")
    node = next(node for node in reversed(body) if isinstance(node, ast.FunctionDef) and node.name == wanted)
    if not node.args.args and node.args.vararg is None:
        raise InvalidValue(f"the property {wanted!r} must take a function and its arguments, got no parameter")
    says = (ast.get_docstring(node) or "").partition("\n")[0]
    return Property(wanted, says, source, wanted)


def of_file(path: str, name: str) -> Property:
    """Return the property that is a function of a file."""
    return of_source(read_text(path, MOST_TEXT_BYTES), name)


def of_function(function: Callable[..., object]) -> Property:
    """Return the property that a Python function is, by its source; modules that it uses are imported for it."""
    name, source = function_source("property", function)
    return of_source(source, name)


def function_source(what: str, function: object) -> tuple[str, str]:
    """Return the name of a Python function and a source that defines it, with imports of the modules that it uses."""
    name = getattr(function, "__name__", "")
    if not inspect.isfunction(function) or name == "<lambda>":
        given = "a lambda" if name == "<lambda>" else repr(function)[:80]
        raise InvalidValue(f"{what}: must be a text or a function written with def, got {given}")
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise InvalidValue(f"{what}: the source of {name!r} cannot be found; give it as text") from None
    lines = []
    for used in sorted(_globals_of(source, name)):
        value = function.__globals__.get(used)
        if not isinstance(value, ModuleType):
            raise InvalidValue(f"{what}: {name!r} uses {used!r}, which is outside of it; define it inside")
        lines.append(f"import {value.__name__} as {used}" if value.__name__ != used else f"import {used}")
    return name, "\n".join([FUTURE, *lines, source])


def _globals_of(source: str, name: str) -> set[str]:
    """Return the names that a function takes from its module, built-in ones left out."""
    found: set[str] = set()
    tables = list(symtable.symtable(source, "<property>", "exec").get_children())
    while tables:
        table = tables.pop()
        tables += table.get_children()
        found |= {one.get_name() for one in table.get_symbols() if one.is_global() and one.is_referenced()}
    return {one for one in found if not hasattr(builtins, one) and one not in (OWN, name)}


def _call(text: str) -> tuple[str, Sequence[ast.expr], dict[str, ast.expr]]:
    """Return the name and the arguments of a property as it is written."""
    if len(text) > MAX_TEXT:
        raise InvalidValue(f"a property has at most {MAX_TEXT} characters, got {len(text)}")
    words = re.fullmatch(r"\s*([A-Za-z][\w -]*?)\s*(?::\s*(.+))?", text, re.DOTALL)
    if words is not None:
        name = re.sub(r"[ -]+", "_", words[1])
        text = f"{name}({words[2]})" if words[2] else name
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except UNREADABLE as error:
        raise InvalidValue(f"a property is written as name or name(arguments), got {text!r}: {error}") from None
    match node:
        case ast.Name(name):
            return name, (), {}
        case ast.Call(ast.Name(name), arguments, keywords) if all(one.arg for one in keywords):
            return name, arguments, {str(one.arg): one.value for one in keywords}
    raise InvalidValue(f"a property is written as name or name(arguments), got {text!r}")


def _bound(
    text: str, found: NamedProperty, arguments: Sequence[ast.expr], keywords: dict[str, ast.expr]
) -> dict[str, list[ast.expr]]:
    """Return what was written for each parameter; those of several names take all that are left."""
    given: dict[str, list[ast.expr]] = {name: [node] for name, node in keywords.items()}
    known = [one.name for one in found.parameters]
    left = list(arguments)
    for one in found.parameters:
        several = one.kind in (ParameterKind.NAMES, ParameterKind.TYPES)
        taken, left = (left, []) if several else (left[:1], left[1:])
        if taken and one.name in given:
            raise InvalidValue(f"property {text!r}: {one.name} is given twice")
        if taken:
            given[one.name] = taken
        if one.required and one.name not in given:
            raise InvalidValue(f"property {text!r}: {one.name} is missing; it must be {one.kind}")
    unknown = [name for name in given if name not in known]
    if left or unknown:
        takes = f"takes {', '.join(known)}" if known else "takes no argument"
        raise InvalidValue(f"property {text!r}: {found.name} {takes}")
    return given


def _constant(
    text: str, parameter: PropertyParameter, nodes: Sequence[ast.expr] | None, names: list[str]
) -> Iterator[str]:
    """Yield the lines that give a parameter its value; functions of the code are added to `names`."""
    capital = parameter.name.upper()
    if parameter.kind is ParameterKind.FUNCTION:
        yield f"{capital} = {nodes is not None}"
        if nodes is not None:
            yield from _function(text, parameter, nodes[0], names)
        return
    if nodes is None:
        yield f"{capital} = {written(parameter.default)}"
        return
    value = [_value(text, parameter, node) for node in nodes]
    match parameter.kind:
        case ParameterKind.NAMES:
            yield f"{capital} = {written(tuple(value))}"
        case ParameterKind.TYPES:
            yield f"{capital} = ({', '.join('type(None)' if one is None else str(one) for one in value)},)"
        case ParameterKind.EXPRESSION:
            yield f"def _{parameter.name}(x{', y' if parameter.name == 'right' else ''}): return ({value[0]})"
        case _:
            yield f"{capital} = {written(value[0])}"


def _function(text: str, parameter: PropertyParameter, node: ast.expr, names: list[str]) -> Iterator[str]:
    name = _value(text, parameter, node)
    if name in BUILT_IN:
        yield f"_other = {name}"
        return
    names.append(str(name))
    yield f"def _other(*given): return {name}(*given)"


def _value(text: str, parameter: PropertyParameter, node: ast.expr) -> object:
    """Return what was written for a parameter; raise `InvalidValue` where it is of another kind."""
    match parameter.kind, node:
        case ParameterKind.FUNCTION | ParameterKind.NAMES, ast.Name(name):
            return name
        case ParameterKind.TYPES, ast.Name(name) if name in TYPES:
            return name
        case ParameterKind.TYPES, ast.Constant(None):
            return None
        case ParameterKind.DIRECTION, ast.Name("up" | "down" as word) | ast.Constant("up" | "down" as word):
            return word
        case ParameterKind.FLAG, ast.Constant(bool(flag)):
            return flag
        case ParameterKind.EXPRESSION, ast.Constant(str(code)) if _is_expression(code):
            return code
        case ParameterKind.NUMBER, _ if _number(node) is not None:
            return _number(node)
    wrong = f"property {text!r}: {parameter.name} must be {parameter.kind}, got {ast.unparse(node)!r}"
    raise InvalidValue(wrong)


def _number(node: ast.expr) -> int | float | None:
    try:
        value = constant(node)
    except (MoreThanData, RecursionError, MemoryError):
        return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_expression(code: str) -> bool:
    try:
        ast.parse(code.strip(), mode="eval")
    except UNREADABLE:
        return False
    return "\n" not in code


def _word(parameter: PropertyParameter, nodes: Sequence[ast.expr] | None) -> str:
    """Return what was written for a parameter, for the sentence about the property."""
    if nodes is None:
        return "" if parameter.kind is ParameterKind.NAMES else str(parameter.default)
    constants = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return " or ".join(constants or map(ast.unparse, nodes))


def _helpers(source: str) -> list[str]:
    """Return the helpers of the library that a source uses, and those that these use."""
    functions = {node.name: node for node in ast.parse(EQUALITY).body if isinstance(node, ast.FunctionDef)}
    used: dict[str, None] = {}
    texts = [source]
    while texts:
        text = texts.pop()
        for name, node in functions.items():
            if name not in used and re.search(rf"\b{name}\(", text):
                used[name] = None
                texts.append(ast.get_source_segment(EQUALITY, node) or "")
    return [f"{ast.get_source_segment(EQUALITY, functions[name])}\n\n" for name in functions if name in used]
