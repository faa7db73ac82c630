//! A value as JSON has it.

/// A value of structured data. The members of an object keep the order of the page, and no two have the same name.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number as JSON spells it, digit by digit: a long identifier must not lose its end.
    Number(String),
    /// A text.
    Text(String),
    /// Values in a row.
    List(Vec<Value>),
    /// Values by name.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// The member of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members().iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// The text, if this is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The members of an object, none of anything else.
    pub fn members(&self) -> &[(String, Value)] {
        match self {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The values of a list; any other value is a list of itself, as JSON-LD has it, and nothing an empty one.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            Value::Null => &[],
            one => std::slice::from_ref(one),
        }
    }

    /// Whether it holds nothing: null, or an empty text, list or object.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(_) | Value::Number(_) => false,
            Value::Text(text) => text.is_empty(),
            Value::List(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
        }
    }
}

/// Members with no name twice: the last value of a name counts, at the place of the first.
pub(super) fn object(mut members: Vec<(String, Value)>) -> Value {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&one, &other| (&members[one].0, one).cmp(&(&members[other].0, other)));
    let mut is_dropped = vec![false; members.len()];
    let mut run_start = 0;
    for at in 1..=order.len() {
        if at < order.len() && members[order[at]].0 == members[order[run_start]].0 {
            is_dropped[order[at]] = true;
            continue;
        }
        // The names are the same, so only the values change places.
        if at - run_start > 1 {
            members.swap(order[run_start], order[at - 1]);
        }
        run_start = at;
    }
    let mut dropped = is_dropped.into_iter();
    members.retain(|_| !dropped.next().unwrap_or(false));
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_name_counts_at_the_place_of_the_first() {
        let members = [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("a", "5")];
        let members = members.map(|(name, text)| (name.to_owned(), Value::text(text)));
        let expect = [("a", "5"), ("b", "2"), ("c", "4")].map(|(name, text)| (name.to_owned(), Value::text(text)));
        assert_eq!(object(members.to_vec()), Value::Object(expect.to_vec()));
    }
}
