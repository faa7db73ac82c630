use super::*;
use crate::document::names::{AUDIO, INPUT, SUMMARY};
use crate::layout::Viewport;
use crate::layout::{BoxFlags, Display, LayoutBuilder, Rect};
use crate::parse::{ParseOptions, Parser};
use crate::{Layout, names};

/// Says where the paragraphs of a page are.
type SetBoxes<'a> = &'a dyn Fn(&mut LayoutBuilder, NodeId);

/// The texts that can be seen, and those that have room.
#[track_caller]
fn check_both(html: &str, layout: Option<SetBoxes<'_>>, seen: &str, room: &str) {
    let document = Document::parse(html);
    let layout = layout.map(|set| laid_out(&document, set));
    let visibility = Visibility::of(&document, layout.as_ref());
    let texts = |mask: &crate::Mask| mask.kept().map(|node| document.text(node)).collect::<String>();
    assert_eq!((texts(visibility.seen()).as_str(), texts(visibility.room()).as_str()), (seen, room), "{html}");
}

#[track_caller]
fn check(html: &str, seen: &str) {
    check_both(html, None, seen, seen);
}

/// A `p` is measured as `set` says, everything else is unknown.
fn laid_out(document: &Document, set: SetBoxes<'_>) -> Layout {
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for node in document.elements_named(names::P) {
        set(&mut builder, node);
    }
    builder.finish()
}

fn boxed(rect: Rect, visible: bool) -> impl Fn(&mut LayoutBuilder, NodeId) {
    move |builder, node| builder.set_box(node, rect, BoxFlags { visible, ..BoxFlags::default() }, Display::Block)
}

#[test]
fn tags_without_a_box_are_never_seen() {
    check("<title>t</title><style>s</style>a<script>b</script><template>c</template><noscript>d</noscript>", "a");
    check("a<datalist><option>b</datalist><noembed>c</noembed><svg><title>d</title><text>e</text></svg>", "ae");
    check("<math><annotation>a</annotation><mi>b</mi></math>", "b");
    let document = Document::parse("<script></script><p>x");
    let of = |name| document.elements_named(name).next().expect("it is there");
    assert!(is_never_shown(&document, of(SCRIPT)) && !is_never_shown(&document, of(names::P)));
}

#[test]
fn a_video_is_seen_and_what_it_holds_is_not() {
    let document = Document::parse("<video>a</video><audio>b</audio><canvas>c</canvas>");
    let visibility = Visibility::of(&document, None);
    let is_seen = |name| visibility.is_seen(document.elements_named(name).next().expect("it is there"));
    assert!(is_seen(names::VIDEO) && is_seen(names::CANVAS));
    assert!(!is_seen(AUDIO), "without controls there is nothing to see of it");
    check("<video>a</video><audio controls>b</audio>c", "c");
}

#[test]
fn attributes_hide() {
    check("<b hidden>a</b><b hidden=until-found>b</b>", "b");
    check("<dialog>a</dialog><dialog id=x>b</dialog><dialog open>c</dialog>", "c");
    check("<input type=hidden value=x>a", "a");
    check("<b class=hidden aria-hidden=true>a</b>", "a");
    let document = Document::parse("<input type=Hidden><input>");
    let sights: Vec<Sight> = document.elements_named(INPUT).map(|node| Sights::of(&document).sight(node)).collect();
    assert_eq!(sights, [Sight::Gone, Sight::Seen]);
}

#[test]
fn inline_styles_hide_whatever_their_case_and_space() {
    check("<b style='color: red; DISPLAY : None !important'>a</b>b", "b");
    check("<b style='display:none;display:inline'>a</b>", "a");
    check("<b style='display:none !important;display:inline'>a</b>", "");
    check("<b style='display: none-such; x'>a</b><b style='display:block; content: \"none\"'>b</b>", "ab");
    check("<body style='display:none'>a", "a");
}

#[test]
fn what_is_hidden_by_visibility_has_its_room() {
    check_both("<b style='visibility:hidden'>a</b>b", None, "b", "ab");
    check_both("<b style='visibility:collapse'>a<i style='visibility: visible'>b</i></b>", None, "b", "ab");
    check_both("<b style='display:none'>a<i style='visibility: visible'>b</i></b>", None, "", "");
}

#[test]
fn a_closed_details_shows_its_first_summary_alone() {
    check("<details>a<summary>b</summary>c<p>d</p><summary>e</summary></details>f", "bf");
    check("<details open>a<summary>b</summary>c</details>", "abc");
    check("<details><p>a</p></details>", "");
}

#[test]
fn a_million_children_of_a_closed_details_are_looked_at_once() {
    let document = Document::parse("<details>".to_owned() + &"<summary></summary>a<br>".repeat(300_000));
    let visibility = Visibility::of(&document, None);
    let n_seen = document.elements_named(SUMMARY).filter(|&node| visibility.is_seen(node)).count();
    assert_eq!(n_seen, 1);
}

#[test]
fn shadow_trees_and_frames_with_their_page_are_a_part_of_the_page() {
    check("<div><template shadowrootmode=open>a</template></div><template>b</template>", "a");
    let document =
        Parser::new(ParseOptions::default().with_inline_frames(true)).parse("<iframe srcdoc='a'></iframe><iframe>b");
    let visibility = Visibility::of(&document, None);
    let texts: String = visibility.seen().kept().map(|node| document.text(node)).collect();
    assert_eq!(texts, "a");
}

#[test]
fn what_takes_no_room_is_transparent_or_off_the_page_is_not_seen() {
    let room = Rect::new(0.0, 0.0, 10.0, 10.0);
    check_both("<p>a</p>b", Some(&boxed(room, true)), "ab", "ab");
    check_both("<p>a</p>b", Some(&boxed(room, false)), "b", "ab");
    check_both("<p>a</p>b", Some(&boxed(Rect::new(0.0, 0.0, 10.0, 0.0), true)), "b", "b");
    check_both("<p>a</p>b", Some(&boxed(Rect::new(-999.0, 0.0, 10.0, 10.0), true)), "b", "b");
    check_both("<p>a<b>c</b></p>b", Some(&LayoutBuilder::set_not_rendered), "b", "b");
}

#[test]
fn an_image_that_nobody_loaded_is_seen_unless_something_hides_it() {
    let document = Document::parse("<p><img src=x></p>");
    let image = document.elements_named(names::IMG).next().expect("there is one");
    let is_seen = |paragraph: Rect, visible: bool| {
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        boxed(paragraph, visible)(&mut builder, document.parent(image).expect("it has one"));
        let flags = BoxFlags { replaced: true, ..BoxFlags::default() };
        builder.set_box(image, Rect::default(), flags, Display::Inline);
        Visibility::of(&document, Some(&builder.finish())).is_seen(image)
    };
    assert!(is_seen(Rect::new(0.0, 0.0, 10.0, 10.0), true));
    assert!(is_seen(Rect::default(), true), "its parent is empty because it is");
    assert!(!is_seen(Rect::default(), false));
    assert!(!is_seen(Rect::new(-99.0, 0.0, 10.0, 10.0), true));
}

#[test]
fn a_layout_knows_better_than_the_markup_where_it_knows() {
    let room = Rect::new(0.0, 0.0, 10.0, 10.0);
    check_both("<p hidden>a</p>", Some(&boxed(room, true)), "a", "a");
    check_both("a<i hidden>b</i><i style='display:none'>c</i><script>d</script>", Some(&boxed(room, true)), "a", "a");
    check_both("<p><i>a</i></p>", Some(&boxed(Rect::default(), true)), "", "");
}

#[test]
fn a_page_that_hides_itself_until_its_script_has_run_is_seen() {
    let text = "The whole page, sent in a part that a script puts in its place. ".repeat(10);
    check(&format!("<div hidden id=s>{text}</div>x"), &format!("{text}x"));
    check(&format!("<p>x</p><div style='display:none'>{text}<i hidden>y</i></div>"), &format!("x{text}"));
    check(&format!("<p>{text}</p><div hidden>{text}</div>"), &text);
    check(&format!("<p>x</p><dialog>{text}</dialog>"), "x");
    check("<p hidden></p>", "");
}

#[test]
fn a_layout_without_scripts_does_not_know_a_page_that_waits_for_them() {
    let text = "The whole page, sent in a part that a script puts in its place. ".repeat(10);
    let html = format!("<p hidden>{text}<b>x</b><i hidden>y</i></p>z");
    check_both(&html, Some(&LayoutBuilder::set_not_rendered), &format!("{text}xz"), &format!("{text}xz"));
}

#[test]
fn many_wrappers_that_hide_the_page_are_looked_at_once() {
    let text = "x".repeat(600);
    check(&format!("{}{text}", "<div hidden>".repeat(400)), &text);
    check(&"<i hidden>x</i>".repeat(50_000), "");
}
