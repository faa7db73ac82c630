//! The features of a block: the numbers that its score is computed from.

use super::groups::Groups;
use super::self_description::SelfDescription;
use super::survey::{Block, Sums, Survey};
use super::tree::{Landmarks, Repeat, Tree};
use super::words::Words;
use tamis_page::{Document, Name, NodeId, names};

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident,)*) => {
        /// The features of a block.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Features { $($(#[doc = $doc])+ pub(super) $name: f32,)* }

        impl Features {
            /// Their names, in the order of the table of weights.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];
            /// What each of them says, as a user reads it in a reason.
            pub(super) const PHRASES: &'static [&'static str] = &[$(concat!($($doc),+),)*];
            /// How many there are.
            pub const COUNT: usize = Features::NAMES.len();

            /// Their values, in the same order.
            pub fn values(&self) -> [f32; Features::COUNT] {
                [$(self.$name,)*]
            }
        }
    };
}

features! {
    /// its length
    words,
    /// its share of link text
    link_share,
    /// its commas
    commas,
    /// how it ends
    ends_sentence,
    /// a copyright sign
    copyright,
    /// a date or time
    has_time,
    /// that it is hidden at first
    hidden,
    /// that it is for browsers without scripts
    noscript,
    /// whether it is in the navigation
    in_nav,
    /// whether it is in the page header
    in_header,
    /// whether it is in the header of an article
    in_own_header,
    /// whether it is in the page footer
    in_footer,
    /// whether it is in the footer of an article
    in_own_footer,
    /// whether it is in an aside
    in_aside,
    /// whether it is in the main element
    in_main,
    /// whether it is in an article
    in_article,
    /// whether it is in a form
    in_form,
    /// whether it is in a dialog
    in_dialog,
    /// whether it belongs to a figure
    in_figure,
    /// whether it is a control
    in_control,
    /// whether it is a link
    in_link,
    /// whether it is a heading
    in_heading,
    /// whether it is preformatted
    in_pre,
    /// how far down the page it is
    words_before,
    /// its distance from the main heading
    words_after_h1,
    /// the words since the last heading
    words_since_heading,
    /// the blocks since the last heading
    blocks_since_heading,
    /// the level of the last heading
    heading_level,
    /// its distance from the prose before it
    prose_gap_before,
    /// the length of the block before it
    previous_words,
    /// the words beside it
    up1_words,
    /// the prose beside it
    up1_prose,
    /// the link text around it
    up2_links,
    /// the words around it
    up4_words,
    /// the link text far around it
    up4_links,
    /// how far it is from most of the prose
    center_below,
    /// whether it is before or after most of the prose
    beside_center,
    /// how often its place repeats
    path_count,
    /// the words at places like its own
    path_words,
    /// the link text at places like its own
    path_links,
    /// how often its place and classes repeat
    class_count,
    /// the words at places with the same classes
    class_words,
    /// how many siblings like it there are
    repeat_count,
    /// the words of such siblings
    repeat_words,
    /// the prose of such siblings
    repeat_prose,
    /// the share of the page in such siblings
    repeat_share,
    /// how many sections like its own there are
    top_repeat_count,
    /// the words of such sections
    top_repeat_words,
    /// the share of the page in its section
    section_share,
    /// the link text in its section
    section_links,
    /// where its section begins
    section_before,
    /// how often the same text is on the page
    copies,
    /// that the same text was there before
    is_copy,
    /// what it shares with the page's description
    described,
    /// what it shares with the text in the page's data
    in_body,
    /// what it shares with the title
    title_share,
    /// the length of the page
    page_words,
    /// the blocks of the page
    page_blocks,
    /// the prose of the page
    page_prose,
    /// the lists of the page
    page_lists,
    /// the repetition on the page
    page_repeat,
    /// how much of the prose is in one place
    page_center,
    /// the articles of the page
    page_articles,
    /// whether the page has a main element
    page_main,
}

/// The tags that are told apart, of the element around a block and of the one around its first text.
#[rustfmt::skip]
pub(super) const TAGS: [Name; 46] = [
    names::P, names::LI, names::H1, names::H2, names::H3, names::H4, names::H5, names::H6, names::TD, names::TH,
    names::DT, names::DD, names::DIV, names::SECTION, names::ARTICLE, names::A, names::BUTTON, names::LABEL,
    names::FIGCAPTION, names::BLOCKQUOTE, names::PRE, names::SUMMARY, names::OPTION, names::TEXTAREA, names::ADDRESS,
    names::CAPTION, names::SPAN, names::STRONG, names::B, names::EM, names::I, names::TIME, names::SMALL,
    names::CODE, names::FIGURE, names::LEGEND, names::NAV, names::HEADER, names::FOOTER, names::ASIDE, names::MAIN,
    names::FORM, names::BODY, names::CENTER, names::UL, names::FONT,
];

/// The number of a tag in the tables of weights; the last is that of all others.
pub(super) fn tag_number(tag: Option<Name>) -> usize {
    const LARGEST: usize = {
        let (mut largest, mut idx) = (0, 0);
        while idx < TAGS.len() {
            largest = if TAGS[idx].index() > largest { TAGS[idx].index() } else { largest };
            idx += 1;
        }
        largest
    };
    static NUMBERS: [u8; LARGEST + 1] = {
        let mut numbers = [TAGS.len() as u8; LARGEST + 1];
        let mut idx = 0;
        while idx < TAGS.len() {
            numbers[TAGS[idx].index()] = idx as u8;
            idx += 1;
        }
        numbers
    };
    tag.and_then(|tag| NUMBERS.get(tag.index())).map_or(TAGS.len(), |&number| usize::from(number))
}

/// The features of all blocks.
pub(super) fn of(document: &Document, survey: &Survey, tree: &Tree, said: &SelfDescription) -> Vec<Features> {
    let blocks = &survey.blocks;
    let total = survey.total();
    let mut words_of_block = Words::default();
    let context = |block: &Block| tree.context(inner(document, block));
    let paths = Groups::by(blocks, |block| context(block).path);
    let class_paths = Groups::by(blocks, |block| context(block).class_path);
    let texts = Groups::by(blocks, |block| block.text.hash);
    let h1 = blocks.iter().position(|block| context(block).heading == 1);
    let words_until = |idx: usize| survey.sums(&(0..idx)).words;
    let (mut last_heading, mut last_prose): (Option<(usize, u8)>, Option<usize>) = (None, None);
    let (mut repeat_words, mut list_words) = (0, 0);
    let mut features = Vec::with_capacity(blocks.len());
    for (idx, block) in blocks.iter().enumerate() {
        let marks = &block.text;
        let element = inner(document, block);
        let context = tree.context(element);
        let landmarks = context.landmarks;
        let is_sectioned = landmarks.has(Landmarks::SECTIONED);
        let said_of_itself = said.overlap(document, block.first, block.end, &mut words_of_block);
        let (path, class_path, text) = (paths.of_block(idx), class_paths.of_block(idx), texts.of_block(idx));
        let alone = Repeat { count: 1, words: marks.words, prose: marks.prose() };
        let or_alone = |repeat: Repeat| if repeat.count >= 2 { repeat } else { alone };
        let (repeat, top_repeat) = (or_alone(context.repeat), or_alone(context.top_repeat));
        let levels = levels(document, survey, tree, element, idx);
        let section = context.section.map(|section| survey.range(document, section));
        let n_below = tree.n_below(context.common);
        repeat_words += if repeat.count >= 4 { marks.words } else { 0 };
        list_words += if landmarks.has(Landmarks::LIST) { marks.words } else { 0 };
        features.push(Features {
            words: log(marks.words),
            link_share: share(marks.link_characters, marks.characters),
            commas: share(marks.commas, marks.words),
            ends_sentence: flag(marks.ends_sentence),
            copyright: flag(marks.has_copyright),
            has_time: flag(marks.has_time || landmarks.has(Landmarks::TIME)),
            hidden: flag(block.is_hidden),
            noscript: flag(block.in_noscript),
            in_nav: flag(landmarks.has(Landmarks::NAV)),
            in_header: flag(landmarks.has(Landmarks::BANNER) || landmarks.has(Landmarks::HEADER) && !is_sectioned),
            in_own_header: flag(landmarks.has(Landmarks::HEADER) && is_sectioned),
            in_footer: flag(
                landmarks.has(Landmarks::CONTENT_INFO) || landmarks.has(Landmarks::FOOTER) && !is_sectioned,
            ),
            in_own_footer: flag(landmarks.has(Landmarks::FOOTER) && is_sectioned),
            in_aside: flag(landmarks.has(Landmarks::ASIDE)),
            in_main: flag(landmarks.has(Landmarks::MAIN)),
            in_article: f32::from(context.n_articles),
            in_form: flag(landmarks.has(Landmarks::FORM)),
            in_dialog: flag(landmarks.has(Landmarks::DIALOG)),
            in_figure: flag(landmarks.has(Landmarks::FIGURE)),
            in_control: flag(landmarks.has(Landmarks::CONTROL)),
            in_link: flag(landmarks.has(Landmarks::LINK)),
            in_heading: flag(context.heading > 0),
            in_pre: flag(landmarks.has(Landmarks::PREFORMATTED)),
            words_before: share(words_until(idx), total.words),
            words_after_h1: h1.map_or(-20.0, |h1| {
                if idx < h1 {
                    -1.0 - log(words_until(h1) - words_until(idx))
                } else {
                    log(words_until(idx) - words_until(h1))
                }
            }),
            words_since_heading: last_heading.map_or(-1.0, |(at, _)| log(words_until(idx) - words_until(at))),
            blocks_since_heading: last_heading.map_or(-1.0, |(at, _)| log((idx - at) as u32)),
            heading_level: last_heading.map_or(0.0, |(_, level)| f32::from(level)),
            prose_gap_before: last_prose.map_or(8.0, |at| log((idx - at) as u32)),
            previous_words: if idx > 0 { log(blocks[idx - 1].text.words) } else { -1.0 },
            up1_words: log(levels[0].words),
            up1_prose: share(levels[0].prose, total.prose),
            up2_links: share(levels[1].link_characters, levels[1].characters),
            up4_words: log(levels[2].words),
            up4_links: share(levels[2].link_characters, levels[2].characters),
            center_below: n_below as f32,
            beside_center: match n_below {
                0 => 0.0,
                _ if block.first < tree.center => -1.0,
                _ => 1.0,
            },
            path_count: log(path.count),
            path_words: share(path.words, total.words),
            path_links: share(path.link_characters, path.characters),
            class_count: log(class_path.count),
            class_words: share(class_path.words, total.words),
            repeat_count: log(repeat.count),
            repeat_words: log(repeat.words / repeat.count),
            repeat_prose: log(repeat.prose / repeat.count),
            repeat_share: share(context.repeat_words, total.words),
            top_repeat_count: log(top_repeat.count),
            top_repeat_words: log(top_repeat.words / top_repeat.count),
            section_share: section.as_ref().map_or(-1.0, |range| share(survey.sums(range).words, total.words)),
            section_links: section.as_ref().map_or(-1.0, |range| {
                let sums = survey.sums(range);
                share(sums.link_characters, sums.characters)
            }),
            section_before: section.map_or(-1.0, |range| share(words_until(range.start), total.words)),
            copies: log(text.count),
            is_copy: flag(text.first < idx),
            described: said_of_itself.description,
            in_body: said_of_itself.body,
            title_share: said_of_itself.title,
            ..Features::default()
        });
        if context.heading > 0 {
            last_heading = Some((idx, context.heading));
        }
        if marks.prose() > 0 {
            last_prose = Some(idx);
        }
    }
    let center_prose = survey.sums(&survey.range(document, tree.center)).prose;
    for block in &mut features {
        block.page_words = log(total.words);
        block.page_blocks = log(blocks.len() as u32);
        block.page_prose = share(total.prose, total.words);
        block.page_lists = share(list_words, total.words);
        block.page_repeat = share(repeat_words, total.words);
        block.page_center = share(center_prose, total.prose);
        block.page_articles = log(said.n_articles);
        block.page_main = flag(said.has_main);
    }
    features
}

/// The innermost element around a block's first text.
pub(super) fn inner(document: &Document, block: &Block) -> NodeId {
    document.parent(block.first).unwrap_or(block.element)
}

/// Goes up from a block, counting only elements that hold more than the one below, and returns what the first, the second
/// and the fourth hold.
fn levels(document: &Document, survey: &Survey, tree: &Tree, element: NodeId, idx: usize) -> [Sums; 3] {
    let mut around = element;
    if survey.range(document, around) == (idx..idx + 1) {
        around = tree.context(around).outer;
    }
    let mut levels = [Sums::default(); 3];
    for (level, place) in [(1, 0), (2, 1), (3, 2), (4, 2)] {
        if level > 1 {
            around = tree.context(around).outer;
        }
        levels[place] = survey.sums(&survey.range(document, around));
    }
    levels
}

/// The binary logarithm of a count and one, straight between powers of two: exact on every machine.
fn log(count: u32) -> f32 {
    let number = count.saturating_add(1);
    let exponent = number.ilog2();
    exponent as f32 + (number as f32 / (1_u32 << exponent) as f32 - 1.0)
}

fn share(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

fn flag(yes: bool) -> f32 {
    if yes { 1.0 } else { 0.0 }
}
