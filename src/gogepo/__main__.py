"""`python -m gogepo` is the `gogepo` program."""

from gogepo.cli import entry_point

entry_point()
