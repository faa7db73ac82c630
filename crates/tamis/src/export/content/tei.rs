//! Rich text as XML after the guidelines of the Text Encoding Initiative, shaped as trafilatura does.

use super::xml::{push_attribute, push_text};
use super::{Content, Header, PartKind};

pub(super) fn write(content: &Content, header: &Header) -> String {
    let mut out =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n");
    push_header(&mut out, header);
    out.push_str("<text");
    if let Some(language) = header.language.as_deref().filter(|language| is_language(language)) {
        push_attribute(&mut out, "xml:lang", language);
    }
    out.push_str(">\n<body>\n<div type=\"entry\">\n");
    push_body(&mut out, content);
    out.push_str("</div>\n<div type=\"comments\">\n");
    for comment in &content.comments {
        out.push_str("<div type=\"comment\">\n");
        push_body(&mut out, comment);
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n</body>\n</text>\n</TEI>\n");
    out
}

/// Whether a text can be a language tag.
fn is_language(text: &str) -> bool {
    (1..=35).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn push_header(out: &mut String, header: &Header) {
    let title = header.title.as_deref().unwrap_or("");
    let authors = header.authors.join("; ");
    let site = header.site_name.as_deref().or(header.hostname.as_deref()).unwrap_or("");
    let date = header.date.as_deref().unwrap_or("");
    out.push_str("<teiHeader>\n<fileDesc>\n");
    push_title_statement(out, title, &header.authors);
    out.push_str("<publicationStmt>");
    match &header.license {
        Some(license) => {
            push_element(out, "publisher", site);
            out.push_str("<availability>");
            push_element(out, "p", license);
            out.push_str("</availability>");
        }
        None => out.push_str("<p/>"),
    }
    out.push_str("</publicationStmt>\n<sourceDesc>\n");
    let source: Vec<&str> = [title, &authors, site, date].into_iter().filter(|text| !text.is_empty()).collect();
    push_element(out, "bibl", &source.join(", "));
    let sigle: Vec<&str> = [site, date].into_iter().filter(|text| !text.is_empty()).collect();
    out.push_str("\n<bibl type=\"sigle\">");
    push_text(out, &sigle.join(", "));
    out.push_str("</bibl>\n<biblFull>\n");
    push_title_statement(out, title, &header.authors);
    out.push_str("<publicationStmt>");
    push_element(out, "publisher", site);
    if let Some(url) = &header.url {
        out.push_str("<ptr type=\"URL\"");
        push_attribute(out, "target", url);
        out.push_str("/>");
    }
    if !date.is_empty() {
        push_element(out, "date", date);
    }
    out.push_str(
        "</publicationStmt>\n</biblFull>\n</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n<application",
    );
    push_attribute(out, "version", env!("CARGO_PKG_VERSION"));
    push_attribute(out, "ident", "tamis");
    out.push_str("><label>tamis</label></application>\n</appInfo>\n</encodingDesc>\n<profileDesc>\n<abstract>");
    push_element(out, "p", header.description.as_deref().unwrap_or(""));
    out.push_str("</abstract>\n");
    push_terms(out, header);
    if let Some(language) = header.language.as_deref().filter(|language| is_language(language)) {
        out.push_str("<langUsage><language");
        push_attribute(out, "ident", language);
        out.push_str("/></langUsage>\n");
    }
    out.push_str("</profileDesc>\n</teiHeader>\n");
}

fn push_title_statement(out: &mut String, title: &str, authors: &[String]) {
    out.push_str("<titleStmt><title type=\"main\">");
    push_text(out, title);
    out.push_str("</title>");
    for author in authors {
        push_element(out, "author", author);
    }
    out.push_str("</titleStmt>\n");
}

fn push_terms(out: &mut String, header: &Header) {
    if header.categories.is_empty() && header.tags.is_empty() {
        return;
    }
    out.push_str("<textClass><keywords>");
    for (kind, terms) in [("categories", &header.categories), ("tags", &header.tags)] {
        for term in terms {
            out.push_str("<term");
            push_attribute(out, "type", kind);
            out.push('>');
            push_text(out, term);
            out.push_str("</term>");
        }
    }
    out.push_str("</keywords></textClass>\n");
}

fn push_element(out: &mut String, name: &str, text: &str) {
    out.push_str(&format!("<{name}>"));
    push_text(out, text);
    out.push_str(&format!("</{name}>"));
}

fn push_body(out: &mut String, content: &Content) {
    let mut open: Vec<usize> = Vec::new();
    let mut idx = 0;
    while idx < content.parts.len() || !open.is_empty() {
        while let Some(closed) = open.pop_if(|&mut part| content.parts[part].end <= idx) {
            push_end(out, content, closed);
        }
        if idx < content.parts.len() {
            push_start(out, content, idx);
            open.push(idx);
            idx += 1;
        }
    }
}

/// The element of a part; `None` where it has none of its own.
fn element(content: &Content, idx: usize) -> Option<&'static str> {
    let part = &content.parts[idx];
    let is_alone_in = |outer: Option<&super::ContentPart>| {
        outer.is_some_and(|outer| {
            matches!(outer.kind, PartKind::Item | PartKind::Definition | PartKind::Cell { .. } | PartKind::Note(_))
                && outer.end == part.end
        })
    };
    Some(match &part.kind {
        PartKind::Line | PartKind::Paragraph if is_alone_in(content.parts[..idx].last()) => return None,
        PartKind::List(_) | PartKind::Definitions => "list",
        PartKind::Item | PartKind::Definition | PartKind::Term => "item",
        PartKind::Quote => "quote",
        PartKind::Figure => "figure",
        PartKind::Table => "table",
        PartKind::Row => "row",
        PartKind::Cell { .. } => "cell",
        PartKind::Note(_) => "note",
        PartKind::Record => "div",
        PartKind::Heading(_) => "ab",
        PartKind::Paragraph | PartKind::Line => "p",
        PartKind::Caption => "head",
        PartKind::Code(_) | PartKind::CodeSpan => "code",
        PartKind::Strong | PartKind::Emphasis | PartKind::Subscript | PartKind::Superscript => "hi",
        PartKind::Strike => "del",
        PartKind::Link(_) => "ref",
        _ => return None,
    })
}

fn push_start(out: &mut String, content: &Content, idx: usize) {
    let part = &content.parts[idx];
    let slice = |span| content.slice(span);
    match &part.kind {
        PartKind::Text(span) => return push_text(out, slice(span)),
        PartKind::Break | PartKind::Rule => return out.push_str("<lb/>"),
        PartKind::Image { source, alt } => {
            out.push_str("<graphic");
            push_attribute(out, "url", slice(source));
            push_attribute(out, "n", slice(alt));
            return out.push_str("/>");
        }
        PartKind::Math { tex, is_block } => {
            out.push_str(if *is_block { "<p><formula notation=\"TeX\">" } else { "<formula notation=\"TeX\">" });
            push_text(out, slice(tex));
            return out.push_str(if *is_block { "</formula></p>\n" } else { "</formula>" });
        }
        PartKind::NoteReference(number, _) => {
            return out.push_str(&format!("<ref target=\"#note-{number}\">{number}</ref>"));
        }
        _ => {}
    }
    let Some(name) = element(content, idx) else { return };
    out.push('<');
    out.push_str(name);
    match &part.kind {
        PartKind::List(None) => push_attribute(out, "rend", "ul"),
        PartKind::List(Some(_)) => push_attribute(out, "rend", "ol"),
        PartKind::Definitions => push_attribute(out, "rend", "dl"),
        PartKind::Term => push_attribute(out, "rend", "dt"),
        PartKind::Definition => push_attribute(out, "rend", "dd"),
        PartKind::Heading(level) => {
            push_attribute(out, "type", "header");
            push_attribute(out, "rend", &format!("h{level}"));
        }
        PartKind::Cell { is_header, n_columns, n_rows } => {
            if *is_header {
                push_attribute(out, "role", "head");
            }
            if *n_columns > 1 {
                push_attribute(out, "cols", &n_columns.to_string());
            }
            if *n_rows > 1 {
                push_attribute(out, "rows", &n_rows.to_string());
            }
        }
        PartKind::Code(language) if !language.is_empty() => push_attribute(out, "lang", slice(language)),
        PartKind::Strong => push_attribute(out, "rend", "#b"),
        PartKind::Emphasis => push_attribute(out, "rend", "#i"),
        PartKind::Subscript => push_attribute(out, "rend", "#sub"),
        PartKind::Superscript => push_attribute(out, "rend", "#sup"),
        PartKind::Link(span) => push_attribute(out, "target", slice(span)),
        PartKind::Note(number) => push_attribute(out, "xml:id", &format!("note-{number}")),
        PartKind::Record => push_attribute(out, "type", "record"),
        _ => {}
    }
    out.push('>');
}

fn push_end(out: &mut String, content: &Content, idx: usize) {
    let Some(name) = element(content, idx) else { return };
    out.push_str("</");
    out.push_str(name);
    out.push('>');
    let kind = &content.parts[idx].kind;
    if kind.is_container() || kind.is_leaf() {
        out.push('\n');
    }
}
