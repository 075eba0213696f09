"""Programs that print a mark when their tests are through, for languages that compile to machine code."""

from __future__ import annotations

import re
from collections.abc import Callable

from assay.languages.suites import Mark, Stage, SuiteParts, SuiteProgram, piped

_CHANGED = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:define|undef)[ \t]+(\w{1,200})", re.MULTILINE)
_SPLICE = re.compile(r"\\[ \t\r\f\v]*\n")
"""A backslash that joins a line with the next one."""
_STACKS = re.compile(r'\b(?:push_macro|pop_macro|_Pragma)\b|R"')
_VALUE = re.compile(r"[ \t]+[^\s(]")
"""What stands behind the name of a macro that is a value or a type."""
_NEVER_KEPT = frozenset(("main", "assert", "abort", "exit", "if", "else", "while", "for", "do", "return", "throw"))
"""Words by which a test fails or goes on."""
"""What may stand in a text that saves definitions itself, or in which a line is not what it looks like."""
_LINKED = {"<openssl/": "-lcrypto"}
"""What stands in a program that includes a library → how that is linked."""
MISSING = r"fatal error: ([\w/.+-]{1,200}): No such file"
"""How the compiler says that a header is not there."""
_MULTIPLIER = 6364136223846793005
_MASK = (1 << 64) - 1


def hidden_digits(mark: Mark) -> tuple[int, list[int]]:
    """Return a seed and numbers from which the digits of a mark can be computed, none of which shows them.

    The digit at each place is the number there XOR four bits of a generator that starts with the seed.
    """
    seed = state = int.from_bytes(mark.name.encode()[-8:], "big") | 1
    numbers = []
    for digit in mark.text:
        state = (state * _MULTIPLIER + 1442695040888963407) & _MASK
        numbers.append(int(digit, 16) ^ (state >> 60))
    return seed, numbers


def c_mark(mark: Mark) -> str:
    """Return source of C and C++ that stands in for `main` and prints the mark where the tests' own one ends well."""
    seed, numbers = hidden_digits(mark)
    return f"""#include <unistd.h>
#ifdef __cplusplus
extern "C" {{
#endif
int __real_main(int, char **, char **);
int __wrap_main(int count, char **words, char **variables) {{
    int status = __real_main(count, words, variables);
    if (status != 0) return status;
    static const volatile unsigned char numbers[] = {{{", ".join(map(str, numbers))}}};
    volatile unsigned long long state = {seed}ull;
    char line[{len(numbers) + 2}];
    line[0] = '\\n';
    for (int i = 0; i < {len(numbers)}; i++) {{
        state = state * {_MULTIPLIER}ull + 1442695040888963407ull;
        line[i + 1] = "0123456789abcdef"[numbers[i] ^ (state >> 60)];
    }}
    line[{len(numbers) + 1}] = '\\n';
    for (int done = 0; done < {len(numbers) + 2};) {{
        int more = write(1, line + done, {len(numbers) + 2} - done);
        if (more <= 0) return 1;
        done += more;
    }}
    return 0;
}}
#ifdef __cplusplus
}}
#endif
"""


def c_program(
    kind: str, flags: tuple[str, ...], libraries: tuple[str, ...]
) -> Callable[[SuiteParts, Mark], SuiteProgram]:
    """Return the rule for C or C++, `kind` as the compiler calls it.

    Candidate and tests are one translation unit. The linker puts a function of ours in the place of their `main`; it
    stands in another object, which is made when the candidate has been compiled.
    """
    suffix = {"c": "c", "c++": "cpp"}[kind]

    def program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
        files = {**parts.files, parts.target: parts.candidate} if parts.target else dict(parts.files)
        others = [path for path in files if path.endswith(f".{suffix}")]
        extra = tuple(("{tool}", *flags, "-c", "-o", f"other{i}.o", path) for i, path in enumerate(sorted(others)))
        objects = ("tests.o", *(f"other{i}.o" for i in range(len(others))))
        source = _unit(parts)
        more = (*libraries, *(option for header, option in _LINKED.items() if header in source))
        linked = ("{tool}", "-pthread", "-s", "-Wl,--wrap=main", "-o", "main", *objects, "mark.o", *more)
        compiled = ("{tool}", "-x", kind, *flags, "-c", "-o", "tests.o", "-")
        return SuiteProgram(
            files={**files, f"tests.{suffix}": source},
            build=(piped(f"tests.{suffix}", compiled), *extra),
            keep=objects,
            later=Stage(
                {f"mark.{suffix}": c_mark(mark)},
                (("{tool}", "-O1", "-c", "-o", "mark.o", f"mark.{suffix}"), linked),
                ("main",),
            ),
            run=("./main",),
        )

    return program


def _unit(parts: SuiteParts) -> str:
    """Return the parts as one text, with what the candidate may have done to the words of the tests undone between."""
    code, undone = ("", "") if parts.target else saving_macros(parts.candidate, keeps=parts.keeps_macros)
    # with a target, the candidate is a file of its own, which the tests include or link
    return f"{parts.before}\n{code}\n{undone}#undef NDEBUG\n#include <assert.h>\n{parts.tests}\n"


def saving_macros(text: str, *, keeps: bool = False) -> tuple[str, str]:
    """Return a text that saves each macro before it changes it, and lines that restore all of them behind it.

    Headers that the text includes are not read again behind it, so what they define has to last: a definition that is
    left out, by a condition or in a comment, is not undone. Where it `keeps` them, nor is one of a value or a type.

    >>> print(*saving_macros("int f();\\n # define main g\\n"), sep="--\\n")
    int f();
    #pragma push_macro("main")
     # define main g
    --
    #pragma pop_macro("main")
    <BLANKLINE>
    """
    kept = {found[1] for found in _CHANGED.finditer(text) if keeps and _VALUE.match(text, found.end())} - _NEVER_KEPT
    if _STACKS.search(_SPLICE.sub("", text)):
        return text, "".join(f"#undef {name}\n" for name in dict.fromkeys(_CHANGED.findall(text)) if name not in kept)
    undone: list[str] = []

    def saved(found: re.Match[str]) -> str:
        name = found[1]
        if name in kept:
            return found[0]
        line = text.rfind("\n", 0, max(0, found.start() - 1)) + 1
        if _SPLICE.search(text, line, found.start()):  # nothing can be put between a line and what it is joined with
            undone.append(f"#undef {name}\n")
            return found[0]
        undone.append(f'#pragma pop_macro("{name}")\n')
        return f'#pragma push_macro("{name}")\n{found[0]}'

    return _CHANGED.sub(saved, text), "".join(sorted(undone))
