"""The job behind `python -m tamis.spark`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from tamis.errors import OptionError
from tamis.spark import SETTINGS, records, run_site, text, warc
from tamis.spark._input import DIRECTORY, PLACE, kinds_of, read_files, without_paths
from tamis.spark._output import check_apart, is_local, local_path, write


def run(given: argparse.Namespace) -> str:
    """Runs the job; gives what is said at the end."""
    check(given)
    kind = kind_of_input(given)
    spark = session(given)
    try:
        if given.kind == "site":
            return run_sites(read(spark, given, kind), given, kind)
        counts = Observation("rows")
        failed = F.count_if(F.col("status") == "error").alias("failed")
        write(results_of(spark, given, kind).observe(counts, F.count(F.lit(1)).alias("rows"), failed), given)
        return f"{counts.get['rows']} rows, {counts.get['failed']} of them pages that failed"
    finally:
        spark.stop()


def check(given: argparse.Namespace) -> None:
    """Refuses what can be refused before Spark starts."""
    if given.store and given.kind != "site":
        raise OptionError("--store is for sites", "add --kind site, or leave --store out")
    if given.kind == "site" and (given.method or given.keep):
        raise OptionError("--method and --keep are for text and records", "leave them out")
    check_apart(given)
    if is_local(given.output) and Path(local_path(given.output)).exists() and not given.overwrite:
        raise OptionError(f"there is something at {given.output}", "name another directory, or add --overwrite")
    for pair in given.conf:
        if "=" not in pair:
            raise OptionError(f"--conf {pair} has no value", "write --conf spark.executor.memory=4g")


def session(given: argparse.Namespace) -> SparkSession:
    """A session with the settings that pages need."""
    builder = SparkSession.builder.appName(f"tamis {given.kind}").config(map=dict(SETTINGS))
    # spark-submit says itself where it runs.
    is_submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    if given.master or not is_submitted:
        builder = builder.master(given.master or "local[*]")
    for pair in given.conf:
        name, value = pair.split("=", 1)
        builder = builder.config(name, value)
    if given.verbose or is_submitted:
        return builder.getOrCreate()
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    # What fails is said once and in words.
    spark.sparkContext.setLogLevel("OFF")
    return spark


def read(spark: SparkSession, given: argparse.Namespace, kind: str) -> DataFrame:
    """The pages of all that was named, with the columns `url` and `html`."""
    if kind == "archives":
        return warc(spark, *given.input, part_bytes=given.part_bytes, max_bytes=given.max_bytes)
    if kind == "Parquet":
        return spark.read.parquet(*given.input)
    return read_files(spark, given)


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
    ask = text if given.kind == "text" else records
    results = ask(pages, url_column=given.url_column, html_column=given.html_column, keep=given.keep, **common)
    return without_paths(results) if kind == "files" else results


def run_sites(pages: DataFrame, given: argparse.Namespace, kind: str) -> str:
    """Whole sites. The rows are written first: a store that knows less than they say learns it again, but nothing is ever
    counted twice."""
    done = run_site(
        pages,
        store=given.store,
        tasks=[task.strip() for task in given.tasks.split(",")],
        url_column=given.url_column,
        html_column=given.html_column,
        # As the command names sites and takes their pages one after the other.
        site_column=DIRECTORY if kind == "files" else None,
        order_by=[PLACE] if kind == "files" else [],
        partitions=given.partitions,
        render=given.render,
        timeout=given.timeout,
        max_bytes=given.max_bytes,
    )
    write(without_paths(done.rows) if kind == "files" else done.rows, given)
    if given.store:
        done.merge_into(given.store)
    counts = done.counts
    learned = f"{counts['new_templates']} new templates, {counts['learned_again']} learned again"
    return f"{counts['pages']} pages, {counts['mapped']} mapped, {learned}, {counts['failed']} failed"
