//! Many, long and odd attributes.

use super::{Group, Trap, page};

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Attributes, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("attributes-of-one-element", 40_000, "<div« aⅰ=ⅱ»>lamp</div>"),
    row("the-same-attribute-again", 100_000, "<div« class=lamp»>lamp</div>"),
    row("attributes-of-all-elements", 300, "«<p«60: aⅰ=v»>lamp</p>»"),
    row("classes-of-one-element", 60_000, "<div class='«cⅰ »'>lamp</div><p>desk"),
    row("classes-of-all-elements", 300, "«<p class='«150:cⅰ »'><a href=/ⅰ>lamp</a>»"),
    row("long-values", 1_000_000, "<a href='«x»' title='«y»'>lamp</a>"),
    row("long-name", 1_000_000, "<«x»>lamp"),
    row("long-style", 60_000, "<p style='«color:red;»'>lamp"),
    row("long-srcset", 60_000, "<img srcset='«l.png ⅱw,»' src=l.png>lamp"),
    row("unclosed-value", 200_000, "<p>lamp<a href='«<p>x</p>»"),
    row("equal-signs", 300_000, "<p>lamp<a «= »>"),
    row("slashes", 1_000_000, "<p>lamp<a «/»>"),
    row("quotes", 300_000, "<p>lamp<a «\"'»>"),
    row("long-addresses", 2_000, "«<a href='/«60:a/../»ⅰ'>lamp ⅰ</a> »"),
    row("addresses-with-many-parts", 100_000, "<base href=https://h.example/><a href='?«aⅰ=ⅰ&»'>lamp</a>"),
    row("anchors-of-one-name", 20_000, "«<p id=lamp><a href=#lamp>lamp</a>»"),
];
