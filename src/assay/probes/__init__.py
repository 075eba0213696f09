"""Questions about code and tests: are the tests any good, does a property hold, do two functions do the same?"""
