//! Long text, entities, comments, what is not closed.

use super::{Group, Trap, page};

const fn row(name: &'static str, n: usize, pattern: &'static str) -> Trap {
    page(Group::Text, name, n, pattern)
}

pub(super) const TRAPS: &[Trap] = &[
    row("one-text", 300_000, "<p>«lamp »"),
    row("one-word", 1_000_000, "<p>«l»"),
    row("blanks", 1_000_000, "<p>lamp«  »"),
    row("lines", 300_000, "<pre>«l\n»"),
    row("sentences", 60_000, "<p>«It burns. Does it? »"),
    row("punctuation", 200_000, "<p>«.,;!»"),
    row("prices", 100_000, "<p>«$1,234.56 »"),
    row("dates", 60_000, "<p>«5 April 2013, 12:30 »"),
    row("digits", 1_000_000, "<p>«7»"),
    row("han", 150_000, "<p>«電灯の光»"),
    row("both-directions", 60_000, "<p>«\u{202e}א\u{202c}\u{2067}a»"),
    row("accents-on-one-letter", 300_000, "<p>a«\u{301}»"),
    row("joined-emoji", 30_000, "<p>«👩\u{200d}🚀\u{200d}»"),
    row("invisible-characters", 200_000, "<p>lamp«\u{200b}\u{ad}\u{feff}»"),
    row("zero-bytes", 300_000, "<p>«\0l»"),
    row("named-references", 60_000, "<p>«&NotNestedGreaterGreater;&b.alpha;»"),
    row("broken-references", 100_000, "<p>«&lt&nosuch;&#x;&#»"),
    row("long-number-reference", 1_000_000, "<p>&#«1»;"),
    row("ampersands", 500_000, "<p>«&»"),
    row("openings", 500_000, "<p>«<»"),
    row("half-tags", 150_000, "<p>«<a l»"),
    row("unclosed-comment", 150_000, "<p>lamp<!--«-- > <p>»"),
    row("comments-in-comments", 150_000, "<p>lamp«<!--»"),
    row("bogus-comments", 150_000, "<p>lamp«<?l »"),
    row("character-data", 100_000, "<p>lamp<svg>«<![CDATA[l]]»"),
    row("unclosed-script", 100_000, "<p>lamp<script>«</scrip »"),
    row("escaped-script", 60_000, "<p>lamp<script><!--«<script>»"),
    row("unclosed-style", 100_000, "<p>lamp<style>«p{}</styl »"),
    row("unclosed-title", 100_000, "<title>«l</titl »"),
    row("unclosed-area", 100_000, "<p>lamp<textarea>«</textare »"),
    row("plain-text", 80_000, "<p>lamp<plaintext>«</plaintext><p>»"),
    row("declared-charsets", 50_000, "<head>«<meta charset=utf-8>»<p>lamp"),
    row("refreshes", 20_000, "<head>«<meta http-equiv=refresh content='0;url=/ⅰ'>»<p>lamp"),
    row("bases", 50_000, "<head>«<base href=//h.example/ⅰ/>»<p>lamp"),
    row("titles", 30_000, "«<title>Lamp ⅰ - Shop</title>»<p>lamp"),
];
