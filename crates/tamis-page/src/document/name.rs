//! Names of elements and attributes as small integers.
//!
//! A name that the web uses often is a constant of [`names`], the same in every document, so that code compares and
//! matches on it like on an enum. Any other name gets the next free number of its own document: a document needs
//! nothing but itself to be read, and the same bytes give the same numbers whatever a worker parsed before.

use std::collections::BTreeMap;

/// The name of an element or of an attribute: one of [`names`], or a number that only its document can spell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(u32);

impl Name {
    /// The number behind the name; constants of [`names`] come first and are dense.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The spelling of a constant of [`names`], `None` for a name that belongs to one document.
    pub fn well_known(self) -> Option<&'static str> {
        WELL_KNOWN.get(self.index()).copied()
    }

    /// The spelling of a constant while tables are made at compile time.
    pub(crate) const fn spelling(self) -> &'static str {
        WELL_KNOWN[self.0 as usize]
    }

    /// The constant whose number is `i`, likewise.
    pub(crate) const fn numbered(i: usize) -> Name {
        assert!(i < WELL_KNOWN.len());
        Name(i as u32)
    }

    /// The constant of [`names`] spelt `text`, letter case included.
    pub fn find_well_known(text: &str) -> Option<Name> {
        match pack(text.as_bytes()) {
            Some(packed) => find_packed(packed),
            None => WELL_KNOWN.iter().position(|&known| known == text).map(|i| Name(i as u32)),
        }
    }
}

macro_rules! names {
    ($($constant:ident $text:literal,)*) => {
        /// The names that the web uses often.
        pub mod names {
            use super::Name;
            #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "used for their numbers only")]
            enum Number { $($constant,)* }
            $(#[doc = concat!("`", $text, "`")] pub const $constant: Name = Name(Number::$constant as u32);)*
        }
        const WELL_KNOWN: &[&str] = &[$($text,)*];
    };
}

// Elements first: tables indexed by the element's number stay small.
names! {
    HTML "html", HEAD "head", BODY "body", TITLE "title", BASE "base", LINK "link", META "meta", STYLE "style",
    SCRIPT "script", NOSCRIPT "noscript", TEMPLATE "template", P "p", DIV "div", SPAN "span", A "a", UL "ul", OL "ol",
    LI "li", DL "dl", DT "dt", DD "dd", TABLE "table", CAPTION "caption", COLGROUP "colgroup", COL "col",
    THEAD "thead", TBODY "tbody", TFOOT "tfoot", TR "tr", TD "td", TH "th", H1 "h1", H2 "h2", H3 "h3", H4 "h4",
    H5 "h5", H6 "h6", HEADER "header", FOOTER "footer", MAIN "main", NAV "nav", SECTION "section", ARTICLE "article",
    ASIDE "aside", ADDRESS "address", HGROUP "hgroup", SEARCH "search", FIGURE "figure", FIGCAPTION "figcaption",
    BLOCKQUOTE "blockquote", PRE "pre", FORM "form", INPUT "input", BUTTON "button", SELECT "select", OPTION "option",
    OPTGROUP "optgroup", TEXTAREA "textarea", LABEL "label", FIELDSET "fieldset", LEGEND "legend",
    DATALIST "datalist", OUTPUT "output", PROGRESS "progress", METER "meter", SELECTEDCONTENT "selectedcontent",
    IMG "img", PICTURE "picture", SOURCE "source", VIDEO "video", AUDIO "audio", TRACK "track", IFRAME "iframe",
    EMBED "embed", OBJECT "object", PARAM "param", CANVAS "canvas", MAP "map", AREA "area", B "b", I "i", U "u",
    S "s", EM "em", STRONG "strong", SMALL "small", BIG "big", TT "tt", CODE "code", FONT "font", STRIKE "strike",
    NOBR "nobr", ABBR "abbr", ACRONYM "acronym", CITE "cite", Q "q", SUB "sub", SUP "sup", KBD "kbd", SAMP "samp",
    VAR "var", MARK "mark", DEL "del", INS "ins", BDI "bdi", BDO "bdo", DFN "dfn", TIME "time", DATA "data", BR "br",
    HR "hr", WBR "wbr", CENTER "center", DIR "dir", MENU "menu", DETAILS "details", SUMMARY "summary",
    DIALOG "dialog", LISTING "listing", XMP "xmp", PLAINTEXT "plaintext", MARQUEE "marquee", APPLET "applet",
    FRAME "frame", FRAMESET "frameset", NOFRAMES "noframes", NOEMBED "noembed", BASEFONT "basefont",
    BGSOUND "bgsound", KEYGEN "keygen", IMAGE "image", ISINDEX "isindex", MENUITEM "menuitem", SLOT "slot",
    RUBY "ruby", RB "rb", RP "rp", RT "rt", RTC "rtc", COMMAND "command", SVG "svg", MATH "math", MI "mi", MO "mo",
    MN "mn", MS "ms", MTEXT "mtext", MGLYPH "mglyph", MALIGNMARK "malignmark", ANNOTATION_XML "annotation-xml",
    ANNOTATION "annotation", MROW "mrow", MFRAC "mfrac", MSTYLE "mstyle", PATH "path", G "g", DEFS "defs", USE "use",
    SYMBOL "symbol", CIRCLE "circle", RECT "rect", LINE "line", POLYLINE "polyline", POLYGON "polygon",
    ELLIPSE "ellipse", TEXT "text", TSPAN "tspan", DESC "desc", METADATA "metadata", STOP "stop", MASK "mask",
    PATTERN "pattern", FILTER "filter", ALTGLYPH "altglyph", ADJUSTED_ALTGLYPH "altGlyph", ALTGLYPHDEF "altglyphdef",
    ADJUSTED_ALTGLYPHDEF "altGlyphDef", ALTGLYPHITEM "altglyphitem", ADJUSTED_ALTGLYPHITEM "altGlyphItem",
    ANIMATECOLOR "animatecolor", ADJUSTED_ANIMATECOLOR "animateColor", ANIMATEMOTION "animatemotion",
    ADJUSTED_ANIMATEMOTION "animateMotion", ANIMATETRANSFORM "animatetransform",
    ADJUSTED_ANIMATETRANSFORM "animateTransform", CLIPPATH "clippath", ADJUSTED_CLIPPATH "clipPath",
    FEBLEND "feblend", ADJUSTED_FEBLEND "feBlend", FECOLORMATRIX "fecolormatrix",
    ADJUSTED_FECOLORMATRIX "feColorMatrix", FECOMPONENTTRANSFER "fecomponenttransfer",
    ADJUSTED_FECOMPONENTTRANSFER "feComponentTransfer", FECOMPOSITE "fecomposite", ADJUSTED_FECOMPOSITE "feComposite",
    FECONVOLVEMATRIX "feconvolvematrix", ADJUSTED_FECONVOLVEMATRIX "feConvolveMatrix",
    FEDIFFUSELIGHTING "fediffuselighting", ADJUSTED_FEDIFFUSELIGHTING "feDiffuseLighting",
    FEDISPLACEMENTMAP "fedisplacementmap", ADJUSTED_FEDISPLACEMENTMAP "feDisplacementMap",
    FEDISTANTLIGHT "fedistantlight", ADJUSTED_FEDISTANTLIGHT "feDistantLight", FEDROPSHADOW "fedropshadow",
    ADJUSTED_FEDROPSHADOW "feDropShadow", FEFLOOD "feflood", ADJUSTED_FEFLOOD "feFlood", FEFUNCA "fefunca",
    ADJUSTED_FEFUNCA "feFuncA", FEFUNCB "fefuncb", ADJUSTED_FEFUNCB "feFuncB", FEFUNCG "fefuncg",
    ADJUSTED_FEFUNCG "feFuncG", FEFUNCR "fefuncr", ADJUSTED_FEFUNCR "feFuncR", FEGAUSSIANBLUR "fegaussianblur",
    ADJUSTED_FEGAUSSIANBLUR "feGaussianBlur", FEIMAGE "feimage", ADJUSTED_FEIMAGE "feImage", FEMERGE "femerge",
    ADJUSTED_FEMERGE "feMerge", FEMERGENODE "femergenode", ADJUSTED_FEMERGENODE "feMergeNode",
    FEMORPHOLOGY "femorphology", ADJUSTED_FEMORPHOLOGY "feMorphology", FEOFFSET "feoffset",
    ADJUSTED_FEOFFSET "feOffset", FEPOINTLIGHT "fepointlight", ADJUSTED_FEPOINTLIGHT "fePointLight",
    FESPECULARLIGHTING "fespecularlighting", ADJUSTED_FESPECULARLIGHTING "feSpecularLighting",
    FESPOTLIGHT "fespotlight", ADJUSTED_FESPOTLIGHT "feSpotLight", FETILE "fetile", ADJUSTED_FETILE "feTile",
    FETURBULENCE "feturbulence", ADJUSTED_FETURBULENCE "feTurbulence", FOREIGNOBJECT "foreignobject",
    ADJUSTED_FOREIGNOBJECT "foreignObject", GLYPHREF "glyphref", ADJUSTED_GLYPHREF "glyphRef",
    LINEARGRADIENT "lineargradient", ADJUSTED_LINEARGRADIENT "linearGradient", RADIALGRADIENT "radialgradient",
    ADJUSTED_RADIALGRADIENT "radialGradient", TEXTPATH "textpath", ADJUSTED_TEXTPATH "textPath",
    ATTRIBUTENAME "attributename", ADJUSTED_ATTRIBUTENAME "attributeName", ATTRIBUTETYPE "attributetype",
    ADJUSTED_ATTRIBUTETYPE "attributeType", BASEFREQUENCY "basefrequency", ADJUSTED_BASEFREQUENCY "baseFrequency",
    BASEPROFILE "baseprofile", ADJUSTED_BASEPROFILE "baseProfile", CALCMODE "calcmode", ADJUSTED_CALCMODE "calcMode",
    CLIPPATHUNITS "clippathunits", ADJUSTED_CLIPPATHUNITS "clipPathUnits", DIFFUSECONSTANT "diffuseconstant",
    ADJUSTED_DIFFUSECONSTANT "diffuseConstant", EDGEMODE "edgemode", ADJUSTED_EDGEMODE "edgeMode",
    FILTERUNITS "filterunits", ADJUSTED_FILTERUNITS "filterUnits", GRADIENTTRANSFORM "gradienttransform",
    ADJUSTED_GRADIENTTRANSFORM "gradientTransform", GRADIENTUNITS "gradientunits",
    ADJUSTED_GRADIENTUNITS "gradientUnits", KERNELMATRIX "kernelmatrix", ADJUSTED_KERNELMATRIX "kernelMatrix",
    KERNELUNITLENGTH "kernelunitlength", ADJUSTED_KERNELUNITLENGTH "kernelUnitLength", KEYPOINTS "keypoints",
    ADJUSTED_KEYPOINTS "keyPoints", KEYSPLINES "keysplines", ADJUSTED_KEYSPLINES "keySplines", KEYTIMES "keytimes",
    ADJUSTED_KEYTIMES "keyTimes", LENGTHADJUST "lengthadjust", ADJUSTED_LENGTHADJUST "lengthAdjust",
    LIMITINGCONEANGLE "limitingconeangle", ADJUSTED_LIMITINGCONEANGLE "limitingConeAngle",
    MARKERHEIGHT "markerheight", ADJUSTED_MARKERHEIGHT "markerHeight", MARKERUNITS "markerunits",
    ADJUSTED_MARKERUNITS "markerUnits", MARKERWIDTH "markerwidth", ADJUSTED_MARKERWIDTH "markerWidth",
    MASKCONTENTUNITS "maskcontentunits", ADJUSTED_MASKCONTENTUNITS "maskContentUnits", MASKUNITS "maskunits",
    ADJUSTED_MASKUNITS "maskUnits", NUMOCTAVES "numoctaves", ADJUSTED_NUMOCTAVES "numOctaves",
    PATHLENGTH "pathlength", ADJUSTED_PATHLENGTH "pathLength", PATTERNCONTENTUNITS "patterncontentunits",
    ADJUSTED_PATTERNCONTENTUNITS "patternContentUnits", PATTERNTRANSFORM "patterntransform",
    ADJUSTED_PATTERNTRANSFORM "patternTransform", PATTERNUNITS "patternunits", ADJUSTED_PATTERNUNITS "patternUnits",
    POINTSATX "pointsatx", ADJUSTED_POINTSATX "pointsAtX", POINTSATY "pointsaty", ADJUSTED_POINTSATY "pointsAtY",
    POINTSATZ "pointsatz", ADJUSTED_POINTSATZ "pointsAtZ", PRESERVEALPHA "preservealpha",
    ADJUSTED_PRESERVEALPHA "preserveAlpha", PRESERVEASPECTRATIO "preserveaspectratio",
    ADJUSTED_PRESERVEASPECTRATIO "preserveAspectRatio", PRIMITIVEUNITS "primitiveunits",
    ADJUSTED_PRIMITIVEUNITS "primitiveUnits", REFX "refx", ADJUSTED_REFX "refX", REFY "refy", ADJUSTED_REFY "refY",
    REPEATCOUNT "repeatcount", ADJUSTED_REPEATCOUNT "repeatCount", REPEATDUR "repeatdur",
    ADJUSTED_REPEATDUR "repeatDur", REQUIREDEXTENSIONS "requiredextensions",
    ADJUSTED_REQUIREDEXTENSIONS "requiredExtensions", REQUIREDFEATURES "requiredfeatures",
    ADJUSTED_REQUIREDFEATURES "requiredFeatures", SPECULARCONSTANT "specularconstant",
    ADJUSTED_SPECULARCONSTANT "specularConstant", SPECULAREXPONENT "specularexponent",
    ADJUSTED_SPECULAREXPONENT "specularExponent", SPREADMETHOD "spreadmethod", ADJUSTED_SPREADMETHOD "spreadMethod",
    STARTOFFSET "startoffset", ADJUSTED_STARTOFFSET "startOffset", STDDEVIATION "stddeviation",
    ADJUSTED_STDDEVIATION "stdDeviation", STITCHTILES "stitchtiles", ADJUSTED_STITCHTILES "stitchTiles",
    SURFACESCALE "surfacescale", ADJUSTED_SURFACESCALE "surfaceScale", SYSTEMLANGUAGE "systemlanguage",
    ADJUSTED_SYSTEMLANGUAGE "systemLanguage", TABLEVALUES "tablevalues", ADJUSTED_TABLEVALUES "tableValues",
    TARGETX "targetx", ADJUSTED_TARGETX "targetX", TARGETY "targety", ADJUSTED_TARGETY "targetY",
    TEXTLENGTH "textlength", ADJUSTED_TEXTLENGTH "textLength", VIEWBOX "viewbox", ADJUSTED_VIEWBOX "viewBox",
    VIEWTARGET "viewtarget", ADJUSTED_VIEWTARGET "viewTarget", XCHANNELSELECTOR "xchannelselector",
    ADJUSTED_XCHANNELSELECTOR "xChannelSelector", YCHANNELSELECTOR "ychannelselector",
    ADJUSTED_YCHANNELSELECTOR "yChannelSelector", ZOOMANDPAN "zoomandpan", ADJUSTED_ZOOMANDPAN "zoomAndPan",
    XLINK_ACTUATE "xlink:actuate", XLINK_ARCROLE "xlink:arcrole", XLINK_HREF "xlink:href", XLINK_ROLE "xlink:role",
    XLINK_SHOW "xlink:show", XLINK_TITLE "xlink:title", XLINK_TYPE "xlink:type", XML_LANG "xml:lang",
    XML_SPACE "xml:space", XMLNS "xmlns", XMLNS_XLINK "xmlns:xlink", DEFINITIONURL "definitionurl",
    ADJUSTED_DEFINITIONURL "definitionURL", ID "id", CLASS "class", HREF "href", SRC "src", ALT "alt", NAME "name",
    TYPE "type", VALUE "value", WIDTH "width", HEIGHT "height", REL "rel", TARGET "target", ROLE "role", LANG "lang",
    CONTENT "content", CHARSET "charset", HTTP_EQUIV "http-equiv", PROPERTY "property", ITEMPROP "itemprop",
    ITEMSCOPE "itemscope", ITEMTYPE "itemtype", ITEMID "itemid", DATETIME "datetime", SRCSET "srcset", SIZES "sizes",
    LOADING "loading", DECODING "decoding", MEDIA "media", ACTION "action", METHOD "method",
    PLACEHOLDER "placeholder", FOR "for", TABINDEX "tabindex", ONCLICK "onclick", ONLOAD "onload",
    ONSUBMIT "onsubmit", ONCHANGE "onchange", ONMOUSEOVER "onmouseover", ONMOUSEOUT "onmouseout", HIDDEN "hidden",
    DISABLED "disabled", CHECKED "checked", SELECTED "selected", MULTIPLE "multiple", READONLY "readonly",
    REQUIRED "required", AUTOCOMPLETE "autocomplete", MAXLENGTH "maxlength", SIZE "size", ROWS "rows", COLS "cols",
    ALIGN "align", VALIGN "valign", BGCOLOR "bgcolor", BACKGROUND "background", BORDER "border",
    CELLPADDING "cellpadding", CELLSPACING "cellspacing", COLSPAN "colspan", ROWSPAN "rowspan", NOWRAP "nowrap",
    COLOR "color", FACE "face", HSPACE "hspace", VSPACE "vspace", CLEAR "clear", NOSHADE "noshade",
    FRAMEBORDER "frameborder", SCROLLING "scrolling", MARGINWIDTH "marginwidth", MARGINHEIGHT "marginheight",
    ALLOWFULLSCREEN "allowfullscreen", ALLOW "allow", SANDBOX "sandbox", SRCDOC "srcdoc", ENCODING "encoding",
    SHADOWROOTMODE "shadowrootmode", ASYNC "async", DEFER "defer", CROSSORIGIN "crossorigin", INTEGRITY "integrity",
    NONCE "nonce", FETCHPRIORITY "fetchpriority", REFERRERPOLICY "referrerpolicy", AS "as", DOWNLOAD "download",
    REV "rev", HREFLANG "hreflang", ACCESSKEY "accesskey", SCOPE "scope", HEADERS "headers", START "start",
    REVERSED "reversed", ARIA_LABEL "aria-label", ARIA_LABELLEDBY "aria-labelledby", ARIA_HIDDEN "aria-hidden",
    ARIA_EXPANDED "aria-expanded", ARIA_CONTROLS "aria-controls", ARIA_HASPOPUP "aria-haspopup",
    ARIA_DESCRIBEDBY "aria-describedby", ARIA_CURRENT "aria-current", ARIA_LIVE "aria-live",
    ARIA_SELECTED "aria-selected", ARIA_LEVEL "aria-level", ARIA_MODAL "aria-modal", DATA_SRC "data-src",
    DATA_SRCSET "data-srcset", DATA_ORIGINAL "data-original", DATA_LAZY "data-lazy", DATA_LAZY_SRC "data-lazy-src",
    DATA_LAZY_SRCSET "data-lazy-srcset", DATA_ACTUALSRC "data-actualsrc", DATA_URL "data-url", DATA_HREF "data-href",
    DATA_ID "data-id", DATA_TYPE "data-type", DATA_NAME "data-name", DATA_TITLE "data-title", DATA_VALUE "data-value",
    DATA_TOGGLE "data-toggle", DATA_TARGET "data-target", DATA_INDEX "data-index", DATA_ACTION "data-action",
    DATA_TESTID "data-testid", DATA_BG "data-bg", DATA_IMAGE "data-image", DATA_PAGE "data-page",
    DATA_ROLE "data-role", DATA_TEXT "data-text", DATA_LABEL "data-label", DATA_COMPONENT "data-component",
    DATA_CONTROLLER "data-controller", DATA_SETTINGS "data-settings", FILL "fill", STROKE "stroke",
    STROKE_WIDTH "stroke-width", STROKE_LINECAP "stroke-linecap", STROKE_LINEJOIN "stroke-linejoin", D "d", X "x",
    Y "y", X1 "x1", X2 "x2", Y1 "y1", Y2 "y2", CX "cx", CY "cy", R "r", RX "rx", RY "ry", POINTS "points",
    TRANSFORM "transform", OPACITY "opacity", FILL_RULE "fill-rule", CLIP_RULE "clip-rule", CLIP_PATH "clip-path",
    FOCUSABLE "focusable", VERSION "version", OFFSET "offset", STOP_COLOR "stop-color", DISPLAY "display",
    POSTER "poster", CONTROLS "controls", AUTOPLAY "autoplay", LOOP "loop", MUTED "muted", PRELOAD "preload",
    PLAYSINLINE "playsinline", KIND "kind", USEMAP "usemap", SHAPE "shape", COORDS "coords", OPEN "open",
}

/// How many of the first names are element names; tables by element are this long.
pub(crate) const N_ELEMENT_NAMES: usize = 173;

#[allow(clippy::wildcard_imports, reason = "the tables below name a hundred of them")]
use names::*;

/// Lower-case spelling and the spelling the specification restores, for SVG elements.
#[rustfmt::skip]
const SVG_TAGS: &[(Name, Name)] = &[
    (ALTGLYPH, ADJUSTED_ALTGLYPH), (ALTGLYPHDEF, ADJUSTED_ALTGLYPHDEF),
    (ALTGLYPHITEM, ADJUSTED_ALTGLYPHITEM), (ANIMATECOLOR, ADJUSTED_ANIMATECOLOR),
    (ANIMATEMOTION, ADJUSTED_ANIMATEMOTION), (ANIMATETRANSFORM, ADJUSTED_ANIMATETRANSFORM),
    (CLIPPATH, ADJUSTED_CLIPPATH), (FEBLEND, ADJUSTED_FEBLEND), (FECOLORMATRIX, ADJUSTED_FECOLORMATRIX),
    (FECOMPONENTTRANSFER, ADJUSTED_FECOMPONENTTRANSFER), (FECOMPOSITE, ADJUSTED_FECOMPOSITE),
    (FECONVOLVEMATRIX, ADJUSTED_FECONVOLVEMATRIX), (FEDIFFUSELIGHTING, ADJUSTED_FEDIFFUSELIGHTING),
    (FEDISPLACEMENTMAP, ADJUSTED_FEDISPLACEMENTMAP), (FEDISTANTLIGHT, ADJUSTED_FEDISTANTLIGHT),
    (FEDROPSHADOW, ADJUSTED_FEDROPSHADOW), (FEFLOOD, ADJUSTED_FEFLOOD), (FEFUNCA, ADJUSTED_FEFUNCA),
    (FEFUNCB, ADJUSTED_FEFUNCB), (FEFUNCG, ADJUSTED_FEFUNCG), (FEFUNCR, ADJUSTED_FEFUNCR),
    (FEGAUSSIANBLUR, ADJUSTED_FEGAUSSIANBLUR), (FEIMAGE, ADJUSTED_FEIMAGE), (FEMERGE, ADJUSTED_FEMERGE),
    (FEMERGENODE, ADJUSTED_FEMERGENODE), (FEMORPHOLOGY, ADJUSTED_FEMORPHOLOGY), (FEOFFSET, ADJUSTED_FEOFFSET),
    (FEPOINTLIGHT, ADJUSTED_FEPOINTLIGHT), (FESPECULARLIGHTING, ADJUSTED_FESPECULARLIGHTING),
    (FESPOTLIGHT, ADJUSTED_FESPOTLIGHT), (FETILE, ADJUSTED_FETILE), (FETURBULENCE, ADJUSTED_FETURBULENCE),
    (FOREIGNOBJECT, ADJUSTED_FOREIGNOBJECT), (GLYPHREF, ADJUSTED_GLYPHREF), (LINEARGRADIENT, ADJUSTED_LINEARGRADIENT),
    (RADIALGRADIENT, ADJUSTED_RADIALGRADIENT), (TEXTPATH, ADJUSTED_TEXTPATH),
];

/// Lower-case spelling and the spelling the specification restores, for SVG attributes.
#[rustfmt::skip]
const SVG_ATTRIBUTES: &[(Name, Name)] = &[
    (ATTRIBUTENAME, ADJUSTED_ATTRIBUTENAME), (ATTRIBUTETYPE, ADJUSTED_ATTRIBUTETYPE),
    (BASEFREQUENCY, ADJUSTED_BASEFREQUENCY), (BASEPROFILE, ADJUSTED_BASEPROFILE), (CALCMODE, ADJUSTED_CALCMODE),
    (CLIPPATHUNITS, ADJUSTED_CLIPPATHUNITS), (DIFFUSECONSTANT, ADJUSTED_DIFFUSECONSTANT),
    (EDGEMODE, ADJUSTED_EDGEMODE), (FILTERUNITS, ADJUSTED_FILTERUNITS), (GLYPHREF, ADJUSTED_GLYPHREF),
    (GRADIENTTRANSFORM, ADJUSTED_GRADIENTTRANSFORM), (GRADIENTUNITS, ADJUSTED_GRADIENTUNITS),
    (KERNELMATRIX, ADJUSTED_KERNELMATRIX), (KERNELUNITLENGTH, ADJUSTED_KERNELUNITLENGTH),
    (KEYPOINTS, ADJUSTED_KEYPOINTS), (KEYSPLINES, ADJUSTED_KEYSPLINES), (KEYTIMES, ADJUSTED_KEYTIMES),
    (LENGTHADJUST, ADJUSTED_LENGTHADJUST), (LIMITINGCONEANGLE, ADJUSTED_LIMITINGCONEANGLE),
    (MARKERHEIGHT, ADJUSTED_MARKERHEIGHT), (MARKERUNITS, ADJUSTED_MARKERUNITS), (MARKERWIDTH, ADJUSTED_MARKERWIDTH),
    (MASKCONTENTUNITS, ADJUSTED_MASKCONTENTUNITS), (MASKUNITS, ADJUSTED_MASKUNITS), (NUMOCTAVES, ADJUSTED_NUMOCTAVES),
    (PATHLENGTH, ADJUSTED_PATHLENGTH), (PATTERNCONTENTUNITS, ADJUSTED_PATTERNCONTENTUNITS),
    (PATTERNTRANSFORM, ADJUSTED_PATTERNTRANSFORM), (PATTERNUNITS, ADJUSTED_PATTERNUNITS),
    (POINTSATX, ADJUSTED_POINTSATX), (POINTSATY, ADJUSTED_POINTSATY), (POINTSATZ, ADJUSTED_POINTSATZ),
    (PRESERVEALPHA, ADJUSTED_PRESERVEALPHA), (PRESERVEASPECTRATIO, ADJUSTED_PRESERVEASPECTRATIO),
    (PRIMITIVEUNITS, ADJUSTED_PRIMITIVEUNITS), (REFX, ADJUSTED_REFX), (REFY, ADJUSTED_REFY),
    (REPEATCOUNT, ADJUSTED_REPEATCOUNT), (REPEATDUR, ADJUSTED_REPEATDUR),
    (REQUIREDEXTENSIONS, ADJUSTED_REQUIREDEXTENSIONS), (REQUIREDFEATURES, ADJUSTED_REQUIREDFEATURES),
    (SPECULARCONSTANT, ADJUSTED_SPECULARCONSTANT), (SPECULAREXPONENT, ADJUSTED_SPECULAREXPONENT),
    (SPREADMETHOD, ADJUSTED_SPREADMETHOD), (STARTOFFSET, ADJUSTED_STARTOFFSET), (STDDEVIATION, ADJUSTED_STDDEVIATION),
    (STITCHTILES, ADJUSTED_STITCHTILES), (SURFACESCALE, ADJUSTED_SURFACESCALE),
    (SYSTEMLANGUAGE, ADJUSTED_SYSTEMLANGUAGE), (TABLEVALUES, ADJUSTED_TABLEVALUES), (TARGETX, ADJUSTED_TARGETX),
    (TARGETY, ADJUSTED_TARGETY), (TEXTLENGTH, ADJUSTED_TEXTLENGTH), (VIEWBOX, ADJUSTED_VIEWBOX),
    (VIEWTARGET, ADJUSTED_VIEWTARGET), (XCHANNELSELECTOR, ADJUSTED_XCHANNELSELECTOR),
    (YCHANNELSELECTOR, ADJUSTED_YCHANNELSELECTOR), (ZOOMANDPAN, ADJUSTED_ZOOMANDPAN),
];

/// For each well-known name, the number of its spelling after adjustment by a table of pairs.
const fn adjustments(pairs: &[(Name, Name)]) -> [u16; WELL_KNOWN.len()] {
    let mut adjusted = [0; WELL_KNOWN.len()];
    let mut i = 0;
    while i < adjusted.len() {
        adjusted[i] = i as u16;
        i += 1;
    }
    let mut i = 0;
    while i < pairs.len() {
        adjusted[pairs[i].0.index()] = pairs[i].1.0 as u16;
        i += 1;
    }
    adjusted
}

static ADJUSTED_SVG_TAGS: [u16; WELL_KNOWN.len()] = adjustments(SVG_TAGS);
static ADJUSTED_SVG_ATTRIBUTES: [u16; WELL_KNOWN.len()] = adjustments(SVG_ATTRIBUTES);

impl Name {
    /// The spelling of an SVG element's name: `foreignobject` becomes `foreignObject`.
    pub(crate) fn adjusted_svg_tag(self) -> Name {
        ADJUSTED_SVG_TAGS.get(self.index()).map_or(self, |&adjusted| Name(u32::from(adjusted)))
    }

    /// The spelling of an SVG attribute's name: `viewbox` becomes `viewBox`.
    pub(crate) fn adjusted_svg_attribute(self) -> Name {
        ADJUSTED_SVG_ATTRIBUTES.get(self.index()).map_or(self, |&adjusted| Name(u32::from(adjusted)))
    }
}

/// A name of at most 16 bytes as one number: equal names, equal numbers. Names hold no zero byte, so the padding is
/// unambiguous.
#[inline]
pub(crate) const fn pack(name: &[u8]) -> Option<u128> {
    if name.len() > 16 {
        return None;
    }
    let mut packed = 0u128;
    let mut i = 0;
    while i < name.len() {
        packed |= (name[i] as u128) << (8 * i);
        i += 1;
    }
    Some(packed)
}

/// Spreads packed names over a table; the multiplier is an odd constant without structure.
#[inline(always)]
const fn spread(packed: u128) -> u64 {
    ((packed as u64) ^ ((packed >> 64) as u64).rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const TABLE_BITS: u32 = 11;
const TABLE_SIZE: usize = 1 << TABLE_BITS;
const EMPTY_SLOT: u16 = u16::MAX;

/// Open addressing at a quarter full, made at compile time: numbers of well-known names by their packed form.
static TABLE: [u16; TABLE_SIZE] = {
    let mut table = [EMPTY_SLOT; TABLE_SIZE];
    let mut i = 0;
    while i < WELL_KNOWN.len() {
        if let Some(packed) = pack(WELL_KNOWN[i].as_bytes()) {
            let mut slot = (spread(packed) >> (64 - TABLE_BITS)) as usize;
            while table[slot] != EMPTY_SLOT {
                slot = (slot + 1) % TABLE_SIZE;
            }
            table[slot] = i as u16;
        }
        i += 1;
    }
    table
};

static PACKED: [u128; WELL_KNOWN.len()] = {
    let mut packed = [0; WELL_KNOWN.len()];
    let mut i = 0;
    while i < WELL_KNOWN.len() {
        if let Some(name) = pack(WELL_KNOWN[i].as_bytes()) {
            packed[i] = name;
        }
        i += 1;
    }
    packed
};

#[inline(always)]
fn find_packed(packed: u128) -> Option<Name> {
    let mut slot = (spread(packed) >> (64 - TABLE_BITS)) as usize;
    loop {
        let number = TABLE[slot];
        if *PACKED.get(usize::from(number))? == packed {
            return Some(Name(u32::from(number)));
        }
        slot = (slot + 1) % TABLE_SIZE;
    }
}

/// The packed forms of names of at most eight bytes without upper case; zero for the others.
static PACKED_SHORT: [u64; WELL_KNOWN.len()] = {
    let mut packed = [0; WELL_KNOWN.len()];
    let mut i = 0;
    while i < WELL_KNOWN.len() {
        let name = WELL_KNOWN[i].as_bytes();
        let mut is_lower = true;
        let mut j = 0;
        while j < name.len() {
            is_lower &= !name[j].is_ascii_uppercase();
            j += 1;
        }
        if name.len() <= 8 && is_lower {
            packed[i] = PACKED[i] as u64;
        }
        i += 1;
    }
    packed
};

/// The constant without upper case that is spelt by at most eight bytes, packed like the others. What stands in a page
/// needs not be brought to lower case first: `viewBox` is not found, though it is a constant.
#[inline(always)]
pub(crate) fn find_short(packed: u64) -> Option<Name> {
    let mut slot = (spread(u128::from(packed)) >> (64 - TABLE_BITS)) as usize;
    loop {
        let number = TABLE[slot];
        if *PACKED_SHORT.get(usize::from(number))? == packed {
            return Some(Name(u32::from(number)));
        }
        slot = (slot + 1) % TABLE_SIZE;
    }
}

/// The spellings of the names that belong to one document.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalNames {
    text: String,
    ends: Vec<u32>,
}

impl LocalNames {
    pub(crate) fn get(&self, name: Name) -> &str {
        if let Some(text) = WELL_KNOWN.get(name.index()) {
            return text;
        }
        let i = name.index() - WELL_KNOWN.len();
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.text[start..self.ends[i] as usize]
    }

    fn push(&mut self, text: &str) -> Name {
        let name = Name((WELL_KNOWN.len() + self.ends.len()) as u32);
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        name
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// The name spelt `text` in this document, if the document uses it.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        if let Some(name) = Name::find_well_known(text) {
            return Some(name);
        }
        self.iter().find(|&name| self.get(name) == text)
    }

    /// The names that are not well known.
    fn iter(&self) -> impl Iterator<Item = Name> + use<> {
        (WELL_KNOWN.len() as u32..(WELL_KNOWN.len() + self.ends.len()) as u32).map(Name)
    }
}

const CACHE_BITS: u32 = 8;

/// Gives names their numbers while a document is parsed.
///
/// Names outside the constants are looked up in ordered maps, which no choice of names can make slow, behind small
/// direct-mapped caches, which make the common case one comparison. Hash maps would need a random seed for the same
/// promise.
pub(crate) struct Interner {
    cache: Box<[(u128, u32); 1 << CACHE_BITS]>,
    short: BTreeMap<u128, Name>,
    long_cache: Box<[u32; 1 << CACHE_BITS]>,
    long: BTreeMap<Box<str>, Name>,
}

impl Interner {
    pub(crate) fn new() -> Interner {
        Interner {
            cache: Box::new([(0, 0); 1 << CACHE_BITS]),
            short: BTreeMap::new(),
            long_cache: Box::new([0; 1 << CACHE_BITS]),
            long: BTreeMap::new(),
        }
    }

    /// An interner that knows the names of a finished document and can add to them.
    pub(crate) fn knowing(names: &LocalNames) -> Interner {
        let mut interner = Interner::new();
        for name in names.iter() {
            let text = names.get(name);
            match pack(text.as_bytes()) {
                Some(packed) => drop(interner.short.insert(packed, name)),
                None => drop(interner.long.insert(text.into(), name)),
            }
        }
        interner
    }

    /// Forgets the names of the last document.
    pub(crate) fn clear(&mut self) {
        if !self.short.is_empty() {
            self.cache.fill((0, 0));
            self.short.clear();
        }
        if !self.long.is_empty() {
            self.long_cache.fill(0);
            self.long.clear();
        }
    }

    /// The name whose at most 16 bytes are packed in `packed`.
    #[inline(always)]
    pub(crate) fn intern_packed(&mut self, packed: u128, names: &mut LocalNames) -> Name {
        match find_packed(packed) {
            Some(name) => name,
            None => self.intern_local(packed, names),
        }
    }

    #[inline(never)]
    fn intern_local(&mut self, packed: u128, names: &mut LocalNames) -> Name {
        let slot = (spread(packed) >> (64 - CACHE_BITS)) as usize;
        if self.cache[slot].0 == packed {
            return Name(self.cache[slot].1);
        }
        let name = *self.short.entry(packed).or_insert_with(|| {
            let bytes = packed.to_le_bytes();
            let len = bytes.iter().position(|&byte| byte == 0).unwrap_or(16);
            names.push(&String::from_utf8_lossy(&bytes[..len]))
        });
        self.cache[slot] = (packed, name.0);
        name
    }

    /// The name spelt `text`, of any length.
    pub(crate) fn intern(&mut self, text: &str, names: &mut LocalNames) -> Name {
        let bytes = text.as_bytes();
        let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) else {
            let packed = pack(bytes).expect("invariant: a name of fewer than 16 bytes can be packed");
            return self.intern_packed(packed, names);
        };
        if bytes.len() == 16 {
            return self.intern_packed(u128::from_le_bytes(*first), names);
        }
        let both_ends = u128::from_le_bytes(*first) ^ u128::from_le_bytes(*last).rotate_left(13);
        let slot = (spread(both_ends) >> (64 - CACHE_BITS)) as usize;
        let cached = Name(self.long_cache[slot]);
        // An empty slot names the first constant, whose spelling is short.
        if names.get(cached) == text {
            return cached;
        }
        let name = match self.long.get(text) {
            Some(&name) => name,
            None => {
                let name = Name::find_well_known(text).unwrap_or_else(|| names.push(text));
                self.long.insert(text.into(), name);
                name
            }
        };
        self.long_cache[slot] = name.0;
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_well_known_name_finds_itself() {
        let mut interner = Interner::new();
        let mut names = LocalNames::default();
        for (i, text) in WELL_KNOWN.iter().enumerate() {
            assert_eq!(interner.intern(text, &mut names).index(), i, "{text}");
        }
        assert!(names.ends.is_empty());
        assert_eq!(DIV.well_known(), Some("div"));
    }

    #[test]
    fn a_short_name_is_found_in_lower_case_only() {
        let find = |text: &str| find_short(pack(text.as_bytes()).expect("a short name") as u64);
        assert_eq!((find("a"), find("noscript"), find("viewbox")), (Some(A), Some(NOSCRIPT), Some(VIEWBOX)));
        assert_eq!((find("viewBox"), find("DIV"), find("x-card")), (None, None, None));
    }

    #[test]
    fn other_names_are_numbered_in_order_of_appearance() {
        let mut interner = Interner::new();
        let mut names = LocalNames::default();
        let first = interner.intern("x-card", &mut names);
        let second = interner.intern("a-name-longer-than-sixteen-bytes", &mut names);
        assert_eq!(interner.intern("x-card", &mut names), first);
        assert_eq!(interner.intern("a-name-longer-than-sixteen-bytes", &mut names), second);
        assert_eq!((names.get(first), names.get(second)), ("x-card", "a-name-longer-than-sixteen-bytes"));
        assert_eq!(names.find("x-card"), Some(first));
        assert_eq!(second.index(), first.index() + 1);
    }
}
