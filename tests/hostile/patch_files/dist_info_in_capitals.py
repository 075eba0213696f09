# what: an entry point in a folder whose name is in capitals
# file: evil.DIST-INFO/entry_points.txt
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[pytest11]
evil = pkg.sums
