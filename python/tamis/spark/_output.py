"""Where the results of a job go: never over what it reads, and there only when all of them are written."""

from __future__ import annotations

import argparse
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from glob import glob
from pathlib import PurePosixPath
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from tamis.errors import OptionError

RENAMES = ("file", "hdfs", "viewfs")
"""File systems where a directory gets another name at once, and is not copied."""


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


def check_apart(given: argparse.Namespace) -> None:
    """Refuses an output that is, holds or lies in what is read: to replace it would delete the pages."""
    output = whole_path(given.output)
    for named in given.input:
        for place in places(named, output):
            if is_within(place, output) or is_within(output, place):
                message = f"the output {given.output} and the input {named} are in one another"
                raise OptionError(message, "name an output outside of the input")
    store = given.store
    if store and is_local(store) and is_within(whole_path(store), output):
        raise OptionError(f"the store {store} is in the output {given.output}", "keep it outside of the output")


def places(named: str, output: str) -> list[str]:
    """What an input stands for."""
    if is_local(named):
        # The name itself too: it may have the characters of a pattern.
        found = [local_path(named), *glob(local_path(named), recursive=True)]
        return [os.path.realpath(path) for path in found]
    pattern = named.rstrip("/")
    fixed = pattern
    while any(character in fixed for character in "*?[{"):
        fixed = fixed.rpartition("/")[0]
    if fixed == pattern:
        return [pattern]
    above = [output, *(str(path) for path in PurePosixPath(output.partition("://")[2]).parents)]
    matched = [path for path in above if fnmatchcase(path.partition("://")[2] or path, pattern.partition("://")[2])]
    # An output above all that the pattern can fit holds the pages.
    return [*([output] if matched else []), *([fixed] if is_within(fixed, output) else [])]


def is_within(path: str, directory: str) -> bool:
    """Whether a path is a directory, or something in it."""
    return path == directory or path.startswith(f"{directory.rstrip('/')}/")


@contextmanager
def whole_or_nothing(spark: SparkSession, path: str, *, overwrite: bool) -> Iterator[str]:
    """A directory to write to, which becomes `path` at the end; what was there before stays until then. Where directories cannot
    be renamed it is `path` itself, and what a job that failed wrote there is removed."""
    gateway: Any = spark.sparkContext
    target = gateway._jvm.org.apache.hadoop.fs.Path(path)
    files = target.getFileSystem(gateway._jsc.hadoopConfiguration())
    if files.exists(target) and not overwrite:
        raise OptionError(f"there is something at {path}", "name another directory, or add --overwrite")
    can_rename = files.getUri().getScheme() in RENAMES
    name = f"{path.rstrip('/')}.partial-{uuid.uuid4().hex[:8]}" if can_rename else path
    partial = gateway._jvm.org.apache.hadoop.fs.Path(name)
    try:
        if not can_rename and overwrite:
            files.delete(target, True)
        yield name
        if can_rename:
            if overwrite:
                files.delete(target, True)
            if not files.rename(partial, target):
                raise OptionError(f"the results cannot be moved to {path}", "see whether something is there by now")
    except BaseException:
        files.delete(partial, True)
        raise


def write(results: DataFrame, given: argparse.Namespace) -> None:
    """Writes results, all of them or none."""
    with whole_or_nothing(results.sparkSession, given.output, overwrite=given.overwrite) as directory:
        writer = results.write.mode("error")
        if given.format == "json":
            # A column without a value is null there, as in every other row.
            writer.option("ignoreNullFields", "false").json(directory)
        else:
            writer.option("compression", "zstd").parquet(directory)
