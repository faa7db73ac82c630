//! SVG and MathML (section 13.2.6.5) and the points where HTML resumes inside them.

use super::open_elements::OpenElement;
use super::tags::{self, BREAKS_OUT};
use super::{Step, TreeBuilder};
use crate::document::node::{Span, flags};
use crate::document::parse::tokenizer::Tag;
use crate::document::{AttributeNamespace, Name, Namespace, NodeId, names};

/// Which element of the current namespace the rules look at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IntegrationPoint {
    None,
    /// `mi`, `mo`, `mn`, `ms`, `mtext`.
    MathMlText,
    /// `foreignObject`, `desc`, `title`, and `annotation-xml` with an HTML encoding.
    Html,
    /// Any other `annotation-xml`.
    AnnotationXml,
}

impl TreeBuilder<'_> {
    /// Whether an end tag or comment here follows the rules for foreign content.
    #[inline]
    pub(super) fn current_is_foreign(&self) -> bool {
        self.adjusted_current().is_some_and(|element| element.namespace != Namespace::Html)
    }

    fn integration_point(&self) -> IntegrationPoint {
        let Some(element) = self.adjusted_current() else { return IntegrationPoint::None };
        match (element.namespace, element.name) {
            (Namespace::MathMl, names::MI | names::MO | names::MN | names::MS | names::MTEXT) => {
                IntegrationPoint::MathMlText
            }
            (Namespace::MathMl, names::ANNOTATION_XML) => {
                let is_html = if element.node == NodeId::NONE {
                    self.context.as_ref().is_some_and(|context| context.is_html_integration_point)
                } else {
                    self.arena.get(element.node).has(flags::HTML_INTEGRATION_POINT)
                };
                if is_html { IntegrationPoint::Html } else { IntegrationPoint::AnnotationXml }
            }
            (Namespace::Svg, names::ADJUSTED_FOREIGNOBJECT | names::DESC | names::TITLE) => IntegrationPoint::Html,
            _ => IntegrationPoint::None,
        }
    }

    pub(super) fn characters_are_foreign(&self) -> bool {
        self.current_is_foreign()
            && !matches!(self.integration_point(), IntegrationPoint::MathMlText | IntegrationPoint::Html)
    }

    #[inline]
    pub(super) fn start_tag_is_foreign(&self, tag: Tag) -> bool {
        self.current_is_foreign()
            && match self.integration_point() {
                IntegrationPoint::MathMlText => matches!(tag.name, names::MGLYPH | names::MALIGNMARK),
                IntegrationPoint::Html => false,
                IntegrationPoint::AnnotationXml => tag.name != names::SVG,
                IntegrationPoint::None => true,
            }
    }

    pub(super) fn foreign_text(&mut self, span: Span) {
        self.insert_text(span);
        if self.frameset_ok {
            self.frameset_ok = self.split_leading_space(span).1.len == 0;
        }
    }

    /// In body: `<svg>` and `<math>`.
    pub(super) fn start_foreign(&mut self, tag: Tag, namespace: Namespace) -> Step {
        self.reconstruct_formatting();
        self.insert_foreign(tag, namespace);
        Step::Done
    }

    fn insert_foreign(&mut self, tag: Tag, namespace: Namespace) {
        let name = match namespace {
            Namespace::Svg => tag.name.adjusted_svg_tag(),
            _ => tag.name,
        };
        self.adjust_attributes(tag, namespace);
        let node = self.insert_element(name, namespace, tag.attributes);
        if namespace == Namespace::MathMl && name == names::ANNOTATION_XML && self.has_html_encoding(tag) {
            self.arena.get_mut(node).flags |= flags::HTML_INTEGRATION_POINT;
        }
        if tag.self_closing {
            self.pop();
        }
    }

    fn has_html_encoding(&self, tag: Tag) -> bool {
        let mut attributes = self.tokenizer.attributes(tag.attributes).iter();
        attributes.any(|attribute| {
            let encoding = self.tokenizer.text(attribute.value);
            let is_html = ["text/html", "application/xhtml+xml"].iter().any(|html| encoding.eq_ignore_ascii_case(html));
            attribute.name == names::ENCODING && is_html
        })
    }

    /// "Adjust MathML, SVG and foreign attributes".
    fn adjust_attributes(&mut self, tag: Tag, namespace: Namespace) {
        for attribute in &mut self.tokenizer.buffers.attributes[tag.attributes.range()] {
            attribute.name = match namespace {
                Namespace::Svg => attribute.name.adjusted_svg_attribute(),
                _ if attribute.name == names::DEFINITIONURL => names::ADJUSTED_DEFINITIONURL,
                _ => attribute.name,
            };
            attribute.namespace = match attribute.name {
                names::XLINK_ACTUATE
                | names::XLINK_ARCROLE
                | names::XLINK_HREF
                | names::XLINK_ROLE
                | names::XLINK_SHOW
                | names::XLINK_TITLE
                | names::XLINK_TYPE => AttributeNamespace::XLink,
                names::XML_LANG | names::XML_SPACE => AttributeNamespace::Xml,
                names::XMLNS | names::XMLNS_XLINK => AttributeNamespace::Xmlns,
                _ => AttributeNamespace::None,
            };
        }
    }

    pub(super) fn foreign_start_tag(&mut self, tag: Tag) -> Step {
        if tags::has(tag.name, BREAKS_OUT) || tag.name == names::FONT && self.has_font_attribute(tag) {
            self.leave_foreign();
            return self.start_tag_in_mode(self.mode, tag);
        }
        let namespace = self.adjusted_current().map_or(Namespace::Html, |element| element.namespace);
        self.insert_foreign(tag, namespace);
        Step::Done
    }

    fn has_font_attribute(&self, tag: Tag) -> bool {
        let mut attributes = self.tokenizer.attributes(tag.attributes).iter();
        attributes.any(|attribute| matches!(attribute.name, names::COLOR | names::FACE | names::SIZE))
    }

    /// Pops up to an element in which HTML goes on.
    fn leave_foreign(&mut self) {
        while let Some(top) = self.stack.top() {
            let html_goes_on = top.namespace == Namespace::Html || self.is_integration_point(*top);
            if html_goes_on {
                return;
            }
            self.pop();
        }
    }

    fn is_integration_point(&self, element: OpenElement) -> bool {
        match element.namespace {
            Namespace::Html => false,
            Namespace::MathMl => {
                matches!(element.name, names::MI | names::MO | names::MN | names::MS | names::MTEXT)
                    || self.arena.get(element.node).has(flags::HTML_INTEGRATION_POINT)
            }
            Namespace::Svg => matches!(element.name, names::ADJUSTED_FOREIGNOBJECT | names::DESC | names::TITLE),
        }
    }

    pub(super) fn foreign_end_tag(&mut self, name: Name) -> Step {
        if matches!(name, names::BR | names::P) {
            self.leave_foreign();
            return self.end_tag_in_mode(self.mode, name);
        }
        // "Any other end tag": compare names outwards, ignoring case, until HTML begins.
        if self.stack.len() == 1 {
            return Step::Done;
        }
        let adjusted = name.adjusted_svg_tag();
        if !self.stack.may_contain(name) && !self.stack.may_contain(adjusted) {
            return self.end_tag_in_mode(self.mode, name);
        }
        for i in (0..self.stack.len()).rev().take(super::open_elements::SEARCH) {
            let element = self.stack.get(i);
            if element.namespace == Namespace::Html {
                return self.end_tag_in_mode(self.mode, name);
            }
            if element.name == name || element.name == adjusted {
                while self.stack.len() > i {
                    self.pop();
                }
                return Step::Done;
            }
        }
        Step::Done
    }
}
