//! Ratios of what a part of a page holds: links to text, a part to the whole.

/// Which part of the text is inside links, 0 to 1. Without any text it is 1: what has nothing to read is for clicking.
pub(super) fn link_density(link_chars: u32, text_chars: u32) -> f64 {
    if text_chars == 0 { 1.0 } else { share(link_chars, text_chars) }
}

/// How much of the whole a part is, 0 to 1; 0 if there is nothing.
pub(super) fn share(part: u32, whole: u32) -> f64 {
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
    fn a_part_without_text_is_all_links() {
        check(link_density(0, 0), 1.0);
        check(link_density(4, 10), 0.4);
    }
}
