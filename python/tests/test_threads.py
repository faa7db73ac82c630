"""Many threads of Python."""

from __future__ import annotations

import faulthandler
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from pages import ARTICLE, shop

import tamis
from tamis import _tamis


def test_many_threads_give_the_same_answers() -> None:
    pages = [ARTICLE, shop(5), shop(30), "<p>A lamp turns power into light.", ""] * 20
    expect = [(tamis.extract(page), [table.to_csv() for table in tamis.records(page, render="none")]) for page in pages]

    def both(page: str) -> tuple[str | None, list[str]]:
        return tamis.extract(page), [table.to_csv() for table in tamis.records(page, render="none")]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(both, pages)) == expect


def test_one_page_is_looked_at_by_many_threads() -> None:
    page = tamis.ask(ARTICLE, render="none")
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda _: (page.title, page.text, repr(page.removed), page.to_json()), range(64)))
    assert all(one == seen[0] for one in seen)


@pytest.mark.parametrize("timeout", [None, 3600], ids=["on its thread", "on a thread of its own"])
def test_other_threads_go_on_while_a_page_is_read(timeout: float | None) -> None:
    """The page is held until the other thread lets it go. No thread is made to give way: the other one runs only if this
    one lets go of the interpreter."""
    began = threading.Event()

    def other() -> None:
        began.wait()
        _tamis._hold(False)

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=other)
    thread.start()
    # Without that, a defect would stop all tests.
    faulthandler.dump_traceback_later(300, exit=True)
    try:
        _tamis._hold(True)
        sys.setswitchinterval(1e6)
        began.set()
        assert tamis.extract(ARTICLE, timeout=timeout)
    finally:
        sys.setswitchinterval(interval)
        faulthandler.cancel_dump_traceback_later()
        thread.join()
