"""`python -m gogepo` is the `gogepo` program."""

from gogepo.cli import entry_point

if __name__ == "__main__":
    entry_point()
