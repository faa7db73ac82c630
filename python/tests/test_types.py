"""The types, by the tools that people use."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import tamis

PACKAGE = Path(tamis.__file__).parent
EXAMPLES = Path(__file__).with_name("typing_examples.py")

#: The oldest Python that the wheel is for. Said here, because the tools do not find the settings of the package from the
#: folder that they run in.
OLDEST = "3.10"


def check(tmp_path: Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def needs(name: str) -> None:
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")


def test_mypy_finds_nothing(tmp_path: Path) -> None:
    needs("mypy")
    mypy = ("mypy", "--strict", "--python-version", OLDEST, "--cache-dir", str(tmp_path))
    check(tmp_path, *mypy, str(EXAMPLES))
    check(tmp_path, *mypy, "-p", "tamis")


def test_pyright_finds_nothing(tmp_path: Path) -> None:
    needs("pyright")
    check(tmp_path, "pyright", "--pythonversion", OLDEST, "--pythonpath", sys.executable, str(EXAMPLES), str(PACKAGE))


def test_the_stubs_are_of_the_module(tmp_path: Path) -> None:
    needs("mypy")
    check(tmp_path, "mypy.stubtest", "tamis._tamis")
