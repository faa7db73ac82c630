"""Single pages: text and records of a DataFrame of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, CharType, NullType, StringType, StructField, StructType, VarcharType

from tamis import _tamis
from tamis._settings import settings, settings_of
from tamis.errors import OptionError
from tamis.spark._schema import schema

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
    from typing_extensions import Unpack

    from tamis._settings import Reading

Option = str | int | float | bool
Batches = Callable[[Iterator["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]

BESIDE = (
    "content_type",
    "charset",
    "archive_path",
    "archive_file",
    "archive_date",
    "archive_digest",
    "archive_offset",
    "archive_within",
    "http_status",
    "error",
)
"""Columns that are looked at if they are there: how a page is to be read, where it is from, and why there is none."""

TEXTS = ("content_type", "charset", "archive_path", "archive_file", "archive_digest")
"""Those of them that must hold text."""


def text(
    df: DataFrame,
    *,
    method: str | None = None,
    options: Mapping[str, Option] | None = None,
    url_column: str | None = "url",
    html_column: str = "html",
    keep: Sequence[str] = (),
    **reading: Unpack[Reading],
) -> DataFrame:
    """The main text of each page, a row a page, with what the page says of itself.

    df: has a column of pages, text or bytes, and one of their addresses; url_column=None says that it has none. The columns
        `content_type` and `charset` are heeded for bytes, and those of `schema("pages")` tell where a page is from.
    keep: columns of `df` that the result has too.
    reading: as in `tamis.extract`, such as timeout.
    A page that cannot be read is a row whose `status` is `error`, and `error` says why.
    """
    settings_of(reading, text)
    return _results(df, "text", method, options, url_column, html_column, keep, reading)


def records(
    df: DataFrame,
    *,
    method: str | None = None,
    options: Mapping[str, Option] | None = None,
    url_column: str | None = "url",
    html_column: str = "html",
    keep: Sequence[str] = (),
    **reading: Unpack[Reading],
) -> DataFrame:
    """The records of each page, a row a record; a page without any has one row that says why. Takes what `text` does."""
    settings_of(reading, records)
    return _results(df, "records", method, options, url_column, html_column, keep, reading)


def _results(
    df: DataFrame,
    kind: str,
    method: str | None,
    options: Mapping[str, Option] | None,
    url_column: str | None,
    html_column: str,
    keep: Sequence[str],
    reading: Reading,
) -> DataFrame:
    keep = list(dict.fromkeys(keep))
    columns = wanted_columns(df, url_column, html_column, keep)
    for name in keep:
        if name in schema(kind).names:
            raise OptionError(f"a column '{name}' is in the results already", "rename it before")
    kept = [StructField(carried_name(name), df.schema[name].dataType, True) for name in keep]
    result = StructType([*schema(kind).fields, *kept])
    plain = None if options is None else dict(options)
    words = (kind, method, plain, url_column and carried_name(url_column), carried_name(html_column))
    kept_names = tuple(field.name for field in kept)
    # What is wrong with a method or an option is said here and not by a machine far away.
    make_worker(*words, kept_names, reading)
    results = carried(df, columns).mapInArrow(asking(*words, kept_names, reading), result)
    return results.toDF(*schema(kind).names, *keep) if keep else results


def wanted_columns(df: DataFrame, url_column: str | None, html_column: str, keep: Sequence[str] = ()) -> list[str]:
    """The columns that travel to the workers: no others need to be read. What no worker could read is refused here."""
    names = df.columns
    if url_column is not None and url_column not in names:
        hint = f"name the column of addresses with url_column, or say None; the columns are {', '.join(names)}"
        raise OptionError(f"there is no column '{url_column}'", hint)
    for name in (html_column, *keep):
        if name not in names:
            raise OptionError(f"there is no column '{name}'", f"the columns are {', '.join(names)}")
    beside = [name for name in BESIDE if name in names and (name != "error" or is_text(df, name))]
    wanted = [] if url_column is None else [url_column]
    for name in (*wanted, html_column, *(name for name in beside if name in TEXTS)):
        if not is_text(df, name):
            of = df.schema[name].dataType.simpleString()
            raise OptionError(f"the column '{name}' has the type {of}", "it is to hold text or bytes")
    return list(dict.fromkeys([*wanted, html_column, *beside, *keep]))


def is_text(df: DataFrame, name: str) -> bool:
    """Whether a column holds text, bytes, or nothing at all."""
    return isinstance(df.schema[name].dataType, StringType | BinaryType | CharType | VarcharType | NullType)


def carried(df: DataFrame, columns: Sequence[str]) -> DataFrame:
    """The columns as they travel."""
    return df.select(*(column_of(name).alias(carried_name(name)) for name in columns))


def carried_name(name: str) -> str:
    """What a column is called while it travels: Spark takes a dot in a name for a field of a struct."""
    return f"tamis_column_{name.encode().hex()}" if "." in name or "`" in name else name


def column_of(name: str) -> Column:
    """The column of a name, whatever is in it."""
    quoted = name.replace("`", "``")
    return F.col(f"`{quoted}`")


def asking(
    kind: str,
    method: str | None,
    options: dict[str, Option] | None,
    url_column: str | None,
    html_column: str,
    keep: tuple[str, ...],
    reading: Reading,
) -> Batches:
    """The function that runs on the workers, batch by batch."""

    def ask(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        worker = make_worker(kind, method, options, url_column, html_column, keep, reading)
        for batch in batches:
            yield from worker.run(batch)

    return ask


def make_worker(
    kind: str,
    method: str | None,
    options: dict[str, Option] | None,
    url_column: str | None,
    html_column: str,
    keep: Sequence[str],
    reading: Reading,
) -> _tamis.BatchWorker:
    """A worker of these words; a method or an option that does not exist is refused."""
    return _tamis.BatchWorker(
        kind,
        method=method,
        options=options,
        settings=settings(**reading),
        url_column=url_column,
        html_column=html_column,
        keep=list(keep),
    )
