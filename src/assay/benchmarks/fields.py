"""The fields of one table of a problem file, each checked when it is asked for, with errors that say where."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.benchmarks.rows import shortened
from assay.errors import InvalidProblem

_MISSING = object()


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where a table stands: a file, and a line or the text in which to look for one."""

    file: str
    line: int | None = None
    text: str = ""
    start: int = 0
    """In a text: where the table begins."""
    label: str = ""
    """Such as `cases[2]`."""

    def of(self, key: str) -> str:
        """The place of one key of the table, with its line where it can be found."""
        line = self.line
        if self.text:
            match = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", re.MULTILINE).search(
                self.text, self.start
            )
            line = self.text.count("\n", 0, match.start() if match else self.start) + 1
        at = self.file if line is None else f"{self.file}, line {line}"
        return f"{at}, {self.label}" if self.label else at

    def within(self, key: str, number: int) -> FilePlace:
        """The place of one table in a list of tables."""
        label = f"{key}[{number}]"
        headers = [
            match.start() for match in re.finditer(rf"^[ \t]*\[\[[ \t]*{key}[ \t]*\]\]", self.text, re.MULTILINE)
        ]
        start = headers[number] if number < len(headers) else self.start
        return FilePlace(self.file, self.line, self.text, start, label)


class Fields:
    """A table whose keys are known; any other is an error that names the nearest.

    >>> Fields({"promt": ""}, FilePlace("problem.toml"), ("prompt",))
    Traceback (most recent call last):
    assay.errors.InvalidProblem: problem.toml: unknown key 'promt' with value ''. Did you mean 'prompt'? Known: prompt.
    """

    def __init__(self, table: Mapping[str, Any], place: FilePlace, keys: Sequence[str]) -> None:  # Any: TOML or JSON
        self.data = table
        self.place = place
        for key, value in table.items():
            if key not in keys:
                close = difflib.get_close_matches(key, keys, n=1)
                hint = f" Did you mean {close[0]!r}?" if close else ""
                what = f"unknown key {key!r} with value {shortened(value)}"
                raise InvalidProblem(f"{place.of(key)}: {what}.{hint} Known: {', '.join(keys)}.")

    @property
    def where(self) -> str:
        return self.place.of("") if not self.place.text or self.place.label else self.place.file

    def has(self, key: str) -> bool:
        return key in self.data

    def wrong(self, key: str, wanted: str) -> InvalidProblem:
        """The error that says what a field must be and what it is."""
        if key not in self.data:
            return InvalidProblem(f"{self.where}: {key} is missing; it must be {wanted}")
        return InvalidProblem(f"{self.place.of(key)}: {key} must be {wanted}, got {shortened(self.data[key])}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, "text")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, "a list of texts")
        return value

    def one_of(self, key: str, allowed: Sequence[str], default: str) -> str:
        """One of a closed set of words."""
        value = self.text(key, default)
        names = [str(word) for word in allowed]
        if value not in names:
            close = difflib.get_close_matches(value, names, n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise self.wrong(key, f"one of {', '.join(names)}{hint}")
        return value

    def number_of(self, key: str, allowed: Sequence[int]) -> int | None:
        value = self.data.get(key)
        if value is None and key not in self.data:
            return None
        if type(value) is not int or value not in allowed:
            raise self.wrong(key, f"one of {', '.join(map(str, allowed))}")
        return value

    def whole(self, key: str, least: int, most: int, default: int) -> int:
        """Return a whole number within bounds."""
        value = self.data.get(key, default)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}")
        return value

    def switch(self, key: str) -> bool:
        """Return true or false; false where the key is not there."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def tolerance(self, key: str, default: float) -> float:
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise self.wrong(key, "a number that is not negative")
        return float(value)

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table")
        return value

    def tables(self, key: str, keys: Sequence[str]) -> list[Fields]:
        """The tables in a list of tables."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, "a list of tables")
        return [Fields(item, self.place.within(key, number), keys) for number, item in enumerate(value)]

    def python(self, key: str, *, defines: str = "") -> str:
        """Python source that compiles and, if asked for, defines a function."""
        source = self.text(key)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                code = compile(source, f"<{key}>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise InvalidProblem(f"{self.place.of(key)}: {key} is not Python: {error}") from None
        if defines and defines not in code.co_names:
            raise InvalidProblem(
                f"{self.place.of(key)}: {key} must define a function {defines!r}, got {shortened(source)}"
            )
        return source
