//! The token stream without a tree, for tests of the tokenizer and tools that look at tags alone.

use super::tokenizer::{DoctypeToken, RawText, Token as Inner, TokenBuffers, Tokenizer};
use crate::document::Doctype;
use crate::document::name::Interner;

/// A token of the HTML specification; errors are not reported.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Token<'a> {
    /// Characters; adjacent ones may come in several tokens.
    Text(&'a str),
    /// A start tag.
    StartTag(TagToken<'a>),
    /// An end tag; its attributes are dropped.
    EndTag(&'a str),
    /// The content of a comment.
    Comment(&'a str),
    /// A document type declaration.
    #[non_exhaustive]
    Doctype {
        /// Name and identifiers; the name is `None` if it is missing.
        doctype: &'a Doctype,
        /// Whether there was a name.
        has_name: bool,
        /// Whether the declaration is broken enough to ask for quirks.
        force_quirks: bool,
    },
}

/// A start tag with its attributes in the order of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TagToken<'a> {
    /// The name, in lower case.
    pub name: &'a str,
    /// Names and values; of several with one name, the first.
    pub attributes: Vec<(&'a str, &'a str)>,
    /// Whether the tag ends in `/>`.
    pub self_closing: bool,
}

/// The state in which reading begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InitialState {
    /// Ordinary markup.
    #[default]
    Data,
    /// Inside `title` or `textarea`.
    Rcdata,
    /// Inside `style` and the like.
    RawText,
    /// Inside `script`.
    ScriptData,
    /// After `plaintext`.
    Plaintext,
    /// Inside a CDATA section.
    CdataSection,
}

/// Reads `html` token by token. `last_start_tag` names the element whose end tag ends raw text.
///
/// Without a tree builder nothing switches to raw text after `<script>` or `<title>`. A caller that needs it starts again
/// behind the tag with the right [`InitialState`].
pub fn tokenize(html: &str, state: InitialState, last_start_tag: Option<&str>, mut on_token: impl FnMut(Token<'_>)) {
    let normalized = super::normalize(html.into(), &mut String::new());
    let (mut interner, mut seen_in_tag) = (Interner::new(), Vec::new());
    let mut tokenizer = Tokenizer::new(
        &normalized.source,
        TokenBuffers::default(),
        &mut interner,
        &mut seen_in_tag,
        u32::MAX,
        normalized.has_null,
    );
    let last_start_tag = last_start_tag.map(|name| tokenizer.intern(name));
    let raw_text = match state {
        InitialState::Data => RawText::None,
        InitialState::Rcdata => RawText::Rcdata,
        InitialState::RawText => RawText::RawText,
        InitialState::ScriptData => RawText::Script,
        InitialState::Plaintext => RawText::Plaintext,
        InitialState::CdataSection => RawText::Cdata,
    };
    tokenizer.enter_raw_text(raw_text, last_start_tag);
    loop {
        let token = tokenizer.next(false);
        match token {
            Inner::EndOfFile => return,
            Inner::Text(span) => on_token(Token::Text(tokenizer.text(span))),
            Inner::Null => on_token(Token::Text("\0")),
            Inner::Comment(span) => on_token(Token::Comment(tokenizer.text(span))),
            Inner::EndTag(name) => on_token(Token::EndTag(tokenizer.buffers.names.get(name))),
            Inner::StartTag(tag) => {
                let spelt = |name| tokenizer.buffers.names.get(name);
                let attributes = tokenizer.buffers.attributes[tag.attributes.range()]
                    .iter()
                    .map(|attribute| (spelt(attribute.name), tokenizer.text(attribute.value)))
                    .collect();
                let self_closing = tag.self_closing;
                on_token(Token::StartTag(TagToken { name: spelt(tag.name), attributes, self_closing }));
            }
            Inner::Doctype => {
                let DoctypeToken { doctype, has_name, force_quirks } = tokenizer.take_doctype();
                on_token(Token::Doctype { doctype: &doctype, has_name, force_quirks });
            }
        }
    }
}
