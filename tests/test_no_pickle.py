"""Nothing in the library can run code that it reads: an AST check, and a check of the check."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "gogepo"
MODULES = {
    *("pickle", "cPickle", "_pickle", "dill", "cloudpickle", "shelve", "marshal", "joblib", "code", "codeop"),
    *("multiprocessing", "jsonpickle", "pickletools"),
}
BUILTINS = {"eval", "exec", "compile", "__import__"}
CALLS = {
    *("torch.load", "os.system", "os.popen", "pty.spawn", "yaml.load", "yaml.unsafe_load", "yaml.full_load"),
    *("numpy.load", "numpy.fromregex", "numpy.lib.format.read_array", "jax.numpy.load", "pandas.read_pickle"),
    *(
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "builtins.eval",
        "builtins.exec",
        "builtins.compile",
    ),
    *("types.FunctionType", "types.CodeType", "sklearn.externals.joblib.load", "runpy.run_path"),
}


def bans(source: str) -> list[str]:
    """Everything in a source that could run what it reads, as `line: what`."""
    tree = ast.parse(source)
    names: dict[str, str] = {}
    """Local name to what it stands for: np to numpy, load to torch.load."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
                if alias.name.split(".")[0] in MODULES:
                    found.append(f"{node.lineno}: import {alias.name}")
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            for alias in node.names:
                names[alias.asname or alias.name] = f"{module}.{alias.name}"
            if module.split(".")[0] in MODULES:
                found.append(f"{node.lineno}: from {module} import")
    for node in ast.walk(tree):
        # Not only calls: map(eval, lines) is one too.
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            name = _dotted(node, names)
            if name in CALLS or name in BUILTINS:
                found.append(f"{node.lineno}: {name}")
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in ("shell", "allow_pickle") and not _is_false(keyword.value):
                    found.append(f"{node.lineno}: {keyword.arg}=")
            name = _dotted(node.func, names)
            if name == "importlib.import_module" and node.args and _is_text(node.args[0], MODULES):
                found.append(f"{node.lineno}: {name}")
    return found


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([names.get(node.id, node.id), *reversed(parts)])


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _is_text(node: ast.expr, among: set[str]) -> bool:
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.split(".")[0] in among
    )


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_source_file_can_run_what_it_reads(path: Path):
    assert bans(path.read_text()) == []


def test_all_of_the_library_is_looked_at():
    looked_at = {path.name for path in SOURCE.rglob("*.py")}
    assert {"checkpoint.py", "policy.py", "worker.py", "directory.py", "faults.py", "cli.py"} <= looked_at


@pytest.mark.parametrize(
    "source",
    [
        *(f"import {module}" for module in sorted(MODULES)),
        *(f"from {module} import x" for module in sorted(MODULES)),
        "import numpy, pickle as harmless",
        "import multiprocessing.connection",
        "from multiprocessing.connection import Client",
        "def inner():\n    import dill",
        "import importlib\nimportlib.import_module('pickle')",
        "__import__('pickle')",
        "eval('1')",
        "exec('x = 1')",
        "compile('1', '', 'eval')",
        "list(map(eval, lines))",
        "import builtins\nbuiltins.exec('x')",
        "import torch\ntorch.load('x')",
        "import torch as t\nt.load('x')",
        "from torch import load\nload('x')",
        "import numpy as np\nnp.load('x')",
        "import numpy as np\nnp.load('x', allow_pickle=True)",
        "from numpy import load as read\nread('x')",
        "import jax.numpy as jnp\njnp.load('x')",
        "import numpy as np\nnp.lib.format.read_array(f)",
        "reader(x, allow_pickle=True)",
        "reader(x, allow_pickle=flag)",
        "import yaml\nyaml.load('x')",
        "import os\nos.system('x')",
        "import os\nos.popen('x')",
        "from os import system\nsystem('x')",
        "import subprocess\nsubprocess.run('x', shell=True)",
        "import subprocess\nsubprocess.Popen('x', shell=flag)",
        "import subprocess\nsubprocess.getoutput('x')",
    ],
)
def test_the_check_finds_each_ban(source: str):
    assert bans(source)


@pytest.mark.parametrize(
    "source",
    [
        "import json\njson.loads('1')",
        "import subprocess\nsubprocess.run(['x'], shell=False)",
        "import safetensors.numpy\nsafetensors.numpy.load(b'')",
        "import re\nre.compile('x')",
        "reader(x, allow_pickle=False)",
        "import jax\njax.jit(f).lower(x).compile()",
        "def load(x): return x\nload(1)",
    ],
)
def test_the_check_lets_harmless_things_pass(source: str):
    assert bans(source) == []
