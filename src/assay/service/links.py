"""Addresses of the pages of runs and trials, for ids that may hold any text."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlencode

from fastapi import Request

_DOTS = (".", "..")
"""What browsers take out of a path, also where it is encoded."""
_MOST_FIELDS = 50


def run_address(run_id: str) -> str:
    """Return where the page of a run is.

    >>> run_address("4f2a")
    '/runs/4f2a'
    """
    return f"/runs/{_part(run_id)}"


def trial_address(run_id: str, problem: str, attempt: int) -> str:
    """Return where the page of a trial is: by a path, or by a query where a path cannot carry the problem's id.

    >>> trial_address("4f2a", "HumanEval/41", 0), trial_address("4f2a", "..", 1)
    ('/runs/4f2a/trials/HumanEval%2F41/0', '/runs/4f2a/trial?problem=..&attempt=1')
    """
    if problem.isprintable() and problem not in ("", *_DOTS):
        return f"{run_address(run_id)}/trials/{_part(problem)}/{attempt}"
    asked = urlencode({"problem": problem, "attempt": attempt}, errors="surrogatepass")
    return f"{run_address(run_id)}/trial?{asked}"


def observation_address(observation_id: str) -> str:
    """Return where the page of an observation is.

    >>> observation_address("a/1")
    '/observations/a%2F1'
    """
    return f"/observations/{_part(observation_id)}"


def compare_address(first: str, second: str) -> str:
    """Return where two runs are compared; the first is the baseline.

    >>> compare_address("9c1e", "4f2a")
    '/compare?a=9c1e&b=4f2a'
    """
    return f"/compare?{urlencode({'a': first, 'b': second}, errors='surrogatepass')}"


def asked_with(request: Request, **changes: str | None) -> str:
    """Return the query of a request with some fields changed, or left out where they are `None`."""
    fields = {name: value for name, value in request.query_params.items() if name not in changes and value}
    fields |= {name: value for name, value in changes.items() if value is not None}
    return f"?{urlencode(fields, errors='surrogatepass')}"


def exact_query(request: Request) -> dict[str, str]:
    """Return the fields of a query, halves of characters kept as they were sent; nothing where it cannot be read."""
    raw = request.scope.get("query_string", b"").decode("latin-1")
    try:
        found = parse_qs(raw, keep_blank_values=True, errors="surrogatepass", max_num_fields=_MOST_FIELDS)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in found.items()}


def _part(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")
