use crate::{Mapped, Mode, Template};
use tamis_extract::{MainContent, PageView};
use tamis_page::{Document, Mask, names, visible_text_under};

/// Learns to leave out `nav`, `aside` and `footer`.
fn learn(html: &str) -> Template {
    let document = Document::parse(html);
    let mut mask = Mask::keep_all(&document);
    for name in [names::NAV, names::ASIDE, names::FOOTER] {
        document.elements_named(name).for_each(|node| mask.remove(&document, node, "a test"));
    }
    let comments: Vec<_> = document.elements_named(names::BLOCKQUOTE).collect();
    for node in document.nodes().filter(|&node| document.attributes(node).any(|one| one.local_name == "hidden")) {
        mask.reveal(node);
    }
    document.elements_named(names::NOSCRIPT).for_each(|node| mask.reveal(node));
    let main = MainContent { comments, ..mask.into() };
    Template::learn(&PageView::of(&document), &main.into(), None)
}

fn map(template: &Template, document: &Document, mode: Mode) -> (String, Mapped) {
    let mapped = template.map(&PageView::of(document), mode);
    let mask = &mapped.answers.main.as_ref().expect("a mask was learned").mask;
    assert!(mask.kept().all(|node| document.parent(node).is_none_or(|parent| mask.keeps(parent))));
    let text = visible_text_under(document, document.root(), mask);
    (text.split_whitespace().collect::<Vec<_>>().join(" "), mapped)
}

#[track_caller]
fn check(first: &str, other: &str, expect: &str) {
    assert_eq!(map(&learn(first), &Document::parse(other), Mode::Robust).0, expect);
}

#[test]
fn any_number_of_paragraphs_is_kept() {
    let first = "<nav>Menu</nav><div id=text><h1>A</h1><p>b</p><p>c</p><aside>ad</aside></div><footer>End</footer>";
    check(first, "<nav>Go</nav><div id=text><h1>X</h1><p>y</p><aside>z</aside></div><footer>Fin</footer>", "X y");
    let other = "<nav>Go</nav><div id=text><h1>X</h1><p>1</p><p>2</p><p>3</p><p>4</p><aside>z</aside></div><footer>Fin</footer>";
    check(first, other, "X 1 2 3 4");
}

#[test]
fn a_stranger_is_as_what_is_around_it() {
    let first = "<nav>a</nav><h1>b</h1><p>c</p><p>d</p><aside>e</aside><footer>f</footer>";
    let other = "<nav>a</nav><h1>b</h1><p>c</p><table><tr><td>kept</table><p>d</p><aside>e</aside><form>gone</form><footer>f</footer>";
    check(first, other, "b c kept d");
}

#[test]
fn a_long_text_that_the_first_page_lacks_is_kept_where_there_is_room_for_it() {
    let first = "<nav>a</nav><div id=more><p>b</p><aside>c</aside><div></div></div><footer>d</footer>";
    let long = "many words ".repeat(10);
    check(first, &first.replace("<div></div>", &format!("<div>{long}</div>")), &format!("b {}", long.trim()));
    check(first, &first.replace("<div></div>", "<div>few words</div>"), "b");
    check(first, &first.replace("<footer>", &format!("<section>{long}</section><footer>")), "b");
}

#[test]
fn white_space_and_line_breaks_between_kept_words_stay() {
    check("<nav>a</nav><b>b</b> <i>c</i><br>d", "<nav>x</nav><b>1</b> <i>2</i><br>3", "1 2 3");
}

#[test]
fn what_is_removed_has_a_reason() {
    let document = Document::parse("<nav>x</nav><p>y</p>");
    let (text, mapped) = map(&learn("<nav>a</nav><p>b</p>"), &document, Mode::Robust);
    let removals = mapped.answers.main.expect("there is one").mask.removals().to_vec();
    assert_eq!((text.as_str(), removals.len()), ("y", 1));
    assert_eq!((document.tag_name(removals[0].node), removals[0].reason.as_ref()), ("nav", "as in the template"));
}

#[test]
fn what_was_revealed_is_revealed_again() {
    check("<nav>a</nav><p>b</p><div hidden>c</div>", "<nav>x</nav><p>y</p><div hidden>z</div>", "y z");
    check("<nav>a</nav><p>b</p><noscript>c</noscript>", "<nav>x</nav><p>y</p><noscript>z</noscript>", "y z");
}

#[test]
fn comments_are_found_as_often_as_they_are_there() {
    let template = learn("<nav>a</nav><p>b</p><div><blockquote>c</blockquote></div>");
    let other = Document::parse("<nav>x</nav><p>y</p><div><blockquote>1</blockquote><blockquote>2</blockquote></div>");
    let (_, mapped) = map(&template, &other, Mode::Robust);
    assert_eq!(
        mapped.answers.main.expect("there is one").comments,
        other.elements_named(names::BLOCKQUOTE).collect::<Vec<_>>()
    );
}

#[test]
fn a_page_of_another_site_does_not_fit() {
    let first = "<nav>a</nav><div id=text><h1>b</h1><p>c</p><aside>d</aside><p>e</p></div>";
    let (_, mapped) = map(&learn(first), &Document::parse("<table><tr><td>x<td>y</table>"), Mode::Robust);
    assert!(mapped.fit.n_named > 0 && mapped.fit.n_missing == mapped.fit.n_named, "{:?}", mapped.fit);
    let (text, mapped) = map(&learn(first), &Document::parse(first), Mode::Strict);
    assert_eq!((text.as_str(), mapped.fit.n_missing), ("b c e", 0));
}

#[test]
fn hostile_pages_have_an_answer() {
    let template = learn("<nav>a</nav><div id=text><h1>b</h1><p>c</p><aside>d</aside><p>e</p></div>");
    let many = Document::parse("<nav>a</nav><div id=text>".to_owned() + &"<p>x</p><em>y</em>".repeat(250_000));
    assert_eq!(map(&template, &many, Mode::Robust).0.len(), 4 * 250_000 - 1);
    let deep = Document::parse("<nav>a</nav><div id=text>".to_owned() + &"<div hidden><noscript>".repeat(30_000));
    assert_eq!(map(&template, &deep, Mode::Robust).0, "");
    let first = "<nav>a</nav>".to_owned() + &"<div hidden>x".repeat(30_000);
    assert_eq!(map(&learn(&first), &Document::parse("<p>x"), Mode::Strict).1.fit.n_missing, 1);
}
