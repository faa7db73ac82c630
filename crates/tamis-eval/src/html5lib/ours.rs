//! Our parser as the suite drives it.

use super::tokenizer::{State, TokenList};
use super::tree_construction::{Context, TreeCase};
use super::tree_dump;
use serde_json::Value;
use tamis_page::parse::{FragmentContext, InitialState, ParseOptions, Parser, Token};
use tamis_page::{Document, NodeId, parse};

/// One parser for each scripting flag, which reuse their memory as a worker's would.
pub struct OurParsers {
    scripting_off: Parser,
    scripting_on: Parser,
}

impl Default for OurParsers {
    fn default() -> OurParsers {
        let parser = |scripting| Parser::new(ParseOptions::default().with_scripting(scripting));
        OurParsers { scripting_off: parser(false), scripting_on: parser(true) }
    }
}

impl OurParsers {
    /// Parses a document, or a fragment in its context.
    pub fn parse(&mut self, html: &str, context: Option<&Context>, scripting: bool) -> Document {
        let parser = if scripting { &mut self.scripting_on } else { &mut self.scripting_off };
        match context {
            None => parser.parse(html),
            Some(context) => {
                parser.parse_fragment(html, &FragmentContext::new(context.namespace, context.name.as_str()))
            }
        }
    }

    /// Gives a document's memory back.
    pub fn recycle(&mut self, document: Document, scripting: bool) {
        let parser = if scripting { &mut self.scripting_on } else { &mut self.scripting_off };
        parser.recycle(document);
    }

    /// Parses a case and dumps the tree.
    pub fn dump(&mut self, case: &TreeCase, scripting: bool) -> String {
        let document = self.parse(&case.data, case.context.as_ref(), scripting);
        let dump = match case.context {
            None => tree_dump::document(&document),
            Some(_) => tree_dump::below(&document, fragment_root(&document)),
        };
        self.recycle(document, scripting);
        dump
    }
}

/// The node that holds a fragment.
pub fn fragment_root(document: &Document) -> NodeId {
    document.html().unwrap_or(NodeId::ROOT)
}

/// Reads the tokens of a case.
pub fn tokenize(input: &str, state: State, last_start_tag: Option<&str>) -> Value {
    let state = match state {
        State::Data => InitialState::Data,
        State::Plaintext => InitialState::Plaintext,
        State::Rcdata => InitialState::Rcdata,
        State::Rawtext => InitialState::RawText,
        State::ScriptData => InitialState::ScriptData,
        State::CdataSection => InitialState::CdataSection,
    };
    let mut tokens = TokenList::default();
    parse::tokenize(input, state, last_start_tag, |token| match token {
        Token::Text(text) => tokens.characters(text),
        Token::StartTag(tag) => {
            tokens.start_tag(tag.name, tag.attributes.iter().copied(), tag.self_closing);
        }
        Token::EndTag(name) => tokens.end_tag(name),
        Token::Comment(text) => tokens.comment(text),
        Token::Doctype { doctype, has_name, force_quirks, .. } => {
            let name = has_name.then_some(doctype.name.as_str());
            tokens.doctype(name, doctype.public_id.as_deref(), doctype.system_id.as_deref(), force_quirks);
        }
        other => unreachable!("a token that the suite has no word for: {other:?}"),
    });
    tokens.finish()
}
