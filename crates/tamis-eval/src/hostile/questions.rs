//! What a page is asked: everything that the facade knows, as a user types it.

use tamis::methods::{self, METHODS};
use tamis::render::{Engine, RenderOptions, Renderers};
use tamis::{Needs, Task};

/// A question, as arguments of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// `records depta`.
    pub name: String,
    /// What stands before the page.
    pub arguments: Vec<String>,
    /// Whether the page is laid out for it, so that its style sheets count.
    pub looks_at_boxes: bool,
}

impl Question {
    fn new(name: impl Into<String>, arguments: &[&str], looks_at_boxes: bool) -> Question {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Question { name: name.into(), arguments, looks_at_boxes }
    }
}

/// Every method, every renderer that is there, and the forms that are larger than the default ones.
pub fn questions(engines: &[Engine]) -> Vec<Question> {
    let can_lay_out = !engines.is_empty();
    let mut questions = Vec::new();
    for task in Task::ALL {
        // The text is that of the cleaning methods, which are asked by their own name.
        let n_methods = if task == Task::Text { 1 } else { METHODS.len() };
        for method in methods::for_task(task).take(n_methods) {
            if method.needs() == Needs::RenderedPage && !can_lay_out {
                continue;
            }
            let arguments = [task.as_str(), "--method", method.name()];
            let looks_at_boxes = can_lay_out && method.needs() != Needs::Document;
            questions.push(Question::new(format!("{} {}", task.as_str(), method.name()), &arguments, looks_at_boxes));
        }
    }
    questions.push(Question::new("text json", &["text", "--format", "json"], false));
    questions.push(Question::new("text md", &["text", "--format", "md"], false));
    questions.push(Question::new("records csv", &["records", "--format", "csv"], can_lay_out));
    questions.push(Question::new("report", &["report"], can_lay_out));
    for engine in engines {
        let name = match engine {
            Engine::Chromium => "chromium",
            _ => "embedded",
        };
        questions.push(Question::new(format!("render {name}"), &["render", "--render", name], true));
    }
    questions
}

/// Which renderers this build has and this machine can start; a browser only if it is `wanted`.
pub fn engines(wanted: &[Engine]) -> Vec<Engine> {
    wanted.iter().copied().filter(|&engine| Renderers::start(RenderOptions::new(engine)).is_ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_asked() {
        let questions = questions(&[Engine::Embedded]);
        for method in METHODS {
            let is_asked = questions.iter().any(|question| question.arguments.contains(&method.name().to_owned()));
            assert!(is_asked, "{}", method.name());
        }
        let without = super::questions(&[]);
        assert!(without.len() < questions.len() && without.iter().all(|question| !question.looks_at_boxes));
    }
}
