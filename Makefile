# Every target sets up by itself what it needs (see tools/setup.py) and starts within about a
# second when nothing changed. `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
SETUP = @$(PYTHON) tools/setup.py $@
CPP = $(shell find cpp -name '*.cpp' -o -name '*.hpp')
# All but the folder for what only some systems have: checked as Windows would see it, too.
PORTABLE = $(shell find src/linefall -name '*.py' -not -path '*/system/*')

# Make ends with status 2 whatever a recipe ends with. Where a machine lacks something that its user
# may not install, nothing is to be run at all: with -q that is so, and the status is 1.
ASKED := $(filter play lab test lint format stub sanitize soak check-solver,$(MAKECMDGOALS))
ifneq ($(ASKED),)
ifneq ($(shell $(PYTHON) tools/setup.py --may $(ASKED) || echo no),)
MAKEFLAGS += -q
endif
endif

.DEFAULT_GOAL := help
.PHONY: help play lab test lint format stub sanitize soak check-solver check-zig clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

play:  ## play a game in this terminal
	$(SETUP)
	@$(BIN)/linefall play --exhibition-without-terminal

lab:  ## install what tournaments, grading, pictures and windows need
	$(SETUP)
	@$(BIN)/linefall --help

test:  ## everything that must hold: style, types, C++ tests, Python tests with coverage
	$(SETUP)
	@$(MAKE) --no-print-directory -j 2 -O check-style check-core
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 2 --dist loadscope -m "not clocked"
	$(BIN)/coverage run -m pytest -q -n 2 -m clocked
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

lint:  ## style and types only
	$(SETUP)
	@$(MAKE) --no-print-directory check-style

.PHONY: check-style check-core
check-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 --follow-imports=silent $(PORTABLE)
	MYPYPATH=tests $(BIN)/mypy --follow-imports=silent --ignore-missing-imports bench
	$(BIN)/clang-format --dry-run -Werror $(CPP)

check-core:
	$(BIN)/ctest --test-dir build/core --output-on-failure --no-tests=error

format:  ## bring Python and C++ into the project's form
	$(SETUP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP)

stub:  ## write the types of the compiled core anew, after a change of its bindings
	$(SETUP)
	$(BIN)/python -m nanobind.stubgen -q -m linefall._core -o src/linefall/_core.pyi
	$(BIN)/ruff format -q src/linefall/_core.pyi

sanitize:  ## C++ tests with the address and undefined-behaviour sanitizers
	$(SETUP)
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DLINEFALL_TESTS=ON -DLINEFALL_SANITIZE=ON
	$(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure --no-tests=error

soak:  ## the judge under strain: every misbehaving program five times, with the times it must keep
	$(SETUP)
	$(BIN)/python bench/soak.py

check-solver:  ## the solver against brute force on larger boards (minutes)
	$(SETUP)
	LINEFALL_EXHAUSTIVE=1 build/core/test_solver

check-zig:  ## show that play works on a machine without a C++ compiler
	tools/without-compiler

clean:  ## remove everything that was made here
	rm -rf .venv build dist .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
