//! Style sheets without the rules that cannot match anything on the page.
//!
//! Of a site's sheets a page uses a few per cent, and reading rules is a third of what a page costs. A rule is left out if
//! each of its selectors asks for a class or an id that no element of the document has. What is in brackets is not
//! looked at (`:not(.a)` asks for nothing), and neither are rules in rules. A sheet that is not written as it should be is
//! left as it is, so that the engine makes of it what it would.
//!
//! The same scanner counts custom properties: those of one rule collide where the engine reads them, so its time grows with the
//! square of their number.

use super::names_in_use::NamesInUse;
use std::borrow::Cow;
use std::ops::Range;

/// The sheet without rules that cannot match.
pub(super) fn without_unused_rules<'c>(css: &'c str, used: &NamesInUse<'_>) -> Cow<'c, str> {
    let mut scanner = Scanner::new(css);
    let mut kept = String::new();
    let mut kept_to = 0;
    // Rules of conditions such as `@media` that the scanner is in.
    let mut n_groups = 0_usize;
    loop {
        let Some(byte) = scanner.next_rule() else { return Cow::Borrowed(css) };
        let start = scanner.at;
        let is_whole = match byte {
            b'\0' if n_groups == 0 => break,
            b'\0' => false,
            b'}' if n_groups > 0 => {
                n_groups -= 1;
                scanner.at += 1;
                true
            }
            b'@' => match scanner.at_rule() {
                Some(AtRule::Group) => {
                    n_groups += 1;
                    true
                }
                rule => rule.is_some(),
            },
            _ => match scanner.style_rule() {
                Some(rule) => {
                    if !rule.has_rules && !can_match(&css[start..rule.prelude_end], used) {
                        kept.push_str(&css[kept_to..start]);
                        kept_to = scanner.at;
                    }
                    true
                }
                None => false,
            },
        };
        if !is_whole {
            return Cow::Borrowed(css);
        }
    }
    if kept_to == 0 {
        return Cow::Borrowed(css);
    }
    kept.push_str(&css[kept_to..]);
    Cow::Owned(kept)
}

/// Whether one of the selectors asks only for names that are there.
fn can_match(selectors: &str, used: &NamesInUse<'_>) -> bool {
    let mut scanner = Scanner::new(selectors);
    let mut is_possible = true;
    while let Some(&byte) = scanner.bytes.get(scanner.at) {
        match byte {
            b',' if scanner.open.is_empty() => {
                if is_possible {
                    return true;
                }
                is_possible = true;
                scanner.at += 1;
            }
            b'.' | b'#' if scanner.open.is_empty() => {
                let start = scanner.at + 1;
                let rest = &scanner.bytes[start..];
                let end = start + rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len());
                // A name with an escape in it is not read.
                let is_plain = end > start && scanner.bytes.get(end) != Some(&b'\\');
                is_possible &= !is_plain || used.has(byte, &selectors[start..end]);
                scanner.at = end;
            }
            _ => {
                if scanner.pass_token().is_none() {
                    return true;
                }
            }
        }
    }
    is_possible
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

/// Walks over a sheet; `None` from any of its methods means that the sheet is not as it should be.
struct Scanner<'c> {
    bytes: &'c [u8],
    at: usize,
    /// Brackets that are open, as they must be closed.
    open: Vec<u8>,
}

enum AtRule {
    /// A rule around rules, which begin here.
    Group,
    Other,
}

struct StyleRule {
    prelude_end: usize,
    has_rules: bool,
}

/// The bytes that a scanner must look at; most are not among them, and looking at each takes time.
const HAS_MEANING: [bool; 256] = {
    let mut has_meaning = [false; 256];
    let bytes = b"/\"'\\()[]{};,.#";
    let mut i = 0;
    while i < bytes.len() {
        has_meaning[bytes[i] as usize] = true;
        i += 1;
    }
    has_meaning
};

/// Brackets in brackets beyond which a sheet is left alone.
const MAX_OPEN: usize = 100;

impl<'c> Scanner<'c> {
    pub(super) fn new(css: &'c str) -> Scanner<'c> {
        Scanner { bytes: css.as_bytes(), at: 0, open: Vec::new() }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Passes over a token and says where words may be in it: nowhere in a comment, a string or an address.
    fn next_words(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let is_opaque = match self.bytes.get(start)? {
            b'/' => self.bytes.get(start + 1) == Some(&b'*'),
            b'(' => self.is_address(),
            byte => matches!(byte, b'"' | b'\''),
        };
        self.pass_token()?;
        Some(if is_opaque { self.at..self.at } else { start..self.at.min(self.bytes.len()) })
    }

    /// Goes to the next rule and says what it begins with: 0 at the end of the sheet.
    fn next_rule(&mut self) -> Option<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b'\x0C' => self.at += 1,
                b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => self.pass_token()?,
                b'\0' => return None,
                _ => return Some(byte),
            }
        }
        Some(b'\0')
    }

    fn at_rule(&mut self) -> Option<AtRule> {
        let rest = &self.bytes[self.at + 1..];
        let name = &rest[..rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len())];
        let groups: [&[u8]; 4] = [b"media", b"supports", b"layer", b"container"];
        let is_group = groups.iter().any(|group| group.eq_ignore_ascii_case(name));
        loop {
            match self.bytes.get(self.at)? {
                b';' if self.open.is_empty() => {
                    self.at += 1;
                    return Some(AtRule::Other);
                }
                b'{' if self.open.is_empty() && is_group => {
                    self.at += 1;
                    return Some(AtRule::Group);
                }
                b'{' if self.open.is_empty() => {
                    self.pass_block()?;
                    return Some(AtRule::Other);
                }
                _ => self.pass_token()?,
            }
        }
    }

    fn style_rule(&mut self) -> Option<StyleRule> {
        loop {
            match self.bytes.get(self.at)? {
                b';' if self.open.is_empty() => return None,
                b'{' if self.open.is_empty() => break,
                _ => self.pass_token()?,
            }
        }
        let prelude_end = self.at;
        let has_rules = self.pass_block()?;
        Some(StyleRule { prelude_end, has_rules })
    }

    /// Passes over a block in braces and says whether there is another one in it.
    fn pass_block(&mut self) -> Option<bool> {
        self.pass_token()?;
        let mut has_blocks = false;
        while !self.open.is_empty() {
            has_blocks |= *self.bytes.get(self.at)? == b'{';
            self.pass_token()?;
        }
        Some(has_blocks)
    }

    /// Passes over a comment, a string, an address, an escape, a bracket, or bytes without a meaning here.
    fn pass_token(&mut self) -> Option<()> {
        let byte = *self.bytes.get(self.at)?;
        let close = match byte {
            b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => {
                self.at += 2;
                return self.pass_comment();
            }
            b'"' | b'\'' => {
                self.at += 1;
                return self.pass_to(byte, |byte| matches!(byte, b'\n' | b'\r' | b'\x0C'));
            }
            b'\\' => {
                self.at += 2;
                return Some(());
            }
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b')' | b']' | b'}' => {
                self.at += 1;
                return (self.open.pop()? == byte).then_some(());
            }
            _ => {
                let rest = &self.bytes[self.at + 1..];
                self.at += 1 + rest.iter().position(|&byte| HAS_MEANING[usize::from(byte)]).unwrap_or(rest.len());
                return Some(());
            }
        };
        if byte == b'(' && self.is_address() {
            return self.pass_to(b')', |byte| matches!(byte, b'"' | b'\'' | b'('));
        }
        self.at += 1;
        self.open.push(close);
        (self.open.len() <= MAX_OPEN).then_some(())
    }

    fn pass_comment(&mut self) -> Option<()> {
        loop {
            self.at += 1 + self.bytes.get(self.at..)?.iter().position(|&byte| byte == b'*')?;
            if self.bytes.get(self.at) == Some(&b'/') {
                self.at += 1;
                return Some(());
            }
        }
    }

    /// Whether this bracket is that of an address without quotation marks, in which anything may stand.
    fn is_address(&self) -> bool {
        let before = &self.bytes[..self.at];
        let is_url = before.len() >= 3 && before[before.len() - 3..].eq_ignore_ascii_case(b"url");
        let is_longer = before.len() >= 4 && is_name(before[before.len() - 4]);
        let mut content = self.bytes[self.at + 1..].iter().skip_while(|byte| byte.is_ascii_whitespace());
        is_url && !is_longer && !matches!(content.next(), Some(b'"' | b'\''))
    }

    /// Goes past the next `end`, over escapes; not past what must not stand before it.
    fn pass_to(&mut self, end: u8, is_forbidden: impl Fn(u8) -> bool) -> Option<()> {
        if end == b')' {
            self.at += 1;
        }
        loop {
            match *self.bytes.get(self.at)? {
                byte if byte == end => break,
                b'\\' => self.at += 2,
                byte if is_forbidden(byte) => return None,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }
}

/// Whether more than `most` custom properties are named. Of a sheet that is not written as it should be every two hyphens
/// count, as what the engine takes for a comment or a string in it is not known.
pub(super) fn has_more_properties(css: &str, most: usize) -> bool {
    if css.matches("--").nth(most).is_none() {
        return false;
    }
    let mut scanner = Scanner::new(css);
    let mut n_found = 0;
    while !scanner.is_at_end() {
        let Some(words) = scanner.next_words() else { return true };
        n_found += words.filter(|&at| is_property(css.as_bytes(), at)).count();
        if n_found > most {
            return true;
        }
    }
    false
}

/// Whether the two hyphens here begin a name that stands by itself.
fn is_property(css: &[u8], at: usize) -> bool {
    let begins = at.checked_sub(1).is_none_or(|before| {
        css[before].is_ascii_whitespace() || matches!(css[before], b'{' | b'}' | b';' | b'(' | b',' | b':' | b'/')
    });
    begins && css[at..].starts_with(b"--") && css.get(at + 2).is_some_and(|&byte| is_name(byte) || byte == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::Document;

    #[track_caller]
    fn check(css: &str, expect: &str) {
        let document = Document::parse("<!doctype html><p class='a B' id=i><b class=ä>x");
        let used = NamesInUse::of(&document);
        assert_eq!(without_unused_rules(css, &used), expect);
    }

    #[test]
    fn rules_for_names_that_are_not_there_are_left_out() {
        check(".a{x:1}.c{x:2}#i{x:3}#j{x:4}p{x:5}", ".a{x:1}#i{x:3}p{x:5}");
        check(".a .c{x:1} .a.c{x:1} .c>.a:hover{x:1} .a~.ä{x:2}", "   .a~.ä{x:2}");
        check(".c,.a{x:1}.c,.d{x:2}.c , p{x:3}", ".c,.a{x:1}.c , p{x:3}");
        check(".A{x:1}.B{x:2}", ".B{x:2}");
    }

    #[test]
    fn in_quirks_mode_letters_have_no_case() {
        let document = Document::parse("<p class=Big id=One>");
        let used = NamesInUse::of(&document);
        assert_eq!(without_unused_rules(".bIG{x:1}#one{x:2}.small{x:3}", &used), ".bIG{x:1}#one{x:2}");
    }

    #[test]
    fn what_is_in_brackets_asks_for_nothing() {
        check(
            "p:not(.c){x:1}:is(.c,.a){x:2}[class*='.c']{x:3}.c:not(.a){x:4}",
            "p:not(.c){x:1}:is(.c,.a){x:2}[class*='.c']{x:3}",
        );
    }

    #[test]
    fn rules_in_conditions_are_looked_at_and_other_rules_are_kept() {
        check("@media print,(x){.c{x:1}.a{x:2}}.c{x:3}", "@media print,(x){.a{x:2}}");
        check("@import 'x';@layer b,c;@layer b{.c{x:1}}", "@import 'x';@layer b,c;@layer b{}");
        check(
            "@keyframes c{0%{x:1}to{x:2}}@font-face{x:url(;{)}.c{x:1}",
            "@keyframes c{0%{x:1}to{x:2}}@font-face{x:url(;{)}",
        );
        check(".c{x:1;.a &{x:2}}", ".c{x:1;.a &{x:2}}");
    }

    #[test]
    fn strings_comments_addresses_and_escapes_hide_braces() {
        check(".c{x:'}'}.a{x:\"{\"}", ".a{x:\"{\"}");
        check("/* .a{ */.c{/*}*/x:1}.a{x:2}", "/* .a{ */.a{x:2}");
        check(".c{x:url(data:a;}b)}.a{x:2}", ".a{x:2}");
        check(".c{x:\\}}.a{x:2}", ".a{x:2}");
        check(".c\\:d{x:1}.a\\:d{x:2}", ".c\\:d{x:1}.a\\:d{x:2}");
    }

    #[test]
    fn a_sheet_that_is_not_as_it_should_be_stays_as_it_is() {
        for css in [
            ".c{x:1}}.a{x:2}",
            ".c{x:1}.a{x:2",
            ".c{x:1}.a{x:(}",
            ".c{x:1}.a{x:'\n'}",
            ".c{x:1};.a{x:2}",
            ".c{x:1}/* .a{x:2}",
            ".c{x:1}@media x{.c{x:2}",
        ] {
            check(css, css);
        }
    }
}

#[cfg(test)]
mod properties_tests {
    use super::*;

    #[track_caller]
    fn check(css: &str, n_properties: usize) {
        assert!(!has_more_properties(css, n_properties), "{css}");
        assert!(n_properties == 0 || has_more_properties(css, n_properties - 1), "{css}");
    }

    #[test]
    fn names_of_properties_count_wherever_they_stand() {
        check("--a:1;--b:2", 2);
        check("a{--a:1;--b:var(--a);--c:var( --d,var(--e))}", 6);
        check("a{/**/--a:1}@property --b{}", 2);
        check("a{--\\61:1;--é:2;---x:3}", 3);
    }

    #[test]
    fn hyphens_in_comments_strings_addresses_and_other_names_do_not() {
        check("/* ---- --a:1 */a{b:c}", 0);
        check(".block--a.--b .c__d--e{f:g}<!-- -->", 0);
        check("a{content:' --a;--b';background:url(x;--a)}", 0);
    }

    #[test]
    fn nothing_hides_behind_what_only_looks_like_a_comment() {
        check("a{b:'/*';c:url(/*);--a:1}", 1);
        // Never closed, so each counts.
        check("a{b:'\n --a;--b", 2);
    }
}
