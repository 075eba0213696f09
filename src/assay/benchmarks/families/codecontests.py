"""CodeContests: programs of contests that read standard input, with public, private and generated tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.contests import identifier, inputs_of, words_of
from assay.benchmarks.family import Family, LoadOptions, has
from assay.benchmarks.rows import Row
from assay.records import CaseKind, Checker, Limits, Problem, ProblemKind, ProgramInput, Programs

CHECKER = Checker.words(1e-5, any_case=True)
"""As the set's own tester: words in any case, numbers with a tolerance."""
PYTHON3 = 3
"""How the rows number the language."""
_RATED = ((1200, 1), (1800, 2))
"""Up to which rating of Codeforces a problem is simple, and up to which of medium difficulty."""
_NAMED = {1: 1, 2: 2, 3: 3, 4: 3, 5: 3}
"""The set's difficulty, from easy to hardest → ours; its other numbers are letters of a contest."""
_DIFFICULTY = re.compile(r"^\*\*Difficulty:\*\* (\d{1,9})\s*$", re.MULTILINE)


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    made = family.benchmark(content, rows, problem_of, judge="programs", errata=ERRATA)
    return replace(made, licence="CC-BY-4.0", source="https://github.com/google-deepmind/code_contests", eval_only=True)


def _recognises(row: Row) -> bool:
    return _is_packed(row) or has(row, "public_tests", "private_tests", "generated_tests")


def _is_packed(row: Row) -> bool:
    return has(row, "id", "problem", "solution", "tests")


def problem_of(row: Row) -> Problem:
    """Return one problem: a row as the set is published, or one packed of a folder with its problem and tests."""
    return _packed(row) if _is_packed(row) else _published(row)


def _packed(row: Row) -> Problem:
    text = row.text("problem")
    found = _DIFFICULTY.search(text)
    return Problem(
        row.text("id"),
        Programs(tuple(map(_with_line_end, inputs_of(row, "tests"))), checker=CHECKER),
        prompt=text,
        reference=row.text("solution"),
        kind=ProblemKind.ALGORITHM,
        difficulty=_NAMED.get(int(found[1])) if found else None,
        tags=words_of(row, "tags"),
    )


def _with_line_end(given: ProgramInput) -> ProgramInput:
    """Return an input whose last line ends as it does where the set is published: packed rows are stripped."""
    return given if given.stdin.endswith(b"\n") else replace(given, stdin=given.stdin + b"\n")


def _published(row: Row) -> Problem:
    inputs = [
        *inputs_of(row, "public_tests"),
        *inputs_of(row, "private_tests", CaseKind.EDGE),
        *inputs_of(row, "generated_tests", CaseKind.EDGE),
    ]
    return Problem(
        identifier(row, "name"),
        Programs(tuple(inputs), checker=CHECKER),
        prompt=row.text("description"),
        reference=_reference(row),
        kind=ProblemKind.ALGORITHM,
        difficulty=_difficulty(row),
        tags=words_of(row, "cf_tags"),
    )


def _reference(row: Row) -> str:
    """Return the first solution in Python 3; empty where there is none."""
    value = row.data.get("solutions") or {}
    languages, sources = (value.get("language"), value.get("solution")) if isinstance(value, dict) else (None, None)
    if not value:
        return ""
    if not isinstance(languages, list) or not isinstance(sources, list):
        raise row.wrong("solutions", value, "an object with lists 'language' and 'solution'")
    pairs = zip(languages, sources, strict=False)
    return next((one for language, one in pairs if language == PYTHON3 and isinstance(one, str)), "")


def _difficulty(row: Row) -> int | None:
    rating, named = row.data.get("cf_rating"), row.data.get("difficulty")
    if isinstance(rating, int) and rating > 0:
        return next((level for most, level in _RATED if rating <= most), 3)
    return _NAMED.get(named) if isinstance(named, int) else None


_SEVERAL = "several answers are right, or may be printed in another order, and the tests hold one of them"
_SLOW = "its reference needs more than 10 s of CPython for some tests"
_INTERACTIVE = "interactive: a program would have to talk with a judge"
ERRATA: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "1031_e_triple_flips_11983", "1041_e_tree_reconstruction_8858", "1071_c_triple_flips_5739",
            "1076_d_edge_deletion_9486", "1217_d_coloring_edges_7410", "1325_c_ehab_and_pathetic_mexs_1064",
            "136_d_rectangle_and_square_9500", "1391_e_pairs_of_pairs_6690",
            "1407_e_egor_in_the_republic_of_dagestan_1382", "1427_e_xum_2840", "1438_d_powerful_ksenia_5652",
            "1521_d_nastia_plays_with_a_tree_11693", "27_b_tournament_1914", "407_a_triangle_11184",
            "45_h_road_problem_460", "464_b_restore_cube__2130", "507_e_breaking_good_9731", "521_d_shop_3485",
            "576_a_vasya_and_petyas_game_7650", "618_c_constellation_3489", "633_c_spy_syndrome_2_3594",
            "715_b_complete_the_graph_3806", "716_d_complete_the_graph_158", "749_b_parallelogram_is_back_2975",
            "774_h_repairing_of_string_9638", "862_c_mahmoud_and_ehab_and_the_xor_2355", "925_c_big_secret_3711",
            "963_b_destruction_of_a_tree_65",
        ),
        _SEVERAL,
    ),
    **dict.fromkeys(("1534_e_lost_array_11486", "680_c_bear_and_prime_100_4430"), _INTERACTIVE),
    **dict.fromkeys(("1238_e_keyboard_purchase_2831", "1503_e_2coloring_8359"), _SLOW),
    "1056_d_decorate_apple_tree_1782": "the input for n = 1 has lost its empty second line, which the reference reads",
    "1118_f1_tree_cutting_easy_version_12195": "five of its tests are inputs of the hard version, in another format",
    "1133_f1_spanning_tree_with_maximum_degree_10945": (
        "its reference is for the version that also gives a degree, and cannot read these inputs"
    ),
    "1176_e_cover_it_10635": "its reference and most tests are those of another problem, of spanning trees",
    "1264_c_beautiful_mirrors_with_queries_6684": "its reference and most tests are of the problem without queries",
    "1324_f_maximum_white_subtree_3668": "its reference and some tests are those of another problem",
    "1540_b_tree_array_3053": "its reference does not reduce its answer once more by the modulus",
}  # fmt: skip
"""Of the 300 packed rows, by their ids."""
CODECONTESTS = Family(
    "codecontests",
    "programs of contests on standard input (Li et al. 2022)",
    _read,
    aliases=("code_contests",),
    obtain="they are published as deepmind/code_contests on the Hugging Face hub; write its rows as JSON Lines",
    recognises=_recognises,
    fields=("name", "description", "public_tests", "private_tests", "generated_tests", "solutions"),
    limits=Limits(seconds=10.0),
)

FAMILIES = (CODECONTESTS,)
