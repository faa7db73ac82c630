//! Tag soup: markup that is wrong in the ways the specification has rules for.
//!
//! Each input draws its tags from a few groups only, so that the same rules meet each other again and again within one
//! input; now and then all groups are in.

use super::soup_pieces::{
    ATTRIBUTES, BROKEN, CDATA, COMMENTS, DOCTYPES, GROUPS, RAW, RAW_TEXT, REFERENCES, SCRIPT_TEXT, WORDS,
};
use crate::random::Random;

/// Makes one input.
pub(super) fn tag_soup(random: &mut Random) -> String {
    let mut soup = Soup { vocabulary: vocabulary(random), random, html: String::new(), open: Vec::new() };
    // Most inputs are short, some are long: short ones shrink well, long ones reach states that short ones cannot.
    let n_pieces = 1 + match soup.random.below(10) {
        0..=4 => soup.random.below(8),
        5..=8 => soup.random.below(25),
        _ => soup.random.below(90),
    };
    if soup.random.one_in(5) {
        soup.doctype();
    }
    for _ in 0..n_pieces {
        soup.piece();
    }
    soup.html
}

fn vocabulary(random: &mut Random) -> Vec<&'static str> {
    if random.one_in(8) {
        return GROUPS.concat();
    }
    let n_groups = 1 + random.below(3);
    (0..n_groups).flat_map(|_| GROUPS[random.below(GROUPS.len())]).copied().collect()
}

struct Soup<'r> {
    random: &'r mut Random,
    html: String,
    vocabulary: Vec<&'static str>,
    /// The start tags so far, to close what is open more often than what is not.
    open: Vec<&'static str>,
}

impl Soup<'_> {
    fn piece(&mut self) {
        match self.random.below(100) {
            0..=43 => self.start_tag(),
            44..=65 => self.end_tag(),
            66..=80 => self.text(),
            81..=84 => self.push(REFERENCES),
            85..=88 => self.raw_element(),
            89..=90 => self.push(COMMENTS),
            91..=92 => self.push(CDATA),
            93 => self.doctype(),
            94..=95 => self.foreign_island(),
            96..=97 => self.table(),
            _ => self.push(BROKEN),
        }
    }

    fn push(&mut self, choices: &[&str]) {
        let chosen = self.random.pick(choices);
        self.html.push_str(chosen);
    }

    fn tag(&mut self) -> &'static str {
        let tag = self.random.below(self.vocabulary.len());
        self.vocabulary[tag]
    }

    fn start_tag(&mut self) {
        let tag = self.tag();
        self.start_tag_named(tag);
        if RAW.contains(&tag) && self.random.one_in(2) {
            self.raw_content(tag);
        }
    }

    fn start_tag_named(&mut self, tag: &'static str) {
        self.html.push('<');
        self.html.push_str(tag);
        if self.random.one_in(4) {
            for _ in 0..=self.random.below(3) {
                self.html.push(' ');
                self.push(ATTRIBUTES);
            }
        }
        if self.random.one_in(30) {
            self.html.push('/');
        }
        self.html.push('>');
        self.open.push(tag);
    }

    fn end_tag(&mut self) {
        let tag = match self.open.len() {
            0 => self.tag(),
            _ if self.random.one_in(3) => self.tag(),
            // One of the last few, so that tags are closed in the wrong order.
            n => {
                let back = self.random.below(n.min(4));
                self.open.remove(n - 1 - back)
            }
        };
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push('>');
    }

    fn text(&mut self) {
        for _ in 0..=self.random.below(2) {
            if self.random.one_in(2) { self.html.push('t') } else { self.push(WORDS) }
        }
    }

    fn doctype(&mut self) {
        self.push(DOCTYPES);
    }

    fn raw_element(&mut self) {
        let tag = if self.random.one_in(40) { "plaintext" } else { self.random.pick(RAW) };
        self.start_tag_named(tag);
        self.raw_content(tag);
    }

    fn raw_content(&mut self, tag: &'static str) {
        for _ in 0..self.random.below(4) {
            self.push(if tag == "script" { SCRIPT_TEXT } else { RAW_TEXT });
        }
        if !self.random.one_in(6) {
            self.html.push_str("</");
            self.html.push_str(tag);
            self.html.push('>');
            self.open.pop();
        }
    }

    /// SVG or `MathML` with a way back into HTML.
    fn foreign_island(&mut self) {
        let (outer, inner) = match self.random.below(3) {
            0 => ("svg", self.random.pick(&["foreignObject", "desc", "title", "g", "foreignobject"])),
            1 => ("math", self.random.pick(&["mi", "mo", "mn", "ms", "mtext", "mrow"])),
            _ => ("math", "annotation-xml"),
        };
        self.start_tag_named(outer);
        self.start_tag_named(inner);
    }

    fn table(&mut self) {
        for tag in ["table", "tbody", "tr", "td"] {
            if !self.random.one_in(4) {
                self.start_tag_named(tag);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_makes_the_same_input() {
        let make = |seed| tag_soup(&mut Random::new(seed));
        assert!((0..200).all(|seed| make(seed) == make(seed)));
        let distinct: std::collections::BTreeSet<_> = (0..1000).map(make).collect();
        assert!(distinct.len() > 900, "{} distinct inputs of 1000", distinct.len());
    }

    #[test]
    fn every_kind_of_trouble_is_made() {
        let all: String = (0..2000).map(|seed| tag_soup(&mut Random::new(seed))).collect();
        for piece in [
            "<table", "</b>", "<svg", "<math", "<template", "<select", "<form", "<script", "<frameset", "<!DOCTYPE",
            "<!--",
        ] {
            assert!(all.contains(piece), "{piece}");
        }
        for piece in ["&notit;", "\u{0}", "\r", "<![CDATA[", "shadowrootmode", "plaintext", "annotation-xml", "a=1 a=2"]
        {
            assert!(all.contains(piece), "{piece:?}");
        }
    }
}
