"""TypeScript, as data: JavaScript's rules where the grammars agree."""

from __future__ import annotations

from dataclasses import replace

from assay.languages.base import Definition, Flow, words
from assay.languages.javascript import JAVASCRIPT

TYPESCRIPT = replace(
    JAVASCRIPT,
    name="typescript",
    title="TypeScript",
    grammar="tree_sitter_typescript:language_typescript",
    package="tree-sitter-typescript",
    aliases=("ts", "mts", "cts"),
    suffixes=(".ts", ".mts", ".cts"),
    names=(*JAVASCRIPT.names, "type_identifier", "predefined_type"),
    keywords=JAVASCRIPT.keywords
    | words(
        "abstract accessor any as asserts boolean declare enum global implements infer interface is keyof"
        " module namespace never number object override private protected public readonly require satisfies"
        " string symbol type unknown"
    ),
    classes=(
        Definition("class_declaration", parameters="<class_heritage>"),
        Definition("abstract_class_declaration", parameters="<class_heritage>"),
        Definition("interface_declaration", parameters="<extends_type_clause>"),
        Definition("enum_declaration", parameters=""),
    ),
    wrappers=("export_statement", "ambient_declaration"),
    flow=(
        *[flow for flow in JAVASCRIPT.flow if flow.kind != "formal_parameters"],
        Flow("required_parameter", "pattern", "value?"),
        Flow("optional_parameter", "pattern", "value?"),
    ),
)
