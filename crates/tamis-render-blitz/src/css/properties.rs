//! How many custom properties a sheet names, before the engine reads it.
//!
//! Those of one rule collide where they are read, and the time to read them grows with the square of their number. Two
//! hyphens are none by themselves: comments have rules of them, and names of classes two in the middle.

use super::unused::{Scanner, is_name};

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
