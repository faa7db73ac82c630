//! Makes an input that shows a difference as short as it can be and still show one.

use super::case::{Case, Verdict};
use crate::html5lib::ours::OurParsers;

/// Removes ranges of the input, long ones first, for as long as the trees of what is left differ.
pub fn shrink(case: &Case, parsers: &mut OurParsers) -> Case {
    shrink_while(case, |smaller| matches!(smaller.judge(parsers), Verdict::Different(_)))
}

fn shrink_while(case: &Case, mut still_fails: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    // The plainest way to parse it comes first: it makes the input easier to understand.
    for simpler in [Case { context: None, ..best.clone() }, Case { scripting: false, ..best.clone() }] {
        let simpler = Case { scripting: simpler.scripting && best.scripting, ..simpler };
        if simpler != best && still_fails(&simpler) {
            best = simpler;
        }
    }
    loop {
        let before = best.html.len();
        let mut characters: Vec<char> = best.html.chars().collect();
        let mut step = characters.len().div_ceil(2).max(1);
        loop {
            let mut at = 0;
            while at < characters.len() {
                let end = (at + step).min(characters.len());
                let html: String = characters[..at].iter().chain(&characters[end..]).collect();
                let smaller = Case { html, ..best.clone() };
                if still_fails(&smaller) {
                    best = smaller;
                    characters.drain(at..end);
                } else {
                    at = end;
                }
            }
            if step == 1 {
                break;
            }
            step = step.div_ceil(2);
        }
        if best.html.len() == before {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, still_fails: impl Fn(&str) -> bool, expected: &str) {
        let case = Case { html: html.to_owned(), scripting: true, context: None };
        let smallest = shrink_while(&case, |case| still_fails(&case.html));
        assert_eq!((smallest.html.as_str(), smallest.scripting), (expected, false));
    }

    #[test]
    fn what_the_failure_does_not_need_goes() {
        check("aaaa<b>cccc<d>ééé", |html| html.contains("<b>") && html.contains("é"), "<b>é");
        check("xxxxxxxx", |_| true, "");
        check("abcdefgh", |html| html.contains('a') && html.contains('h'), "ah");
    }
}
