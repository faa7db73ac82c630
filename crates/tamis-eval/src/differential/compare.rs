//! The first place where two trees differ.

use crate::tree_view::{NodeView, Preorder, TreeView};
use std::fmt;

/// The first place where two trees differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The names of the elements from the root to the place, in our tree.
    pub path: Vec<String>,
    /// What our tree has there.
    pub ours: String,
    /// What html5ever's has.
    pub theirs: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "below /{}: ours has {}, html5ever has {}", self.path.join("/"), self.ours, self.theirs)
    }
}

/// Compares what lies below two nodes, and the modes of the two documents.
pub fn first_difference<O: TreeView, T: TreeView>(
    ours: &O,
    our_start: O::Node,
    theirs: &T,
    their_start: T::Node,
) -> Option<Difference> {
    if ours.quirks() != theirs.quirks() {
        let spell = |mode| format!("mode {mode:?}");
        return Some(Difference { path: Vec::new(), ours: spell(ours.quirks()), theirs: spell(theirs.quirks()) });
    }
    let mut path: Vec<String> = Vec::new();
    let mut our_walk = Preorder::below(ours, our_start);
    let mut their_walk = Preorder::below(theirs, their_start);
    loop {
        let our_step = our_walk.next().map(|(depth, node)| (depth, ours.describe(node)));
        let their_step = their_walk.next().map(|(depth, node)| (depth, theirs.describe(node)));
        if our_step == their_step {
            let (depth, node) = our_step?;
            path.truncate(depth);
            if let NodeView::Element { name, .. } = node {
                path.push(name.to_owned());
            }
            continue;
        }
        let depth = our_step.as_ref().map_or(usize::MAX, |step| step.0);
        path.truncate(depth.min(their_step.as_ref().map_or(usize::MAX, |step| step.0)));
        return Some(Difference { path, ours: spell(our_step), theirs: spell(their_step) });
    }
}

fn spell(step: Option<(usize, NodeView<'_>)>) -> String {
    match step {
        None => "nothing more".to_owned(),
        Some((depth, node)) => format!("{node:?} at depth {depth}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rivals::parse;

    #[track_caller]
    fn check(ours: &str, theirs: &str, expected: Option<&str>) {
        let (ours, theirs) = (parse(ours, false), parse(theirs, false));
        let difference = first_difference(&ours, ours.root(), &theirs, theirs.root());
        assert_eq!(difference.map(|difference| difference.path.join("/")).as_deref(), expected);
    }

    #[test]
    fn equal_trees_have_no_difference_whatever_the_order_of_attributes() {
        check("<p b=1 a=2>x", "<p a=2 b=1>x</p>", None);
    }

    #[test]
    fn every_part_of_a_node_is_compared() {
        check("<p>x", "<p>y", Some("html/body/p"));
        check("<p a=1>x", "<p a=2>x", Some("html/body"));
        check("<p><svg>", "<p><math>", Some("html/body/p"));
        check("<p><!--a-->", "<p><!--b-->", Some("html/body/p"));
        check("<!doctype html><p>", "<p>", Some(""));
        check("<!doctype html><p>", "<!doctype html system 'x'><p>", Some(""));
        check("<template><p></template>", "<template></template>", Some("html"));
        check("<p><b></b><i></i>", "<p><b><i></i></b>", Some("html/body/p"));
    }
}
