//! The first place where two trees differ.

use crate::tree_view::{NodeView, Preorder, TreeView};
use std::fmt;
use tamis_page::Namespace;

/// The first place where two trees differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The elements around the place in our tree, from the outside in.
    pub our_ancestors: Vec<(Namespace, String)>,
    /// What our tree has there; `None` if it ends.
    pub ours: Option<Place>,
    /// What html5ever's has.
    pub theirs: Option<Place>,
    /// Whether the difference is not in the tree but in the mode of the document.
    pub in_mode: bool,
}

/// A node where trees differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// How many elements are around it.
    pub depth: usize,
    /// The element's name, if it is one.
    pub tag: Option<String>,
    /// Its characters, if it is text.
    pub text: Option<String>,
    /// All that is in the node, to be read.
    pub node: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.in_mode {
            return write!(formatter, "the modes differ");
        }
        let spell = |place: &Option<Place>| match place {
            Some(Place { depth, node, .. }) => format!("{node} at depth {depth}"),
            None => "nothing more".to_owned(),
        };
        let names: Vec<_> = self.our_ancestors.iter().map(|(_, name)| name.as_str()).collect();
        let (ours, theirs) = (spell(&self.ours), spell(&self.theirs));
        write!(formatter, "below /{}: ours has {ours}, html5ever has {theirs}", names.join("/"))
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
        return Some(Difference { our_ancestors: Vec::new(), ours: None, theirs: None, in_mode: true });
    }
    let mut our_ancestors: Vec<(Namespace, String)> = Vec::new();
    let mut our_walk = Preorder::below(ours, our_start);
    let mut their_walk = Preorder::below(theirs, their_start);
    loop {
        let our_step = our_walk.next().map(|(depth, node)| (depth, ours.describe(node)));
        let their_step = their_walk.next().map(|(depth, node)| (depth, theirs.describe(node)));
        if let Some((depth, _)) = our_step {
            our_ancestors.truncate(depth);
        }
        if our_step != their_step {
            return Some(Difference {
                our_ancestors,
                ours: our_step.map(Place::new),
                theirs: their_step.map(Place::new),
                in_mode: false,
            });
        }
        let (_, node) = our_step?;
        if let NodeView::Element { namespace, name, .. } = node {
            our_ancestors.push((namespace, name.to_owned()));
        }
    }
}

impl Place {
    fn new((depth, ref node): (usize, NodeView<'_>)) -> Place {
        let (tag, text) = match node {
            NodeView::Element { name, .. } => (Some((*name).to_owned()), None),
            NodeView::Text(text) => (None, Some((*text).to_owned())),
            _ => (None, None),
        };
        Place { depth, tag, text, node: format!("{node:?}") }
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
        let path = |difference: Difference| {
            let names: Vec<_> = difference.our_ancestors.iter().map(|(_, name)| name.as_str()).collect();
            names.join("/")
        };
        assert_eq!(difference.map(path).as_deref(), expected);
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
        check("<template><p></template>", "<template></template>", Some("html/head/template"));
        check("<p><b></b><i></i>", "<p><b><i></i></b>", Some("html/body/p"));
    }
}
