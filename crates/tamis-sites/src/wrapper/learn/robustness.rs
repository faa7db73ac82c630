//! How likely a selector is to hold on the next page, as far as its spelling tells.

use crate::wrapper::spelling::ways;

/// What a selector loses against a better one that serves as many rows, from 0: about the share of rows that it may serve
/// more than the other and still be the worse choice.
///
/// A value that is found by a poor selector is better than none, so that there is an end to it.
pub(super) fn penalty(xpath: &str) -> f64 {
    penalty_of_records(xpath).min(0.25)
}

/// How fragile an XPath of a region or of records is, without an upper limit: a list of twenty positions is no rule, however many
/// records of this page it finds, because another page has other things there.
pub(super) fn penalty_of_records(xpath: &str) -> f64 {
    let n_places = n_places(xpath);
    let places = if n_places == 0 { 0.0 } else { 0.03 + 0.02 * (n_places - 1) as f64 };
    let lists = 0.05 * (ways(xpath, '|').len() - 1) as f64;
    // `libxml2` does not put rows into a `tbody` that the page does not write.
    let table_bodies = 0.02 * xpath.matches("/tbody").count() as f64;
    let steps = 0.004 * xpath.matches('/').count() as f64;
    let nameless = match last_name(xpath) {
        _ if xpath.contains('@') || xpath.contains('=') => 0.0,
        // A record has many links and divisions, and few headings or times.
        Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "time" | "address" | "dt" | "dd") => 0.002,
        _ => 0.004,
    };
    places + lists + table_bodies + steps + nameless
}

/// The name of the element that an expression leads to.
fn last_name(xpath: &str) -> Option<&str> {
    let last = xpath.rsplit('/').find(|step| !step.starts_with(['@', '.']) && !step.starts_with("text()"))?;
    last.split('[').next()
}

/// How often an element is told from others by its place. The text of an element, and the first element after a label, can be
/// said in no other way.
pub(super) fn n_places(xpath: &str) -> usize {
    let mut n_places = 0;
    let mut rest = xpath;
    while let Some(open) = rest.find('[') {
        let (before, inside) = (&rest[..open], &rest[open + 1..]);
        let is_number = inside.find(']').is_some_and(|end| inside[..end].bytes().all(|byte| byte.is_ascii_digit()));
        let is_after_label =
            before.rsplit_once("following-sibling::").is_some_and(|(_, name)| !name.contains(['/', '[', ']']));
        let is_place = is_number && !before.ends_with("text()") && !is_after_label;
        n_places += usize::from(is_place || inside.starts_with("last()") || inside.starts_with("position()"));
        rest = inside;
    }
    n_places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_last_longer_than_places() {
        let in_order =
            [".//p[@class='price']", ".//div[@class='a']/p", ".//p[2]", "./div[1]/p[2]", "./div[1]/div[2]/p[3]"];
        assert!(penalty(".//h3") < penalty(".//a") && penalty(".//h3/text()[1]") < penalty(".//a/text()[1]"));
        assert!(in_order.windows(2).all(|pair| penalty(pair[0]) < penalty(pair[1])));
    }

    #[test]
    fn a_text_and_the_value_of_a_label_are_no_places() {
        assert_eq!(n_places(".//p/text()[2]"), 0);
        assert_eq!(n_places(".//dt[normalize-space()='Price']/following-sibling::dd[1]"), 0);
        assert_eq!(n_places("./div[3]//li[last()]/a[position()>1]"), 3);
    }
}
