//! Selectors of style sheets.

use super::{Group, Trap, styled};

const fn row(name: &'static str, n: usize, sheet: &'static str, body: &'static str) -> Trap {
    styled(Group::Selectors, name, n, sheet, body)
}

const CARDS: &str = "«200:<div class='cⅰ d'><p>lamp <b>b</b></p></div>»";

pub(super) const TRAPS: &[Trap] = &[
    row("rules-with-has", 300, "«div:has(> p:not(.cⅰ)):not(:has(b.xⅰ)){color:red}»", CARDS),
    row("has-of-siblings", 400, "p:has(~ .none b){top:0}:has(:not(:has(u))){left:0}", "«<div><p>lamp</p></div>»"),
    row("any-in-any", 30, "«* »i{color:red}«* > »i{top:0}«*~»i{left:0}", "«40:<div>»«40:<i>x</i>»"),
    row("siblings-of-siblings", 400, "«9:p~»p.none{color:red}", "«<p>lamp</p>»"),
    row(
        "counted-from-the-end",
        3_000,
        ":nth-last-child(3n+1 of .a){color:red}p:nth-last-of-type(2n){top:0}",
        "«<p class=a>lamp</p>»",
    ),
    row("not-in-not", 1_000, "«:not(»p«)»{color:red}", "<p>lamp"),
    row("choices-of-choices", 10, "«:is(a,p,b) »:is(a,p,b){color:red}", CARDS),
    row("long-list-of-selectors", 15_000, "«.cⅰ .eⅰ,»p{color:red}", CARDS),
    row("many-rules", 15_000, "«.cⅰ b{color:red}»", CARDS),
    row("rules-of-ids", 15_000, "«#iⅰ>b{color:red}»", CARDS),
    row("rules-of-attributes", 1_500, "«[class*=cⅰ]{color:red}»", CARDS),
    row("nested-rules", 400, "p{«&{»color:red«}»}", "<p>lamp"),
    row("nested-rules-of-three", 10, "«a,b,p{»color:red«}»", "<p>lamp"),
    row("nested-rules-of-two", 12, "«p &,b &{»color:red«}»", "<p>lamp"),
    row("nested-media", 2_000, "«@media all{»p{color:red}«}»", "<p>lamp"),
    row("nested-supports", 2_000, "@supports «(»color:red«)»{p{color:red}}", "<p>lamp"),
    row("layers", 8_000, "«@layer lⅰ;»@layer l0{p{color:red}}", "<p>lamp"),
    row("layers-in-layers", 1_000, "@layer «a.»a{p{color:red}}", "<p>lamp"),
    row("containers", 150, "div{container-type:inline-size}@container (width>1px){div{width:99%}}", "«<div>»x"),
    row("scopes", 1_000, "«@scope (.cⅰ) to (b){p{color:red}}»", CARDS),
];
