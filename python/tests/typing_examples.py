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
    assert_type(table.to_dict(), "dict[str, Any]")
    assert_type(table.rejected, "list[tamis.Rejected]")
    assert_type(table.columns[0].to_dict(), "dict[str, Any]")
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


def wrappers(html: str) -> None:
    learned = tamis.records(html)[0].wrapper()
    assert_type(learned, tamis.Wrapper)
    assert_type(tamis.wrapper([html, Path("page.html")], columns=["price:money=.price"], timeout=5), tamis.Wrapper)
    assert_type(tamis.Wrapper.load(Path("shop.json")), tamis.Wrapper)
    assert_type(learned.columns, "list[tamis.WrapperColumn]")
    assert_type(learned.apply(html, url="https://a.example/"), tamis.Page)
    assert_type(learned.export("scrapy", start_urls=["https://a.example/"]), str)
    report = learned.check([html], repair=True, timeout=20)
    assert_type(report, tamis.WrapperReport)
    assert_type(report.repaired, "tamis.Wrapper | None")
    assert_type(learned.repair(html, max_nodes=1000), tamis.Wrapper)
    for page in learned.apply_many([html, ("https://a.example/", html)], parallel=2):
        assert_type(page, tamis.Page)


def sites(html: str) -> None:
    with tamis.Site("shop.tamis", tasks=["text"], parallel=2, timeout=5) as site:
        for page in site.run([("https://a.example/", html)]):
            assert_type(page.template, "tamis.Template | None")
            assert_type(page.site, "str | None")
        assert_type(site.counts, tamis.SiteCounts)
        assert_type(site.templates("a.example"), "list[tamis.StoredTemplate]")
        assert_type(site.forget("a.example"), int)
        assert_type(site.wrapper("a.example/1"), tamis.Wrapper)


def many_pages(html: str) -> None:
    with tamis.iter_files(["a.html", Path("b.html")], tasks=["text", "records"], timeout=5) as pages:
        assert_type(pages, tamis.Pages)
        assert_type(next(pages), tamis.Page)
    for page in tamis.iter_warc("pages.warc.gz", mime=["text/html"], max_growth=20):
        assert_type(page.archive, "tamis.ArchivePlace | None")
    for page in tamis.iter_pages([html, ("https://a.example/", html.encode())]):
        assert_type(page.text, "str | None")


def selectors(html: str) -> None:
    document = tamis.Document(html, url="https://a.example/", charset="utf-8")
    found = document.css("li > a::text")
    assert_type(found, tamis.SelectorList)
    assert_type(found[0], tamis.Selector)
    assert_type(found[1:], tamis.SelectorList)
    assert_type(found.get(), "str | None")
    assert_type(found.get(default=""), str)
    assert_type(found.getall(), "list[str]")
    assert_type(document.xpath("//a/@href").re_first("[0-9]+"), "str | None")
    assert_type(document.urljoin("/1"), str)


def how_pages_are_read(html: str) -> None:
    patient: tamis.Reading = {"timeout": 20, "max_nodes": 1_000_000, "viewport": (800, 600)}
    assert_type(tamis.ask(html, **patient), tamis.Page)
    assert_type(tamis.extract(html, method="tps", **patient), "str | None")
    assert_type(tamis.bare_extraction(html, as_dict=True, **patient), dict[str, Any] | None)
    tamis.records(html, timeout="soon")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tamis.records(html, timout=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
