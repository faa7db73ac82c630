"""Whole sites on a real Spark: the same rows, and the same counts in the store, whatever fails on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cluster_postgres
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cluster_pages import POISONED, article, listing, pages, write_parquet, write_warc
from cluster_spark import SKIP, Losses, rows_of, run_command, session
from test_spark import plain

import tamis
from tamis import _tamis

pytestmark = SKIP


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("sites")
    write_warc(made / "pages.warc.gz", pages())
    write_parquet(made / "pages", [*pages(), *POISONED.items()])
    return made


@pytest.fixture(scope="module")
def alone(folder: Path) -> tuple[list[dict[str, Any]], bytes]:
    """Rows and store of one worker and one partition."""
    import tamis.spark

    store = str(folder / "alone.tamis")
    with session("local[1]") as spark:
        df = spark.read.parquet(str(folder / "pages"))
        rows = rows_of(tamis.spark.site(df, store=store, partitions=1, max_bytes=1 << 20))
    return rows, _tamis.store_bytes(store)


@pytest.fixture(scope="module")
def spark(alone: object) -> Iterator[Any]:
    with session("local[2,4]", **{"spark.sql.execution.arrow.maxRecordsPerBatch": "5"}) as made:
        yield made


def test_two_workers_give_the_rows_and_the_store_of_one(
    spark: Any, folder: Path, alone: tuple[list[dict[str, Any]], bytes]
) -> None:
    import tamis.spark

    store = str(folder / "two.tamis")
    df = spark.read.parquet(str(folder / "pages"))
    rows = rows_of(tamis.spark.site(df, store=store, partitions=5, max_bytes=1 << 20))
    assert rows == alone[0]
    assert _tamis.store_bytes(store) == alone[1]
    assert len(rows) == len(pages()) + len(POISONED)
    assert sum(bool(row["template_used"]) for row in rows) > len(pages()) // 2
    assert {row["url"].rsplit("/")[-1] for row in rows if row["status"] == "error"} >= {"null", "picture", "large"}


def test_sites_are_those_of_the_command(spark: Any, folder: Path) -> None:
    import tamis.spark

    path = str(folder / "pages.warc.gz")
    output, store = folder / "command.parquet", folder / "command.tamis"
    arguments = [path, "--render", "none", "--format", "parquet", "--output", str(output), "--store", str(store)]
    run_command("site", *arguments, cwd=folder)
    expected = sorted(plain(pq.read_table(output).to_pylist()), key=repr)
    ours = str(folder / "archive.tamis")
    rows = rows_of(tamis.spark.site(tamis.spark.warc(spark, path), store=ours, partitions=3, render="none"))
    assert rows == expected
    assert _tamis.store_bytes(ours) == _tamis.store_bytes(str(store))


def test_the_files_of_a_container_come_one_after_the_other(spark: Any) -> None:
    from tamis.spark import _site

    places = [("b", 5), ("a", 9), ("b", 1), ("a", 3)]
    given = [("https://a.example/", b"<p>", "c.wacz", file, offset) for file, offset in places]
    fields = "url string, html binary, archive_path string, archive_file string, archive_offset bigint"
    pages_in_order = _site.shuffled(spark.createDataFrame(given, fields), "url", "html", None, (), 1).collect()
    assert [(row["archive_file"], row["archive_offset"]) for row in pages_in_order] == sorted(places)


def learned(run: Any) -> bytes:
    """All that was learned, as one."""
    return _tamis.merged_deltas([delta for _, delta in run._slices()])


@pytest.mark.parametrize("n_batches", [1, None], ids=["killed", "failed"])
def test_a_task_that_is_lost_and_runs_again_is_counted_once(
    spark: Any,
    folder: Path,
    tmp_path: Path,
    alone: tuple[list[dict[str, Any]], bytes],
    n_batches: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import tamis.spark
    from tamis.spark import _site

    losses, work = Losses(tmp_path / "marks", n_batches), _site.site_work
    monkeypatch.setattr(_site, "site_work", lambda *words: losses.around(work(*words)))
    df = spark.read.parquet(str(folder / "pages"))
    run = tamis.spark.run_site(df, partitions=4, max_bytes=1 << 20)
    assert len(losses.lost()) > 1
    assert rows_of(run.rows) == alone[0]
    assert learned(run) == alone[1]
    assert run.counts["pages"] == len(pages()) + len(POISONED)
    store = str(tmp_path / "again.tamis")
    run.merge_into(store)
    assert _tamis.store_bytes(store) == alone[1]


def test_what_was_learned_is_merged_in_slices_and_a_merge_that_failed_goes_on(
    spark: Any,
    folder: Path,
    tmp_path: Path,
    alone: tuple[list[dict[str, Any]], bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import tamis.spark
    from tamis.spark import _site

    monkeypatch.setattr(_site, "SLICE_BYTES", 1_000)
    run = tamis.spark.run_site(spark.read.parquet(str(folder / "pages")), partitions=3, max_bytes=1 << 20)
    slices = list(run._slices())
    assert len(slices) > 2 and learned(run) == alone[1]
    names = [{site for site, _, _ in _tamis.delta_summary(delta)} for _, delta in slices]
    assert sum(len(some) for some in names) == len(set().union(*names))
    merge, calls = _tamis.merge_deltas, []

    def merge_once(store: str, deltas: list[bytes]) -> tuple[int, int]:
        calls.append(store)
        if len(calls) == 2:
            raise tamis.errors.StoreError("the server is gone")
        return merge(store, deltas)

    monkeypatch.setattr(_tamis, "merge_deltas", merge_once)
    store = str(tmp_path / "slices.tamis")
    with pytest.raises(tamis.TamisError, match="the server is gone"):
        run.merge_into(store)
    run.merge_into(store)
    assert len(calls) == len(slices) + 1
    assert run.merge_into(store) == (0, 0)
    assert _tamis.store_bytes(store) == alone[1]


def first_and_second(spark: Any, store: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A site that is run twice, with other pages the second time."""
    import tamis.spark

    def run(numbers: range) -> list[dict[str, Any]]:
        given = [make("shop.example", number) for make in (article, listing) for number in numbers]
        df = spark.createDataFrame(given, "url string, html binary")
        return rows_of(tamis.spark.site(df, store=store, partitions=2))

    return run(range(6)), run(range(6, 12))


def check_goes_on(spark: Any, store: str) -> bytes:
    first, second = first_and_second(spark, store)
    assert sum(row["template_used"] is False for row in first) >= 1
    assert len(second) == 12 and all(row["template_used"] for row in second)
    assert {row["template_id"] for row in second} <= {row["template_id"] for row in first}
    return _tamis.store_bytes(store)


def test_the_next_job_goes_on_with_what_the_store_knows(spark: Any, tmp_path: Path) -> None:
    store = str(tmp_path / "templates.tamis")
    content = check_goes_on(spark, store)
    [(site, n_templates, n_pages)] = _tamis.delta_summary(content)
    assert site == "shop.example" and n_templates >= 1 and n_pages >= 12 + 12 - 2 * n_templates


@cluster_postgres.SKIP
def test_a_database_holds_what_a_file_does(spark: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "templates.tamis")
    expected = check_goes_on(spark, file)
    with cluster_postgres.server() as address:
        database = cluster_postgres.new_database(address, "templates")
        assert check_goes_on(spark, database) == expected


def test_rows_may_wait_in_a_directory(
    spark: Any, folder: Path, tmp_path: Path, alone: tuple[list[dict[str, Any]], bytes]
) -> None:
    import tamis.spark

    df = spark.read.parquet(str(folder / "pages"))
    (tmp_path / "tamis-site-old").mkdir()
    for _ in range(2):
        run = tamis.spark.run_site(df, partitions=3, max_bytes=1 << 20, staging=str(tmp_path))
        assert run.staging is not None and Path(run.staging).parent == tmp_path
        assert (rows_of(run.rows), learned(run)) == alone
    run.clear()
    assert not Path(run.staging).exists() and len(list(tmp_path.glob("tamis-site-*"))) == 2


def test_rows_of_a_job_that_fails_do_not_stay(spark: Any, tmp_path: Path) -> None:
    import tamis.spark

    with pytest.raises(Exception, match="it was run"):
        tamis.spark.run_site(never_to_be_run(spark), staging=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def never_to_be_run(spark: Any) -> Any:
    """Pages that fail when somebody reads them."""
    from pyspark.sql import functions as F

    html = F.raise_error(F.lit("it was run")).cast("string")
    return spark.range(1).select(F.lit("https://a.example/").alias("url"), html.alias("html"))


def test_a_store_that_cannot_be_written_is_refused_before_anything_runs(spark: Any, tmp_path: Path) -> None:
    import tamis.spark

    for store, words in [(tmp_path / "nowhere" / "t.tamis", "there is no directory"), (tmp_path, "it is a directory")]:
        with pytest.raises(tamis.errors.StoreError, match=words):
            tamis.spark.run_site(never_to_be_run(spark), store=str(store))


def test_a_file_with_the_name_of_a_database_is_a_file(tmp_path: Path) -> None:
    assert not _tamis.is_store_address("postgres") and _tamis.is_store_address("PostgreSQL://h/d")
    _tamis.check_store(str(tmp_path / "postgres"))
    assert (tmp_path / "postgres").exists() and _tamis.merged_deltas([]) == _tamis.store_bytes(
        str(tmp_path / "postgres")
    )


def test_a_session_has_one_copy_of_a_store(spark: Any, folder: Path, alone: object) -> None:
    from tamis.spark import _site

    store = str(folder / "alone.tamis")
    before = len(spark.sparkContext.listFiles)
    first, second = _site.share(spark, store), _site.share(spark, store)
    assert first == second and len(spark.sparkContext.listFiles) == before + 1
    assert first.location() and _tamis.store_bytes(str(first.location())) == _tamis.store_bytes(store)


def test_a_password_is_in_no_words_about_a_store() -> None:
    from tamis.spark._site import Shared

    assert "secret" not in repr(Shared("postgres://u:secret@h/d", None))


def test_spark_connect_is_refused_with_a_hint() -> None:
    import tamis.spark

    frame = type("DataFrame", (), {"__module__": "pyspark.sql.connect.dataframe"})()
    with pytest.raises(tamis.TamisError, match="Spark Connect\nhint: run the job with spark-submit"):
        tamis.spark.run_site(frame)


def test_a_site_with_an_odd_name_costs_its_rows(spark: Any, tmp_path: Path) -> None:
    import tamis.spark

    names = ["a.example", "x" * 600, "nul\0inside"]
    given = [(*article("a.example", number), names[number % 3]) for number in range(9)]
    df = spark.createDataFrame(given, "url string, html binary, s string")
    rows = rows_of(tamis.spark.site(df, site_column="s", store=str(tmp_path / "t.tamis"), partitions=2))
    assert [row["status"] for row in rows].count("error") == 6
    assert {row["site"] for row in rows if row["status"] != "error"} == {"a.example"}
    assert all("the name of its site" in row["error"] for row in rows if row["status"] == "error")
    nameless = tamis.spark.site(df.drop("url"), url_column=None, site_column="s", partitions=2)
    assert nameless.count() == 9


def test_a_store_that_cannot_be_used_is_an_error_and_nothing_is_written(spark: Any, folder: Path) -> None:
    import tamis.spark

    (folder / "page.html").write_text("<p>This is no store.")
    df = spark.read.parquet(str(folder / "pages"))
    with pytest.raises(tamis.TamisError, match="no store of templates"):
        tamis.spark.site(df, store=str(folder / "page.html"))
    assert (folder / "page.html").read_text() == "<p>This is no store."
    with pytest.raises(tamis.TamisError, match="text"):
        tamis.spark.site(df, tasks=["segment"], methods={"text": "blocks"})


def test_deltas_that_are_none_are_refused() -> None:
    empty = _tamis.merged_deltas([])
    assert _tamis.merged_deltas([empty, empty]) == empty
    for wrong in (b"", b"<html>", empty[:-1], empty + b"x", b"tmsd\x09"):
        with pytest.raises(tamis.TamisError):
            _tamis.merged_deltas([wrong])


def test_a_site_needs_no_spark(folder: Path, alone: tuple[list[dict[str, Any]], bytes]) -> None:
    table = pq.read_table(folder / "pages").combine_chunks()
    table = table.append_column(
        "tamis_site", _tamis.sites_of(table.column("url").combine_chunks().cast(pa.large_string()))
    )
    from tamis._settings import settings

    questions = [(task, None, None) for task in ("segment", "text", "records")]
    worker = _tamis.SiteWorker(questions, settings=settings(max_bytes=1 << 20))
    order = table.sort_by([("tamis_site", "ascending"), ("url", "ascending")])
    batches = [result for batch in order.to_batches(max_chunksize=3) for result in worker.push(batch)]
    last, delta, counts = worker.finish()
    rows = sorted(plain(pa.Table.from_batches([*batches, *last]).to_pylist()), key=repr)
    assert rows == alone[0] and delta == alone[1] and counts[0] == len(rows)
    with pytest.raises(tamis.TamisError, match="finished"):
        worker.push(order.to_batches()[0])
