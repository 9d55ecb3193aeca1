# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: demo test check house browser frontend example pictures format slow interop bench rivals reliability results lock clean

demo: $(READY)
	$(BIN)/python -P -m gogepo.demo

# The longest test takes a minute or two. One that takes five hangs: it fails, and where it stood is shown.
test: check browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

house: $(READY)
	$(BIN)/python tools/house.py

# The page of `gogepo dial` is tested in Debian's Chromium; where it may not be installed, those tests are skipped.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "installing chromium" && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	echo "no chromium, and it may not be installed here: the tests of the dial's page are skipped"

frontend:
	cd frontend && npm ci && npm run build

example: $(READY)
	$(BIN)/python examples/dial_example.py

pictures: $(READY) browser
	$(BIN)/python examples/dial_pictures.py

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

slow: $(READY)
	$(BIN)/python -m pytest -m slow

interop: $(READY)
	$(BIN)/python -m pip install --quiet "torch==2.13.0" "stable-baselines3>=2.6"
	$(BIN)/python -m pytest -m interop

bench: $(READY)
	$(BIN)/gogepo bench
	$(BIN)/python benchmarks/population.py

rivals: $(READY)
	$(BIN)/python -m pip install --quiet "torch==2.13.0" "stable-baselines3>=2.6" "sb3-contrib>=2.6"
	$(BIN)/python benchmarks/rivals.py

reliability: $(READY)
	PYTHONPATH=tests $(BIN)/python -m reliability.full

# The tables and pictures of docs/ from the records in results/, and all exhibits in report/index.html.
results: $(READY)
	$(BIN)/gogepo report results --out report --into docs/results.md
	cp $(addprefix report/figures/,curves.png map.png commands.png weighting.png drive.png) docs/images/

lock: $(READY)
	$(BIN)/python -m pip install --quiet "pip-tools>=7.4"
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-options --no-header --no-annotate \
	  --all-build-deps --extra dev --output-file requirements-dev.lock pyproject.toml

$(READY): requirements-dev.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gogepo needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

clean:
	rm -rf .venv build dist
