//! What style sheets make of boxes.

use super::{Group, Trap, styled};

const fn row(name: &'static str, n: usize, sheet: &'static str, body: &'static str) -> Trap {
    styled(Group::Boxes, name, n, sheet, body)
}

const ITEMS: &str = "<main>«<p>lamp</p>»</main>";
const FEW: &str = "<main>«40:<p>lamp</p>»</main>";

pub(super) const TRAPS: &[Trap] = &[
    row("grid-of-many-columns", 2_000, "main{display:grid;grid-template-columns:repeat(ℕ,1px)}", FEW),
    row("grid-line-far-away", 5_000, "main{display:grid}p{grid-area:ℕ/ℕ}", "<main><p>lamp</p></main>"),
    row(
        "grid-line-at-the-end",
        500_000_000,
        "main{display:grid}p{grid-area:ℕ/ℕ}b{grid-area:-ℕ}",
        "<main><p>lamp</p><b>x</b></main>",
    ),
    row("grid-spans", 1_000, "main{display:grid}p{grid-column:span ℕ}", FEW),
    row(
        "grid-filled-by-itself",
        4_000,
        "main{display:grid;width:ℕpx;grid-template-columns:repeat(auto-fill,1px)}",
        FEW,
    ),
    row(
        "grid-packed",
        800,
        "main{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(80,1fr)}p:nth-child(2n){grid-column:span 41}",
        ITEMS,
    ),
    row("grid-areas", 150, "main{display:grid;grid-template-areas:«'«80:aℕ »'»}", FEW),
    row("grid-items", 4_000, "main{display:grid;grid-template-columns:repeat(4,auto)}", ITEMS),
    row("grids-in-grids", 10, "div{display:grid;grid-template-columns:auto 1fr}", "«<div>a»lamp"),
    row(
        "grids-in-rows",
        8,
        "div{display:grid;grid-template-columns:minmax(auto,1fr) auto}section{display:flex;flex-wrap:wrap}",
        "«<div><section>a»lamp",
    ),
    row("flexible-items", 4_000, "main{display:flex;flex-wrap:wrap}", ITEMS),
    row("flexible-row", 3_000, "main{display:flex}p{flex:1 1 auto;min-width:1px}", ITEMS),
    row(
        "columns-in-columns",
        40,
        "div{display:flex;flex-direction:column}div>div{flex:1 1 auto}",
        "«<div>»lamp«</div>»",
    ),
    row(
        "rows-and-columns-in-turn",
        30,
        "div{display:flex;flex-wrap:wrap}div:nth-child(odd){flex-direction:column}",
        "«<div>a<div>»lamp«</div>b</div>»",
    ),
    row("inline-blocks-in-inline-blocks", 50, "div{display:inline-block}", "«<div>a»lamp«</div>»"),
    row("inline-rows-in-inline-rows", 30, "div{display:inline-flex}", "«<div>a»lamp«</div>»"),
    row("floats-in-floats", 60, "div{float:left}", "«<div>a»lamp«</div>»"),
    row(
        "floats",
        2_500,
        "b{float:left;width:33px;height:7px}b:nth-child(3n){float:right;height:19px}",
        "«<b>lamp</b>»",
    ),
    row("floats-in-a-text", 1_000, "b{float:left;width:9px;height:90px}", "<p>«some words here <b>a</b>»"),
    row("floats-below-each-other", 1_500, "b{float:left;width:60%;height:9px}", "«<b>lamp</b>»"),
    row("out-of-the-flow", 4_000, "main{position:relative}p{position:absolute;top:1px;z-index:2147483647}", ITEMS),
    row("out-of-the-flow-in-itself", 100, "div{position:absolute;inset:1%;z-index:1}", "«<div>»lamp"),
    row("sticky", 3_000, "p{position:sticky;top:0}", ITEMS),
    row("heights-of-heights", 100, "div{height:100%;width:calc(100% - 1px);overflow:auto}", "«<div>»lamp"),
    row("columns-of-text", 400_000_000, "main{column-count:ℕ;column-width:1px}", FEW),
    row(
        "counters-in-counters",
        100,
        "ol{counter-reset:i}li::before{counter-increment:i;content:counters(i,'.')}",
        "«<ol><li>lamp»",
    ),
    row(
        "counters-side-by-side",
        6_000,
        "p{counter-increment:a 9999999 b}p::before{content:counter(a,upper-roman) counter(b,hebrew)}",
        "«<p>x</p>»",
    ),
    row(
        "generated-boxes",
        1_500,
        "*::before{content:'x';display:block}*::after{content:'y';float:left}",
        "«<p>lamp</p>»",
    ),
    row("items-in-roman", 4_000, "li{list-style:upper-roman inside}", "<ol start=-2147483648>«<li>lamp»"),
    row("growing-fonts", 60, "div{font-size:1.6em;padding:1em;width:4em}", "«<div>a»"),
    row("growing-fonts-by-ten", 40, "div{font-size:10em}", "«<div>a»"),
    row(
        "endless-sizes",
        20,
        "div{width:1e38px;margin:-1e38px;padding:1e30px}p{width:calc(1px/0);font-size:1e30px;letter-spacing:1e30px}b{font-size:calc(infinity*1px)}i{width:calc(NaN*1px)}",
        "«<div><p>lamp <b>b</b> <i>i</i></p></div>»",
    ),
    row("no-size-at-all", 500, "*{font-size:0;line-height:0;width:0;letter-spacing:-99px}", "«<p>lamp and desk</p>»"),
    row(
        "turned-text",
        100,
        "div{writing-mode:vertical-rl;direction:rtl}div div{writing-mode:sideways-lr}",
        "«<div>lamp»",
    ),
    row("boxes-that-are-none", 200, "div{display:contents}", "«<div>»lamp"),
    row("blocks-in-inline", 150, "span{border:1px solid}", "«<span>a<div>b</div>»"),
    row("narrow-words", 20_000, "p{width:1px}", "<p>«lamp »"),
    row("broken-anywhere", 80_000, "p{word-break:break-all;width:1px}", "<p>«l»"),
    row("kept-lines", 20_000, "p{white-space:pre}", "<p>«l\n»"),
    row("tabs", 30_000, "p{white-space:pre;tab-size:1e9}", "<p>«l\t»"),
    row("runs-in-a-line", 12_000, "a{color:red}", "<p>«<a href=/>l</a> »"),
    row("justified", 20_000, "p{text-align:justify}", "<p>«lamp »"),
    row("hyphens", 20_000, "p{width:1px;hyphens:auto}", "<p>«la\u{ad}mp»"),
    row("hard-blanks", 80_000, "p{color:red}", "<p>«&nbsp;»"),
    row("breaks", 8_000, "p{color:red}", "<p>«lamp<br>»"),
    row("large-fields", 250_000, "p{color:red}", "<textarea cols=ℕ rows=ℕ>a</textarea><input size=ℕ>"),
    row(
        "large-pictures",
        20,
        "p{color:red}",
        "«<img src=a.png width=99999999999 height=99999999999><svg width=1e30 height=1e30 viewBox='0 0 1e-30 1e-30'></svg>»",
    ),
    row(
        "old-attributes",
        1_500,
        "p{color:red}",
        "«<font size=+7><table bgcolor=ⅰ width=ⅰ% cellspacing=ⅰ><tr><td nowrap height=ⅰ>x</table></font>»",
    ),
    row("lists-to-choose-from", 8_000, "p{color:red}", "<select multiple size=9999>«<option>lamp»</select>"),
];
