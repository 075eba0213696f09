"""What examples of program input show: values, and numbers that count what follows."""

from __future__ import annotations

from itertools import islice

import pytest

from assay.probes.inputs.layout import Layout
from assay.probes.inputs.texts import ExampleTexts


@pytest.mark.parametrize(
    ("examples", "data", "sizes"),
    [
        pytest.param(["3\n10 20 30\n"], [[], [10, 20, 30]], [[3]], id="items on the next line"),
        pytest.param(["3 1 2 3\n"], [[1, 2, 3]], [[3]], id="items on the same line"),
        pytest.param(["3\n1 2 3\n4 5 6\n"], [[], [1, 2, 3], [4, 5, 6]], [[3, 3]], id="two lists of one length"),
        pytest.param(["3\na\nb\nc\n"], [[], [[["a"]], [["b"]], [["c"]]]], [[3]], id="lines"),
        pytest.param(["2 3\n1 2 3\n4 5 6\n"], [[], [[[1, 2, 3]], [[4, 5, 6]]]], [[2], [3, 3]], id="a matrix"),
        pytest.param(["5\nhello\n"], [[], ["hello"]], [[5]], id="the length of a word"),
        pytest.param(["2 3\n.#.\n#.#\n"], [[], [[[".#."]], [["#.#"]]]], [[2], [3, 3]], id="a grid"),
        pytest.param(
            ["2\n3\n1 2 3\n2\n4 5\n"], [[], [[[], [1, 2, 3]], [[], [4, 5]]]], [[2], [3], [2]], id="tests with lists"
        ),
        pytest.param(
            ["2\nadd 1\ndel 2\n3\nq 1\nq 2\nq 3\n"],
            [[], [[["add", 1]], [["del", 2]]], [], [[["q", 1]], [["q", 2]], [["q", 3]]]],
            [[2], [3]],
            id="two runs of lines",
        ),
        pytest.param(["2\n1 2\n3 4\n"], [[], [1, 2], [3, 4]], [], id="lines or items: nothing changes its size"),
        pytest.param(["3 3\n1 2 3\n"], [[], [1, 2, 3]], [], id="either of two counts: nothing changes its size"),
        pytest.param(
            ["2\n1 2\n3 4\n", "3\n1 2\n3 4\n5 6\n"],
            [[], [[[1, 2]], [[3, 4]]]],
            [[2]],
            id="a second example tells: lines",
        ),
        pytest.param(
            ["2\n1 2\n3 4\n", "3\n1 2 3\n4 5 6\n"], [[], [1, 2], [3, 4]], [[2, 2]], id="a second example tells: items"
        ),
        pytest.param(["1\n7\n"], [[1], [7]], [], id="one of one shows nothing"),
        pytest.param(["1 2 3\n"], [[1, 2, 3]], [], id="three values without a count stay three"),
        pytest.param(["1 2 3 4 5\n"], [[1, 2, 3, 4, 5]], [[5]], id="many values without a count"),
        pytest.param(["a 1\nb 2\nc 3\n"], [[[["a", 1]], [["b", 2]], [["c", 3]]]], [[3]], id="lines without a count"),
        pytest.param(["x = 5;  y=3\n"], [["x = 5;  y=3"]], [], id="other blanks: one value"),
        pytest.param(["1.5 2\n"], [[1.5, 2]], [], id="numbers"),
        pytest.param([""], [], [], id="nothing"),
    ],
)
def test_what_an_example_shows(examples: list[str], data: list[object], sizes: list[list[int]]) -> None:
    layout = Layout(examples)
    found = layout.data(examples[0])

    assert found == data
    assert [tie.sizes() for tie in layout.ties(found)] == sizes
    assert layout.text(found) == examples[0]


@pytest.mark.parametrize(
    "data",
    [[], [[]], [[], []], [[], [1, "a"]], [[1], [1]], [[], [[1]]], [[], 3], ["", [1]], [[], [1], [2]]],
    ids=repr,
)
def test_data_of_another_layout_has_no_text(data: list[object]) -> None:
    assert Layout(["3\n10 20 30\n"]).text(data) is None  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "example", ["3\n10 20 30\n", "2 3\n.#.\n#.#\n", "2\n3\n1 2 3\n2\n4 5\n", "7\n", "hello world\n", "1.5 2\n"]
)
def test_mutated_texts_keep_their_counts_and_repeat_with_the_seed(example: str) -> None:
    one, other = (ExampleTexts([example], sources=["x == 918273"], seed=5) for _ in range(2))
    texts = [one.text(made_from) for made_from in islice(one.inputs(), 200)]

    assert texts == [other.text(made_from) for made_from in islice(other.inputs(), 200)]
    assert texts[0] == example
    assert len(set(texts)) > 30
    for text in filter(None, texts):
        assert Layout([example, text]).examples == [example, text] or Layout([example]).data(text) is not None


def test_numbers_of_the_programs_are_tried() -> None:
    source = ExampleTexts(["7\n"], sources=["if (x == 918273) y;"])

    assert "918273\n" in [source.text(made_from) for made_from in islice(source.inputs(), 60)]


def test_words_that_the_programs_name_are_changed_to_others_that_they_name() -> None:
    source = ExampleTexts(["add 1\n"], sources=["if op == 'add' or op == 'sub':"])
    words = {str(source.text(made_from)).split()[0] for made_from in islice(source.inputs(), 100)}

    assert {"add", "sub"} <= words


def test_negative_numbers_are_tried_now_and_then_though_the_example_has_none() -> None:
    source = ExampleTexts(["7 8\n"])
    texts = [str(source.text(made_from)) for made_from in islice(source.inputs(), 100)]

    assert 0 < sum("-" in text for text in texts) < 50
