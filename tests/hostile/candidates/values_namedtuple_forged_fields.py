# what: namedtuples whose fields are duplicates, keywords, dunders, empty, thousands, or not text
# verdict: FAILED | CRASHED
def fake(fields):
    return type("Row", (tuple,), {"_fields": fields, "_make": classmethod(tuple.__new__), "_asdict": dict, "_field_defaults": {}})


KINDS = [fake(("a", "a")), fake(("class", "def")), fake(("__eq__", "__class__")), fake(()), fake(tuple(f"f{i}" for i in range(5000))), fake((1, None)), fake("ab")]
CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kind = KINDS[CALLS[0] % len(KINDS)]
    return kind(range(len(kind._fields)))
