//! A tree as the tests of html5lib write it: one line a node, two spaces a level.

use crate::tree_view::{NodeView, Preorder, TreeView};
use std::fmt::Write;
use tamis_page::{AttributeNamespace, Namespace};

/// The dump of a whole document.
pub fn document<T: TreeView>(tree: &T) -> String {
    below(tree, tree.root())
}

/// The dump of what lies below a node; a fragment lies below the root element of its document.
pub fn below<T: TreeView>(tree: &T, start: T::Node) -> String {
    let mut dump = String::new();
    // Each open template puts its contents one level deeper.
    let mut template_depths: Vec<usize> = Vec::new();
    for (depth, node) in Preorder::below(tree, start) {
        while template_depths.last().is_some_and(|&template| template >= depth) {
            template_depths.pop();
        }
        let level = depth + template_depths.len();
        write_node(&mut dump, level, &tree.describe(node));
        if let NodeView::Element { namespace: Namespace::Html, name: "template", .. } = tree.describe(node) {
            indent(&mut dump, level + 1);
            dump.push_str("content\n");
            template_depths.push(depth);
        }
    }
    dump
}

fn write_node(dump: &mut String, level: usize, node: &NodeView<'_>) {
    indent(dump, level);
    match node {
        NodeView::Document => dump.push_str("#document\n"),
        NodeView::Doctype { name, public_id: "", system_id: "" } => line(dump, format_args!("<!DOCTYPE {name}>")),
        NodeView::Doctype { name, public_id, system_id } => {
            line(dump, format_args!("<!DOCTYPE {name} \"{public_id}\" \"{system_id}\">"));
        }
        NodeView::Element { namespace, name, attributes } => {
            let prefix = match namespace {
                Namespace::Html => "",
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
            };
            line(dump, format_args!("<{prefix}{name}>"));
            let mut written: Vec<(String, &str)> = attributes
                .iter()
                .map(|attribute| {
                    let prefix = match attribute.namespace {
                        AttributeNamespace::None => "",
                        AttributeNamespace::XLink => "xlink ",
                        AttributeNamespace::Xml => "xml ",
                        AttributeNamespace::Xmlns => "xmlns ",
                    };
                    (format!("{prefix}{}", attribute.name), attribute.value)
                })
                .collect();
            written.sort_by(|one, other| one.0.encode_utf16().cmp(other.0.encode_utf16()));
            for (name, value) in written {
                indent(dump, level + 1);
                line(dump, format_args!("{name}=\"{value}\""));
            }
        }
        NodeView::Text(text) => line(dump, format_args!("\"{text}\"")),
        NodeView::Comment(text) => line(dump, format_args!("<!-- {text} -->")),
    }
}

fn indent(dump: &mut String, level: usize) {
    dump.push_str("| ");
    for _ in 0..level {
        dump.push_str("  ");
    }
}

fn line(dump: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(dump, "{text}");
}
