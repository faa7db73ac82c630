//! A page that can be changed.

use tamis_page::{Doctype, Document, DocumentBuilder, Namespace, NodeId, NodeKind};

/// A copy of a page. The nodes of the page keep their numbers; new ones come after them.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<TreeNode>,
    quirks: tamis_page::QuirksMode,
}

#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) content: TreeContent,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum TreeContent {
    Document,
    Doctype(Doctype),
    Element {
        namespace: Namespace,
        name: String,
        attributes: Vec<(String, String)>,
        is_shadow_root: bool,
        is_frame: bool,
    },
    Text(String),
    Comment(String),
}

impl Tree {
    pub(super) fn of(page: &Document) -> Tree {
        let mut nodes: Vec<TreeNode> = Vec::with_capacity(page.len());
        for node in page.nodes() {
            let content = match page.kind(node) {
                NodeKind::Document => TreeContent::Document,
                NodeKind::Doctype => {
                    page.doctype().cloned().map_or(TreeContent::Comment(String::new()), TreeContent::Doctype)
                }
                NodeKind::Text => TreeContent::Text(page.text(node).to_owned()),
                NodeKind::Comment => TreeContent::Comment(page.text(node).to_owned()),
                NodeKind::Element => TreeContent::Element {
                    namespace: page.namespace(node),
                    name: page.tag_name(node).to_owned(),
                    attributes: page
                        .attributes(node)
                        .map(|attribute| (page.spell(attribute.name).to_owned(), attribute.value.to_owned()))
                        .collect(),
                    is_shadow_root: page.is_shadow_root(node),
                    is_frame: page.is_inlined_frame(node),
                },
            };
            let parent = page.parent(node).map(|parent| parent.0 as usize);
            if let Some(parent) = parent {
                nodes[parent].children.push(node.0 as usize);
            }
            nodes.push(TreeNode { content, parent, children: Vec::new() });
        }
        Tree { nodes, quirks: page.quirks() }
    }

    /// The page as it is now, and where each node of the tree is in it.
    pub(super) fn to_document(&self) -> (Document, Vec<Option<NodeId>>) {
        let mut builder = DocumentBuilder::new();
        builder.set_quirks(self.quirks);
        let mut places = vec![None; self.nodes.len()];
        places[0] = Some(NodeId::ROOT);
        // What is still to be written: a node, or the end of one.
        let mut open: Vec<Option<usize>> = self.nodes[0].children.iter().rev().map(|&child| Some(child)).collect();
        while let Some(next) = open.pop() {
            let Some(idx) = next else {
                builder.close();
                continue;
            };
            places[idx] = Some(match &self.nodes[idx].content {
                TreeContent::Document => NodeId::ROOT,
                TreeContent::Doctype(doctype) => builder.doctype(doctype.clone()),
                TreeContent::Text(text) => builder.text(text),
                TreeContent::Comment(text) => builder.comment(text),
                TreeContent::Element { namespace, name, attributes, is_shadow_root, is_frame } => {
                    let place = builder.open_element(*namespace, name);
                    for (name, value) in attributes {
                        builder.attribute(name, value);
                    }
                    if *is_shadow_root {
                        builder.mark_shadow_root();
                    }
                    if *is_frame {
                        builder.mark_inlined_frame();
                    }
                    open.push(None);
                    open.extend(self.nodes[idx].children.iter().rev().map(|&child| Some(child)));
                    place
                }
            });
        }
        (builder.finish(), places)
    }

    pub(super) fn name(&self, idx: usize) -> &str {
        match &self.nodes[idx].content {
            TreeContent::Element { name, .. } => name,
            _ => "",
        }
    }

    pub(super) fn set_name(&mut self, idx: usize, to: &str) {
        if let TreeContent::Element { name, .. } = &mut self.nodes[idx].content {
            to.clone_into(name);
        }
    }

    pub(super) fn is_element(&self, idx: usize) -> bool {
        matches!(self.nodes[idx].content, TreeContent::Element { .. })
    }

    pub(super) fn attribute_mut(&mut self, idx: usize, wanted: &str) -> Option<&mut String> {
        match &mut self.nodes[idx].content {
            TreeContent::Element { attributes, .. } => {
                attributes.iter_mut().find(|(name, _)| name == wanted).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    pub(super) fn classes(&self, idx: usize) -> Vec<String> {
        let TreeContent::Element { attributes, .. } = &self.nodes[idx].content else { return Vec::new() };
        let class = attributes.iter().find(|(name, _)| name == "class");
        class.map_or_else(Vec::new, |(_, value)| value.split_ascii_whitespace().map(str::to_owned).collect())
    }

    pub(super) fn new_element(&mut self, name: &str, class: &str) -> usize {
        let attributes = vec![("class".to_owned(), class.to_owned())];
        let (namespace, name) = (Namespace::Html, name.to_owned());
        let content = TreeContent::Element { namespace, name, attributes, is_shadow_root: false, is_frame: false };
        self.nodes.push(TreeNode { content, parent: None, children: Vec::new() });
        self.nodes.len() - 1
    }

    /// Takes a node out of the tree.
    pub(super) fn remove(&mut self, idx: usize) {
        if let Some(parent) = self.nodes[idx].parent.take() {
            self.nodes[parent].children.retain(|&child| child != idx);
        }
    }

    pub(super) fn append(&mut self, parent: usize, child: usize) {
        self.remove(child);
        self.nodes[child].parent = Some(parent);
        self.nodes[parent].children.push(child);
    }

    pub(super) fn insert_before(&mut self, next: usize, idx: usize) {
        self.remove(idx);
        let Some(parent) = self.nodes[next].parent else { return };
        let siblings = &mut self.nodes[parent].children;
        let place = siblings.iter().position(|&child| child == next).unwrap_or(siblings.len());
        siblings.insert(place, idx);
        self.nodes[idx].parent = Some(parent);
    }

    /// Puts a new element around nodes that follow one another.
    pub(super) fn wrap(&mut self, nodes: &[usize], name: &str, class: &str) {
        let Some(&first) = nodes.first() else { return };
        let outer = self.new_element(name, class);
        self.insert_before(first, outer);
        for &node in nodes {
            self.append(outer, node);
        }
    }

    /// The nodes from one up to the root, itself first.
    pub(super) fn ancestors(&self, idx: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(idx), |&node| self.nodes[node].parent)
    }

    /// The nodes of a subtree, itself first.
    pub(super) fn subtree(&self, idx: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), vec![idx]);
        while let Some(node) = open.pop() {
            found.push(node);
            open.extend(self.nodes[node].children.iter().rev());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_that_nobody_changed_is_the_page() {
        let page =
            Document::parse("<!doctype html><body class=a><!-- x --><p>One<br>two</p><svg><a xlink:href=x /></svg>");
        let (again, places) = Tree::of(&page).to_document();
        assert_eq!(again.to_html(), page.to_html());
        assert!(page.nodes().all(|node| places[node.0 as usize] == Some(node)));
    }

    #[test]
    fn nodes_are_wrapped_moved_and_removed() {
        let page = Document::parse("<body><p>a</p><i>b</i><b>c</b>");
        let mut tree = Tree::of(&page);
        let find =
            |tree: &Tree, name: &str| (0..tree.nodes.len()).find(|&idx| tree.name(idx) == name).expect("is there");
        let (p, i, b) = (find(&tree, "p"), find(&tree, "i"), find(&tree, "b"));
        tree.wrap(&[i], "div", "x");
        tree.insert_before(p, b);
        let (changed, places) = tree.to_document();
        assert!(changed.to_html().contains(r#"<body><b>c</b><p>a</p><div class="x"><i>b</i></div></body>"#));
        assert!(places[i] > places[p] && places[p] > places[b]);
        tree.remove(p);
        assert_eq!(tree.to_document().1[p], None);
    }
}
