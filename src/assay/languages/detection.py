"""Which language a text is written in: signs first, then a parse to tell the likely ones apart."""

from __future__ import annotations

import re
from functools import lru_cache

from assay.languages.known import LANGUAGES, UNKNOWN
from assay.languages.parsing import Budget, TooLarge, parse

LOOKED_AT = 20_000
"""Characters: more do not tell more."""
LEAST = 2
"""The weight of signs below which no language is named."""
CLOSE = 0.5
"""Candidates with at least this share of the best weight are parsed."""
MOST_PARSED = 6
PARSING = Budget(size_bytes=4 * LOOKED_AT, cpu_seconds=0.2)

SIGNS: dict[str, tuple[tuple[int, str], ...]] = {
    "python": (
        (4, r"^[ \t]*(async )?def \w+\s*\([^)]{0,400}(\)[^:{=\n]*:|$)"),
        (4, r"^from [\w.]+ import "),
        (2, r"^import [\w.]+( as \w+)?[ \t]*$"),
        (2, r"^[ \t]*(if|elif|for|while|else|try|except|with|class)\b[^{};]{0,400}:[ \t]*(#.*)?$"),
        (2, r"\bself\.\w|\bNone\b|\bprint\(|\bin range\(|\blen\(\w+\)|\bis not\b|^@\w+"),
        (1, r"^[ \t]*#(?!include|define|if|end|pragma)|\belif\b|\blambda \w"),
        (1, r"^\w+ = [^;{]{0,400}[^;{]$"),
    ),
    "javascript": (
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = [^\n]*"),
        (3, r"\bfunction\s*\*?\s*\w*\s*\("),
        (3, r"=>\s*[{(\w]|\bconsole\.\w+\(|\brequire\(['\"]|\bmodule\.exports"),
        (2, r"===|!==|\bundefined\b|\btypeof \w|\.length\b|\.push\(|\bMath\.\w|\bnull\b"),
        (1, r"^export (default |const |function )|^import .* from ['\"]"),
    ),
    "typescript": (
        (5, r"[\w\])?]: ?(number|string|boolean|any|void|unknown|never)\b(\[\])*"),
        (4, r"^\s*(export )?(interface \w+|type \w+ =|enum \w+ \{|declare )"),
        (3, r"\b(const|let|var) \w+ ?: ?[\w<]|\b(Array|Promise|Record|Map)<\w|\bas (any|const|number|string)\b"),
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = "),
        (3, r"\bfunction\s*\*?\s*\w*\s*[(<]"),
        (2, r"=>\s*[{(\w]|===|!==|\bundefined\b|\.length\b|\.push\("),
    ),
    "java": (
        (5, r"^import (static )?(java|javax|org|com)\.[\w.*]+;|\bSystem\.(out|in|err)\b|\bpublic static void main"),
        (4, r"\b(public|private|protected)\s+((static|final|abstract|synchronized)\s+)*[\w<>\[\], ?.]+\s+\w+\s*\("),
        (
            3,
            r"\b(List|Map|Set|Optional|ArrayList|HashMap)<\w+"
            r"|\bnew (ArrayList|HashMap|HashSet)\b|\bInteger\b|\bboolean\b",
        ),
        (2, r"\bclass \w+( extends \w+)?( implements [\w, ]+)?\s*\{|@Override|\bthrows \w+|\bfinal \w+ \w+"),
        (1, r"\bString\b|\.length\(\)|\.charAt\(|\.equals\(|\binstanceof\b"),
    ),
    "c": (
        (5, r"^#\s*include\s*[<\"](stdio|stdlib|string|math|ctype|stdbool|stdint|assert|errno|limits|time|unistd)\.h"),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|struct"
            r" \w+|static [\w ]+)\s*\*?\s*\w+\s*\([^)]{0,400}\)\s*\{?",
        ),
        (3, r"\b(printf|scanf|malloc|calloc|free|strlen|strcmp|memcpy|memset|sizeof)\s*\("),
        (2, r"\b(char|int|void|double|struct \w+|\w+_t)\s*\*+\s*\w+|\w->\w|\bNULL\b|^#\s*(define|ifdef|ifndef|endif)"),
        (1, r"\b(int|char|double|float|long|unsigned|size_t) \w+(\[\w*\])*\s*[=;,]"),
    ),
    "cpp": (
        (
            6,
            r"\bstd::\w|\busing namespace \w"
            r"|^#\s*include\s*<(iostream|vector|string|algorithm|map|set|bits/stdc\+\+\.h|\w+)>",
        ),
        (4, r"\b(vector|map|unordered_map|set|pair|queue|stack)<[\w: <>,]+>|\bcout\s*<<|\bcin\s*>>|\btemplate\s*<"),
        (
            3,
            r"\b\w+::~?\w+\s*\(|\b(public|private|protected):"
            r"|\bnullptr\b|\bconst \w[\w:<>]*\s*&|\bauto\s*&?\s*\w+\s*[=:]",
        ),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|string|long"
            r" long)\s*[*&]?\s*\w+\s*\([^)]{0,400}\)\s*(const\s*)?\{?",
        ),
        (
            2,
            r"\bstring\s*&?\s+\w+|\.push_back\(|\.size\(\)"
            r"|\bclass \w+\s*(:\s*public \w+)?\s*\{|\bnew \w+[\[(;]|\bdelete\b",
        ),
        (1, r"\b(int|char|double|float|long|unsigned|size_t|bool) \w+(\[\w*\])*\s*[=;,]"),
    ),
    "csharp": (
        (6, r"^\s*using (static )?System[\w.]*;|^\s*namespace [\w.]+\s*[{;]?$|\bConsole\.(Write|Read)\w*\("),
        (
            4,
            r"\bpublic (static |override |virtual |async |sealed |partial )*[\w<>\[\],.? ]+ [A-Z]\w*\s*\("
            r"|\bget;|\bset;",
        ),
        (
            3,
            r"\bforeach\s*\(|\bstring\b(\[\])?\s+\w+|\bvar \w+ = new\b|\bIEnumerable<|\bnew (List|Dictionary|HashSet)<",
        ),
        (3, r"\bList<(int|string|bool|double|object)|\bDictionary<|\bbool \w+|\.(Count|Length|ToString\(\)|Add\()"),
        (1, r"\bclass \w+( : [\w, ]+)?\s*\{?$|\bis not null\b|\?\?|\$\""),
    ),
    "go": (
        (6, r"^package \w+[ \t]*$|^func (\(\w+ \*?[\w\[\]]+\) )?\w+\([^)]{0,400}\).*\{"),
        (3, r"\w :?= range |[\w\]] := |\bfmt\.\w|\bfunc\(|\bmake\((\[\]|map|chan)|\bnil\b|\bif err\b"),
        (2, r"^import (\(|\")|^type \w+ (struct|interface)|\[\](int|string|byte|float64|bool|rune)\b|\bappend\("),
        (1, r"^\s*(for|if|switch) [^({][^{]{0,400}\{\s*$|\bvar \w+ (int|string|bool|float64|\[\])"),
    ),
    "rust": (
        (6, r"\b(pub(\(\w+\))? )?(async |unsafe |const )*fn \w+(<[^>]{0,200}>)?\s*\("),
        (
            4,
            r"\blet mut \w|\bimpl(<\w+>)? \w"
            r"|\b(println|format|vec|assert|assert_eq|panic|write)!|^use (std|crate|super|\w+)::",
        ),
        (
            3,
            r"&(mut )?(str|self|\[|Vec|String)|\bVec<|\bOption<"
            r"|\bResult<|\bi32\b|\bu(8|32|64|size)\b|\bSome\(|\.unwrap\(\)",
        ),
        (2, r"\bmatch \w[^\n]*\{|\blet \w+(: [\w<>&]+)? = |\.iter\(\)|\.collect|=> |#\[\w+|-> \w"),
    ),
    "php": (
        (12, r"<\?(php|=)"),
        (8, r"\$\w+\s*(=|\.=|\+=|->|\[)|\bfunction \w+\s*\([^)]{0,400}\$\w|\bforeach\s*\(\$|\$this->"),
        (2, r"\becho\b|\barray\(|\bstrlen\(|\bcount\(\$|\bnew \w+\(|\bpublic function\b|\bfn\s*\("),
    ),
    "ruby": (
        (
            4,
            r"^[ \t]*def (self\.)?\w+[?!]?(\s*\([^):]{0,400}\))?[ \t]*$"
            r"|^[ \t]*def \w+[?!]?\([^:)]{0,400}+((?<=\w): ?[^:)]{0,400}+)*+\)[ \t]*$",
        ),
        (4, r"\bdo \|[\w, ]+\|[ \t]*$|\{ ?\|[\w, ]+\||^\s*end[ \t]*$|\.each\b|\.nil\?|\.empty\?"),
        (3, r"^\s*(puts|require|require_relative|attr_\w+|module [A-Z]|class [A-Z]\w*( < [A-Z][\w:]*)?[ \t]*$)"),
        (
            3,
            r"^[ \t]*(elsif|unless|until) |\bunless \w|\breturn \S+ if "
            r"|^=begin|\.map\(&:|\.(to_i|to_s|length|size)\b[^(]",
        ),
        (1, r"@\w+ = |:\w+ =>|\bnil\b|\bthen\b|^[ \t]*#(?!include|define)|[\w\])] (if|unless) \w"),
    ),
    "kotlin": (
        (6, r"\b(private |public |internal |override |suspend |inline )*fun (<\w+> )?(\w+\.)?\w+\s*\("),
        (
            3,
            r"\bval \w+|\bvar \w+ ?: ?[A-Z]|\b(mutableListOf|listOf|mapOf|arrayOf|println)\("
            r"|\bwhen ?(\(|\{)|\bdata class\b",
        ),
        (
            2,
            r": (Int|String|Boolean|Double|List<|Array<|Any|Long|Unit|MutableList<)"
            r"|\bin \w+\.indices|\.\.|\?\.|\?:|\bit\.",
        ),
    ),
    "swift": (
        (
            6,
            r"\bfunc \w+(<[^>]{0,200}>)?\([^)]{0,400}\)\s*(throws )?(-> ?[\w\[\]:?<>, ()]+)?\s*\{"
            r"|^import (Foundation|UIKit|SwiftUI)",
        ),
        (3, r"\b(guard|if) (let|var) \w|\blet \w+(: [\w\[\]?]+)? = |\bvar \w+(: [\w\[\]?:]+)? = |\.\.<|\bnil\b"),
        (2, r": (Int|String|Bool|Double|\[\w+\])|\(_ \w+:|\bself\.|\bprint\(|\bextension \w|\bprotocol \w|\.count\b"),
    ),
    "scala": (
        (
            5,
            r"\bdef \w+(\[\w+\])?(\([^)]{0,400}\))*\s*(: ?[\w\[\], ]+)?\s*= ?"
            r"|\bobject \w+( extends \w+)? ?\{|\bcase class \w",
        ),
        (
            3,
            r"\bval \w+(: [\w\[\]]+)? = "
            r"|: (Int|String|Boolean|Double|List\[|Array\[|Seq\[|Option\[|Unit)|\bcase \w.* =>",
        ),
        (2, r"\bfor \(\w+ <- |\bimport scala\.|\bextends App\b|\byield\b|<- "),
    ),
    "bash": (
        (12, r"\A#!.*\b(ba|z|da|k)?sh\b"),
        (4, r"^\s*(if|elif|while|until) (\[\[?|\(\() .*|^\s*(fi|done|esac)\s*(;|$|\|)|;\s*(then|do)\s*$"),
        (
            3,
            r"^\s*(local |export |readonly )?[A-Za-z_]\w*=(\$|\"|'|\(|`)"
            r"|^\s*(function )?[\w-]+\s*\(\)\s*\{|\$\(\w|\$\{\w",
        ),
        (2, r"^\s*(echo|cd|mkdir|rm|cp|mv|grep|sed|awk|cat|exit|source|set -\w+|shift|printf)\b|\"\$\w+\"|\$[1-9@#?]"),
    ),
}
"""Weights and patterns; each distinct pattern counts once, twice when it occurs more than twice."""


def detect_language(code: str | bytes) -> str:
    """The name of the language, or `unknown` where nothing speaks for one.

    >>> detect_language("def f(x):\\n    return x + 1"), detect_language("hello there")
    ('python', 'unknown')
    """
    text = code.decode("utf-8", "replace") if isinstance(code, bytes) else code
    text = text[:LOOKED_AT].replace("\r\n", "\n")
    plain = {hashed: _tightened(_plain(text, hashed=hashed)) for hashed in (True, False)}
    weights = {name: _weight(plain[name in _HASH_LANGUAGES], name) for name in LANGUAGES}
    best = max(weights.values())
    if best < LEAST:
        return UNKNOWN
    likely = [name for name, weight in weights.items() if weight >= max(LEAST, CLOSE * best)]
    if len(likely) == 1:
        return likely[0]
    heaviest = sorted(likely, key=lambda name: -weights[name])[:MOST_PARSED]
    return max(heaviest, key=lambda name: weights[name] * _fit(text, name))


def _weight(text: str, name: str) -> int:
    total = 0
    for weight, pattern in _compiled(name):
        found = 0
        for _ in pattern.finditer(text):
            found += 1
            if found == 3:
                break
        total += weight * (0 if not found else 1 if found < 3 else 2)
    return total


def _fit(text: str, name: str) -> float:
    """From near 0 (nothing of it parses) to 1 (all of it does)."""
    try:
        parsed = parse(text, name, budget=PARSING)
    except TooLarge:
        return 0.01
    if not parsed.has_error:
        return 1.0
    return 0.9 / (1 + parsed.error_nodes)


def _plain(text: str, *, hashed: bool) -> str:
    """The text without comments and long strings: prose has signs of everything."""
    return (_HASHED if hashed else _SLASHED).sub("", text)


def _tightened(text: str) -> str:
    """The text without blank lines, without long blanks and with long lines cut.

    A pattern that is tried at every place runs on over blanks, names and arguments: these are what makes it slow, and
    they are no sign of any language.
    """
    lines = (_LONG_BLANK.sub(" " * _BLANKS, line)[:_LINE] for line in text.split("\n") if line and not line.isspace())
    return "\n".join(lines)


_LINE = 400
_BLANKS = 16
_LONG_BLANK = re.compile(r"[^\S\n]{17,}")
_HASH_LANGUAGES = {"python", "ruby", "bash"}
_LONG = r"\"\"\"(?s:.*?)(\"\"\"|\Z)|'''(?s:.*?)('''|\Z)"
_HASHED = re.compile(_LONG + r"|(?<=\s)#(?!!)[^\n]*$", re.M)
_SLASHED = re.compile(_LONG + r"|/\*(?s:.*?)(\*/|\Z)|(?<!:)//[^\n]*$", re.M)


@lru_cache(maxsize=32)
def _compiled(name: str) -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple((weight, re.compile(pattern, re.M)) for weight, pattern in SIGNS[name])
