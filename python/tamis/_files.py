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

    A file that was there keeps its permissions; a new one has those that every new file of the process has.
    """
    try:
        path = Path(place)
    except TypeError:
        raise ArgumentError(f"{what} is written to a path, not to {type(place).__name__}") from None
    try:
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
    except (OSError, ValueError) as failed:
        raise SourceError(f"{what} cannot be written: {failed}", "give a path in a folder that exists") from failed
