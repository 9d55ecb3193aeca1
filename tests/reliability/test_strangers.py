"""A6: a stranger's file runs no code, does not block, and cannot exhaust memory. It is refused in one line."""

from __future__ import annotations

import bz2
import codecs
import contextlib
import gzip
import hashlib
import io
import itertools
import json
import lzma
import marshal
import os
import pickle
import random
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import types
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from gogepo.cli import main
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.spaces import Interface
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.policy import Policy
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory
from gogepo.runs.faults import FaultBox
from gogepo.runs.manifest import seal
from gogepo.types import PolicyShape
from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY

MOST_MEMORY = 200 * 2**20
BOMB = 400 * 2**20  # bytes that a file says it has, or unpacks to
BLOCKED_SECONDS = 3.0
MOST_SECONDS = 10.0

# Watching what runs

WATCHED = (
    *("exec", "compile", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "pty.spawn"),
    *("subprocess.Popen", "pickle.find_class", "marshal.loads", "marshal.load", "code.__new__"),
    *("ctypes.dlopen", "socket.connect", "webbrowser.open"),
)


class Watch:
    """Audit events, each as something that can be compared with those of a good file."""

    def __init__(self) -> None:
        self.on = False
        self.seen: set[tuple[str, ...]] = set()
        self.known: set[tuple[str, ...]] = set()
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on or event not in WATCHED:
            return
        what = []
        for argument in arguments:
            if isinstance(argument, types.CodeType):
                code = hashlib.sha256(argument.co_code + repr(argument.co_names).encode())
                what.append(f"{argument.co_filename} {argument.co_name} {code.hexdigest()[:12]}")
            else:
                what.append(repr(argument)[:300])
        # The types of these tests are checked by code that beartype writes, for functions inside functions at each call.
        if not any("<@beartype(gogepo." in part for part in what[-1:]):
            self.seen.add((event, *what))

    def during(self, call: Callable[[], Any]) -> Any:
        self.seen, self.on = set(), True
        try:
            return call()
        finally:
            self.on = False

    def strange(self) -> list[tuple[str, ...]]:
        return sorted(self.seen - self.known)


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


def memory_now() -> int:
    return _status("VmRSS")


def memory_peak() -> int:
    return _status("VmHWM")


def reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field + ":"))


# Payloads: what a stranger writes into a file


class Touch:
    """Pickled, this is a call; unpickled, it would be made."""

    def __init__(self, marker: Path, how: str):
        self._marker, self._how = str(marker), how

    def __reduce__(self) -> Any:
        touch = f"touch {self._marker}"
        python = f"open({self._marker!r}, 'w').close()"
        return {
            "system": (os.system, (touch,)),
            "popen": (subprocess.Popen, (["touch", self._marker],)),
            "exec": (exec, (python,)),
            "eval": (eval, (python,)),
            "open": (open, (self._marker, "w")),
            "mkdir": (os.mkdir, (self._marker,)),
        }[self._how]


def code_payloads(marker: Path) -> Iterator[tuple[str, bytes]]:
    """Files that run code in the programs that they were made for."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        for how in ("system", "popen", "exec", "eval", "open", "mkdir"):
            yield f"pickle {protocol} {how}", pickle.dumps(Touch(marker, how), protocol)
    evil = pickle.dumps({"state_dict": Touch(marker, "system")}, 2)
    for name in ("archive/data.pkl", "data.pkl", "pytorch_variables.pth", "data"):
        yield (
            f"torch zip {name}",
            zipped({name: evil, "archive/version": b"3\n", "archive/data/0": bytes(64)}),
        )
    magic = [pickle.dumps(part, 2) for part in (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True})]
    yield "torch legacy", b"".join(magic) + evil + pickle.dumps([], 2)
    yield "torch tar", tarred({"storages": evil, "tensors": evil, "pickle": evil})
    yield (
        "sb3 zip",
        zipped(
            {
                "data": json.dumps({"policy_class": {":type:": "x", ":serialized:": "gASV"}}).encode(),
                "policy.pth": evil,
            }
        ),
    )
    yield "gzip pickle", gzip.compress(evil)
    yield "bz2 pickle", bz2.compress(evil)
    yield "xz pickle", lzma.compress(evil)
    yield "joblib", b"ZF" + gzip.compress(evil)
    array = np.array([Touch(marker, "system")], object)
    for version in ((1, 0), (2, 0), (3, 0)):
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, array, version, allow_pickle=True)
        yield f"npy object {version}", buffer.getvalue()
    buffer = io.BytesIO()
    np.savez(buffer, weights=array)
    yield "npz object", buffer.getvalue()
    buffer = io.BytesIO()
    np.savez_compressed(buffer, weights=array)
    yield "npz object compressed", buffer.getvalue()
    source = f"import os; os.mkdir({str(marker)!r})"
    header = f"{{'descr': __import__('os').mkdir({str(marker)!r}), 'fortran_order': False, 'shape': (1,)}}\n"
    yield "npy header code", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    code = marshal.dumps(compile(source, "stranger", "exec"))
    yield "marshal", code
    yield "pyc", b"\xa7\x0d\x0d\x0a" + bytes(12) + code
    yield "python source", source.encode()
    yield "shell script", f"#!/bin/sh\ntouch {marker}\n".encode()
    yield "yaml python", f"!!python/object/apply:os.mkdir ['{marker}']\n".encode()
    yield "zip application", zipped({"__main__.py": source.encode()})
    yield "elf", b"\x7fELF\x02\x01\x01" + bytes(57)
    yield "hdf5", b"\x89HDF\r\n\x1a\n" + bytes(100)
    yield "json call", json.dumps({"__reduce__": ["os.mkdir", str(marker)]}).encode()


def bomb_payloads() -> Iterator[tuple[str, bytes]]:
    """Small files that unpack to large ones."""
    zeros = bytes(2**20)
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb") as file:
        for _ in range(BOMB // len(zeros)):
            file.write(zeros)
    bomb = buffer.getvalue()
    yield "gzip bomb", bomb
    yield "gzip gzip bomb", gzip.compress(bomb)
    yield "zip bomb", zipped({"archive/data.pkl": bomb}, compress=True)
    yield "zip zip bomb", zipped({"a.zip": zipped({"b": bomb}, compress=True)}, compress=True)
    compressor = bz2.BZ2Compressor()
    parts = [compressor.compress(zeros) for _ in range(100)]
    yield "bz2 bomb", b"".join([*parts, compressor.flush()])
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({BOMB},)}}\n".encode()
    yield "npy claims much", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    yield "empty", b""
    yield "zeros", bytes(100)
    yield "random", random.Random(0).randbytes(5000)
    yield "a newline and an escape", b"\n\x1b[2J\nTraceback (most recent call last):\n"


def zipped(files: dict[str, bytes], compress: bool = False) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def raw_tensors(header: Any, data: bytes = b"") -> bytes:
    """A safetensors file with any header."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def header_payloads(good: bytes) -> Iterator[tuple[str, bytes]]:
    """Attacks on the safetensors header, most of them on an otherwise good file."""
    size = int.from_bytes(good[:8], "little")
    header, data = json.loads(good[8 : 8 + size]), good[8 + size :]
    first = next(name for name in header if name != "__metadata__")

    def changed(name: str = first, **entries: Any) -> bytes:
        return raw_tensors({**header, name: {**header[name], **entries}}, data)

    for length in (
        2**63,
        2**64 - 1,
        BOMB,
        100_000_001,
        len(good) - 8,
        len(good) - 7,
        size - 1,
        size + 1,
        0,
        1,
    ):
        yield f"header length {length}", length.to_bytes(8, "little") + good[8:]
    yield "no header", good[:7]
    yield "no data", good[: 8 + size]
    yield "data cut", good[:-1]
    yield "data longer", good + b"\0"
    end = header[first]["data_offsets"][1]
    for offsets in (
        [0, 2**63],
        [0, 2**64 - 1],
        [-4, 4],
        [8, 4],
        [0, len(data) + 4],
        [2**62, 2**62 + 4],
        [end, end],
    ):
        yield f"offsets {offsets}", changed(data_offsets=offsets)
    yield "offsets not numbers", changed(data_offsets=["0", "4"])
    yield "offsets of three", changed(data_offsets=[0, 4, 8])
    for shape in (
        [2**62, 4],
        [2**64],
        [-1],
        [-1, -1],
        [0, 2**62],
        [1.5],
        ["4"],
        [2**31, 2**31, 2**31],
        [1] * 100_000,
        [10**30],
        BOMB,
        None,
    ):
        yield f"shape {str(shape)[:40]}", changed(shape=shape)
    for dtype in (
        "O",
        "F128",
        "f4",
        "V8",
        "object",
        "",
        None,
        7,
        "F8_E4M3",
        "BF16",
        "C64",
        "BOOL",
        "U8",
        "F4",
        "\n",
    ):
        yield f"dtype {dtype!r}", changed(dtype=dtype)
    others = [name for name in header if name not in ("__metadata__", first)]
    yield (
        "overlap",
        changed(others[0], data_offsets=header[first]["data_offsets"], shape=header[first]["shape"]),
    )
    yield "a hole", raw_tensors({name: header[name] for name in header if name != others[-1]}, data)
    entry = json.dumps(header[first])
    body = json.dumps(header)[1:]
    yield "key twice", raw_tensors(f"{{{json.dumps(first)}: {entry}, {body}".encode(), data)
    yield (
        "key thrice",
        raw_tensors(f"{{{json.dumps(first)}: {entry}, {json.dumps(first)}: {entry}, {body}".encode(), data),
    )
    yield "deep list", raw_tensors(b"[" * 200_000)
    yield "deep object", raw_tensors(b'{"a":' * 200_000)
    yield "deep metadata", raw_tensors(b'{"__metadata__":' + b"[" * 200_000)
    yield "header is a list", raw_tensors(b"[]")
    yield "header is null", raw_tensors(b"null")
    yield "header is a number", raw_tensors(b"NaN")
    yield "header not utf-8", raw_tensors(b'{"\xff\xfe":{}}')
    yield "header empty", raw_tensors(b"{}")
    yield "not finite numbers", changed(shape=[float("nan")])
    yield "traversal name", raw_tensors({"../../etc/passwd": header[first]}, data)
    yield (
        "name with escapes",
        raw_tensors({"\n\x1b[2J\n": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}, bytes(4)),
    )
    one = '"%d":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}'
    yield (
        "many tensors",
        raw_tensors(("{" + ",".join(one % number for number in range(150_000)) + "}").encode()),
    )


def bad_configs() -> Iterator[tuple[str, Any]]:
    """Changes to a run's config, each of which cannot work."""
    for name, value in (
        *(
            ("policy_hidden", value)
            for value in ([10**9], [16] * 10**6, [16_384] * 32, [-16], [0], [], 16, "16", None)
        ),
        *(
            ("policy_hidden", value)
            for value in ([16.5], ["16"], [[16]], [None], [10**400], {"a": 1}, [16, 2**63])
        ),
        *(
            ("generator_hidden", value)
            for value in ([10**9], [16] * 10**6, [16_384] * 32, "ab", [1e300], None, [{}])
        ),
        *(("evaluator_hidden", value) for value in ([10**9], [16] * 10**6, [16_384] * 32, True, [""], [-1])),
        *(("probing_states", value) for value in (10**9, 100_000, -1, 0, "7", None, [7], 1e300, 7.5)),
        *(("embedding_size", value) for value in (10**9, 4096, 10**400, -8, "8", {})),
        *(("slice_size", value) for value in (10**9, 4096, 0, -16, "16", None, 0.1)),
        *(("batch_size", value) for value in (10**12, -1, "4", None, [])),
        *(("archive_capacity", value) for value in (10**12, -1, "x", None, 10**400)),
        *(("noise", value) for value in (-1, 1e40, "x", [1.0])),
        *(("recency", value) for value in (-1, "x", [])),
        *(("generator_updates", value) for value in (10**12, "x", -3)),
        *(("evaluator_learning_rate", value) for value in (-1, "x", 1e300)),
    ):
        yield f"{name} {repr(value)[:30]}", {"algorithm": {name: value}}
    for name, value in (
        *(
            ("env", value)
            for value in (5, None, [], {}, "", ":", ":CartPole-v1", ".:CartPole-v1", "..x:CartPole-v1")
        ),
        *(
            ("env", value)
            for value in ("no_such_module:X", "../../etc/passwd", "CartPole-v1\n\x1b[2J", "\0:X", "x" * 10**5)
        ),
        ("env", "stranger_beside:CartPole-v1"),
        *(("seed", value) for value in (-1, 10**400, "0", None, [0], 1e300)),
        *(
            ("return_range", value)
            for value in ([1, 0], "x", [0], [0, 1, 2], ["a", "b"], 7, [1e300, 1e308], {}, None)
        ),
        *(("survival_bonus", value) for value in ("x", 1e300, [0])),
        *(("evaluation_episodes", value) for value in (10**12, 0, "x")),
        *(("evaluate_every", value) for value in (0, -5, "x", [])),
        *(("env_steps", value) for value in (0, -5, "x", [])),
        *(("algorithm", value) for value in (None, 5, [], "x")),
        ("surprise", 1),
        ("__class__", "x"),
        ("a\n\x1b[2J", 1),
    ):
        # An environment without a known range needs one, and CartPole has one: None is then no attack.
        if (name, value) != ("return_range", None):
            yield f"{name} {str(value)[:30]!r}", {name: value}


def is_possible(change: dict[str, Any]) -> bool:
    """Within the limits, so wrong only for a checkpoint that was made with other sizes."""
    values = change["algorithm"].items() if isinstance(change.get("algorithm"), dict) else ()
    return any(pair in (("probing_states", 100_000), ("embedding_size", 4096)) for pair in values) or any(
        value == [16_384] * 32 for _, value in values
    )


def merged(config: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    result = {**config, **change}
    if isinstance(change.get("algorithm"), dict):
        result["algorithm"] = {**config["algorithm"], **change["algorithm"]}
    return result


def bad_manifests(good: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Manifests that lie, digests and all."""
    entry, segment = good["state"], good["segments"][0]
    names = (
        "../../etc/passwd",
        "/etc/passwd",
        "../state.safetensors",
        "state.safetensors\0",
        "",
        ".",
        "manifest.json",
    )
    for name in (*names, "state.safetensors/../../../config.json", 5, None, [], "\n\x1b[2J"):
        yield f"state name {name!r}", {"state": {**entry, "name": name}}
    valid = "segment-{}-{}-0123456789abcdef.safetensors"
    for name in (*names, "../archive/" + segment["name"], "/" + segment["name"], 5, None, [], {}, 1.5, True):
        yield f"segment name {name!r}", {"segments": [{**segment, "name": name}]}
    for first, last in (
        ("999999998", "999999999"),
        ("000000005", "000000001"),
        ("\u0660" * 9, "\u0660" * 8 + "\u0669"),
    ):
        yield f"segment {first} {last}", {"segments": [{**segment, "name": valid.format(first, last)}]}
    for size in (-1, 10**18, "1", None, 1.5, [], 2**64, True):
        yield f"state size {size!r}", {"state": {**entry, "size": size}}
        yield f"segment size {size!r}", {"segments": [{**segment, "size": size}]}
    for digest in ("", None, 5, [], "0" * 64, "\n"):
        yield f"digest {digest!r}", {"state": {**entry, "sha256": digest}}
    yield "entry unknown", {"state": {**entry, "surprise": 1}}
    yield "entry missing", {"state": {"name": entry["name"]}}
    yield "state a list", {"state": [1, 2, 3]}
    yield "state null", {"state": None}
    yield "segments an object", {"segments": {"a": 1}}
    yield "segments a number", {"segments": 5}
    yield "segments of numbers", {"segments": [1, 2]}
    yield "segment twice", {"segments": [segment, segment]}
    yield "many segments", {"segments": [segment] * 50_000}
    yield "no segments", {"segments": []}
    for version in (0, 2, 4, "3", None, [], "3\n\x1b[2Jall is well", 10**400):
        yield f"format {str(version)[:20]!r}", {"format": version}
    for value in (None, "x", -1, 10**9, 10**18, 10**400, [], 1e300):
        yield f"episodes {str(value)[:20]!r}", {"episodes": value}
    for value in (None, "x", [], {}):
        yield f"env_steps {value!r}", {"env_steps": value}
    yield "best_return text", {"best_return": "high"}
    yield "best_return a list", {"best_return": []}
    for value in (None, 5, "ab", [1], [[1, 2, 3]]):
        yield f"provenance {value!r}", {"provenance": value}
    for value in (None, 5, [], {}, {"metrics.jsonl": "x"}, {"metrics.jsonl": None}):
        yield f"record_sizes {value!r}", {"record_sizes": value}
    for value in (None, 5, [], "x", {}):
        yield f"config {value!r}", {"config": value}


def bad_manifest_lines(good: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """What `json.dumps` would not write, with the right digest below."""
    line = json.dumps(good, sort_keys=True)
    for name in ("episodes", "env_steps"):
        for value in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999"):
            yield f"{name} {value}", line.replace(f'"{name}": {good[name]}', f'"{name}": {value}').encode()
    for value in ("NaN", "Infinity", "1e999"):
        yield f"noise {value}", line.replace('"noise": 0.1', f'"noise": {value}').encode()
        yield f"record size {value}", line.replace('"faults.jsonl": 0', f'"faults.jsonl": {value}').encode()
        size = f'"size": {good["state"]["size"]}'
        yield f"size {value}", line.replace(size, f'"size": {value}').encode()
    yield "key twice", ('{"format": 3, ' + line[1:]).encode()
    yield "inner key twice", line.replace('"noise": 0.1', '"noise": 0.1, "noise": 0.1').encode()
    yield "deep list", b"[" * 500_000
    yield "deep object", b'{"a":' * 500_000
    yield "deep and closed", b"[" * 100_000 + b"]" * 100_000
    yield "a list", b"[]"
    yield "a number", b"7"
    yield "nothing", b""
    yield "not utf-8", b'{"a": "\xff"}'
    yield "long number", b'{"format": ' + b"9" * 100_000 + b"}"
    yield "many small objects", b'{"format": [' + b"{}," * 2_000_000 + b"{}]}"
    yield "more than it may have", b'{"format": "' + b"x" * (17 * 2**20) + b'"}'


def sealed(line: bytes) -> bytes:
    return line + b"\n" + hashlib.sha256(line).hexdigest().encode() + b"\n"


def bad_policies(good: Policy) -> Iterator[tuple[str, bytes]]:
    """Policy files whose words or numbers cannot be."""
    tensors, words = good._tensors(), good._metadata()
    for name, values in {
        "format": ("", "gogepo-policy-1", "gogepo-policy-3", "\n\x1b[2J"),
        "actions": ("", "os.system", "none"),
        "command": ("x", "", "__import__('os')"),
        "hidden_sizes": (
            *(
                "",
                "[]",
                "5",
                "null",
                '"ab"',
                "{}",
                "[1e999]",
                "[NaN]",
                "[-16]",
                "[1000000000]",
                "[" * 200_000,
            ),
            *("[-10,-10]", "[" + "1," * 10**6 + "1]", "[" + "9" * 5000 + "]", "[null]", "[[16]]", '["x"]'),
        ),
        "action_shape": ("", "5", "null", "[1e999]", "[" * 200_000, "[NaN]", '["x"]', "[null]"),
        "action_dtype": (
            *(
                "",
                "x",
                "(,)f4,f4",
                "(((((f4",
                "\n",
                "\0",
                "O",
                "object",
                f"V{BOMB}",
                f"S{BOMB}",
                "U100000000",
            ),
            *(
                "(2,3)f4",
                "f4,f4",
                "(1000000,1000000)f8",
                "M8[s]",
                "{'names':['a'],'formats':['O']}",
                "," * 100_000,
            ),
        ),
        "first_action": ("x", "", "1e9", "9" * 5000),
    }.items():
        for value in values:
            yield f"{name} {value[:30]!r}", safetensors.numpy.save(tensors, {**words, name: value})
    for name in words:
        if name != "first_action":
            rest = {key: value for key, value in words.items() if key != name}
            yield f"without {name}", safetensors.numpy.save(tensors, rest)
    for name, tensor in tensors.items():
        rest = {key: value for key, value in tensors.items() if key != name}
        yield f"without {name}", safetensors.numpy.save(rest, words)
        for bad in (np.nan, np.inf):
            poisoned = tensor.copy()
            poisoned.flat[0] = bad
            yield f"{name} {bad}", safetensors.numpy.save({**tensors, name: poisoned}, words)
        for label, other in (
            ("0-d", tensor[0].reshape(())),
            ("longer", np.append(tensor, tensor[:1])),
            ("empty", tensor[:0]),
        ):
            yield (
                f"{name} {label}",
                safetensors.numpy.save({**tensors, name: np.ascontiguousarray(other)}, words),
            )


# Cases: what is planted where, and who reads it


@dataclass(frozen=True)
class Case:
    name: str
    plant: Callable[[Path], None]
    """Changes a copy of a good run, or writes a policy file."""
    readers: tuple[str, ...]
    answers: tuple[str, ...] = ("info",)
    """Readers that need not refuse: what they answer does not depend on the attack."""

    @property
    def kind(self) -> str:
        return self.name.split(":")[0]


CHECKPOINT_READERS = ("read", "info", "evaluate", "verify", "resume")


class Good:
    """A good run and a good policy, and how to put something bad in their places."""

    def __init__(self, folder: Path):
        self.run = folder / "good"
        small = ("--env-steps", "60", "--no-tensorboard", "--out", str(self.run))
        assert main(["train", "CartPole-v1", *TINY, *small]) == 0
        shape = PolicyShape(3, (16,), "continuous", (-1.0, 0.0), (1.0, 3.0))
        rng = np.random.default_rng(0)
        weights = rng.standard_normal(shape.weights_size).astype(np.float32)
        interface = Interface(shape, None, None, (2,), np.dtype(np.float32), 0)
        self.policy = Policy(interface, weights, Normalizer.identity(3), command=1.0, env="Toy-v0")
        self.policy_bytes = safetensors.numpy.save(self.policy._tensors(), self.policy._metadata())
        self.fault_bytes = safetensors.numpy.save(
            {
                "weights": np.zeros(shape.weights_size, np.float32),
                "mean": np.zeros(3),
                "deviation": np.ones(3),
                "command": np.array(0.0),
                "horizon": np.array(np.nan),
            }
        )
        self.weights_size = shape.weights_size
        self.checkpoint = next((self.run / "checkpoints").glob("checkpoint-*")).name
        self.manifest = json.loads(self.read("manifest").split(b"\n")[0])
        self.config = json.loads((self.run / "config.json").read_text())

    def place(self, run: Path, where: str) -> Path:
        folder = run / "checkpoints"
        if where == "segment":
            return next((folder / "archive").glob("segment-*"))
        if where == "fault":
            return run / "faults" / "attempt-000000000.safetensors"
        named = {"manifest": "manifest.json", "state": "state.safetensors"}
        return folder / self.checkpoint / named[where] if where in named else run / where

    def read(self, where: str) -> bytes:
        return self.place(self.run, where).read_bytes()

    def write(self, run: Path, where: str, content: bytes) -> None:
        """Put a file in its place, with a manifest that vouches for it."""
        path = self.place(run, where)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        if where in ("state", "segment"):
            said = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            entry = self.manifest["state"] if where == "state" else self.manifest["segments"][0]
            change: Any = {**entry, **said}
            self.lie(run, {"state": change} if where == "state" else {"segments": [change]})

    def lie(self, run: Path, change: dict[str, Any]) -> None:
        self.place(run, "manifest").write_bytes(seal({**self.manifest, **change}))

    def configure(self, run: Path, content: bytes) -> None:
        """A run that was never saved: its config.json is all there is."""
        shutil.rmtree(run / "checkpoints")
        (run / "config.json").write_bytes(content)


def replace_by(path: Path, what: str, outside: Path) -> None:
    """Something that is not a plain file of a sensible size."""
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        shutil.copy(path, outside / "copy")
        path.unlink()
    if what == "fifo":
        os.mkfifo(path)
    elif what == "directory":
        path.mkdir()
    elif what == "link to itself":
        path.symlink_to(path)
    elif what == "link to nothing":
        path.symlink_to(outside / "nothing")
    elif what == "link to zeros":
        path.symlink_to("/dev/zero")
    elif what == "link outside":
        with (outside / "copy").open("ab") as file:
            file.write(b"and more, which is not the run's\n")
        path.symlink_to(outside / "copy")
    elif what == "link to proc":
        path.symlink_to("/proc/self/mem")
    elif what == "sparse":
        with path.open("wb") as file:
            file.truncate(BOMB)


def file_kinds(where: str) -> tuple[str, ...]:
    kinds = (
        "fifo",
        "directory",
        "link to itself",
        "link to nothing",
        "link to zeros",
        "link to proc",
        "sparse",
    )
    return (*kinds, "link outside") if where in ("manifest", "state", "segment") else kinds


def cases(good: Good, marker: Path, outside: Path) -> Iterator[Case]:
    def put(where: str, content: bytes) -> Callable[[Path], None]:
        return lambda run: good.write(run, where, content)

    def put_policy(content: bytes) -> Callable[[Path], None]:
        return lambda path: (path / "policy.safetensors").write_bytes(content) and None

    for name, content in itertools.chain(code_payloads(marker), bomb_payloads()):
        for where in ("state", "segment", "manifest"):
            yield Case(f"payload in {where}: {name}", put(where, content), CHECKPOINT_READERS)
        yield Case(
            f"payload in manifest, sealed: {name}", put("manifest", sealed(content)), CHECKPOINT_READERS
        )
        yield Case(f"payload as policy: {name}", put_policy(content), ("policy",))
        yield Case(f"payload as fault: {name}", put("fault", content), ("fault",))
        yield Case(
            f"payload as config: {name}",
            lambda run, content=content: good.configure(run, content),
            ("info", "resume"),
            answers=(),
        )
    for where in ("state", "segment"):
        for name, content in header_payloads(good.read(where)):
            yield Case(f"header in {where}: {name}", put(where, content), CHECKPOINT_READERS)
    for name, content in header_payloads(good.policy_bytes):
        yield Case(f"header as policy: {name}", put_policy(content), ("policy",))
    for name, content in header_payloads(good.fault_bytes):
        yield Case(f"header as fault: {name}", put("fault", content), ("fault",))
    for name, content in bad_policies(good.policy):
        yield Case(f"policy: {name}", put_policy(content), ("policy",), answers=("policy",))
    for name, change in bad_manifests(good.manifest):
        yield Case(f"manifest: {name}", lambda run, change=change: good.lie(run, change), CHECKPOINT_READERS)
    for name, line in bad_manifest_lines(good.manifest):
        yield Case(f"manifest line: {name}", put("manifest", sealed(line)), CHECKPOINT_READERS)
    for name, change in bad_configs():
        config = merged(good.config, change)
        yield Case(
            f"config in manifest: {name}",
            lambda run, config=config: good.lie(run, {"config": config}),
            ("read", "info", "evaluate", "resume"),
        )
        if is_possible(change):
            continue
        yield Case(
            f"config: {name}",
            lambda run, config=config: good.configure(run, json.dumps(config).encode()),
            ("info", "resume"),
        )
    bombs = {"deep": b"[" * 10**6, "large": b" " * 2**21 + b"{}", "objects": b"[" + b"{}," * 300_000 + b"{}]"}
    for name, content in bombs.items():
        yield Case(
            f"config bomb: {name}",
            lambda run, content=content: good.configure(run, content),
            ("info", "resume"),
            answers=(),
        )
    for where in ("manifest", "state", "segment"):
        for what in file_kinds(where):
            yield Case(
                f"file as {where}: {what}",
                lambda run, where=where, what=what: replace_by(good.place(run, where), what, outside),
                CHECKPOINT_READERS,
            )
    for where, entry in (("state", good.manifest["state"]), ("segment", good.manifest["segments"][0])):

        def vouch(run: Path, where: str = where, entry: dict[str, Any] = entry) -> None:
            replace_by(good.place(run, where), "sparse", outside)
            said = {**entry, "size": BOMB}
            good.lie(run, {"state": said} if where == "state" else {"segments": [said]})

        yield Case(f"file as {where}: sparse and vouched for", vouch, CHECKPOINT_READERS)
    for what in file_kinds("config.json"):
        yield Case(
            f"file as config: {what}",
            lambda run, what=what: replace_by(run / "config.json", what, outside),
            ("info", "evaluate", "resume"),
            answers=("evaluate",) if what == "sparse" else (),
        )
    for where in ("metrics.jsonl", "evaluations.jsonl", "faults.jsonl"):
        for what in file_kinds(where):
            yield Case(
                f"file as record {where}: {what}",
                lambda run, where=where, what=what: replace_by(run / where, what, outside),
                ("info", "verify"),
                answers=("info", "verify"),
            )
        for what in ("fifo", "directory", "link to nothing", "link outside"):
            yield Case(
                f"file as record to write {where}: {what}",
                lambda run, where=where, what=what: replace_by(run / where, what, outside),
                ("resume",),
                answers=("resume",),
            )
        for name, line in (
            ("list", "[]"),
            ("number", "7"),
            ("empty object", "{}"),
            ("texts", '{"env_steps": "x", "episode": "x", "best_return": "x", "env_return": "x"}'),
            ("nan", '{"env_steps": NaN, "episode": NaN, "best_return": NaN, "env_return": NaN}'),
            ("deep", "[" * 10**6),
            ("null", "null"),
        ):
            yield Case(
                f"record {where}: {name}",
                lambda run, where=where, line=line: (run / where).write_text(line + "\n") and None,
                ("info",),
                answers=("info",),
            )
    for what in ("directory", "link to itself", "link to nothing", "link to zeros", "sparse", "fifo"):
        yield Case(
            f"file as fault: {what}",
            lambda run, what=what: replace_by(good.place(run, "fault"), what, outside),
            ("fault",),
        )
        yield Case(
            f"file as policy: {what}",
            lambda run, what=what: replace_by(run / "policy.safetensors", what, outside),
            ("policy in a process",) if what in ("fifo", "link to zeros") else ("policy",),
        )


# Readers


def read_run(run: Path, good: Good) -> str:
    try:
        runs.read(RunDirectory.open(run))
    except (InputError, BadFile) as error:
        return one_line(str(error))
    return "answered"


def read_policy(run: Path, good: Good) -> str:
    try:
        policy = Policy.load(run / "policy.safetensors")
        action, _ = policy.predict(np.zeros(policy.shape.observation_size))
    except (InputError, BadFile) as error:
        return one_line(str(error))
    actions = np.asarray(action)
    within = actions.dtype.kind == "f" and np.isfinite(actions).all()
    return "answered" if within else f"an action of {actions.dtype}: {str(action)[:60]}"


def read_policy_in_a_process(run: Path, good: Good) -> str:
    """What blocks inside a library may not let this process go on."""
    code = (
        "import sys\nfrom gogepo.policy import Policy\nfrom gogepo.config import InputError\n"
        "try: Policy.load(sys.argv[1])\nexcept InputError as error: print(error)"
    )
    path = str(run / "policy.safetensors")
    try:
        done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "it blocks"
    return one_line(done.stdout) if not done.returncode else done.stderr.strip().splitlines()[-1]


def read_fault(run: Path, good: Good) -> str:
    box = FaultBox(RunDirectory(run))
    if not box.has(0):
        return "refused"
    try:
        box.read(0, good.weights_size)
    except InputError as error:
        return one_line(str(error))
    return "answered"


def run_command(run: Path, *arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        code = main([arguments[0], str(run), *arguments[1:]])
    finally:
        sys.stdout, sys.stderr = before
    if code == 0:
        return "answered"
    return one_line(err.getvalue()) if code in (1, 2) else f"exit code {code}"


def one_line(text: str) -> str:
    text = text.strip("\n")
    if not text or len(text.splitlines()) > 1 or any(ord(character) < 32 for character in text):
        return f"not one clean line: {text[:200]!r}"
    return "refused" if len(text) < 2000 else f"a line of {len(text)} characters"


READERS: dict[str, Callable[[Path, Good], str]] = {
    "read": read_run,
    "policy": read_policy,
    "policy in a process": read_policy_in_a_process,
    "fault": read_fault,
    "info": lambda run, good: run_command(run, "info", "--json"),
    "evaluate": lambda run, good: run_command(run, "evaluate", "--episodes", "1"),
    "verify": lambda run, good: run_command(run, "verify", "--episodes", "1"),
    "resume": lambda run, good: run_command(run, "resume", "--no-tensorboard"),
}


class Blocked(BaseException):
    """A reader that was still reading after `MOST_SECONDS`."""


@contextlib.contextmanager
def limits() -> Iterator[None]:
    """No more time and address space than any reader needs, so that a failing test harms no machine."""

    def give_up(number: int, frame: types.FrameType | None) -> None:
        raise Blocked(f"still reading after {MOST_SECONDS:g} s")

    handler = signal.signal(signal.SIGALRM, give_up)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_status("VmSize") + 4 * MOST_MEMORY, hard))
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Unblock:
    """Opens every pipe below a folder after a while, so that a reader that waits on one goes on."""

    def __init__(self, folder: Path):
        self._folder, self.was_needed = folder, False
        self._timer = threading.Timer(BLOCKED_SECONDS, self._open)
        self._timer.daemon = True

    def __enter__(self) -> Unblock:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()

    def _open(self) -> None:
        for path in self._folder.rglob("*"):
            if path.is_fifo():
                self.was_needed = True
                os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))


def problems(case: Case, run: Path, good: Good, marker: Path, outside: Path, watch: Watch) -> list[str]:
    """Everything that went wrong when the planted file was read."""
    found = []
    for reader in case.readers:
        if (outside / "copy").exists():
            kept = (outside / "copy").read_bytes()
        reset_peak()
        before = memory_now()
        pipes = any(path.is_fifo() for path in run.rglob("*"))
        with Unblock(run) if pipes else threading.Lock() as unblock:
            try:
                with limits():
                    verdict = watch.during(lambda reader=reader: READERS[reader](run, good))
            except BaseException as error:  # every exception that reaches here would be a traceback
                verdict = f"{type(error).__name__}: {str(error)[:150]}"
        grown = memory_peak() - before
        allowed = ("refused", "answered") if reader in case.answers else ("refused",)
        if verdict not in allowed:
            found.append(f"{reader}: {verdict}")
        if pipes and isinstance(unblock, Unblock) and unblock.was_needed:
            found.append(f"{reader}: it blocks on a pipe")
        if grown > MOST_MEMORY:
            found.append(f"{reader}: memory grew by {grown / 2**20:.0f} MB")
        if reader != "policy in a process" and watch.strange():
            found.append(f"{reader}: audit {watch.strange()[:2]}")
        if marker.exists():
            found.append(f"{reader}: the stranger's code ran")
            marker.rmdir() if marker.is_dir() else marker.unlink()
        if (outside / "copy").exists() and (outside / "copy").read_bytes() != kept:
            found.append(f"{reader}: a file outside the run was changed")
        if (outside / "nothing").exists():
            found.append(f"{reader}: a file outside the run was made")
            (outside / "nothing").unlink()
    return found


def chosen(every: list[Case], count: int) -> list[Case]:
    """At least `count` cases, of each kind about equally many."""
    rng = random.Random(6)
    kinds: dict[str, list[Case]] = {}
    for case in every:
        kinds.setdefault(case.kind, []).append(case)
    queues = [rng.sample(group, len(group)) for group in kinds.values()]
    picked: list[Case] = []
    for layer in itertools.zip_longest(*queues):
        picked += [case for case in layer if case is not None]
        if len(picked) >= count:
            break
    return picked


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_strangers_file_runs_no_code_and_exhausts_no_memory(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
):
    marker, outside = tmp_path / "marker", tmp_path / "outside"
    outside.mkdir()
    good = Good(tmp_path)
    # A module beside the run's files must not be found, let alone imported.
    (good.run / "stranger_beside.py").write_text(f"import os; os.mkdir({str(marker)!r})")
    monkeypatch.chdir(good.run)
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
        codecs.lookup(encoding)  # json guesses among these, and Python imports each when it is first needed
    run = tmp_path / "warm"
    for _ in range(2):  # what a good file makes these readers do, they may do
        shutil.copytree(good.run, run)
        (run / "policy.safetensors").write_bytes(good.policy_bytes)
        good.write(run, "fault", good.fault_bytes)
        for name, reader in READERS.items():
            verdict = watch.during(lambda reader=reader: reader(run, good))
            assert verdict == "answered" or name == "policy in a process"
            watch.known |= watch.seen
        good.configure(run, b"{")
        assert watch.during(lambda: READERS["resume"](run, good)) == "refused"
        watch.known |= watch.seen
        shutil.rmtree(run)

    every = list(cases(good, marker, outside))
    assert [name for name, count in Counter(case.name for case in every).items() if count > 1] == []
    trials = every if FULL else chosen(every, ROWS["A6"].trials)
    assert len(trials) >= ROWS["A6"].trials
    passed = 0
    failed: Counter[str] = Counter()
    for number, case in enumerate(trials):
        run = tmp_path / f"case-{number}"
        if {"policy", "policy in a process"} & set(case.readers):
            run.mkdir()
        else:
            shutil.copytree(good.run, run)
        case.plant(run)
        found = problems(case, run, good, marker, outside, watch)
        passed += not found
        for problem in found:
            print(f"{case.name!r}: {problem}")
            failed[problem.split(":")[0]] += 1
        shutil.rmtree(run)
        (outside / "copy").unlink(missing_ok=True)
    print(len(every), "cases are known;", failed)
    record(
        "A6", passed, len(trials), f"of {len(every)} known attacks; each shown to every reader of its file"
    )


def test_the_watch_sees_what_it_watches_for(tmp_path: Path, watch: Watch):
    """Each payload that is a pickle does harm where it is believed; the hook must see it."""
    marker = tmp_path / "marker"
    content = pickle.dumps(Touch(marker, "mkdir"))
    watch.during(lambda: pickle.loads(content))
    assert marker.exists()
    assert any(event == "pickle.find_class" for event, *_ in watch.strange())
    for event, call in {
        "compile": lambda: compile("1 + 1234567", "stranger", "eval"),
        "exec": lambda: eval("1 + 7654321"),
        "os.system": lambda: os.system("true"),
        "marshal.loads": lambda: marshal.loads(marshal.dumps(5)),
        "subprocess.Popen": lambda: subprocess.run(["true"], check=True),
    }.items():
        watch.during(call)
        assert any(name == event for name, *_ in watch.strange()), event


def test_the_memory_meter_sees_a_large_allocation():
    reset_peak()
    before = memory_now()
    block = bytearray(2 * MOST_MEMORY)  # some of what was there before may be given back meanwhile
    block[::4096] = b"x" * len(block[::4096])
    assert memory_peak() - before > MOST_MEMORY
