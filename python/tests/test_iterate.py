"""Many pages over threads: in order, one bad page costs one row, and the iterator ends when it is told to."""

from __future__ import annotations

import gc
import io
import json
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import Chunks

import tamis
from tamis import _tamis
from tamis._settings import settings


def page(number: int, n_words: int = 40) -> str:
    words = " ".join(f"word{number}x{idx}" for idx in range(n_words))
    return f"<nav><a href=/>Home</a></nav><h1>Page {number}</h1><p>A lamp turns power into light, {words}.</p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(30):
        (tmp_path / f"{number:02}.html").write_text(page(number))
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "last.html").write_text(page(99))
    (tmp_path / "style.css").write_text("p { color: red }")
    return tmp_path


@pytest.mark.parametrize("parallel", [1, 2, 5])
def test_pages_come_in_order_on_any_number_of_threads(folder: Path, parallel: int) -> None:
    titles = [found.title for found in tamis.iter_files(folder, parallel=parallel)]
    assert titles == [f"Page {number}" for number in range(30)] + ["Page 99"]


def test_paths_are_text_or_paths_one_or_many_directories_or_patterns(folder: Path) -> None:
    def titles(paths: object) -> list[str | None]:
        return [found.title for found in tamis.iter_files(paths)]  # type: ignore[arg-type]

    assert titles(str(folder / "03.html")) == titles(folder / "03.html") == ["Page 3"]
    assert titles(str(folder / "0*.html")) == [f"Page {number}" for number in range(10)]
    assert titles([folder / "below", str(folder / "01.html")]) == ["Page 99", "Page 1"]
    assert titles(path for path in [folder / "below"]) == ["Page 99"]


def test_a_page_says_where_it_is_from_and_what_it_says_alone(folder: Path) -> None:
    found = next(tamis.iter_files(folder / "03.html", tasks=("text", "records")))
    assert found.origin == str(folder / "03.html") and found.archive is None and found.site is None
    alone = tamis.ask(folder / "03.html", tasks=("text", "records"))
    assert found.to_dict() == alone.to_dict()


def test_pages_are_those_of_the_command(folder: Path, command: str) -> None:
    (folder / "05.html").write_bytes(b"%PDF-1.7")
    asked = [command, "text", "--format", "jsonl", "--render", "none", str(folder)]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert "30 written, 1 failed" in done.stderr
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [found.to_dict() for found in tamis.iter_files(folder, render="none")] == theirs


def test_what_cannot_be_read_costs_one_row(folder: Path) -> None:
    (folder / "05.html").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\x00" * 100)
    pages = list(
        tamis.iter_files([folder / "04.html", folder / "05.html", folder / "missing.html", folder / "06.html"])
    )
    assert [found.status for found in pages] == ["ok", "error", "error", "ok"]
    assert isinstance(pages[1].error, tamis.errors.PageError) and isinstance(pages[2].error, tamis.errors.SourceError)
    assert pages[2].origin == str(folder / "missing.html") and pages[2].text is None and pages[2].tables == []


@pytest.mark.parametrize(
    ("paths", "error"),
    [
        (str(Path(__file__).parent / "*.nosuch"), tamis.errors.SourceError),
        ("https://shop.example/", tamis.errors.SourceError),
        ("-", tamis.errors.SourceError),
        (5, tamis.errors.ArgumentError),
        ([5], tamis.errors.ArgumentError),
    ],
)
def test_what_is_no_path_is_refused_at_once(paths: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        tamis.iter_files(paths)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [{"parallel": 0}, {"parallel": -1}, {"tasks": "nothing"}, {"methods": {"text": "no"}}, {"url_from": ["no"]}],
)
def test_options_that_mean_nothing_are_refused_at_once(folder: Path, wrong: dict[str, object]) -> None:
    with pytest.raises(tamis.TamisError):
        tamis.iter_files(folder, **wrong)  # type: ignore[arg-type]


def test_the_address_of_a_file_is_looked_for_where_it_is_said(tmp_path: Path) -> None:
    mirror = tmp_path / "shop.example" / "lamps"
    mirror.mkdir(parents=True)
    (mirror / "desk.html").write_text("<link rel=canonical href=https://other.example/x><p>A lamp.")

    def url(**options: object) -> str | None:
        return next(tamis.iter_files(tmp_path, **options)).url  # type: ignore[arg-type]

    assert url() == "https://other.example/x"
    assert url(url_from=["path"]) == "https://shop.example/lamps/desk.html"
    assert url(url_from=[]) is None
    assert url(base_url="https://a.example/b/") == "https://a.example/b/shop.example/lamps/desk.html"


def test_pages_at_hand_are_html_pairs_paths_and_responses(folder: Path) -> None:
    class Response:
        url = "https://shop.example/3"
        body = page(3).encode()

    given = [
        page(0),
        page(1).encode(),
        ("https://shop.example/2", page(2)),
        Response(),
        folder / "04.html",
        (None, page(5)),
    ]
    found = list(tamis.iter_pages(given, parallel=2))
    assert [one.title for one in found] == [f"Page {number}" for number in range(6)]
    assert [one.url for one in found] == [None, None, "https://shop.example/2", "https://shop.example/3", None, None]


def test_a_page_at_hand_that_is_none_costs_one_row() -> None:
    given = [page(0), 5, ("no address", page(1)), None, page(2), "https://shop.example/", "\ud800"]
    found = list(tamis.iter_pages(given))
    assert [one.status for one in found] == ["ok", "error", "error", "error", "ok", "error", "error"]
    assert all(isinstance(one.error, tamis.TamisError) for one in found if one.status == "error")


def test_the_row_of_a_page_that_failed_says_which_page_it_is() -> None:
    pdf, number, address = tamis.iter_pages(
        [("https://a.example/1", b"%PDF-1.7"), ("https://a.example/2", 5), ("https://a.example/\ud800", page(3))]
    )
    for found, url in ((pdf, "https://a.example/1"), (number, "https://a.example/2")):
        said = found.to_dict()
        assert (found.url, said["url"], said["source"], said["status"]) == (url, url, url, "error")
        assert isinstance(found.error, tamis.TamisError) and said["error"] == found.error.message
        assert found.error.hint and "hint" not in said["error"]
    assert isinstance(address.error, tamis.errors.OptionError) and "surrogates" in address.to_dict()["error"]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_while_a_page_is_read_ends_the_run(raised: type[BaseException]) -> None:
    class Interrupted:
        def read(self, n: int = -1) -> bytes:
            raise raised

    pages = tamis.iter_pages([page(0), Interrupted(), page(1)])
    with pytest.raises(raised):
        next(pages)
        next(pages)
    # Whoever goes on all the same loses no page that was there, and is told that others are missing.
    with pytest.raises(tamis.errors.SourceError, match="interrupted"):
        list(pages)
    assert list(pages) == []


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_an_iterable_is_raised_before_the_pages_in_flight(
    raised: type[BaseException], tmp_path: Path
) -> None:
    # The first page is not there before somebody writes to the pipe: pages in flight are not waited for.
    os.mkfifo(tmp_path / "page.html")
    is_raised = threading.Event()

    def write() -> None:
        is_raised.wait(600)
        (tmp_path / "page.html").write_text(page(0))

    writer = threading.Thread(target=write, daemon=True)
    writer.start()

    def given() -> Iterator[Path | str]:
        yield tmp_path / "page.html"
        raise raised

    pages = tamis.iter_pages(given(), parallel=1)
    with pytest.raises(raised):
        next(pages)
    assert writer.is_alive(), "the page came first"
    is_raised.set()
    assert next(pages).title == "Page 0"
    with pytest.raises(tamis.errors.SourceError, match="interrupted"):
        next(pages)


def test_a_defect_between_pages_is_no_end_of_the_pages(capfd: pytest.CaptureFixture[str]) -> None:
    pages = _tamis._pages_that_panic("a defect", settings(render="none"))
    with pytest.raises(tamis.errors.InternalError, match="a defect"):
        list(pages)
    assert list(pages) == [] and capfd.readouterr() == ("", "")


@pytest.mark.parametrize("n_before", [0, 1, 50])
def test_an_iterable_that_raises_does_so_after_the_pages_before(n_before: int) -> None:
    def pages() -> Iterator[str]:
        for number in range(n_before):
            yield page(number)
        raise LookupError("the database went away")

    seen = []
    with pytest.raises(LookupError, match="went away"):
        for found in tamis.iter_pages(pages(), parallel=2):
            seen.append(found.title)
    assert seen == [f"Page {number}" for number in range(n_before)]


def test_an_iterable_is_read_no_further_than_needed() -> None:
    taken = 0

    def pages() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    found = tamis.iter_pages(pages(), parallel=2)
    for _ in range(3):
        next(found)
    assert taken <= 3 + 2 * 8
    found.close()
    assert list(found) == []


def test_what_is_no_iterable_of_pages_is_refused() -> None:
    lines = io.StringIO("<p>A lamp\n<p>turns power\n<p>into light.")
    one = (page(0), page(0).encode(), memoryview(b"<p>A lamp."), Path("x.html"), lines, io.BytesIO(b"<p>A lamp."))
    for wrong in (*one, Chunks(page(0)), 5, {"a": 1}):
        with pytest.raises(tamis.errors.ArgumentError, match="pages are"):
            tamis.iter_pages(wrong)  # type: ignore[arg-type]
        if not isinstance(wrong, (str, Path)):
            with pytest.raises(tamis.errors.ArgumentError, match="pages are"):
                tamis.Site(render="none").run(wrong)  # type: ignore[arg-type]
    assert list(tamis.iter_pages([])) == []


def test_closing_and_dropping_end_the_work(folder: Path) -> None:
    with tamis.iter_files([folder] * 50, parallel=2) as pages:
        assert next(pages).status == "ok"
    assert list(pages) == []
    pages = tamis.iter_files([folder] * 50, parallel=2)
    next(pages)
    del pages
    gc.collect()
    finished = tamis.iter_files(folder / "01.html")
    assert len(list(finished)) == 1 and list(finished) == [] and finished.notes == []


def test_an_iterator_that_its_own_pages_hold_is_collected() -> None:
    class Crawl:
        def __init__(self) -> None:
            self.pages = tamis.iter_pages(self.given(), parallel=2)

        def given(self) -> Iterator[str]:
            for number in range(10_000):
                yield page(number)

    gc.collect()
    crawl = Crawl()
    next(crawl.pages)
    held = weakref.ref(crawl)
    del crawl
    gc.collect()
    assert held() is None


def test_an_iterator_is_not_pickled() -> None:
    with pytest.raises(tamis.errors.ArgumentError, match="threads"):
        pickle.dumps(tamis.iter_pages([]))


def test_several_threads_share_an_iterator() -> None:
    def generated() -> Iterator[str]:
        for number in range(200):
            yield page(number)

    pages = tamis.iter_pages(generated(), parallel=2)
    seen: list[str | None] = []
    threads = [threading.Thread(target=lambda: seen.extend([found.title for found in pages])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(seen, key=lambda title: int((title or "").split()[1])) == [f"Page {number}" for number in range(200)]


def test_a_page_out_of_its_steps_costs_one_row() -> None:
    found = list(tamis.iter_pages([page(0), "<p>x <b>y</b>" * 20_000, page(2)], tasks="records", max_steps=20_000))
    assert [one.status == "error" for one in found] == [False, True, False]
    assert isinstance(found[1].error, tamis.errors.LimitError)


def run(program: str, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(os.name != "posix", reason="signals are of POSIX")
def test_ctrl_c_ends_waiting_for_a_page(tmp_path: Path) -> None:
    # A page that is a pipe: opening it for writing takes until the run has opened it for reading, and from then on the
    # iterator waits. Between that and the call there is nothing of Python that could be interrupted.
    os.mkfifo(tmp_path / "page.html")
    program = """
import functools, os, pathlib, signal, sys, threading
from tamis import _tamis
from tamis._settings import settings

def press():
    with open(sys.argv[1], "wb"):
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait()

given = iter([(pathlib.Path(sys.argv[1]), None)])
begin = functools.partial(_tamis.pages_of_iterator, given, [("text", None, None)], None, settings())
threading.Thread(target=press, daemon=True).start()
done = []
try:
    done.extend(map(next, map(begin, [1])))
    print("ended")
except KeyboardInterrupt:
    print("interrupted", len(done))
"""
    child = run(program, str(tmp_path / "page.html"))
    out, err = child.communicate(timeout=120)
    assert (out.strip(), child.returncode) == ("interrupted 0", 0), err


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_after_a_fork_a_new_iterator_works_and_an_old_one_says_so(folder: Path) -> None:
    program = """
import os, sys, tamis
old = tamis.iter_files(sys.argv[1], parallel=2)
next(old)
child = os.fork()
if child == 0:
    try:
        next(old)
    except tamis.TamisError as refused:
        n = sum(1 for _ in tamis.iter_files(sys.argv[1], parallel=2))
        os._exit(0 if n == 31 and "process" in str(refused) else 3)
    os._exit(4)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), sum(1 for _ in old))
"""
    child = run(program, str(folder))
    out, err = child.communicate(timeout=120)
    assert out.split() == ["0", "30"], err


def test_worker_processes_of_multiprocessing_iterate_by_themselves(folder: Path) -> None:
    program = """
import multiprocessing, sys, tamis
def count(path):
    return sum(page.status == "ok" for page in tamis.iter_files(path, parallel=2))
if __name__ == "__main__":
    for way in ("spawn", "fork"):
        with multiprocessing.get_context(way).Pool(2) as pool:
            print(pool.map(count, [sys.argv[1]] * 4))
"""
    script = folder / "program.py"
    script.write_text(program)
    done = subprocess.run([sys.executable, str(script), str(folder)], capture_output=True, text=True, timeout=200)
    assert done.stdout.splitlines() == [str([31] * 4)] * 2, done.stderr


def resident_kib() -> int:
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_stays_flat_over_twenty_thousand_pages() -> None:
    pages = tamis.iter_pages((page(number, 200) for number in range(20_000)), parallel=2)
    early = 0
    n_characters = 0
    for number, found in enumerate(pages):
        n_characters += len(found.text or "")
        if number == 2000:
            early = resident_kib()
    # All pages together have about 50 MB, and their documents several times as much.
    assert n_characters > 40_000_000
    assert resident_kib() - early < 40 << 10


def test_an_iterator_does_not_keep_the_interpreter_from_ending(folder: Path) -> None:
    program = "import sys, tamis; pages = tamis.iter_files([sys.argv[1]] * 200, parallel=2); next(pages); print('done')"
    child = run(program, str(folder))
    out, err = child.communicate(timeout=120)
    assert (out.strip(), err, child.returncode) == ("done", "", 0)
