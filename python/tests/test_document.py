"""Selectors on a page: the same results as parsel on what both understand, and errors that say where."""

from __future__ import annotations

import pickle

import pytest

import tamis

PAGE = """<!DOCTYPE html>
<html lang="en"><head><title>Lamps &amp; more</title><base href="https://shop.example/lamps/"></head>
<body class="shop wide">
<nav><a href="/">Home</a> <a href="/c" rel="nofollow">Lamps</a></nav>
<main id="list"><h1>Lamps</h1>
<ul class="items">
<li class="item first" data-id="1"><h3><a href="desk">Desk <b>lamp</b></a></h3><p class="price">5.50 €</p></li>
<li class="item" data-id="2"><h3><a href="wall" title="On the wall">Wall lamp</a></h3><p class="price old">7.00 €</p><p class="price">6.20 €</p></li>
<li class="item ad" data-id="3"><h3><a href="floor">Floor lamp</a></h3>Sponsored</li>
</ul>
<table><tbody><tr><th>Watt</th><td>5</td></tr><tr><th>Colour</th><td>red</td></tr></tbody></table>
<form><input type="checkbox" name="a" checked><input type="text" name="b" disabled></form>
</main></body></html>"""

CSS = """
a
a::text
a::attr(href)
li.item
li.item::attr(data-id)
li.item a::text
li > h3 > a
li.item:not(.ad) p.price::text
li:first-child ::text
li:last-child::text
li:nth-child(2) p.price::text
li:nth-of-type(2n+1)::attr(class)
p.price + p.price::text
h3 ~ p::text
#list h1::text
[title]::attr(title)
a[href^="wa"]::attr(href)
a[href$="or"]::attr(href)
a[href*="es"]::attr(href)
a[rel~=nofollow]::text
html[lang|=en] title::text
h1, title
h1::text, title::text, a::attr(href)
tr > td::text
main *::text
title::text
td:contains
body::attr(class)
li:only-child
p:empty
input:checked::attr(name)
b::text
.item .price
*::attr(class)
""".strip().splitlines()

XPATH = """
//a
//a/@href
//a/text()
//li[@data-id="2"]//p/text()
//li[position()=2]/@data-id
//li[last()]/h3/a/text()
//h3/a[b]/@href
//p[contains(., "6")]/text()
//th[. = "Watt"]/following-sibling::td[1]/text()
//li[not(contains(@class, "ad"))]/@data-id
string(//h1)
count(//li)
count(//li) > 2
normalize-space(//li[1])
//li[has-class("item", "ad")]/@data-id
//*[starts-with(@href, "/")]/@href
//p/ancestor::li/@data-id
//li/preceding-sibling::li/@data-id
//a | //h1
//ul/li[2]/h3/a/@title
/html/head/title/text()
//li[h3/a/@title]/@data-id
substring-before(//p[1], " ")
//td[number(.) = 5]/text()
sum(//li/@data-id)
concat(//h1, "!")
//nosuch
""".strip().splitlines()


@pytest.mark.parametrize("query", [query for query in CSS if query != "td:contains"])
def test_css_selects_what_parsel_selects(query: str) -> None:
    parsel = pytest.importorskip("parsel")
    assert tamis.Document(PAGE).css(query).getall() == parsel.Selector(PAGE).css(query).getall()


@pytest.mark.parametrize("query", XPATH)
def test_xpath_selects_what_parsel_selects(query: str) -> None:
    parsel = pytest.importorskip("parsel")
    assert tamis.Document(PAGE).xpath(query).getall() == parsel.Selector(PAGE).xpath(query).getall()


@pytest.mark.parametrize(
    "query",
    ["::text", "::attr(href)", "a::text", "li", "h3 > a", "main li a", "ul a", "p.price::text", "*", "li > h3"],
)
def test_css_in_a_selection_is_that_of_parsel(query: str) -> None:
    parsel = pytest.importorskip("parsel")
    ours, theirs = tamis.Document(PAGE).css("li"), parsel.Selector(PAGE).css("li")
    assert ours.css(query).getall() == theirs.css(query).getall()
    assert [one.css(query).getall() for one in ours] == [one.css(query).getall() for one in theirs]


@pytest.mark.parametrize("query", [".//a/@href", "./h3", "..", "//h1/text()", ".", "@class", "self::li/@data-id", "a"])
def test_xpath_in_a_selection_is_that_of_parsel(query: str) -> None:
    parsel = pytest.importorskip("parsel")
    ours, theirs = tamis.Document(PAGE).css("li")[1:], parsel.Selector(PAGE).css("li")[1:]
    assert ours.xpath(query).getall() == theirs.xpath(query).getall()


@pytest.mark.parametrize(
    "regex", [r"\d+\.\d+", r"(\d+)\.(\d+)", r"(?P<extract>\w+) lamp", r"&amp;|more", r"x(y)?", r"(Desk)|(Wall)"]
)
def test_regular_expressions_find_what_they_find_in_parsel(regex: str) -> None:
    parsel = pytest.importorskip("parsel")
    ours, theirs = tamis.Document(PAGE), parsel.Selector(PAGE)
    for query in ("li", "title", "p::text"):
        assert ours.css(query).re(regex) == theirs.css(query).re(regex)
        assert ours.css(query).re_first(regex, "none") == theirs.css(query).re_first(regex, "none")


def test_a_list_of_selectors_behaves_as_a_list() -> None:
    items = tamis.Document(PAGE).css("li")
    assert (len(items), bool(items), bool(items.css("nosuch"))) == (3, True, False)
    assert isinstance(items[1:], tamis.SelectorList) and isinstance(items[0], tamis.Selector)
    assert items[-1].attrib["data-id"] == "3" == items[2].attrib["data-id"]
    assert items.attrib == {"class": "item first", "data-id": "1"} and items.css("nosuch").attrib == {}
    assert items.css("nosuch").get() is None and items.css("nosuch").get("–") == "–"
    assert [item.css("a::text").get() for item in items] == ["Desk ", "Wall lamp", "Floor lamp"]
    with pytest.raises(IndexError):
        items[3]
    assert repr(items[0].css("a::attr(href)")) == "[<Selector query='a::attr(href)' data='desk'>]"


def test_a_document_knows_where_it_is_from() -> None:
    page = tamis.Document(PAGE, url="https://shop.example/c?page=2")
    assert (page.url, page.urljoin("desk")) == ("https://shop.example/c?page=2", "https://shop.example/lamps/desk")
    assert tamis.Document("<p>x").urljoin("desk") == "desk"
    assert tamis.Document(PAGE.encode("utf-16"), charset="utf-16").css("h1::text").get() == "Lamps"


@pytest.mark.parametrize(
    ("query", "is_xpath", "place"),
    [
        ("li:frist", False, 2),
        ("a::before", False, 1),
        ("a >", False, 3),
        ("//a[", True, 4),
        ("", False, 0),
        ("//a[$x]", True, 4),
    ],
)
def test_a_selector_that_is_none_says_where(query: str, is_xpath: bool, place: int) -> None:
    page = tamis.Document(PAGE)
    with pytest.raises(tamis.TamisError, match=f"position {place}") as raised:
        page.xpath(query) if is_xpath else page.css(query)
    assert isinstance(raised.value, ValueError)
    assert raised.value.message.endswith(" " * place + "^")


def test_what_is_no_selector_or_no_page_is_refused() -> None:
    with pytest.raises(TypeError):
        tamis.Document(PAGE).css(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tamis.Document(5)  # type: ignore[arg-type]
    with pytest.raises(tamis.TamisError):
        pickle.dumps(tamis.Document(PAGE).css("a")[0])


def test_a_query_that_never_ends_is_given_up() -> None:
    page = tamis.Document("<p>" + "<b>x</b>" * 3000, timeout=0.2)
    with pytest.raises(tamis.TamisError):
        page.xpath("//b[count(preceding::b[count(preceding::b) > 1]) > 2]")


def test_selections_of_texts_and_values_have_nothing_in_them() -> None:
    page = tamis.Document(PAGE)
    assert page.css("h1::text").css("a") == [] and page.xpath("string(//h1)")[0].xpath(".") == []
    assert page.xpath("//a/@href")[0].attrib == {}
