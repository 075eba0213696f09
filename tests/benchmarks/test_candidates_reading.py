"""What is wrong with a candidate file is said with file, line, field and value; what is not judged is counted."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Extracting, read_candidates, select_problems
from assay.benchmarks.candidates.selecting import LONGEST_PATTERN, MOST_PATTERNS
from assay.benchmarks.candidates.streams import MAX_BLANK_BYTES, MAX_BLANK_LINES, MAX_LINE_BYTES, Stream
from assay.errors import InvalidValue
from assay.extraction import Form, How
from assay.records import Case, Cases, Mend, Problem
from assay.spec import Subset

WHOLE = "def one():\n    return 1\n"
PROMPT = 'import math\n\n\ndef one():\n    """One."""\n'
GOOD = json.dumps({"task_id": "HumanEval/0", "solution": WHOLE})


def benchmark(size: int = 3) -> Benchmark:
    problems = (Problem(f"HumanEval/{n}", Cases("one", (Case((), 1),)), prompt=PROMPT) for n in range(size))
    return Benchmark("humaneval", "1", tuple(problems), prefix="HumanEval/")


def mbpp() -> Benchmark:
    problem = Problem("Mbpp/11", Cases("one", (Case((), 1),)), prompt="Write a function that gives one.")
    return Benchmark("mbpp", "1", (problem,), prefix="Mbpp/")


Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: str | bytes) -> Path:
        path = tmp_path / "s.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", "s.jsonl: holds no candidate", id="empty-file"),
        pytest.param("\n \n", "s.jsonl: holds no candidate", id="blank-file"),
        pytest.param("[]", "s.jsonl: holds no candidate", id="empty-list"),
        pytest.param("[[], []]", "s.jsonl: holds no candidate", id="empty-lists"),
        pytest.param(
            "def f(): pass", "s.jsonl, line 1: not JSON, which starts with { or [: 'def f(): pass'", id="python"
        ),
        pytest.param(
            f'{GOOD}\n{{"task_id": ',
            "s.jsonl, line 2: not JSON: Expecting value at column 13, near '{\"task_id\": '",
            id="broken-line",
        ),
        pytest.param(f"{GOOD}\n3", "s.jsonl, line 2: a row must be an object, got 3", id="a-number-as-row"),
        pytest.param('[["x"], "y"]', "s.jsonl[1] must be a list of programs like the others, got 'y'", id="mixed-list"),
        pytest.param("[[3]]", "s.jsonl[0][0] must be text, got 3", id="a-number-as-program"),
        pytest.param(
            '{"task_id": "HumanEval/0", "completion": 3}',
            "line 1: field 'completion' must be text, got 3",
            id="a-number-as-completion",
        ),
        pytest.param(
            '{"task_id": "HumanEval/0", "solution": ["x"]}',
            "line 1: field 'solution' must be text, got a list of 1 (str)",
            id="a-list-as-solution",
        ),
        pytest.param(
            '{"task_id": true, "solution": "x"}',
            "line 1: field 'task_id' must be text or a whole number, got True",
            id="a-boolean-as-id",
        ),
        pytest.param(
            '{"task_id": 1.0, "solution": "x"}',
            "line 1: field 'task_id' must be text or a whole number, got 1.0",
            id="a-fraction-as-id",
        ),
        pytest.param(
            '{"task_id": null, "solution": "x"}',
            "field 'task_id' must be text or a whole number, got None",
            id="null-as-id",
        ),
        pytest.param(
            '{"task_id": 0, "solution": "x", "attempt": -1}',
            "field 'attempt' must be a whole number from 0, got -1",
            id="a-negative-attempt",
        ),
        pytest.param(
            f'{GOOD}\n{{"task_id": 0, "solution": "x", "attempt": {2**63}}}',
            "s.jsonl, line 2: field 'attempt' must be at most 9223372036854775807, got 9223372036854775808",
            id="an-attempt-of-more-than-64-bits",
        ),
        pytest.param(
            f'{{"task_id": 0, "source": "x", "attempt": {2**63 - 1}}}\n{{"task_id": 0, "source": "x"}}',
            "s.jsonl:2: an earlier row of 'HumanEval/0' is attempt 9223372036854775807, the last",
            id="no-attempt-left",
        ),
        pytest.param(
            f'{GOOD}\n{{"task_id": 0, "solution": "x", "solution": "y"}}',
            "s.jsonl, line 2: not JSON that can be read: the key 'solution' stands twice in one object",
            id="a-key-twice",
        ),
        pytest.param(
            '{"task_id": 0, "solution": "x", "attempt": true}',
            "field 'attempt' must be a whole number from 0, got True",
            id="a-boolean-attempt",
        ),
        pytest.param(
            '{"task_id": 0, "solution": "x", "model_version": [1]}',
            "field 'model_version' must be text or a number, got a list of 1",
            id="a-list-as-version",
        ),
        pytest.param(
            '{"task_id": 0, "solution": "x", "model_name": "' + "m" * 201 + '"}',
            "field 'model_name' must have at most 200 characters, got 201",
            id="a-long-model",
        ),
        pytest.param(
            '{"task_id": 0, "solution": "x", "model": 4}', "field 'model' must be text, got 4", id="a-number-as-model"
        ),
        pytest.param(
            '{"task_id": 0, "source": "x", "attempt": 1}\n' * 2,
            "s.jsonl:2: attempt 1 of 'HumanEval/0' comes twice",
            id="an-attempt-twice",
        ),
        pytest.param(
            '{"id": 0, "text": "x"}',
            "line 1: no candidate is recognised in it: it has 'id', 'text'. Known: 'task_id' with 'completion'",
            id="other-fields",
        ),
        pytest.param("{}", "line 1: no candidate is recognised in it: it has no fields.", id="no-fields"),
        pytest.param(
            f'{GOOD}\n{{"task_id": 0, "code": "x"}}', "line 2: a row in the format 'own', but", id="mixed-formats"
        ),
        pytest.param(
            '{"doc_id": true, "resps": [["x"]]}',
            "field 'doc_id' must be a number from 0, got True",
            id="a-boolean-as-doc-id",
        ),
        pytest.param(
            '{"doc_id": 0, "resps": [[{}]]}',
            "field 'resps' must be text, got an object with no fields",
            id="an-object-as-response",
        ),
        pytest.param(
            '{"predictions": 3}', "field 'predictions' must be a list, got 3", id="predictions-of-another-type"
        ),
        pytest.param(
            GOOD.encode() + b'\n{"task_id": "\xff"}', "s.jsonl, line 2: not UTF-8: b'\\xff' at byte 14", id="bad-utf-8"
        ),
        pytest.param(b'[[""],\n["\xff"]]', "s.jsonl, line 2: not UTF-8: b'\\xff' at byte 3", id="bad-utf-8-in-a-list"),
        pytest.param(
            '{"task_id": ' + "9" * 5000 + "}",
            "line 1: not JSON that can be read: Exceeds the limit",
            id="a-huge-number",
        ),
        pytest.param('{"a": ' + "[" * 100_000, "line 1: not JSON", id="deep-nesting"),
        pytest.param("[" * 100_000, "s.jsonl: not JSON", id="a-deep-list"),
        pytest.param("\x00" * 100, "s.jsonl, line 1: not JSON, which starts with { or [: '\\x00", id="zeros"),
        pytest.param(gzip.compress(GOOD.encode())[:-12], "s.jsonl: not a whole gzip file", id="cut-gzip"),
        pytest.param(b"\x1f\x8bnonsense", "s.jsonl: not a whole gzip file", id="no-gzip"),
        pytest.param(
            '{"task_id": "Mbpp/11", "solution": "x"}\n' * 2,
            "none of its 2 candidates belongs to humaneval: 'Mbpp/11' (",
            id="another-benchmark",
        ),
    ],
)
def test_an_error_names_the_place_and_the_value(write: Write, content: str | bytes, message: str) -> None:
    reading = read_candidates(write(content), benchmark())

    with pytest.raises(InvalidValue) as error:
        list(reading)
    assert message in str(error.value)
    assert len(str(error.value)) < 800


def test_candidates_of_other_problems_than_those_asked_for_are_no_empty_run(write: Write) -> None:
    reading = read_candidates(write(GOOD), benchmark(), subset=Subset(problems="1"))

    with pytest.raises(InvalidValue, match="none of its 1 candidates answers a problem that is asked for"):
        list(reading)


def test_a_line_without_end_is_not_loaded(write: Write) -> None:
    path = write('{"task_id": 0, "solution": "' + "x" * (MAX_LINE_BYTES * 3))

    with pytest.raises(InvalidValue, match="line 1: holds at least 16,777,217 bytes, at most 16,777,216 are read"):
        list(read_candidates(path, benchmark()))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"form": "prose"}, "form must be one of completion, solution, chat, got 'prose'"),
        ({"extract": "perhaps"}, "extract must be one of auto, always, never, got 'perhaps'"),
        ({"subset": Subset(problems="nope")}, "no problem of humaneval is 'nope': name an id (HumanEval/0"),
    ],
)
def test_an_option_out_of_range_is_refused_at_once(write: Write, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue) as error:
        read_candidates(write(GOOD), benchmark(), **options)
    assert message in str(error.value)


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"missing\.jsonl: no such file or folder"):
        read_candidates(tmp_path / "missing.jsonl", benchmark())


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "holds neither <id>.py nor <id>/<n>.py"),
        ({"a.jsonl": "{}"}, "holds neither <id>.py nor <id>/<n>.py"),
        ({"0.py": "x", "1/0.py": "x"}, "holds both programs ('0.py') and folders of programs ('1')"),
        ({"0.py": "\udcff"}, "0.py, line 1: not UTF-8: b'\\xff'"),
    ],
)
def test_a_folder_that_cannot_be_read_is_explained(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content.encode("utf-8", "surrogateescape"))

    with pytest.raises(InvalidValue) as error:
        list(read_candidates(tmp_path, benchmark()))
    assert message in str(error.value)


def test_everything_that_is_not_judged_is_told(write: Write) -> None:
    rows = [
        {"task_id": "HumanEval/0", "solution": WHOLE},
        {"task_id": "HumanEval/0", "solution": WHOLE},
        {"task_id": "HumanEval/0", "solution": None},
        {"task_id": "HumanEval/7", "solution": WHOLE},
        {"task_id": "Mbpp/1", "solution": WHOLE},
        {"task_id": "HumanEval/2", "solution": WHOLE},
        {"task_id": "HumanEval/0", "solution": "again"},
    ]
    path = write("\n".join(json.dumps(row) for row in rows))
    reading = read_candidates(path, benchmark(), subset=Subset(problems="0-1", attempts=3))

    assert len(list(reading)) == 3
    assert reading.how == {How.AS_GIVEN: 2, How.EMPTY: 1}
    assert reading.rows == 7
    assert reading.notes == (
        "2 candidates for problems that humaneval does not have, not judged: 'HumanEval/7', 'Mbpp/1'"
        f" (first: {path}:4)",
        "without a candidate: 'HumanEval/1'",
        "1 empty candidate; an empty one is invalid",
        "1 candidate the same as an earlier one of its problem; each one counts",
        "1 candidate of problems that were not asked for, left out",
        "1 candidate beyond 3 of a problem, left out",
    )


def test_mends_are_counted_by_kind_and_kept_with_the_candidate(write: Write) -> None:
    texts = ["    return 1", "return 1", f"```\n{WHOLE}```", "\n    return 2", WHOLE]
    rows = "\n".join(json.dumps({"task_id": 0, "solution": text}) for text in texts)
    reading = read_candidates(write(rows), benchmark(1))

    kinds = [one.candidate.mend for one in reading]

    assert kinds == [
        Mend.BEHIND_THE_PROMPT,
        Mend.INDENTATION_RESTORED,
        Mend.FENCED_BLOCK,
        Mend.BEHIND_THE_PROMPT,
        None,
    ]
    assert reading.mended == Counter(kind for kind in kinds if kind)


def test_solutions_that_look_like_bodies_are_told(write: Write) -> None:
    row = json.dumps({"task_id": 0, "solution": "\n    return 1"})
    reading = read_candidates(write(row), benchmark(1), extract="never")

    assert [one.candidate.source for one in reading] == ["\n    return 1"]
    assert reading.notes[0].startswith("1 solution set in like the body of a function")


def test_more_predictions_than_problems_are_told(write: Write) -> None:
    reading = read_candidates(write(json.dumps([[WHOLE]] * 5)), benchmark())

    assert len(list(reading)) == 3
    assert reading.notes[0].startswith("2 candidates for problems that humaneval does not have, not judged: '#3', '#4'")


@pytest.mark.parametrize(
    ("row", "options", "source", "how"),
    [
        pytest.param(
            {"solution": "    return 1"},
            {"form": Form.COMPLETION},
            PROMPT + "    return 1",
            How.APPENDED,
            id="a-solution-read-as-completion",
        ),
        pytest.param(
            {"completion": WHOLE}, {"form": "solution"}, WHOLE, How.AS_GIVEN, id="a-completion-read-as-solution"
        ),
        pytest.param(
            {"completion": WHOLE}, {}, PROMPT + WHOLE, How.APPENDED, id="a-whole-function-as-completion-is-appended"
        ),
        pytest.param(
            {"solution": "def one(): return math.e"},
            {},
            "def one(): return math.e",
            How.AS_GIVEN,
            id="a-solution-gets-no-imports",
        ),
        pytest.param(
            {"response": "```\ndef one(): return math.e\n```"},
            {},
            "import math\n\n\ndef one(): return math.e\n",
            How.BLOCK,
            id="a-chat-answer-gets-the-prompts-imports",
        ),
        pytest.param({"response": WHOLE}, {}, WHOLE, How.UNCHANGED, id="a-chat-answer-that-is-code"),
        pytest.param(
            {"response": f"```\n{WHOLE}```"},
            {"extract": Extracting.NEVER},
            f"```\n{WHOLE}```",
            How.AS_GIVEN,
            id="never-extract",
        ),
        pytest.param({"solution": f"```\n{WHOLE}```"}, {"extract": "always"}, WHOLE, How.BLOCK, id="always-extract"),
        pytest.param(
            {"completion": "    return 1\n```\nDone."},
            {"extract": "always"},
            PROMPT + "    return 1\n",
            How.BODY,
            id="extract-from-a-completion",
        ),
        pytest.param({"completion": " \n"}, {}, "", How.EMPTY, id="blank"),
    ],
)
def test_form_and_extraction(write: Write, row: dict[str, str], options: dict[str, str], source: str, how: How) -> None:
    path = write(json.dumps({"task_id": 0} | row))

    reading = read_candidates(path, benchmark(1), **options)  # type: ignore[arg-type]  # text is taken as well as members
    (one,) = reading

    assert (one.candidate.source, list(reading.how)) == (source, [how])


def test_a_completion_of_a_prompt_in_words_is_a_whole_program(write: Write) -> None:
    reading = read_candidates(write(json.dumps({"task_id": "Mbpp/11", "completion": WHOLE})), mbpp())
    (one,) = reading

    assert (one.candidate.source, list(reading.how)) == (WHOLE, [How.AS_GIVEN])


@pytest.mark.parametrize("name", [11, "11", "Mbpp/11", "mbpp/11", "MBPP_11"])
def test_mbpp_ids_are_known_however_they_are_written(write: Write, name: object) -> None:
    (one,) = read_candidates(write(json.dumps({"task_id": name, "solution": WHOLE})), mbpp())

    assert one.problem_id == "Mbpp/11"


def test_numbered_and_unnumbered_attempts_do_not_meet(write: Write) -> None:
    numbers = [None, 4, None, 2]
    rows = [
        {"task_id": 0, "source": str(n)} | ({} if number is None else {"attempt": number})
        for n, number in enumerate(numbers)
    ]
    path = write("\n".join(json.dumps(row) for row in rows))

    assert [one.candidate.attempt for one in read_candidates(path, benchmark())] == [0, 4, 5, 2]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (["1"], [1]),
        (["HumanEval/1"], [1]),
        (["humaneval_1", "3"], [1, 3]),
        (["2-4"], [2, 3, 4]),
        (["HumanEval/2..4"], [2, 3, 4]),
        (["9-400"], [9, 10, 11]),
        (["*1"], [1, 11]),
        (["HumanEval/1?"], [10, 11]),
        (["[0-2]"], None),
        (["*/[0-2]"], [0, 1, 2]),
        (["4,2", " 1 "], [1, 2, 4]),
        (["4-2"], None),
        (["Mbpp/1-2"], None),
        ([], list(range(12))),
    ],
)
def test_problems_are_selected(wanted: list[str], expected: list[int] | None) -> None:
    if expected is None:
        with pytest.raises(InvalidValue, match="no problem of humaneval is"):
            select_problems(benchmark(12), Subset(problems=",".join(wanted)))
    else:
        assert [problem.id for problem in select_problems(benchmark(12), Subset(problems=",".join(wanted)))] == [
            f"HumanEval/{n}" for n in expected
        ]


@pytest.mark.parametrize(
    "options",
    [{}, {"limit": 2}, {"attempts": 1}, {"problems": "HumanEval/1"}, {"limit": 1, "attempts": 2}],
    ids=["all", "limit", "attempts", "problems", "both"],
)
def test_candidates_are_counted_without_being_made(tmp_path: Path, options: dict[str, Any]) -> None:
    rows = [GOOD.replace("HumanEval/0", name) for name in ("HumanEval/0", "HumanEval/1", "HumanEval/2", "none") * 3]
    packed, folder, listed = tmp_path / "s.jsonl.gz", tmp_path / "programs", tmp_path / "s.json"
    packed.write_bytes(gzip.compress("\n\n".join(rows).encode()))
    listed.write_text(json.dumps([[WHOLE] * 2] * 3))
    for number in range(6):
        (folder / f"HumanEval_{number % 3}").mkdir(parents=True, exist_ok=True)
        (folder / f"HumanEval_{number % 3}" / f"{number}.py").write_text(WHOLE)

    for source in (packed, folder, listed):
        subset = Subset(**options)
        reading = read_candidates(source, benchmark(), subset=subset)
        assert read_candidates(source, benchmark(), subset=subset).count() == len(list(reading)) > 0


def test_memory_stays_flat(write: Write) -> None:
    row = json.dumps({"task_id": 0, "completion": "    return 1  # " + "x" * 2000}) + "\n"
    path = write(row * 4_000)
    reading = iter(read_candidates(path, benchmark()))
    next(reading)
    tracemalloc.start()
    try:
        count = sum(1 for _ in reading)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert count == 3_999
    assert peak < 2**20, "8 MB of candidates must not be kept"


@given(content=st.binary(max_size=200) | st.text('[]{}":,task_id0solution\n \\u', max_size=80).map(str.encode))
def test_any_bytes_give_candidates_or_an_error(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)

    said = ""
    found = []
    try:
        found = list(read_candidates(path, benchmark()))
    except InvalidValue as error:
        said = str(error)

    assert bool(found) != said.startswith(str(path))


def test_a_small_file_that_unpacks_to_blank_lines_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl.gz"
    row = b'{"task_id": "x", "solution": "y"}\n'
    path.write_bytes(gzip.compress(row + b"\n" * (MAX_BLANK_LINES + 1) + row))
    with Stream(str(path)) as stream, pytest.raises(InvalidValue, match="blank lines"):
        list(stream.lines())


def test_globs_are_bounded_in_length_and_number() -> None:
    found = benchmark(1000)
    many = ",".join(f"*{n}" for n in range(MOST_PATTERNS + 1))

    for text, message in (
        ("[!" * LONGEST_PATTERN, "at most 300 characters, got 600"),
        (many, "at most 200 .*, got 201"),
    ):
        with pytest.raises(InvalidValue, match=message):
            select_problems(found, Subset(problems=text))


def test_ids_may_be_named_without_number_and_length() -> None:
    name = "HumanEval/" + "x" * 2 * LONGEST_PATTERN
    found = Benchmark(
        "humaneval", "1", (*benchmark(1000), Problem(name, Cases("one", (Case((), 1),)))), prefix="HumanEval/"
    )

    assert len(select_problems(found, Subset(problems=",".join(problem.id for problem in found)))) == 1001


def test_blanks_before_the_first_sign_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b" " * (MAX_BLANK_BYTES - 100) + GOOD.encode())
    assert len(list(read_candidates(path, benchmark()))) == 1

    path.write_bytes(b" " * (MAX_BLANK_BYTES + 100_000) + GOOD.encode())
    with pytest.raises(InvalidValue, match=r"begins with at least .* blank bytes, at most 1,048,576 are read"):
        list(read_candidates(path, benchmark()))


def test_the_line_of_an_error_counts_blank_lines_before_it(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(gzip.compress(b"\n") * 3 + gzip.compress(b'{"task_id": 1,}'))

    with pytest.raises(InvalidValue, match="line 4: not JSON"):
        list(read_candidates(path, benchmark()))
