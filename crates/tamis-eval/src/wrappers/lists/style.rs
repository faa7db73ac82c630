//! How the selectors of wrappers are written.

use tamis_sites::wrapper::Wrapper;

/// Counts over the columns of wrappers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Columns.
    pub n_columns: usize,
    /// Columns whose selector counts elements.
    pub n_counting: usize,
    /// Columns whose selector is a list of several.
    pub n_lists: usize,
    /// Columns with a CSS selector too.
    pub n_in_css: usize,
    /// Wrappers.
    pub n_wrappers: usize,
    /// Wrappers whose region is found by counting or by several selectors.
    pub n_counted_regions: usize,
    /// Wrappers whose records are found by counting or by several selectors.
    pub n_counted_records: usize,
    /// Wrappers with a selector of the next page.
    pub n_next: usize,
}

impl Style {
    /// The counts of one wrapper.
    pub fn of(wrapper: &Wrapper) -> Style {
        let xpaths = || wrapper.columns.iter().filter_map(|column| column.selectors.xpath.as_deref());
        let is_poor = |xpath: &Option<String>| xpath.as_deref().is_some_and(|xpath| counts(xpath) || is_list(xpath));
        Style {
            n_columns: wrapper.columns.len(),
            n_counting: xpaths().filter(|xpath| counts(xpath)).count(),
            n_lists: xpaths().filter(|xpath| is_list(xpath)).count(),
            n_in_css: wrapper.columns.iter().filter(|column| column.selectors.css.is_some()).count(),
            n_wrappers: 1,
            n_counted_regions: usize::from(is_poor(&wrapper.region.xpath)),
            n_counted_records: usize::from(wrapper.record.as_ref().is_some_and(|record| is_poor(&record.first.xpath))),
            n_next: usize::from(wrapper.next.is_some()),
        }
    }

    /// Adds the counts of other wrappers.
    pub fn add(&mut self, other: &Style) {
        self.n_columns += other.n_columns;
        self.n_counting += other.n_counting;
        self.n_lists += other.n_lists;
        self.n_in_css += other.n_in_css;
        self.n_wrappers += other.n_wrappers;
        self.n_counted_regions += other.n_counted_regions;
        self.n_counted_records += other.n_counted_records;
        self.n_next += other.n_next;
    }
}

/// Whether an element is told from others by its place. The text of an element and the first element after a label are not
/// counted: there is no other way to say these.
fn counts(xpath: &str) -> bool {
    let without = xpath.replace("following-sibling::*[1]", "");
    let mut rest = without.as_str();
    while let Some(open) = rest.find('[') {
        let (before, inside) = (&rest[..open], &rest[open + 1..]);
        let is_number = inside.find(']').is_some_and(|end| inside[..end].bytes().all(|byte| byte.is_ascii_digit()));
        let is_told_otherwise = before.ends_with("text()")
            || before.rsplit_once("following-sibling::").is_some_and(|(_, name)| !name.contains(['/', '[']));
        if is_number && !is_told_otherwise || inside.starts_with("last()") || inside.starts_with("position()") {
            return true;
        }
        rest = inside;
    }
    false
}

fn is_list(xpath: &str) -> bool {
    xpath.contains(" | ")
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn places_among_elements_are_counted() {
        for xpath in [".//td[2]", "./div/p[3]/a", ".//li[last()]", ".//li[position()>1]/b"] {
            assert!(counts(xpath), "{xpath}");
        }
        let others =
            [".//a/@href", ".//p/text()[2]", ".//dt[.='Price']/following-sibling::dd[1]", ".//p[@class='a 1']"];
        for xpath in others {
            assert!(!counts(xpath), "{xpath}");
        }
    }
}
