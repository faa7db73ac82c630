//! Methods and their options by name, as Python gives them.

use crate::errors::{self, ErrorClass, error};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyMapping, PyString};
use tamis::{Needs, Recipe, Task};

/// The method of a task, the default one if none is named, with these options.
pub(crate) fn recipe(
    py: Python<'_>,
    task: Task,
    method: Option<&str>,
    options: Option<&Bound<'_, PyMapping>>,
) -> PyResult<Recipe> {
    let recipe = match method {
        Some(name) => Recipe::named(task, name).map_err(|refused| errors::of(py, refused))?,
        None => Recipe::default_for(task),
    };
    let Some(options) = options else { return Ok(recipe) };
    let mut values = Vec::new();
    for item in options.items()?.iter() {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        values.push((option_name(&name)?, option_text(&value)?));
    }
    // By name: the order in which somebody wrote a dict is no part of the question.
    values.sort();
    recipe
        .with_all(values.iter().map(|(name, value)| (name.as_str(), value.as_str())))
        .map_err(|refused| errors::of(py, refused))
}

/// A task with its method and options, as Python gives it; what is `None` is the default.
pub(crate) type TaskGiven<'py> = (String, Option<String>, Option<Bound<'py, PyMapping>>);

/// The recipes of tasks.
pub(crate) fn recipes_of(py: Python<'_>, tasks: Vec<TaskGiven<'_>>) -> PyResult<Vec<Recipe>> {
    let of = |(name, method, options): TaskGiven<'_>| recipe(py, task(py, &name)?, method.as_deref(), options.as_ref());
    tasks.into_iter().map(of).collect()
}

/// The task of this name.
pub(crate) fn task(py: Python<'_>, name: &str) -> PyResult<Task> {
    Task::ALL.into_iter().find(|task| task.as_str() == name).ok_or_else(|| {
        let names: Vec<&str> = Task::ALL.iter().map(|task| task.as_str()).collect();
        error(
            py,
            ErrorClass::Value,
            format!("there is no task '{name}'"),
            Some(&format!("the tasks are {}", names.join(", "))),
        )
    })
}

/// Whether one of the recipes may look at boxes.
pub(crate) fn may_want_layout(recipes: &[Recipe]) -> bool {
    recipes.iter().any(|recipe| recipe.method().needs() != Needs::Document)
}

/// Options are written with dashes in the command and with underscores in Python; both are understood.
fn option_name(name: &Bound<'_, PyAny>) -> PyResult<String> {
    match name.cast::<PyString>() {
        Ok(name) => Ok(name.to_str()?.replace('_', "-")),
        Err(_) => Err(error(name.py(), ErrorClass::Argument, "the name of an option is text", None)),
    }
}

fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_none() {
        return Err(error(value.py(), ErrorClass::Value, "an option has no value None", Some("leave it out instead")));
    }
    Ok(value.str()?.to_str()?.to_owned())
}
