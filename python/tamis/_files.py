"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from secrets import token_hex
from typing import Any

from tamis.errors import ArgumentError, SourceError


def write_whole(place: Any, text: str, what: str) -> None:
    """Writes a file beside its place, and moves it there when it is on the disk.

    A file that was there keeps its permissions; a new one has those that every new file of the process has. What is no
    file, such as a pipe or ``/dev/stdout``, is written to as it is.
    """
    try:
        path = Path(place)
    except TypeError:
        raise ArgumentError(f"{what} is written to a path, not to {type(place).__name__}") from None
    try:
        # Asked before links are followed: where /dev/stdout leads to may have no path. A folder is refused here, too.
        if path.exists() and not path.is_file():
            with open(path, "w", encoding="utf-8", newline="") as opened:
                opened.write(text)
            return
        # A link stays one.
        path = path.resolve()
        beside = path.with_name(f".{path.name}.{token_hex(8)}")
        # The mask of the process is obeyed without a look at it: looking would change it for all threads.
        made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            with os.fdopen(made, "w", encoding="utf-8", newline="") as file:
                if path.exists():
                    os.chmod(beside, stat.S_IMODE(path.stat().st_mode))
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    # Links in a circle are a RuntimeError before Python 3.13.
    except (OSError, ValueError, RuntimeError) as failed:
        hint = "give a path in a folder that exists" if isinstance(failed, OSError) else None
        raise SourceError(f"{what} cannot be written: {failed}", hint) from failed
