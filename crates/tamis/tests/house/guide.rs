//! Every method has its page.

use crate::bed::{repository, text_of};
use tamis::methods::METHODS;

#[test]
fn every_method_has_a_page_with_the_fixed_headings() {
    let index = text_of("docs/README.md");
    // A method without a paper, such as `none`, has nothing to explain.
    for method in METHODS.iter().filter(|method| !method.paper().is_empty()) {
        let page = format!("docs/methods/{}.md", method.name());
        assert!(repository().join(&page).exists(), "{} has no page\nhelp: write {page}", method.name());
        let text = text_of(&page);
        for heading in ["What it decides", "Paper", "Steps", "Where we differ", "Example"] {
            let has_heading = text.lines().any(|line| line.starts_with('#') && line.contains(heading));
            assert!(has_heading, "{page} has no heading \"{heading}\"\nhelp: copy the headings of its neighbours");
        }
        let link = format!("(methods/{}.md)", method.name());
        assert!(index.contains(&link), "docs/README.md does not link to {page}");
    }
}
