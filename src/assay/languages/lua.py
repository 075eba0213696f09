"""Lua: how its programs and tests in it are run."""

from __future__ import annotations

from assay.languages.base import Language
from assay.languages.running import Recipe, ToolchainFacts
from assay.languages.script_suites import lua_program
from assay.languages.suites import SuiteRules

LANGUAGE = Language(
    name="lua",
    title="Lua",
    rank=18,
    suffixes=(".lua",),
    toolchain=ToolchainFacts(("lua5.4", "lua", "lua5.3"), ("-v",), "apt install lua5.4"),
    recipe=Recipe(
        file="main.lua", run=("{tool}", "{file}"), crash=r"^lua[\d.]*: ", exhausted="^lua[0-9.]*: not enough memory"
    ),
    suite=SuiteRules(program=lua_program, assertion=r"\bexpected: .*, actual: "),
)
