//! Rich text as a page of its own, in plain semantic HTML.

use super::xml::{push_attribute, push_text};
use super::{Content, ContentPart, Header, PartKind};

pub(super) fn write(content: &Content, header: &Header) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    if let Some(language) = &header.language {
        push_attribute(&mut out, "lang", language);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    push_text(&mut out, header.title.as_deref().unwrap_or(""));
    out.push_str("</title>\n");
    push_metadata(&mut out, header);
    out.push_str("</head>\n<body>\n<article>\n");
    push_body(&mut out, content);
    out.push_str("</article>\n");
    if !content.comments.is_empty() {
        out.push_str("<section class=\"comments\">\n");
        for comment in &content.comments {
            out.push_str("<article>\n");
            push_body(&mut out, comment);
            out.push_str("</article>\n");
        }
        out.push_str("</section>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn push_metadata(out: &mut String, header: &Header) {
    if let Some(url) = &header.url {
        out.push_str("<link rel=\"canonical\"");
        push_attribute(out, "href", url);
        out.push_str(">\n");
    }
    let authors = header.authors.join("; ");
    let known = [
        ("author", Some(&authors).filter(|authors| !authors.is_empty())),
        ("date", header.date.as_ref()),
        ("description", header.description.as_ref()),
        ("license", header.license.as_ref()),
    ];
    for (name, text) in known {
        if let Some(text) = text {
            out.push_str("<meta");
            push_attribute(out, "name", name);
            push_attribute(out, "content", text);
            out.push_str(">\n");
        }
    }
}

fn push_body(out: &mut String, content: &Content) {
    let mut open: Vec<usize> = Vec::new();
    let mut idx = 0;
    while idx < content.parts.len() || !open.is_empty() {
        while let Some(closed) = open.pop_if(|&mut part| content.parts[part].end <= idx) {
            push_end(out, content, closed, open.last());
        }
        let Some(part) = content.parts.get(idx) else { continue };
        push_start(out, content, idx, open.last());
        if part.end > idx + 1 || !is_void(&part.kind) {
            open.push(idx);
        }
        idx += 1;
    }
}

fn is_void(kind: &PartKind) -> bool {
    matches!(
        kind,
        PartKind::Text(_)
            | PartKind::Break
            | PartKind::Rule
            | PartKind::Image { .. }
            | PartKind::Math { .. }
            | PartKind::NoteReference(..)
    )
}

/// The element of a part; `None` where it has none of its own.
fn element(kind: &PartKind) -> Option<&'static str> {
    Some(match kind {
        PartKind::List(None) => "ul",
        PartKind::List(Some(_)) => "ol",
        PartKind::Item => "li",
        PartKind::Definitions => "dl",
        PartKind::Definition => "dd",
        PartKind::Quote => "blockquote",
        PartKind::Figure => "figure",
        PartKind::Table => "table",
        PartKind::Row => "tr",
        PartKind::Cell { is_header: true, .. } => "th",
        PartKind::Cell { .. } => "td",
        PartKind::Note(_) => "aside",
        PartKind::Record => "section",
        PartKind::Heading(level) => ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(&1, &6) - 1)],
        PartKind::Paragraph | PartKind::Line | PartKind::Caption => "p",
        PartKind::Term => "dt",
        PartKind::Code(_) => "pre",
        PartKind::Strong => "strong",
        PartKind::Emphasis => "em",
        PartKind::Strike => "s",
        PartKind::Subscript => "sub",
        PartKind::Superscript => "sup",
        PartKind::CodeSpan => "code",
        PartKind::Link(_) => "a",
        _ => return None,
    })
}

/// The element of the part at its place: a line that is all of an item needs none, a caption is named by what it is of.
fn element_at(content: &Content, idx: usize, outer: Option<&usize>) -> Option<&'static str> {
    let part = &content.parts[idx];
    let outer = outer.map(|&outer| (outer, &content.parts[outer]));
    match (&part.kind, outer) {
        (PartKind::Caption, Some((_, ContentPart { kind: PartKind::Table, .. }))) => Some("caption"),
        (PartKind::Caption, Some((_, ContentPart { kind: PartKind::Figure, .. }))) => Some("figcaption"),
        (PartKind::Line, Some((outer_idx, outer)))
            if matches!(outer.kind, PartKind::Item | PartKind::Definition | PartKind::Cell { .. })
                && outer_idx + 1 == idx =>
        {
            let next = content.parts.get(part.end).filter(|_| part.end < outer.end);
            let is_all = next.is_none_or(|next| matches!(next.kind, PartKind::List(_)));
            if is_all { None } else { Some("p") }
        }
        (kind, _) => element(kind),
    }
}

fn push_start(out: &mut String, content: &Content, idx: usize, outer: Option<&usize>) {
    let part = &content.parts[idx];
    match &part.kind {
        PartKind::Text(span) => push_text(out, content.slice(span)),
        PartKind::Break => out.push_str("<br>\n"),
        PartKind::Rule => out.push_str("<hr>\n"),
        PartKind::Image { source, alt } => {
            out.push_str("<img");
            push_attribute(out, "src", content.slice(source));
            push_attribute(out, "alt", content.slice(alt));
            out.push('>');
        }
        PartKind::Math { tex, is_block } => {
            out.push_str(if *is_block { "<p>\\[" } else { "\\(" });
            push_text(out, content.slice(tex));
            out.push_str(if *is_block { "\\]</p>\n" } else { "\\)" });
        }
        PartKind::NoteReference(number, _) => {
            out.push_str(&format!("<sup><a href=\"#note-{number}\" role=\"doc-noteref\">{number}</a></sup>"));
        }
        kind => {
            let Some(name) = element_at(content, idx, outer) else { return };
            out.push('<');
            out.push_str(name);
            push_attributes(out, content, kind);
            out.push('>');
            if let PartKind::Code(language) = kind {
                out.push_str("<code");
                if !language.is_empty() {
                    push_attribute(out, "class", &format!("language-{}", content.slice(language)));
                }
                out.push('>');
            } else if kind.is_container()
                && !matches!(kind, PartKind::Item | PartKind::Definition | PartKind::Cell { .. })
            {
                out.push('\n');
            }
        }
    }
}

fn push_attributes(out: &mut String, content: &Content, kind: &PartKind) {
    match kind {
        PartKind::List(Some(start)) if *start != 1 => push_attribute(out, "start", &start.to_string()),
        PartKind::Cell { n_columns, n_rows, .. } => {
            if *n_columns > 1 {
                push_attribute(out, "colspan", &n_columns.to_string());
            }
            if *n_rows > 1 {
                push_attribute(out, "rowspan", &n_rows.to_string());
            }
        }
        PartKind::Link(span) => push_attribute(out, "href", content.slice(span)),
        PartKind::Note(number) => {
            push_attribute(out, "id", &format!("note-{number}"));
            push_attribute(out, "role", "doc-footnote");
        }
        PartKind::Record => push_attribute(out, "class", "record"),
        _ => {}
    }
}

fn push_end(out: &mut String, content: &Content, idx: usize, outer: Option<&usize>) {
    let kind = &content.parts[idx].kind;
    let Some(name) = element_at(content, idx, outer) else { return };
    if matches!(kind, PartKind::Code(_)) {
        out.push_str("</code>");
    }
    out.push_str("</");
    out.push_str(name);
    out.push('>');
    if kind.is_container() || kind.is_leaf() {
        out.push('\n');
    }
}
