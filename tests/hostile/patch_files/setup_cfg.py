# what: options for pytest in setup.cfg
# file: setup.cfg
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[tool:pytest]
addopts = --collect-only
