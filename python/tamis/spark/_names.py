"""What the names of inputs and outputs stand for: one rule for all that a job reads."""

from __future__ import annotations

import os
import re
from glob import glob
from pathlib import Path


def is_local(path: str) -> bool:
    """Whether a path is one of this machine's."""
    return "://" not in path.removeprefix("file://")


def local_path(path: str) -> str:
    """A path of this machine without the words before it."""
    path = path.removeprefix("file://")
    return path.removeprefix("file:") if path.startswith("file:/") else path


def whole_path(path: str) -> str:
    """A path that can be compared with others: links are followed."""
    return os.path.realpath(local_path(path)) if is_local(path) else path.rstrip("/")


def named(path: str) -> list[str]:
    """The files and directories that a name stands for, in one order: what is there under just this name, else all that fits it
    as a pattern."""
    name = local_path(path)
    if Path(name).exists():
        return [name]
    return sorted({match for pattern in alternatives(name) for match in glob(pattern, recursive=True)})


def alternatives(pattern: str) -> list[str]:
    """The patterns that one with `{a,b}` in it stands for, as Spark and the command read it.

    >>> alternatives("crawl-{1,2}/*.{warc,warc.gz}")
    ['crawl-1/*.warc', 'crawl-2/*.warc', 'crawl-1/*.warc.gz', 'crawl-2/*.warc.gz']
    """
    found = list(re.finditer(r"\{([^{}]*,[^{}]*)\}", pattern))
    if not found:
        return [pattern]
    last = found[-1]
    made = (f"{pattern[: last.start()]}{word}{pattern[last.end() :]}" for word in last[1].split(","))
    return list(dict.fromkeys(one for whole in made for one in alternatives(whole)))
