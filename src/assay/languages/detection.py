"""Which language a text is written in: signs first, then a parse to tell the likely ones apart.

Short code is often code of several languages, so a name is given only where it leads: a sign that two languages share
stands in the lists of both. How often the names are right, by the length of the text, is in `docs/quality.md`.
"""

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
SURE = 8
"""The weight of signs at which a name needs no lead: so many of one language do not meet by chance."""
LEAD = 0.9
"""How far the weight of a name, after the parse, must be ahead of that of any other language."""
LINE_LEAD = 1.5
"""The same for a single line, in which one sign is often all there is."""
TWINS = (frozenset(("c", "cpp")), frozenset(("javascript", "typescript")))
"""Languages that share most of their code; the one is no rival of the other."""
MOST_PARSED = 6
PARSING = Budget(size_bytes=4 * LOOKED_AT, cpu_seconds=0.2)

SIGNS: dict[str, tuple[tuple[int, str], ...]] = {
    "python": (
        (6, r"^[ \t]*(async )?def \w+\s*\([^)]{0,400}(\)[^:{=\n]*:|\)\s*->|$)"),
        (4, r"^from [\w.]+ import "),
        (2, r"^import [\w.]+( as \w+)?[ \t]*$"),
        (2, r"^[ \t]*(if|elif|for|while|else|try|except|with|class)\b[^{};]{0,400}:[ \t]*(#.*)?$"),
        (2, r"\bself\.\w|\bNone\b|\bprint\(|\bin range\(|\blen\(\w+\)|\bis not\b|^@\w+"),
        (1, r"^[ \t]*#(?!include|define|if|end|pragma)|\belif\b|\blambda \w"),
        (1, r"^\w+ = [^;{]{0,400}[^;{]$"),
    ),
    "javascript": (
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = [^\n]*"),
        (3, r"\b(const|let|var) [\w$]+ = (async )?(\([\w$, ]*\)|[\w$]+) =>"),
        (3, r"\bfunction\s*\*?\s*\w*\s*\("),
        (3, r"=>\s*[{(\w]|\bconsole\.\w+\(|\brequire\(['\"]|\bmodule\.exports|`[^`\n]{0,200}\$\{|\bdelete \w+[.\[]"),
        (3, r"\bfor \((const|let|var) [\w\[\], ]+ (of|in) |^\s*((async|static|get|set) )*\w+\([\w, ]*\) \{$"),
        (2, r"===|!==|\bundefined\b|\btypeof \w|\.length\b|\.push\(|\bMath\.\w|\bnull\b|\bthis\.\w|\bnew [A-Z]\w*\("),
        (
            4,
            r"\bconstructor\s*\([^)]{0,400}\)\s*\{|^export (default|const|function|class|async) "
            r"|^import .* from ['\"]",
        ),
    ),
    "typescript": (
        (5, r"[\w\])?]: ?(number|string|boolean|any|void|unknown|never)\b(\[\])*"),
        (4, r"^\s*(export )?(interface \w+|type \w+ =|declare )"),
        (
            4,
            r"\bconstructor\s*\([^)]{0,400}\)\s*\{|^export (default|const|function|class|async) "
            r"|^import .* from ['\"]",
        ),
        (2, r"^\s*(export )?enum \w+ \{"),
        (3, r"\b(const|let|var) \w+ ?: ?[\w<]|\b(Array|Promise|Record|Map)<\w|\bas (any|const|number|string)\b"),
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = "),
        (3, r"\b(const|let|var) [\w$]+ = (async )?(\([\w$, ]*\)|[\w$]+) =>"),
        (3, r"\bfunction\s*\*?\s*\w*\s*[(<]"),
        (3, r"`[^`\n]{0,200}\$\{|\bdelete \w+[.\[]"),
        (3, r"\bfor \((const|let|var) [\w\[\], ]+ (of|in) |^\s*((async|static|get|set) )*\w+\([\w, ]*\) \{$"),
        (2, r"=>\s*[{(\w]|===|!==|\bundefined\b|\.length\b|\.push\(|\bMath\.\w|\bnull\b|\bthis\.\w|\bnew [A-Z]\w*\("),
    ),
    "java": (
        (5, r"^import (static )?(java|javax|org|com)\.[\w.*]+;|\bSystem\.(out|in|err)\b|\bpublic static void main"),
        (
            4,
            r"\b(public|private|protected)\s+((static|final|abstract|synchronized)\s+)*[\w<>\[\], ?.]+\s+[a-z]\w*\s*\(",
        ),
        (
            3,
            r"\b(List|Map|Set|Optional|ArrayList|HashMap)<\w+"
            r"|\bnew (ArrayList|HashMap|HashSet)\b|\bInteger\b|\bboolean\b",
        ),
        (4, r"\bpublic ((final|abstract) )*(class|interface|enum) \w"),
        (2, r"\bclass \w+( extends \w+)?( implements [\w, ]+)?\s*\{|@Override|\bthrows \w+|\bfinal \w+ \w+"),
        (2, r"\.size\(\)|\bMath\.\w|\bnull\b|\bnew \w+[\[(<]|\.push\(|\bthis\.\w"),
        (2, r"^\s*enum \w+ \{|\b(private|protected) (static |final )*[\w<>\[\]]+ \w+\s*[;=]"),
        (2, r"\b(int|void|char|double|float|long|boolean|String|static \w+) \w+\([^)]{0,400}\) \{"),
        (1, r"\bString\b|\.length\(\)|\.charAt\(|\.equals\(|\binstanceof\b|\.append\("),
        (1, r"\b(int|char|double|float|long|boolean) \w+(\[\])*\s*[=;,]"),
    ),
    "c": (
        (5, r"^#\s*include\s*[<\"](stdio|stdlib|string|math|ctype|stdbool|stdint|assert|errno|limits|time|unistd)\.h"),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|struct"
            r" \w+|static [\w ]+)\b(?:\s+\**|\s*\*+)\s*\w+\s*\([^)]{0,400}\)\s*\{?",
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
            r"\b\w+::~?\w+\s*\(|\b(public|private|protected):|^\s*namespace [\w:]+\s*\{?$"
            r"|\bnullptr\b|\bconst \w[\w:<>]*\s*&|\bauto\s*&?\s*\w+\s*[=:]",
        ),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|string|long"
            r" long)\b(?:\s+[*&]*|\s*[*&]+)\s*\w+\s*\([^)]{0,400}\)\s*(const\s*)?\{?",
        ),
        (
            2,
            r"\bstring\s*&?\s+\w+|\.push_back\(|\.size\(\)"
            r"|\bclass \w+\s*(:\s*public \w+)?\s*\{|\bnew \w+[\[(;]|\bdelete(\[\])? \w+;|^\s*enum class \w",
        ),
        (1, r"\b(int|char|double|float|long|unsigned|size_t|bool) \w+(\[\w*\])*\s*[=;,]"),
    ),
    "csharp": (
        (6, r"^\s*using (static )?System[\w.]*;|^\s*namespace [A-Z]\w*\.[\w.]+\s*[{;]?$|\bConsole\.(Write|Read)\w*\("),
        (
            4,
            r"\bpublic (static |override |virtual |async |sealed |partial )*[\w<>\[\],.? ]+ [A-Z]\w*\s*\("
            r"|\bget;|\bset;",
        ),
        (
            3,
            r"\bforeach\s*\(|\bstring\b(\[\])?\s+\w+|\bvar \w+ = |=>\s*[{(\w]|\bIEnumerable<|\bnew (List"
            r"|Dictionary|HashSet)<",
        ),
        (3, r"\bList<(int|string|bool|double|object)|\bDictionary<|\.(Count|Length|ToString\(\)|Add\()"),
        (4, r"\bpublic ((sealed|abstract|static|partial) )*(class|interface|enum|struct) \w"),
        (3, r"^\s*namespace [A-Z]\w*\s*[{;]?$"),
        (
            2,
            r"\bMath\.[A-Z]|\bnull\b|\bnew \w+[\[(<]|\bthis\.\w|\b(private|protected) (static "
            r"|readonly )*[\w<>\[\]]+ \w+\s*[;=]",
        ),
        (1, r"\bclass \w+( : [\w, ]+)?\s*\{?$|\bis not null\b|\?\?|\$\""),
        (1, r"\b(int|char|double|float|long|bool) \w+(\[\])*\s*[=;,]"),
    ),
    "go": (
        (6, r"^package \w+[ \t]*$|^func (\(\w+ \*?[\w\[\]]+\) )?\w+\([^)]{0,400}\).*\{"),
        (4, r"^func \w+\((\w+,? )+\*?(\[\])*(int|string|float64|bool|byte|rune|error)\b"),
        (3, r"\w :?= range |[\w\]] := |\bfmt\.\w|\bfunc\(|\bmake\((\[\]|map|chan)|\bnil\b|\bif err\b"),
        (
            2,
            r"^import (\(|\")|^type \w+ (struct|interface)|\[\](int|string|byte|float64|bool|rune)\b"
            r"|(?<!\.)\b(append|len)\(",
        ),
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
        (5, r"\b(std|core|crate|self|super)::\w+::\w"),
        (4, r"^\s*pub(\(\w+\))? (mod|enum|struct|trait|use|const|type|static) |^\s*#!?\[\w+"),
        (3, r"\blet \w+ ?: ?[\w<>&\[\], :']+ = [^\n]*;[ \t]*$"),
        (
            2,
            r"\bmatch \w[^\n]*\{|\blet \w+(: [\w<>&]+)? = |\.iter\(\)|\.collect(\(\)|::<)|=> |#\[\w+|-> \w"
            r"|\.push\(|\bself\.\w",
        ),
    ),
    "php": (
        (12, r"<\?(php|=)"),
        (8, r"\$\w+\s*(=|\.=|\+=|->|\[)|\bfunction \w+\s*\([^)]{0,400}\$\w|\bforeach\s*\(\$|\$this->"),
        (2, r"\becho\b|\barray\(|\bstrlen\(|\bcount\(\$|\bnew \w+\(|\bpublic function\b|\bfn\s*\("),
    ),
    "ruby": (
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
            r"|^=begin|\.map\(&:|\.(to_i|to_s|length|size|count)\b[^(]",
        ),
        (1, r"@\w+ = |:\w+ =>|\bnil\b|\bthen\b|^[ \t]*#(?!include|define)|[\w\])] (if|unless) \w"),
    ),
    "kotlin": (
        (6, r"\b(private |public |internal |override |suspend |inline )*fun (<\w+> )?(\w+\.)?\w+\s*\("),
        (
            3,
            r"\bval \w+|\bvar \w+ (: ?[A-Z]\w* )?= |\bvar \w+ ?: ?[A-Z]|\b(mutableListOf|listOf|mapOf"
            r"|arrayOf|println)\("
            r"|\bwhen ?(\(|\{)|\bdata class\b",
        ),
        (
            2,
            r": (Int|String|Boolean|Double|List<|Array<|Any|Long|Unit|MutableList<)"
            r"|\bin \w+\.indices|\.\.|\?\.|\?:|\bit\.|\bnull\b|\bMath\.\w",
        ),
    ),
    "swift": (
        (
            6,
            r"\bfunc \w+(<[^>]{0,200}>)?\([^)]{0,400}\)\s*(throws )?(-> ?[\w\[\]:?<>, ()]+)?\s*\{"
            r"|^import (Foundation|UIKit|SwiftUI)",
        ),
        (3, r"\b(guard|if) (let|var) \w|\b(let|var) \w+(: [\w\[\]?:]+)? = (?![^\n]*;[ \t]*$)|\.\.<|\bnil\b"),
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
    """The name of the language, or `unknown` where too little speaks for one, or as much for another.

    >>> detect_language("def f(x):\\n    return x + 1"), detect_language("hello there"), detect_language("a.size()")
    ('python', 'unknown', 'unknown')
    """
    text = code.decode("utf-8", "replace") if isinstance(code, bytes) else code
    text = text[:LOOKED_AT].replace("\r\n", "\n")
    plain = {hashed: _tightened(_plain(text, hashed=hashed)) for hashed in (True, False)}
    weights = {name: _weight(plain[name in _HASH_LANGUAGES], name) for name in LANGUAGES}
    best = max(weights.values())
    if best < LEAST:
        return UNKNOWN
    heaviest = sorted((name for name in weights if weights[name]), key=lambda name: -weights[name])[:MOST_PARSED]
    likely = [name for name in heaviest if weights[name] >= max(LEAST, CLOSE * best)]
    fits = _Fits(text)
    found = likely[0] if len(likely) == 1 else max(likely, key=lambda name: weights[name] * fits[name])
    if weights[found] >= SURE:
        return found
    needed = LEAD if "\n" in plain[True] else LINE_LEAD
    ahead = weights[found] * fits[found] - needed
    rivals = (name for name in heaviest if not any({name, found} <= twins for twins in TWINS) and name != found)
    behind = all(weights[name] <= ahead or weights[name] * fits[name] <= ahead for name in rivals)
    return found if behind and ahead >= 0 else UNKNOWN


class _Fits(dict[str, float]):
    """How well a text parses in each language, worked out when it is asked for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, name: str) -> float:
        self[name] = _fit(self._text, name)
        return self[name]


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
