//! What a candidate is scored by: figures that mean the same on any page.

use super::candidate::Candidate;
use super::context::Context;
use super::profile::typical;
use super::survey::Survey;
use tamis_page::budget;
use tamis_page::{Rect, names};

/// Declares the features with their documentation, and lists them.
macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// The features of a candidate. Shares, similarities and flags are from 0 to 1.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        #[non_exhaustive]
        pub struct Features { $($(#[doc = $doc])* pub $name: f64,)* }

        impl Features {
            /// Their names, in order.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
            /// How many there are.
            pub const LEN: usize = Features::NAMES.len();

            /// Their values, in order.
            pub fn values(&self) -> [f64; Features::LEN] {
                [$(self.$name),*]
            }
        }
    };
}

features! {
    /// The logarithm of the number of records, up to sixty.
    number,
    /// The square of that: more than enough records are no better.
    number_squared,
    /// Two records: a pattern seen twice is often none.
    is_two,
    /// Three records.
    is_three,
    /// The share of the page's visible text.
    text_share,
    /// Its root: a list that fills the page is not ten times better than one that fills a tenth.
    root_text_share,
    /// The logarithm of the characters a record.
    chars,
    /// The square of that: records have neither one word nor a chapter.
    chars_squared,
    /// The logarithm of the texts and images a record.
    items,
    /// The square of that.
    items_squared,
    /// How similar the records are to the typical one, by where they show something.
    similarity_by_tags,
    /// How similar the records are to the typical one, by the part that their nodes play.
    similarity_of_parts,
    /// How similar a record is that four in five surpass.
    least_similarity,
    /// 1 if all records have the same amount of text, less the more they differ.
    regularity,
    /// The share of records with a link.
    with_link,
    /// The share of records with exactly one link.
    with_one_link,
    /// The share of records with a link whose text is long enough for a title.
    with_title_link,
    /// The share of the text that is in links: entries of a menu are nothing but links.
    link_density,
    /// How many of the records' first links lead elsewhere than those before.
    different_links,
    /// The share of records with a heading.
    with_heading,
    /// The share of records with exactly one heading.
    with_one_heading,
    /// The share of records with an image.
    with_image,
    /// The share of records with an amount of money.
    with_amount,
    /// The share of records with a number or a date.
    with_figure,
    /// Fields and buttons a record, four or more as 1: filters and forms.
    controls,
    /// The share of the text of the element around the records that is theirs.
    region_coverage,
    /// The share of the records' text that is prose: paragraphs of an article are similar too.
    prose,
    /// The page's prose outside the records, as a share of its visible text: the page is an article with a list in it.
    outside_prose,
    /// The share of the records' text that cannot be seen.
    hidden,
    /// In a menu, by tags, roles or class words; the same for the next ones.
    menu,
    /// In a header, footer or dialog.
    frame,
    /// In what stands beside the content.
    aside,
    /// In choices that narrow a list.
    filter,
    /// In a list of which a part is shown at a time.
    carousel,
    /// In a form.
    form,
    /// In `main`.
    main,
    /// In an element that is called a list or results.
    listing,
    /// The share of the page's text before the records.
    text_before,
    /// The share after them.
    text_after,
    /// The share of records that say the same as others.
    copies,
    /// A record is an `li`.
    is_list_item,
    /// A record is a `tr`.
    is_row,
    /// A record is a `td`.
    is_cell,
    /// A record is an `article`.
    is_article,
    /// A record is an `a`.
    is_link,
    /// A record is a `p`.
    is_paragraph,
    /// Each record is made of several records of another candidate: a row of a grid, a section of a list.
    split_up,
    /// Each record holds several records of another candidate, whatever their share.
    inner_lists,
    /// Several of these are in each record of another candidate, which has more: these are its fields.
    field_of,
    /// One of these is in each record of another candidate, which has more: this is a part of the record.
    part_of,
    /// Each record has one record of another candidate in it, and more: this is the whole.
    is_whole,
    /// Another candidate has these records and others like them.
    larger_twin,
    /// The text of the records against that of the largest list of the page.
    relative_size,
    /// Many records with much text.
    number_chars,
    /// Many records with much of the page.
    number_share,
    /// Similar records with much of the page.
    similarity_share,
    /// Prose with much of the page: an article.
    prose_share,
    /// Of the layout: the root of the share of the page's area.
    root_area_share,
    /// Similar records with much of the area.
    similarity_area,
    /// The share of records that are as wide as most.
    same_width,
    /// The share of records below or beside the one before.
    aligned,
    /// How far their middle is from the middle of the page.
    off_centre,
    /// The width of all records as a share of the page's.
    width_share,
    /// How far down they begin, as a share of the page's height.
    top,
    /// How much neighbouring records lie on each other: slides that are shown one at a time.
    overlap,
    /// The share of records without a box.
    no_box,
}

pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 }
}

/// How many of the values there are, each counted once.
fn share_of_different(mut values: Vec<u64>) -> f64 {
    let n = values.len();
    values.sort_unstable();
    values.dedup();
    share(values.len() as f64, n as f64)
}

/// How many links of a record are looked at for a title.
const MAX_LINKS: usize = 4;

fn flag(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}

impl Features {
    /// The features that a candidate has by itself.
    pub(super) fn of(survey: &Survey<'_>, candidate: &Candidate) -> Features {
        budget::spend(64 * candidate.records.len());
        let mut features = Features::default();
        features.read_records(survey, candidate);
        features.read_page(survey, candidate);
        features.read_boxes(survey, candidate);
        features
    }

    fn read_records(&mut self, survey: &Survey<'_>, candidate: &Candidate) {
        let Some(typical) = typical(&candidate.profiles) else { return };
        let n_records = candidate.records.len();
        let n = n_records as f64;
        let mut similarities = Vec::with_capacity(n_records);
        let (mut chars, mut log_chars, mut log_chars_squared) = (0.0, 0.0, 0.0);
        let (mut visible, mut links_chars, mut prose, mut hidden, mut controls, mut items) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let mut addresses = Vec::with_capacity(n_records);
        let mut texts = Vec::with_capacity(n_records);
        for (&span, profile) in candidate.records.iter().zip(&candidate.profiles) {
            let totals = survey.totals(span.range());
            self.similarity_by_tags += profile.similarity_by_tags(&typical) / n;
            self.similarity_of_parts += profile.similarity_of_parts(&typical) / n;
            similarities.push(profile.similarity(&typical));
            let own_chars = f64::from(totals.chars);
            // A few characters more or less are nothing.
            let log = (own_chars + 5.0).ln();
            chars += own_chars;
            log_chars += log;
            log_chars_squared += log * log;
            visible += own_chars - f64::from(totals.hidden_chars);
            links_chars += f64::from(totals.link_chars);
            prose += f64::from(totals.prose_chars);
            hidden += f64::from(totals.hidden_chars);
            controls += f64::from(totals.controls);
            items += f64::from(totals.items);
            self.with_link += flag(totals.links > 0) / n;
            self.with_one_link += flag(totals.links == 1) / n;
            self.with_image += flag(totals.images > 0) / n;
            self.with_heading += flag(totals.headings > 0) / n;
            self.with_one_heading += flag(totals.headings == 1) / n;
            self.with_amount += flag(totals.amounts > 0) / n;
            self.with_figure += flag(totals.figures > 0) / n;
            // The first link with a title, or the first.
            let links = survey.links(span);
            let links = &links[..links.len().min(MAX_LINKS)];
            if let Some(link) = links.iter().find(|link| link.is_title).or(links.first()) {
                addresses.push(link.address);
                self.with_title_link += flag(link.is_title) / n;
            }
            texts.push(survey.text_hash(span.range()));
        }
        similarities.sort_by(f64::total_cmp);
        self.least_similarity = similarities.get(n_records / 5).copied().unwrap_or(0.0);
        let variance = (log_chars_squared / n - (log_chars / n).powi(2)).max(0.0);
        self.regularity = 1.0 / (1.0 + variance.sqrt());
        self.number = n.clamp(1.0, 60.0).ln();
        self.number_squared = self.number.powi(2);
        self.is_two = flag(n_records == 2);
        self.is_three = flag(n_records == 3);
        self.text_share = share(visible, f64::from(survey.n_visible()));
        self.root_text_share = self.text_share.sqrt();
        self.chars = (chars / n + 1.0).ln();
        self.chars_squared = self.chars.powi(2);
        self.items = (items / n + 1.0).ln();
        self.items_squared = self.items.powi(2);
        self.link_density = share(links_chars, chars);
        self.different_links = share_of_different(addresses);
        self.controls = (controls / n).min(4.0) / 4.0;
        self.prose = share(prose, chars);
        self.outside_prose = share(f64::from(survey.page.prose_chars) - prose, f64::from(survey.n_visible()));
        self.hidden = share(hidden, chars);
        self.copies = 1.0 - share_of_different(texts);
        let region = survey.document.subtree_range(candidate.region(survey));
        self.region_coverage = share(chars, f64::from(survey.n_chars(region)));
        self.number_chars = self.number * self.chars;
        self.number_share = self.number * self.root_text_share;
        self.similarity_share = self.similarity_by_tags * self.root_text_share;
        self.prose_share = self.prose * self.root_text_share;
    }

    fn read_page(&mut self, survey: &Survey<'_>, candidate: &Candidate) {
        let document = survey.document;
        let Some(first) = candidate.records.first() else { return };
        let context = Context::of(survey, first.first);
        self.menu = flag(context.is_menu);
        self.frame = flag(context.is_frame);
        self.aside = flag(context.is_aside);
        self.filter = flag(context.is_filter);
        self.carousel = flag(context.is_carousel);
        self.form = flag(context.is_form);
        self.main = flag(context.is_main);
        self.listing = flag(context.is_listing);
        let (body, extent) = (document.subtree_range(survey.body), candidate.extent());
        let all = f64::from(survey.page.chars);
        self.text_before = share(f64::from(survey.n_chars(body.start..extent.start)), all);
        self.text_after = share(f64::from(survey.n_chars(extent.end..body.end)), all);
        match document.tag(first.first) {
            Some(names::LI) => self.is_list_item = 1.0,
            Some(names::TR) => self.is_row = 1.0,
            Some(names::TD | names::TH) => self.is_cell = 1.0,
            Some(names::ARTICLE) => self.is_article = 1.0,
            Some(names::A) => self.is_link = 1.0,
            Some(names::P) => self.is_paragraph = 1.0,
            _ => {}
        }
    }

    fn read_boxes(&mut self, survey: &Survey<'_>, candidate: &Candidate) {
        let Some(layout) = survey.layout else { return };
        let (page_width, page_height) = layout.size();
        let n = candidate.records.len() as f64;
        let boxes: Vec<Rect> = candidate.records.iter().filter_map(|&span| survey.rect(span)).collect();
        self.no_box = 1.0 - boxes.len() as f64 / n;
        let Some(whole) = boxes.iter().copied().reduce(Rect::union) else { return };
        if page_width <= 0.0 || page_height <= 0.0 {
            return;
        }
        let mut widths: Vec<f32> = boxes.iter().map(|rect| rect.width).collect();
        widths.sort_by(f32::total_cmp);
        let width = widths[widths.len() / 2];
        let is_as_wide = |rect: &&Rect| (rect.width - width).abs() <= 0.1 * width;
        self.same_width = boxes.iter().filter(is_as_wide).count() as f64 / n;
        let n_pairs = (n - 1.0).max(1.0);
        for pair in boxes.windows(2) {
            let is_near = |one: f32, other: f32| (one - other).abs() < 4.0;
            let is_aligned =
                is_near(pair[0].x, pair[1].x) || is_near(pair[0].y, pair[1].y) || is_near(boxes[0].x, pair[1].x);
            self.aligned += flag(is_aligned) / n_pairs;
            let common = pair[0].intersection(pair[1]).map_or(0.0, Rect::area);
            self.overlap += share(common, pair[0].area().min(pair[1].area())) / n_pairs;
        }
        let area = boxes.iter().map(|rect| rect.area()).sum::<f64>().min(whole.area());
        self.root_area_share = share(area, f64::from(page_width) * f64::from(page_height)).sqrt();
        self.similarity_area = self.root_area_share * self.similarity_by_tags;
        self.off_centre = f64::from(((whole.x + whole.width / 2.0) / page_width - 0.5).abs()).min(1.0);
        self.width_share = f64::from(whole.width / page_width).clamp(0.0, 1.0);
        self.top = f64::from(whole.y / page_height).clamp(0.0, 1.0);
    }
}
