//! What makes sense of what is kept: the heading above it, the caption of a table or a picture, the cells of a row.

use tamis_page::{Document, Mask, Name, NodeId, NodeKind, names};

/// How many elements may be around a heading and nothing else.
const MAX_WRAPPERS: usize = 3;

const HEADINGS: [Name; 6] = [names::H1, names::H2, names::H3, names::H4, names::H5, names::H6];

/// Keeps more where a part of it is kept. Nothing is kept that nothing beside it is.
pub(super) fn complete(document: &Document, mask: &mut Mask) {
    let Some(body) = document.body() else { return };
    let inside = (body.0 + 1..document.subtree_end(body).0).map(NodeId);
    // What is kept with all that is in it, to be filled in at the end: such parts may lie in each other.
    let mut whole = Vec::new();
    for node in inside.clone().filter(|&node| document.is_element(node)) {
        if mask.keeps(node) {
            complete_element(document, mask, node, &mut whole);
        }
    }
    // From the last to the first, so that a heading above a heading that is kept is kept too.
    for node in inside.rev() {
        if !mask.keeps(node) && is_heading(document, node) && leads_to_kept(document, mask, node) {
            mask.keep(document, node);
            whole.push(node);
        }
    }
    whole.sort_unstable();
    let mut next = body;
    for node in whole {
        if node >= next {
            mask.keep_subtree(document, node);
            next = document.subtree_end(node);
        }
    }
}

fn complete_element(document: &Document, mask: &mut Mask, node: NodeId, whole: &mut Vec<NodeId>) {
    let is = |name| document.is_html(node, name);
    if is(names::FIGURE) || is(names::PICTURE) {
        whole.push(node);
    } else if is(names::TABLE) {
        whole.extend(children(document, node, &[names::CAPTION, names::COLGROUP, names::THEAD]));
    } else if is(names::DETAILS) {
        whole.extend(children(document, node, &[names::SUMMARY]));
    } else if is(names::FIELDSET) {
        whole.extend(children(document, node, &[names::LEGEND]));
    } else if is(names::TR) {
        // The cells stay, so that those behind them stay in their columns; the words of one that is left out do not.
        whole.extend(children(document, node, &[names::TH]));
        for cell in document.child_elements(node) {
            mask.keep(document, cell);
        }
    } else if is(names::DL) {
        keep_terms(document, mask, node, whole);
    }
}

fn children<'d>(document: &'d Document, parent: NodeId, names: &'d [Name]) -> impl Iterator<Item = NodeId> + 'd {
    let is_one = move |&child: &NodeId| names.iter().any(|&name| document.is_html(child, name));
    document.child_elements(parent).filter(is_one)
}

/// Keeps the terms above a description that is kept.
fn keep_terms(document: &Document, mask: &Mask, list: NodeId, whole: &mut Vec<NodeId>) {
    let mut terms = Vec::new();
    let mut is_in_terms = false;
    for child in document.child_elements(list) {
        let is_term = document.is_html(child, names::DT);
        if is_term && !is_in_terms {
            terms.clear();
        }
        is_in_terms = is_term;
        if is_term {
            terms.push(child);
        } else if mask.keeps(child) {
            whole.append(&mut terms);
        }
    }
}

fn is_heading(document: &Document, node: NodeId) -> bool {
    HEADINGS.iter().any(|&name| document.is_html(node, name))
}

/// Whether what comes after the heading, or after what is around the heading alone, is kept.
fn leads_to_kept(document: &Document, mask: &Mask, heading: NodeId) -> bool {
    let mut node = heading;
    for _ in 0..MAX_WRAPPERS {
        let after = std::iter::successors(document.next_sibling(node), |&node| document.next_sibling(node));
        if let Some(next) = after.into_iter().find(|&node| says_something(document, node)) {
            return mask.keeps(next);
        }
        let Some(parent) = document.parent(node) else { return false };
        let is_alone = document.children(parent).all(|child| child == node || !says_something(document, child));
        if !is_alone || mask.keeps(parent) {
            return false;
        }
        node = parent;
    }
    false
}

fn says_something(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        NodeKind::Text => !document.is_blank_text(node),
        _ => document.is_element(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the elements with the class `k`, then what makes sense of them.
    #[track_caller]
    fn check(html: &str, expect: &str) {
        let document = Document::parse(html);
        let mut mask = Mask::keep_none(&document);
        mask.keep(&document, document.body().expect("a body"));
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            if document.classes(node).any(|class| class == "k") {
                mask.keep_subtree(&document, node);
            }
        }
        complete(&document, &mut mask);
        let html = document.to_html_under(&mask);
        let body = html.split_once("<body>").map_or("", |(_, body)| body).trim_end_matches("</body></html>");
        assert_eq!(body.replace(" class=\"k\"", ""), expect);
    }

    #[test]
    fn a_heading_stays_with_what_it_leads_to() {
        check("<h2>A</h2><p class=k>a</p><h2>B</h2><p>b</p>", "<h2>A</h2><p>a</p>");
        check("<h1>A</h1> <h2>B</h2> <p class=k>a</p>", "<h1>A</h1><h2>B</h2><p>a</p>");
        check("<div><h2>A</h2></div> <ul><li class=k>a</ul>", "<div><h2>A</h2></div><ul><li>a</li></ul>");
        check("<div><h2>A</h2>x</div><p class=k>a</p>", "<p>a</p>");
    }

    #[test]
    fn a_row_keeps_its_cells_and_a_table_what_names_its_columns() {
        check(
            "<table><caption>C</caption><thead><tr><th>A<th>B</thead><tr><td>x<td class=k>y<tr><td>z</table>",
            "<table><caption>C</caption><thead><tr><th>A</th><th>B</th></tr></thead>\
             <tbody><tr><td></td><td>y</td></tr></tbody></table>",
        );
    }

    #[test]
    fn pictures_have_their_captions_and_descriptions_their_terms() {
        check(
            "<figure><img src=a><figcaption class=k>a</figcaption></figure>",
            "<figure><img src=\"a\"><figcaption>a</figcaption></figure>",
        );
        check("<dl><dt>A<dd>a<dt>B<dt>C<dd class=k>c<dd>d</dl>", "<dl><dt>B</dt><dt>C</dt><dd>c</dd></dl>");
        check("<details><summary>S</summary><p class=k>a</details>", "<details><summary>S</summary><p>a</p></details>");
    }
}
