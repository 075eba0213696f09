"""Pairs judged side by side: some threads, each with a sandbox of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assay.ca.comparing import Agreement
from assay.ca.evaluating import Pair, PairResult, Terms, UnreadableGroundTruth, judge_pair
from assay.ca.excerpts import KEPT
from assay.errors import Fault, UsageError
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain

_TRIES = 2
_JOIN_SECONDS = 5.0
MakeRunner = Callable[[], Runner]


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one pair: a result, or why it has none."""

    pair: Pair
    result: PairResult | None
    apart: Agreement = Agreement.FAULT
    """The class of a pair without a result."""
    reason: str = ""


def judge_all(pairs: Sequence[Pair], terms: Terms, *, workers: int, make_runner: MakeRunner) -> Iterator[Answer]:
    """The pairs' answers in the order in which they come; an error of the caller's ends it all."""
    todo: queue.SimpleQueue[Pair] = queue.SimpleQueue()
    for pair in pairs:
        todo.put(pair)
    done: queue.SimpleQueue[Answer | BaseException] = queue.SimpleQueue()
    stop = threading.Event()
    threads = [
        threading.Thread(target=_work, args=(todo, done, stop, terms, make_runner), daemon=True)
        for _ in range(min(workers, len(pairs)))
    ]
    for thread in threads:
        thread.start()
    try:
        for _ in pairs:
            answer = done.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        stop.set()
        for thread in threads:
            thread.join(_JOIN_SECONDS)


def _work(
    todo: queue.SimpleQueue[Pair],
    done: queue.SimpleQueue[Answer | BaseException],
    stop: threading.Event,
    terms: Terms,
    make_runner: MakeRunner,
) -> None:
    try:
        with make_runner() as runner:
            while not stop.is_set():
                try:
                    pair = todo.get_nowait()
                except queue.Empty:
                    return
                done.put(_judge(runner, pair, terms))
    except BaseException as error:  # the thread that waits raises it
        done.put(error)


def _judge(runner: Runner, pair: Pair, terms: Terms) -> Answer:
    """A fault is tried again on fresh processes, then kept as what it is; it never keeps other pairs from an answer."""
    fault = ""
    for _ in range(_TRIES):
        try:
            return Answer(pair, judge_pair(runner, pair, terms))
        except UnreadableGroundTruth as error:
            return Answer(pair, None, Agreement.GROUNDTRUTH_FAILED, str(error))
        except MissingToolchain as error:  # it has gone since the beginning
            return Answer(pair, None, Agreement.NO_TOOLCHAIN, str(error))
        except UsageError:
            raise
        except Exception as error:
            fault = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
            runner.sandbox.restart()
    return Answer(pair, None, reason=fault[:KEPT])
