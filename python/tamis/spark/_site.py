"""Whole sites: what one page of a template taught is used for all others, on as many machines as there are.

Pages of a site depend on those before them, so they come together: rows are shuffled by site and sorted, and a task runs the
pages of its sites in order, with what the store knows. It writes nothing. What it learned is a row beside its results, so
that a task which fails and runs again is counted once, as its rows are; when all tasks are finished, the driver merges what
was learned into the store, in one transaction.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

from tamis import _tamis
from tamis._iterate import tasks_of
from tamis._settings import settings as settings_of
from tamis.errors import OptionError
from tamis.spark._pages import Batches, Option, carried, carried_name, settings_given, wanted_columns
from tamis.spark._schema import schema

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

TASKS = ("segment", "text", "records")
"""What is asked of a page, if nothing else is said."""

SITE = "tamis_site"
DELTA = "tamis_delta"
COUNTS = ("pages", "mapped", "applied", "new_templates", "learned_again", "failed")


@dataclass(frozen=True)
class SiteRun:
    """Sites that were run, and what was learned that is in no store yet."""

    rows: DataFrame
    """The results, with the columns of `schema("site")`."""
    delta: bytes
    """What was learned."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many pages there were, how many were mapped from a template, and so on."""

    def merge_into(self, store: str) -> tuple[int, int]:
        """Merges what was learned into a store, once; gives the number of templates and of counts."""
        return _tamis.merge_deltas(store, [self.delta])


def site(
    df: DataFrame,
    *,
    store: str | None = None,
    tasks: str | Iterable[str] = TASKS,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Mapping[str, Option]] | None = None,
    url_column: str = "url",
    html_column: str = "html",
    site_column: str | None = None,
    order_by: Sequence[str] = (),
    partitions: int | None = None,
    staging: str | None = None,
    render: str = "auto",
    timeout: float | None = None,
    charset: str | None = None,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_rows: int | None = None,
    max_steps: int | None = None,
) -> DataFrame:
    """What is found on the pages of whole sites, a row a page. The job runs at once, and when it is finished what it
    learned is merged into the store.

    store: what is known of the sites: a file on the driver, of which every machine gets a copy to read, or
        `postgres://user:password@host/database`, which every machine reads. Without one, nothing is known before.
    tasks: what is asked of a page, of "segment", "text" and "records"; methods names other methods than the default ones, and
        options has the options of each: `{"text": {...}}`.
    site_column: the column with the names of the sites; without one, a site is the host of the address.
    order_by: the columns that say in which order the pages of a site come; without them it is the place in the archive if
        that is known, else the address. The order decides which page of a template is learned from.
    partitions: how many tasks share the sites; `spark.sql.shuffle.partitions` if nothing is said.
    staging: a directory where rows are kept until what they taught is merged. Without one the executors hold them, and one that is
        lost fails the job.
    """
    run = run_site(
        df,
        store=store,
        tasks=tasks,
        methods=methods,
        options=options,
        url_column=url_column,
        html_column=html_column,
        site_column=site_column,
        order_by=order_by,
        partitions=partitions,
        staging=staging,
        render=render,
        timeout=timeout,
        charset=charset,
        max_bytes=max_bytes,
        max_nodes=max_nodes,
        max_rows=max_rows,
        max_steps=max_steps,
    )
    if store is not None:
        run.merge_into(store)
    return run.rows


def run_site(
    df: DataFrame,
    *,
    store: str | None = None,
    tasks: str | Iterable[str] = TASKS,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Mapping[str, Option]] | None = None,
    url_column: str = "url",
    html_column: str = "html",
    site_column: str | None = None,
    order_by: Sequence[str] = (),
    partitions: int | None = None,
    staging: str | None = None,
    render: str = "auto",
    timeout: float | None = None,
    charset: str | None = None,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_rows: int | None = None,
    max_steps: int | None = None,
) -> SiteRun:
    """The same, but what was learned is handed over and merged by the caller: once the rows are where they are to stay."""
    given = settings_given(render, timeout, charset, max_bytes, max_nodes, max_rows, max_steps)
    # Plain ones, which travel to the machines.
    plain = {task: dict(some) for task, some in (options or {}).items()}
    questions = tuple(tasks_of(tasks, methods, plain))
    if not questions:
        raise OptionError("nothing is asked of the pages", f"tasks are some of {', '.join(TASKS)}")
    # Finds out what is wrong with a method here and not on the machines.
    _tamis.SiteWorker(list(questions)).finish()
    spark = df.sparkSession
    by_site = shuffled(df, url_column, html_column, site_column, order_by, partitions)
    shared = share(spark, store)
    results = StructType(
        [
            *schema("site").fields,
            StructField(DELTA, BinaryType(), True),
            *(StructField(f"tamis_{name}", LongType(), True) for name in COUNTS),
        ]
    )
    work = site_work(questions, given, shared, carried_name(url_column), carried_name(html_column))
    return settle(by_site.mapInArrow(work, results), staging)


def shuffled(
    df: DataFrame,
    url_column: str,
    html_column: str,
    site_column: str | None,
    order_by: Sequence[str],
    partitions: int | None,
) -> DataFrame:
    """Pages with those of a site together, in their order."""
    if site_column is None and url_column not in df.columns:
        hint = f"name the column of addresses, or of sites with site_column; the columns are {', '.join(df.columns)}"
        raise OptionError(f"there is no column '{url_column}'", hint)
    columns = wanted_columns(df, url_column, html_column, [*order_by, *([site_column] if site_column else [])])
    pages = carried(df, columns)
    by_name = {name: F.col(carried_name(name)) for name in columns}
    name = by_name[site_column] if site_column else site_of(by_name[url_column])
    pages = pages.withColumn(SITE, F.coalesce(name.cast("string"), F.lit("")))
    if not order_by:
        # The files of a container have their records at offsets of their own.
        places = ("archive_path", "archive_file", "archive_offset", "archive_within")
        order_by = [name for name in places if name in columns]
    if partitions is None:
        partitions = int(df.sparkSession.conf.get("spark.sql.shuffle.partitions", "200") or 200)
    order = [
        F.col(SITE),
        *(by_name[name] for name in order_by),
        *([by_name[url_column]] if url_column in columns else []),
    ]
    # Of two pages with one address the order must not be that of the shuffle.
    ties = F.xxhash64(by_name[html_column])
    return pages.repartition(partitions, SITE).sortWithinPartitions(*order, ties)


def site_of(url: Column) -> Column:
    """The site of an address: its host, without `www.`."""

    def sites(urls: pa.Array) -> pa.Array:
        return _tamis.sites_of(urls)

    sites.__annotations__.clear()
    return F.arrow_udf(sites, StringType())(url.cast("string"))  # type: ignore[attr-defined, call-overload,no-any-return,unused-ignore]


@dataclass(frozen=True)
class Shared:
    """A store as the machines find it."""

    address: str | None
    """A database that all of them reach."""
    file: str | None
    """A copy that each of them has."""

    def location(self) -> str | None:
        """Where it is on this machine."""
        return SparkFiles.get(self.file) if self.file else self.address


def share(spark: SparkSession, store: str | None) -> Shared:
    """Makes a store known to all machines."""
    if store is None:
        return Shared(None, None)
    if store.split("://")[0].lower() in ("postgres", "postgresql"):
        return Shared(store, None)
    if not Path(store).exists():
        return Shared(None, None)
    name = f"tamis-{uuid.uuid4().hex}.store"
    directory = tempfile.mkdtemp(prefix="tamis-")
    # Every machine that joins takes all files of the session, as long as that lives.
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    copy = str(Path(directory) / name)
    _tamis.copy_store(store, copy)
    spark.sparkContext.addFile(copy)
    return Shared(None, name)


def site_work(
    questions: tuple[tuple[str, str | None, Mapping[str, Option] | None], ...],
    given: dict[str, object],
    shared: Shared,
    url_column: str,
    html_column: str,
) -> Batches:
    """The function that runs on the workers: all pages of some sites, in order."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        worker: _tamis.SiteWorker | None = None
        for batch in batches:
            if worker is None:
                worker = _tamis.SiteWorker(
                    list(questions),
                    settings=settings_of(**given),  # type: ignore[arg-type]
                    store=shared.location(),
                    url_column=url_column,
                    html_column=html_column,
                    site_column=SITE,
                )
            for results in worker.push(batch):
                yield without_delta(results)
        if worker is not None:
            last, delta, counts = worker.finish()
            for results in last:
                yield without_delta(results)
            yield delta_row(delta, counts)

    return work


def without_delta(results: pa.RecordBatch) -> pa.RecordBatch:
    """Results with the columns that only the last row of a task has something in."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    empty = [pa.nulls(results.num_rows, pa.binary()), *(pa.nulls(results.num_rows, pa.int64()) for _ in COUNTS)]
    return pa.RecordBatch.from_arrays([*results.columns, *empty], schema=with_delta())


def delta_row(delta: bytes, counts: tuple[int, ...]) -> pa.RecordBatch:
    """The last row of a task: what it learned."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    fields = with_delta()
    n_results = len(fields) - 1 - len(COUNTS)
    nulls = [pa.nulls(1, fields.field(place).type) for place in range(n_results)]
    last = [pa.array([delta], pa.binary()), *(pa.array([count], pa.int64()) for count in counts)]
    return pa.RecordBatch.from_arrays([*nulls, *last], schema=fields)


def with_delta() -> pa.Schema:
    """The columns of results and of what was learned."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    more = [pa.field(DELTA, pa.binary()), *(pa.field(f"tamis_{name}", pa.int64()) for name in COUNTS)]
    return pa.schema([*_tamis.arrow_schema("site"), *more])


def settle(both: DataFrame, staging: str | None = None) -> SiteRun:
    """Runs the job, and takes results and what was learned apart."""
    if staging is None:
        # Cut off from where it came from: rows that are lost are an error, and never other rows.
        both = both.localCheckpoint(eager=True)
    else:
        both.write.mode("error").parquet(staging)
        both = both.sparkSession.read.schema(both.schema).parquet(staging)
    added = [DELTA, *(f"tamis_{name}" for name in COUNTS)]
    learned = both.where(F.col(DELTA).isNotNull()).select(*added)
    # Deltas merge in any order: two by two on the machines, and the rest here.
    n_tasks = learned.rdd.getNumPartitions()
    merged = learned.coalesce(max(1, min(n_tasks, 64))).mapInArrow(merge_work, learned.schema).collect()
    delta = _tamis.merged_deltas([bytes(row[DELTA]) for row in merged])
    counts = {name: sum(int(row[f"tamis_{name}"]) for row in merged) for name in COUNTS}
    return SiteRun(both.where(F.col(DELTA).isNull()).drop(*added), delta, counts)


def merge_work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What several tasks learned, as one."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    given = list(batches)
    if not given:
        return
    table = pa.Table.from_batches(given)
    delta = _tamis.merged_deltas([bytes(value) for value in table.column(DELTA).to_pylist()])
    columns = [table.column(f"tamis_{name}").to_pylist() for name in COUNTS]
    sums = [pa.array([sum(value or 0 for value in column)], pa.int64()) for column in columns]
    yield pa.RecordBatch.from_arrays([pa.array([delta], pa.binary()), *sums], names=table.column_names)
