"""What is handed over: a page, and the options of a method."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import IO, TypeAlias

#: What can be handed over as a page: its HTML as text or bytes, a path, an open file.
PageSource: TypeAlias = (
    "str | bytes | bytearray | memoryview | os.PathLike[str] | os.PathLike[bytes] | IO[str] | IO[bytes]"
)

#: Options of a method by name.
Options: TypeAlias = Mapping[str, "str | int | float | bool"]
