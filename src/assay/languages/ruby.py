"""Ruby, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

RUBY = Language(
    name="ruby",
    title="Ruby",
    grammar="tree_sitter_ruby:language",
    package="tree-sitter-ruby",
    aliases=("rb",),
    suffixes=(".rb", ".rake", ".gemspec"),
    strings=("string", "string_array", "symbol_array", "regex", "subshell", "heredoc_body", "delimited_symbol"),
    interpolations=("interpolation",),
    literals=("integer", "float", "rational", "complex", "character", "simple_symbol", "true", "false", "nil"),
    identifiers=("identifier", "instance_variable", "class_variable", "global_variable"),
    names=("constant", "hash_key_symbol"),
    members=(("call", "method"), ("method", "name"), ("singleton_method", "name"), ("pair", "key")),
    places=("element_reference", "call"),
    keywords=words(
        "BEGIN END __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end ensure false for"
        " if"
        " in module next nil not or redo rescue retry return self super then true undef unless until when while"
        " yield"
    ),
    functions=(Definition("method"), Definition("singleton_method")),
    lambdas=(
        Definition("lambda", name=""),
        Definition("block", name=""),
        Definition("do_block", name=""),
    ),
    classes=(
        Definition("class", parameters="superclass"),
        Definition("module", parameters=""),
        Definition("singleton_class", name="value", parameters=""),
    ),
    doc_prefixes=(),
    blocks=("body_statement", "block_body", "then", "do"),
    branches=("if", "elsif", "unless", "if_modifier", "unless_modifier"),
    elses=("else",),
    loops=("for", "while", "until", "while_modifier", "until_modifier"),
    switches=("case", "case_match"),
    cases=("when", "in_clause"),
    ternaries=("conditional",),
    logical=("binary",),
    logical_operators=("&&", "||", "and", "or"),
    jumps=("break", "next", "redo", "retry"),
    returns=("return", "yield"),
    tries=("begin", "rescue_modifier"),
    handlers=("rescue",),
    finals=("ensure",),
    calls=(("call", "method"),),
    flow=(
        Flow("method_parameters", "<identifier>"),
        Flow("block_parameters", "<identifier>"),
        Flow("lambda_parameters", "<identifier>"),
        Flow("destructured_parameter", "*"),
        Flow("optional_parameter", "name", "value"),
        Flow("keyword_parameter", "name", "value?"),
        Flow("splat_parameter", "name"),
        Flow("hash_splat_parameter", "name"),
        Flow("block_parameter", "name"),
        Flow("assignment", "left", "right"),
        Flow("operator_assignment", "left", "right", updates=True),
        Flow("for", "pattern", "value"),
        Flow("exception_variable", "0"),
        Flow("in_clause", "pattern"),
    ),
    test_names=r"test_",
    test_calls=("describe", "it", "expect", "assert", "assert_equal", "assert_raises", "test"),
)
