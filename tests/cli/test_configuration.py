"""A project's file is read before the environment; a mistake in it is named with the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.choices import Choices
from assay.cli.configuration import choices, read
from assay.errors import InvalidValue

DOCUMENT = """
metrics:
  enabled: false  # comments are allowed
  code_bleu:
    weights: {ngram: 0.25, weighted_ngram: 0.25, ast: 0.25, dataflow: 0.25}
  pass_at_k:
    k_values: [1, 5, 10, 100]
"""


def test_the_yaml_of_the_metrics_document_loads(tmp_path: Path) -> None:
    (tmp_path / "assay.yaml").write_text(DOCUMENT)

    assert choices(tmp_path, {}) == Choices().changed(k=(1, 5, 10, 100))


def test_toml_and_environment_in_that_order(tmp_path: Path) -> None:
    (tmp_path / "assay.toml").write_text(
        'time = "5s"\nworkers = 3\n[metrics.code_bleu]\nweights = [0.1, 0.2, 0.3, 0.4]\n'
    )

    found = choices(tmp_path, {"ASSAY_WORKERS": "1"})

    assert found == Choices().changed(time=5.0, workers=1, codebleu_weights=(0.1, 0.2, 0.3, 0.4))


@pytest.mark.parametrize("name", ["ast", "syntax", "syntax_match"])
def test_a_file_names_weights_as_the_python_function_takes_them(tmp_path: Path, name: str) -> None:
    (tmp_path / "assay.toml").write_text(
        f"[metrics.code_bleu.weights]\nngram = 0.1\nweighted_ngram = 0.2\n{name} = 0.3\ndataflow = 0.4\n"
    )

    assert choices(tmp_path, {}).scoring.codebleu_weights == (0.1, 0.2, 0.3, 0.4)


def test_without_a_file_only_the_environment_counts(tmp_path: Path) -> None:
    assert choices(tmp_path, {"ASSAY_STORE": "here.db"}) == Choices().changed(store="here.db")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        pytest.param("assay.toml", "time = ", "assay.toml: not TOML: Invalid value", id="toml"),
        pytest.param("assay.yaml", "a: [", "assay.yaml: while parsing", id="yaml"),
        pytest.param("assay.yaml", "- 1", "assay.yaml: must hold keys and values", id="list"),
        pytest.param(
            "assay.yaml",
            "time: 3\nmemory: 1GiB\ntime: 5\n",
            "assay.yaml: the key 'time' stands twice in \"assay.yaml\", line 3",
            id="key-twice",
        ),
        pytest.param(
            "assay.yaml",
            "metrics:\n  enabled: true\n  enabled: false\n",
            "the key 'enabled' stands twice",
            id="inner-key",
        ),
        pytest.param("assay.yml", "tim: 3", "assay.yml: tim = 3: no setting has that name. Did you", id="key"),
        pytest.param("assay.yaml", "!!python/object/apply:os.getcwd []", "assay.yaml: could not determine", id="code"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    (tmp_path / name).write_text(text)

    with pytest.raises(InvalidValue) as caught:
        choices(tmp_path, {})

    assert complaint in str(caught.value)


def test_a_merged_key_may_be_given_again(tmp_path: Path) -> None:
    path = tmp_path / "assay.yaml"
    path.write_text("a: &one {b: 1}\nc: {<<: *one, b: 2}\n")

    assert read(path) == {"a": {"b": 1}, "c": {"b": 2}}


def test_two_files_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "assay.toml").write_text("")
    (tmp_path / "assay.yaml").write_text("")

    with pytest.raises(InvalidValue, match="more than one configuration file"):
        choices(tmp_path, {})


def test_one_key_switches_every_metric() -> None:
    def scoring(**metrics: object) -> tuple[bool, bool]:
        found = Choices().with_file({"metrics": metrics}, "assay.toml").scoring
        return found.codebleu, found.quality

    assert scoring(enabled=True) == (True, True)
    assert scoring(enabled=False) == (False, False)
    assert scoring(enabled=True, quality={"enabled": False}) == (True, False)
    with pytest.raises(InvalidValue, match=r"metrics\.enabled='maybe': must be true or false"):
        scoring(enabled="maybe")
    with pytest.raises(InvalidValue, match=r"Did you mean 'metrics\.enabled'"):
        scoring(enable=True)
