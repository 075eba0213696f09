"""Ruby: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import QUOTED, SAME, TRUE, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.script_suites import driven
from assay.languages.suites import Preparation, SuiteRules
from assay.records import MIB

LANGUAGE = Language(
    name="ruby",
    title="Ruby",
    rank=9,
    aliases=("rb",),
    suffixes=(".rb", ".rake", ".gemspec"),
    hash_comments=True,
    signs=(
        (
            6,
            r"^[ \t]*def (self\.)?\w+[?!]?(\s*\([^):]{0,400}\))?[ \t]*$"
            r"|^[ \t]*def \w+[?!]?\([^:)]{0,400}+((?<=\w): ?[^:)]{0,400}+)*+\)[ \t]*$",
        ),
        (4, r"\bdo \|[\w, ]+\|[ \t]*$|\{ ?\|[\w, ]+\||^\s*end[ \t]*$|\.each\b|\.nil\?|\.empty\?"),
        (3, r"^\s*(puts|require|require_relative|attr_\w+|module [A-Z]|class [A-Z]\w*( < [A-Z][\w:]*)?[ \t]*$)"),
        (
            3,
            r"^[ \t]*(elsif|unless|until) |\bunless \w|\breturn \S+ if "
            r"|^=begin|\.map\(&:|\.to_[is]\b[^(]",
        ),
        (1, r"@\w+ = |:\w+ =>|\bnil\b|\bthen\b|^[ \t]*#(?!include|define)|[\w\])] (if|unless) \w"),
        (
            4,
            r"^[a-z_]\w* :[a-z_]\w*(, |[ \t]*$)|:[a-z_]\w* => |^@[a-z_]\w* (\|\|)?= [^;\n]*$"
            r"|\w::[A-Z]\w*\.new\b|%[wi][(\[]|\(&:\w+\)|(= |, |\()->( ?\([\w, ]+\))? ?(\{|do\b)",
        ),
        (
            4,
            r"^[a-z_]\w* [\"\x27][^\"\x27\n]{0,100}[\"\x27], \w+: |\.(include|present|blank|start_with"
            r"|end_with|is_a|respond_to)\?|\.\w+\(@[a-z_]\w*\)[^;\n]*$",
        ),
        (3, r"\w\(:[a-z_]\w*[?!]?[,)][^;\n]*$|\"[^\"\n]{0,200}#\{[@a-z]"),
        (2, r"\.(length|size|count)\b[^(]"),
        (
            4,
            r"<< :\w|= :[a-z_]\w*[ \t]*$|\.(where|find_by|order|pluck|includes|joins)\((:|\w+: )"
            r"|\w: @[a-z_]\w*[.,) ]|\w&\.[a-z]",
        ),
    ),
    grammar="tree_sitter_ruby:language",
    package="tree-sitter-ruby",
    strings=("string", "string_array", "symbol_array", "regex", "subshell", "heredoc_body", "delimited_symbol"),
    interpolations=("interpolation",),
    literals=("integer", "float", "rational", "complex", "character", "simple_symbol", "true", "false", "nil"),
    identifiers=("identifier", "instance_variable", "class_variable", "global_variable"),
    members=(("call", "method"), ("method", "name"), ("singleton_method", "name"), ("pair", "key")),
    places=("element_reference", "call"),
    keywords=words(
        "BEGIN END __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end ensure false for"
        " if in module next nil not or redo rescue retry return self super then true undef unless until when while"
        " yield"
    ),
    loops=("for", "while", "until", "while_modifier", "until_modifier"),
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
    quality=QualityRules(
        functions=kinds("method singleton_method"),
        lambdas=kinds("lambda block do_block"),
        classes=kinds("class module"),
        returns=kinds("return"),
        yields=kinds("yield"),
        tail_returns=True,
        branches=kinds("if unless"),
        elifs=kinds("elsif"),
        switches=kinds("case case_match"),
        cases=kinds("when in_clause"),
        loops=kinds("for while until"),
        ternaries=kinds("conditional"),
        flow_only=kinds("if_modifier unless_modifier while_modifier until_modifier rescue_modifier"),
        tokens_boolean=kinds("&& || and or"),
        tokens_else=kinds("else elsif"),
        comments=kinds("comment"),
        strings=kinds("string heredoc_body"),
        catches=kinds("rescue"),
        tries=kinds("rescue rescue_modifier"),
        finals=kinds("ensure"),
        calls=kinds("call"),
        assignments={"assignment": ("left", "right")},
        updates={"operator_assignment": "left"},
        literals=kinds(
            "integer float string true false nil array hash pair simple_symbol hash_key_symbol unary string_content"
            " escape_sequence rational complex string_array symbol_array argument_list parenthesized_statements"
            " bare_string"
        ),
        doc_comment=Expression(r"#(?!!)|=begin"),
        hint_comment=Expression(r"#\s*@(?:param|return)\s*\[|#:\s"),
        constant=Expression(r"(?:Hash|Array|String|Set)\.new"),
        parameter=Expression(r"[*&]*(\w+)"),
        test_name=Expression(r"test_\w+"),
        test_call=Expression(r"(?:it|specify|scenario|test)$"),
        assert_call=Expression(r"(?:assert\w*|refute\w*|expect|flunk)\b.*|.*\.(?:must_\w+|wont_\w+|should\w*)$"),
        framework=Expression(r"\b(?:minitest|rspec|RSpec|Minitest|test/unit|Test::Unit|shoulda|rantly)\b"),
        import_call=Expression(r"(?:require|require_relative|load|autoload)$"),
        raise_call=Expression(r"(?:raise|fail|abort|exit)\b"),
        check_call=Expression(r".*\.(?:is_a\?|kind_of\?|respond_to\?|instance_of\?|nil\?|empty\?)$"),
        unfinished=Expression(r"raise\s*\(?\s*NotImplementedError\b.*"),
        benign_call=Expression(r"(?:puts|p|warn|logger\.\w+|.*\.(?:is_a\?|nil\?|empty\?|size|length))$"),
        tautology=Expression(
            rf"assert(?:\s*\(|\s+)\s*{TRUE}\s*\)?|assert_equal(?:\s*\(|\s+)\s*{SAME}\s*,\s*(?P=same)\s*\)?"
            r"|expect\(\s*(?P<value>[\w'\"]+)\s*\)\.to\s*\(?\s*eq\w*\(?\s*(?P=value)\s*\)?\)?.*"
        ),
        commented=Expression(
            r"[@$\w.\[\]]+\s*(?:[-+*/|]{0,2}=)\s*[^=~\s]\S*$|def\s+\w+.*|end$|(?:if|unless|while"
            r"|until)\s+\S+\s*(?:[<>=!]=?.*)?$"
            r"|[\w.]+\([^ ]*\)$|puts\s+[\"'\w].*|require\s+['\"].*"
        ),
        absent_bodies=True,
        assigning_declares=True,
        module_name=QUOTED,
        last_module=True,
        relative_modules=(".", "/"),
    ),
    codebleu=CompatRules(
        keywords=words(
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
        comments="none",
        fixed_tokens=False,
    ),
    toolchain=ToolchainFacts(("ruby",), ("--version",), "apt install ruby"),
    recipe=Recipe(
        suffixes=(".rb",),
        file="main.rb",
        run=("{tool}", "{file}"),
        runtime_bytes=32 * MIB,
        crash=r"\((?:\w|::)+\)$",
        exhausted=r"\(NoMemoryError\)$",
    ),
    suite=SuiteRules(
        keeps_text=True,
        program=driven(
            ".rb",
            argv("{tool} --disable=did_you_mean,error_highlight"),
            libraries=(
                (
                    "test/unit",
                    Preparation(
                        ("{tool}", "-e", "require 'test/unit'; Test::Unit::AutoRunner.need_auto_run = false"),
                        "test-unit",
                        "apt install ruby-test-unit",
                    ),
                ),
            ),
        ),
        assertion=r"^tests:\d+:in .*\(StandardError\)$|^Failure:",
    ),
    mutation=MutationRules(
        nothing="nil",
        deleted="nil",
        deletable=kinds("call assignment operator_assignment"),
        statement_parents=kinds("body_statement then do else block_body program ensure begin"),
        leaving={"break": "next", "next": "break"},
        leaving_kinds=kinds("break next"),
        shifts=False,
    ),
)
