"""A PostgreSQL server of our own: on loopback, with its own data directory and password, and gone with the test."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SKIP = pytest.mark.skipif(os.environ.get("TAMIS_SKIP_POSTGRES_TESTS") == "1", reason="TAMIS_SKIP_POSTGRES_TESTS is set")
PASSWORD = "never-to-be-shown"


def binaries() -> Path:
    """The folder with the programs of the newest version."""
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    found = shutil.which("initdb")
    if found:
        versions.append(Path(found).resolve().parent)
    assert versions, "there is no PostgreSQL: install it, or set TAMIS_SKIP_POSTGRES_TESTS=1"
    return max(versions)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server; `{database}` in it is to be filled in."""
    # Root has too many rights for PostgreSQL.
    names = {user.pw_name for user in pwd.getpwall()}
    user = next((name for name in ("postgres", "nobody") if name in names), None) if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        (directory / "password").write_text(PASSWORD)
        if user:
            for path in (directory, directory / "password"):
                shutil.chown(path, user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]

        def program(name: str, *arguments: str) -> list[str]:
            return [str(binaries() / name), *arguments]

        words = ["--username=tamis", "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"]
        made = program("initdb", *words, f"--pwfile={directory}/password", f"--pgdata={directory}/data")
        subprocess.run(made, cwd=directory, user=user, check=True, capture_output=True)
        options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=16MB", "fsync=off"]
        settings = [word for option in options for word in ("-c", option)]
        with (directory / "log").open("wb") as log:
            process = subprocess.Popen(
                program("postgres", "-D", f"{directory}/data", "-p", str(port), *settings),
                cwd=directory,
                user=user,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        try:
            wait(process, directory / "log", port)
            yield f"postgres://tamis:{PASSWORD}@127.0.0.1:{port}/{{database}}"
        finally:
            process.terminate()
            process.wait(timeout=30)


def wait(process: subprocess.Popen[bytes], log: Path, port: int) -> None:
    """Waits until the server answers."""
    end = time.monotonic() + 60
    ready = [str(binaries() / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
    while subprocess.run(ready, check=False).returncode != 0:
        assert process.poll() is None and time.monotonic() < end, log.read_text()
        time.sleep(0.05)


def new_database(address: str, name: str) -> str:
    """The address of an empty database."""
    command = [str(binaries() / "psql"), address.format(database="postgres"), "-q", "-c", f"CREATE DATABASE {name}"]
    subprocess.run(command, check=True, capture_output=True)
    return address.format(database=name)
