"""How the package is used, for the tools that check types; not run."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import assert_type

import tamis
from tamis._results import Value


def one_page(html: str) -> None:
    assert_type(tamis.extract(html), "str | None")
    assert_type(tamis.extract(b"<p>x", url="https://a.example/", output_format="markdown"), "str | None")
    tamis.extract(Path("page.html"))
    tamis.extract(io.BytesIO(b"<p>x"))
    tamis.extract(io.StringIO("<p>x"))
    tamis.extract(bytearray(b"<p>x"), method="tps", options={"margin": 0.3, "profile": "paper"})
    page = tamis.bare_extraction(html)
    assert_type(page, "tamis.Page | None")
    assert_type(tamis.bare_extraction(html, as_dict=True), dict[str, Any] | None)
    assert_type(tamis.html2txt(html), str)
    assert_type(tamis.baseline(html), "tuple[str, str, int]")
    assert_type(tamis.clean(html), str)
    assert_type(tamis.report(html, "why.html"), str)


def records(html: str) -> None:
    tables = tamis.records(html, url="https://a.example/", viewport=(800, 600), timeout=3)
    assert_type(tables, "list[tamis.Table]")
    table = tables[0]
    assert_type(table[0], tamis.Row)
    assert_type(table[1:], "list[tamis.Row]")
    assert_type(table[0]["price"], Value)
    assert_type(table.to_dicts(), "list[dict[str, Value]]")
    assert_type([column.name for column in table.columns], "list[str]")
    for row in table:
        assert_type(row, tamis.Row)


def everything(html: str) -> None:
    page = tamis.ask(html, tasks=["text", "records"])
    assert_type(page, tamis.Page)
    assert_type(page.title, "str | None")
    assert_type(page.removed, "list[tamis.Removed]")
    assert_type(page.blocks, "tamis.Block | None")
    assert_type(page.to_dict(), "dict[str, Any]")
    assert_type(page.error, "tamis.TamisError | None")
    blocks = tamis.segment(html)
    assert_type(blocks.root, tamis.Block)
    assert_type(blocks.find("main"), "list[tamis.Block]")


def how_pages_are_read(html: str) -> None:
    patient: tamis.Reading = {"timeout": 20, "max_nodes": 1_000_000, "viewport": (800, 600)}
    assert_type(tamis.ask(html, **patient), tamis.Page)
    assert_type(tamis.extract(html, method="tps", **patient), "str | None")
    assert_type(tamis.bare_extraction(html, as_dict=True, **patient), dict[str, Any] | None)
    tamis.records(html, timeout="soon")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tamis.records(html, timout=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
