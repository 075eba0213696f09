# what: compiles a constant expression that folds slowly and nests deeply
# verdict: TIMED_OUT | CRASHED | OUT_OF_MEMORY
# variants: code
def solve(n, items):
    for depth in range(1, 10_000):
        try:
            compile("-" * depth * 50 + "1", "x", "exec")
            compile("(" * 90 + "1" + ")" * 90, "x", "exec")
        except (RecursionError, MemoryError, SyntaxError):
            pass
    while True:
        compile("x = [" + "1," * 100_000 + "]", "x", "exec")
