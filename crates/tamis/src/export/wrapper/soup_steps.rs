//! `XPath` for Beautiful Soup, which has none: paths of steps with conditions, as far as wrappers use them, as Python.
//!
//! A path becomes a list of steps, each with its axis, a name and conditions: functions of a node, its place among the
//! nodes of the step, and the last place.

use super::python::quoted;

/// A path that was read.
pub(super) struct SoupPath {
    /// Whether it starts at the page.
    pub(super) is_absolute: bool,
    /// The steps to elements, as Python.
    pub(super) steps: Vec<String>,
    /// What is read of the element at the end.
    pub(super) end: SoupEnd,
    /// What is done with its text, as Python around it.
    pub(super) call: Option<(String, String)>,
}

/// The last step of a path.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum SoupEnd {
    Element,
    Attribute(String),
    Text(usize),
}

/// Reads a path. The error says what of it has no equivalent.
pub(super) fn read(path: &str) -> Result<SoupPath, String> {
    let mut reader = Reader { text: path, at: 0, depth: 0 };
    let found = reader.value_or_path()?;
    reader.space();
    if reader.at < path.len() { Err(reader.refused()) } else { Ok(found) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

const AXES: [&str; 7] = ["child", "descendant", "following-sibling", "preceding-sibling", "parent", "ancestor", "self"];

/// Brackets in brackets, beyond which nobody writes them.
const MAX_DEPTH: usize = 16;

impl Reader<'_> {
    fn value_or_path(&mut self) -> Result<SoupPath, String> {
        for name in ["substring-after", "substring-before"] {
            if self.eat(&format!("{name}(")) {
                let mut path = self.path()?;
                self.expect(",")?;
                self.space();
                let literal = self.literal().ok_or_else(|| self.refused())?;
                self.expect(")")?;
                path.call = Some((name.replace('-', "_"), literal));
                return Ok(path);
            }
        }
        for name in ["normalize-space(", "string("] {
            if self.eat(name) {
                let path = self.path()?;
                self.expect(")")?;
                return Ok(path);
            }
        }
        self.path()
    }

    fn path(&mut self) -> Result<SoupPath, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        self.space();
        let mut path = SoupPath { is_absolute: false, steps: Vec::new(), end: SoupEnd::Element, call: None };
        let mut is_deep = false;
        if self.rest().starts_with('/') {
            path.is_absolute = true;
            is_deep = self.eat("//");
            let _ = is_deep || self.eat("/");
        }
        loop {
            self.step(&mut path, is_deep)?;
            is_deep = self.eat("//");
            if !is_deep && !self.eat("/") {
                break;
            }
            if path.end != SoupEnd::Element {
                return Err(self.refused());
            }
        }
        self.depth -= 1;
        Ok(path)
    }

    fn step(&mut self, path: &mut SoupPath, is_deep: bool) -> Result<(), String> {
        let deep = |path: &mut SoupPath| path.steps.push("(\"descendant-or-self\", \"node()\")".to_owned());
        if self.eat("..") {
            path.steps.push("(\"parent\", \"*\")".to_owned());
            return Ok(());
        }
        if self.rest().starts_with('.') {
            self.at += 1;
            if is_deep {
                deep(path);
            }
            return Ok(());
        }
        if self.eat("@") {
            let name = self.name().ok_or_else(|| self.refused())?;
            if is_deep {
                deep(path);
            }
            path.steps.push(format!("(\"self\", \"*\", lambda node, place, last: node.has_attr({}))", quoted(&name)));
            path.end = SoupEnd::Attribute(name);
            return Ok(());
        }
        if self.eat("text()") {
            if is_deep {
                deep(path);
            }
            let number = if self.eat("[") {
                let digits: String = self.rest().chars().take_while(char::is_ascii_digit).collect();
                self.at += digits.len();
                self.expect("]")?;
                digits.parse().map_err(|_| self.refused())?
            } else {
                1
            };
            path.end = SoupEnd::Text(number);
            return Ok(());
        }
        let mut axis = "child";
        if let Some(named) = AXES.iter().find(|axis| self.rest().starts_with(&format!("{axis}::"))) {
            self.at += named.len() + 2;
            axis = named;
        }
        let name = if self.eat("*") { "*".to_owned() } else { self.name().ok_or_else(|| self.refused())? };
        if self.rest().starts_with(['(', ':']) {
            return Err(self.refused());
        }
        let mut conditions = Vec::new();
        let mut counts = false;
        while self.eat("[") {
            let condition = self.any_of()?;
            self.expect("]")?;
            counts |= condition.contains("place");
            conditions.push(format!("lambda node, place, last: {condition}"));
        }
        if is_deep && axis == "child" && !counts {
            axis = "descendant";
        } else if is_deep {
            deep(path);
        }
        let mut step = format!("({}, {}", quoted(axis), quoted(&name.to_ascii_lowercase()));
        for condition in conditions {
            step.extend([", ", &condition]);
        }
        path.steps.push(step + ")");
        Ok(())
    }

    fn any_of(&mut self) -> Result<String, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let mut all = vec![self.all_of()?];
        while self.word("or") {
            all.push(self.all_of()?);
        }
        self.depth -= 1;
        Ok(all.join(" or "))
    }

    fn all_of(&mut self) -> Result<String, String> {
        let mut all = vec![self.condition()?];
        while self.word("and") {
            all.push(self.condition()?);
        }
        Ok(all.join(" and "))
    }

    fn condition(&mut self) -> Result<String, String> {
        self.space();
        if self.eat("not(") {
            let inner = self.any_of()?;
            self.expect(")")?;
            return Ok(format!("not ({inner})"));
        }
        for (name, python) in [("contains(", "in"), ("starts-with(", "startswith")] {
            if self.eat(name) {
                let whole = self.string()?;
                self.expect(",")?;
                let part = self.string()?;
                self.expect(")")?;
                let (whole, part) = (or_empty(&whole), or_empty(&part));
                return Ok(if python == "in" {
                    format!("{part} in {whole}")
                } else {
                    format!("{whole}.startswith({part})")
                });
            }
        }
        if self.eat("position()") {
            let sign = self.comparison().ok_or_else(|| self.refused())?;
            let place = self.place().ok_or_else(|| self.refused())?;
            return Ok(format!("place {sign} {place}"));
        }
        if let Some(place) = self.place() {
            return Ok(format!("place == {place}"));
        }
        let before = self.at;
        if let Ok(value) = self.string() {
            let sign = self.comparison();
            match sign {
                Some(sign @ ("==" | "!=")) => {
                    let other = self.string()?;
                    // A comparison with an attribute that is not there is false.
                    let missing = [&value, &other].into_iter().filter(|side| side.starts_with("node.get("));
                    let known: String = { missing }.map(|side| format!("{side} is not None and ")).collect();
                    return Ok(format!("{}{value} {sign} {other}", if sign == "==" { "" } else { &known }));
                }
                Some(_) => return Err(self.refused()),
                None => {}
            }
            if value.starts_with("node.get(") {
                return Ok(format!("{value} is not None"));
            }
        }
        self.at = before;
        let path = self.path()?;
        if path.is_absolute || path.end != SoupEnd::Element || path.steps.is_empty() {
            return Err(self.refused());
        }
        Ok(format!("steps(node, [{}])", path.steps.join(", ")))
    }

    /// A place among nodes: `3`, `last()`, `last()-1`.
    fn place(&mut self) -> Option<String> {
        self.space();
        let number = |reader: &mut Self| {
            let digits: String = reader.rest().chars().take_while(char::is_ascii_digit).collect();
            reader.at += digits.len();
            digits.parse::<u32>().ok()
        };
        if !self.eat("last()") {
            return number(self).map(|number| number.to_string());
        }
        if self.eat("-") {
            self.space();
            return number(self).map(|number| format!("last - {number}"));
        }
        Some("last".to_owned())
    }

    /// What has a text as its value.
    fn string(&mut self) -> Result<String, String> {
        self.space();
        if let Some(literal) = self.literal() {
            return Ok(literal);
        }
        if self.eat("@") {
            let name = self.name().ok_or_else(|| self.refused())?;
            return Ok(format!("node.get({})", quoted(&name)));
        }
        if self.eat("concat(") {
            let mut parts = vec![self.string()?];
            while self.eat(",") {
                parts.push(self.string()?);
            }
            self.expect(")")?;
            let parts: Vec<String> = parts.iter().map(|part| or_empty(part)).collect();
            return Ok(format!("({})", parts.join(" + ")));
        }
        if self.eat("normalize-space(") {
            self.space();
            let inner = if self.rest().starts_with(')') { "joined(node)".to_owned() } else { self.string()? };
            self.expect(")")?;
            return Ok(format!("words({})", or_empty(&inner)));
        }
        for own in ["string(.)", "string()"] {
            if self.eat(own) {
                return Ok("joined(node)".to_owned());
            }
        }
        if self.rest().starts_with('.') && !self.rest().starts_with("..") && !self.rest().starts_with("./") {
            self.at += 1;
            return Ok("joined(node)".to_owned());
        }
        Err(self.refused())
    }

    fn literal(&mut self) -> Option<String> {
        let quote = self.rest().chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let end = self.rest()[1..].find(quote)?;
        let literal = quoted(&self.rest()[1..=end]);
        self.at += end + 2;
        Some(literal)
    }

    fn comparison(&mut self) -> Option<&'static str> {
        self.space();
        let signs = [("!=", "!="), ("<=", "<="), (">=", ">="), ("=", "=="), ("<", "<"), (">", ">")];
        let found = signs.into_iter().find(|(sign, _)| self.rest().starts_with(sign))?;
        self.at += found.0.len();
        Some(found.1)
    }

    fn name(&mut self) -> Option<String> {
        let name: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
        self.at += name.len();
        (!name.is_empty()).then_some(name)
    }

    fn word(&mut self, word: &str) -> bool {
        self.space();
        let is_there = self.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '(', '@', '.']));
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, word: &str) -> bool {
        self.space();
        let is_there = self.rest().starts_with(word);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.eat(word) { Ok(()) } else { Err(self.refused()) }
    }

    fn refused(&self) -> String {
        format!("Beautiful Soup has no XPath, and `{}` of `{}` has no equivalent", self.rest(), self.text)
    }
}

/// Makes an attribute that is not there an empty text.
fn or_empty(value: &str) -> String {
    match value.strip_prefix("node.get(").and_then(|rest| rest.strip_suffix(')')) {
        Some(name) => format!("node.get({name}, \"\")"),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_positions_become_steps() {
        let path = read(".//dt[normalize-space()='Weight']/following-sibling::dd[1]/@title").expect("is read");
        assert_eq!(
            path.steps,
            [
                "(\"descendant\", \"dt\", lambda node, place, last: words(joined(node)) == \"Weight\")",
                "(\"following-sibling\", \"dd\", lambda node, place, last: place == 1)",
                "(\"self\", \"*\", lambda node, place, last: node.has_attr(\"title\"))",
            ]
        );
        assert_eq!(path.end, SoupEnd::Attribute("title".to_owned()));
        assert_eq!(read("//p[2]").expect("is read").steps[0], "(\"descendant-or-self\", \"node()\")");
    }

    #[test]
    fn what_has_no_equivalent_is_refused() {
        for path in ["//a | //b", "count(//a)", "//a[count(b) > 1]", "//svg:path", "(//a)[1]"] {
            assert!(read(path).is_err(), "{path}");
        }
    }
}
