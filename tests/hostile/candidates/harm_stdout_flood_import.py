# what: prints without end while it is loaded
# verdict: CRASHED | TIMED_OUT
while True:
    try:
        print("passed" * 100_000)
    except OSError:
        pass
