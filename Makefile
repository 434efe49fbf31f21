# Everything from a fresh clone: each target makes the virtual environment and installs what it needs, once.
#
#   PYTHON=python3.12        the interpreter that makes the environment (3.10 or newer)
#   VENV=.venv               where the environment lies
#   PIP_FLAGS=...            more options for pip, for example another index for a CPU or CUDA build of torch
#   TRAIN_FLAGS=... BENCH_FLAGS=... PYTEST_FLAGS=...

PYTHON ?= python3
VENV ?= .venv
PIP_FLAGS ?=
TRAIN_FLAGS ?=
BENCH_FLAGS ?=
PYTEST_FLAGS ?= -n auto --maxprocesses 4 --dist worksteal -m "not browser and not long"

# Where it is set, as in many containers, each of the tests' processes would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check $(PIP_FLAGS) -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help train test quick pytest browser long lint format docs bench dist corpora clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

train: $(VENV)/.for-train  ## train an agent by self-play on the two-player board; ends with the path of its report
	$(BIN)/swenv train smallworld --num-players 2 $(TRAIN_FLAGS)

test: lint docs pytest  ## check style and types, build the documentation, run the tests

quick: $(VENV)/.for-test  ## run the quick tests of the rules and of what all games have in common
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal -m "not slow" tests/rules tests/core

pytest: $(VENV)/.for-test  ## run the tests alone
	$(BIN)/python -m pytest $(PYTEST_FLAGS)

browser: $(VENV)/.for-test  ## run the tests that use the page in Chromium
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal -m browser

long: $(VENV)/.for-test  ## run the tests that take half a minute or more: clusters, notebooks, a wheel with machine code
	$(BIN)/python -m pytest -n 0 -m long

lint: $(VENV)/.for-test  ## check style, spelling and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell
	$(BIN)/mypy

format: $(VENV)/.for-test  ## mend style and layout
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/.for-test  ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.for-train  ## measure the budgets of benchmarks/ and print the table
	$(BIN)/swenv bench $(BENCH_FLAGS)

dist: $(VENV)/.for-test  ## build the source package and the wheel into dist/, as they are released
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	rm -rf *.egg-info

corpora: $(patsubst %,runs/champions-%.games,smallworld underground warcraft islands)  ## play 100,000 games of each game between its champions, for a release

runs/champions-%.games: $(wildcard agents/champions/*) | $(VENV)/.for-train
	@mkdir -p runs
	rm -f runs/begun-$*.games
	$(BIN)/swenv match --seats champion,champion --rotations 1 --games 100000 --games runs/begun-$*.games $*
	rm -f runs/begun-$*.games.lock
	mv runs/begun-$*.games $@

clean:  ## remove the environment and all that was built; what you trained in runs/ stays
	rm -rf $(VENV) build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamp files, so that nothing is installed twice. torch comes first and by its tested version: were it left to the
# packages that need it, the newest build would be taken.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "swenv needs Python 3.10 or newer; say make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.torch: $(VENV)/.made constraints.txt
	$(INSTALL) torch
	@touch $@

$(VENV)/.for-train: $(VENV)/.torch pyproject.toml constraints.txt
	$(INSTALL) --quiet -e '.[train,view]'
	@touch $@

$(VENV)/.for-test: $(VENV)/.torch pyproject.toml constraints.txt
	$(INSTALL) --quiet -e '.[train,view,web,cluster,data,openspiel,sweep,dev,docs]'
	@touch $@ $(VENV)/.for-train
