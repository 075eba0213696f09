"""One front for every part that reads code: languages as data, one parse in bytes, single walks."""

from __future__ import annotations

from assay.languages.base import Definition, DocStyle, Flow, Language
from assay.languages.detection import detect_language
from assay.languages.known import LANGUAGES, UNKNOWN, language, language_of_path
from assay.languages.parsing import BUDGET, Budget, Parsed, TooLarge, grammar, grammar_version, kind_ids, parse
from assay.languages.walking import (
    Defined,
    Mark,
    Role,
    Token,
    comments,
    definitions,
    docstring,
    is_test,
    role_table,
    roles,
    select,
    tokens,
    walk,
)

__all__ = [
    "BUDGET",
    "LANGUAGES",
    "UNKNOWN",
    "Budget",
    "Defined",
    "Definition",
    "DocStyle",
    "Flow",
    "Language",
    "Mark",
    "Parsed",
    "Role",
    "Token",
    "TooLarge",
    "comments",
    "definitions",
    "detect_language",
    "docstring",
    "grammar",
    "grammar_version",
    "is_test",
    "kind_ids",
    "language",
    "language_of_path",
    "parse",
    "role_table",
    "roles",
    "select",
    "tokens",
    "walk",
]
