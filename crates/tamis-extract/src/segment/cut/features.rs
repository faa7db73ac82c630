//! What speaks for and against dividing a piece of the page.

use super::pieces::{Piece, Pieces, is_in_line};
use super::survey::Survey;
use crate::compare::fingerprint;
use crate::element_names::NameWords;
use crate::segment::words::{self, FOOTER, HEADER, MAIN, NAV, SIDE};
use crate::view::PageView;
use tamis_page::{Document, Layout, NodeId, Rect, names};

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident $(($layout:ident))?,)*) => {
        /// What is known of a piece. Those about places are 0 on a page that was not laid out.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        #[non_exhaustive]
        pub struct Features { $($(#[$doc])* pub $name: f64,)* }

        impl Features {
            /// Their names, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];
            /// How many there are.
            pub const LEN: usize = Features::NAMES.len();
            /// Whether each needs a layout.
            pub const NEED_LAYOUT: [bool; Features::LEN] = [$(features!(@ $($layout)?),)*];

            /// All of them, in the order of the names.
            pub fn values(&self) -> [f64; Features::LEN] {
                [$(self.$name,)*]
            }
        }
    };
    (@) => { false };
    (@ layout) => { true };
}

features! {
    /// The share of the page's text that it holds.
    share,
    /// The share of its text that its largest unit holds.
    largest,
    /// The number of its units, as a logarithm: many units are a list or a text.
    units,
    /// Whether there are just two.
    two,
    /// The share of its text that stands in lines of its own.
    lines,
    /// The share of its text in lines, paragraphs, headings and items of lists of its own: a text is read as one.
    prose,
    /// How much the shares of links in its units differ, by their text: a menu beside a text.
    link_spread,
    /// The difference between the unit with most links and that with fewest.
    link_range,
    /// The share of its units that look the same in the markup.
    repeated,
    /// How many of its units have headings of their own, as a logarithm.
    headings,
    /// Paragraphs in it, as a logarithm.
    paragraphs,
    /// Pictures in it, as a logarithm.
    pictures,
    /// A cell of a table.
    is_cell,
    /// A row of a table.
    is_row,
    /// A list.
    is_list,
    /// It is called a header.
    named_header,
    /// It is called a footer.
    named_footer,
    /// It is called a menu.
    named_nav,
    /// It is called a sidebar or a column.
    named_side,
    /// It is called the content.
    named_main,
    /// It is called the content, and not something around it.
    is_main,
    /// Of header and footer, how many its units are called.
    ends,
    /// Whether its units are called three kinds of parts or more.
    three_kinds,
    /// How many of its units are called sidebars or columns, at most two.
    sides,
    /// The share of the page that it covers.
    area (layout),
    /// Whether that is nearly all of it.
    is_page (layout),
    /// The share of the page's height.
    height (layout),
    /// Its height in hundreds of pixels, as a logarithm.
    tall (layout),
    /// How much tall columns beside each other differ in width: content and sidebar.
    columns (layout),
    /// The narrowest unit by the widest.
    widths (layout),
    /// The largest gap between units above each other, as a logarithm.
    gap (layout),
    /// Whether it has a background or a border of its own.
    is_boxed (layout),
    /// Whether its first unit stands at the top of the page and is low.
    top (layout),
}

/// Columns that are lower are items beside each other in a line.
const TALL: f32 = 150.0;
/// How far from the top the first unit of a page is, and how high a header may be.
const TOP: f32 = 60.0;
const HEADER_HEIGHT: f32 = 300.0;
/// A piece that covers this share of the page or more is the page.
const WHOLE_PAGE: f64 = 0.8;
/// How many wrappers of a unit are looked at for its name.
const NAMED_WRAPPERS: usize = 4;

/// The features of a piece.
pub(super) fn of_piece(view: &PageView<'_>, survey: &Survey, pieces: &Pieces, piece: &Piece) -> Features {
    let document = view.document();
    let units: Vec<UnitFacts> =
        piece.units.clone().map(|unit| UnitFacts::of(view, survey, pieces.nodes_of(unit))).collect();
    let letters = f64::from(survey.letters(document, piece.bottom)).max(1.0);
    let page_letters = f64::from(survey.letters(document, survey.body())).max(1.0);
    let mut features = Features {
        share: letters / page_letters,
        units: (units.len() as f64).ln(),
        two: yes(units.len() == 2),
        paragraphs: f64::from(survey.paragraphs(document, piece.bottom)).ln_1p(),
        pictures: f64::from(survey.pictures(document, piece.bottom)).ln_1p(),
        ..Features::default()
    };
    of_text(&mut features, &units, letters);
    of_names(&mut features, document, survey, piece, &units);
    if let Some(layout) = view.measured_layout() {
        of_places(&mut features, survey, piece, &units);
        features.is_boxed = yes(is_boxed(document, layout, piece));
    }
    features
}

/// What a unit amounts to.
struct UnitFacts {
    letters: f64,
    link_letters: f64,
    is_in_line: bool,
    is_prose: bool,
    has_heading: bool,
    words: NameWords,
    /// Equal for units of one tag and class; of text 0.
    look: u64,
    rect: Option<Rect>,
}

impl UnitFacts {
    fn of(view: &PageView<'_>, survey: &Survey, nodes: &[NodeId]) -> UnitFacts {
        let document = view.document();
        let first = nodes[0];
        let sum = |count: fn(&Survey, &Document, NodeId) -> u32| {
            nodes.iter().map(|&node| f64::from(count(survey, document, node))).sum::<f64>()
        };
        let is_heading = |node: NodeId| {
            matches!(document.tag(node), Some(names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6))
        };
        UnitFacts {
            letters: sum(Survey::letters),
            link_letters: sum(Survey::link_letters),
            is_in_line: is_in_line(view, first),
            is_prose: is_heading(first)
                || matches!(
                    document.tag(first),
                    Some(names::P | names::BLOCKQUOTE | names::PRE | names::LI | names::DT | names::DD | names::CENTER)
                ),
            has_heading: nodes.iter().any(|&node| is_heading(node)),
            words: if nodes.len() == 1 { words_of(document, survey, first) } else { NameWords::default() },
            look: document.tag(first).map_or(0, |tag| fingerprint::of_element(document, first, tag)),
            rect: nodes.iter().filter_map(|&node| survey.rect(node)).reduce(Rect::union),
        }
    }

    fn link_share(&self) -> f64 {
        self.link_letters / self.letters.max(1.0)
    }
}

/// What a unit is called: it, or a wrapper in it.
fn words_of(document: &Document, survey: &Survey, mut node: NodeId) -> NameWords {
    let mut words = NameWords::default();
    for _ in 0..NAMED_WRAPPERS {
        if !document.is_element(node) {
            break;
        }
        words |= survey.words(node);
        let mut inner = document.children(node).filter(|&child| survey.has_content(document, child));
        match (inner.next(), inner.next()) {
            (Some(only), None) => node = only,
            _ => break,
        }
    }
    words
}

fn of_text(features: &mut Features, units: &[UnitFacts], letters: f64) {
    let share = |is_counted: fn(&UnitFacts) -> bool| {
        units.iter().filter(|unit| is_counted(unit)).map(|unit| unit.letters).sum::<f64>() / letters
    };
    features.lines = share(|unit| unit.is_in_line);
    features.prose = features.lines + share(|unit| !unit.is_in_line && unit.is_prose);
    features.largest = units.iter().map(|unit| unit.letters).fold(0.0, f64::max) / letters;
    let texts = || units.iter().filter(|unit| unit.letters > 0.0);
    let mean = texts().map(|unit| unit.link_letters).sum::<f64>() / letters;
    let variance = texts().map(|unit| unit.letters * (unit.link_share() - mean).powi(2)).sum::<f64>() / letters;
    features.link_spread = variance.sqrt();
    let (most, fewest) = (
        texts().map(UnitFacts::link_share).fold(0.0, f64::max),
        texts().map(UnitFacts::link_share).fold(1.0, f64::min),
    );
    features.link_range = (most - fewest).max(0.0);
    let mut looks: Vec<u64> = units.iter().map(|unit| unit.look).collect();
    looks.sort_unstable();
    let most_alike = looks.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
    features.repeated = most_alike as f64 / units.len() as f64;
    features.headings = (units.iter().filter(|unit| unit.has_heading).count() as f64).ln_1p();
}

fn of_names(features: &mut Features, document: &Document, survey: &Survey, piece: &Piece, units: &[UnitFacts]) {
    let tag = document.tag(piece.bottom);
    features.is_cell = yes(matches!(tag, Some(names::TD | names::TH)));
    features.is_row = yes(tag == Some(names::TR));
    features.is_list = yes(matches!(tag, Some(names::UL | names::OL | names::DL | names::MENU)));
    let words = piece.elements(document).fold(NameWords::default(), |words, node| words | survey.words(node));
    features.named_header = yes(words.has(HEADER));
    features.named_footer = yes(words.has(FOOTER));
    features.named_nav = yes(words.has(NAV));
    features.named_side = yes(words.has(SIDE));
    features.named_main = yes(words.has(MAIN));
    features.is_main = yes(words.has(MAIN) && !words.has(NameWords::WRAPPER));
    let called = |part: NameWords| units.iter().filter(|unit| unit.words.has(part)).count();
    features.ends = yes(called(HEADER) > 0) + yes(called(FOOTER) > 0);
    let kinds = words::n_parts(units.iter().fold(NameWords::default(), |words, unit| words | unit.words));
    features.three_kinds = yes(kinds >= 3);
    features.sides = called(SIDE).min(2) as f64;
}

fn of_places(features: &mut Features, survey: &Survey, piece: &Piece, units: &[UnitFacts]) {
    let page = survey.page();
    let rect = survey.rect(piece.bottom).unwrap_or_default();
    let by = |part: f32, whole: f32| f64::from(part / whole.max(1.0)).min(1.0);
    features.height = by(rect.height, page.height);
    features.area = features.height * by(rect.width, page.width);
    features.is_page = yes(features.area > WHOLE_PAGE);
    features.tall = (f64::from(rect.height).max(10.0) / 100.0).ln();
    let rects: Vec<Rect> = units.iter().filter_map(|unit| unit.rect).collect();
    let widest = rects.iter().map(|rect| rect.width).fold(1.0, f32::max);
    features.widths = rects.iter().map(|rect| f64::from(rect.width / widest)).fold(1.0, f64::min);
    if rects.windows(2).any(|pair| are_columns(pair[0], pair[1])) {
        features.columns = 1.0 - features.widths;
    }
    let gaps = rects.windows(2).map(|pair| pair[1].y - pair[0].bottom());
    features.gap = f64::from(gaps.fold(0.0, f32::max)).ln_1p();
    features.top = yes(rects.first().is_some_and(|first| first.y <= page.y + TOP && first.height < HEADER_HEIGHT));
}

/// Whether two units stand beside each other and one of them is tall.
fn are_columns(one: Rect, other: Rect) -> bool {
    let common_height = one.bottom().min(other.bottom()) - one.y.max(other.y);
    let common_width = one.right().min(other.right()) - one.x.max(other.x);
    common_width <= 2.0
        && common_height > 0.3 * one.height.min(other.height).max(1.0)
        && one.height.max(other.height) > TALL
}

/// Whether the piece or a wrapper of it stands out by its background or by two borders.
fn is_boxed(document: &Document, layout: &Layout, piece: &Piece) -> bool {
    let stands_out = |node: NodeId| {
        let Some(style) = layout.style(node) else { return false };
        let around = document.parent(node).and_then(|parent| layout.style(parent));
        let is_coloured = around.is_some_and(|around| around.background != style.background);
        is_coloured || style.borders.iter().filter(|border| border.width > 0.0).count() >= 2
    };
    piece.elements(document).any(stands_out)
}

fn yes(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}
