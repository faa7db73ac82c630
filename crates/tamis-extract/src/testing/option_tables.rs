//! What holds for the table of options of every method.

use crate::options::{MethodOptions, OptionKind, OptionSpec};

/// Another value that the option takes than the one it has.
fn other_value<O: MethodOptions>(spec: &OptionSpec<O>, options: &O) -> String {
    let candidates: Vec<String> = match spec.kind() {
        OptionKind::Number { min, max } => vec![min.to_string(), max.to_string()],
        OptionKind::Count { min, max } | OptionKind::CountOrAuto { min, max } => {
            vec![min.to_string(), max.to_string()]
        }
        OptionKind::Flag => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
    };
    let now = spec.get(options);
    let other = candidates.into_iter().find(|text| spec.kind().parse(text).is_some_and(|value| value != now));
    other.expect("an option takes more than one value")
}

/// Asserts that every option is read as it was set and that no other option moves.
pub fn assert_option_table<O: MethodOptions>() {
    for base in [O::default(), O::paper()] {
        for spec in O::table().iter().filter(|spec| spec.is_read(&base)) {
            let mut same = base.clone();
            assert!(spec.set(&mut same, &spec.get(&base).to_string()), "{}", spec.name());
            assert_eq!(same, base, "{} as it is changes something", spec.name());
            let mut options = base.clone();
            let value = other_value(spec, &base);
            assert!(spec.set(&mut options, &value), "{}={value}", spec.name());
            assert_eq!(spec.get(&options), spec.kind().parse(&value).expect("it was taken"), "{}", spec.name());
            let others = O::table().iter().filter(|other| other.name() != spec.name());
            for other in others.filter(|other| other.is_read(&base) && other.is_read(&options)) {
                assert_eq!(other.get(&options), other.get(&base), "{} moves {}", spec.name(), other.name());
            }
        }
    }
    let mut names: Vec<_> = O::table().iter().map(OptionSpec::name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), O::table().len(), "two options have one name");
}

/// Asserts the values that a paper prints, by the names of our options.
#[track_caller]
pub fn assert_paper_values<O: MethodOptions>(expect: &[(&str, &str)]) {
    let paper = O::paper();
    for &(name, value) in expect {
        let spec = O::table().iter().find(|spec| spec.name() == name).expect("the option is in the table");
        assert!(spec.is_read(&paper), "{name} is not read");
        assert_eq!(spec.get(&paper).to_string(), value, "{name}");
    }
}
