"""Whole sites: what one page of a template taught is used for all others, on as many machines as there are.

Pages of a site depend on those before them, so they come together: rows are shuffled by site and sorted, and a task runs the
pages of its sites in order, with what the store knows. It writes nothing. What it learned is a row beside its results, so
that a task which fails and runs again is counted once, as its rows are; when all tasks are finished, the driver merges what
was learned into the store, slice by slice, each in one transaction.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

from tamis import _tamis
from tamis._iterate import tasks_of
from tamis._settings import settings, settings_of
from tamis.errors import OptionError
from tamis.spark._output import Files
from tamis.spark._pages import Batches, Option, carried, carried_name, wanted_columns
from tamis.spark._schema import schema

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
    from typing_extensions import Unpack

    from tamis._settings import Reading

TASKS = ("segment", "text", "records")
"""What is asked of a page, if nothing else is said."""

SITE = "tamis_site"
DELTA = "tamis_delta"
SLICE = "tamis_slice"
SLICE_BYTES = 64 << 20
"""About how much of what was learned the driver has in memory at a time, far below `spark.driver.maxResultSize`."""
COUNTS = ("pages", "mapped", "applied", "new_templates", "learned_again", "failed")

HANDED_OUT: dict[str, set[str]] = {}
"""The copies of stores that the machines of a session have."""


@dataclass
class SiteRun:
    """Sites that were run, and what was learned that is in no store yet. The order that loses nothing: `run_site`, write `rows`
    to where they are to stay, `merge_into`, `clear`."""

    rows: DataFrame
    """The results, with the columns of `schema("site")`."""
    counts: Mapping[str, int]
    """How many pages there were, how many were mapped from a template, and so on."""
    staging: str | None = None
    """The directory that holds the rows, if there is one. It is there until `clear`."""
    _learned: DataFrame | None = field(default=None, repr=False)
    _merged: dict[str, set[int]] = field(default_factory=dict, repr=False)

    def merge_into(self, store: str) -> tuple[int, int]:
        """Merges what was learned into a store, a slice of the sites at a time, each in one transaction; gives the number of
        templates and of counts. After an error it can be called again, and goes on where it ended."""
        merged = self._merged.setdefault(store, set())
        n_templates = n_counts = 0
        for place, delta in self._slices():
            if place in merged:
                continue
            n_here = _tamis.merge_deltas(store, [delta])
            merged.add(place)
            n_templates, n_counts = n_templates + n_here[0], n_counts + n_here[1]
        return n_templates, n_counts

    def clear(self) -> None:
        """Removes the staging directory. After that neither the rows nor what was learned can be read again."""
        if self.staging is not None:
            Files(self.rows.sparkSession, self.staging).delete(self.staging)

    def _slices(self) -> Iterator[tuple[int, bytes]]:
        # The driver has one of them in memory at a time.
        rows = () if self._learned is None else self._learned.toLocalIterator()
        return ((int(row[SLICE]), bytes(row[DELTA])) for row in rows)


def site(
    df: DataFrame,
    *,
    store: str | None = None,
    tasks: str | Iterable[str] = TASKS,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Mapping[str, Option]] | None = None,
    url_column: str | None = "url",
    html_column: str = "html",
    site_column: str | None = None,
    order_by: Sequence[str] = (),
    partitions: int | None = None,
    staging: str | None = None,
    **reading: Unpack[Reading],
) -> DataFrame:
    """What is found on the pages of whole sites, a row a page. The job runs at once, and when it is finished what it
    learned is merged into the store: before the caller has written the rows anywhere. Where a job may die in between and is
    then run again, its pages are counted twice; `run_site` has them written first.

    store: what is known of the sites: a file on the driver, of which every machine gets a copy to read, or
        `postgres://user:password@host/database`, which every machine reads. Without one, nothing is known before.
    tasks: what is asked of a page, of "segment", "text" and "records"; methods names other methods than the default ones, and
        options has the options of each: `{"text": {...}}`.
    site_column: the column with the names of the sites; without one, a site is the host of the address.
    order_by: the columns that say in which order the pages of a site come; without them it is the place in the archive if
        that is known, else the address. The order decides which page of a template is learned from.
    partitions: how many tasks share the sites; `spark.sql.shuffle.partitions` if nothing is said.
    staging: a directory that every machine sees; rows are kept in a new one inside of it. Whoever called removes that when the
        rows are written, since they are read from there. Without one the executors hold the rows, and losing one of them
        fails the job.
    """
    settings_of(reading, site)
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
        **reading,
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
    url_column: str | None = "url",
    html_column: str = "html",
    site_column: str | None = None,
    order_by: Sequence[str] = (),
    partitions: int | None = None,
    staging: str | None = None,
    **reading: Unpack[Reading],
) -> SiteRun:
    """The same, but what was learned is handed over and merged by the caller: once the rows are where they are to stay."""
    settings_of(reading, run_site)
    refuse_connect(df)
    # Plain ones, which travel to the machines.
    plain = {task: dict(some) for task, some in (options or {}).items()}
    questions = tuple(tasks_of(tasks, methods, plain))
    if not questions:
        raise OptionError("nothing is asked of the pages", f"tasks are some of {', '.join(TASKS)}")
    # Finds out what is wrong with a method here and not on the machines.
    _tamis.SiteWorker(list(questions)).finish()
    spark = df.sparkSession
    by_site = shuffled(df, url_column, html_column, site_column, order_by, partitions)
    # Before anything is read: a store that cannot be written is not found out at the end of a night.
    shared = share(spark, store)
    results = StructType(
        [
            *schema("site").fields,
            StructField(DELTA, BinaryType(), True),
            *(StructField(f"tamis_{name}", LongType(), True) for name in COUNTS),
        ]
    )
    work = site_work(questions, reading, shared, url_column and carried_name(url_column), carried_name(html_column))
    return settle(by_site.mapInArrow(work, results), staging)


def refuse_connect(df: DataFrame) -> None:
    """Refuses a session that is far from its driver: the store is opened there, and files are handed out."""
    if type(df).__module__.startswith("pyspark.sql.connect"):
        message = "whole sites need a session on the driver, and this one is of Spark Connect"
        raise OptionError(message, "run the job with spark-submit, or install pyspark instead of pyspark-client")


def shuffled(
    df: DataFrame,
    url_column: str | None,
    html_column: str,
    site_column: str | None,
    order_by: Sequence[str],
    partitions: int | None,
) -> DataFrame:
    """Pages with those of a site together, in their order."""
    if site_column is None and url_column is None:
        hint = f"name the column of sites with site_column; the columns are {', '.join(df.columns)}"
        raise OptionError("without addresses it is not known which site a page is of", hint)
    columns = wanted_columns(df, url_column, html_column, [*order_by, *([site_column] if site_column else [])])
    pages = carried(df, columns)
    by_name = {name: F.col(carried_name(name)) for name in columns}
    addresses = [] if url_column is None else [by_name[url_column]]
    name = by_name[site_column] if site_column else site_of(addresses[0])
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
        *addresses,
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

    address: str | None = field(repr=False)
    """A database that all of them reach; there may be a password in it."""
    file: str | None
    """A copy that each of them has."""

    def location(self) -> str | None:
        """Where it is on this machine."""
        if self.file is None:
            return self.address
        from pyspark import SparkFiles

        return str(SparkFiles.get(self.file))


def share(spark: SparkSession, store: str | None) -> Shared:
    """Makes a store known to all machines; one that cannot be written is refused."""
    if store is None:
        return Shared(None, None)
    if _tamis.is_store_address(store):
        _tamis.check_store(store)
        return Shared(store, None)
    is_new = not Path(store).exists()
    _tamis.check_store(store)
    return Shared(None, None if is_new else hand_out(spark, store))


def hand_out(spark: SparkSession, store: str) -> str:
    """Copies a store to every machine; gives the name of the copy. A session has one copy of the same content: every machine
    that joins takes all files of the session, as long as that lives."""
    directory = Path(tempfile.mkdtemp(prefix="tamis-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    copy = directory / "copy"
    _tamis.copy_store(store, str(copy))
    # The bytes of a copy depend on nothing but what is in the store.
    content = hashlib.sha256()
    with copy.open("rb") as file:
        while some := file.read(1 << 20):
            content.update(some)
    name = f"tamis-{content.hexdigest()}.store"
    known = HANDED_OUT.setdefault(str(spark.sparkContext.applicationId), set())
    if name in known:
        shutil.rmtree(directory, ignore_errors=True)
    else:
        spark.sparkContext.addFile(str(copy.rename(directory / name)))
        known.add(name)
    return name


def site_work(
    questions: tuple[tuple[str, str | None, Mapping[str, Option] | None], ...],
    reading: Reading,
    shared: Shared,
    url_column: str | None,
    html_column: str,
) -> Batches:
    """The function that runs on the workers: all pages of some sites, in order."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        worker: _tamis.SiteWorker | None = None
        for batch in batches:
            if worker is None:
                worker = _tamis.SiteWorker(
                    list(questions),
                    settings=settings(**reading),
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
    spark = both.sparkSession
    directory = None
    if staging is None:
        # Cut off from where it came from: rows that are lost are an error, and never other rows.
        both = both.localCheckpoint(eager=True)
    else:
        # A new one each time: what a job before left there is not in the way.
        directory = f"{staging.rstrip('/')}/tamis-site-{uuid.uuid4().hex[:12]}"
        try:
            both.write.mode("error").parquet(directory)
        except BaseException:
            Files(spark, directory).delete(directory)
            raise
        both = spark.read.schema(both.schema).parquet(directory)
    added = [DELTA, *(f"tamis_{name}" for name in COUNTS)]
    learned = both.where(F.col(DELTA).isNotNull()).select(*added)
    sums = [F.sum(f"tamis_{name}").alias(name) for name in COUNTS]
    in_all = learned.agg(F.sum(F.length(DELTA)).alias(DELTA), *sums).collect()[0]
    counts = {name: int(in_all[name] or 0) for name in COUNTS}
    # Deltas merge in any order, so that is done on the machines, for each slice of the sites.
    n_slices = max(1, -(-int(in_all[DELTA] or 0) // SLICE_BYTES))
    fields = f"{SLICE} int, {DELTA} binary"
    cut = learned.select(DELTA).mapInArrow(slice_work(n_slices), fields).repartitionById(n_slices, SLICE)
    rows = both.where(F.col(DELTA).isNull()).drop(*added)
    return SiteRun(rows, counts, directory, cut.mapInArrow(merge_work, fields))


def slice_work(n_slices: int) -> Batches:
    """The function that cuts what a task learned into slices, by the names of the sites."""

    def cut(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

        for batch in batches:
            for delta in batch.column(0).to_pylist():
                for place, part in enumerate(_tamis.delta_slices(bytes(delta), n_slices)):
                    if part is not None:
                        columns = [pa.array([place], pa.int32()), pa.array([part], pa.binary())]
                        yield pa.RecordBatch.from_arrays(columns, names=[SLICE, DELTA])

    return cut


def merge_work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What several tasks learned of the sites of a slice, as one."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    given = list(batches)
    if not sum(batch.num_rows for batch in given):
        return
    places, deltas = pa.Table.from_batches(given).columns
    delta = _tamis.merged_deltas([bytes(value) for value in deltas.to_pylist()])
    columns = [pa.array([places[0].as_py()], pa.int32()), pa.array([delta], pa.binary())]
    yield pa.RecordBatch.from_arrays(columns, names=[SLICE, DELTA])
