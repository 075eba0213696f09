# what: a string operation that multiplies a small text to gigabytes
# verdict: OUT_OF_MEMORY
def solve(n, items):
    text = "ab" * (1 << 20)
    return len(text.replace("a", text[:8192])) and None
