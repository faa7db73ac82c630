"""What a job reads: archives, Parquet or files of pages, found by the rule of the command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from tamis import _tamis
from tamis._settings import settings as settings_of
from tamis.errors import OptionError, SourceError
from tamis.spark._names import is_local, named, whole_path
from tamis.spark._warc import ENDINGS, listed

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

DIRECTORY = "tamis_directory"
"""The column with the site of a file without an address: what the directory that was named is called."""
PLACE = "tamis_place"
"""The column with the place of a file among all."""

FILES_A_TASK = 1000
HINT = "archives (.warc, .warc.gz, .warc.zst, .wacz), Parquet (.parquet) and pages (.html and the like) are read"


@dataclass(frozen=True)
class PageFile:
    """A file with a page."""

    path: str
    """As it was named, and as results name it."""
    directory: str
    """The directory that was named, or that a named file is in."""

    def site(self) -> str:
        """What that directory is called, also where it was typed as `.` or `..`."""
        directory = Path(self.directory)
        name = directory.name if directory.name not in ("", "..") else directory.resolve().name
        return name or "pages"


def kinds_of(path: str) -> set[str]:
    """What is at a path, by its name or by what is in it."""
    if not is_local(path):
        return {"archives" if path.lower().endswith(ENDINGS) else "Parquet"}
    matches = named(path)
    if not matches:
        raise SourceError(f"there is nothing at {path}", "name archives, Parquet files or directories")
    kinds: set[str] = set()
    for match in matches:
        if Path(match).is_dir():
            kinds.update(kind_of_file(str(file)) or "files" for file in listed(match))
            if match.lower().rstrip("/").endswith(".parquet") or any(Path(match).rglob("*.parquet")):
                kinds.add("Parquet")
            continue
        kind = kind_of_file(match)
        if kind is None and not Path(match).name.startswith("_"):
            raise SourceError(f"{match} is no page, archive or Parquet by its name", HINT)
        kinds.update({kind} if kind else ())
    if not kinds:
        raise SourceError(f"there are no pages in {path}", HINT)
    return kinds


def kind_of_file(path: str) -> str | None:
    """What a file is by its name."""
    name = path.lower()
    if name.endswith(ENDINGS):
        return "archives"
    if name.endswith(".parquet"):
        return "Parquet"
    ending = name.removesuffix(".gz").rpartition(".")[2]
    return "files" if ending in _tamis.PAGE_EXTENSIONS else None


def page_files(paths: Sequence[str]) -> list[PageFile]:
    """The pages of directories, patterns and names, in the order of the command."""
    found: list[PageFile] = []
    for path in paths:
        for match in named(path):
            if Path(match).is_dir():
                found.extend(PageFile(str(file), match) for file in listed(match))
            elif kind_of_file(match) == "files":
                found.append(PageFile(match, str(Path(match).parent)))
    for file in found:
        if not is_text(file.path):
            raise SourceError(f"the name {file.path!r} is no UTF-8", "rename the file")
    return list(dict.fromkeys(found))


def is_text(name: str) -> bool:
    """Whether a name can be written as UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_names(files: Sequence[PageFile]) -> None:
    """Refuses two directories whose sites would have one name."""
    known: dict[str, str] = {}
    for directory, site in dict.fromkeys((file.directory, file.site()) for file in files):
        before = known.setdefault(site, directory)
        if Path(before).resolve() != Path(directory).resolve():
            message = f"{before} and {directory} would be one site, '{site}'"
            raise OptionError(message, "run one job for each, or name the directory above them")


def read_files(spark: SparkSession, given: argparse.Namespace) -> DataFrame:
    """The pages of files, which are read where they are asked."""
    files = page_files(given.input)
    if given.kind == "site":
        check_names(files)
    rows = [(str(Path(file.path).absolute()), file.path, file.site(), place) for place, file in enumerate(files)]
    names = spark.createDataFrame(rows, f"path string, name string, {DIRECTORY} string, {PLACE} bigint")
    least = spark.sparkContext.defaultParallelism
    n_tasks = given.partitions or max(least, -(-len(files) // FILES_A_TASK))
    max_bytes = given.max_bytes

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

        settings = settings_of(max_bytes=max_bytes)
        for batch in batches:
            for row in range(batch.num_rows):
                path, name, site, place = (column.slice(row, 1) for column in batch.columns)
                for page in _tamis.WarcBatches(path[0].as_py(), settings=settings):
                    columns = [
                        name,
                        *(page.column(wanted) for wanted in ("html", "content_type", "error")),
                        site,
                        place,
                    ]
                    yield pa.RecordBatch.from_arrays(columns, names=result)

    result = ["url", "html", "content_type", "error", DIRECTORY, PLACE]
    types = ["string", "binary", "string", "string", "string", "bigint"]
    fields = ", ".join(f"`{name}` {of}" for name, of in zip(result, types, strict=True))
    return names.repartition(n_tasks, PLACE).mapInArrow(read, fields)


def read_parquet(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """The rows of Parquet files, also of those in directories below: Spark itself passes over them in silence."""
    names = [name for path in paths for name in (parquet_named(path) if is_local(path) else [path])]
    everything = spark.read.option("recursiveFileLookup", "true").parquet(*names)
    roots = [whole_path(path) for path in names]
    keys = {keys_of(directories_below(file, roots)) for file in everything.inputFiles()}
    if keys <= {()}:
        return everything
    if len(keys) > 1 or None in next(iter(keys)):
        message = "some Parquet files are in directories such as 'name=value' and some are not, and Spark would not read them all"
        raise SourceError(message, "run one job for each, or move the files")
    # Such a directory is a column, which is known only without the option.
    return spark.read.parquet(*names)


def keys_of(directories: Sequence[str]) -> tuple[str | None, ...]:
    """The names in `name=value`, from the first such directory on; `None` for one of another kind.

    >>> keys_of(["crawl", "day=1", "hour=2"])
    ('day', 'hour')
    """
    keys = [name.partition("=")[0] if "=" in name else None for name in directories]
    first = next((place for place, key in enumerate(keys) if key is not None), len(keys))
    return tuple(keys[first:])


def parquet_named(path: str) -> list[str]:
    """What a name stands for, without what Spark writes beside its files."""
    return [name for name in named(path) if Path(name).is_dir() or not Path(name).name.startswith("_")]


def directories_below(file: str, roots: Sequence[str]) -> list[str]:
    """The directories between what was named and a file in it."""
    path = unquote(urlsplit(file).path) if is_local(file) else file
    root = next((root for root in roots if path.startswith(f"{root}/")), "")
    return path[len(root) :].split("/")[:-1]


def without_paths(results: DataFrame) -> DataFrame:
    """The results of files: where a file is, is no address of a page that could not be read."""
    is_path = F.col("url") == F.col("source")
    return results.withColumn("url", F.when(~is_path, F.col("url")))
