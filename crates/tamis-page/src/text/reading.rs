//! Which nodes a reader meets, in the order of the page.

use super::display::{Role, TextDisplay, role_of};
use crate::document::names::{DISABLED, MULTIPLE, OPTION, SELECTED, SIZE};
use crate::document::{Document, Mask, NodeId, NodeKind};
use crate::visibility::{self, Markup, Sight, Sights, is_code};

/// The text nodes and elements that take part in the text of a node, in page order, each with the way it does so. What is
/// not shown stands there once, as [`TextDisplay::Hidden`], without what is in it. [`visible_text`](crate::visible_text)
/// says what that is.
///
/// ```
/// use tamis_page::{Document, NodeKind, Reading};
///
/// let document = Document::parse("<p>One <b>two</b></p><p hidden>three</p>");
/// let nodes = Reading::of(&document, document.root()).map(|(node, _)| node);
/// let texts: Vec<&str> = nodes.filter(|&node| document.kind(node) == NodeKind::Text).map(|node| document.text(node)).collect();
/// assert_eq!(texts, ["One ", "two"]);
/// ```
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    document: &'a Document,
    mask: Option<&'a Mask>,
    root: NodeId,
    end: NodeId,
    /// The node to look at next.
    next: NodeId,
    /// Set for the text of a whole page only: for a part of a page, only its own markup counts.
    sights: Option<Sights<'a>>,
    /// Shadow trees around the current node.
    shadows: Vec<Shadow>,
    /// The drop-down list around the current node: where it ends, and its chosen option.
    drop_down: Option<(NodeId, Option<NodeId>)>,
}

/// A shadow tree. Its host's other children are shown where its slots are, or not at all.
#[derive(Clone, Debug)]
struct Shadow {
    end: NodeId,
    host_end: NodeId,
    host_has_content: bool,
    has_slot: bool,
}

impl<'a> Reading<'a> {
    /// Of a node, which itself counts as shown.
    pub fn of(document: &'a Document, root: NodeId) -> Reading<'a> {
        let is_whole_page = document.body().is_none_or(|body| document.contains(root, body));
        Reading {
            document,
            mask: None,
            root,
            end: document.subtree_end(root),
            next: root,
            sights: is_whole_page.then(|| Sights::of(document)),
            shadows: Vec::new(),
            drop_down: None,
        }
    }

    /// Reads only what the mask keeps.
    #[must_use]
    pub fn under(mut self, mask: &'a Mask) -> Reading<'a> {
        self.mask = Some(mask);
        self
    }

    /// Passes over what is in the element that came last.
    pub fn pass_over(&mut self, element: NodeId) {
        self.next = self.next.max(self.document.subtree_end(element));
    }

    fn display(&mut self, node: NodeId) -> TextDisplay {
        let document = self.document;
        let markup = match &self.sights {
            Some(sights) => sights.markup(node),
            None => visibility::own_markup(document, node),
        };
        let is_revealed = markup.sight != Sight::Seen && self.mask.is_some_and(|mask| mask.reveals(node));
        let markup = if is_revealed { Markup { sight: Sight::Seen, ..markup } } else { markup };
        match role_of(document, markup, node) {
            // The node that was asked for is shown, unless it holds no text for readers at all.
            Role::As(TextDisplay::Hidden) if node == self.root && !is_code(document, node) => TextDisplay::Block,
            Role::As(display) => {
                if display == TextDisplay::Shadow {
                    self.open_shadow(node);
                }
                display
            }
            Role::Select => {
                if self.drop_down.is_none_or(|(outer_end, _)| outer_end <= node) {
                    let end = document.subtree_end(node);
                    self.drop_down = self.is_drop_down(node).then(|| (end, self.chosen_option(node)));
                }
                TextDisplay::Separate
            }
            Role::Choice => match self.drop_down {
                Some((list_end, chosen)) if node < list_end => {
                    if chosen == Some(node) {
                        TextDisplay::Inline
                    } else {
                        TextDisplay::Hidden
                    }
                }
                _ => TextDisplay::Block,
            },
            Role::Slot => match self.shadows.last_mut() {
                Some(shadow) => {
                    shadow.has_slot = true;
                    // What stands in a slot is for hosts without content.
                    if shadow.host_has_content { TextDisplay::Hidden } else { TextDisplay::Inline }
                }
                None => TextDisplay::Inline,
            },
        }
    }

    fn is_drop_down(&self, select: NodeId) -> bool {
        let size = self.document.attribute(select, SIZE).and_then(|size| size.trim_ascii().parse::<u32>().ok());
        self.document.attribute(select, MULTIPLE).is_none() && size.is_none_or(|size| size <= 1)
    }

    /// The last option marked as selected, or else the first that can be.
    fn chosen_option(&self, select: NodeId) -> Option<NodeId> {
        let document = self.document;
        let options = || document.descendants(select).filter(|&node| document.is_html(node, OPTION));
        options()
            .rfind(|&option| document.attribute(option, SELECTED).is_some())
            .or_else(|| options().find(|&option| document.attribute(option, DISABLED).is_none()))
    }

    fn open_shadow(&mut self, node: NodeId) {
        let document = self.document;
        let Some(host) = document.parent(node) else { return };
        let is_content = |child: NodeId| match document.kind(child) {
            NodeKind::Element => child != node,
            NodeKind::Text => !document.is_blank_text(child),
            _ => false,
        };
        self.shadows.push(Shadow {
            end: document.subtree_end(node),
            host_end: document.subtree_end(host),
            host_has_content: document.children(host).any(is_content),
            has_slot: false,
        });
    }

    /// Ends the shadow trees that end before the next node.
    fn close_shadows(&mut self) {
        let next = self.next;
        while let Some(shadow) = self.shadows.pop_if(|shadow| shadow.end <= next) {
            if !shadow.has_slot {
                self.next = self.next.max(shadow.host_end);
            }
        }
    }
}

impl Iterator for Reading<'_> {
    type Item = (NodeId, TextDisplay);

    #[inline]
    fn next(&mut self) -> Option<(NodeId, TextDisplay)> {
        loop {
            if !self.shadows.is_empty() {
                self.close_shadows();
            }
            let node = self.next;
            if node >= self.end {
                return None;
            }
            if self.mask.is_some_and(|mask| !mask.keeps(node)) {
                self.next = self.document.subtree_end(node);
                continue;
            }
            self.next = NodeId(node.0 + 1);
            match self.document.kind(node) {
                NodeKind::Text => return Some((node, TextDisplay::Inline)),
                NodeKind::Element => {
                    let display = self.display(node);
                    if display == TextDisplay::Hidden {
                        self.next = self.document.subtree_end(node);
                    }
                    return Some((node, display));
                }
                _ => {}
            }
        }
    }
}
