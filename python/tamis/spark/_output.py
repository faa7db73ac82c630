"""Where the results of a job go: never over what it reads, and there only when all of them are written."""

from __future__ import annotations

import argparse
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from tamis import _tamis
from tamis.errors import OptionError, SourceError
from tamis.spark._names import is_local, local_path, named, whole_path

RENAMES = ("file", "hdfs", "viewfs")
"""File systems where a directory gets another name at once, and is not copied."""


def check_apart(given: argparse.Namespace) -> None:
    """Refuses an output that is, holds or lies in what is read: to replace it would delete the pages."""
    output = whole_path(given.output)
    for name in given.input:
        for place in places(name, output):
            if is_within(place, output) or is_within(output, place):
                message = f"the output {given.output} and the input {name} are in one another"
                raise OptionError(message, "name an output outside of the input")
    store = given.store
    if store and not _tamis.is_store_address(store) and is_within(whole_path(store), output):
        raise OptionError(f"the store {store} is in the output {given.output}", "keep it outside of the output")
    if given.staging and is_within(whole_path(given.staging), output):
        message = f"the staging directory {given.staging} is in the output {given.output}"
        raise OptionError(message, "keep it outside of the output")


def places(name: str, output: str) -> list[str]:
    """What an input stands for."""
    if is_local(name):
        # The name itself too: it may have the characters of a pattern.
        return [os.path.realpath(path) for path in [local_path(name), *named(name)]]
    pattern = name.rstrip("/")
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


class Files:
    """The file system that a path is on, as Spark reaches it."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        context: Any = spark.sparkContext
        self._path = context._jvm.org.apache.hadoop.fs.Path
        self._files = self._path(path).getFileSystem(context._jsc.hadoopConfiguration())

    def can_rename(self) -> bool:
        """Whether a directory gets another name at once."""
        return self._files.getUri().getScheme() in RENAMES

    def exists(self, path: str) -> bool:
        """Whether something is there."""
        return bool(self._files.exists(self._path(path)))

    def delete(self, path: str) -> None:
        """Removes a file or a directory, if it is there."""
        self._files.delete(self._path(path), True)

    def rename(self, path: str, to: str) -> None:
        """Gives a directory another name, which nothing has yet."""
        # Into a directory that is there it would be moved, and be no longer where it is looked for.
        if self.exists(to) or not self._files.rename(self._path(path), self._path(to)):
            raise SourceError(f"{path} cannot be moved to {to}", "see whether something is there by now")


@contextmanager
def whole_or_nothing(spark: SparkSession, path: str, *, overwrite: bool) -> Iterator[str]:
    """A directory to write to, which becomes `path` at the end; what was there before stays until then. Where directories cannot
    be renamed it is `path` itself, and what a job that failed wrote there is removed."""
    files = Files(spark, path)
    path = path.rstrip("/")
    if files.exists(path) and not overwrite:
        raise OptionError(f"there is something at {path}", "name another directory, or add --overwrite")
    if not files.can_rename():
        with in_place(files, path, overwrite=overwrite):
            yield path
        return
    partial = f"{path}.partial-{uuid.uuid4().hex[:8]}"
    try:
        yield partial
    except BaseException:
        files.delete(partial)
        raise
    # From here on it is whole, and nobody deletes it.
    try:
        move_in(files, partial, path, overwrite=overwrite)
    except Exception as failed:
        message = f"the results are whole, but could not be moved to {path}; they are at {partial}"
        hint = str(failed).splitlines()[0] if str(failed) else type(failed).__name__
        raise SourceError(message, f"move them by hand: {hint}") from failed


def move_in(files: Files, partial: str, path: str, *, overwrite: bool) -> None:
    """Gives results their name. What had it before is moved aside, and removed when they are there."""
    if not files.exists(path):
        files.rename(partial, path)
        return
    if not overwrite:
        raise OptionError(f"there is something at {path} by now", "name another directory, or add --overwrite")
    old = f"{path}.old-{uuid.uuid4().hex[:8]}"
    files.rename(path, old)
    try:
        files.rename(partial, path)
    except BaseException:
        files.rename(old, path)
        raise
    files.delete(old)


@contextmanager
def in_place(files: Files, path: str, *, overwrite: bool) -> Iterator[None]:
    """Results that are written where they are to stay. What somebody else wrote there meanwhile is not removed."""
    if overwrite:
        files.delete(path)
    try:
        yield
    except BaseException as failed:
        is_of_others = isinstance(failed, AnalysisException) and failed.getCondition() == "PATH_ALREADY_EXISTS"
        if not is_of_others and not files.exists(f"{path}/_SUCCESS"):
            files.delete(path)
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
