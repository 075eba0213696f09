# what: loops for ever while it is loaded
# verdict: TIMED_OUT
while True:
    pass
