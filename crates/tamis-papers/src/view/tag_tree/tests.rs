use super::*;
use tamis_page::{Visibility, names};

/// The tree below the body as nested names, texts as their words.
pub(super) fn write(document: &Document, tree: &TagTree, node: usize) -> String {
    let page_node = tree.page_node(node);
    if tree.label(node) == Label::TEXT {
        let inside = (page_node.0..tree.page_end(node).0).map(|inner| document.text(NodeId(inner)));
        return format!("'{}'", inside.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let name = if tree.label(node) == Label::ROOT { "*" } else { document.tag_name(page_node) };
    let children: Vec<String> = tree.children(node).map(|child| write(document, tree, child)).collect();
    if children.is_empty() { name.to_string() } else { format!("{name}({})", children.join(" ")) }
}

fn body_of(document: &Document, tree: &TagTree) -> usize {
    (0..tree.len()).find(|&node| Some(tree.page_node(node)) == document.body()).expect("a page has a body")
}

#[track_caller]
fn check(html: &str, expect_omitted: &str, expect_separate: &str, expect_joined: &str) {
    let document = Document::parse(html);
    let sentences = Sentences::of(&document, None);
    let cases = [
        (Texts::Omitted, expect_omitted),
        (Texts::Separate, expect_separate),
        (Texts::Joined(&sentences), expect_joined),
    ];
    for (texts, expect) in cases {
        let tree = TagTree::of(&document, texts);
        assert_eq!(write(&document, &tree, body_of(&document, &tree)), expect, "{html}");
    }
}

#[test]
fn texts_are_omitted_separate_or_joined() {
    check(
        "<ul><li>a <b>b</b> c<li><a href=x>d</a> </ul>",
        "body(ul(li(b) li(a)))",
        "body(ul(li('a' b('b') 'c') li(a('d'))))",
        "body(ul(li('a b c') li(a('d'))))",
    );
}

#[test]
fn what_readers_never_see_is_left_out() {
    let html = "<p>a</p><script>b</script><style>c</style><noscript>d</noscript><template>e</template><!-- f -->";
    check(html, "body(p)", "body(p('a'))", "body(p('a'))");
}

#[test]
fn equal_subtrees_have_equal_shapes() {
    let document = Document::parse("<ul><li>a<b>b</b><li>c<b>d</b><li><b>e</b>f</ul>");
    let tree = TagTree::of(&document, Texts::Separate);
    let list = tree.children(body_of(&document, &tree)).next().expect("there is a list");
    let shapes: Vec<u32> = tree.children(list).map(|item| tree.shape(item)).collect();
    assert_eq!(shapes[0], shapes[1]);
    assert_ne!(shapes[0], shapes[2]);
    assert_eq!((tree.size(list), tree.height(list)), (13, 4));
}

#[test]
fn a_mask_cuts_the_tree() {
    let document = Document::parse("<ul><li>a<li>b<li>c</ul>");
    let mut mask = Mask::keep_all(&document);
    let second = document.elements_named(names::LI).nth(1).expect("there are three");
    mask.remove(&document, second, "test");
    let tree = TagTree::under(&document, Some(&mask), Texts::Separate);
    assert_eq!(write(&document, &tree, body_of(&document, &tree)), "body(ul(li('a') li('c')))");
    let nothing = TagTree::under(&document, Some(&Mask::keep_none(&document)), Texts::Separate);
    assert!(nothing.is_empty());
}

#[test]
fn records_are_trees_of_their_own_without_what_is_hidden() {
    let document =
        Document::parse("<div>1. <b>a</b><br>2. <b>b</b><i hidden>x</i><u style='display: none'>y</u></div>");
    let sentences = Sentences::of(&document, None);
    let div = document.elements_named(names::DIV).next().expect("there is a div");
    let nodes: Vec<NodeId> = document.children(div).collect();
    let records = [nodes[..2].to_vec(), nodes[3..].to_vec()];
    let visibility = Visibility::of(&document, None);
    let content = visibility.room();
    let tree = TagTree::of_records(&document, content, Texts::Joined(&sentences), &records);
    assert_eq!(write(&document, &tree, 0), "*(*('1. a') *('2. b'))");
    // A record that begins in the middle of a sentence has the rest of it.
    let tree = TagTree::of_records(&document, content, Texts::Joined(&sentences), &[&nodes[1..3]]);
    assert_eq!(write(&document, &tree, 0), "*(*(b('a') br))");
}
