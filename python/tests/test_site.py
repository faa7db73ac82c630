"""Whole sites: templates are learned once, used again, kept in a store, and forgotten."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import tamis


def shop(number: int, host: str = "shop.example") -> tuple[str, str]:
    names = ["Desk", "Wall", "Floor", "Reading"]
    items = "".join(
        f"<li><h3><a href=/p/{number}-{name}>{name} lamp {number}</a></h3><b>{number + 5}.50 €</b>" for name in names
    )
    html = f"<header><nav><a href=/>Home</a></nav></header><main><h1>Lamps {number}</h1><ul class=l>{items}</ul></main>"
    return f"https://{host}/{number}", html


def article(number: int) -> tuple[str, str]:
    text = "".join(
        f"<p>Paragraph {idx} of story {number}, which is about lamps and the light they give.</p>" for idx in range(6)
    )
    return (
        f"https://shop.example/story/{number}",
        f"<header>Shop</header><article><h1>Story {number}</h1>{text}</article><footer>Imprint</footer>",
    )


def pages() -> Iterator[tuple[str, str]]:
    for number in range(20):
        yield shop(number)
        yield article(number)


def seen(found: tamis.Page) -> tuple[object, ...]:
    template = found.template
    assert template is not None
    rows = found.tables[0].to_dicts() if found.tables else []
    return found.url, found.site, template.id, template.used, found.text, json.dumps(rows, default=str)


@pytest.mark.parametrize("parallel", [1, 2, 5])
def test_the_same_pages_are_mapped_on_any_number_of_threads(parallel: int) -> None:
    with tamis.Site(parallel=parallel, render="none") as site:
        found = [seen(page) for page in site.run(pages())]
    with tamis.Site(parallel=1, render="none") as alone:
        expect = [seen(page) for page in alone.run(pages())]
    assert found == expect
    assert [url for url, *_ in found] == [url for url, _ in pages()]
    counts = site.counts
    assert (counts.pages, counts.new, counts.failed, counts.sites) == (40, 2, 0, 1)
    assert counts.mapped >= 38 and counts.hit_ratio == 0.95 and counts == alone.counts


def test_a_store_is_used_by_the_next_run(tmp_path: Path) -> None:
    store = tmp_path / "shop.tamis"
    with tamis.Site(store, tasks=["records"], render="none") as first:
        list(first.run(shop(number) for number in range(10)))
    with tamis.Site(str(store), tasks=["records"], render="none") as second:
        used = [page.template.used for page in second.run([shop(50), shop(51)]) if page.template]
        assert used == [True, True]
        assert second.counts.known == 1 and second.counts.new == 0
        (template,) = second.templates()
        assert (template.site, template.name) == ("shop.example", f"shop.example/{template.id}")
        assert template.rows > 0 and template.columns and template.to_dict()["site"] == "shop.example"
        wrapper = second.wrapper(template)
        rows = wrapper.apply(shop(70)[1]).tables[0]
        assert len(rows) == 4
        assert second.forget("shop.example") == 1 and second.templates() == []
        again = [page.template.used for page in second.run([shop(60), shop(61)]) if page.template]
        assert again == [False, True]
        with pytest.raises(tamis.errors.WrapperError):
            second.wrapper("shop.example/99")


def test_sites_are_told_apart_by_host_directory_or_name(tmp_path: Path) -> None:
    with tamis.Site(tasks=["records"], render="none") as site:
        found = list(site.run([shop(1), shop(2, "other.example"), shop(3)]))
        assert [page.site for page in found] == ["shop.example", "other.example", "shop.example"]
    folder = tmp_path / "lamps"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.html").write_text(shop(number)[1])
    for given in (folder, str(folder), [folder], str(folder / "*.html")):
        with tamis.Site(tasks="records", render="none") as site:
            assert {page.site for page in site.run(given)} == {"lamps"}
    with tamis.Site(tasks="records", render="none", site="mine") as site:
        assert {page.site for page in site.run(folder)} == {"mine"}
        assert {page.site for page in site.run([(None, shop(9)[1])])} == {"mine"}
        assert site.counts.pages == 6


def test_what_is_no_page_costs_one_row() -> None:
    with tamis.Site(render="none") as site:
        found = list(site.run([shop(1), (None, shop(2)[1]), ("https://shop.example/x", 5), shop(3)]))
    assert [page.status for page in found] == ["ok", "error", "error", "ok"]
    assert "which site" in str(found[1].error) and site.counts.failed == 2
    with tamis.Site(render="none") as site:
        assert [page.status for page in site.run([None, shop(1), None])] == ["error", "ok", "error"]
        assert list(site.run([])) == []


def test_an_iterable_that_raises_does_so_after_the_pages_before() -> None:
    def broken() -> Iterator[tuple[str, str]]:
        yield shop(1)
        yield shop(2)
        raise LookupError("gone")

    read = []
    with tamis.Site(render="none") as site, pytest.raises(LookupError, match="gone"):
        for page in site.run(broken()):
            read.append(page.url)
    assert read == ["https://shop.example/1", "https://shop.example/2"]


def test_one_run_at_a_time_and_closing_ends_it(tmp_path: Path) -> None:
    site = tamis.Site(tmp_path / "s.tamis", render="none")
    running = site.run(pages())
    next(running)
    with pytest.raises(tamis.TamisError, match="running already"):
        site.run(pages())
    with pytest.raises(tamis.TamisError, match="cannot forget"):
        site.forget("shop.example")
    running.close()
    assert site.templates() and len(list(site.run(pages()))) == 40
    site.close()


def test_leaving_the_loop_ends_a_run_and_what_it_learned_is_stored(tmp_path: Path) -> None:
    site = tamis.Site(tmp_path / "s.tamis", render="none")
    for _ in site.run(pages()):
        break
    assert len(list(site.run(pages()))) == 40
    for _ in site.run(pages()):
        break
    assert site.forget("shop.example") == 2
    running = site.run(pages())
    with pytest.raises(tamis.TamisError, match=r"close\(\) the Site"):
        site.run(pages())
    site.close()
    assert list(running) == [] and len(list(site.run(pages()))) == 40
    site.close()


def test_other_threads_go_on_while_counts_wait_for_a_store(tmp_path: Path) -> None:
    site = tamis.Site(tmp_path / "s.tamis", render="none", parallel=1, look_ahead=1)
    # Of another process: locks on files are not held against one's own.
    program = """
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("BEGIN IMMEDIATE")
print("writes", flush=True)
sys.stdin.readline()
store.execute("ROLLBACK")
"""
    asked = [sys.executable, "-c", program, str(tmp_path / "s.tamis")]
    other = subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "writes\n"
    # What is learned from the first page cannot be stored, and the sites of the others cannot be looked up meanwhile.
    # Pages that take a while are handed out before the first is done.
    more = "<p>A lamp turns power into light." * 5000
    hosts = [f"shop{number}.example" for number in range(5)]
    found: list[tamis.Page] = []

    def run() -> None:
        found.extend(site.run([(f"https://{host}/", shop(1)[1] + more) for host in hosts]))

    n_asked = n_answered = 0

    def ask() -> None:
        nonlocal n_asked, n_answered
        while other.returncode is None:
            n_asked += 1
            _ = site.counts
            n_answered += 1

    running, asking = threading.Thread(target=run), threading.Thread(target=ask)
    running.start()
    asking.start()
    # Counts are asked for again and again, until an answer does not come: it waits for the store.
    n_looks, last = 0, 0
    while n_looks < 50:
        threading.Event().wait(0.01)
        n_looks = n_looks + 1 if last == n_asked > n_answered else 0
        last = n_asked
    # With the interpreter held by the one who asks, this would come after everybody has given up.
    other.communicate("\n")
    for thread in (asking, running):
        thread.join()
    assert [page.site for page in found] == hosts and site.counts.pages == 5
    site.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_after_a_fork_a_site_says_that_it_is_of_another_process(tmp_path: Path) -> None:
    program = """
import os, sys, tamis
site = tamis.Site(sys.argv[1], tasks=["text"], render="none")
page = ("https://shop.example/1", "<h1>Lamps</h1><p>A lamp turns power into light.")
list(site.run([page]))
child = os.fork()
if child == 0:
    calls = [
        lambda: site.counts, lambda: site.notes, site.templates, lambda: site.forget("shop.example"),
        lambda: site.run([page]), lambda: site.wrapper("shop.example/1"),
    ]
    for number, call in enumerate(calls):
        try:
            call()
            os._exit(10 + number)
        except tamis.errors.OptionError as refused:
            assert "process" in str(refused)
    assert "another process" in repr(site)
    site.close()
    del site, calls, call
    with tamis.Site(sys.argv[1], tasks=["text"], render="none") as own:
        os._exit(0 if [found.template.used for found in own.run([page])] == [True] else 3)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), len(list(site.run([page]))), site.counts.pages)
site.close()
"""
    asked = [sys.executable, "-c", program, str(tmp_path / "s.tamis")]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert done.stdout == "0 1 2\n", done.stderr


def test_a_site_is_not_pickled() -> None:
    with pytest.raises(tamis.errors.ArgumentError, match="store"):
        pickle.dumps(tamis.Site(render="none"))


def test_a_store_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>This is a page and no store, and it is longer than a hundred bytes." * 4)
    for store in (
        tmp_path,
        tmp_path / "missing" / "s.tamis",
        tmp_path / "page.html",
        "postgres://nobody@127.0.0.1:1/none",
    ):
        with pytest.raises(tamis.errors.StoreError) as raised:
            tamis.Site(store)
        assert raised.value.hint and isinstance(raised.value, OSError)
    with pytest.raises(tamis.errors.OptionError):
        tamis.Site("https://shop.example/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"profile": "best"},
        {"threshold": 2.0},
        {"look_ahead": 0},
        {"choice": "x"},
        {"mapping": "x"},
        {"site": " "},
        {"tasks": "x"},
    ],
)
def test_options_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(tamis.errors.OptionError):
        tamis.Site(**wrong)  # type: ignore[arg-type]


def test_pages_are_those_of_the_command(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "lamps"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.html").write_text(shop(number)[1])

    def of_command(tasks: str) -> list[str]:
        asked = [command, "site", "--ask", tasks, "--render", "none", str(folder)]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()

    with tamis.Site(render="none") as site:
        ours = [page.to_json().rstrip("\n") for page in site.run(folder)]
    assert ours == of_command("text,records")
    # The text is the same whether or not records were asked for.
    texts = [json.loads(line)["text"] for line in of_command("text")]
    assert [json.loads(line)["text"] for line in ours] == texts and all(texts)
