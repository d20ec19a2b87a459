# The Cosmic Tray. `make help` lists every target.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/run.ready
DEV_READY := $(VENV)/dev.ready
TRAIN_VENV := .venv-train
TRACE_VENV := .venv-trace
FIRMWARE := firmware/build

# Tests that measure times, so that nothing else may run beside them.
ALONE := $(addprefix tests/,e2e/scoreboard e2e/test_evening.py e2e/test_host.py e2e/test_show_me_that_throw.py \
    e2e/test_whole_path.py firmware benchmarks vision/reader/test_process.py)

# More than cores, for half of the time a test waits for a process, a page or a clock; each counts with one thread.
WORKERS := 4
ONE_THREAD := OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1

TEST_PACKAGES := gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev gcc libc6-dev make chromium fonts-dejavu-core cppcheck clang-14 libclang-rt-14-dev openscad

.PHONY: help run demo test lint screenshots bench soak train test-training traced firmware catalogues packages lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | \
	    awk -F ':|## ' '{ printf "  make %-13s %s\n", $$1, $$3 }'

run: $(RUN_READY) ## set up what is missing and open a table on simulated hardware
	@if command -v avr-gcc >/dev/null && [ -e /usr/include/simavr/sim_avr.h ] && command -v gcc >/dev/null; then \
	    $(MAKE) --silent -C firmware all sim-build >/dev/null || \
	    echo "The scoreboard's firmware did not build; the table runs with the model board."; \
	fi
	@$(BIN)/tray run --simulated $(ARGS)

demo: $(RUN_READY) ## play a whole game by computer players and print its figures
	@$(BIN)/tray demo --games 1 $(ARGS)

test: packages $(DEV_READY) lint ## set up what the tests need and run them all
	$(MAKE) --silent -C firmware all sim-build
	$(ONE_THREAD) $(BIN)/python -m pytest tests $(patsubst %,--ignore %,$(ALONE)) --numprocesses $(WORKERS) --dist worksteal
	$(BIN)/python -m pytest $(ALONE)

lint: $(DEV_READY) ## ruff, mypy --strict and the import contract of the rooms
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

screenshots: packages $(DEV_READY) ## open every page in Chromium, and make the README's pictures anew
	SCREENSHOTS=1 $(BIN)/python -m pytest -q $(addprefix tests/web_ui/,test_look.py test_rules_page.py test_misread.py test_guiding_light.py host past/test_throws.py)
	$(BIN)/python -m tests.web_ui.readme_pictures

bench: $(DEV_READY) ## measure, and write benchmarks.md (ARGS="reader teaching": those sections only)
	$(BIN)/python -m tests.benchmarks $(ARGS)

soak: packages $(DEV_READY) ## 100,000 frames over a bad line, 500 resets and unpluggings (20 minutes; ARGS="--frames N --upsets N")
	$(MAKE) --silent -C firmware all sim-build
	$(BIN)/python -m tests.e2e.scoreboard $(ARGS)

firmware: packages ## build the scoreboard's firmware and its simulator
	$(MAKE) -C firmware all sim-build

train: $(TRAIN_VENV)/ready ## train the networks that find and name the cubes (an hour to an hour and a half on two fast cores)
	$(TRAIN_VENV)/bin/python -m vision.training $(ARGS)

test-training: $(TRAIN_VENV)/ready $(DEV_READY) ## the tests of training, those that need PyTorch too
	PYTHONPATH=$$($(TRAIN_VENV)/bin/python -c 'import site; print(site.getsitepackages()[0])') $(BIN)/python -m pytest tests/vision/training

traced: $(TRACE_VENV)/ready ## render throws of other hands' cubes with a path tracer, for ARGS=traced of bench (half an hour)
	$(TRACE_VENV)/bin/python -m tests.traced $(ARGS)

catalogues: $(DEV_READY) ## bring the pages' message catalogues up to date with the code (ARGS=fr begins a new one)
	$(BIN)/python -m web_ui.catalogues $(ARGS)

packages: ## install what the tests need from Debian, saying which and why
	@.ci/debian-packages "the tests build the scoreboard's real firmware, run it in simavr, fuzz it on this machine, open the pages in Chromium, and render the printed parts" \
	    $(TEST_PACKAGES)

lock: ## resolve the locked versions anew (needs uv on the path)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --no-annotate pyproject.toml --output-file requirements/run.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --no-annotate --extra dev --constraints requirements/run.lock pyproject.toml --output-file requirements/dev.lock

clean: ## remove everything that make has made (games are kept)
	rm -rf $(VENV) $(TRAIN_VENV) $(TRACE_VENV) $(FIRMWARE) hardware/build/out *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "The Cosmic Tray needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Name another with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    .ci/debian-packages "Python's own package installer, for a folder of packages inside this checkout" python3-venv
	@echo "Setting up $(VENV) (a minute, only the first time)"
	@$(PYTHON) -m venv $(VENV)

$(RUN_READY): requirements/run.lock pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/run.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_READY): requirements/dev.lock $(RUN_READY)
	@echo "Setting up what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.lock
	@touch $@

$(TRAIN_VENV)/ready: requirements/train.txt
	@$(PYTHON) -m venv $(TRAIN_VENV)
	@$(TRAIN_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements/train.txt
	@touch $@

$(TRACE_VENV)/ready: requirements/trace.txt
	@$(PYTHON) -m venv $(TRACE_VENV)
	@$(TRACE_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements/trace.txt
	@touch $@
