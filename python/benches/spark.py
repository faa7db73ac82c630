"""Spark on two cores against two threads in one process, on the same Parquet file of pages; start-up apart.

    python benches/spark.py --pages FOLDER [--n 6000] [--kind text records] [--rounds 3]

FOLDER holds HTML files, at any depth; they are repeated until there are n. Both read the file, ask each page and throw the results
away. Rounds alternate, and the fastest of each counts: a machine that is shared makes a run slower, never faster. The CPU time is
that of all of Spark's processes; on a machine that is shared its ratio is the one to look at.
"""

from __future__ import annotations

import argparse
import os
import queue
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tamis import _tamis

N_THREADS = 2


def write_pages(folder: Path, path: Path, n_pages: int) -> int:
    """Makes the file; gives its bytes of HTML."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".html", ".htm"))
    if not files:
        sys.exit(f"there are no .html files in {folder}")
    contents = [file.read_bytes() for file in files]
    numbers = range(n_pages)
    table = pa.table(
        {
            "url": [f"https://site{number % 97}.example/{number}" for number in numbers],
            "html": pa.array([contents[number % len(contents)] for number in numbers], pa.binary()),
        }
    )
    pq.write_table(table, path, row_group_size=250, compression="zstd")
    return sum(len(contents[number % len(contents)]) for number in numbers)


def with_threads(path: Path, kind: str) -> int:
    """Two threads that take row groups from one queue."""
    file = pq.ParquetFile(path)
    groups: queue.SimpleQueue[int | None] = queue.SimpleQueue()
    for number in range(file.num_row_groups):
        groups.put(number)
    n_rows = [0] * N_THREADS

    def work(place: int) -> None:
        worker = _tamis.BatchWorker(kind)
        own = pq.ParquetFile(path)
        while not groups.empty():
            try:
                number = groups.get_nowait()
            except queue.Empty:
                return
            for batch in own.read_row_group(number, use_threads=False).to_batches():
                n_rows[place] += sum(results.num_rows for results in worker.run(batch))

    threads = [threading.Thread(target=work, args=(place,)) for place in range(N_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(n_rows)


def with_spark(spark: Any, path: Path, kind: str) -> None:
    """The same on Spark; nothing is written."""
    import tamis.spark

    ask = tamis.spark.text if kind == "text" else tamis.spark.records
    ask(spark.read.parquet(str(path))).write.format("noop").mode("overwrite").save()


def cpu_below(pid: int) -> float:
    """Seconds of the processor that all processes below this one have used: Spark's virtual machine and its workers."""
    below: dict[int, list[tuple[int, float]]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            # Its own time, and that of those that it waited for.
            ticks = sum(int(field) for field in fields[11:15])
            below.setdefault(int(fields[1]), []).append((int(entry.name), ticks / os.sysconf("SC_CLK_TCK")))
    found, total = [pid], 0.0
    while found:
        for child, seconds in below.get(found.pop(), []):
            found.append(child)
            total += seconds
    return total


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def session(settings: list[str]) -> Any:
    from pyspark.sql import SparkSession

    from tamis.spark import SETTINGS

    os.environ.update({"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable})
    local = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": "2g",
    }
    given = dict(setting.split("=", 1) for setting in settings)
    made = SparkSession.builder.master(f"local[{N_THREADS}]").config(map={**SETTINGS, **local, **given}).getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--n", type=int, default=6000)
    parser.add_argument("--kind", nargs="+", default=["text", "records"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.parquet"
        n_bytes = write_pages(given.pages, path, given.n)
        small = Path(folder) / "small.parquet"
        write_pages(given.pages, small, 600)
        out = sys.stdout.write
        out(f"{given.n} pages, {n_bytes / 1e6:.0f} MB, {path.stat().st_size / 1e6:.0f} MB in Parquet\n")
        begun = time.perf_counter()
        spark = session(given.conf)
        # Workers are forked and the virtual machine has compiled what it runs often: that is start-up.
        with_spark(spark, small, "text")
        out(f"start-up of Spark: {time.perf_counter() - begun:.1f} s\n")
        for kind in given.kind:
            threads, on_spark, cpu, cpu_of_spark = [], [], [], []
            for _ in range(given.rounds):
                before = resource.getrusage(resource.RUSAGE_SELF)
                threads.append(timed(lambda: with_threads(path, kind)))
                after = resource.getrusage(resource.RUSAGE_SELF)
                cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
                used = cpu_below(os.getpid())
                on_spark.append(timed(lambda: with_spark(spark, path, kind)))
                cpu_of_spark.append(cpu_below(os.getpid()) - used)
            ratio = min(threads) / min(on_spark)
            out(
                f"{kind}: two threads {given.n / min(threads):.0f} pages/s, {1e3 * min(cpu) / given.n:.2f} ms CPU a page; "
                f"Spark {given.n / min(on_spark):.0f} pages/s, {1e3 * min(cpu_of_spark) / given.n:.2f} ms CPU a page; "
                f"ratio of pages/s {ratio:.2f}, of CPU {min(cpu) / min(cpu_of_spark):.2f}\n"
            )
        spark.stop()


if __name__ == "__main__":
    main()
