# make play: a game on this machine; make test: every test. Both make what they need in .venv.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PARTS := pyproject.toml constraints.txt
WORKERS ?= auto

.PHONY: play test lint types suite interpreted bounds bench format golden clean

play: .venv/play.ready
	@$(BIN)/sobremesa play splut

test: lint types suite interpreted bounds

lint: .venv/test.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/test.ready
	$(BIN)/mypy

# Compiled once before the workers start, so that they do not all compile the same.
suite: .venv/test.ready
	$(BIN)/sobremesa warm
	$(BIN)/python -m pytest -q -n $(WORKERS) -p no:cacheprovider

# The same rules as ordinary Python, with warnings as errors: every line of the rules is reached.
QUICK := -m "not compiled" -k "not test_contract or usual" tests/test_contract.py tests/games
interpreted: .venv/test.ready
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -n $(WORKERS) -p no:cacheprovider $(QUICK)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

# Compiled code writes out of bounds in silence, unless it is asked not to.
bounds: .venv/test.ready
	NUMBA_BOUNDSCHECK=1 $(BIN)/sobremesa warm --rules
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -n $(WORKERS) -p no:cacheprovider $(QUICK)

bench: .venv/bench.ready
	$(BIN)/sobremesa bench

format: .venv/test.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit("Sobremesa needs Python 3.11 or newer: make PYTHON=python3.12, for example" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv || (echo "python3 -m venv does not work here; on Debian: apt install python3-venv"; rm -rf .venv; exit 1)
	touch $@

.venv/play.ready: .venv/made $(PARTS)
	$(PIP) -e .
	touch $@

.venv/test.ready: .venv/made $(PARTS)
	$(PIP) -e ".[dev]"
	touch $@ .venv/play.ready

.venv/bench.ready: .venv/made $(PARTS)
	$(PIP) -e ".[peers]"
	touch $@ .venv/play.ready

golden: .venv/test.ready
	$(BIN)/python -m tests.golden
