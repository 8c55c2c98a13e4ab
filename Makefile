# A fresh Debian with Python 3.11 or later and make is enough: `make demo` shows the work, `make test` proves it.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= 2

.PHONY: demo test lint check soak clean help

help:
	@echo "make demo    set up, prepare the examples and say which files to open"
	@echo "make test    set up, lint and run all tests"
	@echo "make lint    ruff, mypy and import-linter"
	@echo "make soak    the long counts: mutated files, killed workers, scale"
	@echo "make clean   remove what the targets above made"

demo: $(VENV)/.installed
	test -d examples/documents || $(BIN)/python examples/draw.py
	$(BIN)/distill run examples/documents --out out/demo
	$(BIN)/distill run examples/documents/larkspur_spa_final.pdf --out out/versions --label final \
		--baseline examples/documents/larkspur_spa_draft1.pdf
	@echo
	@echo "Open these:"
	@ls out/demo/*/prompt.txt | sed 's/^/  /'
	@echo "  out/versions/larkspur_spa_final/prompt.txt   what changed since draft 1 is marked [CHANGED]"
	@echo "  out/demo/run.json"
	@echo "Each folder holds the prompt and ledger.json, which says of every unit where it stands and what became of it."
	@echo "Ask it: $(BIN)/distill recall out/demo   or   $(BIN)/distill trace out/demo/NAME u0001"

test: $(VENV)/.developed lint
	test -d examples/documents || $(BIN)/python examples/draw.py
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile -m "not soak"

lint: $(VENV)/.developed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(VENV)/.developed
	$(BIN)/pytest -q -m soak

clean:
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv; \
		else \
			echo "Debian keeps venv in a package of its own: sudo apt-get install python3-venv" >&2; exit 1; \
		fi; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[ocr]'
	touch $@

$(VENV)/.developed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[ocr,flows]' --group dev
	touch $(VENV)/.installed $@
