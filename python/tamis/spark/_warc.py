"""Web archives as a source of Spark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from tamis import _tamis
from tamis._settings import settings, settings_of
from tamis.errors import OptionError, SourceError
from tamis.spark._names import is_local, named
from tamis.spark._pages import Option
from tamis.spark._schema import schema

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
    from typing_extensions import Unpack

    from tamis._settings import Reading

ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".wacz")
"""How the files of a directory end that are archives."""


def warc(
    spark: SparkSession,
    *paths: str,
    kind: str = "pages",
    part_bytes: int | None = None,
    index: str | None = None,
    media_types: str | None = None,
    method: str | None = None,
    options: Mapping[str, Option] | None = None,
    **reading: Unpack[Reading],
) -> DataFrame:
    """The pages of web archives, or what is found on them.

    paths: files, directories or patterns, as every machine sees them.
    kind: "pages", to be handed to `text`, `records` or `site`; or "text" or "records", found where the pages are read.
    part_bytes: a larger file is read in parts of about so many bytes, each by a task of its own. Only a `.warc.gz` can be
        cut, unless an index says where records begin; one that has another archive inside needs an index.
    index: a CDX or CDXJ index, of a single archive.
    media_types: which types are pages, with commas between; HTML if nothing is said.
    The rest is as in `tamis.spark.text`, for text and records; of pages only max_bytes is looked at.
    An archive that cannot be read, because it is not there or its disk fails, fails its task, which Spark runs again. One that is
    damaged costs the pages at those places, and has one row more: its `error` says how many places there are, and it has no
    address.
    """
    settings_of(reading, warc)
    spark.dataSource.register(WarcDataSource)
    given = {
        "kind": kind,
        "part_bytes": part_bytes,
        "index": index,
        "media_types": media_types,
        "method": method,
        "options": None if options is None else json.dumps(dict(options)),
        **reading,
    }
    words = {name: str(value) for name, value in given.items() if value is not None}
    viewport = reading.get("viewport")
    if viewport is not None:
        words["viewport"] = json.dumps(viewport)
    if kind in ("text", "records"):
        # What is wrong with a method or an option is said here and not by a machine far away.
        _tamis.BatchWorker(kind, method=method, options=options, settings=WarcReader(words).settings())
    # As Spark itself hands several paths to a source.
    reader = spark.read.format(WarcDataSource.name()).options(**words)
    return reader.option("paths", json.dumps([str(path) for path in paths])).load()


@dataclass
class Part(InputPartition):
    """A file, or a part of one."""

    path: str
    start: int
    end: int | None


class WarcDataSource(DataSource):
    """`spark.dataSource.register(WarcDataSource)`, then `spark.read.format("tamis_warc").load("crawl/*.warc.gz")`.

    Options: those of `warc`.
    """

    @classmethod
    def name(cls) -> str:
        return "tamis_warc"

    def schema(self) -> StructType:
        kind = self.options.get("kind", "pages")
        if kind not in ("pages", "text", "records"):
            raise OptionError(f"an archive has no '{kind}'", "kind is pages, text or records")
        return schema(kind)

    def reader(self, schema: StructType) -> DataSourceReader:
        return WarcReader(dict(self.options))


class WarcReader(DataSourceReader):
    """Reads archives, a file or a part of one at a time."""

    def __init__(self, options: Mapping[str, str]) -> None:
        # Spark's options have no upper and lower case.
        self.options = {name.lower(): value for name, value in options.items()}

    def partitions(self) -> list[InputPartition]:
        part_bytes = self._number("part_bytes")
        index = self.options.get("index")
        parts: list[InputPartition] = []
        for path in find(self._paths()):
            if part_bytes is None:
                parts.append(Part(path, 0, None))
                continue
            cuts = _tamis.warc_parts(path, part_bytes, index)
            parts.extend(Part(path, start, end) for start, end in cuts)
        return parts

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, Part)
        is_whole = partition.start == 0 and partition.end is None
        return iter(
            _tamis.WarcBatches(
                partition.path,
                self.options.get("kind", "pages"),
                part=None if is_whole else (partition.start, partition.end),
                index=self.options.get("index"),
                media_types=self.options.get("media_types"),
                method=self.options.get("method"),
                options=json.loads(self.options["options"]) if "options" in self.options else None,
                settings=self.settings(),
            )
        )

    def settings(self) -> _tamis.Settings:
        """The settings that the options say."""
        return settings(
            render=self.options.get("render", "auto"),
            timeout=float(self.options["timeout"]) if "timeout" in self.options else None,
            charset=self.options.get("charset"),
            max_bytes=self._number("max_bytes"),
            max_nodes=self._number("max_nodes"),
            max_rows=self._number("max_rows"),
            max_steps=self._number("max_steps"),
            viewport=json.loads(self.options["viewport"]) if "viewport" in self.options else None,
        )

    def _paths(self) -> list[str]:
        paths: list[str] = json.loads(self.options.get("paths", "[]"))
        if "path" in self.options:
            paths.append(self.options["path"])
        return paths

    def _number(self, name: str) -> int | None:
        value = self.options.get(name)
        if value is None:
            return None
        if not value.isdecimal() or int(value) == 0:
            raise OptionError(f"{name} is a whole number above 0, not '{value}'", "write 268435456 for 256 MB")
        return int(value)


def find(paths: list[str]) -> list[str]:
    """The archives that paths, directories and patterns name, in one order on every machine."""
    found: list[str] = []
    for path in paths:
        if not is_local(path):
            raise SourceError(f"{path} is not on a file system", "mount the bucket, or copy its files to a disk first")
        matches = [archive for match in named(path) for archive in archives_at(match)]
        if not matches:
            raise SourceError(f"there is no archive {path}", "name .warc, .warc.gz, .warc.zst or .wacz files")
        found.extend(matches)
    if not found:
        raise SourceError("no archive was named", 'write .load("crawl/*.warc.gz")')
    return list(dict.fromkeys(found))


def archives_at(name: str) -> list[str]:
    """The archives of a directory; a file that was named is one whatever its name is."""
    if not Path(name).is_dir():
        return [name]
    return [str(entry) for entry in listed(name) if entry.name.lower().endswith(ENDINGS)]


def listed(directory: str) -> list[Path]:
    """The pages and archives of a directory, as the command finds them; none if there are none."""
    try:
        return [path for path, _ in _tamis.page_files(directory)]
    except SourceError:
        return []
