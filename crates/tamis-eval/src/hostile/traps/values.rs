//! Values of style sheets.

use super::{Group, Trap, styled};

const fn row(name: &'static str, n: usize, sheet: &'static str, body: &'static str) -> Trap {
    styled(Group::Values, name, n, sheet, body)
}

const CARDS: &str = "«200:<div class='cⅰ d'><p>lamp</p></div>»";
const LAMP: &str = "<p id=x class=y>lamp</p>";

pub(super) const TRAPS: &[Trap] = &[
    row("doubling-properties", 14, ":root{--v0:lamp;«--vⅱ:var(--vⅰ) var(--vⅰ);»}p{font-family:var(--vℕ)}", LAMP),
    row("doubling-everywhere", 8, "*{--v0:x;«--vⅱ:var(--vⅰ) var(--vⅰ);»}", CARDS),
    row("chain-of-properties", 3_000, ":root{--v0:1px;«--vⅱ:var(--vⅰ);»}p{width:var(--vℕ)}", LAMP),
    row("circle-of-properties", 2_000, ":root{«--vⅰ:var(--vⅱ);»--vℕ:var(--v0)}p{width:var(--v0)}", LAMP),
    row("fallbacks-in-fallbacks", 2_000, "p{width:«var(--x,»1px«)»}", LAMP),
    row("inherited-properties", 1_500, ":root{«--vⅰ:ⅰ;»}*{--own:var(--v1)}", CARDS),
    row(
        "registered-properties",
        2_000,
        "«@property --pⅰ{syntax:'<length>';inherits:true;initial-value:ⅰpx}»p{width:var(--p1)}",
        LAMP,
    ),
    row("sums-in-sums", 2_000, "p{width:calc(«(»1px«)»)}", LAMP),
    row("long-sum", 10_000, "p{width:calc(«1px + »1px)}", LAMP),
    row("least-of-least", 2_000, "p{width:«min(9px,»1px«)»}", LAMP),
    row("open-addresses", 40_000, "p{background:«url(»}", LAMP),
    row("open-braces", 40_000, "«{»", LAMP),
    row("open-brackets", 40_000, "p{a:«([»", LAMP),
    row("open-comments", 80_000, "«/*»", LAMP),
    row("open-string", 80_000, "p{content:'«\\\n»", LAMP),
    row("unknown-at-rules", 20_000, "«@lamp on;»p{color:red}", LAMP),
    row("key-frames", 1_500, "«@keyframes kⅰ{from{top:0}to{top:9px}}»p{animation:k0 1s«,kⅰ 1s»}", LAMP),
    row("transitions", 8_000, "p{transition:all 1s«,top 1s»}", LAMP),
    row("backgrounds", 8_000, "p{background:none«,linear-gradient(red,blue)»}", LAMP),
    row("shadows", 8_000, "p{box-shadow:0 0 red«,1px 1px 9px red»}", LAMP),
    row("colours-of-a-gradient", 20_000, "p{background:linear-gradient(red«,blue»)}", LAMP),
    row("transformations", 8_000, "p{transform:«rotate(1deg) »}", LAMP),
    row("families", 20_000, "p{font-family:serif«,fⅰ»}", LAMP),
    row("corners-of-a-shape", 20_000, "p{clip-path:polygon(0 0«,1px ⅰpx»)}", LAMP),
    row("declarations", 40_000, "p{«margin:ⅰpx;»}", LAMP),
    row("long-content", 20_000, "p::before{content:'«lamp »'}", "«10:<p>x</p>»"),
    row(
        "fonts-in-the-sheet",
        100,
        "«@font-face{font-family:fⅰ;src:url(data:font/woff2;base64,d09GMgABAAAAAA)}»p{font-family:f0}",
        LAMP,
    ),
    row(
        "pictures-in-the-sheet",
        1_000,
        "«.cⅰ{background:url('data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>')}»",
        CARDS,
    ),
];
