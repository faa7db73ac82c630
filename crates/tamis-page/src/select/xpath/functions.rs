//! The core function library (XPath 1.0, section 4) and `has-class()`.

use super::compare::{TextExtent, is_of_context};
use super::evaluate::{Context, Evaluated, Evaluation, PartialValue, in_document_order};
use super::syntax::{Expr, Function};
use super::value::{XPathNode, is_xml_space, string_to_number};
use crate::document::{Document, Namespace, NodeId, names};
use std::borrow::Cow;
use std::collections::HashMap;

impl<'a> Evaluation<'a> {
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &'a [Expr],
        context: Context,
    ) -> Evaluated<PartialValue<'a>> {
        use Function as F;
        let document = self.document;
        Ok(match function {
            F::Last => PartialValue::Number(context.size as f64),
            F::Position => PartialValue::Number(context.position as f64),
            F::True => PartialValue::Boolean(true),
            F::False => PartialValue::Boolean(false),
            F::Not => PartialValue::Boolean(!self.boolean(&arguments[0], context)?),
            F::Boolean => PartialValue::Boolean(self.boolean(&arguments[0], context)?),
            F::Number => PartialValue::Number(self.number(&arguments[0], context)?),
            F::Floor => PartialValue::Number(self.number(&arguments[0], context)?.floor()),
            F::Ceiling => PartialValue::Number(self.number(&arguments[0], context)?.ceil()),
            F::Round => PartialValue::Number(round(self.number(&arguments[0], context)?)),
            F::Count => PartialValue::Number(self.nodes(&arguments[0], context)?.len() as f64),
            F::Sum => {
                let mut sum = 0.0;
                for node in self.nodes(&arguments[0], context)? {
                    sum += string_to_number(&self.text(node)?);
                }
                PartialValue::Number(sum)
            }
            F::Id => PartialValue::Nodes(self.elements_by_id(&arguments[0], context)?),
            F::Lang => {
                PartialValue::Boolean(is_in_language(document, context.node, &self.string(&arguments[0], context)?))
            }
            F::HasClass => {
                let mut has_all = true;
                for class in arguments {
                    let class = self.string(class, context)?;
                    has_all &= !context.node.is_attribute()
                        && document.classes(context.node.node()).any(|word| *word == *class);
                }
                PartialValue::Boolean(has_all)
            }
            F::LocalName | F::Name | F::NamespaceUri => {
                let first = self.nodes(&arguments[0], context)?.first().copied();
                PartialValue::String(first.map_or("", |node| name_of(document, function, node)).into())
            }
            F::String => PartialValue::String(self.string(&arguments[0], context)?),
            F::Concat => {
                let mut joined = String::new();
                for argument in arguments {
                    joined.push_str(&self.string(argument, context)?);
                }
                PartialValue::String(joined.into())
            }
            F::StartsWith => {
                if let [text, Expr::Literal(part)] = arguments
                    && is_of_context(text)
                    && let Some(says) = self.says(context.node, part, TextExtent::Start)?
                {
                    return Ok(PartialValue::Boolean(says));
                }
                let (text, part) = self.two_strings(arguments, context)?;
                PartialValue::Boolean(text.starts_with(&*part))
            }
            F::Contains => {
                let (text, part) = self.two_strings(arguments, context)?;
                PartialValue::Boolean(text.contains(&*part))
            }
            F::Word => {
                let (text, word) = self.two_strings(arguments, context)?;
                PartialValue::Boolean(text.split(is_xml_space).any(|part| *part == *word))
            }
            F::WordBetweenSpaces => {
                let (text, word) = self.two_strings(arguments, context)?;
                PartialValue::Boolean(text.split(' ').any(|part| *part == *word))
            }
            F::SubstringBefore => {
                let (text, part) = self.two_strings(arguments, context)?;
                PartialValue::String(text.split_once(&*part).map_or("", |(before, _)| before).to_owned().into())
            }
            F::SubstringAfter => {
                let (text, part) = self.two_strings(arguments, context)?;
                PartialValue::String(text.split_once(&*part).map_or("", |(_, after)| after).to_owned().into())
            }
            F::Substring => {
                let text = self.string(&arguments[0], context)?;
                let start = self.number(&arguments[1], context)?;
                let len = match arguments.get(2) {
                    Some(len) => self.number(len, context)?,
                    None => f64::INFINITY,
                };
                PartialValue::String(substring(&text, start, len).into())
            }
            F::StringLength => PartialValue::Number(self.string(&arguments[0], context)?.chars().count() as f64),
            F::NormalizeSpace => PartialValue::String(normalize_space(self.string(&arguments[0], context)?)),
            F::Translate => {
                let text = self.string(&arguments[0], context)?;
                let from = self.string(&arguments[1], context)?;
                let to = self.string(&arguments[2], context)?;
                PartialValue::String(translate(&text, &from, &to).into())
            }
        })
    }

    fn two_strings(&mut self, arguments: &'a [Expr], context: Context) -> Evaluated<(Cow<'a, str>, Cow<'a, str>)> {
        Ok((self.string(&arguments[0], context)?, self.string(&arguments[1], context)?))
    }

    fn elements_by_id(&mut self, argument: &'a Expr, context: Context) -> Evaluated<Vec<XPathNode>> {
        let document = self.document;
        let mut wanted: Vec<Cow<'a, str>> = Vec::new();
        match self.value(argument, context)? {
            PartialValue::Nodes(nodes) => {
                for node in nodes {
                    wanted.push(self.text(node)?);
                }
            }
            _ => wanted.push(self.string(argument, context)?),
        }
        if self.by_id.is_none() {
            self.spend(document.len())?;
            let mut by_id: HashMap<&'a str, NodeId> = HashMap::new();
            for node in document.nodes() {
                if let Some(id) = document.attribute(node, names::ID) {
                    by_id.entry(id).or_insert(node);
                }
            }
            self.by_id = Some(by_id);
        }
        let by_id = self.by_id.as_ref();
        let ids = wanted.iter().flat_map(|text| text.split(is_xml_space));
        let found = ids.filter_map(|id| by_id?.get(id)).map(|&node| XPathNode::from(node)).collect();
        Ok(in_document_order(found))
    }
}

fn name_of(document: &Document, function: Function, node: XPathNode) -> &str {
    match function {
        Function::NamespaceUri if node.is_attribute() => "",
        // Like lxml, which knows no namespace for HTML.
        Function::NamespaceUri => match document.namespace(node.node()) {
            Namespace::Html => "",
            Namespace::Svg => "http://www.w3.org/2000/svg",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
        },
        Function::LocalName if node.is_attribute() => node.attribute(document).map_or("", |it| it.local_name),
        _ => node.attribute_name().map_or(document.tag_name(node.node()), |name| document.spell(name)),
    }
}

/// Whether the nearest `lang` says this language, with or without a region.
fn is_in_language(document: &Document, node: XPathNode, wanted: &str) -> bool {
    let around = std::iter::once(node.node()).chain(document.ancestors(node.node()));
    let mut languages = around
        .filter_map(|node| document.attribute(node, names::XML_LANG).or_else(|| document.attribute(node, names::LANG)));
    languages.next().is_some_and(|language| {
        language.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted))
            && matches!(language.as_bytes().get(wanted.len()), None | Some(b'-'))
    })
}

/// To the nearest whole number, halves upwards.
#[expect(clippy::float_cmp, reason = "one half is exact")]
fn round(number: f64) -> f64 {
    if number.fract() == -0.5 { number.ceil() } else { number.round() }
}

/// Characters are numbered from 1; a character is in if its number is not less than the rounded start and less than
/// the rounded end.
fn substring(text: &str, start: f64, len: f64) -> String {
    let first = round(start);
    let end = first + round(len);
    text.chars()
        .zip(1u32..)
        .filter(|&(_, number)| f64::from(number) >= first && f64::from(number) < end)
        .map(|(character, _)| character)
        .collect()
}

fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_normal = !text.contains(['\t', '\n', '\r']) && !text.contains("  ") && text.trim_matches(' ') == text;
    if is_normal {
        return text;
    }
    let words: Vec<&str> = text.split(is_xml_space).filter(|word| !word.is_empty()).collect();
    words.join(" ").into()
}

fn translate(text: &str, from: &str, to: &str) -> String {
    let mut map: HashMap<char, Option<char>> = HashMap::new();
    let mut to = to.chars();
    for character in from.chars() {
        let replacement = to.next();
        map.entry(character).or_insert(replacement);
    }
    text.chars().filter_map(|character| map.get(&character).copied().unwrap_or(Some(character))).collect()
}
