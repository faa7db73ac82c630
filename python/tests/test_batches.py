"""Batches of pages, without an engine around them."""

from __future__ import annotations

import gzip
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from cluster_pages import pages, write_warc

import tamis
from tamis import _tamis
from tamis._settings import settings as settings_of

SITE = ("text", None, None)


def batch(given: Sequence[tuple[str | None, bytes | None]], **columns: pa.Array) -> pa.RecordBatch:
    urls = pa.array([url for url, _ in given], pa.string())
    html = pa.array([page for _, page in given], pa.binary())
    return pa.RecordBatch.from_pydict({"url": urls, "html": html, **columns})


def rows(batches: Any) -> list[dict[str, Any]]:
    return [row for one in batches for row in one.to_pylist()]


def sites(given: Sequence[tuple[str | None, bytes | None]], **columns: pa.Array) -> tuple[list[dict[str, Any]], bytes]:
    worker = _tamis.SiteWorker([SITE])
    first = worker.push(batch(given, **columns))
    last, delta, _ = worker.finish()
    return rows([*first, *last]), delta


def test_a_page_without_an_address_is_of_the_same_site_on_every_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = pages()[0][1]
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        found.append(sites([(None, html), ("", html), ("foo:bar", html), ("lamps/a.html", html)]))
    assert found[0] == found[1]
    assert {row["site"] for row in found[0][0]} == {"no address"}
    named, _ = sites([(None, html)], tamis_site=pa.array(["mine"]))
    assert [row["site"] for row in named] == ["mine"]


def large(tmp_path: Path) -> Path:
    given = pages()[:4]
    given[2] = (given[2][0], b"<p>" + b"lamp " * 40_000)
    return write_warc(tmp_path / "large.warc.gz", given)


def test_a_record_beyond_the_limit_is_a_row_that_says_so(tmp_path: Path) -> None:
    path = large(tmp_path)
    settings = settings_of(max_bytes=100_000)
    by_kind = {kind: _tamis.WarcBatches(path, kind, settings=settings) for kind in ("pages", "text", "records")}
    errors = {}
    for kind, batches in by_kind.items():
        found = rows(batches)
        assert len({row["url"] for row in found}) == 4, kind
        (failed,) = (row for row in found if row["error"] is not None)
        assert failed["url"] == pages()[2][0], kind
        assert failed.get("http_status", 200) == 200, kind
        errors[kind] = failed["error"]
        assert batches.notes == []
    assert "100000 bytes" in errors["text"]
    assert set(errors.values()) == {errors["text"]}
    (page,) = (page for page in tamis.iter_warc(path, max_bytes=100_000) if page.status == "error")
    assert page.url == pages()[2][0]


def test_what_could_not_be_read_is_told_by_whoever_gets_the_page(tmp_path: Path) -> None:
    settings = settings_of(max_bytes=100_000)
    (read,) = _tamis.WarcBatches(large(tmp_path), settings=settings)
    direct = rows(_tamis.WarcBatches(large(tmp_path), "text", settings=settings))
    assert rows(_tamis.BatchWorker("text", settings=settings).run(read)) == direct
    worker = _tamis.SiteWorker([SITE], settings=settings)
    first = worker.push(read)
    found = rows([*first, *worker.finish()[0]])
    assert sorted(str(row["error"]) for row in found) == sorted(str(row["error"]) for row in direct)


def test_damage_is_noted(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "damaged.warc.gz", pages())
    content = bytearray(path.read_bytes())
    middle = content.index(gzip.compress(b"")[:3], len(content) // 2)
    content[middle + 40 : middle + 60] = bytes(20)
    path.write_bytes(content)
    batches = _tamis.WarcBatches(path)
    *found, last = rows(batches)
    assert len(found) == len(pages()) - 1 and all(row["error"] is None for row in found)
    assert last["error"] == f"the archive {path} has 1 damaged place: pages are missing"
    assert (last["archive_path"], last["url"], last["html"]) == (str(path), None, None)
    assert len(batches.notes) == 1
    assert "damaged place" in batches.notes[0]
    assert batches.notes == batches.notes
    # Whoever asks pages where they are read is told the same as whoever reads them first.
    direct = rows(_tamis.WarcBatches(path, "text"))
    worker = _tamis.BatchWorker("text")
    assert direct == [row for one in _tamis.WarcBatches(path) for row in rows(worker.run(one))]
    assert (direct[-1]["status"], direct[-1]["archive_path"]) == ("error", str(path))


@pytest.mark.parametrize("kind", ["pages", "text", "records"])
def test_an_archive_that_cannot_be_read_now_is_an_exception(tmp_path: Path, kind: str) -> None:
    with pytest.raises(tamis.errors.SourceError, match="cannot read the archive .*nowhere.warc.gz"):
        list(_tamis.WarcBatches(tmp_path / "nowhere.warc.gz", kind))
    # A file that can be opened and whose bytes cannot be read, as on a disk that fails.
    (tmp_path / "failing.warc.gz").symlink_to("/proc/self/mem")
    with pytest.raises(tamis.errors.SourceError, match="failing.warc.gz.*error"):
        list(_tamis.WarcBatches(tmp_path / "failing.warc.gz", kind))


@pytest.mark.parametrize("kind", ["pages", "text", "records"])
def test_what_is_no_archive_is_a_row_that_says_so(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "page.warc.gz"
    path.write_bytes(b"<p>This is no archive, the next time too.")
    [row] = rows(_tamis.WarcBatches(path, kind))
    assert row["error"].startswith(f"the archive {path} cannot be read: ") and "not a WARC archive" in row["error"]


def test_a_column_that_was_named_must_be_there() -> None:
    one = batch(pages()[:1])
    for worker in (_tamis.BatchWorker("text", url_column="uri"), _tamis.BatchWorker("text", html_column="page")):
        with pytest.raises(
            tamis.errors.OptionError, match="there is no column '(uri|page)'\nhint: the columns are url, html"
        ):
            worker.run(one)
    with pytest.raises(tamis.errors.OptionError, match="there is no column 'url'"):
        _tamis.SiteWorker([SITE]).push(one.select(["html"]))
    [row] = rows(_tamis.BatchWorker("text", url_column=None).run(one.select(["html"])))
    assert row["url"] is None and row["status"] == "ok"


def test_a_site_that_no_store_takes_costs_its_rows(tmp_path: Path) -> None:
    html = pages()[0][1]
    odd = ["x" * 600, "nul\0inside", "é" * 256, "é" * 257]
    found, delta = sites([(url, html) for url, html in pages()[:4]], tamis_site=pa.array(odd))
    assert [row["status"] == "error" for row in found] == [True, True, False, True]
    assert "more than 512 bytes" in found[0]["error"] and "NUL" in found[1]["error"]
    _tamis.merge_deltas(str(tmp_path / "t.tamis"), [delta])
    assert [site for site, _, _ in _tamis.delta_summary(delta)] == ["é" * 256]
    # The host of an address may be as long as somebody makes it.
    address = f"https://{'a.' * 300}example/"
    found, _ = sites([(address, html), pages()[0]])
    assert [row["status"] == "error" for row in found] == [True, False]


def test_slices_of_what_was_learned_are_all_of_it_site_by_site() -> None:
    named = pa.array([f"site{place % 9}.example" for place in range(27)])
    _, delta = sites([pages()[place] for place in range(27)], tamis_site=named)
    slices = _tamis.delta_slices(delta, 4)
    assert len(slices) == 4 and _tamis.merged_deltas([part for part in slices if part]) == delta
    assert _tamis.delta_slices(delta, 1) == [delta]
    names = [{site for site, _, _ in _tamis.delta_summary(part)} for part in slices if part]
    assert len(names) > 1 and sum(len(some) for some in names) == len(set().union(*names)) == 9


def test_the_rows_of_a_page_are_made_within_its_steps() -> None:
    one = batch(pages()[:1])

    def is_enough(n_steps: int, *, with_rows: bool) -> bool:
        settings = settings_of(max_steps=n_steps)
        if with_rows:
            (row,) = rows(_tamis.BatchWorker("text", settings=settings).run(one))
            return bool(row["status"] != "error")
        try:
            tamis.ask(pages()[0][1], url=pages()[0][0], tasks=["text"], max_steps=n_steps)
        except tamis.TamisError:
            return False
        return True

    def least(*, with_rows: bool) -> int:
        low, high = 1, 1 << 22
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle, with_rows=with_rows) else (middle + 1, high)
        return low

    assert least(with_rows=True) > least(with_rows=False)


def test_many_pages_make_the_rows_of_each() -> None:
    given = pages()
    for kind in ("text", "records"):
        worker = _tamis.BatchWorker(kind, keep=["n"])
        n = pa.array(range(len(given)))
        at_once = rows(worker.run(batch([*given], n=n)))
        in_pieces = [
            row for number, page in enumerate(given) for row in rows(worker.run(batch([page], n=pa.array([number]))))
        ]
        assert at_once == in_pieces


def test_sites_of_a_task_that_come_one_after_the_other() -> None:
    given = sorted((f"https://s{site}.example/{n}", pages()[n][1]) for site in range(30) for n in range(3))
    at_once, delta = sites([*given])
    one_by_one = [sites([page for page in given if f"//s{site}." in page[0]]) for site in range(30)]
    assert sorted(map(repr, at_once)) == sorted(repr(row) for found, _ in one_by_one for row in found)
    assert delta == _tamis.merged_deltas([delta for _, delta in one_by_one])


def test_an_interrupted_iterator_is_not_at_its_end(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "one.warc.gz", pages()[:1])
    # A page with a time limit has a thread of its own, and the iterator waits for that.
    settings = settings_of(timeout=3600)
    of_archive = _tamis.WarcBatches(path, "text", settings=settings)
    of_batch = _tamis.BatchWorker("text", settings=settings).run(batch(pages()[:1]))
    interval = sys.getswitchinterval()
    for batches in (of_archive, of_batch):
        begun = threading.Event()

        def press(begun: threading.Event = begun) -> None:
            begun.wait()
            signal.raise_signal(signal.SIGINT)

        presser = threading.Thread(target=press)
        presser.start()
        try:
            # The page is held until the end, so Ctrl-C comes first. No thread is made to give way: the presser runs when
            # this one waits for its batch.
            _tamis._hold(True)
            sys.setswitchinterval(1e6)
            with pytest.raises(KeyboardInterrupt):
                begun.set()
                next(batches)
        finally:
            sys.setswitchinterval(interval)
            _tamis._hold(False)
        presser.join()
        with pytest.raises(tamis.TamisError, match="interrupted"):
            next(batches)


def test_a_worker_finishes_once() -> None:
    worker = _tamis.SiteWorker([SITE])
    worker.finish()
    with pytest.raises(tamis.TamisError, match="finished"):
        worker.finish()


def test_batches_of_no_bytes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tamis.TamisError, match="max_bytes is 0"):
        _tamis.BatchWorker("text", max_bytes=0)
    with pytest.raises(tamis.TamisError, match="max_bytes is 0"):
        _tamis.SiteWorker([SITE], max_bytes=0)
    with pytest.raises(tamis.TamisError, match="max_bytes is 0"):
        _tamis.WarcBatches(large(tmp_path), max_bytes=0)


def test_columns_of_other_types_hold_the_same() -> None:
    given = pages()[:2]
    place = {"archive_path": pa.array(["a.warc"] * 2), "archive_offset": pa.array([7, 9])}
    expect = rows(_tamis.BatchWorker("text").run(batch([*given], **place, http_status=pa.array([200, 404]))))
    assert [row["http_status"] for row in expect] == [200, 404]
    place["archive_path"] = place["archive_path"].dictionary_encode()
    place["archive_offset"] = place["archive_offset"].cast(pa.uint32())
    narrow = batch([*given], **place, http_status=pa.array([200, 404], pa.int16()))
    for name in ("url", "html"):
        idx = narrow.schema.get_field_index(name)
        narrow = narrow.set_column(idx, name, narrow.column(idx).dictionary_encode())
    assert rows(_tamis.BatchWorker("text").run(narrow)) == expect
