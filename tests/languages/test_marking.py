"""What a candidate in C or C++ defines is undone before the tests, and what headers define lasts."""

from __future__ import annotations

import subprocess

import pytest

from assay.languages.marking import saving_macros
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain

NOTHING = "f(1) M_PI true"


@pytest.mark.parametrize(
    ("candidate", "seen"),
    [
        pytest.param("#define f(x) 9\n", NOTHING, id="defined"),
        pytest.param("#define f(x) 1\n#undef f\n#define f(x) 2\n", NOTHING, id="twice"),
        pytest.param("#if 0\n#define f(x) 1\n#endif\n#define f(x) 2\n", NOTHING, id="one is left out"),
        pytest.param("#define G(x) x\nG(\n#define f(x) 9\n)\n", NOTHING, id="in arguments"),
        pytest.param('#define f(x) 9\n#pragma push_macro("f")\n#undef f\n', NOTHING, id="saved by itself"),
        pytest.param('#define f(x) 9\n#pragma push_\\\nmacro("f")\n#undef f\n', NOTHING, id="saved on two lines"),
        pytest.param('#define f(x) 9\n_Pragma("push_macro(\\"f\\")")\n#undef f\n', NOTHING, id="saved by an operator"),
        pytest.param("\\\n#define f(x) 9\n", NOTHING, id="joined with the line before"),
        pytest.param("// a \\ \n#define f(x) 9\n", NOTHING, id="joined with a comment"),
        pytest.param("%: define f(x) 9\r\n", NOTHING, id="digraph"),
        pytest.param("#ifndef M_PI\n#define M_PI 4\n#endif\n", NOTHING, id="defined if it is missing"),
        pytest.param("#include <math.h>\n#ifndef M_PI\n#define M_PI 4\n#endif\n", "f(1) 3.14159265358979323846 true",
                     id="left out"),
        pytest.param("#include <math.h>\n/*\n#define M_PI 4\n*/\n", "f(1) 3.14159265358979323846 true", id="comment"),
        pytest.param("#include <stdbool.h>\n#define true 1\n", "f(1) M_PI 1", id="defined once more"),
        pytest.param("#include <stdbool.h>\n#undef true\n#define true 0\n", "f(1) M_PI 1", id="in another's place"),
    ],
)  # fmt: skip
def test_what_the_tests_see_of_macros(candidate: str, seen: str) -> None:
    try:
        found = tools("c")
    except MissingToolchain as error:
        pytest.skip(str(error))
    code, undone = saving_macros(candidate)

    command = [found.tool, "-w", "-std=gnu17", "-E", "-P", "-"]
    ran = subprocess.run(command, input=f"{code}\n{undone}TESTS f(1) M_PI true\n", capture_output=True, text=True)

    assert ran.stdout.partition("TESTS")[2].strip() == seen
