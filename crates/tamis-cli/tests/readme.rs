//! The commands that the README shows print what it shows.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is two folders below the root");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README can be read");
    let examples = examples(&readme);
    assert!(!examples.is_empty(), "the README shows commands");
    for (command, shown) in examples {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("tamis"), "`{command}` is a command of ours");
        let output =
            Command::new(env!("CARGO_BIN_EXE_tamis")).args(words).current_dir(root).output().expect("tamis runs");
        let printed = [output.stderr, output.stdout].concat();
        let printed = String::from_utf8(printed).expect("tamis prints UTF-8");
        if let Err(line) = agrees(&shown, &printed.lines().collect::<Vec<_>>()) {
            panic!("`{command}` does not print\n{line}\nbut\n{printed}\nhelp: correct the README");
        }
    }
}

/// The commands in the blocks marked `console`, each with the lines below it.
fn examples(readme: &str) -> Vec<(&str, Vec<&str>)> {
    let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("\n```").next().unwrap_or("");
        for line in block.lines() {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command, Vec::new())),
                (None, Some((_, shown))) => shown.push(line),
                (None, None) => panic!("the block begins with a command, not with {line}"),
            }
        }
    }
    examples
}

/// Whether the printed lines are those that are shown, a line of `…` standing for any number of them; else the first
/// line that is not there.
fn agrees<'a>(shown: &[&'a str], printed: &[&str]) -> Result<(), &'a str> {
    let mut at = 0;
    let mut may_skip = false;
    for &line in shown {
        if line == "…" {
            may_skip = true;
            continue;
        }
        let skipped = printed[at..].iter().position(|printed| *printed == line).ok_or(line)?;
        if skipped > 0 && !may_skip {
            return Err(line);
        }
        at += skipped + 1;
        may_skip = false;
    }
    if may_skip || at == printed.len() { Ok(()) } else { Err("(nothing more)") }
}

#[test]
fn an_ellipsis_stands_for_any_lines() {
    assert_eq!(agrees(&["a", "…", "d"], &["a", "b", "c", "d"]), Ok(()));
    assert_eq!(agrees(&["a", "…"], &["a", "b"]), Ok(()));
    assert_eq!(agrees(&["a", "b"], &["a", "x", "b"]), Err("b"));
    assert_eq!(agrees(&["a"], &["a", "b"]), Err("(nothing more)"));
}
