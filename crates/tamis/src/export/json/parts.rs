//! The parts of a page's JSON that are there when they are asked for. What a task answers with is, without a word; what
//! costs many bytes, or time of its own, is not.

use crate::task::Task;

/// A part of the JSON of a page that is not in every object. Where its answer was not asked of the page, such as what
/// was removed of a page that only records were asked of, it has no key either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum JsonPart {
    /// The page as HTML, less what was removed: as large as what is kept of the page.
    Html,
    /// What a reader sees of what is kept, and what readers said.
    Text,
    /// The main content as Markdown.
    Markdown,
    /// What was left out and why: often larger than the text.
    Removed,
    /// What the page says about itself for machines.
    Structured,
    /// Where the list of the page goes on.
    Pagination,
}

impl JsonPart {
    /// All parts.
    pub const ALL: [JsonPart; 6] = [
        JsonPart::Html,
        JsonPart::Text,
        JsonPart::Markdown,
        JsonPart::Removed,
        JsonPart::Structured,
        JsonPart::Pagination,
    ];

    /// The parts that an answer to the task can have.
    pub fn for_task(task: Task) -> &'static [JsonPart] {
        match task {
            Task::Clean | Task::Text => &JsonPart::ALL,
            Task::Records | Task::Segment => &[JsonPart::Structured, JsonPart::Pagination],
        }
    }

    /// Those that it has without a word: the answer itself; of records also where their list goes on, which is the next
    /// thing that is asked of a list.
    pub fn default_for(task: Task) -> &'static [JsonPart] {
        match task {
            Task::Clean => &[JsonPart::Html],
            Task::Text => &[JsonPart::Text],
            Task::Records => &[JsonPart::Pagination],
            Task::Segment => &[],
        }
    }

    /// The name, which is that of its key.
    pub fn as_str(self) -> &'static str {
        match self {
            JsonPart::Html => "html",
            JsonPart::Text => "text",
            JsonPart::Markdown => "markdown",
            JsonPart::Removed => "removed",
            JsonPart::Structured => "structured",
            JsonPart::Pagination => "pagination",
        }
    }

    /// What it is, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            JsonPart::Html => "the page as HTML, less what was removed",
            JsonPart::Text => "what a reader sees, and what readers said",
            JsonPart::Markdown => "the main content as Markdown",
            JsonPart::Removed => "what was removed, where it stood and why",
            JsonPart::Structured => "what the page says about itself for machines",
            JsonPart::Pagination => "where the list of the page goes on",
        }
    }
}

/// Which parts are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartSet([bool; JsonPart::ALL.len()]);

impl PartSet {
    pub(super) fn of(parts: impl IntoIterator<Item = JsonPart>) -> PartSet {
        parts.into_iter().fold(PartSet([false; JsonPart::ALL.len()]), PartSet::with)
    }

    pub(super) fn with(mut self, part: JsonPart) -> PartSet {
        self.0[part as usize] = true;
        self
    }

    pub(super) fn has(self, part: JsonPart) -> bool {
        self.0[part as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_task_answers_with_is_among_what_it_can_have() {
        for task in Task::ALL {
            let possible = JsonPart::for_task(task);
            assert!(JsonPart::default_for(task).iter().all(|part| possible.contains(part)), "{}", task.as_str());
        }
        for (place, part) in JsonPart::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, place, "{}", part.as_str());
        }
    }
}
