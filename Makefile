# Two commands on a machine with Python 3.11+ and make: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test test-long lint verification docs bench card clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pirqa needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cluster,dev,docs,hazard,image,mcmc,scans,seismology]'
	@touch $@

demo: install
	$(BIN)/pirqa assess examples/sacsayhuaman/project.toml

# tests/verification runs every quick case of pirqa verify; tests/conftest.py has the order of the files.
test: install lint
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not long" --durations=15

# Tests marked "long": minutes each, too slow for every change; CI runs them after make test.
test-long: install
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m long --durations=15

lint: install
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

# All verification cases; the JSON and the manual page made from it are committed.
verification: install
	$(BIN)/pirqa verify --full --json docs/verification/verification.json --manual docs/verification/README.md

# The site, without network; GALLERY= leaves out the gallery of the examples, which takes minutes.
GALLERY ?= examples
SITE := docs/_build/html
docs: install
	$(if $(GALLERY),$(BIN)/pirqa gallery $(GALLERY) -o $(SITE)/gallery)
	$(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --keep-going $(if $(GALLERY),--tag gallery) -d docs/_build/doctrees docs $(SITE)
	@echo "Docs: $(SITE)/index.html"

# make bench statics survey: speed beside a peer; results and table are committed.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCHES := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(eval $(BENCHES):;@:)
endif
bench: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks $(BENCHES)

# The card's kernels played on this processor, in any order of threads: needs gcc and no card; large wheels, minutes.
card: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cuda]'
	$(BIN)/python -m benchmarks.card

clean:
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
