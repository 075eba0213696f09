"""What the documentation says about tests in other languages is what the languages' records say."""

from __future__ import annotations

import re
from pathlib import Path

from assay.languages.driving import driver
from assay.languages.known import languages

PAGE = Path(__file__).resolve().parents[2] / "docs" / "languages.md"


def test_the_page_lists_the_languages_in_which_tests_are_run() -> None:
    table = PAGE.read_text("utf-8").partition("\n## ")[0]
    named = {name for cell in re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE) for name in cell.split(", ")}

    assert named - {"language"} == {one.title for one in languages().values() if one.suite is not None}


def test_every_driver_takes_the_input_away_before_the_candidate_is_loaded() -> None:
    taken = {
        "driver.go": "os.Stdin.Close()",
        "driver.lua": "io.stdin:close()",
        "driver.php": "fclose(STDIN)",
        "driver.pl": "open STDIN, '<', '/dev/null'",
        "driver.rb": "$stdin.reopen(File::NULL)",
    }
    loaded = {
        "driver.lua": "load(source",
        "driver.php": "require './",
        "driver.pl": "    load();",
        "driver.rb": 'load("./',
    }

    for name, words in taken.items():
        source = driver(name)
        assert words in source
        assert source.index(words) < source.find(loaded.get(name, "\x00")) % (1 << 62)
