//! A method and the values of its options: what a user chose, and what an answer names as its provenance.

use crate::methods::{self, AnyOptions, Method, OptionInfo, PROFILE, Profile, WHOLE_PAGE};
use crate::task::Task;
use tamis_extract::options::{MethodOptions, OptionKind, OptionSpec, OptionValue};

/// Why a method or an option was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MethodError {
    /// No method that does the task has this name.
    #[error("there is no {task} method '{name}'", task = task.as_str())]
    UnknownMethod {
        /// What was asked of the method.
        task: Task,
        /// The name that was given.
        name: String,
    },
    /// The method has no such option.
    #[error("the method '{method}' has no option '{option}'")]
    UnknownOption {
        /// The method's name.
        method: &'static str,
        /// The name that was given.
        option: String,
        /// The options that it has.
        options: Vec<&'static str>,
        /// Another method for the same task that has the option.
        other: Option<&'static str>,
    },
    /// The method does not read the option, the others being as they are.
    #[error("the method '{method}' does not read '{option}' with {with}")]
    NotRead {
        /// The method's name.
        method: &'static str,
        /// The option's name.
        option: &'static str,
        /// The word that keeps it from being read, as `option=word`.
        with: String,
        /// Another word with which it is read, if there is one: option and word.
        read_with: Option<(&'static str, &'static str)>,
    },
    /// The option does not take this value.
    #[error("the option '{option}' takes {expected}, not '{value}'")]
    BadValue {
        /// The option's name.
        option: &'static str,
        /// The value that was given.
        value: String,
        /// Which values it takes.
        expected: String,
    },
}

impl MethodError {
    /// What would have been right. Options stand as on a command line, with `=` before their value.
    pub(crate) fn hint(&self) -> Option<String> {
        Some(match self {
            MethodError::UnknownMethod { task, .. } => {
                let names: Vec<_> = methods::for_task(*task).map(Method::name).collect();
                format!("the methods are {}", names.join(", "))
            }
            MethodError::UnknownOption { other: Some(other), .. } => format!("{other} has it: add --method={other}"),
            MethodError::UnknownOption { method, options, .. } if options.is_empty() => {
                format!("{method} has no options")
            }
            MethodError::UnknownOption { method, options, .. } => format!("{method} has {}", options.join(", ")),
            MethodError::NotRead { read_with: Some((option, word)), .. } => {
                format!("it is read with --{option}={word}")
            }
            MethodError::NotRead { .. } | MethodError::BadValue { .. } => return None,
        })
    }
}

/// A method with a value for each of its options.
///
/// ```
/// use tamis::{Page, Recipe, Task};
///
/// let recipe = Recipe::named(Task::Clean, "tps")?.with("margin", "0.3")?;
/// let findings = tamis::ask(&Page::parse("<p>Hello"), &[recipe])?;
/// assert_eq!(findings.text().trim(), "Hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recipe {
    method: &'static Method,
    profile: Profile,
    options: Box<dyn AnyOptions>,
    /// The cleaning method whose part of the page is looked at; `None` for all of it.
    within: Option<&'static Method>,
}

impl Recipe {
    /// The method with the options that we recommend.
    pub fn of(method: &'static Method) -> Recipe {
        let profile = Profile::default();
        Recipe { method, profile, options: method.options_of(profile), within: None }
    }

    /// The method that does the task when none is named.
    pub fn default_for(task: Task) -> Recipe {
        Recipe::of(methods::default_for(task))
    }

    /// The method of this name that does the task.
    ///
    /// # Errors
    /// [`MethodError::UnknownMethod`]
    pub fn named(task: Task, name: &str) -> Result<Recipe, MethodError> {
        let unknown = || MethodError::UnknownMethod { task, name: name.to_owned() };
        methods::find(task, name).map(Recipe::of).ok_or_else(unknown)
    }

    /// Sets an option. `profile` sets all of the method's own options, so it comes first.
    ///
    /// # Errors
    /// The method has no such option, does not read it with the others as they are, or the option does not take the
    /// value.
    pub fn with(mut self, option: &str, value: &str) -> Result<Recipe, MethodError> {
        let info = self.info(option)?;
        let bad_value =
            || MethodError::BadValue { option: info.name, value: value.to_owned(), expected: info.kind.to_string() };
        match info.kind.parse(value) {
            None => return Err(bad_value()),
            Some(OptionValue::Choice(word)) if info.name == "profile" => {
                self.profile = Profile::ALL.into_iter().find(|profile| profile.as_str() == word).unwrap_or_default();
                self.options = self.method.options_of(self.profile);
            }
            Some(OptionValue::Choice(word)) if info.name == "within" => {
                self.within = methods::find(Task::Text, word);
            }
            Some(_) => {
                if self.options.get(info.name).is_none() {
                    return Err(self.not_read(info.name));
                }
                if !self.options.set(info.name, value) {
                    return Err(bad_value());
                }
            }
        }
        Ok(self)
    }

    /// Sets several options, in whatever order they are given: the profile and other words decide which options are read, so they
    /// are set first.
    ///
    /// # Errors
    /// As [`with`](Recipe::with).
    pub fn with_all<'v>(self, values: impl IntoIterator<Item = (&'v str, &'v str)>) -> Result<Recipe, MethodError> {
        let mut ordered = Vec::new();
        for (option, value) in values {
            let info = self.info(option)?;
            let is_word = matches!(info.kind, OptionKind::Choice(_));
            ordered.push((info.name != "profile", !is_word, info.name, value));
        }
        // Values of one option stay in the order in which they were given.
        ordered.sort_by_key(|&(is_no_profile, is_no_word, _, _)| (is_no_profile, is_no_word));
        ordered.into_iter().try_fold(self, |recipe, (_, _, option, value)| recipe.with(option, value))
    }

    fn info(&self, option: &str) -> Result<OptionInfo, MethodError> {
        let options = self.method.options();
        if let Some(info) = options.iter().find(|info| info.name == option) {
            return Ok(*info);
        }
        let has_task = |other: &&Method| Task::ALL.iter().any(|&task| self.method.does(task) && other.does(task));
        let has_option = |other: &&Method| other.options().iter().any(|info| info.name == option);
        Err(MethodError::UnknownOption {
            method: self.method.name(),
            option: option.to_owned(),
            options: options.iter().map(|info| info.name).collect(),
            other: methods::METHODS.iter().filter(has_task).find(has_option).map(Method::name),
        })
    }

    /// Says which word keeps the option from being read, and one that would not.
    fn not_read(&self, option: &'static str) -> MethodError {
        let is_read_with = |name, word| {
            let other = self.clone().with(name, word);
            other.is_ok_and(|other| other.options.get(option).is_some())
        };
        let mut choices = self.method.options();
        // The profile sets all options, so it is the last thing to change.
        choices.sort_by_key(|info| info.name == "profile");
        for info in choices.iter().filter(|info| info.name != "within") {
            let OptionKind::Choice(words) = info.kind else { continue };
            let now = self.options().into_iter().find(|&(name, _)| name == info.name).map(|(_, value)| value);
            let others = words.iter().filter(|&&word| now.is_some_and(|now| now != OptionValue::Choice(word)));
            if let (Some(now), Some(word)) = (now, others.copied().find(|&word| is_read_with(info.name, word))) {
                return MethodError::NotRead {
                    method: self.method.name(),
                    option,
                    with: format!("{}={now}", info.name),
                    read_with: Some((info.name, word)),
                };
            }
        }
        let with = format!("profile={}", self.profile.as_str());
        MethodError::NotRead { method: self.method.name(), option, with, read_with: None }
    }

    /// The row of the table.
    pub fn method(&self) -> &'static Method {
        self.method
    }

    /// Each option that the method reads and its value, in the order of the table.
    pub fn options(&self) -> Vec<(&'static str, OptionValue)> {
        let own = self.options.values();
        let value_of = |info: &OptionInfo| match info.name {
            "profile" => Some(OptionValue::Choice(self.profile.as_str())),
            "within" => Some(OptionValue::Choice(self.within.map_or(WHOLE_PAGE, Method::name))),
            name => own.iter().find(|&&(own_name, _)| own_name == name).map(|&(_, value)| value),
        };
        self.method.options().iter().filter_map(|info| Some((info.name, value_of(info)?))).collect()
    }

    /// The cleaning method whose part of the page is looked at; `None` for all of it.
    pub(crate) fn within(&self) -> Option<Recipe> {
        self.within.map(Recipe::of)
    }

    pub(crate) fn raw_options(&self) -> &dyn AnyOptions {
        &*self.options
    }

    /// The options struct of `tamis-extract`, if the method's is of this type.
    pub fn options_as<O: 'static>(&self) -> Option<&O> {
        self.options.as_any().downcast_ref()
    }
}

impl Clone for Recipe {
    fn clone(&self) -> Recipe {
        Recipe { options: self.options.boxed_clone(), ..*self }
    }
}

/// Sets an option by name; `profile` sets all of them. `owner` names in an error whose options they are.
pub(crate) fn change<O: MethodOptions>(
    options: &mut O,
    owner: &'static str,
    option: &str,
    value: &str,
) -> Result<(), MethodError> {
    let refused = |option, kind: OptionKind| MethodError::BadValue {
        option,
        value: value.to_owned(),
        expected: kind.to_string(),
    };
    if option == PROFILE.name {
        let profile = Profile::ALL.into_iter().find(|profile| profile.as_str() == value);
        *options = match profile.ok_or_else(|| refused(PROFILE.name, PROFILE.kind))? {
            Profile::Tuned => O::default(),
            Profile::Paper => O::paper(),
        };
        return Ok(());
    }
    let unknown = || {
        let names = O::table().iter().map(OptionSpec::name);
        let options = std::iter::once(PROFILE.name).chain(names).collect();
        MethodError::UnknownOption { method: owner, option: option.to_owned(), options, other: None }
    };
    let spec = O::table().iter().find(|spec| spec.name() == option).ok_or_else(unknown)?;
    if spec.set(options, value) { Ok(()) } else { Err(refused(spec.name(), spec.kind())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(task: Task, name: &str) -> Recipe {
        Recipe::named(task, name).expect("the method is in the table")
    }

    #[track_caller]
    fn check_refused(refused: Result<Recipe, MethodError>, expect: &str) {
        assert_eq!(refused.expect_err("it is refused").to_string(), expect);
    }

    #[test]
    fn a_refusal_names_what_would_have_been_right() {
        let tps = || recipe(Task::Clean, "tps");
        check_refused(tps().with("margin", "lots"), "the option 'margin' takes a number from 0 to 1, not 'lots'");
        check_refused(Recipe::named(Task::Clean, "tsp"), "there is no clean method 'tsp'");
        check_refused(tps().with("size", "1"), "the method 'tps' has no option 'size'");
    }

    #[test]
    fn an_option_that_is_not_read_is_refused() {
        let derin = || recipe(Task::Records, "derin");
        let refused = derin().with("min-cohesion", "0.4");
        let hint = Some(("profile", "paper"));
        assert!(matches!(&refused, Err(MethodError::NotRead { read_with, .. }) if *read_with == hint), "{refused:?}");
        check_refused(refused, "the method 'derin' does not read 'min-cohesion' with profile=tuned");
        check_refused(
            recipe(Task::Records, "mdr").with_all([("max-distance", "0.2"), ("compare", "trees")]),
            "the method 'mdr' does not read 'max-distance' with compare=trees",
        );
        let names = |recipe: Recipe| recipe.options().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert!(!names(derin()).contains(&"min-cohesion"));
        let paper = derin().with_all([("min-cohesion", "0.4"), ("profile", "paper")]).expect("the paper reads it");
        assert!(names(paper).contains(&"min-cohesion"));
    }

    #[test]
    fn the_profile_sets_every_option_and_single_values_come_after_it() {
        let weights = recipe(Task::Text, "weights").with("profile", "paper").expect("it is a choice");
        assert!(weights.options().contains(&("formula", OptionValue::Choice("literal"))));
        let back = weights.with("formula", "corrected").expect("it is a choice");
        assert!(back.options().contains(&("profile", OptionValue::Choice("paper"))));
        assert!(back.options().contains(&("formula", OptionValue::Choice("corrected"))));
    }

    #[test]
    fn defaults_are_those_of_the_options_struct() {
        for method in methods::METHODS {
            let values = Recipe::of(method).options();
            let defaults = method.options().into_iter().filter_map(|info| Some((info.name, info.default?)));
            assert_eq!(values, defaults.collect::<Vec<_>>(), "{}", method.name());
        }
    }
}
