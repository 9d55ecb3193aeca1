"""`python -m gogepo` is the `gogepo` program."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current directory, which `-m` puts first: anybody's modules may lie there
    from gogepo.cli import entry_point

    entry_point()
