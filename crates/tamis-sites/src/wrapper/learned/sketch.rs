//! A page's paths in a few numbers, by which the distance of another page is told.
//!
//! Of all paths of the learned pages those with the smallest numbers are kept (a bottom-k sketch). The numbers are spread
//! evenly, so they are a fair sample, and the same paths are sampled on any other page: those below the largest number kept.

use crate::Fingerprint;
use tamis_page::Document;

/// How many paths are kept. The share of common ones is then told to about 6 of 100.
const SIZE: usize = 64;

/// The sample of the paths of some pages.
pub(in crate::wrapper) fn of<'a>(pages: impl Iterator<Item = &'a Document>) -> Vec<u32> {
    let mut numbers: Vec<u32> = pages.flat_map(numbers).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(SIZE);
    numbers
}

/// How much of the paths is common to a page and those that the sample is of: the share of the paths of whichever has fewer,
/// because a page of the template may lack some parts, and several learned pages have more than one. `None` without a sample.
pub(in crate::wrapper) fn similarity(sample: &[u32], page: &Document) -> Option<f64> {
    let largest = *sample.iter().max()?;
    let bound = if sample.len() < SIZE { u32::MAX } else { largest };
    let mut on_page: Vec<u32> = numbers(page).filter(|&number| number <= bound).collect();
    on_page.sort_unstable();
    on_page.dedup();
    let n_common = sample.iter().filter(|number| on_page.binary_search(number).is_ok()).count();
    Some(n_common as f64 / on_page.len().min(sample.len()).max(1) as f64)
}

fn numbers(page: &Document) -> impl Iterator<Item = u32> + use<> {
    Fingerprint::of(page).paths().numbers().to_vec().into_iter().map(spread)
}

/// Numbers evenly spread, each another (the last steps of `MurmurHash3`): those of paths that differ little are near each other.
fn spread(mut number: u32) -> u32 {
    number = (number ^ (number >> 16)).wrapping_mul(0x85eb_ca6b);
    number = (number ^ (number >> 13)).wrapping_mul(0xc2b2_ae35);
    number ^ (number >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(n_kinds: usize, tag: &str) -> Document {
        Document::parse(
            (0..n_kinds).map(|kind| format!("<{tag} id=k{}>x</{tag}>", "a".repeat(kind + 1))).collect::<String>(),
        )
    }

    #[test]
    fn a_page_is_near_to_its_own_kind_and_far_from_others() {
        let sample = of([&page(300, "p")].into_iter());
        assert_eq!(sample.len(), SIZE);
        assert_eq!(similarity(&sample, &page(300, "p")), Some(1.0));
        assert_eq!(similarity(&sample, &page(300, "div")), Some(0.0));
        // A page that lacks some parts is near.
        assert_eq!(similarity(&sample, &page(100, "p")), Some(1.0));
        let mixed = page(300, "p").to_html() + &page(300, "div").to_html();
        let half = similarity(&of([&page(300, "div"), &page(300, "b")].into_iter()), &Document::parse(mixed));
        assert!((half.expect("has paths") - 0.5).abs() < 0.2, "{half:?}");
    }

    #[test]
    fn without_a_sample_nothing_is_said() {
        assert_eq!(similarity(&[], &page(3, "p")), None);
    }
}
