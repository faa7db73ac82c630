//! Candidates as tables: the best one is the main table, others that lie elsewhere follow.

use super::AutoOptions;
use super::candidate::{Candidate, Span};
use super::context::Context;
use super::features::Features;
use super::profile::typical;
use super::score::{are_one_list, arguments, confidence};
use super::survey::Survey;
use super::{Scored, ads};
use crate::records::cells;
use crate::records::table::{Rejected, Table, TableRole};
use crate::view::PageView;
use std::borrow::Cow;
use tamis_page::{Mask, NodeId};

/// Where the tables are made.
pub(super) struct TableMaker<'p, 'v> {
    pub(super) view: &'p PageView<'v>,
    pub(super) survey: &'p Survey<'v>,
    pub(super) content: &'p Mask,
    pub(super) options: &'p AutoOptions,
}

impl TableMaker<'_, '_> {
    /// The tables of candidates that are sorted by score, or why there are none.
    pub(super) fn tables(&self, scored: &[Scored]) -> Result<Vec<Table>, String> {
        let Some(best) = scored.first() else {
            let shows_text = self.survey.n_visible() > 0;
            let reason = if shows_text { "nothing on the page repeats" } else { "the page shows no text" };
            return Err(reason.to_string());
        };
        let has_layout = self.survey.layout.is_some();
        let rival = scored.iter().find(|other| !are_one_list(&best.candidate, &other.candidate));
        // Where there is no other list, that there is none at all is the rival; its score is 0.
        let lead = best.score - rival.map_or(0.0, |rival| rival.score);
        let main_confidence = confidence(&best.features, best.score, lead, has_layout);
        if main_confidence < self.options.min_confidence {
            return Err(format!(
                "what repeats most is {}, and the confidence that it is a list to read is {main_confidence:.2}, less than {:.2}",
                describe(self.survey, best),
                self.options.min_confidence
            ));
        }
        let mut taken: Vec<&Scored> = Vec::new();
        let mut tables = Vec::new();
        for one in scored {
            if tables.len() >= self.options.max_tables {
                break;
            }
            let is_apart = taken.iter().all(|other| {
                let (a, b) = (one.candidate.extent(), other.candidate.extent());
                a.end <= b.start || b.end <= a.start
            });
            let confidence =
                if taken.is_empty() { main_confidence } else { confidence(&one.features, one.score, 0.0, has_layout) };
            if !is_apart || confidence < self.options.min_confidence {
                continue;
            }
            if let Some(table) = self.table(one, confidence, taken.is_empty()) {
                tables.push(table);
                taken.push(one);
            }
        }
        if tables.is_empty() {
            Err("what repeats on the page has no text, image or link".to_string())
        } else {
            Ok(tables)
        }
    }

    fn table(&self, scored: &Scored, confidence: f64, is_main: bool) -> Option<Table> {
        let survey = self.survey;
        let Scored { candidate, features, .. } = scored;
        let typical = typical(&candidate.profiles)?;
        let n_rows = candidate.records.len().min(self.view.max_rows());
        let spans = &candidate.records[..n_rows];
        let profiles = candidate.profiles.iter().take(n_rows);
        let similarities: Vec<f64> = profiles.map(|profile| profile.similarity(&typical)).collect();
        let records: Vec<Vec<NodeId>> = spans.iter().map(|&span| self.nodes(span)).collect();
        let mut lengths: Vec<usize> = records.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        let nodes_per_record = lengths.get(lengths.len() / 2).copied().unwrap_or(1);
        let (columns, mut rows) = cells::read_records(self.view, self.content, records, &similarities);
        if columns.is_empty() {
            return None;
        }
        for (row, evidence) in rows.iter_mut().zip(ads::evidence(survey, spans)) {
            row.ad = evidence;
        }
        let rejected = candidate
            .rejected
            .iter()
            .map(|&(span, reason)| Rejected { node: span.first, reason: Cow::Borrowed(reason) });
        Some(Table {
            region: candidate.region(survey),
            role: if is_main { TableRole::Main } else { role(survey, candidate) },
            nodes_per_record,
            columns,
            rows,
            n_left_out: candidate.records.len() - n_rows,
            weight: scored.score,
            confidence,
            reasons: reasons(survey, scored, features),
            rejected: rejected.collect(),
            warnings: Vec::new(),
        })
    }

    /// The nodes of a record, less white space and comments.
    fn nodes(&self, span: Span) -> Vec<NodeId> {
        let document = self.survey.document;
        let counts =
            |&node: &NodeId| document.is_element(node) || self.survey.n_items(Span::of(document, node).range()) > 0;
        span.nodes(document).filter(counts).collect()
    }
}

/// What a list is that is not the main one, by what is around it.
fn role(survey: &Survey<'_>, candidate: &Candidate) -> TableRole {
    let Some(first) = candidate.records.first() else { return TableRole::Other };
    let context = Context::of(survey, first.first);
    if context.is_menu || context.is_filter {
        TableRole::Nav
    } else if context.is_aside {
        TableRole::Sidebar
    } else if context.is_frame {
        TableRole::Other
    } else {
        TableRole::List
    }
}

/// A candidate in a few words.
fn describe(survey: &Survey<'_>, scored: &Scored) -> String {
    let Scored { candidate, features, .. } = scored;
    let tag = candidate.records.first().map_or("", |span| survey.document.tag_name(span.first));
    let tag = if tag.is_empty() { String::new() } else { format!(" (<{tag}>)") };
    format!(
        "{} {}{tag} with {:.0} % of the text",
        candidate.records.len(),
        candidate.source.as_str(),
        100.0 * features.text_share
    )
}

/// Why these are the records.
fn reasons(survey: &Survey<'_>, scored: &Scored, features: &Features) -> Vec<String> {
    let mut reasons = vec![format!(
        "{}; the records are similar: {:.2} by where they show something, {:.2} by the parts they have",
        describe(survey, scored),
        features.similarity_by_tags,
        features.similarity_of_parts
    )];
    let (for_it, against_it) = arguments(features, survey.layout.is_some());
    for (word, arguments) in [("for it", for_it), ("against it", against_it)] {
        if !arguments.is_empty() {
            reasons.push(format!("{word}: {}", arguments.join(", ")));
        }
    }
    reasons
}
