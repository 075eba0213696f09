"""A prompt template: named, versioned text with fields, filled in one pass with what may be seen of a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.solutions import Message
from assay.solvers.prompts.quoting import fenced
from assay.solvers.prompts.telling import PROBLEM_FIELDS, problem_fields
from assay.solvers.visible import VisibleProblem

STRATEGY_FIELDS: Mapping[str, str] = {
    "code": "the code so far, as a code block",
    "feedback": "how the code did on the cases that may be seen: how many passed, and those that failed",
    "failures": "the cases that may be seen and failed",
    "candidates": "several candidates, each a code block with its number",
}
"""What a strategy gives to a template, beside what is known of the problem."""

MARK = re.compile(r"\{\{\{\{|\{\{([a-z_]{1,40})\}\}|\{\{")
"""A field; two pairs of braces, which stand for one; or braces that are neither."""
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Section:
    """One message of a template, with its fields unfilled."""

    role: str
    text: str
    line: int
    """Where its text begins in the file."""

    def fields(self) -> Iterator[str]:
        """Yield the names of its fields."""
        yield from (found[1] for found in MARK.finditer(self.text) if found[1])

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the text with its fields filled; a paragraph with a field that is empty is left out.

        What is filled in is not looked at again: braces in it stay as they are.

        >>> Section("user", "Do {{task}}.\\n\\nTests: {{cases}}", 1).filled({"task": "{{cases}}", "cases": ""})
        'Do {{cases}}.'
        """
        kept = []
        for paragraph in _PARAGRAPHS.split(self.text):
            if all(values[found[1]] for found in MARK.finditer(paragraph) if found[1]):
                kept.append(MARK.sub(lambda found: values[found[1]] if found[1] else "{{", paragraph))
        return "\n\n".join(kept).strip("\n")


@dataclass(frozen=True, slots=True)
class Template:
    """Messages to a model, with fields for what is known of a problem and for what a strategy has to say."""

    name: str
    signature: str
    """The name and the version, as every step of a solution keeps it: `plain@1`, or `mine@sha256-0123abcd`."""
    summary: str
    fields: tuple[str, ...]
    """What a strategy must give."""
    sections: tuple[Section, ...]

    def messages(self, problem: VisibleProblem, /, **fields: str) -> tuple[Message, ...]:
        """Return the messages about a problem; `fields` are those that the template needs, and no others.

        `code` is plain source, which is put into a code block here. The other fields stand as they are given.
        """
        if set(fields) != set(self.fields):
            needs = ", ".join(self.fields) or "no field"
            raise InvalidValue(f"prompt {self.name!r} needs {needs}, got {', '.join(sorted(fields)) or 'none'}")
        values = {**problem_fields(problem), **fields}
        if "code" in fields:
            values["code"] = fenced(fields["code"], problem.language)
        return tuple(Message(one.role, one.filled(values)) for one in self.sections)


def known_fields() -> Mapping[str, str]:
    """Return every field that a template may have, with what it is filled with."""
    return {**PROBLEM_FIELDS, **STRATEGY_FIELDS}
