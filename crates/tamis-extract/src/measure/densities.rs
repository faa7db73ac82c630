//! Ratios of what a stretch of a page holds to what it could hold: links to text, a part to the whole.

use tamis_page::Counts;

/// Which part of the text is inside links, 0 to 1. Without any text it is 1: what has nothing to read is for clicking.
pub fn link_density(counts: &Counts) -> f64 {
    if counts.text_chars == 0 { 1.0 } else { share(counts.link_chars, counts.text_chars) }
}

/// The characters that are not inside links.
pub fn plain_chars(counts: &Counts) -> u32 {
    counts.text_chars - counts.link_chars
}

/// How much of the whole a part is, 0 to 1; 0 if there is nothing.
pub fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}");
    }

    #[test]
    fn nothing_divided_by_nothing_is_no_share() {
        check(share(0, 0), 0.0);
        check(share(1, 4), 0.25);
    }

    #[test]
    fn a_stretch_without_text_is_all_links() {
        check(link_density(&Counts::default()), 1.0);
        check(link_density(&Counts { text_chars: 10, link_chars: 4, ..Counts::default() }), 0.4);
        assert_eq!(plain_chars(&Counts { text_chars: 10, link_chars: 4, ..Counts::default() }), 6);
    }
}
