"""Which codec carries values between candidate and judge: cost of exact types, for three layouts.

Each side pays for exactness: the sender must refuse subclasses (whose methods are the candidate's own) and mark
what the layout lacks, the receiver must end up with exactly the types that were sent. Run in the environment of the
peers, which has cbor2 and msgspec; neither is a dependency of the product.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.bench import Options, Outcome, table
from benchmarks.layouts import LAYOUTS

Value = Any  # Any: whatever a candidate may return
Encode = Callable[[Value], bytes]
Decode = Callable[[bytes], Value]

SOURCE = data.REPOSITORY / "src"
WIRE = SOURCE / "assay" / "sandbox" / "guest" / "wire" / "__init__.py"
REPEATS, QUICK_REPEATS = 7, 1
REPEAT_SECONDS = 0.1


def run(options: Options) -> Outcome:
    """Measure in the peers' environment and lay out the figures."""
    title = "Wire codec"
    reason = data.missing(data.HUMANEVAL_PLUS, WIRE)
    if reason:
        return Outcome(title, skipped=reason)
    from benchmarks import peers

    repeats = QUICK_REPEATS if options.quick else REPEATS
    found = subprocess.run(
        [peers.python(), "-m", "benchmarks.codec", str(repeats)],
        cwd=data.REPOSITORY,
        env={**os.environ, "PYTHONPATH": f"{SOURCE}:{data.REPOSITORY}", "PYTHONHASHSEED": "0"},
        check=True,
        stdout=subprocess.PIPE,
    )
    figures = json.loads(found.stdout)
    return Outcome(title, _text(figures), figures)


def _text(figures: dict[str, Any]) -> str:  # Any: JSON
    speed = [
        [group, layout, *[f"{cost[key]:.2f}" for key in ("encode", "decode", "compare")], f"{cost['bytes']:.0f}"]
        for group, costs in figures["microseconds"].items()
        for layout, cost in costs.items()
    ]
    imports = [
        [name, str(cost["rss_kib"]), str(cost["empty_child_faults"]), str(cost["encoding_child_faults"])]
        for name, cost in figures["imports"].items()
    ]
    head = ["values", "layout", "encode", "decode", "or compare", "bytes"]
    return "\n\n".join(
        (
            "CPU microseconds per value: encode is the candidate's side, decode the trusted side; 'or compare' is the\n"
            "trusted side when the bytes of the expected value, encoded once, already equal those received.",
            table(head, speed),
            "What loading it costs the process that forks: KiB resident, and page faults of an empty child and of one\n"
            "that encodes a small value.",
            table(["loaded", "RSS KiB", "empty child", "encoding child"], imports),
        )
    )


def main(repeats: int) -> None:
    """Print all figures as JSON."""
    codecs = {name: make() for name, make in LAYOUTS.items()}
    for name, (encode, _) in codecs.items():
        check_refusals(name, encode)
    microseconds = {
        group: {name: costs(encode, decode, values, repeats=repeats) for name, (encode, decode) in codecs.items()}
        for group, values in groups().items()
    }
    imports = {name: import_cost(name) for name in ("nothing", *LAYOUTS)}
    json.dump({"microseconds": microseconds, "imports": imports}, sys.stdout)


class _Integer(int):
    """Equal to what it likes, if the receiver took it for a number."""


class _List(list[object]):
    """The same for a list."""


def check_refusals(name: str, encode: Encode) -> None:
    """A layout that lets a subclass through is not measured."""
    for lie in (_Integer(3), [_Integer(3)], {"a": (1, _List([2]))}, _List()):
        try:
            encode(lie)
        except TypeError:
            continue
        raise AssertionError(f"{name} encodes {type(lie).__name__} {lie!r}")


def groups() -> dict[str, list[Value]]:
    """Realistic values: what the references of HumanEval+ return, and three large ones."""
    nested = {
        f"key {i}": {"id": i, "tags": ["a", "b"], "where": {"x": i / 7, "y": None, "ok": True}} for i in range(200)
    }
    return {
        "HumanEval+ outputs": reference_outputs(),
        "list of 10,000 ints": [list(range(10_000))],
        "list of 2,000 tuples": [[(i, f"name {i}", i / 3) for i in range(2_000)]],
        "200 nested dicts": [nested],
    }


def reference_outputs() -> list[Value]:
    outputs = []
    for row in data.rows(data.HUMANEVAL_PLUS):
        namespace: dict[str, Any] = {}  # Any: what the reference defines
        exec(data.reference(row), namespace)
        outputs += [namespace[row["entry_point"]](*copy.deepcopy(arguments)) for arguments in row["base_input"]]
    return outputs


def costs(encode: Encode, decode: Decode, values: Sequence[Value], *, repeats: int) -> dict[str, float]:
    """Microseconds per value, after a check that values come back equal and of the same types."""
    encoded = [encode(value) for value in values]
    for value, text in zip(values, encoded, strict=True):
        assert repr(decode(text)) == repr(value), (value, decode(text))
    pairs = [(text, bytes(bytearray(text))) for text in encoded]
    return {
        "encode": _best(lambda: [encode(value) for value in values], len(values), repeats),
        "decode": _best(lambda: [decode(text) for text in encoded], len(values), repeats),
        "compare": _best(lambda: [left == right for left, right in pairs], len(values), repeats),
        "bytes": sum(map(len, encoded)) / len(encoded),
    }


def _best(work: Callable[[], object], count: int, repeats: int) -> float:
    """The least CPU time of several repeats, each of at least `REPEAT_SECONDS`, in microseconds per value."""
    return min(_once(work) for _ in range(repeats)) / count * 1e6


def _once(work: Callable[[], object]) -> float:
    started = time.process_time()
    loops = 0
    while (passed := time.process_time() - started) < REPEAT_SECONDS:
        work()
        loops += 1
    return passed / loops


def import_cost(layout: str) -> dict[str, int]:
    """Resident memory and page faults of forked children, in a fresh interpreter that loaded the layout."""
    command = [sys.executable, str(Path(__file__).with_name("codec_faults.py")), layout]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)  # compiles what it imports
        found = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE)
    result: dict[str, int] = json.loads(found.stdout)
    return result


if __name__ == "__main__":
    main(int(sys.argv[1]))
