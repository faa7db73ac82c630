//! The pieces that tag soup is made of.

#![cfg_attr(rustfmt, rustfmt_skip)]

/// Tables.
pub(super) const TABLES: &[&str] = &[
    "table", "caption", "colgroup", "col", "tbody", "thead", "tfoot", "tr", "td", "th", "table",
];
/// Formatting elements.
pub(super) const FORMATTING: &[&str] = &[
    "a", "b", "i", "u", "em", "strong", "small", "code", "font", "nobr", "tt", "big", "s",
];
/// Block elements.
pub(super) const BLOCKS: &[&str] = &[
    "div", "p", "p", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "pre", "listing", "blockquote", "center",
    "address", "section", "main", "details", "summary", "hr", "article", "figure", "menu", "dir", "search", "hgroup",
];
/// SVG and `MathML`, and what ends them.
pub(super) const FOREIGN: &[&str] = &[
    "svg", "math", "mi", "mo", "mn", "ms", "mtext", "annotation-xml", "mglyph", "malignmark", "foreignObject", "desc",
    "title", "g", "path", "font", "clipPath", "b", "p", "div", "mrow", "linearGradient", "script", "br", "table",
    "image",
];
/// Templates, and what changes their insertion mode.
pub(super) const TEMPLATES: &[&str] = &[
    "template", "template", "div", "td", "tr", "col", "html", "body", "table", "p",
];
/// Selects.
pub(super) const SELECTS: &[&str] = &[
    "select", "select", "option", "option", "optgroup", "hr", "input", "button", "textarea", "selectedcontent",
    "keygen", "div", "b", "p", "datalist", "table",
];
/// Forms.
pub(super) const FORMS: &[&str] = &[
    "form", "form", "input", "button", "textarea", "select", "label", "fieldset", "legend", "isindex",
];
/// Elements whose content is not markup.
pub(super) const RAW: &[&str] = &[
    "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript",
];
/// The frame of a page.
pub(super) const STRUCTURE: &[&str] = &[
    "html", "head", "body", "base", "link", "meta", "frameset", "frame", "noframes", "title", "noscript", "script",
    "template", "p",
];
/// Everything else that has a rule.
pub(super) const OTHERS: &[&str] = &[
    "br", "img", "image", "area", "embed", "wbr", "input", "applet", "marquee", "object", "ruby", "rb", "rt", "rtc",
    "rp", "x-y", "param", "source", "track", "bgsound", "basefont", "command", "menuitem", "keygen", "span", "spacer",
    "dialog", "slot", "picture", "video", "unknown", "sarcasm", "command",
];
/// All groups; those with the most rules come twice.
pub(super) const GROUPS: &[&[&str]] = &[
    TABLES, FORMATTING, BLOCKS, FOREIGN, TEMPLATES, SELECTS, FORMS, RAW, STRUCTURE, OTHERS, TABLES, FORMATTING,
    FOREIGN,
];
/// Text.
pub(super) const WORDS: &[&str] = &[
    "x", "ab", " ", "  ", "\n", "\t", "\n\n", " y ", "z\n", "é", "漢字", "😀", "\u{0}", "a\u{0}b", "\r", "\r\n", "\u{c}",
    "\u{a0}", "\u{feff}", "<", ">", "&", "\"", "'", "=", "/", "]]>", "-->", "--!>", "\u{b}", "\u{7f}", "\u{80}",
    "\u{fffe}", "x\u{0}", " \u{0}", "\r\r\n", "&\r", "<\r", "\u{1f}",
];
/// Character references.
pub(super) const REFERENCES: &[&str] = &[
    "&amp;", "&amp", "&lt;", "&lt", "&nbsp;", "&nbsp", "&notit;", "&not;", "&not", "&notin;", "&notin", "&#65;",
    "&#65", "&#x41;", "&#x41", "&#X6a;", "&#", "&#x", "&#;", "&#x;", "&#0;", "&#13;", "&#10;", "&#x80;", "&#x9f;",
    "&#xd800;", "&#x110000;", "&#9999999999999;", "&#xfffe;", "&#xB;", "&ampx", "&amp=", "&copy", "&copy1", "&copy;=",
    "&unknown;", "&AMP", "&Amp;", "&NotEqualTilde;", "&CounterClockwiseContourIntegral;",
    "&CounterClockwiseContourIntegra", "&fjlig;", "&bne;", "&gt", "&gt;x", "&quot", "&lang;", "&x", "&;", "&&amp;",
    "&\u{0}", "&a\u{0}mp;", "&#\u{0}", "&#x00a0;", "&apos;", "&Aacute", "&aacuteb", "&frac12", "&nvlt;", "&prod",
    "&prod;", "&times;", "&timesb", "&sup1", "&supe;",
];
/// Broken tags and attributes.
pub(super) const BROKEN: &[&str] = &[
    "<", "</", "<!", "<!-", "<!--", "<?", "</>", "</ div>", "< div>", "<div", "<div a", "<div a=", "<div a=\"",
    "<div a='", "<div a=b", "<div /", "<div/a", "<a<b>", "<div<p>", "<DIV>", "</DIV>", "<DiV CLASS=A>", "<div =>",
    "<div =a=b>", "<div \"=x>", "<div a=\"b\"c>", "<div a=b\"c>", "<div a=<b>", "<div a=`b`>", "<div\u{0}x>",
    "<div a\u{0}=b>", "<div a=\u{0}>", "<div a=\"\u{0}\">", "</p", "</p a=b>", "</p/>", "<p/>", "<br/>", "</br>",
    "</br a>", "</p>", "<?xml version='1.0'?>", "<!x>", "<!>", "<![CDATA[", "<!doctype", "<!DOCTYPE", "<div a=1 a=2>",
    "<div A=1 a=2>", "<1>", "</1>", "<\u{0}>", "</\u{0}>", "<é>", "<aé>", "<div\ra=b>", "<div a='\r\n'>", "<div a= >",
    "<div a=>", "<div a = b>", "<div\u{c}a>", "<div a='b'/>", "<div a=b/>", "<div/ >", "<//>", "<!--a", "<!-- --",
    "<?a", "</a",
];
/// Comments.
pub(super) const COMMENTS: &[&str] = &[
    "<!---->", "<!-->", "<!--->", "<!--a-->", "<!--a--!>", "<!--a--!b-->", "<!-- a - b -- c -->", "<!--a-\u{0}-->",
    "<!--<!---->", "<!--<!-->", "<!--a<!--b-->", "<!----!>", "<!---!>", "<!--!>", "<!-- \r\n -->", "<!--a---->",
    "<!--<!-- -->", "<!--<!-a-->", "<!--<!>-->", "<!--<!--->", "<!-a->", "<!--a--->", "<!--\u{0}-->",
];
/// Document type declarations.
pub(super) const DOCTYPES: &[&str] = &[
    "<!DOCTYPE html>", "<!doctype html>", "<!DOCTYPE>", "<!DOCTYPE >", "<!DOCTYPEhtml>", "<!DOCTYPE potato>",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\">", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//EN\" \"x\">",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">",
    "<!DOCTYPE html PUBLIC \"-//w3c//dtd xhtml 1.0 frameset//en\" 'x'>", "<!DOCTYPE html PUBLIC \"html\">",
    "<!DOCTYPE html PUBLIC \"\" \"\">", "<!DOCTYPE html PUBLIC 'a'b>", "<!DOCTYPE html PUBLIC'a''b'>",
    "<!DOCTYPE html SYSTEM'a'>", "<!DOCTYPE html SYSTEM>", "<!DOCTYPE html PUBLIC>", "<!DOCTYPE html x>",
    "<!DOCTYPE html SYSTEM 'a' x>", "<!DOCTYPE html PUBLIC \"a>", "<!DOCTYPE html SYSTEM 'a>", "<!DOCTYPE ht\u{0}ml>",
    "<!DOCTYPE html SYSTEM \"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd\">",
    "<!DOCTYPE html PUBLIC \"-//IETF//DTD HTML//EN\" 'x'>", "<!DOCTYPE HTML PUBLIC '-//O\u{0}' '\r\n'>",
    "<!DOCTYPE html", "<!DOCTYPE html PUBLIC \"-/W3C/DTD HTML 4.0 Transitional/EN\">", "<!DOCTYPE html PUBLI 'a'>",
    "<!DOCTYPE\u{0}>",
];
/// Attributes.
pub(super) const ATTRIBUTES: &[&str] = &[
    "class=a", "class='b c'", "id=x", "a", "b=''", "c=\"d&amp;e\"", "href=?a=b&copy=c", "href='?a&lt=1&ltx&lt;'",
    "type=hidden", "type=HIDDEN", "type=text", "color=red", "size=1", "face=x", "encoding=text/html",
    "encoding=application/XHTML+xml", "encoding=text/xml", "definitionurl=x", "viewbox=y", "xlink:href=z",
    "xml:lang=en", "xmlns=http://www.w3.org/2000/svg", "xmlns:xlink=w", "attributename=v", "selected", "x=\u{0}",
    "y='\r\n'", "shadowrootmode=open", "srcdoc='<p>x'", "CLASS=A", "a=1 a=2", "x=&#65;", "action=/", "XML:SPACE=s",
    "xlink:x=1", "gradienttransform=t", "multiple", "contenteditable", "xmlns:x=1",
];
/// What makes the end of a script hard to find.
pub(super) const SCRIPT_TEXT: &[&str] = &[
    "x", "<!--", "-->", "<script>", "</script>", "<script ", "</script ", "<!-- <script> -->",
    "<!--<script></script>-->", "<!-", "--", "</scrip", "</scriptx>", "<", "&amp;", "\u{0}", "\r", "</",
    "<!--<script>", "<script", "-->\n", "</SCRIPT", "<sCript/", "--->", "<!-->", "</script/>", "</script\u{c}>",
    "</script a='>'>",
];
/// What makes the end of raw text hard to find.
pub(super) const RAW_TEXT: &[&str] = &[
    "x", "\n", "&lt;", "&amp", "<b>", "<!--", "-->", "</", "</x>", "\u{0}", "\r\n", "</title", "</textarea ",
    "</style/", "</xmp", "</noscript", "<", "&", "</TITLE ", "\n\n", "&notit;", "\r",
];
/// CDATA sections.
pub(super) const CDATA: &[&str] = &[
    "<![CDATA[x]]>", "<![CDATA[", "<![CDATA[a]]b]]>", "<![CDATA[]]]>", "<![CDATA[\u{0}]]>", "<![cdata[x]]>",
    "<![CDATA[ <p>\r ]]>",
];
