//! What the pages of a site repeat, learned from some of them and left out of any of them.
//!
//! A menu of one part of a site stands on the pages of that part alone, so pages are put together by their template first, as
//! [`site`](crate::site) does it, and what repeats is counted for each template; a template of a few pages is taken with
//! all pages of the site.
//!
//! ```
//! use tamis::site_noise::{SiteNoiseLearner, SiteRecipe};
//! use tamis::{Page, Recipe, Task};
//!
//! let page = |name: &str| Page::parse(&format!("<ul><li>Home<li>Lamps</ul><h1>{name}</h1>"));
//! let mut learner = SiteNoiseLearner::new(SiteRecipe::default());
//! for name in ["Desk lamp", "Wall light", "Lantern"] {
//!     learner.add(&page(name));
//! }
//! let noise = learner.finish();
//! let findings = tamis::ask(&page("Candle"), &[Recipe::named(Task::Text, "none")?])?.without_site_noise(&noise);
//! assert_eq!(findings.text(), "Candle");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::methods::AnyOptions;
use crate::page::Page;
use crate::recipe::{MethodError, change};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tamis_extract::options::OptionValue;
use tamis_page::budget::{self, Budget};
use tamis_page::{Document, Mask};
#[cfg(feature = "papers")]
use tamis_papers::style_tree::{StyleTree, StyleTreeBuilder, StyleTreeOptions};
use tamis_sites::repeated::{RepeatedLines, RepeatedLinesBuilder, RepeatedOptions};
use tamis_sites::{ClusterOptions, Fingerprint};

/// Pages below which nothing is said to repeat.
pub const MIN_PAGES: usize = 3;

/// The pages of a site that are read to learn what repeats: the sample of the style tree's paper. More pages than that
/// change little, and the time to read them twice is what they cost.
pub const MAX_SAMPLE: usize = 500;

/// A way to find what repeats, with its options.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SiteRecipe {
    /// The pages merged into one tree: Yi, Liu and Li 2003.
    #[cfg(feature = "papers")]
    StyleTree(StyleTreeOptions),
    /// The lines that most pages have in the same place.
    Repeated(RepeatedOptions),
}

impl SiteRecipe {
    /// The names of the ways, and what each does; the first is the default.
    pub const METHODS: &[(&'static str, &'static str)] = &[
        ("repeated", "leaves out the lines that most pages have in the same place"),
        #[cfg(feature = "papers")]
        ("style-tree", "merges the pages into one tree and leaves out what differs nowhere (Yi, Liu and Li 2003)"),
    ];

    /// The way of this name with the options that we recommend.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn named(name: &str) -> Result<SiteRecipe, MethodError> {
        match name {
            #[cfg(feature = "papers")]
            "style-tree" => Ok(SiteRecipe::StyleTree(StyleTreeOptions::default())),
            "repeated" => Ok(SiteRecipe::Repeated(RepeatedOptions::default())),
            _ => Err(MethodError::UnknownMethod { task: crate::Task::Clean, name: name.to_owned() }),
        }
    }

    /// Sets an option; `profile=paper` sets all of them.
    ///
    /// # Errors
    /// The way has no such option, or the option does not take the value.
    pub fn with(mut self, option: &str, value: &str) -> Result<SiteRecipe, MethodError> {
        let method = self.name();
        match &mut self {
            #[cfg(feature = "papers")]
            SiteRecipe::StyleTree(options) => change(options, method, option, value)?,
            SiteRecipe::Repeated(options) => change(options, method, option, value)?,
        }
        Ok(self)
    }

    /// The name of the way.
    pub fn name(&self) -> &'static str {
        match self {
            SiteRecipe::Repeated(_) => Self::METHODS[0].0,
            #[cfg(feature = "papers")]
            SiteRecipe::StyleTree(_) => Self::METHODS[1].0,
        }
    }

    /// Each option and its value.
    pub fn options(&self) -> Vec<(&'static str, OptionValue)> {
        match self {
            #[cfg(feature = "papers")]
            SiteRecipe::StyleTree(options) => options.values(),
            SiteRecipe::Repeated(options) => options.values(),
        }
    }
}

impl Default for SiteRecipe {
    fn default() -> SiteRecipe {
        SiteRecipe::Repeated(RepeatedOptions::default())
    }
}

/// Pages on their way to [`SiteNoise`]. Add them in the order of the source: the same pages in the same order give the
/// same answer.
#[derive(Clone, Debug)]
pub struct SiteNoiseLearner {
    recipe: SiteRecipe,
    of_site: Builder,
    of_templates: Vec<(Fingerprint, Builder)>,
}

/// A template with fewer pages says less about what repeats than the whole site does.
const MIN_TEMPLATE_PAGES: usize = 10;

/// Pages of further templates count for the site alone.
const MAX_TEMPLATES: usize = 64;

/// The work on a node: it is looked at for the site, for the template, and to find the template.
const STEPS_A_NODE: usize = 4;

#[derive(Clone, Debug)]
enum Builder {
    #[cfg(feature = "papers")]
    StyleTree(StyleTreeBuilder),
    Repeated(RepeatedLinesBuilder),
}

impl SiteNoiseLearner {
    /// No page yet.
    pub fn new(recipe: SiteRecipe) -> SiteNoiseLearner {
        SiteNoiseLearner { recipe, of_site: Builder::new(recipe), of_templates: Vec::new() }
    }

    /// Reads a page; nothing of it is kept but numbers.
    pub fn add(&mut self, page: &Page) {
        let document = page.document();
        budget::spend(STEPS_A_NODE * document.len());
        self.of_site.add(document);
        let fingerprint = Fingerprint::of(document);
        if let Some(place) = template_of(&fingerprint, self.of_templates.iter().map(|(first, _)| first)) {
            self.of_templates[place].1.add(document);
        } else if self.of_templates.len() < MAX_TEMPLATES {
            let mut builder = Builder::new(self.recipe);
            builder.add(document);
            self.of_templates.push((fingerprint, builder));
        }
    }

    /// Reads a page of strangers, in at most so many steps. Says whether it was learned from. If it was not, there may be half of it
    /// in what was learned, so that is forgotten, and the pages that follow are learned from: try a page alone first, with a
    /// learner of its own and within the [limits of a batch](crate::batch::Batch).
    pub fn try_add(&mut self, page: &Page, max_steps: u64) -> bool {
        let budget = Budget { max_steps, stop: None };
        let work = || budget::within(&budget, || self.add(page));
        let is_learned = matches!(catch_unwind(AssertUnwindSafe(work)), Ok(Ok(())));
        if !is_learned {
            *self = SiteNoiseLearner::new(self.recipe);
        }
        is_learned
    }

    /// What the pages repeat.
    pub fn finish(self) -> SiteNoise {
        let of_templates = self.of_templates.into_iter().map(|(first, builder)| (first, builder.finish()));
        let learned = Learned { of_site: self.of_site.finish(), of_templates: of_templates.collect() };
        SiteNoise { recipe: self.recipe, learned: Arc::new(learned) }
    }
}

/// The first template that a page is one of.
fn template_of<'t>(page: &Fingerprint, mut firsts: impl Iterator<Item = &'t Fingerprint>) -> Option<usize> {
    let options = ClusterOptions::default();
    firsts.position(|first| options.are_alike(page, first))
}

impl Builder {
    fn new(recipe: SiteRecipe) -> Builder {
        match recipe {
            #[cfg(feature = "papers")]
            SiteRecipe::StyleTree(options) => Builder::StyleTree(StyleTreeBuilder::new(options)),
            SiteRecipe::Repeated(options) => Builder::Repeated(RepeatedLinesBuilder::new(options)),
        }
    }

    fn add(&mut self, document: &Document) {
        match self {
            #[cfg(feature = "papers")]
            Builder::StyleTree(builder) => builder.add(document),
            Builder::Repeated(builder) => builder.add(document),
        }
    }

    fn finish(self) -> Repeats {
        match self {
            #[cfg(feature = "papers")]
            Builder::StyleTree(builder) => Repeats::StyleTree(builder.finish()),
            Builder::Repeated(builder) => Repeats::Lines(builder.finish()),
        }
    }
}

/// What the pages of a site repeat; a handle that is cheap to clone.
#[derive(Clone, Debug)]
pub struct SiteNoise {
    recipe: SiteRecipe,
    learned: Arc<Learned>,
}

#[derive(Debug)]
struct Learned {
    of_site: Repeats,
    of_templates: Vec<(Fingerprint, Repeats)>,
}

/// What some pages repeat.
#[derive(Debug)]
enum Repeats {
    #[cfg(feature = "papers")]
    StyleTree(StyleTree),
    Lines(RepeatedLines),
}

impl Repeats {
    fn n_pages(&self) -> usize {
        match self {
            #[cfg(feature = "papers")]
            Repeats::StyleTree(tree) => tree.n_pages(),
            Repeats::Lines(lines) => lines.n_pages(),
        }
    }
}

impl SiteNoise {
    /// How it was learned.
    pub fn recipe(&self) -> &SiteRecipe {
        &self.recipe
    }

    /// From how many pages it was learned; with fewer than [`MIN_PAGES`] nothing repeats.
    pub fn n_pages(&self) -> usize {
        self.learned.of_site.n_pages()
    }

    /// What of a page is not repeated, and why the rest goes.
    pub fn clean(&self, document: &Document) -> Mask {
        let Learned { of_site, of_templates } = &*self.learned;
        let template = template_of(&Fingerprint::of(document), of_templates.iter().map(|(first, _)| first));
        let of_template = template.map(|place| &of_templates[place].1);
        match of_template.filter(|repeats| repeats.n_pages() >= MIN_TEMPLATE_PAGES).unwrap_or(of_site) {
            #[cfg(feature = "papers")]
            Repeats::StyleTree(tree) => tree.clean(document),
            Repeats::Lines(lines) => lines.clean(document),
        }
    }
}

/// Which of `n_pages` pages are read to learn from: all, or [`MAX_SAMPLE`] spread evenly over them.
pub fn sample(n_pages: usize) -> impl Iterator<Item = usize> {
    let n_sampled = n_pages.min(MAX_SAMPLE);
    (0..n_sampled).map(move |idx| idx * n_pages / n_sampled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_all_pages_or_spread_over_them() {
        assert_eq!(sample(0).count(), 0);
        assert!(sample(7).eq(0..7));
        let large: Vec<usize> = sample(100_000).collect();
        assert_eq!((large.len(), large[0], large[1], large[499]), (500, 0, 200, 99_800));
    }

    #[test]
    fn a_page_that_takes_too_many_steps_teaches_nothing_and_the_next_ones_do() {
        let page = |name: &str| Page::parse(format!("<ul><li>Home<li>Lamps</ul><h1>{name}</h1>"));
        let large = Page::parse("<p>Home".repeat(20_000));
        let mut learner = SiteNoiseLearner::new(SiteRecipe::default());
        assert!(learner.try_add(&page("Candle"), 50_000));
        assert!(!learner.try_add(&large, 50_000));
        for name in ["Desk lamp", "Wall light", "Lantern"] {
            assert!(learner.try_add(&page(name), 50_000), "{name}");
        }
        assert_eq!(learner.finish().n_pages(), 3);
    }

    #[test]
    fn the_menu_of_one_template_goes_though_the_site_has_more_pages_of_another() {
        let product = |idx: usize| {
            Page::parse(format!(
                "<table><tr><td>Products<td>Offers</table><h1>Lamp {idx}</h1><dl><dt>Price<dd>{idx} €</dl>"
            ))
        };
        let article = |idx: usize| {
            Page::parse(format!("<article><h1>Story {idx}</h1><section><p>Of lamp {idx}.</p></section></article>"))
        };
        for &(name, _) in SiteRecipe::METHODS {
            let mut learner = SiteNoiseLearner::new(SiteRecipe::named(name).expect("it is a way"));
            for idx in 0..12 {
                learner.add(&product(idx));
                for part in 0..4 {
                    learner.add(&article(100 * part + idx));
                }
            }
            let noise = learner.finish();
            assert_eq!(noise.n_pages(), 60);
            let text = |page: Page| {
                let mask = noise.clean(page.document());
                tamis_page::visible_text_under(page.document(), page.document().root(), &mask)
            };
            assert!(!text(product(77)).contains("Offers"), "{name}");
            assert!(text(product(77)).contains("Lamp 77") && text(article(5)).contains("Story 5"), "{name}");
        }
    }

    #[test]
    fn an_option_is_set_by_its_name_or_refused() {
        let recipe = || SiteRecipe::named("style-tree").expect("it is a way");
        let other = recipe().with("threshold", "0.3").expect("it is an option");
        assert!(other.options().contains(&("threshold", OptionValue::Number(0.3))));
        let paper = recipe().with("profile", "paper").expect("it is an option");
        assert!(paper.options().contains(&("siblings", OptionValue::Choice("exact"))));
        let message = |refused: Result<SiteRecipe, MethodError>| refused.expect_err("it is refused").to_string();
        assert_eq!(message(recipe().with("share", "1")), "the method 'style-tree' has no option 'share'");
        assert_eq!(
            message(recipe().with("threshold", "lots")),
            "the option 'threshold' takes a number from 0 to 1, not 'lots'"
        );
        assert!(SiteRecipe::named("tree").is_err());
        for &(name, _) in SiteRecipe::METHODS {
            assert_eq!(SiteRecipe::named(name).expect("it is a way").name(), name);
        }
        assert_eq!(SiteRecipe::default().name(), SiteRecipe::METHODS[0].0);
    }
}
