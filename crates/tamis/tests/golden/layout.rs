//! JSON laid out for reading and for `git diff`: what fits on a line stands on one.

use serde_json::Value;

/// The longest line that is not broken up, in bytes.
const WIDTH: usize = 160;

pub(crate) fn lines(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let flat = value.to_string();
    // The outermost object is always broken up; everything else only if it must be.
    let fits = depth > 0 && flat.len() + depth * 2 <= WIDTH;
    match value {
        Value::Array(items) if !fits && !items.is_empty() => {
            block('[', ']', depth, out, items, |item, out| write(item, depth + 1, out));
        }
        Value::Object(entries) if !fits && !entries.is_empty() => {
            block('{', '}', depth, out, entries, |(key, item), out| {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                write(item, depth + 1, out);
            });
        }
        _ => out.push_str(&flat),
    }
}

fn block<T>(
    open: char,
    close: char,
    depth: usize,
    out: &mut String,
    items: impl IntoIterator<Item = T>,
    write_item: impl Fn(T, &mut String),
) {
    out.push(open);
    for (item_idx, item) in items.into_iter().enumerate() {
        out.push_str(if item_idx == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth + 1));
        write_item(item, out);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(close);
}

#[test]
fn short_values_stand_on_one_line() {
    let value = serde_json::json!({"a": [1, 2], "b": "x".repeat(WIDTH), "c": [{"d": "y".repeat(WIDTH)}]});
    let expect = format!(
        "{{\n  \"a\": [1,2],\n  \"b\": \"{}\",\n  \"c\": [\n    {{\n      \"d\": \"{}\"\n    }}\n  ]\n}}\n",
        "x".repeat(WIDTH),
        "y".repeat(WIDTH)
    );
    assert_eq!(lines(&value), expect);
}
