"""Ctrl-C, timeouts, forks and processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from pages import ARTICLE, slow

import tamis

HERE = os.path.dirname(__file__)


def run(program: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A page that never comes: a pipe that nobody writes to."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(tmp_path / "page.html")
    return tmp_path / "page.html"


def test_ctrl_c_ends_a_page_without_end(endless: Path) -> None:
    program = f"""
        import pathlib, tamis
        try:
            print("ready", flush=True)
            tamis.extract(pathlib.Path({str(endless)!r}))
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(tamis.extract("<p>A lamp turns power into light."), flush=True)
    """
    process = run(program)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (out, err) == ("interrupted\nA lamp turns power into light.\n", "")


class Pressed:
    """A page during which Ctrl-C is pressed: while its path is asked for, or its bytes are."""

    def __fspath__(self) -> str:
        raise KeyboardInterrupt


class PressedFile:
    def read(self, n: int) -> bytes:
        raise KeyboardInterrupt


@pytest.mark.parametrize("page", [Pressed(), PressedFile()])
def test_ctrl_c_is_never_put_into_other_words(page: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        tamis.extract(page)


#: A page that is held while it is worked on, and a thread that presses Ctrl-C then: no thread is made to give way, so it runs
#: when the other one waits for the page.
HELD_PAGE = """
    import functools, operator, os, signal, sys, threading
    import tamis
    from tamis import _tamis
    from tamis._settings import settings
    from pages import ARTICLE

    begun = threading.Event()

    def press():
        begun.wait()
        signal.raise_signal(signal.SIGINT)

    def handed_over(given):
        _tamis._hold(True)
        sys.setswitchinterval(1e6)
        begun.set()
        yield given

    threading.Thread(target=press, daemon=True).start()
    done = []
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are of Unix")
@pytest.mark.parametrize("task", ["text", "records", "segment"])
def test_ctrl_c_ends_work_on_a_page(task: str) -> None:
    # Between the end of the call and `done` there is nothing of Python that could be interrupted: had the call gone on to
    # its end, it would be there.
    program = f"""
    chosen = settings(render="none", max_steps=1 << 60)
    try:
        done.extend(map(functools.partial(_tamis.ask, ARTICLE, [("{task}", None, None)], None, chosen), handed_over(None)))
        print("returned", flush=True)
    except KeyboardInterrupt:
        print("interrupted", len(done), flush=True)
    os._exit(0)
    """
    out, err = run(HELD_PAGE + program).communicate(timeout=600)
    assert (out, err) == ("interrupted 0\n", "")


@pytest.mark.skipif(os.name == "nt", reason="signals are of Unix")
@pytest.mark.parametrize("later", ['attrgetter("tables")', 'attrgetter("blocks")'])
def test_ctrl_c_ends_what_is_made_later(later: str) -> None:
    program = f"""
    found = tamis.bare_extraction(ARTICLE, render="none", max_steps=1 << 60, method="none")
    try:
        done.extend(map(operator.{later}, handed_over(found)))
        print("returned", flush=True)
    except KeyboardInterrupt:
        print("interrupted", len(done), flush=True)
    os._exit(0)
    """
    out, err = run(HELD_PAGE + program).communicate(timeout=600)
    assert (out, err) == ("interrupted 0\n", "")


def is_enough(html: str, max_steps: int) -> bool:
    try:
        return tamis.extract(html, method="none", max_steps=max_steps) is not None
    except tamis.errors.LimitError:
        return False


@pytest.mark.parametrize("attribute", ["tables", "blocks", "main", "pagination"])
def test_what_is_asked_later_is_bounded_too(attribute: str) -> None:
    html = slow(60)
    # Enough for the text, and less than records and areas take.
    enough = next(steps for steps in (1 << n for n in range(60)) if is_enough(html, steps))
    page = tamis.bare_extraction(html, method="none", max_steps=enough)
    assert page is not None
    with pytest.raises(tamis.errors.LimitError, match="max_steps"):
        getattr(page, attribute)


def test_a_timeout_ends_a_page(endless: Path) -> None:
    with pytest.raises(tamis.errors.PageTimeoutError, match="hint: give the page more time") as caught:
        tamis.extract(endless, timeout=0.01)
    assert isinstance(caught.value, TimeoutError)
    assert tamis.extract(ARTICLE, timeout=600) == tamis.extract(ARTICLE)


def texts(n: int) -> list[str | None]:
    return [tamis.extract(ARTICLE) for _ in range(n)]


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_other_processes_give_the_same(how: str) -> None:
    if how not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {how} here")
    expect = texts(1)[0]
    with multiprocessing.get_context(how).Pool(2) as pool:
        assert pool.map(texts, [3, 3, 3]) == [[expect] * 3] * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are of Unix")
def test_a_fork_reads_pages_and_leaves_its_parent_alone() -> None:
    program = """
        import os, tamis
        from pages import ARTICLE, shop
        first = tamis.records(shop())[0].to_csv()
        pid = os.fork()
        if pid == 0:
            os._exit(0 if tamis.records(shop())[0].to_csv() == first and tamis.extract(ARTICLE) else 1)
        assert os.waitpid(pid, 0)[1] == 0
        assert tamis.records(shop())[0].to_csv() == first
        print("both")
    """
    out, err = run(program).communicate(timeout=120)
    assert (out, err) == ("both\n", "")


@pytest.mark.skipif(not tamis._tamis.has_renderer, reason="this wheel has no renderer")
def test_processes_that_lay_pages_out_end_with_their_parent() -> None:
    process = run(LAID_OUT)
    (worker,) = layout_workers(process)
    process.kill()
    process.communicate(timeout=60)
    for _ in range(1000):
        if has_ended(worker):
            break
        signal.sigtimedwait([], 0.05)
    assert has_ended(worker)


@pytest.mark.skipif(not tamis._tamis.has_renderer, reason="this wheel has no renderer")
def test_a_process_that_is_killed_costs_one_layout() -> None:
    process = run(LAID_OUT)
    (worker,) = layout_workers(process)
    os.kill(worker, signal.SIGKILL)
    out, err = process.communicate("\n", timeout=120)
    assert (out, err) == ("True\n", "")


#: Lays a page out, says so, waits for a line and lays out two more.
LAID_OUT = """
    import tamis
    from pages import ARTICLE
    assert tamis.segment(ARTICLE).page.is_rendered
    print("ready", flush=True)
    input()
    tamis.segment(ARTICLE)
    print(tamis.segment(ARTICLE).page.is_rendered)
"""


def layout_workers(process: subprocess.Popen[str]) -> list[int]:
    """The processes that lay pages out for this one, as soon as it has any."""
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command, parent = path.read_bytes(), stat_of(path.parent)[1]
        except OSError:
            continue  # It ended meanwhile.
        if int(parent) == process.pid and b"_render_worker" in command:
            found.append(int(path.parent.name))
    return found


def has_ended(process: int) -> bool:
    try:
        # Nobody may be there to take its end: then it is a zombie.
        return stat_of(Path(f"/proc/{process}"))[0] == "Z"
    except OSError:
        return True


def stat_of(process: Path) -> list[str]:
    """The state of a process, its parent and more."""
    return (process / "stat").read_text().rsplit(")", 1)[1].split()


def test_importing_is_quiet_and_asks_for_no_other_package() -> None:
    program = """
        import sys
        import tamis
        heavy = {"pandas", "numpy", "polars", "pyarrow", "scrapy", "pyspark", "ray", "lxml"} & set(sys.modules)
        assert not heavy, heavy
    """
    out, err = run(program).communicate(timeout=120)
    assert (out, err) == ("", "")
