# what: options for pytest in pyproject.toml
# file: pyproject.toml
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[tool.pytest.ini_options]
addopts = "--collect-only"
