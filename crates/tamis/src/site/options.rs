//! The options of templates by name, for surfaces that take them as text.

use crate::methods::{OptionInfo, PROFILE};
use crate::recipe::{MethodError, change};
use tamis_sites::ClusterOptions;

/// The options of templates: what surfaces show of [`ClusterOptions`].
pub fn template_options() -> Vec<OptionInfo> {
    std::iter::once(PROFILE).chain(OptionInfo::all::<ClusterOptions>()).collect()
}

/// Makes options of templates from values by name, in any order; `profile` decides which values the others start from.
///
/// # Errors
/// There is no such option, or it does not take the value.
pub fn template_options_with<'v>(
    values: impl IntoIterator<Item = (&'v str, &'v str)>,
) -> Result<ClusterOptions, MethodError> {
    let mut values: Vec<(&str, &str)> = values.into_iter().collect();
    values.sort_by_key(|&(name, _)| name != PROFILE.name);
    let mut options = ClusterOptions::default();
    for (name, value) in values {
        change(&mut options, "template", name, value)?;
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_values_change_those_of_the_profile() {
        let options = template_options_with([("look-ahead", "3"), ("profile", "paper")]).expect("they are right");
        assert_eq!(options, ClusterOptions::paper().with_look_ahead(3));
        let refused = template_options_with([("look-ahead", "0")]).expect_err("it is too few");
        assert_eq!(refused.to_string(), "the option 'look-ahead' takes a whole number from 1 to 64, not '0'");
        assert!(template_options_with([("size", "0")]).is_err());
    }
}
