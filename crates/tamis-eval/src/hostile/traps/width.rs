//! Many siblings.

use super::{Group, Trap, page};

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Width, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("paragraphs", 40_000, "«<p>A lamp, made to last.»"),
    row("one-letter-paragraphs", 60_000, "«<p>x»"),
    row("line-breaks", 60_000, "«lamp<br>»"),
    row("rules", 60_000, "«<hr>»"),
    row("list-of-links", 40_000, "<ul>«<li><a href=/lamp/ⅰ>Lamp ⅰ</a> lit»</ul>"),
    row("bare-links", 60_000, "«<a href=/ⅰ>ⅰ</a> »"),
    row("links-to-hosts", 40_000, "«<a href=https://hⅰ.example/?page=ⅱ>next</a> »"),
    row("rows", 25_000, "<table>«<tr><td>lamp<td>ⅰ,99 €<td>4 of 5»</table>"),
    row("options", 60_000, "<select>«<option value=ⅰ>lamp»</select>"),
    row("numbered-classes", 40_000, "«<div class=cⅰ>ⅰ</div>»"),
    row("numbered-ids", 40_000, "«<p id=pⅰ><a href=#pⅱ>ⅰ</a>»"),
    row("numbered-tags", 30_000, "«<tⅰ>lamp</tⅰ>»"),
    row("two-tags-in-turn", 50_000, "«<b>lamp</b><i>desk</i>»"),
    row("comments-between-texts", 30_000, "«lamp<!-- -->»"),
    row("texts-between-tags", 50_000, "«<wbr>light, and more. »"),
    row("document-types", 50_000, "«<!doctype html>»lamp"),
    row("headings-and-texts", 20_000, "«<h3><a href=/ⅰ>Lamp ⅰ</a></h3><p>It burns, it lasts.</p>»"),
    row("pictures", 30_000, "«<img src=ⅰ.png alt=lamp>»"),
    row("fields", 30_000, "«<label>lamp <input name=iⅰ value=ⅰ></label>»"),
    row("menus", 8_000, "«<nav><a href=/a>Lamps</a> <a href=/b>Desks</a></nav>»"),
    row("articles", 6_000, "«<article><h2>Lamp ⅰ</h2><p>«4:It turns power into light. »</article>»"),
    row("footnotes", 10_000, "<p>«lamp<sup><a href=#nⅰ>ⅰ</a></sup> »<ol>«<li id=nⅰ>note»"),
    row("page-numbers", 20_000, "<main>«4:<p>lamp»</main><nav>«<a href='?page=ⅱ'>ⅱ</a> »</nav>"),
    row(
        "statements-in-json",
        4_000,
        "<script type=application/ld+json>[«{\"@type\":\"Product\",\"name\":\"Lamp ⅰ\"},»0]</script><p>lamp",
    ),
    row("nested-json", 20_000, "<script type=application/ld+json>«[»«]»</script><p>lamp"),
    row("items-of-microdata", 10_000, "<div itemscope>«<div itemprop=a itemscope><i itemprop=b>ⅰ</i></div>»</div>"),
    row("microdata-in-itself", 400, "«<div id=iⅰ itemscope itemref='iⅱ i0' itemprop=p>»lamp"),
    row("cards", 20_000, "<head>«<meta property=og:image content=ⅰ.png>»</head><p>lamp"),
    row("alternates", 20_000, "<head>«<link rel=alternate hreflang=xⅰ href=/ⅰ>»</head><p>lamp"),
];
