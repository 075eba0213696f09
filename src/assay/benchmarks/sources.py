"""Where the problem files of the public families come from, which versions are known, and where they lie here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.errors import UnknownNameError, UsageError
from assay.settings import default_cache_folder, flag_of

RAW = "https://raw.githubusercontent.com"


@dataclass(frozen=True, slots=True)
class Source:
    """One problem file at its public place."""

    file: str
    """Its name in the cache folder; a plain copy without `.gz`, or a packed one with it, is found as well."""
    urls: tuple[str, ...]
    """Tried in this order."""
    sha256: str
    """Of the file as it is served: packed for HumanEval and EvalPlus, plain for MBPP."""
    size: int
    """In bytes, as it is served; a download that goes beyond it is cut off."""
    licence: str


SOURCES: Mapping[str, Source] = {
    "humaneval": Source(
        "HumanEval.jsonl.gz",
        (f"{RAW}/openai/human-eval/master/data/HumanEval.jsonl.gz",),
        "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef",
        44_877,
        "MIT",
    ),
    "mbpp": Source(
        "mbpp.jsonl",
        (f"{RAW}/google-research/google-research/master/mbpp/mbpp.jsonl",),
        "ccf64ceae9c5403bf50a044cb6d505bfd2a2963ee58338ba268fd65beab92a9f",
        563_743,
        "Apache-2.0",
    ),
    "mbpp-sanitized": Source(
        "sanitized-mbpp.json",
        (f"{RAW}/google-research/google-research/master/mbpp/sanitized-mbpp.json",),
        "ca95deaa9a01ef0a6f439f88bcf0dd3db3563d22f22aad6cae04ebb9a8d8c8e9",
        255_053,
        "Apache-2.0",
    ),
    "humaneval-plus": Source(
        "HumanEvalPlus.jsonl.gz",
        (
            f"{RAW}/evalplus/humanevalplus_release/200defce9e3429d28ca215b6dd061c0f7f31c18b/HumanEvalPlus.jsonl.gz",
            "https://github.com/evalplus/humanevalplus_release/releases/download/v0.1.10/HumanEvalPlus.jsonl.gz",
        ),
        "272720b90ac375502c8ed23cd791c2a93dfb22a911641a494da74a426c09f101",
        925_932,
        "Apache-2.0",
    ),
    "mbpp-plus": Source(
        "MbppPlus.jsonl.gz",
        (
            "https://github.com/evalplus/mbppplus_release/releases/download/v0.2.0/MbppPlus.jsonl.gz",
            f"{RAW}/evalplus/mbppplus_release/HEAD/MbppPlus.jsonl.gz",
        ),
        "af43697e8791c4c149bdfd6b489d8b5412507551ac20e28a439f650b8225db63",
        336_032,
        "Apache-2.0",
    ),
}

DESCRIPTIONS: Mapping[str, str] = {
    "humaneval": "164 Python functions with docstrings, written by hand (Chen et al. 2021)",
    "mbpp": "974 short Python tasks by crowd workers (Austin et al. 2021)",
    "mbpp-sanitized": "427 tasks of MBPP that were verified by hand",
    "humaneval-plus": "HumanEval with 80 times the inputs (Liu et al. 2023)",
    "mbpp-plus": "378 tasks of MBPP with 35 times the inputs (Liu et al. 2023)",
}

VERSIONS: Mapping[str, str] = {
    "1d49078ba3e2b196b9344535bef34a43021f038fad9561d6ee7c53450609a6a2": "1.2",
    "ccf64ceae9c5403bf50a044cb6d505bfd2a2963ee58338ba268fd65beab92a9f": "1.0",
    "ca95deaa9a01ef0a6f439f88bcf0dd3db3563d22f22aad6cae04ebb9a8d8c8e9": "1.0",
    "42526ec0e7d5f3ee0b06d6ced98f8c8bae3d76519151bfb3d36f79010645bd7f": "0.1.10",
    "78fbba8865b20c5a979cda6e02fd72538e1762e65980af7d1a6e93c3e87e93af": "0.1.10-mini",
    "3c5aa88735e442f327030f7097f9443ee173419e0db2a75b1c12730415398e88": "0.1.10-noextreme",
    "b54e762755248ca411b523c917fa9f93c07b5ff2966bf60b3917b853926a3dad": "0.2.0",
    "2682a29850fb17185106b2f40e72d1ebe7091b7393c576cff71b60e83c42ed33": "0.2.0-noextreme",
}
"""SHA-256 of the unpacked content → version."""


def version_of(name: str, digest: str) -> str:
    """The known version of a file's content, or the beginning of its digest.

    >>> version_of("humaneval", "0123456789abcdef")
    'file-01234567'
    """
    return VERSIONS.get(digest) or f"file-{digest[:8]}"


def source_of(name: str) -> Source:
    """The public place of a family's problem file."""
    if name not in SOURCES:
        raise UnknownNameError("benchmark to fetch", name, SOURCES)
    return SOURCES[name]


def find_file(name: str, *, problem_file: str | Path | None = None, folder: Path | None = None) -> Path:
    """The problem file of a family: the one that is named, else the one in the cache folder."""
    if problem_file is not None:
        path = Path(problem_file).expanduser()
        if not path.is_file():
            kind = "is a folder" if path.is_dir() else "does not exist"
            raise UsageError(f"problem file {str(problem_file)!r} {kind}")
        return path
    source, folder = source_of(name), folder or default_cache_folder()
    plain = source.file.removesuffix(".gz")
    for file in (source.file, plain, f"{plain}.gz"):
        if (folder / file).is_file():
            return folder / file
    raise UsageError(
        f"the problems of {name} are not here: {folder / source.file} does not exist. "
        f"`assay fetch {name}` downloads it ({source.size:,} bytes, {source.licence}); without a network, "
        f"copy it there from {source.urls[0]} or name a copy with {flag_of('problem_file')} PATH"
    )
