//! Tree construction cases: the `.dat` format, and running them.

use super::report::{Kind, Outcome};
use tamis_page::Namespace;

/// One case of a `.dat` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeCase {
    /// The markup to parse.
    pub data: String,
    /// The element around the markup, if it is a fragment.
    pub context: Option<Context>,
    /// The scripting flag that the case asks for; both are run if it asks for none.
    pub scripting: Option<bool>,
    /// The dump of the tree that must come out.
    pub expected: String,
}

/// The element that a fragment is parsed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// Its namespace.
    pub namespace: Namespace,
    /// Its local name.
    pub name: String,
}

/// Reads the cases of a `.dat` file.
pub fn read_cases(text: &str) -> Vec<TreeCase> {
    let Some(start) = find_line(text, "#data") else { return Vec::new() };
    let body = &text[start..];
    // An expected text node may hold empty lines, so that only an empty line followed by `#data` ends a case.
    body.split("\n\n#data\n").filter_map(|case| read_case(case.strip_prefix("#data\n").unwrap_or(case))).collect()
}

fn find_line(text: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end_matches('\n') == wanted {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn read_case(case: &str) -> Option<TreeCase> {
    let (data, mut rest) = match case.strip_prefix("#errors\n") {
        Some(rest) => ("", rest),
        None => case.split_once("\n#errors\n")?,
    };
    let mut context = None;
    let mut scripting = None;
    loop {
        let (line, after) = rest.split_once('\n')?;
        rest = after;
        match line {
            "#document-fragment" => {
                let (name, after) = rest.split_once('\n')?;
                rest = after;
                context = Some(read_context(name));
            }
            "#script-on" => scripting = Some(true),
            "#script-off" => scripting = Some(false),
            "#document" => break,
            _ => {}
        }
    }
    Some(TreeCase { data: data.to_owned(), context, scripting, expected: rest.trim_end_matches('\n').to_owned() })
}

fn read_context(line: &str) -> Context {
    let (namespace, name) = match line.split_once(' ') {
        Some(("svg", name)) => (Namespace::Svg, name),
        Some(("math", name)) => (Namespace::MathMl, name),
        _ => (Namespace::Html, line),
    };
    Context { namespace, name: name.to_owned() }
}

/// Runs the cases of one file with the parser behind `build`, which answers with the dump of the tree.
pub fn run(file: &str, cases: &[TreeCase], mut build: impl FnMut(&TreeCase, bool) -> String) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for case in cases {
        let flags: &[bool] = match case.scripting {
            Some(true) => &[true],
            Some(false) => &[false],
            None => &[false, true],
        };
        for &scripting in flags {
            let got = build(case, scripting);
            let got = got.trim_end_matches('\n');
            outcomes.push(Outcome {
                kind: if case.context.is_some() { Kind::Fragment } else { Kind::Document },
                file: file.to_owned(),
                input: case.data.clone(),
                variant: variant(case, scripting),
                passed: got == case.expected,
                expected: case.expected.clone(),
                got: got.to_owned(),
            });
        }
    }
    outcomes
}

fn variant(case: &TreeCase, scripting: bool) -> String {
    let scripting = if scripting { "scripting on" } else { "scripting off" };
    match &case.context {
        None => scripting.to_owned(),
        Some(context) => {
            let prefix = match context.namespace {
                Namespace::Html => "",
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
            };
            format!("in <{prefix}{}>, {scripting}", context.name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_ends_at_an_empty_line_before_data_only() {
        let text = "#data\n<p>One\n\n#errors\n1\n#document\n| \"\n\nx\"\n\n#data\n\n#errors\n#document-fragment\nsvg desc\n\
                    #script-on\n#document\n| <b>\n";
        let cases = read_cases(text);
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].data.as_str(), cases[0].expected.as_str()), ("<p>One\n", "| \"\n\nx\""));
        assert_eq!(cases[1].data, "");
        assert_eq!(cases[1].scripting, Some(true));
        assert_eq!(cases[1].context, Some(Context { namespace: Namespace::Svg, name: "desc".to_owned() }));
    }

    #[test]
    fn a_case_without_a_flag_runs_with_both() {
        let case = TreeCase { data: String::new(), context: None, scripting: None, expected: String::new() };
        let outcomes = run("x.dat", &[case], |_, scripting| if scripting { "| x\n".to_owned() } else { String::new() });
        assert_eq!(outcomes.iter().map(|outcome| outcome.passed).collect::<Vec<_>>(), [true, false]);
    }
}
