"""A real Spark on this machine, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

SKIP = pytest.mark.skipif(os.environ.get("TAMIS_SKIP_SPARK_TESTS") == "1", reason="TAMIS_SKIP_SPARK_TESTS is set")

LOCAL = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": "4",
}


def environment() -> dict[str, str]:
    """What Spark needs to know to stay on this machine."""
    given = {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    return {**os.environ, **given}


@contextmanager
def session(master: str, **more: str) -> Iterator[Any]:
    """A session that ends with the block."""
    from pyspark.sql import SparkSession

    from tamis.spark import SETTINGS

    os.environ.update({name: value for name, value in environment().items() if name.startswith(("SPARK_", "PYSPARK_"))})
    builder = SparkSession.builder.master(master).appName("tests").config(map={**SETTINGS, **LOCAL, **more})
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:
        yield spark
    finally:
        spark.stop()


class Losses:
    """What happens to the first attempt at every task: its worker is killed, or fails at its end. Each leaves a mark, since a
    test in which nothing was lost shows nothing."""

    def __init__(self, marks: Path, n_batches: int | None = None) -> None:
        from pyspark import cloudpickle

        # The workers have no tests to import it from.
        cloudpickle.register_pickle_by_value(sys.modules[__name__])  # type: ignore[no-untyped-call,unused-ignore]
        marks.mkdir()
        self.marks = str(marks)
        self.n_batches = n_batches

    def around(self, work: Callable[[Iterator[Any]], Iterator[Any]]) -> Callable[[Iterator[Any]], Iterator[Any]]:
        """Work that is lost on the first attempt, in the process that does it."""
        return lambda batches: self(work(batches))

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Batches as they came, of which the first attempt gets so many, or all and then an error."""
        import signal

        from pyspark import TaskContext

        context = TaskContext.get()
        is_first = context is not None and context.attemptNumber() == 0
        for number, batch in enumerate(batches):
            if is_first and number == self.n_batches:
                self._mark("killed")
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch
        if is_first and self.n_batches is None:
            self._mark("failed")
            raise RuntimeError("as a machine that is lost when all is done")
        self._mark("finished")

    def _mark(self, word: str) -> None:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        name = f"{word}-{context.partitionId()}-{context.attemptNumber()}-{os.getpid()}"
        (Path(self.marks) / name).touch()

    def lost(self) -> set[int]:
        """The partitions of which an attempt was lost; each of them was finished by another one."""
        marks = [path.name.split("-") for path in Path(self.marks).iterdir()]
        lost = {int(partition) for word, partition, attempt, _ in marks if word != "finished" and attempt == "0"}
        finished = {int(partition) for word, partition, attempt, _ in marks if word == "finished" and attempt != "0"}
        assert lost <= finished, (lost, finished)
        return lost


def command() -> str:
    """The command `tamis`, as it was built."""
    given = os.environ.get("TAMIS_COMMAND")
    if given:
        return given
    root = Path(__file__).resolve().parents[2]
    target = Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
    built = [target / profile / "tamis" for profile in ("debug", "release")]
    found = [path for path in built if path.exists()]
    assert found, "build the command first (cargo build -p tamis-cli), or say where it is with TAMIS_COMMAND"
    return str(max(found, key=lambda path: path.stat().st_mtime))


def run_command(*arguments: str, cwd: Path) -> None:
    """Runs the command, which must succeed; pages that fail are no failure of it."""
    ran = subprocess.run([command(), *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    # Nothing found, and pages that failed.
    assert ran.returncode in (0, 2, 4), ran.stderr


def rows_of(df: Any, *without: str) -> list[dict[str, Any]]:
    """The rows of a DataFrame as plain values, in an order of their own."""
    kept = [name for name in df.columns if name not in without]
    rows = [row.asDict(recursive=True) for row in df.select(*kept).collect()]
    return sorted(rows, key=repr)
