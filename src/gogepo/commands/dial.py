"""dial: a trained run as a local web page."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gogepo import cli
from gogepo.commands.output import err, out, print_json
from gogepo.inputs import InputError

if TYPE_CHECKING:
    from gogepo.dial.session import Session

EXAMPLE = Path(__file__).parents[1] / "dial" / "example"
NICENESS = 10  # training on the same machine comes first


def dial_command(command: cli.Dial) -> int:
    path = _chosen(command)
    if not 0 <= command.port < 2**16:
        raise InputError(f"--port must lie between 0 and 65535, not {command.port}")
    if command.device == "cpu":
        # Or JAX would take most of the memory of an accelerator that a training run needs.
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        from gogepo.dial.access import is_loopback, is_wildcard
        from gogepo.dial.server import listen, make_server, new_token
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        raise InputError("the dial needs packages that are missing; pip install 'gogepo[dial]'") from None
    if not is_loopback(command.host) and not command.expose:
        raise InputError(
            f"--host {command.host} would let other machines in; if you mean it, add --expose. "
            "The page has no encryption: an SSH tunnel to the default is safer"
        )
    if is_wildcard(command.host):
        raise InputError(
            f"--host {command.host!r} is no address to be reached at; name the one by which other machines reach this one"
        )
    from gogepo.dial.session import Session

    session = Session(path, command.device)
    with contextlib.closing(session), listen(command.host, command.port) as listening:
        os.nice(NICENESS)
        _load_first(session)
        port = listening.getsockname()[1]
        token = new_token()
        host = f"[{command.host}]" if ":" in command.host else command.host
        address = f"http://{host}:{port}/#token={token}"
        server = make_server(session, command.host, port, token)
        out.print(f"The dial is at {address}", markup=False)
        out.print("Whoever has this address can use it. Ctrl-C ends it.", style="dim")
        sys.stdout.flush()
        print_json(command.json, {"address": address, "port": port})
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)  # also so nothing is left behind
        with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as leaving:
            if command.browser:
                page = leaving.enter_context(redirecting(address))
                threading.Timer(0.3, webbrowser.open, [page]).start()
            server.run(sockets=[listening])
    return cli.DONE


@contextlib.contextmanager
def redirecting(address: str) -> Iterator[str]:
    """The address of a page that leads to this one, for its owner's eyes.

    All users of a machine see the command lines of a browser, and the address has the token in it. The file is
    in the home directory, where also a browser that is confined to it can read it.
    """
    home = os.path.expanduser("~")
    where = home if os.access(home, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="gogepo-dial-", dir=where) as folder:  # 0700
        page = Path(folder) / "open.html"
        page.touch(0o600)
        page.write_text(f'<meta http-equiv="refresh" content="0; url={address}">')
        yield page.as_uri()


def _chosen(command: cli.Dial) -> Path:
    if command.example == (command.run is not None):
        raise InputError("give a run or a directory of runs, or --example for the one that comes along")
    return EXAMPLE if command.run is None else Path(command.run).absolute()


def _load_first(session: Session) -> None:
    """A single run is loaded before the address is printed, so that the page comes at once."""
    runs = session.runs()
    if len(runs) > 1:
        return
    with err.status("loading the run"):
        try:
            session.open(runs[0]["name"], runs[0]["seeds"][0]).result()
        except InputError:
            if not runs[0]["training"]:
                raise  # else its first checkpoint is yet to come
            return
