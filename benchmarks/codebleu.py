"""CodeBLEU: pairs per CPU second against the published package, growth with length and depth, and two processes.

The package is installed without its dependencies into an environment of its own, since its own pins resolve to a
combination in which no language works. Both contenders keep running and take the sets in turn, so that a busy
neighbour slows both; the best lap of each counts.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import BenchError

ENVIRONMENT = data.REPOSITORY / ".bench" / "venv-codebleu"
REQUIREMENTS = (
    "codebleu==0.7.0",
    "tree-sitter==0.25.2",
    "tree-sitter-java==0.23.5",
    "tree-sitter-python==0.25.0",
)
JAVA = data.DATA / "humaneval-x" / "humaneval_java.jsonl.gz"
ROUNDS, QUICK_ROUNDS = 7, 1
PROFILES = ("strict", "compat")
WANTED = {"python functions": 3.0, "java functions": 3.0, "python files": 5.0}
LANGUAGE = {"python functions": "python", "java functions": "java", "python files": "python"}
Pairs = list[tuple[str, str]]


def run(options: Options) -> Outcome:
    title = "CodeBLEU"
    reason = data.missing(JAVA)
    if reason:
        return Outcome(title, skipped=reason)
    sets = make_sets(quick=options.quick)
    laps = _laps(sets, QUICK_ROUNDS if options.quick else ROUNDS)
    figures: dict[str, Any] = {  # Any: JSON
        "pairs_per_cpu_second": {
            name: {who: len(pairs) / min(laps[who][name]) for who in laps} for name, pairs in sets.items()
        },
        "growth": growth(quick=options.quick),
        "processes": two_processes(sets["python functions"], quick=options.quick),
    }
    return Outcome(title, _text(figures, sets), figures)


def make_sets(*, quick: bool) -> dict[str, Pairs]:
    """Short Python functions and long files of the standard library, and the Java solutions of HumanEval-X."""
    functions, files = [], []
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        text = path.read_text("utf-8", "replace")
        if 300 <= text.count("\n") <= 800:
            files.append(text)
        functions += list(_functions(text))
    functions = functions[:: max(1, len(functions) // 328)]
    java = [row["declaration"] + row["canonical_solution"] for row in data.rows(JAVA)]
    share = 8 if quick else 1
    return {
        "python functions": _paired(functions, 164 // share),
        "java functions": _paired([*java, *java[1:], java[0]], 164 // share),
        "python files": _paired(files, 20 // share),
    }


def _functions(text: str) -> Iterable[str]:
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno and 10 <= node.end_lineno - node.lineno < 40:
            yield "\n".join(line[node.col_offset :] for line in lines[node.lineno - 1 : node.end_lineno])


def _paired(texts: Sequence[str], most: int) -> Pairs:
    half = min(most, len(texts) // 2)
    return list(zip(texts[:half], texts[half : 2 * half], strict=True))


# ---- against the package ---------------------------------------------------------------------------------------------


def peer_python() -> Path:
    """The interpreter of the package's environment, which is made first where it is not there."""
    interpreter, mark = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "installed.txt"
    wanted = "\n".join((sys.version, *REQUIREMENTS))
    if not mark.is_file() or mark.read_text() != wanted:
        ENVIRONMENT.parent.mkdir(exist_ok=True)
        (ENVIRONMENT.parent / ".gitignore").write_text("*\n")
        print(f"Setting up {ENVIRONMENT} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        options = ["--quiet", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--no-deps"]
        subprocess.run([interpreter, "-m", "pip", "install", *options, *REQUIREMENTS], check=True)
        mark.write_text(wanted)
    return interpreter


class Contender:
    """A process that scores a set on demand and says what CPU time that took."""

    def __init__(self, who: str, python: Path | str, sets: dict[str, Pairs]) -> None:
        self.who = who
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.codebleu", who],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=data.REPOSITORY,
            env={**os.environ, "PYTHONPATH": str(data.REPOSITORY), "PYTHONHASHSEED": "0"},
            text=True,
        )
        self._ask(sets)

    def lap(self, name: str) -> float:
        """CPU seconds of one set."""
        return float(self._ask(name))

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, question: object) -> Any:  # Any: JSON
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise BenchError(f"{self.who} ended instead of answering")
        return json.loads(line)


def _laps(sets: dict[str, Pairs], rounds: int) -> dict[str, dict[str, list[float]]]:
    contenders = [Contender(profile, sys.executable, sets) for profile in PROFILES]
    contenders.append(Contender("codebleu", peer_python(), sets))
    try:
        laps: dict[str, dict[str, list[float]]] = {one.who: {name: [] for name in sets} for one in contenders}
        for _ in range(rounds):
            for name in sets:
                for one in contenders:
                    laps[one.who][name].append(one.lap(name))
        return laps
    finally:
        for one in contenders:
            one.close()


def serve(who: str) -> None:
    """The process of a contender: sets first, then the name of a set for each lap."""
    score = _peer() if who == "codebleu" else _ours(who)
    sets: dict[str, Pairs] = {}
    for line in sys.stdin:
        question = json.loads(line)
        if isinstance(question, dict):
            sets = question
            print("0", flush=True)
            continue
        started = time.process_time()
        value = score(sets[question], LANGUAGE[question])
        spent = time.process_time() - started
        if not 0 <= value <= 1:
            raise BenchError(f"{who} scores {question} {value}")
        print(spent, flush=True)


def _peer() -> Callable[[Pairs, str], float]:
    import importlib

    calc_codebleu = importlib.import_module("codebleu").calc_codebleu

    def score(pairs: Pairs, language: str) -> float:
        references, predictions = [pair[1] for pair in pairs], [pair[0] for pair in pairs]
        return float(calc_codebleu(references, predictions, lang=language)["codebleu"])

    return score


def _ours(profile: str) -> Callable[[Pairs, str], float]:
    from assay.metrics.codebleu import CodeBleu

    def score(pairs: Pairs, language: str) -> float:
        scorer = CodeBleu(language, profile=profile)  # a new one each lap: nothing is known from the lap before
        return scorer.corpus(scorer.samples((pair[0], pair[1]) for pair in pairs)).codebleu or 0.0

    return score


# ---- growth and processes --------------------------------------------------------------------------------------------


def growth(*, quick: bool) -> dict[str, dict[str, float]]:
    """Microseconds per line of `strict`, for texts of 1, 2, 4 and 8 times the length and depth."""
    body = "def f{0}(a, b):\n    for x in a:\n        if x > b:\n            b = g(x, {0})\n    return b\n"
    lengths = {f"{5 * size} lines": "".join(body.format(n) for n in range(size)) for size in (50, 100, 200, 400)}
    depths = {
        f"depth {size}": "\n".join(f"{' ' * level}for i{level} in x:" for level in range(size))
        + f"\n{' ' * size}y = i0"
        for size in (20, 40, 80)
    }
    depths |= {f"{size} terms": "x = " + " + ".join(["a"] * size) for size in (200, 400, 800, 1600)}
    return {profile: _growth(profile, {**lengths, **depths}, quick=quick) for profile in PROFILES}


def _growth(profile: str, texts: dict[str, str], *, quick: bool) -> dict[str, float]:
    from assay.metrics.codebleu import CodeBleu

    found = {}
    for name, text in texts.items():
        best = float("inf")
        for _ in range(1 if quick else 3):
            scorer = CodeBleu("python", profile=profile)
            started = time.process_time()
            scorer.sample(text, text)
            best = min(best, time.process_time() - started)
        size = text.count("+") or text.count("\n")
        found[name] = 1e6 * best / size
    return found


def two_processes(pairs: Pairs, *, quick: bool) -> dict[str, float]:
    """What a second process brings: by wall time, and by CPU time, which a busy neighbour disturbs less."""
    laps = 2 if quick else 8
    alone, together = _at_once([pairs], laps), _at_once([pairs, pairs], laps)
    return {
        "one": laps * len(pairs) / alone[0],
        "two": 2 * laps * len(pairs) / together[0],
        "wall_ratio": 2 * alone[0] / together[0],
        "cpu_ratio": 2 * alone[1] / (together[1] / 2),
    }


def _at_once(shares: Sequence[Pairs], laps: int) -> tuple[float, float]:
    """Wall seconds until all workers have done their laps, and the CPU seconds of all of them."""
    from concurrent.futures import ThreadPoolExecutor

    workers = [Contender("strict", sys.executable, {"python functions": share}) for share in shares]

    def work(worker: Contender) -> float:
        return sum(worker.lap("python functions") for _ in range(laps))

    for worker in workers:
        worker.lap("python functions")  # warm
    with ThreadPoolExecutor(len(workers)) as pool:
        started = time.perf_counter()
        spent = sum(pool.map(work, workers))
        wall = time.perf_counter() - started
    for worker in workers:
        worker.close()
    return wall, spent


def _text(figures: dict[str, Any], sets: dict[str, Pairs]) -> str:  # Any: JSON
    rates = figures["pairs_per_cpu_second"]
    body = [
        [
            name,
            str(len(sets[name])),
            f"{rate['codebleu']:.1f}",
            *[f"{rate[profile]:.1f}" for profile in PROFILES],
            *[f"{rate[profile] / rate['codebleu']:.1f} ×" for profile in PROFILES],
            f"{WANTED[name]:.0f} ×",
        ]
        for name, rate in rates.items()
    ]
    head = ["pairs per CPU second", "pairs", "codebleu 0.7.0", "strict", "compat", "strict", "compat", "wanted"]
    grown = [
        [name, *[f"{figures['growth'][who][name]:.1f}" for who in PROFILES]] for name in figures["growth"]["strict"]
    ]
    both = figures["processes"]
    return "\n\n".join(
        (
            table(head, body),
            "Microseconds per line (per term for sums), a text against itself. `strict` stays level; the flow of\n"
            "nested loops doubles with each level in `compat`, as in the package, until its budget ends it.",
            table(["text", *PROFILES], grown),
            f"Two processes score {both['two']:.0f} short pairs a second of wall time, one {both['one']:.0f}: "
            f"{both['wall_ratio']:.2f} × (less on a busy machine); by CPU time {both['cpu_ratio']:.2f} ×.",
        )
    )


if __name__ == "__main__":
    serve(sys.argv[1])
