# what: options for pytest in tox.ini
# file: tox.ini
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[pytest]
addopts = --collect-only
