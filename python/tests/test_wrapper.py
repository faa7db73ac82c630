"""Wrappers: learned, kept, applied, checked, repaired and exported."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pages import Chunks

import tamis

NAMES = ["Desk", "Wall", "Floor", "Reading", "Garden", "Cellar"]


def shop(first: int, n: int = 5, *, price_class: str = "price", item_class: str = "lamp") -> str:
    def item(number: int) -> str:
        name = f"{NAMES[number % len(NAMES)]} lamp {number}"
        price = f"<p class={price_class}>{5 + number}.50 €</p>"
        return f"<li class={item_class} data-id=x{number}><h3><a href=/p/{number}>{name}</a></h3>{price}"

    items = "".join(item(number) for number in range(first, first + n))
    return f"<nav><a href=/>Home</a></nav><h1>Lamps</h1><ul class=lamps>{items}</ul><footer>Imprint</footer>"


@pytest.fixture(scope="module")
def learned() -> tamis.Wrapper:
    return tamis.wrapper([("https://shop.example/1", shop(0)), ("https://shop.example/2", shop(5))])


def test_a_wrapper_reads_other_pages_of_the_template(learned: tamis.Wrapper) -> None:
    page = learned.apply(shop(20), url="https://shop.example/9")
    (table,) = page.tables
    titles, urls = learned.columns[0].name, next(column.name for column in learned.columns if column.type == "url")
    assert [row[titles] for row in table][:2] == ["Floor lamp 20", "Reading lamp 21"]
    assert table[0][urls] == "https://shop.example/p/20"
    assert page.url == "https://shop.example/9"
    other = learned.apply("<p>A lamp turns power into light.")
    assert other.tables == [] and other.status == "nothing-found"


@pytest.mark.parametrize("parallel", [1, 2])
def test_it_is_applied_to_many_pages_in_order(learned: tamis.Wrapper, parallel: int) -> None:
    pages = [("https://shop.example/x", shop(number)) for number in range(30)]
    found = list(learned.apply_many([*pages, 5], parallel=parallel))
    assert [page.status for page in found] == ["ok"] * 30 + ["error"]
    one_by_one = [learned.apply(html, url=url).tables[0].to_dicts() for url, html in pages]
    assert [page.tables[0].to_dicts() for page in found[:30]] == one_by_one


def test_it_is_kept_as_json_a_dict_a_file_and_a_pickle(learned: tamis.Wrapper, tmp_path: Path) -> None:
    path = tmp_path / "shop.json"
    learned.save(path)
    assert path.read_text() == learned.to_json() and list(tmp_path.iterdir()) == [path]
    copies: list[Any] = [path, str(path), learned.to_json(), learned.to_dict(), learned.to_json().encode()]
    assert all(tamis.Wrapper.load(copy) == learned for copy in copies)
    again = pickle.loads(pickle.dumps(learned))
    assert again == learned and hash(again) == hash(learned) and again != tamis.wrapper(shop(0))
    assert learned != "a wrapper"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{}", "wrapper"),
        (
            '{"tamis_wrapper": 1, "region": {"css": "ul >"}, "record": {"css": "li"}, "columns": [{"name": "a", "css": "b"}]}',
            "ul >",
        ),
        ("{broken", "line 1"),
        ({"tamis_wrapper": 99}, "99"),
    ],
)
def test_a_file_that_is_no_wrapper_says_why(source: object, words: str) -> None:
    with pytest.raises(tamis.errors.WrapperError, match=words):
        tamis.Wrapper.load(source)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_a_source_that_cannot_be_read(tmp_path: Path, learned: tamis.Wrapper) -> None:
    with pytest.raises(OSError):
        tamis.Wrapper.load(tmp_path / "missing.json")
    with pytest.raises(tamis.errors.SourceError):
        learned.save(tmp_path / "missing" / "shop.json")
    with pytest.raises(tamis.errors.ArgumentError):
        tamis.Wrapper.load(5)  # type: ignore[arg-type]


def test_columns_are_renamed_pinned_and_left_out() -> None:
    plain = tamis.wrapper(shop(0))
    names = [column.name for column in plain.columns]
    changed = tamis.wrapper(
        shop(0), columns=[f"name={names[0]}", "id=@data-id", "cost:money=p.price"], without=names[1]
    )
    found = {column.name: column for column in changed.columns}
    assert {"name", "id", "cost"} <= set(found) and names[1] not in found
    assert (found["cost"].type, found["cost"].unit, found["id"].attribute) == ("money", "EUR", "data-id")
    assert found["cost"].fill == 1.0 and found["cost"].examples
    with pytest.raises(tamis.errors.WrapperError, match="nosuch"):
        tamis.wrapper(shop(0), without="nosuch")
    with pytest.raises(tamis.errors.WrapperError, match="no change of a column"):
        tamis.wrapper(shop(0), columns="price")


def test_pages_tables_and_files_are_learned_from(tmp_path: Path) -> None:
    path = tmp_path / "shop.html"
    path.write_text(shop(0))
    expect = tamis.wrapper(shop(0)).columns
    page = tamis.ask(shop(0), tasks=["records"])
    for given in (path, page, page.tables[0], [shop(0)], shop(0).encode(), (None, shop(0))):
        assert tamis.wrapper(given).columns == expect
    response = Chunks(shop(0))
    learned = tamis.wrapper(response)
    assert learned == tamis.wrapper([response]) and learned.columns == expect
    assert learned.check(response).to_dict() == learned.check([response]).to_dict()
    assert page.tables[0].wrapper().columns == expect


def test_nothing_to_learn_says_what_to_do() -> None:
    for nothing in ("<p>A lamp turns power into light.", tamis.ask("<p>x", tasks=["text"])):
        with pytest.raises(tamis.errors.WrapperError, match="nothing was learned"):
            tamis.wrapper(nothing)
    for wrong in ({"subject": "two"}, {"language": "jquery"}):
        with pytest.raises(tamis.errors.OptionError):
            tamis.wrapper(shop(0), **wrong)  # type: ignore[arg-type]
    with pytest.raises(tamis.errors.ArgumentError):
        tamis.wrapper([])
    with pytest.raises(tamis.errors.ArgumentError):
        tamis.wrapper([5])


def test_a_check_tells_drift_and_a_repair_finds_the_columns_again(learned: tamis.Wrapper) -> None:
    fine = learned.check([shop(30), shop(40)])
    assert not fine.drift and fine.drifts == () and fine.repaired is None and str(fine).startswith("no drift")
    changed = [
        shop(30, price_class="amount", item_class="product"),
        shop(40, price_class="amount", item_class="product"),
    ]
    report = learned.check(changed, repair=True)
    assert report.drift and report.drifts[0]["message"] and report.to_dict()["drift"] is True
    # What to do is said in words of Python, where nothing was done about it.
    assert "repair=True" not in str(report) and "--repair" not in str(report)
    assert "hint: check(pages, repair=True)" in str(learned.check(changed))
    repaired = learned.repair(changed)
    assert report.repaired == repaired
    assert [column.name for column in repaired.columns] == [column.name for column in learned.columns]
    rows = repaired.apply(shop(50, price_class="amount", item_class="product")).tables[0]
    assert len(rows) == 5 and rows[0][repaired.columns[0].name] == "Floor lamp 50"
    assert not repaired.check(changed).drift


def test_checks_and_repairs_are_bounded(learned: tamis.Wrapper) -> None:
    for bounded in (learned.check, learned.repair):
        with pytest.raises(tamis.errors.LimitError):
            bounded(shop(0), max_steps=10)
        with pytest.raises(tamis.errors.PageError, match="max_bytes"):
            bounded(shop(0), max_bytes=10)


@pytest.mark.parametrize("parallel", [None, 1])
def test_what_is_asked_of_a_page_later_is_bounded_as_reading_it_was(
    learned: tamis.Wrapper, parallel: int | None
) -> None:
    def applied(max_steps: int) -> tamis.Page | None:
        if parallel is not None:
            page = next(learned.apply_many([shop(0)], parallel=parallel, max_steps=max_steps))
            return page if page.error is None else None
        try:
            return learned.apply(shop(0), max_steps=max_steps)
        except tamis.errors.LimitError:
            return None

    # The least that is enough: learning takes more than applying does.
    too_few, enough = 0, 1 << 30
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if applied(middle) is not None else (middle, enough)
    page = applied(enough)
    assert page is not None and len(page.tables[0]) == 5
    with pytest.raises(tamis.errors.LimitError, match="max_steps"):
        page.tables[0].wrapper()


@pytest.mark.parametrize(
    "target", ["scrapy", "parsel", "lxml", "beautifulsoup", "crawl4ai", "playwright", "xpath", "css"]
)
def test_it_is_exported_for_other_tools(learned: tamis.Wrapper, target: str) -> None:
    program = learned.export(target, start_urls=["https://shop.example/1"])
    assert "lamps" in program
    if target not in ("xpath", "css"):
        compile(program, target, "exec")


def test_an_exported_program_gives_the_same_rows(learned: tamis.Wrapper, tmp_path: Path) -> None:
    pytest.importorskip("lxml")
    (tmp_path / "rows.py").write_text(learned.export("lxml"))
    (tmp_path / "page.html").write_text(shop(20))
    done = subprocess.run(
        [sys.executable, "rows.py", "page.html"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    name = learned.columns[0].name
    assert [row[name] for row in theirs] == [row[name] for row in learned.apply(shop(20)).tables[0]], done.stderr
    with pytest.raises(tamis.errors.OptionError, match="cobol"):
        learned.export("cobol")


def test_it_shows_itself(learned: tamis.Wrapper) -> None:
    assert learned.columns[0].name in repr(learned) and "region" in str(learned)
    hostile = tamis.wrapper(shop(0), columns=["id=h3:not([title='<script>'])"])
    shown = hostile._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown
