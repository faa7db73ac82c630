//! What a user asks of a page.

/// What is asked. Several tasks may share one [`AnswerKind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Task {
    /// The page less its noise.
    Clean,
    /// The text worth reading.
    Text,
    /// What the page lists.
    Records,
    /// The blocks that the page consists of.
    Segment,
}

/// How a method answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum AnswerKind {
    /// Which nodes are kept.
    Mask,
    /// Records in tables.
    Tables,
    /// A tree of areas.
    Regions,
}

impl Task {
    /// All tasks.
    pub const ALL: [Task; 4] = [Task::Clean, Task::Text, Task::Records, Task::Segment];

    /// The name, as the commands spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Task::Clean => "clean",
            Task::Text => "text",
            Task::Records => "records",
            Task::Segment => "segment",
        }
    }

    /// The kind of answer that does the task: the page without its noise and its main text are two forms of one mask.
    pub fn answered_by(self) -> AnswerKind {
        match self {
            Task::Clean | Task::Text => AnswerKind::Mask,
            Task::Records => AnswerKind::Tables,
            Task::Segment => AnswerKind::Regions,
        }
    }
}
