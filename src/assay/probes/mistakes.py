"""Functions with the mistakes that people make: a reference that sees its arguments, or gives its answer, a bit wrong.

A mutant changes how the reference works; most wrong solutions of a problem work in another way and get a kind of input
wrong: they take no notice of case, or of repeated items, or return something else for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.probes.inputs.base import Input

ARGUMENT_MISTAKES: dict[type, tuple[str, ...]] = {
    str: (
        "x.lower()",
        "x.upper()",
        "x.strip()",
        "x.replace(' ', '')",
        "' '.join(x.split())",
        "''.join(c for c in x if c.isalpha())",
        "''.join(c for c in x if c.isalnum())",
        "''.join(dict.fromkeys(x))",
        "x[::-1]",
        "x[:-1]",
        "x[1:]",
        "x[:12]",
        "x.split(' ')[0]",
        "x.lstrip('0')",
        "''.join(c for c in x if c.isascii() and c.isprintable())",
    ),
    list: (
        "sorted(x)",
        "list(dict.fromkeys(x))",
        "x[::-1]",
        "x[:-1]",
        "x[1:]",
        "x[:8]",
        "[i for i in x if i]",
        "[i for i in x if not i < 0]",
        "[abs(i) for i in x]",
        "[int(i) for i in x]",
        "[i for i in x if i == int(i)]",
        "[i.lower() for i in x]",
        "[i.strip() for i in x]",
        "x + x[:1]",
    ),
    int: (
        "abs(x)",
        "max(x, 0)",
        "max(x, 1)",
        "max(x, 2)",
        "min(x, 99)",
        "min(x, 999)",
        "x % 10",
        "x % 100",
        "float(x)",
    ),
    float: ("abs(x)", "int(x)", "round(x)", "round(x, 1)", "max(x, 0.0)", "min(x, 100.0)"),
    tuple: ("tuple(sorted(x))", "x[::-1]", "tuple(dict.fromkeys(x))"),
    dict: ("dict(sorted(x.items()))", "dict(list(x.items())[:1])", "{k: v for k, v in x.items() if v}"),
}
"""Type of an argument → what is used instead of it."""
ANSWER_MISTAKES = (
    "sorted(y)",
    "list(dict.fromkeys(y))",
    "y[::-1]",
    "[i for i in y if i]",
    "y.lower()",
    "y.strip()",
    "abs(y)",
    "max(y, 0)",
    "int(y)",
    "round(y)",
    "round(y, 1)",
    "round(y, 2)",
    "bool(y)",
    "y or None",
    "min(y, 10**6)",
)
"""What is returned instead of the answer."""
FOR_NOTHING = ("None", "0", "-1", "''", "[]", "False", "True", "x")
"""What is returned for an argument that is empty or zero."""
FOR_MUCH = ("None", "0", "False", "True", "[]", "''")
"""What is returned for an argument that is larger than all that were given."""
WRAPPER = """

def __made(original):
    def {name}(*arguments, **keywords):
{body}
    return {name}


{name} = __made({name})
"""


def with_mistakes(reference: str, name: str, given: Sequence[Input]) -> list[str]:
    """Return the source of a function many times, each time with a mistake that the types of its arguments allow.

    >>> sources = with_mistakes("def f(x): return x", "f", [Input(("Ab",))])
    >>> names = {}
    >>> exec(sources[0], names)
    >>> names["f"]("Ab")
    'ab'
    """
    bodies = [*_of_arguments(given), *map(_of_answer, ANSWER_MISTAKES)]
    return [reference + WRAPPER.format(name=name, body=body) for body in bodies]


def _of_arguments(given: Sequence[Input]) -> Iterator[str]:
    most = max((len(one.arguments) for one in given), default=0)
    for place in range(most):
        values = [one.arguments[place] for one in given if place < len(one.arguments)]
        for kind in dict.fromkeys(map(type, values)):
            for text in ARGUMENT_MISTAKES.get(kind, ()):
                yield _changed(place, text)
        for text in FOR_NOTHING:
            yield _returned(place, "not x", text)
        for limit in _largest(values):
            for text in FOR_MUCH:
                yield _returned(place, limit, text)


def _largest(values: Sequence[object]) -> Iterator[str]:
    """Yield what is true for an argument that is larger than all of these."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if numbers and len(numbers) == len(values):
        yield f"x > {max(max(numbers), 1)!r}"
        yield "x < 0"
    sizes = [len(value) for value in values if isinstance(value, str | list | dict)]
    if sizes and len(sizes) == len(values):
        yield f"len(x) > {max(sizes)}"


def _changed(place: int, text: str) -> str:
    return f"""        arguments = list(arguments)
        x = arguments[{place}] if len(arguments) > {place} else None
        try:
            arguments[{place}] = {text}
        except Exception:
            pass
        return original(*arguments, **keywords)"""


def _returned(place: int, condition: str, text: str) -> str:
    return f"""        x = arguments[{place}] if len(arguments) > {place} else None
        if {condition}:
            return {text}
        return original(*arguments, **keywords)"""


def _of_answer(text: str) -> str:
    return f"""        y = original(*arguments, **keywords)
        try:
            return {text}
        except Exception:
            return y"""
