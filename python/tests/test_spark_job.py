"""`python -m tamis.spark` as people run it."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import cluster_postgres
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cluster_pages import POISONED, article, pages, write_parquet, write_warc
from cluster_spark import LOCAL, SKIP, environment, run_command

import tamis
from tamis import _tamis

pytestmark = SKIP


def job(cwd: Path, *arguments: str, status: int = 0) -> str:
    settings = [word for name, value in LOCAL.items() for word in ("--conf", f"{name}={value}")]
    command = [sys.executable, "-m", "tamis.spark", *arguments, *settings]
    ran = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == status, ran.stderr
    assert ran.stdout == ""
    return ran.stderr


def test_an_archive_becomes_parquet(tmp_path: Path) -> None:
    write_warc(tmp_path / "a.warc.gz", pages())
    said = job(tmp_path, "--input", "a.warc.gz", "--output", "text", "--master", "local[2]", "--part-bytes", "9000")
    table = pq.read_table(tmp_path / "text")
    assert table.num_rows == len(pages()) and f"{len(pages())} rows, 0 of them" in said
    assert sorted(table.column("url").to_pylist()) == sorted(url for url, _ in pages())
    refused = job(tmp_path, "--input", "a.warc.gz", "--output", "text", status=1)
    assert "there is something at text" in refused and "--overwrite" in refused


@pytest.mark.parametrize("kind", ["text", "records"])
def test_moments_of_an_archive_are_those_of_the_command(tmp_path: Path, kind: str) -> None:
    shown = '<meta property="article:published_time" content="2024-05-01T09:30:00-05:00"><h1>'
    given = [(url, html.replace(b"<h1>", shown.encode(), 1)) for url, html in pages(1, 4)]
    write_warc(tmp_path / "a.warc.gz", given)
    common = ["--render", "none", "--format", "parquet", "--output"]
    run_command(kind, "a.warc.gz", *common, "command.parquet", cwd=tmp_path)
    # A zone far from universal time, which no moment may depend on.
    zone = ["--conf", "spark.sql.session.timeZone=Asia/Tokyo"]
    job(tmp_path, "--input", "a.warc.gz", *common, "out", "--kind", kind, "--master", "local[1]", *zone)
    expected, found = (pq.read_table(tmp_path / name) for name in ("command.parquet", "out"))
    moments = [field.name for field in expected.schema if pa.types.is_timestamp(field.type)]
    assert moments == ([] if kind == "records" else ["archive_date", "published_at", "modified_at"])
    # Spark adds nothing to a type and takes nothing from it.
    assert [(field.name, field.type) for field in found.schema] == [
        (field.name, field.type) for field in expected.schema
    ]
    for name in moments:
        values = found.column(name).to_pylist()
        assert sorted(values, key=repr) == sorted(expected.column(name).to_pylist(), key=repr)
        assert name == "modified_at" or all(value is not None for value in values)


def test_sites_of_parquet_become_json_and_the_store_grows_once(tmp_path: Path) -> None:
    write_parquet(tmp_path / "pages.parquet", [*pages(2, 6), *POISONED.items()])
    arguments = [
        "--input",
        "pages.parquet",
        "--kind",
        "site",
        "--store",
        "t.tamis",
        "--format",
        "json",
        "--partitions",
        "2",
    ]
    said = job(tmp_path, *arguments, "--output", "sites", "--master", "local[2]")
    lines = [json.loads(line) for path in (tmp_path / "sites").glob("*.json") for line in path.open()]
    assert len(lines) == len(pages(2, 6)) + len(POISONED)
    assert f"{len(lines)} pages" in said
    summary = {
        site: n_pages for site, _, n_pages in _tamis.delta_summary(_tamis.store_bytes(str(tmp_path / "t.tamis")))
    }
    n_mapped = sum(bool(line["template_used"]) for line in lines)
    assert sum(summary.values()) == n_mapped


NAMES = [
    "B.HTML",
    "_g.html",
    "a-b/1.html",
    "a/1.htm",
    "a/2.html",
    "c d.html",
    "e%20f.html",
    "h.xht",
    "i.html.gz",
    "[j].shtml",
]


def write_files(directory: Path) -> None:
    """Pages in files of every name that the command takes for one, one that it does not, and one that is none."""
    for name, (_, html) in zip(NAMES, pages(1, 8), strict=False):
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(html, mtime=0) if name.endswith(".gz") else html)
    (directory / ".hidden.html").write_bytes(article("hidden.example", 1)[1])
    (directory / "picture.html").write_bytes(POISONED["https://poison.example/picture"] or b"")


@pytest.mark.parametrize("kind", ["records", "site"])
def test_a_directory_gives_the_rows_of_the_command(tmp_path: Path, kind: str) -> None:
    write_files(tmp_path / "shop")
    common = ["--render", "none", "--format", "parquet", "--output"]
    run_command(kind, "shop", *common, "command.parquet", cwd=tmp_path)
    expected = pq.read_table(tmp_path / "command.parquet").to_pylist()
    said = job(tmp_path, "--input", "shop", *common, "out", "--kind", kind, "--master", "local[2]")
    rows = pq.read_table(tmp_path / "out").to_pylist()
    assert {row["source"] for row in rows} == {f"shop/{name}" for name in [*NAMES, "picture.html"]}
    assert sorted(rows, key=repr) == sorted(expected, key=repr)
    assert "1 failed" in said or f"{len(rows)} rows, 1 of them pages that failed" in said
    assert kind != "site" or {row["site"] for row in rows if row["status"] != "error"} == {"shop"}


def test_a_directory_of_several_kinds_is_refused(tmp_path: Path) -> None:
    from tamis.spark._input import kinds_of

    write_files(tmp_path / "in")
    assert kinds_of(str(tmp_path / "in")) == {"files"}
    write_warc(tmp_path / "in" / "z.warc.gz", pages(1, 2))
    (tmp_path / "in" / "deep").mkdir()
    write_parquet(tmp_path / "in" / "deep" / "p", [("https://a.example/", b"<p>")], n_files=1)
    assert kinds_of(str(tmp_path / "in")) == {"files", "archives", "Parquet"}
    said = job(tmp_path, "--input", "in", "--output", "out", status=1)
    assert "the input is Parquet and archives and files" in said and not (tmp_path / "out").exists()
    with pytest.raises(tamis.TamisError, match=r"notes\.txt is no page"):
        (tmp_path / "notes.txt").write_text("no page")
        kinds_of(str(tmp_path / "*.txt"))


def test_two_directories_of_one_name_are_no_site(tmp_path: Path) -> None:
    from tamis.spark._input import check_names, page_files

    for above in ("x", "y"):
        write_files(tmp_path / above / "shop")
    paths = [str(tmp_path / above / "shop") for above in ("x", "y")]
    with pytest.raises(tamis.TamisError, match="would be one site, 'shop'"):
        check_names(page_files(paths))
    check_names(page_files([paths[0], f"{paths[0]}/a", f"{paths[0]}/../shop"]))


def test_damaged_archives_are_counted_and_named(tmp_path: Path) -> None:
    write_warc(tmp_path / "a.warc.gz", pages(1, 8))
    content = bytearray((tmp_path / "a.warc.gz").read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40] = bytes(40)
    (tmp_path / "b.warc.gz").write_bytes(content)
    (tmp_path / "c.warc.gz").write_bytes(b"no archive")
    n_pages = 2 * len(pages(1, 8)) - 1
    warnings = [
        "warning: the archive b.warc.gz has 1 damaged place: pages are missing",
        "warning: the archive c.warc.gz cannot be read: c.warc.gz is not a WARC archive",
    ]
    said = job(tmp_path, "--input", "{a,b,c}.warc.gz", "--output", "out", "--kind", "records", "--master", "local[2]")
    assert said.splitlines()[-2:] == warnings and ", 0 of them pages that failed" in said
    arguments = ["--input", "*.warc.gz", "--kind", "site", "--partitions", "2", "--master", "local[2]"]
    said = job(tmp_path, *arguments, "--output", "sites")
    assert said.splitlines()[-2:] == warnings and f"\n{n_pages} pages, " in said and ", 0 failed\n" in said


def test_sites_leave_nothing_beside_their_output_and_run_again(tmp_path: Path) -> None:
    write_parquet(tmp_path / "pages.parquet", pages(1, 4))
    (tmp_path / "waiting" / "tamis-site-old").mkdir(parents=True)
    arguments = ["--input", "pages.parquet", "--kind", "site", "--output", "out", "--partitions", "2", "--overwrite"]
    for more in ([], ["--staging", "waiting"]):
        job(tmp_path, *arguments, "--master", "local[2]", *more)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "pages.parquet", "waiting"]
        assert [path.name for path in (tmp_path / "waiting").iterdir()] == ["tamis-site-old"]
    assert pq.read_table(tmp_path / "out").num_rows == len(pages(1, 4))


def test_a_store_may_be_in_the_environment_or_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tamis.spark.__main__ import parser
    from tamis.spark._job import check

    def store(*arguments: str) -> str | None:
        given = parser().parse_args(["--input", "x", "--output", str(tmp_path / "o"), "--kind", "site", *arguments])
        check(given)
        found: str | None = given.store
        return found

    monkeypatch.delenv("TAMIS_STORE", raising=False)
    assert store() is None
    address = "postgres://u:secret@h/d"
    monkeypatch.setenv("TAMIS_STORE", address)
    (tmp_path / "file").write_text("postgres://u:hidden@h/d\n")
    assert store() == address and store("--store-file", str(tmp_path / "file")) == "postgres://u:hidden@h/d"
    assert store("--store", "t.tamis") == "t.tamis" and store("--store", "postgres://u@h/d") == "postgres://u@h/d"
    assert capsys.readouterr().err == ""
    for shown in (address, "postgres://h/d?password=secret"):
        assert store("--store", shown) == shown
        said = capsys.readouterr().err
        assert "warning: a password in an argument" in said and "TAMIS_STORE" in said and "secret" not in said
    with pytest.raises(tamis.TamisError, match="two ways"):
        store("--store", "a", "--store-file", "b")
    with pytest.raises(tamis.TamisError, match="cannot read nowhere"):
        store("--store-file", "nowhere")


@cluster_postgres.SKIP
def test_a_password_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_parquet(tmp_path / "pages.parquet", pages(1, 4))
    arguments = ["--input", "pages.parquet", "--kind", "site", "--output", "out", "--partitions", "2"]
    with cluster_postgres.server() as address:
        database = cluster_postgres.new_database(address, "templates")
        monkeypatch.setenv("TAMIS_STORE", database.replace(cluster_postgres.PASSWORD, "wrong-word"))
        for more in ([], ["--verbose"]):
            said = job(tmp_path, *arguments, "--master", "local[1]", *more, status=1)
            assert "refuses to open" in said and "wrong-word" not in said and cluster_postgres.PASSWORD not in said
        assert not (tmp_path / "out").exists()
        monkeypatch.setenv("TAMIS_STORE", database)
        events = {"enabled": "true", "dir": f"{tmp_path}/log", "compress": "false"}
        log = [word for name, value in events.items() for word in ("--conf", f"spark.eventLog.{name}={value}")]
        (tmp_path / "log").mkdir()
        said = job(tmp_path, *arguments, "--master", "local[1]", *log, "--verbose")
        assert cluster_postgres.PASSWORD not in said and _tamis.delta_summary(_tamis.store_bytes(database))
    logs = [path for path in (tmp_path / "log").rglob("*") if path.is_file()]
    assert any(b"spark.eventLog.dir" in path.read_bytes() for path in logs)
    assert not any(cluster_postgres.PASSWORD.encode() in path.read_bytes() for path in logs)


def test_settings_of_the_user_and_of_spark_submit_stay(tmp_path: Path) -> None:
    import pyspark

    import tamis.spark.__main__ as main
    from tamis.spark import SETTINGS

    write_warc(tmp_path / "a.warc.gz", pages(1, 2))
    (tmp_path / "log").mkdir()
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    events = {"enabled": "true", "dir": f"{tmp_path}/log", "compress": "false"}
    given = {**LOCAL, name: "3", **{f"spark.eventLog.{key}": value for key, value in events.items()}}
    (tmp_path / "spark.conf").write_text("".join(f"{key} {value}\n" for key, value in given.items()))
    submit = [str(Path(pyspark.__file__).parent / "bin" / "spark-submit"), "--master", "local[1]"]
    command = [*submit, "--properties-file", "spark.conf", main.__file__, "--input", "a.warc.gz", "--output", "out"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    # spark-submit writes what Python says on standard error to standard output.
    assert ran.returncode == 0 and "3 rows, 0 of them" in ran.stdout, ran.stderr
    logs = "".join(path.read_text() for path in (tmp_path / "log").rglob("*") if path.is_file())
    assert '"spark.master":"local[1]"' in logs and f'"{name}":"3"' in logs and f'"{name}":"1000"' not in logs
    assert (
        f'"spark.sql.parquet.columnarReaderBatchSize":"{SETTINGS["spark.sql.parquet.columnarReaderBatchSize"]}"' in logs
    )


def test_an_input_without_rows_gives_an_output_without_rows(tmp_path: Path) -> None:
    write_parquet(tmp_path / "none.parquet", [], n_files=1)
    said = job(tmp_path, "--input", "none.parquet", "--output", "out", "--format", "json", "--master", "local[1]")
    assert "0 rows, 0 of them" in said and (tmp_path / "out" / "_SUCCESS").exists()


def test_a_job_that_fails_says_why_and_leaves_what_was_there(tmp_path: Path) -> None:
    pq.write_table(pa.table({"url": ["https://a.example/"], "html": [7]}), tmp_path / "odd.parquet")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").write_text("as it was")
    arguments = ["--input", "odd.parquet", "--output", "out", "--overwrite", "--master", "local[1]"]
    said = job(tmp_path, *arguments, status=1)
    assert "error: the column 'html' has the type bigint\nhint: it is to hold text or bytes\n" in said
    assert "Traceback" not in said and "\tat " not in said
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("out")] == ["out"]
    assert (tmp_path / "out" / "old").read_text() == "as it was"


def test_the_words_of_a_worker_come_with_their_hint() -> None:
    from tamis.spark.__main__ import in_short

    trace = (
        "[X] failed:\nTraceback ...\ntamis.errors.StoreError: it is no store\nhint: name another file\n\tat org.Spark"
    )
    assert in_short(RuntimeError(trace)) == "it is no store\nhint: name another file"
    assert in_short(RuntimeError("lost\n\tat org.Spark")).startswith("lost\nhint: run it with --verbose")


@pytest.mark.parametrize(("found", "is_new"), [("3.5.1", False), ("4.0.2", False), ("4.1.0", True), ("5.0", True)])
def test_a_spark_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch, found: str, is_new: bool) -> None:
    from tamis.spark import _need

    monkeypatch.setattr(_need, "installed", lambda: found)
    if is_new:
        _need.need_spark()
        return
    with pytest.raises(tamis.TamisError, match=f"4.1 or newer, not {found}"):
        _need.need_spark()


@pytest.mark.parametrize(
    ("given", "output"),
    [
        ("in", "in"),
        ("in", "in/out"),
        ("in/a.warc.gz", "in"),
        ("in/*.gz", "."),
        ("link", "in"),
        ("in/a.warc.gz", "link/x/.."),
    ],
)
@pytest.mark.parametrize("kind", ["text", "site"])
def test_an_output_that_would_replace_the_input_is_refused(tmp_path: Path, given: str, output: str, kind: str) -> None:
    (tmp_path / "in").mkdir()
    archive = write_warc(tmp_path / "in" / "a.warc.gz", pages(1, 2))
    (tmp_path / "link").symlink_to("in")
    content = archive.read_bytes()
    said = refused(tmp_path, "--input", given, "--output", output, "--overwrite", "--kind", kind)
    assert "are in one another" in said and archive.read_bytes() == content


def test_a_store_in_the_output_and_inputs_of_buckets_are_looked_at_too(tmp_path: Path) -> None:
    arguments = ["--input", "x.warc.gz", "--output", "o", "--overwrite", "--kind", "site", "--store", "o/t.tamis"]
    assert "the store o/t.tamis is in the output" in refused(tmp_path, *arguments)
    for given, output in [
        ("s3://b/in/*.parquet", "s3://b/in"),
        ("s3://b/in/*", "s3://b/in/x"),
        ("s3://b/in", "s3://b/in/"),
    ]:
        assert "are in one another" in refused(tmp_path, "--input", given, "--output", output, "--overwrite")


def refused(cwd: Path, *arguments: str) -> str:
    """What is said of what is refused before Spark starts."""
    from argparse import Namespace

    from tamis.spark.__main__ import parser
    from tamis.spark._job import check

    given: Namespace = parser().parse_args(arguments)
    before = Path.cwd()
    os.chdir(cwd)
    try:
        with pytest.raises(tamis.TamisError) as raised:
            check(given)
    finally:
        os.chdir(before)
    return str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--input", "nothing.here", "--output", "o"], 1, "there is nothing at nothing.here"),
        (
            ["--input", "x.warc.gz", "--output", "o", "--store", "s"],
            1,
            "--store, --store-file and --staging are for sites",
        ),
        (["--input", "x.warc.gz", "--output", "o", "--conf", "spark"], 1, "has no value"),
        (["--input", "x.warc.gz"], 2, "--output"),
        (["--input", "x.warc.gz", "--output", "o", "--partitions", "0"], 2, "above 0"),
    ],
)
def test_what_is_wrong_is_said_in_words(tmp_path: Path, arguments: list[str], status: int, words: str) -> None:
    command = [sys.executable, "-m", "tamis.spark", *arguments]
    ran = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (status, "")
    assert words in ran.stderr and "hint:" in ran.stderr and "Traceback" not in ran.stderr


def test_the_help_shows_examples() -> None:
    ran = subprocess.run([sys.executable, "-m", "tamis.spark", "--help"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "--kind site --store" in ran.stdout
