//! What is asked of the pages of a site, in a spelling that is the same for the same question. Templates that were learned
//! for one question do not answer another.

use crate::findings::Plan;
use crate::recipe::Recipe;
use crate::task::AnswerKind;
use std::fmt::Write;

/// The question that recipes ask of pages with this layout: all that can change an answer, in an order of its own.
/// `layout` is who lays pages out and how; `None` if nobody does.
///
/// ```
/// use tamis::{Recipe, Task, site};
///
/// let recipes = [Recipe::named(Task::Clean, "tps")?, Recipe::named(Task::Segment, "landmarks")?];
/// let question = site::question(&recipes, None);
/// assert!(question.starts_with("blocks=landmarks("), "{question}");
/// assert_eq!(site::short(&question), "blocks=landmarks mask=tps");
/// # Ok::<(), tamis::errors::MethodError>(())
/// ```
pub fn question(recipes: &[Recipe], layout: Option<&str>) -> String {
    let plan = Plan::of(recipes);
    let kinds = [("blocks", AnswerKind::Regions), ("mask", AnswerKind::Mask), ("tables", AnswerKind::Tables)];
    let mut spelling = String::new();
    for (name, kind) in kinds {
        let Some(recipe) = plan.recipe(kind) else { continue };
        let options: Vec<String> =
            recipe.options().into_iter().map(|(option, value)| format!("{option}={value}")).collect();
        // Writing to a string cannot fail.
        let _ = write!(spelling, "{name}={}({}) ", recipe.method().name(), options.join(","));
    }
    let _ = write!(spelling, "layout={}", layout.unwrap_or("none"));
    spelling
}

/// The methods alone, for a table.
pub fn short(question: &str) -> String {
    let names = question.split(' ').filter_map(|part| part.split_once('(')).map(|(name, _)| name);
    names.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Task;
    use std::slice::from_ref;

    fn recipe(task: Task, name: &str) -> Recipe {
        Recipe::named(task, name).expect("it is in the table")
    }

    #[test]
    fn the_order_of_recipes_does_not_matter_and_their_options_do() {
        let (blocks, text) = (recipe(Task::Segment, "vips"), recipe(Task::Text, "tps"));
        let one = question(&[blocks.clone(), text.clone()], None);
        assert_eq!(one, question(&[text.clone(), blocks.clone()], None));
        assert_eq!(one, question(&[recipe(Task::Clean, "blocks"), blocks.clone(), text.clone()], None));
        let other = text.with("margin", "0.3").expect("it has a margin");
        assert_ne!(one, question(&[blocks.clone(), other.clone()], None));
        assert_ne!(question(from_ref(&blocks), None), question(from_ref(&blocks), Some("embedded 1280x1024")));
    }
}
