"""Planted test files: each variant passes or fails as it is said to, and nothing tells which one is published."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from assay.records import Execution
from assay.repositories.planting import (
    MOST_OTHERS,
    MOST_WORLDS,
    Planting,
    Schedule,
    SuiteFiles,
    Surveyed,
    chance_of_guess,
)
from assay.repositories.recipes import Runner
from assay.repositories.running import Recorded, RepositoryRun
from assay.repositories.sites import Tier

PLAIN = b'''import os


def total(numbers):
    return sum(numbers)


def test_short(): assert total([1]) == 1


def test_doc():
    """What it is about."""
    with open(os.devnull) as file:
        assert len(file.read()) == 0


def test_early():
    if total([2, 5]) == 7:
        assert total([20, 4]) == 24
        return
    assert False


def test_two():
    first = total([3, 4])
    assert first == 7
    assert total([10, 20]) == 30


class TestGroup:
    @staticmethod
    def helper():
        return 41

    def test_in_class(self):
        found = self.helper()
        assert (found ==
                41), "one"
'''
NAMES = ("test_short", "test_doc", "test_early", "test_two")
UNITTEST = b'''import unittest


class Sums(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 2)
        self.assertTrue(True)

    def test_named(self):
        """A name in words."""
        self.assertIn(1, [1])
'''


def outcomes(source: bytes, names: list[str]) -> dict[str, bool]:
    """Run functions of a file; return which of them come to their end."""
    space: dict[str, object] = {}
    exec(compile(source, "t.py", "exec"), space)
    found = {}
    for name in names:
        function = space[name]
        assert callable(function)
        try:
            function()
        except Exception:  # whatever was planted
            found[name] = False
        else:
            found[name] = True
    return found


def survey_of(source: bytes, names: tuple[str, ...], *, fixed: tuple[str, ...] | None = None) -> dict[str, Surveyed]:
    """Try the sites that are expected values in this process, as a calibration does with the reference."""
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)
    planting, tried = suite.survey(names, (), random.Random(0))
    ended = outcomes(planting.files["t.py"], [one.name for one in planting.variants])
    found: dict[str, Surveyed] = {}
    for one in planting.variants:
        key, labels = one.function.key, tuple(one.function.labels)
        if not one.fails:
            assert ended[one.name], one.name
            found.setdefault(key, Surveyed(fixed is None or bool({*labels} & {*fixed}), labels))
        elif not ended[one.name] and one.tier is Tier.EXPECTED:
            own = {number: labels for number in tried[one.name]}
            found[key] = Surveyed(found[key].is_fixed, labels, {**found[key].sites, **own})
    return found


def draw(source: bytes, survey: Mapping[str, Surveyed], names: tuple[str, ...], seed: int) -> Planting:
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)
    return suite.planting(survey, names, Schedule(random.Random(seed), 2))


@pytest.mark.parametrize("seed", range(20))
def test_every_variant_passes_or_fails_as_it_is_said_to(seed: int) -> None:
    planting = draw(PLAIN, survey_of(PLAIN, NAMES), NAMES, seed)

    names = [one.name for one in planting.variants]
    assert len(names) == len(set(names)) > 4 * MOST_WORLDS
    assert outcomes(planting.files["t.py"], names) == {one.name: not one.fails for one in planting.variants}
    for name in NAMES:
        assert planting.true_variant(name) is not None
    assert not planting.hidden


def test_the_published_name_belongs_to_any_variant() -> None:
    survey = survey_of(PLAIN, ("test_short",))
    passes = [
        not next(one for one in draw(PLAIN, survey, ("test_short",), seed).variants if one.name == "test_short").fails
        for seed in range(300)
    ]

    assert 10 <= sum(passes) <= 80  # of eight sets of values one is the published one


@pytest.mark.parametrize("seed", range(20))
def test_no_value_of_a_site_is_more_frequent_than_another(seed: int) -> None:
    source = b"def total(numbers):\n    return sum(numbers)\n\n\ndef test_a():\n    assert total([5]) == 5\n"
    survey = survey_of(source, ("test_a",))
    text = draw(source, survey, ("test_a",), seed).files["t.py"].decode()

    expected = Counter(re.findall(r"total\(\[5\]\) == (\d+)", text))
    assert len(expected) == MOST_WORLDS
    assert max(expected.values()) - min(expected.values()) <= 1
    assert "5" in expected


def test_values_do_not_tell_the_published_one_apart_over_many_plantings() -> None:
    source = b"def total(numbers):\n    return sum(numbers)\n\n\ndef test_a():\n    assert total([523]) == 523\n"
    survey = survey_of(source, ("test_a",))
    places = Counter[int]()
    for seed in range(200):
        text = draw(source, survey, ("test_a",), seed).files["t.py"].decode()
        values = sorted({int(one) for one in re.findall(r"== (\d{3})\b", text)})
        places[values.index(523)] += 1

    assert len(places) == MOST_WORLDS
    assert max(places.values()) < 45  # the smallest, largest or middle value is not always the published one


@pytest.mark.parametrize("seed", range(10))
def test_decoys_stand_in_variants_that_pass_in_those_that_fail_and_in_other_tests(seed: int) -> None:
    survey = survey_of(PLAIN, ("test_two",))
    planting = draw(PLAIN, survey, ("test_two",), seed)
    tree = ast.parse(planting.files["t.py"])
    marked = {
        node.name: bool(re.search(r"assert (\d+) == \1\b", ast.unparse(node)))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    }

    assert all(marked[one.name] for one in planting.variants)
    assert marked["test_short"]
    assert marked["test_early"]
    assert marked["test_in_class"]


@pytest.mark.parametrize("seed", range(10))
def test_names_of_copies_look_like_those_of_other_tests(seed: int) -> None:
    names = {one.name for one in draw(PLAIN, survey_of(PLAIN, NAMES), NAMES, seed).variants}
    words = {*re.findall(r"[a-z]+", PLAIN.decode())}

    assert all({*name.split("_")} <= words for name in names)
    assert all(name.startswith("test_") for name in names)


@pytest.mark.parametrize("seed", range(10))
def test_edits_within_others_are_left_out(seed: int) -> None:
    source = b"def same(a, b):\n    assert a == b\n\n\ndef test_a():\n    same(sum([1]), sum([1]))\n"
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)
    (function,) = suite.named(("test_a",))
    every = {number: ("test_a",) for number in range(len(suite.sites(function)))}
    planting = draw(source, {function.key: Surveyed(True, ("test_a",), every)}, ("test_a",), seed)

    compile(planting.files["t.py"], "t.py", "exec")
    assert len(planting.variants) > MOST_WORLDS


@pytest.mark.parametrize("seed", range(10))
def test_other_lines_keep_their_numbers(seed: int) -> None:
    source = (
        b"def test_a():\n    found = 1  # why\n    assert found == 1\n\ndef test_b():\n    assert (1 ==\n        1)\n"
    )
    planting = draw(source, survey_of(source, ("test_a",)), ("test_a",), seed)

    before, after = source.split(b"\n"), planting.files["t.py"].split(b"\n")
    assert after[:2] == [b"def test_a():", after[1]]
    assert after[4] == before[4]


@pytest.mark.parametrize("seed", range(5))
def test_some_of_the_others_are_planted_too(seed: int) -> None:
    source = b"\n\n".join(b"def test_%d():\n    assert 1 + %d == %d" % (n, n, n + 1) for n in range(40))
    names = tuple(f"test_{number}" for number in range(40))
    survey = survey_of(source, names, fixed=("test_0",))
    planting = draw(source, survey, names, seed)

    others = {one.function.key for one in planting.variants} - {"t.py::test_0"}
    assert len(others) == MOST_OTHERS
    every = [one.name for one in planting.variants]
    assert outcomes(planting.files["t.py"], every) == {one.name: not one.fails for one in planting.variants}
    besides = [name for name in names if name not in every]
    assert all(outcomes(planting.files["t.py"], besides).values())


@pytest.mark.parametrize("seed", range(10))
def test_a_variant_that_fails_has_called_what_it_tests(seed: int) -> None:
    called: list[int] = []
    source = b"def test_a():\n    found = call(1)\n    assert found == 1\n"
    survey = {"t.py::test_a": Surveyed(True, ("test_a",), {0: ("test_a",)})}
    planting = draw(source, survey, ("test_a",), seed)

    def call(value: int) -> int:
        called.append(value)
        return value

    space: dict[str, object] = {"call": call}
    exec(planting.files["t.py"], space)
    failing = [one for one in planting.variants if one.fails]
    for one in failing:
        test = space[one.name]
        assert callable(test)
        with pytest.raises(AssertionError):
            test()
    assert called == [1] * len(failing)
    assert len(failing) >= MOST_WORLDS - 1


def run_of(statuses: Mapping[str, str]) -> RepositoryRun:
    records = {key: Recorded(status, "", 0.0) for key, status in statuses.items()}
    return RepositoryRun(Execution(0), records=records, complete=True)


def test_ids_of_pytest_are_found_by_their_place_where_they_hold_values() -> None:
    source = (
        b'import pytest\n\n\n@pytest.mark.parametrize("given, expected", [(1, 2), (2, 3)])\n'
        b"def test_next(given, expected):\n    assert given + 1 == expected\n"
    )
    ids = ("t.py::test_next[1-2]", "t.py::test_next[2-3]")
    suite = SuiteFiles({"t.py": source}, Runner.PYTEST)
    (function,) = suite.named(ids)
    assert function.labels == set(ids)
    survey = {function.key: Surveyed(True, ids, {0: ids[:1], 1: ids[1:]}, order=ids)}
    planting = suite.planting(survey, ids, Schedule(random.Random(3), 2))

    failing = next(one for one in planting.variants if one.fails == {ids[0]})
    run = run_of({f"t.py::{failing.name}[1-9]": "failed", f"t.py::{failing.name}[2-3]": "passed"})
    assert failing.record(ids[0], run, Runner.PYTEST) == f"t.py::{failing.name}[1-9]"
    assert failing.record(ids[1], run, Runner.PYTEST) == f"t.py::{failing.name}[2-3]"


def test_ids_of_unittest_are_names_of_both_forms_or_descriptions() -> None:
    ids = ("test_sum (a.b.Sums)", "test_sum (a.b.Sums.test_sum)", "A name in words.")
    suite = SuiteFiles({"a/b.py": UNITTEST}, Runner.UNITTEST)
    found = {one.names[-1]: one.labels for one in suite.named(ids)}

    assert found == {"test_sum": frozenset(ids[:2]), "test_named": frozenset(ids[2:])}
    planting, _ = suite.survey(ids, (), random.Random(0))
    variant = next(one for one in planting.variants if one.function.names[-1] == "test_named" and one.fails)
    run = run_of({f"{variant.name} (a.b.Sums)": "failed", f"{variant.name} (a.b.Other)": "passed"})
    assert variant.record(ids[2], run, Runner.UNITTEST).startswith(f"{variant.name} (a.b.")
    named = next(one for one in planting.variants if one.function.names[-1] == "test_sum" and one.fails)
    run = run_of({f"{named.name} (a.b.Sums.{named.name})": "failed"})
    assert named.record(ids[1], run, Runner.UNITTEST) == f"{named.name} (a.b.Sums.{named.name})"


@pytest.mark.parametrize(
    ("runner", "ids"),
    [
        (Runner.UNITTEST, ("test_kept (a.b.One)", "test_kept (a.b.Two.test_kept)")),
        (Runner.PYTEST, ("a/b.py::One::test_kept", "a/b.py::Two::test_kept[x")),
    ],
)
def test_a_method_is_found_in_the_class_that_it_is_inherited_from(runner: Runner, ids: tuple[str, ...]) -> None:
    source = (
        b"class Mixin:\n    def test_kept(self):\n        assert self.made() == 1\n\n"
        b"    def test_own(self):\n        assert True\n\n\n"
        b"class One(Mixin, Missing):\n    def test_own(self):\n        assert 1\n\n\n"
        b"class Two(One, Two):\n    pass\n"
    )
    (found,) = SuiteFiles({"a/b.py": source}, runner).named(ids)

    assert found.names == ("Mixin", "test_kept")
    assert found.labels == set(ids)


@pytest.mark.parametrize(
    ("source", "name"), [(PLAIN, "test_elsewhere"), (b"print 'old'\ndef test_a(): pass\n", "test_a")]
)
def test_without_functions_there_is_nothing_to_plant(source: bytes, name: str) -> None:
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)

    assert suite.named([name]) == []
    assert suite.survey([name], (), random.Random(0))[0].variants == ()


def test_files_with_other_ends_of_lines_are_planted_too() -> None:
    source = PLAIN.replace(b"\n", b"\r\n")
    planting = draw(source, survey_of(source, ("test_two",)), ("test_two",), 0)

    names = [one.name for one in planting.variants]
    assert outcomes(planting.files["t.py"], names) == {one.name: not one.fails for one in planting.variants}


def test_a_test_without_copies_has_its_published_values_in_some_runs_and_not_in_all() -> None:
    survey = {
        key: Surveyed(True, one.labels, one.sites, has_copies=False) for key, one in survey_of(PLAIN, NAMES).items()
    }
    suite = SuiteFiles({"t.py": PLAIN}, Runner.FUNCTIONS)
    for seed in range(20):
        schedule = Schedule(random.Random(seed), 3)
        seen: dict[str, list[bool]] = {name: [] for name in NAMES}
        for number in range(3):
            schedule.number = number
            planting = suite.planting(survey, NAMES, schedule)
            assert [one.name for one in planting.variants] == list(NAMES)
            ended = outcomes(planting.files["t.py"], list(NAMES))
            assert ended == {one.name: not one.fails for one in planting.variants}
            for name in NAMES:
                seen[name].append(ended[name])
        assert all({*passed} == {True, False} for passed in seen.values())


def test_all_runs_of_a_trial_show_the_same_values_under_other_names() -> None:
    name = ("test_two",)
    survey, schedule = survey_of(PLAIN, name), Schedule(random.Random(1), 2)
    suite = SuiteFiles({"t.py": PLAIN}, Runner.FUNCTIONS)
    every = [suite.planting(survey, name, schedule) for _ in range(3)]

    asked = [sorted(re.findall(rb"total\([^)]*\) == \d+", one.files["t.py"])) for one in every]
    assert asked[0] == asked[1] == asked[2]
    assert len({tuple(variant.name for variant in one.variants) for one in every}) == 3


def test_a_hidden_number_that_stands_in_a_name_is_said() -> None:
    source = b"def test_sum_21():\n    assert f() == 21\n\n\ndef test_other():\n    assert f() == 42\n"
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)

    assert suite.saying(suite.functions, range(len(suite.hidden))) == {"t.py::test_sum_21"}


@pytest.mark.parametrize("value", ["37", "36 + 1", "(37, 2)"])
def test_a_hidden_literal_in_a_handler_must_be_told_where_its_comparison_is_always_run(value: str) -> None:
    head = f"def test_sum():\n    try:\n        g()\n    except ValueError:\n        expected = {value}\n"
    body = {True: "    assert f() == expected\n", False: "    if f():\n        assert f() == expected\n"}
    for is_sure, text in body.items():
        suite = SuiteFiles({"t.py": (head + text).encode()}, Runner.FUNCTIONS)
        numbers = [at for at, (_, part) in enumerate(suite.hidden) if part.teller == "Value"]
        assert suite.unanswered((), numbers) == ((numbers, []) if is_sure else ([], numbers))


def test_the_chance_of_a_guess_is_that_of_the_test_that_is_guessed_most_easily() -> None:
    source = PLAIN + b"\n\ndef test_flag():\n    assert (1 < 2) is True\n"
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)

    assert chance_of_guess(suite, survey_of(source, ("test_two",)), ("test_two",)) == 1 / MOST_WORLDS
    survey = survey_of(source, ("test_two", "test_flag"))
    assert chance_of_guess(suite, survey, ("test_two", "test_flag")) >= 1 / 2
    assert chance_of_guess(suite, {}, ("test_two",)) == 1


def test_the_tier_of_a_variant_is_that_of_its_best_edit() -> None:
    tiers = {one.tier for one in draw(PLAIN, survey_of(PLAIN, ("test_two",)), ("test_two",), 1).variants if one.fails}

    assert Tier.EXPECTED in tiers
