"""Errors tell the caller's mistakes from ours, in one helpful sentence and by exit code."""

from __future__ import annotations

import pytest

from assay import errors


def all_errors(root: type[errors.AssayError] = errors.AssayError) -> list[type[errors.AssayError]]:
    return [root, *(below for child in root.__subclasses__() for below in all_errors(child))]


OWN = [kind for kind in all_errors()[1:] if kind.__module__ == errors.__name__]
"""Those of the module itself, whatever else is imported by now."""


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.__name__)
def test_every_error_is_the_callers_or_ours_and_exits_so(kind: type[errors.AssayError]) -> None:
    is_callers, is_ours = issubclass(kind, errors.UsageError), issubclass(kind, errors.Fault)

    assert is_callers != is_ours
    assert kind.exit_code == (2 if is_callers else 3)
    assert kind.__doc__


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (errors.UnknownNameError, LookupError),
        (errors.InvalidProblem, ValueError),
        (errors.InvalidValue, ValueError),
        (errors.MissingExtra, ImportError),
    ],
)
def test_usage_errors_are_caught_as_their_built_in_kin(kind: type[errors.AssayError], builtin: type[Exception]) -> None:
    assert issubclass(kind, builtin)


def test_an_unknown_name_suggests_the_nearest_and_lists_the_known() -> None:
    error = errors.UnknownNameError("metric", "pas@k", ["ca", "pass@k"])

    assert str(error) == "No metric is named 'pas@k'. Did you mean 'pass@k'? Known: ca, pass@k."


def test_an_unknown_name_far_from_all_suggests_nothing() -> None:
    assert str(errors.UnknownNameError("metric", "xyz", ["pass@k"])) == "No metric is named 'xyz'. Known: pass@k."


def test_the_known_names_may_come_from_an_iterator() -> None:
    assert str(errors.UnknownNameError("metric", "b", iter(["a"]))) == "No metric is named 'b'. Known: a."


def test_a_missing_extra_says_how_to_get_it() -> None:
    error = errors.MissingExtra("The ray engine", "Ray", "ray")

    assert str(error) == "The ray engine needs Ray: pip install 'assay[ray]'"
