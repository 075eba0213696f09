"""The layer picture of ARCHITECTURE.md, held true: imports point down, siblings do not know each other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"

LAYERS = (
    ("__main__",),
    ("cli",),
    ("service", "rewards"),
    ("front",),
    ("ca",),
    ("evaluation", "monitoring"),
    ("benchmarks", "solvers", "engines"),
    ("probes",),
    ("judges", "reports"),
    ("repositories",),
    ("metrics", "extraction", "sandbox", "models", "store"),
    ("quality",),
    ("statistics", "languages", "registry", "bounding", "choices"),
    ("solutions", "alerts", "access"),
    ("observations",),
    ("spec",),
    ("records", "signature", "settings"),
    ("results",),
    ("text", "syntax", "distinct", "files", "tables"),
    ("agreement", "weights", "hashing"),
    ("errors",),
)
"""Top to bottom. A part may import what stands below its own row, and itself."""

GUESTS = {
    "assay.sandbox.guest": ("assay.sandbox.guest",),
    "assay.judges.host": ("assay.judges.host", "assay.sandbox.guest"),
    "assay.repositories.drivers": (),
}
"""Packages that run under any interpreter the user names, and what of Assay they may import."""

BESIDE = {("assay.repositories.drivers", "recording"), ("assay.repositories.drivers", "pytest"),
          ("assay.repositories.drivers", "_pytest")}  # fmt: skip
"""Package and module: what lies beside a program of ours in the sandbox, or in the environment it runs under."""

GUEST_EXTRAS = {"numpy", "pandas"}
"""What a guest may import inside a function, for values that cannot exist without it."""

LONGEST_FUNCTION = 70


@dataclass(frozen=True, slots=True)
class Import:
    """One import statement, resolved to the module it names."""

    importer: str
    target: str
    line: int
    lazy: bool = False
    """It stands inside a function."""
    for_types: bool = False
    """It stands under `if TYPE_CHECKING`."""

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.target}"


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(
    module: str, source: str, *, is_package: bool = False, known: frozenset[str] = frozenset()
) -> list[Import]:
    """All imports in a module, with those inside functions and under `TYPE_CHECKING`."""
    package = module if is_package else module.rpartition(".")[0]
    return list(_walk(ast.parse(source), Import(module, "", 0), package, known))


def _walk(node: ast.AST, place: Import, package: str, known: frozenset[str]) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        lazy = place.lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for_types = place.for_types or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test))
        here = Import(place.importer, "", getattr(child, "lineno", 0), lazy, for_types)
        for target in _targets(child, package, known):
            yield Import(here.importer, target, here.line, lazy, for_types)
        yield from _walk(child, here, package, known)


def _targets(node: ast.AST, package: str, known: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*up, *([node.module] if node.module else [])])
        for alias in node.names:
            name = f"{base}.{alias.name}"
            yield name if name == "assay.__version__" or (name in known and base != "assay") else base


def part_of(module: str) -> str:
    return module.split(".")[1]


def row_of(part: str) -> int:
    rows = [row for row, parts in enumerate(LAYERS) if part in parts]
    assert rows, f"{part!r} is not in the layer picture of tests/test_architecture.py"
    return rows[0]


def points_down(found: Import) -> bool:
    """Whether an import obeys the picture; imports of other packages always do."""
    if found.target.split(".")[0] != "assay" or found.target == "assay.__version__":
        return True
    if "." not in found.importer:
        return found.for_types  # the package root offers names, and imports a part when one is asked for
    if "." not in found.target:
        return False
    if found.importer.endswith(".__main__"):
        return True  # the way in: it may call the command line
    importer, target = part_of(found.importer), part_of(found.target)
    return importer == target or row_of(importer) < row_of(target)


def guest_of(module: str) -> str | None:
    return next((guest for guest in GUESTS if module == guest or module.startswith(f"{guest}.")), None)


def is_fit_for_a_guest(found: Import) -> bool:
    guest, top = guest_of(found.importer), found.target.split(".")[0]
    if guest is None or top in sys.stdlib_module_names or (guest, top) in BESIDE:
        return True
    if top == "assay":
        return any(found.target == allowed or found.target.startswith(f"{allowed}.") for allowed in GUESTS[guest])
    return top in GUEST_EXTRAS and (found.lazy or found.for_types)


MODULES = modules()
IMPORTS = [
    found
    for module, path in MODULES.items()
    for found in imports_of(
        module, path.read_text("utf-8"), is_package=path.name == "__init__.py", known=frozenset(MODULES)
    )
]


def test_imports_point_down() -> None:
    assert [str(found) for found in IMPORTS if not points_down(found)] == []


def test_content_is_digested_in_one_place() -> None:
    assert {found.importer for found in IMPORTS if found.target == "hashlib"} == {"assay.hashing"}


def test_guests_import_only_the_standard_library_and_each_other() -> None:
    assert [str(found) for found in IMPORTS if not is_fit_for_a_guest(found)] == []


def test_only_the_command_line_and_the_service_load_other_packages_at_import() -> None:
    eager = [
        str(found)
        for found in IMPORTS
        if found.target.split(".")[0] not in {*sys.stdlib_module_names, "assay"}
        and not found.lazy
        and not found.for_types
        and part_of(found.importer) not in ("cli", "service")
        and (guest_of(found.importer), found.target.split(".")[0]) not in BESIDE
    ]

    assert eager == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for found in IMPORTS:
        if found.target in MODULES and found.target != found.importer and not found.for_types and not found.lazy:
            graph[found.importer].add(found.target)

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"import cycle: {' -> '.join(error.args[1])}")


def judged_by_truth(source: str) -> list[int]:
    """Lines that ask a verdict for its truth, which it refuses."""
    asked = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            asked.append(node.test)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            asked.append(node.operand)
        elif isinstance(node, ast.BoolOp):
            asked += node.values[:-1]
        elif isinstance(node, ast.comprehension):
            asked += node.ifs
    names = ((node, node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")) for node in asked)
    return [node.lineno for node, name in names if name == "verdict"]


def test_a_verdict_is_asked_whether_it_passed_or_whether_it_is_there() -> None:
    found = {name: judged_by_truth(path.read_text(encoding="utf-8")) for name, path in modules().items()}

    assert not {name: lines for name, lines in found.items() if lines}
    assert judged_by_truth("x = run.verdict or other\nif not verdict: pass\ny = a or verdict") == [1, 2]


def test_every_module_says_what_it_is_for() -> None:
    silent = [module for module, path in MODULES.items() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]

    assert silent == []


def test_no_function_is_too_long_to_read() -> None:
    long = [
        f"{module}.{node.name}: {length} lines"
        for module, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]

    assert long == []


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        pytest.param("assay.judges.base", "from assay.sandbox.base import Sandbox", True, id="down"),
        pytest.param("assay.sandbox.warm", "import assay.judges.base", False, id="up"),
        pytest.param("assay.sandbox.warm", "from assay.store import sqlite", False, id="sibling"),
        pytest.param("assay.sandbox.warm", "from assay.sandbox import base", True, id="itself"),
        pytest.param("assay.sandbox.warm", "from . import base", True, id="relative"),
        pytest.param("assay.sandbox.warm", "from ..judges import base", False, id="relative-up"),
        pytest.param("assay.sandbox.warm", "from ..records import Limits", True, id="relative-down"),
        pytest.param("assay.sandbox.warm", "def f():\n    import assay.judges", False, id="up-in-a-function"),
        pytest.param("assay.sandbox.warm", "if TYPE_CHECKING:\n    import assay.judges", False, id="up-for-types"),
        pytest.param("assay.sandbox.warm", "from assay import Problem", False, id="package-root"),
        pytest.param("assay.sandbox.warm", "from assay import records", False, id="module-through-package-root"),
        pytest.param("assay.sandbox.warm", "import assay", False, id="package-root-whole"),
        pytest.param("assay.sandbox.warm", "from assay import __version__", True, id="version"),
        pytest.param("assay", "from assay.records import Problem", False, id="root-imports-nothing"),
        pytest.param("assay", "if TYPE_CHECKING:\n    from assay.records import Problem", True, id="root-for-types"),
        pytest.param("assay.records", "from assay.errors import InvalidValue", True, id="errors-are-below-all"),
        pytest.param("assay.cli.main", "from assay.service.app import serve", True, id="cli-may-import-all"),
        pytest.param("assay.sandbox.warm", "import os, numpy", True, id="other-packages"),
    ],
)
def test_the_checker_knows_up_from_down(module: str, source: str, allowed: bool) -> None:
    known = frozenset({"assay.sandbox.base", "assay.judges.base", "assay.records"})

    assert all(points_down(found) for found in imports_of(module, source, known=known)) is allowed


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        pytest.param("assay.sandbox.guest.zygote", "from assay.sandbox.guest import wire", True, id="each-other"),
        pytest.param("assay.sandbox.guest.zygote", "from assay.records import Limits", False, id="records"),
        pytest.param("assay.sandbox.guest.zygote", "from assay.sandbox.base import Sandbox", False, id="its-own-part"),
        pytest.param("assay.sandbox.guest.wire", "import numpy", False, id="numpy-at-import"),
        pytest.param("assay.sandbox.guest.wire", "def f():\n    import numpy", True, id="numpy-when-needed"),
        pytest.param("assay.sandbox.guest.wire", "def f():\n    import rich", False, id="another-package"),
        pytest.param("assay.judges.host.server", "from assay.sandbox.guest import wire", True, id="host-knows-guest"),
        pytest.param("assay.sandbox.guest.wire", "import assay.judges.host.handles", False, id="guest-knows-no-host"),
    ],
)
def test_the_checker_knows_what_a_guest_may_import(module: str, source: str, allowed: bool) -> None:
    assert all(is_fit_for_a_guest(found) for found in imports_of(module, source)) is allowed
