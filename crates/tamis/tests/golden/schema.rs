//! What is written is what its JSON Schema says.

use jsonschema::Validator;
use serde_json::Value;
use std::sync::LazyLock;

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(&tamis::export::json_schema()).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is one")
});

/// Complains about an object that the schema does not allow.
#[track_caller]
pub(crate) fn check(object: &Value, name: &str) {
    let errors: Vec<String> =
        SCHEMA.iter_errors(object).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}: {}\nhelp: the types are in export/json/schema.rs", errors.join("\n"));
}

#[test]
fn the_schema_can_be_broken() {
    let line =
        tamis::export::error_line(Some(&tamis::source::Origin::Path("a.html".into())), &std::io::Error::other("gone"));
    let mut object: Value = serde_json::from_str(&line).expect("one JSON object");
    check(&object, "an error");
    object["status"] = "perhaps".into();
    assert!(!SCHEMA.is_valid(&object));
    object["status"] = "ok".into();
    object["schema_version"] = "one".into();
    assert!(!SCHEMA.is_valid(&object));
}
