"""Who holds the lock of a run: also a process that inherited it, of which /proc/locks does not know."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def held_by(lock: Path) -> str:
    """' (PID 12)' for whoever holds a `flock` on this file; nothing where that may not be seen."""
    wanted, found = lock.stat(), set[int]()
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        with contextlib.suppress(OSError):  # it has just been closed, or is another user's
            if os.path.samestat(link.stat(), wanted):
                process = link.parents[1]
                if "FLOCK" in (process / "fdinfo" / link.name).read_text():
                    found.add(int(process.name))
    return f" (PID {', '.join(map(str, sorted(found)))})" if found else ""
