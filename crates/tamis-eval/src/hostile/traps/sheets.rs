//! Style sheets beside the page.

use super::{Group, Recipe, Trap};

const fn row(name: &'static str, n: usize, page: &'static str, files: &'static [(&'static str, &'static str)]) -> Trap {
    Trap { name, group: Group::Sheets, n, recipe: Recipe::Beside(page, files) }
}

pub(super) const TRAPS: &[Trap] = &[
    row(
        "imports-in-a-circle",
        50,
        "<style>«@import 'a.css?ⅰ';»</style><p>lamp",
        &[("a.css", "@import 'b.css';@import 'a.css';"), ("b.css", "@import 'a.css';@import 'page.html';p{color:red}")],
    ),
    row(
        "imports-as-a-tree",
        8,
        "<style>@import 's0.css';</style><p>lamp",
        &[("s*.css", "@import 'sⅱ.css?a';@import 'sⅱ.css?b';@import 'sⅱ.css#c';p{color:red}")],
    ),
    row("links-to-one-sheet", 800, "«<link rel=stylesheet href='a.css?ⅰ'>»<p>lamp", &[("a.css", "«100:p{color:red}»")]),
    row("links-to-nowhere", 3_000, "«<link rel=stylesheet href=gone-ⅰ.css>»<p>lamp", &[]),
    row("links-to-the-page", 30, "«<link rel=stylesheet href='page.html?ⅰ'>»<p>lamp", &[]),
    row("a-long-sheet", 15_000, "<link rel=stylesheet href=a.css><p>lamp", &[("a.css", "«.cⅰ>b{margin:ⅰpx}»")]),
    row("sheets-in-addresses", 300, "<style>«@import 'data:text/css,p%7Btop:ⅰpx%7D';»</style><p>lamp", &[]),
    row("frames-to-the-page", 200, "«<iframe src='page.html?ⅰ'></iframe>»<p>lamp", &[]),
];
