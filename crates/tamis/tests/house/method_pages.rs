//! The documents that are made from the code: a page a method, the table of methods, the JSON Schema.
//!
//! A method's page is the documentation of its module (`method.md` beside the code, which the module includes) with what
//! the table of methods says. `TAMIS_ACCEPT=1 cargo test -p tamis --test house` writes them all.

use crate::fixtures::{repository, text_of};
use std::{env, fs};
use tamis::methods::{METHODS, OptionInfo};
use tamis::{AnswerKind, Method, Needs, OptionValue, Task};

#[test]
fn the_pages_of_the_methods_are_made_from_their_modules_and_the_table() {
    for method in documented() {
        check(&format!("docs/methods/{}.md", method.file_stem()), &page(method));
    }
    for page in fs::read_dir(repository().join("docs/methods")).expect("docs/methods can be listed") {
        let name = page.expect("it can be listed").file_name();
        let is_known = documented().any(|method| *name == *format!("{}.md", method.file_stem()));
        assert!(is_known, "docs/methods/{} is of no method", name.to_string_lossy());
    }
}

#[test]
fn the_table_of_methods_in_the_documentation_is_that_of_the_code() {
    let rows: String = documented()
        .map(|method| {
            let (name, file, answers) = (method.name(), method.file_stem(), answers_with(method));
            let needs = match method.needs() {
                Needs::Document => "a document",
                Needs::DocumentThenLayout => "a document, and a rendered page where it is unsure",
                Needs::LayoutOrDocument => "a rendered page, or a document that cannot be rendered",
                Needs::RenderedPage => "a rendered page",
            };
            format!("| [{name}](methods/{file}.md) | {answers} | {needs} | {} |\n", method.summary())
        })
        .collect();
    let table = format!("| method | answers with | looks at | what it does |\n|---|---|---|---|\n{rows}");
    let index = text_of("docs/README.md");
    let (before, rest) = index.split_once("## Methods\n").expect("docs/README.md has a section of methods");
    let after = rest.find("\n## ").map_or("", |place| &rest[place..]);
    check("docs/README.md", &format!("{before}## Methods\n{table}{after}"));
}

#[test]
fn the_json_schema_is_that_of_the_code() {
    check("docs/page.schema.json", &tamis::export::json_schema());
    check("docs/wrapper.schema.json", &tamis::wrapper::json_schema());
}

/// A method without a module, such as `none`, has nothing to explain.
fn documented() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| !method.module().is_empty())
}

/// Compares a document with what it should be, or writes it.
#[track_caller]
fn check(path: &str, expect: &str) {
    if env::var_os("TAMIS_ACCEPT").is_some_and(|value| !value.is_empty() && value != "0") {
        fs::write(repository().join(path), expect).expect("the document can be written");
        return;
    }
    let found = fs::read_to_string(repository().join(path)).unwrap_or_default();
    let place = found.lines().zip(expect.lines()).position(|(found, expect)| found != expect);
    let line = place.unwrap_or(found.lines().count().min(expect.lines().count())) + 1;
    assert!(
        found == expect,
        "{path} is not what the code says, from line {line} on\n\
         help: TAMIS_ACCEPT=1 cargo test -p tamis --test house writes it; its text is in the module's method.md"
    );
}

fn page(method: &Method) -> String {
    let module = method.module();
    let (home, path) = module.split_once("::").expect("a module is in a crate");
    let file = format!("crates/{}/src/{}/method.md", home.replace('_', "-"), path.replace("::", "/"));
    let source = text_of(&file);
    for heading in ["What it decides", "Paper", "Steps", "Where we differ", "Example"] {
        let has_heading = source.lines().any(|line| line.strip_prefix("# ") == Some(heading));
        assert!(has_heading, "{file} has no heading \"{heading}\"\nhelp: copy the headings of its neighbours");
    }
    let tasks: Vec<_> = Task::ALL.iter().filter(|&&task| method.does(task)).collect();
    let commands: Vec<_> =
        tasks.iter().map(|task| format!("`tamis {} --method {}`", task.as_str(), method.name())).collect();
    let needs = match method.needs() {
        Needs::Document => "needs no rendering",
        Needs::DocumentThenLayout => "needs rendering only where it is unsure",
        Needs::LayoutOrDocument => "is better with rendering",
        Needs::RenderedPage => "needs a rendered page",
    };
    let paper = if method.paper().is_empty() { "our own" } else { method.paper() };
    format!(
        "# {}: {}\n{} · `{module}` · {needs} · {}\n\n{}\n## Options\n{}",
        method.name(),
        method.summary(),
        commands.join(", "),
        paper,
        as_page(&source),
        options_table(&method.options())
    )
}

/// The documentation of a module as a page of its own: headings one level down, links between items as plain code, links
/// between modules as links between pages, and hidden lines of examples left out.
fn as_page(source: &str) -> String {
    let mut text = String::new();
    let mut is_code = false;
    for line in source.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            text.push_str(if is_code && line == "```" { "```rust" } else { line });
        } else if is_code {
            if line == "#" || line.starts_with("# ") {
                continue;
            }
            text.push_str(line);
        } else {
            if line.starts_with('#') {
                text.push('#');
            }
            text.push_str(&plain_links(line));
        }
        text.push('\n');
    }
    text
}

fn plain_links(line: &str) -> String {
    let mut text = line.to_owned();
    for method in documented() {
        let (_, path) = method.module().split_once("::").expect("a module is in a crate");
        for root in ["crate", method.module().trim_end_matches(path).trim_end_matches("::")] {
            text = text.replace(&format!("]({root}::{path})"), &format!("]({}.md)", method.file_stem()));
        }
    }
    // What is left in brackets and back quotes is an item of the crate: [`Item`] or [`item`](path::of::item).
    while let Some(start) = text.find("[`") {
        let Some(end) = text[start..].find("`]").map(|end| start + end) else { break };
        let rest = &text[end + 2..];
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let after = target.filter(|(target, _)| !target.contains('.')).map_or(rest, |(_, after)| after);
        text = format!("{}`{}`{after}", &text[..start], &text[start + 2..end]);
    }
    text
}

fn options_table(options: &[OptionInfo]) -> String {
    let mut table = "| option | default | paper | takes | what it does |\n|---|---|---|---|---|\n".to_owned();
    let spell = |value: Option<OptionValue>| value.map_or_else(|| "not read".to_owned(), |value| value.to_string());
    for option in options {
        let OptionInfo { name, doc, kind, default, paper, .. } = option;
        table.push_str(&format!("| `{name}` | {} | {} | {kind} | {doc} |\n", spell(*default), spell(*paper)));
    }
    table
}

fn answers_with(method: &Method) -> &'static str {
    match method.answers() {
        AnswerKind::Tables => "tables",
        AnswerKind::Regions => "areas",
        _ => "what is kept",
    }
}
