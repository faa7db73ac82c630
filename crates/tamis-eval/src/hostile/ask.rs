//! Everything that can be asked of a page inside this process.

use super::mutation::seed_of;
use super::scattered::Scattered;
use crate::random::Random;
use tamis::export::{Format, Json};
use tamis::methods::METHODS;
use tamis::{AnswerKind, Capture, Findings, Limits, Page, PageReader, Recipe, Task, Viewport};
use tamis_extract::PageView;
use tamis_page::snapshot;
use tamis_sites::{Fingerprint, Mode, Template};

/// Asks one page after the other and reuses its memory, as a run over many pages does.
pub struct Asker {
    reader: PageReader,
}

impl Default for Asker {
    fn default() -> Asker {
        let reader = PageReader::new(Limits::default());
        Asker { reader: reader.with_renderer(Box::new(Scattered), Viewport::default()) }
    }
}

impl std::fmt::Debug for Asker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asker").finish_non_exhaustive()
    }
}

impl Asker {
    /// Asks everything. Which profile and which form an answer is asked in, and where the boxes lie, follow from the bytes
    /// alone. Answers whether the bytes were read as a page.
    ///
    /// # Panics
    /// That is the finding: a method panicked, or the same question got two answers.
    pub fn ask(&mut self, bytes: &[u8]) -> bool {
        let mut random = Random::new(seed_of(bytes));
        let Ok(page) = self.reader.read(Capture::new(bytes.to_vec())) else { return false };
        let base = "https://page.example/list?page=2".parse().ok().filter(|_| random.one_in(2));
        let page = base.map_or_else(|| page.clone(), |base| page.clone().with_url(base));
        let methods_of = |kind| METHODS.iter().filter(move |method| method.answers() == kind);
        let kinds = [AnswerKind::Mask, AnswerKind::Tables, AnswerKind::Regions];
        let n_rounds = kinds.map(|kind| methods_of(kind).count()).into_iter().max().unwrap_or(0);
        // One method of each kind at a time: they share what is derived from the page, as they do for a user.
        for round in 0..n_rounds {
            let methods = kinds.iter().filter_map(|&kind| methods_of(kind).nth(round));
            let recipes: Vec<Recipe> = methods.map(|method| recipe(Recipe::of(method), &mut random)).collect();
            let ask = || tamis::ask(&page, &recipes).expect("invariant: the page was rendered");
            let findings = ask();
            if random.one_in(8) {
                let (one, other) = (Json::of(&findings).line(), Json::of(&ask()).line());
                assert!(one == other, "the same page got two answers");
            }
            write(&findings, &mut random);
            if round == 0 {
                remember(&findings);
            }
        }
        read_beside(&page);
        self.reader.recycle(page);
        true
    }
}

/// Now and then the paper to the letter.
fn recipe(recipe: Recipe, random: &mut Random) -> Recipe {
    if random.one_in(4) { recipe.clone().with("profile", "paper").unwrap_or(recipe) } else { recipe }
}

/// In one form of each task that the findings answer.
fn write(findings: &Findings, random: &mut Random) {
    for task in Task::ALL {
        let is_answered = match task.answered_by() {
            AnswerKind::Mask => findings.mask().is_some(),
            AnswerKind::Tables => findings.tables().is_some(),
            AnswerKind::Regions => findings.regions().is_some(),
            _ => false,
        };
        let forms = Format::for_task(task);
        let form = forms[random.below(forms.len())];
        // Painting is as slow as the picture is large, whatever the page.
        if is_answered && form != Format::Png {
            let _ = findings.write(form, std::io::sink());
        }
    }
    let _ = findings.is_empty();
}

/// What a page says beside its methods, and the page as a file.
fn read_beside(page: &Page) {
    let (_, _, _) = (page.metadata(), page.structured(), page.pagination());
    let text = page.visible_text();
    if let Some(rendered) = page.as_rendered() {
        let stored = snapshot::write(rendered);
        let again = snapshot::read(&stored).expect("what was stored can be read");
        assert!(snapshot::write(&again) == stored, "a stored page comes back as another one");
        assert!(Page::rendered(again).visible_text() == text, "a stored page comes back with another text");
    }
}

/// The page as the template of its site, stored, read and mapped to the page itself.
fn remember(findings: &Findings) {
    let view = PageView::of(findings.page().document());
    let template = Template::learn(&view, findings.answers(), Some(findings.page().pagination()));
    let stored = template.encode();
    let again = Template::decode(&stored).expect("what was stored can be read");
    assert!(again.encode() == stored, "a stored template comes back as another one");
    let _ = again.map(&view, Mode::default());
    let fingerprint = Fingerprint::of(findings.page().document());
    assert!(template.fingerprint().paths().similarity(fingerprint.paths()) >= 1.0, "a page is unlike itself");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asker_reads_pages_and_refuses_what_is_none() {
        let mut asker = Asker::default();
        assert!(
            asker.ask(b"<ul><li><a href=1>One</a> 5 EUR<li><a href=2>Two</a> 6 EUR<li><a href=3>Three</a> 7 EUR</ul>")
        );
        assert!(asker.ask(b""));
        assert!(!asker.ask(b"tamis-snapshot 1\n"));
    }
}
