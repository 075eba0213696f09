"""How tests in Rust are run with the code that they are about."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from assay.languages.marking import hidden_digits
from assay.languages.suites import Mark, Stage, SuiteParts, SuiteProgram, piped

_FLAGS = ("--edition", "2021", "--cap-lints", "allow", "-C", "debug-assertions=on", "-C", "opt-level=0")
_ONLY_TESTS = re.compile(r"#\[cfg\(test\)\]")
_TEST = re.compile(r"#\[test\]((?:\s*(?:#\[[^\]\n]*\]|//[^\n]*\n))*)\s*(?:pub(?:\([^)]*\))?\s+)?fn\s+(\w+)")
_OF_A_FEATURE = re.compile(r"#\[cfg\(feature[^\n]*\)\]\s*(?:#\[[^\]\n]*\]\s*)*\Z")
_IGNORED = re.compile(r"#\[ignore[^\]\n]*\]")
_MODULE = re.compile(r"^([ \t]*)(?:pub\s+)?mod\s+(\w+)\s*\{", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_NAME = re.compile(r"\w+")
_MACRO = re.compile(r"(?<![\w:])((?:debug_)?assert(?:_eq|_ne)?|panic)!")


def program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of tests that are a `main`, or functions with `#[test]`.

    Candidate and tests are a library, whose function of a random name runs the tests; a program of ours, which is
    compiled after it, calls that function and prints the mark. Tests of a file of their own are another library.
    """
    if parts.tests_path:
        return _crates(parts, mark)
    candidate = without_unused(parts.candidate, parts.tests, parts.libraries)
    tests, calls = callable_tests(parts.tests)
    body = "\n".join(f"    {call}" for call in calls or ["let () = main();"])
    source = f"{parts.before}\n{candidate}\n{tests}\npub fn {mark.name}() {{\n{body}\n}}\n"
    tested = calls or re.search(r"\bfn\s+main\b", _COMMENT.sub("", parts.tests))
    library = f"lib{mark.name}.rlib"
    compiled = ("{tool}", *_FLAGS, "--crate-type", "rlib", "--crate-name", mark.name, "-o", library, "-")
    linked = ("{tool}", *_FLAGS, "-C", "strip=symbols", "--extern", f"{mark.name}={library}", "-o", "main", "mark.rs")
    return SuiteProgram(
        files={**parts.files, "tests.rs": source},
        build=(piped("tests.rs", compiled),),
        keep=(library,),
        later=Stage({"mark.rs": _main(mark)}, (linked,), ("main",)),
        run=("./main",),
        lacks="" if tested else "tests: it has none that are not comments",
    )


def without_unused(candidate: str, tests: str, crates: tuple[str, ...]) -> str:
    r"""Return a candidate without imports of crates that neither it nor its tests use, for they may not be there.

    >>> without_unused("use rand::Rng;\nuse md5;\nfn f() { md5::compute(1); } // Rng", "", ("rand", "md5"))
    '\nuse md5;\nfn f() { md5::compute(1); } // Rng'
    """
    names = "|".join(map(re.escape, crates)) or "$."
    imports = re.compile(rf"^[ \t]*use[ \t]+({names})\b(?:::[\w:{{}}, \t]{{1,400}})?;", re.MULTILINE)
    words = set(_NAME.findall(_COMMENT.sub("", imports.sub("", f"{candidate}\n{tests}"))))
    taken: dict[str, set[str]] = {}
    for found in imports.finditer(candidate):
        taken.setdefault(found[1], {found[1]}).update(_NAME.findall(found[0]))
    used = {crate for crate, own in taken.items() if (own - {"use", "self", "as"}) & words}
    return imports.sub(lambda found: found[0] if found[1] in used else "", candidate)


def _crates(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate that is a library and of the tests that use it under its name."""
    name = PurePosixPath(parts.tests_path).stem.replace("-", "_")
    tests, calls = callable_tests(_IGNORED.sub("", parts.files[parts.tests_path]))
    body = "\n".join(f"    {call}" for call in calls)
    own = {path: text for path, text in parts.files.items() if not path.startswith("tests/")}
    # What a macro of the candidate could make of names that it can ask for leads to neither of these files.
    source, main = (f"{start}{mark.name[::-1]}.rs" for start in ("tests", "mark"))
    library = ("{tool}", *_FLAGS, "--crate-type", "rlib", "-L", ".")
    linked = ("{tool}", *_FLAGS, "-C", "strip=symbols", "-L", ".", "--extern", mark.name, "-o", "main", main)
    return SuiteProgram(
        files={**own, parts.target: parts.candidate},
        build=((*library, "--crate-name", name, parts.target),),
        keep=(f"lib{name}.rlib",),
        later=Stage(
            {source: f"{tests}\npub fn {mark.name}() {{\n{body}\n}}\n", main: _main(mark)},
            ((*library, "--crate-name", mark.name, "--extern", name, source), linked),
            ("main",),
        ),
        run=("./main",),
    )


def callable_tests(tests: str) -> tuple[str, list[str]]:
    """Return tests as ordinary public functions, and the statements that call them; none where there is a `main`.

    >>> callable_tests("#[cfg(test)]\\nmod tests {\\n    #[test]\\n    fn one() { assert!(true); }\\n}\\n")[1]
    ['tests::one();']
    """
    modules = [(found.start(), _end_of(tests, found), found[2]) for found in _MODULE.finditer(tests)]
    hidden = [found.span() for found in re.finditer(r"/\*.*?\*/", tests, re.DOTALL)]
    calls = []
    for found in _TEST.finditer(tests):
        if any(start < found.start() < end for start, end in hidden):
            continue
        around = [(start, name) for start, end, name in modules if start < found.start() < end]
        call = "".join(f"{name}::" for _, name in around) + f"{found[2]}();"
        if "should_panic" in found[1]:
            call = f"assert!(::std::panic::catch_unwind(|| {{ {call} }}).is_err());"
        places = [found.start(), *(start for start, _ in around)]
        if "ignore" not in found[1] and not any(_is_of_a_feature(tests, place) for place in places):
            calls.append(call)
    text = _MODULE.sub(r"\1pub mod \2 {", _TEST.sub(r"pub fn \2", _ONLY_TESTS.sub("", tests)))
    return _MACRO.sub(r"::std::\1!", text), calls


def _is_of_a_feature(text: str, place: int) -> bool:
    """Return whether what begins at a place is compiled only where a feature is asked for."""
    return _OF_A_FEATURE.search(text[max(0, place - 200) : place]) is not None


def _end_of(text: str, module: re.Match[str]) -> int:
    """Return where a module ends: at the first brace that stands as far in as it does."""
    end = text.find(f"\n{module[1]}}}", module.end())
    return end if end >= 0 else len(text)


def _main(mark: Mark) -> str:
    seed, numbers = hidden_digits(mark)
    return f"""use std::io::Write;
fn main() {{
    {mark.name}::{mark.name}();
    let numbers: [u8; {len(numbers)}] = {numbers};
    let mut state: u64 = std::hint::black_box({seed});
    let mut line = String::from("\\n");
    for number in std::hint::black_box(numbers) {{
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        line.push(char::from_digit((number as u32) ^ ((state >> 60) as u32), 16).unwrap());
    }}
    line.push('\\n');
    let mut out = std::io::stdout();
    out.write_all(line.as_bytes()).unwrap();
    out.flush().unwrap();
}}
"""
