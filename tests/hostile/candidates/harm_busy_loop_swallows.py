# what: loops for ever and swallows every exception
# verdict: TIMED_OUT
# variants: data
def solve(n, items):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
