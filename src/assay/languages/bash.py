"""Bash: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.running import Recipe, ToolchainFacts
from assay.languages.script_suites import BASH_FAILURE, bash_program
from assay.languages.suites import SuiteRules

LANGUAGE = Language(
    name="bash",
    title="Bash",
    rank=12,
    aliases=("sh", "shell", "zsh"),
    suffixes=(".sh", ".bash"),
    hash_comments=True,
    signs=(
        (12, r"\A#!.*\b(ba|z|da|k)?sh\b"),
        (4, r"^\s*(if|elif|while|until) (\[\[?|\(\() .*|^\s*(fi|done|esac)\s*(;|$|\|)|;\s*(then|do)\s*$"),
        (
            3,
            r"^\s*(local |export |readonly )?[A-Za-z_]\w*=(?!\"[^\"\n]*\",|[^\n]*;$)(\$|\"|'|\(|`)"
            r"|^\s*(function )?[\w-]+\s*\(\)\s*\{|\$\(\w|\$\{\w",
        ),
        (
            5,
            r"^\s*(\$ )?(sudo )?(tar|git|curl|wget|ssh|scp|rsync|docker|kubectl|apt|apt-get|yum|brew|npm|npx|yarn|pip3?"
            r"|python3?|aws|ffmpeg|chmod|chown|xcodebuild|luarocks) (-{1,2}\w|[\w./:~<@-]+(\s|$))"
            r"|^\s*(\$ )?go (build|run|test|get|install|version|mod)\b"
            r"|^\s*(\$ )?(find|sort|cut|head|tail|ls|ps|du) [^=(]{0,200}-{1,2}\w"
            r"|\S \| (sed|awk|grep|sort|xargs|wc|head|tail|tr|cut|sh|bash|jq)\b",
        ),
        (
            2,
            r"^\s*(echo|cd|mkdir|rm|cp|mv|grep|sed|awk|cat|exit|source|set -\w+|shift|printf)\b(?![.(])"
            r"|\"\$\w+\"|\$[1-9@#?]",
        ),
        (
            5,
            r"^\s*\$ [a-z.][\w./-]*( |$)|^\s*(\$ )?(php artisan|composer|pnpm|(\./"
            r"|bin/)[\w./-]+)( [\w./:-]+)*\s*$",
        ),
        (
            5,
            r"^\s*[a-z][\w./-]*( [\w:./@-]+){0,6} --[a-z][\w-]*(=\S*)?( [\w./:-]+)*\s*$|^\s*export [A-Z_]+="
            r"|^\s*sudo [a-z]",
        ),
        (3, r"^\s*(cd|mkdir|rm|cp|mv|cat|grep|sed|awk|echo|source) (?![^\n]*;$)([^({=;\n]{0,100}[/$~|]|-\w)"),
        (4, r"^[a-z][\w-]* ([\w./-]+ ){0,6}-[a-zA-Z] [\w./~-]+( [\w./~-]+)*[ \t]*$"),
    ),
    grammar="tree_sitter_bash:language",
    package="tree-sitter-bash",
    strings=("string", "raw_string", "ansi_c_string", "heredoc_body", "translated_string"),
    interpolations=("simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"),
    literals=("number",),
    identifiers=("variable_name",),
    places=("subscript",),
    keywords=words(
        "break case continue declare do done elif else esac eval exec exit export fi for function if in local readonly"
        " return select set shift source then trap typeset unset until while"
    ),
    loops=("for_statement", "c_style_for_statement", "while_statement"),
    flow=(
        Flow("variable_assignment", "name", "value?"),
        Flow("for_statement", "variable", "value?"),
        Flow("postfix_expression", "0", updates=True),
    ),
    toolchain=ToolchainFacts(("bash",), ("--version",), "apt install bash"),
    recipe=Recipe(file="main.sh", run=("{tool}", "{file}")),
    suite=SuiteRules(program=bash_program, assertion=f"^{BASH_FAILURE}$", keeps_text=True),
)
