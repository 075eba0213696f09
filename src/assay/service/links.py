"""Addresses of the pages of runs and trials, for ids that may hold any text."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from fastapi import Request

from assay.hashing import content_digest

_DOTS = (".", "..")
"""What browsers take out of a path, also where it is encoded."""
_KEY_DIGITS = 16


def run_address(run_id: str) -> str:
    """Return where the page of a run is.

    >>> run_address("4f2a")
    '/runs/4f2a'
    """
    return f"/runs/{_part(run_id)}"


def trial_address(run_id: str, problem: str, attempt: int) -> str:
    """Return where the page of a trial is: by a path, or by a digest where a path cannot carry the problem's id.

    >>> trial_address("4f2a", "HumanEval/41", 0), trial_address("4f2a", "..", 1)
    ('/runs/4f2a/trials/HumanEval%2F41/0', '/runs/4f2a/trial?problem=5ec1f7e700f37c3d&attempt=1')
    """
    if problem.isprintable() and problem not in ("", *_DOTS):
        return f"{run_address(run_id)}/trials/{_part(problem)}/{attempt}"
    return f"{run_address(run_id)}/trial?problem={problem_key(problem)}&attempt={attempt}"


def problem_key(problem: str) -> str:
    """Return what stands for the id of a problem in an address that cannot carry it."""
    return content_digest(problem).hex()[:_KEY_DIGITS]


def observation_address(observation_id: str) -> str:
    """Return where an observation is shown: by a query, which carries any id.

    >>> observation_address("a/1")
    '/observation?id=a%2F1'
    """
    return f"/observation?{urlencode({'id': observation_id}, errors='surrogatepass')}"


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


def _part(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")
