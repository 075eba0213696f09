"""`assay properties`: whether a function has properties, in words, with counterexamples and tests that replay them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.layout import Page
from assay.cli.progress import counting
from assay.cli.run import flag
from assay.errors import InvalidOption
from assay.files import decoded, read_bytes, read_stdin, writing
from assay.text import one_line

if TYPE_CHECKING:
    from assay.probes.properties.results import PropertiesResult

MAX_BYTES = 2**20
"""Of the file with the function."""


@dataclass(frozen=True, slots=True)
class PropertiesOptions:
    """What was typed."""

    path: str
    """A file, or `-`."""
    properties: Sequence[str]
    entry: str | None = None
    strategy: str | None = None
    given: Sequence[str] = ()
    examples: int = 200
    seed: int = 0
    tests: str = ""
    """Where tests for broken properties are written to; empty: nowhere."""
    fail: bool = False
    as_json: bool = False
    quiet: bool = False


def run(options: PropertiesOptions) -> int:
    """Check, print, and give the exit status: 1 when a property is broken, with `fail` also when one is not checked."""
    result = _checked(options)
    if options.as_json:
        print(json.dumps(result.to_dict(), indent=2))
    else:
        _show(result, tests=bool(options.tests))
    if options.tests:
        _write_tests(result, options.tests, options.path)
    return int(bool(result.broken) or (options.fail and not result.holds))


def _checked(options: PropertiesOptions) -> PropertiesResult:
    from assay.probes.inputs.strategies import read_strategy
    from assay.probes.properties.checking import (
        MOST_EXAMPLES,
        PropertyChecker,
        only_function,
        read_given,
        require_names,
    )
    from assay.probes.properties.reading import read_property
    from assay.probes.properties.results import PropertiesResult
    from assay.sandbox.warm import WarmPython

    if not options.properties:
        raise InvalidOption("property", "must be given at least once")
    if not 0 < options.examples <= MOST_EXAMPLES:
        raise InvalidOption("examples", f"must be from 1 to {MOST_EXAMPLES}, got {options.examples!r}")
    properties = [flag("--property", text, read_property) for text in options.properties]
    strategy = None if options.strategy is None else flag("--strategy", options.strategy, lambda text: text)
    if strategy is not None:
        flag("--strategy", strategy, read_strategy)
    code = _source(options.path)
    name = options.entry or only_function(code, [one for each in properties for one in each.names])
    require_names(code, [name, *(one for each in properties for one in each.names)])
    given = [flag("--given", text, lambda text: read_given(text, name)) for text in options.given]
    results = []
    with WarmPython() as sandbox, closing(PropertyChecker(sandbox, code, name, given)) as checker:
        checker.draw(strategy, options.seed)
        with counting("checking", "properties", whole=len(properties), quiet=options.quiet) as watch:
            for number, asked in enumerate(properties):
                watch(number)
                results.append(checker.check(asked, options.examples))
    return PropertiesResult(name, tuple(results), options.seed)


def _write_tests(result: PropertiesResult, path: str, source: str) -> None:
    """Write one test for each property that is broken; nothing where none is. `source` is the function's own file."""
    texts = []
    for number, one in enumerate(result.broken, start=1):  # each with a name of its own: they stand in one file
        test = re.sub(r"\bholds\b", f"holds_{number}", one.test())
        texts.append(f"# {one_line(one.property.text)}\n{test}")
    if texts:
        module = Path(source).stem if source != "-" else "your_module"
        head = f"from {module} import {result.entry_point}\n\n"
        with writing(path, wrong=lambda why: InvalidOption("tests", why)) as file:
            file.write(head + "\n\n".join(texts))


def _show(result: PropertiesResult, *, tests: bool) -> None:
    page = Page()
    page.line(result.headline().partition(";")[0])
    for one in result.properties:
        page.text(f"  {one.headline()}", indent="    ")
    if result.broken and not tests:
        page.line()
        page.line("next: the same with --tests FILE writes a test that fails until it holds")


def _source(path: str) -> str:
    data = read_stdin(sys.stdin.buffer, MAX_BYTES) if path == "-" else read_bytes(path, MAX_BYTES)
    return decoded(data, path, encoding="utf-8-sig")
