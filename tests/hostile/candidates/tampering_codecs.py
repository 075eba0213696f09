# what: registers codecs and error handlers that answer for every encoding
# verdict: FAILED | CRASHED
import codecs
import encodings


def search(name):
    return codecs.CodecInfo(lambda text, errors="": (b"passed", len(text)), lambda data, errors="": ("passed", len(data)), name=name)


codecs.register(search)
for name in ("strict", "replace", "surrogateescape", "backslashreplace", "ignore"):
    codecs.register_error(name, lambda error: ("passed", error.end))
encodings._cache.clear()
encodings.aliases.aliases.update(utf_8="rot13", ascii="rot13")


def solve(n, items):
    return ["\ud800"]
