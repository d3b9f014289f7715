# Everything this project needs goes into .venv; a fresh machine has Python 3.11+, make and a C compiler.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# tests on all cores; those left at the end are shared out
PARALLEL := -n auto --dist worksteal
# programs that tests start find what is compiled already
export PYTHONDONTWRITEBYTECODE :=

# what Raspberry Pi OS Trixie has of the packages that come from the system there; Bookworm (its own
# pygame is 2.1.2, which PyPI does not have for it) with PYTHON=python3.11
# PI_PACKAGES="numpy==1.24.2 opencv-python-headless==4.11.0.86 pygame==2.1.3"
PI_PACKAGES := numpy==2.2.4 opencv-python-headless==4.10.0.84 pygame==2.6.1

.PHONY: help venv demo screenshots test test-thorough test-slow bench stress install uninstall check sanitize check-pi lint lock

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

venv: $(STAMP)  ## install into .venv (gives .venv/bin/pi-board)

$(STAMP): requirements.lock pyproject.toml hatch_build.py $(wildcard pi_board/hints/kernel/*)
	@echo "Installing the locked dependencies into .venv (about a minute the first time)"
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: venv  ## referee a recorded game of each kind; screenshots in demo/
	@echo "Refereeing one recorded game of each kind"
	@$(BIN)/python -m pi_board.app.showcase.demo tests/frames/demo demo

screenshots: venv  ## every state of every game, three sizes, two themes, in screenshots/
	@$(BIN)/python -m pi_board.app.showcase.gallery screenshots

test: venv  ## the quick tests
	@echo "Running the quick tests"
	@$(BIN)/python -m pytest $(PARALLEL)

test-thorough: venv  ## the others that every change has to pass
	@echo "Running the thorough tests"
	@$(BIN)/python -m pytest $(PARALLEL) -m "thorough and not slow"
	@echo "Running the search's tests again without the kernel"
	@PI_BOARD_KERNEL=off $(BIN)/python -m pytest $(PARALLEL) -m "not slow" tests/hints -k "not python"

test-slow: venv  ## all tests, the deep and slow ones too
	@$(BIN)/python -m pytest $(PARALLEL) -m "slow or not slow" --hypothesis-profile deep

lint: venv
	@echo "Formatting and lint (ruff)"
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@echo "Types (mypy --strict)"
	@$(BIN)/mypy
	@echo "Import contracts (import-linter)"
	@$(BIN)/lint-imports

bench: venv  ## measure speed (nothing is asserted); BENCH="perft search" for some only
	@$(BIN)/python -m tests.bench $(BENCH)

stress: venv  ## how reading holds up in worse pictures; STILLS=folder for other ones
	@$(BIN)/python -m tests.bench.stress $(STILLS)

check: lint test test-thorough  ## every check: format, lint, types, import contracts, tests

sanitize: venv  ## the search kernel's tests under the address and undefined-behaviour sanitizers
	@mkdir -p build
	@$(CC) -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -shared -fPIC \
	  -o build/kernel-sanitized.so pi_board/hints/kernel/kernel.c
	@LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 PI_BOARD_KERNEL=build/kernel-sanitized.so \
	  $(BIN)/python -m pytest -m "not slow" tests/hints -k "not python"

check-pi: venv  ## every locked package installs on a Pi, and the tests pass with its system's packages
	@for both in "3.11 requirements.lock" "3.11 systemd/bookworm.lock" "3.13 requirements.lock"; do set -- $$both; \
	  echo "Resolving $$2 for aarch64, Python $$1"; \
	  folder=$$(mktemp -d) && $(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
	    --only-binary=:all: --platform manylinux2014_aarch64 --platform manylinux_2_28_aarch64 \
	    --python-version $$1 --implementation cp --dest $$folder -r $$2 \
	    && ls $$folder | wc -l && rm -r $$folder || exit 1; \
	done
	@echo "Running the tests with $(PI_PACKAGES)"
	@folder=$$(mktemp -d) && pip="$$folder/bin/pip install --quiet --disable-pip-version-check --no-deps" \
	  && trap 'rm -r "$$folder"' EXIT && $(PYTHON) -m venv $$folder && $$pip $(PI_PACKAGES) \
	  && awk '/^[a-z0-9]/ { keep = !/^(numpy|opencv-python-headless|pygame)==/ } keep' requirements.lock > $$folder/lock \
	  && $$pip --require-hashes -r $$folder/lock && $$pip --no-build-isolation . \
	  && $$folder/bin/python -m pytest $(PARALLEL) -m "not slow" -p no:cacheprovider

install:  ## on a Raspberry Pi, as root: packages, program, user, configuration, service
	@systemd/install.sh

uninstall:  ## take it away again; games, profiles and configuration stay
	@systemd/install.sh uninstall

lock:  ## write requirements.lock anew from pyproject.toml
	@$(PYTHON) -m venv .venv-lock && .venv-lock/bin/pip install --quiet pip-tools
	@.venv-lock/bin/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --extra dev --output-file requirements.lock pyproject.toml
	@rm -rf .venv-lock
