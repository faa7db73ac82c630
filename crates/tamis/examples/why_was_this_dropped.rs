//! Says why a text of a page is not part of its main content.
//!
//! `cargo run -p tamis --example why_was_this_dropped -- examples/garden.html "We use cookies"`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::error::Error;
use std::{env, fs};
use tamis::{Page, Recipe, Task};
use tamis_page::absolute_xpath;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "examples/garden.html".to_owned());
    let phrase = arguments.next().unwrap_or_else(|| "We use cookies".to_owned());

    let page = Page::parse(fs::read_to_string(path)?);
    let findings = tamis::ask(&page, &[Recipe::default_for(Task::Text)])?;
    let (document, mask) = (page.document(), &findings.mask().expect("a mask was asked for").answer);
    // The first text node that has the phrase; a page that has it elsewhere too has it in a later node.
    let Some(node) = document.nodes().find(|&node| document.text(node).contains(&phrase)) else {
        println!("the page has no text \"{phrase}\"");
        return Ok(());
    };
    if mask.keeps(node) {
        println!("kept: {}", absolute_xpath(document, node));
        return Ok(());
    }
    // What is removed is removed with everything in it: the reason stands at the node or at one of its ancestors.
    let is_around = |removed| document.subtree_range(removed).contains(&node.index());
    for removal in mask.removals().iter().filter(|removal| is_around(removal.node)) {
        println!("dropped with {}: {}", absolute_xpath(document, removal.node), removal.reason);
    }
    Ok(())
}
