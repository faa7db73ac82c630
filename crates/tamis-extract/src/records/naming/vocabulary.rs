//! Words of the web's own trade: none of them belongs to a site or says what a page is about.

/// What tools put before the names they make up.
pub(super) const TOOL_PREFIXES: &[&str] = &[
    "css-", "sc-", "jsx-", "jss", "svelte-", "ng-", "_ng", "data-v-", "emotion-", "makeStyles", "astro-", "wp-block-",
];

/// Words of one or two letters, and words without a vowel, that people do write.
pub(super) const SHORT_WORDS: &[&str] = &[
    "by", "cv", "dr", "ft", "hd", "html", "id", "km", "mfr", "mls", "mpg", "msrp", "nr", "pdf", "rrp", "tv", "url",
    "www",
];

/// Words that only classes for looks and for scripts have; what else such a class says is a font, a colour, a distance,
/// or what is counted when it is clicked.
pub(super) const LOOKS: &[&str] = &["bg", "font", "js", "leading", "spacing", "track", "tracking"];

/// Words that say what an element holds where they are the whole class, and how it looks where they are a part of one.
pub(super) const MEASURES: &[&str] = &["color", "colour", "height", "size", "weight", "width"];

/// What the classes of texts for screen readers only are called, or contain.
const SCREEN_READER: &[&str] =
    &["offscreen", "screen-reader", "screenreader", "sr-only", "visually-hidden", "visuallyhidden"];

/// Whether a class takes its text from the screen and leaves it to screen readers.
pub(super) fn is_for_readers(class: &str) -> bool {
    // Most classes are shorter, or have none of these hyphens and letters; the first test is cheap.
    class.len() >= 7 && SCREEN_READER.iter().any(|&word| class.contains(word))
}

/// Abbreviations in class names, and the words for the same role, sorted.
const FULL_FORMS: &[(&str, &str)] = &[
    ("addr", "address"),
    ("auth", "author"),
    ("byline", "author"),
    ("cat", "category"),
    ("cnt", "count"),
    ("datetime", "date"),
    ("desc", "description"),
    ("descr", "description"),
    ("dist", "distance"),
    ("img", "image"),
    ("loc", "location"),
    ("mfr", "manufacturer"),
    ("nb", "number"),
    ("num", "number"),
    ("pic", "image"),
    ("prc", "price"),
    ("prod", "product"),
    ("pub", "published"),
    ("qty", "quantity"),
    ("src", "source"),
    ("stars", "rating"),
    ("tel", "phone"),
    ("telephone", "phone"),
    ("thumb", "thumbnail"),
    ("timestamp", "date"),
    ("ttl", "title"),
];

/// Words of layout, of looks, of behaviour and of markup: where something stands and how it looks, not what it is.
/// Sorted.
#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "absolute", "accent", "action", "actions", "active", "add", "align", "alpha", "alt", "anchor", "animated",
    "aria", "arrow", "aspect", "auto", "background", "bar", "base", "beta", "bg", "big", "black", "block",
    "blue", "bold", "border", "bottom", "box", "break", "btn", "button", "card", "carousel", "cell", "center",
    "centered", "cf", "clamp", "class", "clear", "clearfix", "click", "clickable", "col", "color", "colour",
    "cols", "column", "columns", "common", "component", "condensed", "container", "content", "contents",
    "cover", "crop", "css", "cta", "custom", "dark", "data", "default", "desktop", "detail", "details",
    "direction", "disabled", "display", "div", "down", "dropdown", "element", "elements", "ellipsis", "empty",
    "enabled", "entry", "even", "expanded", "external", "family", "field", "fill", "first", "fit", "fix",
    "fixed", "flag", "flex", "float", "fluid", "focus", "font", "footer", "full", "gap", "generic", "ghost",
    "gradient", "gray", "green", "grey", "grid", "group", "grow", "half", "has", "head", "header", "height",
    "helper", "hidden", "hide", "hit", "holder", "hook", "horizontal", "hover", "href", "icon", "index", "info",
    "inline", "inner", "input", "inverse", "ir", "is", "italic", "item", "items", "js", "justify", "large",
    "last", "layout", "lazy", "lazyload", "lazyloaded", "leading", "left", "level", "lg", "li", "light", "line",
    "lines", "link", "links", "list", "listing", "loaded", "loading", "lower", "lowercase", "main", "margin",
    "mark", "max", "mb", "md", "media", "medium", "meta", "metadata", "middle", "min", "mini", "mobile",
    "module", "motion", "mr", "mt", "multi", "muted", "mx", "my", "new", "node", "none", "normal", "noscript",
    "not", "nowrap", "object", "odd", "off", "on", "only", "open", "option", "options", "original", "other",
    "outer", "overflow", "overlay", "padding", "panel", "para", "paragraph", "parent", "part", "pb",
    "placeholder", "plain", "pointer", "pop", "popover", "popup", "position", "post", "pr", "primary",
    "property", "pt", "pull", "push", "px", "py", "ratio", "record", "red", "reduce", "regular", "relative",
    "responsive", "result", "results", "right", "root", "rounded", "row", "rows", "sans", "screen", "search",
    "secondary", "section", "select", "selected", "self", "semibold", "separator", "serif", "shadow", "short",
    "show", "shrink", "side", "single", "size", "slide", "slider", "slot", "sm", "small", "space", "spacing",
    "span", "split", "sprite", "sr", "standard", "static", "sticky", "strong", "style", "styled", "styles",
    "sub", "submit", "swiper", "table", "tablet", "target", "td", "teaser", "template", "tertiary", "text",
    "th", "tile", "toggle", "tooltip", "top", "track", "tracking", "transition", "trigger", "truncate", "txt",
    "typography", "ui", "ul", "underline", "unstyled", "up", "upper", "uppercase", "value", "var", "variant",
    "vertical", "view", "visible", "visually", "weight", "white", "whitespace", "widget", "width", "with",
    "word", "words", "wrap", "wrapped", "wrapper", "xl", "xs", "xxl", "yellow",
];

/// Whether the word says nothing about what an element holds.
pub(super) fn is_generic(word: &str) -> bool {
    GENERIC.binary_search(&word).is_ok()
}

/// The word that an abbreviation stands for.
pub(super) fn full_form(word: &str) -> Option<&'static str> {
    FULL_FORMS.binary_search_by_key(&word, |&(short, _)| short).ok().map(|index| FULL_FORMS[index].1)
}

#[cfg(test)]
mod tests {
    use super::{FULL_FORMS, GENERIC};

    #[test]
    fn the_lists_are_sorted() {
        assert!(FULL_FORMS.is_sorted_by_key(|&(short, _)| short));
        assert_eq!(GENERIC.windows(2).find(|pair| pair[0] >= pair[1]), None);
    }
}
