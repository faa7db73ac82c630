"""Many threads of Python."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from pages import ARTICLE, shop, slow

import tamis


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


def test_other_threads_go_on_while_a_page_is_read() -> None:
    """No thread is made to give way here: the other one runs only if somebody waits or lets go of the interpreter."""
    began, done = threading.Event(), threading.Event()

    def other() -> None:
        began.wait()
        done.set()

    page = slow(300)
    interval = sys.getswitchinterval()
    thread = threading.Thread(target=other)
    thread.start()
    try:
        sys.setswitchinterval(1e6)
        began.set()
        n_calls = 0
        while not done.is_set() and n_calls < 10_000:
            tamis.extract(page)
            n_calls += 1
        assert done.is_set() and n_calls > 0
    finally:
        sys.setswitchinterval(interval)
        thread.join()
