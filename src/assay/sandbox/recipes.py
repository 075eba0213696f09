"""How a program of each language is built and run, as data."""

from __future__ import annotations

import functools
import glob
import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assay.errors import UnknownNameError
from assay.records import MIB
from assay.sandbox.interpreters import SYSTEM
from assay.sandbox.toolchains import LANGUAGES, MissingToolchain, Toolchain, examine_toolchains

_LOCATE_SECONDS = 20
_SMALLEST_HEAP = 16


@dataclass(frozen=True, slots=True)
class Names:
    """What the words in braces of a recipe stand for."""

    file: str
    """`{file}`: what the source is called."""
    main: str = "main"
    """`{main}`: what is started."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a program of one language is built and run; `{tool}` is the toolchain's command.

    In the command that runs it, `{heap}` is the memory of the program in MiB, for a runtime that sets its heap a bound.
    """

    name: str
    title: str
    """As in `toolchains.LANGUAGES`."""
    suffixes: tuple[str, ...]
    """Of source files, the usual one first."""
    file: str
    """What the source is called in the scratch folder."""
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    """Empty: the source is run as it is."""
    keep: str = ""
    """The file or folder that building makes."""
    runner: str = ""
    """The command that runs what was built, `{runner}`, where it is another one; it stands beside `{tool}`."""
    home: tuple[str, ...] = ()
    """Arguments that make `{tool}` tell the folder it really lives in, for one that is a stand-in."""
    read: tuple[str, ...] = ()
    """Patterns of more paths that it has to read."""
    made_nothing: str = ""
    """Why a build may end well and make nothing to run."""
    runtime_bytes: int = 0
    """What the runtime itself may hold, such as compiled code and stacks: that is not the program's memory."""
    crash: str = ""
    """A pattern found in standard error when a program ended by an error that nobody caught."""
    exhausted: str = ""
    """A pattern found there when that error was that there is no more memory."""
    names: Callable[[str], Names] | None = None
    """Where the names depend on the source."""

    def names_of(self, source: str) -> Names:
        return self.names(source) if self.names else Names(self.file)


@dataclass(frozen=True, slots=True)
class Tools:
    """The commands of one language on this machine."""

    tool: str
    runner: str
    version: str
    read: tuple[str, ...]
    """Folders outside of the system's that they have to read."""

    def fill(self, words: tuple[str, ...], names: Names) -> tuple[str, ...]:
        """A command of the recipe with all names in place."""
        values = {"{tool}": self.tool, "{runner}": self.runner, "{file}": names.file, "{main}": names.main}
        return tuple(functools.reduce(lambda text, item: text.replace(*item), values.items(), word) for word in words)


def with_heap(argv: tuple[str, ...], memory_bytes: int) -> tuple[str, ...]:
    """The command that runs a program, with a heap of all the memory that it may have.

    >>> with_heap(("java", "-Xmx{heap}m"), 1 << 30)
    ('java', '-Xmx1024m')
    """
    heap = str(max(_SMALLEST_HEAP, memory_bytes // MIB))
    return tuple(word.replace("{heap}", heap) for word in argv)


def java_names(source: str) -> Names:
    """The public class gives the file its name; the class that holds `main` is started.

    A name that no file can have is not used: the file is `Main.java`, and the compiler says what it makes of that.

    >>> java_names("package a.b;\\npublic class Hello { public static void main(String[] x) {} }")
    Names(file='Hello.java', main='a.b.Hello')
    """
    text = _JAVA_TEXT.sub(" ", source)
    package = _JAVA_PACKAGE.match(text)
    types = [(match.start(), "public" in (match["modifiers"] or ""), match["name"]) for match in _top_level_types(text)]
    public = next((name for _, is_public, name in types if is_public), None)
    main = _JAVA_MAIN.search(text)
    holder = [name for start, _, name in types if main and start < main.start()]
    started = holder[-1] if holder else public or (types[0][2] if types else "Main")
    prefix = re.sub(r"\s", "", package[1]) + "." if package else ""
    longest = max(len(name.encode()) for name in (public or "", started))
    if longest > _LONGEST_JAVA_NAME or len(prefix.encode()) > _LONGEST_PACKAGE:
        return Names("Main.java", "Main")
    return Names(f"{public or started}.java", prefix + started)


_LONGEST_JAVA_NAME = 200
_LONGEST_PACKAGE = 2000
# Each of these takes a stretch of text once: what it has begun it also ends, so no stretch is tried from every place.
_JAVA_TEXT = re.compile(
    r'''//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?+'''
    r"""|"(?:\\[^\n]|[^"\\\n])*+"?+|'(?:\\[^\n]|[^'\\\n])*+'?+""",
    re.DOTALL,
)
_JAVA_PACKAGE = re.compile(r"\s*+package\s++([\w.\s]++);")
_JAVA_TYPE = re.compile(
    r"(?:(?P<modifiers>(?:\b(?:public|final|abstract|strictfp|sealed)\s++)++)|\b)"
    r"(?:(?:class|interface|enum|record)\s++(?P<name>[A-Za-z_$][\w$]*+))?+"
)
_JAVA_MAIN = re.compile(r"\bstatic\s++(?:final\s++)?void\s++main\s*+\(")


def _top_level_types(text: str) -> list[re.Match[str]]:
    found = []
    depth, seen = 0, 0
    for match in _JAVA_TYPE.finditer(text):
        if match["name"] is None:
            continue
        depth += text.count("{", seen, match.start()) - text.count("}", seen, match.start())
        seen = match.start()
        if depth == 0:
            found.append(match)
    return found


_ES_MODULE = re.compile(
    r"^[ \t]*+(?:import\s++[\w{*\"']|export\s++(?:default|const|let|function|class|\{))", re.MULTILINE
)


def _script_names(source: str) -> Names:
    """Only a file of the newer kind may import and export."""
    return Names("main.mjs" if _ES_MODULE.search(source) else "main.js")


_NODE_READS = ("/etc/ssl/openssl.cnf",)
_NODE = "\nNode.js v|^Uncaught |^node:internal"
_NODE_RUN = ("{runner}", "--stack-size=4000", "--max-old-space-size={heap}")
_NODE_EXHAUSTED = "^FATAL ERROR: .*(?:out of memory|Allocation failed)"
_NODE_BYTES = 128 * MIB
_JAVA_ROOM = ("-XX:ReservedCodeCacheSize=64m", "-XX:CompressedClassSpaceSize=64m", "-XX:ErrorFile=/dev/null")
_JAVA_STACKS = ("-Xss64m", "-XX:ThreadStackSize=1024")
"""The launcher takes the first for the thread of `main`, the machine the second for all others."""
_JAVA_EXHAUSTED = "^(?:Exception in thread .*|Caused by: )java[.]lang[.]OutOfMemoryError(?!: unable to create)"
RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe("python", "Python", (".py",), "main.py", (), crash=r"^Traceback \(most recent call last\):|^\w*Error: ",
               exhausted=r"^(?:\w++[.])*+\w*MemoryError\b"),
        Recipe(
            "javascript", "JavaScript", (".js", ".mjs", ".cjs"), "main.js", (*_NODE_RUN, "{file}"),
            read=_NODE_READS, runtime_bytes=_NODE_BYTES, crash=_NODE, exhausted=_NODE_EXHAUSTED, names=_script_names,
        ),
        Recipe(
            "typescript", "TypeScript", (".ts",), "main.ts", (*_NODE_RUN, "main.js"),
            ("sh", "-c", '"$0" --target es2022 --module commonjs --skipLibCheck "$1"; test -f main.js',
             "{tool}", "{file}"),
            "main.js", runner="node", read=_NODE_READS, runtime_bytes=_NODE_BYTES, crash=_NODE,
            exhausted=_NODE_EXHAUSTED,
        ),
        Recipe(
            "java", "Java", (".java",), "Main.java",
            ("{runner}", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms16m", "-Xmx{heap}m", *_JAVA_ROOM, *_JAVA_STACKS,
             "-Djava.io.tmpdir=.", "-Dfile.encoding=UTF-8", "-cp", "out", "{main}"),
            ("{tool}", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData", "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none",
             "-encoding", "UTF-8", "-d", "out", "{file}"),
            "out", runner="java", read=("/etc/java-*",), made_nothing="the source holds no class",
            runtime_bytes=384 * MIB, crash=r'^Exception in thread "|^Error: ', exhausted=_JAVA_EXHAUSTED,
            names=java_names,
        ),
        Recipe(
            "c", "C", (".c",), "main.c", ("./main",),
            ("{tool}", "-std=gnu17", "-O1", "-w", "-s", "-pthread", "-o", "main", "{file}", "-lm"), "main",
        ),
        Recipe(
            "cpp", "C++", (".cpp", ".cc", ".cxx"), "main.cpp", ("./main",),
            ("{tool}", "-std=gnu++20", "-O1", "-w", "-s", "-pthread", "-o", "main", "{file}"), "main",
            crash="^terminate called ", exhausted="^terminate called .*'std::bad_(?:alloc|array_new_length)'",
        ),
        Recipe(
            "rust", "Rust", (".rs",), "main.rs", ("./main",),
            ("{tool}", "--edition", "2021", "--cap-lints", "allow", "-C", "opt-level=1", "-C", "debug-assertions=on",
             "-C", "strip=symbols", "-o", "main", "{file}"), "main",
            home=("--print", "sysroot"), crash="^thread '[^']*'(?: \\(\\d+\\))? panicked at |^memory allocation of ",
            exhausted="^memory allocation of [0-9]+ bytes failed",
        ),
        Recipe(
            "go", "Go", (".go",), "main.go", ("./main",),
            ("env", "GO111MODULE=off", "CGO_ENABLED=0", "GOTOOLCHAIN=local", "{tool}", "build", "-ldflags=-s -w",
             "-o", "main", "{file}"), "main",
            home=("env", "GOROOT"), crash="^panic: |^fatal error: |^goroutine ",
            exhausted="^fatal error: runtime: (?:out of memory|cannot allocate memory)",
        ),
        Recipe(
            "ruby", "Ruby", (".rb",), "main.rb", ("{tool}", "{file}"), runtime_bytes=32 * MIB,
            crash=r"\((?:\w|::)+\)$", exhausted=r"\(NoMemoryError\)$",
        ),
        Recipe(
            "php", "PHP", (".php",), "main.php", ("{tool}", "-d", "memory_limit=-1", "{file}"),
            runtime_bytes=32 * MIB, crash="^PHP Fatal error",
            exhausted="^PHP Fatal error: +(?:Allowed memory|Out of memory)",
        ),
        Recipe(
            "perl", "Perl", (".pl",), "main.pl", ("{tool}", "{file}"), crash=r" at \S+ line \d+[.,]|^Out of memory",
            exhausted="^Out of memory",
        ),
        Recipe("bash", "Bash", (".sh", ".bash"), "main.sh", ("{tool}", "{file}")),
    )
}  # fmt: skip
"""By name. A language needs nothing but a line here and one in `toolchains.LANGUAGES`."""
_ALIASES = {"js": "javascript", "ts": "typescript", "c++": "cpp", "py": "python", "sh": "bash", "golang": "go"}


def recipe(language: str) -> Recipe:
    """The recipe of a language by its name, or by another name it goes under.

    >>> recipe("C++").file
    'main.cpp'
    """
    name = language.strip().lower()
    name = _ALIASES.get(name, name)
    if name not in RECIPES:
        raise UnknownNameError("language that can be run", language, RECIPES)
    return RECIPES[name]


def language_of(path: str | os.PathLike[str]) -> str | None:
    """The language of a source file by its name, `None` where no recipe takes it.

    >>> language_of("a/b.rs"), language_of("notes.txt")
    ('rust', None)
    """
    suffix = Path(path).suffix.lower()
    return next((name for name, known in RECIPES.items() if suffix in known.suffixes), None)


@functools.cache
def tools(language: str) -> Tools:
    """The commands of a language; raises `MissingToolchain` where this machine has none."""
    known = recipe(language)
    entry = next(entry for entry in LANGUAGES if entry.name == known.title)
    (found,) = examine_toolchains([entry])
    if found.version is None:
        raise MissingToolchain(found)
    tool = _real_tool(known, found)
    runner = _beside(tool, known, found) if known.runner else tool
    patterns = [path for pattern in known.read for path in sorted(glob.glob(pattern))]
    read = tuple(dict.fromkeys([*filter(None, map(_home_of, (tool, runner))), *patterns]))
    return Tools(tool, runner, found.version, read)


def _real_tool(known: Recipe, found: Toolchain) -> str:
    """The command itself, where the one on the PATH only calls it: a stand-in looks for it in the user's home."""
    if not known.home:
        return found.detail
    try:
        done = subprocess.run([found.detail, *known.home], capture_output=True, timeout=_LOCATE_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        broken = Toolchain(
            found.language, found.command, None, f"{found.detail}: does not tell where it lives: {error}"
        )
        raise MissingToolchain(broken) from error
    real = os.path.join(done.stdout.decode("utf-8", "replace").strip(), "bin", found.command)
    return real if os.access(real, os.X_OK) else found.detail


def _beside(tool: str, known: Recipe, found: Toolchain) -> str:
    beside = os.path.join(os.path.dirname(os.path.realpath(tool)), known.runner)
    if os.access(beside, os.X_OK):
        return beside
    (other,) = examine_toolchains(
        [entry for entry in LANGUAGES if known.runner in entry.commands][:1]
    ) or [Toolchain(found.language, known.runner, None, f"not found beside {tool}")]  # fmt: skip
    if other.version is None:
        raise MissingToolchain(Toolchain(found.language, known.runner, None, other.detail))
    return other.detail


def _home_of(tool: str) -> str | None:
    """The folder to open for a command that is not one of the system's: the one that holds its `bin`."""
    real = os.path.realpath(tool)
    if any(real.startswith(f"{folder}/") for folder in SYSTEM):
        return None
    folder = os.path.dirname(real)
    return os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder
