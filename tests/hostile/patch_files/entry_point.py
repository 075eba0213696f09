# what: a plugin by the entry points of an installed package
# file: evil.egg-info/entry_points.txt
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[pytest11]
evil = pkg.evil
