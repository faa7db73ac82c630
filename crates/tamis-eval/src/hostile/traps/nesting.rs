//! Deep trees, and tags that close the wrong ones.

use super::{Group, Trap, made, page};
use crate::hostile::pattern::grow;

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Nesting, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("deep-divisions", 20_000, "«<div>»deep«</div>»"),
    row("deep-never-closed", 20_000, "«<section>»deep"),
    row("deep-inline", 20_000, "«<span>»deep«</span>»"),
    row("deep-lists", 15_000, "«<ul><li>lamp »«</ul>»"),
    row("deep-definitions", 10_000, "«<dl><dt>lamp<dd>»light"),
    row("deep-tables", 6_000, "«<table><tr><td>»lamp«</table>»"),
    row("deep-quotations", 15_000, "«<blockquote><p>said »"),
    row("deep-drawings", 15_000, "«<svg><g>»«</g></svg>»"),
    row("deep-html-in-drawings", 8_000, "«<svg><foreignObject><p>lamp»"),
    row("deep-formulas", 8_000, "«<math><mfrac><mi>x»"),
    row("deep-templates", 15_000, "«<template><i>lamp»"),
    row("deep-menus", 15_000, "«<select><optgroup><option>lamp»"),
    row("deep-frames", 15_000, "«<frameset><frame>»"),
    row("deep-buttons", 15_000, "«<button><div>»lamp"),
    row("deep-forms", 15_000, "«<form><fieldset>»lamp"),
    row("deep-objects", 10_000, "«<object><p>»lamp«</object>»"),
    row("deep-unknown", 15_000, "«<x-a><y-b>»lamp«</y-b></x-a>»"),
    row("deep-disclosures", 8_000, "«<details open><summary>more</summary>»lamp"),
    row("deep-headings", 10_000, "«<h2><article>lamp »"),
    row("deep-ruby", 10_000, "«<ruby>a<rt>b»"),
    row("deep-links", 15_000, "«<div><a href=/ⅰ>lamp</a>»"),
    row("alternating-bold", 20_000, "«<b><i>one</b>two</i>»"),
    row("crossed-formatting", 10_000, "«<b><i><u><a href=/>»lamp«</b></i></u></a>»"),
    row("formatting-carried-on", 3_000, "«200:<b class=bⅰ>»«<p>lamp</p>»"),
    row("distinct-fonts", 20_000, "«<font face=fⅰ>»lamp"),
    row("fonts-closed-late", 12_000, "«<font size=ⅰ>»«</font>lamp »"),
    row("ends-without-starts", 15_000, "«</p></li></td></b></svg></x>»"),
    row("ends-below-inline", 12_000, "«<span>»«</article>x»"),
    row("paragraphs-below-inline", 12_000, "«<span>»«<p>x»"),
    row("items-below-inline", 12_000, "<ol>«<em>»«<li>x»"),
    row("adopted-blocks", 5_000, "<a href=/>«<b><div>»«</b></a>x»"),
    row("outside-of-cells", 15_000, "<table>«<div>lamp</div>»"),
    row("outside-of-rows", 15_000, "<table>«lamp<tr>desk»"),
    row("tables-outside-of-cells", 8_000, "«<table><i>lamp»"),
    row("late-attributes", 10_000, "<body>«<body aⅰ=1><html bⅰ=2>»lamp"),
    row("pages-in-frames", 8_000, "«<iframe srcdoc='&lt;ul>&lt;li>One&lt;li>Two'></iframe>»"),
    row("stairs", 250, "«<div><div>«20:<p>step ⅰ</p>»</div>»"),
    made(Group::Nesting, "pages-in-pages", 2_000, pages_in_pages),
];

/// Frames in frames as deep as they go, quoted anew at each level: the innermost page comes many times.
fn pages_in_pages(n: usize) -> Vec<u8> {
    const LEVELS: usize = 6;
    let mut page = grow("<ul>«6:<li>Lamp ⅰ»</ul>", n);
    for _ in 0..LEVELS {
        let quoted = page.replace('&', "&amp;").replace('"', "&quot;");
        page = format!("<iframe srcdoc=\"{quoted}\"></iframe>");
    }
    page.repeat(n.div_ceil(40)).into_bytes()
}
