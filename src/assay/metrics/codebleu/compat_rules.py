"""What codebleu 0.7.0 knows about its ten languages: keywords, and the node kinds its data flow follows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CompatRules:
    """One language as the published package sees it."""

    keywords: frozenset[str]
    definitions: tuple[str, ...]
    definition: tuple[str, str] | str = ("name", "value")
    """The fields of name and value; `two`: the first two of exactly two children; `second`: the second and third."""
    assignments: tuple[str, ...] = ()
    pairwise: bool = False
    """Both sides of an assignment are matched child by child where they have as many, one tuple for each target."""
    increments: tuple[str, ...] = ()
    ifs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Children of an `if` that start from the state before it."""
    sticky: bool = True
    """After the first of `others` all further children count as such."""
    always: bool = False
    """The state before the `if` is always among those after it."""
    fors: tuple[str, ...] = ()
    again_after: str = ""
    """The kind of child after which a `for` is visited a second time."""
    loops: tuple[str, ...] = ()
    """Loops with a target and a source, twice."""
    loop: tuple[str, str, str] | str = ("name", "value", "body")
    whiles: tuple[str, ...] = ()
    first: str = ""
    """The kind of child that is visited before the others."""
    mixed: tuple[str, ...] = ()
    """Kinds that may have such a child after others."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CSHARP = CompatRules(
    keywords=_words(
        "abstract add alias as ascending async await base bool break by byte case catch char checked class const"
        " continue decimal default delegate descending do double dynamic else enum equals event explicit extern false"
        " finally fixed float for foreach from get global goto group if implicit in int interface internal into is join"
        " let lock long nameof namespace new notnull null object on operator orderby out override params partial"
        " private"
        " protected public readonly ref remove return sbyte sealed select set short sizeof stackalloc static string"
        " struct switch this throw true try typeof uint ulong unchecked unmanaged unsafe ushort using value var virtual"
        " void volatile when where while yield"
    ),
    definitions=("variable_declarator",),
    definition="two",
    assignments=("assignment_expression",),
    increments=("postfix_unary_expression",),
    ifs=("if_statement", "else"),
    others=("if_statement", "else"),
    fors=("for_statement",),
    again_after="local_variable_declaration",
    loops=("for_each_statement",),
    loop=("left", "right", "body"),
    whiles=("while_statement",),
)


def _like_csharp(keywords: str) -> CompatRules:
    from dataclasses import replace

    return replace(_CSHARP, keywords=_words(keywords))


COMPAT: dict[str, CompatRules] = {
    "csharp": _CSHARP,
    "c": _like_csharp(
        "_Packed auto break case char const continue default do double else enum extern float for goto if int long"
        " register return short signed sizeof static struct switch typedef union unsigned void volatile while"
    ),
    "cpp": _like_csharp(
        "INT_MAX INT_MIN MAX_RAND NULL and and_eq asm auto bitand bitor bool break case catch char cin class compl"
        " const"
        " const_cast continue cout default delete do double dynamic_cast else endl enum explicit extern false float for"
        " friend goto if include inline int iomanip iostream long main mutable namespace new not not_eq npos operator"
        " or"
        " or_eq private protected public register reinterpret_cast return short signed sizeof static static_cast std"
        " string struct switch template this throw true try typedef typeid typename union unsigned using virtual void"
        " volatile wchar_t while xor xor_eq"
    ),
    "java": CompatRules(
        keywords=_words(
            "abstract assert boolean break byte case catch char class const continue default do double else enum"
            " extends"
            " final finally float for goto if implements import instanceof int interface long native new package"
            " private"
            " protected public return short static strictfp super switch synchronized this throw throws transient try"
            " void volatile while"
        ),
        definitions=("variable_declarator",),
        assignments=("assignment_expression",),
        increments=("update_expression",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        fors=("for_statement",),
        again_after="local_variable_declaration",
        loops=("enhanced_for_statement",),
        whiles=("while_statement",),
    ),
    "javascript": CompatRules(
        keywords=_words(
            "True await break case catch class const continue debugger default delete do else enum export extends false"
            " finally for function if implements import in instanceof interface let new null package private protected"
            " public return static super switch this throw try typeof var void while with yield"
        ),
        definitions=("variable_declarator",),
        assignments=("assignment_pattern", "augmented_assignment_expression"),
        increments=("update_expression",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        always=True,
        fors=("for_statement",),
        again_after="variable_declaration",
        whiles=("while_statement",),
    ),
    "go": CompatRules(
        keywords=_words(
            "break case chan const continue default defer else fallthrough false for func go goto if import interface"
            " map package range return select struct switch true type var"
        ),
        definitions=("var_spec",),
        assignments=("assignment_statement",),
        increments=("inc_statement",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        always=True,
        fors=("for_statement",),
        again_after="for_clause",
    ),
    "php": CompatRules(
        keywords=_words(
            "__halt_compiler abstract and array as break callable case catch class clone const continue declare default"
            " die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends"
            " final"
            " for foreach function global goto if implements include include_once instanceof insteadof interface isset"
            " list namespace new or print private protected public require require_once return static switch throw"
            " trait"
            " try unset use var while xor"
        ),
        definitions=("simple_parameter",),
        definition=("name", "default_value"),
        assignments=("assignment_expression", "augmented_assignment_expression"),
        increments=("update_expression",),
        ifs=("if_statement", "else_clause"),
        others=("if_statement", "else_clause"),
        always=True,
        fors=("for_statement",),
        again_after="assignment_expression",
        loops=("foreach_statement",),
        loop="variables",
        whiles=("while_statement",),
    ),
    "rust": CompatRules(
        keywords=_words(
            "as async await block bool break char const continue crate default dyn else enum expr extern f32 f64 false"
            " fn for i128 i16 i32 i64 i8 ident if impl in isize item let lifetime literal loop macro_rules! match meta"
            " mod move mut pat path pub ref return self static stmt str struct super trait true tt ty type u128 u16 u32"
            " u64 u8 union unsafe use usize vis where while yield"
        ),
        definitions=("function_item",),
        definition="second",
        assignments=("assignment_expression", "compound_assignment_expr", "let_expression"),
        ifs=("if_expression", "if_let_expression", "match_expression", "else"),
        others=("if_expression", "if_let_expression", "match_expression", "else"),
        fors=("for_expression",),
        again_after="local_variable_declaration",
        loops=("for_each_statement",),
        loop=("left", "right", "body"),
        whiles=("while_expression", "while_let_expression", "loop_expression"),
    ),
    "ruby": CompatRules(
        keywords=_words(
            "BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end"
            " ensure false for if in module next nil not or redo rescue retry return self super then true undef unless"
            " until when while yield"
        ),
        definitions=("keyword_parameter",),
        assignments=("assignment", "operator_assignment"),
        pairwise=True,
        ifs=("if", "elsif", "else", "unless", "when"),
        others=("if", "elsif", "else", "unless", "when"),
        sticky=False,
        loops=("for",),
        loop=("pattern", "value", "body"),
        whiles=("while_modifier", "until"),
    ),
    "python": CompatRules(
        keywords=_words(
            "False None True and as assert async await break case class continue def del elif else except finally for"
            " from global if import in is lambda match nonlocal not or pass raise return try type while with yield"
        ),
        definitions=("default_parameter",),
        assignments=("assignment", "augmented_assignment", "for_in_clause"),
        pairwise=True,
        ifs=("if_statement",),
        others=("elif_clause", "else_clause"),
        sticky=False,
        loops=("for_statement",),
        loop=("left", "right", "block"),
        whiles=("while_statement",),
        first="for_in_clause",
        mixed=("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"),
    ),
}
"""By Assay's name of the language."""
