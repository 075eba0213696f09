"""Swift: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words

LANGUAGE = Language(
    name="swift",
    title="Swift",
    rank=15,
    suffixes=(".swift",),
    signs=(
        (
            6,
            r"\bfunc \w+(<[^>]{0,200}>)?\([^)]{0,400}\)\s*(throws )?(-> ?[\w\[\]:?<>, ()]+)?\s*\{"
            r"|^import (Foundation|UIKit|SwiftUI)",
        ),
        (3, r"\b(guard|if) (let|var) \w|\b(let|var) \w+(: [\w\[\]?:]+)? = (?![^\n]*;[ \t]*$)|\.\.<|\bnil\b"),
        (2, r": (Int|String|Bool|Double|\[\w+\])|\(_ \w+:|\bself\.|\bprint\(|\bextension \w|\bprotocol \w|\.count\b"),
        (
            6,
            r"\bfunc \w+(<[^>\n]{1,200}>)?\((_ )?\w+( \w+)?: "
            r"|\bfunc \w+\(\)( async)?( throws(\(\w+\))?)? -> [^:\n]+$",
        ),
        (
            5,
            r"\{ ?\(?\w+(, \w+)*\)? in |@(escaping|convention|objc|IBOutlet|MainActor|available|Published)\b"
            r"|\bassociatedtype \w|^@\w+ (func|protocol|struct) ",
        ),
        (
            4,
            r"\b(if|guard|for) case (let )?|\{ ?!?\$0\b(?! [=~])|(-> |: )(some|any) [A-Z]|\btry[?!] \w"
            r"|(?<!@)\bprotocol \w|^(\w+ )?extension \w+(: \w| where | \{)|: inout ",
        ),
        (
            4,
            r"\b(let|var) \w+: \[[A-Z]\w*(: ?[A-Z]\w*)?\]|\"[^\"\n]{0,200}\\\(\w+(\.\w+)*\)|#(selector"
            r"|available|stringify)\(",
        ),
        (3, r"\b(let|var) \w+ ?: ?[A-Z][^;\n]*$"),
        (4, r"\bany [A-Z]\w*<|<some [A-Z]\w*>"),
    ),
    grammar="tree_sitter_swift:language",
    package="tree-sitter-swift",
    comments=("comment", "multiline_comment", "shebang_line"),
    strings=("line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"),
    interpolations=("interpolated_expression", "raw_str_interpolation"),
    literals=(
        "integer_literal",
        "hex_literal",
        "oct_literal",
        "bin_literal",
        "real_literal",
        "boolean_literal",
        "nil_literal",
    ),
    identifiers=("simple_identifier",),
    members=(
        ("function_declaration", "name"),
        ("navigation_suffix", "suffix"),
        ("value_argument_label", "0"),
        ("parameter", "external_name"),
        ("enum_entry", "name"),
    ),
    places=("navigation_expression", "call_expression"),
    keywords=words(
        "Any Self actor as associatedtype async await break case catch class continue default defer deinit didSet do"
        " dynamic else enum extension fallthrough false fileprivate final for func get guard if import in indirect init"
        " inout internal is lazy let mutating nil open operator optional override precedencegroup prefix postfix"
        " private protocol public repeat required rethrows return self set some static struct subscript super switch"
        " throw throws true try typealias unowned var weak where while willSet"
    ),
    loops=("for_statement", "while_statement", "repeat_while_statement"),
    flow=(
        Flow("parameter", "<simple_identifier>"),
        Flow("lambda_parameter", "<simple_identifier>"),
        Flow("property_declaration", "name", "value"),
        Flow("assignment", "target", "result"),
        Flow("for_statement", "item", "collection"),
        Flow("if_statement", "bound_identifier", "condition"),
        Flow("guard_statement", "bound_identifier", "condition"),
        Flow("while_statement", "bound_identifier", "condition"),
        Flow("switch_pattern", "0"),
        Flow("catch_block", "error"),
    ),
)
