//! What a method did to a page, told to a person.

use super::json::excerpt;
use crate::methods::Answer;
use crate::pipeline::Outcome;
use std::fmt::Write;
use tamis_page::select::write::absolute_xpath;

/// A line for the whole, then one for each part that was removed: where it stood, how it began, and why it went.
pub fn explain(outcome: &Outcome<'_>) -> String {
    let document = outcome.page().document();
    let mut lines = String::new();
    match outcome.answer() {
        Answer::Mask(mask) => {
            let (name, n_kept, n_nodes) = (outcome.recipe().method().name, mask.n_kept(), document.len());
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{name} kept {n_kept} of {n_nodes} nodes");
            for removal in mask.removals() {
                let xpath = absolute_xpath(document, removal.node);
                let _ = write!(lines, "removed {xpath}: {}", removal.reason);
                let _ = match excerpt(document, removal.node).as_str() {
                    "" => writeln!(lines),
                    words => writeln!(lines, " \"{words}\""),
                };
            }
        }
    }
    lines
}
