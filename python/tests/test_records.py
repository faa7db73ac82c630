"""Records as tables."""

from __future__ import annotations

import copy
import datetime
import json
import pickle
import warnings
from decimal import Decimal

import pytest
from pages import ARTICLE, shop

import tamis

URL = "https://shop.example/lamps"


@pytest.fixture
def table() -> tamis.Table:
    return tamis.records(shop(), url=URL)[0]


def test_rows_have_typed_values(table: tamis.Table) -> None:
    assert len(table) == 12 == len(table.rows) == len(table.to_dicts())
    first = table.to_dicts()[0]
    assert first["title"] == "Lamp number 0 of the shop" and first["title_url"] == "https://shop.example/p/0"
    assert first["price"] == Decimal("1000.50") and first["price_currency"] == "EUR"
    dates = [value for value in first.values() if isinstance(value, datetime.date)]
    assert dates == [datetime.date(2021, 3, 1)]


def test_a_row_is_a_mapping_with_its_place(table: tamis.Table) -> None:
    row = table[-1]
    assert row["price"] == Decimal("1011.50") and row.raw["price"] == "1011.50 €"
    assert dict(row) == row.to_dict() == table.to_dicts()[-1]
    assert row.xpaths and row.xpaths[0].endswith("li[12]") and "Lamp number 11" in row.text
    assert "price" in row and "colour" not in row and row.get("colour") is None
    assert [row["title"] for row in table] == [row["title"] for row in table.rows]
    assert [row["title"] for row in table[2:4]] == ["Lamp number 2 of the shop", "Lamp number 3 of the shop"]
    with pytest.raises(KeyError, match="the columns are title"):
        row["colour"]
    with pytest.raises(IndexError):
        table[12]


def test_columns_say_what_they_are(table: tamis.Table) -> None:
    columns = {column.name: column for column in table.columns}
    assert columns["price"].type == "money" and columns["title_url"].attr == "href"
    assert columns["title"].fill == 1.0 and columns["title"].css
    assert table.role == "main" and 0 < table.confidence <= 1
    assert table.region.xpath and table.record.css and table.reasons


def test_what_is_handed_out_is_the_callers(table: tamis.Table) -> None:
    table.rows.clear()
    table.columns.clear()
    assert len(table.rows) == 12 and table.columns


def test_pandas_has_ordinary_types(table: tamis.Table) -> None:
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert len(frame) == 12 and list(frame.columns) == [column.name for column in table.columns]
    assert frame["price"].dtype == "float64" and frame["price"].iloc[0] == 1000.5
    kinds = {str(dtype) for dtype in frame.dtypes}
    assert any(kind.startswith("datetime64") for kind in kinds)
    assert isinstance(frame, pandas.DataFrame)


def test_arrow_and_polars_are_given_the_same_rows(table: tamis.Table) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    arrow = table.to_arrow()
    assert pyarrow.types.is_decimal(arrow.schema.field("price").type)
    assert arrow.to_pylist() == table.to_dicts()
    polars = pytest.importorskip("polars")
    frame = table.to_polars()
    assert isinstance(frame, polars.DataFrame) and frame.to_dicts() == table.to_dicts()


def test_csv_and_markdown_begin_with_the_names(table: tamis.Table) -> None:
    assert table.to_csv().splitlines()[0].startswith("title,title_url")
    assert table.to_markdown().startswith("| title | title_url")


def test_a_notebook_shows_rows_and_no_markup_of_the_page() -> None:
    hostile = shop(25).replace("Lamp number 3 ", "&lt;script&gt;alert(1)&lt;/script&gt; ")
    table = tamis.records(hostile, url=URL)[0]
    html = table._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html
    assert html.count("<tr>") == 21 and "and 5 more rows" in html
    assert "25 rows" in repr(table) and "title" in repr(table)


def test_pages_and_tables_are_copied_and_not_pickled(table: tamis.Table) -> None:
    page = tamis.ask(shop(), tasks=["records"])
    assert copy.copy(table) is table and copy.deepcopy(page) is page
    for what in (table, page):
        with pytest.raises(tamis.TamisError, match="cannot be pickled.*\nhint: send"):
            pickle.dumps(what)
    assert pickle.loads(pickle.dumps(page.to_dict())) == page.to_dict()
    assert pickle.loads(pickle.dumps(table.rows)) == table.rows
    assert pickle.loads(pickle.dumps(table.columns)) == table.columns


def test_a_page_without_records_has_no_tables() -> None:
    assert tamis.records("<p>One sentence.") == []
    assert tamis.records("") == []


def test_another_method_with_options() -> None:
    assert len(tamis.records(shop(), method="mdr")[0]) == 12
    with pytest.raises(tamis.errors.OptionError, match="does not read.*\nhint: it is read with options="):
        tamis.records(shop(), method="mdr", options={"max_distance": 0.2, "compare": "trees"})


def test_a_limit_on_rows_leaves_out_the_others() -> None:
    page = tamis.ask(shop(), tasks=["records"], max_rows=5)
    assert sum(len(table) for table in page.tables) == 5
    assert any("row" in warning or "record" in warning for warning in page.warnings)


def test_left_out_rows_are_said_wherever_tables_are() -> None:
    with pytest.warns(tamis.TamisWarning, match="7 more records are not listed"):
        tables = tamis.records(shop(), max_rows=5)
    assert len(tables[0]) == 5 and any("7 more records" in warning for warning in tables[0].warnings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tamis.records(shop())[0].warnings == []
    page = tamis.bare_extraction(shop(), max_rows=5)
    assert page is not None and page.warnings == []
    assert len(page.tables[0]) == 5
    assert any("7 more records" in warning for warning in page.warnings)


def test_what_was_asked_later_is_in_the_dict() -> None:
    page = tamis.bare_extraction(shop())
    assert page is not None
    before = page.to_dict()
    assert "tables" not in before and "blocks" not in before
    assert page.tables and page.blocks is not None
    after = page.to_dict()
    assert len(after["tables"][0]["rows"]) == 12 and after["blocks"]
    assert after["text"] == before["text"] == page.text and after["page"] == before["page"]


@pytest.mark.parametrize("html", [ARTICLE, shop()], ids=["article", "shop"])
def test_the_text_of_a_page_is_one_text(html: str) -> None:
    text = tamis.extract(html)
    for tasks in (["text"], ["text", "records"], ["records", "segment", "text"]):
        page = tamis.ask(html, tasks=tasks)
        assert page.text == text == page.to_dict()["text"] == json.loads(page.to_json("markdown"))["text"]
    with_links = tamis.bare_extraction(html, include_links=True)
    assert with_links is not None and with_links.text == with_links.to_dict()["text"]


def test_tables_and_their_rows_are_made_once() -> None:
    page = tamis.ask(shop(), tasks=["records"])
    assert page.tables[0] is page.tables[0] and page.tables[0][3] is page.tables[0][3]
    page.tables.clear()
    assert len(page.tables) == 1


def test_a_table_says_how_its_columns_are_had(table: tamis.Table) -> None:
    with pytest.raises(tamis.errors.ArgumentError, match=r"rows.*\nhint: .*row\[NAME\]"):
        table["title"]  # type: ignore[call-overload]
    with pytest.raises(IndexError):
        table[99]


def test_a_table_and_its_parts_are_what_the_json_of_the_page_says() -> None:
    html = shop().replace("</ul>", "<li class=note>Every lamp is made by hand in the small town of Ash.</li></ul>")
    page = tamis.ask(html, tasks=["records", "segment", "text"], url=URL, render="none")
    said = page.to_dict("removed", "pagination")
    (table,) = page.tables
    assert table.to_dict() == said["tables"][0]
    table.to_dict()["rows"].clear()
    assert len(table.to_dict()["rows"]) == len(table)
    assert [column.to_dict() for column in table.columns] == said["tables"][0]["columns"]
    assert table.nodes_per_record == said["tables"][0]["record"]["nodes_per_record"] == 1
    assert {(column.node, column.text) for column in table.columns} == {(0, None)}
    assert [one.to_dict() for one in table.rejected] == said["tables"][0]["rejected"]
    assert [one.to_dict() for one in page.removed] == said["removed"]
    assert page.blocks is not None and page.blocks.to_dict() == said["blocks"]
    listed = tamis.ask(
        shop() + "<p><a href=?p=1>1</a> <b>2</b> <a href=?p=3>3</a> <a rel=next href=?p=3>Next</a>", url=URL
    )
    assert listed.pagination is not None and listed.pagination.next
    assert listed.pagination.to_dict() == listed.to_dict("pagination")["pagination"]


def test_more_is_listed_where_it_may_grow_more() -> None:
    html = "<ul>" + "".join(f"<li><a href=/{n}>{n}</a> <b>{n}</b>" for n in range(3000)) + "</ul>"
    with pytest.warns(tamis.TamisWarning, match="max_growth and max_rows"):
        few = tamis.records(html, max_growth=1, render="none")
    assert len(few[0]) < 3000 == len(tamis.records(html, max_growth=100, render="none")[0])


def test_a_row_equals_its_values(table: tamis.Table) -> None:
    row = table[0]
    assert row == row.to_dict() and row.to_dict() == row and row != table[1]


def test_one_question_for_everything_has_reasons() -> None:
    page = tamis.ask(ARTICLE, render="none")
    assert page.status == "ok" and page.text and page.blocks is not None
    assert any("News" in one.text for one in page.removed) and all(one.reason for one in page.removed)
    assert "removed /html/body/nav" in page.explain()
    assert page.main is not None and page.main.role in ("main", "article", "list")
    said = page.to_dict("removed", "markdown")
    assert said["schema_version"] == 1 and said["removed"] and said["markdown"]
    assert "removed" not in page.to_dict()
    with pytest.raises(tamis.errors.OptionError, match="the parts are html"):
        page.to_dict("colour")
    assert "<h1>" in page.to_html() and page.to_markdown().startswith("# How lamps")
    assert "<pre" in page._repr_html_() and "tamis.Page ok" in repr(page)


def test_a_method_is_for_one_task() -> None:
    with pytest.raises(tamis.errors.ArgumentError, match="one task"):
        tamis.ask(ARTICLE, method="tps")
    with pytest.raises(tamis.errors.OptionError, match="the tasks are"):
        tamis.ask(ARTICLE, tasks=["everything"])
