"""Runs put into a store by hand, and the page that is made of them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.evaluation.documenting import document_of
from assay.evaluation.reporting import keep_report, make_report
from assay.records import (
    Candidate,
    Case,
    CaseOutcome,
    Cases,
    CaseStatus,
    Problem,
    ProblemKind,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.reports.document import Document
from assay.reports.page.writing import write
from assay.spec import Run, RunState
from assay.store.memory import MemoryStore

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    '"><svg onload=alert(3)>',
    "javascript:alert(4)",
    "<a href='javascript:alert(5)'>click</a>",
    "\u202egnp.exe\u2066",
    "\x1b[31mred\x1b]0;title\x07",
    "\ud800 lone",
    "nul \x00 byte",
    "{{ 7 * 7 }} {% raw %} <!-- data -->",
    "%{x} <b>bold</b> $\\alpha$",
    "\u2028line\u2029paragraph",
    "https://example.org/image.png",
)
REFERENCE = "def f(x):\n    return 2 * x\n"
LETTERS = {"P": Verdict.PASSED, "F": Verdict.FAILED, "C": Verdict.CRASHED, "T": Verdict.TIMED_OUT, "?": None}


def problem(number: int, *, id: str = "") -> Problem:
    """One of some problems of two kinds and three difficulties."""
    kind = (ProblemKind.FUNCTION, ProblemKind.ALGORITHM)[number % 2]
    check = Cases("f", (Case((number,), 2 * number), Case((0,), 0)))
    return Problem(id or f"p/{number}", check, prompt="Return the double.", reference=REFERENCE, kind=kind,
                   difficulty=1 + number % 3, tags=(f"tag {number % 4}",))  # fmt: skip


def trial(problem_id: str, letter: str, *, attempt: int = 0, said: str = "", code: str = "") -> Trial:
    """An attempt with the verdict that a letter says."""
    verdict = LETTERS[letter]
    passed = CaseOutcome(CaseStatus.PASSED)
    failed = CaseOutcome(CaseStatus.FAILED, actual=said or "1", expected="2", name=said)
    suspicions = (Suspicion(SuspicionKind.EARLY_EXIT, said),) if said else ()
    source = code or f"def f(x):\n    # {said or 'a comment'}\n    return x  # {letter}{attempt}\n"
    return Trial(
        problem_id,
        Candidate(source, attempt),
        verdict,
        (passed, passed if letter == "P" else failed),
        suspicions=suspicions,
        fault="" if verdict is not None else said or "a worker died",
        detail="" if letter == "P" else said,
    )


class Shelf:
    """A store with runs of one benchmark of so many problems."""

    def __init__(self, problems: int = 6, ids: Sequence[str] = ()) -> None:
        found = [problem(number, id=ids[number] if ids else "") for number in range(len(ids) or problems)]
        self.benchmark = Benchmark("mine", "1", tuple(found))
        self.store = MemoryStore()

    def add(self, run_id: str, trials: Iterable[Trial], **fields: object) -> Run:
        """Keep a run with its report."""
        facts = {"time": "3s", "mem": "1GiB", "iso": "landlock+seccomp", "py": "3.11", "assay": "0.3"}
        about = {"benchmark": "mine", "state": RunState.FINISHED, "model": run_id, "facts": facts,
                 "created": "2026-01-02T03:04:05+00:00", **fields}  # fmt: skip
        run = Run(run_id, benchmark_version="1", **about)  # type: ignore[arg-type]  # a table of fields
        self.store.add_run(run)
        self.store.add_trials(run_id, list(enumerate(trials)))
        if run.state is RunState.FINISHED:
            keep_report(self.store, make_report(run, self.store, self.benchmark))
        return self.store.get_run(run_id)

    def letters(self, run_id: str, letters: str, **fields: object) -> Run:
        """Keep a run with one attempt at each problem, a letter each."""
        ids = [one.id for one in self.benchmark]
        pairs = zip(ids, letters, strict=False)
        return self.add(run_id, [trial(name, letter) for name, letter in pairs], **fields)

    def document(self, *runs: Run) -> Document:
        """Return the document of these runs."""
        return document_of(runs, self.store, lambda run: self.benchmark, made="2026-01-02 04:00 CET")


def hostile(longest: int = 100_000) -> Document:
    """A run whose every text is an attack on whoever shows it, one of them by its length."""
    shelf = Shelf(ids=[f"{number} {text}" for number, text in enumerate(HOSTILE)])
    ids = [one.id for one in shelf.benchmark]
    trials = [
        trial(name, "F", said=text, code=f"{text}\n# {text}\nx = '{text}'")
        for name, text in zip(ids, HOSTILE, strict=True)
    ]
    trials.append(trial(ids[0], "F", attempt=1, said="x" * longest, code="# long\n" + "y = 1\n" * (longest // 6)))
    facts = {"time": "3s", "iso": HOSTILE[0], "stop": HOSTILE[2]}
    about = {"model": HOSTILE[1], "name": HOSTILE[2], "facts": facts, "source": HOSTILE[0], "notes": HOSTILE}
    return shelf.document(shelf.add("evil", trials, **about))


def page_of(document: Document) -> str:
    """Return the page as text."""
    file = io.BytesIO()
    write(document, file)
    return file.getvalue().decode("utf-8")


def saved(document: Document, folder: Path, name: str = "page.html") -> Path:
    """Return where the page was written."""
    path = folder / name
    with path.open("wb") as file:
        write(document, file)
    return path


def element(page: str, name: str) -> str:
    """Return what stands in the page under a name."""
    found = re.search(rf'<script type="[^"]+" id="{re.escape(name)}">([^<]*)</script>', page)
    assert found is not None, name
    return found[1]
