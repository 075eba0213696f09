"""Every known format of candidates is told by its content, plain or packed, and read to the same candidates."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Format, read_candidates
from assay.extraction import How
from assay.records import Case, Cases, Problem
from assay.spec import Subset

PROMPT = 'def one():\n    """One."""\n'
BODY = "    return 1\n"
WHOLE = "def one():\n    return 1\n"
OTHER = "def two():\n    return 2\n"


def benchmark() -> Benchmark:
    return Benchmark(
        "humaneval",
        "1",
        (
            Problem("HumanEval/0", Cases("one", (Case((), 1),)), prompt=PROMPT),
            Problem("HumanEval/1", Cases("two", (Case((), 2),)), prompt="def two():\n"),
        ),
        prefix="HumanEval/",
    )


def lines(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


FILES = {
    "humaneval": (
        lines({"task_id": "HumanEval/0", "completion": BODY}, {"task_id": "HumanEval/1", "completion": "    return 2"}),
        Format.HUMANEVAL,
        [("HumanEval/0", PROMPT + BODY, 0), ("HumanEval/1", "def two():\n    return 2", 0)],
    ),
    "humaneval, several attempts and blank lines": (
        "\n"
        + lines({"task_id": "HumanEval/0", "completion": BODY})
        + "\n\n"
        + lines({"task_id": 0, "completion": BODY}),
        Format.HUMANEVAL,
        [("HumanEval/0", PROMPT + BODY, 0), ("HumanEval/0", PROMPT + BODY, 1)],
    ),
    "humaneval-x": (
        lines({"task_id": "HumanEval/0", "prompt": PROMPT, "generation": BODY}),
        Format.HUMANEVAL_X,
        [("HumanEval/0", PROMPT + BODY, 0)],
    ),
    "multipl-e": (
        json.dumps({"name": "HumanEval/0", "language": "py", "completions": [BODY, BODY], "results": []}),
        Format.MULTIPL_E,
        [("HumanEval/0", PROMPT + BODY, 0), ("HumanEval/0", PROMPT + BODY, 1)],
    ),
    "multipl-e, results alone": (
        json.dumps({"name": "HumanEval/0", "tests": "check()\n", "results": [{"program": f"{WHOLE}check()\n"}]}),
        Format.MULTIPL_E,
        [("HumanEval/0", WHOLE, 0)],
    ),
    "evalplus": (
        lines({"task_id": "HumanEval/0", "solution": WHOLE}, {"task_id": "HumanEval/1", "completion": "    return 2"}),
        Format.EVALPLUS,
        [("HumanEval/0", WHOLE, 0), ("HumanEval/1", "def two():\n    return 2", 0)],
    ),
    "evalplus, a solution wins over a completion": (
        lines({"task_id": "HumanEval/0", "solution": WHOLE, "completion": "nonsense"}),
        Format.EVALPLUS,
        [("HumanEval/0", WHOLE, 0)],
    ),
    "own": (
        lines(
            {"problem": "HumanEval/0", "source": WHOLE, "attempt": 3, "model": "m-1"}, {"task_id": "1", "code": OTHER}
        ),
        Format.OWN,
        [("HumanEval/0", WHOLE, 3), ("HumanEval/1", OTHER, 0)],
    ),
    "own, a chat answer": (
        lines({"problem": "HumanEval/0", "response": f"Sure:\n```python\n{WHOLE}```"}),
        Format.OWN,
        [("HumanEval/0", WHOLE, 0)],
    ),
    "own, a list": (
        json.dumps([{"problem": "HumanEval/0", "source": WHOLE}], indent=1),
        Format.OWN,
        [("HumanEval/0", WHOLE, 0)],
    ),
    "own, one object on several lines": (
        json.dumps({"problem": "HumanEval/0", "source": WHOLE}, indent=1),
        Format.OWN,
        [("HumanEval/0", WHOLE, 0)],
    ),
    "bigcode": (
        json.dumps([[WHOLE, None, PROMPT + BODY], [OTHER]]),
        Format.BIGCODE,
        [
            ("HumanEval/0", WHOLE, 0),
            ("HumanEval/0", "", 1),
            ("HumanEval/0", PROMPT + BODY, 2),
            ("HumanEval/1", OTHER, 0),
        ],
    ),
    "bigcode, unfinished": (json.dumps([None, [OTHER], []]), Format.BIGCODE, [("HumanEval/1", OTHER, 0)]),
    "predictions": (
        json.dumps([WHOLE, OTHER]),
        Format.PREDICTIONS,
        [("HumanEval/0", WHOLE, 0), ("HumanEval/1", OTHER, 0)],
    ),
    "predictions in an object": (
        json.dumps({"predictions": [[WHOLE], [OTHER]], "references": ["", ""]}),
        Format.BIGCODE,
        [("HumanEval/0", WHOLE, 0), ("HumanEval/1", OTHER, 0)],
    ),
    "lm-eval": (
        lines(
            {
                "doc_id": 0,
                "doc": {"task_id": "HumanEval/0"},
                "resps": [[BODY]],
                "filtered_resps": [[PROMPT + BODY]],
                "filter": "create_test",
                "target": "",
                "arguments": {},
            },
            {"doc_id": 1, "doc": {}, "resps": [["    return 2"]], "filtered_resps": [OTHER], "filter": "create_test"},
        ),
        Format.LM_EVAL,
        [("HumanEval/0", PROMPT + BODY, 0), ("HumanEval/1", OTHER, 0)],
    ),
    "lm-eval, unfiltered": (
        lines({"doc_id": 0, "resps": [[BODY, BODY]], "filtered_resps": [[BODY, BODY]], "filter": "none"}),
        Format.LM_EVAL,
        [("HumanEval/0", PROMPT + BODY, 0), ("HumanEval/0", PROMPT + BODY, 1)],
    ),
}


@pytest.mark.parametrize(("content", "found", "expected"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_file_is_read(
    tmp_path: Path, content: str, found: Format, expected: list[tuple[str, str, int]], packed: bool
) -> None:
    path = tmp_path / "samples.txt"  # the name says nothing
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    reading = read_candidates(path, benchmark())

    assert [(one.problem_id, one.candidate.source, one.candidate.attempt) for one in reading] == expected
    assert reading.format is found


def test_an_evalplus_folder_is_read(tmp_path: Path) -> None:
    for number, source in {2: WHOLE, 10: PROMPT + BODY}.items():
        (tmp_path / "HumanEval_0").mkdir(exist_ok=True)
        (tmp_path / "HumanEval_0" / f"{number}.py").write_text(source)
    reading = read_candidates(tmp_path, benchmark())

    assert [one.candidate.source for one in reading] == [WHOLE, PROMPT + BODY], "2 comes before 10"
    assert reading.format is Format.EVALPLUS_FOLDER
    assert reading.missing == ["HumanEval/1"]


def test_a_folder_of_multipl_e_is_read(tmp_path: Path) -> None:
    row = {"name": "HumanEval/1", "prompt": "def two():\n", "completions": ["    return 2", "    return 3"]}
    (tmp_path / "HumanEval_1_two.json.gz").write_bytes(gzip.compress(json.dumps(row).encode()))
    (tmp_path / "HumanEval_1_two.results.json").write_text(json.dumps({"name": "HumanEval/1", "results": []}))
    reading = read_candidates(tmp_path, benchmark())

    found = [(one.problem_id, one.candidate.source, one.candidate.attempt) for one in reading]

    assert reading.format is Format.MULTIPL_E
    assert found == [("HumanEval/1", f"def two():\n    return {n + 2}", n) for n in (0, 1)]
    assert [Path(path).name for path in reading.ignored] == ["HumanEval_1_two.results.json"]


def test_a_plain_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "HumanEval_0.py").write_text(WHOLE)
    (tmp_path / "1.py").write_text(OTHER)
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "__pycache__").mkdir()
    reading = read_candidates(tmp_path, benchmark())

    assert sorted(one.problem_id for one in reading) == ["HumanEval/0", "HumanEval/1"]
    assert reading.notes == (f"1 file that is no program, left out: {str(tmp_path / 'notes.txt')!r}",)


def test_ids_with_a_slash_are_found_by_file_name(tmp_path: Path) -> None:
    (tmp_path / "maths_gcd.py").write_text(WHOLE)
    problem = Problem("maths/gcd", Cases("one", (Case((), 1),)))

    assert [one.problem_id for one in read_candidates(tmp_path, Benchmark("own", "1", (problem,)))] == [problem.id]


def test_origin_and_model_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("\n" + lines({"task_id": 0, "source": WHOLE, "model": "m-1", "model_version": "0613"}))

    reading = read_candidates(path, benchmark())
    (one,) = reading

    assert (one.candidate.origin, one.candidate.model, one.candidate.model_version) == (f"{path}:2", "m-1", "0613")
    assert list(reading.how) == [How.AS_GIVEN]


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        pytest.param({"model_name": "m"}, ("m", ""), id="model_name"),
        pytest.param({"model_id": "m"}, ("m", ""), id="model_id"),
        pytest.param({"model_name_or_path": "m"}, ("m", ""), id="model_name_or_path"),
        pytest.param({"model": "", "model_name": "m"}, ("m", ""), id="an-empty-one-says-nothing"),
        pytest.param({"model": "a", "model_name": "b"}, ("a", ""), id="model-comes-first"),
        pytest.param({"model": None, "model_version": None}, ("", ""), id="null"),
        pytest.param({"model_version": 2}, ("", "2"), id="a-number-as-version"),
    ],
)
def test_who_wrote_a_row(tmp_path: Path, fields: dict[str, object], found: tuple[str, str]) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(lines({"task_id": 0, "completion": BODY, **fields}))

    (one,) = read_candidates(path, benchmark())

    assert (one.candidate.model, one.candidate.model_version) == found


def test_line_separators_of_unicode_do_not_end_a_row(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    source = WHOLE + "# \u2028 \u0085 \x0b \x1e end\n"
    path.write_text(json.dumps({"task_id": 0, "solution": source}, ensure_ascii=False) + "\r\n", encoding="utf-8")

    assert [one.candidate.source for one in read_candidates(path, benchmark())] == [source]


def test_a_byte_order_mark_is_no_part_of_the_first_row(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + lines({"task_id": 0, "solution": WHOLE}).encode())

    assert [one.candidate.source for one in read_candidates(path, benchmark())] == [WHOLE]


def test_a_lone_surrogate_reaches_the_judge(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"task_id": 0, "solution": "# \\ud800"}\n')

    assert [one.candidate.source for one in read_candidates(path, benchmark())] == ["# \ud800"]


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_standard_input_is_read(packed: bool) -> None:
    content = lines({"task_id": 0, "solution": WHOLE}, {"task_id": 1, "solution": OTHER}).encode()
    program = (
        "from assay.benchmarks.base import Benchmark\n"
        "from assay.benchmarks.candidates import read_candidates\n"
        "from assay.records import Case, Cases, Problem\n"
        "problems = tuple(Problem(f'HumanEval/{n}', Cases('one', (Case((), 1),))) for n in (0, 1))\n"
        "for one in read_candidates('-', Benchmark('b', '1', problems, prefix='HumanEval/')):\n"
        "    print(one.problem_id, one.candidate.origin)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=gzip.compress(content) if packed else content, capture_output=True
    )

    assert (done.stdout.decode(), done.stderr.decode()) == ("HumanEval/0 <stdin>:1\nHumanEval/1 <stdin>:2\n", "")


def test_rows_are_given_before_the_next_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(lines({"task_id": 0, "solution": WHOLE}) + "broken")
    reading = iter(read_candidates(path, benchmark()))

    assert next(reading).candidate.source == WHOLE


def test_a_reading_can_be_gone_through_again(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(lines({"task_id": 0, "solution": WHOLE}, {"task_id": 0, "solution": WHOLE}))
    reading = read_candidates(path, benchmark())

    assert list(reading) == list(reading)
    assert reading.repeated.total() == 1


def test_other_filters_of_lm_eval_are_not_attempts(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    row = {"doc_id": 0, "doc": {"task_id": 0}, "resps": [["x"]], "filtered_resps": [WHOLE]}
    path.write_text(lines(row | {"filter": "extract"}, row | {"filter": "raw"}))
    reading = read_candidates(path, benchmark(), subset=Subset(limit=1))

    assert len(list(reading)) == 1
    assert reading.notes == ("1 row of other filters, left out: 'raw'; judged: 'extract'",)
