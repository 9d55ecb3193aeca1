"""Writes what happens: JSON lines always, TensorBoard by default, Weights & Biases when asked."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import secrets
import socket
import struct
import time
from collections.abc import Sequence
from typing import IO, Any, Protocol

from gogepo.config import RunConfig
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.runs.directory import RECORDS, RunDirectory
from gogepo.training.loop import EpisodeEvent, EvaluationEvent, Event


class Sink(Protocol):
    """Somewhere that events go. `member` is a seed's place in its population, 0 for a single run."""

    def write(self, member: int, event: Event) -> None: ...

    def close(self) -> None: ...


class RunSink(Protocol):
    """Somewhere that the events of one run go."""

    def write(self, event: Event) -> None: ...

    def close(self) -> None: ...


class EachToItsOwn:
    """Sends every member's events to a sink of its own."""

    def __init__(self, sinks: Sequence[RunSink]):
        self._sinks = sinks

    def write(self, member: int, event: Event) -> None:
        self._sinks[member].write(event)

    def close(self) -> None:
        for sink in self._sinks:
            sink.close()


class JsonLines:
    """metrics.jsonl, evaluations.jsonl, faults.jsonl. No clock in them: a run repeated is equal bytes."""

    def __init__(self, run: RunDirectory, offsets: dict[str, int] | None = None, exact: bool = True):
        """`offsets` are the sizes at the checkpoint that a run continues from; what is beyond is cut.

        A file that is shorter than that has been damaged: refused, unless `exact` is given up.
        """
        self._folder, self._files = run.folder, dict[str, IO[bytes]]()
        try:
            for name in RECORDS:
                self._files[name] = _open_record(run, name, (offsets or {}).get(name, 0), exact)
        except BaseException:
            self.close()
            raise

    def write(self, event: Event) -> None:
        name = {EpisodeEvent: "metrics.jsonl", EvaluationEvent: "evaluations.jsonl"}.get(
            type(event), "faults.jsonl"
        )
        line = json.dumps(_without_non_finite(as_record(event)), allow_nan=False)
        self._folder.check_place()
        self._files[name].write(line.encode() + b"\n")
        self._files[name].flush()

    def sizes(self) -> dict[str, int]:
        """How many bytes each file has now."""
        return {name: file.tell() for name, file in self._files.items()}

    def sync(self) -> None:
        """Force all lines to the disk."""
        for file in self._files.values():
            file.flush()
            os.fsync(file.fileno())

    def close(self) -> None:
        for file in self._files.values():
            file.close()


def _open_record(run: RunDirectory, name: str, wanted: int, exact: bool) -> IO[bytes]:
    """A record file cut to the size that it had at the checkpoint, open at its end."""
    try:
        file = os.fdopen(run.folder.open_regular(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab")
    except BadFile as bad:
        raise InputError(f"{run}: {bad}") from None
    size = os.fstat(file.fileno()).st_size
    if size < wanted and exact:
        file.close()
        raise InputError(
            f"{run}/{name} has {size} bytes but the checkpoint was made when it had {wanted}: "
            "it was damaged or replaced; go on without it by resuming with --inexact"
        )
    file.truncate(min(size, wanted))
    file.seek(0, os.SEEK_END)
    return file


FLUSH_EVERY_SECONDS = 10.0


class TensorBoard:
    """Event files for TensorBoard, step axis in environment steps.

    Trap: tensorboardX's own SummaryWriter writes in a thread. When the disk is full the thread dies
    with a traceback and closing waits for it for ever. Its EventsWriter opens a file by its path, links and all.
    So only the format is tensorboardX's.
    """

    def __init__(self, run: RunDirectory, first_step: int):
        from tensorboardX.proto import event_pb2, summary_pb2
        from tensorboardX.record_writer import masked_crc32c

        messages: Any = event_pb2  # made when imported, so unknown to a type checker
        summaries: Any = summary_pb2
        self._event, self._summary, self._checksum = messages.Event, summaries.Summary, masked_crc32c
        now = time.time()
        name = f"events.out.tfevents.{int(now):010d}.{socket.gethostname()}.{secrets.token_hex(4)}"
        with run.folder.folder("tensorboard") as folder:
            self._file = os.fdopen(folder.create(name), "wb")
        self._write(messages.Event(wall_time=now, file_version="brain.Event:2"))
        if first_step:  # what an earlier process wrote beyond the checkpoint is void
            start = messages.SessionLog(status=messages.SessionLog.START)
            self._write(messages.Event(step=first_step, session_log=start))
        self._flush()

    def write(self, event: Event) -> None:
        summary = self._summary()
        for name, value in scalars(event).items():
            summary.value.add(tag=name, simple_value=value)
        self._write(self._event(wall_time=time.time(), step=event.env_steps, summary=summary))
        if time.monotonic() - self._flushed > FLUSH_EVERY_SECONDS:
            self._flush()

    def _write(self, message: Any) -> None:
        content = message.SerializeToString()
        length = struct.pack("<Q", len(content))
        for part in (length, content):
            self._file.write(part + struct.pack("<I", self._checksum(part)))

    def _flush(self) -> None:
        self._file.flush()
        self._flushed = time.monotonic()

    def close(self) -> None:
        self._file.close()


def require_wandb() -> Any:
    """The package, or one line that says how to get it."""
    try:
        import wandb  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise InputError("--wandb needs a package that is missing; pip install 'gogepo[wandb]'") from None
    return wandb


class WeightsAndBiases:
    """The same scalars in a Weights & Biases run."""

    def __init__(self, run: RunDirectory, config: RunConfig):
        population = run.path.name.startswith("seed-")
        self._run = require_wandb().init(
            project="gogepo",
            name=f"{run.path.parent.name}-{run.path.name}" if population else run.path.name,
            group=run.path.parent.name if population else None,
            dir=run.path,
            config=config.as_json(),
            reinit="create_new",  # seeds of a population are runs side by side
        )

    def write(self, event: Event) -> None:
        self._run.log({**scalars(event), "env_steps": event.env_steps})

    def close(self) -> None:
        self._run.finish()


def scalars(event: Event) -> dict[str, float]:
    """The numbers of an event under the names that dashboards show."""
    if isinstance(event, EpisodeEvent):
        group, skip = "train", {"env_steps", "seed", "attempt"}
    elif isinstance(event, EvaluationEvent):
        group, skip = "evaluation", {"env_steps", "episode"}
    else:
        return {"train/faulty_episode_steps": float(event.episode_steps)}
    return {
        f"{group}/{name}": float(value)
        for name, value in as_record(event).items()
        if isinstance(value, (int, float)) and math.isfinite(value) and name not in skip
    }


def as_record(event: Event) -> dict[str, Any]:
    """An event as one flat object; a method's own metrics stand beside the others."""
    record = dataclasses.asdict(event)
    metrics = record.pop("metrics", {})
    return {**record, **metrics}


def _without_non_finite(record: dict[str, Any]) -> dict[str, Any]:
    """JSON has no NaN or infinity; a skipped update's loss is recorded as null."""
    return {
        key: None if isinstance(value, float) and not abs(value) < float("inf") else value
        for key, value in record.items()
    }
