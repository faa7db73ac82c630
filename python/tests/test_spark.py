"""Single pages and archives on a real Spark."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cluster_pages import POISONED, article, pages, write_parquet, write_warc
from cluster_spark import SKIP, Losses, rows_of, run_command, session

import tamis
from tamis import _tamis

pytestmark = SKIP

KINDS = ("text", "records")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("spark")
    write_parquet(made / "pages", [*pages(), *POISONED.items()])
    write_warc(made / "pages.warc.gz", pages())
    return made


def asked(spark: Any, folder: Path, kind: str) -> Any:
    import tamis.spark

    df = spark.read.parquet(str(folder / "pages"))
    ask = tamis.spark.text if kind == "text" else tamis.spark.records
    return ask(df, max_bytes=1 << 20)


@pytest.fixture(scope="module")
def rows_of_one_worker(folder: Path) -> dict[str, list[dict[str, Any]]]:
    with session("local[1]") as spark:
        return {kind: rows_of(asked(spark, folder, kind)) for kind in KINDS}


@pytest.fixture(scope="module")
def spark(rows_of_one_worker: object) -> Iterator[Any]:
    # Four attempts for a task.
    with session("local[2,4]", **{"spark.sql.execution.arrow.maxRecordsPerBatch": "7"}) as made:
        yield made


def engine_rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The same without Spark."""
    worker = _tamis.BatchWorker(kind, settings=tamis._settings.settings(max_bytes=1 << 20))
    table = pq.read_table(folder / "pages").combine_chunks()
    batches = [result for batch in table.to_batches() for result in worker.run(batch)]
    return sorted(plain(pa.Table.from_batches(batches).to_pylist()), key=repr)


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Values as Spark gives them: moments in the time of this place."""

    def simple(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: simple(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [simple(inner) for inner in value]
        if hasattr(value, "astimezone") and value.tzinfo is not None:
            return value.astimezone().replace(tzinfo=None)
        return value

    return [simple(row) for row in rows]


@pytest.mark.parametrize("kind", KINDS)
def test_one_worker_two_workers_and_no_spark_give_the_same_rows(
    kind: str, spark: Any, folder: Path, rows_of_one_worker: dict[str, list[dict[str, Any]]]
) -> None:
    two = rows_of(asked(spark, folder, kind))
    assert len(two) >= len(pages()) + len(POISONED)
    assert two == rows_of_one_worker[kind]
    assert two == engine_rows(folder, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_is_the_one_of_arrow(kind: str, spark: Any, folder: Path) -> None:
    import tamis.spark

    df = asked(spark, folder, kind)
    assert df.schema == tamis.spark.schema(kind)
    assert df.columns == _tamis.arrow_schema(kind).names
    assert _tamis.arrow_schema(kind).metadata[b"tamis.schema"] == kind.encode()


def test_a_poisoned_page_costs_its_row(spark: Any, folder: Path) -> None:
    rows = {row["url"]: row for row in rows_of(asked(spark, folder, "text"))}
    errors = {url: row["error"] for url, row in rows.items() if row["status"] == "error"}
    assert set(errors) == {f"https://poison.example/{name}" for name in ("null", "picture", "large", "bytes")}
    assert "null" in errors["https://poison.example/null"]
    assert "1048576 bytes" in errors["https://poison.example/large"]
    assert "PNG" in errors["https://poison.example/picture"]
    good = [row for url, row in rows.items() if url.endswith("/story/3")]
    assert len(good) == 4 and all("number 3 is made to last" in row["text"] for row in good)


def test_a_page_that_takes_too_many_steps_costs_its_row(spark: Any, folder: Path) -> None:
    import tamis.spark

    df = spark.createDataFrame([(url, html) for url, html in pages(1, 2)], "url string, html binary")
    rows = rows_of(tamis.spark.text(df, max_steps=10))
    assert len(rows) == 3 and all("steps" in row["error"] for row in rows)


def test_text_columns_and_kept_columns_are_understood(spark: Any) -> None:
    import tamis.spark

    html = "<h1>Caf\u00e9</h1><p>A page that came as text says nothing of its charset. <meta charset=latin1>"
    given = [("https://a.example/1", html, 7, ["x"]), (None, html, None, None)]
    df = spark.createDataFrame(given, "a string, b string, n int, l array<string>")
    rows = rows_of(tamis.spark.text(df, url_column="a", html_column="b", keep=["n", "l"]))
    assert {row["url"]: (row["n"], row["l"]) for row in rows} == {"https://a.example/1": (7, ["x"]), None: (None, None)}
    assert all("Café" in row["text"] for row in rows)


def test_names_with_dots_and_names_given_twice_are_columns_like_others(spark: Any) -> None:
    import tamis.spark

    df = spark.createDataFrame([(*article("a.example", 1), 7)], "`the.url` string, `the.html` binary, `n.n` int")
    rows = tamis.spark.text(df, url_column="the.url", html_column="the.html", keep=["n.n", "n.n"]).collect()
    assert [(row["url"], row["n.n"]) for row in rows] == [("https://www.a.example/story/1", 7)]
    sites = tamis.spark.site(df, url_column="the.url", html_column="the.html", order_by=["n.n"], partitions=1)
    assert [row["site"] for row in rows_of(sites)] == ["a.example"]


def test_results_that_fail_leave_nothing_and_the_old_ones_stay(spark: Any, tmp_path: Path) -> None:
    from tamis.spark._output import whole_or_nothing

    def write(number: int, is_lost: bool) -> None:
        with whole_or_nothing(spark, str(tmp_path / "out"), overwrite=True) as directory:
            spark.range(number).write.parquet(directory)
            if is_lost:
                raise RuntimeError("as a task that fails four times")

    with pytest.raises(RuntimeError):
        write(3, is_lost=True)
    assert list(tmp_path.iterdir()) == []
    write(4, is_lost=False)
    with pytest.raises(RuntimeError):
        write(5, is_lost=True)
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith(".")] == ["out"]
    assert pq.read_table(tmp_path / "out").num_rows == 4
    with (
        pytest.raises(tamis.TamisError, match="there is something at"),
        whole_or_nothing(spark, str(tmp_path / "out"), overwrite=False),
    ):
        pass


def test_results_that_are_whole_are_never_deleted(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.spark import _output

    out = tmp_path / "out"

    def names() -> list[str]:
        return sorted(path.name.partition("-")[0] for path in tmp_path.iterdir() if not path.name.startswith("."))

    # Somebody else writes there while the job runs.
    with (
        pytest.raises(tamis.TamisError, match=r"the results are whole.*they are at .*out\.partial-"),
        _output.whole_or_nothing(spark, str(out), overwrite=False) as directory,
    ):
        spark.range(3).write.parquet(directory)
        out.mkdir()
        (out / "theirs").touch()
    assert names() == ["out", "out.partial"] and (out / "theirs").exists()
    [partial] = tmp_path.glob("out.partial-*")
    assert pq.read_table(partial).num_rows == 3

    # The new results cannot get their name: the old ones get theirs back.
    rename = _output.Files.rename

    def refuse(files: Any, path: str, to: str) -> None:
        if "partial" in path:
            raise OSError("the disk is full")
        rename(files, path, to)

    monkeypatch.setattr(_output.Files, "rename", refuse)
    with (
        pytest.raises(tamis.TamisError, match="the results are whole.*\n.*the disk is full"),
        _output.whole_or_nothing(spark, str(out), overwrite=True) as directory,
    ):
        spark.range(4).write.parquet(directory)
    assert names() == ["out", "out.partial", "out.partial"] and (out / "theirs").exists()
    monkeypatch.undo()
    with _output.whole_or_nothing(spark, str(out), overwrite=True) as directory:
        spark.range(5).write.parquet(directory)
    assert names() == ["out", "out.partial", "out.partial"] and pq.read_table(out).num_rows == 5


def test_what_others_wrote_to_a_bucket_stays(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.spark import _output

    # As on a file system where directories cannot be renamed.
    monkeypatch.setattr(_output, "RENAMES", ())
    out = tmp_path / "out"
    with pytest.raises(Exception, match="already"), _output.whole_or_nothing(spark, str(out), overwrite=False) as to:
        assert to == str(out)
        out.mkdir()
        (out / "theirs").touch()
        spark.range(3).write.mode("error").parquet(to)
    assert [path.name for path in out.iterdir()] == ["theirs"]
    with pytest.raises(RuntimeError), _output.whole_or_nothing(spark, str(out), overwrite=True) as to:
        spark.range(3).write.mode("error").parquet(to)
        (out / "_SUCCESS").unlink()
        raise RuntimeError("as a job that is lost")
    assert not out.exists()
    with _output.whole_or_nothing(spark, str(out), overwrite=False) as to:
        spark.range(3).write.mode("error").parquet(to)
    assert pq.read_table(out).num_rows == 3


def test_parquet_in_directories_below_is_read(spark: Any, tmp_path: Path) -> None:
    from tamis.spark._input import read_parquet

    def rows(*paths: str) -> list[str]:
        return sorted(row["url"] for row in read_parquet(spark, [str(tmp_path / path) for path in paths]).collect())

    for name in (
        "plain/a/b",
        "plain/c",
        "keyed/day=1",
        "keyed/day=2",
        "mixed/day=1",
        "mixed/other",
        "half",
        "half/day=1",
        "deep/day=1/x",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_parquet(tmp_path / name, [(f"https://{name}/", b"<p>")], n_files=1)
    assert rows("plain") == ["https://plain/a/b/", "https://plain/c/"]
    assert rows("plain/{a,c}") == rows("plain/*") == rows("plain")
    assert rows("keyed/day=1") == ["https://keyed/day=1/"]
    assert rows("keyed") == ["https://keyed/day=1/", "https://keyed/day=2/"]
    assert "day" in read_parquet(spark, [str(tmp_path / "keyed")]).columns
    for name in ("mixed", "half", "deep"):
        with pytest.raises(tamis.TamisError, match="Spark would not read them all"):
            rows(name)


def test_an_archive_takes_the_limits_of_single_pages(spark: Any, folder: Path) -> None:
    import tamis.spark

    path = str(folder / "pages.warc.gz")
    rows = rows_of(tamis.spark.warc(spark, path, kind="text", max_steps=10, options={}))
    assert len(rows) == len(pages()) and all("steps" in row["error"] for row in rows)
    sites = rows_of(tamis.spark.site(tamis.spark.warc(spark, path), tasks=["text"], max_steps=10, options={"text": {}}))
    assert len(sites) == len(pages()) and all("steps" in row["error"] for row in sites)


def test_bytes_are_read_in_the_charset_that_came_with_them(spark: Any) -> None:
    import tamis.spark

    html = "<h1>žluťoučký kůň</h1><p>úpěl ďábelské ódy".encode("iso-8859-2")
    df = spark.createDataFrame([("https://a.example/", html, "iso-8859-2")], "url string, html binary, charset string")
    [row] = rows_of(tamis.spark.text(df))
    assert "žluťoučký kůň" in row["text"]


def test_what_cannot_work_is_refused_before_anything_runs(spark: Any) -> None:
    import tamis.spark

    df = spark.createDataFrame([("u", b"h")], "url string, html binary")
    with pytest.raises(tamis.TamisError, match="there is no column 'page'"):
        tamis.spark.text(df, html_column="page")
    with pytest.raises(tamis.TamisError, match="no text method 'tsp'"):
        tamis.spark.text(df, method="tsp")
    with pytest.raises(tamis.TamisError, match="already"):
        tamis.spark.text(df.withColumnRenamed("url", "title"), url_column=None, keep=["title"])
    for ask in (tamis.spark.text, tamis.spark.records, tamis.spark.site):
        with pytest.raises(tamis.TamisError, match="there is no column 'uri'\nhint: name the column of addresses"):
            ask(df, url_column="uri")
        with pytest.raises(tamis.TamisError, match="there is no column 'url'.*\n.*or say None"):
            ask(df.select("html"))
    with pytest.raises(tamis.TamisError, match="has no argument 'timout'"):
        tamis.spark.text(df, timout=2)
    numbers = spark.createDataFrame([("u", 7, 7)], "url string, html bigint, charset int")
    with pytest.raises(tamis.TamisError, match="'html' has the type bigint"):
        tamis.spark.text(numbers)
    with pytest.raises(tamis.TamisError, match="'charset' has the type int"):
        tamis.spark.text(numbers, html_column="url")
    with pytest.raises(tamis.TamisError, match="without addresses"):
        tamis.spark.site(df.select("html"), url_column=None)
    with pytest.raises(tamis.TamisError, match="no text method 'tsp'"):
        tamis.spark.warc(spark, "a.warc.gz", kind="text", method="tsp")
    with pytest.raises(tamis.TamisError, match="there is no archive"):
        tamis.spark._warc.find(["nowhere/*.warc.gz"])


@pytest.mark.parametrize("n_batches", [1, None], ids=["killed", "failed"])
def test_a_partition_that_is_lost_and_runs_again_gives_the_same_rows(
    spark: Any, folder: Path, tmp_path: Path, n_batches: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tamis.spark import _pages

    losses, asking = Losses(tmp_path / "marks", n_batches), _pages.asking
    rows = rows_of(asked(spark, folder, "text"))
    monkeypatch.setattr(_pages, "asking", lambda *words: losses.around(asking(*words)))
    again = asked(spark, folder, "text")
    assert again.rdd.getNumPartitions() > 1
    assert rows_of(again) == rows
    assert len(losses.lost()) > 1


def test_a_part_of_an_archive_that_is_lost_and_read_again_gives_the_same_rows(
    spark: Any, folder: Path, tmp_path: Path
) -> None:
    import tamis.spark

    losses = Losses(tmp_path / "marks", 1)
    # Batches are of 7 rows, and parts have some more.
    pages_of_archive = tamis.spark.warc(spark, str(folder / "pages.warc.gz"), part_bytes=9_000)
    assert pages_of_archive.rdd.getNumPartitions() > 1
    again = pages_of_archive.mapInArrow(losses, pages_of_archive.schema)
    assert rows_of(again) == rows_of(pages_of_archive)
    assert len(losses.lost()) > 1


def test_a_worker_that_is_killed_while_it_reads_an_archive_is_replaced(
    spark: Any, folder: Path, tmp_path: Path
) -> None:
    """Where Spark has no function of ours behind the source, the source itself is killed."""
    import tamis.spark
    from tamis.spark import _warc

    marks = tmp_path / "marks"
    marks.mkdir()

    class Reader(_warc.WarcReader):
        def read(self, partition: Any) -> Iterator[pa.RecordBatch]:
            import os
            import signal

            for batch in super().read(partition):
                mark = marks / str(partition.start)
                if not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                yield batch

    class Source(tamis.spark.WarcDataSource):
        @classmethod
        def name(cls) -> str:
            return "tamis_warc_killed"

        def reader(self, schema: Any) -> Any:
            return Reader(dict(self.options))

    path = str(folder / "pages.warc.gz")
    spark.dataSource.register(Source)
    df = spark.read.format("tamis_warc_killed").option("part_bytes", "9000").load(path)
    expected = rows_of(tamis.spark.warc(spark, path))
    assert rows_of(df) == expected
    assert len(list(marks.iterdir())) == len(_tamis.warc_parts(path, 9_000)) > 1


def test_an_archive_that_is_not_there_fails_the_job(spark: Any, folder: Path) -> None:
    import tamis.spark

    gone = folder / "gone.warc.gz"
    gone.write_bytes((folder / "pages.warc.gz").read_bytes())
    df = tamis.spark.warc(spark, str(folder / "gone*.warc.gz"), kind="text")
    gone.unlink()
    with pytest.raises(Exception, match="(cannot read the|there is no) archive"):
        df.count()
    (folder / "failing.warc.gz").symlink_to("/proc/self/mem")
    with pytest.raises(Exception, match="cannot read the archive"):
        tamis.spark.warc(spark, str(folder / "failing.warc.gz")).count()


@pytest.mark.parametrize("kind", KINDS)
def test_an_archive_gives_the_rows_of_the_command(kind: str, spark: Any, folder: Path) -> None:
    import tamis.spark

    path = str(folder / "pages.warc.gz")
    output = folder / f"command-{kind}.parquet"
    # Whether the command has a renderer inside is no question of this test.
    arguments = [path, "--render", "none", "--format", "parquet", "--output", str(output)]
    run_command(kind, *arguments, cwd=folder)
    expected = sorted(plain(pq.read_table(output).to_pylist()), key=repr)
    direct = tamis.spark.warc(spark, path, kind=kind, render="none")
    ask = tamis.spark.text if kind == "text" else tamis.spark.records
    in_two_steps = ask(tamis.spark.warc(spark, path), render="none")
    assert rows_of(direct) == expected
    assert rows_of(in_two_steps) == expected


def test_parts_of_an_archive_give_every_page_once(spark: Any, folder: Path) -> None:
    import tamis.spark

    path = str(folder / "pages.warc.gz")
    parts = _tamis.warc_parts(path, 4_000)
    assert len(parts) > 3 and parts[0][0] == 0 and parts[-1][1] is None
    assert all(one[1] == other[0] for one, other in itertools.pairwise(parts))
    whole = tamis.spark.warc(spark, path)
    in_parts = tamis.spark.warc(spark, path, part_bytes=4_000)
    assert in_parts.rdd.getNumPartitions() == len(parts)
    assert rows_of(in_parts) == rows_of(whole)
    assert [row["url"] for row in whole.select("url").collect()] == [url for url, _ in pages()]


def test_a_damaged_archive_costs_the_damaged_record(spark: Any, folder: Path) -> None:
    import tamis.spark

    damaged = folder / "damaged.warc.gz"
    content = bytearray((folder / "pages.warc.gz").read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40] = bytes(40)
    damaged.write_bytes(content)
    whole = {row["url"] for row in tamis.spark.warc(spark, str(folder / "pages.warc.gz")).collect()}
    for df in (
        tamis.spark.warc(spark, str(damaged), kind="text"),
        tamis.spark.text(tamis.spark.warc(spark, str(damaged))),
    ):
        rows = rows_of(df)
        [told] = [row for row in rows if row["status"] == "error"]
        assert told["error"] == f"the archive {damaged} has 1 damaged place: pages are missing"
        assert (told["archive_path"], told["url"]) == (str(damaged), None)
        found = [row["url"] for row in rows if row["status"] != "error"]
        assert len(found) == len(pages()) - 1 == len(whole & set(found))


def test_a_source_by_its_name_takes_patterns_and_refuses_kinds(spark: Any, folder: Path) -> None:
    import tamis.spark

    spark.dataSource.register(tamis.spark.WarcDataSource)
    df = spark.read.format("tamis_warc").load(str(folder / "pages*.gz"))
    assert df.schema == tamis.spark.schema("pages") and df.count() == len(pages())
    with pytest.raises(Exception, match="kind is pages, text or records"):
        spark.read.format("tamis_warc").option("kind", "site").load(str(folder / "pages.warc.gz")).count()
