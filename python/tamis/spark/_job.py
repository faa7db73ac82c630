"""The job behind `python -m tamis.spark`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from tamis import _tamis
from tamis.errors import OptionError, SourceError
from tamis.spark import records, run_site, text, warc
from tamis.spark._input import DIRECTORY, PLACE, kinds_of, read_files, read_parquet, without_paths
from tamis.spark._names import is_local, local_path
from tamis.spark._output import check_apart, write
from tamis.spark._session import use_settings
from tamis.spark._site import SiteRun

MOST_TOLD = 20
"""How many archives are named at the end."""


def run(given: argparse.Namespace) -> str:
    """Runs the job; gives what is said at the end."""
    check(given)
    kind = kind_of_input(given)
    spark = session(given)
    try:
        if given.kind == "site":
            return run_sites(read(spark, given, kind), given, kind)
        counted = Counted(results_of(spark, given, kind))
        write(counted.results, given)
        return "\n".join(
            [f"{counted.n_rows()} rows, {counted.n_failed()} of them pages that failed", *counted.troubles()]
        )
    finally:
        spark.stop()


class Counted:
    """Results that are counted while they are written."""

    def __init__(self, results: DataFrame) -> None:
        self._seen = Observation("rows")
        is_failed = F.col("status") == "error"
        # Rows of archives that are damaged, or no archives: they have no address, and say so.
        is_archive = F.coalesce(
            is_failed & F.col("url").isNull() & F.col("error").startswith("the archive "), F.lit(False)
        )
        self.results = results.observe(
            self._seen,
            F.count(F.lit(1)).alias("rows"),
            F.count_if(is_failed & ~is_archive).alias("failed"),
            F.count_if(is_archive).alias("of_archives"),
            F.collect_set(F.when(is_archive, F.col("error"))).alias("archives"),
        )

    def n_rows(self) -> int:
        """How many rows there are, without those of archives."""
        return int(self._seen.get["rows"]) - int(self._seen.get["of_archives"])

    def n_failed(self) -> int:
        """How many of them are pages that failed."""
        return int(self._seen.get["failed"])

    def troubles(self) -> list[str]:
        """What is wrong with archives, a line each."""
        told = sorted(self._seen.get["archives"])
        more = [f"and {len(told) - MOST_TOLD} more archives"] if len(told) > MOST_TOLD else []
        return [*(f"warning: {words}" for words in told[:MOST_TOLD]), *more]


def check(given: argparse.Namespace) -> None:
    """Refuses what can be refused before Spark starts."""
    if (given.store or given.store_file or given.staging) and given.kind != "site":
        raise OptionError("--store, --store-file and --staging are for sites", "add --kind site, or leave them out")
    if given.kind == "site" and (given.method or given.keep):
        raise OptionError("--method and --keep are for text and records", "leave them out")
    given.store = store_of(given) if given.kind == "site" else None
    check_apart(given)
    if is_local(given.output) and Path(local_path(given.output)).exists() and not given.overwrite:
        raise OptionError(f"there is something at {given.output}", "name another directory, or add --overwrite")
    for pair in given.conf:
        if "=" not in pair:
            raise OptionError(f"--conf {pair} has no value", "write --conf spark.executor.memory=4g")


def store_of(given: argparse.Namespace) -> str | None:
    """The store, from the arguments, a file or the environment. Arguments are in the list of processes and in the event log of
    Spark, where a password is not to be."""
    if given.store and given.store_file:
        raise OptionError("--store and --store-file are two ways to say the same", "leave one of them out")
    if given.store_file:
        try:
            words = Path(given.store_file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as failed:
            raise SourceError(
                f"cannot read {given.store_file}: {failed}", "it is a text with the store in it"
            ) from None
        if not words or "\n" in words:
            raise OptionError(f"{given.store_file} does not have one line", "write the store into it and nothing else")
        return words
    if given.store and has_password(given.store):
        sys.stderr.write(
            "warning: a password in an argument can be read in the list of processes and in Spark's event log\n"
            "hint: put the store into the variable TAMIS_STORE, or into a file that --store-file names\n"
        )
    return given.store or os.environ.get("TAMIS_STORE") or None


def has_password(store: str) -> bool:
    """Whether an address has a password in it."""
    who = store.partition("://")[2].rpartition("@")[0]
    return _tamis.is_store_address(store) and (":" in who or "password=" in store)


def session(given: argparse.Namespace) -> SparkSession:
    """A session with the settings that pages need, where the user or the cluster says nothing else."""
    builder = SparkSession.builder.appName(f"tamis {given.kind}")
    # Without a word it is what spark-submit or the configuration of Spark says, and this machine where they say nothing.
    if given.master:
        builder = builder.master(given.master)
    for pair in given.conf:
        name, value = pair.split("=", 1)
        builder = builder.config(name, value)
    is_quiet = not given.verbose and "PYSPARK_GATEWAY_PORT" not in os.environ
    if is_quiet:
        builder = builder.config("spark.ui.showConsoleProgress", "false")
    spark = builder.getOrCreate()
    if is_quiet:
        # What fails is said once and in words.
        spark.sparkContext.setLogLevel("OFF")
    use_settings(spark)
    return spark


def read(spark: SparkSession, given: argparse.Namespace, kind: str) -> DataFrame:
    """The pages of all that was named."""
    if kind == "archives":
        return warc(spark, *given.input, part_bytes=given.part_bytes, max_bytes=given.max_bytes)
    if kind == "Parquet":
        return read_parquet(spark, given.input)
    return read_files(spark, given)


def columns_of(given: argparse.Namespace, kind: str) -> tuple[str | None, str]:
    """The columns of addresses and of pages. Those of Parquet are the user's."""
    return (given.url_column or None, given.html_column) if kind == "Parquet" else ("url", "html")


def kind_of_input(given: argparse.Namespace) -> str:
    """What all that was named is; it must be of one kind."""
    kinds = sorted(set().union(*(kinds_of(path) for path in given.input)))
    if len(kinds) > 1:
        raise OptionError(f"the input is {' and '.join(kinds)}", "run one job for each")
    return kinds[0]


def results_of(spark: SparkSession, given: argparse.Namespace, kind: str) -> DataFrame:
    """Text or records of all pages."""
    common = {"method": given.method, "render": given.render, "timeout": given.timeout, "max_bytes": given.max_bytes}
    if kind == "archives" and not given.keep and not given.partitions:
        # Pages are asked where they are read: their bytes stay in the worker.
        return warc(spark, *given.input, kind=given.kind, part_bytes=given.part_bytes, **common)
    pages = read(spark, given, kind)
    if given.partitions and kind != "files":
        pages = pages.repartition(given.partitions)
    url_column, html_column = columns_of(given, kind)
    ask = text if given.kind == "text" else records
    results = ask(pages, url_column=url_column, html_column=html_column, keep=given.keep, **common)
    return without_paths(results) if kind == "files" else results


def run_sites(pages: DataFrame, given: argparse.Namespace, kind: str) -> str:
    """Whole sites. The rows are written first: a store that knows less than they say learns it again, but nothing is ever
    counted twice."""
    url_column, html_column = columns_of(given, kind)
    done = run_site(
        pages,
        store=given.store,
        tasks=[task.strip() for task in given.tasks.split(",")],
        url_column=url_column,
        html_column=html_column,
        # As the command names sites and takes their pages one after the other.
        site_column=DIRECTORY if kind == "files" else None,
        order_by=[PLACE] if kind == "files" else [],
        partitions=given.partitions,
        # Executors that are lost would take the rows of a night with them.
        staging=given.staging or beside(given.output),
        render=given.render,
        timeout=given.timeout,
        max_bytes=given.max_bytes,
    )
    with cleared(done):
        counted = Counted(without_paths(done.rows) if kind == "files" else done.rows)
        write(counted.results, given)
        if given.store:
            done.merge_into(given.store)
    counts = done.counts
    learned = f"{counts['new_templates']} new templates, {counts['learned_again']} learned again"
    said = f"{counted.n_rows()} pages, {counts['mapped']} mapped, {learned}, {counted.n_failed()} failed"
    return "\n".join([said, *counted.troubles()])


@contextmanager
def cleared(done: SiteRun) -> Iterator[None]:
    """Removes the staging directory at the end, however that is."""
    try:
        yield
    finally:
        done.clear()


def beside(output: str) -> str:
    """The directory that the output is in."""
    above = output.rstrip("/").rpartition("/")[0]
    if above.endswith(":/") or not above:
        # At the root of a bucket or of the machine, or a name alone.
        return output if above else ("/" if output.startswith("/") else ".")
    return above
