//! Cells that span, tables in tables.

use super::{Group, Trap, page};

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Tables, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("wide-spans", 1_500, "<table>«<tr><td colspan=1000>a<td>b»</table>"),
    row("high-spans", 300, "<table>«<tr><td rowspan=65534>a<td>b»</table>"),
    row("large-spans", 100, "<table>«<tr><td rowspan=65534 colspan=1000>a»</table>"),
    row("spans-as-stairs", 400, "<table>«<tr><td rowspan=ⅱ colspan=ⅱ>a<td>b»</table>"),
    row("tables-side-by-side", 3_000, "«<table><tr><td>a<td>b<tr><td>c<td>d</table>»"),
    row("tables-in-last-cells", 60, "«<table><tr><td>a<td>»x«</table>»"),
    row("tables-by-percent", 16, "«<table width=100%><tr><td width=50%>a<td>b<td>»x«</table>»"),
    row("one-long-row", 1_500, "<table><tr>«<td>a»</table>"),
    row("columns-without-cells", 20_000, "<table>«<col span=1000>»<tr><td>a</table>"),
    row("captions", 8_000, "<table>«<caption>a</caption><tr><th>b<td>ⅰ»</table>"),
    row("bodies-of-tables", 15_000, "<table>«<tbody><tr><td>a<td>ⅰ»</table>"),
    row("heads-of-tables", 15_000, "<table>«<thead><tr><th scope=col>a»</table>"),
    row("many-columns", 150, "<table>«12:<tr>«<td><a href=/ⅰ>cⅰ</a>»»</table>"),
];
